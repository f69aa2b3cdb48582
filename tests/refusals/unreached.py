"""Places and sentences that no move of a player reaches, each with the reason why."""

from __future__ import annotations

PLACES: dict[str, str] = {}
SENTENCES: dict[str, str] = {}
