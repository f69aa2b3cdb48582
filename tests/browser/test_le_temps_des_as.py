"""Le Temps des As in a real JupyterLab: a chain flown, shot at in its middle, power, a stall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

CUP = "cup=4,2,3,2,1,2,1,1,1,1,2,1,3"
POSITION = (
    f"turn=2 stage=manoeuvre asked=Entente holder=Entente {CUP} | act members=SpadXIII-1 points=4 "
    "die=4 step=next group=SpadXIII-1 | SpadXIII-1 0915 N level=4 speed=3 | "
    "Roland-1 0911 N level=4 speed=5 moved"
)
CELLS = [
    "from skylib import lessons",
    "deck = lessons.fly('le-temps-des-as', scenario='skirmish', central='roland-c2', seed=5, "
    f"position='{POSITION}')\ndeck",
]


@pytest.fixture
def deck(open_cells: Callable[..., Any], page: Any) -> Any:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    notebook = open_cells(CELLS)
    notebook.errors = errors
    notebook.command("application:toggle-left-area")
    notebook.maps(1)
    page.locator(".skylib-deck").first.evaluate("node => node.scrollIntoView()")
    return notebook


def facts(notebook: Any) -> dict[str, str]:
    return eval(notebook.run_code("print(deck.game.facts())"))  # type: ignore[no-any-return]


def wait_for(page: Any, selector: str, text: str) -> Any:
    found = page.locator(selector).filter(has_text=text).first
    found.wait_for(state="attached", timeout=10_000)
    return found


def row(page: Any, key: str) -> Any:
    return page.locator(f'.skylib-choices button[data-key="{key}"]')


def play(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_chain_is_flown_shot_at_and_ends_in_a_stall(deck: Any, page: Any) -> None:
    # The table tells by more than colour what may be flown, and a closed row says why.
    assert row(page, "straight").get_attribute("aria-disabled") is None
    assert row(page, "tight-turn").get_attribute("aria-disabled") == "true"
    row(page, "tight-turn").click(force=True)  # closed, but it answers
    wait_for(page, ".skylib-ruling", "needs a speed of at least 4")
    assert facts(deck)["hex SpadXIII-1"] == "0915"

    # A turn, by the row and the switch for its side.
    row(page, "turn").click()
    wait_for(page, ".tda-sum", "Turn")
    page.get_by_role("button", name="right", exact=True).click()
    wait_for(page, "[role=status]", "turn right")
    play(page, "Fly it")

    # The gunner breaks in: the sum against the hit value is there before the shot.
    wait_for(page, ".skylib-choices caption", "Opportunity fire")
    row(page, "fire Roland-1 rear at SpadXIII-1").click()
    wait_for(page, ".tda-panel", "Fire test: Roland-1")
    assert page.locator(".tda-face").count() == 6
    play(page, "Fire or pass")
    wait_for(page, ".skylib-ruling", "fire test")
    assert facts(deck)["stage"] == "manoeuvre"

    # The rest by keys on the map: three turns cost three speed.
    board = page.locator(".skylib-board")
    for _ in range(3):
        board.focus()
        page.keyboard.press("ArrowRight")
        wait_for(page, "[role=status]", "Planned, turn right")
        page.keyboard.press("Enter")
        deck.wait_idle()
        while facts(deck)["stage"] == "opportunity":
            page.keyboard.press("p")
            wait_for(page, "[role=status]", "Planned, pass")
            page.keyboard.press("Enter")
            deck.wait_idle()

    # 3 - 4 and the motor: at 0 it stalls for sure, and the table says so beforehand.
    wait_for(page, ".skylib-choices caption", "The power factor of SpadXIII-1")
    line = row(page, "power +1").locator("xpath=ancestor::tr")
    assert "stall" in line.inner_text() and "6 of 6" in line.inner_text()
    row(page, "power +1").click()
    play(page, "End the movement")
    wait_for(page, ".skylib-ruling", "stalls")
    now = facts(deck)
    assert (now["control SpadXIII-1"], now["level SpadXIII-1"]) == ("out", "3")
    wait_for(page, ".tda-board", "out of control")
    assert not deck.errors


def test_the_deck_fits_the_screen_and_reads_well(deck: Any, page: Any) -> None:
    """At 1366 x 768: map, table, sum and the button that flies are seen together."""
    boxes = {
        name: page.locator(selector).first.bounding_box()
        for name, selector in {
            "map": ".skylib-board",
            "table": ".skylib-choices table",
            "board": ".tda-board",
        }.items()
    }
    boxes["button"] = page.get_by_role("button", name="Fly it", exact=True).bounding_box()
    top = min(box["y"] for box in boxes.values())
    for name, box in boxes.items():
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1366, name
        assert box["y"] + box["height"] - top <= 660, name
    assert boxes["map"]["x"] + boxes["map"]["width"] <= boxes["table"]["x"] + 1
    assert boxes["table"]["x"] + boxes["table"]["width"] <= boxes["board"]["x"] + 1
    head = page.locator(".skylib-choices thead th")
    assert all(head.nth(i).get_attribute("scope") == "col" for i in range(head.count()))
    assert page.locator(".skylib-choices tbody th[scope=row] button").count() == 10


def test_a_typed_move_leaves_the_field_empty_on_a_slow_kernel(deck: Any, page: Any) -> None:
    """The last letters are still on their way when Enter has played the move."""
    deck.run_code("import time\ndeck._typed.observe(lambda change: time.sleep(0.15), 'value')")
    field = page.get_by_placeholder("type a move and press Enter").first
    for move, left in (("straight", "3"), ("pass", "3"), ("straight", "2")):
        field.focus()
        page.keyboard.type(move)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.querySelector('.skylib-move-label + input').value === ''",
            timeout=10_000,
        )
        deck.wait_idle()
        page.wait_for_timeout(800)  # what was on its way has come
        assert field.input_value() == ""
        assert deck.run_code("print(repr(deck._typed.value))").strip() == "''"
        assert deck.run_code("print(deck.game.state.act.points)").strip() == left
