"""A legend of what is in a scene, as text and as small marked-up text beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from skylib.scenes import Scene

from . import look
from .ground import number, sign
from .shapes import aircraft, token_shape, turned

__all__ = ["legend_html", "legend_items", "legend_pictures", "legend_text"]


def legend_items(scene: Scene) -> list[tuple[str, str]]:
    """(picture, name) of each side and each kind that occurs, each once, in drawing order.

    The picture is a key of `legend_pictures`.
    """
    items: dict[tuple[str, str], None] = {}
    letters: dict[int, dict[str, None]] = {}
    for counter in scene.counters:
        letters.setdefault(counter.side, {})[counter.letter] = None
    for side, found in sorted(letters.items()):
        name = f"{look.side(side).name}: {' '.join(filter(None, found))}".rstrip(": ")
        items[f"side {side % len(look.SIDES)}", name] = None
    real = [c.hex for c in scene.counters if not c.ghost]
    if len(set(real)) < len(real):
        items["stack ", "in one hex"] = None
    names: dict[str, set[str]] = {}
    for fill in scene.ground.fills:
        names.setdefault(fill.kind, set()).add(fill.name)
    for fill in scene.ground.fills:
        # Names of many grounds of one kind (zones) are for pointing at, not for the legend.
        own = fill.name if len(names[fill.kind]) == 1 else ""
        name = own or look.ground(fill.kind).name
        items[_key("ground", fill.kind, look.GROUNDS), name] = None
    for area in scene.areas:
        area_look = look.area(area.kind)
        whose = _whose(area.side, area_look.own)
        items[_key("area", area.kind, look.AREAS) + whose, area_look.name] = None
    for path in scene.paths:
        path_look = look.path(path.kind)
        whose = _whose(path.side, path_look.own)
        items[_key("path", path.kind, look.PATHS) + whose, path_look.name] = None
    for token in scene.tokens:
        items[_key("token", token.kind, look.TOKENS), look.token(token.kind)[1]] = None
    for mark in scene.marks:
        if mark.hexes:
            items[f"mark {mark.kind}", look.MARKS[mark.kind].name] = None
    if scene.ground.ours:
        items["ours ", scene.ground.ours] = None
    return _told_apart(list(items))


def _told_apart(items: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Say whose it is where the same thing of several sides is shown."""
    found = [name for _, name in items]
    out = []
    for key, name in items:
        whose = key.rpartition(" of ")[2] if " of " in key else ""
        more = f" ({look.side(int(whose)).name})" if whose and found.count(name) > 1 else ""
        out.append((key, name + more))
    return out


def _whose(side: int | None, own: bool) -> str:
    """The part of a key that says whose colours a thing has, if it has a side's."""
    return "" if side is None or not own else f" of {side % len(look.SIDES)}"


def _key(what: str, kind: str, table: Mapping[str, object]) -> str:
    return f"{what} {kind if kind in table else ''}"


@lru_cache
def legend_pictures() -> dict[str, str]:
    """A small picture of everything that a legend may name; they never change."""
    keys = [("side", str(n)) for n in range(len(look.SIDES))]
    for what, table in (
        ("ground", look.GROUNDS),
        ("area", look.AREAS),
        ("path", look.PATHS),
        ("token", look.TOKENS),
    ):
        keys += [(what, kind) for kind in (*table, "")]
    for what, kind in tuple(keys):
        if what in ("area", "path"):
            keys += [(what, f"{kind} of {n}") for n in range(len(look.SIDES))]
    keys += [("mark", kind) for kind in look.MARKS]
    keys += [("stack", ""), ("ours", "")]
    return {f"{what} {kind}": _picture(what, kind) for what, kind in keys}


def legend_text(scene: Scene) -> str:
    """The legend as one line of text."""
    return "; ".join(name for _, name in legend_items(scene))


def legend_html(scene: Scene) -> str:
    """The legend as a list with a small picture before each name; nothing to tab to."""
    pictures = legend_pictures()
    parts = [f"<li>{pictures[key]}{escape(name)}</li>" for key, name in legend_items(scene)]
    return f'<ul aria-label="Legend">{"".join(parts)}</ul>' if parts else ""


