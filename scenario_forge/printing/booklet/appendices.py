"""What stands behind the rules: options, victory points, scenarios, chronology, errata, books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.chronology import ChronologyDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.printing.brief import errata_words
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.documents.victory import Objective
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.place import Where

Part = dict[str, Any]
_OURS = ("proposed", "fitted")


def appendices(brief: Brief, bars: Bars) -> list[Part]:
    """The appendices that the game has something for, in order; each has a `kind` and a title."""
    parts = (_options, _victory, _scenarios, _chronology, _books)
    return [part for make in parts if (part := make(brief, bars))]


def _options(brief: Brief, bars: Bars) -> Part | None:
    words, rows = brief.words, []
    for document, where in brief.game.documents("options", OptionsDocument):
        titles = {option.id: option.title for option in document.options}
        for number, option in enumerate(document.options):
            at = where / "options" / number
            notes = [words("option_rule", rule=option.rule)]
            if option.kind == "variant":
                notes.append(words("option_variant"))
            for key, names in (("option_requires", option.requires), ("option_excludes", option.excludes)):
                if names:
                    notes.append(words(key, options=", ".join(titles.get(name, name) for name in names)))
            star = _star(brief, at, bars)
            rows.append(
                {
                    "title": option.title,
                    "text": option.text,
                    "notes": ", ".join(notes),
                    "star": star,
                    "bar": bars.beside(at),
                }
            )
    if not rows:
        return None
    return {"kind": "options", "title": words("options_title"), "intro": words("options_intro"), "rows": rows}


def _victory(brief: Brief, bars: Bars) -> Part | None:
    words, found = brief.words, brief.game.one("victory", VictoryDocument)
    if found is None:
        return None
    document, where = found
    track = schedule(brief.game)
    blocks: dict[str, list[dict[str, Any]]] = {}
    letters = _letters(document.objectives)
    for number, row in enumerate(document.objectives):
        at = where / "objectives" / number
        blocks.setdefault(row.stop, []).append(
            {
                "side": _side(brief, row.side),
                "text": row.text,
                "points": words("rules_victory_each", points=row.points) if row.each else str(row.points),
                "letter": letters.get(row.group, ""),
                "star": _star(brief, at / "points", bars),
                "bar": bars.beside(at),
            }
        )
    decisive = []
    for number, each in enumerate(document.decisive):
        notes = [words("rules_decisive_after", side=_side(brief, each.after))]
        notes += [words("rules_decisive_since", turn=each.since)] if each.since else []
        decisive.append(
            {
                "side": _side(brief, each.side),
                "text": ", ".join(notes),
                "points": str(each.points),
                "letter": "",
                "star": "",
                "bar": bars.beside(where / "decisive" / number),
            }
        )
    tables = [
        {"title": words("rules_victory_at", stop=track.stops[stop].date.label if track and stop in track.stops else stop),
         "rows": rows}
        for stop, rows in blocks.items()
    ]  # fmt: skip
    if decisive:
        tables.append({"title": words("rules_victory_decisive"), "rows": decisive})
    notes = [words("rules_victory_cumulative")] if document.cumulative else []
    notes += [words("rules_victory_best")] if letters else []
    return {
        "kind": "victory",
        "title": words("rules_victory_title"),
        "intro": " ".join(notes),
        "points": words("rules_points_word"),
        "tables": tables,
    }


def _letters(objectives: list[Objective]) -> dict[str, str]:
    """A letter for each group that excludes, in the order of the table."""
    groups = list(dict.fromkeys(row.group for row in objectives if row.group))
    return {group: chr(ord("a") + number % 26) for number, group in enumerate(groups)}


def _scenarios(brief: Brief, bars: Bars) -> Part | None:
    words, track = brief.words, schedule(brief.game)
    rows = []
    for scenario in scenarios(brief.game).listed:
        document = scenario.document
        facts = []
        for key, mark, side in (
            ("first_turn", scenario.start, scenario.first),
            ("last_turn", scenario.stop, scenario.last),
        ):
            if mark:
                facts.append(words(key, side=_side(brief, side), turn=mark.date.label))
        length = scenario.player_turns(track) if track else None
        if length:
            facts.append(words.count("one_player_turn", "length_player_turns", length))
        rows.append(
            {
                "title": document.title,
                "dates": document.dates,
                "facts": facts,
                "text": document.text,
                "star": words("scenario_note") if (scenario.where / "start").basis in _OURS else "",
                "bar": bars.beside(scenario.where),
            }
        )
    if not rows:
        return None
    return {"kind": "scenarios", "title": words("scenarios_title"), "intro": "", "rows": rows}


def _chronology(brief: Brief, bars: Bars) -> Part | None:
    found = brief.game.one("chronology", ChronologyDocument)
    if found is None or not found[0].events:
        return None
    document, where = found
    rows = []
    for number, event in enumerate(document.events):
        at = where / "events" / number
        cells = [event.cells.get(column.id, "") for column in document.columns]
        rows.append({"date": event.date, "cells": cells, "bar": bars.beside(at)})
    return {
        "kind": "chronology",
        "title": brief.words("chronology_title"),
        "intro": "",
        "head": [brief.words("rules_date_word"), *(column.label for column in document.columns)],
        "rows": rows,
    }


def _books(brief: Brief, _bars: Bars) -> Part | None:
    about, words = brief.game.about, brief.words
    if about is None or not about.bibliography:
        return None
    title, intro = words("bibliography_title"), words("bibliography_intro")
    return {"kind": "books", "title": title, "intro": intro, "rows": list(about.bibliography)}


def errata_list(brief: Brief, bars: Bars) -> Part | None:
    """Every erratum applied: id, place, what is printed, what it was corrected to, why, whose it is."""
    words, game = brief.words, brief.game
    if not bars.applied:
        return None
    inside = [patch.erratum.id for patch in game.patches if patch.problem == "incorporated"]
    rows = []
    for patch in sorted(bars.applied, key=lambda patch: patch.erratum.id):
        assert patch.target is not None  # noqa: S101 - it was applied
        name, path = patch.target
        erratum = patch.erratum
        rows.append(
            {
                "id": erratum.id,
                "where": game.files[name].paper(path) or erratum.at,
                "printed": _value(erratum.printed, words("erratum_nothing")),
                "corrected": _value(erratum.corrected, words("erratum_nothing")),
                "why": erratum.why,
                "status": words(f"status_{erratum.status}"),
            }
        )
    return {
        "kind": "errata",
        "title": words("errata_title"),
        "intro": words("errata_intro", errata=errata_words(game, words)),
        "inside": words("errata_in_printing", ids=", ".join(inside)) if inside else "",
        "labels": [words("erratum_printed"), words("erratum_corrected")],
        "rows": rows,
    }


def _value(value: Any, nothing: str) -> str:  # noqa: ANN401 - whatever the author wrote
    if value is None or value == "":
        return nothing
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(inner, nothing)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_value(inner, nothing) for inner in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _side(brief: Brief, side: str) -> str:
    about = brief.game.about
    return next((each.name for each in about.sides if each.id == side), side) if about else side


def _star(brief: Brief, where: Where, bars: Bars) -> str:
    """The sign of a value of ours that is no correction."""
    return brief.words("proposed_mark") if where.basis in _OURS and not bars.ids(where) else ""
