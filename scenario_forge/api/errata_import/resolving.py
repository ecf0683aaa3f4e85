"""What a correction of a list is about: the value it means, held against what is printed there."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

from scenario_forge.api.errata_import.names import Mention, Names
from scenario_forge.api.errata_import.values import BLANKS, Values, as_data, as_plain, plain, words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.api.errata_import.values import Value
    from scenario_forge.api.errata_import.wording import Claim, Reading
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data

Status = Literal["resolved", "differs", "already", "unfit", "unresolved"]
"""resolved: an erratum can be drafted; differs: another value is printed there; already: the corrected value is
printed there; unfit: the corrected value cannot stand there; unresolved: the place is not found."""
Sure = Literal["certain", "likely"]
"""certain: the place alone and the printed value alone lead there; likely: only both together do."""

_WEIGHT = {
    "unit": 3.0,
    "clause": 3.0,
    "chart": 2.5,
    "row": 2.0,
    "heading": 2.0,
    "column": 2.0,
    "turn": 2.0,
    "hex": 2.0,
    "example": 2.5,
    "scenario": 2.0,
    "rule": 2.0,
    "place": 1.2,
    "address": 9.0,
    "side": 1.0,
    "component": 1.0,
    "field": 1.0,
    "stop": 1.5,
}
_SOFT = frozenset({"place", "component", "field", "hex", "rule", "stop"})
"""Facets that may be named for another reason: a rule in the reason for a correction of a chart."""
_BROAD = frozenset({"place", "component", "side", "field", "stop", "rule"})
"""Facets that too many values share to look at all of them."""
_OF_ITS_OWN = frozenset({"component", "chart", "rule", "clause"})
"""Facets of a place that needs no heading above it."""
_EXACT, _LONG_PART, _PART, _NUMBER_IN_TEXT = 3.0, 2.5, 1.5, 0.8
_ENOUGH, _ENOUGH_ALONE, _MARGIN = 1.9, 4.0, 0.35
_WORDS_MOST = 2.5
_ADDRESS = re.compile(r"(?<![\w/])[a-z][\w/-]*(?:\.[\w+-]+|\[(?:\"[^\"]*\"|[^\]\s]*)\])+")
_NUMBER_OF = re.compile(r"^([0-9][0-9.,%/-]*) [a-z]+$")
"""A number with what it counts: `12-21 hexes`."""
_LATER = 0.6
"""How much what is mentioned later of one kind counts against the first."""
_CANDIDATES = 4
_KEPT = 500
"""Places whose values are kept."""
_WORDS_OF_SENTENCE, _WORDS_OF_VALUE = 80, 6
_REMARK = 0.05
_NEAR = 0.7
_LONG_WORD, _UNLIKE_OTHERS = 8, 5
_FEW, _POOL = 12, 150
"""Values that are looked at beside those of what is mentioned most exactly."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of one value that was found."""

    value: Value
    at: str
    paper: str
    printed: Data
    corrected: Data


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that may be meant."""

    value: Value
    at: str
    paper: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one correction of a list."""

    claim: Claim
    status: Status
    corrections: tuple[Correction, ...] = ()
    sure: Sure = "likely"
    problem: str = ""
    """Why no erratum is drafted."""
    candidates: tuple[Candidate, ...] = ()
    """Places that may be meant."""
    reading: Reading | None = None


@dataclass(slots=True)
class _Scored:
    value: Value
    place: float
    """How well the words of the place fit."""
    contradicted: tuple[str, ...]
    fit: float = 0.0
    """How well the printed value fits."""
    printed: str = ""
    matched: frozenset[str] = frozenset()

    @property
    def total(self) -> float:
        return self.place + self.fit


@dataclass(slots=True)
class _Context:
    """What a reading mentions, by facet."""

    meant: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    words: frozenset[str] = frozenset()
    addressed: tuple[Value, ...] = ()


Member = dict[str, dict[str, float]]
"""Facet → id → how likely it is meant: one of several things that a line lists."""
_MeantBy = tuple[_Context, "list[Value]", dict[int, _Scored]]


