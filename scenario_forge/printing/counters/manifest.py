"""Lists of counters: the manifest with a box to tick and places on the sheets, and labels for bags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.counters import Formation, UnitCounter
from scenario_forge.game.counters import kind_of_marker
from scenario_forge.game.forces import counter_sheets
from scenario_forge.printing.brief import Job, PrintedDocument, ranges
from scenario_forge.printing.counters.layout import sheet_plan
from scenario_forge.printing.counters.markers import chits, kind_title, printed_markers
from scenario_forge.printing.counters.markers import figures as chit_figures
from scenario_forge.printing.counters.units import figures
from scenario_forge.printing.counters.values import plain_text
from scenario_forge.printing.fonts import shorten, width_of, wrap
from scenario_forge.printing.palette import contrast
from scenario_forge.printing.pdf import page_count
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.layout import SheetPlan


STANDARD = {12.7: 280, 14.2875: 228, 15.875: 176, 25.4: 70}
"""Counters on the die-cut sheet of printed games, by size in millimetres."""


@dataclass(frozen=True, slots=True)
class CounterLine:
    """A unit, or so many markers of a kind."""

    place: str
    """Row and column on the sheet, ``C7``; further sheets before it, ``2:C7``; ``A1–A8`` for several."""
    name: str
    no: int | None = None
    size: str = ""
    figures: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class ManifestGroup:
    """Counters that are cut and sorted together."""

    title: str
    count: int
    lines: tuple[CounterLine, ...]


def manifest(brief: Brief, scenario: str | None = None) -> list[ManifestGroup]:
    """Return all counters, or those of a scenario, in the order of the sheets.

    Raises:
        CompileError: errors in the game leave the scenario's set-up open.
    """
    return manifest_of(brief, sheet_plan(brief, scenario))


def manifest_of(brief: Brief, plan: SheetPlan) -> list[ManifestGroup]:
    """Return the manifest of planned sheets."""
    places: dict[str, list[str]] = {}
    for sheet, slot, piece in plan.slots():
        if piece.item is not None:
            name = plan.name(slot) if sheet == 0 else f"{sheet + 1}:{plan.name(slot)}"
            places.setdefault(piece.look, []).append(name)
    found = []
    for group in plan.groups:
        looks = list(dict.fromkeys(piece.look for piece in group.pieces))
        items = {piece.look: piece.item for piece in group.pieces if piece.item}
        lines = tuple(_line(brief.game, items[look], places[look]) for look in looks)
        found.append(ManifestGroup(group.title, len(group.pieces), lines))
    return found


def _line(game: Game, item: UnitCounter | Marker | Formation, places: Sequence[str]) -> CounterLine:
    first, last = places[0], places[-1]
    sheet = f"{first.partition(':')[0]}:" if ":" in first else ""
    place = first if len(places) == 1 else f"{first}–{last.removeprefix(sheet) if sheet else last}"
    if isinstance(item, UnitCounter):
        return CounterLine(place, plain_text(item.name), item.no, plain_text(item.size), figures(item))
    if isinstance(item, Formation):
        return CounterLine(place, f"{plain_text(item.name)} {chit_figures(game, item)}".rstrip())
    name = plain_text(item.name) + (f" {item.value}" if item.value is not None else "")
    return CounterLine(place, name, count=len(places))


def counts(brief: Brief, plan: SheetPlan) -> str:
    """Return how many counters are on how many sheets, and how many a printed game's sheet would hold."""
    key = "counter_manifest_one" if len(plan.sheets) == 1 else "counter_manifest_count"
    said = brief.words(key, counters=plan.counters, spare=plan.spare, sheets=len(plan.sheets), slots=plan.grid.slots)
    usual = STANDARD.get(round(plan.grid.side, 4))
    return f"{said}; {brief.words('counter_standard_sheet', count=usual)}" if usual else said


_COLUMNS = 3
_PITCH, _TYPE = 3.9, 7.5 * POINT


def manifest_pages(brief: Brief, plan: SheetPlan, notes: Sequence[str]) -> list[PrintedPage]:
    """Draw the manifest on as many pages as it takes."""
    drawn = _Manifest(brief, plan, notes)
    found = manifest_of(brief, plan)
    drawn.balance(found)
    for group in found:
        drawn.group(group)
    label = brief.words("counter_manifest")
    return [PrintedPage(canvas, label, foot_inset=brief.profile.margin) for canvas in drawn.pages]


