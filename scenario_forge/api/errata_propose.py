"""Drafting errata from findings, and writing them behind those that a game has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

from scenario_forge.checks.errata.proposals import Proposal, Undecided, place, proposals
from scenario_forge.checks.errata.trials import every_erratum
from scenario_forge.project.reading.errata import APPLICABLE
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import Folded, NewDocument, entries
from scenario_forge.source.files import write_file
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.checks.errata.proposals import Correction
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

FILE = "errata/proposed.yaml"
"""Where drafts go."""
_HEAD = "Corrections that the checks point to, drafted by forge errata propose. Look at each before it is believed."


@dataclass(frozen=True)
class Proposed:
    """What was drafted, with the ids given, and the findings that no single reading resolves."""

    game: Game
    drafts: tuple[tuple[str, Proposal], ...]
    left: tuple[Undecided, ...]
    rows: tuple[dict[str, object], ...] = ()
    """The drafts as entries of a list of errata."""
    places: Mapping[int, list[str | None]] = field(default_factory=dict)
    """Comments above entries: where what a draft corrects stands."""

    @property
    def text(self) -> str:
        """The drafts as they stand in a list of errata."""
        return entries([*self.rows], self.places)


def propose(
    folder: str | os.PathLike[str],
    errata: str = "all",
    tell: Callable[[int, int], None] | None = None,
    date: str = "",
) -> Proposed:
    """Draft errata for what is found in a game.

    Args:
        folder: the game's folder.
        errata: the set that is laid over it first: what it resolves is not found any more. A value that an erratum
            outside the set corrects is not drafted again either.
        tell: called with how many findings of how many were looked at.
        date: when they are made, `2026-11-22`; empty: it is not said.
    """
    workspace = Workspace(folder)
    found, left = proposals(workspace, errata, tell)
    game = workspace.load(errata)
    listed = {erratum.at for erratum, _where in every_erratum(game) if erratum.status in APPLICABLE}
    found = [draft for draft in found if draft.at not in listed]
    drafts = tuple(zip(_ids(game, len(found)), found, strict=True))
    rows: list[dict[str, object]] = []
    places: dict[int, list[str | None]] = {}
    for id_, draft in drafts:
        places[len(rows)] = [*([None] if rows else []), place(game, draft)]
        rows += _rows(id_, draft, date)
    return Proposed(game, drafts, tuple(left), tuple(rows), places)


def _ids(game: Game, count: int) -> list[str]:
    """The next free numbers; ids are never given twice."""
    known = [erratum.id for erratum, _where in every_erratum(game)]
    heads = [id_.partition("-")[0] for id_ in known]
    about = game.about
    initials = "".join(part[0] for part in re.split(r"[^A-Za-z]+", about.title if about else "") if part).upper()[:6]
    head = max(dict.fromkeys(heads), key=heads.count) if heads else initials or "E"
    numbers = [int(re.sub(r"\D", "", id_)) for id_ in known if id_.startswith(f"{head}-")]
    first = max(numbers, default=0) + 1
    return [f"{head}-{first + n:03}" for n in range(count)]


def _rows(id_: str, draft: Proposal, date: str) -> list[dict[str, object]]:
    finding = draft.finding
    others = f" {draft.tried - 1} other readings were tried, and none does." if draft.tried > 1 else ""
    spoken = f" {draft.evidence}." if draft.evidence else ""
    why = f"{finding.message}. {_said(draft.corrected)} resolves this and nothing new is found.{others}{spoken}"
    values = [(draft.at, draft.printed, draft.corrected), *draft.more]
    ids = ids_of(id_, draft)
    reasons = [why, *[f"Goes with {ids[0]}."] * len(draft.more)]
    return [_row(finding, *each, date) for each in zip(ids, values, reasons, strict=True)]


def ids_of(number: str, draft: Proposal) -> list[str]:
    """The number of a draft; with letters where it corrects several values."""
    count = len(draft.more) + 1
    return [number] if count == 1 else [f"{number}{letter}" for letter in ascii_lowercase[:count]]


def _row(finding: Diagnostic, id_: str, value: Correction, why: str, date: str) -> dict[str, object]:
    at, printed, corrected = value
    return {
        "id": id_,
        "at": at,
        "printed": printed,
        "corrected": corrected,
        "why": Folded(why),
        "source": f"Ours, drafted from the finding {finding.code.id}; not looked at yet.",
        "by": "us",
        "status": "proposed",
        **({"date": date} if date else {}),
    }


def _said(value: object) -> str:
    return f"`{value}`" if value not in (None, "") else "Leaving it out"


def write_drafts(proposed: Proposed) -> Path:
    """Put drafts behind the errata of ``errata/proposed.yaml``, or into a new one.

    What stands there stays to the letter.

    Raises:
        EditRefused: the file is of another form, changed meanwhile, or cannot be written.
    """
    path = Path(proposed.game.folder) / FILE
    file = proposed.game.read.get(FILE)
    old = file.source.text if file else ""
    if not path.resolve().is_relative_to(Path(proposed.game.folder).resolve()):
        raise EditRefused(f"{FILE} leads out of the game's folder")
    if path.exists() and file is None:
        raise EditRefused(f"{FILE} is there and cannot be read")
    text = _joined(old, proposed.text) if file else _begun(proposed)
    if file and not _holds(old, text, [each for id_, draft in proposed.drafts for each in ids_of(id_, draft)]):
        raise EditRefused(f"{FILE} does not end with its list of errata, so that drafts cannot be put behind them")
    path.parent.mkdir(parents=True, exist_ok=True)
    data = file.source.encoded(text) if file else text.encode()
    problem = write_file(path, data, FILE, file.source.digest if file else None)
    if problem is not None:
        raise EditRefused(problem.message)
    return path


def _begun(proposed: Proposed) -> str:
    """The file with the first drafts."""
    made = NewDocument()
    made.say(_HEAD, None)
    made.add("basis", "proposed")
    made.say(None)
    made.add("title", "Corrections that we propose")
    made.say(None)
    made.add("errata", [*proposed.rows])
    made.above |= {("errata", n): lines for n, lines in proposed.places.items()}
    return made.text()


def _joined(old: str, new: str) -> str:
    line = newline_of(old)
    return old.rstrip() + line * (1 if old.rstrip().endswith("errata:") else 2) + new.replace("\n", line)


def _holds(old: str, text: str, ids: Sequence[str]) -> bool:
    """Whether the new text says what the old one said, and the drafts behind it."""
    before, after = compose(old, FILE)[0], compose(text, FILE)[0]
    if before is None or after is None or not isinstance(before.data, dict) or not isinstance(after.data, dict):
        return False
    was, now = before.data.get("errata") or [], after.data.get("errata")
    if not isinstance(was, list) or not isinstance(now, list) or now[: len(was)] != was:
        return False
    rest = [each.get("id") if isinstance(each, dict) else None for each in now[len(was) :]]
    same = {k: v for k, v in before.data.items() if k != "errata"} == {
        k: v for k, v in after.data.items() if k != "errata"
    }
    return same and rest == list(ids)
