"""RUL074 to RUL076: sentences of aids and charts against the clauses that they restate.

A sentence names its clauses (`clause`, `cites`). Its quantities must be theirs, and where both say who acts, in whose
zone of control, or on which condition, they must say the same: a sentence that has only the opposite exchanges roles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import fact
from scenario_forge.game.statements import quantities

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL074 = CODES.warning("RUL074", "sentence-without-clause", "this {what} names no clause that it restates")
RUL075 = CODES.error(
    "RUL075",
    "sentence-unlike-its-clause",
    roles="the text says {said}, but {clauses} only {meant}: are the roles exchanged?",
    zones="here units that {action} go by the zone of control of {said}, in {clauses} by that of {meant}",
)
RUL076 = CODES.warning(
    "RUL076", "quantity-of-another-clause", "`{quantity}` is stated by clause {other}, not by {clauses}"
)


@dataclass(frozen=True, slots=True)
class Restatement:
    """A printed sentence, its place, and the clauses that it restates."""

    what: str
    text: str
    where: Where
    """The item that has the sentence."""
    at: Where
    """The sentence."""
    clauses: tuple[str, ...]
    side: str = ""
    """The id of the side that alone is given the sentence."""


def restatements(game: Game) -> Iterator[Restatement]:
    """Yield the lines and rows of player aids, and the notes of charts."""
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            for line, at in here.each("lines", section.lines):
                text, side = line.text, line.side or section.side or ""
                yield Restatement("line", text, at, at / "text", tuple(line.restates), side)
            for row, at in (here / "table").each("rows", section.table.rows if section.table else ()):
                for cell, place in at.each("cells", row.cells):
                    yield Restatement("row", cell, at, place, tuple(row.restates))
    for charts, where in game.documents("charts", ChartsDocument):
        for name, chart in charts.charts.items():
            for number, (note, at) in enumerate((where / "charts" / name).each("notes", chart.notes)):
                cited = chart.cites[number] if number < len(chart.cites) else []
                yield Restatement("note", note, at, at, tuple(cited))


def without_clause(game: Game) -> Iterator[Diagnostic]:
    """Report a sentence that names no clause, in a game that has clauses (RUL074)."""
    if not clauses_by_id(game) or game.broken("rulebook"):
        return
    reported: set[tuple[str, object]] = set()
    for sentence in restatements(game):
        key = (sentence.where.file.name, sentence.where.path)
        if not sentence.clauses and key not in reported:
            reported.add(key)
            yield RUL074.at(sentence.at, what=sentence.what)


def foreign_quantities(game: Game) -> Iterator[Diagnostic]:
    """Report a quantity in a sentence that other clauses state than those that it names (RUL076)."""
    known = clauses_by_id(game)
    stated: dict[str, str] = {}
    for clause in known.values():
        for quantity in clause.states:
            stated.setdefault(quantity, clause.id)
    for sentence in linked(game):
        for found in quantities(sentence.text):
            own = any(found.name in known[clause].states for clause in sentence.clauses)
            if not own and found.name in stated:
                other, clauses = stated[found.name], in_words(sentence.clauses)
                place = sentence.at.within(found.start, found.end)
                yield RUL076.at(place, quantity=found.name, other=other, clauses=clauses)


def linked(game: Game) -> Iterator[Restatement]:
    """Yield the sentences of :func:`restatements` whose clauses are all there."""
    known = clauses_by_id(game)
    for sentence in restatements(game):
        if sentence.clauses and all(clause in known for clause in sentence.clauses):
            yield sentence


@fact
def clauses_by_id(game: Game) -> dict[str, Clause]:
    """Return the clauses by id, with their places left out."""
    books = game.documents("rulebook", RulebookDocument)
    return {clause.id: clause for document, _where in books for clause in document.clauses}


def in_words(clauses: Iterable[str]) -> str:
    """Return clauses as a message names them: `clause 6.3 or 6.4`."""
    return f"clause {' or '.join(clauses)}"


# -- roles ------------------------------------------------------------------------------------------


_OPPOSITES = (
    ("the attacker", r"attackers?'?s?\b(?! of)", "the defender", r"defenders?'?s?"),
    ("the first player", "first player", "the second player", "second player"),
    ("before", "before", "after", "after(?:wards)?"),
    ("at least", "at least|no (?:less|fewer) than", "at most", "at most|no more than|up to"),
    ("more than", "more than|beyond|above", "less than", "(?:less|fewer) than|below|short of"),
    ("add", "adds?|plus", "subtract", "subtracts?|minus"),
    ("enter", "enters?|entering", "leave", "leaves?|leaving"),
    ("the nearest", "nearest", "the farthest", "fa[r]thest|furthest"),
    ("gain", "gains?", "lose", "los(?:es?|ing)"),
    ("into", r"into(?! (?:\w+ )?supply)", "out of", r"out of(?! (?:\w+ )?supply)"),
    ("the highest", "highest|largest|most", "the lowest", "lowest|smallest|least"),
    ("friends", "friendly|friends?", "enemies", "enem(?:y|ies)(?:'s?)?"),
    ("your", "yours?", "the enemy's", "enem(?:y|ies)'s?"),
)
"""What a text may say and its opposite, in words and as patterns."""
_OWN = r"your|yours|own|friendly|friends?|his|hers|(?:of|by) the attacker|the player's|the attacker's"
_ENEMY = r"enem(?:y|ies)(?:'s?)?|the opponent(?:'s)?|hostile|the other (?:player|side)(?:'s)?"
_ROLE = re.compile(rf"\b(?:(?P<own>{_OWN})|(?P<enemy>{_ENEMY}))\b", re.IGNORECASE)
_ZONE = re.compile(r"\bzones?\b(?: of control)?(?P<behind> of (?:\w+ )?(?:his|yours|enemies|the enemy|enemy units?))?")
_PIECES = re.compile(r"[;:.]|,? and (?=(?:each|every|all) )|, (?:and|but|or|so) ")
_DOES = re.compile(
    r"\b(?P<role>attacker|defender)s? (?:must |may |can )?"
    r"(?P<verb>retreats?|takes?|loses?|chooses?|decides?|picks?|uses?|advances?|pays?|names?|rolls?|throws?|spends?)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?P<modal>must|may)(?: not)? (?P<verb>(?:be )?[a-z]+)\b", re.IGNORECASE)
_PAIR = re.compile(r"\b(attacker|defender)s?\b", re.IGNORECASE)
_PARTS = re.compile(r"[^;:.]+")
_READ = re.compile(r"\bless\b|/|\bfirst\b|\breads\b|\bgive\b", re.IGNORECASE)
_SUBTRACT = re.compile(r"\bsubtract\b.*\bfrom\b", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:must|need not|need) be attacked\b")
_OBJECT = re.compile(r"\battacks? (?:each |every |all |any |the )*(?=enem)")
_ACTS = re.compile(r"\b(?:must|need not) attack\b")


def exchanged_roles(game: Game) -> Iterator[Diagnostic]:
    """Report a sentence that gives a role, a side or a condition where its clauses give only the opposite (RUL075)."""
    if not game.in_english:
        return
    known, sides = clauses_by_id(game), side_names(game)
    for sentence in linked(game):
        found = exchange(sentence.text, [known[clause] for clause in sentence.clauses], sides)
        if found is not None:
            place = sentence.at.within(found.start, found.end)
            words = {"action": found.action} if found.action else {}
            clauses = in_words(sentence.clauses)
            sort = "zones" if found.action else "roles"
            finding = RUL075.at(place, sort, said=found.said, meant=found.meant, clauses=clauses, **words)
            for clause, at in _places(game, sentence.clauses):
                finding = finding.also(at / "text", f"clause {clause}")
            yield finding


def _places(game: Game, clauses: Collection[str]) -> Iterator[tuple[str, Where]]:
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", document.clauses):
            if clause.id in clauses:
                yield clause.id, at


class Exchange(NamedTuple):
    """What a sentence says and its clauses only the other way about; the action, where it goes by whose zone."""

    said: str
    meant: str
    start: int
    end: int
    action: str = ""


def exchange(text: str, clauses: Iterable[Clause], sides: Mapping[str, tuple[str, ...]]) -> Exchange | None:
    """Return the first role, side or condition of a sentence of which its clauses have only the opposite.

    Args:
        text: the sentence; quantities in braces are left out.
        clauses: those that it restates.
        sides: the names of each side, by its id.
    """
    rules, said = [words_of(clause) for clause in clauses], blank(text)
    found = _zones_exchanged(said, rules)
    if found is not None:
        action, here, there = found
        return Exchange(here, there, 0, len(text), action)
    meant = " ".join(rules)
    for own, other, match in (*_opposed(said, meant), *_other_side(sides, said, meant), *_acting(said, rules)):
        return Exchange(f"`{own}`", f"`{other}`", match.start(), match.end())
    return None


def words_of(clause: Clause) -> str:
    """Return what a clause says: its title and text, the readings beside it, and the names that it states."""
    stated = [f"{name} {value}".replace(".", " ").replace("_", " ") for name, value in clause.states.items()]
    return ". ".join([clause.title, clause.text, *(ruling.reading for ruling in clause.rulings), *stated])


def blank(text: str) -> str:
    """Return a text with its quantities blotted out, as long as before."""
    return re.sub(r"\{[^{}]*\}", lambda gap: "#" * len(gap[0]), text)


def _opposed(said: str, meant: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield what a sentence says, what its clauses say instead, and where the sentence says it."""
    for one, one_words, other, other_words in _OPPOSITES:
        for own, own_words, against, against_words in (
            (one, one_words, other, other_words),
            (other, other_words, one, one_words),
        ):
            match = _find(own_words, said)
            if match and not _find(against_words, said) and not _find(own_words, meant) and _find(against_words, meant):
                yield own, against, match


