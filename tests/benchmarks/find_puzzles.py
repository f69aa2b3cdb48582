"""Find puzzles: play computer games, and keep positions in which only a few moves do it.

::

    python tests/benchmarks/find_puzzles.py eye-in-the-sky --games 30 --write
    python tests/benchmarks/find_puzzles.py le-temps-des-as --check

Every position that comes up in computer games (seeded, so the same arguments find the same
puzzles) is asked every question of `MOTIFS` that fits it. All legal moves are tried; a
question is kept if one to four rows of moves answer it. Of what is found, ``--wanted``
puzzles are chosen so that motifs, facings, rows of hexes and grades differ. With ``--write``
they replace ``skylib/lessons/puzzles/GAME.toml`` (or, with ``--add``, join what stands there);
without it they are only counted. ``--sampled`` draws fights of Flying Circus instead of playing
games: a lone aircraft against one or two near it, damaged and slow.

``--check`` solves the stored puzzles again, asks the computer player about each of them, and
says what differs; a change of the computer player may change a grade. ``--grade`` writes
the grades anew.
"""

from __future__ import annotations

import argparse
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import skylib
from skylib.core.errors import PositionError, SkylibError
from skylib.core.games import Game
from skylib.core.hexes import COLUMNS, distance
from skylib.lessons.goals import holds
from skylib.lessons.puzzle_figures import Figures, figures
from skylib.lessons.puzzle_search import Leaf, computer_solves, leaves
from skylib.lessons.puzzles import Puzzle, grade_of, puzzles_of
from skylib.pilots import pilot_for

FOLDER = Path(skylib.__file__).parent / "lessons" / "puzzles"
MOST = 4  # solutions
SLOW = 2.5  # seconds of one search; a position that takes longer is left alone


@dataclass(frozen=True)
class Motif:
    """A kind of question. ``top`` names a figure of which the most is asked for, and the
    least that is worth asking for; ``test`` holds besides. In texts ``{hero}`` is who flies,
    ``{n}`` the number asked for."""

    name: str
    titles: tuple[str, ...]
    asked: str
    hints: tuple[str, ...]
    fits: Callable[[Game[Any, Any], str], bool]
    test: str = ""
    top: str = ""
    least: float = 0
    more: bool = True  # more is asked for than there is before the move
    moves: int = 1
    failed: str = ""
    until: str = ""

    def search(self) -> tuple[int, str, str]:
        return self.moves, self.failed, self.until


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=sorted(MOTIFS))
    parser.add_argument("--games", type=int, default=20, help="computer games a setting")
    parser.add_argument("--seed", type=int, default=1, help="of the first of them")
    parser.add_argument("--wanted", type=int, default=24, help="puzzles to choose")
    parser.add_argument("--each", type=int, default=14, help="finds of a motif that are enough")
    parser.add_argument("--seconds", type=float, default=600, help="of CPU time at the most")
    parser.add_argument("--only", default="", help="motifs to look for, with commas")
    parser.add_argument("--sampled", action="store_true", help="drawn fights, not games (FC)")
    parser.add_argument("--add", action="store_true", help="to those that are stored")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--grade", action="store_true")
    args = parser.parse_args()
    if args.check or args.grade:
        check(args.game, args.grade)
        return
    found: list[Puzzle] = []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # whoever stops it gets what was found by then
        for puzzle in find(
            args.game, args.games, args.seed, args.each, args.seconds, args.only, args.sampled
        ):
            found.append(puzzle)
            print(puzzle.motif, puzzle.grade, f"{time.process_time():.0f} s", flush=True)
    if args.add:
        found = [*puzzles_of(args.game).values(), *found]
    print("found:", dict(Counter(p.motif for p in found)))
    chosen = choose(found, args.wanted)
    print("chosen:", dict(Counter(p.motif for p in chosen)))
    print("grades:", dict(sorted(Counter(p.grade for p in chosen).items())))
    if args.write:
        write(args.game, chosen)


# ---- finding ---------------------------------------------------------------------------------


def find(
    name: str, games: int, seed: int, each: int, seconds: float, only: str, sampled: bool
) -> Iterator[Puzzle]:
    """Every question that a few moves answer, of the positions of computer games."""
    count: Counter[str] = Counter()
    here: Counter[tuple[str, str]] = Counter()  # by motif and setting
    luck = random.Random(seed)
    names = only.split(",") if only else [m.name for m in MOTIFS[name]]
    for number in range(seed, seed + games):
        for setting in SETTINGS[name]:
            there = samples(setting, number) if sampled else positions(name, setting, number)
            for game, hero in there:
                if time.process_time() > seconds:
                    return
                if not sampled and luck.random() < 0.5:  # neighbours in a game are alike
                    continue
                open = [
                    m
                    for m in MOTIFS[name]
                    if m.name in names
                    and count[m.name] < each
                    and here[m.name, str(setting)] * 3 < each
                    and m.fits(game, hero)
                ]
                asked = list(ask(game, hero, setting, open))
                if asked:  # one question a position: the rarest kind
                    puzzle = graded(min(asked, key=lambda p: count[p.motif]))
                    count[puzzle.motif] += 1
                    here[puzzle.motif, str(setting)] += 1
                    yield puzzle


