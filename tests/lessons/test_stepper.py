"""Records stepped through: every example, and records that expect wrongly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ipywidgets
import pytest
from hands import Pilot, widgets_of

import skylib
from skylib import lessons
from skylib.core.errors import RecordError, SkylibError
from skylib.core.records import Narration, Record
from skylib.lessons import Stepper
from skylib.maps import arrange
from skylib.scenes import scene_of

EXAMPLES = sorted(
    f"{name}/{path.stem}"
    for name in skylib.GAMES
    for path in Path(skylib.__file__).parent.glob(f"{name.replace('-', '_')}/examples/*.record")
)

WRONG = """skylib record 1
game: eye-in-the-sky
title: Wrong <figures>
scenario: training
option players: 2

> The first.
A: fly 3
    expect: hex A = 12.6
    expect: hex A = 9.9
    expect: hex A != 12.6
    expect: height A = 4
try B: fly 4 left
    expect: ruling = refused
B: fly 2
> The end.

> Really.
"""


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_expectation_of_an_example_holds(name: str) -> None:
    stepper = lessons.replay(name)
    compared = stepper.replay.compared
    assert compared and not stepper.replay.failures
    assert f"{len(compared)} of {len(compared)} expected figures hold." in stepper.text()
    for at in range(len(stepper.stops)):
        stepper.go(at)
        assert "✗\u00a0differs" not in stepper._story.value
        shown = stepper._story.value.count("✓\u00a0agrees")
        assert shown == sum(len(f.compared) for f in stepper.stops[at])


@pytest.mark.parametrize("name", EXAMPLES)
def test_next_and_back_land_on_the_right_positions(name: str) -> None:
    stepper = lessons.replay(name)
    pilot = Pilot(stepper)
    # The positions, played a second time without the stepper.
    game = skylib.replay(stepper.replay.record).game
    while game.can_undo:
        game.undo()
    positions = [game.position]
    while game.can_redo:
        game.redo()
        positions.append(game.position)

    def right() -> None:
        played = stepper.stops[stepper.at][-1].played
        assert stepper.game.position == positions[played]
        assert stepper._where.value == stepper.at
        assert stepper.map.scene == stepper.scene()
        assert f"Step {stepper.at + 1} of {len(stepper.stops)}" in stepper._story.value
        assert pilot.status.startswith(f"Step {stepper.at + 1} of {len(stepper.stops)}.")
        for frame in stepper.stops[stepper.at]:
            if isinstance(frame.item, Narration):
                assert frame.item.text in pilot.status
            elif frame.ruling is not None:
                assert frame.ruling.reason in pilot.status
                assert frame.ruling._repr_html_() in stepper._story.value

    last = len(stepper.stops) - 1
    right()
    for at in range(1, last + 1):
        pilot.click("Next ▶")
        assert stepper.at == at
        right()
    pilot.click("Next ▶")
    assert stepper.at == last
    assert stepper.game.position == positions[-1]
    for at in range(last - 1, -1, -1):
        pilot.click("◀ Back")
        assert stepper.at == at
        right()
    pilot.click("◀ Back")
    assert stepper.at == 0
    for at in (last, 0, last // 2):
        stepper._where.value = at
        assert stepper.at == at
        right()
    for key, at in (("<", 0), ("ArrowRight", 1), ("ArrowLeft", 0), (">", last)):
        pilot.press(key)
        assert stepper.at == at
        right()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_move_and_every_word_of_an_example_is_shown_once(name: str) -> None:
    stepper = lessons.replay(name)
    frames = [f for stop in stepper.stops for f in stop]
    assert frames == list(stepper.replay.frames)
    for stop in stepper.stops:
        assert sum(isinstance(f.item, Narration) for f in stop) <= 1
        assert len(stop) <= 2


def test_a_wrong_expectation_is_shown_as_such() -> None:
    stepper = lessons.replay(Record.parse(WRONG))
    assert len(stepper.replay.failures) == 4
    assert "1 of 5 expected figures hold." in stepper.text()
    for line in (
        "hex A = 9.9: no, it is 12.6",
        "hex A != 12.6: no, it is 12.6",
        "height A = 4: no, there is no such figure",
        "ruling = refused: no, it is allowed",
    ):
        assert f"    {line}" in stepper.text().split("\n")
    story = stepper._story.value
    assert story.count("✗\u00a0differs") == 3 and story.count("✓\u00a0agrees") == 1
    assert "Expected hex A = 9.9: no, it is 12.6." in stepper.map.status
    assert ">none<" in story and ">not 12.6<" in story
    stepper.next()
    assert stepper._story.value.count("✗\u00a0differs") == 1
    assert "Wrong &lt;figures&gt;" in stepper._title.value


def test_a_move_that_is_only_tried_is_shown_as_planned() -> None:
    stepper = lessons.replay(Record.parse(WRONG))
    stepper.next()
    assert "Tried, B: fly 4 left" in stepper._story.value
    assert [c.id for c in stepper.map.scene.counters if c.ghost] == ["draft"]
    assert len(stepper.game.history) == 1
    stepper.next()
    assert not [c for c in stepper.map.scene.counters if c.ghost]
    assert stepper.map.scene == scene_of(stepper.game)


def test_words_at_the_end_stand_alone() -> None:
    stepper = lessons.replay(Record.parse(WRONG))
    kinds = [[type(f.item).__name__ for f in stop] for stop in stepper.stops]
    assert kinds == [["Narration", "Entry"], ["Entry"], ["Entry"], ["Narration"], ["Narration"]]


def test_playing_and_the_slider_go_together() -> None:
    stepper = lessons.replay("eye-in-the-sky/flying")
    (play,) = [w for w in widgets_of(stepper.widget) if isinstance(w, ipywidgets.Play)]
    assert (play.min, play.max) == (stepper._where.min, stepper._where.max)
    assert stepper._where.max == len(stepper.stops) - 1


def test_a_step_sends_few_messages(messages: list[dict[str, Any]]) -> None:
    stepper = lessons.replay("eye-in-the-sky/first-sortie")
    pilot = Pilot(stepper)
    for _ in range(5):
        messages.clear()
        pilot.click("Next ▶")
        assert len(messages) <= 4, messages


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("skylib record 1\ngame: eye-in-the-sky\n", "tells nothing"),
        ("skylib record 1\ngame: eye-in-the-sky\n\nA: fly 9\n", "line 4"),
        ("skylib record 1\ngame: eye-in-the-sky\nreading EYE-FLY: x\n\n> a\n", "EYE-FLY"),
    ],
)
def test_records_that_cannot_be_shown(text: str, complaint: str) -> None:
    with pytest.raises(SkylibError, match=complaint):
        lessons.replay(Record.parse(text))


def test_where_records_are_found(tmp_path: Path) -> None:
    file = tmp_path / "mine.record"
    file.write_text(WRONG, "utf-8")
    assert lessons.replay(file).text() == lessons.replay(str(file)).text()
    with pytest.raises(SkylibError, match="no example 'moon'; there are first-sortie, flying"):
        lessons.replay("eye-in-the-sky/moon")
    with pytest.raises(SkylibError, match="there is no game 'chess'"):
        lessons.replay("chess/one")
    with pytest.raises(RecordError, match="cannot be read"):
        lessons.replay(tmp_path / "none.record")


def test_what_a_cell_shows() -> None:
    one, two = (lessons.replay("eye-in-the-sky/landing") for _ in "ab")
    assert isinstance(one, Stepper)
    bundle = one._repr_mimebundle_()
    assert {"text/plain", "image/png"} < set(bundle)
    assert bundle["text/plain"] == two.text() == repr(one)
    assert "Landing: the right hex, the right facing" in one.text()
    assert bundle["image/png"] == two._repr_mimebundle_()["image/png"]


def test_panels_stand_in_a_column_or_under_the_story() -> None:
    sighted = lessons.replay("flying-circus/combat")
    panels = []
    for at in range(len(sighted.stops)):
        sighted.go(at)
        panels.append("skylib-strip" in sighted._panel.value)
    assert any(panels)
    column = [w for w in widgets_of(sighted.widget) if w.layout.display == "none"]
    assert column and all(sighted._panel not in getattr(w, "children", ()) for w in column)
    board = lessons.replay("le-temps-des-as/turn-2")
    (place,) = (w for w in widgets_of(board.widget) if board._panel in getattr(w, "children", ()))
    assert place.children == (board._panel,) and place.layout.display == ""
    plain = lessons.replay("eye-in-the-sky/flying")
    assert plain._panel.value == ""


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_was_flown_lies_well_inside_the_close_up(name: str) -> None:
    """The names of the hexes at the map's edge take room: nobody flies under them."""
    stepper = lessons.replay(name)
    for at in range(len(stepper.stops)):
        stepper.go(at)
        scene = stepper.scene()
        if not scene.around:
            continue
        board, view = scene.ground.board, arrange.frame(scene.ground, scene.around)
        west, north, east, south = board.extent
        told = [h for path in scene.paths if path.kind in ("flown", "planned") for h in path.hexes]
        for hex in told:
            x, y = board.layout.centre(hex)
            across = max(view.west, west) + 0.4 < x < min(view.east, east) - 0.4
            assert across and max(view.north, north) + 0.4 < y < min(view.south, south) - 0.4, (
                at,
                board.name(hex),
            )


@pytest.mark.parametrize(
    "name, last",
    [("combat-at-speed-5", "5"), ("turning-and-sighting-2", "4")],
)
def test_the_map_looks_through_the_gun_that_the_record_speaks_of(name: str, last: str) -> None:
    """Neither example is about the enemy who sights as well: the attacker's points are shown."""
    stepper = lessons.replay(f"flying-circus/{name}")
    at = next(n for n, stop in enumerate(stepper.stops) if any(f.played for f in stop))
    stepper.go(at)
    scene = stepper.scene()
    (flown,) = [path for path in scene.paths if path.points]
    assert [text for _, text, kind in flown.points if kind == "seen"] == [last]
    (field,) = [area for area in scene.areas if area.kind == "fire"]
    assert field.side == next(c.side for c in scene.counters if c.letter == "G1")
