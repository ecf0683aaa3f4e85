"""Witnesses as files keep them: written from what a search finds, and played again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.api.witnesses import words, worked
from scenario_forge.api.witnesses.pair import Case, pair_of, subject_named
from scenario_forge.api.witnesses.position import Position
from scenario_forge.api.witnesses.search import Found, started
from scenario_forge.compiler.problems import CompileError
from scenario_forge.documents.witnesses import Deed, Witness, WitnessesDocument, WitnessMarker
from scenario_forge.game.errata.readings import two_readings
from scenario_forge.simulator.lockstep import Parting
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import Block, NewDocument, Rows

if TYPE_CHECKING:
    from pathlib import Path

    from scenario_forge.api.witnesses.pair import RulePair
    from scenario_forge.documents.witnesses import Difference
    from scenario_forge.game.errata.readings import TwoReadings
    from scenario_forge.game.game import Game


class Replayed(NamedTuple):
    """A kept witness, played again."""

    witness: Witness
    found: Found | None
    """None where the readings do not differ, or not there; and where a worked example shows it."""
    problem: str = ""
    """Why not, in words; empty where they differ as the file says."""


def witnesses_of(game: Game) -> list[Witness]:
    """Return the witnesses that a game keeps."""
    return [each for document, _where in game.documents("witnesses", WitnessesDocument) for each in document.witnesses]


def witness_id(subject: str) -> str:
    """Return the id of the witness of errata, a ruling or an option.

    >>> witness_id("DR-024")
    'w-dr-024'
    """
    return f"w-{subject.lower()}"


def as_witness(pair: RulePair, found: Found) -> Witness:
    """Return what a search has found as a file keeps it."""
    sides = found.case.second.keys["sides"]
    return Witness(
        id=witness_id(pair.subject.id),
        of=pair.subject.id,
        scenario=found.case.scenario,
        options=list(found.case.options),
        units=dict(found.position.units),
        markers=[WitnessMarker(marker=marker, at=at) for marker, at in found.position.markers],
        seed=found.seed,
        play=[Deed(side=sides[side], step=step, action=list(action)) for side, step, action in found.deeds],
        then=list(found.parting.begun),
        differs=words.difference(pair, found),
    )


def of_example(pair: RulePair, example: str, differs: Difference) -> Witness:
    """Return a worked example that shows the two readings, as a file keeps it."""
    return Witness(id=witness_id(pair.subject.id), of=pair.subject.id, example=example, differs=differs)


def replayed(folder: Path, game: Game, witness: Witness) -> Replayed:
    """Play a kept witness again in both readings of its rule, and say what is other than the file says."""
    try:
        pair = pair_of(folder, subject_named(game, witness.of))
        if witness.example is not None:
            apart = worked.example_apart(pair)
            if apart is None or apart[0] != witness.example:
                return Replayed(witness, None, "both readings give the same answer to the example")
            return Replayed(witness, None, _unlike(witness.differs, apart[1]))
        found = played_again(pair, witness)
        if found is None:
            return Replayed(witness, None, "the two readings do not differ there")
        differs = words.difference(pair, found)
    except (LookupError, CompileError) as error:
        return Replayed(witness, None, str(error))
    return Replayed(witness, found, _unlike(witness.differs, differs))


def _unlike(kept: Difference, now: Difference) -> str:
    if kept == now:
        return ""
    said = next((key for key in ("kind", "first", "second") if getattr(kept, key) != getattr(now, key)), "")
    return f"the readings differ in another way: `{getattr(now, said)}`, not `{getattr(kept, said)}`"


def played_again(pair: RulePair, witness: Witness) -> Found | None:
    """Play a kept witness in both readings; None where they do not differ behind its last decision.

    Raises:
        LookupError: its position or its decisions are no longer possible.
        CompileError: its scenario has no meaning in one of the readings.
    """
    case = Case(
        witness.scenario or "", tuple(witness.options), *pair.compiled(witness.scenario or "", tuple(witness.options))
    )
    position = Position(witness.units, [(each.marker, each.at) for each in witness.markers])
    game = started(pair, case, position, witness.seed)
    at = game.advance()
    for deed in witness.play:
        if isinstance(at, Parting) or at is None:
            return None
        action = tuple(deed.action)
        if not game.matches[0].playout.legal(action):
            shown = " ".join(map(str, action))
            raise LookupError(f"`{shown}` of {deed.side} in {deed.step} is not allowed there any more")
        parting = game.take(action)
        at = parting if parting is not None else game.advance()
    if not isinstance(at, Parting) and witness.then:
        at = Parting("choices", tuple(witness.then)) if game.offers_differ(tuple(witness.then)) else at
    return Found(case, position, witness.seed, game, at) if isinstance(at, Parting) else None


# -- written -----------------------------------------------------------------------------------------


FILE = "witnesses.yaml"
_HEAD = (
    "yaml-language-server: $schema=../../schemas/witnesses.schema.json",
    "Positions in which two readings of a rule differ: `forge errata witness GAME ID --keep` writes them.",
)


def with_kept(folder: Path, game: Game, subject: TwoReadings, witness: Witness) -> dict[Path, str]:
    """Return the files that keep a witness: the list with it, and the document of its rule, which names it."""
    others = [each for each in witnesses_of(game) if each.of != witness.of]
    order = {each.id: number for number, each in enumerate(two_readings(game))}
    listed = sorted([*others, witness], key=lambda each: order.get(each.of, -1))
    made = NewDocument()
    made.say(*_HEAD)
    made.add("basis", "derived")
    made.say(None)
    made.add("witnesses", [_row(each) for each in listed])
    found = {folder / FILE: made.text()}
    if subject.witness != witness.id:
        file, path = subject.place.file, subject.place.path
        changes = Changes(file.source.text)
        if subject.witness is None:
            changes.add(path, "witness", witness.id, after=("corrected", "alternatives", "moves", "switch", "changes"))
        else:
            changes.set((*path, "witness"), witness.id)
        found[folder / file.name] = changes.result()
    return found


def _row(witness: Witness) -> Block:
    """Return a witness as its file has it, a decision a line."""
    data = witness.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    if witness.play:
        data["play"] = Rows(data["play"])
    data["differs"] = Block(data["differs"])
    return Block(data)
