"""The logbook on disk: one line of JSON a result, appended under a lock.

Nothing that stands in the file is ever changed or thrown away, but by `clear`: a line that
was cut short or cannot be read stays, is reported, and the next one begins on its own line.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from skylib.core.errors import ReadError

from .logbook_entry import Entry, as_line, read_line

__all__ = ["append", "clear", "locked", "read"]

_LINE = 1 << 16  # bytes in a line; ours have some hundred
_COMPLAINTS = 20  # told one by one, the rest as a count


@contextmanager
def locked(path: Path, wait: float) -> Iterator[None]:
    """Hold the file's lock, that of every process on the machine.

    Raises `OSError` if the folder cannot be written, or if another process keeps the lock
    for longer than ``wait`` seconds.
    """
    from filelock import FileLock, Timeout  # loaded with the first result, not with lessons

    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(path.name + ".lock"), timeout=wait)
    try:
        lock.acquire()
    except Timeout:
        raise TimeoutError("another program holds the file") from None
    except NotImplementedError:
        raise OSError("this file system has no locks") from None
    try:
        yield
    finally:
        lock.release()


def append(path: Path, entries: Iterable[Entry]) -> None:
    """Write entries at the end, all or none of them; the caller holds the lock."""
    data = "".join(as_line(entry) + "\n" for entry in entries).encode("ascii")
    _refuse_what_is_no_file(path)
    with open(path, "a+b", buffering=0, opener=_private) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(size - 1)
            if file.read(1) != b"\n":  # the last writer was cut off
                data = b"\n" + data
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError:
            file.truncate(size)  # a disk that is full takes half a line
            raise


def read(path: Path) -> tuple[list[Entry], list[str]]:
    """The entries in the file's order, and a sentence for each line that cannot be read.

    A file that is not there is empty. Raises `OSError` if there is one that cannot be read.
    """
    entries: list[Entry] = []
    faults: list[str] = []
    broken = 0
    try:
        _refuse_what_is_no_file(path)
        file = open(path, "rb")  # noqa: SIM115
    except FileNotFoundError:
        return [], []
    with file:
        for number, line in enumerate(_lines(file), 1):
            if not line.strip():
                continue
            try:
                entries.append(_entry(line))
            except ReadError as error:
                broken += 1
                cut = not line.endswith(b"\n") and len(line) < _LINE
                why = "was cut short" if cut else str(error)
                if broken <= _COMPLAINTS:
                    faults.append(f"Line {number} cannot be read and is left as it is: {why}.")
    if broken > _COMPLAINTS:
        faults.append(f"{broken - _COMPLAINTS} more lines cannot be read.")
    return entries, faults


def clear(path: Path) -> None:
    """Forget everything; the caller holds the lock. The empty file stays."""
    if path.exists():
        _refuse_what_is_no_file(path)
        os.truncate(path, 0)


def _lines(file) -> Iterator[bytes]:  # type: ignore[no-untyped-def]
    """The lines; of one that is too long only its beginning, so that memory holds."""
    while line := file.readline(_LINE):
        yield line
        while len(line) == _LINE and not line.endswith(b"\n"):
            line = file.readline(_LINE)


def _entry(line: bytes) -> Entry:
    if len(line) >= _LINE:
        raise ReadError("is too long")
    try:
        return read_line(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ReadError("holds bytes that are no text") from None


def _refuse_what_is_no_file(path: Path) -> None:
    """A pipe would wait for ever, a folder cannot hold lines."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise OSError(f"{path} is no file")


def _private(path: str, flags: int) -> int:
    """Open for the owner alone: what somebody got wrong is nobody else's business."""
    return os.open(path, flags, 0o600)
