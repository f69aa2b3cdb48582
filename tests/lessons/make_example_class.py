"""Make the files of the class that the teacher's guide shows: invented pupils, and two files
as they come in practice: one cut by a mail program, one that is something else.

    python tests/lessons/make_example_class.py
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

from skylib.lessons.drill_sequence import makers_of
from skylib.lessons.logbook import Logbook
from skylib.lessons.logbook_pupil import save_results
from skylib.lessons.results import Result
from skylib.lessons.tasks import tasks

FOLDER = Path(__file__).parents[2] / "skylib" / "lessons" / "example_class"
BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
# How often each gets each kind right, in parts of ten: what the picture is to show.
PUPILS = {
    "Amina": (9, 8, 9, 6, 8),
    "Ben": (8, 3, 7, 5, 7),
    "Chloe": (10, 9, 9, 9, 9),
    "Dmitri": (4, 4, 6, 3, 5),
    "Emeka": (7, 8, 3, 6, 8),
    "Frieda": (8, 5, 8, 4, 7),
}
KINDS = (
    "is-it-legal",
    "where-does-it-end",
    "is-it-a-landing",
    "what-does-it-score",
    "which-move-is-legal",
)


def results(skills: tuple[int, ...], rng: random.Random) -> list[Result]:
    """One lesson's results of a pupil."""
    makers = makers_of("eye-in-the-sky")
    out = []
    for level in list(tasks("eye-in-the-sky")[0])[:3]:
        done = rng.random() < sum(skills) / 50 + 0.2
        out.append(Result("level", f"eye-in-the-sky/{level}", done, rng.randint(1, 3) * done))
    for question in tasks("eye-in-the-sky")[1]:
        good = rng.randrange(10) < skills[3]
        out.append(Result("question", f"eye-in-the-sky/{question}", good, 3 * good))
    for kind, skill in zip(KINDS, skills, strict=True):
        name = f"eye-in-the-sky/{kind}"
        for number in range(1, rng.randint(5, 8)):
            problem = makers[name](random.Random(f"11 {name} 2.{number}"), 2)
            good = rng.randrange(10) < skill
            key = f"2.{number}"
            out.append(Result("drill", name, good, seed=11, key=key, rules=problem.rules))
    return out


def make(folder: Path = FOLDER) -> None:
    """Write the files anew; they are the same every time."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, (name, skills) in enumerate(PUPILS.items()):
        rng = random.Random(name)
        seconds = [BEGIN.timestamp() + number]

        def clock(seconds: list[float] = seconds, rng: random.Random = rng) -> float:
            return seconds[0]

        book = Logbook(None, clock=clock)
        for result in results(skills, rng):
            seconds[0] += rng.uniform(20, 70)
            book.add(result)
        save_results(name, folder, book, now=BEGIN.replace(hour=10))
    whole = (folder / "Frieda.skylib.txt").read_text("utf-8")
    (folder / "Gustav.skylib.txt").write_text(whole.replace("Frieda", "Gustav")[:-200], "utf-8")
    (folder / "timetable.txt").write_text("Monday: Eye in the Sky. Tuesday: sums.\n", "utf-8")


if __name__ == "__main__":
    make()
