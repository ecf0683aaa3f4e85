"""The leaflet of a scenario, as a magazine would print it: situation, both set-ups, victory, notes and sources.

Beside it a sheet with the counters that the box lacks, where there are any.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.forces.presence import lacking_markers
from scenario_forge.compiler.set_up import plan as set_up
from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.drafts.counting import open_cells_of
from scenario_forge.drafts.situation import is_draft, paragraphs, situation
from scenario_forge.game.forces import DECIDE
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import scenarios as linked_scenarios
from scenario_forge.printing.brief import Brief, Job, PrintedDocument, ranges
from scenario_forge.printing.card_lines import CardLines
from scenario_forge.printing.charts.winning import (
    control,
    decisive_rows,
    dropped_rows,
    end_of,
    entries,
    entry_sentence,
    how_to_win,
    ledger_rows,
    ledger_sections,
    printed_rows,
    replaced_stops,
    scored_hexes,
    turn_length,
)
from scenario_forge.printing.citations import citations
from scenario_forge.printing.counters.pieces import Group, Piece
from scenario_forge.printing.counters.sheets import Faces, print_as, sheet_pages
from scenario_forge.printing.errata_sheet import counter_plan
from scenario_forge.printing.map.both_sides import map_key, maps_of_both_sides
from scenario_forge.printing.map.small import hexes_held
from scenario_forge.printing.pdf import page_count
from scenario_forge.printing.render import may_differ
from scenario_forge.printing.reprints import changed_counters
from scenario_forge.printing.set_up_card import set_up_card
from scenario_forge.printing.typeset import largest_in_fewest_pages, sheets_pdf, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.documents.victory import PlayedResult
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Words
    from scenario_forge.printing.charts.winning import Held
    from scenario_forge.printing.citations import Citation

NAME = "leaflet"
_SIZES = (1.12, 1.06, 1.0, 0.94, 0.88)
"""Type sizes, the largest first: of those that take the fewest pages, the largest is set."""
_LONGEST = 4000
"""Most letters of a paragraph."""

Section = dict[str, Any]
"""As on set-up cards: a title, and parts, names, a text or rows."""


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield the leaflet of each scenario, and a sheet of the counters that the box lacks for it."""
    known = linked_scenarios(brief.game).scenarios
    for scenario in scenarios:
        named = known[scenario].document.title if scenario in known else scenario
        title = brief.words("leaflet_of", scenario=named)
        yield Job(NAME, brief.file(NAME, scenario), title, partial(_make, brief, scenario))
        if scenario in known and lacking(brief, scenario):
            title = brief.words("leaflet_counters", scenario=named)
            yield Job(NAME, brief.file(NAME, scenario, "counters"), title, partial(_patches, brief, scenario, title))


def _make(brief: Brief, scenario: str) -> PrintedDocument:
    planned = set_up(with_scenario(brief.game, scenario), scenario)
    data = leaflet(brief, planned)
    drawings = data.pop("maps")
    page = brief.page(f"{data['game']}: {data['title']}", data.pop("foot_notes")) | data

    def made(notes_last: bool, squeeze: float) -> bytes:
        more = {"notes_last": notes_last, "squeeze": squeeze, "maps": [*drawings]}
        return typeset("leaflet.typ", page | more, drawings, _LONGEST)

    # in large print only the profile's own type size will do
    sizes = (1.0,) if brief.profile.type > 1 else _SIZES
    # notes and sources stand behind the set-ups, unless they fill the front page and save a page
    either = [largest_in_fewest_pages(partial(made, last), sizes) for last in (True, False)]
    return PrintedDocument(min(either, key=page_count), print_as="long")


