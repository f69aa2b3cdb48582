"""The course as a learner meets it: notebooks opened, run and flown in a real JupyterLab."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

COURSE = Path(__file__).resolve().parents[2] / "notebooks"
DECK = ".skylib-deck:has(.skylib-prompt)"  # a flight deck, not a playground or a question


@pytest.fixture(scope="module")
def course(lab: Any) -> Any:
    """The course in the server's folder."""
    shutil.copytree(COURSE, lab.notebooks / "course", dirs_exist_ok=True)
    return lab


@pytest.fixture(scope="module")
def start(course: Any, module_page: Any) -> Any:
    """The first notebook, opened and run; the tests of this module share it, in order."""
    notebook = course.open(module_page, "course/00-start-here")
    notebook.run_all()
    notebook.maps(4)
    notebook.run_code(FIND)
    yield notebook
    notebook.close()


FIND = "deck = [o for o in Out.values() if type(o).__name__ == 'LevelDeck'][-1]"


def deck(page: Any) -> Any:
    return page.locator(DECK).last


def status(page: Any) -> Any:
    return deck(page).locator("[role=status]").first


def wait_for(locator: Any, text: str) -> None:
    """Wait until an element holds a text."""
    locator.filter(has_text=text).first.wait_for(state="attached", timeout=10_000)


def spot(page: Any, name: str) -> tuple[float, float]:
    """Where a hex of the deck's map lies on the screen, scrolled into view.

    Only the notebook is scrolled: scrollIntoView would push JupyterLab's own frame about.
    A map that has just come into view, or changed its size, may still be drawing; so the
    answer counts when it has stood for a moment.
    """
    deck(page).locator(".skylib-board").wait_for()
    for _ in range(40):
        found = page.evaluate(STANDS, name)
        if found:
            x, y = found
            return x, y
        page.wait_for_timeout(100)
    raise AssertionError(f"the map of {name} never stands still")


STANDS = """async (name) => {
          const look = () => {
            const decks = [...document.querySelectorAll('.skylib-deck:has(.skylib-prompt)')];
            const map = decks.at(-1)?.querySelector('.skylib-map');
            const view = map?.parentElement.skylibMap;
            if (!view?.plot) return null;
            const scroller = map.closest('.jp-WindowedPanel-outer');
            scroller.scrollTop +=
              map.getBoundingClientRect().top - scroller.getBoundingClientRect().top - 20;
            const board = view.board, i = board.table.names.indexOf(name);
            const [q, r] = board.table.hexes.slice(2 * i, 2 * i + 2);
            const { west, north, wide, tall } = view.window();
            const box = view.cover.getBoundingClientRect();
            return [
              box.left + (((2 * q + r) * board.ux - west) / wide) * box.width,
              box.top + ((3 * r * board.uy - north) / tall) * box.height,
            ];
          };
          const before = look();
          await new Promise((done) => setTimeout(done, 300));
          const after = look();
          return before && String(before) === String(after) ? after : null;
        }"""


def facts(notebook: Any) -> dict[str, str]:
    return eval(notebook.run_code("print(deck.game.facts())"))


def again(notebook: Any) -> None:
    """Back to the first position."""
    notebook.run_code("deck.restart(); deck.exploring = False")


# ---- start here ---------------------------------------------------------------------------


def test_every_cell_runs_and_shows_something(start: Any, page: Any) -> None:
    for cell in start.cells():
        if cell["cell_type"] == "code" and not "".join(cell["source"]).startswith("from"):
            (output,) = cell["outputs"]
            assert output["output_type"] == "execute_result"
            assert "".join(output["data"]["text/plain"])
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    assert not [line for line in page.said if line.startswith("error:")]
    assert page.locator(".skylib-map [role=alert]:not(:empty)").count() == 0


