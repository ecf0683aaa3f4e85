"""RUL128: sentences of aids with other names and conditions than their clauses.

A sentence repeats what its clauses say in other words. Where it names a place, a size, a phase or a face and they name
only others of the same kind, one of the two is wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.likeness import COMMON, WORD, rare_words, stem, weights_of_words
from scenario_forge.checks.rulebook.restated import blank, clauses_by_id, exchange, in_words, linked, words_of
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import fact
from scenario_forge.game.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL128 = CODES.warning(
    "RUL128",
    "name-not-of-its-clause",
    thing="the text has `{said}`, where {clauses} has `{meant}`",
    aligned="the text has `{said}` where {clauses} has `{meant}` in the like words",
    denied="the text says `{said}`, {clauses} the contrary",
)

_NAME_WORD = re.compile(r"\w+")


# -- names and conditions of one kind --------------------------------------------------------------


_SHORT = 3
_PHASE = re.compile(r"\b([a-z]+) (?:phases?|segments?)\b", re.IGNORECASE)
_NO_PHASE = frozenset(
    WORD.findall("a an any each every first last later next no of own same second that the this which whole")
)
_NOT_SAID = re.compile(
    r"\bout of(?= (?:\w+ )?supply\b)|\b(?:game|player)[- ]turn(?= (?:marker|track|box|record)s?\b)"
    r"|\bface[- ](?:up|down)(?= until\b)",
    re.IGNORECASE,
)
"""Words that stand here for something else than by themselves, or for what ends."""
_ECHELONS = ("Army", "Corps", "Division", "Brigade", "Regiment", "Battalion", "Company", "Platoon")
_TURNS = {"game turn": ("game turn", "game-turn"), "player turn": ("player turn", "player-turn")}
_OPPOSED: tuple[Mapping[str, Sequence[str]], ...] = (
    {"face up": ("face up", "face-up"), "face down": ("face down", "face-down")},
    {way: (way, f"{way}ern") for way in ("north", "south", "east", "west")},
    {"attacker": ("attacker", "attacking"), "defender": ("defender", "defending")},
    {"first": ("first",), "second": ("second",), "last": ("last",)},
    {"before": ("before",), "after": ("after", "afterwards")},
    {"at least": ("at least", "no less than", "no fewer than"), "at most": ("at most", "no more than", "up to")},
    {"more": ("more than", "beyond", "above"), "less": ("less than", "fewer than", "below", "short of")},
    {"add": ("add", "plus"), "subtract": ("subtract", "minus")},
    {"enter": ("enter", "entering"), "leave": ("leave", "leaving")},
    {"arrive": ("arrive", "arriving"), "leave": ("leave", "leaving", "withdraw", "withdrawn")},
    {"near": ("nearest", "nearer", "near"), "far": ("farthest", "furthest", "farther", "further", "far")},
    {"inside": ("inside", "within"), "outside": ("outside",)},
    {"supplied": ("supplied",), "unsupplied": ("unsupplied",)},
    {"inflict": ("inflict", "inflicted"), "suffer": ("suffer", "suffered")},
    {"once": ("once",), "twice": ("twice",)},
    {"keep": ("keep", "kept"), "drop": ("drop", "dropped")},
    {"gain": ("gain",), "lose": ("lose", "losing")},
    {"win": ("win",), "lose": ("lose", "losing")},
    {"into": ("into",), "out of": ("out of",)},
    {"friendly": ("friendly", "friend"), "enemy": ("enemy", "enemies")},
    {"each": ("all", "each", "every"), "none": ("none", "no")},
    {"begin": ("begin", "start", "beginning"), "end": ("end",)},
    {"half": ("half",), "whole": ("whole", "full"), "quarter": ("quarter",), "double": ("double",)},
    {"highest": ("highest", "higher", "high"), "lowest": ("lowest", "lower", "low")},
    {"with": ("with",), "without": ("without",)},
    {"early": ("early", "earlier"), "late": ("late", "later")},
    {"north": ("northern",), "south": ("southern",), "east": ("eastern",), "west": ("western",)},
)
"""Words of which a sentence may have one for the other: what it then says, and how it is written."""


class NameKinds(NamedTuple):
    """Names and conditions by their kind."""

    names: Mapping[str, tuple[tuple[tuple[str, ...], int, str], ...]]
    """By the first word in small letters: the words, longest first, the kind, and what it is called there."""
    things: int
    """Kinds below this number are of names: a clause that has none of them says nothing about them."""

    def named(self, text: str) -> list[tuple[int, str, int, int]]:
        """Return what a text names: the kind, the name, and from where to where it stands."""
        words = [(match.start(), match.end(), match[0].casefold()) for match in _NAME_WORD.finditer(text)]
        found: list[tuple[int, str, int, int]] = []
        taken = 0
        for place, (start, _end, word) in enumerate(words):
            several = (*self.names.get(word, ()), *(self.names.get(word[:-1], ()) if word[-1] == "s" else ()))
            if not several or place < taken:
                continue
            longest = 1
            for name, kind, called in several:
                last = place + len(name)
                here = [each for _start, _end, each in words[place:last]]
                if len(name) >= longest and (here[-1].removesuffix("s"), *here[:-1]) == (
                    name[-1].removesuffix("s"),
                    *name[:-1],
                ):
                    found.append((kind, called, start, words[last - 1][1]))
                    longest, taken = len(name), last
        return found


@fact
def name_kinds(game: Game) -> NameKinds:
    """Return the names of places, ground, sizes and types by kind, and words that may be exchanged."""
    grid = hex_map(game)
    places = {name: place.name for name, (place, _hex, _where) in grid.places.items()} if grid else {}
    places |= {name: name for name in grid.boxes} if grid else {}
    ground = {kind.name: kind.name for kind in grid.kinds.values()} if grid else {}
    sizes: dict[str, str] = {}
    types: dict[str, str] = {}
    for counters, _where in game.documents("counters", CountersDocument):
        sizes |= {size: size for size in _ECHELONS} | {size.name: size.name for size in counters.sizes}
        types |= {each.name: each.name for each in counters.types}
    terms: dict[str, dict[str, str]] = {}
    for book, _where in game.documents("rulebook", RulebookDocument):
        for term in book.terms:
            if " " in term.term:
                terms.setdefault(term.term.rpartition(" ")[2], {})[term.term] = term.term
    things = [{name: called for name, called in names.items() if len(name) > _SHORT}
              for names in (places, ground, sizes, types)]  # fmt: skip
    opposed = [{word: name for name, words in kind.items() for word in words} for kind in (_TURNS, *_OPPOSED)]
    names: dict[str, set[tuple[tuple[str, ...], int, str]]] = {}
    for kind, listed in enumerate([*things, *opposed, *terms.values()]):
        for name, called in listed.items():
            words = tuple(_NAME_WORD.findall(name.casefold()))
            names.setdefault(words[0], set()).add((words, kind, called))
    by_word = {word: tuple(sorted(several, key=lambda each: (-len(each[0]), each))) for word, several in names.items()}
    return NameKinds(by_word, len(things) + len(("turns", "faces", "ways")))


class _Piece(NamedTuple):
    """A part of a text, its rare words, and what it names by kind."""

    words: frozenset[str]
    named: Mapping[int, tuple[str, ...]]


_FINE = re.compile(r"[;:.,()]| (?:and|or|but) ")
_COARSE = re.compile(r"[;:.]")
_SENTENCES = re.compile(r"[;.]")


def other_names(game: Game) -> Iterator[Diagnostic]:
    """Report sentences that name one thing where their clauses, or like words in them, name another (RUL128)."""
    if not game.in_english:
        return
    known, kinds, sides = clauses_by_id(game), name_kinds(game), side_names(game)
    owners = "|".join(re.escape(name) for names in sides.values() for name in names)
    titles = {rule.number: rule.title for book, _where in game.documents("rulebook", RulebookDocument)
              for rule in book.rules}  # fmt: skip
    weights = weights_of_words(game).words
    pieces = _pieces_of_clauses(game)
    named = {(kind, name) for several in pieces.values() for piece in several
             for kind, names in piece.named.items() for name in names}  # fmt: skip
    for sentence in linked(game):
        if sentence.what == "row":
            continue
        said = blank(sentence.text)
        for hidden in (rf"(?:{owners})(?:'s)? player turn", _NOT_SAID):
            said = re.sub(hidden, lambda match: "#" * len(match[0]), said)
        clauses = [known[clause] for clause in sentence.clauses]
        there = [piece for clause in sentence.clauses for piece in pieces.get(clause, ())]
        for span, sort, words in (
            *_phase_of_rule(said, clauses, titles),
            *_absent(said, there, kinds, named),
            *_aligned(said, there, kinds, weights),
            *_denied(said, clauses),
        ):
            if exchange(sentence.text, clauses, sides) is not None:
                break  # RUL075 says it
            at = sentence.at.within(*span)
            finding = RUL128.at(at, sort, clauses=in_words(sentence.clauses), **words)
            yield finding.suggest("say what the clause says, or name the clause that says this under `cites`")
            break


@fact
def _pieces_of_clauses(game: Game) -> dict[str, list[_Piece]]:
    known, kinds = clauses_by_id(game), name_kinds(game)
    cited = sorted({clause for sentence in linked(game) for clause in sentence.clauses})
    return {clause: [piece for _start, _end, piece in _pieces(words_of(known[clause]), (_FINE, _COARSE), kinds)]
            for clause in cited}  # fmt: skip


def _pieces(text: str, cuts: Iterable[re.Pattern[str]], kinds: NameKinds) -> Iterator[tuple[int, int, _Piece]]:
    """The parts of a text between some marks, each with its places."""
    text = _NOT_SAID.sub(lambda match: "-" * len(match[0]), text)
    matches = [match for match in WORD.finditer(text) if match[0].casefold() not in COMMON]
    stems, places = [stem(match[0]) for match in matches], [match.start() for match in matches]
    names = kinds.named(text)
    begins = [name[2] for name in names]
    for cut in cuts:
        start = 0
        for end, after in [*(match.span() for match in cut.finditer(text)), (len(text), len(text))]:
            named: dict[int, list[str]] = {}
            for kind, name, *_place in names[bisect_left(begins, start) : bisect_left(begins, end)]:
                named.setdefault(kind, []).append(name)
            words = frozenset(stems[bisect_left(places, start) : bisect_left(places, end)])
            if named:  # only those are compared
                yield start, end, _Piece(words, {kind: tuple(several) for kind, several in named.items()})
            start = after


_Unlike = tuple[tuple[int, int], str, dict[str, str]]


def _phase_of_rule(said: str, clauses: Iterable[Clause], titles: Mapping[str, str]) -> Iterator[_Unlike]:
    """Yield a phase that is none of the clauses' and not that of their rule."""
    here = {match[1].casefold(): match for match in _PHASE.finditer(said) if match[1].casefold() not in _NO_PHASE}
    meant = " . ".join(f"{words_of(clause)} . {titles.get(clause.rule, '')}" for clause in clauses) if here else ""
    there = [match[1].casefold() for match in _PHASE.finditer(meant) if match[1].casefold() not in _NO_PHASE]
    left = [name for name in there if name not in here]
    for name, match in here.items():
        if name not in there and left:
            yield match.span(), "thing", {"said": match[0], "meant": f"{left[0]} phase"}