def _other_side(
    sides: Mapping[str, tuple[str, ...]], said: str, meant: str
) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield the one side that a sentence names where its clauses name only others."""
    called = {side: "|".join(map(_inflected, names)) for side, names in sides.items()}
    here = {side: match for side, words in called.items() if (match := _find(words, said))}
    twice = [(side, match) for side, match in here.items() if len(_all(re.escape(match[0]), said)) > 1]
    there = {side: match for side, words in called.items() if (match := _find(words, meant))}
    if len(here) == 1 and there and not here.keys() & there.keys():
        match = next(iter(here.values()))
        yield match[0], next(iter(there.values()))[0], match
    elif len(here) == len(twice) == 1 and len(there) == len(sides):
        (side, match), others = twice[0], [found[0] for other, found in there.items() if other != twice[0][0]]
        if len(_all(called[side], meant)) <= min(len(_all(called[other], meant)) for other in there if other != side):
            yield f"{match[0]} twice", f"{match[0]}` and `{others[0]}", match


def _all(words: str, text: str) -> list[str]:
    return re.findall(rf"\b(?:{words})\b", text, re.IGNORECASE)


_SHORT = 4
"""Letters of a name up to which other words may begin with it."""


def _inflected(name: str) -> str:
    """Return a pattern of a name with other endings, `Allied` and `Allies`; `Red` and `US` begin too many words."""
    return re.escape(name[: max(4, len(name) - 2)]) + r"\w*" if len(name) > _SHORT else re.escape(name) + "s?"


def _acting(said: str, rules: Iterable[str]) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield what the attacker does in a sentence and the defender in its clauses, or the other way about."""
    doing: dict[str, set[str]] = {}
    orders: set[tuple[str, ...]] = set()
    for rule in rules:
        for match in _DOES.finditer(rule):
            doing.setdefault(_verb(match), set()).add(match["role"].lower())
        orders |= {order for piece in _PARTS.findall(rule) if (order := _order(piece))}
    for match in _DOES.finditer(said):
        role, others = match["role"].lower(), doing.get(_verb(match), set())
        if others and role not in others:
            yield match[0], f"{min(others)} {match['verb']}", match
    modal = {verb: {match["modal"].lower() for match in found} for verb, found in _modals(" ".join(rules)).items()}
    for verb, matches in _modals(said).items():
        word = matches[0]["modal"].lower()
        if verb in modal and word not in modal[verb]:
            yield matches[0][0], f"{min(modal[verb])} {matches[0]['verb']}", matches[0]
    for piece in _PARTS.finditer(said):
        order = _order(piece[0])
        if order and orders and order not in orders:
            yield " before ".join(order), " before ".join(order[::-1]), piece


