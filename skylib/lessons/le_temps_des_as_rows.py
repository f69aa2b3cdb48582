"""What the flight deck of Le Temps des As offers at each decision, row by row.

Every row says what it would do and whether it is open; a closed one says why. Nothing is
judged here: what is legal, and why not, comes from the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, NamedTuple

from skylib.core.rulings import Ruling
from skylib.le_temps_des_as import placement, sequence
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice, Manoeuvre
from skylib.le_temps_des_as.moves import Move
from skylib.le_temps_des_as.state import Aircraft

from .choice_table import ChoiceRow

__all__ = ["Offer", "manoeuvre_rows", "offer", "signed"]

HOT = "123456789c"  # keys of the rows: the map keeps 0 for itself
STATES: dict[str, Literal["open", "closed", "never"]] = {
    "lit": "open",
    "dimmed": "closed",
    "struck": "never",
}

MANOEUVRE_HEAD = (
    "manoeuvre",
    "cost|in resource points, surcharges included",
    "needs|speed needed at the start of the turn",
    "speed|effect on the speed at the end of the movement",
    "level|change of level: built in, or allowed by choice",
    "fire|may the aircraft fire if this is its last manoeuvre",
    "def|taken off opportunity fire at it",
)

FOOT = "★ an ace may pay less · ● red: once a turn · (↑↓) by choice · ◊ ours"


class Offer(NamedTuple):
    """A table of rows for one decision."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[ChoiceRow, ...]
    foot: str = ""


def signed(number: int) -> str:
    """A number with its sign and a real minus: +1, 0, −2."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def offer(game: LeTempsDesAs) -> Offer:
    """What there is to decide now."""
    if game.outcome:
        return Offer("", (), ())
    return _OFFERS.get(game.state.stage, _plain)(game)


def _row(
    game: LeTempsDesAs, move: Move, cells: tuple[str, ...], hot: str = "", legal: bool | None = None
) -> ChoiceRow:
    ruling = game.check(move)
    state = "open" if ruling.allowed else "closed"
    return ChoiceRow(str(move), cells, state, ruling.reason, hot, move=move)


# ---- manoeuvres ------------------------------------------------------------------------


def _manoeuvres(game: LeTempsDesAs) -> Offer:
    act = game.state.act
    assert act is not None
    env, _ = game.envelopes[0]
    who = " and ".join(act.group)
    caption = f"Manoeuvres of {who}: class {env.letter}, speed {env.speed} at the start"
    return Offer(caption, MANOEUVRE_HEAD, manoeuvre_rows(game), FOOT)


def manoeuvre_rows(game: LeTempsDesAs) -> tuple[ChoiceRow, ...]:
    """The manoeuvre table for the aircraft that flies now."""
    env, flight = game.envelopes[0]
    alone = len(game.envelopes) == 1
    legal: dict[str, Choice] = {}
    for move in game.legal_moves():
        if move.choice is not None:
            legal.setdefault(move.choice.manoeuvre, move.choice)
    out = []
    for number, row in enumerate(env.table.values()):
        standing, ruling = env.standing(flight, row.id)
        choice = legal.get(row.id) or next(c for c in env.options if c.manoeuvre == row.id)
        if not alone and standing == "lit":  # the others of the formation have a say too
            ruling = game.check(Move("fly", choice=choice))
            standing = "lit" if ruling.allowed else "dimmed"
        state = STATES[standing]
        cost = row.cost.get(env.letter)
        extra = 0 if cost is None else env.cost(flight, choice._replace(ace=False)) - cost
        price = "–" if cost is None else f"{cost}+{extra}" if extra else str(cost)
        out.append(
            ChoiceRow(
                row.id,
                (
                    row.name,
                    price + _mark(row, f"cost {env.letter}"),
                    *shared_cells(row, *env.limits(row)),
                ),
                state,
                ruling.reason,
                HOT[number] if number < len(HOT) else "",
                ("★" if row.star else "") + ("●" if row.red else ""),
                signs_mean(row),
                Move("fly", choice=choice),
            )
        )
    return tuple(out)


def signs_mean(row: Manoeuvre) -> str:
    """The signs behind a manoeuvre's name in words."""
    means = ["an ace may take the piloting quality off its cost"] if row.star else []
    means += ["red: once a turn"] if row.red else []
    return "; ".join(means)