def leaflet(brief: Brief, plan: Plan) -> dict[str, Any]:
    """Return everything on the leaflet but its foot, as plain data; `maps` are drawings.

    ``plan`` is of the game as it is in the scenario, the game of ``brief`` is without what the scenario changes.
    """
    words, game, document = brief.words, brief.game, plan.scenario.document
    lines = CardLines(plan, words)
    cards = [(side, set_up_card(plan, side, words, brief.palette, game, lines)) for side in plan.forces.sides]
    first = cards[0][1]
    text = document.situation or situation(game, linked_scenarios(game).scenarios[plan.scenario.id])
    short = sum(len(group.pieces) for group in lacking(brief, plan.scenario.id))
    entered = {hex_ for side in plan.forces.sides for hex_ in entries(plan, side).values() if hex_ is not None}
    places = entered | scored_hexes(plan)
    held = control(plan, places | {hex_ for own in hexes_held(plan).values() for hex_ in own})
    sides = [_side(lines, side, card, held) for side, card in cards]
    sides[0]["groups_note"] = "  ·  ".join(filter(None, [words("leaflet_numbers"), sides[0]["groups_note"]]))
    said = how_to_win(plan, words)
    rules = [*_scored(plan, words), *_common(lines, cards), *_decisive(plan, words), *_nobodys(lines, held)]
    return {
        "kicker": words("leaflet_kicker", game=game.title),
        "game": game.title,
        "title": document.title,
        "dates": first["dates"],
        "errata": first["errata"],
        "facts": [*first["facts"], *turn_length(plan, words), *_order(plan, words)],
        "lead": one_line(document.text),
        "situation": {
            "title": words("leaflet_situation"),
            "paragraphs": paragraphs(text),
            "draft": words("leaflet_draft") if is_draft(text) else "",
        },
        "maps": maps_of_both_sides(brief, plan, places),
        "key": map_key(brief, plan),
        "sides": sides,
        "winning": {"title": words("leaflet_winning" if said[1:] else "leaflet_end"), "paragraphs": [" ".join(said)]},
        "rules": [marked_once(each, words) for each in rules],
        "designer": {"title": words("leaflet_notes"), "paragraphs": _notes(plan, words)},
        "sources": {"title": words("leaflet_sources"), "rows": _sources(game, plan, words)},
        "verdict": {"title": words("leaflet_verdict"), "lines": _verdict(brief, plan)},
        "lacking": words.count("leaflet_lacks_one", "leaflet_lacks", short) if short else "",
        "signs": [each for each in lines.notes() if not each.startswith(words("proposed_note"))],
        "foot_notes": [words("leaflet_proposed")] if _is_any_ours(lines) else [],
        "accent": cards[0][1]["accent"],
    }


def _order(plan: Plan, words: Words) -> list[str]:
    """Say that nobody need set up first, where each counter has its place."""
    free = any(each.state in ("within", "enters", "attached", "free") for each in plan.placed)
    return [] if free else [words("leaflet_any_order")]


def _is_any_ours(lines: CardLines) -> bool:
    """Return whether the sign of what is ours stands anywhere on the leaflet. Call after all lines."""
    return lines.signs.figures or lines.signs.places or lines.signs.values


# -- the set-up of a side --------------------------------------------------------------------------


def _side(lines: CardLines, side: str, card: dict[str, Any], held: Mapping[str, Sequence[Held]]) -> dict[str, Any]:
    plan, words = lines.plan, lines.words
    placed = marked_once({"title": card["groups_title"], "parts": card["groups"]}, words)
    listed = [each for each in card["sections"] if "rows" not in each]
    at = next((n for n, each in enumerate(listed) if each["title"] == words("control_at_start")), len(listed))
    if held.get(side):
        listed[at : at + 1] = [{"title": words("control_at_start"), "names": _places(lines, held[side])}]
    sections = [marked_once(each, words) for each in listed]
    for section in sections:
        if section["title"] == words("reinforcements"):
            section["note"] = entry_sentence(plan, side, words)
    return {
        "name": card["side"],
        "accent": card["accent"],
        "title": words("leaflet_set_up", side=card["side"]),
        "groups": placed["parts"],
        "groups_title": placed["title"],
        "groups_note": placed["note"],
        "figures_title": card["figures_title"],
        "figures_wide": card["figures_wide"],
        "sections": sections,
        "totals": card["totals"],
    }


def _places(lines: CardLines, held: Sequence[Held]) -> str:
    """Return places with their hexes and signs: ``Tobruk (T30), Bardia (SS1)°``."""
    name = lines.plan.map.name
    return ", ".join(f"{each.name} ({name(each.hex)}){lines.mark(each.where) if each.where else ''}" for each in held)


def _nobodys(lines: CardLines, held: Mapping[str, Sequence[Held]]) -> Iterator[Section]:
    """Yield the places on the map that nobody controls when play begins."""
    if held.get(""):
        row = {"head": "", "text": _places(lines, held[""]), "figure": "", "marks": ""}
        yield {"title": lines.words("leaflet_nobodys"), "rows": [row], "notes": []}


_MOST_UNMARKED = 4
_NEARLY_EVERY = 0.75
"""Where so large a part of a list has a sign, it is said once for the list, with the few that have it not."""


def marked_once(section: Section, words: Words) -> Section:
    """Return a section whose note has the sign of proposed values once, where nearly every line has it."""
    sign, made = words("proposed_mark"), copy.deepcopy(section)
    made.setdefault("note", "")
    if "names" in made:
        names = made["names"].split(", ")
        if len(names) > 1 and all(name.endswith(sign) for name in names):
            made |= {"names": ", ".join(name.removesuffix(sign) for name in names), "note": words("leaflet_all_marked")}
        return made
    lines = [line for part in made.get("parts", ()) for line in part["lines"] if "marks" in line]
    lines += made.get("rows", ())
    without = [line for line in lines if line["marks"] != sign]
    marked = len(lines) - len(without)
    if marked < 2 or marked < _NEARLY_EVERY * len(lines) or len(without) > _MOST_UNMARKED:
        return made
    for line in lines:
        line["marks"] = line["marks"].replace(sign, "")
    others = [str(line["no"] if "no" in line else line.get("name") or line["text"]) for line in without]
    made["note"] = words("leaflet_most_marked" if others else "leaflet_all_marked", others=", ".join(others))
    return made


