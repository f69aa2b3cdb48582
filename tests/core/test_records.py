"""Records and replays: hand-written text in, the same text out; anything bad is one clear error."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skylib
from skylib.core.errors import RecordError, SkylibError
from skylib.core.records import LARGEST, Comment, Entry, Expectation, Narration, Record

TEXT = """\
skylib record 1
game: eye-in-the-sky
title: Two moves <b>each</b>
source: ours
scenario: training
option players: 2
option weather: wind
reading EYE-PHOTO: with-destination
seed: 5

# Where it begins.
> The wind is drawn first.
    dice: 3
    expect: wind = SW

> A flies;
> and turns.
A: fly 3 left photo end
    expect: photos A = 1
    expect: photos A != 0
try B: fly 7
    expect: ruling = refused
    expect: rule = EYE-FLY
B: fly 2
    dice: 4

A: spiral W
B: spiral W
    dice: 6
    expect: wind = NE
> The end.
    expect: round = 3
"""
RECORD = Record.parse(TEXT, "two.record")


def fails(text: str, *words: str, line: int | None = None) -> RecordError:
    """Reading or replaying fails with one error that names all this."""
    with pytest.raises(RecordError) as error:
        skylib.replay(Record.parse(text, "bad.record"))
    message = str(error.value)
    for word in ("bad.record", *words):
        assert word in message, message
    if line is not None:
        assert error.value.line == line, message
    assert len(message) < 1500
    return error.value


# ---- reading and writing -----------------------------------------------------------------


def test_a_record_is_read_whole() -> None:
    assert RECORD.game == "eye-in-the-sky"
    assert RECORD.seed == 5
    assert RECORD.options == (("players", "2"), ("weather", "wind"))
    assert RECORD.readings == (("EYE-PHOTO", "with-destination"),)
    assert [m.move for m in RECORD.moves] == [
        "fly 3 left photo end",
        "fly 2",
        "spiral W",
        "spiral W",
    ]
    assert Narration("A flies;\nand turns.") in RECORD.items
    assert Comment("Where it begins.") in RECORD.items
    first = next(i for i in RECORD.items if isinstance(i, Entry))
    assert first == Entry("", "", (3,), (Expectation("wind", "SW"),))


def test_text_to_record_to_text_is_the_same_text() -> None:
    assert str(RECORD) == TEXT
    assert Record.parse(str(RECORD)) == RECORD


def test_comments_and_empty_lines_are_kept_to_the_letter() -> None:
    text = TEXT + "#\n#   indented\n# a: b\n\n\n>   verse\n> \n>\n# ## <b>\n"
    text = text.replace("> \n", ">\n")
    assert str(Record.parse(text)) == text
    written = Record.parse(str(Record("eye-in-the-sky", items=(Comment(""), Comment("", True)))))
    assert written.items == (Comment(""), Comment("", blank=True))


def test_carriage_returns_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "windows.record"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert Record.read(file) == RECORD


def test_saving_and_reading(tmp_path: Path) -> None:
    file = tmp_path / "saved.record"
    RECORD.save(file)
    assert Record.read(file) == RECORD
    assert [p.name for p in tmp_path.iterdir()] == ["saved.record"]


words = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30
).map(lambda t: " ".join(t.split()))
items = st.one_of(
    st.builds(Narration, st.lists(words, min_size=1, max_size=3).map("\n".join)),
    st.builds(Comment, words),
    st.builds(
        Entry,
        st.sampled_from(["A", "B", "German 1"]),
        words.filter(lambda t: bool(t)),
        st.none() | st.lists(st.integers(1, 99), min_size=1, max_size=4).map(tuple),
        st.lists(
            st.builds(Expectation, st.sampled_from(["score A", "hex B"]), words, st.booleans()),
            max_size=2,
        ).map(tuple),
    ),
    st.builds(Entry, st.just("A"), words.filter(bool), is_try=st.just(True)),
)


@given(st.lists(items, max_size=8), st.none() | st.integers() | st.just("a word"))
@settings(max_examples=150)
def test_what_is_written_is_read_back(items: list[object], seed: int | str | None) -> None:
    record = Record("eye-in-the-sky", "training", "A title", seed=seed)
    text = str(Record(**{**record.__dict__, "items": tuple(items)}))
    again = Record.parse(text)
    assert str(again) == text
    assert Record.parse(str(again)) == again


# ---- replaying -------------------------------------------------------------------------------


def test_the_replay_checks_every_expectation() -> None:
    replay = skylib.replay(RECORD)
    assert len(replay.compared) == 7
    assert replay.failures == ()
    assert [f.played for f in replay.frames] == [0, 0, 0, 1, 1, 2, 3, 4, 4, 4]


def test_a_replayed_game_keeps_its_narration_when_written_again() -> None:
    game = skylib.replay(RECORD).game
    written = game.record()
    assert written.title == RECORD.title
    assert [i for i in written.items if isinstance(i, Narration)] == [
        i for i in RECORD.items if isinstance(i, Narration)
    ]
    assert skylib.replay(written).game.state == game.state


def test_a_game_that_leaves_the_record_keeps_what_was_played() -> None:
    game = skylib.replay(RECORD).game
    for _ in range(3):
        game.undo()
    game.play("fly 3")
    again = skylib.replay(game.record()).game
    assert again.state == game.state
    assert [m.move for m in game.record().moves] == ["fly 3 left photo end", "fly 3"]


def test_other_dice_leave_the_record_too() -> None:
    """The record's later figures would no longer hold."""
    game = skylib.replay(RECORD).game
    game.undo()
    step = game.undo()
    game.play(step.move)
    game.play("spiral W", dice=[2])  # the record says 6, and expects the wind of it
    written = game.record()
    assert skylib.replay(written).game.state == game.state
    assert written.moves[-1].dice == (2,)
    assert written.moves[-1].expectations == ()
    assert written.moves[0].expectations == RECORD.moves[0].expectations


