"""The projector: decks as data, beats of a question, hands, and what each screen says."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import skylib
from skylib import lessons
from skylib.core.errors import DataError, SkylibError
from skylib.lessons.projector import Projector
from skylib.lessons.projector_decks import decks, find_deck, read_deck
from skylib.lessons.projector_screens import (
    BESIDE_A_MAP,
    ROOM,
    AskingScreen,
    Line,
    Room,
    pages,
)

NAMES = [f"{game}/{name}" for game in skylib.GAMES for name in decks(game)]
COURSE = Path(skylib.__file__).parents[1] / "notebooks"
QUESTION = "eye-in-the-sky/two-sides"  # yes / no; it is no


def made(*questions: str) -> Projector:
    return lessons.projector(questions=questions or (QUESTION,))


# ---- the decks -----------------------------------------------------------------------------


def test_every_game_has_its_decks() -> None:
    titles = {game: set(decks(game)) for game in skylib.GAMES}
    assert {"flying", "photographing", "landing"} <= titles["eye-in-the-sky"]
    assert {"speed-and-turns", "sighting", "combat"} <= titles["flying-circus"]
    assert titles["flying-circus-introductory"] == {"first-game"}
    assert {"manoeuvres", "stalling", "fire", "damage", "two-turns"} <= titles["le-temps-des-as"]


def test_no_file_of_decks_is_left_unread() -> None:
    folder = resources.files("skylib.lessons").joinpath("projector")
    assert {f.name.removesuffix(".toml") for f in folder.iterdir()} == set(skylib.GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_deck_names_is_there_and_every_screen_has_words(name: str) -> None:
    deck = find_deck(name)
    if COURSE.is_dir():
        assert (COURSE / f"{deck.lesson}.ipynb").is_file()
    projector = lessons.projector(name)
    assert len(projector.screens) >= 8
    for screen in projector.screens:
        assert len(screen.text().split()) >= 4
        for beat in screen.beats:
            assert beat.head and beat.lines
            assert all(line.text.strip() for line in beat.lines)
    for number in range(1, len(projector.screens) + 1):
        assert f"\n{number}. " in projector.text()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_gives_the_answer_away_before_the_reveal(name: str) -> None:
    projector = lessons.projector(name)
    asking = [i for i, s in enumerate(projector.screens, 1) if isinstance(s, AskingScreen)]
    assert len(asking) >= 3
    for number in asking:
        projector.go(number)
        ask, vote, reveal, *why = projector.screen.beats
        assert [ask.phase, vote.phase, reveal.phase] == ["ask", "vote", "reveal"]
        assert all(beat.phase == "show" and not beat.right for beat in why)
        assert ask.right == vote.right == ()
        assert reveal.right and set(reveal.right) <= set(ask.answers) == set(reveal.answers)
        for _ in range(2):
            assert projector.stage.view["right"] == []
            assert {line[0] for line in projector.stage.view["lines"]} == {"say"}
            projector.next()
        assert projector.stage.view["right"] == list(reveal.right)


@pytest.mark.parametrize("name", NAMES)
def test_every_beat_fits_the_screen_it_is_made_for(name: str) -> None:
    for screen in lessons.projector(name).screens:
        for beat in screen.beats:
            room = BESIDE_A_MAP if beat.scene else ROOM
            rows = sum(room.rows_of(line.text) for line in beat.lines)
            rows += sum(room.rows_of(answer, 0.45) for answer in beat.answers)
            # A question cannot be cut: if it is long, the letters go down from 32 to 28 pixels.
            most = room.rows * (32 / 28 if beat.answers else 1)
            assert rows <= most, beat


@pytest.mark.parametrize("name", NAMES)
def test_no_screen_holds_the_names_of_rules_alone(name: str) -> None:
    for screen in lessons.projector(name).screens:
        for beat in screen.beats:
            assert {line.kind for line in beat.lines} != {"source"}, (name, beat)


def test_a_sentence_and_a_card_name_their_section() -> None:
    projector = lessons.projector("eye-in-the-sky/flying")
    say, card = projector.screens[:2]
    assert say.beats[0].lines[-1] == Line(
        "source", "EYE-SPIRAL, EYE-FLY · Rulebook: The turn, A; The turn, B"
    )
    assert card.beats[0].lines[0] == Line("move", "Fly")
    assert card.beats[0].lines[-1].text.endswith("Rulebook: The turn, B")


def test_a_rule_of_ours_says_so() -> None:
    book = skylib.find_game("eye-in-the-sky").rules()
    ours = next((rule.id for rule in book.values() if rule.source == "ours"), None)
    if ours is None:
        pytest.skip("no rule of ours in this game")
    data = {"title": "T", "lesson": "x", "minutes": 1, "screen": [{"rules": [ours]}]}
    from skylib.lessons.projector_decks import screens_of

    (screen,) = screens_of(read_deck("eye-in-the-sky", "d", data, "f"))
    assert "a rule of ours" in screen.text()


GOOD: dict[str, Any] = {
    "title": "T",
    "lesson": "eye-in-the-sky/1-flying",
    "minutes": 3,
    "screen": [{"rules": ["EYE-FLY"]}],
}


@pytest.mark.parametrize(
    "change, complaint",
    [
        ({"title": ""}, "title"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": "ten"}, "minutes"),
        ({"screen": []}, "screen"),
        ({"colour": "red"}, "colour"),
        ({"screen": ["EYE-FLY"]}, "needs one of"),
        ({"screen": [{}]}, "needs one of"),
        ({"screen": [{"rules": ["EYE-FLY"], "say": "x", "rule": "y"}]}, "needs one of"),
        ({"screen": [{"rules": []}]}, "rules"),
        ({"screen": [{"say": "No source."}]}, "names its rule"),
        ({"screen": [{"replay": "x", "steps": ["1"]}]}, "steps"),
        ({"screen": [{"drill": [], "seed": "s"}]}, "seed"),
        ({"screen": [{"question": "x", "seed": 1}]}, "unknown field 'seed'"),
    ],
)
def test_a_bad_deck_is_refused_with_its_place(change: dict[str, Any], complaint: str) -> None:
    read_deck("eye-in-the-sky", "good", GOOD, "f.toml")
    with pytest.raises(DataError, match=complaint) as caught:
        read_deck("eye-in-the-sky", "bad", GOOD | change, "f.toml")
    assert "f.toml" in str(caught.value) and "bad" in str(caught.value)
    with pytest.raises(DataError):
        read_deck("eye-in-the-sky", "bad", ["no table"], "f.toml")


@pytest.mark.parametrize(
    "name, complaint",
    [
        ("eye-in-the-sky/nothing", "there are flying"),
        ("nosuch/flying", "nosuch"),
    ],
)
def test_an_unknown_deck_names_those_there_are(name: str, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.projector(name)


def test_a_record_and_questions_make_a_deck_too() -> None:
    both = lessons.projector(record="eye-in-the-sky/landing", questions=[QUESTION])
    assert both.title.startswith("Landing")
    assert both.screens[-1].text().startswith("Predict: There is room enough")
    with pytest.raises(SkylibError, match="at least one screen"):
        lessons.projector()
    with pytest.raises(SkylibError, match="no question"):
        lessons.projector(questions=["eye-in-the-sky/nosuch"])


def test_a_step_that_a_record_has_not_is_refused() -> None:
    from skylib.lessons.projector_screens import steps_of

    path = lessons.find_record("eye-in-the-sky/landing")
    assert [s.step for s in steps_of(path, [2, 1])] == [2, 1]
    with pytest.raises(SkylibError, match="not 99"):
        steps_of(path, [99])


def test_steps_of_one_record_can_be_seen_in_any_order() -> None:
    """They share a game that is undone and redone; each keeps its own map."""
    forward = lessons.projector(record="eye-in-the-sky/flying")
    backward = lessons.projector(record="eye-in-the-sky/flying")
    first = [s.beats[-1].scene for s in forward.screens]
    second = [s.beats[-1].scene for s in reversed(backward.screens)][::-1]
    assert [s.words for s in first] == [s.words for s in second]  # type: ignore[union-attr]
    assert len({s.words for s in first}) > 4  # type: ignore[union-attr]


# ---- pages ----------------------------------------------------------------------------------


def test_pages_keep_groups_together_and_lose_no_word() -> None:
    room = Room(20, 6)
    move = (Line("move", "A: fly 3"), Line("reason", "Allowed: " + "x" * 30))
    long = Line("say", "One sentence here. Another one there. " * 6)
    found = pages([(Line("say", "short"),), move, (long,)], room)
    assert any(set(move) <= set(page) for page in found)
    told = " ".join(line.text for page in found for line in page)
    assert told.split() == " ".join(["short", *(m.text for m in move), long.text]).split()
    for page in found:
        assert sum(room.rows_of(line.text) for line in page) <= room.rows
    assert pages([], room) == []


# ---- next, back, vote, reveal -----------------------------------------------------------------


def test_next_asks_counts_and_reveals() -> None:
    projector = made(QUESTION, "eye-in-the-sky/over-the-edge")
    phases = []
    for _ in range(5):
        phases.append((projector.at, projector.beat.phase))
        projector.next()
    assert phases[:3] == [(0, "ask"), (0, "vote"), (0, "reveal")]
    assert phases[-1][0] == 1
    projector.go(1)
    projector.back()
    assert (projector.at, projector.beat.phase) == (0, "ask")
    projector.go(2)
    projector.back()
    assert projector.at == 0 and projector.beat_at == len(projector.screen.beats) - 1
    projector.go(99)
    assert projector.at == 1
    for _ in range(9):
        projector.next()
    assert projector.at == 1 and projector.beat_at == len(projector.screen.beats) - 1


def test_hands_are_kept_with_their_question() -> None:
    projector = made(QUESTION, "eye-in-the-sky/over-the-edge")
    projector.vote([12, 9])
    assert projector.beat.phase == "vote"
    assert projector.stage.counts == [12, 9]
    assert "Hands: yes 12, no 9." in projector.stage.said
    projector.reveal()
    assert "Right: no." in projector.stage.said and "yes 12, no 9" in projector.stage.said
    assert projector.stage.view["right"] == ["no"]
    projector.go(2)
    assert projector.counts == (0, 0, 0)
    projector.go(1)
    assert projector.counts == (12, 9)


def test_hands_typed_in_the_browser() -> None:
    projector = made()

    def typed(hands: Any) -> None:
        projector.stage._receive(None, {"hands": hands}, None)

    typed([1, 2])  # too early: nobody has been asked yet
    assert projector.counts == (0, 0)
    projector.vote()
    typed([12, 10])
    assert projector.counts == (12, 10) and projector.stage.counts == [12, 10]
    assert projector.stage.said == "Hands: yes 12, no 10."
    typed([1, 2, 3])  # of another screen
    assert projector.counts == (12, 10)
    for odd in ([-1, 2], [1, 1000], ["1", 2], [None, 2], [1.5, 2]):
        typed(odd)
        assert "whole number" in projector.stage.error and projector.counts == (12, 10)
    projector.reveal()
    typed([5, 5])
    assert projector.counts == (12, 10)


@pytest.mark.parametrize("counts", [[1], [1, 2, 3], [-1, 2], [1, 1000], [1.5, 2], ["1", 2]])
def test_other_than_numbers_of_hands_are_refused(counts: list[Any]) -> None:
    with pytest.raises(SkylibError, match="one whole number"):
        made().vote(counts)


def test_a_screen_that_asks_nothing_has_no_vote() -> None:
    projector = lessons.projector(record="eye-in-the-sky/landing")
    for call in (projector.vote, projector.reveal):
        with pytest.raises(SkylibError, match="asks nothing"):
            call()
    with pytest.raises(SkylibError, match="only a drill"):
        projector.again()


def test_a_drill_asks_the_same_for_the_same_seed_and_goes_on() -> None:
    data = GOOD | {"screen": [{"drill": ["is-it-legal"], "seed": 4}]}
    from skylib.lessons.projector_decks import screens_of

    texts = []
    for _ in range(2):
        screens = screens_of(read_deck("eye-in-the-sky", "d", data, "f"))
        projector = Projector("Drill", screens)
        asked = [projector.beat.lines[0].text]
        projector.vote([3, 4])
        for _ in range(3):
            projector.again()
            assert projector.beat.phase == "ask" and not any(projector.counts)
            asked.append(projector.beat.lines[0].text)
        texts.append(asked)
    assert texts[0] == texts[1] and len(set(texts[0])) > 1


def test_what_the_browser_says() -> None:
    projector = made()

    def hear(content: Any) -> None:
        projector.stage._receive(None, content, None)

    hear({"do": "next"})
    hear({"do": "reveal"})
    assert projector.beat.phase == "reveal"
    hear({"do": "again"})  # means nothing here
    assert projector.stage.error == ""
    hear({"do": "fire"})
    assert "unknown word" in projector.stage.error
    hear({"do": "first"})
    assert projector.stage.error == "" and projector.beat.phase == "ask"
    for odd in (None, "next", {"do": 3}, {}):
        hear(odd)
    assert projector.beat.phase == "ask"
    sentence = lessons.projector("eye-in-the-sky/flying")
    sentence.stage._receive(None, {"do": "vote"}, None)
    assert sentence.stage.error == "" and sentence.beat.phase == "show"


def test_one_message_for_words_and_one_for_the_map(messages: list[dict[str, Any]]) -> None:
    projector = made()
    projector.next()
    messages.clear()
    projector.next()
    assert [m["widget"] for m in messages if m["method"] == "update"].count("Stage") == 1
    assert len(messages) <= 3


def test_its_text_and_picture() -> None:
    projector = lessons.projector("eye-in-the-sky/flying")
    text = projector.text()
    assert text == lessons.projector("eye-in-the-sky/flying").text()
    assert "about 12 minutes" in text and "(lesson eye-in-the-sky/1-flying)" in text
    assert re.search(r"Keys: .*next.*back.*reveal.*full screen", text)
    assert projector.picture() is not None
    assert lessons.projector(questions=["eye-in-the-sky/wind"]).picture() is not None


# ---- how it looks ---------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def css() -> str:
    return resources.files("skylib.lessons").joinpath("projector.css").read_text("utf-8")


def test_every_text_is_seven_to_one_on_its_paper() -> None:
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", css()))
    assert set(colours) >= {"ink", "paper", "soft", "move", "right", "bar"}
    for name in ("ink", "soft", "move", "right"):
        for ground in (colours["paper"], "#f2f2f2", "#dcdcdc"):
            if ground == colours["paper"] or name == "ink":
                assert contrast(colours[name], ground) >= 7, (name, ground)
    assert contrast(colours["bar"], colours["paper"]) >= 4.5
    for colour in re.findall(r"[{;] *color: (#[0-9a-f]{6})", css()):
        assert contrast(colour, colours["paper"]) >= 7, colour


def test_the_decks_are_plain_toml() -> None:
    folder = resources.files("skylib.lessons").joinpath("projector")
    for file in folder.iterdir():
        assert tomllib.loads(file.read_text("utf-8"))


def test_a_flight_stops_at_its_points_and_ends_with_the_verdict() -> None:
    from skylib.lessons.projector_flights import FlightScreen

    where = "phase 2 german move; A1 f2b 1718 NW level 10 speed 8; "
    where += "G1 fokker-d-vii 2217 N level 10 speed 8"
    settings = {"scenario": "photo-1917-allied-b", "position": where}
    flight = "G1 speed 8: F F L L F F F"
    screen = FlightScreen(flight, points=[1, 8], settings=settings)
    first, last, verdict = screen.beats
    assert first.lines[1].text.startswith("Point 1, forward")
    assert "Not in view" in first.lines[1].text and "last half" in last.lines[1].text
    assert "sighted: it may fire." in verdict.lines[0].text
    assert first.scene != last.scene
    assert len(FlightScreen(flight, settings=settings).beats) == 9
    front = FlightScreen(flight, "A1 front", [8], settings)
    assert "not sighted" in front.text()
    with pytest.raises(SkylibError, match="points 1 to 8, not 9"):
        _ = FlightScreen(flight, points=[9], settings=settings).beats


def test_a_deck_that_begins_later() -> None:
    projector = lessons.projector("eye-in-the-sky/landing", start=8)
    assert projector.stage.view["number"] == 8 and projector.beat.head == "Predict"
    assert lessons.projector("eye-in-the-sky/landing", start=99).at == 15
