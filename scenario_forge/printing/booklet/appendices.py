"""Appendices of the booklet: sequence of play, options, victory points, scenarios, chronology, errata, books."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.procedures import procedures
from scenario_forge.game.scenarios import counts_points, ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.printing.booklet.chapters import Part, own_value_sign, shorten_title
from scenario_forge.printing.brief import end_words, length_words, versioned_errata_words
from scenario_forge.printing.charts.blocks import Signs
from scenario_forge.printing.charts.glance import sequence_rows
from scenario_forge.printing.charts.tables import how_exact
from scenario_forge.printing.charts.victory import (
    in_words,
    level_name,
    scenario_titles,
    sudden_victories,
    turn_in_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.documents.victory import DecisiveVictory, LedgerRow, Objective
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.printing.booklet.chapters import Bars, Part
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.source.nodes import Path


_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")


def appendices(brief: Brief, bars: Bars) -> list[Part]:
    """Return the appendices that the game has content for, in order; each has a `kind` and a title."""
    parts = (sequence_of_play, _procedures, _options, victory_points, _scenarios, _chronology, _books)
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
            sign = own_value_sign(brief, at, bars)
            rows.append(
                {
                    "title": shorten_title(option.title),
                    "text": option.text,
                    "notes": ", ".join(notes),
                    "star": sign,
                    "bar": bars.beside(at),
                }
            )
    if not rows:
        return None
    return {"kind": "options", "title": words("options_title"), "intro": words("options_intro"), "rows": rows}


def _scenarios(brief: Brief, bars: Bars) -> Part | None:
    words, track = brief.words, schedule(brief.game)
    rows = []
    for scenario in scenarios(brief.game).listed:
        document = scenario.document
        facts = []
        for which, mark in (("first", scenario.start), ("last", scenario.stop)):
            if mark:
                facts.append(end_words(words, brief.game, track, scenario, which, mark.date.label))
        length = scenario.player_turns(track) if track else None
        if length:
            facts.append(length_words(words, track, length))
        rows.append(
            {
                "title": shorten_title(document.title),
                "dates": document.dates,
                "facts": facts,
                "text": document.text,
                "star": words("scenario_note") if (scenario.where / "start").ours else "",
                "bar": bars.beside(scenario.where),
            }
        )
    if not rows:
        return None
    return {"kind": "scenarios", "title": words("scenarios_title"), "intro": "", "rows": rows}


def _chronology(brief: Brief, bars: Bars) -> Part | None:
    found = brief.game.one("chronology", ChronologyDocument)
    if found is None or not found[0].printed:
        return None
    document, where = found
    rows = []
    for number, event in document.printed:
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
    title, intro = words("bibliography_title"), words("bibliography_own" if about.own else "bibliography_intro")
    return {"kind": "books", "title": title, "intro": intro, "rows": list(about.bibliography)}


def errata_list(brief: Brief, bars: Bars) -> Part | None:
    """Return every applied erratum: id, place, printed text, correction, reason, source; None without errata."""
    words, game = brief.words, brief.game
    if not bars.applied:
        return None
    inside = [patch.erratum.id for patch in game.patches if patch.problem == "incorporated"]
    rows = []
    for group in _together(sorted(bars.applied, key=lambda patch: patch.erratum.id)):
        erratum = group[0].erratum
        changed = [patch for patch in group if patch.target and "states" not in patch.target[1]] or group
        places = (_place(game, *patch.target) or _named(game, patch.erratum.at) for patch in changed if patch.target)
        ids = sorted(patch.erratum.id for patch in group)
        rows.append(
            {
                "id": ", ".join(ids),
                "where": "; ".join(dict.fromkeys(places)),
                "printed": _value(erratum.printed, words),
                "corrected": _value(erratum.corrected, words),
                "why": " ".join(dict.fromkeys(patch.erratum.why.strip() for patch in group)),
                "status": words(f"status_{erratum.status}"),
            }
        )
    return {
        "kind": "errata",
        "title": words("errata_title"),
        "intro": words("errata_intro", errata=versioned_errata_words(game, words)),
        "inside": words("errata_in_printing", ids=", ".join(inside)) if inside else "",
        "labels": [words("erratum_printed"), words("erratum_corrected")],
        "rows": rows,
    }


def _together(patches: Sequence[Patch]) -> list[list[Patch]]:
    """Errata of one number, as KD-121a and KD-121b, that make one correction in several places.

    So are those with the same words, and a quantity of a clause with the text of that clause, which says it.
    """
    found: list[list[Patch]] = []
    texts = {(_number(p.erratum.id), p.target[1][:2]): p for p in patches if p.target and p.target[1][2:] == ("text",)}
    for patch in patches:
        assert patch.target is not None  # noqa: S101 - it was applied
        number, path = _number(patch.erratum.id), patch.target[1]
        text = texts.get((number, path[:2])) if "states" in path else None
        meant = (text or patch).erratum
        for group in found:
            if number == _number(group[0].erratum.id) and _said(group[0].erratum) == _said(meant):
                group.extend([patch] * (patch not in group))
                break
        else:
            found.append([text, patch] if text else [patch])
    return found


def _number(id_: str) -> str:
    """The number that corrections made together share: KD-121 of KD-121b."""
    return re.sub(r"(?<=\d)[a-z]$", "", id_)


def _said(erratum: Erratum) -> tuple[str, str]:
    return (str(erratum.printed), str(erratum.corrected))


def _place(game: Game, name: str, path: Path) -> str:
    """Where on paper it is; in the rulebook with the clause, and the quantity where only its value was changed."""
    paper, found = game.files[name].paper(path), game.one("rulebook", RulebookDocument)
    track = schedule(game)
    for stop, mark in track.stops.items() if track else ():
        paper = paper.replace(f", {stop},", f", {mark.date.label},")
    for id_, scenario in scenarios(game).scenarios.items():
        paper = paper.replace(f", {id_},", f", {scenario.document.title},")
    if name != "rulebook.yaml" or path[:1] != ("clauses",) or found is None:
        return paper
    clause = found[0].clauses[path[1]] if isinstance(path[1], int) else None
    quantity = str(path[3]) if len(path) > 3 and path[2] == "states" else ""
    parts = (paper, clause.id if clause else "", found[0].quantities.get(quantity, _plain(quantity)))
    return ", ".join(part for part in parts if part)


def _named(game: Game, address: str) -> str:
    """The quantity at an address that no printed page has, by the name that the rulebook gives it."""
    found = game.one("rulebook", RulebookDocument)
    name = re.sub(r"\[(\w+)\]", r".\1", address).partition(".")[2]
    return found[0].quantities.get(name, _plain(name)) if found else address


def _plain(name: str) -> str:
    """A quantity without a name, as words: `scenario.campaign_41.start` as ``scenario, campaign 41, start``."""
    return name.replace(".", ", ").replace("_", " ")


def _value(value: Any, words: Words) -> str:  # noqa: ANN401 - whatever the author wrote
    """A printed or corrected value for readers: short names of ours without their underscores."""
    if value is None or value == "":
        return words("erratum_nothing")
    if isinstance(value, bool):
        return words("yes" if value else "no")
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(inner, words)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_value(inner, words) for inner in value)
    if isinstance(value, float):
        return f"{value:g}"
    return str(value).replace("_", " ") if _NAME.fullmatch(str(value)) else str(value)


# -- the sequence of play as an outline to play from -----------------------------------------------


_CLAUSE = 24
"""The most letters of a clause's number."""


