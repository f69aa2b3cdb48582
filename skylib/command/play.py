"""``skylib play``: the computer against itself."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from skylib.core.games import Game

from .arguments import add_game, add_json, add_setup, setup_of, start, whole
from .page import harmless, print_json, table

HELP = "let the computer play games against itself"
ABOUT = """Plays whole games, the computer on every side, and lists seed, winner, scores and
moves of each. The first game has the seed given, the next one the next: the same command
always plays the same games."""
EXAMPLE = """\
  skylib play eye-in-the-sky --players 3 --seed 1 --games 10
  skylib play eye-in-the-sky --seed 1 --games 2 --json --records"""

_TOO_LONG = 10_000  # moves; no game comes near, so one that does is stuck


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_setup(parser)
    parser.add_argument("--seed", metavar="N", type=int, required=True, help="of the first game")
    parser.add_argument(
        "--games", metavar="K", type=whole(1), default=1, help="how many to play (1)"
    )
    parser.add_argument(
        "--records", action="store_true", help="with the whole record of every game as text"
    )
    parser.add_argument(
        "--longest",
        metavar="MOVES",
        type=whole(1),
        default=_TOO_LONG,
        help=f"break a game off after so many (default {_TOO_LONG})",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    from tqdm import tqdm

    from skylib.pilots import pilot_for

    settings = setup_of(args)
    seeds = range(args.seed, args.seed + args.games)
    start(args, args.seed, settings)  # what is wrong with the arguments shows before any game
    choose = pilot_for(args.game.name)
    rows = []
    drawn = False
    with tqdm(
        total=args.games, unit="game", disable=not sys.stderr.isatty(), file=sys.stderr, leave=False
    ) as bar:
        for seed in seeds:
            game = start(args, seed, settings)
            play_out(game, choose, args.longest)
            rows.append(as_data(game, seed, args.records))
            drawn = drawn or any((game.setup_rolls, *(step.rolls for step in game.history)))
            bar.update()
    if len(rows) > 1 and not drawn:
        print("The same game each time: nothing in it hangs on dice.", file=sys.stderr)
    if args.json:
        print_json(rows)
    elif args.records:
        # The records alone go to standard output, so that `skylib replay -` can read one.
        print(as_text(args.game.title, rows), file=sys.stderr)
        print("\n".join(harmless(row["record"]) for row in rows), end="")
    else:
        print(as_text(args.game.title, rows))
    return 0


def play_out(
    game: Game[Any, Any], choose: Callable[[Game[Any, Any]], Any], longest: int
) -> Game[Any, Any]:
    """Let a pilot play every side to the end, or so many moves."""
    while not game.outcome and len(game.history) < longest:
        game.play(choose(game))
    return game


def as_data(game: Game[Any, Any], seed: int, with_record: bool) -> dict[str, Any]:
    """A played game as JSON has it; the winner is None for a draw and an unfinished game."""
    outcome = game.outcome
    row: dict[str, Any] = {
        "seed": seed,
        "winner": (" ".join(outcome.winners) or None) if outcome else None,
        "scores": dict(outcome.scores) if outcome else {},
        "moves": len(game.history),
        "outcome": str(outcome) if outcome else "not finished",
    }
    if with_record:
        row["record"] = str(game.record())
    return row


def as_text(title: str, rows: list[dict[str, Any]]) -> str:
    """Played games as a table, and the wins below it."""
    head = ("seed", "winner", "moves", "scores")
    body = [
        (
            row["seed"],
            row["winner"] or ("not finished" if row["outcome"] == "not finished" else "none"),
            row["moves"],
            ", ".join(f"{who} {points}" for who, points in row["scores"].items()),
        )
        for row in rows
    ]
    if not any(scores for *_, scores in body):  # a game that is won without points
        head, body = head[:3], [row[:3] for row in body]
    wins: dict[str, int] = {}
    for _, winner, *_ in body:
        wins[winner] = wins.get(winner, 0) + 1
    total = ", ".join(f"{who} {count}" for who, count in sorted(wins.items()))
    return "\n".join([title, table([head, *body], (0, 2)), f"Won: {total}"])
