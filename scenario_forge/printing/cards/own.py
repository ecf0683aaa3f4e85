"""How a scenario ends, and what it scores and changes by itself, for its set-up cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.printing.charts.sections import sections
from scenario_forge.printing.charts.victory import level_name, measured
from scenario_forge.project.changed import changed_values
from scenario_forge.project.ending import counts_in, ending
from scenario_forge.project.quoted import pieces
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.printing.cards.lines import Lines
    from scenario_forge.printing.words import Words
    from scenario_forge.project.game import Game

Section = dict[str, Any]
"""A title, rows of `head`, `text`, `figure` and `marks`, and a note below them."""


def own_sections(plan: Plan, side: str, base: Game, words: Words, lines: Lines) -> Iterator[Section]:
    """What a side begins with, how the scenario ends, rows of its own, rows left out, values that are changed.

    Args:
        plan: of the game as it is in the scenario.
        side: whose card it is.
        base: the game without what the scenario changes.
        words: the game's.
        lines: of the card, which remember the signs that they carry.
    """
    yield from _begun(plan, side, lines)
    yield from _levels(plan, words, lines)
    yield from _scored(plan, words, lines)
    yield from _left_out(plan, words, lines)
    yield from _changed(plan, base, words, lines)


def _begun(plan: Plan, side: str, lines: Lines) -> Iterator[Section]:
    """Sections of aids.yaml for the cards of this start date."""
    for section, where in sections(plan.game, "setup-card", side):
        if section.starts and plan.scenario.document.start not in section.starts:
            continue
        rows = [
            {
                "head": line.head,
                "text": "".join(piece.text for piece in pieces(plan.game, line.text)),
                "figure": "",
                "marks": lines.mark_value(where / "lines" / number),
            }
            for number, line in enumerate(section.lines)
            if line.side in (None, side)
        ]
        yield {"title": section.title, "rows": rows, "notes": []}


def _levels(plan: Plan, words: Words, lines: Lines) -> Iterator[Section]:
    """The levels of victory by which it ends, and the victories that end it at once."""
    linked, names = ending(plan.game), plan.game.side_names
    found = linked.of_scenario(plan.scenario.id)
    if found:
        rows = [
            {
                "head": names.get(level.side, level.side) if level.side else words("card_draw"),
                "text": level_name(plan.game, level),
                "figure": level.range,
                "marks": lines.mark_value(found.where / "levels" / number / "range"),
            }
            for number, level in enumerate(found.levels.levels)
        ]
        yield {"title": words("card_levels"), "rows": rows, "notes": [measured(plan.game, words, found.levels)]}
    sudden = [(each, at) for each, at in linked.sudden if counts_in(each.scenarios, plan.scenario.id)]
    if sudden:
        rows = [
            {
                "head": names.get(each.side, each.side),
                "text": " ".join(each.text.split()),
                "figure": "",
                "marks": lines.mark_value(at / "text"),
            }
            for each, at in sudden
        ]
        yield {"title": words("card_sudden"), "rows": rows, "notes": []}


def _scored(plan: Plan, words: Words, lines: Lines) -> Iterator[Section]:
    """Rows that it scores at its stop, of both sides: each must know what the other plays for."""
    scenario, names = plan.scenario, plan.game.side_names
    groups = [row.group for row in scenario.document.victory]
    rows = [
        {
            "head": names.get(row.side, row.side),
            "text": " ".join(row.text.split()),
            "figure": words("card_each", points=row.points) if row.each else str(row.points),
            "marks": lines.mark_value(scenario.where / "victory" / number),
        }
        for number, row in enumerate(scenario.document.victory)
    ]
    if rows:
        note = [words("victory_best_of")] if any(group and groups.count(group) > 1 for group in groups) else []
        stop = plan.track.label(plan.last_turn)
        order = list(names.values())
        rows.sort(key=lambda row: order.index(row["head"]) if row["head"] in order else len(order))
        yield {"title": words("scored_at_stop", stop=stop), "rows": rows, "notes": note}


def _left_out(plan: Plan, words: Words, lines: Lines) -> Iterator[Section]:
    """Rows of the printed table that are not scored in it."""
    found = plan.game.one("victory", VictoryDocument)
    known = {row.id: row for row in found[0].objectives} if found else {}
    names, where = plan.game.side_names, plan.scenario.where / "without"
    rows = [
        {
            "head": names.get(known[id_].side, known[id_].side),
            "text": f"{plan.track.stops[known[id_].stop].date.label}: {' '.join(known[id_].text.split())}",
            "figure": "",
            "marks": lines.mark_value(where / number),
        }
        for number, id_ in enumerate(plan.scenario.document.without)
        if id_ in known and known[id_].stop in plan.track.stops
    ]
    if rows:
        yield {"title": words("not_scored"), "rows": rows, "notes": []}


def _changed(plan: Plan, base: Game, words: Words, lines: Lines) -> Iterator[Section]:
    """Values of other components that are others in it; what is its own is shown as it is already."""
    scenario = scenarios(base).scenarios.get(plan.scenario.id)
    nothing = words("change_nothing")
    rows = [
        {
            "head": "",
            "text": each.place,
            "figure": words("change_value", now=each.now or nothing, was=each.was or nothing),
            "marks": lines.mark_value(each.where),
        }
        for each in (changed_values(base, scenario) if scenario else ())
        if each.file != plan.scenario.where.file.name
    ]
    if rows:
        yield {"title": words("changed_here"), "rows": rows, "notes": [words("changed_note")]}
