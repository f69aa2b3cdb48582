"""What a level is still worth: three stars, less half a star for each hint and failed try."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["PRICE", "Worth", "in_stars"]

PRICE = "half a star"  # of a hint, and of a try that failed


@dataclass
class Worth:
    """Counts hints and failed tries.

    Three stars are for the first try without a hint. However many hints and tries it takes,
    one star is for having done it. Stars are counted whole: half a star does not count.
    """

    hints: int = 0
    failed: int = 0

    @property
    def halves(self) -> int:
        """Half stars that are left: 2 to 6."""
        return max(2, 6 - self.hints - self.failed)

    @property
    def stars(self) -> int:
        """Whole stars that are left: 1 to 3."""
        return self.halves // 2

    def __str__(self) -> str:
        whole, half = divmod(self.halves, 2)
        return "★" * whole + ("½" if half else "")

    @property
    def words(self) -> str:
        """For those who hear it: 3 stars, 2 and a half stars, 1 star."""
        whole, half = divmod(self.halves, 2)
        text = f"{whole} and a half" if half else str(whole)
        return f"{text} star{'' if self.halves == 2 else 's'}"


def in_stars(stars: int | None) -> str:
    """Stars of three as text: ★★☆; ☆☆☆ too for a level not done yet."""
    return "☆☆☆" if stars is None else "★" * stars + "☆" * (3 - stars)
