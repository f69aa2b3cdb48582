"""Builds the course as a static site: JupyterLite, with Python running in the reader's browser.

    pip install -r deploy/jupyterlite/requirements.txt
    python deploy/jupyterlite/build.py site

The folder can be put on any web server, or tried with ``python -m http.server -d site``.
Readers' browsers load Pyodide from its own address; with ``--pyodide FOLDER`` (the npm package
``pyodide`` unpacked, as ``npm install pyodide`` leaves it) the site carries it along and needs
nothing from anywhere else.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"

PREPARE = """\
# Runs in your browser: the first time takes a minute.
import piplite
await piplite.install("bokeh", deps=False)
await piplite.install("skylib")"""
"""The first cell of every lesson in the site. Bokeh is taken without what it needs for plots
of one's own, which would be forty megabytes more; then skylib finds it there already."""

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FIRST = ("ipython", "jedi", "micropip", "packaging", "sqlite3", "ssl", "traitlets")
"""What the kernel asks Pyodide for before a lesson begins."""


PURE = ("--no-deps", "--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none")
PURE += ("--python-version=3.14",)
"""Options of ``pip download`` for what runs in any Python, such as Pyodide's."""


def run(*line: str | Path, where: Path | None = None) -> None:
    """Run a command; its complaints are the reason if it fails."""
    done = subprocess.run([str(w) for w in line], cwd=where, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, line))}\n{done.stdout}\n{done.stderr}")


def pip(*words: str | Path) -> None:
    """This Python's pip."""
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words)


def wheels(folder: Path) -> None:
    """Our wheel, and the pure ones it needs."""
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    pip("download", *PURE, "-d", folder, "-r", HERE / "wheels.txt")


def lessons(folder: Path) -> None:
    """The course with a first cell that installs skylib; what is kept of outputs stays."""
    for path in sorted((ROOT / "notebooks").rglob("*")):
        name = path.relative_to(ROOT / "notebooks")
        if not path.is_file() or any(part.startswith(".") for part in name.parts):
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".ipynb":
            shutil.copyfile(path, target)
            continue
        book = json.loads(path.read_text("utf-8"))
        target.write_text(json.dumps(prepared(book), ensure_ascii=False, indent=1), "utf-8")


def prepared(book: dict[str, Any]) -> dict[str, Any]:
    """A notebook for the site: its first code cell installs, its kernel is the site's."""
    code = next(i for i, cell in enumerate(book["cells"]) if cell["cell_type"] == "code")
    cell = {"cell_type": "code", "execution_count": None, "id": "prepare"}
    cell |= {"metadata": {}, "outputs": [], "source": PREPARE.splitlines(keepends=True)}
    book["cells"].insert(code, cell)
    book["metadata"]["kernelspec"] = {
        "display_name": "Python (Pyodide)",
        "language": "python",
        "name": "python",
    }
    return book


def settings(folder: Path, pyodide: bool) -> None:
    """The settings of `skylib lab`, and where the kernel finds its wheels."""
    ours = ROOT / "skylib" / "command" / "jupyter" / "labconfig"
    shutil.copyfile(ours / "default_setting_overrides.json", folder / "overrides.json")
    kernel: dict[str, Any] = {"disablePyPIFallback": True}
    if pyodide:
        kernel["pyodideUrl"] = "./static/pyodide/pyodide.mjs"
    disabled = json.loads((ours / "page_config.json").read_text("utf-8"))["disabledExtensions"]
    page = {"appName": "skylib", "disabledExtensions": disabled}
    page |= {"litePluginSettings": {KERNEL: kernel}}
    data = {"jupyter-lite-schema-version": 0, "jupyter-config-data": page}
    (folder / "jupyter-lite.json").write_text(json.dumps(data, indent=1), "utf-8")


def carry_pyodide(source: Path, target: Path) -> None:
    """Pyodide's core, with those of its packages that the kernel asks for first.

    Their wheels come from PyPI, where the same versions are built anew, so that the marks by
    which Pyodide knows them are written anew as well.
    """
    target.mkdir(parents=True)
    for name in PYODIDE_FILES:
        if not (source / name).is_file():
            raise SystemExit(f"{source} is no Pyodide: it has no {name}")
        shutil.copyfile(source / name, target / name)
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    packages = lock["packages"]
    wanted: set[str] = set()
    ahead = [name for name in FIRST if name in packages]
    while ahead:
        name = ahead.pop().lower().replace("_", "-")
        if name in packages and name not in wanted:
            wanted.add(name)
            ahead += packages[name]["depends"]
    pins = [f"{packages[name]['name']}=={packages[name]['version']}" for name in sorted(wanted)]
    pip("download", *PURE, "-d", target, *pins)
    there = {file.name.partition("-")[0].lower(): file for file in target.glob("*.whl")}
    for name in sorted(wanted):
        file = there[packages[name]["name"].lower().replace("-", "_")]
        packages[name]["file_name"] = file.name
        packages[name]["sha256"] = sha256(file.read_bytes()).hexdigest()
    lock["packages"] = {name: packages[name] for name in sorted(wanted)}
    (target / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")


def build(site: Path, pyodide: Path | None = None) -> None:
    """Build the site into a folder that is not there yet, or was built before.

    Raises `SystemExit` with the reason if a step fails or the folder holds something else.
    """
    if site.exists() and any(site.iterdir()) and not (site / "jupyter-lite.json").is_file():
        raise SystemExit(f"{site} holds something else")
    with tempfile.TemporaryDirectory(prefix="skylib-site-") as name:
        work = Path(name)
        for part in ("lite", "files", "wheels"):
            (work / part).mkdir()
        made = work / "wheels"
        wheels(made)
        lessons(work / "files")
        settings(work / "lite", pyodide is not None)
        run(
            *(sys.executable, "-m", "jupyterlite_core.app", "build"),
            *("--lite-dir", work / "lite", "--output-dir", work / "site"),
            *("--contents", work / "files", "--apps", "lab", "--no-libarchive"),
            *(f"--PipliteAddon.piplite_urls={file}" for file in sorted(made.iterdir())),
            where=work,
        )
        if pyodide is not None:
            carry_pyodide(pyodide, work / "site" / "static" / "pyodide")
        if site.exists():
            shutil.rmtree(site)
        shutil.copytree(work / "site", site)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("site", type=Path, metavar="SITE", help="the folder to make")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="carry this Pyodide along")
    args = parser.parse_args(argv)
    build(args.site.resolve(), args.pyodide)
    size = sum(f.stat().st_size for f in args.site.rglob("*") if f.is_file()) / 1e6
    print(f"{args.site}: {size:.0f} MB; try it with  python -m http.server -d {args.site}")


if __name__ == "__main__":
    main()
