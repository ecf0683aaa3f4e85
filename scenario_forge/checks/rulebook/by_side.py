"""RUL116 and RUL130: values of rules.yaml, and sentences of aids, in which two sides or two edges are exchanged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.contrasts import POINTS, side_of
from scenario_forge.checks.rulebook.other_names import name_kinds
from scenario_forge.checks.rulebook.restated import blank, clauses_by_id, exchange, in_words, linked
from scenario_forge.checks.rulebook.stated_numbers import people_of, side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import dates_in
from scenario_forge.game.place import Where
from scenario_forge.game.schedule import schedule
from scenario_forge.source.nodes import texts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.checks.rulebook.other_names import NameKinds
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL116 = CODES.warning(
    "RUL116",
    "value-against-its-key",
    side="`{text}` stands under `{key}`, but names {other}",
    compass="`{text}` is the {key}, but {said}",
)
RUL130 = CODES.warning(
    "RUL130",
    "said-of-the-other-side",
    place="the text names {said} for {side}; {clauses} has {meant} for {side}",
    number="the text gives {said} for {side}; `{quantity}` is {meant}",
    date="this line is for {side}, but at {start} {clauses} speaks of {other}",
)

_PIECES = re.compile(r"[^;:.,()]+(?:\([^()]*\))?")
_SPLIT = re.compile(r" (?:and|or|but) ")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_PARTS = re.compile(r"[._]")
_Sides = dict[str, re.Pattern[str]]
_Found = tuple[tuple[int, int], str, dict[str, str]]


def said_of_sides(game: Game) -> Iterator[Diagnostic]:
    """Report places and numbers that the clauses of a sentence have for the other side (RUL130)."""
    if not game.in_english or len(game.side_names) < len(("one", "other")):
        return
    known, kinds, called = clauses_by_id(game), name_kinds(game), side_names(game)
    sides = _patterns(called)
    for sentence in linked(game):
        if sentence.what == "row":
            continue
        said, clauses = blank(sentence.text), [known[clause] for clause in sentence.clauses]
        if not sentence.side and not any(pattern.search(said) for pattern in sides.values()):
            continue
        parts = [
            (start, part, side) for start, part in _parts(said) if (side := _side_of(part, sides) or sentence.side)
        ]
        if not parts:
            continue
        for span, sort, words in (*_places(said, parts, clauses, kinds, sides), *_numbers(parts, clauses, sides)):
            if exchange(sentence.text, clauses, called) is not None:
                break  # RUL075 says it
            named = {"side": game.side_name(words["side"]), "clauses": in_words(sentence.clauses)}
            finding = RUL130.at(sentence.at.within(*span), sort, **(words | named))
            yield finding.suggest("say what the clause says of this side, or name the other side")
            break


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text, each with its place; what stands in brackets belongs to what is before it."""
    for match in _PIECES.finditer(text):
        start = match.start()
        for joint in _SPLIT.finditer(match[0]):
            yield start, text[start : match.start() + joint.start()]
            start = match.start() + joint.end()
        yield start, text[start : match.end()]


def _patterns(sides: Mapping[str, Sequence[str]]) -> _Sides:
    """For each side a pattern of the words for it."""
    named = {side: "|".join(map(people_of, names)) for side, names in sides.items()}
    return {side: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for side, words in named.items()}


def _side_of(text: str, sides: _Sides) -> str:
    """The one side that a text names; empty if it names none or several."""
    named = [side for side, pattern in sides.items() if pattern.search(text)]
    return named[0] if len(named) == 1 else ""


def _places(
    said: str,
    parts: Iterable[tuple[int, str, str]],
    clauses: Sequence[Clause],
    kinds: NameKinds,
    sides: _Sides,
) -> Iterator[_Found]:
    """Yield a place or another name that the clauses have for another side alone."""
    told = dict.fromkeys(sides, "")
    for clause in clauses:
        for _start, part in _parts(clause.text):
            if side := _side_of(part, sides):
                told[side] += f" . {part}"
        for name, value in clause.states.items():
            for side in sides.keys() & {*_PARTS.split(name)}:
                told[side] += f" . {value}"
    named = {side: {(kind, name) for kind, name, *_place in kinds.named(text) if kind < _THINGS}
             for side, text in told.items()}  # fmt: skip
    if sum(bool(names) for names in named.values()) < len(("one", "other")):
        return
    here = {(kind, name) for kind, name, *_place in kinds.named(said)}
    for start, part, side in parts:
        others = {each for other, names in named.items() if other != side for each in names}
        for kind, name, begin, end in kinds.named(part):
            left = sorted(each for each in named[side] - here if each[0] == kind)
            if (kind, name) in others - named[side] and left:
                yield (start + begin, start + end), "place", {"side": side, "said": name, "meant": left[0][1]}


_THINGS = 1
"""Of the kinds of names only places: what else is named holds of both sides."""


