"""What stands behind the rules: sequence of play, options, victory points, scenarios, chronology, errata, books."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.chronology import ChronologyDocument
from scenario_forge.documents.rulebook import OptionsDocument, RulebookDocument
from scenario_forge.printing.booklet.parts import Part, short, star
from scenario_forge.printing.booklet.points import victory_points
from scenario_forge.printing.booklet.sequence import sequence_of_play
from scenario_forge.printing.brief import versioned_errata_words
from scenario_forge.printing.by_hand import procedures_part
from scenario_forge.printing.words import end_words, length_words
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.words import Words
    from scenario_forge.project.errata import Patch
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Path

_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+")


def appendices(brief: Brief, bars: Bars) -> list[Part]:
    """The appendices that the game has something for, in order; each has a `kind` and a title."""
    parts = (sequence_of_play, procedures_part, _options, victory_points, _scenarios, _chronology, _books)
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
            sign = star(brief, at, bars)
            rows.append(
                {
                    "title": short(option.title),
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
                "title": short(document.title),
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
    title, intro = words("bibliography_title"), words("bibliography_own" if about.own else "bibliography_intro")
    return {"kind": "books", "title": title, "intro": intro, "rows": list(about.bibliography)}


def errata_list(brief: Brief, bars: Bars) -> Part | None:
    """Every erratum applied: id, place, what is printed, what it was corrected to, why, whose it is."""
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
    """Of KD-121b, KD-121."""
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
