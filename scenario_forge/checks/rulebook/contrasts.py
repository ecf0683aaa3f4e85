"""RUL107 and RUL108: what turns a clause round: numbers, sides, roles, yes and no, and names exchanged for others.

Each part yields what the text says otherwise than the clause states, and the quantity.
"""

from __future__ import annotations

import re
from bisect import bisect
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import dates, numbers_of
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.game import fact
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.checks.rulebook.quantities import NumberInText
    from scenario_forge.game.game import Game

Said = tuple[str, str]
"""What the text says, and the quantity that it is against."""

POINTS = ("north", "south", "east", "west")
_ROLES = (
    (r"attack\w*", r"defen[cds]\w*"),
    ("first", "second|last"),
    ("early|earlier", "late|later"),
    (r"enter\w*", r"leav\w*"),
    (r"friend\w*", r"enem\w*"),
    ("highest", "lowest"),
    ("nearest", "farthest|furthest"),
)
_MEASURES = (
    ("before", "after"),
    ("into", "out of"),
    ("above|more|over", "below|less|fewer|under"),
    ("least|minimum", "most|maximum"),
)
OF_A_TITLE = (
    *_ROLES,
    *((other, own) for own, other in _ROLES),
    *((rf"{own}\w*", "|".join(rf"{other}\w*" for other in POINTS if other != own)) for own in POINTS),
)
"""Words of a title that a text cannot turn round, and those that say the opposite, as patterns."""
_TURNED = (*OF_A_TITLE, *_MEASURES, *((other, own) for own, other in _MEASURES))
"""The same of quantities."""
_PARTS = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"[^.;]+")
_NOT = re.compile(r"\b(?:not|no|never|nor|neither|cannot|none|except|without)\b", re.IGNORECASE)


class Passage:
    """A text and what is stated of it; equal to one with the same words, values and kinds of values.

    ``whole``: the text says all that is stated: a clause, but not a note of a chart.
    """

    def __init__(self, text: str, states: Mapping[str, object], *, whole: bool = False) -> None:
        self.text, self.states, self.whole = text, states, whole
        self._key = (text, repr(states), whole)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passage) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def numbers(self) -> Sequence[NumberInText]:
        """The numbers of the text."""
        return numbers_of(self.text, {abs(value) for value in self.stated_numbers.values()})

    @cached_property
    def stated_numbers(self) -> Mapping[str, Fraction]:
        """The values of `states` that are numbers."""
        return {
            name: Fraction(value if isinstance(value, int) else str(value))
            for name, value in self.states.items()
            if isinstance(value, (int, float)) and not isinstance(value, bool)
        }


def roles(_game: Game, passage: Passage) -> Iterator[Said]:
    """Yield a word such as `attacker` or `west` of a quantity of which the text has only the opposite."""
    for name, value in passage.states.items():
        words = _PARTS.findall((f"{name} {value}" if isinstance(value, str) else name).replace("_", " "))
        for own, said in opposites(words, passage.text, _TURNED):
            yield f"`{said}` and nothing of `{own}`", name


def opposites(
    words: Sequence[str], text: str, pairs: Sequence[tuple[str, str]] = OF_A_TITLE
) -> Iterator[tuple[str, str]]:
    """Yield words of which a text has only the opposite, each with what the text has instead.

    >>> list(opposites(["Attackers", "retreat"], "The defender retreats."))
    [('Attackers', 'defender')]
    """
    for own, other in pairs:
        has = [word for word in words if _is(own, word)]
        against = has and any(_is(other, word) for word in words)
        match = _find(other, text) if has and not against else None
        if match and not _find(own, text):
            yield has[0], match[0]


@lru_cache(maxsize=8192)  # every word of every title is held against every pair
def _is(words: str, word: str) -> bool:
    return re.fullmatch(words, word, re.IGNORECASE) is not None


def _find(words: str, text: str) -> re.Match[str] | None:
    return re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)


# -- sides ----------------------------------------------------------------------------------------


