"""Arguments that several commands share, and the game that they describe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from skylib import GAMES, find_game
from skylib.core.errors import ReadError, SkylibError
from skylib.core.games import Game
from skylib.core.records import Record

__all__ = [
    "add_game",
    "add_json",
    "add_readings",
    "add_setup",
    "game_type",
    "rulebooks",
    "setup_of",
    "start",
    "whole",
]

GameType = type[Game[Any, Any]]


def game_type(name: str) -> GameType:
    """A game's class from the name on the command line."""
    try:
        return find_game(name)
    except SkylibError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def rulebooks() -> list[GameType]:
    """A game for each set of rules: two games of one box share theirs."""
    first: dict[str, GameType] = {}
    for name in GAMES:
        game = find_game(name)
        first.setdefault(game.package, game)
    return list(first.values())


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A type of argument: a whole number within bounds."""
    bounds = f"{low} or more" if high is None else f"{low} to {high}"

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"a whole number {bounds}, not {text[:40]!r}")
        return value

    return number


def pair(text: str) -> tuple[str, str]:
    """``key=value`` as a pair."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise argparse.ArgumentTypeError(f"is written key=value, not {text[:40]!r}")
    return key.strip(), value.strip()


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """The argument GAME."""
    parser.add_argument(
        "game",
        metavar="GAME",
        type=game_type,
        nargs="?" if optional else None,
        help=f"{', '.join(GAMES)}" + ("; all of them if left out" if optional else ""),
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option ``--json``."""
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


def add_readings(parser: argparse.ArgumentParser) -> None:
    """The option ``--reading``."""
    parser.add_argument(
        "--reading",
        metavar="RULE=READING",
        type=pair,
        action="append",
        default=[],
        help="play by another reading of a rule ('skylib rules GAME' lists them)",
    )


def add_setup(parser: argparse.ArgumentParser) -> None:
    """What describes the start of a game: scenario, players, options, readings."""
    parser.add_argument("--scenario", metavar="NAME", help="the first one if left out")
    parser.add_argument(
        "--players", metavar="N", type=whole(1), help="where a game lets you choose"
    )
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        type=pair,
        action="append",
        default=[],
        help="any other setting of the game",
    )
    add_readings(parser)


def setup_of(args: argparse.Namespace) -> dict[str, Any]:
    """The settings for `Game.new_game` that the arguments describe."""
    settings: dict[str, Any] = {}
    for key, value in args.option:
        if key in settings:
            args.parser.error(f"option {key!r} is given twice")
        settings[key] = value
    if args.players is not None:
        if "players" in settings:
            args.parser.error("the number of players is given twice")
        settings["players"] = str(args.players)
    known = args.game.options()
    for key in settings:
        if key not in known:
            offer = "".join(f"\n  {name}: {text}" for name, text in known.items()) or " none"
            args.parser.error(f"{args.game.title} has no option {key!r}; its options:{offer}")
    return settings | {"scenario": args.scenario, "readings": dict(args.reading)}


def start(args: argparse.Namespace, seed: int, settings: dict[str, Any]) -> Game[Any, Any]:
    """A new game; what the game refuses of the arguments is a wrong argument.

    Raises `ReadError` for a file, named in an option, that does not fit.
    """
    try:
        game: Game[Any, Any] = args.game.new_game(seed=seed, **settings)
    except ReadError:
        raise
    except SkylibError as error:
        raise SystemExit(args.parser.error(str(error))) from None
    return game


def record_from(file: str) -> Record:
    """The record in a file, or for ``-`` in the standard input. Raises `RecordError`."""
    if file != "-":
        return Record.read(file)
    data = sys.stdin.buffer.read()
    return Record.parse(data.decode("utf-8-sig", errors="replace"), "standard input")
