"""Flying Circus in a real browser: fly a turn, scrub the strip, fire."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CELLS = [
    "from skylib import lessons",
    "deck = lessons.fly('flying-circus', scenario='air-1916-b', seed=1, "
    "position='phase 3 allied move; A1 spad-7 1514 NW level 10 speed 8; "
    "G1 albatros-d-iii 1405 SW level 10 speed 7')\ndeck",
]


def test_fly_a_turn_scrub_the_strip_and_fire(page: Any, open_cells: Callable[..., Any]) -> None:
    notebook = open_cells(CELLS)
    (map,) = notebook.maps()
    board = map.locator(".skylib-board")
    board.focus()

    # The decision: a barred speed says why, an allowed one is taken.
    page.get_by_role("button", name="✗ 10").click()
    page.locator(".skylib-refused", has_text="FC-SPEED-STEP").wait_for()
    page.get_by_role("button", name="climb", exact=True).first.wait_for()

    # The flight by keys; the strip fills with it.
    board.focus()
    for key in ("ArrowUp", "ArrowRight", *["ArrowUp"] * 6):
        board.press(key)
    strip = page.locator("table.skylib-strip")
    strip.get_by_text("✓ sighted").wait_for()
    assert strip.locator("tbody tr").first.locator(".cell.in").count() == 7
    map.locator(".skylib-status", has_text="F R F F F F F F").wait_for()
    point = page.locator(".widget-slider [role=slider], .widget-slider .noUi-handle").first
    assert point.get_attribute("aria-valuenow") == "8.0"  # not left behind at an older limit

    # Scrubbing: the marked point follows the slider, and so does the ghost.
    ghost = "[c.hex for c in deck.map.scene.counters if c.ghost]"
    at_end = notebook.run_code(f"print({ghost})")
    point.focus()
    for _ in range(3):
        point.press("ArrowLeft")
    strip.locator("th.at", has_text="5").wait_for()
    assert notebook.run_code(f"print({ghost})") != at_end

    # Commit, then fire; the odds stand below the map.
    board.focus()
    board.press("Enter")
    shot = page.get_by_role("button", name="A1 front → G1")
    shot.wait_for()
    shot.click()
    page.locator(".skylib-odds", has_text="Odds at range 2").wait_for()
    page.locator("table.skylib-crt th.lit", has_text="▼ 2").wait_for()
    page.get_by_role("button", name="Fire", exact=True).click()
    page.locator(".skylib-prompt", has_text="German: G1 flies").wait_for()
    assert "fires its front gun at G1" in notebook.run_code("print(deck.ruling)")
    assert not [line for line in page.said if line.startswith("error")], page.said


def test_the_verdict_of_a_strip_is_seen_beside_the_list_of_files(
    page: Any, open_cells: Callable[..., Any]
) -> None:
    """It stands at the right end, and nothing tells that a strip could be scrolled."""
    flight = (
        "lessons.flights({}, scenario='photo-1917-allied-b', position='phase 2 german move; "
        "A1 f2b 1718 NW level 10 speed 8; G1 fokker-d-vii 2217 N level 10 speed 8')"
    )
    open_cells(
        [
            "from skylib import lessons",
            flight.format("'G1 speed 8: F F L L F F F'"),
            flight.format("'G1 speed 8: F F L L F F F', 'G1 speed 8: F F F F F F F F'"),
            "step = lessons.replay('flying-circus/combat'); step",
            CELLS[1],
        ]
    )
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_function("() => document.querySelectorAll('.skylib-strip-box').length >= 5")
    page.wait_for_timeout(500)
    cut = page.evaluate(
        """async () => {
          const out = [];
          for (const box of document.querySelectorAll('.skylib-strip-box')) {
            box.scrollIntoView();
            await new Promise((done) => setTimeout(done, 200));
            if (box.clientWidth < 200 || box.scrollWidth > box.clientWidth + 1)
              out.push(`${box.scrollWidth} of ${box.clientWidth}: ${box.textContent.slice(0, 40)}`);
          }
          return out;
        }"""
    )
    assert not cut
