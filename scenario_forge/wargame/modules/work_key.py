"""The key `works` of rules.yaml: what a work is and does, in words and with its slips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.base import Model
from scenario_forge.documents.names import FigureName
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.statements import typeset_value
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.base.selection import word_of
from scenario_forge.wargame.board.checks import MOD001, MOD004, MOD007, has_key, lacking_key, units_in_play
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.phase import ACTIONS
from scenario_forge.wargame.board.selectors import UnitSelector
from scenario_forge.wargame.board.table_checks import MOD005, rows_beyond
from scenario_forge.wargame.modules.assault.count_checks import uncounted
from scenario_forge.wargame.modules.assault.ground import EFFECT, WRITTEN, GroundEffect, effect_of, is_effect
from scenario_forge.wargame.modules.assault.key import changed_by
from scenario_forge.wargame.modules.movement.key import ALL, EVERY, HALF, NO, cost_in
from scenario_forge.wargame.sequence_tree import StepNode, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.movement.key import Cost


class Work(Model):
    """What a work does."""

    of: Literal["hex", "unit", "hexside"] = "hex"
    """`hex`: it stays in its hex. `unit`: it belongs to the units that begin there, and is gone when they leave.
    `hexside`: it stays on the hexside of its hex that the set-up names, `0811>NW`."""
    cost: int | str | dict[str, int | str] = 0
    """Movement points that a step into its hex, or across its hexside, costs besides, along roads too: whole points,
    `all` of the allowance, or `no` where nobody gets through; by class as in `movement`, where that matters:
    `{infantry: 1, "*": no}`."""
    assault: str | None = None
    """What it does in an assault for those attacked in its hex, or across its hexside, written as in `ground` of
    `assault`: `×2`, `+1`, `1 left`, or the name of a figure, which is added to the dice."""
    zones: Literal["open", "block"] = "open"
    """`block`: zones of control do not reach into its hex, or across its hexside."""
    stops: bool = False
    """Whether a move ends in its hex, along roads too."""
    cover: bool = False
    """Whether it gives cover against fire."""
    fire: FigureName | None = None
    """What is added to fire at units in its hex."""
    cleared_by: UnitSelector | None = None
    """The units that clear it in their hex instead of firing, in the phase `works` or as an action; without, nobody."""
    built_by: UnitSelector | None = None
    """The units that build it in their hex, on a hexside of it, or those of a unit for themselves; without, nobody. It
    is there at once, and there are as many as counters.yaml has markers."""
    instead_of: Literal["fire", "movement"] = "fire"
    """What those who build it go without: `fire`: they build as units clear works, instead of firing; `movement`: in
    the phase `movement` or as an action, instead of moving."""

    @property
    def is_cover_alone(self) -> bool:
        """Whether it does nothing but give cover to units."""
        return self.assault is None and self.fire is None


def costs_of(work: Work) -> dict[str, Cost]:
    """Return what a step costs by class of units; ``*``: all others.

    Raises:
        ValueError: a text is no cost.
    """
    by = work.cost if isinstance(work.cost, dict) else {EVERY: work.cost}
    return {name: cost_in(str(cost)) for name, cost in by.items()}


# -- sentences -------------------------------------------------------------------------------------


def sentences_of(work: Work, name: str, labels: Labels) -> Iterator[Sentence]:
    """Say where one kind of work is, and what it does."""
    fire = getattr(labels.rules, "fire", None)
    yield from _set_up(work, name, labels)
    with_ = f"with a {name} marker" if work.of == "unit" else f"in a hex with a {name} marker"
    if work.stops:
        yield Sentence("works.stops", f"A unit that enters a hex with a {name} marker must stop there, on roads too.")
    if work.cost and any(costs_of(work).values()):
        yield Sentence("works.cost", _cost(work, name, labels))
    if work.assault is not None:
        yield Sentence("works.assault", _assault(work, name, labels))
    if work.zones == "block":
        where = "across a hexside" if work.of == "hexside" else "into a hex"
        yield Sentence("works.zones", f"Zones of control do not reach {where} with a {name} marker.")
    if work.cover:
        yield Sentence("works.cover", f"A unit {with_} is in cover.")
    if work.fire is not None:
        yield Sentence("works.fire", f"Fire at a unit {with_}: add {labels.figure(work.fire)[0]}.")
    when = "as an action" if ACTIONS in labels.steps else f"in {labels.phase('works', 'remove')}"
    when += ", instead of firing" * (fire is not None)
    if work.cleared_by is not None:
        text = f"{sentence_case(labels.units(work.cleared_by))} may remove a {name} marker from their hex {when}."
        yield Sentence("works.clear", text)
    if work.built_by is not None:
        yield Sentence("works.build", _build(work, name, labels, when))


def _build(work: Work, name: str, labels: Labels, when: str) -> str:
    """Return who builds a work, where and when; ``when``: the words for units that do not fire for it."""
    may = {
        "unit": f"get a {name} marker",
        "hex": f"put a {name} marker into their hex",
        "hexside": f"put a {name} marker on a hexside of their hex",
    }[work.of]
    moving = work.instead_of == "movement"
    if moving:
        phase = "as an action" if ACTIONS in labels.steps else f"in {labels.phase('movement', 'move')}"
        when = f"{phase}, instead of moving"
    text = f"{sentence_case(labels.units(work.built_by or {}))} may {may} {when}, if one is left and none is there."
    return text if moving else f"{text} A unit builds or removes one work in a phase."


def _set_up(work: Work, name: str, labels: Labels) -> Iterator[Sentence]:
    fire: Any = getattr(labels.rules, "fire", None)
    if work.of == "unit":
        some = fire is not None and fire.cover is not None and work.is_cover_alone
        having = f" that have a {labels.value(fire.cover.value)}" if some else ""
        text = f"The set-up puts {name} markers on the map. Each belongs to the units in its hex{having}."
        yield Sentence("works.set-up", text)
        yield Sentence("works.left", f"When a unit with a {name} marker leaves its hex, the marker is removed.")
    elif work.of == "hex":
        yield Sentence("works.set-up", f"The set-up puts {name} markers on the map. They stay in their hexes.")
    else:
        yield Sentence("works.set-up", f"The set-up puts {name} markers on hexsides. They stay there.")


def _cost(work: Work, name: str, labels: Labels) -> str:
    costs = costs_of(work)
    step = f"A step {'across a hexside' if work.of == 'hexside' else 'into a hex'} with a {name} marker"
    if costs.keys() != {EVERY}:
        words = {NO: "prohibited", ALL: "the whole allowance"}
        of = labels.rules.movement.classes  # type: ignore[attr-defined]  # as the shelf has it
        by = [
            f"{'others' if each == EVERY else labels.word(of, each)} {words.get(str(cost), cost)}"
            for each, cost in costs.items()
            if cost != 0
        ]
        return f"{step} costs movement points besides, by road too: {', '.join(by)}."
    cost = costs[EVERY]
    if cost == NO:
        return f"{step} is prohibited, by road too."
    points = "the whole allowance" if cost == ALL else f"{counted(int(cost), 'movement point')} more"
    return f"{step} costs {points}, by road too."


def _assault(work: Work, name: str, labels: Labels) -> str:
    text = str(work.assault)
    effect = effect_of(str(labels.figure(text)[0]) if text in labels.rules.figures else text)
    where = {
        "hex": f"on a hex with a {name} marker",
        "unit": f"on units that all have a {name} marker",
        "hexside": f"that all adjacent attackers make across a hexside with a {name} marker",
    }[work.of]
    what, dice = changed_by(getattr(labels.rules, "assault", None))
    does = []
    if effect.times != 1:
        factor = typeset_value(float(effect.times))
        does.append(f"the {what} of the defenders is multiplied by {factor} (drop fractions)")
    if effect.die:
        does.append(f"{effect.die} is added to {dice}" if effect.die > 0 else f"{-effect.die} is taken from {dice}")
    if effect.shift:
        does.append(f"the column is shifted {abs(effect.shift)} to the {'right' if effect.shift > 0 else 'left'}")
    return f"In an assault {where}, {listed(does) or 'nothing changes'}."


# -- checks ----------------------------------------------------------------------------------------

_COST = "cost of a work"
_POINTS = "write whole points such as `1`, `all` of the allowance, or `no` where nobody gets through"
_VAIN: Mapping[str, tuple[tuple[str, str], ...]] = {
    "hex": (),
    "unit": (
        ("cost", "nobody enters a unit; write `of: hex`"),
        ("zones", "a zone reaches into a hex; write `of: hex`"),
        ("cleared_by", "units clear works of their hex"),
    ),
    "hexside": (
        ("stops", "a move ends in a hex; give it a `cost`"),
        ("cover", "cover is that of a hex"),
        ("fire", "fire is at a hex"),
        ("cleared_by", "units clear works of their hex; see the key `clearing`"),
    ),
}
"""By kind of work: what has no use, and why."""


def marker_findings(game: Game, works: Mapping[str, Work]) -> Iterator[Diagnostic]:
    """Yield markers of a set-up on no hexside where their work is on one, and on a hexside where it is not."""
    linked = hex_map(game)
    directions = linked.grid.directions if linked is not None else ()
    for marker in forces(game).marker_entries():
        work, facing, at = works.get(marker.marker), marker.entry.token.facing, marker.entry.where
        on_hexside = work is not None and work.of == "hexside"
        if on_hexside and not facing:
            finding = MOD001.at(at, "none", what=f"{marker.marker}, a work of a hexside,", needed="a hexside")
            yield finding.suggest(f"write `{marker.entry.token.place}>{directions[0] if directions else 'NE'}`")
        elif on_hexside and directions and facing not in directions:
            what = f"{marker.marker}, a work of a hexside,"
            finding = MOD001.at(at, "none", what=what, needed="a direction of this map")
            yield finding.suggest(f"write one of {', '.join(directions)} in place of {facing}")
        elif on_hexside and linked is not None and _is_edge(linked, marker.entry.hex, facing):
            finding = MOD007.at(at, what=f"`>{facing}`", why="nothing lies beyond that hexside")
            yield finding.suggest("name a hexside between two hexes of the map")
        elif facing and not on_hexside:
            why = f"{marker.marker} is no work with `of: hexside`"
            yield MOD007.at(at, what=f"`>{facing}`", why=why).suggest("remove it, or write `of: hexside` under `works`")


def _is_edge(linked: HexMap, hex_: int | None, facing: str) -> bool:
    """Return whether nothing lies beyond a hexside."""
    return hex_ is not None and linked.grid.neighbours[hex_][linked.grid.directions.index(facing)] < 0


def work_findings(game: Game, id_: str, work: Work, where: Where) -> Iterator[Diagnostic]:
    """Yield what a work says in vain, or cannot be read; ``where``: its place."""
    for name, why in _VAIN[work.of]:
        if getattr(work, name) not in (0, None, False, "open"):
            finding = MOD007.at((where / name).key(), what=f"`{name}` of {id_}, a work of a {work.of},", why=why)
            yield finding.suggest("remove it")
    needed = [("movement", "cost", work.cost), ("movement", "stops", work.stops), ("assault", "assault", work.assault)]
    digs = work.built_by is not None and work.instead_of == "movement"
    needed += [("movement", "instead_of", digs)]
    needed += [("zones", "zones", work.zones == "block"), ("fire", "cover", work.cover), ("fire", "fire", work.fire)]
    for key, name, said in needed:
        if said and not has_key(where, key):
            yield lacking_key((where / name).key(), f"`{name}` of {id_}", key)
    if work.instead_of == "movement" and work.built_by is None:
        finding = MOD007.at((where / "instead_of").key(), what=f"`instead_of` of {id_}", why="nobody builds it")
        yield finding.suggest("write `built_by:` with the units that do, or remove it")
    yield from _of_fire(id_, work, where)
    if work.cost and has_key(where, "movement") and not game.broken("counters"):
        yield from _costs(game, work, where / "cost")
    if work.assault is not None:
        yield from _effect(game, work.assault, where / "assault")


def _of_fire(id_: str, work: Work, where: Where) -> Iterator[Diagnostic]:
    """Yield cover that is worth nothing, and a phase of works before that of fire, which they take the place of."""
    rules: Any = where.file.document
    fire = getattr(rules, "fire", None)
    if fire is None:
        return
    if work.cover and fire.cover is None:
        finding = MOD001.at((where / "cover").key(), "none", what=f"`cover` of {id_}", needed="`cover` under `fire`")
        yield finding.suggest("write there which value defends units in cover, or remove it")
    steps = [node.step for _path, node in nodes(rules.sequence) if isinstance(node, StepNode)]
    if "works" not in steps or "fire" not in steps[steps.index("works") :]:
        return
    for name in ("cleared_by", *["built_by"] * (work.instead_of == "fire")):
        if getattr(work, name) is not None:
            what, needed = f"`{name}` of {id_}, instead of firing,", "the step `works` after `fire`"
            finding = MOD001.at((where / name).key(), "none", what=what, needed=needed)
            yield finding.suggest("let `works` follow `fire` in the sequence of play")


def _costs(game: Game, work: Work, at: Where) -> Iterator[Diagnostic]:
    movement: Any = getattr(at.file.document, "movement", None)
    classes = {word_of(unit, movement.classes) for unit in units_in_play(game)} - {""}
    by = work.cost if isinstance(work.cost, dict) else {EVERY: work.cost}
    for name, cost in by.items():
        here = at / name if isinstance(work.cost, dict) else at
        if not _is_cost(str(cost)):
            yield MOD005.at(here, "cell", text=cost, wanted=_COST).suggest(_POINTS)
        if name not in (*classes, EVERY):
            advice = did_you_mean(name, classes) or f"there are {', '.join(sorted(classes))}"
            yield MOD004.at(here.key(), "word", word=name, key="class").suggest(advice)


def _is_cost(text: str) -> bool:
    try:
        cost = cost_in(text)
    except ValueError:
        return False
    return cost != HALF and "/" not in str(cost)


def _effect(game: Game, text: str, at: Where) -> Iterator[Diagnostic]:
    figures = getattr(at.file.document, "figures", ())
    if text not in figures and not is_effect(text):
        yield MOD005.at(at, "cell", text=text, wanted=EFFECT).suggest(WRITTEN)
    assault = getattr(at.file.document, "assault", None)
    if assault is not None and assault.count is not None:
        yield from uncounted(text, GroundEffect() if text in figures else effect_of(text), assault.count, at)
    elif assault is not None and (text in figures or effect_of(text).die) and not game.broken("charts"):
        yield from rows_beyond(game, assault.table, f"a work changes by `{text}`")
