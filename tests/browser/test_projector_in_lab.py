"""The projector in a real JupyterLab: keys alone, hands, full screen, and the last row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from lab import Notebook

CELLS = ["from skylib import lessons", "p = lessons.projector('eye-in-the-sky/flying')\np"]
Open = Callable[..., Notebook]

SHOWN = """() => {
  const root = document.querySelector('.skylib-projector');
  const text = (name) => root.querySelector(`.skylib-stage-${name}`).textContent;
  return {
    head: text('kind'), progress: text('progress'), words: text('words'),
    status: root.querySelector('[role=status]').textContent,
    inside: root.contains(document.activeElement),
    focus: document.activeElement.className + document.activeElement.tagName,
    full: document.fullscreenElement === root || root.matches(':popover-open'),
    fits: root.scrollHeight <= root.clientHeight && root.scrollWidth <= root.clientWidth,
    letters: Math.min(...[...root.querySelectorAll(
      '.skylib-stage-head p, .skylib-stage-words p, .skylib-stage-words span, input')]
      .filter((e) => e.textContent || e.tagName === 'INPUT')
      .map((e) => parseFloat(getComputedStyle(e).fontSize))),
  };
}"""

# All decks in one, and of each deck the three beats with the most to read.
FULLEST = """
import skylib
from skylib.lessons.projector_decks import decks
from skylib.lessons.projector_screens import BESIDE_A_MAP, ROOM

def full(beat):
    room = BESIDE_A_MAP if beat.scene else ROOM
    rows = sum(room.rows_of(line.text) for line in beat.lines)
    return (rows + sum(room.rows_of(answer, .45) for answer in beat.answers)) / room.rows

screens = []
for game in skylib.GAMES:
    for name in decks(game):
        deck = lessons.projector(f"{game}/{name}").screens
        places = [(n, i) for n, s in enumerate(deck) for i in range(len(s.beats))]
        places.sort(key=lambda at: full(deck[at[0]].beats[at[1]]), reverse=True)
        for n, i in places[:3]:
            print(len(screens) + n + 1, i)
        screens += deck