class Resolver:
    """Finds what corrections are about in the documents of one game, as printed."""

    def __init__(self, game: Game) -> None:
        self.values = Values(game)
        self.names = Names(self.values)
        self._heard: dict[str, list[Mention]] = {}
        self._places: dict[tuple[str, str, str], _MeantBy] = {}
        self._scarce = {word: 1 / (1 + math.log(len(found))) for word, found in self.values.by_word.items()}

    def resolve(self, claim: Claim) -> list[Outcome]:
        """Return what becomes of a correction; one outcome for each of several units, rows or clauses that it lists."""
        lists = next((m.members for m in self._mentions(claim.readings[0].place) if m.members), ())
        if not lists:
            return [self._outcome(claim, None)]
        each = [self._outcome(claim, member) for member in lists]
        alone = self._outcome(claim, None)
        if sum(outcome.status == "resolved" for outcome in each) < 2 and alone.status == "resolved":
            return [alone]
        return each

    def _addressed(self, text: str) -> Iterator[Value]:
        """Yield the values whose addresses stand in a text, also those that have no value yet."""
        for match in _ADDRESS.finditer(text):
            value = self.values.at(match[0])
            if value is not None:
                yield value

    def _mentions(self, text: str) -> list[Mention]:
        known = self._heard.get(text)
        if known is None:
            if len(self._heard) > _KEPT:
                self._heard.clear()
            known = self._heard[text] = self.names.mentions(text)
        return known

    def _outcome(self, claim: Claim, member: Member | None) -> Outcome:
        explicit = any(reading.printed is not None for reading in claim.readings)
        tried = [(reading, self._candidates(claim, reading, member, explicit)) for reading in claim.readings]
        fitting = [
            (each, reading) for reading, found in tried for each in found if each.fit > 0 and not each.contradicted
        ]
        if fitting:
            outcome = self._chosen(claim, fitting)
            if outcome is not None:
                return outcome
        return self._without_fit(claim, tried)

    # -- candidates --------------------------------------------------------------------------------

    def _candidates(self, claim: Claim, reading: Reading, member: Member | None, explicit: bool) -> list[_Scored]:
        context, meant, scored = self._meant_by(claim.heading, reading.place, member)
        pool: dict[int, Value] = {}
        fits: dict[int, tuple[float, str]] = {}
        for value, fit, printed in self._fitting(reading, meant, explicit):
            if fit > fits.get(id(value), (0.0, ""))[0]:
                fits[id(value)] = (fit, printed)
            pool[id(value)] = value
        for value in meant:
            pool.setdefault(id(value), value)
        for key, value in pool.items():
            if key not in scored:
                scored[key] = self._scored(value, context)
        return [
            replace(scored[key], fit=fits[key][0], printed=fits[key][1]) if key in fits else scored[key] for key in pool
        ]

    def _meant_by(self, heading: str, place: str, member: Member | None) -> _MeantBy:
        """Return what the words of a place mention, the values of that, and how well each fits; kept for a while."""
        key = (heading, place, str(member))
        known = self._places.get(key)
        if known is None:
            if len(self._places) > _KEPT:
                self._places.clear()
            context = self._context(heading, place, member)
            meant = [*self._meant(context)]
            known = self._places[key] = (context, meant, {id(value): self._scored(value, context) for value in meant})
        return known

    def _context(self, heading: str, place: str, member: Member | None) -> _Context:
        context = _Context()
        own = self._mentions(place)
        self._take(context, own, 1.0)
        if member:
            for facet, ids in member.items():
                context.meant[facet] = dict(ids)
        self._take(context, self._inherited(heading, set(context.meant)), 0.9)
        context.addressed = tuple(self._addressed(place))
        context.words = frozenset(words_in(f"{heading} {place}"))
        return context

    def _inherited(self, heading: str, own: set[str]) -> list[Mention]:
        """What a heading mentions that a line below it does not, and that its own place leaves room for."""
        if not heading:
            return []
        left = [
            Mention(mention.text, {facet: ids for facet, ids in mention.meant.items() if facet not in own})
            for mention in self._mentions(heading)
        ]
        return [mention for mention in left if "side" in mention.meant] if own & _OF_ITS_OWN else left

    @staticmethod
    def _take(context: _Context, mentions: Iterable[Mention], weight: float) -> None:
        begun = set(context.meant)
        for mention in mentions:
            for facet, ids in mention.meant.items():
                factor = weight * (_LATER if facet in context.meant and facet not in begun else 1.0)
                known = context.meant[facet]
                for id_, likely in ids.items():
                    known[id_] = max(known.get(id_, 0.0), likely * factor)

    def _meant(self, context: _Context) -> Iterator[Value]:
        """Yield the values of what is mentioned most exactly."""
        if context.addressed:
            yield from context.addressed
            return
        exact = [facet for facet in context.meant if facet not in _BROAD]
        facets = exact or [facet for facet in context.meant if facet == "rule"]
        pools = [[v for id_ in context.meant[f] for v in self.values.by_facet.get((f, id_), ())] for f in facets]
        taken = 0
        for pool in sorted(pools, key=len):
            if taken >= _FEW or (taken and taken + len(pool) > _POOL):
                break
            yield from pool
            taken += len(pool)
        if not exact:
            rare = sorted(context.words & self._scarce.keys(), key=lambda word: -self._scarce[word])[:3]
            for word in rare:
                if len(self.values.by_word[word]) <= 150:
                    yield from self.values.by_word[word]

    def _scored(self, value: Value, context: _Context) -> _Scored:
        if context.addressed:
            known = any(each is value for each in context.addressed)
            return _Scored(value, _WEIGHT["address"] if known else 0.0, () if known else ("address",))
        place, against, matched = 0.0, [], []
        for facet, meant in context.meant.items():
            own = value.facets.get(facet)
            if own is None:
                continue
            best = meant.get(own, 0.0)
            if best:
                place += best * _WEIGHT[facet]
                matched.append(facet)
            elif facet in _SOFT or not _same_kind_named(facet, value, context):
                place -= 0.4
            else:
                against.append(facet)
        shared = sum(self._scarce[word] for word in context.words & value.words if word in self._scarce)
        place += min(_WORDS_MOST, 1.6 * shared) - value.second
        return _Scored(value, place, tuple(against), matched=frozenset(matched))

    # -- what is printed ---------------------------------------------------------------------------

    def _fitting(self, reading: Reading, meant: list[Value], explicit: bool) -> Iterator[tuple[Value, float, str]]:
        """Yield the values in which the printed value stands, with how well it fits and how it stands there."""
        if reading.printed is None:
            yield from self._in_the_line(reading, meant, explicit)
            return
        printed = plain(reading.printed)
        if printed in BLANKS:
            yield from ((value, _EXACT, "") for value in meant if not value.plain)
        if not printed:
            return
        near = {id(value) for value in meant}
        for form in dict.fromkeys((printed, printed.strip("()"), _NUMBER_OF.sub(r"\1", printed))):
            listed = self.values.by_print.get(form, ())
            for value in listed:
                if (len(listed) < _POOL or id(value) in near) and (not value.is_structure or form[:1] in "[{"):
                    yield value, _EXACT, form
        if printed in plain(reading.corrected) or not _cuts_off(printed, reading.corrected):
            yield from self._parts(printed, meant)

    def _in_the_line(self, reading: Reading, meant: list[Value], explicit: bool) -> Iterator[tuple[Value, float, str]]:
        """Yield the values that stand in a line that does not show which of its words are the printed value.

        They stand at its end where another reading shows the value.
        """
        said = plain(reading.place)
        if not explicit:
            yield from self._ends_of(said)
            yield from _longest_ends(said, meant)
        for value in meant:
            if not value.plain or value.is_text or value.is_structure or len(value.plain) > 60:
                continue
            at_end = said.endswith(value.plain) and stands_in(value.plain, f" {said[-len(value.plain) - 2 :]} ")
            if not _alike(value.plain, reading.corrected):
                continue
            if at_end or (not explicit and not self.names.is_name(value.plain) and stands_in(value.plain, f" {said} ")):
                yield value, _EXACT - 0.3, value.plain

    def _ends_of(self, said: str) -> Iterator[tuple[Value, float, str]]:
        """Yield the values anywhere that are the last words of a line."""
        words = said.split()
        for count in range(1, min(_WORDS_OF_VALUE, len(words))):
            end = " ".join(words[-count:])
            listed = self.values.by_print.get(end, ())
            if len(listed) < _POOL:
                yield from ((value, _EXACT - 0.3, end) for value in listed if not value.is_structure)

    def _parts(self, printed: str, meant: list[Value]) -> Iterator[tuple[Value, float, str]]:
        """Yield the sentences that have the printed words in them once."""
        said = words_in(printed)
        if not said:
            return
        pool = self._with_words(said)
        rare = len(said) == 1 and self._is_rare(said[0])
        if pool is None:
            pool = [value for value in meant if value.is_text]
        weight = _LONG_PART if len(said) >= 4 else _PART if len(said) >= 2 or not said[0].isdigit() else _NUMBER_IN_TEXT
        weight = _LONG_PART if rare else weight
        for value in pool:
            if value.plain != printed and stands_in(printed, f" {value.plain} "):
                yield value, weight, printed
        if re.search(r"[0-9(]", printed):
            for value in meant:
                if _is_cell(value) and value.plain != printed and stands_in(printed, f" {value.plain} "):
                    yield value, _PART, printed

    def _with_words(self, said: list[str]) -> list[Value] | None:
        """Return the sentences that may have some words in them; None where that is too many, or cannot be told."""
        whole = said[1:-1] if len(said) > 3 else said  # the first and the last may be cut
        listed = [self.values.texts_by_word.get(word) for word in whole]
        if (len(said) < 2 and not self._is_rare(said[0])) or not all(listed):
            return None
        rarest = min((each for each in listed if each), key=len)
        return rarest if len(said) > 3 or len(rarest) <= _POOL else None

    def _is_rare(self, word: str) -> bool:
        """Whether a word stands in one sentence of the game alone."""
        return len(word) >= _LONG_WORD and len(self.values.texts_by_word.get(word, ())) == 1

    # -- decisions ---------------------------------------------------------------------------------

    def _chosen(self, claim: Claim, fitting: list[tuple[_Scored, Reading]]) -> Outcome | None:
        best: dict[int, tuple[_Scored, Reading]] = {}
        for each, reading in fitting:
            if not each.value.is_text:  # a remark behind a short value is not part of it
                more = len(reading.corrected.split()) - len(each.printed.split())
                each.fit -= _REMARK * max(0, more - 1)
            known = best.get(id(each.value))
            if known is None or each.total > known[0].total:
                best[id(each.value)] = (each, reading)
        ranked = sorted(best.values(), key=lambda pair: -pair[0].total)
        (first, reading), rest = ranked[0], ranked[1:]
        if first.place < _ENOUGH and not self._is_known_by_print(first):
            return None
        rivals = [pair for pair in rest if first.total - pair[0].total < _MARGIN]
        together = [first] if not rivals else [first, *(pair[0] for pair in rivals)]
        if rivals and not _are_one(together):
            return Outcome(
                claim,
                "unresolved",
                problem="several places fit",
                candidates=tuple(self._shown(each.value) for each in together[:_CANDIDATES]),
                reading=reading,
            )
        corrections = [self._correction(each, reading) for each in together]
        done = [each for each in corrections if not isinstance(each, str)]
        if len(done) < len(corrections):
            problem = next(each for each in corrections if isinstance(each, str))
            return Outcome(
                claim, "unresolved", problem=problem, candidates=(self._shown(first.value),), reading=reading
            )
        if any(_same(each.printed, each.corrected) for each in done):
            return None
        sure: Sure = "certain" if self._is_certain(first) else "likely"
        return Outcome(claim, "resolved", tuple(done), sure, reading=reading)

    def _is_known_by_print(self, first: _Scored) -> bool:
        """Whether a value can be told by what is printed, where the place says little."""
        if first.fit >= _LONG_PART and len(first.printed) >= _LONG_WORD:
            return True
        alone = len(self.values.by_print.get(first.printed, ())) == 1 and len(first.printed) >= _UNLIKE_OTHERS
        return alone and first.place >= _ENOUGH / 2

    @staticmethod
    def _is_certain(first: _Scored) -> bool:
        """Whether place and printed value lead there, each by itself."""
        return first.fit >= _LONG_PART and first.place >= _ENOUGH_ALONE

    def _correction(self, each: _Scored, reading: Reading) -> Correction | str:
        value = each.value
        corrected: Data
        if value.plain == each.printed or plain(each.printed) == value.plain:
            if reading.corrected.casefold() in BLANKS - {"-", "none"} and value.is_text:
                corrected = None
            else:
                corrected = as_data(_with_stop(reading.corrected, value.data), value.data)
            if isinstance(value.data, str) and isinstance(corrected, str) and not value.is_text:
                corrected = _one_of_several(value.data, corrected)
            if not value.is_structure and _is_structure(reading.corrected):
                return "the list corrects several values there"
        else:
            text = replaced(str(value.data), each.printed, reading.corrected)
            if text is None:
                return "the printed words stand there more than once"
            if _is_damaged(str(value.data), text, reading.corrected):
                return "it is not clear which words are corrected"
            corrected = text
        return Correction(value, self.values.address(value), self.values.paper(value), value.data, corrected)

    def _without_fit(self, claim: Claim, tried: list[tuple[Reading, list[_Scored]]]) -> Outcome:
        """The printed value stands nowhere that is meant: say what stands there, or which place seems meant."""
        best: tuple[_Scored, Reading] | None = None
        second = 0.0
        ranked = sorted(
            ((each, reading) for reading, found in tried for each in found if not each.contradicted),
            key=lambda pair: -pair[0].place,
        )
        seen = set[int]()
        near: list[Value] = []
        for each, reading in ranked:
            if id(each.value) in seen:
                continue
            seen.add(id(each.value))
            near.append(each.value)
            if best is None:
                best = (each, reading)
            elif second == 0.0:
                second = each.place
            if len(near) >= _CANDIDATES:
                break
        elsewhere = [
            each
            for reading, found in tried
            for each in found
            if each.fit >= _EXACT - 0.3 and each.contradicted and len(each.printed) > 1
        ]
        elsewhere.sort(key=lambda each: -each.place)
        shown = tuple(
            self._shown(value) for value in [*dict.fromkeys([*(e.value for e in elsewhere[:2]), *near])][:_CANDIDATES]
        )
        if best is None or best[0].place < _ENOUGH_ALONE or best[0].place - second < _MARGIN:
            return Outcome(
                claim,
                "unresolved",
                problem="no value was found that it is about" if not shown else "it is not clear which value is meant",
                candidates=shown,
            )
        value, reading = best[0].value, best[1]
        if value.is_structure:
            return Outcome(claim, "unresolved", problem="it is not clear which value is meant", candidates=shown)
        return self._held_against(claim, value, reading, shown)

    def _held_against(self, claim: Claim, value: Value, reading: Reading, shown: tuple[Candidate, ...]) -> Outcome:
        there = _said(value.data)
        corrected = as_data(reading.corrected, value.data)
        place = self.values.paper(value)
        found = Correction(value, self.values.address(value), place, value.data, corrected)
        if reading.corrected and (
            _same(corrected, value.data) or (value.is_text and stands_in(plain(reading.corrected), f" {value.plain} "))
        ):
            return Outcome(
                claim,
                "already",
                (found,),
                problem=f"the document has {_said(corrected)} already",
                candidates=shown,
                reading=reading,
            )
        if reading.printed is None:
            return Outcome(
                claim,
                "unresolved",
                problem=f"the list does not say what is printed; the document has {there}",
                candidates=shown,
                reading=reading,
            )
        return Outcome(
            claim,
            "differs",
            (found,),
            problem=f"the list says {_said(reading.printed)}, the document has {there}",
            candidates=shown,
            reading=reading,
        )

    def _shown(self, value: Value) -> Candidate:
        return Candidate(value, self.values.address(value), self.values.paper(value))