def positions(
    name: str, setting: dict[str, Any], seed: int
) -> Iterator[tuple[Game[Any, Any], str]]:
    """The positions of one computer game, and who flies in each. Now and then a side plays
    any move at all, or games would be too much alike."""
    draw = random.Random(f"{name} {setting} {seed}")
    game = skylib.new_game(name, seed=seed, **setting)
    pilot = pilot_for(name)
    for _ in range(260):
        if game.outcome is not None:
            return
        if hero := HEROES[name](game):
            with suppress(PositionError):  # a wreck at its stall speed cannot be read back
                there = skylib.new_game(name, seed=1, position=game.position, **setting)
                yield there, hero
        if draw.random() < 0.06 and len(game.legal_moves()) < 6000:
            game.play(draw.choice(list(game.legal_moves())))
        else:
            game.play(pilot(game))


def samples(setting: dict[str, Any], seed: int) -> Iterator[tuple[Game[Any, Any], str]]:
    """Drawn fights of Flying Circus: one aircraft against one or two near it, all of them
    damaged a little and slow, as late in a game. In missions the attacker is near its goal."""
    draw = random.Random(f"drawn {setting} {seed}")
    game: Any = skylib.new_game("flying-circus", seed=1, **setting)
    board, scenario = game.map.board, game.scenario
    for _ in range(6):
        side = scenario.attacker or draw.choice(("allied", "german"))
        goals = [board.hexes[len(board.hexes) // 2]]
        base, extra = draw.randint(5, 11), ""
        if scenario.kind == "photo":
            letter = draw.choice(sorted(game.map.letters))
            goals, base, extra = [game.map.letters[letter]], 4, f"; objective {letter}"
        elif scenario.kind != "air":
            ground = game.map.trench if scenario.kind == "trench" else game.map.artillery
            goals, base = sorted(ground(scenario.target_side)), 1
        middle = draw.choice(goals)
        near = [h for h in board.hexes if 2 <= distance(h, middle) <= 6]
        enemies = draw.randint(1, 2)
        parts = [f"phase {draw.randint(20, 60)} {side} move"]
        for who in ("allied", "german"):
            kinds = list(game.line_ups[who])
            for i, kind in enumerate(kinds[: 1 if who == side else enemies], 1):
                hurt = draw.randint(1, max(1, kind.max_speed - kind.stall - 3))
                top = max(kind.stall + 2, kind.max_speed - hurt)
                dive = max(kind.stall + 1, kind.dive_maximum - hurt)
                hex = near.pop(draw.randrange(len(near)))
                level = max(1, base + draw.choice((0, 0, 0, 1, -1)))
                speed = draw.randint(kind.stall + 1, min(top, kind.stall + 4))
                parts.append(
                    f"{who[0].upper()}{i} {kind.id} {board.name(hex)} "
                    f"{COLUMNS.facing_name(draw.randrange(6))} level {level} speed {speed} "
                    f"max {top} dive {dive}"
                )
        try:
            position = "; ".join(parts) + extra
            there = skylib.new_game("flying-circus", seed=1, position=position, **setting)
        except SkylibError:
            continue  # a letter of the wrong side, a level above the ceiling
        if hero := _lone_flier(there):
            yield there, hero


def ask(
    game: Game[Any, Any], hero: str, setting: dict[str, Any], motifs: list[Motif]
) -> Iterator[Puzzle]:
    """The motifs that a few moves of this position answer."""
    who = game.to_move
    assert who is not None
    for search in dict.fromkeys(m.search() for m in motifs):
        begun, lost = time.process_time(), False
        rows: list[tuple[Leaf, list[Figures]]] = []
        for leaf in leaves(game, who, *search):
            rows.append((leaf, [figures(game, end) for end in leaf.ends]))
            if time.process_time() - begun > SLOW:
                lost = True
                break
        if lost:
            continue
        for motif in motifs:
            if motif.search() == search and (puzzle := judge(game, who, hero, motif, rows)):
                text = game.setup.position
                settings = {**setting, "position": text}
                yield replace(puzzle, settings=settings)


def judge(
    game: Game[Any, Any], who: str, hero: str, motif: Motif, rows: list[tuple[Leaf, list[Figures]]]
) -> Puzzle | None:
    """The puzzle of a motif, if one to four rows solve it."""
    test = motif.test.format(hero=hero, who=who)
    good = []
    for leaf, ends in rows:
        if ends and (not test or all(holds(test, f) for f in ends)):
            name = motif.top.format(hero=hero, who=who)
            good.append((min(float(f[name]) for f in ends) if name else 0.0, leaf))
    if not good:
        return None
    n = max(value for value, _ in good)
    best = [leaf for value, leaf in good if value == n]
    if not 1 <= len(best) <= MOST or len(best) * 5 > len(rows):
        return None
    if motif.top:
        before = figures(game, game.state)[motif.top.format(hero=hero, who=who)]
        if n < motif.least or (motif.more and n <= float(before)):
            return None
        asked_for = f"{motif.top.format(hero=hero, who=who)} >= {n:g}"
        test = f"{test} and {asked_for}" if test else asked_for
    words = {"hero": hero, "who": who, "n": f"{n:g}"}
    return Puzzle(
        f"{game.name}/{motif.name}",
        motif.name,
        motif.titles[0],
        who,
        motif.asked.format(**words),
        test,
        tuple(sorted("; ".join(map(str, leaf.row)) for leaf in best)),
        len(game.legal_moves()),
        len(rows),
        float(f"{float(sum(leaf.chance for leaf in best)):.4g}"),
        "misses",
        1,
        motif.moves,
        motif.failed,
        motif.until,
        tuple(h.format(**words) for h in motif.hints),
    )


def graded(puzzle: Puzzle) -> Puzzle:
    """The puzzle with what the computer player makes of it, and its grade."""
    computer = "finds" if computer_solves(puzzle) else "misses"
    return replace(puzzle, computer=computer, grade=grade_of(puzzle.share, computer))


# ---- choosing -----------------------------------------------------------------------------------


def choose(found: list[Puzzle], wanted: int) -> list[Puzzle]:
    """A varied choice: again and again the one that is least like those chosen."""
    chosen: list[Puzzle] = []
    seen: Counter[str] = Counter()
    rest = list(found)
    while rest and len(chosen) < wanted:
        best = min(rest, key=lambda p: likeness(p, seen))
        rest.remove(best)
        if any(alike(best, p) for p in chosen):
            continue
        chosen.append(best)
        seen.update(traits(best))
    chosen.sort(key=lambda p: (p.motif, p.grade, p.share * -1))
    out, number = [], Counter[str]()
    for puzzle in chosen:
        motif = next(m for m in MOTIFS[puzzle.game] if m.name == puzzle.motif)
        title = motif.titles[number[motif.name] % len(motif.titles)]
        number[motif.name] += 1
        name = f"{puzzle.game}/{motif.name}-{number[motif.name]}"
        out.append(replace(puzzle, name=name, title=title))
    return out


def alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are the same thing to think about."""
    same = one.settings["position"] == other.settings["position"]
    return same or (one.reached == other.reached and one.solutions == other.solutions)


def traits(puzzle: Puzzle) -> list[str]:
    """What a puzzle shares with others: motif, grade, facing, row, setting."""
    game = puzzle.new_game()
    hero = HEROES[puzzle.game](game)
    facts = game.facts()
    hex = facts.get(f"hex {hero}") or facts.get(f"{hero} hex") or ""
    facing = facts.get(f"facing {hero}") or facts.get(f"{hero} facing")
    odd = "".join(c for c in hex if c.isdigit())[:2]
    setting = sorted(f"{k}={v}" for k, v in puzzle.settings.items() if k != "position")
    return [
        *[f"motif {puzzle.motif}"] * 3,
        *[f"grade {puzzle.grade}"] * 2,
        f"facing {facing}",
        f"parity {int(odd or 0) % 2}",
        f"answers {len(puzzle.solutions)}",
        f"setting {' '.join(setting)}",
        f"hex {hex}",
    ]


def likeness(puzzle: Puzzle, seen: Counter[str]) -> float:
    return sum(seen[t] for t in traits(puzzle))


# ---- writing -------------------------------------------------------------------------------------


def write(game: str, puzzles: list[Puzzle]) -> None:
    """The puzzles as the file of a game."""
    head = (
        "# Found by tests/benchmarks/find_puzzles.py, in computer games or among\n"
        "# positions drawn as they come up in play; every solution is proven\n"
        "# by trying all legal moves, and tests/lessons/test_puzzles.py does it again.\n"
        "# share: the chance of drawing it at random; computer: does the computer player find it.\n"
    )
    parts = []
    for p in puzzles:
        lines = [f"[puzzle.{p.name.partition('/')[2]}]"]
        for key in ("motif", "title", "who", "asked", "reached", "failed", "until"):
            if value := getattr(p, key):
                lines.append(f"{key} = {quoted(value)}")
        for key in ("moves", "legal", "rows", "share", "computer", "grade"):
            value = getattr(p, key)
            if key != "moves" or value > 1:
                lines.append(f"{key} = {quoted(value) if isinstance(value, str) else value}")
        for key in ("hints", "solutions"):
            inside = "".join(f"  {quoted(v)},\n" for v in getattr(p, key))
            lines.append(f"{key} = [\n{inside}]")
        lines.append("[puzzle.{}.settings]".format(p.name.partition("/")[2]))
        lines += [f"{k} = {quoted(v)}" for k, v in p.settings.items()]
        parts.append("\n".join(lines))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.toml").write_text(head + "\n" + "\n\n".join(parts) + "\n", "utf-8")


def quoted(value: Any) -> str:
    if not isinstance(value, str):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def check(game: str, write_them: bool) -> None:
    """Solve the stored puzzles again, and ask the computer player again."""
    from skylib.lessons.puzzle_search import solve

    out = []
    for puzzle in puzzles_of(game).values():
        begun = time.process_time()
        solved = solve(puzzle)
        now = graded(replace(puzzle, share=solved.share))
        same = solved.solutions == puzzle.solutions and solved.legal == puzzle.legal
        print(
            f"{puzzle.name}: {time.process_time() - begun:.2f} s, "
            f"{'as stored' if same else f'DIFFERS: {solved}'}, grade {puzzle.grade}, "
            f"computer {now.computer}, grade now {now.grade}"
        )
        out.append(now)
    if write_them:
        write(game, sorted(out, key=lambda p: p.name))


# ---- Eye in the Sky ------------------------------------------------------------------------------


def _seat(game: Any) -> str:
    return "" if game.state.phase == "over" else "ABCD"[game.state.turn]


def _plane(game: Any) -> Any:
    return game.state.planes[game.state.turn]


def _flying(game: Any, hero: str) -> bool:
    return game.state.phase == "play"


def _with_photos(least: int) -> Callable[[Any, str], bool]:
    def fits(game: Any, hero: str) -> bool:
        return game.state.phase == "play" and len(_plane(game).photos) >= least

    return fits


def _near_home(game: Any, hero: str) -> bool:
    near = distance(_plane(game).hex, game.field.runway[0]) <= 10
    return game.state.phase == "play" and len(_plane(game).photos) >= 2 and near


_EYE = (
    Motif(
        "picture",
        ("One good picture", "Where to press the shutter", "The richest hex", "A full plate"),
        "One move, one photograph: bring what {hero} has on board to {n} points",
        (
            "A photograph shows every hex within two hexes of it; black ones count nothing.",
            "EYE-PHOTO: the start hex and the hexes passed over may be photographed.",
            "Look where the most hexes that are not black lie close together.",
        ),
        lambda g, h: _flying(g, h) and g.guns == "none",
        top="worth {hero}",
        least=12,
    ),
    Motif(
        "two-pictures",
        ("Two plates", "Now and then again", "One after the other", "Not the nearest first"),
        "Two moves: bring what {hero} has on board to {n} points",
        (
            "The first flight decides what the second can reach.",
            "EYE-FLY: straight ahead, then at most one turn at the end.",
            "Two photographs that overlap count their common hexes once.",
        ),
        lambda g, h: _flying(g, h) and g.guns == "none" and len(g.state.planes) == 1,
        top="worth {hero}",
        least=30,
        moves=2,
    ),
    Motif(
        "land-now",
        ("Wheels down", "Straight in", "No second approach"),
        "Land with this move, with {n} points to {who}'s name",
        (
            "A landing needs the right hex and the right facing at the end of the move.",
            "EYE-LAND: end on the runway, facing the way in which one lands.",
            "Count the last photograph, too: it may be taken on the way.",
        ),
        _near_home,
        top="score {hero}",
        least=10,
    ),
    Motif(
        "land-in-two",
        ("Home in two", "The long way round is too long", "Turn, then land", "Two moves from home"),
        "Two moves, whatever the others do: land, with {n} points to {who}'s name",
        (
            "Where must the first move end, and facing where?",
            "EYE-LAND: end on the runway, facing the way in which one lands.",
            "Both moves may take a photograph; a spiral takes none.",
        ),
        _near_home,
        top="score {hero}",
        least=10,
        moves=2,
    ),
    Motif(
        "complete",
        ("The last white hex", "The picture is whole"),
        "Two moves, whatever the others do: see to it that the picture is complete",
        (
            "Which hexes of the area of interest are still white, and who has them on board?",
            "EYE-COMPLETE: photographs count when they are handed in.",
            "It takes a landing, and every white hex of the area on a photograph.",
        ),
        _near_home,
        test="area left = 0",
        moves=2,
    ),
    Motif(
        "last-move",
        ("Home, or one more?", "The last word", "One more plate"),
        "The last round, and {hero} chooses last: end it with a lead of {n} or more",
        (
            "Coming home at once scores what is on board; one more move may add a photograph.",
            "EYE-LAST-ROUND: who flies on scores after those who came home.",
            "What the others hand in first turns black, and counts nothing for you.",
        ),
        lambda g, h: g.state.phase == "last" and sum(not p.ending for p in g.state.planes) == 1,
        top="lead {hero}",
        least=-60,
    ),
    Motif(
        "under-the-guns",
        ("Not beside the guns", "A plate that nobody spoils", "Out of the flak"),
        "Guns spoil a photograph with a 1. Whatever the die shows, have {n} points on board",
        (
            "Where does the flight end? That is where the guns fire.",
            "EYE-OPTIONS, guns: planes that end on or beside a gun are fired at.",
            "Take the best photograph on a flight that ends two hexes from every gun.",
        ),
        lambda g, h: _flying(g, h) and g.guns == "fire",
        top="worth {hero}",
        least=12,
    ),
)

# ---- Flying Circus ------------------------------------------------------------------------------


def _lone_flier(game: Any) -> str:
    """The last aircraft of the side to move that has not flown, if it is on the map."""
    state = game.state
    if game.outcome is not None or state.step != "move" or len(state.to_fly()) != 1:
        return ""
    hero = state.to_fly()[0]
    enemies = [a for a in state.aircraft if a.side != hero.side and a.flying]
    if not (hero.flying and enemies) or len(game.legal_moves()) > 3500:
        return ""
    return hero.id


def _loaded(game: Any, hero: str) -> bool:
    return any(t.left and not t.silent for t in game.state[hero].guns)


def _close(reach: int, levels: int = 2) -> Callable[[Any, str], bool]:
    def fits(game: Any, hero: str) -> bool:
        me = game.state[hero]
        return any(
            distance(a.hex, me.hex) <= reach and abs(a.level - me.level) <= levels
            for a in game.state.aircraft
            if a.flying and a.side != me.side
        )

    return fits


def _fights(game: Any, hero: str) -> bool:
    return _loaded(game, hero) and _close(10)(game, hero)


_CIRCUS = (
    Motif(
        "bring-to-bear",
        ("The last half", "Into the row", "A narrow corridor", "Lined up in time"),
        "Fly {hero} so that it may fire in this phase",
        (
            "It is not enough to end in the right place: how you come there counts.",
            "FC-SIGHT: in the field of fire for the last half of the points, without a break.",
            "A fixed gun needs its target in the row straight ahead, at the same level.",
        ),
        _fights,
        test="can fire {hero} >= 1",
    ),
    Motif(
        "best-shot",
        ("Closer", "Point blank", "As near as it goes", "The deadly range"),
        "Get {hero} a shot with a chance of {n} in 6 to bring an enemy down",
        (
            "Every hex nearer makes the shot better.",
            "FC-CRT: damage depends on the table of the gun and the range.",
            "The last half of the flight must keep the target in view; where can it be short?",
        ),
        _fights,
        test="can fire {hero} >= 1",
        top="sixths {hero}",
        least=1,
    ),
    Motif(
        "heaviest-shot",
        ("Where it hurts", "Every hex counts", "The heavy burst", "Make it tell"),
        "Get {hero} a shot with a mean damage of {n} or more",
        (
            "Of all the shots that there are, which range is the best for this gun?",
            "FC-CRT: damage depends on the table of the gun and the range.",
            "The last half of the flight must keep the target in view; where can it be short?",
        ),
        _fights,
        test="can fire {hero} >= 1",
        top="mean {hero}",
        least=0.5,
    ),
    Motif(
        "high-and-away",
        ("Height is life", "Above the fray", "Up and out", "Keep your height"),
        "Fly {hero} so that no enemy can bring a gun to bear on it next, and to level {n}",
        (
            "First find the flights that are safe, then the highest of them.",
            "FC-SIGHT-FIRER-MOVED: he needs you in view for the last half of his flight.",
            "FC-CLIMB: a level is gained when the climb marker comes to its end.",
        ),
        _close(9),
        test="answers {hero} = 0 and {hero} status = flying",
        top="{hero} level",
        least=2,
    ),
    Motif(
        "fast-and-away",
        ("With speed in hand", "Fast and gone", "Do not slow down", "Full speed past him"),
        "Fly {hero} so that no enemy can bring a gun to bear on it next, at speed {n}",
        (
            "First find the flights that are safe, then the fastest of them.",
            "FC-SIGHT-FIRER-MOVED: he needs you in view for the last half of his flight.",
            "FC-SPEED-STEP: one step up at the most.",
        ),
        _close(6, 1),
        test="answers {hero} = 0 and {hero} status = flying",
        top="{hero} speed",
        least=4,
    ),
    Motif(
        "unseen",
        ("Without an answer", "From the blind side", "He must not see it"),
        "Fly {hero} so that it may fire now, and no enemy gun may fire at it in this phase",
        (
            "Where can the enemy's gun not point?",
            "FC-SIGHT-TARGET-MOVED: who stands sights who flies past, by the same last half.",
            "Come from a side where his field ends, or be in it for too few of the last points.",
        ),
        lambda g, h: (
            _fights(g, h)
            and any(
                len(a.type.guns) > 1 and a.flying and a.side != g.state[h].side
                for a in g.state.aircraft
            )
        ),
        test="can fire {hero} >= 1 and seen {hero} = 0",
    ),
    Motif(
        "both",
        ("Two in a row", "Take your pick", "One path, two targets"),
        "Fly {hero} so that it may choose between two enemies to fire at",
        (
            "Both must be in view for the last half, not one after the other.",
            "FC-SIGHT: each target is judged by itself.",
            "A fixed gun has both only if they are in one row of hexes.",
        ),
        _fights,
        test="can fire {hero} >= 2",
    ),
    Motif(
        "two-guns",
        ("Front and rear", "Both barrels", "The observer fires, too"),
        "Fly {hero} so that its front and its rear gun may both fire in this phase",
        (
            "The pilot looks ahead, the observer back: not at the same aircraft.",
            "FC-FIELD-RING and FC-FIELD-SWIVEL: where a rear gun may point.",
            "One enemy in the row ahead, another in the field to the rear.",
        ),
        lambda g, h: _fights(g, h) and len(g.state[h].type.guns) > 1,
        test="guns {hero} >= 2",
    ),
    Motif(
        "away",
        ("Shake him off", "Nowhere to be seen", "Out of reach", "The only way out"),
        "Fly {hero} so that no enemy can bring a gun to bear on it with his next flight",
        (
            "Think of where the enemy can be when he has flown, and what he will have ahead.",
            "FC-SIGHT-FIRER-MOVED: he needs you in view for the last half of his flight.",
            "Another level is out of his field, unless he dives or climbs to it early.",
        ),
        _close(9),
        test="answers {hero} = 0 and {hero} status = flying",
    ),
    Motif(
        "hit-and-run",
        ("Hit and be gone", "Fire, and away", "No return visit"),
        "Fly {hero} so that it may fire now, and no enemy can bring a gun to bear on it next",
        (
            "Two things at once: a shot now, and a place that is hard to reach.",
            "FC-SIGHT-FIRER-MOVED: he needs you in view for the last half of his flight.",
            "Behind him and close, he has to turn too much; he may not be able to.",
        ),
        _fights,
        test="can fire {hero} >= 1 and answers {hero} = 0",
    ),
    Motif(
        "strafe",
        ("Over the trench", "Low and straight", "The guns below"),
        "Fly {hero} so that it may strafe in this phase",
        (
            "Strafing is done from the lowest level, over the target's hex.",
            "FC-SCENARIO-TRENCH: level 1, above the enemy's trench or battery.",
            "Where must the flight end, and how low?",
        ),
        lambda g, h: (
            g.scenario.kind in ("trench", "artillery")
            and g.state[h].side == g.scenario.attacker
            and _loaded(g, h)
        ),
        test="strafes {hero} >= 1",
    ),
    Motif(
        "photograph",
        ("The letter on the map", "Over the objective", "One plate for the staff"),
        "Fly {hero} so that its flight ends with the photograph taken",
        (
            "The objective is a hex; the height counts, too.",
            "FC-SCENARIO-PHOTO: the flight ends over the objective, at one of two levels.",
            "Which flight of the right length ends exactly there?",
        ),
        lambda g, h: (
            g.scenario.kind == "photo"
            and g.state[h].type.role == "observation"
            and g.state[h].side == g.scenario.attacker
            and not g.state[h].photographed
        ),
        test="pictures {hero} >= 1",
    ),
    Motif(
        "home",
        ("Over the lines", "The own edge", "Out by the right door"),
        "Fly {hero} off the map over its own edge, in this phase",
        (
            "Only the own edge is an exit; the others count as shot down.",
            "FC-ENTER-EXIT: the last hex of the flight lies beyond the edge.",
            "Count the points: the turn that you need costs some of them.",
        ),
        lambda g, h: True,
        test="{hero} status = exited",
    ),
)

# ---- Flying Circus, introductory game -----------------------------------------------------

_INTRO = (
    Motif(
        "bring-to-bear",
        ("In the row", "Straight ahead of you", "The end decides"),
        "Fly {hero} so that it may fire",
        (
            "Only where and how you end counts.",
            "FCI-FIRE: the target in the row straight ahead, within eight hexes.",
            "Every turn of a hexside costs a point, and all points must be spent.",
        ),
        lambda g, h: True,
        test="can fire {hero} >= 1",
    ),
    Motif(
        "best-shot",
        ("Closer", "No room to miss", "Face to face"),
        "Get {hero} a shot with a chance of {n} in 6 to bring an enemy down",
        (
            "The nearer, the deadlier.",
            "FCI-CRT: read the table at the shortest range that you can reach.",
            "All points must be spent: turn where it does not matter.",
        ),
        lambda g, h: True,
        top="sixths {hero}",
        least=1,
    ),
    Motif(
        "both",
        ("Two in a row", "Take your pick"),
        "Fly {hero} so that it has two enemies in its row",
        (
            "Two hexes make one row, or none.",
            "FCI-FIRE: the row straight ahead, eight hexes long.",
            "Draw the line through both, and go to one of its ends.",
        ),
        lambda g, h: True,
        test="can fire {hero} >= 2",
    ),
    Motif(
        "away",
        ("Shake him off", "Nowhere to be seen", "The only way out"),
        "Fly {hero} so that no enemy can have it in his row with his next flight",
        (
            "He flies next, with all his points; where can he be, facing where?",
            "FCI-SPEND-ALL: he must spend all of his points, too.",
            "Far away, or so near that he has to fly past you.",
        ),
        lambda g, h: True,
        test="answers {hero} = 0",
    ),
    Motif(
        "hit-and-run",
        ("Hit and be gone", "Fire, and away", "No return visit"),
        "Fly {hero} so that it may fire, and no enemy can have it in his row next",
        (
            "A shot now, and a place that is hard to reach.",
            "FCI-TURN: three hexsides in a hex at the most, each for a point.",
            "How many points does he need to come round?",
        ),
        lambda g, h: True,
        test="can fire {hero} >= 1 and answers {hero} = 0",
    ),
)


def _intro_flier(game: Any) -> str:
    state = game.state
    if game.outcome is not None or state.step != "move" or len(state.waiting()) != 1:
        return ""
    hero = state.waiting()[0]
    enemies = [a for a in state.airplanes if a.side != hero.side and a.flying]
    return hero.id if hero.flying and enemies else ""


# ---- Le Temps des As ----------------------------------------------------------------------


def _manoeuvring(game: Any) -> str:
    """The aircraft in the middle of its movement, alone, with few points left."""
    state = game.state
    if game.outcome is not None or state.stage != "manoeuvre" or len(state.act.group) != 1:
        return ""
    return state.act.group[0] if 2 <= state.act.points <= 4 else ""


def _others(game: Any, hero: str) -> list[Any]:
    me = game.state.plane(hero)
    return [p for p in game.state.aircraft if p.flying and p.side != me.side]


def _armed(game: Any, hero: str) -> bool:
    me = game.state.plane(hero)
    return any(distance(p.hex, me.hex) <= 8 for p in _others(game, hero))


_AS = (
    Motif(
        "firing-position",
        ("A shot at the end", "On the nose", "The last manoeuvre", "Within four hexes"),
        "Fly {hero} to a shot with a chance of {n} in 6 or better to hit",
        (
            "Range, levels and the target's speed change the test; so does a pursuit.",
            "TDA-FIRE-TEST: the modifiers. The last manoeuvre must allow fire.",
            "Same level, range 3 or less, and behind him if you can.",
        ),
        _armed,
        top="hits {hero}",
        least=2,
        until="power",
    ),
    Motif(
        "no-target",
        ("Past his gun", "Give him no shot", "Around the arc"),
        "Fly {hero} to a shot (3 in 6 to hit, or better), and give no enemy gun a shot on the way",
        (
            "After every manoeuvre the enemy may break in, if a gun bears.",
            "TDA-OPPORTUNITY: who has you in his arc within four hexes may fire.",
            "Stay out of the row ahead of him, and out of his observer's arc.",
        ),
        _armed,
        test="hits {hero} >= 3",
        failed="stage = opportunity",
        until="power",
    ),
    Motif(
        "on-his-tail",
        ("On his tail", "Behind and level", "Stay with him"),
        "Bring {hero} into a situation to pursue, and give no enemy gun a shot on the way",
        (
            "Straight ahead within four hexes, and he does not face you.",
            "TDA-PURSUIT: the front line, one level apart at the most.",
            "Which hexes behind him can you end in, facing him?",
        ),
        _armed,
        test="tails {hero} >= 1 and tailed {hero} = 0",
        failed="stage = opportunity",
        until="power",
    ),
    Motif(
        "out-of-his-hands",
        ("Nobody follows", "Out of his hands", "Let him fly past", "Outflown"),
        "No enemy who still flies this turn may end with a shot at {hero}: do it at level {n}",
        (
            "He has as many points as his speed, and perhaps one more.",
            "TDA-ARC-FRONT and TDA-RANGE: four hexes, one level apart at the most.",
            "Be where he has to turn most: behind him, or beside him and close.",
        ),
        lambda g, h: any(not p.moved for p in _others(g, h)) and _armed(g, h),
        test="reach {hero} = 0 and status {hero} = flying",
        more=False,
        top="level {hero}",
        least=2,
        until="power",
    ),
    Motif(
        "outflown",
        ("Shake him off", "Outfly the pursuer", "Nobody behind you", "Lose him"),
        "An enemy is behind {hero}. End its movement at level {n} or higher, with no enemy in a "
        "situation to pursue it, and no enemy gun bearing on it",
        (
            "Turn out of his row, climb or dive out of it, or fly where he cannot look.",
            "TDA-PURSUIT: straight ahead of him within four hexes, a level apart at the most.",
            "Look where his row of hexes runs, and end beside it, or facing him from the side.",
        ),
        lambda g, h: figures(g, g.state)[f"tailed {h}"] != "0",
        test="tailed {hero} = 0 and under fire {hero} = 0 and status {hero} = flying",
        more=False,
        top="level {hero}",
        least=2,
        until="power",
    ),
    Motif(
        "safe-shot",
        ("Fire, and no reply", "He cannot answer", "First and last"),
        "Fly {hero} to a shot that no enemy who still flies this turn can answer",
        (
            "Two things at once: a shot now, and a place that he cannot bring his gun to.",
            "TDA-ARC-FRONT and TDA-RANGE: four hexes, one level apart at the most.",
            "Close behind him is the place: he has to turn all the way round.",
        ),
        lambda g, h: any(not p.moved for p in _others(g, h)) and _armed(g, h),
        test="hits {hero} >= 1 and reach {hero} = 0",
        until="power",
    ),
    Motif(
        "fast",
        ("As fast as she goes", "Dive for speed", "Full throttle"),
        "End {hero}'s movement at speed {n} for certain, and give no enemy gun a shot",
        (
            "Descending manoeuvres make speed, and the power factor adds to it.",
            "TDA-CONTROL-TEST: above the maximum speed there is a test.",
            "Which row of manoeuvres adds the most, without going over the maximum?",
        ),
        lambda g, h: True,
        test="control {hero} = yes and status {hero} = flying",
        top="speed {hero}",
        least=5,
        failed="stage = opportunity",
    ),
    Motif(
        "regain",
        ("Before she stalls", "Nose down", "Just enough speed"),
        "End {hero}'s movement at level {n} or higher, and under control for certain",
        (
            "At speed 1 there is a control test, below it a stall.",
            "TDA-SPEED and TDA-STALLED: effects of manoeuvres, then the power factor.",
            "Which manoeuvres cost no speed?",
        ),
        lambda g, h: g.state.plane(h).speed + g.state.act.effect <= 2,
        test="control {hero} = yes and status {hero} = flying",
        top="level {hero}",
        least=2,
    ),
    Motif(
        "high",
        ("Up to him", "Height is life", "The ladder"),
        "End {hero}'s movement at level {n}, speed 3 or more, and give no enemy gun a shot",
        (
            "Climbing costs speed, and too little speed is a stall.",
            "TDA-ALTITUDE-ONCE: one change of level by choice in a turn; some moves have one.",
            "Leave enough speed: 2 at the end needs no test.",
        ),
        lambda g, h: True,
        test="control {hero} = yes and status {hero} = flying and speed {hero} >= 3",
        top="level {hero}",
        least=3,
        failed="stage = opportunity",
    ),
    Motif(
        "leave",
        ("Off the map, and home", "The right door", "Home by the zone"),
        "Take {hero} off the map with this movement, by a way that its scenario allows",
        (
            "Not every edge is a way home.",
            "TDA-OFF-MAP and TDA-SCENARIOS: the zones by which a side may leave.",
            "Count hexes: each manoeuvre moves you by its path.",
        ),
        lambda g, h: True,
        test="status {hero} = left",
        until="power",
    ),
    Motif(
        "bombs",
        ("On the dot", "Bombs away"),
        "Fly {hero} so that its bombs fall on the target in this movement",
        (
            "Bombs are dropped on the way, over a white dot.",
            "TDA-BOMBING: slow, low, and over the target.",
            "Which manoeuvre passes over a dot, and may bomb?",
        ),
        lambda g, h: bool(g.setting.scenario.target),
        test="dropped {hero} = 1",
        until="power",
    ),
)

MOTIFS: dict[str, tuple[Motif, ...]] = {
    "eye-in-the-sky": _EYE,
    "flying-circus": _CIRCUS,
    "flying-circus-introductory": _INTRO,
    "le-temps-des-as": _AS,
}
HEROES: dict[str, Callable[[Any], str]] = {
    "eye-in-the-sky": _seat,
    "flying-circus": _lone_flier,
    "flying-circus-introductory": _intro_flier,
    "le-temps-des-as": _manoeuvring,
}
SETTINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "eye-in-the-sky": (
        {},
        {"players": "1"},
        {"players": "3", "rounds": "24"},
        {"guns": "fire"},
        {"players": "2", "weather": "wind", "rounds": "30"},
        {"players": "2", "planes": "fast,slow", "rounds": "26"},
        {"scenario": "training"},
    ),
    "flying-circus": (
        {"scenario": "air-1917-b"},
        {"scenario": "photo-1917-allied-b"},
        {"scenario": "air-1916-b"},
        {"scenario": "trench-1917-allied-b"},
        {"scenario": "air-1918-c"},
        {"scenario": "photo-1916-german-a"},
        {"scenario": "artillery-1917-german-b"},
        {"scenario": "air-1915-a"},
        {"scenario": "trench-1916-german-a"},
    ),
    "flying-circus-introductory": ({"scenario": "1"}, {"scenario": "2"}, {"scenario": "3"}),
    "le-temps-des-as": (
        {"scenario": "skirmish", "setup": "ready"},
        {
            "scenario": "skirmish",
            "setup": "ready",
            "entente": "camel spad-vii",
            "central": "fokker-dr1 roland-c2",
        },
        {"scenario": "voss-last-flight", "setup": "ready"},
        {"scenario": "new-raid", "setup": "ready"},
        {"scenario": "return-to-the-fold", "setup": "ready"},
        {"scenario": "passage-of-the-geese", "setup": "ready"},
        {"scenario": "forced-passage", "setup": "ready"},
    ),
}

if __name__ == "__main__":
    main()
