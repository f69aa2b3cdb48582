"""The logbook: every result that is told, kept across notebooks in the user's data folder.

The environment variable ``SKYLIB_LOGBOOK`` names another file, or is ``off``: then a
session's results are remembered as long as the session lasts. A disk that is full or may
not be written never stops a lesson: the results wait in memory, one warning says so, and
each later result tries again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from skylib.core.errors import SkylibError

from . import logbook_file
from .logbook_entry import Entry
from .logbook_repeat import Repeat, to_repeat
from .logbook_text import read_block, write_block
from .results import Result, listen

__all__ = ["VARIABLE", "Logbook", "begin", "own_logbook"]

VARIABLE = "SKYLIB_LOGBOOK"
_WAIT = 2.0  # seconds for another notebook to be done; it needs milliseconds


class Logbook:
    """Results with their times: in a file, or, without one, in memory.

    Args:
        path: the file; None keeps everything in memory.
        warning: what to tell the user from the start.
        clock: seconds since 1970.

    Attributes:
        warning: why nothing is kept on disk at present, in words; empty if it is.
    """

    def __init__(
        self,
        path: Path | None,
        warning: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.path, self.warning = path, warning
        self._clock = clock
        self._waiting: list[Entry] = []  # told, and not (yet) in the file
        self._last = 0
        self._read: tuple[object, list[Entry], list[str]] = (None, [], [])

    def now(self) -> int:
        """The present time in milliseconds since 1970."""
        return max(0, int(self._clock() * 1000))

    # ---- keeping ----------------------------------------------------------------------

    def add(self, result: Result) -> None:
        """Keep a result, on disk if that can be; never raises."""
        # Two of one session never share a time, which is part of what tells them apart.
        self._last = max(self.now(), self._last + 1)
        self._waiting.append(Entry(self._last, result))
        self._write_waiting()

    def _write_waiting(self) -> None:
        if self.path is None or not self._waiting:
            return
        # Who has waited in vain once is not kept waiting at every answer.
        wait = 0 if self.warning else _WAIT
        try:
            with logbook_file.locked(self.path, wait):
                logbook_file.append(self.path, self._waiting)
        except Exception as error:  # whatever it is, the lesson goes on
            self._warn(error)
        else:
            self._waiting.clear()
            self.warning = ""

    def _warn(self, error: Exception) -> None:
        first = not self.warning
        self.warning = (
            f"Your logbook cannot be kept on disk: {_reason(error)}. The lesson goes on; what "
            "you do is remembered until this kernel ends. Copy it as text before you leave."
        )
        if first:
            print(self.warning, file=sys.stderr)

    def merge(self, text: str) -> int:
        """Add the results of an exported text; returns how many were new.

        Merging the same text twice adds nothing. Raises `ReadError` if it cannot be read.
        """
        entries, _ = read_block(text)
        if self.path is None:
            new = _without(entries, self._waiting)
            self._waiting += new
            return len(new)
        try:
            with logbook_file.locked(self.path, _WAIT):
                new = _without(entries, [*logbook_file.read(self.path)[0], *self._waiting])
                logbook_file.append(self.path, new)
        except (OSError, ImportError) as error:
            new = _without(entries, self.entries())
            self._waiting += new
            self._warn(error)
        return len(new)

    def forget(self) -> None:
        """Forget everything, on disk and in memory. Raises `SkylibError` if the file stays."""
        if self.path is not None:
            try:
                if self.path.exists():
                    with logbook_file.locked(self.path, _WAIT):
                        logbook_file.clear(self.path)
            except OSError as error:
                raise SkylibError(f"the logbook cannot be emptied: {_reason(error)}") from None
        self._waiting.clear()

    # ---- reading ----------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Everything kept, other notebooks' results included, by time."""
        return sorted([*self._on_disk()[0], *self._waiting], key=lambda entry: entry.time)

    def complaints(self) -> list[str]:
        """What in the file cannot be read, a sentence each."""
        return list(self._on_disk()[1])

    def to_repeat(self, due: bool = True) -> list[Repeat]:
        """What was missed and is to come back: what is due now, or all of it."""
        now = self.now()
        return [item for item in to_repeat(self.entries()) if not due or item.due <= now]

    def export(self, who: str = "") -> str:
        """Everything as text to copy and paste."""
        return write_block(self.entries(), who)

    def _on_disk(self) -> tuple[list[Entry], list[str]]:
        """What the file holds, read again only when it has changed."""
        if self.path is None:
            return [], []
        try:
            about = self.path.stat()
            stamp = (about.st_mtime_ns, about.st_size, about.st_ino)
            if stamp != self._read[0]:
                self._read = (stamp, *self._read_file(self.path))
        except FileNotFoundError:
            return [], []
        except OSError as error:
            return [], [f"The logbook cannot be read: {_reason(error)}."]
        return self._read[1], self._read[2]

    @staticmethod
    def _read_file(path: Path) -> tuple[list[Entry], list[str]]:
        try:
            with logbook_file.locked(path, _WAIT):
                return logbook_file.read(path)
        except OSError:  # where no lock can be had nobody writes either
            return logbook_file.read(path)


def _without(entries: Iterable[Entry], known: Iterable[Entry]) -> list[Entry]:
    """The entries that are not known yet, by time."""
    have = {entry.identity for entry in known}
    new = {e.identity: e for e in entries if e.identity not in have}
    return sorted(new.values(), key=lambda entry: entry.time)


def _reason(error: Exception) -> str:
    """An error in words, without its number."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    name = getattr(error, "filename", None)
    return f"{text[:1].lower()}{text[1:]}" + (f" ({name})" if name else "")


# ---- that of this kernel -----------------------------------------------------------------

_own: tuple[str | None, Logbook] | None = None


def own_logbook() -> Logbook:
    """The user's logbook, where ``SKYLIB_LOGBOOK`` says, else in the user's data folder."""
    global _own
    setting = os.environ.get(VARIABLE)
    if _own is None or _own[0] != setting:
        _own = setting, _open(setting)
    return _own[1]


def _open(setting: str | None) -> Logbook:
    text = (setting or "").strip()
    if text.casefold() == "off":
        return Logbook(None)
    try:
        if text:
            path = Path(text).expanduser().absolute()
        else:
            import platformdirs  # only now: it is loaded with the first result

            path = platformdirs.user_data_path("skylib", appauthor=False) / "logbook.jsonl"
        if not path.is_absolute():  # "~" where nobody has a home
            raise OSError("there is no home folder")
    except (OSError, RuntimeError, ValueError, ImportError) as error:
        book = Logbook(None)
        book._warn(error)
        return book
    return Logbook(path)


_begun = False


def begin() -> None:
    """Listen to every result from now on; once, however often it is called."""
    global _begun
    if not _begun:
        _begun = True
        listen(_keep)


def _keep(result: Result) -> None:
    own_logbook().add(result)