@fact
def side_words(game: Game) -> dict[str, str]:
    """Return a pattern of each side's name, its nationalities and their people, by side."""
    names = {side: [name for name in called if " " not in name] for side, called in side_names(game).items()}
    return {side: "|".join(map(_inflected, called)) for side, called in names.items() if called}


_LONG = 5


def _inflected(name: str) -> str:
    return re.escape(name[:-2]) + r"\w*" if len(name) > _LONG else re.escape(name) + "s?"


@fact
def side_of(game: Game) -> dict[str, str]:
    """Return the side by its id and those of its nationalities, where all their counters are of that side."""
    moved: dict[str, set[str]] = {}
    for counters, _where in game.documents("counters", CountersDocument):
        for unit in counters.units:
            moved.setdefault(unit.nationality, set()).add(unit.side)
    nations = {nation.id: nation.side for nation in game.about.nationalities} if game.about else {}
    sure = {nation: side for nation, side in nations.items() if moved.get(nation, {side}) == {side}}
    return sure | {side: side for side in game.side_names}


def sides(game: Game, passage: Passage) -> Iterator[Said]:
    """Yield a side of which the text speaks where the quantities are all of another, or that alone may or may not."""
    of, words = side_of(game), side_words(game)
    named: dict[str, str] = {}
    for name in passage.states:
        named |= {of[part]: name for part in _PARTS.findall(name) if part in of}
    if not named:
        return
    text = passage.text
    found = {side: match for side, pattern in words.items() if (match := _find(pattern, text))}
    if len(named) == 1 and found and not named.keys() & found.keys():
        ((_side, name),) = named.items()
        denied = passage.states[name] is False and _find("only|alone|except|nobody but|none but", text)
        if not denied:
            yield f"`{next(iter(found.values()))[0]}`", name
    yield from _denied(game, passage)


def _denied(game: Game, passage: Passage) -> Iterator[Said]:
    """A side that may not use a place by the quantity, where the sentence denies it to the other."""
    of, words = side_of(game), side_words(game)
    for name, value in passage.states.items():
        parts = _PARTS.findall(name)
        own = next((of[part] for part in parts if part in of), "")
        if value is not False or not own:
            continue
        for part in parts:
            called = part.replace("_", " ")
            spot = _find(re.escape(called), passage.text) if part not in of and called in _places(game) else None
            if spot is None:
                continue
            sentence = next(each for each in _SENTENCE.finditer(passage.text) if spot.start() < each.end())
            before = passage.text[sentence.start() : spot.start()]
            last = [(match.start(), side, match[0]) for side, pattern in words.items()
                    for match in re.finditer(rf"\b(?:{pattern})\b", before, re.IGNORECASE)]  # fmt: skip
            if not last:
                continue
            start, side, said = max(last)
            alone = re.search(r"\bonly (?:the )?\Z", before[:start], re.IGNORECASE) is not None
            if (side == own) == alone and (alone or _NOT.search(sentence[0])):
                yield f"`{said}` of `{spot[0]}`", name


# -- yes and no, gains and losses --------------------------------------------------------------------


def yes_and_no(_game: Game, passage: Passage) -> Iterator[Said]:
    """Yield a yes that the text gives to the fellow of what has it: `a track cancels that of escarpments too`."""
    answers = {name: value for name, value in passage.states.items() if isinstance(value, bool)}
    for one, yes in answers.items():
        for other in answers if yes else ():
            ours, theirs = one.split("."), other.split(".")
            pairs = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
            if answers[other] or len(pairs) != 1 or len(ours) != len(theirs) or ours[-1] != theirs[-1]:
                continue
            here = _segments(passage.text, pairs[0][0])
            there = _segments(passage.text, pairs[0][1])
            for word in ours[-1].split("_"):
                has = re.compile(rf"\b{re.escape(word)}(?:s|es)?\b", re.IGNORECASE)
                in_here = any(has.search(each) for each in here)
                in_there = any(has.search(each) and not _NOT.search(each) for each in there)
                if here and there and in_there and not in_here:
                    yield f"`{word}` of `{pairs[0][1]}`", one


def _segments(text: str, part: str) -> list[str]:
    named = re.compile(rf"\b{re.escape(part.replace('_', ' '))}s?\b", re.IGNORECASE)
    return [each for each in _SENTENCE.findall(text) if named.search(each)]


