"""The victory table by stop date, and the decisive victories, as an appendix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.printing.booklet.parts import Part, star
from scenario_forge.printing.charts.conditions import in_words, turn_in_words
from scenario_forge.printing.charts.victory import level_name, scenario_titles
from scenario_forge.project.ending import ending
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.victory import DecisiveVictory, LedgerRow, Objective
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.words import Words
    from scenario_forge.project.place import Where

Row = dict[str, Any]


def victory_points(brief: Brief, bars: Bars) -> Part | None:
    """A table for each stop date in printed order; None for a game without victory table."""
    words, found = brief.words, brief.game.one("victory", VictoryDocument)
    if found is None:
        return None
    document, where = found
    track, letters = schedule(brief.game), _letters(document.objectives)
    blocks: dict[str, list[Row]] = {}
    for number, row in enumerate(document.objectives):
        told = _objective(brief, bars, row, where / "objectives" / number, letters)
        blocks.setdefault(row.stop, []).append(told)
    labels = {stop: mark.date.label for stop, mark in track.stops.items()} if track else {}
    tables = [
        {"title": words("rules_victory_at", stop=labels.get(stop, stop)), "rows": rows} for stop, rows in blocks.items()
    ]
    decisive = [_decisive(brief, bars, each, where / "decisive" / n) for n, each in enumerate(document.decisive)]
    if decisive:
        tables.append({"title": words("rules_victory_decisive"), "rows": decisive})
    tables += list(_ending(brief))
    notes = [words("rules_victory_cumulative")] if document.cumulative else []
    notes += [words("rules_victory_best")] if letters else []
    title, intro = words("rules_victory_title"), " ".join(notes)
    return {"kind": "victory", "title": title, "intro": intro, "tables": tables}


def _ending(brief: Brief) -> Iterator[Row]:
    """The ledger, the levels by scenario, and the sudden victories."""
    linked, words, name = ending(brief.game), brief.words, brief.game.side_name

    def row(side: str | None, text: str, points: str = "") -> Row:
        shown = name(side) if side else ""
        return {"side": shown, "text": text, "points": points, "letter": "", "star": "", "bar": ""}

    ledger = [
        row(each.side, f"{each.text}; {_when(words, each)}", "" if each.distance else str(each.points))
        for each, _at in linked.ledger
    ]
    if ledger:
        yield {"title": words("ledger_title"), "rows": ledger}
    for found in linked.levels:
        title = scenario_titles(brief.game, found.levels.scenarios) or words("levels_all")
        rows = [row(e.side, level_name(brief.game, e), e.range) for e in found.levels.levels]
        yield {"title": f"{words('levels_title')}: {title}", "rows": rows}
    sudden = [row(each.side, each.text) for each, _at in linked.sudden]
    if sudden:
        yield {"title": words("sudden_title"), "rows": sudden}


def _when(words: Words, row: LedgerRow) -> str:
    """When a row is scored; where its points go by distance, how many at which."""
    when = words(f"ledger_at_{row.at}")
    bands = [f"{band.hexes}: {band.points}" for band in row.distance.bands] if row.distance else []
    return f"{when} ({words('distance_hexes').lower()} {', '.join(bands)})" if bands else when


def _objective(brief: Brief, bars: Bars, row: Objective, at: Where, letters: dict[str, str]) -> Row:
    points = brief.words("rules_victory_each", points=row.points) if row.each else str(row.points)
    return {
        "side": brief.game.side_name(row.side),
        "text": row.text,
        "points": points,
        "letter": letters.get(row.group, ""),
        "star": star(brief, at / "points", bars),
        "bar": bars.beside(at),
    }


def _decisive(brief: Brief, bars: Bars, each: DecisiveVictory, at: Where) -> Row:
    notes = [brief.words("decisive_after", side=brief.game.side_name(each.after))]
    notes += [brief.words("decisive_since", turn=turn_in_words(brief.game, each.since))] if each.since else []
    text = f"{in_words(brief.game, brief.words, each.when)}; {', '.join(notes)}"
    return {
        "side": brief.game.side_name(each.side),
        "text": text[:1].upper() + text[1:],
        "points": str(each.points),
        "letter": "",
        "star": "",
        "bar": bars.beside(at),
    }


def _letters(objectives: list[Objective]) -> dict[str, str]:
    """A letter for each group that excludes, in the order of the table."""
    groups = list(dict.fromkeys(row.group for row in objectives if row.group))
    return {group: chr(ord("a") + number % 26) for number, group in enumerate(groups)}
