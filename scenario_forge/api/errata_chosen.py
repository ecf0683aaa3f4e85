"""A game without some errata and with them, whatever else is laid over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.checks.errata_lists import meet
from scenario_forge.checks.errata_trials import every_erratum, family
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.copies import PREFIX
from scenario_forge.project.errata import APPLICABLE, WHY_NOT
from scenario_forge.project.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scenario_forge.documents.errata import Erratum
    from scenario_forge.project.game import Game


class NoSuchErratum(LookupError):  # noqa: N818 - it is an answer, not a fault
    """The game has no erratum of that id; ``hint`` says which may have been meant."""

    def __init__(self, id_: str, hint: str | None) -> None:
        super().__init__(f"there is no erratum `{id_}`")
        self.hint = hint


class NothingToTry(ValueError):  # noqa: N818 - it is an answer, not a fault
    """None of the errata can be applied; the words say why."""


@dataclass(frozen=True)
class Chosen:
    """Both games, and what they differ in."""

    without: Game
    with_it: Game
    errata: tuple[Erratum, ...]
    """Those that are applied in the one and not in the other."""
    left: tuple[str, ...]
    """Those that were named and make no difference, with the reason; and what they push out."""


def named(game: Game, ids: Sequence[str]) -> list[Erratum]:
    """The errata of a game that are meant by ids, or by numbers without letters, each once, in their order.

    Raises:
        NoSuchErratum: there is none.
    """
    there = [erratum for erratum, _where in every_erratum(game)]
    for id_ in ids:
        if not any(id_ in (erratum.id, family(erratum.id)) for erratum in there):
            known = dict.fromkeys(name for erratum in there for name in (erratum.id, family(erratum.id)))
            raise NoSuchErratum(id_, did_you_mean(id_, list(known)))
    found = {erratum.id: erratum for erratum in there if {erratum.id, family(erratum.id)} & set(ids)}
    return list(found.values())


def chosen(folder: Path, ids: Sequence[str], errata: str) -> Chosen:
    """Take errata out of a set, and put them into it.

    Raises:
        NoSuchErratum: the game has none of an id.
        NothingToTry: none of them can be applied.
    """
    workspace = Workspace(folder)
    base = workspace.load(errata)
    wanted = named(base, ids)
    left = [f"{each.id} is {each.status}, and never applied" for each in wanted if each.status not in APPLICABLE]
    names = {each.id for each in wanted}
    others = [id_ for id_ in _applied(base) if id_ not in names]
    copies = [word for word in (each.strip() for each in errata.split(",")) if word.startswith(PREFIX)]
    without = workspace.load(_set([*copies, *others]))
    # a workspace keeps one reading of each file: the games must not share it
    with_it = Workspace(folder).load(_set([*copies, *others, *(e.id for e in wanted if e.status in APPLICABLE)]))
    left += _not_applied(with_it, names)
    left += [f"{id_} is pushed out by them: both correct the same value" for id_ in _lost(with_it, others)]
    tried = tuple(each for each in wanted if each.id in _applied(with_it))
    if not tried:
        raise NothingToTry("\n".join(left))
    return Chosen(without, with_it, tried, tuple(left))


def _set(words: Sequence[str]) -> str:
    return ",".join(words) or "none"


def _applied(game: Game) -> list[str]:
    return [patch.erratum.id for patch in game.patches if patch.target and not patch.problem]


def _not_applied(game: Game, ids: set[str]) -> list[str]:
    found = []
    for patch in game.patches:
        if patch.erratum.id in ids and patch.problem:
            other = next((each.erratum.id for each in game.patches if meet(each, patch)), "")
            why = WHY_NOT[patch.problem].replace("another corrects", f"{other or 'another'} corrects")
            found.append(f"{patch.erratum.id} is {why}")
    return found


def _lost(game: Game, ids: Sequence[str]) -> list[str]:
    applied = set(_applied(game))
    return [id_ for id_ in ids if id_ not in applied]
