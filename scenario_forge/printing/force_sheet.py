"""Sheets on which a player buys a force: its lines with what may be chosen for them, boxes to tick, and totals."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.game.forces import forces
from scenario_forge.printing.brief import Job, PrintedDocument
from scenario_forge.printing.charts.tables import option_name
from scenario_forge.printing.charts.victory import scenario_titles
from scenario_forge.printing.counters.units import figures_title, listed_figures
from scenario_forge.printing.typeset import in_fewest_pages, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.game.system import ChoiceForSale, ExchangeForSale, ForceForSale, LineForSale, UnitForSale
    from scenario_forge.printing.brief import Brief, Words


NAME = "force-sheet"
_SMALLER = (0.95, 0.9, 0.85)
"""Type sizes that are tried where they save a page."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all scenarios
    """Yield a sheet for each side that has forces to buy; none for games without any."""
    listed = brief.game.system.for_sale(brief.game) if brief.game.system else ()
    for side, name in brief.game.side_names.items():
        own = [force for force in listed if force.side == side]
        if own:
            title = f"{brief.words('force_sheet')}, {name}"
            yield Job(NAME, brief.file(NAME, side), title, partial(_make, brief, side, own, title))


def _make(brief: Brief, side: str, own: Sequence[ForceForSale], title: str) -> PrintedDocument:
    page = brief.page(f"{brief.game.title}: {title}") | force_sheet(brief, side, own)

    def made(squeeze: float) -> bytes:
        return typeset("force-sheet.typ", page | {"squeeze": squeeze}, uses=("chart-blocks.typ",))

    # in large print only the type size asked for will do
    return PrintedDocument(in_fewest_pages(made, () if brief.profile.type > 1 else _SMALLER))


def force_sheet(brief: Brief, side: str, own: Sequence[ForceForSale]) -> dict[str, Any]:
    """Return everything on the sheet of a side but its foot, as plain data."""
    words, figures = brief.words, _figures(brief, side)
    columns = ("line", "choose", "units", "boxes", "total")
    return {
        "game": brief.game.title,
        "title": words("force_sheet"),
        "side": brief.game.side_name(side),
        "accent": brief.palette.accent(brief.game, side),
        "how": words("force_sheet_how"),
        "figures_title": figures_title(brief),
        "head": [words(f"force_column_{key}") for key in columns],
        "forces": [_force(brief, force, figures) for force in own],
    }


def _figures(brief: Brief, side: str) -> dict[str, str]:
    """The values of each unit of a side, by name: all of them where units of one name differ."""
    force = forces(brief.game).sides.get(side)
    found: dict[str, dict[str, None]] = {}
    for unit in force.units if force else ():
        if unit.counter:
            own = found.setdefault(unit.counter.counter.name, {})
            own[listed_figures(brief.game, unit.counter.counter)] = None
    return {name: " / ".join(own) for name, own in found.items()}


def _force(brief: Brief, force: ForceForSale, figures: dict[str, str]) -> dict[str, Any]:
    words = brief.words
    headquarters = [words("force_headquarters", count=force.headquarters)] if force.headquarters else []
    headquarters += [
        words("force_more_headquarters", count=count, option=option_name(brief.game, option, numbered=False))
        for option, count in force.more_headquarters.items()
    ]
    fielded = [_fielded(brief, scenario, count, force.places) for scenario, count in force.scenarios.items()]
    return {
        "title": force.title,
        "aside": force.clause,
        "headquarters": ", ".join(headquarters),
        "fielded": words("force_fielded", scenarios=", ".join(fielded)) if fielded else "",
        "lines": [_line(words, line, figures) for line in force.lines],
        "exchange": words("force_exchange_line"),
        "exchanges": [_exchange(brief, each, figures) for each in force.exchanges],
        "sum": words("force_sum", count=force.places),
        "count": force.places,
    }


def _fielded(brief: Brief, scenario: str, count: int, whole: int) -> str:
    """A scenario in which the force is played, with the number of its units if they are a part of it."""
    title = scenario_titles(brief.game, [scenario])
    return title if count == whole else brief.words("force_a_part", scenario=title, count=count)


def _exchange(brief: Brief, exchange: ExchangeForSale, figures: dict[str, str]) -> dict[str, Any]:
    """The units that may take the place of others: each with a box, for no more than there are counters."""
    others = brief.words("force_or").join(exchange.of)
    units = [_unit(each, exchange.most, figures) for each in exchange.to.values()]
    return {"choose": brief.words("force_exchange_choose", count=exchange.most, others=others), "units": units}


def _line(words: Words, line: LineForSale, figures: dict[str, str]) -> dict[str, Any]:
    return {"title": line.line, "count": line.count, "choices": [_choice(words, each, figures) for each in line.of]}


def _choice(words: Words, choice: ChoiceForSale, figures: dict[str, str]) -> dict[str, Any]:
    """The units of a choice, and how many: no more of each than there are counters."""
    rows = [_unit(each, choice.most, figures) for each in choice.units]
    most = min(choice.most, sum(row["boxes"] for row in rows))
    return {"choose": _choose(words, choice.least, most, single=len(rows) == 1), "units": rows}


def _unit(unit: UnitForSale, most: int, figures: dict[str, str]) -> dict[str, Any]:
    """A unit that may be chosen, with its values and a box for each of them."""
    boxes = min(most, unit.printed) if unit.unit in figures else most
    return {"name": unit.unit, "figures": figures.get(unit.unit, ""), "boxes": boxes}


def _choose(words: Words, least: int, most: int, *, single: bool) -> str:
    """How many of a choice there may be: ``all 2``, ``4``, ``1 to 3``, ``up to 6``."""
    if least == most:
        return words("force_choose_all" if single and most > 1 else "force_choose_exactly", count=most)
    return words("force_choose_from" if least else "force_choose_up_to", least=least, most=most)
