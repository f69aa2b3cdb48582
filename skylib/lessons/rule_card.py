"""A card with rules in our own words, their sections, doubts and readings."""

from __future__ import annotations

import ipywidgets

from skylib import find_game
from skylib.core.errors import SkylibError
from skylib.core.rulings import Rule, RuleBook

from .markup import boxed, escape, style
from .shown import Shown

__all__ = ["RuleCard", "find_rule", "folded"]


OPEN = 3  # rules that a card shows open; more are folded up


class RuleCard(Shown):
    """Rules of one game, by id, as a lesson shows them."""

    def __init__(self, game: str, *ids: str) -> None:
        book = find_game(game).rules()
        self.title = book.title
        self.rules = tuple(find_rule(book, id) for id in ids) or tuple(book.values())
        one = _markup if len(self.rules) <= OPEN else folded
        markup = "".join(boxed("story", one(rule)) for rule in self.rules)
        self.widget = ipywidgets.HTML(style() + markup)

    def text(self) -> str:
        return "\n\n".join(_text(rule) for rule in self.rules)


def folded(rule: Rule) -> str:
    """A rule under its title and its sentence; the rest opens on demand."""
    ours = " ◊ ours" if rule.source == "ours" else ""
    doubt = " (in doubt)" if rule.doubt else ""
    return (
        f"<details><summary><strong>{escape(rule.title)}</strong>{doubt}{ours} "
        f'<span class="skylib-rules">{escape(rule.id)}</span></summary>'
        f"{_markup(rule)}</details>"
    )


def find_rule(book: RuleBook, id: str) -> Rule:
    """A rule by its id. Raises `SkylibError` that names those there are."""
    if id not in book:
        raise SkylibError(f"{book.title} has no rule {id!r}; there are {', '.join(book)}")
    return book[id]


def _markup(rule: Rule) -> str:
    ours = " ◊ ours" if rule.source == "ours" else ""
    out = [
        f"<p><strong>{escape(rule.title)}</strong> "
        f'<span class="skylib-rules">{escape(rule.id)}</span>{ours}</p>',
        f"<p>{escape(rule.statement)}</p>",
        f'<p class="skylib-note">Rulebook: {escape(rule.section)}</p>',
    ]
    if rule.doubt:
        out.append(f"<p><em>In doubt:</em> {escape(' '.join(rule.doubt.split()))}</p>")
    if rule.readings:
        items = []
        for r in rule.readings:
            force = " (in force)" if r.id == rule.default else ""
            text = escape(" ".join(r.text.split()))
            items.append(
                f"<li><span class='skylib-rules'>{escape(r.id)}</span>{force}: {text}</li>"
            )
        out.append(f"<ul>{''.join(items)}</ul>")
    return "".join(out)


def _text(rule: Rule) -> str:
    lines = [f"{rule.id}: {rule.title} (rulebook: {rule.section})", rule.statement]
    if rule.source == "ours":
        lines.append("This rule is ours, not the rulebook's.")
    if rule.doubt:
        lines.append(f"In doubt: {' '.join(rule.doubt.split())}")
    for r in rule.readings:
        force = " (in force)" if r.id == rule.default else ""
        lines.append(f"  - {r.id}{force}: {' '.join(r.text.split())}")
    return "\n".join(lines)