def _same_kind_named(facet: str, value: Value, context: _Context) -> bool:
    """Whether what is mentioned could be said of a value of this kind at all: a row of another chart cannot."""
    if facet in ("row", "heading") and "chart" in value.facets:
        charts = {id_.partition("|")[0] for id_ in context.meant[facet]}
        return value.facets["chart"] in charts or "chart" not in context.meant
    return True


def _are_one(together: list[_Scored]) -> bool:
    """Whether several values are one on paper: the name of a unit in its list and on its counter."""
    units = {each.value.facets.get("unit") for each in together}
    clauses = {each.value.facets.get("clause") for each in together}
    if clauses != {None} and len(clauses) == 1:  # its title says the same as its text
        fields = {str(each.value.path[-1]) for each in together}
        return fields == {"title", "text"} and all(len(words_in(each.printed)) <= 4 for each in together)
    kinds = [each.value.facets["component"] for each in together]
    same_print = len({each.value.plain for each in together}) == 1
    return units != {None} and len(units) == 1 and same_print and len(set(kinds)) == len(kinds)


def _longest_ends(said: str, meant: list[Value]) -> Iterator[tuple[Value, float, str]]:
    """Yield the sentences that have the most of the last words of a line in them."""
    found = [(value, _longest_end(said, value.plain)) for value in meant if value.is_text]
    most = max((len(printed) for _value, printed in found), default=0)
    yield from ((value, _LONG_PART - 0.3, printed) for value, printed in found if printed and len(printed) == most)