def _mark(row: Manoeuvre, name: str) -> str:
    return "◊" if row.ours(name) else ""


def shared_cells(row: Manoeuvre, low: int | None, high: int | None) -> tuple[str, ...]:
    """The cells of a manoeuvre that are the same for every class."""
    condition, name = "–", "min_speed"
    if low is not None:
        condition = f"≥{low}"
    elif high is not None:
        condition, name = f"≤{high}", "max_speed"
    if row.levels:
        level, source = ("↑ 1" if row.levels > 0 else "↓ 1"), "levels"
    else:
        level = {"none": "–", "climb": "(↑)", "descend": "(↓)", "either": "(↑↓)"}[row.altitude]
        source = "altitude"
    return (
        condition + (_mark(row, name) if condition != "–" else ""),
        signed(row.effect) + _mark(row, "effect"),
        level + _mark(row, source),
        ("yes" if row.fire else "no") + _mark(row, "fire"),
        (signed(-row.defence)) + _mark(row, "defence"),
    )


# ---- who flies, and when ---------------------------------------------------------------


def _note(game: LeTempsDesAs, plane: Aircraft) -> str:
    notes = []
    if plane.out:
        notes.append("out of control: it falls")
    if plane.debt:
        notes.append("must slow down")
    if plane.damaged:
        notes.append("damaged")
    if plane.passes:
        notes.append("loaded")
    if plane.ace:
        notes.append(f"ace {plane.ace}")
    if plane.pursues:
        notes.append(f"pursues {plane.pursues}")
    return ", ".join(notes) or "–"


def _choose(game: LeTempsDesAs) -> Offer:
    state = game.state
    rows = []
    for plane in state.of(state.asked):
        speed = max(0, plane.speed)
        points = "–" if plane.out else f"{speed} or {speed + 1}"
        if game.setting.sheet(plane).is_balloon:
            points = "–"
        cells = (f"fly {plane.id}", points, _note(game, plane))
        rows.append(_row(game, Move("choose", (plane.id,)), cells))
    for ids in sequence.formations(game.setting, state):
        speed = state.plane(ids[0]).speed
        rows.append(
            _row(
                game,
                Move("choose", ids),
                (f"in formation: {' '.join(ids)}", f"{speed} or {speed + 1}", "one risk die"),
            )
        )
    for move in game.legal_moves():
        if move.kind == "wait":
            prey = state.plane(move.aircraft[0]).pursues
            rows.append(_row(game, move, (f"wait: {move.aircraft[0]}", "–", f"follows {prey}")))
    return Offer("Which aircraft flies now?", ("", "points", "state"), _hot(rows))


def _hot(rows: list[ChoiceRow]) -> tuple[ChoiceRow, ...]:
    return tuple(replace(r, hot=HOT[i] if i < 9 else "") for i, r in enumerate(rows))


def _plain(game: LeTempsDesAs) -> Offer:
    """A decision between a few moves: each with what the rules say of it."""
    rows = []
    for move in game.legal_moves():
        rows.append(_row(game, move, (str(move), game.check(move).reason)))
    captions = {
        "roll": "The turn begins",
        "decide": "Fly first, or let the other side?",
        "follow": "The prey has flown",
        "balloon": "The balloon",
        "clash": "Collision: may the ace change the roll?",
        "recover": "Recuperation",
        "pursue": "Whom to pursue?",
    }
    return Offer(captions.get(game.state.stage, ""), ("", ""), _hot(rows))


def _recover(game: LeTempsDesAs) -> Offer:
    """Every silent gun and every aircraft out of control, those tried already too."""
    state = game.state
    rows = []
    for plane in state.of(state.asked):
        for gun in game.setting.sheet(plane).guns:
            move = Move("unjam", (plane.id,), gun=gun)
            ruling = game.check(move)
            if ruling.allowed or "tried" in ruling.reason or "one attempt" in ruling.reason:
                rows.append(_row(game, move, (f"repair {plane.id} {gun}", _chance(ruling))))
        move = Move("test", (plane.id,))
        if plane.out:
            rows.append(
                _row(game, move, (f"regain control of {plane.id}", _chance(game.check(move))))
            )
    rows.append(_row(game, Move("done"), ("done", "–")))
    return Offer("Recuperation", ("", "chance"), _hot(rows))


