"""The flight deck's controls for Le Temps des As."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import ipywidgets

from skylib.core.errors import SkylibError
from skylib.core.hexes import COLUMNS, Hex
from skylib.core.rulings import sentences
from skylib.le_temps_des_as import fire
from skylib.le_temps_des_as.envelope import Envelope, Flight
from skylib.le_temps_des_as.game import LeTempsDesAs
from skylib.le_temps_des_as.manoeuvres import Choice
from skylib.le_temps_des_as.moves import Move, chain_text
from skylib.scenes import Scene, scene_of

from . import le_temps_des_as_panels as panels
from .choice_table import ChoiceRow, ChoiceTable
from .controls import Controls as BaseControls
from .deck import FlightDeck
from .le_temps_des_as_rows import Offer, offer
from .markup import away, escape, said

__all__ = ["Controls"]

_MOST_SEARCHED = 20_000  # flights looked at for a chain to a far hex

_SIDES = {"left": -1, "ahead": 0, "right": 1}
_CLIMBS = {"climb": 1, "keep": 0, "descend": -1}
_ACES = {"full price": False, "ace's price": True}
_BOMBS = {"no bombs": False, "bomb": True}
_GUNS = ("who bears on whom", "own guns", "enemy guns", "all guns", "no guns")


class Controls(BaseControls):
    """One table of what may be decided now, row by row, with switches for the details.

    For a manoeuvre the table is the manoeuvre table; the switches are its side, the change of
    level, the facing out of a spin, the ace's price and the bombs. A tap on a hex plans a
    manoeuvre that ends there, or a whole chain to a hex farther off.
    """

    keys = (
        ("1-9 c", "a row of the table"),
        ("↑", "straight ahead, or the row above"),
        ("↓", "the row below"),
        ("← →", "turn, harder when pressed again"),
        ("w s", "climb, descend"),
        ("a", "the ace's price"),
        ("b", "bomb"),
        ("p", "pass"),
        ("g", "guns shown"),
        ("r", "reach of the whole turn"),
        ("z", "close-up or whole map"),
    )
    map_width = "440px"

    def __init__(self, deck: FlightDeck) -> None:
        super().__init__(deck)
        self.plan: tuple[Choice, ...] = ()  # manoeuvres after the draft
        self.guns = 0
        self.close = True
        self.whole = False
        self._setting = False
        self._planned_at = 0  # how many moves had been played when the plan was made
        self.offer = Offer("", (), ())
        self.table = ChoiceTable()
        self.table.on_pick(deck._guard(self.pick))
        self._side = self._switch("Side")
        self._climb = self._switch("Level")
        self._facing = self._switch("Facing")
        self._ace = self._switch("Ace")
        self._bomb = self._switch("Bombs")
        self._note = ipywidgets.HTML()
        self._board = ipywidgets.HTML()
        self._sums = ipywidgets.HTML()
        self._cup = ipywidgets.HTML()
        switches = ipywidgets.HBox(
            [self._side, self._climb, self._facing, self._ace, self._bomb],
            layout={"flex_flow": "row wrap"},
        )
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(panels.panel_style()),
                self.table,
                switches,
                self._note,
                self._sums,
            ]
        )
        self.beside = (self._board, self._cup)

    def _switch(self, name: str) -> ipywidgets.ToggleButtons:
        row = ipywidgets.ToggleButtons(description=name, options=("-",), value=None)
        row.style = {"button_width": "auto", "description_width": "44px"}
        row.layout = {"display": "flex", "width": "auto"}
        away(row)
        row.observe(self.deck._guard(self._switched), "value")
        return row

    @property
    def game(self) -> LeTempsDesAs:
        return self.deck.game  # type: ignore[return-value]

    # ---- the draft -----------------------------------------------------------------------

    def renew(self) -> None:
        """Offer what is legal now. A plan goes on when its first manoeuvre has been flown, as
        long as it is legal; otherwise it is forgotten."""
        game = self.game
        went_on = len(game.history) > self._planned_at
        kept = self.plan if went_on and game.state.stage == "manoeuvre" else ()
        waiting = self.plan if went_on and game.state.stage == "opportunity" else ()
        self.draft, self.plan, self.offer = None, waiting, offer(game)
        if kept and game.check(Move("fly", choice=kept[0])).allowed:
            self.draft, self.plan = Move("fly", choice=kept[0]), kept[1:]
            self._planned_at = len(game.history)
        elif len(self.offer.rows) == 1 and game.state.stage not in ("manoeuvre", "place"):
            self.draft = self.offer.rows[0].move  # there is nothing else to choose
        self._show()

    def set_draft(self, move: Any) -> None:
        if move is None or move != self.draft:
            self.plan = ()
        self.draft = move
        self._show()

    def _draw(self, move: Move | None, plan: tuple[Choice, ...] = ()) -> None:
        self.draft, self.plan = move, plan
        self._planned_at = len(self.game.history)
        self.deck.redraw()
        self._show()

    @property
    def verb(self) -> str:  # type: ignore[override]
        """What the button that commits does now."""
        return {
            "manoeuvre": "Fly it",
            "opportunity": "Fire or pass",
            "fire": "Fire or pass",
            "roll": "Roll",
            "power": "End the movement",
            "place": "Set up",
        }.get(self.game.state.stage, "So be it")

    def offers(self) -> tuple[str, ...]:
        """All legal moves, but of thousands of placements only those in the tapped hex."""
        game = self.game
        if game.outcome:
            return ()
        if game.state.stage != "place":
            return super().offers()
        here = self.draft.hex if self.draft is not None else None
        return tuple(str(m) for m in game.legal_moves() if m.kind == "ready" or m.hex == here)

    # ---- rows and switches -----------------------------------------------------------------

    def _chosen(self) -> str:
        """The key of the row that the draft belongs to."""
        if self.draft is None:
            return ""
        if self.draft.kind == "fly" and self.draft.choice is not None:
            return self.draft.choice.manoeuvre
        return str(self.draft)

    def _row(self, key: str) -> ChoiceRow | None:
        return next((r for r in self.offer.rows if r.key == key), None)

    def pick(self, key: str) -> None:
        """A row was picked: an open one becomes the draft, of another one the reason is told."""
        row = self._row(key)
        if row is None:
            return
        if row.state != "open":
            self.deck.show_ruling(self.game.check(row.move))
            return
        if row.move.kind != "fly":
            # Whoever was shot at flies on as planned.
            self._draw(row.move, self.plan if self.game.state.stage == "opportunity" else ())
            return
        old = self.draft.choice if self.draft is not None else None
        self._draw(Move("fly", choice=self._like(row.key, old)))

    def _variants(self, manoeuvre: str) -> list[Choice]:
        """The legal ways to fly a manoeuvre now."""
        return [
            m.choice
            for m in self.game.legal_moves()
            if m.choice is not None and m.choice.manoeuvre == manoeuvre
        ]

    def _like(self, manoeuvre: str, old: Choice | None, **wanted: Any) -> Choice:
        """The variant of a manoeuvre with the wanted details, else nearest to an old choice;
        level kept, full price and no bombs where nothing is said."""
        here = self.game.envelopes[0][1].facing
        base = {"side": 0, "climb": 0, "facing": here, "ace": False, "bomb": False}
        if old is not None:
            base["side"] = old.side
            if old.manoeuvre == manoeuvre:
                base |= {k: getattr(old, k) for k in base}
        base |= wanted

        def unlike(choice: Choice) -> tuple[int, ...]:
            return tuple(
                int(getattr(choice, k) != v)
                for k, v in sorted(base.items(), key=lambda kv: kv[0] not in wanted)
            )

        return min(self._variants(manoeuvre), key=unlike)

    def _switched(self, change: Any) -> None:
        if self._setting or change["new"] is None or self.draft is None:
            return
        owner, value = change["owner"], change["new"]
        if self.draft.kind == "place":
            self._switch_place(owner, value)
            return
        choice = self.draft.choice
        if choice is None:
            return
        field, values = {
            id(self._side): ("side", _SIDES),
            id(self._climb): ("climb", _CLIMBS),
            id(self._facing): ("facing", {n: i for i, n in enumerate(COLUMNS.facings)}),
            id(self._ace): ("ace", _ACES),
            id(self._bomb): ("bomb", _BOMBS),
        }[id(owner)]
        self._draw(
            Move("fly", choice=self._like(choice.manoeuvre, choice, **{field: values[value]}))
        )

    # ---- setting up ---------------------------------------------------------------------------

    def _placements(self, hex: str) -> list[Move]:
        return [m for m in self.game.legal_moves() if m.kind == "place" and m.hex == hex]

    def _place_like(self, hex: str, old: Move | None, **wanted: Any) -> Move | None:
        moves = self._placements(hex)
        if not moves:
            return None
        base = {"facing": "N", "level": None, "ace": ""}
        if old is not None and old.kind == "place":
            base = {k: getattr(old, k) for k in base}
        base |= wanted
        return min(moves, key=lambda m: [getattr(m, k) != v for k, v in base.items()])

    def _switch_place(self, owner: Any, value: str) -> None:
        assert self.draft is not None
        wanted: dict[str, Any] = {}
        if owner is self._facing:
            wanted = {"facing": value}
        elif owner is self._climb:
            wanted = {"level": int(value.partition(" ")[2])}
        elif owner is self._ace:
            wanted = {"ace": "" if value == "no ace" else value}
        self._draw(self._place_like(self.draft.hex, self.draft, **wanted))
        self.deck.relist()

    def _tap_place(self, hex: Hex) -> None:
        name = self.game.setting.map.board.name(hex)
        old = self.draft if self.draft is not None and self.draft.kind == "place" else None
        if old is not None and old.hex == name:
            self._turn_place(1)
            return
        move = self._place_like(name, old)
        if move is None:
            who = next(m for m in self.game.legal_moves() if m.kind == "place").aircraft
            tried = Move("place", who, hex=name, facing="N")
            self.deck.show_ruling(self.game.check(tried))
            return
        self._draw(move)
        self.deck.relist()

    def _turn_place(self, step: int) -> None:
        assert self.draft is not None
        facings = list(dict.fromkeys(m.facing for m in self._placements(self.draft.hex)))
        at = facings.index(self.draft.facing) if self.draft.facing in facings else 0
        self._draw(
            self._place_like(self.draft.hex, self.draft, facing=facings[(at + step) % len(facings)])
        )

    # ---- taps -------------------------------------------------------------------------------

    def tap(self, hex: Hex) -> None:
        state = self.game.state
        stage = state.stage
        if self.game.outcome:
            return
        if stage == "place":
            self._tap_place(hex)
        elif stage == "manoeuvre":
            self._tap_manoeuvre(hex)
        else:
            self._tap_counter(hex)

    def _tap_counter(self, hex: Hex) -> None:
        """Pick the row that speaks of an aircraft in that hex; tapped again, the next one."""
        here = [p.id for p in self.game.state.aircraft if p.hex == hex and p.flying]
        rows = [r for r in self.offer.rows if r.state == "open" and self._about(r.move, here)]
        if not rows:
            names = " and ".join(here) or self.game.setting.map.board.name(hex)
            self.deck.map.status = f"Nothing to decide about {names}. {self.game.prompt}"
            return
        keys = [r.key for r in rows]
        now = self._chosen()
        self.pick(keys[(keys.index(now) + 1) % len(keys)] if now in keys else keys[0])

    def _about(self, move: Move, here: list[str]) -> bool:
        if move.kind in ("fire", "pursue"):
            return move.target in here or move.aircraft[0] in here
        return any(id in here for id in move.aircraft)

    def _tap_manoeuvre(self, hex: Hex) -> None:
        env, start = self.game.envelopes[0]
        moves = [
            m.choice
            for m in self.game.legal_moves()
            if m.choice is not None and env.path(start, m.choice)[0] == hex
        ]
        if moves:
            now = self.draft.choice if self.draft is not None and not self.plan else None
            at = moves.index(now) + 1 if now in moves else 0
            self._draw(Move("fly", choice=moves[at % len(moves)]))
            return
        chain = self._chain_to(hex)
        if chain is None:
            name = self.game.setting.map.board.name(hex)
            self.deck.map.status = f"No chain of manoeuvres ends in {name}. {self.game.prompt}"
            return
        self._draw(Move("fly", choice=chain[0]), chain[1:])

    def _chain_to(self, hex: Hex) -> tuple[Choice, ...] | None:
        """The shortest legal chain that spends all points and ends in a hex; none if none is
        found. Changes of level by choice and the ace's price are left to the pilot."""
        if len(self.game.envelopes) != 1:
            return None
        env, start = self.game.envelopes[0]
        for chain, end in _chains(env, start):
            if end.hex == hex:
                return chain
        return None

    def reach(self) -> tuple[Hex, ...]:
        """Where the movement may end if nobody interferes."""
        group = self.game.envelopes
        if len(group) != 1:
            return ()
        return tuple(dict.fromkeys(end.hex for _, end in _chains(*group[0])))

    # ---- keys --------------------------------------------------------------------------------

    def key(self, key: str) -> bool:
        stage = self.game.state.stage
        if key == "g":
            self.guns = (self.guns + 1) % len(_GUNS)
            self.deck.redraw()
            self.deck.map.status = f"Shown: {_GUNS[self.guns]}."
        elif key == "z":
            self.close = not self.close
            self.deck.redraw()
        elif key == "r" and stage == "manoeuvre":
            self.whole = not self.whole
            self.deck.redraw()
        elif key == "p" and self._row("pass"):
            self.pick("pass")
        elif row := next((r for r in self.offer.rows if r.hot == key and key), None):
            self.pick(row.key)
        elif stage == "manoeuvre":
            return self._fly_key(key)
        elif stage == "place" and self.draft is not None and self.draft.kind == "place":
            if key not in ("ArrowLeft", "ArrowRight"):
                return False
            self._turn_place(-1 if key == "ArrowLeft" else 1)
        elif key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            self._step_row(-1 if key in ("ArrowUp", "ArrowLeft") else 1)
        else:
            return False
        return True

    def _step_row(self, step: int) -> None:
        keys = [r.key for r in self.offer.rows if r.state == "open"]
        if keys:
            now = self._chosen()
            at = keys.index(now) + step if now in keys else (0 if step > 0 else -1)
            self.pick(keys[at % len(keys)])

    def _fly_key(self, key: str) -> bool:
        choice = self.draft.choice if self.draft is not None else None
        if key == "ArrowUp":
            if choice is not None and choice.manoeuvre != "straight":
                self._step_row(-1)
            elif self._row("straight"):
                self.pick("straight")
        elif key == "ArrowDown":
            self._step_row(1)
        elif key in ("ArrowLeft", "ArrowRight"):
            self._turn(-1 if key == "ArrowLeft" else 1)
        elif key in ("w", "s"):
            self._change("climb", 1 if key == "w" else -1, 0)
        elif key == "a":
            self._change("ace", True, False)
        elif key == "b":
            self._change("bomb", True, False)
        else:
            return False
        return True

    def _turn(self, side: int) -> None:
        """The mildest turn to that side; from a manoeuvre to that side, the next harder one."""
        choice = self.draft.choice if self.draft is not None else None
        if choice is not None and choice.facing is not None:
            self._draw(Move("fly", choice=choice._replace(facing=(choice.facing + side) % 6)))
            return
        sided = [
            row.key
            for row in self.offer.rows
            if row.state == "open" and any(c.side == side for c in self._variants(row.key))
        ]
        if not sided:
            self.deck.map.status = "No manoeuvre to that side can be flown now."
            return
        if choice is not None and choice.manoeuvre in sided:
            at = sided.index(choice.manoeuvre)
            key = choice.manoeuvre if choice.side != side else sided[(at + 1) % len(sided)]
        else:
            key = sided[0]
        self._draw(Move("fly", choice=self._like(key, None, side=side)))

    def _change(self, field: str, value: Any, back: Any) -> None:
        choice = self.draft.choice if self.draft is not None else None
        if choice is None:
            raise SkylibError("choose a manoeuvre first, then the change of level, ace or bombs")
        wanted = choice._replace(**{field: back if getattr(choice, field) == value else value})
        move = Move("fly", choice=wanted)
        ruling = self.game.check(move)
        if not ruling.allowed:
            self.deck.show_ruling(ruling)
            return
        self._draw(move)

    # ---- showing ------------------------------------------------------------------------------

    def scene(self) -> Scene:
        return scene_of(
            self.game,
            self.draft,
            plan=self.plan,
            reach=True,
            whole=self.reach() if self.whole and self.game.state.stage == "manoeuvre" else (),
            guns=self._shown_guns(),
            close=self.close,
            goal=map(self.game.setting.map.board.hex, self.deck.goal_places),
        )

    def _shown_guns(self) -> Iterable[str]:
        state = self.game.state
        side = state.asked
        if self.guns == 1:
            return [p.id for p in state.of(side)]
        if self.guns == 2:
            return [p.id for p in state.aircraft if p.flying and p.side != side]
        if self.guns == 3:
            return [p.id for p in state.aircraft if p.flying]
        if self.guns == 4:
            return ()
        if state.stage in ("opportunity", "fire"):
            return [
                r.move.aircraft[0]
                for r in self.offer.rows
                if r.move.kind == "fire" and r.state == "open"
            ]
        if state.stage == "manoeuvre" and state.act is not None:
            bearing = []
            if self.draft is not None and self.draft.choice is not None:
                bearing = [s.shooter for s, _ in self._threats()]
            return (*state.act.group, *bearing)
        return ()

    def _threats(self) -> list[tuple[fire.Shot, Any]]:
        choice = self.draft.choice if self.draft is not None else None
        if choice is None or not self.game.check(self.draft).allowed:
            return []
        return panels.threats(self.game, choice)

    def heading(self) -> str:
        """What is asked; above it, in a whole game, the turn and the mission, and at the end
        who has won."""
        if self.deck.goal is not None or not self.deck.whole_game:
            return super().heading()
        outcome = self.game.outcome
        if outcome:
            won = f"{' and '.join(outcome.winners)} wins" if outcome.winners else "a draw"
            text = sentences(f"The game is over: {won}", outcome.reason)
            return f'<div class="skylib-prompt">{said(text)}</div>'
        return panels.mission(self.game, self.deck.computer) + super().heading()

    def said(self) -> str:
        """The draft, what the rules say of it, and whom it would bring into whose sights."""
        text = super().said()
        if not text:
            return self.game.prompt
        if self.plan:
            text += f" Then: {chain_text(self.plan)}."
        if shots := self._threats():
            seen = ", ".join(f"{s.shooter} {s.gun} ({r.facts['chance']})" for s, r in shots)
            text += f" In the sights of {seen}."
        return text

    def scores(self) -> str:
        """Nothing here: flight board and cup have a column of their own."""
        return ""

    def _show(self) -> None:
        """Set table, switches and panels to the draft."""
        game = self.game
        self.table.show(
            self.offer.caption, self.offer.head, self.offer.rows, self._chosen(), self.offer.foot
        )
        self._show_switches()
        self._board.value = panels.flight_board(game, self.deck.computer)
        self._cup.value = panels.cup(game)
        choices: tuple[Choice, ...] = ()
        if self.draft is not None and self.draft.choice is not None:
            choices = (self.draft.choice, *self.plan)
        self._sums.value = panels.speed_sum(game, choices) + self._fire_sum()
        self._note.value = self._note_text()

    def _fire_sum(self) -> str:
        """The sum of the drafted shot, else of the last shot fired."""
        move = self.draft
        if move is not None and move.kind == "fire" and self.game.check(move).allowed:
            return panels.shot_ahead(self.game, move)
        return panels.last_shot(self.game)

    def _note_text(self) -> str:
        lines = []
        if self.plan:
            lines.append(f"Planned after it: {chain_text(self.plan)}")
        for shot, ruling in self._threats():
            lines.append(
                f"⚠ This would bring you into the sights of {shot.shooter} ({shot.gun} gun): "
                f"{ruling.facts['chance']} to hit"
            )
        return "".join(f'<div class="tda-panel tda-note">{escape(x)}</div>' for x in lines)

    def _show_switches(self) -> None:
        """Give the switches what the chosen row leaves open."""
        self._setting = True
        try:
            choice = self.draft.choice if self.draft is not None else None
            if choice is not None and self.game.state.stage == "manoeuvre":
                variants = self._variants(choice.manoeuvre)
                facings = {n: i for i, n in enumerate(COLUMNS.facings)}
                for row, field, values in (
                    (self._side, "side", _SIDES),
                    (self._climb, "climb", _CLIMBS),
                    (self._facing, "facing", facings),
                    (self._ace, "ace", _ACES),
                    (self._bomb, "bomb", _BOMBS),
                ):
                    open_ = {getattr(c, field) for c in variants}
                    names = [n for n, v in values.items() if v in open_]
                    now = next((n for n, v in values.items() if v == getattr(choice, field)), None)
                    _set(row, names if len(names) > 1 else [], now)
                return
            place = self.draft if self.draft is not None and self.draft.kind == "place" else None
            moves = self._placements(place.hex) if place is not None else []
            _set(self._side, [], None)
            _set(self._bomb, [], None)
            levels = list(dict.fromkeys(f"level {m.level}" for m in moves if m.level))
            aces = list(dict.fromkeys(m.ace or "no ace" for m in moves))
            facings_ = list(dict.fromkeys(m.facing for m in moves))
            _set(self._climb, levels, f"level {place.level}" if place and place.level else None)
            _set(
                self._ace,
                aces if len(aces) > 1 else [],
                (place.ace or "no ace") if place and len(aces) > 1 else None,
            )
            _set(
                self._facing,
                facings_ if len(facings_) > 1 else [],
                place.facing if place and len(facings_) > 1 else None,
            )
        finally:
            self._setting = False


def _set(row: ipywidgets.ToggleButtons, options: list[str], value: str | None) -> None:
    """Give a row its options and value, touching only what differs."""
    if tuple(row.options) != tuple(options):
        row.value = None
        row.options = options
        away(row, not options)
    if options and row.value != value:
        row.value = value


def _chains(env: Envelope, start: Flight) -> Iterable[tuple[tuple[Choice, ...], Flight]]:
    """Whole chains to every end that differs, few manoeuvres first."""
    plain = [c for c in env.flyable if not (c.climb or c.ace or c.bomb)]
    seen = {start}
    todo: deque[tuple[tuple[Choice, ...], Flight]] = deque([((), start)])
    while todo and len(seen) < _MOST_SEARCHED:
        chain, flight = todo.popleft()
        for choice in plain:
            if env.refusal(flight, choice):
                continue
            after = env.after(flight, choice)
            key = after._replace(effect=0)
            if key in seen or after.off or after.down:
                continue
            seen.add(key)
            if after.points == 0:
                yield (*chain, choice), after
            else:
                todo.append(((*chain, choice), after))
