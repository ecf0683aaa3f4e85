"""Supply: whether a way free of the enemy leads to where it comes from, and what units suffer without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import MarkerName, SideName
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import EDGES
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.movement import ENDS, OPEN, SHUT
from scenario_forge.mechanics.supply import mask
from scenario_forge.wargame.board.barriers import Barriers
from scenario_forge.wargame.board.checks import (
    MOD001,
    MOD007,
    has_key,
    lacking_formations,
    lacking_key,
    units_in_play,
    without_headquarters,
)
from scenario_forge.wargame.board.halves import Halved, halves_in_words
from scenario_forge.wargame.board.labels import counted, listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import marks_asked, on_units
from scenario_forge.wargame.board.selectors import other_side, selected
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.asked import BarrageRules
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels

OWN = "own_headquarters"
_Source: TypeAlias = Annotated[
    str, Names("place or area", called="place, hex, area or edge of the map", besides=(*EDGES,))
]
_Hexes: TypeAlias = Annotated[int, Field(ge=1)]


class SupplyState(Model):
    """What units suffer in one step of the ladder."""

    halves: list[Halved] = []  # noqa: RUF012 - pydantic copies it
    """Values that are halved."""
    fire: Literal["as_usual", "none"] = "as_usual"
    """`none`: the units do not fire."""
    ready: bool = True
    """`false`: artillery is not ready to shell, and becomes so only when it is found in supply."""
    flip: bool = False
    """Whether units are turned over, or eliminated where they are turned over already, each time that it is judged."""
    marker: MarkerName | None = None
    """The marker that shows it; without, markers `Out of supply` are printed where players must remember it."""

    def in_words(self, labels: Labels) -> str:
        """Return what units suffer."""
        return "; ".join([*halves_in_words(self.halves, labels), *["turn it over"] * self.flip]) or "no effect"

    @property
    def lasting(self) -> tuple[Sequence[Halved], str, bool]:
        """What units suffer as long as they are in this state."""
        return self.halves, self.fire, self.ready


class Chain(Model):
    """A chain of supply: a unit has it from the headquarters of its formation, and that from a source of its side."""

    range: _Hexes | None = None
    """The longest way from a source to a headquarters, in hexes; without, however long."""


class SupplyKey(Model):
    """Where supply comes from, and what units suffer without it."""

    source: Literal["own_headquarters"] | dict[SideName, Annotated[list[_Source], Field(min_length=1)]]
    """`own_headquarters`: the headquarters of the unit's formation; a headquarters has it from another of its side. Or
    by side the places, hexes, areas and edges of the map where it comes from: `{blue: [Depot, south]}`."""
    range: _Hexes | None = None
    """The longest way to a unit, in hexes; without, however long."""
    chain: Chain | None = None
    """Whether sources by side supply headquarters, and these the units of their formations."""
    not_across: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside that no way of supply leads across."""
    along: list[Annotated[str, Names("line kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of line along which it leads across all the same, such as a road over a river."""
    ladder: list[SupplyState] = []  # noqa: RUF012 - pydantic copies it
    """What units suffer that were found without supply once, twice …; the last also holds for more."""

    @property
    def sides(self) -> Mapping[str, Sequence[str]]:
        """The sources of each side; empty where headquarters are the sources."""
        return self.source if isinstance(self.source, dict) else {}


class Supply(Module[SupplyKey]):
    """Supply in play."""

    key, model, needs = "supply", SupplyKey, ("effects",)
    columns: ClassVar = {"units": "lapse"}
    changes_with = ("units.lapse",)

    def __init__(self, board: Board, given: SupplyKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.barriers = Barriers(board, given.not_across, given.along)
        self.halves = [
            [(halved, board.column(f"supply.{n}.{k}")) for k, halved in enumerate(state.halves)]
            for n, state in enumerate(given.ladder)
        ]
        self.hexes: Sequence[Sequence[int]] = read.get("sources", ())
        """By side: the hexes that supply comes from; empty where it comes from headquarters."""

    def ready(self) -> None:
        """Look up zones and leaders."""
        self.zones, self.leaders = self.board.get(Zones), self.board.get(Leaders)

    @classmethod
    def read(cls, game: Game, given: SupplyKey) -> Mapping[str, Any]:
        """Return the hexes that supply comes from, by side."""
        sources = sources_of(game, given)
        return {"sources": [sorted(sources.get(side, ())) for side in game.side_names]} if sources else {}

    @classmethod
    def due(cls, given: SupplyKey) -> Sequence[str]:  # noqa: ARG003 - always the same
        """Return its step."""
        return ["supply"]

    @classmethod
    def reads(cls, game: Game, given: SupplyKey) -> Mapping[str, Collection[str]]:
        """Return the face to which units are turned that lack supply."""
        return {"face": other_side(game)} if any(state.flip for state in given.ladder) else {}

    @classmethod
    def checks(cls, game: Game, given: SupplyKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what its source lacks: headquarters, hexes, a side; and ways and chains that have no use."""
        if given.source == OWN:
            yield from _headquarters(game, where / "source", f"`source: {OWN}`")
            yield from _alone(game, where / "source")
        else:
            yield from _by_side(game, given, where / "source")
        if given.chain is not None and given.source == OWN:
            finding = MOD007.at((where / "chain").key(), what="`chain`", why=f"`source: {OWN}` is a chain already")
            yield finding.suggest("name places under `source`, by side, or remove `chain`")
        elif given.chain is not None:
            yield from _headquarters(game, where / "chain", "`chain`")
        yield from _alike(given, where / "ladder")
        for number, state in enumerate(given.ladder):
            if not state.ready and not has_key(where, "barrage"):
                yield lacking_key(where / "ladder" / number / "ready", "`ready: false`", "barrage")
        yield from _too_far(game, given.range, where / "range")
        yield from _too_far(game, given.chain.range if given.chain else None, where / "chain" / "range")

    @classmethod
    def arrays(cls, game: Game, given: SupplyKey) -> Arrays:
        """Return the units whose values are halved, by step of the ladder."""
        return {
            f"supply.{n}.{k}": selected(game, halved.of)
            for n, state in enumerate(given.ladder)
            for k, halved in enumerate(state.halves)
        }

    @classmethod
    def sentences(cls, given: SupplyKey, labels: Labels) -> Iterator[Sentence]:
        """Say where supply comes from, and what units suffer without it."""
        text = "A unit draws supply from the headquarters of its formation, a headquarters from another of its side."
        if given.sides:
            text = f"{_sides(given.sides, labels)}, unless an enemy unit is there."
        yield Sentence("supply.source", text)
        if given.chain is not None and given.sides:
            text = "A unit draws supply from the headquarters of its formation, as long as that is in supply itself."
            yield Sentence("supply.chain", f"{text} Only headquarters draw it from the sources of their side.")
        zones = _zones(labels)
        across = labels.any_of(given.not_across)
        along = f", except along {labels.any_of(given.along)}" if given.along else ""
        shut = f" It does not lead across {across}{along}." if across else ""
        text = f"A unit is in supply if a path leads there without impassable hexes and enemy units.{shut}{zones}"
        yield Sentence("supply.path", f"{text}{_lengths(given)}")
        yield Sentence("supply.judged", "Supply is judged for all units on the map at once.")
        barred: list[str] = []
        unready: list[str] = []
        for number, state in enumerate(given.ladder, 1):
            often = "once" if number == 1 else f"{number} times in a row"
            last = " or more" if number == len(given.ladder) else ""
            text = f"A unit that is found out of supply {often}{last}: {state.in_words(labels)}."
            shown = f" The marker “{labels.marker(state.marker)}” shows it." if state.marker else ""
            yield Sentence("supply.effects", text + shown)
            barred += [often + last] * (state.fire == "none")
            unready += [often + last] * (not state.ready)
        if barred:
            yield Sentence("supply.fire", f"A unit that is found out of supply {listed(barred, 'or')} may not fire.")
        if unready:
            text = f"Artillery that is found out of supply {listed(unready, 'or')} is not ready until it is in supply."
            yield Sentence("supply.ready", text)

    @classmethod
    def paper(cls, given: SupplyKey, labels: Labels) -> Iterator[Marker]:
        """Yield a marker for each state of the ladder that players must tell apart and that names none."""
        states = remembered(given.ladder, asked="lapse" in marks_asked(labels.rules))
        for number in range(1, states + 1):
            if number > len(given.ladder) or given.ladder[number - 1].marker is None:
                yield on_units("Out of supply" if number == 1 else f"Out of supply {number}", labels)

    @rule("supply.source")
    def sources(self, now: Situation, unit: int) -> Sequence[int]:
        """Return the hexes from which a unit may have supply, or the headquarters of its chain."""
        side = self.board.units.side[unit]
        if self.hexes:
            enemies = now.held(1 - side)
            return [hex_ for hex_ in self.hexes[side] if hex_ not in enemies]
        activation = self.board.module(Activation)
        own = activation.hq[unit]
        found = [(hq, self.hex_of(now, hq)) for hq in activation.formations if self.board.units.side[hq] == side]
        return [at for hq, at in found if at >= 0 and (hq != unit if own == unit else hq == own)]

    @rule("supply.chain")
    def links(self, now: Situation, unit: int) -> Sequence[int]:
        """Return the hex of the headquarters of a unit's formation, if it is in supply itself."""
        hq = self.board.module(Activation).hq[unit]
        at = self.hex_of(now, hq) if hq >= 0 else -1
        return [at] if at >= 0 and self.is_supplied(now, hq) else []

    def hex_of(self, now: Situation, unit: int) -> int:
        """Return the hex of a unit: of a leader, who may be a headquarters, that of the unit with which he is."""
        return self.leaders.hex_of(now, unit) if self.leaders is not None else now.place[unit]

    def distances(self, now: Situation, unit: int) -> tuple[Sequence[int], int | None]:
        """Return for each hex how many steps a way of supply of a unit has that leads to it, −1 for none; the most."""
        given, side = self.given, self.board.units.side[unit]
        far, chain = given.range, given.chain if self.hexes else None
        if chain is not None and self.board.module(Activation).hq[unit] == unit:
            far, chain = chain.range, None
        starts = tuple(self.sources(now, unit) if chain is None else self.links(now, unit))
        return self.reached(now, side, starts, far), far

    @rule("supply.path")
    def is_supplied(self, now: Situation, unit: int) -> bool:
        """Return whether a way leads from a source to a unit."""
        return self.distances(now, unit)[0][self.hex_of(now, unit)] >= 0

    def reaches(self, now: Situation, unit: int) -> Callable[[int], bool]:
        """Return whether supply would reach a unit in a hex, as a computer player sees it: all others stay."""
        (steps, far), ways = self.distances(now, unit), self.barriers.ways(now)
        ends = self.dead_ends(now, self.board.units.side[unit])

        def reached(hex_: int) -> bool:
            near = (to for to in ways[6 * hex_ : 6 * hex_ + 6] if to >= 0 and (to not in ends or not steps[to]))
            ahead = [steps[to] for to in near if steps[to] >= 0]
            return steps[hex_] >= 0 or (bool(ahead) and (far is None or min(ahead) < far))

        return reached

    def reached(self, now: Situation, side: int, sources: tuple[int, ...], far: int | None) -> Sequence[int]:
        """Return for each hex how many steps a way from the nearest source to it has; −1 for none."""
        cleared = self.board.clearing.columns_of_state if self.board.clearing is not None else ()
        on = ("units.place", *cleared, *(self.zones.rests_on if self.zones is not None else ()))

        def make() -> Sequence[int]:
            gates = now.state.derived(("supply gates", side), on, lambda: self._gates(now, side))
            starts = mask(self.board.hexes, frozenset(sources))
            return self.board.mechanics.flood(self.barriers.ways(now), gates, starts, far)

        return now.state.derived(("supply", side, sources, far), on, make)

    @rule("zones.negated")
    def dead_ends(self, now: Situation, side: int) -> frozenset[int]:
        """Return the hexes with units of a side into which supply leads and not on: in zones, whatever friends."""
        if self.zones is None or self.zones.negates("supply"):
            return frozenset()
        return now.held(side) & now.zone(1 - side)

    def _gates(self, now: Situation, side: int) -> bytes:
        """Return for each hex whether a way of supply of a side leads through it, only into it, or neither."""
        board, own = self.board, now.held(side)
        shut = now.held(1 - side) | (now.zone(1 - side) - own)
        gates = bytearray(OPEN if board.passable[kind] else SHUT for kind in board.terrain)
        for hexes, gate in ((shut, SHUT), (own, OPEN), (self.dead_ends(now, side), ENDS)):
            for hex_ in hexes:
                gates[hex_] = gate
        return bytes(gates)

    def state(self, now: Situation, unit: int) -> SupplyState | None:
        """Return the step of the ladder on which a unit is; None for none."""
        lapse, ladder = now.units.lapse[unit], self.given.ladder
        return ladder[min(lapse, len(ladder)) - 1] if lapse and ladder else None

    @rule("supply.fire")
    def forbids_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit does not fire for want of supply."""
        state = self.state(now, unit)
        return state is not None and state.fire == "none"

    def unreadies(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is not ready for want of supply."""
        state = self.state(now, unit)
        return state is not None and not state.ready

    @rule("supply.ready")
    def make_ready(self, now: Situation, unit: int, lapse: int, book: Book) -> None:
        """Take from artillery that it is ready, or give it back, where a new state of supply says so."""
        guns: BarrageRules | None = self.board.modules.get("barrage")  # type: ignore[assignment]  # as the shelf has it
        ladder = self.given.ladder
        ready = not (lapse and ladder) or ladder[min(lapse, len(ladder)) - 1].ready
        if guns is not None and guns.ranges[unit] and (not ready or self.unreadies(now, unit)):
            book.put("fired", unit, int(not ready))

    @rule("supply.effects")
    def changed(self, now: Situation, name: str, unit: int, value: int) -> int:
        """Return a value of a unit as its state of supply changes it."""
        lapse = now.units.lapse[unit]
        for halved, of in self.halves[min(lapse, len(self.halves)) - 1] if lapse and self.halves else ():
            if halved.value == name and of[unit]:
                value = halved.half(value)
        return value


def _alike(given: SupplyKey, where: Where) -> Iterator[Diagnostic]:
    """Yield a marker of two states that players must tell apart."""
    seen: dict[str, int] = {}
    for number, state in enumerate(given.ladder[: remembered(given.ladder)]):
        if state.marker is not None and state.marker in seen:
            why = "an earlier state has it too, so that players cannot tell the two apart"
            finding = MOD007.at(where / number / "marker", what=f"`marker: {state.marker}`", why=why)
            yield finding.also(where / seen[state.marker] / "marker", "the other").suggest("name another marker")
        elif state.marker is not None:
            seen[state.marker] = number


def remembered(ladder: Sequence[SupplyState], *, asked: bool = False) -> int:
    """Return how many states without supply players must tell apart: two that never differ later are one.

    Args:
        ladder: the states, the first for a unit found out of supply once.
        asked: whether other rules ask if a unit was found out of supply.
    """
    lasting = [SupplyState().lasting, *(state.lasting for state in ladder)]
    turned = [state.flip for state in (*ladder, *ladder[-1:])]  # by state: when it is judged next
    number = len(ladder)
    while number and lasting[number] == lasting[number - 1] and turned[number] == turned[number - 1]:
        number -= 1
    return max(number, int(asked))


@rule("supply.judged")
def judge(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Judge the supply of all units on the map, and let those suffer that lack it."""
    now, supply, effects = board.at(state), board.module(Supply), board.module(Effects)
    for unit in board.active(state):
        lapse = 0 if supply.is_supplied(now, unit) else state.units.lapse[unit] + 1
        book.put("lapse", unit, lapse)
        supply.make_ready(now, unit, lapse, book)
        ladder = supply.given.ladder
        if lapse and ladder and ladder[min(lapse, len(ladder)) - 1].flip:
            effects.flip(book, unit, "supply.effects")
    book.event("supply judged", "supply.judged")
    return ()


Supply.steps = {"supply": ("supply.judged", judge)}
Supply.words = {"supply judged": "supply is judged"}


def sources_of(game: Game, given: SupplyKey) -> dict[str, frozenset[int]]:
    """Return by side the hexes that supply comes from; empty where it comes from headquarters, or without a map."""
    linked = hex_map(game)
    if linked is None:
        return {}
    return {side: frozenset(h for name in names for h in hexes_of(linked, name)) for side, names in given.sides.items()}


def hexes_of(linked: HexMap, name: str) -> frozenset[int]:
    """Return the hexes of a place, an area or an edge of the map: of an edge, those that units may enter."""
    at = linked.find(name)
    if at is not None:
        return frozenset(() if at.hex is None else [at.hex])
    if name in linked.areas:
        return linked.areas[name]
    return frozenset(hex_ for hex_ in linked.edge([name]) if linked.passable[hex_]) if name in EDGES else frozenset()


# -- sentences -------------------------------------------------------------------------------------


def _sides(sources: Mapping[str, Sequence[str]], labels: Labels) -> str:
    """Return from where each side draws supply."""
    said = [
        (labels.game.side_name(side), listed([labels.region(each) for each in names], "or"))
        for side, names in sources.items()
    ]
    first, *others = [
        f"the {side} side {'draws supply ' * (not n)}from {where}" for n, (side, where) in enumerate(said)
    ]
    return listed([f"T{first[1:]}", *others])


def _zones(labels: Labels) -> str:
    """Return what zones of the enemy do to a path."""
    if "zones" not in labels.keys:
        return ""
    negated = "supply" in labels.rules.zones.negated_by_friends  # type: ignore[attr-defined]  # as the shelf has it
    where = "where no friendly unit is" if negated else "but for the hexes where it begins and ends"
    return f" An enemy zone of control blocks it {where}."


def _lengths(given: SupplyKey) -> str:
    """Return how long a path may be."""
    if given.chain is None or not given.sides:
        return _length("A path", given.range)
    own = _length("A path from a unit to its headquarters", given.range)
    return own + _length("A path from a headquarters to a source", given.chain.range)


def _length(path: str, far: int | None) -> str:
    return f" {path} is at most {counted(far, 'hex')} long, without the hex where it begins." if far else ""


# -- checks ----------------------------------------------------------------------------------------


def _headquarters(game: Game, at: Where, what: str) -> Iterator[Diagnostic]:
    """Yield that a rule about headquarters lacks them, or the key that gives them."""
    if not has_key(at, "activation"):
        yield lacking_key(at, what, "activation")
    yield from lacking_formations(game, at, what)
    yield from without_headquarters(game, at, what)


def _alone(game: Game, at: Where) -> Iterator[Diagnostic]:
    """Yield a headquarters that has no other of its side to draw supply from."""
    counters = game.one("counters", CountersDocument)
    if counters is None:
        return
    playing = {(unit.side, unit.no) for unit in units_in_play(game)}
    led = [
        (formation, row)
        for formation, row in counters[1].each("formations", counters[0].formations)
        if formation.headquarters is not None and (formation.side, formation.headquarters) in playing
    ]
    sides = [formation.side for formation, _row in led]
    for formation, row in led:
        if sides.count(formation.side) == 1:
            needed = f"a headquarters of the {game.side_name(formation.side)} side besides that of {formation.name}"
            finding = MOD001.at(row / "id", "none", what=f"`source: {OWN}`", needed=needed).also(at, "asked for here")
            yield finding.suggest("name places under `source` of rules.yaml, by side, and write `chain: {}` beside it")


def _by_side(game: Game, given: SupplyKey, at: Where) -> Iterator[Diagnostic]:
    """Yield sides without a source, and sources that are no hex of the map."""
    linked, sources = hex_map(game), given.sides
    for side in game.side_names:
        if side not in sources:
            needed = f"a source of the {game.side_name(side)} side"
            finding = MOD001.at(at.key(), "none", what="`source`", needed=needed)
            yield finding.suggest(f"write `{side}: […]` under it")
    if linked is None:
        return
    for side, names in sources.items():
        for number, name in enumerate(names):
            known = linked.find(name) or name in linked.areas or name in EDGES
            if known and not hexes_of(linked, name):
                finding = MOD001.at(at / side / number, "none", what="`source`", needed=f"a hex of the map in {name}")
                yield finding.suggest("name a place, a hex, an area or an edge of the map")


def _too_far(game: Game, far: int | None, at: Where) -> Iterator[Diagnostic]:
    """Yield a longest way that is longer than any."""
    linked = hex_map(game)
    if far is not None and linked is not None and far >= len(linked.grid):
        why = f"no way on the map is as long, for it has {len(linked.grid)} hexes"
        yield MOD007.at(at, what=f"`range: {far}`", why=why).suggest("write a smaller number, or remove `range`")
