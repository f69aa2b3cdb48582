"""The panels of Le Temps des As as markup: flight board, speed sum, fire test, cup.

They only show what the game says; every text from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html import escape
from importlib import resources

from skylib.core.rulings import Figure, Ruling
from skylib.core.wording import counted
from skylib.le_temps_des_as import fire, stalling
from skylib.le_temps_des_as.fire import Shot
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move
from skylib.le_temps_des_as.odds import stall_chance
from skylib.le_temps_des_as.sources import is_ours
from skylib.le_temps_des_as.state import ROLLED, Aircraft, State
from skylib.scenes.le_temps_des_as import letters

from .le_temps_des_as_rows import signed, signed_speed

__all__ = [
    "beside",
    "cup",
    "fire_sum",
    "flight_board",
    "letter_mark",
    "mission",
    "last_shot",
    "panel_style",
    "shot_ahead",
    "speed_sum",
    "supposed",
    "threats",
]

IN_COLUMN = True  # in a replay, see controls.panel_of
FACES = "⚀⚁⚂⚃⚄⚅"


@cache
def panel_style() -> str:
    """The style sheet of these panels as a ``<style>`` element."""
    css = resources.files(__package__).joinpath("le_temps_des_as.css").read_text("utf-8")
    return f"<style>{css}</style>"


def _panel(content: str) -> str:
    return f'<div class="tda-panel">{content}</div>'


def letter_mark(side: str, letter: str) -> str:
    """A counter's letter in the frame of its side: square for the Entente, round for the other."""
    return f'<span class="tda-letter tda-{side.lower()}">{escape(letter)}</span>'


# ---- the mission -------------------------------------------------------------------------


def mission(game: LeTempsDesAs, computer: Sequence[str] = ()) -> str:
    """The turn and what the pilot has to do; folded away, what the other side has to do.

    With two pilots it is the mission of the side that is asked.
    """
    scenario, state = game.setting.scenario, game.state
    sides = list(scenario.goals)
    people = [side for side in sides if side not in computer]
    own = people[0] if len(people) == 1 else state.asked if state.asked in sides else sides[0]
    other = next(side for side in sides if side != own)
    return (
        '<details class="skylib-note tda-mission"><summary>'
        f"<b>Turn {state.turn} of {scenario.turns}.</b> {escape(own)}: "
        f"{escape(scenario.goals[own])}</summary>"
        f"<p>{escape(other)}: {escape(scenario.goals[other])}</p>"
        f"<p>{escape(scenario.title)} ({escape(scenario.section)})</p></details>"
    )


# ---- the flight board ------------------------------------------------------------------


def flight_board(game: LeTempsDesAs, computer: Sequence[str] = ()) -> str:
    """One card for each counter: level, speed on its track, points left, ace, damage, pursuit."""
    short = letters(game)
    out = ["<p><strong>Flight board</strong></p>", '<ul class="tda-board">']
    for plane in game.state.aircraft:
        out.append(_card(game, plane, short[plane.id], plane.side in computer))
    out.append("</ul>")
    return _panel("".join(out))


def _card(game: LeTempsDesAs, plane: Aircraft, letter: str, computer: bool) -> str:
    act, sheet = game.state.act, game.setting.sheet(plane)
    name = f"{letter_mark(plane.side, letter)}<strong>{escape(plane.id)}</strong>"
    if computer:
        name += " <small>computer</small>"
    if plane.status in ("left", "destroyed"):
        fate = escape(plane.fate or plane.status)
        return f'<li class="tda-gone">{name}<br>✗ {fate} (turn {plane.gone})</li>'
    now = act is not None and plane.id in act.members
    cloud = " ☁" if sheet.very_high else ""
    if cloud and sheet.ours("very_high"):
        cloud += _ours()
    level = "" if plane.status == "unplaced" else f"level <b>{plane.level}</b>{cloud}"
    lines = [f"<span>{name}</span><span>{level}</span>"]
    if not sheet.is_balloon:
        ours = _ours() if sheet.ours("max_speed") else ""
        track = f'<span class="tda-track">{speed_track(plane.speed, sheet.max_speed)}{ours}</span>'
        lines.append(f"{track}<span>{_points(game, plane)}</span>")
    body = "".join(f'<div class="tda-top">{line}</div>' for line in lines)
    rest = [f"power ±{plane.power}"] if plane.power != 1 and not sheet.is_balloon else []
    rest += [f"ace {plane.ace}"] if plane.ace else []
    words = _state_words(game, plane)
    rest += [words] if words else []
    if rest:
        body += f"<div>{escape(' · '.join(rest))}</div>"
    return f'<li class="{"tda-now" if now else ""}">{body}</li>'


