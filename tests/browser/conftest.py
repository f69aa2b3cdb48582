"""Fixtures for tests in a real browser: one JupyterLab a session, a page a test.

* ``lab``: the running `LabServer`.
* ``page``: a fresh page; if its test fails, a picture is kept in ``failures`` of the
  folder named by SKYLIB_SCREENSHOTS (or of pytest's temporary folder).
* ``module_page``: the same page for a whole module, for tests that share a notebook.
* ``open_cells(cells, name=None, run=True)``: a notebook of these cells, opened and run.

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


def _new_page(chromium: Any) -> Any:
    """A page of 1366 x 768 in a context of its own, keeping what its console says."""
    page = chromium.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.said = []
    page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: page.said.append(f"error: {error}"))
    return page


def _keep_picture(request: pytest.FixtureRequest, page: Any) -> None:
    """If the test failed, keep a picture of the page and what its console said."""
    report = getattr(request.node, "report_of_call", None)
    if report is None or not report.failed or hasattr(request.node, "picture_kept"):
        return
    request.node.picture_kept = True  # type: ignore[attr-defined]
    wanted = os.environ.get("SKYLIB_SCREENSHOTS")
    base = Path(wanted) if wanted else request.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    folder = base / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", request.node.name)
    page.screenshot(path=str(folder / f"{name}.png"))
    (folder / f"{name}.txt").write_text("\n".join(page.said))
    print(f"picture and console: {folder / name}.png, .txt")


@pytest.fixture(scope="module")
def module_page(chromium: Any) -> Iterator[Any]:
    """One page for all tests of a module that share an open notebook."""
    page = _new_page(chromium)
    yield page
    page.context.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Any]:
    """A fresh page, or the module's page where a test uses a notebook that its module shares."""
    if "module_page" in request.fixturenames:
        page = request.getfixturevalue("module_page")
        yield page
        _keep_picture(request, page)
    else:
        page = _new_page(chromium)
        yield page
        _keep_picture(request, page)
        page.context.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.report_of_call = report  # type: ignore[attr-defined]


@pytest.fixture
def open_cells(
    lab: LabServer, page: Any, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Notebook]]:
    """Open a notebook of these cells in the page and run them; its kernel ends with the test."""
    opened: list[Notebook] = []

    def open_(cells: list[str], name: str | None = None, run: bool = True) -> Notebook:
        name = name or re.sub(r"\W+", "-", request.node.name)
        notebook = lab.open(page, name, cells)
        opened.append(notebook)
        if run:
            notebook.run_all()
        return notebook

    yield open_
    _keep_picture(request, page)
    for notebook in opened:
        notebook.close()
