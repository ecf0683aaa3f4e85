"""OOB006, RUL019: identities that break the pattern of their column; titles that name another side, or none."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.map_slips import one_slip
from scenario_forge.diagnostics.catalogue import oob, rul
from scenario_forge.documents.order_of_battle import OrderOfBattleDocument
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Unit
    from scenario_forge.project.game import Game

ENOUGH = 3
"""How many others must agree before one that differs is called a slip."""


def titles(game: Game) -> Iterator[Diagnostic]:
    """Orders of battle whose title names neither their side nor one of its nationalities."""
    sides = {side.id: side.name for side in game.about.sides} if game.about else {}
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        used = {
            counter.counter.nationality for (side, _), counter in forces(game).counters.items() if side == document.side
        }
        known = {n.id: n.name for n in game.about.nationalities} if game.about else {}
        if document.side in sides and document.title and used <= known.keys():
            nations = [n.name for n in game.about.nationalities if n.side == document.side] if game.about else []
            words = {
                word.casefold() for name in (document.side, sides[document.side], *nations) for word in name.split()
            }
            if not words & {word.casefold() for word in re.findall(r"\w+", document.title)}:
                finding = rul.RUL019.at(where / "title", title=document.title, side=sides[document.side])
                yield finding.also(where / "side", "the side")


class Part(NamedTuple):
    """A word of an identity and where it stands in it."""

    unit: Unit
    text: str
    start: int
    slot: str
    """The shapes of the words before it: what is compared with what."""


def broken_patterns(game: Game) -> Iterator[Diagnostic]:
    """A word that occurs once, one slip from a word or a number's form that occurs often in its place."""
    for force in forces(game).sides.values():
        parts = [part for unit in force.units for part in _parts(unit)]
        yield from _words(parts)
        yield from _numbers(parts)


def _parts(unit: Unit) -> Iterator[Part]:
    slot: list[str] = []
    for word in re.finditer(r"\S+", unit.name):
        yield Part(unit, word[0], word.start(), " ".join(slot))
        slot.append(shape(word[0]))


def shape(word: str) -> str:
    """What kind of word it is: numbers by their form, all others alike.

    >>> shape("24/9"), shape("2/"), shape("Aus")
    ('#/#', '#/', 'A')
    """
    return re.sub(r"\d+", "#", word) if any(c.isdigit() for c in word) else "A"


def _words(parts: Iterable[Part]) -> Iterator[Diagnostic]:
    words = [part for part in parts if part.text.isalpha() and len(part.text) >= 3]
    times = Counter(part.text for part in words)
    by_slot = Counter((part.slot, part.text) for part in words)
    for part in words:
        if times[part.text] > 1:
            continue
        often = [text for (slot, text), n in by_slot.items() if slot == part.slot and n >= ENOUGH]
        near = [text for text in often if one_slip(part.text, text) and not _grammar(part.text, text)]
        if len(near) == 1:
            finding = _finding(part, f"`{near[0]}`", by_slot[part.slot, near[0]])
            name = part.unit.name
            meant = name[: part.start] + near[0] + name[part.start + len(part.text) :]
            yield finding.suggest(f"did you mean {meant}?")


def _grammar(one: str, other: str) -> bool:
    """Whether two words differ by an ending or by case: two forms, not a slip."""
    return one.startswith(other) or other.startswith(one) or one.casefold() == other.casefold()


def _numbers(parts: Iterable[Part]) -> Iterator[Diagnostic]:
    numbers = [part for part in parts if any(c.isdigit() for c in part.text)]
    shapes = Counter((part.slot, shape(part.text)) for part in numbers)
    for part in numbers:
        own = shape(part.text)
        if own[0] == "#" and own[-1] == "#":
            continue  # whole: a plain number beside 24/9 is another kind of unit, not a slip
        whole = [s for (slot, s), n in shapes.items() if slot == part.slot and n >= ENOUGH and s != own and own in s]
        if whole and shapes[part.slot, own] < ENOUGH:
            example = next(p.text for p in numbers if p.slot == part.slot and shape(p.text) == whole[0])
            yield _finding(part, f"numbers such as `{example}`", shapes[part.slot, whole[0]])


def _finding(part: Part, usual: str, others: int) -> Diagnostic:
    where = (part.unit.where / "name").within(part.start, part.start + len(part.text))
    return oob.OOB006.at(where, part=part.text, unit=part.unit.cited, usual=usual, others=f"{others} others")


CHECKS = (broken_patterns, titles)
