"""Every notebook of the course: runs anew to what it shows, and reads well without a kernel.

nbval compares each output of each cell with the stored one, strictly, but for pictures and
the random ids of widgets. That says something only because what a lesson shows has a text
of its own; the other tests here hold the notebooks to that.
"""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "notebooks").rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)
WIDGET = "application/vnd.jupyter.widget-view+json"
# Kinds of output that mean the same everywhere. Bokeh's own are not among them: they change
# with its version and are a megabyte each.
KINDS = {WIDGET, "text/plain", "text/html", "text/markdown", "image/png", "image/svg+xml"}
RANDOM = re.compile(r"0x[0-9a-f]{6,}|[0-9a-f]{8}-[0-9a-f]{4}-|model_id|\bid='?p?\d{4}")
LEFT_OUT = re.compile(r"nbval[-_](skip|ignore_output|raises|test)", re.IGNORECASE)


def compare(path: Path, root: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a notebook, or a folder of them, under nbval; the home is that of a beginner."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    python_path = [str(root), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment |= {
        "PYTHONPATH": os.pathsep.join(python_path),
        "HOME": str(home),
        "USERPROFILE": str(home),
    }
    line = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", "--quiet"]
    line += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:playwright", "--override-ini"]
    folder = path if path.is_dir() else path.parent
    line += ["addopts=", "--rootdir", str(folder), "-c", os.devnull, str(path)]
    return subprocess.run(line, cwd=root, env=environment, capture_output=True, text=True)


def code_cells(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_notebooks() -> None:
    assert "notebooks/00-start-here.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_runs_to_what_it_shows(name: str, root: Path, tmp_path: Path) -> None:
    done = compare(root / name, root, tmp_path)
    assert done.returncode == 0, f"{name}\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    count = len(code_cells(nbformat.read(root / name, 4)))
    assert re.search(rf"\b{count} passed\b", done.stdout), done.stdout[-2000:]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_reads_well_without_a_kernel(name: str, root: Path) -> None:
    notebook = nbformat.read(root / name, 4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata, "stored widgets are stale wherever they are read"
    faults = []
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "code":
            faults += [f"cell {number}: {fault}" for fault in faults_of(cell)]
    assert faults == []


def faults_of(cell: nbformat.NotebookNode) -> list[str]:
    """What keeps a cell's stored outputs from being read, or compared."""
    faults = []
    if LEFT_OUT.search(cell.source) or LEFT_OUT.search(" ".join(cell.metadata.get("tags", []))):
        faults.append("is left out of the comparison")
    if not cell.execution_count:
        faults.append("was not run")
    for output in cell.outputs:
        if output.output_type == "error":
            faults.append(f"ends in an error: {output.ename}")
        elif output.output_type == "stream":
            if output.name == "stderr":
                faults.append(f"writes to stderr: {output.text[:60]!r}")
        else:
            data = output.data
            if unknown := set(data) - KINDS:
                faults.append(f"shows {sorted(unknown)[0]}")
            if not data.get("text/plain", "").strip():
                faults.append("has no text form")
            for kind in ("text/plain", "text/html", "text/markdown", "image/svg+xml"):
                if found := RANDOM.search(data.get(kind, "")):
                    faults.append(f"has a random {kind}: {found[0]!r}")
            if WIDGET in data and "image/png" not in data:
                faults.append("shows a widget that has no picture")
    return faults


# ---- the comparison itself -----------------------------------------------------------------------


@pytest.fixture
def small() -> nbformat.NotebookNode:
    """A notebook of two cells with what they show: a text, and a text with a picture."""
    source = (
        "class Map:\n"
        "    def _repr_mimebundle_(self, include=None, exclude=None):\n"
        "        return {'text/plain': 'a map', 'image/png': 'iVBORw0KGgo='}\n"
        "Map()"
    )
    notebook = nbformat.v4.new_notebook()
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    for text, data in (
        ("import skylib\nskylib.__name__", {"text/plain": "'skylib'"}),
        (source, {"text/plain": "a map", "image/png": "iVBORw0KGgo="}),
    ):
        output = nbformat.v4.new_output("execute_result", data, execution_count=1)
        cell = nbformat.v4.new_code_cell(text, outputs=[output], execution_count=1)
        notebook.cells.append(cell)
    return notebook


def test_the_comparison_is_strict_about_text_and_not_about_pictures(
    small: nbformat.NotebookNode, root: Path, tmp_path: Path
) -> None:
    other_picture = copy.deepcopy(small)
    other_picture.cells[1].outputs[0].data["image/png"] = "AAAA"
    other_text = copy.deepcopy(small)
    other_text.cells[1].outputs[0].data["text/plain"] = "another map"
    nothing_stored = copy.deepcopy(small)
    nothing_stored.cells[0].outputs = []
    kinds = {"same": small, "picture": other_picture, "text": other_text, "none": nothing_stored}
    for name, notebook in kinds.items():
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    done = compare(tmp_path, root, tmp_path)
    failed = set(re.findall(r"^FAILED \S*?(\w+)\.ipynb::", done.stdout, re.MULTILINE))
    assert failed == {"text", "none"}, done.stdout
    assert re.search(r"\b2 failed, 6 passed\b", done.stdout)


def test_faults_are_found(small: nbformat.NotebookNode) -> None:
    cell = small.cells[1]
    assert faults_of(cell) == []
    output = cell.outputs[0]
    for data, fault in (
        ({"text/plain": "<Map at 0x7f3a12bc4d>"}, "random"),
        ({"text/plain": "Figure(id='p1002')"}, "random"),
        ({"text/plain": " "}, "no text form"),
        ({"text/plain": "x", "application/vnd.bokehjs_exec.v0+json": ""}, "shows application"),
        ({"text/plain": "x", WIDGET: {}}, "no picture"),
    ):
        output.data = nbformat.from_dict(data)
        assert len(faults_of(cell)) == 1 and fault in faults_of(cell)[0]
    cell.outputs = [nbformat.v4.new_output("stream", name="stderr", text="a warning")]
    assert "stderr" in faults_of(cell)[0]
    cell.outputs = [nbformat.v4.new_output("error", ename="NameError", evalue="", traceback=[])]
    assert "NameError" in faults_of(cell)[0]
    cell.outputs = []
    cell.metadata["tags"] = ["nbval-skip"]
    assert "left out" in faults_of(cell)[0]
    cell.execution_count = None
    assert "was not run" in faults_of(cell)[1]
