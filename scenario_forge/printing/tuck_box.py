"""The tuck box as a document to print: its net, counters shown on the back, and its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.forces import counter_sheets, forces
from scenario_forge.game.game import fact
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.printing.box_pictures import Inks, cover, cover_front, picture
from scenario_forge.printing.brief import Brief, Job, PrintedDocument, length_words
from scenario_forge.printing.charts import pads
from scenario_forge.printing.counters.markers import chits, printed_markers
from scenario_forge.printing.counters.pieces import unit_front
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.reconstruction import reconstructed_parts, reconstruction_note
from scenario_forge.printing.svg import Canvas, xy
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.game import GameDocument
    from scenario_forge.game.game import Game
    from scenario_forge.printing.profile import Paper
    from scenario_forge.printing.svg import XY, Box


NAME = "box"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield one box; none for a game without a map or a game document."""
    if brief.game.about is not None and hex_map(brief.game) is not None:
        yield Job(NAME, brief.file(NAME), brief.words("box_title"), partial(_make, brief, scenarios))


def _make(brief: Brief, scenarios: Sequence[str]) -> PrintedDocument:  # noqa: ARG001 - the box is for all scenarios
    data, svgs = box_pages(brief)
    page = brief.page(f"{brief.game.title}: {brief.words('box_title')}")
    cuts = sum(len(net.outline) for net in nets(brief.paper))
    return PrintedDocument(typeset("box.typ", page | data, svgs), svgs, facts={"cuts": cuts})


def box_pages(brief: Brief) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the content of the two sheets, and their drawings."""
    linked = hex_map(brief.game)
    if linked is None:
        raise ValueError("a box needs a map")
    front = cover_front(brief.game)
    first, second = nets(brief.paper)
    wide, high = first.panel[2] - first.panel[0], first.panel[3] - first.panel[1]
    banner = round(high * 0.28, 1)
    art, inks = cover(brief, linked, front, (wide, high), banner), Inks.of(brief)
    small = picture(brief, linked, front, wide - 16.0, high * 0.36)
    counters = sample(brief, wide - 16.0)
    svgs = {
        "art": art.svg(),
        "map": small.svg(),
        "net-front": draw_net(brief, first).svg(),
        "net-back": draw_net(brief, second).svg(),
    }
    svgs |= {"counters": counters.svg()} if counters else {}
    data = {
        "counters": counters.height if counters else 0,
        "front": _net_context(first),
        "back": _net_context(second),
        "banner": banner,
        "map": [small.width, small.height],
        "tab": TAB,
        "tuck": TUCK,
        "accents": [brief.palette.accent(brief.game, side.id) for side in brief.game.about.sides]
        if brief.game.about
        else [],
        "ground": brief.palette["table"],
        "deep": brief.palette["name"],
        "outer": {"ground": inks.ground, "text": inks.text, "quiet": inks.quiet, "bright": brief.profile.ink != "low"},
        "label_front": brief.words("box_front"),
        "label_back": brief.words("box_back"),
        "making": brief.words("box_making"),
    }
    return data | texts(brief), svgs


def _net_context(net: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"panel": list(net.panel), "side": list(net.side), "flap": list(net.flap)}


# -- counters shown on the back of the box ---------------------------------------------------------


_EDGE = 12.7
"""Counters are shown no larger than half an inch."""
_GAP = 2.2


def sample(brief: Brief, width: float) -> Canvas | None:
    """Draw as many counters as a row of that width holds, in millimetres; None for a game without units."""
    edge = min(brief.profile.counter, _EDGE)
    units = _chosen(
        [each.counter for each in counter_sheets(brief.game).counters.values()], int((width + _GAP) / (edge + _GAP))
    )
    if not units:
        return None
    gap = (width - len(units) * edge) / max(1, len(units) - 1) if len(units) > 5 else _GAP
    small, shadow = Brief(brief.game, replace(brief.profile, counter=edge)), brief.palette["faint"]
    canvas = Canvas(width, edge + 0.6)
    for number, unit in enumerate(units):
        x = number * (edge + gap)
        canvas.rect((x + 0.4, 0.4, x + edge + 0.4, edge + 0.4), fill=shadow, radius=0.4)
        canvas.place(unit_front(small, unit), (x, 0.0))
        canvas.rect((x, 0.0, x + edge, edge), stroke=brief.palette["coast"], width=0.12)
    return canvas


def _chosen(units: list[UnitCounter], most: int) -> list[UnitCounter]:
    """The strongest of each kind, nationalities in turn, in the order of the counters; `most` of them."""
    best: dict[tuple[str, str], UnitCounter] = {}
    for unit in units:
        key = (unit.nationality, unit.type)
        if key not in best or (unit.strength or 0) > (best[key].strength or 0):
            best[key] = unit
    ranks: dict[str, int] = {}
    ranked = []
    for unit in sorted(best.values(), key=lambda each: -(each.strength or 0)):
        ranks[unit.nationality] = ranks.get(unit.nationality, 0) + 1
        ranked.append((ranks[unit.nationality], unit))
    kept = [unit for _rank, unit in sorted(ranked, key=lambda pair: pair[0])[:most]]
    return [unit for unit in units if any(unit is each for each in kept)]


# -- the net of the tuck box -----------------------------------------------------------------------


DEPTH = 25.0
"""How thick the box is."""
TAB = 10.0
"""Width of what is glued."""
TUCK = 12.0
"""Length of the tongue of the lid."""
_SPARE = 4.0
"""Room around a folded sheet."""
_BEVEL = 4.0
_A_SIZES = (148.5, 210.0)
_LETTER_SIZES = (139.7, 215.9)


@dataclass(frozen=True)
class Net:
    """One sheet of the box: a large panel, a side at its right with a tab, and a flap above or below."""

    paper: Paper
    panel: Box
    side: Box
    flap: Box
    """Lid of the front sheet, floor of the back sheet."""
    lid: bool

    @property
    def outline(self) -> list[XY]:
        """Outline for cutting, clockwise from the panel's top left."""
        left, top, right, bottom = self.panel
        edge, tab = self.side[2], self.side[2] + TAB
        side = [(edge, top), (tab, top + _BEVEL), (tab, bottom - _BEVEL), (edge, bottom)]
        if self.lid:
            over, tip = self.flap[1], self.flap[1] - TUCK
            lid = [(left, over), (left + _BEVEL, tip), (right - _BEVEL, tip), (right, over)]
            return [(left, top), *lid, (right, top), *side, (left, bottom)]
        under, tip = self.flap[3], self.flap[3] + TAB
        floor = [(right, bottom), (right, under), (right - _BEVEL, tip), (left + _BEVEL, tip), (left, under)]
        return [(left, top), *side, *floor, (left, bottom)]

    @property
    def folds(self) -> list[tuple[XY, XY]]:
        """Fold lines, each by its two ends."""
        left, top, right, bottom = self.panel
        edge = self.side[2]
        upright = [((right, top), (right, bottom)), ((edge, top), (edge, bottom))]
        if self.lid:
            return [*upright, ((left, top), (right, top)), ((left, self.flap[1]), (right, self.flap[1]))]
        return [*upright, ((left, bottom), (right, bottom)), ((left, self.flap[3]), (right, self.flap[3]))]


