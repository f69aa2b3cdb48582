"""What lessons a folder holds, and what each is called: read from the notebooks' own headings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from skylib.core.errors import SkylibError

__all__ = ["Chapter", "Lesson", "RUN_ALL", "chapters", "find_lesson", "lessons_in"]

RUN_ALL = "*To bring this page to life:"
"""How the paragraph begins that only a notebook needs; an app has run its cells already."""

_TITLE = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)
_AIM = re.compile(r"\*\*What you will be able to do\*\*([^\n]*)(?:\n|$)")
_SERIES = re.compile(r"(.+?) \d+\b")
_NUMBERS = re.compile(r"(\d+)")


class Lesson(NamedTuple):
    """A notebook of the course.

    Args:
        name: its path below the folder with ``/``, without ``.ipynb``.
        title: its first heading.
        about: what one will be able to do, a sentence; empty if it does not say.
    """

    name: str
    title: str
    about: str = ""


class Chapter(NamedTuple):
    """The lessons of one folder, under the name that their titles begin with, or the folder's."""

    title: str
    lessons: tuple[Lesson, ...]


def lessons_in(folder: Path) -> list[Lesson]:
    """All lessons below a folder, in the order of the course: 9 before 10.

    What cannot be read as a notebook is left out; so are hidden folders and checkpoints.
    """
    found = []
    for path in folder.rglob("*.ipynb"):
        name = path.relative_to(folder).as_posix()
        if not any(part.startswith(".") for part in name.split("/")):
            lesson = _read(path, name.removesuffix(".ipynb"))
            if lesson is not None:
                found.append(lesson)
    return sorted(found, key=lambda lesson: _order(lesson.name))


def chapters(lessons: list[Lesson]) -> list[Chapter]:
    """Lessons by folder; those that lie in none come first."""
    out: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        out.setdefault(lesson.name.rpartition("/")[0], []).append(lesson)
    return [Chapter(_heading(name, out[name]), tuple(out[name])) for name in sorted(out)]


def _heading(folder: str, lessons: list[Lesson]) -> str:
    series = {found[1] if (found := _SERIES.match(each.title)) else "" for each in lessons}
    return series.pop() if len(series) == 1 and "" not in series else _in_words(folder)


def find_lesson(lessons: list[Lesson], wanted: str) -> Lesson:
    """A lesson by its name, or by the end of it if only one ends so.

    Raises `SkylibError` if there is none, or more than one.
    """
    text = wanted.replace("\\", "/").removesuffix(".ipynb").strip("/")
    exact = [lesson for lesson in lessons if lesson.name == text]
    ending = [lesson for lesson in lessons if f"/{lesson.name}".endswith(f"/{text}")]
    found = exact or ending
    if len(found) == 1 and text:
        return found[0]
    there = ", ".join(lesson.name for lesson in (found if text and found else lessons))
    problem = "is more than one lesson" if text and found else "is no lesson"
    raise SkylibError(f"{wanted!r} {problem}; there are {there or 'none'}")


def _read(path: Path, name: str) -> Lesson | None:
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        texts = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    title = next((found[1] for text in texts if (found := _TITLE.search(text))), "")
    return Lesson(name, title or _in_words(name.rpartition("/")[2]), _about(texts))


def _about(texts: list[str]) -> str:
    found = next((found for text in texts if (found := _AIM.search(text))), None)
    if found is None:
        return ""
    sentence = found[1].partition(": ")[2].partition(". You need")[0]  # not the links after it
    sentence = re.sub(r"[*_`]|\[([^]]*)\]\([^)]*\)", r"\1", sentence).strip().rstrip(".")
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def _in_words(name: str) -> str:
    words = name.rpartition("/")[2].replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _order(name: str) -> list[tuple[bool, list[tuple[bool, int, str]]]]:
    """Sorts files before folders, numbers by their size and before words."""
    parts = name.split("/")
    return [
        (
            place < len(parts) - 1,
            [
                (False, int(p), "") if p.isdigit() else (True, 0, p.lower())
                for p in _NUMBERS.split(part)
                if p
            ],
        )
        for place, part in enumerate(parts)
    ]