def _chance(ruling: Ruling) -> str:
    return str(ruling.facts.get("chance", "–"))


# ---- fire --------------------------------------------------------------------------------


def _shot(game: LeTempsDesAs, shooter: Aircraft, gun: str, target: str) -> ChoiceRow:
    move = Move("fire", (shooter.id,), gun=gun, target=target)
    ruling = game.check(move)
    facts = ruling.facts
    cells = (
        f"{shooter.id} {gun} at {target}",
        str(facts.get("range", "–")),
        f"{facts['needs']}+" if isinstance(facts.get("needs"), int) else "–",
        str(facts.get("chance", "–")) + ("◊" if ruling.ours else ""),
    )
    return _row(game, move, cells)


_FIRE_HEAD = (
    "shot",
    "range",
    "needs|on the die",
    "chance|of the six faces of a die",
)


def _opportunity(game: LeTempsDesAs) -> Offer:
    state = game.state
    act = state.act
    assert act is not None
    rows = [
        _shot(game, shooter, gun, target)
        for target in act.group
        for shooter in state.of(state.asked)
        for gun in game.setting.sheet(shooter).guns
    ]
    return _shots(game, f"Opportunity fire of {state.asked}?", rows)


def _fire(game: LeTempsDesAs) -> Offer:
    state = game.state
    act = state.act
    assert act is not None
    shooter = state.plane(act.firing[0])
    enemies = [p for p in state.aircraft if p.flying and p.side != shooter.side]
    rows = [
        _shot(game, shooter, gun, target.id)
        for gun in game.setting.sheet(shooter).guns
        for target in enemies
    ]
    return _shots(game, f"Own fire of {shooter.id}?", rows)


def _shots(game: LeTempsDesAs, asked: str, rows: list[ChoiceRow]) -> Offer:
    """The first eight shots, those that may be fired first, and the pass."""
    first = sorted(rows, key=lambda r: r.state != "open")[:8]
    first.append(_row(game, Move("pass"), ("pass", "–", "–", "–")))
    return Offer(asked, _FIRE_HEAD, _hot(first))


# ---- the end of a movement ------------------------------------------------------------------


def _power(game: LeTempsDesAs) -> Offer:
    state = game.state
    act = state.act
    assert act is not None
    plane = state.plane(act.ending[0])
    rows = []
    for power in range(-plane.power, plane.power + 1):
        move = Move("power", power=power)
        ruling = game.check(move)
        speed, chance = int(ruling.facts["new speed"]), str(ruling.facts["stall chance"])
        what = ruling.reason.partition(": ")[2] or "–"
        if what == "a control test is due":
            what = "control test"
        elif what.startswith("all power factors"):
            what = "too fast: power lost, control test"
        elif what == "it stalls":
            what = "stall"
        stall = "none" if chance.startswith("0") else chance
        name = f"power {signed(power)}"
        rows.append(_row(game, move, (name, signed_speed(speed), what, stall)))
    caption = f"The power factor of {plane.id}, maximum speed {game.setting.sheet(plane).max_speed}"
    return Offer(caption, ("", "new speed", "then", "chance to stall"), _hot(rows))


def signed_speed(speed: int) -> str:
    """A speed, which may be below nothing."""
    return str(speed).replace("-", "−")


def _place(game: LeTempsDesAs) -> Offer:
    state = game.state
    plane = placement.unplaced(state, state.asked)
    group = placement.group_of(game.setting, plane) if plane else None
    rows = [_row(game, Move("ready"), ("set up the rest as suggested",))]
    where = f" in {', '.join(group.zones)}" if group else ""
    who = plane.id if plane else ""
    how = "tap a hex, or x, arrows and Enter; then x and ← → turn it"
    return Offer(f"Set up {who}{where}: {how}", ("",), _hot(rows))


_OFFERS: dict[str, Callable[[LeTempsDesAs], Offer]] = {
    "place": _place,
    "manoeuvre": _manoeuvres,
    "choose": _choose,
    "opportunity": _opportunity,
    "fire": _fire,
    "power": _power,
    "recover": _recover,
}