def nets(paper: Paper) -> tuple[Net, Net]:
    """Return front and back sheet of a box for half sheets: A5, or half Letter."""
    wide, high = (size + _SPARE for size in (_A_SIZES if paper.name.startswith("A") else _LETTER_SIZES))
    left = (paper.width - wide - DEPTH - TAB) / 2
    # the foot of the page stands below
    top = (paper.height - high - DEPTH - TUCK) / 2 - 2.0
    return _net(paper, left, top + TUCK + DEPTH, wide, high, lid=True), _net(paper, left, top, wide, high, lid=False)


def _net(paper: Paper, left: float, top: float, wide: float, high: float, *, lid: bool) -> Net:
    right, bottom = left + wide, top + high
    flap = (left, top - DEPTH, right, top) if lid else (left, bottom, right, bottom + DEPTH)
    return Net(paper, (left, top, right, bottom), (right, top, right + DEPTH, bottom), flap, lid)


def draw_net(brief: Brief, net: Net) -> Canvas:
    """Draw cut lines solid, fold lines dashed."""
    canvas = Canvas(net.paper.width, net.paper.height)
    colour = brief.palette["mark"]
    canvas.path("M" + "L".join(map(xy, net.outline)) + "Z", stroke=colour, width=0.2, cls="cut")
    for fold in net.folds:
        canvas.line(fold, stroke=brief.palette["faint"], width=0.15)  # seen on a dark ground
        canvas.line(fold, stroke=colour, width=0.15, dash="2 1.5", cls="fold")
    return canvas


