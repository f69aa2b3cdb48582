"""Looking at games afterwards."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hands import Pilot

import skylib
from skylib import lessons
from skylib.core.errors import SkylibError
from skylib.core.records import Record
from skylib.lessons.analysis import Analysis
from skylib.lessons.analysis_chart import chart_svg, chart_words

TESTS = Path(__file__).parents[1]
SHORT = {
    "eye-in-the-sky": "eye-in-the-sky/last-round",
    "flying-circus": "flying-circus/combat",
    "le-temps-des-as": "le-temps-des-as/turn-3",
}
FIGHT = "turn 5 allied move; A1 1212 N 5; G1 1204 N 3"


def fight() -> Any:
    """An introductory fight: a flight, a shot that brings down."""
    game = skylib.new_game("flying-circus-introductory", seed=5, position=FIGHT)
    game.play("A1: F F F F F")
    game.play("A1 fire at G1")
    return game


@pytest.mark.parametrize("name", SHORT.values())
def test_an_example_is_looked_at_move_by_move(name: str) -> None:
    board = lessons.analyse(name)
    analysis = board.analysis
    count = len(analysis.steps)
    assert count
    for at in range(count + 1):
        board.go(at)
        assert len(board.game.history) == at
    board.go(999)
    assert board.at == count
    board.back()
    assert board.at == count - 1
    assert len(analysis.curve) == count + 1
    assert analysis.text().count("\n") >= count


@pytest.mark.parametrize(
    "file",
    ["flying_circus/golden/introductory.record", "le_temps_des_as/golden/skirmish.record"],
)
def test_a_whole_game(file: str) -> None:
    board = lessons.analyse(TESTS / file)
    board.judge_all()
    analysis = board.analysis
    assert len(analysis.judged) == len(analysis.steps)
    for side in analysis.sides:
        assert sum(analysis.marks(side).values()) == sum(s.who == side for s in analysis.steps)
    luck = analysis.luck()
    assert sum(luck.values()) == pytest.approx(0)
    assert any(abs(value) > 0.01 for value in luck.values())


def test_a_verdict_ranks_the_best_and_marks_by_what_is_lost() -> None:
    analysis = Analysis(fight())
    verdict = analysis.verdict(0)
    assert verdict.value is not None
    assert verdict.weighed > 3
    assert [b.value for b in verdict.best] == sorted((b.value for b in verdict.best), reverse=True)
    assert verdict.lost == pytest.approx(verdict.best[0].value - verdict.value)
    assert verdict.mark in ("good", "inaccurate", "mistake")


def test_the_die_of_a_shot_is_weighed_against_its_table() -> None:
    game = fight()
    (die,) = Analysis(game).owed(1)
    assert die.mean == 3.5
    assert die.roll.sides == 6
    before = game.history[1].before.find("G1")

    def worth(points: int) -> float:
        return points + 4.0 if points >= before.allowance else float(points)

    reach = int(re.search(r"range (\d)", die.roll.purpose)[1])  # type: ignore[index]
    values = [worth(min(p, before.allowance)) for p in game.table.column(reach)]
    thrown = worth(min(game.table.damage(die.roll.value, reach), before.allowance))
    assert die.effect is not None
    assert die.effect["allied"] == pytest.approx(thrown - sum(values) / 6)
    assert die.effect["german"] == pytest.approx(-die.effect["allied"])


def test_the_game_itself_is_not_touched() -> None:
    game = fight()
    position, moves = game.position, len(game.history)
    board = lessons.analyse(game)
    board.go(0)
    assert (game.position, len(game.history)) == (position, moves)
    assert board.game is not game


def test_an_unfinished_game_a_lone_pilot_and_a_game_without_dice() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1, players="1")
    game.play("fly 4 photo 3")
    board = lessons.analyse(game)
    board.go(1)
    assert board.analysis.sides == ("A",)
    assert board.analysis.owed(0) == []
    assert board.analysis.luck() == {"A": 0.0}
    assert "A: at most" in board.text()
    assert "What the dice did" not in board._move.value


def test_a_game_of_four() -> None:
    game = skylib.new_game("eye-in-the-sky", seed=1, players="4", scenario="training")
    for _ in range(4):
        game.play("fly 2")
    board = lessons.analyse(game)
    assert board.analysis.sides == ("A", "B", "C", "D")
    assert chart_svg(board.analysis).count("<polyline") == 4


def test_what_cannot_be_looked_at() -> None:
    with pytest.raises(SkylibError, match="no move to look at"):
        lessons.analyse(skylib.new_game("eye-in-the-sky", seed=1))
    with pytest.raises(SkylibError, match="has no example"):
        lessons.analyse("eye-in-the-sky/none")
    with pytest.raises(SkylibError, match="a record begins with"):
        lessons.analyse(Record.parse("nothing"))
    analysis = Analysis(fight())
    for number in (-1, 2):
        with pytest.raises(SkylibError, match="moves 1 to 2"):
            analysis.verdict(number)
        with pytest.raises(SkylibError, match="moves 1 to 2"):
            analysis.owed(number)


def test_it_is_done_by_keys_and_announced() -> None:
    board = lessons.analyse(fight())
    pilot = Pilot(board)
    assert "Before the first of 2 moves" in pilot.status
    pilot.press("ArrowRight")
    assert board.at == 1
    assert "allied: A1: F F F F F" in pilot.status
    pilot.press(">")
    assert "mean 3.5" in pilot.status
    pilot.press("<")
    assert board.at == 0
    pilot.press("a")
    assert "allied: " in pilot.status
    pilot.press("m")
    assert board.at > 0 or "No move after this one" in pilot.status
    pilot.press("ArrowLeft", "ArrowLeft")
    assert board.at == 0
    assert not board._key("q")
    pilot.click("Next ▶")
    pilot.click("◀ Back")
    assert board.at == 0


def test_the_chart_is_a_picture_with_words() -> None:
    board = lessons.analyse(fight())
    svg = chart_svg(board.analysis, 1)
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == chart_words(board.analysis)
    bundle = board._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    assert bundle["text/plain"] == board.text()


def test_a_record_with_a_hostile_title_is_escaped() -> None:
    record = Record.parse(
        "skylib record 1\ngame: eye-in-the-sky\ntitle: <script>x</script>\nseed: 1\n\nA: fly 2\n"
    )
    board = lessons.analyse(record)
    board.go(1)
    for part in (board._move.value, board._sums.value, board._chart.value):
        assert "<script>" not in part


def test_the_deck_offers_it_when_the_game_is_over() -> None:
    position = FIGHT.replace("N 3", "N 1")
    for seed in range(1, 60):
        game = skylib.new_game("flying-circus-introductory", seed=seed, position=position)
        deck = lessons.fly(game)
        deck.play("A1: F F F F F")
        assert not hasattr(deck, "_after")
        deck.play("A1 fire at G1")
        if deck.game.outcome:
            break
    assert deck.game.outcome
    pilot = Pilot(deck)
    pilot.click("Analyse this game")
    board = deck.analysis
    assert len(board.analysis.steps) == len(deck.game.history) == 2
    assert "stands below" in pilot.status
    pilot.click("Analyse this game")
    assert len(deck._after.children) == 2
    deck.undo()
    assert deck._after.children == ()
    deck.redo()
    assert len(deck._after.children) == 1
