"""A real JupyterLab in a real Chromium, for tests and benchmarks.

    with LabServer(root) as server:            # one server, own settings, empty token
        with sync_playwright() as p:
            browser = launch(p)
            page = browser.new_page()
            notebook = server.open(page, "name", ["1 + 1", "print('x')"])
            notebook.run_all()                  # waits until the kernel is idle
            notebook.outputs()                  # text of each code cell's outputs

Nothing in here knows a game or the map, apart from `Notebook.maps`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat

__all__ = ["CHROMIUM_ARGUMENTS", "LabServer", "Notebook", "find_chromium", "launch", "notebook_of"]

REPOSITORY = Path(__file__).resolve().parents[2]

CHROMIUM_ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
] + (["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome; the variable SKYLIB_CHROMIUM goes before the search."""
    wanted = os.environ.get("SKYLIB_CHROMIUM")
    names = [wanted] if wanted else ["chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if (path := shutil.which(name))), None)


def launch(playwright: Any, **settings: Any) -> Any:
    """A headless browser; raises `FileNotFoundError` if no Chromium is there."""
    path = find_chromium()
    if path is None:
        raise FileNotFoundError("no chromium, chromium-browser or google-chrome on the path")
    return playwright.chromium.launch(
        executable_path=path, args=CHROMIUM_ARGUMENTS, headless=True, **settings
    )


def notebook_of(cells: Sequence[str | tuple[str, str]]) -> nbformat.NotebookNode:
    """A notebook of code cells; ``("markdown", text)`` makes a cell of text."""
    book = nbformat.v4.new_notebook()
    for i, cell in enumerate(cells):
        kind, text = cell if isinstance(cell, tuple) else ("code", cell)
        make = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
        book.cells.append(make(text, id=f"cell-{i}"))
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": ""}
    return book


class LabServer:
    """``jupyter lab`` on a free port of this machine, with settings of its own.

    Args:
        folder: an empty folder for settings, run-time files and notebooks.
        environment: further variables for the server and its kernels.
        overrides: JupyterLab settings by plugin, as in ``overrides.json``.
    """

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str] | None = None,
        overrides: dict[str, Any] | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.notebooks = self.folder / "notebooks"
        self._environment = environment or {}
        self._overrides = overrides or {}
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def __enter__(self) -> LabServer:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
            "HOME": "home",
        }
        places = {name: str(self.folder / sub) for name, sub in folders.items()}
        for place in [*places.values(), str(self.notebooks)]:
            Path(place).mkdir(parents=True, exist_ok=True)
        places["SKYLIB_LOGBOOK"] = "off"  # no test writes into the user's own
        labconfig = self.folder / "config" / "labconfig"
        labconfig.mkdir(exist_ok=True)
        disabled = {"@jupyterlab/apputils-extension:announcements": True}
        (labconfig / "page_config.json").write_text(json.dumps({"disabledExtensions": disabled}))
        for plugin, values in self._overrides.items():
            name, _, part = plugin.partition(":")
            file = Path(places["JUPYTERLAB_SETTINGS_DIR"]) / name / f"{part}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        path = os.pathsep.join(p for p in (str(REPOSITORY), os.environ.get("PYTHONPATH")) if p)
        environment = os.environ | places | {"PYTHONPATH": path} | self._environment
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"]
        command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        command += [f"--ServerApp.root_dir={self.notebooks}", "--IdentityProvider.token="]
        command += ["--ServerApp.open_browser=False"]
        command += ["--allow-root"] if "--no-sandbox" in CHROMIUM_ARGUMENTS else []
        self._log = (self.folder / "server.log").open("wb")
        self._process = subprocess.Popen(
            command,
            env=environment,
            cwd=self.folder,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self.url = f"http://127.0.0.1:{port}"
        try:
            self._wait(60)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _wait(self, seconds: float) -> None:
        assert self._process is not None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/api", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        log = (self.folder / "server.log").read_text(errors="replace")[-2000:]
        raise RuntimeError(f"JupyterLab did not start:\n{log}")

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._log.close()
        self._process = None

    def write(self, name: str, cells: Sequence[str | tuple[str, str]]) -> Path:
        """Write a notebook into the server's folder."""
        path = self.notebooks / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook_of(cells), path)
        return path

    def open(
        self, page: Any, name: str, cells: Sequence[str | tuple[str, str]] | None = None
    ) -> Notebook:
        """Open a notebook of the server's folder, written first if cells are given."""
        if cells is not None:
            self.write(name, cells)
        notebook = Notebook(page, f"{self.url}/lab/tree/{name}.ipynb?reset", name)
        notebook.load()
        return notebook


_IDLE = """() => {
  const panel = window.jupyterapp?.shell.currentWidget;
  const kernel = panel?.sessionContext?.session?.kernel;
  return kernel?.status === 'idle' && kernel?.connectionStatus === 'connected';
}"""


# Playwright waits for a promise for ever: one that a lost reply leaves open must fail.
_IN_TIME = """(promise, what, ms) => Promise.race([promise, new Promise((_, late) =>
  setTimeout(() => late(new Error(`${what} takes longer than ${ms} ms`)), ms))])"""