def _ours() -> str:
    return '<sup title="ours, not the rulebook\'s">◊</sup>'


def _points(game: LeTempsDesAs, plane: Aircraft) -> str:
    """Points left as on a die; before and after the movement a word."""
    act = game.state.act
    if act is None or plane.id not in act.group:
        if plane.status == "unplaced":
            return "to be set up"
        return "✓ flown" if plane.moved else "to fly"
    sixes, rest = divmod(act.points, 6) if act.points <= 18 else (0, 0)
    face = FACES[5] * sixes + (FACES[rest - 1] if rest else "")
    shown = f'<span class="tda-die" aria-hidden="true">{face}</span>' if face else ""
    return f"{shown}<b>{act.points}</b> left"


def _state_words(game: LeTempsDesAs, plane: Aircraft) -> str:
    charts = game.setting.charts
    out = []
    if plane.out:
        out.append("✗ out of control")
    if plane.debt:
        out.append("too fast: must slow down")
    if plane.damaged:
        names = [charts.markers[m].name for m in plane.markers]
        out.append("damaged" + (f" ({', '.join(names)})" if names else ""))
    for gun in plane.jammed:
        out.append(f"{gun} gun jammed")
    for who, how in (("pilot", plane.pilot), ("observer", plane.observer)):
        if how in ("wounded", "dead"):
            out.append(f"{who} {how}")
    if plane.passes:
        out.append("loaded" + (f", {plane.passes} passes" if plane.passes > 0 else ""))
    if plane.pursues:
        out.append(f"pursues {plane.pursues}")
    return ", ".join(out)


def speed_track(speed: int, most: int) -> str:
    """The dial as a row of cells, slow ones (1-2) with a bar below, fast ones (6+) above."""
    wide, cells = 14, max(most, speed, 1)
    out = [
        f'<svg width="{cells * wide + 2}" height="22" role="img" '
        f'aria-label="speed {speed} of {most}">'
    ]
    for n in range(1, cells + 1):
        x = 1 + (n - 1) * wide
        here = n == speed
        fill = "#16202e" if here else "#ffffff" if n <= most else "#eeeeee"
        ink = "#ffffff" if here else "#16202e" if n <= most else "#595959"
        dash = "" if n <= most else ' stroke-dasharray="2 2"'
        out.append(
            f'<rect x="{x}" y="3" width="{wide - 1}" height="15" fill="{fill}" '
            f'stroke="#595959"{dash}/>'
            f'<text x="{x + wide / 2 - 0.5}" y="14.5" text-anchor="middle" font-size="11" '
            f'font-weight="{700 if here else 400}" fill="{ink}">{n}</text>'
        )
        if n <= 2:
            out.append(f'<rect x="{x}" y="19" width="{wide - 1}" height="3" fill="#0072b2"/>')
        elif n >= 6:
            out.append(f'<rect x="{x}" y="0" width="{wide - 1}" height="3" fill="#d55e00"/>')
    if speed < 1:
        out.append(f'<text x="{cells * wide}" y="14">{speed}</text>')
    return "".join([*out, "</svg>"])


# ---- the speed sum -------------------------------------------------------------------------


def _term(value: str, what: str, kind: str = "") -> str:
    return (
        f'<span class="tda-term {kind}"><b>{escape(value)}</b><small>{escape(what)}</small></span>'
    )


