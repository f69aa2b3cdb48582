"""What a cell of a lesson becomes on paper: words, pictures, and answers kept apart.

No cell is run. A cell like ``lessons.predict('GAME/QUESTION')`` is read, not executed: its
call is looked up here by name and its arguments are plain values. Any other cell shows the
picture and the text that were saved with the notebook.
"""

from __future__ import annotations

import ast
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from skylib.core.errors import SkylibError
from skylib.core.records import Entry, Narration
from skylib.maps import scene_text
from skylib.maps.png import notebook_png
from skylib.scenes import Scene

from .drill import Drill
from .markup import escape, lines, paragraphs
from .shown import close_all

__all__ = ["Call", "Item", "Piece", "call_of", "piece_of"]

LONGEST_ALT = 300
SECTIONS = ("Aircraft:", "Aircraft and balloons:", "Areas:", "Lines:", "Markers:")

HOW = {  # what the live cell offers, by the call that makes it
    "both_ways": "Live: both readings side by side on the map.",
    "doubt": "Live: both readings side by side on the map.",
    "drill": "Live: questions without end; missed ones come back.",
    "fields_of_fire": "Live: turn the aircraft, change the gun, put a target anywhere.",
    "flights": "Live: a slider flies it point by point.",
    "fly": "Live: fly it with the mouse, the keys or typed moves.",
    "hexes": "Live: tap any hex for its name, distance and direction.",
    "level": "Live: fly it with the mouse, the keys or typed moves; hints come in steps.",
    "odds": "Live: change gun, target and range.",
    "play": "Live: choose a scenario and play, against the computer or a neighbour.",
    "predict": "Live: answer, and the map shows what is true.",
    "projector": "Live: screens for the whole room, steered by keys.",
    "replay": "Live: Next and Back step through it.",
    "turn_modes": "Live: add steps and watch the costs.",
}


