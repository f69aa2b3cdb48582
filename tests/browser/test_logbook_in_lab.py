"""Drill, logbook and class in a real JupyterLab, by keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def cells(place: Path, *more: str) -> list[str]:
    """Cells of a learner whose logbook lies in a file of the test."""
    return [
        f"import os; os.environ['SKYLIB_LOGBOOK'] = {str(place)!r}",
        "from skylib import lessons",
        *more,
    ]


def focused(page: Any) -> str:
    """The text of what has the keyboard's focus."""
    return str(page.evaluate("() => document.activeElement?.innerText ?? ''"))


def tab_to(page: Any, text: str, presses: int = 12) -> None:
    """Press Tab until something that shows a text has the focus."""
    for _ in range(presses):
        page.keyboard.press("Tab")
        found = focused(page)
        if text in found and len(found) < 60:  # a button, not the page around it
            return
    raise AssertionError(f"Tab does not reach {text!r}")


def test_a_drill_by_keyboard_is_kept_and_comes_back(
    open_cells: Callable[..., Any], page: Any, tmp_path: Path
) -> None:
    place = tmp_path / "logbook.jsonl"
    notebook = open_cells(
        cells(place, "drill = lessons.drill('hexes', seed=3)\ndrill", "lessons.logbook()")
    )
    notebook.maps(1)
    for number in range(1, 4):
        page.locator(".widget-toggle-buttons").first.locator("button").first.focus()
        page.keyboard.press("Enter")
        tab_to(page, "Look")
        page.keyboard.press("Enter")
        page.get_by_text(f"of {number} right", exact=False).first.wait_for()
        tab_to(page, "Next question")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => !document.querySelector('.skylib-deck :is(.skylib-allowed, .skylib-refused)')"
        )
        # The new question has the focus, so that it is read out.
        question = page.locator(".skylib-goal").first.inner_text().strip()
        assert focused(page) == question, "the focus was lost"
    lines = [json.loads(line) for line in place.read_text().splitlines()]
    assert [line["name"].partition("/")[0] for line in lines] == ["hexes"] * 3
    page.get_by_role("button", name="Look again").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Your logbook: 3 results").wait_for()


def test_the_logbook_by_keyboard(open_cells: Callable[..., Any], page: Any, tmp_path: Path) -> None:
    missed = (
        '{"time":"2026-01-02T10:00:00Z","kind":"drill","name":"hexes/how-far","right":false,'
        '"seed":4,"key":"2.1"}\n'
    )
    place = tmp_path / "logbook.jsonl"
    place.write_text(missed)
    notebook = open_cells(cells(place, "lessons.logbook()"))
    page.get_by_text("To repeat now: 1.").wait_for()
    page.get_by_role("button", name="Repeat now").focus()
    page.keyboard.press("Enter")
    notebook.maps(1)
    page.get_by_text("You missed this one once").wait_for()
    page.get_by_role("button", name="Look again").focus()
    tab_to(page, "Take along or add", 40)
    page.keyboard.press("Enter")
    copy = page.get_by_role("textbox", name="Copy this")
    copy.wait_for()
    assert copy.input_value().startswith("[skylib logbook 1:")
    page.get_by_role("textbox", name="Paste here").fill(copy.input_value())
    page.get_by_role("button", name="Add this logbook").press("Enter")
    page.get_by_text("0 results were new.").wait_for()
    page.get_by_role("button", name="Add this logbook").focus()
    tab_to(page, "Hand in")
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Name").fill("Zoë")
    page.get_by_role("button", name="Save my results").press("Enter")
    page.get_by_text("Zoë.skylib.txt, beside this notebook").wait_for()
    page.get_by_role("button", name="Save my results").focus()
    tab_to(page, "Forget")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Forget everything").wait_for()
    tab_to(page, "Forget everything")
    page.keyboard.press("Enter")
    page.get_by_text("Forget all 1 results").wait_for()
    assert place.read_text() == missed
    tab_to(page, "Yes, forget it all")
    page.keyboard.press("Enter")
    page.get_by_text("Everything is forgotten.").wait_for()
    assert place.read_text() == ""


@pytest.mark.parametrize("width, height", [(1366, 768), (360, 740)])
def test_a_class_on_every_screen(
    open_cells: Callable[..., Any], page: Any, tmp_path: Path, width: int, height: int
) -> None:
    notebook = open_cells(cells(tmp_path / "l.jsonl", "lessons.class_results()"), run=False)
    notebook.screen(width, height)
    notebook.run_all()
    picture = page.get_by_role("img", name="Who needs what: 6 pupils")
    picture.wait_for()
    page.wait_for_function(
        "() => [...(window.Bokeh?.documents ?? [])].some((d) => d.roots().length)", timeout=30_000
    )
    box = picture.bounding_box()
    assert box is not None and box["height"] > 100
    assert box["x"] + box["width"] <= width, "wider than the screen"
    table = page.get_by_role("region", name="Results", exact=True)
    box = table.bounding_box()
    assert box is not None and box["x"] + box["width"] <= width, "wider than the screen"
    before = page.evaluate("() => window.Bokeh.documents.length")
    for _ in range(3):
        page.get_by_role("button", name="by rule").click()
        page.get_by_role("img", name="by 6 things tried").wait_for()
        page.get_by_role("button", name="by what was done").click()
        page.get_by_role("img", name="by 7 things tried").wait_for()
    page.wait_for_function(
        "(before) => window.Bokeh.documents.length <= before", arg=before, timeout=10_000
    )
    ours = [line for line in page.said if line.startswith("error: ") and "jupyterlite" not in line]
    assert ours == []