def test_the_first_level_by_keyboard_alone(start: Any, page: Any) -> None:
    """From the cell above the map, with nothing but keys: Tab, fly 3 left, fly 4, done."""
    again(start)
    sources = ["".join(cell["source"]) for cell in start.cells()]
    above = next(n for n, text in enumerate(sources) if "first-flight" in text) - 1
    page.evaluate(
        """(index) => {
          const notebook = window.jupyterapp.shell.currentWidget.content;
          notebook.activeCellIndex = index;
          notebook.mode = 'command';
          notebook.activeCell.node.focus();
        }""",
        above,
    )
    for _ in range(40):
        page.keyboard.press("Tab")
        label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        if label == "Eye in the Sky: map":
            break
    else:
        pytest.fail("Tab does not reach the map")
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "application"
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    wait_for(status(page), "Planned, fly 3 left: flies E to 12.6, facing NE.")
    page.keyboard.press("Enter")
    wait_for(status(page), "Allowed: flies E to 12.6, facing NE.")
    page.keyboard.press("4")
    wait_for(status(page), "Planned, fly 4: flies NE to 8.8")
    page.keyboard.press("Enter")
    wait_for(status(page), "✓ Done: Bring plane A to hex 8.8 (move 2 of 4).")
    wait_for(deck(page).locator(".skylib-done"), "✓ Done")
    # The focus has not been lost on the way, and Lab's own shortcuts have not fired.
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label == "Eye in the Sky: map"
    assert len(start.cells()) == len(sources)


def test_tap_a_hex_turn_and_commit(start: Any, page: Any) -> None:
    again(start)
    page.mouse.click(*spot(page, "12.7"))
    wait_for(status(page), "Planned, fly 4: flies E to 12.7, facing E.")
    turn = deck(page).locator(".widget-toggle-buttons", has_text="Then face")
    turn.get_by_role("button", name="NE", exact=True).click()
    wait_for(status(page), "Planned, fly 4 left:")
    # The row of photographs has come along, with the right one pressed.
    photo = deck(page).locator(".widget-toggle-buttons", has_text="Photo")
    assert photo.get_by_role("button").all_inner_texts() == [
        "none",
        "12.3",
        "12.4",
        "12.5",
        "12.6",
    ]
    assert photo.locator(".mod-active").all_inner_texts() == ["none"]
    photo.get_by_role("button", name="12.5").click()
    wait_for(status(page), "Planned, fly 4 left photo 2:")
    deck(page).get_by_role("button", name="Fly", exact=True).click()
    wait_for(status(page), "Allowed: flies E to 12.7, facing NE, and photographs 12.5")
    wait_for(deck(page).locator(".skylib-ruling.skylib-allowed"), "EYE-FLY")
    assert facts(start)["photos A"] == "1"


def test_a_refused_move_says_why(start: Any, page: Any) -> None:
    again(start)
    field = deck(page).get_by_label("Move")
    field.fill("fly 7")
    field.press("Enter")
    reason = "a plane flies 2, 3 or 4 hexes straight ahead, not 7"
    wait_for(status(page), f"Refused: {reason}")
    box = deck(page).locator(".skylib-ruling.skylib-refused")
    wait_for(box, reason)
    assert box.is_visible() and "Instead: fly 2; fly 3; fly 4" in box.inner_text()
    assert facts(start)["hex A"] == "12.3"
    field.fill("fly 3")
    field.press("Enter")
    wait_for(status(page), "Allowed: flies E to 12.6")
    assert field.input_value() == ""


def test_the_help_line_is_seen(start: Any, page: Any) -> None:
    line = deck(page).locator(".skylib-note", has_text="Keys on the map:")
    box = line.bounding_box()
    assert box["width"] > 200 and box["height"] > 10


def test_an_error_in_a_handler_is_seen(start: Any, page: Any) -> None:
    again(start)
    start.run_code("tap = deck.controls.tap; deck.controls.tap = lambda hex: 1 / 0")
    page.mouse.click(*spot(page, "12.6"))
    alert = deck(page).locator(".skylib-map [role=alert]")
    wait_for(alert, "ZeroDivisionError: division by zero")
    assert alert.is_visible()
    start.run_code("deck.controls.tap = tap")
    page.mouse.click(*spot(page, "12.6"))
    wait_for(status(page), "Planned, fly 3:")
    assert alert.inner_text() == ""


