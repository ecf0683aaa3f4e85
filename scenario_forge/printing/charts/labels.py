"""Bag labels: one for each nationality's units and one for each kind of marker, with what should be in the bag."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.cards.lines import ranges
from scenario_forge.printing.palette import contrast
from scenario_forge.printing.typeset import typeset
from scenario_forge.project.forces import forces
from scenario_forge.project.marker_kinds import kind_of_marker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.game import Game

NAME = "labels"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """One document; none for a game without counters."""
    if bag_labels(brief):
        yield Job(NAME, brief.file(NAME), brief.words("labels_title"), partial(_make, brief))


def _make(brief: Brief) -> Made:
    labels, title = bag_labels(brief), brief.words("labels_title")
    data = {"game": brief.game.title, "title": title, "accent": brief.palette["ink"], "labels": labels}
    pdf = typeset("labels.typ", brief.page(f"{brief.game.title}: {title}") | data, uses=("chart-blocks.typ",))
    return Made(pdf, facts={"labels": len(labels)})


def bag_labels(brief: Brief) -> list[dict[str, Any]]:
    """Labels in the order of sides, nationalities and kinds of marker."""
    return [*_units(brief), *_markers(brief)]


def _units(brief: Brief) -> Iterator[dict[str, Any]]:
    game, words = brief.game, brief.words
    names = game.side_names
    bags: dict[tuple[str, str], list[int]] = {}
    for counter in (found.counter for found in forces(game).counters.values()):
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


def _markers(brief: Brief) -> Iterator[dict[str, Any]]:
    game, words = brief.game, brief.words
    bags: dict[str, list[Marker]] = {}
    for marker, _where in forces(game).markers.values():
        bags.setdefault(marker.kind, []).append(marker)
    names = game.side_names
    for markers in bags.values():
        ground = brief.palette.marker(kind_of_marker(game, markers[0]))
        mixed = len({m.name for m in markers}) > 1
        parts = [" ".join(p for p in (_who(m, names, mixed=mixed), f"×{m.count}") if p) for m in markers]
        yield {
            "kicker": words("labels_markers"),
            "name": ", ".join(dict.fromkeys(_named(game, m) for m in markers)),
            "count": str(sum(m.count for m in markers)),
            "text": ", ".join(parts) if len(parts) > 1 else "",
            "ground": ground if contrast(ground, brief.palette["ink"]) >= 4.5 else brief.palette["stripe"],
            "accent": brief.palette["ink"],
        }


def _named(game: Game, marker: Marker) -> str:
    """A marker's name; one that is turned over to say another thing has both."""
    return f"{marker.name} / {marker.back}" if marker.back and kind_of_marker(game, marker).two_faced else marker.name


def _who(marker: Marker, names: dict[str, str], *, mixed: bool) -> str:
    """What tells a marker from the others of its kind: its number, its side, or its name; both where names differ."""
    if marker.value is not None:
        return str(marker.value)
    side = names.get(marker.side, marker.side) if marker.side else ""
    return " ".join(part for part in (marker.name if mixed or not side else "", side) if part)
