"""RUL: ids given twice or out of order, clauses without a reason, passages damaged in print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.one_slip import misplaced
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.paper import rule_name
from scenario_forge.project.place import Where

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Path

_ID = re.compile(r"(.*?)(\d+)\Z")


def doubled(game: Game) -> Iterator[Diagnostic]:
    """Rules, clauses, terms and rulings with one id."""
    for book, where in game.documents("rulebook", RulebookDocument):
        rulings: list[tuple[str, Path]] = [
            (ruling.id, ("clauses", i, "rulings", j, "id"))
            for i, clause in enumerate(book.clauses)
            for j, ruling in enumerate(clause.rulings)
        ]
        yield from _twice(where, "rules", [(r.number, ("rules", i, "number")) for i, r in enumerate(book.rules)])
        yield from _twice(where, "clauses", [(c.id, ("clauses", i, "id")) for i, c in enumerate(book.clauses)])
        yield from _twice(where, "terms", [(t.term.casefold(), ("terms", i, "term")) for i, t in enumerate(book.terms)])
        yield from _twice(where, "rulings", rulings)


def order(game: Game) -> Iterator[Diagnostic]:
    """Clauses of one chapter whose numbers do not rise."""
    for book, where in game.documents("rulebook", RulebookDocument):
        numbered: dict[str, list[tuple[int, str, int]]] = {}
        for index, clause in enumerate(book.clauses):
            match = _ID.match(clause.id)
            if not match:
                continue
            numbered.setdefault(match[1], []).append((int(match[2]), clause.id, index))
        for listed in numbered.values():
            for place, other in misplaced([number for number, _, _ in listed]):
                early, late = sorted((place, other))
                at = where / "clauses" / listed[place][2] / "id"
                finding = rul.RUL003.at(at, id=listed[late][1], before=listed[early][1])
                yield finding.also(where / "clauses" / listed[other][2] / "id", "compare this one")


def headings_in_order(game: Game) -> Iterator[Diagnostic]:
    """Rules whose numbers do not rise by one; chapters without a number may stand between them."""
    for book, where in game.documents("rulebook", RulebookDocument):
        numbered = [(i, int(rule.number)) for i, rule in enumerate(book.rules) if rule.number.isdecimal()]
        kept = _rising([number for _, number in numbered])
        for place, (index, number) in enumerate(numbered):
            before = numbered[place - 1][1] if place else 0
            if place not in kept or (before and place - 1 in kept and number > before + 1):
                at = where / "rules" / index / "number"
                if sum(other == number for _, other in numbered) > 1:
                    continue  # a number given twice is reported as such
                if place in kept and any(before < other < number for _, other in numbered):
                    continue  # the one between stands elsewhere, and is reported there
                finding = rul.RUL017.at(at, number=number, before=before or "none")
                last = where / "rules" / numbered[place - 1][0] / "number"
                yield finding.also(last, "the one before") if place else finding


def _rising(numbers: list[int]) -> set[int]:
    """Places of the longest run that rises by one at a time, or else by least."""
    best: list[tuple[int, list[int]]] = []
    for place, number in enumerate(numbers):
        before = [run for run in best if numbers[run[1][-1]] < number]
        score, run = max(before, default=(0, []), key=lambda each: (each[0], -(number - numbers[each[1][-1]])))
        step = 2 if run and numbers[run[-1]] + 1 == number else 1
        best.append((score + step, [*run, place]))
    return set(max(best, default=(0, []), key=lambda each: (each[0], -numbers[each[1][-1]]))[1])


def reasons(game: Game) -> Iterator[Diagnostic]:
    """A clause that is not carried out, without saying why."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for index, clause in enumerate(book.clauses):
            if not clause.executable and not clause.reason:
                yield rul.RUL010.at(where / "clauses" / index / "executable", id=clause.id)


def gaps(game: Game) -> Iterator[Diagnostic]:
    """A passage that must be carried out and is damaged; a lost figure or example harms nobody."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for index, clause in enumerate(book.clauses):
            if not clause.gap or not clause.executable:
                continue
            at = where / "clauses" / index
            gap = " ".join(clause.gap.split())
            if not clause.rulings:
                yield rul.RUL009.at(at / "gap", gap=gap).under(rule_name(clause.rule))
                continue
            finding = rul.RUL011.at(at / "gap", gap=gap).under(rule_name(clause.rule))
            for number, ruling in enumerate(clause.rulings):
                finding = finding.also(at / "rulings" / number / "reading", f"read so ({ruling.id})")
            yield finding


def _twice(where: Where, things: str, found: Iterable[tuple[str, Path]]) -> Iterator[Diagnostic]:
    first: dict[str, Path] = {}
    for name, path in found:
        earlier = first.setdefault(name, path)
        if earlier is not path:
            finding = rul.RUL002.at(Where(where.file, path), things=things, id=name)
            yield finding.also(Where(where.file, earlier), "the first")


CHECKS = (doubled, order, headings_in_order, reasons, gaps)
