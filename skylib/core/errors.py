"""The one small tree of errors: cannot be read, not allowed, does not fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .replays import Replay
    from .rulings import Ruling

__all__ = [
    "SkylibError",
    "ReadError",
    "MoveTextError",
    "PositionError",
    "RecordError",
    "DataError",
    "NotAllowed",
    "no_move",
    "DiceError",
    "DiceNeeded",
    "NoSuchHex",
]


_SHOWN = 60  # letters of a text that an error repeats


class SkylibError(Exception):
    """Everything that skylib raises on purpose; the message is meant for people."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in a notebook: the sentence, without the way through the code."""
        return [f"{type(self).__name__}: {self}"]


class ReadError(SkylibError, ValueError):
    """Text that cannot be read.

    ``file``, ``line`` (from 1) and ``field`` say where, as far as it is known.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        self.message, self.file, self.line, self.field = message, file, line, field
        place = [file] if file else []
        if line is not None:
            place.append(f"line {line}")
        if field:
            place.append(field)
        super().__init__(f"{', '.join(place)}: {message}" if place else message)


class MoveTextError(ReadError):
    """A typed move that is not in the game's move language."""


def no_move(text: str, forms: Iterable[str]) -> MoveTextError:
    """The error for a text that is no move: the text as it was written, and what is understood
    at this moment."""
    said = " ".join(text.split())
    said = repr(said if len(said) <= _SHOWN else f"{said[:_SHOWN]} ...")
    *most, last = map(repr, forms)
    listed = f"{', '.join(most)} or {last}" if most else last
    return MoveTextError(f"{said} is no move; understood here: {listed}")


class PositionError(ReadError):
    """A position text that cannot be read."""


class RecordError(ReadError):
    """A record that cannot be read or does not replay as it says.

    ``replay`` is what could be replayed before the fault, if it got so far.
    """

    replay: Replay | None = None


class DataError(ReadError):
    """A data file (map, aircraft, rules, scenario) that does not fit."""


class NoSuchHex(SkylibError, LookupError):
    """A hex, or the name of one, that is not on the board."""


class NotAllowed(SkylibError, ValueError):
    """A move the rules refuse; ``ruling`` says by which rule and what would be allowed."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(str(ruling))


class DiceError(SkylibError):
    """Dice that run out, are left over, or show a number the die does not have."""


class DiceNeeded(DiceError):
    """People at a table must roll: ``sides`` and ``purpose`` say what."""

    def __init__(self, sides: int, purpose: str) -> None:
        self.sides, self.purpose = sides, purpose
        super().__init__(f"please roll a die of {sides} sides for: {purpose}")
