"""The cockpit: an aircraft's chart as the paper game has it, as markup and as text.

Every track says in words, not by colour alone, where its markers stand; what is ours and
not the rulebook's carries a sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from skylib.core.wording import counted
from skylib.flying_circus.aircraft import Gun
from skylib.flying_circus.state import FLYING, SHOT_DOWN, Aircraft, GunTrack

from .flying_circus_markup import OURS, side_style

__all__ = ["FEEDS", "cockpit_html", "cockpit_text", "gun_state", "summary"]

FEEDS = {"belt": "belt", "single": "single drum", "double": "double drum"}  # b, sd, dd

Cell = tuple[str, str, str]  # text, word below, classes


def gun_state(track: GunTrack) -> str:
    """Whether a gun may fire, in a word or two."""
    if not track.left:
        return "empty"
    if track.silent:
        phases = counted(track.silent, "phase")
        return f"reloading, {phases} more" if track.reloading else f"rests, {phases} more"
    return "ready"


def summary(a: Aircraft) -> str:
    """An aircraft in one line."""
    if a.status == SHOT_DOWN:
        return f"{a.id} {a.type.name}: shot down"
    if a.status != FLYING:
        words = {"off": "not yet on the map", "exited": "flown home"}
        level = f", level {a.level}" if a.level else ""
        return f"{a.id} {a.type.name}: {words.get(a.status, a.status)}{level}"
    guns = "; ".join(
        f"{gun.position} gun {track.left} of {gun.boxes}, {gun_state(track)}"
        for gun, track in zip(a.type.guns, a.guns, strict=True)
    )
    return f"{a.id} {a.type.name}: level {a.level}, speed {a.speed} of {a.max_speed}; {guns}"


# ---- tracks --------------------------------------------------------------------------------


def _sign(a: Aircraft, *fields: str) -> str:
    return OURS if any(a.type.source(f).startswith("ours") for f in fields) else ""


def _speed_cells(a: Aircraft) -> list[Cell]:
    cells = []
    for speed in range(1, a.type.max_speed + 1):
        words, classes = [], []
        if speed <= a.type.stall:
            classes.append("stall")
        if speed > a.max_speed:
            classes.append("lost")
        if speed == a.type.stall:
            words.append("stall")
        if speed == a.speed:
            words.append("now")
            classes.append("now")
        if speed == a.max_speed:
            words.append("max")
            classes.append("top")
        cells.append((str(speed), " ".join(words), " ".join(classes)))
    return cells


def _dive_cells(a: Aircraft) -> list[Cell]:
    cells = []
    for speed in range(1, a.type.dive_maximum + 1):
        classes = "stall" if speed <= a.type.stall else "lost" if speed > a.dive_maximum else ""
        here = speed == a.dive_maximum
        cells.append((str(speed), "max" if here else "", f"{classes} top" if here else classes))
    return cells


def _climb_cells(a: Aircraft) -> list[Cell]:
    out = []
    for grade in range(a.type.climb_grades):
        here = grade == a.progress
        out.append((str(grade), "here" if here else "", "now" if here else ""))
    return out


def _level_cells(a: Aircraft) -> list[Cell]:
    out = []
    for level in range(1, a.type.ceiling + 1):
        here = level == a.level
        text = str(level) if here or level in (1, a.type.ceiling) else "·"
        out.append((text, "", "now" if here else ""))
    return out


def _gun_cells(gun: Gun, track: GunTrack) -> list[Cell]:
    """Boxes from the first to be spent; a dot where the drum is changed."""
    drum = {"belt": 0, "single": 1, "double": 2}[gun.feed]
    cells: list[Cell] = []
    for box in range(1, gun.boxes + 1):
        spent = box <= gun.boxes - track.left
        cells.append(("×" if spent else "▮", "", "spent" if spent else ""))
        if drum and box % drum == 0 and box < gun.boxes:
            cells.append(("•", "", "dot"))
    return cells


def _track(name: str, cells: Iterable[Cell], words: str, kind: str = "") -> str:
    """One track as a table row; screen readers hear the words instead of the cells."""
    out = []
    for text, word, classes in cells:
        if classes == "dot":
            out.append(f'<td class="dot" aria-hidden="true">{escape(text)}</td>')
        else:
            below = f"<i>{escape(word)}</i>" if word else ""
            out.append(
                f'<td class="{classes}" aria-hidden="true"><b>{escape(text)}</b>{below}</td>'
            )
    return (
        f'<table class="skylib-track {kind}"><tr><th scope="row">{escape(name)}'
        f'<span class="skylib-hidden">: {escape(words)}</span></th>{"".join(out)}</tr></table>'
    )


def _turn_mode(a: Aircraft) -> str:
    left, right = a.type.turn_left, a.type.turn_right
    mode = left if left == right else f"{left} to the left, {right} to the right"
    return f"turn mode {mode}{_sign(a, 'turn_left')}"


def _gun_word(a: Aircraft, gun: Gun) -> str:
    sign = _sign(a, f"{gun.position}_gun.table", f"{gun.position}_gun.ammunition")
    return f"{gun.mount}, table {gun.table}, {FEEDS[gun.feed]}: {gun.ammunition}{sign}"


@lru_cache(maxsize=128)
def cockpit_html(a: Aircraft, computer: bool = False, folded: bool = False) -> str:
    """The chart of an aircraft; folded up it shows its one line only."""
    kind = a.type
    whose = f"{kind.side.capitalize()}, {'computer' if computer else 'pilot'}"
    title = f"{escape(a.id)} {escape(kind.name)}"
    if a.gone:
        return (
            f'<div class="skylib-cockpit" {side_style(a.side)}><div class="head">'
            f'<span class="gone">{title}</span><span class="whose">{escape(a.status)}</span>'
            "</div></div>"
        )
    rows = [
        _track(
            f"Speed{_sign(a, 'max_speed', 'stall')}",
            _speed_cells(a),
            f"now {a.speed or 'not chosen'}, maximum {a.max_speed}, stall {kind.stall}",
        ),
        _track(
            f"In a dive{_sign(a, 'dive_maximum')}",
            _dive_cells(a),
            f"dive maximum {a.dive_maximum}",
        ),
        _track(
            f"Climb{_sign(a, 'climb_grades')}",
            _climb_cells(a),
            f"progress {a.progress}; {kind.climb_grades} phases of climbing gain a level",
        ),
        _track(
            f"Level{_sign(a, 'ceiling')}",
            _level_cells(a),
            f"{a.level or 'not chosen'}, ceiling {kind.ceiling}",
            "levels",
        ),
    ]
    for gun, track in zip(kind.guns, a.guns, strict=True):
        state = gun_state(track)
        rows.append(
            _track(
                f"{gun.position.capitalize()} gun",
                _gun_cells(gun, track),
                f"{track.left} of {gun.boxes} boxes left, {state}",
            )
        )
        mark = "✓" if state == "ready" else "✗"
        rows.append(
            f'<p class="note">{mark} {escape(gun.position)} gun {escape(state)}'
            f" ({escape(_gun_word(a, gun))})</p>"
        )
    note = f"{OURS} our figure: the printed chart is missing" if kind.ours else ""
    rows.append(f'<p class="note">{escape(_turn_mode(a))}. {note}</p>')
    body = "".join(rows)
    head = f'<span>{title}</span> <span class="whose">{escape(whose)}</span>'
    if folded:
        return (
            f'<details class="skylib-cockpit" {side_style(a.side)}><summary>{head} '
            f'<span class="note">{escape(summary(a).partition(": ")[2])}</span></summary>'
            f"{body}</details>"
        )
    return (
        f'<div class="skylib-cockpit" {side_style(a.side)}><div class="head">{head}</div>'
        f"{body}</div>"
    )


def cockpit_text(a: Aircraft) -> str:
    """The same as lines of text."""
    kind = a.type
    lines = [
        f"{a.id} {kind.name} ({kind.side})",
        f"  speed now {a.speed or 'not chosen'}, maximum {a.max_speed} of {kind.max_speed}, "
        f"dive maximum {a.dive_maximum}, stall {kind.stall}",
        f"  climb progress {a.progress} of {kind.climb_grades}; level {a.level or 'not chosen'}, "
        f"ceiling {kind.ceiling}; {_turn_mode(a)}",
    ]
    for gun, track in zip(kind.guns, a.guns, strict=True):
        lines.append(
            f"  {gun.position} gun ({_gun_word(a, gun)}): "
            f"{track.left} of {gun.boxes} boxes, {gun_state(track)}"
        )
    if kind.ours:
        lines.append(f"  {OURS} our figure: the printed chart is missing")
    return "\n".join(lines)
