"""``skylib handout``: a lesson as one printable page."""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path

from skylib.core.errors import SkylibError
from skylib.course import find_course

from .arguments import whole

HELP = "make a lesson into one printable page, without a kernel"
ABOUT = """Writes a lesson (a notebook) as one HTML page for screen and paper: its words, its
pictures, the cards of its rules, its questions with the answers folded. The page needs no
kernel and no network. On paper the answers stand upside down on a last page of their own."""
EXAMPLE = """\
  skylib handout eye-in-the-sky/1-flying
  skylib handout flying-circus/06-sighting --output sighting.html --answers apart
  skylib handout --all handouts"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "notebook",
        metavar="NOTEBOOK",
        nargs="?",
        help="a lesson's name, like eye-in-the-sky/1-flying, or a notebook file",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--output", metavar="FILE", help="where to write; else NAME.html here")
    where.add_argument("--all", metavar="FOLDER", help="every lesson of the course, and an index")
    parser.add_argument(
        "--answers",
        choices=("last-page", "apart", "none"),
        default="last-page",
        help="on a last page, upside down; apart in NAME-answers.html; or none",
    )
    parser.add_argument(
        "--questions", metavar="N", type=whole(0, 50), default=3, help="of each drill (3)"
    )
    parser.add_argument("--code", action="store_true", help="show the code of the cells too")


def run(args: argparse.Namespace) -> int:
    if bool(args.all) == bool(args.notebook):
        args.parser.error("name one NOTEBOOK, or --all FOLDER")
    try:
        import nbconvert  # noqa: F401
    except ImportError:
        raise SkylibError("handouts need nbconvert: pip install 'skylib[lab]'") from None
    if args.all:
        _all(args, Path(args.all))
    else:
        path, lesson = _find(args.notebook)
        output = Path(args.output) if args.output else Path(f"{path.stem}.html")
        if output.suffix.lower() not in (".html", ".htm"):
            args.parser.error(f"a handout's name ends in .html, unlike {output.name!r}")
        _one(args, path, lesson, output, linked=False)
    return 0


def _find(name: str) -> tuple[Path, str]:
    """The notebook of a name: a file, or a lesson of the course. Raises `SkylibError`."""
    path = Path(name)
    if path.suffix == ".ipynb":
        return path, path.stem
    course = find_course().notebooks
    lessons = _lessons(course)
    if name not in lessons:
        raise SkylibError(f"there is no lesson {name!r}; there are {', '.join(lessons)}")
    return course / f"{name}.ipynb", name


def _lessons(course: Path) -> list[str]:
    """The names of all lessons, the first one first, the games' in the order of numbers."""
    names = [
        path.relative_to(course).with_suffix("").as_posix()
        for path in course.rglob("*.ipynb")
        if not any(part.startswith(".") for part in path.relative_to(course).parts)
    ]

    def place(name: str) -> tuple[bool, str, int, str]:
        folder, _, last = name.rpartition("/")
        number = last.partition("-")[0]
        return bool(folder), folder, int(number) if number.isdigit() else 0, last

    return sorted(names, key=place)


def _one(args: argparse.Namespace, path: Path, lesson: str, output: Path, linked: bool) -> str:
    """Write one handout and say so; its title."""
    from skylib.lessons.handout import handout

    made = handout(
        path,
        args.answers,
        code=args.code,
        questions=args.questions,
        linked=linked,
        lesson=lesson,
    )
    _write(output, made.page)
    said = f"{output}: {made.title}"
    if made.answers:
        apart = output.with_name(f"{output.stem}-answers.html")
        _write(apart, made.answers)
        said += f" (answers: {apart.name})"
    print(said)
    return made.title


def _all(args: argparse.Namespace, folder: Path) -> None:
    course = find_course().notebooks
    titles = {}
    for name in _lessons(course):
        titles[name] = _one(args, course / f"{name}.ipynb", name, folder / f"{name}.html", True)
    rows = "".join(
        f'<li><a href="{escape(name)}.html">{escape(title)}</a></li>'
        for name, title in titles.items()
    )
    _write(
        folder / "index.html",
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>skylib: handouts</title></head><body><main><h1>skylib: handouts</h1>"
        f"<ul>{rows}</ul></main></body></html>\n",
    )
    print(f"{folder / 'index.html'}: {len(titles)} lessons")


def _write(path: Path, text: str) -> None:
    """Write a page whole or not at all. Raises `SkylibError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_text(text, "utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise SkylibError(f"{path} cannot be written: {error.strerror}") from None
