"""Differences of the game on the screen: from its files, from the last commit, or one scenario from another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.diff import NoSuchState, at_revision
from scenario_forge.compare.difference import TITLES
from scenario_forge.compare.scenarios import compare_scenarios, compare_states
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.diagnostics.report import one_line
from scenario_forge.editor.answers import Place, Refused
from scenario_forge.editor.endpoint import post
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.forces import forces
from scenario_forge.game.place import AddressError, Where, parse_address, resolve
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.source.nodes import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.routing import Route

    from scenario_forge.compare.difference import Change
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.source.nodes import Node, Path

MOST_CHANGES = 2000
"""That are listed."""
HEAD = "HEAD"


ScenarioName = Annotated[str, Field(max_length=100)]


class ChangePlace(Place):
    """Where a text on the screen says what a change is about, and the erratum that has changed it, if one has."""

    erratum: str


ChangeEntry = TypedDict("ChangeEntry", {
    "matter": str, "subject": str, "what": str, "was": str, "now": str, "document": str, "before": list[str],
    "after": list[str], "unit": bool, "place": ChangePlace | None,
})  # fmt: skip
"""A difference: what mattered before and matters now. `after`: hexes."""
CompareAnswer = TypedDict("CompareAnswer", {"changes": list[ChangeEntry], "left_out": int, "seconds": float})
"""The changes, what matters most to a player first."""


def compare_screen(
    session: Session, to: Literal["saved", "commit", "scenario"], before: ScenarioName = "", after: ScenarioName = ""
) -> CompareAnswer:
    """Return the changes from the other state to the screen, what matters most to a player first.

    Raises:
        Refused: there is no such state, with the reason; or errors leave a scenario's set-up open.
    """
    began = time.monotonic()
    now = session.snapshot()[1]
    other = now
    try:
        if to == "scenario":
            found = compare_scenarios(now, before, now, after)
        else:
            other = _before(session, now.errata, to)
            found = compare_states(other, now)
    except (NoSuchScenario, CompileError, NoSuchState) as error:
        raise Refused(str(error)) from error
    place = _placer(now, other)
    return {
        "changes": [_change_data(change, place(change)) for change in found[:MOST_CHANGES]],
        "left_out": max(0, len(found) - MOST_CHANGES),
        "seconds": round(time.monotonic() - began, 3),
    }


def _before(session: Session, errata: str, to: str) -> Game:
    if to == "saved":
        return load_game(session.folder, errata)
    return at_revision(session.folder, HEAD, errata)


def _change_data(change: Change, place: ChangePlace | None) -> ChangeEntry:
    document = place["doc"] if place else change.file
    return {
        "matter": TITLES[change.matter],
        "subject": one_line(change.subject),
        "what": one_line(change.what),
        "was": one_line(change.was),
        "now": one_line(change.now),
        "document": document or ("map.yaml" if change.hexes_after and not change.unit else ""),
        "before": list(change.hexes_before),
        "after": list(change.hexes_after),
        "unit": change.unit is not None,
        "place": place,
    }


def _placer(game: Game, before: Game) -> Callable[[Change], ChangePlace | None]:
    """Return a function that finds where the texts on the screen say what a change is about, or None."""
    known: dict[str, tuple[Lines, PageText]] = {}

    def place(change: Change) -> ChangePlace | None:
        where = _where(game, change)
        if where is None:
            return None
        erratum = _new_erratum(game, before, where)
        where = erratum.where if erratum else where
        span, source = where.span, where.file.source
        if source.name not in known:
            known[source.name] = Lines(source.text), PageText(source.text)
        lines, page = known[source.name]
        start, end = lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column)
        return {
            "doc": source.name,
            "from": page.to_page(start),
            "to": page.to_page(end),
            "line": span.line,
            "erratum": erratum.erratum.id if erratum else "",
        }

    return place


def _new_erratum(game: Game, before: Game, where: Where) -> Patch | None:
    """Return the erratum that has changed a value whose text is unchanged; None where there is none."""
    old = before.read.get(where.file.name)
    if game is before or old is None or old.source.text != where.file.source.text:
        return None
    had = [(patch.target, patch.erratum.corrected) for patch in before.patches]
    for patch in game.patches:
        if patch.target and not patch.problem and (patch.target, patch.erratum.corrected) not in had:
            doc, path = patch.target
            least = min(len(path), len(where.path))
            if doc == where.file.name and path[:least] == where.path[:least]:
                return patch
    return None


def _where(game: Game, change: Change) -> Where | None:
    file = game.read.get(change.file)
    if file is not None and file.root is not None:
        return Where(file, _path(file.root, change.address))
    if change.unit is not None:
        unit = forces(game).find(*change.unit)
        return unit.where if unit is not None else None
    return None


def _path(root: Node, address: str) -> Path:
    """Return the path of the value of an address, or of the nearest above it: the value may be gone."""
    try:
        steps = parse_address(address)
    except AddressError:
        return ()
    for length in range(len(steps), 0, -1):
        try:
            return resolve(root, steps[:length])[0]
        except AddressError:
            continue
    return ()


def routes(session: Session) -> list[Route]:
    """Return the route of the tab Compare."""
    return [post("/api/compare", compare_screen, lambda question: question(session))]
