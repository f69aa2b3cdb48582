"""A handout in a real browser: folded on the screen, printed with its answers, offline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PLACES = """() => {
  const seen = (name) => [...document.querySelectorAll(name)].map((n) => n.checkVisibility());
  return { key: seen('.key details > ol > li'), folds: seen('details.answer'),
    pictures: [...document.images].every((image) => image.complete && image.naturalWidth > 100),
    wide: document.documentElement.scrollWidth <= innerWidth };
}"""


@pytest.fixture(scope="module")
def handout_file(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("nbconvert")
    from skylib.lessons.handout import handout

    file = tmp_path_factory.mktemp("handout") / "flying.html"
    source = root / "notebooks" / "eye-in-the-sky" / "1-flying.ipynb"
    file.write_text(handout(source).page, "utf-8")
    return file


def test_answers_are_folded_on_screen_and_printed_on_paper(page: Any, handout_file: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(handout_file.as_uri())
    screen = page.evaluate(PLACES)
    assert screen["pictures"] and screen["wide"]
    assert not any(screen["key"]) and all(screen["folds"])
    page.locator("details.answer summary").first.press("Enter")  # by keyboard
    assert page.locator("details.answer[open]").count() == 1
    page.emulate_media(media="print")
    paper = page.evaluate(PLACES)
    assert len(paper["key"]) == len(screen["folds"]) and all(paper["key"])
    assert not any(paper["folds"])
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    for size in ("A4", "Letter"):
        pdf = page.pdf(format=size)
        assert pdf.startswith(b"%PDF") and 5 <= pdf.count(b"/Type /Page\n") <= 14


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_sticks_out(page: Any, handout_file: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(handout_file.as_uri())
    assert page.evaluate(PLACES)["wide"]
