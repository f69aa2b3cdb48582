"""How fast the engines are, beside python-chess in the same run.

    python tests/benchmarks/engine.py [--games NAME ...] [--positions 40] [--rounds 40]

Two things are measured, on positions out of random games: finding all legal moves, and
playing a move and taking it back. Each round times every engine once, one after the other,
so that a busy machine slows all of them alike, and counts the processor's time; the table
shows the median round. Eye in the Sky keeps the flights of every hex and facing once it has
found them, and is measured with that.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from statistics import median

import chess

import skylib

Task = Callable[[], int]  # does the work once and says how many moves that were


def random_games(name: str, positions: int) -> Iterator[skylib.Game]:
    """Games at positions that random play reaches."""
    rng = random.Random(name)
    seed = 0
    while positions:
        game = skylib.new_game(name, seed=seed)
        seed += 1
        for _ in range(rng.randrange(1, 60)):
            moves = list(game.legal_moves())
            if game.outcome or not moves:
                break
            game.play(rng.choice(moves))
        if not game.outcome:
            positions -= 1
            yield game


def random_boards(positions: int) -> Iterator[chess.Board]:
    """Chess boards that random play reaches."""
    rng = random.Random("chess")
    while positions:
        board = chess.Board()
        for _ in range(rng.randrange(1, 60)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over():
            positions -= 1
            yield board


def skylib_tasks(name: str, positions: int) -> dict[str, Task]:
    games = list(random_games(name, positions))
    moves = [random.Random(1).sample(m, min(40, len(m))) for m in map(_moves, games)]

    def legal() -> int:
        return sum(len(_moves(game)) for game in games)

    def play_and_undo() -> int:
        for game, some in zip(games, moves):
            for move in some:
                game.play(move)
                game.undo()
        return sum(map(len, moves))

    return {"legal moves": legal, "play and undo": play_and_undo}


def _moves(game: skylib.Game) -> list[object]:
    return list(game.legal_moves())


def chess_tasks(positions: int) -> dict[str, Task]:
    boards = list(random_boards(positions))
    moves = [list(board.legal_moves)[:40] for board in boards]

    def legal() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    def push_and_pop() -> int:
        for board, some in zip(boards, moves):
            for move in some:
                board.push(move)
                board.pop()
        return sum(map(len, moves))

    return {"legal moves": legal, "play and undo": push_and_pop}


def rate(task: Task, least: float) -> float:
    """Moves a second, over as many turns as it takes to measure something."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < least:
        done += task()
    return done / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", nargs="*", default=list(skylib.GAMES), metavar="NAME")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.05, help="of one measurement")
    options = parser.parse_args()

    engines = {name: skylib_tasks(name, options.positions) for name in options.games}
    engines["python-chess"] = chess_tasks(options.positions)
    rates: dict[tuple[str, str], list[float]] = {}
    for _ in range(options.rounds):
        for name, tasks in engines.items():
            for what, task in tasks.items():
                rates.setdefault((name, what), []).append(rate(task, options.seconds))

    print(f"{'':26}{'moves a second':>16}{'beside python-chess':>22}")
    for what in ("legal moves", "play and undo"):
        print(what)
        beside = rates["python-chess", what]
        for name in engines:
            own = rates[name, what]
            share = median(a / b for a, b in zip(own, beside))
            print(f"  {name:24}{median(own):16,.0f}{share:21.2f}x")


if __name__ == "__main__":
    main()
