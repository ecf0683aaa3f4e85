"""What is said on the box: title, scale, players, scenarios, contents with counts, credits. Facts of the data only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.printing.words import length_words
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from scenario_forge.documents.game import GameDocument
    from scenario_forge.printing.brief import Brief

_SHOWN = 12
"""Scenarios that are listed."""


def texts(brief: Brief) -> dict[str, Any]:
    """All words of the box."""
    about, words = brief.game.about, brief.words
    if about is None:
        raise ValueError("a box needs a title")
    return {
        "title": about.title,
        "sides": [side.name for side in about.sides],
        "facts": _facts(brief, about),
        "scenarios_title": words("box_scenarios"),
        "scenarios": _scenarios(brief),
        "contents_title": words("box_contents"),
        "contents": _contents(brief),
        "credits": [{"role": credit.role, "names": ", ".join(credit.names)} for credit in about.credits if credit.here],
        "span": _span(brief),
        "ours": " ".join(part for part in (_ours(brief), about.rights) if part),
    }


def _ours(brief: Brief) -> str:
    """What the pictures show that is not the publisher's."""
    words, linked, found = brief.words, hex_map(brief.game), []
    if linked is not None and (linked.where / "rows").ours:
        found.append(f"{words('box_ground')}: {words('fitted_note')}.")
    if any(
        (each.where / key).ours for each in forces(brief.game).counters.values() for key in ("strength", "movement")
    ):
        found.append(words("counter_values_note"))
    return " ".join(found)


def _facts(brief: Brief, about: GameDocument) -> list[dict[str, str]]:
    words = brief.words
    found = [(words("box_players"), str(about.players))] if about.players else []
    keys = {"hex": "box_hex", "turn": "box_turn", "units": "box_unit_scale"}
    found += [(words(keys[key]) if key in keys else key, value) for key, value in about.scale.items()]
    return [{"name": name, "value": value} for name, value in found]


def _span(brief: Brief) -> str:
    """First and last turn of the track."""
    track = schedule(brief.game)
    if track is None or track.calendar.length < 1:
        return ""
    return f"{track.label(0)} – {track.label(track.calendar.length - 1)}"


def _scenarios(brief: Brief) -> list[dict[str, str]]:
    track, found = schedule(brief.game), []
    listed = [(s.player_turns(track) or 0 if track else 0, s) for s in scenarios(brief.game).scenarios.values()]
    for length, scenario in sorted(listed, key=lambda each: each[0])[:_SHOWN]:
        count = length_words(brief.words, track, length) if length else ""
        found.append({"title": scenario.document.title, "dates": scenario.document.dates, "length": count})
    return found


def _contents(brief: Brief) -> list[str]:
    """Counters by nationality, markers, and the papers that this game has."""
    game, words = brief.game, brief.words
    linked, names = forces(game), {n.id: n.name for n in game.about.nationalities} if game.about else {}
    counts: dict[str, int] = {}
    for found in linked.counters.values():
        counts[found.counter.nationality] = counts.get(found.counter.nationality, 0) + 1
    rows = [words("box_units", count=count, nationality=names.get(n, n)) for n, count in counts.items()]
    markers = sum(marker.count for marker, _where in linked.markers.values())
    rows += [words("box_markers", count=markers)] if markers else []
    papers = {
        "box_map": hex_map(game) is not None,
        "box_rules": game.one("rulebook", RulebookDocument) is not None,
        "box_charts": bool(tables(game).charts or linked.sides),
        "box_cards": bool(scenarios(game).scenarios),
    }
    return [*rows, *(words(key) for key, there in papers.items() if there)]