def _longest_end(said: str, text: str) -> str:
    """Return the most last words of a line that stand in a sentence, if they are three or more."""
    words = said.split()
    padded = f" {text} "
    found = ""
    for count in range(2, min(len(words), _WORDS_OF_SENTENCE)):
        end = " ".join(words[-count:])
        if not stands_in(end, padded):
            break
        found = end if count >= 3 else ""
    return found


def _is_cell(value: Value) -> bool:
    """Whether a value is a short text with letters and digits, of which a list may quote a part: `PP16(c4)`."""
    return isinstance(value.data, str) and not value.is_text and any(map(str.isdigit, value.plain))


def _cuts_off(printed: str, corrected: str) -> bool:
    """Whether a correction seems to give only the end of the quoted words anew, so that the rest would be lost."""
    old, new = words_in(printed), words_in(corrected)
    return len(old) > len(new) + 2 and bool(new) and old[0] != new[0]


def stands_in(part: str, padded: str) -> bool:
    """Whether words stand in a text as words of their own.

    >>> stands_in("Q16", " unit 5 QQ16 "), stands_in("Q16", " unit 5 Q16, "), stands_in("1", " W 1-3 ")
    (False, True, False)
    """
    return re.search(_bounded(re.escape(part), part), padded) is not None


def _bounded(pattern: str, part: str) -> str:
    """Return a pattern for words that are not part of longer ones; brackets need no room around them."""
    before = r"(?<![\w./+-])" if part[:1].isalnum() or part[:1] in "+-." else ""
    after = r"(?![\w/+-]|\.[0-9])" if part[-1:].isalnum() else ""
    return f"{before}{pattern}{after}"


