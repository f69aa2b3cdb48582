"""Pictures of typical outputs on four screens: taken, compared, and taken anew.

The pictures in ``reference/`` were looked at and found good. `differs` says whether a new
one is like them: both are made coarse first, so that the edges of letters, which every
machine draws a little differently, do not count, while a button that has moved or a line of
text that breaks elsewhere does. The page's text is set in DejaVu Sans on all machines.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageChops

__all__ = ["CELLS", "REFERENCE", "SCREENS", "SUBJECTS", "differs", "pictures"]

REFERENCE = Path(__file__).parent / "reference"

CELLS = [
    "from skylib import lessons",
    "eye = lessons.level('eye-in-the-sky/first-flight'); eye.play('fly 7'); "
    "eye.controls._go('4'); eye",
    "flying = lessons.fly('flying-circus', scenario='air-1916-b', seed=1, position='phase 3 "
    "allied move; A1 spad-7 1514 NW level 10 speed 8; G1 albatros-d-iii 1405 SW level 10 "
    "speed 7')\nflying.controls.set_draft(flying.game.parse_move('A1 speed 8: F R F F F F F F'))\n"
    "flying.redraw()\nflying",
    "temps = lessons.fly('le-temps-des-as', scenario='skirmish', entente='spad-xiii', "
    "central='roland-c2', setup='ready', seed=8)\ntemps",
    "step = lessons.replay('eye-in-the-sky/photographs'); step.go(2); step",
    "ask = lessons.predict('eye-in-the-sky/over-the-edge'); ask.answer('0'); ask",
    "lessons.chart('le-temps-des-as', 'manoeuvres')",
]

SUBJECTS = {  # name of a picture: its cell
    "deck-eye-in-the-sky": 1,
    "deck-flying-circus": 2,
    "deck-le-temps-des-as": 3,
    "stepper": 4,
    "question": 5,
    "chart": 6,
}


class Screen(NamedTuple):
    """Width and height in CSS pixels, the width that is left for outputs, and JupyterLab's
    theme. The height holds any output whole: what goes beyond the window cannot be
    photographed. The outputs' width is set, so that another JupyterLab's margins do not count.
    """

    width: int
    height: int
    output: int
    theme: str = "JupyterLab Light"


SCREENS = {
    "laptop": Screen(1366, 1400, 1180),
    "phone": Screen(360, 2400, 254),
    "projector": Screen(800, 2000, 632),  # 1280 x 720 at a zoom of 160 %
    "dark": Screen(1366, 1400, 1180, "JupyterLab Dark"),
}

# One font everywhere, no caret, nothing that moves or floats over the outputs.
_STYLE = """
*:not(.fa) { font-family: 'DejaVu Sans' !important; }
* { caret-color: transparent !important; transition: none !important; animation: none !important; }
.jp-OutputArea-output { flex: none !important; width: var(--picture-width) !important; }
.jp-Toolbar, .jp-cell-toolbar, #jp-main-statusbar { visibility: hidden; }
"""

FONT_THERE = """() => {
  const wide = (family) => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = `40px ${family}`;
    return context.measureText('illWM').width;
  };
  return wide("'DejaVu Sans', monospace") !== wide('monospace');
}"""


def pictures(
    notebook: Any,
    screens: dict[str, Screen] = SCREENS,
    good: Callable[[str, bytes], bool] = lambda name, png: True,
) -> Iterator[tuple[str, bytes]]:
    """Name and PNG of every subject on every screen; the notebook holds `CELLS`, run.

    A picture that is not ``good`` is taken again for a while: on a busy machine a map that
    came into view, or the colours of another theme, may be late.
    """
    page = notebook.page
    page.add_style_tag(content=_STYLE)
    page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    for screen, (width, height, output_width, theme) in screens.items():
        notebook.command("apputils:change-theme", {"theme": theme})
        page.wait_for_function("(name) => document.body.dataset.jpThemeName === name", arg=theme)
        notebook.screen(width, height)
        page.evaluate(
            "(width) => document.body.style.setProperty('--picture-width', `${width}px`)",
            output_width,
        )
        notebook.maps(5, steady=600)
        page.mouse.move(0, 0)
        for name, cell in SUBJECTS.items():
            output = page.locator(".jp-CodeCell").nth(cell).locator(".jp-OutputArea-output").first
            output.evaluate(
                """(node) => {
                  const scroller = node.closest('.jp-WindowedPanel-outer');
                  scroller.scrollTop +=
                    node.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
                }"""
            )
            picture = f"{name}-{screen}"
            yield picture, _settled(output, partial(good, picture))
    notebook.command("apputils:change-theme", {"theme": "JupyterLab Light"})


def _settled(output: Any, good: Callable[[bytes], bool]) -> bytes:
    """A picture of an output that stays as it is, and is good, or the last after 20 s."""
    last = b""
    for _ in range(40):
        output.page.wait_for_timeout(500)
        now = output.screenshot(animations="disabled")
        if now == last and good(now):
            break
        last = now
    return now


COARSE = 8  # pixels a side that become one
FAR = 28  # how far a coarse pixel may be off, of 255
MANY = 0.02  # how many may be farther off


def _coarse(picture: Image.Image) -> Image.Image:
    size = (max(1, picture.width // COARSE), max(1, picture.height // COARSE))
    return picture.convert("L").resize(size, Image.Resampling.BOX)


def differs(new: bytes, reference: bytes) -> tuple[str, bytes]:
    """Why a picture is unlike its reference, in words, and a picture of the difference;
    empty words if it is like it."""
    one, other = Image.open(io.BytesIO(new)), Image.open(io.BytesIO(reference))
    high = abs(one.height - other.height)
    if one.width != other.width or high > max(8, 0.02 * other.height):
        return f"its size is {one.size}, not {other.size}", b""
    box = (0, 0, one.width, min(one.height, other.height))
    gap = ImageChops.difference(_coarse(one.crop(box)), _coarse(other.crop(box)))
    far = sum(gap.histogram()[FAR:]) / (gap.width * gap.height)
    if far <= MANY:
        return "", b""
    out = io.BytesIO()
    gap.point(lambda v: min(255, v * 4)).resize(one.crop(box).size).save(out, "PNG")
    where = gap.point(lambda v: 255 if v >= FAR else 0).getbbox()
    assert where is not None
    corners = "{}, {} to {}, {}".format(*(COARSE * v for v in where))
    return f"{far:.1%} of it is different, between {corners}", out.getvalue()