class _Manifest:
    """Pages while they are filled, column after column."""

    def __init__(self, brief: Brief, plan: SheetPlan, notes: Sequence[str]) -> None:
        self.brief, self.words, self.palette = brief, brief.words, brief.palette
        self.scale = min(brief.profile.type, 1.25)
        self.pitch, self.type = _PITCH * self.scale, _TYPE * self.scale
        self.margin = max(brief.profile.margin, 8.0)
        self.columns = _COLUMNS if self.scale < 1.1 else 2
        self.gutter = 6.0
        room = brief.paper.width - 2 * self.margin - self.gutter * (self.columns - 1)
        self.wide = room / self.columns
        self.low = brief.paper.height - 19
        self.lead = [brief.words("counter_manifest_how"), counts(brief, plan), *notes]
        self.pages: list[Canvas] = []
        self._page()

    def _page(self) -> None:
        paper = self.brief.paper
        self.canvas, self.column = Canvas(paper.width, paper.height), 0
        self.pages.append(self.canvas)
        title = self.words("counter_manifest")
        self._text((self.margin, self.margin + 5), title, 13 * POINT, "sans-bold", "ink")
        y = self.margin + 5
        for text in self.lead if len(self.pages) == 1 else ():
            for line in wrap(text, self.type, "sans", paper.width - 2 * self.margin):
                y += 1.3 * self.type
                self._text((self.margin, y), line, self.type)
        self.top = self.y = y + 3

    def _text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        face: str = "sans",
        role: str = "quiet",
        end: bool = False,
    ) -> None:
        self.canvas.text(
            at, text, size, face=face, fill=self.palette[role], on=self.palette["page"], role="manifest",  # type: ignore[arg-type]
            anchor="end" if end else "start",
        )  # fmt: skip

    def balance(self, groups: Sequence[ManifestGroup]) -> None:
        """Set columns of one height, if all fits on one page."""
        high = sum(len(group.lines) + 1.7 for group in groups) * self.pitch
        low = self.top + high / self.columns + 3.5 * self.pitch
        self.low = min(low, self.low)

    @property
    def _left(self) -> float:
        return self.margin + self.column * (self.wide + self.gutter)

    def _room(self, lines: float) -> None:
        """Go on in the next column where so many lines have no room."""
        if self.y + lines * self.pitch <= self.low:
            return
        self.column += 1
        self.y = self.top
        if self.column == self.columns:
            self._page()

    def group(self, group: ManifestGroup) -> None:
        """Draw a group under its title."""
        self._room(3.5)
        self._title(f"{group.title}", group.count)
        for line in group.lines:
            before = self.canvas, self.column
            self._room(1)
            if (self.canvas, self.column) != before:
                self._title(group.title, group.count)
            self._line(line)
        self.y += 0.6 * self.pitch

    def _title(self, title: str, count: int) -> None:
        self.y += 1.1 * self.pitch
        left, size = self._left, 8.5 * POINT * self.scale
        self._text(
            (left, self.y - 1.1),
            shorten(plain_text(title), size, "sans-bold", self.wide - 10),
            size,
            "sans-bold",
            "ink",
        )
        self._text((left + self.wide, self.y - 1.1), str(count), size, "sans-bold", "ink", end=True)
        self.canvas.line([(left, self.y), (left + self.wide, self.y)], stroke=self.palette["ink"], width=0.25)

    def _line(self, line: CounterLine) -> None:
        self.y += self.pitch
        left, right, low = self._left, self._left + self.wide, self.y - 0.3 * self.pitch
        tick = 0.62 * self.pitch
        box = (left, low - 0.78 * tick, left + tick, low + 0.22 * tick)
        self.canvas.rect(box, stroke=self.palette["ink"], width=0.2)
        lead = str(line.no) if line.no is not None else f"{line.count}×"
        at = left + tick + 6.0 * self.scale
        self._text((at, low), lead, self.type, "sans-semibold", "ink", end=True)
        tail = line.figures or ""
        place = right - width_of(line.place, self.type, "sans") - 1.5
        end = place if not tail else min(place, right - 10 * self.scale)
        if tail:
            self._text((end, low), f"{line.size}  {tail}", self.type, end=True)
        self._text((right, low), line.place, self.type, end=True)
        room = end - (width_of(f"{line.size}  {tail}", self.type, "sans") + 1 if tail else 0.0) - at - 1.6
        self._text((at + 1.6, low), shorten(line.name, self.type, "sans", room), self.type, "sans", "ink")
        self.canvas.line([(left, self.y), (right, self.y)], stroke=self.palette["faint"], width=0.1)


