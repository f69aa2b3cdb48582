"""The protocol: random play of every scenario with all invariants, undo, replay, positions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skylib.core.dice import AskedDice, ScriptedDice
from skylib.core.errors import (
    DiceError,
    DiceNeeded,
    MoveTextError,
    NotAllowed,
    PositionError,
    RecordError,
)
from skylib.core.games import perft
from skylib.core.records import Record
from skylib.core.replays import replay
from skylib.le_temps_des_as import charts
from skylib.le_temps_des_as.game import LeTempsDesAs

from .setups import fight, find, flying, play

SCENARIOS = list(LeTempsDesAs.scenarios())
FULL = charts.ours().cup
MARKERS = list(charts.ours().markers)


def invariants(game, before):
    """What holds after every move."""
    state = game.state
    held = [m for p in state.aircraft for m in p.markers]
    assert tuple(n + held.count(id) for n, id in zip(state.cup, MARKERS, strict=True)) == FULL
    for plane in state.aircraft:
        if plane.flying:
            assert 1 <= plane.level <= 5
            assert plane.level < 5 or game.setting.sheet(plane).very_high
            assert plane.hex in game.setting.map.board
            assert plane.power >= 0
            if plane.pursues:
                assert state.plane(plane.pursues).flying
        else:
            assert not plane.markers and not plane.pursues
    if state.act and state.stage == "power":
        assert state.act.points == 0
        climbs = sum(
            (c.climb != 0) + (game.setting.charts.manoeuvres[c.manoeuvre].levels != 0)
            for c in state.act.chain
        )
        assert climbs <= 1
    if before is not None and before.stage == "manoeuvre" and state.act and state.act.chain:
        paid = game.last.ruling.facts.get("cost")
        if before.act.group == state.act.group:
            assert before.act.points - state.act.points == paid


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_without_a_dead_end(scenario, seed):
    rng = random.Random(seed)
    game = LeTempsDesAs.new_game(scenario, seed=seed, setup="ready" if seed == 2 else None)
    before = None
    for number in range(3000):
        if game.outcome:
            break
        moves = list(game.legal_moves())
        assert moves, game.position
        # Wild flying ends too soon: mostly the tame moves.
        tame = [m for m in moves if str(m) in ("straight", "power 0", "stay", "done")]
        move = rng.choice(tame if tame and rng.random() < 0.4 else moves)
        if number % 9 == 0:
            assert len(set(moves)) == len(moves)
            for m in moves[:40]:
                assert game.check(m).allowed, game.check(m)
                assert game.parse_move(str(m)) == m
            text = game.position
            copy = LeTempsDesAs.new_game(
                scenario, seed=seed, position=text, **{k: v for k, v in game.setup.options.items()}
            )
            assert copy.state == game.state and copy.position == text
            assert [str(m) for m in copy.legal_moves()] == [str(m) for m in moves]
            assert game.prompt
        before = game.state
        game.play(move)
        invariants(game, before)
    assert game.outcome, "a game ends"
    assert list(game.legal_moves()) == []


@pytest.mark.parametrize("options", [{"alternate": "yes"}, {"aircraft_initiative": "yes"}])
def test_random_play_with_options(options):
    for scenario in ("passage-of-the-geese", "fire-on-the-balloons", "new-raid"):
        rng = random.Random(3)
        game = LeTempsDesAs.new_game(
            scenario, seed=3, setup="ready", deflection="yes", dca_central="0912 0518", **options
        )
        before = None
        while not game.outcome:
            moves = list(game.legal_moves())
            assert moves
            tame = [m for m in moves if str(m) in ("straight", "power 0", "stay", "done")]
            before = game.state
            game.play(rng.choice(tame if tame and rng.random() < 0.6 else moves))
            invariants(game, before)


def test_illegal_moves_are_refused_by_play_and_check_alike():
    """At every moment the listed moves are exactly the allowed ones."""
    rng = random.Random(4)
    pool = set()
    game = LeTempsDesAs.new_game("new-raid", seed=4, setup="ready")
    for _ in range(150):
        if game.outcome:
            break
        moves = list(game.legal_moves())
        pool |= set(rng.sample(moves, min(3, len(moves))))
        for move in rng.sample(sorted(pool, key=str), min(12, len(pool))):
            assert game.check(move).allowed is (move in moves), (move, game.position)
            assert (move in game.legal_moves()) is (move in moves)
            if move not in moves:
                with pytest.raises(NotAllowed) as error:
                    game.play(move)
                ruling = error.value.ruling
                assert ruling.reason and ruling.instead
                assert set(ruling.rules) <= set(LeTempsDesAs.rules()) and ruling.rules
        game.play(rng.choice(moves))


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.data())
def test_undo_redo_and_replay(data):
    scenario = data.draw(st.sampled_from(SCENARIOS))
    game = LeTempsDesAs.new_game(scenario, seed=data.draw(st.integers(0, 999)), setup="ready")
    states = [game.state]
    for _ in range(data.draw(st.integers(1, 25))):
        if game.outcome:
            break
        moves = list(game.legal_moves())
        game.play(moves[data.draw(st.integers(0, len(moves) - 1))])
        states.append(game.state)
    end, rolls = game.position, list(game.dice.rolls)
    back = data.draw(st.integers(0, len(states) - 1))
    for state in reversed(states[len(states) - 1 - back : -1]):
        game.undo()
        assert game.state == state
    assert game.position == game._write(states[len(states) - 1 - back])
    for _ in range(back):
        game.redo()
    assert game.position == end and game.dice.rolls == rolls
    record = Record.parse(str(game.record()))
    assert replay(record, find).game.position == end


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(alphabet="straigh tunlefcmbdposwé-+;:!1A ", max_size=40))
def test_any_text_is_a_move_or_an_error(text):
    game = flying()
    try:
        ruling = game.check(text)
    except MoveTextError:
        return
    assert isinstance(ruling.allowed, bool)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(alphabet="SpadXIII-1 0910N|=,:_@levturnsgchooact", max_size=80))
def test_any_text_is_a_position_or_an_error(text):
    try:
        LeTempsDesAs.new_game("skirmish", seed=1, position=text)
    except PositionError:
        return


BAD_POSITIONS = [
    ("", "empty"),
    ("stage=choose", "both sides"),
    ("stage=dreaming | {c}", "stage"),
    ("stage=manoeuvre | {c}", "act"),
    ("stage=follow | {c}", "followers"),
    ("stage=clash | {c}", "clash"),
    ("stage=over asked= | {c}", "result"),
    ("turn=soon | {c}", "turn"),
    ("holder=Nobody | {c}", "holder"),
    ("cup=1,2 | {c}", "cup"),
    ("weather=fine | {c}", "weather"),
    ("followers=Nobody-1 | {c}", "Nobody"),
    ("turn=1 turn=2 | {c}", "twice"),
    ("bombs=9999 | {c}", "9999"),
    ("rolled=1 | {c}", "rolled"),
    ("pairs=SpadXIII-1 | {c}", "a/b"),
    ("stage=choose | act points=3 | {c}", "members"),
    ("stage=choose | act members=SpadXIII-1 step=sideways | {c}", "step"),
    ("stage=choose | act members=SpadXIII-1 chain=loop | {c}", "chain"),
    ("stage=choose | SpadXIII-1 9999 N | Albatros-1 0303 S", "9999"),
    ("stage=choose | SpadXIII-1 0910 X | Albatros-1 0303 S", "X"),
    ("stage=choose | SpadXIII-1 0910 | Albatros-1 0303 S", "facing"),
    ("stage=choose | SpadXIII-1 | Albatros-1 0303 S", "hex"),
    ("stage=choose | SpadXIII-1 0910 N level=9 | Albatros-1 0303 S", "level"),
    ("stage=choose | SpadXIII-1 0910 N level=0 | Albatros-1 0303 S", "level"),
    ("stage=choose | SpadXIII-1 0910 N speed=x | Albatros-1 0303 S", "speed"),
    ("stage=choose | SpadXIII-1 0910 N mood=x | Albatros-1 0303 S", "mood"),
    ("stage=choose | SpadXIII-1 0910 N markers=luck | Albatros-1 0303 S", "luck"),
    ("stage=choose | SpadXIII-1 0910 N status=lost | Albatros-1 0303 S", "status"),
    ("stage=choose | SpadXIII-1 0910 N pilot=happy | Albatros-1 0303 S", "aviator"),
    ("stage=choose | SpadXIII-1 0910 N pursues=Zeppelin | Albatros-1 0303 S", "Zeppelin"),
    ("stage=choose | Zeppelin-1 0910 N | Albatros-1 0303 S", "Zeppelin"),
    ("stage=choose | SpadXIII-1 0910 N | SpadXIII-1 0911 N | Albatros-1 0303 S", "twice"),
    ("stage=choose | SpadXIII-1 0910 N moved | Albatros-1 0303 S moved", "nobody"),
]


@pytest.mark.parametrize(("text", "word"), BAD_POSITIONS)
def test_bad_positions(text, word):
    text = text.format(c="SpadXIII-1 0910 N | Albatros-1 0303 S")
    with pytest.raises(PositionError, match=word):
        LeTempsDesAs.new_game("skirmish", seed=1, position=text)


def test_dice_of_people():
    game = LeTempsDesAs.new_game("skirmish", dice=AskedDice(), setup="ready")
    with pytest.raises(DiceNeeded) as asked:
        game.play("roll")
    assert asked.value.sides == 6 and "Entente" in asked.value.purpose
    assert game.state.stage == "roll" and not game.history
    game.play("roll", [2, 5])
    with pytest.raises(DiceError, match="left over"):
        game.play("take", [3])
    scripted = LeTempsDesAs.new_game("skirmish", dice=ScriptedDice([1]), setup="ready")
    with pytest.raises(DiceError):
        scripted.play("roll")


def test_the_same_seed_gives_the_same_game():
    def run():
        game = LeTempsDesAs.new_game("new-raid", seed=11, setup="ready")
        rng = random.Random(1)
        for _ in range(60):
            if game.outcome:
                break
            game.play(rng.choice(list(game.legal_moves())))
        return game.position

    assert run() == run()


def test_records_that_do_not_fit():
    game = LeTempsDesAs.new_game("skirmish", seed=1, setup="ready")
    game.play("roll")
    text = str(game.record())
    with pytest.raises(RecordError, match="scenario"):
        replay(Record.parse(text.replace("scenario: skirmish", "scenario: picnic")), find)
    with pytest.raises(RecordError):
        replay(Record.parse(text.replace(": roll", ": fly to the moon")), find)


def test_perft_of_the_first_decisions():
    game = fight("SpadXIII-1 0910 N speed=2", "Albatros-1 0101 NW")
    assert perft(game, 1) == 1
    play(game, "choose SpadXIII-1: 1")
    assert perft(game, 1) == len(list(game.legal_moves()))
    two = 0
    for move in list(game.legal_moves()):
        game.play(move)
        two += len(list(game.legal_moves()))
        game.undo()
    assert perft(game, 2) == two
    assert perft(game, 0) == 1


def test_rulings_read_well():
    game = flying("SpadXIII-1 0910 N speed=4", die=4)
    text = str(game.check("tight turn right"))
    assert "Allowed: Tight Turn costs 2 of 5 points" in text
    html = game.check("side slip left")._repr_html_()
    assert "Side Slip" in html
    step = game.play("straight")
    assert step.ruling.allowed and step.ruling.facts["points left"] == 4


def test_facts_name_every_figure():
    facts = flying().facts()
    for name in (
        "turn",
        "stage",
        "points",
        "speed SpadXIII-1",
        "level SpadXIII-1",
        "hex SpadXIII-1",
    ):
        assert name in facts


def test_no_engine_file_imports_a_screen():
    import subprocess
    import sys

    code = (
        "import sys; import skylib.le_temps_des_as.game, skylib.le_temps_des_as.checks, "
        "skylib.pilots.le_temps_des_as; "
        "print([m for m in ('bokeh','ipywidgets','numpy','anywidget') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
