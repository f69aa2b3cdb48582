"""Take the pictures of ``reference/`` anew: ``python tests/browser/refresh_reference.py``.

Look at each before you commit it. With a folder as argument, they go there instead.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from lab import LabServer, launch
from pictures import CELLS, REFERENCE, pictures

WHOLE = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}


def main() -> None:
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REFERENCE
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as root,
        LabServer(Path(root), overrides=WHOLE) as lab,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        try:
            page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
            notebook = lab.open(page, "pictures", CELLS)
            notebook.run_all()
            taken = set()
            for name, png in pictures(notebook):
                (folder / f"{name}.png").write_bytes(png)
                taken.add(f"{name}.png")
            notebook.close()
        finally:
            browser.close()
    for old in folder.glob("*.png"):
        if old.name not in taken:
            old.unlink()
    print(f"{len(taken)} pictures in {folder}")


if __name__ == "__main__":
    main()
