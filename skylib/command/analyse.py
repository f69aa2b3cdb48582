"""``skylib analyse``: a recorded game with what the computer player thinks of each move."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .arguments import record_from
from .page import harmless, wrapped

if TYPE_CHECKING:
    from skylib.lessons.analysis import Analysis

HELP = "say of a recorded game which moves were good, and what the dice did"
ABOUT = """Plays a record through and weighs every move as the computer player would: how much
it is worth, how much less than the best, and the three best where it was not good. Every die
is shown beside its mean, with what it did to each side by exact odds. A long game takes a
while: at a terminal each move is named as it is weighed. Ends with 1 if the file cannot be read
or holds no move."""
EXAMPLE = """\
  skylib analyse my-game.txt
  skylib analyse my-game.txt --marked
  skylib play eye-in-the-sky --seed 1 --games 1 --records | skylib analyse -"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record; - reads the standard input")
    parser.add_argument(
        "--marked", action="store_true", help="only moves that were inaccurate or mistakes"
    )


def run(args: argparse.Namespace) -> int:
    from skylib.lessons.analysis import Analysis

    record = record_from(args.file)
    found = Analysis(record)
    if sys.stderr.isatty():
        found.judge_all(lambda number: print(_weighed(found, number), file=sys.stderr, flush=True))
    title = record.title or found.game.title
    print(title)
    print("=" * len(title))
    for line in found.text(args.marked).split("\n"):
        lead = len(line) - len(line.lstrip())
        print(wrapped(line.lstrip(), " " * lead, " " * (lead + 4)))
    print(wrapped(found.game.prompt))
    return 0


def _weighed(found: Analysis, number: int) -> str:
    step = found.steps[number]
    return harmless(f"weighed {number + 1} of {len(found.steps)}, {step.who}: {step.move}")
