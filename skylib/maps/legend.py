"""A legend of what is in a scene, as text and as small marked-up text beside the map."""

from __future__ import annotations

from html import escape

from skylib.scenes import Scene

from . import look

__all__ = ["legend_html", "legend_items", "legend_text"]


def legend_items(scene: Scene) -> list[tuple[str, str, str]]:
    """(what, kind, name) of each kind that occurs, each once, in drawing order."""
    items: dict[tuple[str, str, str], None] = {}
    names: dict[str, set[str]] = {}
    for fill in scene.ground.fills:
        names.setdefault(fill.kind, set()).add(fill.name)
    for fill in scene.ground.fills:
        # Names of many grounds of one kind (zones) are for pointing at, not for the legend.
        own = fill.name if len(names[fill.kind]) == 1 else ""
        items["ground", fill.kind, own or look.ground(fill.kind).name] = None
    for area in scene.areas:
        items["area", area.kind, look.area(area.kind).name] = None
    for path in scene.paths:
        items["path", path.kind, look.path(path.kind).name] = None
    for token in scene.tokens:
        items["token", token.kind, look.token(token.kind)[1]] = None
    for mark in scene.marks:
        if mark.hexes:
            items["mark", mark.kind, look.MARKS[mark.kind].name] = None
    return list(items)


def legend_text(scene: Scene) -> str:
    """The legend as one line of text."""
    return "; ".join(name for _, _, name in legend_items(scene))


def legend_html(scene: Scene) -> str:
    """The legend as a list with a small picture before each name; nothing to tab to."""
    parts = []
    for what, kind, name in legend_items(scene):
        parts.append(f"<li>{_picture(what, kind)}{escape(name)}</li>")
    return f'<ul aria-label="Legend">{"".join(parts)}</ul>' if parts else ""


def _picture(what: str, kind: str) -> str:
    """A sample, 22 by 14 pixels."""
    if what == "ground":
        g = look.ground(kind)
        dash = f' stroke-dasharray="{" ".join(str(d / 2) for d in g.dash)}"' if g.dash else ""
        inner = (
            f'<rect x="1" y="1" width="20" height="12" fill="{g.fill}"'
            f' stroke="{g.border or look.GRID}" stroke-width="1.4"{dash}/>'
        )
    elif what == "area":
        a = look.area(kind)
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
            f' stroke="{a.line}" stroke-width="1.8"{dash}/>'
            f'<path d="{lines}" stroke="{a.ink}" fill="none"/>'
        )
        if a.dots:
            inner += f'<circle cx="11" cy="7" r="3" fill="{a.line}"/>'
    elif what == "path":
        p = look.path(kind)
        dash = f' stroke-dasharray="{" ".join(map(str, p.dash))}"' if p.dash else ""
        inner = f'<path d="M1 7H21" stroke="{p.line}" stroke-width="{p.width}"{dash}/>'
    elif what == "token":
        inner = (
            f'<rect x="6" y="2" width="10" height="10" fill="{look.PAPER}"'
            f' stroke="{look.INK}" stroke-width="2"/>'
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