class Notebook:
    """A notebook that is open in a page. Waits are in milliseconds."""

    def __init__(self, page: Any, url: str, name: str) -> None:
        self.page, self.url, self.name = page, url, name
        page.on("dialog", lambda dialog: dialog.accept())  # leave a page with unsaved changes

    def load(self, timeout: float = 60_000) -> None:
        """Go to the notebook and wait until its kernel is idle."""
        self.page.goto(self.url, wait_until="domcontentloaded")
        self.wait_idle(timeout)

    def reload(self, timeout: float = 60_000) -> None:
        """Load the page again, as a reader would; the kernel lives on."""
        self.page.evaluate("() => { window.beforeReload = true; }")
        self.page.goto(self.url.removesuffix("?reset"), wait_until="domcontentloaded")
        self.page.wait_for_function("() => !window.beforeReload && window.jupyterapp")
        self.wait_idle(timeout)

    def wait_idle(self, timeout: float = 60_000) -> None:
        """Wait until the kernel has nothing to do."""
        self.page.wait_for_function(_IDLE, timeout=timeout)

    def command(
        self, name: str, arguments: dict[str, Any] | None = None, timeout: float = 180_000
    ) -> None:
        """Run a command of JupyterLab and wait until it is done."""
        self.page.evaluate(
            f"""([name, args, ms]) => ({_IN_TIME})(
              window.jupyterapp.commands.execute(name, args).then(() => null), name, ms)""",
            [name, arguments or {}, timeout],
        )

    def run_all(self, timeout: float = 120_000) -> None:
        """Run all cells; raises `AssertionError` with the text of the first error."""
        self.command("notebook:run-all-cells")
        self.wait_idle(timeout)
        for cell in self.cells():
            for output in cell.get("outputs", []):
                if output["output_type"] == "error":
                    raise AssertionError("\n".join(output["traceback"]))

    def run_code(self, code: str, timeout: float = 180_000) -> str:
        """Run code in the kernel beside the cells; what it prints, or raise its error."""
        answer = self.page.evaluate(
            f"""async ([code, ms]) => {{
              const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
              const future = kernel.requestExecute({{ code, store_history: false }});
              let text = '', error = null;
              future.onIOPub = (m) => {{
                if (m.header.msg_type === 'stream') text += m.content.text;
                if (m.header.msg_type === 'error') error = m.content.traceback.join('\\n');
              }};
              await ({_IN_TIME})(future.done, 'the code', ms);
              return {{ text, error }};
            }}""",
            [code, timeout],
        )
        if answer["error"]:
            raise AssertionError(answer["error"])
        return str(answer["text"])

    def cells(self) -> list[dict[str, Any]]:
        """The notebook's cells as they are now, with outputs."""
        return self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.model.toJSON().cells"
        )

    def save(self) -> None:
        """Save the notebook to disk."""
        self.command("docmanager:save")

    def restart(self, timeout: float = 60_000) -> None:
        """Restart the kernel without asking."""
        self.page.evaluate(
            f"""(ms) => ({_IN_TIME})(
              window.jupyterapp.shell.currentWidget.sessionContext.restartKernel(),
              'the restart', ms).then(() => null)""",
            timeout,
        )
        self.wait_idle(timeout)

    def screen(self, width: int, height: int) -> None:
        """Another size of screen; on a narrow one the side bar is put away, as on a phone."""
        self.page.set_viewport_size({"width": width, "height": height})
        if width < 800:
            self.page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
            self.command("application:set-mode", {"mode": "single-document"})
        self.page.wait_for_function(
            """async (width) => {
              const wide = () => window.jupyterapp.shell.currentWidget.node
                .querySelector('.jp-WindowedPanel-outer').clientWidth;
              const before = wide();
              await new Promise((done) => setTimeout(done, 250));
              return innerWidth === width && before === wide() && before > width / 2;
            }""",
            arg=width,
        )

    def close(self) -> None:
        """Shut the kernel down and leave the page."""
        self.page.evaluate(
            """async () => {
              const panel = window.jupyterapp?.shell.currentWidget;
              await panel?.sessionContext?.shutdown();
              panel?.context?.model && (panel.context.model.dirty = false);
            }"""
        )
        self.page.goto("about:blank")

    def maps(self, count: int = 1, timeout: float = 30_000, steady: float = 250) -> list[Any]:
        """The maps on the page, once so many of them have been drawn for a moment.

        After a reload JupyterLab draws widgets a second time when it has found the kernel
        again: wait for ``steady`` = 1500 there.
        """
        self.page.wait_for_function(
            """async ([count, steady]) => {
              const find = () => [...document.querySelectorAll('.skylib-map')]
                .map((node) => node.parentElement.skylibMap)
                .filter((view) => view?.plot && view.pixels);
              const views = find();
              if (views.length < count) return false;
              await Promise.all(views.map((view) => view.ready));
              await new Promise((done) => setTimeout(done, steady));
              const later = find();
              return later.length >= count && views.every((view) => later.includes(view));
            }""",
            arg=[count, steady],
            timeout=timeout,
        )
        return self.page.locator(".skylib-map").all()
