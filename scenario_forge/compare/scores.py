"""What two scenarios score: the rows that their dates reach, passed stop dates and rows of their own among them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter, written
from scenario_forge.documents.victory import VictoryDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from scenario_forge.compare.scenarios import Made


@dataclass(frozen=True)
class Row:
    """A row that is scored."""

    side: str
    text: str
    date: str
    points: int
    rule: str
    """What must hold, in a form that can be compared; without the date."""


def point_changes(one: Made, other: Made) -> Iterator[Change]:
    """Rows that score more, less, for something else, or no more."""
    was, now = _rows(one), _rows(other)
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        known = new or old
        if known is None or old == new:
            continue
        sides = other.plan.game if new else one.plan.game
        size = abs((new.points if new else 0) - (old.points if old else 0))
        texts = (str(old.points) if old else "", str(new.points) if new else "")
        subject = f"{sides.side_name(known.side)}: {known.text}"
        yield Change(Matter.POINTS, subject, _told(old, new), *texts, known.side, size)


def _told(old: Row | None, new: Row | None) -> str:
    if old is None or new is None:
        if new is not None:
            return f"scores {new.points} points in {new.date}"
        return f"scores nothing; it was {old.points} points in {old.date}" if old else ""
    if old.points != new.points:
        dates = (f" in {new.date}", f" in {old.date}") if old.date != new.date else ("", "")
        return f"{new.points} points{dates[0]}, not {old.points}{dates[1]}"
    if old.date != new.date:
        return f"{new.points} points in {new.date}, not in {old.date}"
    return "is scored when something else holds"


def _rows(made: Made) -> dict[tuple[str, str, int], Row]:
    """Rows by side and words; what is scored at several dates is told apart from the last date backwards."""
    by_date = sorted(made.compiled.objectives, key=lambda row: int(row["turn"]))
    rows = [*(_row(made, row) for row in by_date), *_decisive(made)]
    often: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, str, int], Row] = {}
    for row in reversed(rows):
        found[row.side, row.text, often[row.side, row.text]] = row
        often[row.side, row.text] += 1
    return dict(reversed(found.items()))


def _row(made: Made, row: Mapping[str, Any]) -> Row:
    sides, track = made.compiled.keys["sides"], made.plan.track
    rest = {key: value for key, value in row.items() if key not in ("id", "turn", "points", "side", "group")}
    return Row(
        sides[row["side"]], _texts(made).get(row["id"], str(row["id"])), track.label(row["turn"]), row["points"],
        written(rest, longest=None),
    )  # fmt: skip


def _decisive(made: Made) -> Iterator[Row]:
    sides = made.compiled.keys["sides"]
    for row in made.compiled.decisive:
        rest = {key: value for key, value in row.items() if key not in ("id", "points", "side")}
        text = f"decisive victory, {str(row['id']).replace('_', ' ')}"
        yield Row(sides[row["side"]], text, "any turn", row["points"], written(rest, longest=None))


def _texts(made: Made) -> dict[str, str]:
    found = {
        objective.id: objective.text
        for document, _where in made.plan.game.documents("victory", VictoryDocument)
        for objective in document.objectives
    }
    own = getattr(made.plan.scenario.document, "victory", None) or ()
    return found | {row.id: row.text for row in own if hasattr(row, "text")}
