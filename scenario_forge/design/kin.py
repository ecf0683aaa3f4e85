"""Which other unit says most about one of which little is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.project.force import Unit


def kin_of(unit: Unit, among: Iterable[Unit]) -> Unit | None:
    """The nearest kin: of the same formation, else of the same nationality and type, nearest in the chart."""

    def strangeness(other: Unit) -> tuple[bool, bool, bool, int]:
        stranger = formation(other) != formation(unit)
        nation, kind = _nation(other) != _nation(unit), _type(other) != _type(unit)
        return stranger, stranger and nation, stranger and kind, abs(other.no - unit.no)

    return min((other for other in among if other is not unit), key=strangeness, default=None)


def kinship(unit: Unit, kin: Unit) -> str:
    """Why that one."""
    return "same formation" if formation(kin) == formation(unit) else "nearest row"


def formation(unit: Unit) -> str:
    """What stands behind the stroke of an identity: ``5/4 Ind`` is of ``4 Ind``."""
    return unit.name.partition("/")[2] or unit.name


def _nation(unit: Unit) -> str | None:
    return unit.counter.counter.nationality if unit.counter else None


def _type(unit: Unit) -> str | None:
    return unit.counter.counter.type if unit.counter else None
