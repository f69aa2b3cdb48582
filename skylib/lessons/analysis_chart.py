"""The advantage over a game as a small line chart: SVG for the page, the same as PNG and words."""

from __future__ import annotations

from skylib.maps import look
from skylib.maps.lettering import Writer, text_width

from .analysis import Analysis, signed
from .markup import escape

__all__ = ["chart_svg", "chart_words"]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 560, 150, 46, 12, 22, 24
_INK, _GRID, _PAPER = look.INK, look.GRID, look.PAPER
_SIZE = 11.0


def chart_svg(analysis: Analysis, at: int | None = None) -> str:
    """Each side's advantage after every move, a mark where a move was not good, and a line at
    the position ``at``. Two sides mirror each other, so only the first one's is drawn."""
    curve, sides = analysis.curve, analysis.sides
    shown = sides[:1] if len(sides) == 2 else sides
    values = [point[side] for point in curve for side in shown]
    low, high = min(0.0, *values), max(0.0, *values)
    if high - low < 1:
        low, high = low - 0.5, high + 0.5
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(number: float) -> float:
        return round(_LEFT + wide * number / max(1, len(curve) - 1), 1)

    def y(value: float) -> float:
        return round(_TOP + tall * (high - value) / (high - low), 1)

    text = _Letters()
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="100%" style="max-width:{_WIDTH}px" role="img" '
        f'aria-label="{escape(chart_words(analysis), quote=True)}">'
    )
    out = [f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>']
    for value in sorted({low, 0.0, high}):
        if value and abs(y(value) - y(0.0)) < _SIZE:
            continue  # its number would lie on the zero
        out.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}" '
            f'stroke="{_GRID}"/>'
            + text(_LEFT - 4, y(value), f"{value:+.3g}" if value else "0", "end")
        )
    for number, side in enumerate(shown):
        drawn = look.side(number)
        points = " ".join(f"{x(i)},{y(point[side])}" for i, point in enumerate(curve))
        dash = ("", "6 3", "2 3", "8 3 2 3")[number % 4]
        out.append(
            f'<polyline points="{points}" fill="none" stroke="{drawn.dark}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
        )
        last = curve[-1][side]
        out.append(text(_WIDTH - _RIGHT, y(last) - 8, side, "end"))
    for number, verdict in sorted(analysis.judged.items()):
        if verdict.mark in ("inaccurate", "mistake"):
            mover = analysis.steps[number].who
            side = mover if mover in shown else shown[0]
            here = x(number + 1), y(curve[number + 1][side])
            size = 5 if verdict.mark == "mistake" else 3.5
            fill = _INK if verdict.mark == "mistake" else _PAPER
            out.append(
                f'<circle cx="{here[0]}" cy="{here[1]}" r="{size}" fill="{fill}" '
                f'stroke="{_INK}" stroke-width="1.5"/>'
            )
    if at is not None:
        out.append(
            f'<line x1="{x(at)}" x2="{x(at)}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}" '
            f'stroke="{_INK}" stroke-width="1.5" stroke-dasharray="4 3"/>'
        )
    whose = f"Advantage of {shown[0]}" if len(shown) == 1 else "Advantage of each side"
    out.append(text(4, 10, f"{whose}, {analysis.unit}", "start"))
    out.append(text(_LEFT, _HEIGHT - 10, "start", "start"))
    out.append(text(_WIDTH - _RIGHT, _HEIGHT - 10, f"move {len(curve) - 1}", "end"))
    defs = f"<defs>{''.join(text.writer.defs.values())}</defs>"
    return "".join([head, defs, *out, "</svg>"])


class _Letters:
    """Text as outlines, so that the picture looks the same with and without a browser."""

    def __init__(self) -> None:
        self.writer = Writer()

    def __call__(self, x: float, y: float, text: str, anchor: str) -> str:
        half = text_width(text, _SIZE) / 2
        middle = x + {"start": half, "middle": 0, "end": -half}[anchor]
        return self.writer.text(text, middle, y, _SIZE, _INK)


def chart_words(analysis: Analysis) -> str:
    """The chart in words: the end, the best and the worst moment of each side."""
    curve = analysis.curve
    parts = []
    for side in analysis.sides:
        row = [point[side] for point in curve]
        best, worst = max(row), min(row)
        parts.append(
            f"{side}: at most {signed(best)} after move {row.index(best)}, "
            f"at least {signed(worst)} after move {row.index(worst)}, "
            f"{signed(row[-1])} in the end"
        )
    return f"Advantage in {analysis.unit}. {'. '.join(parts)}."