_THROWS = re.compile(r"\b(\d+)(?:(?: (to|and|or) |[-–])(\d+))?\b(?! (?:points?|strength))")
_GAINS = re.compile(r"\b(?:gives? back|repairs?|adds?|gains?|restores?|brings? back)\b", re.IGNORECASE)
_LOSES = re.compile(r"\b(?:takes?|loses?|lost|subtracts?|removes?|destroys?)\b", re.IGNORECASE)


def throws(_game: Game, passage: Passage) -> Iterator[Said]:
    """Yield throws that give where their quantities take, or the other way round: `1 to 3 takes 1`."""
    stated = {name: value for name, value in passage.stated_numbers.items() if name.rpartition(".")[2].isdecimal()}
    if not (any(value > 0 for value in stated.values()) and any(value < 0 for value in stated.values())):
        return
    for piece in re.split(r"[.;:,]", passage.text):
        throw = _THROWS.match(piece.strip())
        gains, loses = _GAINS.search(piece), _LOSES.search(piece)
        if throw is None or (gains is None) == (loses is None):
            continue
        low, high = int(throw[1]), int(throw[3] or throw[1])
        for name, value in stated.items():
            if low <= int(name.rpartition(".")[2]) <= high and value and (value > 0) != (gains is not None):
                verb = gains or loses
                yield f"`{throw[0]}` … `{verb[0] if verb else ''}`", name


_COUPLE = re.compile(r"\b(\d+)(?: and |/)(\d+)\b")


def couples(_game: Game, passage: Passage) -> Iterator[Said]:
    """Yield a pair of numbers, `1 and 4`, in place of one that is stated as `1/3`."""
    stated = {name: value for name, value in passage.states.items()
              if isinstance(value, str) and re.fullmatch(r"\d+/\d+", value) and ".dates" not in name}  # fmt: skip
    if len(stated) < len(("one", "another")):
        return
    said = [f"{one}/{other}" for one, other in _COUPLE.findall(passage.text)]
    known = set(stated.values())
    for name, value in stated.items():
        odd = [each for each in said if each not in known and set(each.split("/")) & set(value.split("/"))]
        if value not in said and odd and len(said) > len(odd):
            yield f"`{odd[0].replace('/', ' and ')}`", name


# -- names and words --------------------------------------------------------------------------------


def by_name(game: Game, passage: Passage) -> Iterator[Said]:
    """Yield what a sentence says of one thing where the quantity says it of its fellow: who begins at which start."""
    groups: dict[str, dict[str, str]] = {}
    for name, value in passage.states.items():
        for number, part in enumerate(parts := name.split(".")) if isinstance(value, str) else ():
            rest = ".".join((*parts[:number], "*", *parts[number + 1 :]))
            groups.setdefault(rest, {})[name] = part
    months = _months_of_starts(game)
    said = [(date, start) for date, start, _end in dates(passage.text)] if months else []
    for members in groups.values():
        values = {name: str(passage.states[name]) for name in members}
        patterns = {value: words for value, words in side_words(game).items() if value in values.values()}
        if len(patterns) < len(("one", "other")) or not patterns.keys() >= set(values.values()):
            continue
        for name, part in members.items():
            spots = [start for date, start in said if date == months.get(part)]
            if part not in months:
                match = _find(re.escape(part.replace("_", " ")), passage.text)
                spots = [match.start()] if match else []
            for spot in spots:
                sentence = next(each for each in _SENTENCE.finditer(passage.text) if spot < each.end())[0]
                there = {value: match[0] for value, words in patterns.items() if (match := _find(words, sentence))}
                if there and values[name] not in there:
                    yield f"`{next(iter(there.values()))}`", name


@fact
def _months_of_starts(game: Game) -> dict[str, str]:
    track = schedule(game)
    return {id_: start.date.turn for id_, start in track.starts.items()} if track else {}


_LISTED = 3


