"""What a learner touches: one short call a cell.

>>> from skylib import lessons
>>> lessons.fly("eye-in-the-sky", computer="B")          # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from skylib import find_game
from skylib.core.errors import SkylibError
from skylib.core.games import Game
from skylib.core.records import Record
from skylib.core.rulings import Ruling
from skylib.scenes import scene_of

from .analysis_board import AnalysisBoard
from .both_ways import BothWays
from .chart import Chart
from .controls import panel_of
from .deck import FlightDeck
from .deck_level import LevelDeck
from .drill import Drill
from .drill_sequence import makers_of
from .goals import Goal
from .ladder import Ladder
from .lobby import Lobby
from .logbook import begin
from .logbook_class import ClassResults
from .logbook_pupil import save_results
from .logbook_view import LogbookView
from .own_files import copy_file
from .playground import HexPlayground
from .projector import Projector
from .projector_decks import find_deck, question_screen, screens_of
from .projector_screens import Screen, steps_of
from .puzzle_deck import PuzzleDeck
from .puzzle_shelf import PuzzleShelf
from .puzzles import find_puzzle
from .question import Question
from .rule_card import RuleCard
from .shown import Shown
from .stepper import Stepper
from .tasks import find_doubt, find_level, find_question

__all__ = [
    "AnalysisBoard",
    "BothWays",
    "Chart",
    "ClassResults",
    "Drill",
    "FlightDeck",
    "Goal",
    "HexPlayground",
    "Ladder",
    "LevelDeck",
    "Lobby",
    "LogbookView",
    "Projector",
    "PuzzleDeck",
    "PuzzleShelf",
    "Question",
    "RuleCard",
    "Shown",
    "Stepper",
    "aircraft_chart",
    "analyse",
    "both_ways",
    "cadence",
    "chart",
    "class_results",
    "copy_file",
    "doubt",
    "drill",
    "fields_of_fire",
    "flights",
    "fly",
    "hexes",
    "level",
    "levels",
    "logbook",
    "odds",
    "play",
    "predict",
    "projector",
    "puzzle",
    "puzzles",
    "replay",
    "rules",
    "ruling",
    "save_results",
    "turn_modes",
]

begin()  # from now on the logbook keeps what is told


def analyse(game: Game[Any, Any] | Record | str | Path) -> AnalysisBoard:
    """A game to step through afterwards: better moves, what the dice owed, who was ahead.
    A bare name means an example that comes with a game, as for `replay`."""
    return AnalysisBoard(find_record(game) if isinstance(game, str | Path) else game)


def fly(
    game: str | Game[Any, Any],
    *,
    computer: Iterable[str] = (),
    goal: Goal | None = None,
    **settings: Any,
) -> FlightDeck:
    """A game to fly. ``computer`` names the seats that the computer plays; the other
    settings are those of `skylib.new_game`."""
    if isinstance(game, str):
        game = find_game(game).new_game(**settings)
    elif settings:
        raise SkylibError("settings go with the name of a game, not with a game under way")
    return FlightDeck(game, computer, goal)


def level(name: str, *, two_pilots: bool = False) -> LevelDeck:
    """A goal to reach, by its name ``GAME/LEVEL`` (see ``tasks/``). With ``two_pilots`` a
    second pilot at the same screen flies what the computer would."""
    return LevelDeck(find_level(name), two_pilots=two_pilots)


def levels(game: str, *, two_pilots: bool = False) -> Ladder:
    """All levels of a game with the stars so far, from the first one not done yet."""
    return Ladder(game, two_pilots=two_pilots)


def play(game: str, computer: Iterable[str] = (), **settings: Any) -> Lobby:
    """The lobby of a game: choose, start, play."""
    return Lobby(game, computer, **settings)


def replay(record: str | Path | Record) -> Stepper:
    """A record to step through. A bare name means an example that comes with a game,
    like ``eye-in-the-sky/first-sortie``."""
    return Stepper(record if isinstance(record, Record) else find_record(record))


def find_record(name: str | Path) -> Path:
    """The file of a record: a path, or ``GAME/NAME`` of an example."""
    path = Path(name)
    if path.suffix == ".record":
        return path
    game, _, example = str(name).partition("/")
    package = find_game(game).package
    file = Path(str(resources.files(package).joinpath(f"examples/{example}.record")))
    if not file.is_file():
        there = sorted(p.stem for p in file.parent.glob("*.record"))
        raise SkylibError(f"{game} has no example {example!r}; there are {', '.join(there)}")
    return file


_BEFORE_THE_DIE = ("needs", "chance", "modifiers")


def predict(name: str) -> Question:
    """A question to answer before looking, by its name ``GAME/QUESTION`` (see ``tasks/``)."""
    found = find_question(name)
    game = find_game(found.game).new_game(**{"seed": 1} | found.settings)
    before = scene_of(game)
    panel = panel_of(game.name)
    other = panel.why(game, found.move, found.by) if panel else None
    checked = ruling = game.check(found.move)
    if ruling.allowed:
        ruling = game.play(found.move, found.dice).ruling
    right = found.right
    if right is None and found.by == "ruling":
        right = found.answers[0 if ruling.allowed else 1]
    elif right is None:
        right = str({**game.facts(), **ruling.facts}[found.by])
    # What is to be told before a die is thrown is not explained by how it fell.
    reason = checked if found.by in _BEFORE_THE_DIE else ruling
    because, after, rules = other or (str(reason), scene_of(game, **found.show), reason.rules)
    return Question(
        found.asked,
        found.answers,
        right,
        because,
        before,
        after,
        name=f"{found.game}/{name.partition('/')[2]}",
        rules=rules,
    )


def puzzle(name: str) -> PuzzleDeck:
    """A puzzle by its name ``GAME/NAME`` (see ``puzzles/``): every answer is proven."""
    return PuzzleDeck(find_puzzle(name))


def puzzles(game: str, seed: int | None = None, grade: int | None = None) -> PuzzleShelf:
    """The puzzles of a game, the easy ones first, or in the order that a seed draws."""
    return PuzzleShelf(game, seed, grade)


def projector(
    deck: str = "",
    *,
    record: str | Path | Record | None = None,
    questions: Iterable[str] = (),
    start: int = 1,
) -> Projector:
    """A lesson on the projector: a deck by its name ``GAME/DECK`` (see ``projector/``), or
    the steps of a record, or questions by their names, or these one after the other.
    ``start`` is the screen that it begins with, 1 being the first."""
    screens: list[Screen] = []
    title, lesson, minutes = "", "", 0
    if deck:
        found = find_deck(deck)
        title, lesson, minutes = found.title, found.lesson, found.minutes
        screens += screens_of(found)
    if record is not None:
        steps = steps_of(record if isinstance(record, Record) else find_record(record))
        title = title or steps[0].title
        screens += steps
    screens += map(question_screen, questions)
    made = Projector(title or "Questions", screens, lesson, minutes)
    made.go(start)
    return made


def rules(game: str, *ids: str) -> RuleCard:
    """A card with rules of a game; all of them without ids."""
    return RuleCard(game, *ids)


def both_ways(game: str, rule: str, move: str, **settings: Any) -> BothWays:
    """A doubt of the rulebook tried both ways; ``dice`` are the numbers that the move draws."""
    return BothWays(game, rule, move, **settings)


def doubt(name: str) -> BothWays:
    """A doubt of the rulebook tried both ways, by its name ``GAME/DOUBT`` (see ``tasks/``)."""
    found = find_doubt(name)
    return BothWays(found.game, found.rule, found.move, found.dice, **found.settings)


def chart(game: str, name: str, **settings: Any) -> Chart:
    """A chart of a game as a table, with the source of each number."""
    module = import_module(f"{__name__}.{find_game(game).name.replace('-', '_')}_charts")
    if name not in module.CHARTS:
        raise SkylibError(f"{game} has no chart {name!r}; there are {', '.join(module.CHARTS)}")
    made: Chart = module.CHARTS[name](**settings)
    return made


def ruling(game: str | Game[Any, Any], move: str, **settings: Any) -> Ruling:
    """What the rules say about one move."""
    if isinstance(game, str):
        game = find_game(game).new_game(**{"seed": 1} | settings)
    return game.check(move)


def flights(*moves: str, **settings: Any) -> Shown:
    """Flights of Flying Circus point by point, with the sighting strip; several of them
    side by side. See `skylib.lessons.flying_circus_flights.FlightPlayer`."""
    return _tool("flying_circus_flights", "FlightPlayer")(*moves, **settings)


def turn_modes(flight: str = "F L L F F R") -> Shown:
    """One flight of Flying Circus and what it costs in every turn mode."""
    return _tool("flying_circus_turns", "TurnModes")(flight)


def fields_of_fire(aircraft: str = "spad-7", gun: str | None = None, **more: Any) -> Shown:
    """The field of fire of any gun of Flying Circus, with a target to put anywhere."""
    return _tool("flying_circus_fields", "FieldViewer")(aircraft, gun, **more)


def aircraft_chart(aircraft: str, **more: Any) -> Shown:
    """An aircraft chart of Flying Circus with the source of each figure."""
    return _tool("flying_circus_charts", "ChartViewer")(aircraft, **more)


def odds(firer: str, target: str, range: int = 2) -> Shown:
    """What a shot of Flying Circus can do, for any gun, target and range."""
    return _tool("flying_circus_odds", "OddsViewer")(firer, target, range)


def cadence(boxes: int = 6) -> Shown:
    """When the guns of Flying Circus may fire again, by the way they are fed."""
    return _tool("flying_circus_odds", "Cadence")(boxes)


def _tool(module: str, name: str) -> Callable[..., Shown]:
    """A tool of one game, loaded only when asked for."""
    return getattr(import_module(f"{__name__}.{module}"), name)  # type: ignore[no-any-return]


def drill(game: str, *kinds: str, seed: int = 1, difficulty: int | None = None) -> Drill:
    """A drill of the named kinds, or of all that there are for a game, or for ``hexes``.

    The difficulty follows the learner; 1 to 5 keeps it there, so that a whole class is
    asked the very same questions."""
    makers = makers_of(game)
    name = next(iter(makers)).partition("/")[0]
    for kind in kinds:
        if f"{name}/{kind}" not in makers:
            known = ", ".join(k.partition("/")[2] for k in makers)
            raise SkylibError(f"there is no drill {kind!r}; there are {known}")
    chosen = {f"{name}/{kind}": makers[f"{name}/{kind}"] for kind in kinds} or makers
    return Drill(chosen, seed, difficulty)


def logbook() -> LogbookView:
    """What you have done, across all notebooks, and what to repeat."""
    return LogbookView()


def class_results(folder: str | Path | None = None) -> ClassResults:
    """The results of a class, from a folder of pupils' files (see `save_results`); without
    a folder those of a class that we made up, to look at."""
    example = resources.files(__name__).joinpath("example_class")
    return ClassResults(Path(str(example)) if folder is None else folder)


def hexes(layout: str = "rows") -> HexPlayground:
    """The playground for hexes, in rows or in columns."""
    return HexPlayground(layout)