def _numbers(
    parts: Iterable[tuple[int, str, str]], clauses: Iterable[Clause], sides: Mapping[str, object]
) -> Iterator[_Found]:
    """Yield a number that the clauses state for another side alone."""
    stated: dict[str, dict[str, float]] = {side: {} for side in sides}
    for clause in clauses:
        for name, value in clause.states.items():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                for side in sides.keys() & {*_PARTS.split(name)}:
                    stated[side][name] = value
    for start, part, side in parts:
        found = list(_NUMBER.finditer(part))
        if len(found) != 1 or not stated.get(side):
            continue
        number = float(found[0][0])
        others = {name for other, values in stated.items() if other != side
                  for name, value in values.items() if value == number}  # fmt: skip
        own = sorted(name for name in stated[side]
                     if any(name.rpartition(".")[0] == other.rpartition(".")[0] for other in others))  # fmt: skip
        if own and number not in stated[side].values():
            begin, end = found[0].span()
            words = {"side": side, "said": found[0][0], "quantity": own[0], "meant": f"{stated[side][own[0]]:g}"}
            yield (start + begin, start + end), "number", words


def sides_at_starts(game: Game) -> Iterator[Diagnostic]:
    """Report lines of a start that are for one side where the clause speaks of another at that date (RUL130)."""
    track, known, sides = schedule(game), clauses_by_id(game), _patterns(side_names(game))
    if track is None or not game.in_english:
        return
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            starts = [track.starts[id_].date for id_ in section.starts if id_ in track.starts]
            for line, at in here.each("lines", section.lines if len(starts) == 1 else ()):
                clause = known.get(line.clause)
                if line.side is None or clause is None:
                    continue
                told = _dated(clause, sides)
                begins = {(each.month, each.year) for each in dates_in(starts[0].label)}
                others = [side for side, dates in told.items() if begins & dates]
                # where a clause shares the dates out among the sides, each is one side's alone
                if len(told) > 1 and len(others) == 1 and others[0] != line.side:
                    words = {"side": game.side_name(line.side), "other": game.side_name(others[0])}
                    where_said = in_words([clause.id])
                    finding = RUL130.at(at / "side", "date", start=starts[0].label, clauses=where_said, **words)
                    yield finding.also(at / "text", "the line").suggest(f"did you mean {others[0]}?")


def _dated(clause: Clause, sides: _Sides) -> dict[str, set[tuple[int | None, int | None]]]:
    """The months that a clause names together with one side."""
    told: dict[str, set[tuple[int | None, int | None]]] = {}
    for text in (clause.text, *(ruling.reading for ruling in clause.rulings)):
        for _start, part in _parts(text):
            side, dates = _side_of(part, sides), {(each.month, each.year) for each in dates_in(part)}
            if side and dates:
                told.setdefault(side, set()).update(dates)
    return told


# -- values of rules.yaml against their keys, and against what clauses on the matter say --------------


_WORD = re.compile(r"[^\W_]+")


def values_of_sides(game: Game) -> Iterator[Diagnostic]:
    """Report words that name one side where rules.yaml keeps what is the other's: `allied: air_german`."""
    of = side_of(game)
    for file in game.files_of("rules"):
        for path, text in texts_in(file.data) if file.document is not None else ():
            keys = [str(step) for step in path if step in of]
            named = [word for word in _WORD.findall(text) if word in of]
            nearer = [word for word in named if of[word] == of[keys[-1]]] if keys else named
            if keys and named and not nearer:
                other = game.side_name(of[named[0]])
                finding = RUL116.at(Where(file, path), "side", text=text, key=keys[-1], other=other)
                yield finding.suggest(f"name what is {game.side_name(of[keys[-1]])}'s")


def points_of_the_compass(game: Game) -> Iterator[Diagnostic]:
    """Report a point of the compass in rules.yaml that no clause on the same matter has, while they have others."""
    clauses = [clause for book, _where in game.documents("rulebook", RulebookDocument) for clause in book.clauses]
    for file in game.files_of("rules"):
        for path, text in texts_in(file.data) if file.document is not None else ():
            if text in POINTS:
                matter = ".".join(map(str, path[:-1])) + "."
                of_matter = [each for each in clauses if any(name.startswith(matter) for name in each.states)]
                told = [(each.id, point) for each in of_matter for point in _POINT.findall(each.text.casefold())]
                points = {point for _, point in told}
                if told and text not in points:
                    said = " and ".join(f"clause {id_} says {point}" for id_, point in dict.fromkeys(told))
                    finding = RUL116.at(Where(file, path), "compass", text=text, key=_plain(path[-1]), said=said)
                    yield finding.suggest(f"did you mean {points.pop()}?" if len(points) == 1 else "correct the edge")


_POINT = re.compile(rf"\b({'|'.join(POINTS)})(?:ern)?\b")


def _plain(key: object) -> str:
    return str(key).replace("_", " ")


CHECKS = (values_of_sides, points_of_the_compass, said_of_sides, sides_at_starts)
