"""A level and the ladder in a real JupyterLab, by keyboard alone, at 1366 x 768."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GAME = "flying-circus-introductory"


def wait_for(locator: Any, text: str) -> None:
    locator.filter(has_text=text).first.wait_for(state="attached", timeout=20_000)


def has_focus(page: Any) -> bool:
    """Whether the map still has it."""
    return bool(
        page.evaluate("() => document.activeElement.getAttribute('role') === 'application'")
    )


def test_a_ladder_by_keyboard(open_cells: Callable[..., Any], page: Any) -> None:
    """Fail, hear why, try again, take the hints, fly the answer, and go on; the focus stays."""
    notebook = open_cells(["from skylib import lessons", f"lessons.levels('{GAME}')"])
    notebook.maps(1)
    deck = page.locator(".skylib-deck:has(.skylib-prompt)").last
    status = deck.locator("[role=status]").first
    goal = deck.locator(".skylib-level")
    wait_for(status, "Level 1 of 8: Fly straight. Goal: Fly A1 to hex 1205")
    deck.locator("[role=application]").focus()
    for _ in range(9):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for(status, "By FCI-TURN. ✗ Not this time:")
    wait_for(deck.locator("details"), "FCI-TURN")
    page.keyboard.press("R")
    wait_for(status, "From the start.")
    for number in ("Hint 1", "Hint 2", "Hint 3", "Planned on the map"):
        page.keyboard.press("h")
        wait_for(status, number)
    assert goal.get_by_role("img", name="1 star", exact=True).is_visible()
    page.keyboard.press("Enter")
    wait_for(status, "1 of 3 stars. Next level: the button, or N.")
    goal.get_by_role("button", name="Next level").wait_for()
    page.keyboard.press("N")
    wait_for(status, "Level 2 of 8: A turn costs a point.")
    assert has_focus(page)
    wait_for(page.locator(".skylib-ladder"), "1 ★☆☆")
    assert page.locator(".skylib-ladder .skylib-here").inner_text() == "2 ☆☆☆"


def test_the_goal_stays_in_view(open_cells: Callable[..., Any], page: Any) -> None:
    """However far the deck is scrolled, its goal and buttons stand at the top of the notebook."""
    notebook = open_cells(["from skylib import lessons", f"lessons.level('{GAME}/about')"])
    notebook.maps(1)
    page.locator(".skylib-level").wait_for()
    tops = page.evaluate(
        """async () => {
          const pane = document.querySelector('.jp-WindowedPanel-outer');
          const goal = document.querySelector('.skylib-level');
          const out = [];
          for (const far of [120, 240, 360]) {
            pane.scrollTop += goal.closest('.skylib-deck').getBoundingClientRect().top
              - pane.getBoundingClientRect().top + far;
            await new Promise((done) => setTimeout(done, 400));
            out.push(goal.getBoundingClientRect().top - pane.getBoundingClientRect().top);
          }
          return out;
        }"""
    )
    assert all(abs(top) <= 2 for top in tops), tops
