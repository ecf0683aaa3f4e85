"""RUL030, RUL031: what clauses state, and rules.yaml or the components do not have."""

from __future__ import annotations

import re
import types
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from scenario_forge.checks.one_slip import is_slip
from scenario_forge.checks.rulebook_quantities import written
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.project.place import Where
from scenario_forge.project.schedule import schedule
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Statement
    from scenario_forge.source.nodes import Data

FEW = 3
"""So many of the quantities that one gap swallows are named."""
SHOWN = (
    (re.compile(r"combat\.modifier\.\w+"), "charts", ("charts",), "a modifier or terrain"),
    (re.compile(r"terrain\.\w+\.(movement_cost|\w+_cost)"), "charts", ("charts",), "a line"),
    (re.compile(r"chart\.\w+(?:\.\w+){1,2}"), "charts", ("charts",), "a cell"),
    (re.compile(r"ledger\.\w+\.\w+"), "victory", ("ledger",), "a line"),
    (re.compile(r"victory\.(?P<stop>\w+)\.\w+\.\w+"), "victory", ("objectives",), "a row"),
    (re.compile(r"place\.\w+\.hex"), "map", ("places",), "a place"),
    (re.compile(r"centre\.\w+\.capacity"), "map", ("places",), "a place or box"),
    (re.compile(r"start\.\w+\.first"), "time-track", ("starts",), "a start date"),
    (re.compile(r"stop\.\w+\.last"), "time-track", ("stops",), "a stop date"),
)
"""Quantities that a component shows: their names, its kind, where its list stands, what of it is missing."""


def missing_from_rules(game: Game) -> Iterator[Diagnostic]:
    """Quantities of clauses for which rules.yaml has a place, and nothing stands there; one finding a gap."""
    kinds = [kind for kind in (game.system.kinds() if game.system else ()) if kind.name == "rules"]
    files = [file for file in game.files_of("rules") if file.document is not None]
    gaps: dict[tuple[str, ...], list[Statement]] = {}
    for quantity, stated in statements(game).items() if kinds and files else ():
        throw = quantity.rpartition(".")[2].isdecimal()
        if throw and {each.where.file.kind.name for each in stated} - {"rulebook", "examples"}:
            continue  # a table has more throws than the rules have faces of the die: modified ones
        first = next((each for each in stated if each.where.file.kind.name == "rulebook"), None)
        gap = _gap(kinds[0].model, files[0].data, tuple(quantity.split("."))) if first else None
        if first and gap is not None and not _misspelt(files[0].data, gap):
            gaps.setdefault(gap, []).append(first)
    for gap, several in gaps.items():
        names = [f"`{each.quantity}`" for each in several[:FEW]]
        more = f" and {len(several) - FEW} more" if len(several) > FEW else ""
        above = Where(files[0], gap[:-1])
        finding = rul.RUL030.at(
            above.key(), quantities=", ".join(names) + more, it="it" if len(several) == 1 else "them"
        ).under(several[0].rule or None)
        for each in several[:FEW]:
            finding = finding.also(each.where, "stated here")
        yield finding


def _misspelt(data: Data, gap: tuple[str, ...]) -> bool:
    """Whether a key beside the gap is the missing one mistyped, which is found as a name that is nothing."""
    for step in gap[:-1]:
        data = data[step] if isinstance(data, dict) else None
    return isinstance(data, dict) and any(is_slip(key, gap[-1]) for key in data)


def _gap(annotation: Any, data: Data, path: tuple[str, ...], done: int = 0) -> tuple[str, ...] | None:  # noqa: ANN401
    """The path of the first key that is missing on the way to a quantity; None if it is there or is none of rules."""
    kind = _plain(annotation)
    if done == len(path):
        return None
    step = path[done]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        field = kind.model_fields.get(step)
        if field is None or not _leads(field.annotation, path, done + 1):
            return None
        below: Any = field.annotation
    elif get_origin(kind) is dict:
        below = get_args(kind)[1]
        if not _leads(below, path, done + 1):
            return None
    else:
        return None
    if not isinstance(data, dict) or data.get(step) is None or data[step] == []:
        return path[: done + 1]
    return _gap(below, data[step], path, done + 1)


def _leads(annotation: Any, path: tuple[str, ...], done: int) -> bool:  # noqa: ANN401
    """Whether the rest of a path leads to a single value of a model."""
    kind = _plain(annotation)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        field = kind.model_fields.get(path[done]) if done < len(path) else None
        return field is not None and _leads(field.annotation, path, done + 1)
    if get_origin(kind) is dict:
        return done < len(path) and _leads(get_args(kind)[1], path, done + 1)
    return done == len(path)


def _plain(annotation: Any) -> Any:  # noqa: ANN401
    """A type without its constraints and without None."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        left = [each for each in get_args(annotation) if each is not type(None)]
        return _plain(left[0]) if len(left) == 1 else annotation
    return annotation


def missing_from_components(game: Game) -> Iterator[Diagnostic]:
    """Rows, modifiers, terrain, places and dates that a clause gives a number of, and that no component shows."""
    track = schedule(game)
    for quantity, stated in statements(game).items():
        if any(each.where.file.kind.name not in ("rulebook", "examples") for each in stated):
            continue
        first = next((each for each in stated if each.where.file.kind.name == "rulebook"), None)
        if first is None or isinstance(first.value, bool):
            continue
        for pattern, kind, path, what in SHOWN:
            match = pattern.fullmatch(quantity)
            if match is None or (isinstance(first.value, str) and kind in ("charts", "victory")):
                continue
            stop = match.groupdict().get("stop")
            if stop is not None and track is not None and stop not in track.stops:
                continue
            files = [file for file in game.files_of(kind) if file.document is not None]
            if files and not game.broken(kind):
                at = Where(files[0], path).key()
                finding = rul.RUL031.at(at, what=what, quantity=quantity, value=written(first))
                yield finding.also(first.where, "stated here").under(first.rule or None)


CHECKS = (missing_from_rules, missing_from_components)