p.screens = tuple(screens)
"""


def started(open_cells: Open, page: Any) -> Notebook:
    notebook = open_cells(CELLS)
    page.wait_for_selector(".skylib-projector[tabindex='0']")
    page.locator(".skylib-projector").focus()
    return notebook


def press(page: Any, key: str, wanted: str) -> dict[str, Any]:
    """Press a key and wait until the screen holds a text."""
    page.keyboard.press(key)
    page.wait_for_function(
        "([wanted]) => document.querySelector('.skylib-projector').textContent.includes(wanted)",
        arg=[wanted],
        timeout=10_000,
    )
    shown: dict[str, Any] = page.evaluate(SHOWN)
    return shown


def go(notebook: Notebook, page: Any, screen: int, wanted: str) -> None:
    notebook.run_code(f"p.go({screen})")
    page.wait_for_function(
        "([wanted]) => document.querySelector('.skylib-projector').textContent.includes(wanted)",
        arg=[wanted],
    )


def test_a_question_by_keys_alone(open_cells: Open, page: Any) -> None:
    notebook = started(open_cells, page)
    cells = [(c["cell_type"], c["source"]) for c in notebook.cells()]
    press(page, "PageDown", "2 of 17")
    press(page, "PageUp", "1 of 17")
    go(notebook, page, 9, "Predict")
    asked = page.evaluate(SHOWN)
    assert asked["progress"] == "9 of 17" and "right" not in asked["words"]
    # The digits of the hands begin the vote: twelve for the first answer, nine for the second.
    press(page, "1", "hands up")
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("9")
    page.wait_for_function(
        "() => document.querySelector('.skylib-projector [role=status]').textContent"
        ".includes('yes 12, no 9')"
    )
    assert notebook.run_code("print(p.counts)").strip() == "(12, 9)"
    widths = page.eval_on_selector_all(
        ".skylib-stage-fill", "nodes => nodes.map((n) => parseFloat(n.style.width))"
    )
    assert widths == [100, 75]
    page.keyboard.press("ArrowUp")  # back to the first field
    assert page.evaluate("() => document.activeElement.value") == "12"
    page.keyboard.press("Backspace")  # selected: all of it goes
    page.keyboard.type("15")
    told = press(page, "r", "✓ right")  # at once after the digits
    assert told["inside"] and "no ✓ right" in told["words"] and "15" in told["words"]
    assert notebook.run_code("print(p.counts)").strip() == "(15, 9)"
    # JupyterLab's own keys have done nothing: m, r, y, digits would change the cells.
    assert [(c["cell_type"], c["source"]) for c in notebook.cells()] == cells


def test_the_map_and_back(open_cells: Open, page: Any) -> None:
    notebook = started(open_cells, page)
    go(notebook, page, 3, "A small field")
    notebook.maps(1)
    page.keyboard.press("m")
    assert page.evaluate("() => document.activeElement.className") == "skylib-board"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.skylib-status').textContent.startsWith('Hex')"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.classList.contains('skylib-projector')")
    press(page, "ArrowRight", "4 of 17")


def test_buttons_do_the_same(open_cells: Open, page: Any) -> None:
    notebook = started(open_cells, page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_function(
        "() => document.querySelector('.skylib-stage-progress').textContent === '2 of 17'"
    )
    go(notebook, page, 9, "Predict")
    page.get_by_role("button", name="Vote").press("Enter")
    page.wait_for_selector("input.skylib-hands:focus")
    page.get_by_role("button", name="Reveal").click()
    page.wait_for_selector(".skylib-stage-right")
    shown = page.evaluate(SHOWN)
    assert shown["inside"], "the button that was pressed has gone; the focus stays in the box"
    assert page.get_by_role("button", name="Reveal").count() == 0


@pytest.mark.parametrize("way", ["full screen", "window"])
def test_full_screen_and_back_with_the_focus(open_cells: Open, page: Any, way: str) -> None:
    notebook = started(open_cells, page)
    if way == "window":  # as where a page may not take the screen
        page.evaluate("() => { Element.prototype.requestFullscreen = async () => { throw 1; }; }")
    page.keyboard.press("f")
    page.wait_for_selector(".skylib-projector.skylib-full")
    shown = page.evaluate(SHOWN)
    assert shown["full"] and shown["inside"]
    box = page.locator(".skylib-projector").bounding_box()
    assert (box["x"], box["y"]) == (0, 0)
    assert (box["width"], box["height"]) == (1366, 768)
    go(notebook, page, 3, "A small field")
    notebook.maps(1)
    wide = page.locator(".skylib-projector .skylib-board").bounding_box()["width"]
    assert wide > 500
    page.keyboard.press("Escape")
    page.wait_for_selector(".skylib-projector:not(.skylib-full)")
    shown = page.evaluate(SHOWN)
    assert not shown["full"] and shown["inside"]
    press(page, "ArrowRight", "4 of 17")


def test_a_reloaded_page_shows_the_present_screen_with_its_hands(
    open_cells: Open, page: Any
) -> None:
    notebook = started(open_cells, page)
    notebook.run_code("p.go(9); p.vote([4, 21])")
    notebook.save()
    notebook.reload(timeout=150_000)
    page.wait_for_function(
        "() => [...document.querySelectorAll('input.skylib-hands')].at(-1)?.value === '21'",
        timeout=90_000,
    )


@pytest.mark.parametrize("width, height", [(1280, 720), (1920, 1080)])
def test_every_screen_can_be_read_from_the_last_row(
    open_cells: Open, page: Any, width: int, height: int
) -> None:
    """No letter below 28 pixels, nothing cut off: the fullest beats of every deck."""
    notebook = started(open_cells, page)
    notebook.screen(width, height)
    page.keyboard.press("f")
    page.wait_for_selector(".skylib-projector.skylib-full")
    page.wait_for_timeout(500)
    found = notebook.run_code(FULLEST)
    places = [tuple(map(int, line.split())) for line in found.split("\n") if line]
    assert len(places) >= 36
    faults = []
    for number, beat in places:
        code = f"p.go({number}); p.beat_at = {beat}; p._show(); print(p.stage.said)"
        said = notebook.run_code(code)
        page.wait_for_function(
            """([said]) => document.querySelector('.skylib-projector [role=status]').textContent
              === said""",
            arg=[said.rstrip("\n")],
        )
        page.wait_for_timeout(30)
        shown = page.evaluate(SHOWN)
        if shown["letters"] < 28 or not shown["fits"]:
            faults.append((number, beat, shown["words"][:60], shown["letters"]))
    assert faults == []