def speed_sum(game: LeTempsDesAs, plan: Sequence[Choice] = ()) -> str:
    """The new speed as it grows, the planned manoeuvres included, and what each power factor
    would make of it: speed, and the chance to stall."""
    state, setting = game.state, game.setting
    act = state.act
    if act is None or not (act.group or act.ending) or state.stage == "balloon":
        return ""
    id = act.ending[0] if act.ending else act.group[0]
    plane = state.plane(id)
    if plane.moved or state.stage == "fire":
        return ""
    sheet = setting.sheet(plane)
    sure = stalling.speed_figures(setting, state, plane, 0)
    tried = replace(state, act=replace(act, chain=(*act.chain, *plan)))
    figures = stalling.speed_figures(setting, tried, plane, 0)
    terms = []
    for i, f in enumerate(figures):
        value = str(f.value) if i == 0 else signed(int(f.value))
        what = "start" if i == 0 else f.what
        terms.append(_term(value, what, "tda-new" if i >= len(sure) else ""))
    total = sum(int(f.value) for f in figures)
    out = [
        f"<p><strong>New speed of {escape(id)}</strong>"
        + (" (dashed: planned)" if len(figures) > len(sure) else "")
        + "</p>",
        f'<div class="tda-sum">{"".join(terms)}<span class="tda-op">=</span>'
        f"{_term(signed_speed(total), 'so far', 'tda-total')}",
    ]
    factors = range(-plane.power, plane.power + 1) if state.stage == "manoeuvre" else ()
    for power in factors:
        speed = total + power
        chance = stall_chance(speed, sheet.max_speed, plane.piloting) * 6
        kind = "tda-risk" if chance else ""
        risk = f"stall {chance} of 6" if chance else "no stall"
        if speed > sheet.max_speed:
            risk = f"too fast{' ◊' if sheet.ours('max_speed') else ''}, {risk}"
        out.append(_term(f"{signed(power)} → {signed_speed(speed)}", risk, f"tda-then {kind}"))
    out.append("</div>")
    return _panel("".join(out))


# ---- the fire test -------------------------------------------------------------------------


def fire_sum(
    figures: Sequence[Figure],
    hit_value: int,
    title: str,
    jam_spoils: bool = False,
    ours: bool = False,
) -> str:
    """A fire test as a sum against the hit value, and what each face of the die would do.

    ``figures`` are the modifiers; a figure called `ROLLED` is the die that was rolled. ``ours``
    says that the hit value is.
    """
    modifiers = [f for f in figures if f.what != ROLLED]
    rolled = next((int(f.value) for f in figures if f.what == ROLLED), None)
    total = sum(int(f.value) for f in modifiers)
    terms = [_term("die" if rolled is None else str(rolled), "1d6")]
    terms += [_term(signed(int(f.value)), f.what) for f in modifiers]
    if rolled is None:
        terms.append('<span class="tda-op">≥</span>')
    else:
        sign = "≥" if rolled + total >= hit_value else "&lt;"
        terms.append('<span class="tda-op">=</span>')
        terms.append(_term(str(rolled + total), "total", "tda-total"))
        terms.append(f'<span class="tda-op">{sign}</span>')
    terms.append(_term(str(hit_value), "hit value ◊" if ours else "hit value", "tda-total"))
    faces = []
    hits = 0
    for die in range(1, 7):
        hit = die + total >= hit_value
        hits += hit
        word = "hit" if hit else "miss"
        faces.append(
            f'<span class="tda-face tda-{word}"><b>{FACES[die - 1]}</b>'
            f"<small>{signed_speed(die + total)} {'✓' if hit else '✗'} {word}</small></span>"
        )
    jam = "On a natural 6 the die is rolled again: another 6 jams the gun (1 of 36)"
    jam += ", and spoils the shot." if jam_spoils else "; the shot counts all the same."
    return _panel(
        f"<p><strong>{escape(title)}</strong></p>"
        f'<div class="tda-sum">{"".join(terms)}</div>'
        f'<div class="tda-sum" role="img" aria-label="{hits} of the 6 faces hit">'
        f"{''.join(faces)}</div>"
        f'<p class="tda-note"><strong>{hits} of 6</strong> hit. {escape(jam)}</p>'
    )