def replaced(text: str, printed: str, corrected: str) -> str | None:
    """Return a text with the printed words replaced; None where they do not stand there exactly once."""
    pattern = (
        re.escape(printed).replace(r"\ ", r"\s+").replace("-", "[-‐‑‒–—−]").replace("'", "['’‘]").replace('"', '["“”]')
    )
    found = [*re.finditer(_bounded(pattern, printed), text, re.IGNORECASE)]
    if len(found) != 1:
        return None
    match = found[0]
    new = corrected
    if match.start() == 0 and text[:1].isupper() and new[:1].islower():
        new = new[:1].upper() + new[1:]
    elif match.start() > 0 and match[0][:1].islower() and new[:1].isupper() and plain(new[:1]) == match[0][:1]:
        new = new[:1].lower() + new[1:]
    after = text[match.end() :]
    if new[-1:] in (".", ",") and after.startswith(new[-1]) and not match[0].endswith(new[-1]):
        new = new[:-1]
    made = text[: match.start()] + new + after
    return re.sub(r"  +", " ", made).replace(" .", ".").replace(" ,", ",") if not corrected else made


def _one_of_several(printed: str, corrected: str) -> str:
    """Return a cell with the one of its entries corrected that a list gives anew: `W8/41` of `R7/41, W841`."""
    entries = printed.split(", ")
    if len(entries) < 2 or "," in corrected:
        return corrected
    nearest = [SequenceMatcher(None, entry, corrected, autojunk=False).ratio() for entry in entries]
    at = nearest.index(max(nearest))
    if nearest[at] < _NEAR or sorted(nearest)[-2] > nearest[at] - 0.1:
        return corrected
    return ", ".join([*entries[:at], corrected, *entries[at + 1 :]])