def listed(_game: Game, passage: Passage) -> Iterator[Said]:
    """Yield two items of a list that the text has in the other order."""
    for name, value in passage.states.items():
        items = [item.strip() for item in value.split(",")] if isinstance(value, str) else []
        if len(items) < _LISTED or not all(re.fullmatch(r"[a-z][a-z -]+", item) for item in items):
            continue
        stems = [re.compile(rf"\b{re.escape(item.removesuffix('s'))}", re.IGNORECASE) for item in items]
        for sentence in _SENTENCE.findall(passage.text):
            found = [match.start() for stem in stems if (match := stem.search(sentence))]
            if len(found) == len(items) and found != sorted(found):
                at = next(n for n in range(1, len(found)) if found[n] < found[n - 1])
                yield f"`{items[at]}` before `{items[at - 1]}`", name


@fact
def _places(game: Game) -> dict[str, str]:
    """Places and boxes of the map by their names in small letters, the longest first."""
    linked = hex_map(game)
    names = sorted([*linked.places, *linked.boxes], key=len, reverse=True) if linked else []
    return {name.casefold(): name for name in names}


def places_in(game: Game, text: str) -> list[str]:
    """Return the places that a text names, the longer names first taken."""
    found, rest = [], text
    for name in _places(game).values():
        if name in rest:
            rest, times = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", "", rest)
            found += [name] * bool(times)
    return found


def places(game: Game, passage: Passage) -> Iterator[Said]:
    """Yield a place of the text in place of the one whose quantity is stated."""
    known = _places(game)
    stated = {name: known[called] for name in passage.states for part in name.split(".")
              if (called := part.replace("_", " ")) in known}  # fmt: skip
    if not stated:
        return
    said = places_in(game, passage.text)
    others = [place for place in said if place not in stated.values()]
    for name, place in stated.items():
        if place not in said and others:
            yield f"`{others[0]}` and nothing of {place}", name


# -- numbers in another order -----------------------------------------------------------------------


class Swapped(NamedTuple):
    """Two quantities whose numbers the text has in the other order than the clause states them."""

    one: str
    other: str
    numbers: tuple[NumberInText, NumberInText]
    """Those of the first and of the second quantity."""


def swapped(passage: Passage) -> Swapped | None:
    """Return two quantities whose numbers the text has the other way round, and no word beside them says why.

    Only numbers count that the text and the quantities have once each.
    """
    hundred = {said.value: said for said in passage.numbers if passage.text[said.end :].startswith("%")}
    values = {name: abs(value) for name, value in passage.stated_numbers.items()}
    once = {said.value: said for said in passage.numbers}
    written = {name: once.get(value) or hundred.get(value * 100) for name, value in values.items()}
    every, stated = [said.value for said in passage.numbers], list(values.values())
    alone = {name: said for name, said in written.items()
             if said and every.count(said.value) == 1 and stated.count(values[name]) == 1}  # fmt: skip
    order = sorted(alone, key=lambda name: alone[name].start)
    apart = [(name, here) for name, here in zip(alone, order, strict=True) if name != here]
    if len(apart) != len(("one", "other")):
        return None
    one, other = apart[0]
    if _beside(passage.text, one, other, alone) or _beside(passage.text, other, one, alone):
        return None
    return Swapped(one, other, (alone[one], alone[other]))


def _beside(text: str, one: str, other: str, written: Mapping[str, NumberInText]) -> bool:
    """Whether a word of a quantity's name, which the other's lacks, stands by its number rather than by the other."""
    words = set(_PARTS.findall(one.replace("_", " "))) - set(_PARTS.findall(other.replace("_", " ")))
    own, against = written[one].start, written[other].start
    cuts = [match.start() for match in re.finditer(r"[,;.]", text)]
    for word in words:
        for match in re.finditer(rf"\b{re.escape(word.removesuffix('s'))}", text, re.IGNORECASE):
            with_own, with_other = (bisect(cuts, at) == bisect(cuts, match.start()) for at in (own, against))
            nearer = abs(match.start() - own) < abs(match.start() - against)
            if with_own and (not with_other or nearer):
                return True
    return False


PARTS = (roles, sides, yes_and_no, throws, couples, by_name, listed, places)
