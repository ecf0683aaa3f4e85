"""Checks MOD of modifiers of an attack: those that never count, always count, or change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.wargame.base.checks import WGM001
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.checks import MOD007, has_key, lacking_key, units_in_play
from scenario_forge.wargame.board.table_checks import rows_beyond
from scenario_forge.wargame.modules.assault.modifiers import Change, may_hold, selectors_of
from scenario_forge.wargame.modules.kinds_of_turn import strange_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.modules.assault.modifiers import Modifier, When


class Modified(Protocol):
    """A key of rules.yaml with modifiers."""

    @property
    def table(self) -> str | None:
        """Its table of results."""

    @property
    def modifiers(self) -> Sequence[Modifier]:
        """Its modifiers."""


def modifier_findings(
    game: Game, key: str, given: Modified, where: Where, never: Mapping[str, str] | None = None
) -> Iterator[Diagnostic]:
    """Yield modifiers that never or always count, that change nothing, or whose `when` names what is not there.

    Args:
        game: its documents.
        key: the key that has them: `assault`, `fire`.
        given: what it says.
        where: its place.
        never: what can never hold in it, by name in `when`, with the reason.
    """
    for number, each in enumerate(given.modifiers):
        at = where / "modifiers" / number
        yield from _without_effect(each, at)
        yield from _names(game, each.when, at / "when")
        for name, why in (never or {}).items():
            if getattr(each.when, name) is not None:
                yield MOD007.at((at / "when" / name).key(), what=f"`{name}`", why=why).suggest("remove it")
        if key == "assault" and each.when.attacker_mark == "fought":
            finding = MOD007.at(
                at / "when" / "attacker_mark", what="`fought`", why="all have it who attack, and only then"
            )
            yield finding.suggest("remove it, or name another mark")
        most = 6 if key == "assault" else 0
        if most and (each.when.from_hexes or 0) > most:
            why = f"a hex has {most} hexes beside it"
            yield MOD007.at(at / "when" / "from_hexes", what="`from_hexes`", why=why).suggest("write 2 to 6")
        if each.die and given.table is not None and not game.broken("charts"):
            yield from rows_beyond(game, given.table, f"a modifier changes by `{each.die:+}`")


def _without_effect(given: Modifier, at: Where) -> Iterator[Diagnostic]:
    if given.change == Change():
        finding = MOD007.at(at, what="this modifier", why="it changes nothing")
        yield finding.suggest("write `die: +1`, `shift: 1` or `times: 2`")
    elif "whose" in given.model_fields_set and given.change[:2] == Change()[:2]:
        finding = MOD007.at((at / "whose").key(), what="`whose`", why="only `times` reads it")
        yield finding.suggest("remove it, or write `times: 2`")


def _names(game: Game, when: When, at: Where) -> Iterator[Diagnostic]:
    """Conditions that name nothing, or what is not there; ``at``: the place of `when`."""
    named = dict(when.named())
    if not named:
        finding = MOD007.at(at, what="`when`", why="it names nothing, so that the modifier counts in every attack")
        yield finding.suggest("name what must hold, such as `attacker: {type: cavalry}`")
    if when.kind_of_turn is not None:
        yield from strange_kind(game, at / "kind_of_turn", when.kind_of_turn)
    for name in ("attacker_supplied", "defender_supplied"):
        if name in named and not has_key(at, "supply"):
            yield lacking_key((at / name).key(), f"`{name}`", "supply")
    yield from _marks(game, named, at)
    if not game.broken("counters"):
        yield from _units(game, when, at)


def _marks(game: Game, named: Mapping[str, Any], at: Where) -> Iterator[Diagnostic]:
    """Marks that no unit ever has."""
    system: Any = game.system
    rules: Any = at.file.document
    known = {mark for kind, given in system.chosen(game) for mark in kind.marks_of(given)} | {*rules.marks}
    for name in ("attacker_mark", "defender_mark"):
        mark = named.get(name)
        if mark is not None and mark not in known:
            finding = WGM001.at(at / name, "unknown", wanted="mark", name=mark)
            yield finding.suggest(did_you_mean(mark, known) or f"there are {', '.join(sorted(known))}")


def _units(game: Game, when: When, at: Where) -> Iterator[Diagnostic]:
    """Selectors that select everybody, and conditions that no two units can bring about; others tell of none at all."""
    units, selectors = units_in_play(game), [*selectors_of(when)]
    for name, selector in selectors:
        if not selector:
            what, _dot, number = name.partition(".")
            here = at / what / int(number) if what == "combined" else at / what
            finding = MOD007.at(here, what=f"`{what}`", why="it selects all units")
            yield finding.suggest("name which units, such as `{type: cavalry}`, or remove it")
    each = all(any(selects(selector, unit) for unit in units) for _name, selector in selectors)
    if units and each and not may_hold(when, units):
        why = "no units of one side could attack one of the other as it says"
        yield MOD007.at(at, what="`when`", why=why).suggest("name units of both sides that there are, or remove it")
