"""Checks of forces.yaml: lines and totals, counters, examples, and the units that scenarios have of a force."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.game.forces import forces
from scenario_forge.wargame.forces.document import ForcesDocument, tally
from scenario_forge.wargame.forces.exchange import swap_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.wargame.forces.document import Force

CODES = Codes(__file__)
FRC001 = CODES.error("FRC001", "force-total", "the lines of the {force} have {found} units together, not {stated}")
FRC002 = CODES.error("FRC002", "line-impossible", "the line `{line}` has {count} units, its choices {problem}")
FRC003 = CODES.error("FRC003", "units-do-not-fit", "{what} {problem}")
FRC004 = CODES.error("FRC004", "too-few-counters", "{what} {verb} {wanted} of `{unit}`, and {printed}")
FRC005 = CODES.error("FRC005", "unknown-name-in-forces", "the {side} side has no {wanted} `{name}`")


def force_findings(game: Game) -> Iterator[Diagnostic]:
    """Yield what is wrong with the forces, and with the units that scenarios say are of one."""
    found = game.one("forces", ForcesDocument)
    if found is None or game.broken("counters"):
        return
    document, where = found
    printed: dict[str, Counter[str]] = {}
    headquarters: Counter[str] = Counter()
    for unit in forces(game).units():
        if unit.counter is not None:
            headquarters[unit.side] += unit.counter.counter.type == document.headquarters
            printed.setdefault(unit.side, Counter())[unit.name] += 1
    for number, force in enumerate(document.forces):
        at, own = where / "forces" / number, printed.get(force.side, Counter())
        yield from _names(game, force, at, own)
        yield from _lines(document, force, at)
        yield from _example(document, force, at, own)
        wanted = [(force.headquarters, at / "headquarters")]
        wanted += [(count, at / "more_headquarters" / id_) for id_, count in force.more_headquarters.items()]
        for count, place in wanted:
            if count > headquarters[force.side]:
                values = {"what": f"the {force.title}", "verb": "has", "unit": "headquarters", "wanted": count}
                yield FRC004.at(place, **values, printed=_printed(headquarters[force.side]))
    yield from _fielded(game, document, where)


def _printed(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'} printed"


def _names(game: Game, force: Force, at: Where, own: Mapping[str, int]) -> Iterator[Diagnostic]:
    """Names of units that the side has no counter of."""
    choices = [
        (choice, at / "lines" / n / "of" / m) for n, line in enumerate(force.lines) for m, choice in enumerate(line.of)
    ]
    named = [(name, place / "units" / k) for choice, place in choices for k, name in enumerate(choice.units)]
    named += [(each.unit, at / "example" / n / "unit") for n, each in enumerate(force.example)]
    for name, place in named:
        if name not in own:
            finding = FRC005.at(place, side=game.side_name(force.side), wanted="unit", name=name)
            yield finding.suggest(did_you_mean(name, own) or "write the name as counters.yaml prints it")


def _lines(document: ForcesDocument, force: Force, at: Where) -> Iterator[Diagnostic]:
    """Lines that do not come to the total, or that nobody can fill."""
    total = sum(line.count for line in force.lines)
    if total != document.units:
        yield FRC001.at((at / "lines").key(), force=force.title, found=total, stated=document.units)
    for number, line in enumerate(force.lines):
        least, most = (
            sum(counts) for counts in zip(*((each.least, each.most(line.count)) for each in line.of), strict=True)
        )
        if least > line.count or most < line.count:
            problem = f"at least {least}" if least > line.count else f"at most {most}"
            yield FRC002.at(at / "lines" / number / "count", line=line.line, count=line.count, problem=problem)


def _example(document: ForcesDocument, force: Force, at: Where, own: Mapping[str, int]) -> Iterator[Diagnostic]:
    """An example that is no force of its lines, or that takes more counters than there are."""
    chosen, what = tally(force.example), f"the example of the {force.title}"
    for number, each in enumerate(force.example):
        if 0 < own.get(each.unit, 0) < chosen[each.unit]:
            values = {"unit": each.unit, "wanted": chosen[each.unit], "printed": _printed(own[each.unit])}
            yield FRC004.at(at / "example" / number, what=what, verb="takes", **values)
    if chosen.total() != document.units:
        problem = f"has {chosen.total()} units, not {document.units}"
        yield FRC003.at((at / "example").key(), what=what, problem=problem)
    elif not force.fits(chosen):
        yield FRC003.at((at / "example").key(), what=what, problem="cannot be shared out among its lines")


def _fielded(game: Game, document: ForcesDocument, where: Where) -> Iterator[Diagnostic]:
    """Units of a scenario that are not of the force of which they are said to be."""
    known = {force.force: force for force in document.forces}
    for number, row in enumerate(document.fielded):
        at, force = where / "fielded" / number, known.get(row.force)
        if force is None or force.side != row.side:
            finding = FRC005.at(at / "force", side=game.side_name(row.side), wanted="force", name=row.force)
            yield finding.suggest(did_you_mean(row.force, known) or "name a force of the side")
            continue
        try:
            made = plan(game, row.scenario)
        except (CompileError, LookupError):
            continue  # other checks say what is wrong
        there = [p.unit for p in made.placed if p.state not in ("absent", "attached")] + [c.unit for c in made.changes]
        own = {unit.no: unit.name for unit in there if unit.side == row.side and made.in_play(unit)}
        chosen = Counter(own.values())  # a unit on the map of which a later column tells is one unit
        exchanges = document.exchanges_of(force)
        if swap_of(force, exchanges, chosen, part=row.part, most=row.exchanged) is None:
            what = f"the {game.side_name(row.side)} units of {row.scenario}"
            yield FRC003.at(at, what=what, problem=f"do not fit the lines of the {force.title}")
