"""OOB058, OOB059: rows against the options and hexes that the other rows and the counters have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.checks.names import options_of_a_kind
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Force, Unit
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
OOB058 = CODES.warning(
    "OOB058",
    "option-of-the-section",
    within="{unit} ({name}) stands below the heading `{heading}`, of the option {option}; its counter has {own}",
    outside="the counter of {unit} ({name}) has the option {option}, but its row is below no heading of that option",
)
OOB059 = CODES.warning(
    "OOB059",
    "two-in-one-hex",
    "{unit} starts in {hex} with {other}; every other of the {count} units on the map has a hex of its own",
)

_ENOUGH = 10
"""Units alone in their hexes from which on two in one stand out."""


def options_of_sections(game: Game) -> Iterator[Diagnostic]:
    """Report rows whose section is of another option than their counters, the first of each section (OOB058)."""
    lacking = {finding.span for finding in options_of_a_kind(game)}
    for force in forces(game).sides.values():
        numbers = {unit.no for unit in force.units}
        told: set[str | None] = set()
        if any(section.before not in numbers for section in force.document.sections):
            continue  # nobody knows what stands below which
        optional = any(section.option for section in force.document.sections)
        for unit in force.units if optional else ():
            own = unit.counter.counter.option if unit.counter else unit.option
            if (
                own != unit.option
                and unit.option not in told
                and (unit.counter and unit.counter.where.span) not in lacking
            ):
                told.add(unit.option)
                yield _against_section(force, unit, own)


def _against_section(force: Force, unit: Unit, own: str | None) -> Diagnostic:
    sections = [*force.where.each("sections", force.document.sections)]
    above = [(section, at) for section, at in sections if section.before <= unit.no]
    nearest = max(above, key=lambda row: row[0].before, default=None)
    if unit.option and nearest:
        values = {"heading": nearest[0].heading, "option": unit.option, "own": own or "no option"}
        finding = OOB058.at(unit.where / "no", "within", unit=unit.cited, name=unit.name, **values)
    else:
        finding = OOB058.at(unit.where / "no", "outside", unit=unit.cited, name=unit.name, option=own)
        for section, at in sections:
            finding = finding.also(at / "before", "the heading of the option") if section.option == own else finding
    finding = finding.also(nearest[1] / "before", "the heading above it") if nearest else finding
    if unit.counter:
        finding = finding.also(unit.counter.where / ("option" if own else "name"), "its counter")
    return finding.suggest("move the heading, or correct the option of the counter")


def two_in_one_hex(game: Game) -> Iterator[Diagnostic]:
    """Report the only two units of a side that start in one hex, where every other unit has its own (OOB059)."""
    for set_up in set_ups(game).values():
        stacks = [stack for stack in set_up.stacks().values() if len(stack) > 1]
        if len(stacks) == 1 and len(stacks[0]) == 2 and len(set_up.units) >= _ENOUGH:
            one, other = stacks[0]
            place = other.entry.token.place
            finding = OOB059.at(
                other.entry.where,
                unit=f"{other.unit.cited} ({other.unit.name})",
                hex=place,
                other=f"{one.unit.cited} ({one.unit.name})",
                count=len(set_up.units),
            )
            yield finding.also(one.entry.where, "the other").suggest("give one of them another hex")


CHECKS = (options_of_sections, two_in_one_hex)