def test_a_page_loaded_again_shows_the_position(start: Any, page: Any) -> None:
    again(start)
    start.run_code("deck.play('fly 4 left')")
    start.save()
    start.reload()
    start.maps(4)
    wait_for(deck(page).locator(".skylib-prompt"), "Round 2: A at 12.7, facing NE")
    wait_for(status(page), "Allowed: flies E to 12.7, facing NE.")
    counters = (
        deck(page)
        .locator(".skylib-board")
        .evaluate(
            "node => node.closest('.skylib-map').parentElement.skylibMap"
            ".model.get('counters').length"
        )
    )
    assert counters == 1
    # And it can be flown on.
    deck(page).locator("[role=application]").focus()
    page.keyboard.press("2")
    wait_for(status(page), "Planned, fly 2: flies NE")
    page.keyboard.press("Enter")
    wait_for(deck(page).locator(".skylib-prompt"), "Round 3")


OVERFLOW = """() => {
  const out = [];
  for (const area of document.querySelectorAll('.jp-OutputArea-output')) {
    const right = area.getBoundingClientRect().right + 1;
    for (const node of area.querySelectorAll('.skylib-deck *, .skylib-box, .skylib-ruling')) {
      const style = getComputedStyle(node), box = node.getBoundingClientRect();
      if (box.width > 2 && box.right > right && !node.closest('.skylib-board, svg, option'))
        out.push(`${node.className}: ${Math.round(box.right - right)} px too far`);
    }
  }
  return out;
}"""


def test_a_phone_of_360_pixels(start: Any, page: Any) -> None:
    """Nothing sticks out to the right, and one still flies."""
    again(start)
    start.run_code("deck.play('fly 7'); deck.controls._go('3')")
    start.screen(360, 740)
    try:
        page.wait_for_timeout(500)
        assert page.evaluate(OVERFLOW) == []
        page.mouse.click(*spot(page, "12.7"))
        wait_for(status(page), "Planned, fly 4:")
    finally:
        start.screen(1366, 768)


def test_restart_the_kernel_and_run_all_again(start: Any, page: Any) -> None:
    """Last, since it ends what the tests before share."""
    start.restart()
    start.run_all()
    start.maps(4)
    wait_for(deck(page).locator(".skylib-prompt"), "Round 1: A at 12.3")
    deck(page).locator("[role=application]").focus()
    page.keyboard.press("3")
    wait_for(status(page), "Planned, fly 3:")


# ---- lessons ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1-flying", "4-worked-round"])
def test_a_lesson_is_stepped_through_and_its_question_answered(
    course: Any, page: Any, name: str
) -> None:
    notebook = course.open(page, f"course/eye-in-the-sky/{name}")
    try:
        notebook.run_all()
        notebook.maps(4)
        stepper = page.locator(".skylib-deck:has(.widget-play)").first
        wait_for(stepper, "Step 1 of")
        stepper.get_by_role("button", name="Next ▶").click()
        wait_for(stepper.locator("[role=status]").first, "Step 2 of")
        wait_for(stepper.locator(".skylib-ruling"), "Allowed: flies E to ")
        assert stepper.get_by_text("✗ differs").count() == 0
        stepper.locator("[role=application]").focus()
        page.keyboard.press("ArrowRight")
        wait_for(stepper.locator("[role=status]").first, "Step 3 of")
        page.keyboard.press("<")
        wait_for(stepper.locator("[role=status]").first, "Step 1 of")

        question = page.locator(".skylib-deck:has(.skylib-goal)", has_text="Look").first
        wrong, right = ("0", "-5") if name == "1-flying" else ("over 150", "under 50")
        question.get_by_role("button", name="Look").click()
        wait_for(question.locator("[role=alert]"), "answer first")
        question.get_by_role("button", name=wrong, exact=True).click()
        question.get_by_role("button", name="Look").click()
        wait_for(question.locator(".skylib-refused"), f"✗ You said: {wrong}. Right is: {right}.")
        assert re.search(r"EYE-(EDGE|SCORE)", question.inner_text())

        notebook.screen(360, 740)
        page.wait_for_timeout(500)
        assert page.evaluate(OVERFLOW) == []
    finally:
        notebook.close()
