"""Every rule is taught: the notebook that it names is there and shows it."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError

COURSE = Path(skylib.__file__).parents[1] / "notebooks"
RULES = [(game, id) for game in skylib.GAMES for id in skylib.find_game(game).rules()]

pytestmark = pytest.mark.skipif(not COURSE.is_dir(), reason="no notebooks beside the package")


@lru_cache
def sources(name: str) -> str:
    """The code and the text of a notebook, without its outputs."""
    cells = json.loads((COURSE / f"{name}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells)


@lru_cache
def shown(name: str) -> str:
    """What the cells of a notebook show as text, worked out anew."""
    out = []
    for cell in json.loads((COURSE / f"{name}.ipynb").read_text("utf-8"))["cells"]:
        code = "".join(cell["source"])
        if cell["cell_type"] == "code" and code.startswith("lessons.") and "fly(" not in code:
            value = eval(code, {"lessons": lessons})
            out.append(str(value))
            out += [
                f.ruling.rule
                for f in getattr(getattr(value, "replay", None), "frames", ())
                if f.ruling
            ]
            if hasattr(value, "because"):
                out.append(value.because)
    return "\n".join(out)


@pytest.mark.parametrize("game, id", RULES)
def test_a_rule_names_lessons_that_show_it(game: str, id: str) -> None:
    named = skylib.find_game(game).rules()[id].lessons
    assert named, f"{id} is taught nowhere"
    for name in named:
        assert (COURSE / f"{name}.ipynb").is_file(), f"{id} is to be taught in {name}"
        assert id in sources(name) or id in shown(name), f"{name} does not mention {id}"


def all_notebooks() -> list[str]:
    return sorted(
        p.relative_to(COURSE).with_suffix("").as_posix()
        for p in COURSE.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in p.parts
    )


@pytest.mark.parametrize("name", all_notebooks())
def test_a_notebook_speaks_of_no_rule_that_there_is_not(name: str) -> None:
    known = {id: rule for g in skylib.GAMES for id, rule in skylib.find_game(g).rules().items()}
    prefixes = {id.split("-")[0] for id in known}
    mentioned = set(re.findall(r"\b[A-Z]+(?:-[A-Z0-9]+)+\b", sources(name)))
    for id in mentioned:
        if id.split("-")[0] in prefixes:
            assert id in known, f"{name} speaks of {id}"


@pytest.mark.parametrize("name", all_notebooks())
def test_links_of_a_notebook_lead_somewhere(name: str) -> None:
    folder = (COURSE / name).parent
    for target in re.findall(r"\]\(([^)#]+)\)", sources(name)):
        if "://" not in target:
            assert (folder / target).is_file(), f"{name} links to {target}"


@pytest.mark.parametrize("name", all_notebooks())
def test_a_notebook_is_thin(name: str) -> None:
    """Cells of one to three lines that call the library; no rule code in any."""
    for cell in json.loads((COURSE / f"{name}.ipynb").read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            code = "".join(cell["source"]).strip()
            assert 1 <= len(code.splitlines()) <= 3
            assert code == "from skylib import lessons" or code.startswith("lessons.")


@pytest.mark.parametrize("name", all_notebooks())
def test_a_notebook_shows_the_same_text_twice(name: str) -> None:
    first = shown(name)
    shown.cache_clear()
    assert shown(name) == first
    assert first and not re.search(r"\bobject at 0x", first)


def test_a_misspelt_rule_would_be_found() -> None:
    with pytest.raises(SkylibError):
        lessons.rules("eye-in-the-sky", "EYE-FYL")
