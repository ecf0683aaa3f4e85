"""RUL002 to RUL150, REF001: what player aids name and number, and procedures for percentages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.references import book, duplicate_ids, unknown_rule
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.base import slug
from scenario_forge.documents.marks import Names
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.game.game import with_part
from scenario_forge.game.procedures import DIGITS, missing_procedures, procedures, worst_error
from scenario_forge.game.statements import quantities, statements
from scenario_forge.game.vocabulary import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.checks.rulebook.references import RulebookIndex
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.aids import AidSection, Procedure, Record, UnitBox
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
RUL014 = CODES.error("RUL014", "quantity-stated-nowhere", "no rule or table states `{quantity}`")
RUL026 = CODES.error("RUL026", "aid-for-the-other-side", "this line is for {side} but begins with `{said}`")
RUL027 = CODES.error(
    "RUL027",
    "aid-row-with-value-of-another",
    "the row `{row}` shows `{quantity}`, which belongs to another row",
)
RUL032 = CODES.error(
    "RUL032",
    "percentage-without-procedure",
    "clause {clause} gives a chance ({subject}), but no way to roll it with dice",
)
RUL033 = CODES.error(
    "RUL033",
    "procedure-with-wrong-error",
    "the procedure is off by up to {computed}, not {stated} as stated",
)
RUL054 = CODES.error("RUL054", "brace-without-partner", "`{brace}` has no partner")
RUL077 = CODES.warning("RUL077", "step-out-of-number", "step {number} comes after step {before}")
RUL078 = CODES.error(
    "RUL078",
    "aid-line-of-another-option",
    "clause {clause} belongs to the option `{option}`, not to `{stated}`",
)
RUL131 = CODES.warning(
    "RUL131",
    "section-of-another-rule",
    "this section is of rule {rule}, but all its {count} lines name clauses of rule {other}",
)
RUL150 = CODES.error(
    "RUL150", "aid-row-of-wrong-length", "the row `{row}` has {cells}, but there are {columns} column headings"
)


_STEPS = 3
"""Lines with a number at the beginning, from which on they are steps."""
_STEP = re.compile(r"(\d{1,3})[.)]?\s")
_WHOLE = re.compile(r"\{[^{}]*\}")
_BRACE = re.compile(r"[{}]\S*")


def lone_braces(game: Game) -> Iterator[Diagnostic]:
    """Report braces around quantities that are opened and not closed, or closed and not opened (RUL054)."""
    for texts in texts_of(game).values():
        for where, mark, text in texts:
            if isinstance(mark, Names) and mark.kind == "gaps":
                blank = _WHOLE.sub(lambda match: " " * len(match[0]), text)
                for match in _BRACE.finditer(blank):
                    place = where.within(*match.span())
                    yield RUL054.at(place, brace=match[0]).suggest("write the quantity as `{its.name}`")


_STATE = ("game", "map", "rulebook", "charts")
"""Kinds of document that state most quantities; every game that has player aids has them."""


def unknown_quantities(game: Game) -> Iterator[Diagnostic]:
    """Report a text that names a quantity which nothing states."""
    if game.partly_read or not all(game.files_of(kind) for kind in _STATE):
        return  # what a file that is gone or cannot be read would state is unknown
    known = statements(game)
    for section, where in sections_of_aids(game):
        for text, at in _texts(section, where):
            for quantity in quantities(text):
                if quantity.name not in known:
                    place = at.within(quantity.start, quantity.end)
                    hint = did_you_mean(quantity.name, known)
                    yield RUL014.at(place, quantity=quantity.name).suggest(hint)


@with_part(book)
def unknown_rules(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report a rule or clause that the rulebook does not have."""
    for section, where in sections_of_aids(game):
        if section.rule and section.rule not in known.rules:
            yield unknown_rule(where / "rule", "rule", section.rule, known.rules)
        for clause, at in _clauses(section, where):
            if clause and clause not in known.clauses:
                yield unknown_rule(at, "clause", clause, known.clauses)


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report sections, records, boxes of the unit record and procedures with one id (RUL002)."""
    for document, where in game.documents("aids", AidsDocument):
        boxes = document.unit_record.boxes if document.unit_record is not None else ()
        listed: tuple[tuple[str, Path, Sequence[AidSection | Record | UnitBox | Procedure]], ...] = (
            ("sections", ("sections",), document.sections),
            ("records", ("records",), document.records),
            ("boxes", ("unit_record", "boxes"), boxes),
            ("procedures", ("procedures",), document.procedures),
        )
        for things, path, items in listed:
            yield from duplicate_ids(where, things, [(item.id, (*path, n, "id")) for n, item in enumerate(items)])


def other_sides(game: Game) -> Iterator[Diagnostic]:
    """Report a line for one side about the other: `Allied units …` on the Axis aid (RUL026)."""
    names = {side: tuple(name.casefold() for name in called) for side, called in side_names(game).items()}
    for section, where in sections_of_aids(game):
        for line, at in where.each("lines", section.lines):
            first = re.match(r"(?:The )?(.+?) (?:units|player|supply)\b", line.text)
            said = first[1].casefold() if first else ""
            owner = next((side for side, called in names.items() if said in called), None)
            if line.side is not None and owner is not None and owner != line.side and first:
                finding = RUL026.at(at / "side", side=line.side, said=first[0])
                yield finding.also(at / "text", "the text").suggest(f"did you mean {owner}?")


def rows_of_tables(game: Game) -> Iterator[Diagnostic]:
    """Report a value in the row of another: that of Bardia in the row of Tobruk, or of the other side."""
    known = statements(game)
    sides = {name.casefold(): side for side, name in game.side_names.items()}
    called = {name.casefold(): nation.id for nation in (game.about.nationalities if game.about else ())
              for name in (nation.name, nation.id)}  # fmt: skip
    for section, where in sections_of_aids(game):
        shown = [quantity.name for text, _at in _texts(section, where) for quantity in quantities(text)]
        for row, here in (where / "table").each("rows", section.table.rows if section.table else ()):
            head = row.cells[0].casefold()
            own = called.get(head, slug(row.cells[0]))
            named = [side for name, side in sides.items() if re.search(rf"\b{re.escape(name)}\b", head)]
            side = named[0] if len(named) == 1 else None
            for column, cell in enumerate(row.cells[1:], 1):
                for quantity in quantities(cell):
                    parts = quantity.name.split(".")
                    mine = [side if side and part in game.side_names else part for part in parts]
                    if shown.count(quantity.name) > 1 and mine == parts:
                        continue  # RUL020: it stands in two rows
                    meant = [".".join((*parts[:n], own, *parts[n + 1 :])) for n in range(len(parts))]
                    meant.append(".".join(mine))
                    other = next((name for name in meant if name in known and name != quantity.name), None)
                    if other is not None and own not in parts and quantity.name in known:
                        at = here / "cells" / column
                        finding = RUL027.at(at, row=row.cells[0], quantity=quantity.name)
                        yield finding.suggest(f"did you mean {other}?")


def row_lengths(game: Game) -> Iterator[Diagnostic]:
    """Report a row of a small table with more or fewer cells than it has columns (RUL150)."""
    for section, where in sections_of_aids(game):
        columns = len(section.table.columns) if section.table else 0
        for row, here in (where / "table").each("rows", section.table.rows if section.table else ()):
            if len(row.cells) != columns:
                cells = f"{len(row.cells)} cells" if len(row.cells) != 1 else "1 cell"
                finding = RUL150.at(here / "cells", row=row.cells[0] if row.cells else "", cells=cells, columns=columns)
                yield finding.suggest('give each column its cell, an empty one as ""')


def numbered_steps(game: Game) -> Iterator[Diagnostic]:
    """Report steps of a section whose numbers do not follow each other (RUL077)."""
    for section, where in sections_of_aids(game):
        numbered = [(match, at / "head") for line, at in where.each("lines", section.lines)
                    if (match := _STEP.match(line.head))]  # fmt: skip
        numbers = [int(match[1]) for match, _at in numbered]
        wrong = [place for place in range(1, len(numbers)) if _is_out_of_number(numbers, place)]
        if len(numbers) >= _STEPS and len(wrong) == 1:
            match, at = numbered[wrong[0]]
            before = numbers[wrong[0] - 1]
            finding = RUL077.at(at.within(*match.span(1)), number=match[1], before=before)
            yield finding.suggest(f"did you mean {before + 1}?")


def _is_out_of_number(numbers: Sequence[int], place: int) -> bool:
    """Whether the numbers behind a step go on as if it had the one that is due; a last step repeats an earlier one."""
    due = numbers[place - 1] + 1
    if numbers[place] == due:
        return False
    return numbers[place + 1] == due + 1 if place + 1 < len(numbers) else 1 < numbers[place] < due


def lines_of_options(game: Game) -> Iterator[Diagnostic]:
    """Report a line of one option that restates a clause of the rule of another option (RUL078)."""
    clauses = {clause.id: (clause.rule, at) for document, where in game.documents("rulebook", RulebookDocument)
               for clause, at in where.each("clauses", document.clauses)}  # fmt: skip
    rules = {option.id: option.rule for document, _where in game.documents("options", OptionsDocument)
             for option in document.options}  # fmt: skip
    for section, where in sections_of_aids(game):
        for line, at in where.each("lines", section.lines):
            rule, there = clauses.get(line.clause, ("", None))
            others = [option for option, number in rules.items() if number == rule]
            if line.option in rules and there is not None and others and line.option not in others:
                finding = RUL078.at(at / "option", clause=line.clause, option=others[0], stated=line.option)
                yield finding.also(there / "id", "the clause").suggest(f"did you mean {others[0]}?")


@with_part(book)
def sections_of_rules(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report sections whose clauses all are of one rule, and not of that which the section names (RUL131)."""
    of_rule = {clause.id: rule for rule, clauses in known.rules.items() for clause in clauses}
    for section, where in sections_of_aids(game):
        named = [clause for clause, _at in _clauses(section, where) if clause in of_rule]
        rules = {of_rule[clause] for clause in named}
        if section.rule in known.rules and len(named) >= _STEPS and len(rules) == 1 and section.rule not in rules:
            other = rules.pop()
            finding = RUL131.at(where / "rule", rule=section.rule, count=len(named), other=other)
            yield finding.suggest(f"did you mean {other}?")


