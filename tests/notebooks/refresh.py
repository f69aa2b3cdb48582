"""Run every notebook and keep its outputs: text and pictures, no widget state.

    python tests/notebooks/refresh.py [NOTEBOOK …]

What is kept is the same on every run, so that a difference in git means something.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
os.environ["SKYLIB_LOGBOOK"] = "off"  # what is kept shows nobody's own results
WIDGET = "application/vnd.jupyter.widget-view+json"


def refresh(path: Path) -> None:
    """Execute one notebook in place."""
    notebook = nbformat.read(path, 4)
    where = {"metadata": {"path": path.parent}}
    client = NotebookClient(notebook, timeout=120, store_widget_state=False, resources=where)
    client.execute()
    notebook.metadata = {
        "kernelspec": {
            "display_name": "Python 3 (ipykernel)",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            # A view without its model would only say that the model is missing.
            output.get("data", {}).pop(WIDGET, None)
            output.get("metadata", {}).pop(WIDGET, None)
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    chosen = [Path(p) for p in sys.argv[1:]] or sorted(NOTEBOOKS.rglob("*.ipynb"))
    for path in chosen:
        if ".ipynb_checkpoints" not in path.parts:
            print(path.name, flush=True)
            refresh(path)
