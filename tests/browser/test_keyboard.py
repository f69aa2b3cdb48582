"""Levels, drills, steppers and games by keyboard alone and without sight.

Everything that is known comes from what is in focus and from what live regions say
(`Reader`); each press checks that its words are said once and that the focus is not lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from access_tools import Reader
from lab import LabServer, Notebook

DONE = "✓ Done"
CELLS = {
    "": "from skylib import lessons",
    "eye": "lessons.level('eye-in-the-sky/first-flight')",
    "circus": "lessons.level('flying-circus/slow-down')",
    "intro": "lessons.level('flying-circus-introductory/get-behind')",
    "temps": "lessons.level('le-temps-des-as/first-chain')",
    "drill": "lessons.drill('eye-in-the-sky', seed=11)",
    "no map": "lessons.drill('flying-circus', 'is-the-decision-legal', seed=2)",
    "step": "lessons.replay('eye-in-the-sky/photographs')",
    "ask": "lessons.predict('eye-in-the-sky/over-the-edge')",
    "game": "game = lessons.fly('eye-in-the-sky', players=2, seed=1, computer=['B']); game",
    "dice": "import skylib\nfrom skylib.core.dice import AskedDice\n"
    "lessons.fly(skylib.new_game('le-temps-des-as', scenario='skirmish', setup='ready', "
    "dice=AskedDice()))",
    "play": "lessons.play('flying-circus', computer=['german'])",
}
AT = {name: number for number, name in enumerate(CELLS)}


@pytest.fixture(scope="module")
def notebook(lab: LabServer, module_page: Any) -> Iterator[Notebook]:
    opened = lab.open(module_page, "keyboard", list(CELLS.values()))
    opened.run_all()
    opened.maps(9)
    yield opened
    opened.close()


@pytest.fixture
def reader(notebook: Notebook, page: Any) -> Reader:
    return Reader(page)


MAP = r".*\bmap\b.*|.*: .*"


def on_map(reader: Reader, cell: str) -> None:
    reader.enter(AT[cell])
    reader.tab_to(MAP, "application")
    assert "Arrow keys" in reader.focus()["about"]


def test_loading_and_running_leave_the_focus_in_the_notebook(reader: Reader) -> None:
    assert reader.focus()["cell"] >= 0


# ---- a level of each game -----------------------------------------------------------------


@pytest.mark.parametrize(
    "cell, keys, planned",
    [
        ("eye", ["ArrowUp", "ArrowUp", "ArrowLeft", "Enter", "4", "Enter"], "Planned"),
        ("circus", ["6", *["ArrowUp"] * 6, "Enter"], "A1 speed 6"),
        ("intro", [*"UURUUUURRR", "Enter"], "A1"),
        ("temps", ["U", "Enter", "R", "R", "Enter", "U", "Enter", "U", "Enter"], "Planned"),
    ],
)
def test_a_level(reader: Reader, cell: str, keys: list[str], planned: str) -> None:
    arrows = {"U": "ArrowUp", "R": "ArrowRight"}
    on_map(reader, cell)
    words = []
    for number, key in enumerate(keys, 1):
        last = number == len(keys)
        words.append(reader.press(arrows.get(key, key), DONE if last else ""))
        if not last:
            assert words[-1] or reader.listen(key, " "), f"{key} is not answered"
    assert any(planned in one for one in words), words
    assert reader.focus()["role"] == "application"


def test_a_refusal_is_said_again_when_it_happens_again(reader: Reader) -> None:
    reader.enter(AT["eye"], "Move", "input")
    for _ in range(2):
        reader.page.keyboard.press("Control+a")
        reader.page.keyboard.type("fly 7")
        reader.press("Enter", "Refused: a plane flies 2, 3 or 4 hexes straight ahead, not 7")
    for _ in range(2):
        reader.page.keyboard.press("Control+a")
        reader.page.keyboard.type("loop")
        reader.press("Enter", "'loop' is no move")
    assert reader.focus()["name"] == "Move"


def test_the_line_is_empty_when_its_move_was_played(reader: Reader) -> None:
    """However fast it was typed."""
    keyboard = reader.page.keyboard
    line = "() => document.activeElement.value"
    reader.enter(AT["game"], "Move", "input")
    for _ in range(3):
        keyboard.type("fly 3")
        reader.press("Enter", "Allowed")
        assert reader.page.evaluate(line) == ""
    keyboard.type("loop")
    reader.press("Enter", "'loop' is no move")
    assert reader.page.evaluate(line) == "loop"  # still there, to be mended
    keyboard.press("Control+a")
    keyboard.press("Delete")
    reader.tab_to("Start again", back=True)
    reader.press("Enter", "From the start.")


def test_buttons_keep_the_focus_and_their_keys(reader: Reader, notebook: Notebook) -> None:
    cells = len(notebook.cells())
    reader.enter(AT["game"], "Start again")
    reader.press("Enter", "From the start.")
    assert reader.focus()["name"] == "Start again"
    for key in "xbdd":  # JupyterLab would cut, insert and delete cells
        reader.press(key)
    assert len(notebook.cells()) == cells
    reader.tab_to("Hint")
    reader.press(" ", "The computer would play")
    assert reader.focus()["name"] == "Hint"
    reader.tab_to("Take back", back=True)
    for _ in range(2):
        reader.press("Enter", "there is no move to take back")


def test_escape_leaves_a_panel_for_its_cell(reader: Reader, notebook: Notebook) -> None:
    reader.enter(AT["ask"])
    reader.tab_to("Look", "button")
    reader.page.keyboard.press("Escape")
    active = "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"
    focused = "() => document.activeElement.classList.contains('jp-Cell')"
    assert reader.page.evaluate(focused)
    assert reader.page.evaluate(active) == AT["ask"]
    reader.page.keyboard.press("ArrowDown")  # JupyterLab's own key again
    assert reader.page.evaluate(active) == AT["ask"] + 1


def test_a_row_of_buttons_says_what_is_pressed(reader: Reader) -> None:
    on_map(reader, "game")
    reader.press("Escape")  # the hint of the test before
    reader.press("3", "Planned, fly 3")
    reader.tab_to("3", "button")
    assert reader.focus()["pressed"] == "true"
    reader.tab_to("NE", "button")
    assert reader.focus()["pressed"] == "false"
    reader.press("Enter", "facing NE")
    assert (reader.focus()["name"], reader.focus()["pressed"]) == ("NE", "true")


def test_the_board_in_words(reader: Reader, page: Any) -> None:
    reader.enter(AT["game"], "The board in words")
    reader.press("Enter")
    words = page.locator(".jp-CodeCell").nth(AT["game"]).locator(".jupyter-widget-Collapse-open")
    words.get_by_text("facing E").first.wait_for()
    assert reader.focus()["name"] == "The board in words"
    reader.press("Enter")


# ---- questions and drills -----------------------------------------------------------------


def test_a_question(reader: Reader) -> None:
    reader.enter(AT["ask"], "Look")
    for _ in range(2):
        reader.press("Enter", "answer first")
    reader.tab_to("-5", back=True)
    reader.press("Enter")
    assert reader.focus()["pressed"] == "true"
    reader.tab_to("Look")
    reader.press("Enter", "✓ -5: right.")
    assert reader.focus()["name"] == "Look"


def test_a_drill(reader: Reader) -> None:
    reader.enter(AT["drill"], "Look")
    reader.page.keyboard.press("Shift+Tab")  # the last answer
    reader.press("Enter")
    answer = reader.focus()["name"]
    assert reader.focus()["pressed"] == "true"
    reader.tab_to("Look")
    said = reader.press("Enter", "of 1 right")
    assert f"✓ {answer}: right." in said or f"✗ You said: {answer}." in said
    reader.tab_to("Next question")
    reader.press("Enter")
    # The new question is in focus, and so is read.
    reader.page.wait_for_timeout(600)
    asked = reader.focus()
    assert asked["cell"] == AT["drill"] and len(asked["name"]) > 20 and asked["role"] != "button"
    reader.page.keyboard.press("Tab")
    assert reader.focus()["role"] == "button"  # its first answer
    reader.press("Enter")
    reader.tab_to("Look")
    reader.press("Enter", "of 2 right")


def test_a_verdict_without_a_map_is_said_with_the_score(reader: Reader) -> None:
    reader.enter(AT["no map"], "Look")
    reader.page.keyboard.press("Shift+Tab")
    reader.press("Enter")
    answer = reader.focus()["name"]
    reader.tab_to("Look")
    said = reader.press("Enter", "of 1 right")
    assert f"✓ {answer}: right." in said or f"✗ You said {answer}." in said


# ---- the stepper ----------------------------------------------------------------------------


def test_a_stepper(reader: Reader) -> None:
    on_map(reader, "step")
    reader.press("ArrowRight", "Step 2 of 6.")
    reader.press("ArrowRight", "Step 3 of 6.")
    reader.press("ArrowLeft", "Step 2 of 6.")
    reader.tab_to("Next ▶")
    reader.press("Enter", "Step 3 of 6.")
    reader.press(" ", "Step 4 of 6.")
    reader.tab_to("Step", "slider")
    reader.press("ArrowRight", "Step 5 of 6.")
    reader.tab_to("◀ Back", back=True)
    reader.press("Enter", "Step 4 of 6.")
    assert reader.focus()["name"] == "◀ Back"


# ---- games -----------------------------------------------------------------------------------


def test_a_game_from_the_list_of_legal_moves(reader: Reader) -> None:
    for _ in range(3):
        reader.enter(AT["game"], "Legal", "select")
        reader.press("ArrowDown", "Planned")
        reader.tab_to("Fly", back=True)
        said = reader.press("Enter", "Allowed")
        assert "B: " in said  # and what the computer did
        assert reader.focus()["name"] == "Fly"


def test_a_die_of_ones_own(reader: Reader) -> None:
    """The dice are asked for; when the question is answered, the focus goes on, not away."""
    on_map(reader, "dice")
    reader.press("1")
    reader.press("Enter", "die")
    reader.enter(AT["dice"])
    for _ in range(4):
        reader.tab_to(r"Die of 6 .*", "select", back=reader.focus()["name"] == "Rolled")
        reader.press("ArrowDown")
        reader.tab_to("Rolled")
        reader.press("Enter", " ")
        reader.page.wait_for_timeout(200)
        if reader.focus()["name"] != "Rolled":
            break
    else:
        raise AssertionError("the dice are asked for without end")
    assert reader.focus()["role"] == "application"


def test_the_focus_moves_on_when_its_button_goes(reader: Reader, notebook: Notebook) -> None:
    reader.enter(AT["dice"])
    reader.tab_to("Hint")
    notebook.page.evaluate("() => document.activeElement.remove()")
    reader.page.wait_for_timeout(300)
    assert reader.focus()["role"] == "application"


def test_a_game_is_started_and_flown(reader: Reader) -> None:
    reader.enter(AT["play"], "Start")
    reader.press("Enter", "The game has begun")
    assert reader.focus()["name"] == "Start"
    reader.page.keyboard.press("Tab")
    reader.tab_to(MAP, "application")


def test_a_cell_run_again_keeps_the_focus_in_the_notebook(
    reader: Reader, notebook: Notebook
) -> None:
    on_map(reader, "ask")
    reader.page.keyboard.press("Control+Enter")
    notebook.wait_idle()
    reader.page.wait_for_timeout(800)
    assert reader.focus()["cell"] == AT["ask"]