def _absent(
    said: str, there: Sequence[_Piece], kinds: NameKinds, known: Container[tuple[int, str]]
) -> Iterator[_Unlike]:
    """Yield a name that the clauses lack, while they have one that the sentence lacks, or no clause knows the name."""
    here: dict[int, dict[str, tuple[int, int]]] = {}
    for kind, name, start, end in kinds.named(said):
        if kind < kinds.things:
            here.setdefault(kind, {}).setdefault(name, (start, end))
    told = {word for piece in there for word in piece.words}
    for kind, names in here.items():
        meant = [name for piece in there for name in piece.named.get(kind, ())]
        left = [name for name in meant if name not in names]
        for name, (start, end) in names.items():
            shared = told & (
                rare_words(said) - rare_words(name)
            )  # a clause that shares no word is about something else
            if name not in meant and shared and (left or (meant and (kind, name) not in known)):
                yield (start, end), "thing", {"said": said[start:end], "meant": (left or meant)[0]}


def _aligned(said: str, there: Sequence[_Piece], kinds: NameKinds, weights: Mapping[str, float]) -> Iterator[_Unlike]:
    """Yield a name or condition that stands where the clauses have another one between the same words."""
    names = kinds.named(said)
    by_kind: dict[int, list[tuple[frozenset[str], frozenset[str]]]] = {}
    for other in there:
        for kind, several in other.named.items():
            by_kind.setdefault(kind, []).append((other.words, frozenset(several)))
    if not any(kind in by_kind for kind, *_name in names):
        return
    for first, last, piece in _pieces(said, (_FINE, _COARSE, _SENTENCES), kinds):
        for kind, (name, *more) in piece.named.items():
            listed = by_kind.get(kind, [])
            if any(each != name for each in more) or all(stands == {name} for _words, stands in listed):
                continue
            words = piece.words - rare_words(name)
            scores = _scores(name, words, listed, weights, mixed=kind < kinds.things)
            own = scores.pop(name, 0)
            best = max(scores, key=lambda each: scores[each], default=None)
            if best is not None and _is_clear(scores[best], own, sum(weights.get(word, _UNKNOWN) for word in words)):
                for found, called, start, end in names:
                    if (found, called) == (kind, name) and first <= start < last:
                        yield (start, end), "aligned", {"said": said[start:end], "meant": best}
                        break


