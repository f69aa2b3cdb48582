"""Typical outputs on a laptop, a phone, a projector, in the dark theme, printed, and with
forced colours: like the pictures that were looked at, nothing cut, large enough to touch.

If outputs were changed on purpose: ``python tests/browser/refresh_reference.py``, and look.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import LabServer, Notebook
from pictures import CELLS, FONT_THERE, REFERENCE, SCREENS, SUBJECTS, differs, pictures


@pytest.fixture(scope="module")
def notebook(lab: LabServer, module_page: Any) -> Iterator[Notebook]:
    opened = lab.open(module_page, "screens", CELLS)
    opened.run_all()
    opened.maps(5)
    yield opened
    opened.close()


@pytest.fixture
def screen(notebook: Notebook) -> Iterator[Any]:
    """Sets a screen by its name, and the laptop again at the end."""

    def set_(name: str) -> None:
        wanted = SCREENS[name]
        notebook.screen(wanted.width, 768)
        notebook.page.wait_for_timeout(600)

    yield set_
    notebook.screen(1366, 768)


# ---- nothing is cut, everything can be touched ------------------------------------------------

CUT = """async () => {
  const out = [];
  for (const page of document.querySelectorAll('.skylib-on-page')) {
    // JupyterLab lays out what is near the window only.
    const pane = page.closest('.jp-WindowedPanel-outer');
    pane.scrollTop += page.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    for (let i = 0; i < 40 && page.clientWidth < 100; i++)
      await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 150));
    const right = page.getBoundingClientRect().right + 1;
    for (const node of page.querySelectorAll('*')) {
      const box = node.getBoundingClientRect();
      if (box.width < 2 || node.closest('svg, option, .skylib-board, .skylib-access')) continue;
      if (node.closest('.skylib-hidden, .skylib-unseen, .skylib-help')) continue;
      const slides = node.parentElement.closest(
        '.skylib-scroll, .skylib-strip-box, .skylib-cockpit');
      if (!slides && box.right > right)
        out.push(`${node.tagName}.${node.className}: ${Math.round(box.right - right)} px too far`);
    }
    for (const node of [page, ...page.querySelectorAll('.widget-box')])
      if (node.scrollWidth > node.clientWidth + 2)
        out.push(`scrolls: ${node.className} ${node.scrollWidth}/${node.clientWidth}`);
    // No bar beside a map for the one pixel of a text that only screen readers get.
    for (const node of [page, ...page.querySelectorAll('.widget-box')])
      if (node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY === 'auto')
        out.push(`scrolls: ${node.className} ${node.scrollHeight}/${node.clientHeight} high`);
    for (const note of page.querySelectorAll('.skylib-chart ~ p, .skylib-scroll ~ p'))
      if (note.getBoundingClientRect().width < 20) out.push(`unseen: ${note.textContent}`);
  }
  return out;
}"""

SMALL = """async (least) => {
  const out = [];
  for (const page of document.querySelectorAll('.skylib-on-page')) {
    const pane = page.closest('.jp-WindowedPanel-outer');
    pane.scrollTop += page.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    await new Promise((done) => setTimeout(done, 200));
  }
  const targets = ':is(button, summary, select, input)';
  for (const node of document.querySelectorAll(`.skylib-on-page ${targets}`)) {
    const box = node.getBoundingClientRect();
    if (!box.width || node.closest('.widget-play')) continue;
    if (box.height < least - 0.5 || box.width < Math.min(least, 24) - 0.5)
      out.push(`${node.textContent.trim() || node.tagName}: ${box.width} x ${box.height}`);
  }
  return out;
}"""


@pytest.mark.parametrize("name", ["phone", "projector", "laptop"])
def test_nothing_is_cut(screen: Any, page: Any, name: str) -> None:
    screen(name)
    cut = page.evaluate(CUT)
    assert not cut, "\n".join(cut[:12])


def test_targets_are_large_enough(screen: Any, page: Any) -> None:
    """24 pixels everywhere; what flies, rolls and looks has 44 on a phone."""
    assert page.evaluate(SMALL, 24) == []
    screen("phone")
    assert page.evaluate(SMALL, 24) == []
    primary = page.locator(".skylib-on-page .mod-primary")
    boxes = [primary.nth(i).bounding_box() for i in range(primary.count())]
    seen = [box for box in boxes if box]  # some are hidden until they are of use
    assert len(seen) >= 4 and all(box["height"] >= 44 for box in seen), seen


# ---- how the page is shown --------------------------------------------------------------------


def test_a_projector_at_twice_the_size(notebook: Notebook, page: Any) -> None:
    """1280 x 720 at a zoom of 200 % leaves 640 x 360."""
    notebook.screen(640, 360)
    try:
        page.wait_for_timeout(600)
        assert page.evaluate(CUT) == []
    finally:
        notebook.screen(1366, 768)


def test_nothing_moves_for_who_wants_no_motion(page: Any, notebook: Notebook) -> None:
    page.emulate_media(reduced_motion="reduce")
    try:
        moving = page.evaluate(
            """() => [...document.querySelectorAll('.skylib-on-page *')].filter((node) => {
              const style = getComputedStyle(node);
              return style.animationName !== 'none' ||
                style.transitionDuration.split(',').some((time) => parseFloat(time) > 0);
            }).map((node) => node.className)"""
        )
        assert moving == []
    finally:
        page.emulate_media(reduced_motion="no-preference")


def test_forced_colours_leave_what_is_chosen_to_be_seen(page: Any, notebook: Notebook) -> None:
    page.emulate_media(forced_colors="active")
    try:
        for selector in (".mod-active", ".skylib-chosen"):
            width = page.locator(f".skylib-deck {selector}:visible").first.evaluate(
                "(node) => getComputedStyle(node).borderTopWidth"
            )
            assert width == "3px", selector
        board = page.locator(".skylib-board").first
        assert board.evaluate("(node) => getComputedStyle(node).forcedColorAdjust") == "none"
    finally:
        page.emulate_media(forced_colors="none")


def test_on_paper_there_are_no_buttons(page: Any, notebook: Notebook) -> None:
    page.emulate_media(media="print")
    try:
        assert page.locator(".skylib-on-page .widget-button:visible").count() == 0
        assert page.locator(".skylib-on-page .skylib-status").first.is_visible()
        assert page.locator(".skylib-on-page .skylib-goal").first.is_visible()
    finally:
        page.emulate_media(media="screen")


# ---- pictures -----------------------------------------------------------------------------------


def test_every_reference_belongs_to_a_picture() -> None:
    wanted = {f"{name}-{screen}.png" for name in SUBJECTS for screen in SCREENS}
    assert {path.name for path in REFERENCE.glob("*.png")} == wanted


@pytest.mark.parametrize("name", list(SCREENS))
def test_like_the_pictures_that_were_looked_at(
    notebook: Notebook, page: Any, name: str, request: pytest.FixtureRequest
) -> None:
    if not page.evaluate(FONT_THERE):
        pytest.skip("needs the font DejaVu Sans: apt-get install fonts-dejavu-core")
    folder = Path(request.config._tmp_path_factory.getbasetemp()) / "pictures"  # type: ignore[attr-defined]
    wrong = []

    def reference(picture: str) -> bytes:
        return (REFERENCE / f"{picture}.png").read_bytes()

    def like(picture: str, png: bytes) -> bool:
        return not differs(png, reference(picture))[0]

    try:
        for picture, png in pictures(notebook, {name: SCREENS[name]}, like):
            why, difference = differs(png, reference(picture))
            if why:
                folder.mkdir(exist_ok=True)
                (folder / f"{picture}.png").write_bytes(png)
                (folder / f"{picture}-reference.png").write_bytes(reference(picture))
                if difference:
                    (folder / f"{picture}-difference.png").write_bytes(difference)
                wrong.append(f"{picture}: {why}")
    finally:
        notebook.screen(1366, 768)
    assert not wrong, (
        f"{'; '.join(wrong)}. The pictures and their differences are in {folder}. If they are "
        "as they should be: python tests/browser/refresh_reference.py"
    )