def last_shot(game: LeTempsDesAs) -> str:
    """The fire test that was rolled last, if the last move was a shot."""
    last = game.last
    if last is None or last.move.kind != "fire":
        return ""
    report = [h for h in last.after.report if h.figures]
    if not report:
        return ""
    move = last.move
    sheet = game.setting.sheet(last.before.plane(move.target))
    title = f"The shot of {move.aircraft[0]} ({move.gun} gun) at {move.target}"
    spoils = game.setting.readings["TDA-JAM"] == "jam-spoils"
    return fire_sum(report[0].figures, sheet.hit, title, spoils, bool(sheet.ours("hit")))


def shot_ahead(game: LeTempsDesAs, move: Move) -> str:
    """The fire test of a shot that may be fired now."""
    state = game.state
    shot = Shot(move.aircraft[0], move.gun, move.target)
    figures = fire.modifiers(game.setting, state, shot, state.stage == "opportunity")
    sheet = game.setting.sheet(state.plane(move.target))
    title = f"Fire test: {move.aircraft[0]} ({move.gun} gun) at {move.target}"
    spoils = game.setting.readings["TDA-JAM"] == "jam-spoils"
    return fire_sum(figures, sheet.hit, title, spoils, bool(sheet.ours("hit")))


def beside(game: LeTempsDesAs) -> str:
    """What a replay shows beside the story: the last shot, the speed sum, the flight board."""
    return panel_style() + last_shot(game) + speed_sum(game) + flight_board(game)


# ---- the cup ---------------------------------------------------------------------------------


def cup(game: LeTempsDesAs) -> str:
    """What is left in the cup of damage markers, kind by kind."""
    charts = game.setting.charts
    items = []
    for (_, marker), left in zip(charts.markers.items(), game.state.cup, strict=True):
        full = max(marker.count, left)
        chips = "■" * left + "□" * (full - left)
        items.append(
            f"<li><span>{escape(marker.name)}</span>"
            f'<span><span class="tda-chips" aria-hidden="true">{chips}</span> {left}</span></li>'
        )
    ours = f" {_ours()}" if is_ours(charts.counts_source) else ""
    total = sum(game.state.cup)
    return _panel(
        f"<p><strong>The cup: {counted(total, 'marker')} left</strong>{ours}</p>"
        f'<ul class="tda-cup">{"".join(items)}</ul>'
    )


# ---- what would come of a manoeuvre -------------------------------------------------------------


def supposed(game: LeTempsDesAs, choice: Choice) -> State:
    """The state right after a manoeuvre, as if nobody fired and nobody met."""
    state = game.state
    act = state.act
    assert act is not None
    planes, entered, points = {}, list(act.entered), act.points
    for id, (env, flight) in zip(act.group, game.envelopes, strict=True):
        after = env.after(flight, choice)
        _, way, _ = env.path(flight, choice)
        last = flight.hex
        for hex in way:
            entered.append((id, last))
            last = hex
        points = after.points
        planes[id] = replace(
            state.plane(id), hex=after.hex, facing=after.facing, level=max(1, after.level)
        )
    return replace(
        state,
        aircraft=tuple(planes.get(p.id, p) for p in state.aircraft),
        act=replace(
            act, chain=(*act.chain, choice), entered=tuple(entered), points=points, step="next"
        ),
    )


def threats(game: LeTempsDesAs, choice: Choice) -> list[tuple[Shot, Ruling]]:
    """The opportunity fire that a manoeuvre would call forth."""
    state = supposed(game, choice)
    return [
        (shot, fire.ruling(game.setting, state, shot, True))
        for shot in fire.shots_at(game.setting, state)
    ]