def _scores(
    name: str,
    words: frozenset[str],
    listed: Iterable[tuple[frozenset[str], frozenset[str]]],
    weights: Mapping[str, float],
    *,
    mixed: bool,
) -> dict[str, float]:
    """By name of one kind, the most of a sentence's words that a part of a clause has which names it alone.

    Parts with several names speak for that of the sentence too if ``mixed``: a list of places is of each of them.
    """
    scores: dict[str, float] = {}
    for has, stands in listed:
        if len(stands) == 1 or (name in stands and mixed):
            each = name if name in stands else min(stands)
            scores[each] = max(scores.get(each, 0), sum(weights.get(word, 0) for word in has & words))
    return scores


def _is_clear(score: float, own: float, whole: float) -> bool:
    """Whether another name is found in so much more of the same words than a sentence's own."""
    share = score / (whole or 1)
    return (score - own >= _MORE and share >= _MOST) or (own == 0 and score >= _MANY and share >= _SOME)


_UNKNOWN = 3.0
"""The weight of a word that no clause has."""
_MORE, _MOST = 1.7, 0.6
_MANY, _SOME = 4.5, 0.35


# -- what is denied -------------------------------------------------------------------------------


_DENIED = re.compile(r"\b(?:not|never|cannot)(?: to)?(?: (?:be|been|even|yet|again))* (\w+)", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:(?:may|must|can|shall|will|is|are|always)(?: (?:be|then|also|always))*|(?<!not )(?<!never )to be) (\w+)",
    re.IGNORECASE,
)
_NO_VERB = frozenset(
    WORD.findall(
        """a an all also always any as at be by even first for from have her his in into it its more most never next no
        not of on one only other out own so than that the their there this to too up with yet"""
    )
)


def _denied(said: str, clauses: Iterable[Clause]) -> Iterator[_Unlike]:
    """Yield what a sentence allows and its clauses deny, or the other way about."""
    meant = " . ".join(f"{clause.text} . {' . '.join(each.reading for each in clause.rulings)}" for clause in clauses)
    (yes, no), (has, lacks) = _verbs(said), _verbs(meant)
    for here, there, other in ((yes, lacks, has), (no, has, lacks)):
        for verb, match in here.items():
            if verb in there and verb not in other and not (verb in yes and verb in no):
                yield match.span(), "denied", {"said": match[0]}


def _verbs(text: str) -> tuple[dict[str, re.Match[str]], dict[str, re.Match[str]]]:
    """What a text says that something does or may do, and what it denies."""
    yes, no = ({stem(match[1]).removesuffix("e"): match for match in words.finditer(text)
                if match[1].casefold() not in _NO_VERB} for words in (_SAID, _DENIED))  # fmt: skip
    return yes, no


CHECKS = (other_names,)