def _is_damaged(old: str, new: str, corrected: str) -> bool:
    """Whether a sentence that was corrected in part says something twice, or has lost most of itself."""
    was, now = words_in(old), words_in(new)
    phrases = [tuple(now[n : n + 4]) for n in range(len(now) - 3)]
    had = [tuple(was[n : n + 4]) for n in range(len(was) - 3)]
    doubled = any(phrases.count(phrase) > 1 and had.count(phrase) < 2 for phrase in set(phrases))
    return doubled or len(now) < len(was) * (0.5 if not words_in(corrected) else 0.6)


def _is_structure(said: str) -> bool:
    return said[:1] + said[-1:] in ("[]", "{}")


def _with_stop(corrected: str, printed: Data) -> str:
    """Give a whole sentence the full stop that the printed one has."""
    if isinstance(printed, str) and printed.endswith(".") and printed.count(" ") > 2 and corrected[-1:].isalnum():
        return f"{corrected}."
    return corrected


def _alike(printed: str, corrected: str) -> bool:
    """Whether two values could be of one kind: both have digits, or neither has."""
    return any(map(str.isdigit, printed)) == any(map(str.isdigit, corrected))


def _same(one: Data, other: Data) -> bool:
    return as_plain(one) == as_plain(other) and isinstance(one, bool) == isinstance(other, bool)


def _said(value: Data) -> str:
    said = as_plain(value) if isinstance(value, (list, dict)) else "" if value is None else str(value)
    return (said if len(said) <= 60 else f"{said[:59]}…") or "nothing"
