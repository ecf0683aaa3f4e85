"""OOB020–027: each unit's comings and goings, from start date to start date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.checks.oob_cells import column_name, is_garbled
from scenario_forge.checks.oob_dates import entry_text, in_order_of_time
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.forces import forces
from scenario_forge.project.schedule import schedule
from scenario_forge.project.starts import open_start, reserve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.project.forces import Entry, Force, Unit
    from scenario_forge.project.game import Game

State = Literal["unknown", "not yet", "there", "gone", "rebuilding", "dead"]


@dataclass(slots=True)
class Life:
    """What is known of a unit so far, and the entry that says so."""

    unit: Unit
    reserve: str
    """What people say of a unit in reserve."""
    state: State = "unknown"
    since: Entry | None = None

    def now(self, state: State, entry: Entry) -> None:
        """From this entry on."""
        self.state, self.since = state, entry

    def forget(self) -> None:
        """What comes next cannot be judged: what stands here was reported already."""
        self.state, self.since = "unknown", None

    def finding(self, code: Code, entry: Entry, label: str, /, **values: object) -> Diagnostic:
        """A finding at an entry that shows what it contradicts."""
        found = code.at(entry.where, unit=self.unit.cited, **values)
        return found.also(self.since.where, label) if self.since else found


def comings_and_goings(game: Game) -> Iterator[Diagnostic]:
    """OOB021–025: every entry follows from those before it."""
    track = schedule(game)
    for force in forces(game).sides.values():
        columns = in_order_of_time(track, force)
        for unit in force.units:
            life = Life(unit, reserve(game))
            for column in columns:
                yield from _column(life, force, column)


def _column(life: Life, force: Force, column: str) -> Iterator[Diagnostic]:
    entries = life.unit.cells.get(column)
    if entries is None or any(_unsure(entry, force) for entry in entries):
        blank_start = force.columns[column].start is not None
        if blank_start or life.unit.row.cells.get(column, "").strip():
            life.forget()
        return
    for entry in sorted(entries, key=lambda e: e.turn if e.turn is not None else -1):
        yield from _STEPS[entry.kind](life, entry)


def _unsure(entry: Entry, force: Force) -> bool:
    """Whether what an entry means is in doubt, and reported for it."""
    dated = entry.kind in ("arrives", "leaves")
    return is_garbled(entry) or (dated and entry.turn is None) or dated == bool(force.columns[entry.column.id].start)


def _arrives(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    since = life.since
    if life.state == "there" and since:
        why = f"it came by {entry_text(since)}" if since.turn is not None else f"it starts {_place(since, life)}"
        yield life.finding(oob.OOB021, entry, "in play from here on", entry=entry_text(entry), why=why)
    elif life.state == "dead":
        yield _back(life, entry, f"arrives by {entry_text(entry)}")
    life.now("there", entry)


def _leaves(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    if life.state in ("not yet", "gone") and life.since:
        before = "has not arrived" if life.state == "not yet" else f"left by {entry_text(life.since)}"
        yield life.finding(oob.OOB022, entry, "not in play from here on", entry=entry_text(entry), why=f"it {before}")
    elif life.state == "dead":
        yield _back(life, entry, f"leaves by {entry_text(entry)}")
    life.now("gone", entry)


def _at(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    yield from _came(life, entry, open_start(entry, None) or f"in {entry.token.place}")
    life.now("there", entry)


def _reserve(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    yield from _came(life, entry, life.reserve)
    life.now("rebuilding", entry)


def _eliminated(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    if life.state != "dead":
        yield from _came(life, entry, "eliminated")
        life.now("dead", entry)


def _came(life: Life, entry: Entry, state: str) -> Iterator[Diagnostic]:
    """A unit that is or was somewhere must have come there."""
    column = column_name(entry.column)
    if life.state == "dead":
        yield _back(life, entry, f"is {state} at {column}")
    elif life.state in ("not yet", "gone") and life.since:
        since = column_name(life.since.column)
        why = f"it has not arrived since {since}" if life.state == "not yet" else f"it left by {entry_text(life.since)}"
        label = "not there" if life.state == "not yet" else "gone"
        yield life.finding(oob.OOB023, entry, label, state=state, column=column, why=why)


def _absent(life: Life, entry: Entry) -> Iterator[Diagnostic]:
    column = column_name(entry.column)
    if life.state == "there" and life.since:
        since = life.since
        why = f"it arrives by {entry_text(since)}" if since.turn is not None else f"it starts {_place(since, life)}"
        yield life.finding(oob.OOB024, entry, "in play from here on", column=column, why=f"{why} and never leaves")
    elif life.state == "dead":
        yield _back(life, entry, f"is marked as not there (N) at {column}")
    if life.state != "gone":
        life.now("not yet", entry)


def _back(life: Life, entry: Entry, what: str) -> Diagnostic:
    column = column_name(life.since.column) if life.since else ""
    return life.finding(oob.OOB025, entry, "eliminated", column=column, what=what)


def _place(entry: Entry, life: Life) -> str:
    place = life.reserve if entry.kind == "reserve" else f"at {entry.token.place}"
    return f"{place} ({column_name(entry.column)})"


_STEPS: dict[str, Callable[[Life, Entry], Iterator[Diagnostic]]] = {
    "arrives": _arrives,
    "leaves": _leaves,
    "at": _at,
    "reserve": _reserve,
    "eliminated": _eliminated,
    "absent": _absent,
    **dict.fromkeys(("within", "enters", "attached", "free"), _at),
}


def units_that_never_appear(game: Game) -> Iterator[Diagnostic]:
    """OOB027: absent at every start date and in what scenarios bring along, and nothing else is said of it."""
    for unit in forces(game).units() if not game.broken("scenarios") else ():
        cells = unit.cells.values()
        whole = len(unit.cells) == sum(bool(text.strip()) for text in unit.row.cells.values())
        own = any(entry.kind != "absent" for cell in unit.own.values() for entry in cell)
        if whole and cells and not own and all(entry.kind == "absent" for cell in cells for entry in cell):
            yield oob.OOB027.at(unit.where / "name", unit=unit.cited, name=unit.name)


CHECKS = (comings_and_goings, units_that_never_appear)
