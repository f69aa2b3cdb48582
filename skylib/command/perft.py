"""``skylib perft``: how many rows of legal moves there are, to compare engines by."""

from __future__ import annotations

import argparse

from skylib.core.games import perft

from .arguments import add_game, add_json, add_setup, setup_of, start, whole
from .page import print_json, table

HELP = "count the rows of legal moves to a depth"
ABOUT = """Counts the rows of legal moves from the start of a game, to every depth up to DEPTH:
the usual test of a rules engine. Dice show what the seed gives."""
EXAMPLE = """\
  skylib perft eye-in-the-sky 3
  skylib perft eye-in-the-sky 2 --scenario training --players 4 --json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=whole(0), help="moves in a row")
    add_setup(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="of the dice (default 1)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    game = start(args, args.seed, setup_of(args))
    counts = [perft(game, depth) for depth in range(args.depth + 1)]
    if args.json:
        print_json(
            {
                "game": game.name,
                "scenario": game.setup.scenario,
                "seed": args.seed,
                "depth": args.depth,
                "count": counts[-1],
                "counts": counts,
            }
        )
        return 0
    print(f"{game.title}, {game.setup.scenario}")
    print(
        table([("depth", "rows of moves"), *((d, f"{c:,}") for d, c in enumerate(counts))], (0, 1))
    )
    return 0
