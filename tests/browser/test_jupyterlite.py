"""The course as a static site: built as deploy/jupyterlite says, and opened from a plain server.

Python itself cannot be had from a package registry of Python. Where the npm package `pyodide`
is at hand (``npm install pyodide``), name its folder in SKYLIB_PYODIDE, and a lesson is flown
in the site as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PYODIDE = os.environ.get("SKYLIB_PYODIDE")
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}

pytestmark = pytest.mark.install  # the wheels come from PyPI


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python of its own with what builds the site: its kernel would disturb our JupyterLab."""
    folder = tmp_path_factory.mktemp("builder")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    needs = ROOT / "deploy" / "jupyterlite" / "requirements.txt"
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(needs)], check=True)
    return python


@pytest.fixture(scope="module")
def site(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lite") / "site"
    line = [str(builder), str(ROOT / "deploy" / "jupyterlite" / "build.py"), str(folder)]
    line += ["--pyodide", PYODIDE] if PYODIDE else []
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(folder) in done.stdout
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def url(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()


def requirements(wheel: Path) -> list[Requirement]:
    """What a wheel needs in a browser."""
    with zipfile.ZipFile(wheel) as file:
        (name,) = [n for n in file.namelist() if n.endswith(".dist-info/METADATA")]
        lines = file.read(name).decode().splitlines()
    found = [Requirement(x.partition(": ")[2]) for x in lines if x.startswith("Requires-Dist: ")]
    return [need for need in found if need.marker is None or need.marker.evaluate(BROWSER)]


def test_the_wheels_are_all_there_and_pure(site: Path) -> None:
    wheels = {
        p.name.partition("-")[0].lower().replace("_", "-"): p for p in site.rglob("pypi/*.whl")
    }
    assert all(path.name.endswith("-py3-none-any.whl") for path in wheels.values())
    index = json.loads((site / "pypi" / "all.json").read_text("utf-8"))
    listed = {
        f["filename"] for kinds in index.values() for r in kinds["releases"].values() for f in r
    }
    assert listed == {path.name for path in (site / "pypi").glob("*.whl")}
    # The kernel brings IPython and traitlets from Pyodide's own list before a lesson begins.
    # Of Bokeh no more than its part for the browser is used: it goes without its needs.
    have = {canonicalize_name(name) for name in wheels} | {"ipython", "traitlets"}
    for name, path in wheels.items():
        if path.parent == site / "pypi" and name != "bokeh":
            for need in requirements(path):
                assert canonicalize_name(need.name) in have, (name, str(need))
    assert {"resvg-py", "pillow", "numpy"}.isdisjoint(have)


def test_our_wheel_holds_the_course_and_the_maps(site: Path) -> None:
    (wheel,) = (site / "pypi").glob("skylib-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"skylib/maps/js/view.js", "skylib/maps/figure.json"} <= names


def test_every_lesson_is_there_and_begins_by_installing(site: Path) -> None:
    course = ROOT / "notebooks"
    wanted = {p.relative_to(course) for p in course.rglob("*.ipynb")}
    wanted = {path for path in wanted if ".ipynb_checkpoints" not in path.parts}
    assert {p.relative_to(site / "files") for p in (site / "files").rglob("*.ipynb")} == wanted
    for path in wanted:
        book = json.loads((site / "files" / path).read_text("utf-8"))
        first, second = [c for c in book["cells"] if c["cell_type"] == "code"][:2]
        assert 'piplite.install("skylib")' in "".join(first["source"])
        assert "from skylib" in "".join(second["source"])
        assert book["metadata"]["kernelspec"]["name"] == "python"
        listing = site / "api" / "contents" / path.parent / "all.json"
        listed = json.loads(listing.read_text("utf-8"))["content"]
        assert path.name in {entry["name"] for entry in listed}


def test_the_settings_are_those_of_skylib_lab(site: Path) -> None:
    overrides = json.loads((site / "overrides.json").read_text("utf-8"))
    assert overrides["@jupyterlab/notebook-extension:tracker"]["windowingMode"] == "none"
    config = json.loads((site / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = config["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] is True
    assert {e["name"] for e in config["federated_extensions"]} >= {
        "@jupyter-widgets/jupyterlab-manager",
        "anywidget",
    }


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    line = [sys.executable, str(ROOT / "deploy" / "jupyterlite" / "build.py"), str(tmp_path)]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 1 and "holds something else" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_lab_opens_and_lists_the_course(page: Any, url: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{url}/lab/index.html")
    listing = page.locator(".jp-DirListing-content")
    for name in ("00-start-here.ipynb", "eye-in-the-sky", "flying-circus", "le-temps-des-as"):
        listing.get_by_text(name, exact=True).wait_for(timeout=60_000)
    assert [u for u in asked if not u.startswith((url, "data:", "blob:"))] == []
    assert [s for s in page.said if s.startswith("error:") and "404" not in s] == []


def fly(page: Any, url: str) -> None:
    """A lesson in the site, run and flown, with nothing from anywhere else."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{url}/lab/index.html?path=eye-in-the-sky/5-play.ipynb")
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for(timeout=120_000)
    page.get_by_text("Python (Pyodide) | Idle").wait_for(timeout=120_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(
        """() => [...document.querySelectorAll('.skylib-map')]
          .filter((node) => node.parentElement.skylibMap?.plot).length >= 3""",
        timeout=300_000,
    )
    deck = page.locator(".skylib-deck:has(.skylib-prompt):has(input)").first
    said = deck.locator("[role=status]").first
    deck.locator("[role=application]").focus()
    page.keyboard.press("3")
    said.filter(has_text="Planned, fly 3: flies E to 12.6").wait_for(timeout=30_000)
    page.keyboard.press("Enter")
    said.filter(has_text="Allowed: flies E to 12.6, facing E. B: fly").wait_for(timeout=60_000)
    assert page.locator("[data-mime-type*=error]").count() == 0
    assert not page.evaluate(
        """() => [...document.querySelectorAll('.skylib-canvas *')].some(
          (node) => node.shadowRoot?.querySelector('.bk-logo'))"""
    )  # a figure without tools: what was None in Python is null here
    assert [u for u in asked if not u.startswith((url, "data:", "blob:"))] == []


if PYODIDE:

    def test_a_lesson_flies_in_the_site(page: Any, url: str) -> None:
        fly(page, url)
