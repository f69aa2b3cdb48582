"""`skylib serve` in a real browser: the page of contents, and a lesson of each game as an app."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DECK = ".skylib-deck:has(.skylib-prompt):has(input)"  # one to fly on, not a record
PUPILS = 2

# For each game a lesson, a key of its flight deck and what the map then says.
LESSONS = [
    ("eye-in-the-sky/1-flying", "Eye in the Sky 1: flying", "3", "Planned, fly 3: flies E"),
    ("flying-circus/07-combat", "Flying Circus 7: combat", "ArrowUp", "A1 speed 8: F"),
    ("le-temps-des-as/4-fire", "Le Temps des As 4: fire", "ArrowUp", "Planned, straight"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `skylib serve`, for at most two pages at once."""
    pytest.importorskip("voila", reason="needs Voila: pip install voila")
    home = tmp_path_factory.mktemp("served")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hidden = ("JUPYTER", "XDG_")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(hidden)}
    path = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH")) if p)
    environment |= {"HOME": str(home), "PYTHONPATH": path}
    line = [sys.executable, "-m", "skylib", "serve", "--no-browser", "--port", str(port)]
    with (home / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [*line, "--pupils", str(PUPILS)],
            cwd=home,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(url, timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, (home / "log.txt").read_text("utf-8")
                time.sleep(0.1)
        else:
            pytest.fail((home / "log.txt").read_text("utf-8"))
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture
def visit(page: Any, served: str) -> Iterator[Callable[[str], Any]]:
    """Open a lesson and wait for its maps; the page and its kernel end with the test."""
    page.asked = []
    page.set_default_navigation_timeout(120_000)
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("websocket", lambda socket: page.asked.append(socket.url))

    def open_(name: str) -> Any:
        for _ in range(60):  # the kernels of the test before take a moment to end
            answer = page.goto(f"{served}/voila/render/{name}.ipynb", wait_until="commit")
            if answer.status == 200:
                break
            page.wait_for_timeout(500)
        page.locator("#rendered_cells").wait_for(timeout=120_000)
        page.wait_for_function(
            """() => {
              const maps = [...document.querySelectorAll('.skylib-map')];
              const views = maps.map((node) => node.parentElement.skylibMap);
              return maps.length > 0 && views.every((view) => view.plot && view.pixels);
            }""",
            timeout=60_000,
        )
        return page

    yield open_
    page.goto(served + "/?contents")


def wait_for(locator: Any, text: str) -> None:
    locator.filter(has_text=text).first.wait_for(state="attached", timeout=15_000)


def test_the_page_of_contents_leads_to_every_lesson(page: Any, served: str) -> None:
    page.goto(served)
    links = page.locator("a").evaluate_all("nodes => nodes.map(n => n.getAttribute('href'))")
    course = ROOT / "notebooks"
    names = {p.relative_to(course).as_posix() for p in course.rglob("*.ipynb")}
    names = {name for name in names if ".ipynb_checkpoints" not in name}
    assert {link.removeprefix("/voila/render/") for link in links} == names
    assert page.locator("h1").count() == 1
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_an_address_that_is_not_there_says_so_in_words(page: Any, served: str) -> None:
    answer = page.goto(f"{served}/voila/render/no-such-lesson.ipynb")
    assert answer.status == 404
    assert page.locator("h1").inner_text() == "Not Found"
    page.get_by_role("link", name="All lessons").click()
    page.get_by_role("heading", name="Board games of First World War flying").wait_for()


def test_files_and_their_listing_are_not_served(served: str) -> None:
    for path in ("/voila/api/contents/", "/voila/files/00-start-here.ipynb", "/api/contents"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(served + path, timeout=30)
        assert refused.value.code in (403, 404)


@pytest.mark.parametrize(("name", "title", "key", "says"), LESSONS)
def test_a_lesson_as_an_app(
    visit: Callable[[str], Any], served: str, name: str, title: str, key: str, says: str
) -> None:
    page = visit(name)
    assert page.locator("h1").inner_text().startswith(title)
    assert page.title().startswith(title)

    # No code, no directions for notebooks, no widget without its model.
    text = page.locator("body").inner_text()
    for not_there in ("from skylib", "lessons.", "Run All Cells", "odel not found", "Traceback"):
        assert not_there not in text
    assert page.locator(".jp-InputArea-editor, .cm-editor").count() == 0

    # It flies.
    deck = page.locator(DECK).first
    deck.locator("[role=application]").focus()
    page.keyboard.press(key)
    wait_for(deck.locator("[role=status]").first, says)
    field = deck.get_by_label("Move")
    field.fill("nonsense")
    field.press("Enter")
    wait_for(deck.locator(".skylib-ruling, .skylib-box, [role=status]"), "nonsense")

    # Everything is seen: no map is cut off, nothing sticks out, wide or narrow.
    for width, height in ((1366, 768), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(500)
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width

    # And nothing came from anywhere else, or went wrong.
    outside = [
        url
        for url in page.asked
        if not url.startswith((served, served.replace("http", "ws"), "data:", "blob:"))
    ]
    assert outside == []
    assert [line for line in page.said if line.startswith("error:")] == []


CUT_OFF = """() => [...document.querySelectorAll('.skylib-host')]
  .filter((host) => host.offsetParent && getComputedStyle(host).overflowY === 'hidden'
    && host.scrollHeight > host.clientHeight + 1)
  .map((host) => `${host.scrollHeight} in ${host.clientHeight}`)"""


MISSING = """() => {
  const node = document.createElement('div');
  node.className = 'jp-OutputArea-output jupyter-widgets';
  node.textContent = 'Error displaying widget: model not found';
  document.querySelector('#rendered_cells').append(node);
}"""


def test_a_page_that_came_without_a_widget_loads_itself_again(
    visit: Callable[[str], Any], page: Any
) -> None:
    visit("eye-in-the-sky/5-play")
    for _ in range(2):
        page.evaluate("() => { window.before = true; }")
        page.evaluate(MISSING)
        page.wait_for_function("() => !window.before", timeout=60_000)
        page.locator(".skylib-deck").first.wait_for(timeout=120_000)
    page.evaluate(MISSING)  # a third time it asks
    again = page.get_by_role("button", name="Load the lesson again")
    again.wait_for()
    assert "not found" not in page.locator("#rendered_cells").inner_text()
    page.evaluate("() => { window.before = true; }")
    again.click()
    page.wait_for_function("() => !window.before", timeout=60_000)
    page.locator(".skylib-deck").first.wait_for(timeout=120_000)


def test_a_page_that_is_worked_with_does_not_load_itself_again(
    visit: Callable[[str], Any], page: Any
) -> None:
    visit("eye-in-the-sky/5-play")
    page.keyboard.press("Tab")
    page.evaluate("() => { window.before = true; }")
    page.evaluate(MISSING)
    page.get_by_role("button", name="Load the lesson again").wait_for()
    page.wait_for_timeout(6000)
    assert page.evaluate("() => window.before")


def test_one_pupil_too_many_is_asked_to_wait(
    visit: Callable[[str], Any], chromium: Any, served: str
) -> None:
    visit("eye-in-the-sky/5-play")
    context = chromium.new_context()
    context.set_default_navigation_timeout(120_000)
    try:
        second, third = context.new_page(), context.new_page()
        second.goto(f"{served}/voila/render/eye-in-the-sky/5-play.ipynb", wait_until="commit")
        second.locator(".skylib-deck").first.wait_for(timeout=120_000)
        answer = third.goto(f"{served}/voila/render/eye-in-the-sky/5-play.ipynb")
        assert answer.status == 503
        assert third.locator("h1").inner_text() == f"All {PUPILS} places are taken"
        second.goto(f"{served}/?contents")  # somebody leaves: there is a place again
        for _ in range(40):
            answer = third.goto(
                f"{served}/voila/render/eye-in-the-sky/5-play.ipynb", wait_until="commit"
            )
            if answer.status == 200:
                break
            third.wait_for_timeout(500)
        assert answer.status == 200
        third.locator(".skylib-deck").first.wait_for(timeout=120_000)
        third.goto(f"{served}/?contents")
    finally:
        context.close()


def test_dark(visit: Callable[[str], Any], page: Any) -> None:
    visit("eye-in-the-sky/1-flying.ipynb?theme=dark&x=")
    ground, letters = page.evaluate(
        """() => ['backgroundColor', 'color'].map((name) => {
          const rgb = getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3);
          return rgb.reduce((sum, part) => sum + Number(part), 0);
        })"""
    )
    assert ground < 150 and letters > 550
