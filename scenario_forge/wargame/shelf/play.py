"""A game of modules in play: the first state, the steps of its modules, points, words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.simulator.play import DRAW, CounterInPlay, GameOutcome, Status
from scenario_forge.simulator.terms import Attack, Roster
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.phrases import filled
from scenario_forge.wargame.base.playing import GamePlay
from scenario_forge.wargame.base.tables import state_of
from scenario_forge.wargame.board.board import Board
from scenario_forge.wargame.board.mind import Commander
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.ledger import held_at_start
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.air.air import Air
from scenario_forge.wargame.modules.arrivals.arrivals import Arrivals
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.assault.steps import AssaultModule
from scenario_forge.wargame.modules.fire.combined import CombinedFire
from scenario_forge.wargame.modules.hidden import Hidden
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.movement.moving import Movement
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.victory import Victory
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.searching import Holder
from scenario_forge.wargame.shelf.shelf import shelf

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.state import Frame, Update
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.simulator.terms import Terms
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Named


WAYS = ("assault", "fire", "barrage", "air")
"""Modules whose attacks have terms, that of an attack of which nothing else is known first."""
BATTLES = ("battle", "hits")
"""Events that tell of an assault once its dice are thrown."""


class GameBoard(Board):
    """The board of a game, which answers what every game on the shelf is asked."""

    @cached_property
    def victory(self) -> Victory:
        """What decides the battle."""
        return Victory(self)

    def turn_ends(self, state: GameState, book: Book) -> None:
        """Score the places that bring points in each game turn."""
        self.victory.score_turn(state, book)

    def turn_follows(self, state: GameState, book: Book) -> None:
        """Undo what the modules undo between two game turns."""
        for module in self.modules.values():
            module.turn_follows(state, book)

    def row_points(self, state: GameState, row: Mapping[str, Any], side: int) -> int:
        """Return the points that a row of the ledger would bring a side now, or has brought it turn by turn."""
        return self.victory.points(state, row, side)

    def decide(self, book: Book) -> None:
        """Write into the book who has won at once by where units are."""
        book.note("clock.won", self.victory.decided(book.column("place")))

    def first(self, state: GameState, turn: int) -> int:
        """Return the first player of a turn."""
        activation = self.get(Activation)
        return activation.first(turn) if activation is not None else super().first(state, turn)

    def cup(self, state: GameState) -> Sequence[int]:
        """Return the chits in the cup."""
        activation = self.get(Activation)
        return activation.cup(self.at(state)) if activation is not None and activation.cup_played else ()

    def take_draw(self, state: GameState, chit: int, book: Book) -> Mapping[str, Any]:
        """Take a chit out of the cup; return the data of the steps that follow, with the units that it activates."""
        activation = self.module(Activation)
        data = activation.draw(chit, book)
        return data if activation.given.phases else {**data, "units": activation.activated(self.at(state), chit)}

    def zone(self, state: GameState, side: int) -> frozenset[int]:
        """Return the hexes in zones of control of a side."""
        return self.at(state).zone(side)

    def most(self, hex_: int) -> int:
        """Return the most units that a hex holds."""
        return self.stacking.limits[hex_] // 2 if self.stacking is not None else len(self.units.side)

    @property
    def scale(self) -> int:  # type: ignore[override]  # worked out of the costs
        """The cost that one movement point pays."""
        movement = self.get(Movement)
        return movement.scale if movement is not None else 1

    def step_cost(self, unit: int, hex_: int, to: int) -> int:
        """Return what a step costs a unit where no enemy is near; 0 where it cannot go."""
        movement = self.module(Movement)
        return movement.least(unit, 6 * hex_ + self.direction(hex_, to))

    def gait(self, unit: int) -> object:
        """Return the class and allowance of a unit, by which steps cost the same."""
        movement = self.get(Movement)
        return (movement.class_of[unit], movement.printed[unit]) if movement is not None else None

    def worth(self, state: GameState, unit: int) -> int:
        """Return what a unit counts for among losses: its strength in an assault, on the side that is up, else 1."""
        assault = self.get(Assault)
        return self.faces.value(self.at(state), assault.attack_value, unit) if assault is not None else 1

    def lost_in(self, state: GameState, change: Update) -> int:
        """Return what a change of the table of units costs its side: a unit, or what its other side lacks."""
        column, assault = state.units.columns[change.column], self.get(Assault)
        if column == "flipped" and assault is not None:
            front, back = self.faces.both(assault.attack_value, change.row)
            return max(change.new - change.old, 0) * (front - back)
        return super().lost_in(state, change)

    @property
    def has_supply(self) -> bool:
        """Whether the game has a rule on supply."""
        return "supply" in self.modules

    def is_supplied(self, state: GameState, unit: int) -> bool:
        """Return whether supply reaches a unit."""
        supply = self.get(Supply)
        return supply is None or supply.is_supplied(self.at(state), unit)

    def excess(self, state: GameState, hex_: int) -> int:
        """Return how many units too many are in a hex; none where the game has no limit."""
        stacking = self.get(Stacking)
        return stacking.excess(self.at(state), hex_) if stacking is not None else 0


def first_state(board: GameBoard) -> GameState:
    """Return the state as play begins: units where the set-up has them, places held as it says."""
    columns: dict[str, list[str]] = {
        "units": ["place"],
        "towns": ["holder"],
        "clock": ["turn", "side", *["won"] * board.sudden],
        **({"ledger": ["scored"]} if board.victory.by_turn else {}),
    }
    for module in board.modules.values():
        for table, names in module.columns_of(module.given).items():
            columns.setdefault(table, []).extend(names.split())
    make = state_of(**{table: " ".join(dict.fromkeys(names)) for table, names in columns.items()})
    holders = held_at_start(board.compiled, board.ledger.towns)
    state: GameState = make(
        units={"place": [board.start_of(unit) for unit in range(len(board.units.side))]},
        towns={"holder": holders} if holders else 1,
        clock={"turn": [board.compiled.turns.span[0]], "side": [board.compiled.turns.span[2]]},
        **({"ledger": 2 * len(board.victory.by_turn)} if board.victory.by_turn else {}),
        **{table: rows for module in board.modules.values() for table, rows in module.rows.items()},
    )
    for module in board.modules.values():
        module.begin(state)
    return state


class WargamePlay(GamePlay[GameState]):
    """One scenario of a game of modules."""

    begins, clause = staticmethod(first_state), "sequence.turns"
    off: ClassVar[Sequence[EntryKind]] = ("absent", "absent", *GamePlay.off)
    hunger: Collection[str] = ("supply.effects",)
    board_type: ClassVar[type[GameBoard]] = GameBoard
    at_once: ClassVar[str] = "decisive"
    """The level of a victory that ends the game at once."""
    own: ClassVar[Sequence[type[Module[Any]]]] = ()
    """Modules that only one game has, some in place of those of the shelf with the same key."""

    @classmethod
    def shelf(cls) -> Sequence[type[Module[Any]]]:
        """Return the modules that a game may choose, its own among them."""
        return tuple(({kind.key: kind for kind in shelf()} | {kind.key: kind for kind in cls.own}).values())

    @classmethod
    def meaning(cls, compiled: CompiledScenario) -> GameBoard:
        """Return the board of a compiled scenario, with all modules that its game has chosen."""
        return cls.board_type(compiled, cls.shelf())

    def __init__(self, compiled: CompiledScenario) -> None:
        super().__init__(compiled)
        self.hunger = (*self.hunger, *map(self.board.clause_of, self.hunger))
        modules = self.board.modules.values()
        for module in modules:
            self.said |= module.said
        fire = self.board.get(CombinedFire)
        self.assault, self.leaders = self.board.get(AssaultModule), self.board.get(Leaders)
        self.works, self.air, face = self.board.get(Works), self.board.get(Air), self.board.faces.face
        self.marks = {column: face if column == "flipped" and face else column for column in self.marks}
        self.fire = fire if self.assault is None and fire is not None and fire.given.together else None
        self.words = {
            "turn begins": "game turn {0} begins",
            "points scored": "the {0:side} player scores {2} for {1:hex}",
            "condition scored": "the {0:side} player scores {1}",
            **{name: words for module in modules for name, words in module.words.items()},
            **self.words,
        }
        self.titles = {**{step: title for module in modules for step, title in module.titles.items()}, **self.titles}

    def interrupted(self, state: GameState, event: Event) -> Frame | None:
        """Return the step that an event calls for, as the first module that has one says."""
        for module in self._reacting:
            frame = module.reaction(state, event)
            if frame is not None and not self.board.over(state):
                return frame
        return None

    @cached_property
    def _reacting(self) -> Sequence[Module[Any]]:
        return [module for module in self.board.modules.values() if type(module).reaction is not Module.reaction]

    @cached_property
    def own_steps(self) -> Mapping[str, Named]:
        """The steps of the modules by id."""
        return {id_: step for module in self.board.modules.values() for id_, step in module.steps.items()} | {
            **self.steps
        }

    @cached_property
    def crowded_steps(self) -> Sequence[str]:
        """Steps during which more units may be in a hex than may stay there."""
        return [step for module in self.board.modules.values() for step in module.busy]

    @property
    def board(self) -> GameBoard:
        """The board with its modules."""
        return self.rules  # type: ignore[return-value]  # as `meaning` makes it

    def attacks(self, state: GameState, frame: Frame, action: Action) -> Sequence[Attack]:
        """Return the attacks that an action makes so far, or that a frame is about to fight."""
        now = self.board.at(state)
        begun = ((deed, deed.begun(frame, action)) for deed in self.board.deeds_of.get(frame.step, ()))
        chosen = [deed.attack(now, frame, stages) for deed, stages in begun if stages is not None]
        fought = [module.pending(now, frame, action) for module in self.board.modules.values()]
        return [attack for attack in (*chosen, *fought) if attack is not None]

    def terms(
        self, state: GameState, target: int, attackers: Sequence[int], given: Mapping[str, Any] | None = None
    ) -> Terms | None:
        """Return the terms of an attack before its dice, of an assault where ``given`` says nothing else.

        None where nobody attacks so.

        Raises:
            ValueError: the units cannot attack the hex.
        """
        ways = [each for each in WAYS if each in self.board.modules]
        if not ways:
            return None
        attack = Attack(target, tuple(attackers), given or {})
        if attack.given.get("by") != Air.key:  # aircraft are no units
            Roster(self.board.units.side, state.units.place, self.names["units"]).attacking_side(target, attackers)
        return self.board.modules[attack.given.get("by", ways[0])].terms(self.board.at(state), attack)

    def attacker(self, state: GameState, event: Event) -> int | None:
        """Return the side whose assault or fire together an event resolves."""
        if event.name == "combined fire":
            return 1 - self.board.units.side[event.subjects[0]]
        return 1 - self.board.at(state).side_at(event.subjects[0]) if event.name in BATTLES else None

    def hopeless(self, state: GameState, event: Event) -> bool:
        """Return whether no total of the dice could have cost the defender anything."""
        if self.assault is None or event.name not in BATTLES:
            return False
        return self.assault.is_hopeless(self.board.at(state), event)

    @property
    def counted(self) -> str:
        """What the score counts, where levels of victory count losses."""
        return "strength that the enemy has lost" if self.board.victory.by_losses else ""

    def about(self, frame: Frame) -> str:
        """Return what a step is about, as its module says; else whose chit has been drawn."""
        phrase, names = self._about.get(frame.step, ("{0:unit}", ("hq",)))
        data = [frame.data.get(name, ()) for name in names]
        subjects = [number for each in data for number in (each if isinstance(each, list | tuple) else (each,))]
        return filled(phrase, subjects, self._word) if subjects else ""

    @cached_property
    def _about(self) -> Mapping[str, tuple[str, Sequence[str]]]:
        return {step: about for module in self.board.modules.values() for step, about in module.about.items()}

    def throw_for(self, state: GameState, frame: Frame, purpose: str) -> str:
        """Return the purpose of a throw in words, as a module says which dice they are."""
        now = self.board.at(state)
        asked = (module.throw_in_words(now, frame) for module in self.board.modules.values())
        return next(filter(None, asked), "") or super().throw_for(state, frame, purpose)

    def pieces(self, state: GameState) -> Iterator[CounterInPlay]:
        """Yield the units on the map, leaders where their units are, and works of hexes and hexsides."""
        yield from super().pieces(state)
        for leader, host in self.placed_leaders(state).items():
            marks = self.leaders.faces_up(state, leader) if self.leaders is not None else ()
            yield CounterInPlay("units", leader, self.board.owner(leader), state.units.place[host], marks=marks)
        if self.works is not None:
            works, now, hexes = self.works, self.board.at(state), range(self.board.hexes)
            yield from (CounterInPlay(id_, hex_, -1, hex_) for hex_ in hexes for id_ in works.in_hex(now, hex_))
            yield from (CounterInPlay(id_, step, -1, step // 6) for id_, step in works.on_sides(now))

    def placed_leaders(self, state: GameState) -> Mapping[int, int]:
        """Return the leaders that are with a unit, each with that unit."""
        return self.leaders.placed(state) if self.leaders is not None else {}

    def breaches(self, state: GameState) -> Iterator[str]:
        """Yield breaches, also of leaders."""
        yield from super().breaches(state)
        yield from self.leaders.breaches(state) if self.leaders is not None else ()

    def observe(self, state: GameState, side: int) -> dict[str, Any]:
        """Return what a side may see: all, but for units of the enemy that are hidden from it."""
        hidden, data = self.board.get(Hidden), super().observe(state, side)
        return data if hidden is None else hidden.shown(self.board.at(state), side, data)

    def visible_state(self, state: GameState, side: int) -> GameState:
        """Return the state as a side may take it to be."""
        hidden = self.board.get(Hidden)
        return state if hidden is None else hidden.guessed(self.board.at(state), side)

    def players(self) -> Mapping[str, Maker]:
        """Return the player that asks the modules, and one that holds what it has."""
        return {"competent": Commander, "hold": Holder}

    def level(self, state: GameState) -> Mapping[str, Any]:
        """Return the level that a ratio of losses or points comes to."""
        victory, now = self.board.victory, self.board.at(state)
        return victory.level([victory.lost(now, side) for side in range(2)] if victory.by_losses else self.score(state))

    def outcome(self, state: GameState) -> GameOutcome:
        """Return who has won at once; else the level of victory."""
        if self.board.over(state):
            return GameOutcome(state.clock.won[0] - 1, 0, self.at_once, True)
        if not self.board.victory.by_ratio:
            return super().outcome(state)
        level = self.level(state)
        return GameOutcome(DRAW if level["side"] is None else level["side"], 0, level["id"].replace("-", " "))

    def status(self, state: GameState) -> Sequence[Status]:
        """Return the date and points, and the sorties that each side can still fly in the turn."""
        air, found = self.air, super().status(state)
        if air is None:
            return found
        now = self.board.at(state)
        return [*found, *(Status(side, "Sorties", str(air.remaining(now, side))) for side in range(2))]

    def score(self, state: GameState) -> list[int]:
        """Return points by side: what the other has lost, where levels count that; else places and units lost."""
        board = self.board
        if board.victory.by_losses:
            return [board.victory.lost(board.at(state), 1 - side) for side in range(2)]
        return [sum(board.row_points(state, row, side) for row in board.ledger.rows) for side in range(2)]

    def to_come(self, state: GameState) -> Mapping[int, str]:
        """Return the units that arrive later, each with its turn."""
        arrivals = self.board.get(Arrivals)
        return arrivals.to_come(state) if arrivals is not None else {}

    def out_of_play(self, state: GameState) -> Mapping[int, EntryKind]:
        """Return the status of each unit that is off the map; those that are not in the scenario are absent."""
        found, placed, gone = super().out_of_play(state), self.placed_leaders(state), self.board.lost_leaders(state)
        began = {unit: unit in gone or self.board.began(unit) for unit in found}
        return {unit: status if began[unit] else "absent" for unit, status in found.items() if unit not in placed}