def test_a_loaded_game_goes_on_with_the_dice_of_its_seed() -> None:
    whole = skylib.new_game("eye-in-the-sky", scenario="training", seed=9, weather="wind")
    moves = []
    rng = random.Random(2)
    for _ in range(12):
        moves.append(rng.choice(list(whole.legal_moves())))
        whole.play(moves[-1])
    half = skylib.new_game("eye-in-the-sky", scenario="training", seed=9, weather="wind")
    for move in moves[:5]:
        half.play(move)
    loaded = skylib.replay(Record.parse(str(half.record()))).game
    for move in moves[5:]:
        loaded.play(move)
    assert loaded.state == whole.state
    assert str(loaded.record()) == str(whole.record())


def test_a_wrong_expectation_is_an_error_or_kept_for_the_screen() -> None:
    wrong = TEXT.replace("photos A = 1", "photos A = 2")
    error = fails(wrong, "expect", "photos A = 2: no, it is 1", line=19)
    assert error.field == "expect"
    replay = skylib.replay(Record.parse(wrong), strict=False)
    assert [str(c) for c in replay.failures] == ["photos A = 2: no, it is 1"]


def test_a_figure_that_does_not_exist_is_said_to_be_none() -> None:
    fails(TEXT.replace("expect: round = 3", "expect: altitude = 3"), "there is no such figure")


# ---- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words", "line"),
    [
        ("skylib record 1", "skylib record 2", ["version '2'", "reads 1"], 1),
        ("skylib record 1", "skylib record", ["version ''", "reads 1"], 1),
        ("skylib record 1", "skylib recordx1", ["begins with the line"], 1),
        ("skylib record 1", "hello", ["begins with the line"], 1),
        ("game: eye-in-the-sky", "game: chess", ["no game 'chess'", "eye-in-the-sky"], 2),
        ("game: eye-in-the-sky\n", "", ["does not name the game"], 1),
        ("scenario: training", "scenario: moon", ["no scenario 'moon'", "training"], 5),
        ("scenario: training", "scenario:", ["scenario", "is empty"], 5),
        ("scenario: training", "scenario: training\nscenario: training", ["stands twice"], 6),
        ("option players: 2", "option players: 9", ["players is a whole number"], 6),
        ("option players: 2", "option pilots: 2", ["no option 'pilots'"], 6),
        ("option players: 2", "option players: 2\noption players: 3", ["stands twice"], 7),
        ("option players: 2", "option dice: 2", ["no option 'dice'", "players"], 6),
        ("option players: 2", "option seed: 2", ["no option 'seed'"], 6),
        ("option players: 2", "option position: 2", ["no option 'position'"], 6),
        ("option players: 2", "option setup_dice: 2", ["no option 'setup_dice'"], 6),
        (
            "option players: 2",
            "option map: gone.toml",
            ["option map", "gone.toml: cannot", "No such"],
            6,
        ),
        ("option players: 2", "option planes: moon", ["option planes", "no plane 'moon'"], 6),
        ("option weather: wind", "option weather: game", ["option weather", "none or wind"], 7),
        ("seed: 5", "position: A 1.1", ["position", "cannot read 'A 1.1'"], 9),
        ("reading EYE-PHOTO", "reading EYE-NONE", ["no rule 'EYE-NONE'"], 8),
        ("with-destination", "sometimes", ["no reading 'sometimes'", "with-destination"], 8),
        ("seed: 5", "sead: 5", ["unknown head field 'sead'"], 9),
        ("seed: 5", "seed 5", ["'key: value'"], 9),
        ("A: fly 3 left photo end", "A: fly three", ["is no move", "fly 4 left photo 2"], 18),
        ("A: fly 3 left photo end", "C: fly 3", ["A is to move, not C"], 18),
        ("A: fly 3 left photo end", "B: fly 3", ["A is to move, not B"], 18),
        ("A: fly 3 left photo end", "A: fly 9", ["Refused", "Instead: fly", "EYE-FLY"], 18),
        ("A: fly 3 left photo end", "A fly 3", ["is no move"], 18),
        ("    dice: 6", "    dice: 7", ["6 sides cannot show 7", "wind"], 28),
        ("    dice: 6", "    dice: 6 2", ["left over: 2"], 28),
        ("    dice: 6", "    dice: six", ["numbers like '4 2'"], 29),
        ("    dice: 6", "    dice: 6\n    dice: 6", ["stands twice"], 30),
        ("expect: wind = NE", "expect: wind NE", ["'NAME = VALUE'"], 30),
        ("expect: ruling = refused", "dice: 3", ["only tried draws no dice"], 22),
        ("# Where it begins.", "A: fly 2\n\n    dice: 4", ["dice", "below no move"], 13),
    ],
)
def test_bad_lines_are_named(old: str, new: str, words: list[str], line: int) -> None:
    assert old in TEXT
    fails(TEXT.replace(old, new, 1), *words, line=line)


