"""Any lesson as one printable page: no kernel, no network, the answers folded away.

nbconvert makes the page from a template of ours; what its cells become is decided in
`skylib.lessons.handout_pieces`.
"""

from __future__ import annotations

import mimetypes
import re
from base64 import b64encode
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args

import nbformat
from nbconvert import HTMLExporter

from skylib.core.errors import SkylibError

from .handout_pieces import Item, piece_of
from .markup import escape

__all__ = ["ANSWERS", "Answers", "Handout", "handout", "read_notebook"]

Answers = Literal["last-page", "apart", "none"]
ANSWERS: tuple[str, ...] = get_args(Answers)
LARGEST = 50_000_000  # bytes of a notebook
PAGE = 46  # rows of answers that a sheet of A4 or Letter holds
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
_LIVE = re.compile(r"^\*To bring this page to life:.*\*\n*", re.MULTILINE)
_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!\w+:)([^)\s]+)\)")
_LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:)([^)#\s]+)\.ipynb(#[^)\s]*)?\)")


@dataclass(frozen=True)
class Handout:
    """A page, and the page of its answers where they are kept apart."""

    title: str
    page: str
    answers: str = ""
    questions: int = 0


def read_notebook(path: Path) -> Any:
    """A notebook from disk, in the present format. Raises `SkylibError` for what is none."""
    try:
        if path.stat().st_size > LARGEST:
            raise SkylibError(f"{path} is too large for a notebook")
        book = nbformat.reads(path.read_text("utf-8-sig"), as_version=4)
        nbformat.validate(book)
    except OSError as error:
        raise SkylibError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise SkylibError(f"{path} is no notebook: {_short(error)}") from None
    except nbformat.ValidationError as error:
        raise SkylibError(f"{path} is no notebook: {_short(error)}") from None
    return book


def _short(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).split("\n")[0][:120]


def handout(
    path: Path,
    answers: Answers = "last-page",
    *,
    code: bool = False,
    questions: int = 3,
    linked: bool = False,
    lesson: str = "",
) -> Handout:
    """A notebook as a handout.

    Args:
        path: the notebook.
        answers: on a ``last-page`` (folded on the screen, upside down on paper), ``apart``
            on a page of their own, or ``none``.
        code: show the code of the cells too.
        questions: how many questions of each drill.
        linked: links to other notebooks lead to their handouts; else they are plain words.
        lesson: the lesson's name within the course; the file's if left out.

    Raises:
        SkylibError: the file is no notebook.
    """
    if answers not in ANSWERS:
        raise SkylibError(f"answers are {', '.join(ANSWERS)}, not {answers!r}")
    book = read_notebook(path)
    name = lesson or path.stem
    title = _title(book) or name
    made = _Made(answers, code, questions, linked, path.parent)
    for cell in book.cells:
        made.take(cell)
    book.cells = [cell for cell in book.cells if cell.source.strip() or cell.outputs_on_paper]
    about = {"title": title, "lesson": name, "key": made.key(), "code": code, "style": _style()}
    page = _export(book, about)
    apart = ""
    if answers == "apart":
        empty = nbformat.v4.new_notebook()
        empty.cells = [nbformat.v4.new_markdown_cell(f"# {title}")]
        head = {"title": f"{title}: answers", "key": made.key(apart=True)}
        apart = _export(empty, about | head)
    return Handout(title, page, apart, made.number)


def _title(book: Any) -> str:
    for cell in book.cells:
        if cell.cell_type == "markdown" and (found := re.search(r"(?m)^# +(.+)$", cell.source)):
            return " ".join(re.sub(r"[*_`]", "", found[1]).split())
    return ""


@dataclass
class _Made:
    """What becomes of the cells, one after the other; numbers run through the page."""

    answers: str
    code: bool
    questions: int
    linked: bool
    folder: Path
    number: int = 0
    told: list[tuple[int, Item]] = field(default_factory=list)

    def take(self, cell: Any) -> None:
        """Change a cell into what is printed of it."""
        cell["outputs_on_paper"] = ""
        if cell.cell_type == "markdown":
            text = _PICTURE.sub(self._picture, _LIVE.sub("", cell.source))
            cell.source = self._links(text).strip()
        elif cell.cell_type == "code":
            cell["outputs_on_paper"] = self._code(cell)
            if not self.code:
                cell.source = ""
        else:  # raw cells are for other programs
            cell.source = ""

    def _links(self, text: str) -> str:
        if self.linked:
            return _LINK.sub(lambda m: f"[{m[1]}]({m[2]}.html{m[3] or ''})", text)
        return _LINK.sub(lambda m: f"*{m[1]}*", text)

    def _picture(self, found: re.Match[str]) -> str:
        """A picture beside the notebook becomes part of the page; any other its words."""
        kind = mimetypes.guess_type(found[2])[0]
        file = (self.folder / found[2]).resolve()
        inside = file.is_relative_to(self.folder.resolve())
        if kind in PICTURES and inside and file.is_file() and file.stat().st_size < LARGEST // 10:
            data = b64encode(file.read_bytes()).decode("ascii")
            return f"![{found[1]}](data:{kind};base64,{data})"
        return f"*{found[1]}*" if found[1] else ""

    def _code(self, cell: Any) -> str:
        text, png = _saved(cell)
        piece = piece_of(cell.source, text, png, self.questions)
        out = [piece.body, *(self._item(item) for item in piece.items)]
        if piece.how and any(out):
            out.append(f'<p class="how">{escape(piece.how)}</p>')
        return "".join(out)

    def _item(self, item: Item) -> str:
        self.number += 1
        self.told.append((self.number, item))
        fold = ""
        if self.answers == "last-page" and item.answer:
            fold = (
                f'<details class="answer"><summary>Answer {self.number}</summary>'
                f"{item.answer}</details>"
            )
        return (
            f'<section class="todo" aria-label="{escape(item.head)} {self.number}">'
            f'<p class="number">{escape(item.head)} {self.number}</p>{item.body}{fold}</section>'
        )

    def key(self, apart: bool = False) -> str:
        """All answers in order: for the last page, or for a page of their own."""
        told = [(n, item) for n, item in self.told if item.answer]
        if not told or (self.answers != "last-page" and not apart):
            return ""
        lists: list[str] = []
        free = 0
        for n, item in told:
            row = f'<li value="{n}"><p class="number">{escape(item.head)} {n}</p>{item.answer}</li>'
            words = len(re.sub(r"<[^>]+>", "", row))
            rows = 1 + sum(map(row.count, ("<br>", "</p>", "</li>"))) + words // 110
            if rows > free:
                lists.append("")
                free = PAGE
            lists[-1] += row
            free -= rows
        opened = " open" if apart else ""
        turned = "" if apart else " turned"
        pages = "".join(f"<ol>{rows}</ol>" for rows in lists)
        return (
            f'<section class="key{turned}"><h2>Answers</h2><details{opened}>'
            f"<summary>Show all answers</summary>{pages}</details></section>"
        )


def _saved(cell: Any) -> tuple[str, str]:
    """The text and the picture that were saved with a code cell; markup is left out, for it
    may hold anything."""
    texts, png = [], ""
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            texts.append(output.text)
        elif output.output_type in ("execute_result", "display_data"):
            texts.append(output.data.get("text/plain", ""))
            png = png or output.data.get("image/png", "")
    return "\n".join(texts), png


def _style() -> str:
    return resources.files(__package__).joinpath("handout.css").read_text("utf-8")


def _export(book: Any, about: dict[str, Any]) -> str:
    exporter = HTMLExporter(
        template_name="skylib-handout",
        extra_template_basedirs=[str(resources.files(__package__) / "handout_templates")],
        exclude_anchor_links=True,
    )
    page, _ = exporter.from_notebook_node(book, {"handout": about})
    return str(page)
