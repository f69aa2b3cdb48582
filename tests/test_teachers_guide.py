"""The teacher's guide: its plans add up, and what it points to is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import skylib
from skylib.command.run import parser
from skylib.lessons.projector_decks import decks, find_deck, screens_of
from skylib.lessons.projector_screens import AskingScreen

COURSE = Path(__file__).parents[1] / "notebooks"
GUIDE = COURSE / "teachers-guide.ipynb"


def cells(path: Path, kind: str) -> list[str]:
    book = json.loads(path.read_text("utf-8"))
    return ["".join(c["source"]) for c in book["cells"] if c["cell_type"] == kind]


TEXT = "\n\n".join(cells(GUIDE, "markdown"))
CODE = "\n".join(cells(GUIDE, "code"))
GAMES = (
    "Eye in the Sky",
    "Flying Circus: the introductory game",
    "Flying Circus: speed, sighting, combat",
    "Le Temps des As",
)


def part(game: str) -> str:
    """What the guide says of a game."""
    return TEXT.split(f"\n## {game}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The body rows of a table in Markdown, cells stripped."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("minutes", [20, 45])
def test_a_plan_takes_the_time_that_it_says(game: str, minutes: int) -> None:
    plan = part(game).split(f"### In {minutes} minutes\n")[1].split("\n### ")[0]
    table = rows(plan)
    assert len(table) >= 3
    assert sum(int(row[0]) for row in table) == minutes
    assert any("in pairs" in row[1] for row in table), "the pupils fly themselves"


# The decks of the plans' rows with a projector, in the order of the guide.
SHOWN = [
    "eye-in-the-sky/flying",
    "eye-in-the-sky/flying",
    "eye-in-the-sky/photographing",
    "eye-in-the-sky/landing",
    "flying-circus-introductory/first-game",
    "flying-circus-introductory/first-game",
    "flying-circus/speed-and-turns",
    "flying-circus/sighting",
    "flying-circus/sighting",
    "le-temps-des-as/manoeuvres",
    "le-temps-des-as/stalling",
    "le-temps-des-as/fire",
]


def test_plans_name_the_screens_of_each_step() -> None:
    plans = [rows(p.split("\n### ")[0]) for g in GAMES for p in part(g).split("### In ")[1:]]
    told = [row[1] for plan in plans for row in plan if row[1].startswith("projector")]
    assert len(told) == len(SHOWN)
    for text, name in zip(told, SHOWN, strict=True):
        screens = screens_of(find_deck(name))
        numbers = [int(n) for n in re.findall(r"\d+", text.split("screen", 1)[1])]
        assert numbers and max(numbers) <= len(screens), text
        if found := re.search(r"(\w+) votes: ([\d, and]+)", text):
            votes = [int(n) for n in re.findall(r"\d+", found[2])]
            assert found[1] == ("", "one", "two", "three", "four", "five")[len(votes)]
            assert all(isinstance(screens[n - 1], AskingScreen) for n in votes), text


@pytest.mark.parametrize("game", GAMES)
def test_mistakes_come_with_a_question_and_a_rule(game: str) -> None:
    table = rows(part(game).split("### What pupils get wrong")[1].split("\n**")[0])
    known = {id for name in skylib.GAMES for id in skylib.find_game(name).rules()}
    assert len(table) >= 6
    for wrong, ask, rule in table:
        assert wrong and ask.rstrip('"').rstrip().endswith(("?", ".")), wrong
        assert rule.strip("`") in known, rule


def test_every_deck_is_in_the_guide() -> None:
    for game in skylib.GAMES:
        for name in decks(game):
            assert f"lessons.projector('{game}/{name}')" in CODE


def test_links_lead_to_headings_that_are_there() -> None:
    found = re.findall(r"\]\(([^)#\s]+\.ipynb)(?:#([^)]*))?\)", TEXT)
    assert len(found) > 15
    for file, anchor in found:
        text = "\n\n".join(cells(COURSE / file, "markdown"))
        headings = {h.replace(" ", "-") for h in re.findall(r"(?m)^#+ (.+)$", text)}
        assert not anchor or anchor in headings, (file, anchor)


def test_what_it_tells_to_type_is_right() -> None:
    block = re.search(r"```sh\n(.*?)```", TEXT, re.S)
    assert block is not None
    for line in [*block[1].strip().splitlines(), "skylib handout teachers-guide"]:
        program, *arguments = line.split()
        assert program == "skylib"
        parser().parse_args(arguments)
    for call in re.findall(r"`(lessons\.projector\([^`]*\))`", TEXT):
        from skylib import lessons

        assert eval(call, {"lessons": lessons}).screens


def test_the_start_page_leads_to_it() -> None:
    start = "\n".join(cells(COURSE / "00-start-here.ipynb", "markdown"))
    assert "](teachers-guide.ipynb)" in start
