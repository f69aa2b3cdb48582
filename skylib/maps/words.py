"""A scene in words: the text board for those who cannot see the map, and for records.

Who is where, which way they face, how high; from each to each the range in hexes and the
bearing as on a clock with the nose at twelve; then areas, lines, tokens and marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skylib.core.hexes import Board, Hex, bearing, distance
from skylib.core.wording import counted
from skylib.scenes import Counter, Scene

from . import look

__all__ = ["bearing_words", "describe_hex", "hex_list", "scene_text"]

_COMPASS = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)


def scene_text(scene: Scene) -> str:
    """The whole scene as plain text; the same scene always gives the same text."""
    board = scene.ground.board
    lines = [scene.title or scene.ground.title or "Map"]
    lines += scene.words
    real = [c for c in scene.counters if not c.ghost]
    ghosts = [c for c in scene.counters if c.ghost]
    if real:
        lines.append("Aircraft and balloons:" if _balloons(real) else "Aircraft:")
        for counter in real:
            lines.append(f"  {_counter(scene, counter)}")
            lines += [f"    {_seen_from(board, counter, o)}" for o in real if o is not counter]
    if ghosts:
        lines.append("Tried out:")
        lines += [f"  {_counter(scene, counter)}" for counter in ghosts]
    lines += _section("Areas", _areas(scene))
    lines += _section("Lines", _paths(scene))
    lines += _section("Markers", _tokens(scene))
    lines += _section(
        "Labels", (f"{label.text}: {_name(board, label.hex)}" for label in scene.labels)
    )
    lines += _section(
        "Marks",
        (
            f"{look.MARKS[mark.kind].name}: {hex_list(board, mark.hexes)}"
            for mark in scene.marks
            if mark.hexes
        ),
    )
    return "\n".join(lines)


def describe_hex(scene: Scene, hex: tuple[int, int], origin: tuple[int, int] | None = None) -> str:
    """One hex in a sentence or two: name, ground, what is in it, the distance from another."""
    board = scene.ground.board
    parts = [f"Hex {_name(board, hex)}"]
    if kinds := scene.ground.kinds_at(Hex(*hex)):
        parts.append(" and ".join(kinds))
    parts += [_who(c) + _stance(board, c) for c in scene.counters if tuple(c.hex) == tuple(hex)]
    parts += [_token_words(t) for t in scene.tokens if tuple(t.hex) == tuple(hex)]
    parts += [
        look.area(a.kind).name + (f" ({a.label})" if a.label else "")
        for a in scene.areas
        if hex in a.hexes
    ]
    parts += [
        look.MARKS[m.kind].name
        for m in scene.marks
        if m.kind not in ("selected",) and hex in m.hexes
    ]
    text = ", ".join(parts) + "."
    if origin is not None and tuple(origin) != tuple(hex):
        far = distance(origin, hex)
        text += f" {counted(far, 'hex', 'hexes')} from {_name(board, origin)}."
    return text


def bearing_words(board: Board, counter: Counter, hex: tuple[int, int]) -> str:
    """The bearing of a hex seen from a counter: by the clock, or the compass without nose."""
    degrees = bearing(board.layout, counter.hex, hex)
    if degrees is None:
        return "in the same hex"
    compass = _COMPASS[round(degrees / 45) % 8]
    if counter.facing is None:
        return compass
    hour = round(((degrees - board.layout.angle(counter.facing)) % 360) / 30) % 12 or 12
    return f"{hour} o'clock, {compass}"


def hex_list(board: Board, hexes: Iterable[tuple[int, int]]) -> str:
    """Names of hexes in reading order; three or more in a row as "from to"."""
    inside = sorted({board.index[h] for h in hexes if h in board})  # type: ignore[index]
    outside = sorted({tuple(h) for h in hexes if h not in board})
    words = []
    for run in _runs(board, inside):
        names = [board.names[i] for i in run]
        words += [f"{names[0]} to {names[-1]}"] if len(names) > 2 else names
    if outside:
        words.append(f"{len(outside)} off the board")
    return ", ".join(words)


def _runs(board: Board, indices: list[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for i in indices:
        if run and (i != run[-1] + 1 or distance(board.hexes[i], board.hexes[run[-1]]) != 1):
            yield run
            run = []
        run.append(i)
    if run:
        yield run


def _name(board: Board, hex: tuple[int, int]) -> str:
    return board.name(hex) if hex in board else "off the board"


def _balloons(counters: list[Counter]) -> bool:
    return any(c.kind != "aircraft" for c in counters)


def _who(counter: Counter) -> str:
    name = counter.name or counter.kind
    return f"{counter.letter} {name}" if counter.letter and counter.letter != name else name


def _stance(board: Board, counter: Counter) -> str:
    words = ""
    if counter.facing is not None:
        words += f", facing {board.layout.facing_name(counter.facing)}"
    if counter.level is not None:
        words += f", level {counter.level}"
    if counter.state:
        words += f", {counter.state}"
    return words


def _counter(scene: Scene, counter: Counter) -> str:
    board = scene.ground.board
    ground = " and ".join(scene.ground.kinds_at(Hex(*counter.hex)))
    where = _name(board, counter.hex) + (f" ({ground})" if ground else "")
    return f"{_who(counter)}: hex {where}{_stance(board, counter)}"


def _seen_from(board: Board, counter: Counter, other: Counter) -> str:
    far = distance(counter.hex, other.hex)
    text = f"to {_who(other)}: "
    text += bearing_words(board, counter, other.hex)
    if far:
        text = f"to {_who(other)}: range {far}, {bearing_words(board, counter, other.hex)}"
    if counter.level is not None and other.level is not None:
        up = other.level - counter.level
        levels = "level" if abs(up) == 1 else "levels"
        text += (
            ", same level"
            if up == 0
            else (f", {abs(up)} {levels} {'higher' if up > 0 else 'lower'}")
        )
    return text


def _section(title: str, entries: Iterable[str]) -> list[str]:
    found = [f"  {entry}" for entry in entries]
    return [f"{title}:", *found] if found else []


def _side_words(scene: Scene, side: int | None) -> str:
    """Whose it is: the letters of the side's counters, or the side's colour."""
    if side is None:
        return ""
    letters = dict.fromkeys(c.letter for c in scene.counters if c.side == side and c.letter)
    return f" of {' '.join(letters)}" if letters else f" of {look.side(side).name}"


def _areas(scene: Scene) -> Iterator[str]:
    for area in scene.areas:
        name = look.area(area.kind).name + _side_words(scene, area.side)
        label = f" ({area.label})" if area.label else ""
        count = len(set(area.hexes))
        many = counted(count, "hex", "hexes")
        yield f"{name}{label}: {many}: {hex_list(scene.ground.board, area.hexes)}"


def _paths(scene: Scene) -> Iterator[str]:
    board = scene.ground.board
    for path in scene.paths:
        names = " ".join(_name(board, h) for h in path.hexes)
        beads = ", ".join(
            f"{text or 'point'} in {_name(board, h)}" + (f" {kind}" if kind else "")
            for h, text, kind in path.points
        )
        yield (
            f"{look.path(path.kind).name}{_side_words(scene, path.side)}: {names}"
            + (f" ({beads})" if beads else "")
        )


def _token_words(token) -> str:  # type: ignore[no-untyped-def]
    return token.name or f"{look.token(token.kind)[1]} {token.letter}".strip()


def _tokens(scene: Scene) -> Iterator[str]:
    for token in scene.tokens:
        whose = "" if token.name else _side_words(scene, token.side)
        yield f"{_token_words(token)}{whose}: {_name(scene.ground.board, token.hex)}"
