"""How fast the engines are, beside python-chess in the same run.

    python tests/benchmarks/engine.py [--games NAME ...] [--positions 40] [--rounds 40] [--whole 5]

Two things are measured, on positions out of random games: finding all legal moves, and
playing a move and taking it back. Then Flying Circus' flights, found anew and looked up, with
all that its fastest aircraft can reach; and whole games between computer players, beside chess
games of a player who tries each move and counts the pieces.

Each round times every engine once, one after the other, so that a busy machine slows all of
them alike, and counts the processor's time; the table shows the median round. Eye in the Sky
keeps the flights of every hex and facing once it has found them, Flying Circus those of each
turn mode and plan, and both are measured with that.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from statistics import median

import chess

import skylib
from skylib.flying_circus import movement, patterns
from skylib.flying_circus.aircraft import Charts
from skylib.flying_circus.map import Map
from skylib.pilots import pilot_for

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


def flight_tasks() -> dict[str, Task]:
    """The flights of Flying Circus: mode A at speed 10 from the middle of the map and near its
    edge, and all places with all their flights for the fastest aircraft at its full speed."""
    charts, board = Charts.ours(), Map.default().board
    fastest = max(charts.types.values(), key=lambda kind: kind.max_speed)

    def task(left: str, right: str, speed: int, hex: str) -> movement.Task:
        return movement.Task(
            movement.Place(board.hex(hex), 1, 5),
            movement.Plan(speed),
            movement.TURN_MODES[left],
            movement.TURN_MODES[right],
            around=movement.Around(board),
        )

    agile = [task("A", "A", 10, hex) for hex in ("2313", "4104")]
    fast = task(fastest.turn_left, fastest.turn_right, fastest.max_speed, "2313")
    return {
        "flights, found": lambda: sum(1 for one in agile for _ in movement.flights(one)),
        "flights, looked up": lambda: sum(1 for one in agile for _ in patterns.flights_on(one)),
        f"reach of the {fastest.name}": lambda: bool(movement.reachable(fast).places),
    }


def whole_game(name: str, scenario: str | None, seed: int) -> int:
    """A game between computer players, and how many moves it took."""
    game, choose = skylib.new_game(name, scenario=scenario, seed=seed), pilot_for(name)
    while not game.outcome:
        game.play(choose(game))
    return len(game.history)


def whole_chess(seed: int) -> int:
    """A chess game of a player who tries each move, counts the pieces and takes it back."""
    board, rng = chess.Board(), random.Random(seed)

    def merit(move: chess.Move) -> float:
        board.push(move)
        own, enemy = board.occupied_co[not board.turn], board.occupied_co[board.turn]
        board.pop()
        return own.bit_count() - enemy.bit_count() + rng.random() / 2

    while not board.is_game_over() and len(board.move_stack) < 200:
        board.push(max(board.legal_moves, key=merit))
    return len(board.move_stack)


WHOLE: dict[str, Callable[[int], int]] = {
    "flying-circus, 1 against 1": lambda seed: whole_game("flying-circus", "air-1917-a", seed),
    "flying-circus, 3 against 3": lambda seed: whole_game("flying-circus", "air-1919-b", seed),
    "flying-circus-introductory": lambda seed: whole_game("flying-circus-introductory", "1", seed),
    "le-temps-des-as": lambda seed: whole_game("le-temps-des-as", None, seed),
    "eye-in-the-sky": lambda seed: whole_game("eye-in-the-sky", None, seed),
    "python-chess": whole_chess,
}


def measure_whole(rounds: int) -> None:
    """Whole games: seconds a game, milliseconds a move, beside chess."""
    seconds: dict[str, list[float]] = {name: [] for name in WHOLE}
    moves: dict[str, list[int]] = {name: [] for name in WHOLE}
    for seed in range(rounds + 1):
        for name, play in WHOLE.items():
            start = time.process_time()
            count = play(seed)
            if seed:  # the first game fills the tables that all others look into
                seconds[name].append(time.process_time() - start)
                moves[name].append(count)
    print(f"whole computer games{'seconds':>23}{'moves':>8}{'ms a move':>11}{'beside chess':>14}")
    beside = median(seconds["python-chess"])
    for name, spent in seconds.items():
        each = 1000 * sum(spent) / sum(moves[name])
        share = median(spent) / beside
        print(
            f"  {name:28}{median(spent):13.2f}{median(moves[name]):8.0f}{each:11.1f}{share:13.1f}x"
        )


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
    parser.add_argument("--whole", type=int, default=5, help="whole games of each kind")
    options = parser.parse_args()

    engines = {name: skylib_tasks(name, options.positions) for name in options.games}
    engines["python-chess"] = chess_tasks(options.positions)
    flying = flight_tasks()
    rates: dict[tuple[str, str], list[float]] = {}
    for _ in range(options.rounds):
        for name, tasks in engines.items():
            for what, task in tasks.items():
                rates.setdefault((name, what), []).append(rate(task, options.seconds))
        for what, task in flying.items():
            rates.setdefault(("flights", what), []).append(rate(task, options.seconds))

    print(f"{'':26}{'moves a second':>16}{'beside python-chess':>22}")
    for what in ("legal moves", "play and undo"):
        print(what)
        beside = rates["python-chess", what]
        for name in engines:
            own = rates[name, what]
            share = median(a / b for a, b in zip(own, beside))
            print(f"  {name:24}{median(own):16,.0f}{share:21.2f}x")
    print("Flying Circus, beside python-chess's legal moves")
    beside = rates["python-chess", "legal moves"]
    for what in flying:
        own = rates["flights", what]
        share = median(a / b for a, b in zip(own, beside))
        print(f"  {what:24}{median(own):16,.0f}{share:21.5f}x")
    if options.whole:
        measure_whole(options.whole)


if __name__ == "__main__":
    main()