# -- what is said on the box -----------------------------------------------------------------------


_SHOWN = 12
"""How many scenarios the back of the box lists at the most."""


def texts(brief: Brief) -> dict[str, Any]:
    """Return all words of the box."""
    about, words = brief.game.about, brief.words
    if about is None:
        raise ValueError("a box needs a title")
    return {
        "title": about.title,
        "reconstruction": words("reconstruction") if reconstructed_parts(brief.game) else "",
        "sides": [side.name for side in about.sides],
        "facts": _facts(brief, about),
        "scenarios_title": words("box_scenarios"),
        "scenarios": _scenarios(brief),
        "contents_title": words("box_contents"),
        "contents": _contents(brief),
        "credits": [{"role": credit.role, "names": ", ".join(credit.names)} for credit in about.credits if credit.here],
        "span": _span(brief),
        "ours": [line for line in (reconstruction_note(brief) or _ours(brief), *about.rights_lines) if line],
    }


def _ours(brief: Brief) -> str:
    """What the pictures show that is not the publisher's."""
    words, linked, found = brief.words, hex_map(brief.game), []
    if linked is not None and (linked.where / "rows").ours:
        found.append(f"{words('box_ground')}: {words('fitted_note')}.")
    if any(
        (each.where / key).ours
        for each in counter_sheets(brief.game).counters.values()
        for key in ("strength", "movement")
    ):
        found.append(words("counter_values_note"))
    return " ".join(found)


def _facts(brief: Brief, about: GameDocument) -> list[dict[str, str]]:
    words = brief.words
    found = [(words("box_players"), str(about.players))] if about.players else []
    keys = {"hex": "box_hex", "turn": "box_turn", "units": "box_unit_scale"}
    found += [(words(keys[key]) if key in keys else key, value) for key, value in about.scale.items()]
    return [{"name": name, "value": value} for name, value in found]


_YEAR = re.compile(r"\b\d{4}\b")


def _span(brief: Brief) -> str:
    """First and last turn of the track; of turns that have numbers alone, the years of the scenarios."""
    track = schedule(brief.game)
    if track is None or track.calendar.length < 1:
        return ""
    if track.calendar.unit == "turn":
        dates = [each.document.dates for each in scenarios(brief.game).scenarios.values()]
        years = sorted({year for said in dates for year in _YEAR.findall(said)})
        if years:
            return " – ".join(dict.fromkeys((years[0], years[-1])))
    return f"{track.label(0)} – {track.label(track.calendar.length - 1)}"


def _scenarios(brief: Brief) -> list[dict[str, str]]:
    track, found = schedule(brief.game), []
    listed = [(s.player_turns(track) or 0 if track else 0, s) for s in scenarios(brief.game).scenarios.values()]
    for length, scenario in sorted(listed, key=lambda each: each[0])[:_SHOWN]:
        count = length_words(brief.words, track, length) if length else ""
        found.append({"title": scenario.document.title, "dates": scenario.document.dates, "length": count})
    return found


@fact
def papers(game: Game) -> tuple[str, ...]:
    """Return the words of the papers that this game has."""
    sides, cards = bool(forces(game).sides), bool(scenarios(game).scenarios)
    charts, pad = bool(tables(game).charts), bool([*pads.jobs(Brief(game, Profile()), [*scenarios(game).scenarios])])
    there = {
        "box_map": hex_map(game) is not None,
        "box_rules": game.one("rulebook", RulebookDocument) is not None,
        "box_charts": charts,
        "box_orders": sides and not charts,
        "box_cards": cards and pad,
        "box_cards_alone": cards and not pad,
    }
    return tuple(word for word, has in there.items() if has)


def _contents(brief: Brief) -> list[str]:
    """Counters by nationality, markers, and the papers that this game has."""
    game, words = brief.game, brief.words
    sheets, names = counter_sheets(game), {n.id: n.name for n in game.about.nationalities} if game.about else {}
    counts: dict[str, int] = {}
    for found in sheets.counters.values():
        counts[found.counter.nationality] = counts.get(found.counter.nationality, 0) + 1
    rows = [words("box_units", count=count, nationality=names.get(n, n)) for n, count in counts.items()]
    drawn = sum(1 for _chit in chits(game))
    rows += [words("box_chits", count=drawn)] if drawn else []
    markers = sum(marker.count for marker, _where in printed_markers(game))
    rows += [words("box_markers", count=markers)] if markers else []
    return [*rows, *map(words, papers(game))]