@dataclass(frozen=True)
class Call:
    """A call of the library in a cell, with plain values as arguments."""

    name: str
    args: tuple[Any, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """Something to do on paper. ``answer`` is markup; empty where there is none."""

    head: str  # Question, Drill, To fly
    body: str
    answer: str


@dataclass(frozen=True)
class Piece:
    """A cell on paper: markup, and then things to do."""

    body: str = ""
    items: tuple[Item, ...] = ()
    how: str = ""


def call_of(source: str) -> Call | None:
    """The call ``lessons.NAME(…)`` that is all of a cell, if its arguments are plain values."""
    try:
        statements = ast.parse(source).body
        if len(statements) != 1 or not isinstance(statements[0], ast.Expr):
            return None
        call = statements[0].value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return None
        if not isinstance(call.func.value, ast.Name) or call.func.value.id != "lessons":
            return None
        args = tuple(ast.literal_eval(a) for a in call.args)
        settings = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if len(settings) != len(call.keywords):
        return None
    return Call(call.func.attr, args, settings)


def piece_of(source: str, text: str = "", png: str = "", questions: int = 3) -> Piece:
    """A code cell on paper.

    Args:
        source: its code.
        text, png: what was saved with it, as plain text and as a picture in base64.
        questions: how many questions of a drill are printed.
    """
    call = call_of(source)
    if call is not None and call.name in _MAKERS:
        try:
            piece = _MAKERS[call.name](call, png, questions)
        except (SkylibError, TypeError, ValueError, KeyError, AttributeError):
            pass  # a call that would fail: what was saved with it remains
        else:
            return Piece(piece.body, piece.items, HOW.get(call.name, ""))
    if source.strip() == "from skylib import lessons":
        return Piece()
    how = HOW.get(call.name, "") if call else ""
    told = _plain(text)
    if png:
        about, scene = _without_scene(text)
        folded = call is None or call.name in ("fly", "hexes", "play")
        told = _words(text) if folded else _plain(about) + _words(scene)
        return Piece(_picture(png, text) + told, how=how)
    return Piece(told, how=how)


# ---- pictures ------------------------------------------------------------------------------


def _picture(png: str, text: str) -> str:
    data = "".join(png.split())
    return (
        f'<figure><img src="data:image/png;base64,{escape(data)}" alt="{escape(_alt(text))}">'
        "</figure>"
    )


def _alt(text: str) -> str:
    """The first sentences of a map in words, as many as fit."""
    rows = [" ".join(row.split()) for row in text.split("\n") if row.strip()]
    out = "Map."
    for row in rows:
        if len(out) + len(row) > LONGEST_ALT:
            break
        out += f" {row}" if row.endswith((".", "?", ":")) else f" {row}."
    return out


def _words(text: str) -> str:
    """A map in words, folded, for those who do not see its picture."""
    if not text.strip():
        return ""
    return (
        '<details class="words"><summary>The map in words</summary>'
        f'<pre class="plain">{escape(text)}</pre></details>'
    )


def _scene(scene: Scene | None, png: str = "") -> str:
    """A scene as a picture, the saved one if there is one, with its words."""
    if scene is None:
        return ""
    data = png or b64encode(notebook_png(scene)).decode("ascii")
    text = scene_text(scene)
    return _picture(data, text) + _words(text)


def _plain(text: str) -> str:
    return f'<pre class="plain">{escape(text)}</pre>' if text.strip() else ""


def _without_scene(text: str) -> tuple[str, str]:
    """A text that ends with a map in words, in two: what it says, and who is where."""
    rows = text.split("\n")
    at = next((i for i, row in enumerate(rows) if row in SECTIONS), len(rows))
    return "\n".join(rows[:at]), "\n".join(rows[at:])


# ---- the kinds of cells ---------------------------------------------------------------------


def _rules(call: Call, _: str, __: int) -> Piece:
    from skylib.lessons import RuleCard

    game, *ids = call.args
    card = RuleCard(game, *ids)
    close_all(card.widget)
    out = []
    for rule in card.rules:
        one = RuleCard(game, rule.id)
        close_all(one.widget)
        out.append(f'<div class="card">{_without_style(one.widget.value)}</div>')
    return Piece("".join(out))


def _table(call: Call, _: str, __: int) -> Piece:
    from skylib import lessons

    chart = lessons.chart(*call.args, **call.settings)
    close_all(chart.widget)
    return Piece(_without_style(chart.widget.value))  # type: ignore[attr-defined]


def _ruling(call: Call, _: str, __: int) -> Piece:
    from skylib import lessons

    ruling = lessons.ruling(*call.args, **call.settings)
    move = escape(str(call.args[1]))
    return Piece(f'<div class="card"><p>{move}</p>{lines(str(ruling))}</div>')


def _without_style(markup: str) -> str:
    head, sign, rest = markup.partition("</style>")
    return rest if sign else head


def _choices(answers: tuple[str, ...]) -> str:
    rows = "".join(f'<li><span class="box">☐</span> {escape(a)}</li>' for a in answers)
    return f'<ul class="choices">{rows}</ul>'


def _question(problem: Any, png: str, head: str) -> Item:
    right = (problem.right,) if isinstance(problem.right, str) else tuple(problem.right)
    answer = f"<p><strong>{escape(' or '.join(right))}</strong></p>{lines(problem.because)}"
    body = (
        f'<p class="asked">{escape(problem.asked)}</p>{_scene(problem.before, png)}'
        f'<div class="beside">{_choices(tuple(problem.answers))}</div>'
    )
    return Item(head, body, answer)


def _predict(call: Call, png: str, _: int) -> Piece:
    from skylib import lessons

    question = lessons.predict(*call.args, **call.settings)
    close_all(question.widget)
    return Piece(items=(_question(question, png, "Question"),))


def _drill(call: Call, png: str, questions: int) -> Piece:
    from skylib import lessons

    drill: Drill = lessons.drill(*call.args, **call.settings)
    items = []
    for number in range(questions):
        items.append(_question(drill.problem, "" if number else png, "Drill"))
        drill.next()
    close_all(drill.widget)
    about = f"The first questions of this drill; its seed is {drill.seed}."
    return Piece(f"<p>{about}</p>" if items else "", tuple(items))


def _level(call: Call, png: str, _: int) -> Piece:
    from skylib import lessons
    from skylib.lessons.tasks import find_level

    level = find_level(*call.args)
    deck = lessons.level(*call.args, **call.settings)
    close_all(deck.widget)
    body = f'<p class="asked">{escape(level.goal.text)}</p>{_scene(deck.picture(), png)}'
    body += '<div class="beside"><p class="write">My moves:</p></div>'
    rows = "".join(f"<li>{escape(hint)}</li>" for hint in level.goal.hints)
    answer = f"<ol>{rows}</ol>" if rows else ""
    if level.solution and not any("; ".join(level.solution) in h for h in level.goal.hints):
        answer += f"<p>One way: {escape('; '.join(level.solution))}</p>"
    return Piece(items=(Item("To fly", body, answer),))


def _replay(call: Call, png: str, _: int) -> Piece:
    from skylib import lessons

    stepper = lessons.replay(*call.args)
    title = stepper.replay.record.title or "A record"
    begin = stepper.scene()
    rows = "".join(_steps(stepper))
    stepper.go(len(stepper.stops) - 1)
    end = stepper.scene()
    close_all(stepper.widget)
    told = f'<p class="asked">{escape(title)}</p>{_scene(begin, png)}<ol class="story">{rows}</ol>'
    if end != begin:
        told += f'<p class="asked">How it ends:</p>{_scene(end)}'
    return Piece(told)


def _deck(call: Call, _: str, __: int) -> Piece:
    """A deck for the projector: what it is; its screens folded, for they stand in the lesson."""
    from skylib import lessons

    deck = lessons.projector(*call.args, **call.settings)
    close_all(deck.widget)
    rows = []
    for screen in deck.screens:
        first, *more = screen.text().split("\n")
        rows.append(f"<li><strong>{escape(first)}</strong> {escape(' '.join(more))}</li>")
    about = f"{len(deck.screens)} screens"
    about += f", about {deck.minutes} minutes" if deck.minutes else ""
    return Piece(
        f'<div class="card"><p><strong>{escape(deck.title)}</strong></p><p>Projector: {about}.</p>'
        f'<details class="words"><summary>The screens</summary><ol>{"".join(rows)}</ol></details>'
        "</div>"
    )


def _steps(stepper: Any) -> Iterator[str]:
    for stop in stepper.stops:
        out = []
        for frame in stop:
            item = frame.item
            if isinstance(item, Narration):
                out.append(paragraphs(item.text))
            elif isinstance(item, Entry) and frame.ruling is not None:
                tried = "Tried, " if item.is_try else ""
                word = "Allowed" if frame.ruling.allowed else "Refused"
                out.append(
                    f"<p><strong>{escape(f'{tried}{item.who}: {item.move}')}</strong> "
                    f"{word}: {escape(frame.ruling.reason)}</p>"
                )
            out += [f"<p>Expected {escape(str(c))}.</p>" for c in frame.compared if not c.holds]
        if out:
            yield f"<li>{''.join(out)}</li>"


_MAKERS: dict[str, Callable[[Call, str, int], Piece]] = {
    "chart": _table,
    "drill": _drill,
    "level": _level,
    "predict": _predict,
    "projector": _deck,
    "replay": _replay,
    "rules": _rules,
    "ruling": _ruling,
}
