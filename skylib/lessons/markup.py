"""Small pieces of markup for the panels; every text from outside is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib import resources
from itertools import count

import ipywidgets

__all__ = [
    "alarmed",
    "away",
    "boxed",
    "escape",
    "is_away",
    "lines",
    "paragraphs",
    "put",
    "said",
    "spoken",
    "stopped",
    "style",
    "table",
]

_AWAY = "skylib-away"  # panels.css hides it


@cache
def style() -> str:
    """The style sheets of the panels as a ``<style>`` element."""
    folder = resources.files(__package__)
    sheets = [folder.joinpath(f"{name}.css").read_text("utf-8") for name in ("panels", "everyone")]
    return f"<style>{''.join(sheets)}</style>"


def paragraphs(text: str) -> str:
    """Text with empty lines as paragraphs."""
    parts = [p.strip() for p in text.split("\n\n")]
    return "".join(f"<p>{escape(p)}</p>" for p in parts if p)


def lines(text: str) -> str:
    """Text whose line breaks and indents matter, like a ruling's, as paragraphs."""
    return paragraphs(text).replace("\n    ", "<br>&emsp;").replace("\n", "<br>")


def stopped(text: str) -> str:
    """Text that ends as a sentence does, so that another may follow."""
    return text if text.endswith((".", "!", "?", ":")) or not text else f"{text}."


def put(line: ipywidgets.HTML, markup: str) -> None:
    """Set a line of markup; an empty one takes no room."""
    line.value = markup
    line.layout.display = "" if markup else "none"


def away(part: ipywidgets.DOMWidget, hidden: bool = True) -> None:
    """Hide a part, or show it again.

    This goes with the part's own message; its layout would send another one.
    """
    if hidden != is_away(part):
        kept = tuple(name for name in part._dom_classes if name != _AWAY)
        part._dom_classes = (*kept, _AWAY) if hidden else kept


def is_away(part: ipywidgets.DOMWidget) -> bool:
    """Whether a part is hidden by `away`."""
    return _AWAY in part._dom_classes


_QUOTE = re.compile(r"""(<p[^>]*>)(&#x27;|&quot;|['"])""")


def boxed(kind: str, content: str) -> str:
    """Content (markup) in a box of a kind that panels.css knows.

    Our own words of an error are shown with a capital; one that begins with what somebody has
    typed shows it in that spelling.
    """
    if kind == "error" and _QUOTE.match(content):
        kind = "error skylib-quoted"
    return f'<div class="skylib-box skylib-{kind}">{content}</div>'


_turns = count(1)


def said(text: str) -> str:
    """A paragraph that screen readers speak when it comes; the same text again as well."""
    return f'<p class="skylib-say" data-turn="{next(_turns)}">{escape(text)}</p>'


def spoken(markup: str) -> str:
    """Markup that screen readers speak when it comes; the same again as well."""
    return f'<div class="skylib-say" data-turn="{next(_turns)}">{markup}</div>'


def alarmed(text: str) -> str:
    """A paragraph with an error, spoken at once; the same text again as well."""
    return f'<p role="alert" data-turn="{next(_turns)}">{escape(text)}</p>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of texts, with header cells that screen readers can name."""
    out = ['<div class="skylib-scroll"><table class="skylib-table">']
    if caption:
        out.append(f"<caption>{escape(caption)}</caption>")
    cells = "".join(f'<th scope="col">{escape(h)}</th>' if h else "<td></td>" for h in head)
    out.append(f"<thead><tr>{cells}</tr></thead><tbody>")
    for row in rows:
        first, *rest = row
        cells = f'<th scope="row">{escape(first)}</th>'
        cells += "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        out.append(f"<tr>{cells}</tr>")
    return "".join([*out, "</tbody></table></div>"])
