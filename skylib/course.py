"""Where the course's notebooks are, and how they get into a folder of the user's."""

from __future__ import annotations

import json
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .core.errors import SkylibError

__all__ = ["START", "Course", "Copied", "find_course", "copy_course"]

START = "00-start-here.ipynb"
_LEDGER = ".skylib-course.json"


class Course(NamedTuple):
    """The folder of the notebooks, and whether it is that of a repository."""

    notebooks: Path
    is_clone: bool


class Copied(NamedTuple):
    """What copying did, by file name within the course."""

    written: tuple[str, ...]
    kept: tuple[str, ...]  # changed by the user, and no longer what the course has


def find_course(here: Path | None = None) -> Course:
    """The course: of the repository we run from or stand in, else what was installed.

    Args:
        here: the folder we stand in; the current one if left out.

    Raises:
        SkylibError: there is none; the installation is not whole.
    """
    package = Path(__file__).resolve().parent
    for root in (package.parent, (here or Path.cwd()).resolve()):
        if _is_clone(root):
            return Course(root / "notebooks", True)
    installed = package / "_course"
    if (installed / START).is_file():
        return Course(installed, False)
    raise SkylibError(
        f"the course's notebooks are missing: neither {installed} nor a repository is here"
    )


def _is_clone(root: Path) -> bool:
    if not (root / "notebooks" / START).is_file():
        return False
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    table = project.get("project")
    return isinstance(table, dict) and table.get("name") == "skylib"


def copy_course(source: Path, target: Path) -> Copied:
    """Copy the course into a folder; what the user changed there is never overwritten.

    A file that is still as an earlier version of the course wrote it is brought up to
    date; a ledger beside the notebooks remembers what was written.

    Raises:
        SkylibError: the folder cannot be written, or is a file.
    """
    try:
        return _copy(source, target)
    except OSError as error:
        name = error.filename or target
        raise SkylibError(f"the course cannot be written: {name}: {error.strerror}") from None


def _copy(source: Path, target: Path) -> Copied:
    target.mkdir(parents=True, exist_ok=True)
    ledger = _read_ledger(target / _LEDGER)
    written, kept = [], []
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if not path.is_file() or _is_litter(name):
            continue
        data = path.read_bytes()
        new, copy = _mark(data), target / name
        if copy.exists():
            old = _mark(copy.read_bytes())
            if old == new:
                ledger[name] = new
                continue
            if ledger.get(name) != old:
                kept.append(name)
                continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        _write(copy, data)
        ledger[name] = new
        written.append(name)
    _write(target / _LEDGER, json.dumps(ledger, indent=1, sort_keys=True).encode())
    return Copied(tuple(written), tuple(kept))


def _is_litter(name: str) -> bool:
    """Whether a file is a cache or a checkpoint, not a part of the course."""
    return any(part.startswith(".") or part == "__pycache__" for part in name.split("/"))


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()


def _read_ledger(path: Path) -> dict[str, str]:
    """What was written before; a ledger that is gone or broken forgets, so all is kept."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(k): str(v) for k, v in data.items()} if isinstance(data, dict) else {}


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
