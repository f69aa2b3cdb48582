"""What is shown where resvg-py or Bokeh is missing, as in a Python that runs in a browser."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from skylib.core.errors import SkylibError
from skylib.maps import figure, png, widget

WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None  # as if it were not installed
"""


def run(names: tuple[str, ...], code: str) -> str:
    line = [sys.executable, "-c", WITHOUT.format(names=names) + code]
    done = subprocess.run(line, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("names", [("resvg_py",), ("PIL",), ("resvg_py", "PIL", "numpy")])
def test_a_lesson_without_png_shows_svg(names: tuple[str, ...]) -> None:
    code = (
        "from skylib import lessons\n"
        "deck = lessons.fly('eye-in-the-sky', players=2, seed=1)\n"
        "deck.play('fly 4')\n"
        "for shown in (deck, deck.map):\n"
        "    data = shown._repr_mimebundle_()\n"
        "    data = data[0] if isinstance(data, tuple) else data\n"
        "    print(sorted(k for k in data if not k.startswith('application/')))\n"
        "    print(data['image/svg+xml'][:4])\n"
    )
    assert run(names, code) == "['image/svg+xml', 'text/plain']\n<svg\n" * 2


def test_png_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "resvg_py", None)
    assert not png.can_draw()
    with pytest.raises(SkylibError, match=r"need resvg-py and Pillow.*scene_svg draws"):
        png.svg_png("<svg/>")


@pytest.mark.parametrize("what", ["svg", "png", "text"])
def test_still_pictures_and_words_do_without_bokeh(what: str) -> None:
    code = (
        "import skylib\n"
        "from skylib.scenes import scene_of\n"
        f"from skylib.maps import scene_{what}\n"
        "game = skylib.new_game('eye-in-the-sky', players=2, seed=1)\n"
        f"print(len(scene_{what}(scene_of(game))) > 100)\n"
    )
    assert run(("bokeh", "anywidget", "ipywidgets"), code) == "True\n"


def test_a_live_map_without_bokeh_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(figure, "version", missing)
    monkeypatch.setattr(widget, "_parts", [])
    with pytest.raises(SkylibError, match=r"live maps need Bokeh.*\n.*pip install"):
        widget.MapWidget()


def test_a_bokeh_without_its_browser_part_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Spec:
        origin = "/nowhere/bokeh/__init__.py"

    monkeypatch.setattr(widget, "find_spec", lambda name: Spec)
    widget._bokeh_js.cache_clear()
    try:
        with pytest.raises(SkylibError, match="lacks its part for the browser"):
            widget._bokeh_js()
    finally:
        widget._bokeh_js.cache_clear()