def sequence_of_play(brief: Brief, _bars: Bars) -> Part | None:
    """Return every line of the sequence of play, numbered within its loop; None where the rules give it no data."""
    rows = [
        row
        | {key: shorten_title(row[key]) for key in ("text", "aside")}
        | {"clause": shorten_title(row["clause"], _CLAUSE)}
        for row in sequence_rows(brief)
    ]
    if not rows:
        return None
    words = brief.words
    return {"kind": "sequence", "title": words("sequence_title"), "intro": words("sequence_intro"), "rows": rows}


# -- the victory table by stop date, and the decisive victories, as an appendix --------------------


Row = dict[str, Any]


def victory_points(brief: Brief, bars: Bars) -> Part | None:
    """Return a table of objectives for each stop date, in printed order; None for a game without a victory table."""
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
    title, intro = words("rules_victory_title" if counts_points(brief.game) else "levels_title"), " ".join(notes)
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
    sudden = [row(None, text) | {"side": side} for side, text, _where in sudden_victories(brief.game)]
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
        "star": own_value_sign(brief, at / "points", bars),
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


def _procedures(brief: Brief, _bars: Bars) -> Part | None:
    """All procedures as an appendix of the booklet, each with its clauses; None in a game without them."""
    signs, words = Signs(brief), brief.words
    rows = [
        {
            "title": procedure.title,
            "text": "".join(piece["text"] for piece in signs.pieces(procedure.text)),
            "exact": how_exact(words, procedure),
            "clauses": procedure.clauses,
        }
        for procedure, _where in procedures(brief.game)
    ]
    if not rows:
        return None
    return {
        "kind": "procedures",
        "title": words("procedures_title"),
        "intro": f"{words('procedures_intro')} {words('procedures_dice')}",
        "rows": rows,
    }
