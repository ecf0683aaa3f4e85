"""The errata as the page lists them, the value at a place of a text, and questions about both; trials in a thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.checks.errata.trials import family, trials
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.editor.answers import Job, Place, Plain, Range, Refused, Unknown
from scenario_forge.editor.endpoint import Count, Doc, get, post
from scenario_forge.editor.errata.chosen import By, Shown
from scenario_forge.editor.errata.corrections import erratum_at
from scenario_forge.editor.errata.values import NOT_PRINTED, Corrected, meets_patch, printed_at, value
from scenario_forge.editor.text.lookups import Places
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import WHY_NOT, every_erratum, locate, printed_roots, printing_of, try_errata
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.references import references
from scenario_forge.source.nodes import Path, content_end, descend, path_at

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.checks.errata.trials import ErrataTrial
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.editor.background import BackgroundGame, GameAtEpoch
    from scenario_forge.editor.errata.chosen import NeedsReason
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.reading.errata import Patch

_NAMED = 40
"""Findings that are told of one erratum."""


Id = Annotated[str, Field(max_length=20)]
"""Of an erratum, or its number."""
ErratumEntry = TypedDict("ErratumEntry", {
    "id": str, "number": str, "status": str, "by": str, "at": str, "paper": str, "printed": Plain, "corrected": Plain,
    "why": str, "source": str, "date": str, "problem": str, "shown": bool, "list": Place | None,
    "target": Place | None, "hexes": Sequence[str],
})  # fmt: skip
"""An erratum of the list. `problem`: why it is not applied; empty where it may be."""


class ErrataAnswer(Shown):
    """All errata of the game, and the hexes that those shown change."""

    epoch: int
    errata: list[ErratumEntry]
    unread: list[str]
    """Lists that cannot be read."""
    hexes: dict[str, list[str]]


ErratumSaid = TypedDict("ErratumSaid", {"id": str, "corrected": Plain, "why": str, "source": str, "by": By})
"""What an erratum says already, for the form of its reason."""


class ValueAnswer(Corrected, Range):
    """The printed value at a place of a text, and the erratum that corrects it."""

    path: Path
    erratum: ErratumSaid | None


AskedReason = TypedDict("AskedReason", {
    "needs": Literal["reason"], "values": list[Corrected], "erratum": ErratumSaid | None,
})  # fmt: skip
"""What the page needs to ask for a reason."""
TrialData = TypedDict("TrialData", {
    "id": str, "applied": bool, "resolves": list[str], "causes": list[str], "scenarios": list[str],
})  # fmt: skip
"""What an erratum does that was tried."""
Tried = TypedDict("Tried", {"trials": list[TrialData], "why": str})
"""Errata that were tried; without any, `why` says why not."""
ErrataTried = TypedDict("ErrataTried", {"trials": list[TrialData], "why": str, "job": int, "epoch": int})
"""The event that errata were tried."""


class ShownAnswer(Shown):
    """Which errata the page shows, from which epoch on."""

    epoch: int


# -- the list --------------------------------------------------------------------------------------


def errata_data(now: GameAtEpoch) -> ErrataAnswer:
    """Return all errata of the game in the order of their lists."""
    game, bare = now.game, now.printed
    came = {(patch.where.file.name, patch.where.path): patch for patch in _tried(bare)}
    places = Places(bare)
    applied = {patch.erratum.id for patch in game.patches if patch.target and not patch.problem}
    listed = [
        _erratum(places, erratum, where, came.get((where.file.name, where.path)), shown=erratum.id in applied)
        for erratum, where in every_erratum(bare)
    ]
    broken = [file.name for file in bare.files_of("errata") if file.document is None]
    return {
        "epoch": now.epoch,
        **now.chosen.shown,
        "errata": listed,
        "unread": broken,
        "hexes": _hexes_changed(game, bare, [each for each in listed if each["shown"]]),
    }


def _tried(bare: Game) -> list[Patch]:
    """Try each erratum that may be applied at all."""
    roots = printed_roots(bare.read)
    lists = list(bare.documents("errata", ErrataDocument))
    return try_errata(roots, lists, "all", printing_of(roots.get("game.yaml")))


def _erratum(places: Places, erratum: Erratum, where: Where, patch: Patch | None, *, shown: bool) -> ErratumEntry:
    target = patch.target if patch else None
    depth = len(where.path)
    uses = [use for use in references(places.game).uses if use.kind == "hex" and use.where.file is where.file]
    named = [use for use in uses if use.where.path[:depth] == where.path and not use.target.scope]
    hexes = [use.text for key in ("printed", "corrected") for use in named if use.where.path[depth] == key]
    return {
        "id": erratum.id,
        "number": family(erratum.id),
        "status": erratum.status,
        "by": erratum.by,
        "at": erratum.at,
        "paper": _paper(places.game, erratum, target),
        "printed": erratum.printed,
        "corrected": erratum.corrected,
        "why": erratum.why,
        "source": erratum.source,
        "date": erratum.date,
        "problem": WHY_NOT.get(patch.problem, "") if patch else "never applied",
        "shown": shown,
        "list": places.of(where),
        "target": places.at(*target) if target else None,
        "hexes": list(dict.fromkeys(reversed(hexes)))[:4],
    }


def _paper(game: Game, erratum: Erratum, target: tuple[str, Path] | None) -> str:
    """Return the place on paper of an erratum, applied or not; its address where paper has no word for it."""
    if target is None:
        roots = printed_roots(game.read)
        try:
            target = locate(roots, erratum.at)[:2]
        except AddressError:
            return erratum.at
    return game.read[target[0]].paper(target[1]) or erratum.at


def _hexes_changed(game: Game, bare: Game, shown: list[ErratumEntry]) -> dict[str, list[str]]:
    """Return the hexes that the errata shown change, each with their ids."""
    found: dict[str, list[str]] = {}
    for each in shown:
        for hex_ in each["hexes"]:
            found.setdefault(hex_, []).append(each["id"])
    with_them, without = hex_map(game), hex_map(bare)
    if with_them is None or without is None or len(with_them.terrain) != len(without.terrain):
        return found
    for number, (new, old) in enumerate(zip(with_them.terrain, without.terrain, strict=True)):
        if new != old:
            where = with_them.terrain_where(number)
            id_ = meets_patch(game, where.file.name, where.path)
            found.setdefault(with_them.name(number), []).append(id_ or "")
    return found


# -- the value at a place --------------------------------------------------------------------------


def value_data(session: Session, doc: Doc, at: Count) -> ValueAnswer:
    """Return the printed value at an offset of the page's text, and the erratum that corrects it.

    Raises:
        Unknown: there is no such document or place.
        Refused: no erratum can correct what stands there; it says why.
    """
    game = session.printed()
    file = game.read.get(doc)
    if file is None or file.source.root is None:
        raise Unknown(f"the game has no document {doc[:200]!r} that can be read")
    if file.kind.name in NOT_PRINTED:
        raise Refused("this document says what is wrong in print; change its text itself")
    page = PageText(file.source.text)
    path = path_at(file.source.root, file.source.text, page.to_file(min(at, page.length)))
    printed = printed_at(game, doc, path)
    if not path or isinstance(printed, (dict, list)):
        raise Refused("put the cursor on one value: a cell, a number or a word behind a colon")
    made = value(game, doc, path, printed, printed)
    there = erratum_at(game, made)
    node, _depth = descend(file.source.root, path)
    start, end = node.start.index, content_end(node, file.source.text)
    return {
        **made.as_data(),
        "path": path,
        "from": page.to_page(start),
        "to": page.to_page(end),
        "erratum": erratum_fields(there[0]) if there else None,
    }


def erratum_fields(erratum: Erratum) -> ErratumSaid:
    """Return what an erratum says already, for the form of its reason."""
    return {
        "id": erratum.id,
        "corrected": erratum.corrected,
        "why": erratum.why,
        "source": erratum.source,
        "by": erratum.by,
    }


def reason_request(session: Session, needed: NeedsReason) -> AskedReason:
    """Return what the page needs to ask for a reason."""
    with session.lock:
        game = session.printed()
        known = [erratum_at(game, each) for each in needed.values]
    first = next((each[0] for each in known if each is not None), None)
    return {
        "needs": "reason",
        "values": [each.as_data() for each in needed.values],
        "erratum": erratum_fields(first) if first else None,
    }


# -- trials ----------------------------------------------------------------------------------------


class Trials:
    """Trials of errata in a thread; the event `errata` reports them. Requests made meanwhile are tried together."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._asked = 0
        self._wanted: dict[str, None] = {}
        self._at_work = False

    def ask(self, ids: list[str]) -> int:
        """Have errata tried; return the number that the event names, one for all that are tried together."""
        with self._lock:
            if not self._wanted:
                self._asked += 1
            self._wanted |= dict.fromkeys(ids)
            if not self._at_work:
                self._at_work = True
                threading.Thread(target=self._run, name="errata", daemon=True).start()
            return self._asked

    def _run(self) -> None:
        while True:
            with self._lock:
                number, ids, self._wanted = self._asked, [*self._wanted], {}
                if not ids:
                    self._at_work = False
                    return
            self._try(number, ids)

    def _try(self, number: int, ids: list[str]) -> None:
        session = self._session
        with session.lock:
            epoch, texts = session.epoch, session.overlay()
        told: Tried
        try:
            workspace = Workspace(session.folder)
            made = trials(_Overlaid(workspace, texts), ids)
            told = {"trials": [_trial(each) for each in made], "why": ""}
        except Exception:
            logging.getLogger(__name__).exception("trying errata failed")
            told = {"trials": [], "why": "this could not be tried; the terminal of `forge edit GAME` says more"}
        session.tell("errata", job=number, epoch=epoch, **told)


