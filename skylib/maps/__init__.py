"""A Scene drawn four ways: live in the notebook, as SVG, as PNG, and in words.

`scene_svg`, `scene_png` and `scene_text` take a scene, as `skylib.scenes.scene_of(game)`
makes one; `SceneMap` shows it in a notebook. Names are loaded when they are first used:
words and SVG cost no Bokeh.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "MapWidget": "widget",
    "SceneMap": "widget",
    "scene_svg": "svg",
    "scene_png": "png",
    "scene_text": "words",
    "describe_hex": "words",
    "legend_html": "legend",
    "legend_text": "legend",
}

__all__ = [
    "MapWidget",
    "SceneMap",
    "describe_hex",
    "legend_html",
    "legend_text",
    "scene_png",
    "scene_svg",
    "scene_text",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
