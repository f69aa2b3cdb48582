"""axe finds no serious or critical fault in what we draw, in every notebook and state.

JupyterLab's own elements are not looked at: they are not ours. All notebooks share one
kernel, one after the other, because starting a kernel takes longer than the look.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from access_tools import faults
from lab import LabServer, Notebook

COURSE = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(
    path.relative_to(COURSE).with_suffix("").as_posix()
    for path in COURSE.rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)
WHOLE = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
DARK = "() => window.jupyterapp.commands.execute('apputils:change-theme', {theme: '%s'})"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """A server that draws all cells, also those that are out of sight."""
    pytest.importorskip("jupyterlab", reason="needs JupyterLab: pip install jupyterlab")
    with LabServer(tmp_path_factory.mktemp("axe"), overrides=WHOLE) as server:
        shutil.copytree(COURSE, server.notebooks / "course")
        yield server


@pytest.fixture(scope="module")
def kernel(server: LabServer, module_page: Any) -> Iterator[Notebook]:
    """A notebook whose kernel runs the others too."""
    notebook = server.open(module_page, "kernel", ["from ipywidgets import Widget"])
    notebook.run_all()
    yield notebook
    notebook.close()


_OPEN = """async (path) => {
  const app = window.jupyterapp;
  window.skylibKernel ??= app.shell.currentWidget.sessionContext.session.kernel.id;
  const panel = await app.commands.execute('docmanager:open', {
    path, factory: 'Notebook', kernel: { id: window.skylibKernel } });
  await panel.context.ready;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
}"""
_CLOSE = """() => {
  const panel = window.jupyterapp.shell.currentWidget;
  panel.context.model.dirty = false;
  panel.dispose();
}"""


@pytest.fixture
def opened(kernel: Notebook, page: Any) -> Iterator[Any]:
    """Opens and runs a notebook of the server's folder beside the others, in their kernel."""

    def open_(path: str) -> Notebook:
        page.evaluate(_OPEN, f"{path}.ipynb")
        kernel.wait_idle()
        kernel.run_all()
        drawn(page)
        return kernel

    yield open_
    kernel.run_code("from ipywidgets import Widget; Widget.close_all()")
    page.evaluate(_CLOSE)


def drawn(page: Any) -> None:
    """Wait until every panel is looked after and every map is drawn."""
    page.wait_for_function(
        """async () => {
          const panel = window.jupyterapp.shell.currentWidget.node;
          const maps = [...panel.querySelectorAll('.skylib-map')]
            .map((node) => node.parentElement.skylibMap);
          if (!maps.every((view) => view?.plot && view.pixels)) return false;
          const pages = [...panel.querySelectorAll('.skylib-on-page')];
          if (!pages.every((node) => node.querySelector('.skylib-voice'))) return false;
          const count = panel.querySelectorAll('*').length;
          await new Promise((done) => setTimeout(done, 400));
          return count === panel.querySelectorAll('*').length;
        }""",
        timeout=60_000,
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook(opened: Any, page: Any, name: str) -> None:
    opened(f"course/{name}")
    assert not faults(page)