class _Overlaid(Workspace):
    """Workspace that reads unsaved texts whatever is loaded."""

    def __init__(self, workspace: Workspace, texts: dict[str, str | None]) -> None:
        super().__init__(workspace.folder)
        self._texts = texts

    def load(self, errata: str | None = "official", files: Any = None) -> Game:  # noqa: ANN401 - as above it
        """Load the game with the texts."""
        return super().load(errata, files if files is not None else self._texts)


def _trial(trial: ErrataTrial) -> TrialData:
    return {
        "id": trial.id,
        "applied": trial.changes_text,
        "resolves": [f"{each.code.id} {each.message}" for each in trial.resolves[:_NAMED]],
        "causes": [f"{each.code.id} {each.message}" for each in (*trial.causes, *trial.alone)[:_NAMED]],
        "scenarios": list(trial.scenarios),
    }


# -- the routes ------------------------------------------------------------------------------------


def routes(session: Session, background: BackgroundGame) -> list[Route]:
    """Return the routes of the errata panel."""

    def at_place(doc: Doc, at: Count) -> ValueAnswer:
        with session.lock:
            return value_data(session, doc, at)

    trials = Trials(session)

    def test(ids: Annotated[list[Id], Field(min_length=1, max_length=50)]) -> Job:
        return {"job": trials.ask(ids)}

    return [
        get("/api/errata", errata_data, background.ask),
        post("/api/errata/view", choose, lambda question: question(session)),
        post("/api/errata/try", test),
        get("/api/value", at_place),
    ]


def choose(
    session: Session,
    printed: bool | None = None,
    correcting: bool | None = None,
    switch: Annotated[dict[Id, bool], Field(max_length=2000)] | None = None,
) -> ShownAnswer:
    """Have the page show other errata; what is left out stays as it is."""
    with session.lock:
        now = session.chosen
        chosen = replace(
            now,
            # what becomes an erratum is to be seen
            printed=not correcting and (now.printed if printed is None else printed),
            correcting=bool(correcting) or (now.correcting and correcting is None and not printed),
            switched={**now.switched, **(switch or {})},
        )
        if chosen != now:
            session.choose(chosen)
        return {"epoch": session.epoch, **chosen.shown}
