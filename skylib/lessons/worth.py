"""What a level is still worth: three stars, less half a star for each hint and failed try."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PRICE", "Worth", "counted", "in_stars", "so_many"]

PRICE = "half a star"  # of a hint, and of a try that failed


@dataclass
class Worth:
    """Counts hints and failed tries.

    Three stars are for the first try without a hint. However many hints and tries it takes,
    one star is for having done it.
    """

    hints: int = 0
    failed: int = 0

    @property
    def halves(self) -> int:
        """Half stars that are left: 2 to 6."""
        return max(2, 6 - self.hints - self.failed)

    @property
    def stars(self) -> float:
        """Stars that are left: 1 to 3, half stars counted."""
        return self.halves / 2

    def __str__(self) -> str:
        return in_stars(self.stars).rstrip("☆")

    @property
    def words(self) -> str:
        """For those who hear it: 3 stars, 2 and a half stars, 1 star."""
        whole, half = divmod(self.halves, 2)
        text = f"{whole} and a half" if half else str(whole)
        return f"{text} star{'' if self.halves == 2 else 's'}"


def in_stars(stars: float | None) -> str:
    """Stars of three as text: ★★☆, ★½☆; ☆☆☆ too for a level not done yet."""
    whole, half = divmod(int(2 * (stars or 0)), 2)
    return "★" * whole + "½" * half + "☆" * (3 - whole - half)


def counted(stars: float) -> str:
    """Any number of stars as figures: 12, 2½, ½."""
    whole, half = divmod(int(2 * stars), 2)
    return f"{whole or ''}½" if half else str(whole)


def so_many(stars: float) -> str:
    """Any number of stars in words: 1 star, 2½ stars."""
    return f"{counted(stars)} star{'' if 0 < stars <= 1 else 's'}"
