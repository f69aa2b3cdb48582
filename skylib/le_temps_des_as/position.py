"""A state as one line of text and back.

Sections are divided by `` | ``, fields by blanks, lists by commas; a blank inside a value is
written ``_``. What has its usual value is left out. The first section is the moment, a section
that begins with ``act`` the movement under way, every other one a counter::

    turn=3 stage=choose holder=Central cup=4,2,3 | SpadXIII-1 0909 N level=5 speed=4
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from skylib.core.errors import MoveTextError, NoSuchHex, PositionError
from skylib.core.hexes import Hex

from . import placement
from .moves import chain_text, parse_chain
from .state import STAGES, Activation, Aircraft, Clash, State
from .table import Setting

__all__ = ["write", "read"]

_INTS = ("level", "speed", "power", "piloting", "fire", "gone", "passes", "bombed", "changed_turn")
_FLAGS = ("damaged", "observer_flies", "out", "debt", "moved", "waits")
_TEXTS = ("status", "fate", "pilot", "observer", "fired", "pursues")
_LISTS = ("markers", "jammed", "shots")


def _safe(text: str) -> str:
    return text.replace(" ", "_")


def _plain(text: str) -> str:
    return text.replace("_", " ")


def _list(items: Iterable[str]) -> str:
    return ",".join(_safe(i) for i in items)


def _steps(items: Iterable[tuple[str, Hex]]) -> str:
    return ",".join(f"{id}@{h.q}:{h.r}" for id, h in items)


# ---- writing ------------------------------------------------------------------------------


def write(setting: Setting, state: State) -> str:
    """The position text of a state."""
    head = [f"turn={state.turn}", f"stage={state.stage}"]
    head += [f"asked={state.asked}"] if state.asked else []
    head += [f"holder={state.holder}", f"cup={','.join(map(str, state.cup))}"]
    if state.rolled != (0, 0):
        head.append(f"rolled={state.rolled[0]},{state.rolled[1]}")
    if state.last_side:
        head.append(f"last_side={state.last_side}")
    for name in ("order", "followers", "tried", "passed"):
        if value := getattr(state, name):
            head.append(f"{name}={_list(value)}")
    if state.bombs:
        head.append(f"bombs={_list(setting.map.board.name(h) for h in state.bombs)}")
    if state.pairs:
        head.append(f"pairs={','.join(f'{a}/{b}' for a, b in state.pairs)}")
    if state.clash:
        head.append("clash=" + ",".join("?" if v is None else str(v) for v in state.clash))
    if state.result:
        head.append(f"result={','.join(state.result[0]) or 'nobody'}:{_safe(state.result[1])}")
    sections = [" ".join(head)]
    if state.act:
        sections.append(_act(state.act))
    sections += [_counter(setting, p) for p in state.aircraft]
    return " | ".join(sections)


def _act(act: Activation) -> str:
    out = [f"act members={_list(act.members)} points={act.points} die={act.die} step={act.step}"]
    if act.chain:
        out.append(f"chain={_safe(chain_text(act.chain))}")
    if act.effect:
        out.append(f"effect={act.effect}")
    if act.changed:
        out.append("changed")
    for name in ("group", "ending", "firing"):
        if value := getattr(act, name):
            out.append(f"{name}={_list(value)}")
    for name in ("entered", "crossed"):
        if steps := getattr(act, name):
            out.append(f"{name}={_steps(steps)}")
    return " ".join(out)


def _counter(setting: Setting, plane: Aircraft) -> str:
    out = [plane.id]
    if plane.hex is not None:
        board = setting.map.board
        out += [board.name(plane.hex), board.layout.facing_name(plane.facing)]
    usual = _usual(setting, plane.id)
    for f in fields(Aircraft):
        value = getattr(plane, f.name)
        if f.name in ("id", "type", "side", "hex", "facing") or value == getattr(usual, f.name):
            continue
        if f.name in _FLAGS:
            out.append(f.name if value else f"{f.name}=no")
        elif f.name in _LISTS:
            out.append(f"{f.name}={_list(value)}")
        else:
            out.append(f"{f.name}={_safe(str(value))}")
    return " ".join(out)


def _usual(setting: Setting, id: str) -> Aircraft:
    """A counter of the scenario, in the air, with everything else as it begins."""
    for plane in placement.line_up(setting, True):
        if plane.id == id:
            return replace(plane, status="flying")
    raise KeyError(id)


# ---- reading ------------------------------------------------------------------------------


def read(setting: Setting, text: str) -> State:
    """A state from its position text. Raises `PositionError` naming the field."""
    if len(text) > 20_000:
        raise PositionError("is too long for a position")
    sections = [s.split() for s in text.split("|")]
    if not sections[0]:
        raise PositionError("is empty")
    head = _pairs(sections[0], "position")
    rest = sections[1:]
    act_words = rest.pop(0)[1:] if rest and rest[0] and rest[0][0] == "act" else None
    planes: dict[str, Aircraft] = {}
    for words in rest:
        plane = _read_counter(setting, words)
        if plane.id in planes:
            raise PositionError("stands twice", field=plane.id)
        planes[plane.id] = plane
    order = [p.id for p in placement.line_up(setting, True)]
    aircraft = tuple(planes[id] for id in order if id in planes)
    if {p.side for p in aircraft} != {"Entente", "Central"}:
        raise PositionError("both sides need aircraft", field="aircraft")
    state = _read_head(setting, head, aircraft)
    if act_words is not None:
        state = replace(state, act=_read_act(setting, _pairs(act_words, "act"), state))
    _check(setting, state)
    return state


def _pairs(words: list[str], where: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for word in words:
        key, mark, value = word.partition("=")
        if key in out:
            raise PositionError("stands twice", field=f"{where}, {key}")
        out[key] = value if mark else "yes"
    return out


def _number(text: str, where: str, low: int = -99, high: int = 999) -> int:
    try:
        number = int(text)
    except ValueError:
        raise PositionError(f"must be a number, not {text!r}", field=where) from None
    if not low <= number <= high:
        raise PositionError(f"must be from {low} to {high}, not {number}", field=where)
    return number


def _items(text: str) -> tuple[str, ...]:
    return tuple(_plain(i) for i in text.split(",")) if text else ()


def _side(text: str, where: str, empty: bool = False) -> str:
    if text in ("Entente", "Central") or (empty and not text):
        return text
    raise PositionError(f"must be Entente or Central, not {text!r}", field=where)


def _read_counter(setting: Setting, words: list[str]) -> Aircraft:
    if not words:
        raise PositionError("an empty section")
    try:
        plane = _usual(setting, words[0])
    except KeyError:
        ids = ", ".join(p.id for p in placement.line_up(setting, True))
        raise PositionError(
            f"the scenario has no {words[0]!r}; there are {ids}", field="aircraft"
        ) from None
    words = words[1:]
    places = [w for w in words if "=" not in w and w not in _FLAGS]
    if len(places) not in (0, 2):
        raise PositionError("needs a hex and a facing", field=plane.id)
    changes: dict[str, Any] = {}
    if places:
        try:
            changes["hex"] = setting.map.board.hex(places[0])
            changes["facing"] = setting.map.board.layout.facing(places[1])
        except NoSuchHex as error:
            raise PositionError(str(error), field=plane.id) from None
    for key, value in _pairs([w for w in words if w not in places], plane.id).items():
        where = f"{plane.id}, {key}"
        if key in _INTS:
            low, high = (0, 5) if key == "level" else (-20, 60)
            changes[key] = _number(value, where, low, high)
        elif key in _FLAGS:
            if value not in ("yes", "no"):
                raise PositionError(f"is yes or no, not {value!r}", field=where)
            changes[key] = value == "yes"
        elif key in _TEXTS:
            changes[key] = _plain(value)
        elif key in _LISTS:
            changes[key] = _items(value)
        else:
            raise PositionError("unknown field", field=where)
    plane = replace(plane, **changes)
    if plane.status not in ("unplaced", "flying", "left", "destroyed"):
        raise PositionError(f"unknown status {plane.status!r}", field=plane.id)
    if plane.flying and (plane.hex is None or plane.level < 1):
        raise PositionError("flies and needs a hex and a level from 1 to 5", field=plane.id)
    for man in (plane.pilot, plane.observer):
        if man not in ("fit", "wounded", "dead", ""):
            raise PositionError(f"an aviator is fit, wounded or dead, not {man!r}", field=plane.id)
    for marker in plane.markers:
        if marker not in setting.charts.markers:
            raise PositionError(f"there is no marker {marker!r}", field=plane.id)
    return plane


def _read_head(setting: Setting, head: dict[str, str], aircraft: tuple[Aircraft, ...]) -> State:
    known = {
        *("turn", "stage", "asked", "holder", "cup", "rolled", "last_side", "order"),
        *("followers", "tried", "passed", "bombs", "pairs", "clash", "result"),
    }
    if unknown := set(head) - known:
        raise PositionError("unknown field", field=sorted(unknown)[0])
    stage = head.get("stage", "roll")
    if stage not in STAGES:
        raise PositionError(f"must be one of {', '.join(STAGES)}, not {stage!r}", field="stage")
    holder = _side(head.get("holder", setting.scenario.holder), "holder")
    asked = _side(head.get("asked", "" if stage == "over" else holder), "asked", stage == "over")
    full = setting.charts.cup
    held = [m for p in aircraft for m in p.markers]
    left = tuple(n - held.count(id) for id, n in zip(setting.charts.markers, full, strict=True))
    if "cup" in head:
        cup = tuple(_number(n, "cup", 0) for n in head["cup"].split(","))
    else:
        cup = left
    if cup != left:
        raise PositionError(
            f"holds {','.join(map(str, cup))}, but with the markers on the aircraft it must be "
            f"{','.join(map(str, left))}",
            field="cup",
        )
    rolled = tuple(_number(n, "rolled") for n in head.get("rolled", "0,0").split(","))
    if len(rolled) != 2:
        raise PositionError("needs two numbers", field="rolled")
    try:
        bombs = tuple(setting.map.board.hex(h) for h in _items(head.get("bombs", "")))
    except NoSuchHex as error:
        raise PositionError(str(error), field="bombs") from None
    pairs = []
    for item in _items(head.get("pairs", "")):
        a, mark, b = item.partition("/")
        if not mark:
            raise PositionError("are of the form a/b", field="pairs")
        pairs.append((a, b))
    clash = None
    if "clash" in head:
        parts = head["clash"].split(",")
        if len(parts) != 6:
            raise PositionError("needs two aircraft, two dice, two decisions", field="clash")
        offs = [None if p == "?" else _number(p, "clash", 0, 3) for p in parts[4:]]
        clash = Clash(
            parts[0],
            parts[1],
            _number(parts[2], "clash", 1, 6),
            _number(parts[3], "clash", 1, 6),
            *offs,
        )
    result = None
    if "result" in head:
        winners, _, why = head["result"].partition(":")
        names = () if winners == "nobody" else tuple(winners.split(","))
        result = (tuple(_side(w, "result") for w in names), _plain(why))
    if (stage == "over") is not (result is not None):
        raise PositionError("a game that is over has a result, no other has", field="result")
    return State(
        turn=_number(head.get("turn", str(setting.scenario.first_turn)), "turn", 1, 60),
        stage=stage,
        asked=asked,
        holder=holder,
        aircraft=aircraft,
        cup=cup,
        rolled=(rolled[0], rolled[1]),
        last_side=_side(head.get("last_side", ""), "last_side", True),
        order=_items(head.get("order", "")),
        pairs=tuple(pairs),
        clash=clash,
        followers=_items(head.get("followers", "")),
        tried=_items(head.get("tried", "")),
        passed=_items(head.get("passed", "")),
        bombs=bombs,
        result=result,
    )


def _read_act(setting: Setting, found: dict[str, str], state: State) -> Activation:
    known = {f.name for f in fields(Activation)}
    if unknown := set(found) - known:
        raise PositionError("unknown field", field=f"act, {sorted(unknown)[0]}")
    chain = ()
    if "chain" in found:
        try:
            chain = parse_chain(_plain(found["chain"]), setting.charts.manoeuvres)
        except MoveTextError as error:
            raise PositionError(str(error), field="act, chain") from None
    step = found.get("step", "next")
    if step not in ("balloon", "bomb", "ground", "opportunity", "next", "power", "fire", "done"):
        raise PositionError(f"unknown step {step!r}", field="act, step")
    members = _items(found.get("members", ""))
    if not members:
        raise PositionError("are missing", field="act, members")

    def steps(name: str) -> tuple[tuple[str, Hex], ...]:
        out = []
        for item in _items(found.get(name, "")):
            id, _, place = item.partition("@")
            q, _, r = place.partition(":")
            where = f"act, {name}"
            out.append((id, Hex(_number(q, where), _number(r, where))))
        return tuple(out)

    return Activation(
        group=_items(found.get("group", "")),
        members=members,
        points=_number(found.get("points", "0"), "act, points", 0, 30),
        die=_number(found.get("die", "0"), "act, die", 0, 6),
        chain=chain,
        effect=_number(found.get("effect", "0"), "act, effect"),
        changed=found.get("changed", "no") == "yes",
        entered=steps("entered"),
        crossed=steps("crossed"),
        ending=_items(found.get("ending", "")),
        firing=_items(found.get("firing", "")),
        step=step,
    )


_NEEDS_ACT = ("manoeuvre", "balloon", "opportunity", "power", "fire")


def _check(setting: Setting, state: State) -> None:
    """Whether what a position says fits together."""

    def act(name: str) -> tuple[str, ...]:
        return getattr(state.act, name) if state.act else ()  # type: ignore[no-any-return]

    for where, ids in (
        ("order", state.order),
        ("followers", state.followers),
        ("pairs", [i for pair in state.pairs for i in pair]),
        ("clash", state.clash[:2] if state.clash else ()),
        ("members", act("members")),
        ("group", act("group")),
        ("ending", act("ending")),
        ("firing", act("firing")),
    ):
        for id in ids:
            if state.find(id) is None:
                raise PositionError(f"there is no {id!r}", field=where)
    for plane in state.aircraft:
        if plane.pursues and state.find(plane.pursues) is None:
            raise PositionError(f"there is no {plane.pursues!r}", field=f"{plane.id}, pursues")
    if state.stage in _NEEDS_ACT and (state.act is None or not (act("group") or act("firing"))):
        raise PositionError("needs an act section with a group", field=f"stage {state.stage}")
    if state.stage in ("follow", "pursue") and not state.followers:
        raise PositionError("needs followers", field=f"stage {state.stage}")
    if state.stage == "clash" and state.clash is None:
        raise PositionError("needs a clash", field="stage clash")
    if state.stage == "power" and not act("ending"):
        raise PositionError("needs an aircraft that ends its movement", field="act, ending")
    if state.stage == "fire" and not act("firing"):
        raise PositionError("needs an aircraft that may fire", field="act, firing")
    if state.stage == "manoeuvre" and state.act and state.act.points < 1:
        raise PositionError("needs resource points", field="act, points")
    if state.stage == "choose" and setting.each_aircraft and not state.order:
        raise PositionError("needs the order of 13.1", field="order")
    if state.stage == "choose" and not any(
        p.flying and not p.moved and not p.waits for p in state.aircraft
    ):
        raise PositionError("nobody is left to fly", field="stage choose")
