"""The leaflet of a scenario, as a magazine would print it: situation, both set-ups, victory, notes and sources.

Beside it a sheet with the counters that the box lacks, where there are any.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.forces.presence import lacking_markers
from scenario_forge.checks.scenarios.settings import is_scored
from scenario_forge.compiler.set_up import plan as set_up
from scenario_forge.diagnostics.report import one_line
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.drafts.dates import NotMade, dossier_dates, dossier_of
from scenario_forge.drafts.situation import is_draft, paragraphs, situation
from scenario_forge.game.reading.variants import with_scenario
from scenario_forge.game.scenarios import scenarios as linked_scenarios
from scenario_forge.printing.brief import Brief, Job, PrintedDocument, ranges
from scenario_forge.printing.counters.pieces import Group, Piece
from scenario_forge.printing.counters.sheets import Faces, print_as, sheet_pages
from scenario_forge.printing.errata_sheet import counter_plan
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.hex_map import DrawnFront, MarkedHex, draw_hex_map
from scenario_forge.printing.palette import mix
from scenario_forge.printing.render import may_differ
from scenario_forge.printing.reprints import changed_counters
from scenario_forge.printing.set_up_card import front_of, hexes_held, set_up_card
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import largest_in_fewest_pages, sheets_pdf, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.printing.brief import Words

NAME = "leaflet"
WIDTH, HEIGHT = 186.0, 88.0
"""The most that the map takes, in millimetres."""
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
    drawing = data.pop("map")
    page = brief.page(f"{data['game']}: {data['title']}") | data

    def made(squeeze: float) -> bytes:
        return typeset("leaflet.typ", page | {"squeeze": squeeze}, {"map": drawing}, _LONGEST)

    # in large print only the profile's own type size will do
    sizes = (1.0,) if brief.profile.type > 1 else _SIZES
    return PrintedDocument(largest_in_fewest_pages(made, sizes), print_as="long")


def leaflet(brief: Brief, plan: Plan) -> dict[str, Any]:
    """Return everything on the leaflet but its foot, as plain data; `map` is a drawing.

    ``plan`` is of the game as it is in the scenario, the game of ``brief`` is without what the scenario changes.
    """
    words, game, document = brief.words, brief.game, plan.scenario.document
    cards = [(side, set_up_card(plan, side, words, brief.palette, game)) for side in plan.forces.sides]
    first = cards[0][1]
    text = document.situation or situation(game, linked_scenarios(game).scenarios[plan.scenario.id])
    notes = list(dict.fromkeys(note for _side, card in cards for note in card["notes"]))
    short = sum(len(group.pieces) for group in lacking(brief, plan.scenario.id))
    return {
        "kicker": words("leaflet_kicker", game=game.title),
        "game": game.title,
        "title": document.title,
        "dates": first["dates"],
        "errata": first["errata"],
        "facts": first["facts"],
        "lead": one_line(document.text),
        "situation": {
            "title": words("leaflet_situation"),
            "paragraphs": paragraphs(text),
            "draft": words("leaflet_draft") if is_draft(text) else "",
        },
        "map": _map(brief, plan),
        "key": _key(brief, plan),
        "sides": [
            {
                "name": card["side"],
                "accent": card["accent"],
                "title": words("leaflet_set_up", side=card["side"]),
                "groups": card["groups"],
                "groups_title": card["groups_title"],
                "figures_title": card["figures_title"],
                "sections": [each for each in card["sections"] if "rows" not in each],
                "totals": card["totals"],
            }
            for _side, card in cards
        ],
        "rules": [*_victory(plan, words), *_common(cards)],
        "designer": {"title": words("leaflet_notes"), "paragraphs": _notes(plan, words)},
        "sources": {"title": words("leaflet_sources"), "rows": _sources(game, plan, words)},
        "verdict": {
            "title": words("leaflet_verdict"),
            "lines": [*brief.verdicts.get(plan.scenario.id, ())] or [words("leaflet_not_played")],
        },
        "lacking": words.count("leaflet_lacks_one", "leaflet_lacks", short) if short else "",
        "signs": notes,
        "accent": cards[0][1]["accent"],
    }


# -- the map of both sides -------------------------------------------------------------------------


def _counts(plan: Plan) -> dict[str, dict[int, int]]:
    """Return by side the units in play in each hex that it holds; 0 where it has markers alone."""
    found = {side: dict.fromkeys(hexes, 0) for side, hexes in hexes_held(plan).items()}
    for placed in plan.placed:
        if plan.in_play(placed.unit) and placed.entry is not None and placed.entry.hex is not None:
            found[placed.unit.side][placed.entry.hex] += 1
    return found


def _map(brief: Brief, plan: Plan) -> str:
    palette, counts = brief.palette, _counts(plan)
    frame = frame_around(plan.map, [hex_ for own in counts.values() for hex_ in own], WIDTH, HEIGHT)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    page, marked = palette["page"], list[MarkedHex]()
    for number, (side, own) in enumerate(counts.items()):
        # the rim tells the sides apart without colour
        stroke, width = (palette["ink"], 0.45) if number else (page, 0.15)
        accent = palette.accent(plan.game, side)
        marked += [MarkedHex(hex_, accent, stroke, width, side, count) for hex_, count in sorted(own.items())]
    front, _drawn = front_of(plan)
    casing = palette.ink(mix(page, palette["land"], 0.25))
    line = DrawnFront(front, palette["ink"], 0.5, "1.9 1.1", casing, 1.3, cap="butt")
    draw_hex_map(canvas, brief, frame, detail="card", marked=marked, fronts=[line])
    return canvas.svg()


def _key(brief: Brief, plan: Plan) -> list[dict[str, Any]]:
    words, game = brief.words, plan.game
    found: list[dict[str, Any]] = [
        {
            "sign": "side",
            "accent": brief.palette.accent(game, side),
            "rim": bool(number),
            "text": words("map_key_own", side=game.side_name(side)),
        }
        for number, side in enumerate(side for side, own in _counts(plan).items() if own)
    ]
    front, drawn = front_of(plan)
    if front:
        found.append({"sign": "front", "text": words("map_key_front_drawn" if drawn else "map_key_front")})
    return found


# -- what is scored and what is special ------------------------------------------------------------


def _victory(plan: Plan, words: Words) -> Iterator[Section]:
    """Yield the printed rows that the scenario reaches, by stop; its own are on the cards already."""
    found = plan.game.one("victory", VictoryDocument)
    if found is None:
        return
    document, track, names = found[0], plan.track, plan.game.side_names
    for id_, mark in track.stops.items():
        rows = [
            {
                "head": names.get(row.side, row.side),
                "text": one_line(" ".join(row.text.split())),
                "figure": words("card_each", points=row.points) if row.each else str(row.points),
                "marks": "",
            }
            for row in document.objectives
            if row.stop == id_
            and row.id not in plan.scenario.document.without
            and is_scored(track, plan.scenario, row, cumulative=document.cumulative)
        ]
        if rows:
            rows.sort(key=lambda row: [*names.values(), row["head"]].index(row["head"]))
            yield {"title": words("leaflet_scored", stop=mark.date.label), "rows": rows, "notes": []}
    rows = [
        {
            "head": "",
            "text": one_line(" ".join(row.text.split())),
            "figure": str(row.points) if row.points else "",
            "marks": "",
        }
        for row in document.ledger
        if not row.scenarios or plan.scenario.id in row.scenarios
    ]
    if rows:
        yield {"title": words("leaflet_ledger"), "rows": rows, "notes": []}


def _common(cards: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[Section]:
    """Yield the sections with rows of all cards, each once; with the side's name where only one has it."""
    every = [[section for section in card["sections"] if "rows" in section] for _side, card in cards]
    for number, (_side, card) in enumerate(cards):
        for section in every[number]:
            shared = all(section in own for own in every)
            if not shared:
                yield {**section, "title": f"{section['title']}: {card['side']}"}
            elif not number:
                yield section


