"""What has changed of an objective: its points, its words, when it is scored; each told once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compare.change import Change, Matter, address_of, written
from scenario_forge.project.place import Where

if TYPE_CHECKING:
    from scenario_forge.compare.leaves import Difference
    from scenario_forge.project.files import GameFile
    from scenario_forge.source.nodes import Data


def objective_changes(
    before: GameFile, after: GameFile, every: list[Difference]
) -> tuple[list[Difference], list[Change]]:
    """The differences that are left, and the changes of objectives that both states have."""
    left: list[Difference] = []
    rows: dict[str, list[Difference]] = {}
    for difference in every:
        if difference.steps[:1] == ("objectives",) and len(difference.steps) > 2:
            rows.setdefault(difference.steps[1], []).append(difference)
        else:
            left.append(difference)
    return left, [change for several in rows.values() for change in _of_row(before, after, several)]


def _of_row(before: GameFile, after: GameFile, several: list[Difference]) -> list[Change]:
    """Points first; what a row states besides is told only where nothing else is."""
    first = several[0]
    one, other = _row(before, first.before), _row(after, first.after)
    paper = Where(after, first.after or ()).span.paper
    subject = ": ".join(part for part in (paper, str(one.get("text") or "")) if part)
    side = str(other.get("side") or one.get("side") or "")
    made: list[Change] = []
    fields = {difference.steps[2] for difference in several}
    if "points" in fields:
        was, now = one.get("points"), other.get("points")
        size = abs(now - was) if isinstance(was, int) and isinstance(now, int) else 0
        made.append(_change(after, first, subject, f"{now} points, not {was}", was, now, side, size))
    if "text" in fields:
        was, now = one.get("text"), other.get("text")
        made.append(_change(after, first, subject, f"now reads “{now}”", was, now, side, 0))
    if "when" in fields:
        what = "is scored when something else holds"
        made.append(_change(after, first, subject, what, one.get("when"), other.get("when"), side, 0))
    rest = [d for d in several if d.steps[2] not in ("points", "text", "when") and (not made or d.steps[2] != "states")]
    for difference in rest:
        was, now = difference.was, difference.now
        what = f"{difference.steps[-1]}: {written(now) or 'nothing'} instead of {written(was) or 'nothing'}"
        made.append(_change(after, difference, subject, what, was, now, side, 0))
    return made


def _row(file: GameFile, path: tuple[str | int, ...] | None) -> dict[str, Any]:
    data = Where(file, (path or ())[:2]).data if path else None
    return data if isinstance(data, dict) else {}


def _change(
    file: GameFile,
    at: Difference,
    subject: str,
    what: str,
    was: Data,
    now: Data,
    side: str,
    size: int,
) -> Change:
    return Change(
        Matter.POINTS, subject, what, written(was), written(now), side, size,
        file=file.name, address=address_of(at.steps[:2]),
    )  # fmt: skip