def sections_of_aids(game: Game) -> Iterator[tuple[AidSection, Where]]:
    """Yield the sections of all player aids, and their places."""
    for document, where in game.documents("aids", AidsDocument):
        yield from where.each("sections", document.sections)


def _texts(section: AidSection, where: Where) -> Iterator[tuple[str, Where]]:
    for line, at in where.each("lines", section.lines):
        yield line.head, at / "head"
        yield line.text, at / "text"
    for row, here in (where / "table").each("rows", section.table.rows if section.table else ()):
        yield from here.each("cells", row.cells)


def _clauses(section: AidSection, where: Where) -> Iterator[tuple[str, Where]]:
    for line, at in where.each("lines", section.lines):
        yield line.clause, at / "clause"
        yield from at.each("cites", line.cites)
    for row, here in (where / "table").each("rows", section.table.rows if section.table else ()):
        yield row.clause, here / "clause"
        yield from here.each("cites", row.cites)


# -- percentages that are carried out by hand, and what procedures name ----------------------------


_READ = ("aids", "charts", "rulebook", "rules")
"""Kinds of document without which nothing certain can be said of a procedure."""


def percentages_without(game: Game) -> Iterator[Diagnostic]:
    """Report a clause with a percentage or a chance that no procedure carries out (RUL032)."""
    if any(game.broken(kind) for kind in _READ):
        return
    for clause, where, quantity in missing_procedures(game):
        yield RUL032.at(where, clause=clause.id, subject=f"`{quantity}`" if quantity else clause.title.lower())


