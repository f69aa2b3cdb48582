"""Imports run one way only, and ``import skylib`` costs no more than the standard library."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import skylib

PACKAGE = Path(skylib.__file__).parent
GAMES = {cls.partition(":")[0].split(".")[1] for cls in skylib.GAMES.values()}

# What a room may import, besides itself.
ALLOWED = {
    "core": set(),
    "games": {"core"},
    "scenes": {"core", "games"},
    "maps": {"core", "scenes"},
    "pilots": {"core", "games", "top"},
    "lessons": {"core", "games", "scenes", "maps", "pilots", "top"},
    "command": {"core", "games", "pilots", "lessons", "top", "course"},
    "course": {"core", "top"},
    "top": {"core"},
}
# What a room may import from outside the standard library.
OUTSIDE = {
    "maps": {"anywidget", "bokeh", "ipywidgets", "traitlets", "resvg_py", "PIL"},
    "lessons": {
        "anywidget",
        "ipywidgets",
        "traitlets",
        "filelock",
        "platformdirs",
        "nbconvert",
        "nbformat",
    },
    "command": {
        "tqdm",
        "jupyterlab",
        "jupyter_core",
        "jupyter_server",
        "tornado",
        "voila",
        "nbconvert",
    },
}
FILES = sorted(p for p in PACKAGE.rglob("*.py") if "_course" not in p.parts)


def room(parts: tuple[str, ...]) -> str:
    """The room of a module given by its path below the package."""
    if not parts or parts == ("__init__",):
        return "top"
    if parts[0] == "__main__":
        return "command"
    return "games" if parts[0] in GAMES else parts[0]


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every imported module, absolute, with its line; those for type checkers too."""
    package = ("skylib", *path.relative_to(PACKAGE).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            for alias in node.names:
                yield f"{module}.{alias.name}", node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    here = room(path.relative_to(PACKAGE).with_suffix("").parts)
    for name, line in imports(path):
        head, *rest = name.split(".")
        if head == "skylib":
            there = room(tuple(rest))
            if there not in ALLOWED and not (PACKAGE / rest[0]).with_suffix(".py").exists():
                there = "top"  # a name of skylib itself
            assert there == here or there in ALLOWED[here], (
                f"{path.name}, line {line}: {here} may not import {name}"
            )
        elif head not in sys.stdlib_module_names:
            assert head in OUTSIDE.get(here, set()), (
                f"{path.name}, line {line}: {here} may not import {name}"
            )


def test_no_game_imports_another() -> None:
    for path in FILES:
        here = path.relative_to(PACKAGE).parts[0]
        if here in GAMES:
            for name, line in imports(path):
                other = [*name.split("."), ""][1]
                assert other not in GAMES - {here}, f"{path}, line {line}: {name}"


def loaded(code: str) -> set[str]:
    """The top-level modules that running some code has loaded."""
    code += "; import json, sys; print(json.dumps([m for m in sys.modules]))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return {name.partition(".")[0] for name in json.loads(run.stdout)}


def test_importing_skylib_loads_neither_bokeh_nor_ipywidgets() -> None:
    heavy = {"bokeh", "ipywidgets", "anywidget", "numpy", "PIL", "IPython", "tqdm", "resvg_py"}
    assert not loaded("import skylib") & heavy
    assert not loaded("import skylib; skylib.new_game('eye-in-the-sky', seed=1)") & heavy


def test_the_example_of_the_package_runs() -> None:
    import doctest

    result = doctest.testmod(skylib, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0
