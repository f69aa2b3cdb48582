"""What there is to see, as plain data: a game state in, a `Scene` out."""

from .scene import Area, Counter, Fill, Ground, Label, Mark, Path, Scene, Token

__all__ = ["Area", "Counter", "Fill", "Ground", "Label", "Mark", "Path", "Scene", "Token"]