def test_missing_dice_say_what_they_are_for() -> None:
    without_seed = TEXT.replace("seed: 5\n", "")
    skylib.replay(Record.parse(without_seed))  # every number is written down
    fails(without_seed.replace("    dice: 6\n", ""), "6 sides is missing", "wind of round 3")
    fails(without_seed.replace("    dice: 3\n", ""), "wind of round 1")


def test_dice_that_nobody_draws_are_left_over() -> None:
    fails(TEXT.replace("B: fly 2\n    dice: 4", "B: fly 2\n    dice: 4 6"), "left over: 6")


def test_a_cut_file_is_a_shorter_game_or_one_clear_error() -> None:
    for end in range(len(TEXT)):
        try:
            skylib.replay(Record.parse(TEXT[:end], "cut.record"))
        except RecordError as error:
            assert "cut.record" in str(error)


def test_a_game_that_is_over_takes_no_more_moves() -> None:
    game = skylib.new_game("eye-in-the-sky", scenario="training", players=1, rounds=1, seed=1)
    game.play("fly 2")
    game.play("home")
    assert game.outcome
    fails(str(game.record()) + "A: fly 2\n", "the game is over")


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_one_clear_error(seed: int) -> None:
    rng = random.Random(seed)
    noise = "".join(chr(rng.choice((10, 32, 58, 62, *range(33, 400)))) for _ in range(3000))
    for text in (noise, "skylib record 1\ngame: eye-in-the-sky\n\n" + noise):
        with pytest.raises(RecordError):
            skylib.replay(Record.parse(text))


def test_ten_megabytes_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "noise.record"
    file.write_bytes(random.Random(1).randbytes(10_000_000))
    with pytest.raises(RecordError, match=r"noise\.record: is too large"):
        Record.read(file)
    with pytest.raises(RecordError, match="too large"):
        Record.parse("x" * (LARGEST + 1))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.record"
    file.write_bytes(TEXT.encode() + b"\xff\xfe\x00")
    with pytest.raises(RecordError, match=r"binary\.record, line 33: is not UTF-8"):
        Record.read(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"gone\.record.*No such file"):
        skylib.replay(tmp_path / "gone.record")
    with pytest.raises(RecordError, match="cannot be read"):
        skylib.replay(tmp_path)
    with pytest.raises(RecordError, match=r"cannot be read: .*null"):
        skylib.replay("no\0file")


def test_nothing_of_a_record_is_executed(tmp_path: Path) -> None:
    trap = f"__import__('pathlib').Path({str(tmp_path / 'trap')!r}).touch()"
    for text in (
        TEXT.replace("fly 2", trap),
        TEXT.replace("round = 3", f"round = {trap}"),
        TEXT.replace("seed: 5", f"seed: {trap}"),
        TEXT.replace("training", trap),
        TEXT.replace("title: Two", f"title: {{{trap}}} ${{{trap}}}"),
    ):
        with contextlib.suppress(SkylibError):
            skylib.replay(Record.parse(text), strict=False)
    assert not (tmp_path / "trap").exists()


def test_a_replay_shows_itself_in_a_line():
    game = skylib.new_game("eye-in-the-sky", seed=1)
    game.play("fly 4")
    shown = repr(skylib.replay(game.record()))
    assert shown == "<Replay of eye-in-the-sky: 1 move>"