# -- notes and sources -----------------------------------------------------------------------------


def _notes(plan: Plan, words: Words) -> list[str]:
    """Return the designer's own notes, then what the set-up rests on and how much nobody has decided."""
    scenario, said = plan.scenario, [one_line(note) for note in plan.scenario.document.notes if note.strip()]
    said += [_rests_on(each.at, each.why, words) for each in scenario.document.provenance]
    open_ = _undecided(scenario)
    if open_:
        said.append(words.count("leaflet_one_open", "leaflet_open", open_))
    return said or [words("leaflet_as_printed")]


_PARTS = ("markers", "at", "later", "saved", "control", "front", "victory", "text", "title")
"""Keys of a scenario, the first that an address names says which of its values are meant."""


def _rests_on(addresses: Sequence[str], text: str, words: Words) -> str:
    """Return what some values of the scenario rest on: ``Positions: the record of a game.``."""
    named = {step for address in addresses for step in re.findall(r"[a-z_]+", address)}
    part = next((part for part in _PARTS if part in named), "other")
    why = one_line(text).rstrip(".")
    return f"{words(f'leaflet_part_{part}')}: {why}."


def _undecided(scenario: Scenario) -> int:
    """Count the cells of a scenario's own set-up that nobody has decided."""
    document = scenario.document
    cells = [row.at for column in document.set_up for row in column.units]
    cells += [row.at for column in document.set_up for row in column.markers]
    cells += [*document.control.values(), document.begins_as or ""]
    return sum(cell.strip().startswith("Decide:") for cell in cells)


def _sources(game: Game, plan: Plan, words: Words) -> list[dict[str, str]]:
    """Return what decisions rest on, each source with those it decides; then the game's own components."""
    found: dict[str, dict[str, list[int]]] = {}
    others: dict[str, list[str]] = {}
    for source, side, who in _decided(game, plan):
        if isinstance(who, int):
            found.setdefault(source, {}).setdefault(side, []).append(who)
        else:
            others.setdefault(source, []).append(str(who))
    rows = []
    for source in dict.fromkeys((*found, *others)):
        units = [f"{game.side_name(side)} {ranges(numbers)}" for side, numbers in found.get(source, {}).items()]
        rows.append({"source": one_line(source), "who": "; ".join([*units, *others.get(source, ())])})
    if plan.scenario.document.set_up:
        starts = ", ".join(mark.date.label for mark in plan.track.starts.values() if mark.date.id in plan.track.starts)
        rows.append({"source": words("leaflet_orders", game=game.title), "who": starts})
        if game.one("chronology", ChronologyDocument) is not None:
            rows.append({"source": words("leaflet_chronology", game=game.title), "who": ""})
    else:
        rows.append({"source": words("leaflet_printed", game=game.title), "who": ""})
    return rows


def _decided(game: Game, plan: Plan) -> Iterator[tuple[str, str, int | str]]:
    """Yield source, side and number, or the name of what is decided, for each decision of the date's dossier."""
    try:
        dates = dossier_dates(game, plan.scenario.document.start, plan.scenario.first or None)
    except NotMade:
        return
    dossier = dossier_of(game, dates)
    for (side, who), row in dossier.settled_rows.items() if dossier else ():
        if row.row.source.strip():
            yield row.row.source, side, who if row.unit is not None else row.cited


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