def _picture(what: str, kind: str) -> str:
    """A sample, 22 by 14 pixels."""
    if what == "side":
        s = look.side(int(kind))
        points = " ".join(
            f"{number(11 + 12 * x)},{number(7 + 12 * y)}"
            for x, y in turned(aircraft(int(kind)), 90)
        )
        inner = (
            f'<polygon points="{points}" fill="{s.colour}" stroke="{look.INK}"'
            f' stroke-linejoin="round"/>'
        )
    elif what == "ground":
        g = look.ground(kind)
        dash = f' stroke-dasharray="{" ".join(str(d / 2) for d in g.dash)}"' if g.dash else ""
        inner = (
            f'<rect x="1" y="1" width="20" height="12" fill="{g.fill}"'
            f' stroke="{g.border or look.GRID}" stroke-width="1.4"{dash}/>'
        ) + sign(kind, 11, 7, 18)
        if g.sign == "runway":
            inner += f'<path d="M2 7H20" stroke="{g.ink}" stroke-width="6"/>'
            inner += f'<path d="M4 7H18" stroke="{look.PAPER}" stroke-dasharray="3 2"/>'
    elif what == "area":
        kind, _, whose = kind.partition(" of ")
        a = look.area(kind)
        dark = look.side(int(whose)).dark if whose else ""
        lines = {
            "/": "M2 12L12 2M10 12L20 2",
            "\\": "M2 2L12 12M10 2L20 12",
            "x": "M2 12L12 2M10 12L20 2M2 2L12 12M10 2L20 12",
            "-": "M2 5H20M2 9H20",
            "|": "M7 2V12M15 2V12",
            ".": "M6 5h1M14 5h1M10 9h1M18 9h1",
        }.get(a.hatch, "")
        dash = f' stroke-dasharray="{" ".join(map(str, a.dash))}"' if a.dash else ""
        inner = (
            f'<rect x="1" y="1" width="20" height="12" fill="{a.tint}" fill-opacity="{a.alpha}"'
            f' stroke="{dark or a.line}" stroke-width="1.8"{dash}/>'
            f'<path d="{lines}" stroke="{dark or a.ink}" fill="none"/>'
        )
        if a.dots:
            inner += f'<circle cx="11" cy="7" r="3" fill="{dark or a.line}"/>'
    elif what == "path":
        kind, _, whose = kind.partition(" of ")
        p = look.path(kind)
        line = look.side(int(whose)).dark if whose else p.line
        dash = f' stroke-dasharray="{" ".join(map(str, p.dash))}"' if p.dash else ""
        inner = f'<path d="M1 7H21" stroke="{line}" stroke-width="{p.width}"{dash}/>'
    elif what == "token":
        shape = token_shape(look.token(kind)[0])
        points = " ".join(f"{number(11 + 4.6 * x)},{number(7 + 4.6 * y)}" for x, y in shape)
        inner = (
            f'<polygon points="{points}" fill="{look.PAPER}" stroke="{look.INK}"'
            f' stroke-width="1.8"/>'
        )
    elif what == "ours":  # the sign of all that is not the rulebook's: ◊
        inner = (
            f'<path d="M11 1L16 7L11 13L6 7Z" fill="none" stroke="{look.INK}" stroke-width="1.4"/>'
        )
    elif what == "stack":
        inner = (
            f'<path d="M7 1L15 1L19 7L15 13L7 13L3 7Z" fill="{look.PAPER}" stroke="{look.INK}"'
            f' stroke-width="1.8"/><rect x="8" y="4" width="6" height="6" fill="{look.INK}"/>'
        )
    else:
        m = look.MARKS[kind]
        inner = {
            "selected": f'<path d="M7 1L15 1L19 7L15 13L7 13L3 7Z" fill="none"'
            f' stroke="{m.colour}" stroke-width="2.4"/>',
            "last": f'<path d="M7 1L15 1L19 7L15 13L7 13L3 7Z" fill="none"'
            f' stroke="{m.colour}" stroke-width="2" stroke-dasharray="3 2"/>',
            "legal": f'<circle cx="11" cy="7" r="4" fill="{m.colour}"/>',
            "hint": f'<path d="M11 0L13 5L18 5L14 8L16 13L11 10L6 13L8 8L4 5L9 5Z"'
            f' fill="{m.colour}" stroke="{look.INK}"/>',
        }[kind]
    return f'<svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">{inner}</svg>'