# -- bag labels: one for each nationality's units and one for each kind of marker ------------------


LABELS = "labels"
_LARGE = 1.25
"""From this type size on two labels stand in a row, not three."""


def label_jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """Yield one document; none for a game without counters."""
    if bag_labels(brief):
        yield Job(LABELS, brief.file(LABELS), brief.words("labels_title"), partial(_make_labels, brief))


def _make_labels(brief: Brief) -> PrintedDocument:
    labels, title = bag_labels(brief), brief.words("labels_title")
    columns = 2 if brief.profile.type > _LARGE else 3
    data = {"game": brief.game.title, "title": title, "accent": brief.palette["ink"], "labels": labels}
    data |= brief.page(f"{brief.game.title}: {title}") | {"columns": columns}
    pdf = typeset("labels.typ", data, uses=("chart-blocks.typ",))
    cuts = page_count(pdf) * (columns + 2) + -(-len(labels) // columns)
    return PrintedDocument(pdf, facts={"labels": len(labels), "cuts": cuts})


def bag_labels(brief: Brief) -> list[dict[str, Any]]:
    """Return labels in the order of sides, nationalities and kinds of marker."""
    return [*_unit_labels(brief), *_chit_labels(brief), *_marker_labels(brief)]


def _unit_labels(brief: Brief) -> Iterator[dict[str, Any]]:
    game, words = brief.game, brief.words
    names = game.side_names
    bags: dict[tuple[str, str], list[int]] = {}
    for counter in (found.counter for found in counter_sheets(game).counters.values()):
        bags.setdefault((counter.side, counter.nationality), []).append(counter.no)
    order = list(names)
    for (side, nationality), numbers in sorted(
        bags.items(), key=lambda bag: order.index(bag[0][0]) if bag[0][0] in order else len(order)
    ):
        nation = brief.palette.nation(game, nationality)
        yield {
            "kicker": names.get(side, side),
            "name": nation.name,
            "count": str(len(numbers)),
            "text": words("labels_units", numbers=ranges(numbers)),
            "ground": nation.tint,
            "accent": brief.palette.accent(game, side),
        }


def _chit_labels(brief: Brief) -> Iterator[dict[str, Any]]:
    """One bag of chits for each side: what of them goes into the cup is chosen anew in play."""
    names, counts = brief.game.side_names, dict[str, int]()
    for formation, _where in chits(brief.game):
        counts[formation.side] = counts.get(formation.side, 0) + 1
    for side in names:
        if side in counts:
            yield {
                "kicker": names[side],
                "name": brief.words("labels_chits"),
                "count": str(counts[side]),
                "text": "",
                "ground": brief.palette["stripe"],
                "accent": brief.palette.accent(brief.game, side),
            }


def _marker_labels(brief: Brief) -> Iterator[dict[str, Any]]:
    game, words = brief.game, brief.words
    bags: dict[str, list[Marker]] = {}
    for marker, _where in printed_markers(game):
        if marker.count:
            bags.setdefault(marker.kind, []).append(marker)
    names = game.side_names
    for markers in bags.values():
        ground = brief.palette.marker(kind_of_marker(game, markers[0]))
        mixed = len({m.name for m in markers}) > 1
        parts = [" ".join(p for p in (_who(m, names, mixed=mixed), f"×{m.count}") if p) for m in markers]
        yield {
            "kicker": words("labels_markers"),
            "name": kind_title(words, markers) or ", ".join(dict.fromkeys(_marker_name(game, m) for m in markers)),
            "count": str(sum(m.count for m in markers)),
            "text": ", ".join(parts) if len(parts) > 1 else "",
            "ground": ground if contrast(ground, brief.palette["ink"]) >= 4.5 else brief.palette["stripe"],
            "accent": brief.palette["ink"],
        }


def _marker_name(game: Game, marker: Marker) -> str:
    """A marker's name; one that is turned over to say another thing has both."""
    return f"{marker.name} / {marker.back}" if marker.back and kind_of_marker(game, marker).two_faced else marker.name


def _who(marker: Marker, names: dict[str, str], *, mixed: bool) -> str:
    """What tells a marker from the others of its kind: its number, its side, or its name; both where names differ."""
    if marker.value is not None:
        return str(marker.value)
    side = names.get(marker.side, marker.side) if marker.side else ""
    return " ".join(part for part in (marker.name if mixed or not side else "", side) if part)