def unknown_names_of_procedures(game: Game) -> Iterator[Diagnostic]:
    """Report a quantity (RUL014) or clause (RUL004) that a procedure names and nothing has."""
    if any(game.broken(kind) for kind in _READ):
        return
    rulebook = book(game)
    for procedure, where in procedures(game):
        yield from _quantities(game, procedure, where)
        for clause, at in where.each("clauses", procedure.clauses):
            if rulebook is not None and clause not in rulebook.clauses:
                yield unknown_rule(at, "clause", clause, rulebook.clauses)


def wrong_errors(game: Game) -> Iterator[Diagnostic]:
    """Report a stated error of a procedure that is not the one worked out (RUL033)."""
    if any(game.broken(kind) for kind in _READ):
        return
    for procedure, where in procedures(game):
        computed = worst_error(game, procedure)
        if round(procedure.error, DIGITS) != computed:
            at = where / "error" if procedure.error else where / "title"
            yield RUL033.at(at, computed=f"{computed:g}", stated=f"{procedure.error:g}")


def _quantities(game: Game, procedure: Procedure, where: Where) -> Iterator[Diagnostic]:
    if game.partly_read:
        return
    known = statements(game)
    named = [(name, where / "quantities" / number) for number, name in enumerate(procedure.quantities)]
    named += [(each.name, (where / "text").within(each.start, each.end)) for each in quantities(procedure.text)]
    for name, at in named:
        if name not in known:
            yield RUL014.at(at, quantity=name).suggest(did_you_mean(name, known))


CHECKS = (
    duplicates,
    lone_braces,
    unknown_quantities,
    unknown_rules,
    other_sides,
    rows_of_tables,
    row_lengths,
    numbered_steps,
    lines_of_options,
    sections_of_rules,
    percentages_without,
    unknown_names_of_procedures,
    wrong_errors,
)
