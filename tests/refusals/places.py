"""Where the engines refuse: every such place of the source, and which of them were reached.

A place is a call that makes a ruling which is, or may be, a refusal, or a call of a helper
that makes one of the reason it is given. Besides the places, every sentence in the functions
around them is looked for among what was said: tables of reasons are one place only.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import skylib
from skylib.core.rulings import Ruling

PACKAGE = Path(skylib.__file__).parent
FILES = (
    PACKAGE / "core" / "games.py",
    *sorted(PACKAGE.joinpath("eye_in_the_sky").glob("*.py")),
    *sorted(PACKAGE.joinpath("flying_circus").glob("*.py")),
    *sorted(PACKAGE.joinpath("le_temps_des_as").glob("*.py")),
)
# Functions that make no ruling themselves and word the reasons of others.
WORDING = {
    "balloon_refusal",
    "_balloon_figures",
    "_may_follow",
    "_no_bomb",
    "_offer",
    "offer",
    "_refused",
    "_spent",
    "_allowance",
    "_why_not",
}


@dataclass(frozen=True)
class Place:
    """A call in the source: its file, the function around it, its lines, how it begins."""

    file: str
    function: str
    first: int
    last: int
    text: str

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.text}"


@dataclass
class Met:
    """What a sweep has come by: the lines at which refusals were made, and all that was said."""

    lines: set[tuple[str, int]] = field(default_factory=set)
    said: set[str] = field(default_factory=set)

    def hear(self, ruling: Ruling) -> None:
        """Take in the words of a ruling."""
        self.said.update((ruling.reason, *ruling.instead, *ruling.ours))
        self.said.update(f.what for f in ruling.figures)
        self.said.update(f.value for f in ruling.figures if isinstance(f.value, str))


@contextmanager
def watched(lines: set[tuple[str, int]]) -> Iterator[None]:
    """While this lasts, the lines that lead to a refusal are put into ``lines``."""
    made: Any = Ruling.__init__
    engine = {str(path) for path in FILES}

    def init(self: Ruling, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if self.allowed:
            return
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename in engine:
            lines.add((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back  # type: ignore[assignment]

    Ruling.__init__ = init  # type: ignore[method-assign]
    try:
        yield
    finally:
        Ruling.__init__ = made  # type: ignore[method-assign]


def _functions(tree: ast.AST) -> Iterator[tuple[str, ast.FunctionDef, list[ast.AST]]]:
    """Every function with its name and what belongs to it, functions inside it left aside."""

    def own(node: ast.AST, top: bool = True) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                continue
            yield child
            yield from own(child, False)

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, list(own(node))


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _refuses(call: ast.Call, helpers: set[str]) -> bool:
    name = _called(call)
    if name == "Ruling" and call.args:
        allowed = call.args[0]
        return not (isinstance(allowed, ast.Constant) and allowed.value is True)
    return name in helpers


@lru_cache(maxsize=1)
def places() -> tuple[Place, ...]:
    """Every place at which the engines refuse."""
    out = []
    for path in FILES:
        source = path.read_text("utf-8")
        lines = source.splitlines()
        functions = list(_functions(ast.parse(source)))
        helpers = {
            name
            for name, node, inside in functions
            if "reason" in [a.arg for a in node.args.args]
            and any(isinstance(n, ast.Call) and _refuses(n, set()) for n in inside)
        }
        for name, _, inside in functions:
            for node in inside:
                if isinstance(node, ast.Call) and _refuses(node, helpers):
                    text = " ".join(" ".join(lines[node.lineno - 1 : node.end_lineno]).split())
                    out.append(
                        Place(
                            str(path.relative_to(PACKAGE)),
                            name,
                            node.lineno,
                            node.end_lineno or node.lineno,
                            text[:90],
                        )
                    )
    return tuple(dict.fromkeys(out))


def reached(place: Place, lines: set[tuple[str, int]]) -> bool:
    """Whether a refusal was made there."""
    path = str(PACKAGE / place.file)
    return any((path, line) in lines for line in range(place.first, place.last + 1))


@lru_cache(maxsize=1)
def sentences() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Every sentence in the functions that refuse: file and function, source, pattern."""
    out = []
    for path in FILES:
        tree = ast.parse(path.read_text("utf-8"))
        functions = list(_functions(tree))
        wording = {f"{p.file} {p.function}" for p in places()}
        for name, node, inside in functions:
            where = f"{path.relative_to(PACKAGE)} {name}"
            if where not in wording and name not in WORDING:
                continue
            parts = {id(v) for n in inside if isinstance(n, ast.JoinedStr) for v in n.values}
            for n in inside:
                if id(n) in parts or n is _docstring(node):
                    continue
                pattern = _pattern(n)
                if pattern is not None:
                    out.append((where, ast.unparse(n), pattern))
    return tuple(out)


def _docstring(node: ast.FunctionDef) -> ast.AST | None:
    first = node.body[0]
    return first.value if isinstance(first, ast.Expr) else None


def _pattern(node: ast.AST) -> re.Pattern[str] | None:
    """The pattern of a text of more than one word, or None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        plain, pattern = node.value, re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        texts = [v.value if isinstance(v, ast.Constant) else None for v in node.values]
        plain = "".join(t or "" for t in texts)
        pattern = "".join(".*" if t is None else re.escape(str(t)) for t in texts)
    else:
        return None
    return re.compile(pattern) if re.search(r"[a-z]{2}.* .*[a-z]", plain) else None