def _modals(text: str) -> dict[str, list[re.Match[str]]]:
    """Return by verb where a text says that something must or may be done."""
    found: dict[str, list[re.Match[str]]] = {}
    for match in _MODAL.finditer(text):
        found.setdefault(match["verb"].lower(), []).append(match)
    return found


def _verb(match: re.Match[str]) -> str:
    return match["verb"].lower().removesuffix("s")


def _order(piece: str) -> tuple[str, ...]:
    """Return attacker and defender in the order of a part of a sentence that reads a pair: `attacker/defender`."""
    turned = _SUBTRACT.search(piece)
    found = tuple(dict.fromkeys(match[1].lower() for match in _PAIR.finditer(piece)))
    if len(found) < 2 or not (turned or _READ.search(piece)):
        return ()
    return found[::-1] if turned else found


def _find(words: str, text: str) -> re.Match[str] | None:
    return re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)


class _Duty(NamedTuple):
    """Who must attack or be attacked, and by whose zone of control."""

    action: str
    owner: str


def _zones_exchanged(said: str, rules: Iterable[str]) -> tuple[str, str, str] | None:
    """Return a duty to attack that goes by the other side's zone than in the clauses; None if they agree."""
    meant = {duty for rule in rules for duty in _duties(rule)}
    for duty in sorted(_duties(said)):
        owners = {other.owner for other in meant if other.action == duty.action}
        if owners and duty.owner not in owners:
            names = {"own": "the attacker", "enemy": "the enemy"}
            return duty.action, names[duty.owner], names[min(owners)]
    return None


def _duties(text: str) -> set[_Duty]:
    """Return the duties that a text sets: `each enemy that has any of his units in its zone must be attacked`."""
    found: set[_Duty] = set()
    for piece in _PIECES.split(text):
        behind = _OBJECT.search(piece)
        start = behind.end() if behind else 0
        if behind or _PASSIVE.search(piece):
            action = "must be attacked"
        elif _ACTS.search(piece):
            action = "must attack"
        else:
            continue
        if owner := _zone_owner(piece[start:]):
            found.add(_Duty(action, owner))
    return found


def _zone_owner(piece: str) -> str:
    """Return whose zone of control a part of a sentence is about: `own`, `enemy`, or nothing."""
    zone = _ZONE.search(piece)
    if zone is None:
        return ""
    if zone["behind"]:
        role = _ROLE.search(zone["behind"])
        return str(role.lastgroup) if role else ""
    before = piece[: zone.start()].rstrip()
    if re.search(r"\b(?:its|their|whose)$", before):
        role = _ROLE.search(before)
    else:
        role = next((match for match in _ROLE.finditer(before) if match.end() == len(before)), None)
    return str(role.lastgroup) if role else ""


CHECKS = (without_clause, foreign_quantities, exchanged_roles)
