"""Fixtures for tests in a real browser: one JupyterLab a session, a page a test.

* ``lab``: the running `LabServer`.
* ``page``: a fresh page; if its test fails, a picture is kept in ``failures`` of the
  folder named by SKYLIB_SCREENSHOTS (or of pytest's temporary folder).
* ``open_cells(cells, name=None)``: a notebook of these cells, opened and run.

All are skipped, with the reason, where no Chromium, Playwright or JupyterLab is found.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from lab import LabServer, Notebook, find_chromium, launch


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """A JupyterLab server for the whole session."""
    pytest.importorskip("jupyterlab", reason="needs JupyterLab: pip install jupyterlab")
    with LabServer(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium for the whole session."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    if find_chromium() is None:
        pytest.skip("needs Chromium: no chromium, chromium-browser or google-chrome found")
    with api.sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture
def page(
    request: pytest.FixtureRequest, chromium: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """A fresh page of 1366 x 768; a picture of it is kept if the test fails."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, has_touch=False)
    page = context.new_page()
    page.console = []  # type: ignore[attr-defined]
    page.on("console", lambda m: page.console.append(f"{m.type}: {m.text}"))
    page.on("pageerror", lambda e: page.console.append(f"error: {e}"))
    yield page
    report = getattr(request.node, "report_of_call", None)
    if report is not None and report.failed:
        folder = Path(os.environ.get("SKYLIB_SCREENSHOTS") or tmp_path_factory.getbasetemp())
        folder = folder / "failures"
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name)
        page.screenshot(path=str(folder / f"{name}.png"))
        (folder / f"{name}.txt").write_text("\n".join(page.console))
        print(f"picture and console: {folder / name}.png, .txt")
    context.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.report_of_call = report  # type: ignore[attr-defined]


@pytest.fixture
def open_cells(
    lab: LabServer, page: Any, request: pytest.FixtureRequest
) -> Callable[..., Notebook]:
    """Open a notebook of these cells in the page and run them."""

    def open_(cells: list[str], name: str | None = None, run: bool = True) -> Notebook:
        name = name or re.sub(r"\W+", "-", request.node.name)
        notebook = lab.open(page, name, cells)
        if run:
            notebook.run_all()
        return notebook

    return open_
