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
from access_tools import faults, pale
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


STATES = [
    "from skylib import lessons\nimport skylib\nfrom skylib.core.dice import AskedDice",
    "refused = lessons.level('eye-in-the-sky/first-flight'); refused.play('fly 7'); refused",
    "hinted = lessons.level('flying-circus/slow-down'); hinted.hint(); hinted.hint(); hinted",
    "rolling = lessons.fly(skylib.new_game('le-temps-des-as', scenario='skirmish', "
    "setup='ready', dice=AskedDice()))\nrolling.play('roll'); rolling",
    "unfolded = lessons.fly('eye-in-the-sky', players=1, seed=1); unfolded.save()\n"
    "unfolded._more.selected_index = 0; unfolded",
    "words = lessons.fly('flying-circus-introductory', seed=1); words._more.selected_index = 1\n"
    "words",
    "answered = lessons.drill('le-temps-des-as', seed=3)\n"
    "answered.answer(answered.problem.answers[0]); answered",
    "missed = lessons.predict('eye-in-the-sky/over-the-edge'); missed.answer('0'); missed",
    "half = lessons.replay('le-temps-des-as/turn-2'); half.go(4); half",
    "begun = lessons.play('flying-circus', seed=1); begun.start(); begun",
    "wrong = lessons.level('eye-in-the-sky/first-flight')\nwrong._guard(lambda: 1 / 0)(); wrong",
    "done = lessons.level('eye-in-the-sky/first-flight')\n"
    "done.play('fly 3 left'); done.play('fly 4'); done",
]


@pytest.fixture(scope="module")
def states(server: LabServer) -> str:
    server.write("states", STATES)
    return "states"


def unfold(page: Any) -> None:
    """Open everything that is folded up."""
    page.evaluate(
        "() => document.querySelectorAll('.skylib-on-page details')"
        ".forEach((details) => { details.open = true; })"
    )


def test_decks_in_every_state(opened: Any, page: Any, states: str) -> None:
    """Refused, hinted, a die asked for, folds open, answered, half-way, done; and in the dark
    theme, and on a phone."""
    notebook = opened(states)
    unfold(page)
    found = {"light": faults(page) + pale(page)}
    page.evaluate(DARK % "JupyterLab Dark")
    page.wait_for_timeout(500)
    found["dark"] = pale(page)
    page.evaluate(DARK % "JupyterLab Light")
    notebook.screen(360, 740)
    page.wait_for_timeout(800)
    found["phone"] = faults(page)
    notebook.screen(1366, 768)
    assert not {name: lines for name, lines in found.items() if lines}


def test_axe_sees_a_fault(opened: Any, page: Any, states: str) -> None:
    """The test would fail: a button without a name, letters without contrast."""
    opened(states)
    page.evaluate(
        """() => {
          const box = document.querySelector('.skylib-on-page');
          box.insertAdjacentHTML('afterbegin', '<button></button>'
            + '<p style="color: #aaa; background: #fff">pale</p>');
        }"""
    )
    assert any("button-name" in line for line in faults(page))
    assert any("color-contrast" in line for line in pale(page))