# -- what is scored and what is special ------------------------------------------------------------


def _scored(plan: Plan, words: Words) -> Iterator[Section]:
    """Yield what the scenario scores; its own rows are on the cards already."""
    track, names = plan.track, plan.game.side_names
    scored = printed_rows(plan)
    for id_, mark in track.stops.items():
        rows = [
            {
                "head": names.get(row.side, row.side),
                "text": one_line(" ".join(row.text.split())),
                "figure": words("card_each", points=row.points) if row.each else str(row.points),
                "marks": "",
            }
            for row in scored
            if row.stop == id_
        ]
        if rows:
            rows.sort(key=lambda row: [*names.values(), row["head"]].index(row["head"]))
            yield {
                "title": words("leaflet_scored", end=end_of(plan, words, mark.date.label)),
                "rows": rows,
                "notes": [],
            }
    yield from ledger_sections(plan, words, [(row, "") for row in ledger_rows(plan) if not row.scenarios])


def _decisive(plan: Plan, words: Words) -> Iterator[Section]:
    """Yield the decisive victories; sudden ones are on the cards."""
    if rows := decisive_rows(plan, words):
        yield {"title": words("card_sudden"), "rows": rows, "notes": [words("leaflet_decisive")]}


def _common(lines: CardLines, cards: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[Section]:
    """Yield the sections with rows of all cards, each once; with the side's name where only one has it."""
    every = [[section for section in card["sections"] if "rows" in section] for _side, card in cards]
    for number, (_side, card) in enumerate(cards):
        for section in every[number]:
            shared = all(section in own for own in every)
            if not shared:
                yield {**section, "title": f"{section['title']}: {card['side']}"}
            elif not number:
                yield from _in_full(lines, section)


def _in_full(lines: CardLines, section: Section) -> Iterator[Section]:
    """Yield a section of both cards with what a leaflet adds: how its own rows replace others, and what a row is worth.

    Rows of the printed table are listed as not scored only where no row of the scenario takes their place.
    """
    plan, words = lines.plan, lines.words
    label = plan.track.label(plan.last_turn)
    if section["title"] == words("scored_at_stop", stop=label):
        stops = [words("leaflet_replaced", stop=stop) for stop in replaced_stops(plan)]
        title = words("leaflet_scored_here", end=end_of(plan, words, label))
        yield {**section, "title": title, "notes": [*section["notes"], *stops]}
    elif section["title"] == words("not_scored"):
        rows = [row for row, kept in zip(section["rows"], dropped_rows(plan), strict=True) if kept]
        if rows:
            yield {**section, "rows": rows}
    elif section["title"] == words("card_sudden"):
        yield {**section, "notes": [words("leaflet_sudden")]}
    else:
        yield section


# -- notes and sources -----------------------------------------------------------------------------


def _notes(plan: Plan, words: Words) -> list[str]:
    """Return the designer's own notes, then what the set-up rests on and how much nobody has decided."""
    scenario, said = plan.scenario, [one_line(note) for note in plan.scenario.document.notes if note.strip()]
    said += [_rests_on(each.at, each.why, words) for each in scenario.document.provenance]
    if open_ := open_cells_of(plan.game, scenario).all:
        said.append(words.count("leaflet_one_open", "leaflet_open", open_))
    if DECIDE.fullmatch(scenario.document.begins_as or ""):
        said.append(words("leaflet_begins_open"))
    return said or [words("leaflet_as_printed")]


_PARTS = ("markers", "at", "later", "saved", "control", "front", "victory", "text", "title")
"""Keys of a scenario, the first that an address names says which of its values are meant."""


def _rests_on(addresses: Sequence[str], text: str, words: Words) -> str:
    """Return what some values of the scenario rest on: ``Positions: the record of a game.``."""
    named = {step for address in addresses for step in re.findall(r"[a-z_]+", address)}
    part = next((part for part in _PARTS if part in named), "other")
    why, title = one_line(text).rstrip("."), words(f"leaflet_part_{part}")
    if why.casefold().startswith(title.casefold()):
        return f"{why[:1].upper()}{why[1:]}."
    return f"{title}: {why}."


_LISTED_DATES = 3
"""So many dates are listed; more are counted."""


def _sources(game: Game, plan: Plan, words: Words) -> list[dict[str, str]]:
    """Return what the set-up rests on, each book once with what it decides; then the game's own components."""
    document = plan.scenario.document
    if not document.set_up:
        return [{"source": words("leaflet_printed", game=game.title), "who": ""}]
    found = citations(game, plan.scenario)
    rows = [{"source": one_line(each.title), "who": _rests(game, each, words)} for each in found if each.title]
    starts = [mark.date.label for mark in plan.track.starts.values() if mark.date.id in plan.track.starts]
    rows.append({"source": words("leaflet_orders", game=game.title), "who": _dates(starts, words)})
    chronology = game.one("chronology", ChronologyDocument)
    if chronology is not None and chronology[0].printed:
        rows.append({"source": words("leaflet_chronology", game=game.title), "who": ""})
    own = sum(sum(map(len, each.units.values())) + len(each.others) for each in found if not each.title)
    if own:
        counted = words.count("leaflet_own_one", "leaflet_own_some", own)
        rows.append({"source": words("leaflet_own_reading"), "who": counted})
    return rows


def _rests(game: Game, each: Citation, words: Words) -> str:
    """Return what rests on a source: its pages, units by side, other things, and dates of facts."""
    pages = list(each.pages)
    several = len(pages) > 1 or any(re.search(r"\d\D+\d", page) for page in pages)
    said = [words("leaflet_pages" if several else "leaflet_page", pages=", ".join(pages))] if pages else []
    said += [f"{game.side_name(side)} {ranges(numbers)}" for side, numbers in each.units.items()]
    said += each.others
    said += [words("leaflet_facts", dates=_dates(list(each.dates), words))] if each.dates else []
    return "; ".join(said)


def _dates(dates: Sequence[str], words: Words) -> str:
    return ", ".join(dates) if len(dates) <= _LISTED_DATES else words("leaflet_dates", count=len(dates))


# -- how even it is --------------------------------------------------------------------------------


_LISTED_GAMES = 4


def _verdict(brief: Brief, plan: Plan) -> list[str]:
    """Return the results of people's games, latest first, then what playtests of the computer say; empty without any.

    What the author's notes say of games played elsewhere is not contradicted.
    """
    return [*_people(plan, brief.words), *brief.verdicts.get(plan.scenario.id, ())]


def _people(plan: Plan, words: Words) -> Iterator[str]:
    game = plan.game
    found = [
        each
        for document, _where in game.documents("playtest", PlaytestDocument)
        for each in document.results
        if each.scenario == plan.scenario.id
    ]
    if not found:
        return
    wins = Counter(game.side_name(each.winner) if each.winner else "" for each in found)
    told = [words("leaflet_won", side=name, count=wins[name]) for name in game.side_names.values() if wins[name]]
    told += [words("leaflet_drawn", count=wins[""])] if wins[""] else []
    yield f"{words.count('leaflet_played_one', 'leaflet_played', len(found))}: {', '.join(told)}."
    for each in sorted(found, key=lambda each: each.date, reverse=True)[:_LISTED_GAMES]:
        yield _played(game, each, words)


def _played(game: Game, each: PlayedResult, words: Words) -> str:
    """Return one game between people: ``2026-11-14: Axis won; Allied 12, Axis 31; Anna (Allied), Ben (Axis).``."""
    name = game.side_name
    said = [words("leaflet_side_won", side=name(each.winner)) if each.winner else words("leaflet_draw")]
    said += [", ".join(f"{name(side)} {points}" for side, points in each.score.items())]
    said += [", ".join(f"{one_line(player)} ({name(side)})" for side, player in each.players.items())]
    note = f" {one_line(each.note)}" if each.note else ""
    return f"{one_line(each.date)}: {'; '.join(filter(None, said))}.{note}"


# -- the counters that the box lacks ---------------------------------------------------------------


def lacking(brief: Brief, scenario: str) -> list[Group]:
    """Return the counters that a scenario needs and the box has not, or has with other values."""
    changed = with_scenario(brief.game, scenario)
    found: list[Group] = []
    if changed is not brief.game and may_differ(brief.game, changed, "counters"):
        found, _gone = changed_counters(brief, Brief(changed, brief.profile))
    for marker, short in lacking_markers(changed, scenario):
        look = f"marker-{marker.id}"
        more = [Piece(f"{look}-more-{number}", look, marker) for number in range(1, short + 1)]
        found.append(Group(marker.name, pieces=more))
    return found


def _patches(brief: Brief, scenario: str, title: str) -> PrintedDocument:
    changed = Brief(with_scenario(brief.game, scenario), brief.profile)
    plan = counter_plan(changed, lacking(brief, scenario))
    pages = sheet_pages(changed, plan, Faces(changed), title, [])
    pdf = sheets_pdf(changed, f"{brief.game.title}: {title}", pages)
    return PrintedDocument(pdf, print_as=print_as(changed), facts={"counters": plan.counters})
