"""A page so busy that anywidget gives its models up: they listen to Python all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CELLS = [
    "from skylib import lessons",
    "deck = lessons.level('le-temps-des-as/straight-ahead')\ndeck",
]

# anywidget gives up after two seconds; here at once, as if the page had been busy so long.
AT_ONCE = """() => {
  const timeout = AbortSignal.timeout;
  window.givenUp = 0;
  AbortSignal.timeout = function (ms) {
    if (ms !== 2000) return timeout.call(AbortSignal, ms);
    window.givenUp += 1;
    const controller = new AbortController();
    queueMicrotask(() => controller.abort());
    return controller.signal;
  };
}"""


def test_a_model_given_up_still_follows(open_cells: Callable[..., Any], page: Any) -> None:
    page.add_init_script(f"({AT_ONCE})()")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    notebook = open_cells(CELLS)
    notebook.maps(1)
    assert page.evaluate("window.givenUp") > 3
    assert any("Failed to initialize model" in error for error in errors)
    page.locator(".skylib-board").first.focus()
    for left in ("3 points left", "2 points left"):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.locator(".skylib-prompt").filter(has_text=left).wait_for(timeout=10_000)
    notebook.wait_idle()
    # The map and the table of manoeuvres are widgets of their own, and both have followed.
    assert page.locator('.skylib-choices button[data-key="split-s"][aria-disabled]').count()
    drawn = page.evaluate(
        "() => document.querySelector('.skylib-map').parentElement.skylibMap.model"
        ".get('counters').map((row) => row.slice(0, 2))"
    )
    assert drawn == [list(c[:2]) for c in eval(notebook.run_code("print(deck.map.counters)"))]
