"""REF001 to REF007, CNT014 and others: names that mean nothing, unreadable cells, words that nothing prints."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import one_slip
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.counters import SYMBOL_ALIASES, SYMBOL_NAMES, CountersDocument
from scenario_forge.documents.game import CORNERS, TINTS, GameDocument
from scenario_forge.documents.kinds import KINDS
from scenario_forge.documents.rulebook import OPTION_KINDS, OptionsDocument
from scenario_forge.documents.words import WordsDocument
from scenario_forge.game.codes import REF001, unreadable_cell
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.reading.locate import inapplicable_erratum, unknown_errata
from scenario_forge.game.references import references
from scenario_forge.game.scenarios import ending, scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables
from scenario_forge.game.vocabulary import definitions
from scenario_forge.source.nodes import texts_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
CNT014 = CODES.error("CNT014", "nationality-left-open", "{unit} needs a `nationality`: {why}")
CNT015 = CODES.warning("CNT015", "colour-without-tint", "`{colour}` has no tint: {name} counters get a substitute")
CNT038 = CODES.warning("CNT038", "symbol-by-another-name", "the symbol `{symbol}` is called `{name}` in this file")
OOB045 = CODES.error("OOB045", "size-unlike-name", "`{name}` is called a {said}, but its size is {size}")
OOB046 = CODES.warning(
    "OOB046",
    "option-left-out",
    "all other {type} units of its side have the option `{option}`; {unit} does not",
)
OOB049 = CODES.warning(
    "OOB049",
    "odd-one-of-a-name",
    same="{name} is of type {here}, but the {others} other units of that name are of type {usual}",
    word="{name} is of type {here}, but the {others} other units with `{word}` in their name are of type {usual}",
)
OOB050 = CODES.error("OOB050", "marker-of-the-other-side", "the marker `{id}` is assigned to {side}")
REF005 = CODES.error(
    "REF005",
    "nationality-of-the-other-side",
    "{unit} is {nationality}, but {nationality} units belong to {owner}",
)
REF006 = CODES.error(
    "REF006",
    "word-nobody-prints",
    key="no component prints the word `{key}`",
    gap="`{gap}` is never filled in: `{key}` has {gaps}",
)
REF007 = CODES.info("REF007", "named-by-nothing", "nothing names the {kind} `{id}`")
REF061 = CODES.warning("REF061", "stray-blanks", "the {key} `{text}` has {blanks}")
REF062 = CODES.warning("REF062", "name-like-formula", "a spreadsheet takes the {key} `{text}` for a formula")
SCH006 = CODES.error("SCH006", "unknown-provenance-address", "`{address}` names nothing in this file: {reason}")


def unresolved_names(game: Game) -> Iterator[Diagnostic]:
    """A name that names nothing: hex, turn, terrain, side, place, marker, option, date."""
    for view in (hex_map(game), schedule(game), forces(game), scenarios(game)):
        yield from (name.finding() for name in (view.unresolved if view else ()))
    for name in references(game).unresolved:
        if name.where.file.kind in KINDS and name.where.file.kind.name != "dossiers":
            yield name.finding()


_MEANT_TO_BE_NAMED = {"nationality": "nationality", "size": "size", "type": "unit type"}
"""Kinds of things that are there to be named, and what findings call them; others are printed or drawn as well."""


def unused_definitions(game: Game) -> Iterator[Diagnostic]:
    """Report what is defined and never named, unless a wrong name or unreadable text may mean it."""
    if game.system is None or game.partly_read:
        return
    index = references(game)
    misnamed = {name.wanted for name in index.unresolved}
    counters = game.one("counters", CountersDocument)
    for target, where in definitions(game) if counters and counters[0].units else ():
        kind = _MEANT_TO_BE_NAMED.get(target.kind)
        if kind is not None and kind not in misnamed and not target.scope and not index.of(target):
            yield REF007.at(where, kind=kind, id=target.id)


def malformed_cells(game: Game) -> Iterator[Diagnostic]:
    """Report a printed cell that the game's notation does not take."""
    for view in (schedule(game), forces(game), tables(game), ending(game)):
        yield from (unreadable_cell(where, error) for where, error in view.malformed) if view else ()


def empty_provenance(game: Game) -> Iterator[Diagnostic]:
    """Report an entry of a provenance list whose address names no value of its file."""
    for kind in dict.fromkeys(file.kind.name for file in game.files.values()):
        for file in game.files_of(kind):
            for path, address, reason in file.bases.unresolved:
                yield SCH006.at(Where(file, path), address=address, reason=reason)


def unknown_defaults(game: Game) -> Iterator[Diagnostic]:
    """Report errata that game.yaml has applied by default, and that the game does not have."""
    found = game.one("game", GameDocument)
    errata = found[0].defaults.errata if found else None
    named = unknown_errata(game, errata) if errata else None
    if found and named:
        wanted = "set of errata (none, official, all) or id of an erratum"
        yield REF001.at(found[1] / "defaults" / "errata", text=named[0], wanted=wanted).suggest(named[1])
    never = inapplicable_erratum(game, errata) if errata and not named else None
    if found and never:
        id_, status = never
        finding = REF001.at(found[1] / "defaults" / "errata", text=id_, wanted="erratum that may be applied")
        yield finding.note(f"{id_} is {status}: it is kept, and never applied").suggest(f"leave {id_} out")


# -- words of a language that no component prints, and values that nobody fills in -----------------


GAP = re.compile(r"\{([^{}]*)\}")


def words(game: Game) -> Iterator[Diagnostic]:
    """Report keys and gaps that the English words do not have."""
    known = game.english
    for document, where in game.documents("words", WordsDocument):
        for key, text in document.words.items():
            at = where / "words" / key
            if key not in known:
                finding = REF006.at(at.key(), "key", key=key)
                yield finding.suggest(did_you_mean(key, known))
                continue
            gaps = set(GAP.findall(known[key]))
            for match in GAP.finditer(text):
                if match[1] not in gaps:
                    place = at if "\n" in text else at.within(match.start(), match.end())
                    finding = REF006.at(place, "gap", gap=match[0], key=key, gaps=_listed(gaps))
                    yield finding.suggest(did_you_mean(match[1], gaps))


def _listed(gaps: set[str]) -> str:
    return ", ".join(f"{{{gap}}}" for gap in sorted(gaps)) or "no values"


# -- names on counters, in orders of battle and charts that another file defines -------------------


def nationalities_left_open(game: Game) -> Iterator[Diagnostic]:
    """Report units with no nationality where game.yaml gives none either; one finding for each side (CNT014)."""
    for document, where in game.documents("counters", CountersDocument) if game.about else ():
        left: dict[str, list[int]] = {}
        for number, unit in enumerate(document.units):
            if not unit.nationality and unit.side in game.side_names:
                left.setdefault(unit.side, []).append(number)
        for side, (first, *others) in left.items():
            names = [nation.id for nation in game.about.nationalities if nation.side == side] if game.about else []
            listed = ", ".join(f"`{name}`" for name in names)
            name = game.side_name(side)
            why = f"{name} has several ({listed})" if names else f"game.yaml has none for {name}"
            cited = f"{name} {document.units[first].no}"
            finding = CNT014.at(where / "units" / first / "name", unit=cited, why=why)
            if others:
                last = where / "units" / others[-1] / "name"
                finding = finding.also(last, f"the last of {len(others) + 1} units without one")
            yield finding


def nationalities_of_their_side(game: Game) -> Iterator[Diagnostic]:
    """Report a counter of one side with a nationality that the other side moves (REF005)."""
    sides = set(game.side_names)
    owner = (
        {nation.id: nation.side for nation in game.about.nationalities if nation.side in sides} if game.about else {}
    )
    sides_of = {
        nation.id: here / "side"
        for about, at in game.documents("game", GameDocument)
        for nation, here in at.each("nationalities", about.nationalities)
    }
    for document, where in game.documents("counters", CountersDocument):
        wrong = {nation for nation, side in owner.items() if _all_elsewhere(document.units, nation, side)}
        yield from _sides_of_nations(game, wrong, document, where)
        for unit, here in where.each("units", document.units):
            moved_by = owner.get(unit.nationality) if unit.nationality not in wrong else None
            if moved_by and moved_by != unit.side and unit.side in sides:
                cited = f"{game.side_name(unit.side)} {unit.no}"
                at = here / "nationality"
                finding = REF005.at(at, unit=cited, nationality=unit.nationality, owner=game.side_name(moved_by))
                finding = finding.also(sides_of[unit.nationality], "the side of the nationality")
                yield finding.suggest("correct the nationality of the counter, or the side of the nationality")


def _all_elsewhere(units: Sequence[UnitCounter], nation: str, side: str) -> bool:
    """Whether the counters of a nationality, more than a few, all belong to one side that is not the one named."""
    sides = [unit.side for unit in units if unit.nationality == nation]
    return len(sides) >= ENOUGH and side not in sides and len(set(sides)) == 1


def _sides_of_nations(game: Game, wrong: set[str], document: CountersDocument, where: Where) -> Iterator[Diagnostic]:
    """One finding at the nationality's own line, in place of one at each of its counters."""
    for about, at in game.documents("game", GameDocument):
        for nation, here in at.each("nationalities", about.nationalities):
            if nation.id in wrong:
                own = [n for n, unit in enumerate(document.units) if unit.nationality == nation.id]
                unit = document.units[own[0]]
                finding = REF005.at(
                    here / "side",
                    unit=f"{game.side_name(unit.side)} {unit.no}",
                    nationality=nation.id,
                    owner=game.side_name(nation.side),
                )
                finding = finding.also(where / "units" / own[0] / "nationality", f"the first of {len(own)} counters")
                yield finding.suggest(f"did you mean {unit.side}?")


def colours_without_tint(game: Game) -> Iterator[Diagnostic]:
    """Report a nationality whose colour has no tint, and that gives none (CNT015)."""
    for document, where in game.documents("game", GameDocument):
        for nation, at in where.each("nationalities", document.nationalities):
            if nation.ground is None:
                finding = CNT015.at(at / "colour", colour=nation.colour, name=nation.name)
                yield finding.suggest(did_you_mean(nation.colour.lower(), TINTS))


def symbols(game: Game) -> Iterator[Diagnostic]:
    """Report a symbol of a unit type that the printer cannot draw: the counter would show initials instead."""
    known = {*SYMBOL_NAMES, *SYMBOL_ALIASES}
    for document, where in game.documents("counters", CountersDocument):
        for kind, at in where.each("types", document.types):
            if kind.symbol is not None and kind.symbol not in known:
                finding = REF001.at(at / "symbol", text=kind.symbol, wanted="symbol")
                finding = finding.note(f"symbols that can be drawn: {', '.join(SYMBOL_NAMES)}")
                yield finding.suggest(did_you_mean(kind.symbol, SYMBOL_NAMES) or did_you_mean(kind.symbol, known))


def symbols_by_other_names(game: Game) -> Iterator[Diagnostic]:
    """Report a symbol under another name than the one that the row, another type or all types have (CNT038)."""
    for document, where in game.documents("counters", CountersDocument):
        written = {word for kind in document.types for word in (kind.symbol or "", *_SPLIT.split(kind.id))}
        for kind, at in where.each("types", document.types):
            name = SYMBOL_ALIASES.get(kind.symbol or "")
            spelt = name is not None and one_slip(kind.symbol or "", name)
            first = sum(other.symbol in SYMBOL_NAMES for other in document.types if other is not kind)
            plain = first > _KINDS and first == len(document.types) - 1
            if spelt and (plain or name in written | set(_SPLIT.split(kind.name.casefold()))):
                finding = CNT038.at(at / "symbol", symbol=kind.symbol, name=name)
                yield finding.suggest(f"did you mean {name}?")


def closed_words(game: Game) -> Iterator[Diagnostic]:
    """Report words of closed lists that nothing knows: corner shapes and kinds of options."""
    words = [
        (nation.corner, CORNERS, "corner shape", at / "corner")
        for document, where in game.documents("game", GameDocument)
        for nation, at in where.each("nationalities", document.nationalities)
    ] + [
        (option.kind, OPTION_KINDS, "kind of option", at / "kind")
        for options, where in game.documents("options", OptionsDocument)
        for option, at in where.each("options", options.options)
    ]
    for word, known, wanted, at in words:
        if word is not None and word not in known:
            finding = REF001.at(at, text=word, wanted=wanted)
            yield finding.suggest(did_you_mean(word, known) or f"write one of {', '.join(known)}")


def formations(game: Game) -> Iterator[Diagnostic]:
    """Report a name that contradicts its unit's size; `23/70 Div` is part of a division (OOB045)."""
    for document, where in game.documents("counters", CountersDocument):
        names = {size.id: size.name.casefold() for size in document.sizes}
        for unit, at in where.each("units", document.units):
            said = _formations_of(unit.name.casefold())
            size = names.get(unit.size, "")
            if len(said) == 1 and "/" not in unit.name and size in _FORMATIONS.values() and said[0] != size:
                finding = OOB045.at(at / "size", name=unit.name, said=said[0], size=size)
                yield finding.also(at / "name", "its name").rests_on(at / "name")


def _formations_of(name: str) -> list[str]:
    """What a name calls its unit: `22 Arm Brig`, `Recce Bn 3`, `Div. Ariete`, but not `7 Div Recce`, a part of it."""
    words = _WORD.findall(name)
    ends = {words[-1], *(words[:1] if name.startswith(words[0]) else ())} if words else set()
    said = [word for word in words if word in _FORMATIONS]
    return [_FORMATIONS[word] for word in said] if ends.intersection(said) else []


def options_of_a_kind(game: Game) -> Iterator[Diagnostic]:
    """Report a counter of an arm that lacks the option which all others of the arm have."""
    for document, where in game.documents("counters", CountersDocument):
        by_type: dict[tuple[str, str], list[tuple[int, str | None]]] = {}
        for number, unit in enumerate(document.units):
            by_type.setdefault((unit.side, unit.type), []).append((number, unit.option))
        for (_side, kind), counters in by_type.items():
            lone = [number for number, option in counters if option is None]
            options = {option for _, option in counters if option is not None}
            if len(counters) >= ENOUGH and len(lone) == 1 and len(options) == 1:
                unit = document.units[lone[0]]
                cited = f"{game.side_name(unit.side)} {unit.no}"
                finding = OOB046.at(where / "units" / lone[0], unit=cited, type=kind, option=options.pop())
                other = next(number for number, option in counters if option is not None)
                yield finding.also(where / "units" / other / "option", "another of its kind")


def odd_of_a_name(game: Game) -> Iterator[Diagnostic]:
    """Report a unit (`Recce Bn 33`) of another arm than all others named so but for their number (OOB049)."""
    for document, where in game.documents("counters", CountersDocument):
        arms = {kind.id: f"{kind.id} {kind.name} {kind.symbol or ''}".casefold() for kind in document.types}
        alike: dict[tuple[str, str, tuple[str, ...]], list[int]] = {}
        told: set[int] = set()
        for number, unit in enumerate(document.units):
            words = tuple(_WORD.findall(unit.name.casefold()))
            alike.setdefault((unit.side, unit.nationality, words), []).append(number)
        for (_side, _nation, words), units in alike.items():
            types = [document.units[number].type for number in units]
            odd = [n for n, kind in zip(units, types, strict=True) if types.count(kind) == 1]
            if len(units) < ENOUGH or len(odd) != 1 or len(set(types)) > len(("its own", "theirs")):
                continue
            other = next(n for n in units if n != odd[0])
            own, usual = document.units[odd[0]].type, document.units[other].type
            if _tells(words, arms.get(usual, "")) and not _tells(words, arms.get(own, "")):
                told.add(odd[0])
                at, name = where / "units" / odd[0], document.units[odd[0]].name
                finding = OOB049.at(at / "type", "same", name=name, here=own, usual=usual, others=len(units) - 1)
                yield finding.also(where / "units" / other / "type", "another of the name")

        yield from _odd_of_a_word(document, where, arms, told)


def _odd_of_a_word(
    document: CountersDocument, where: Where, arms: Mapping[str, str], told: Collection[int]
) -> Iterator[Diagnostic]:
    """Report a unit of a different arm than all others with a word in their names that tells of theirs (OOB049)."""
    by_word: dict[str, list[int]] = {}
    for number, unit in enumerate(document.units):
        for word in dict.fromkeys(_WORD.findall(unit.name.casefold())):
            by_word.setdefault(word, []).append(number)
    for word, units in by_word.items():
        usual, times = Counter(document.units[number].type for number in units).most_common(1)[0]
        odd = [number for number in units if document.units[number].type != usual]
        if len(odd) != 1 or times < ENOUGH - 1 or odd[0] in told or not _tells((word,), arms.get(usual, "")):
            continue
        unit = document.units[odd[0]]
        words = _WORD.findall(unit.name.casefold())
        own = arms.get(unit.type, "")
        if not _tells(words, own) and not {*words} & {*_WORD.findall(own)}:
            at, values = where / "units" / odd[0], {"name": unit.name, "here": unit.type, "usual": usual}
            yield OOB049.at(at / "type", "word", others=times, word=word, **values).suggest(f"did you mean {usual}?")


def _tells(words: Sequence[str], arm: str) -> bool:
    """Whether a word of a name is one of an arm, `HQ`, or begins one: `Recce` of `recce`, `Inf` of `infantry`."""
    ends = {word: r"\b" if len(word) < ENOUGH else "" for word in words}
    return any(re.search(rf"\b{re.escape(word)}{end}", arm) for word, end in ends.items())


def markers_of_sides(game: Game) -> Iterator[Diagnostic]:
    """Report a marker whose id ends with one side and that belongs to the other (OOB050)."""
    sides = list(game.side_names)
    for document, where in game.documents("counters", CountersDocument):
        for marker, at in where.each("markers", document.markers):
            named = next((side for side in sides if marker.id.endswith(f"-{side}")), None)
            if named is not None and marker.side in sides and marker.side != named:
                finding = OOB050.at(at / "side", id=marker.id, side=marker.side)
                yield finding.also(at / "id", "its id").suggest(f"did you mean {named}?")


# -- names as they are written -------------------------------------------------------------------


_NAMES = frozenset({"name", "title", "label", "heading", "back", "parent"})
"""Keys whose text is printed as a name."""
_LIKE_FORMULA = re.compile(r"\s*(?:[=@\uff1d\uff20]|[+\-\uff0b\uff0d](?![\d.,]*(?:\s.*)?$))", re.DOTALL).match
"""Beginnings that make a formula. A sign before a number alone, or before words, makes none."""


def written_names(game: Game) -> Iterator[Diagnostic]:
    """Report names with blanks that nobody sees, and names that a spreadsheet would compute."""
    for file in game.files.values():
        for path, text in texts_in(file.data) if file.document is not None else ():
            if path[-1] not in _NAMES:
                continue
            end = "beginning" if text[:1].isspace() else "end" if text[-1:].isspace() else ""
            blanks = f"a blank at its {end}" if end else "two blanks together" if "  " in text else ""
            if blanks and "\n" not in text:
                finding = REF061.at(Where(file, path), key=path[-1], text=text[:40], blanks=blanks)
                yield finding.suggest(f"write `{' '.join(text.split())}`")
            if _LIKE_FORMULA(text):
                finding = REF062.at(Where(file, path), key=path[-1], text=text[:40])
                yield finding.suggest(f"begin it with something else than `{text.strip()[0]}`")


_KINDS = 5
"""Types with their symbols' first names from which on another spelling of one is a slip."""
ENOUGH = 3
"""Counters from which on what they share is no accident."""
_WORD = re.compile(r"[^\W\d_]+")
_SPLIT = re.compile(r"[\s(),/-]+")
_FORMATIONS = {
    "div": "division", "division": "division", "brig": "brigade", "bde": "brigade", "brigade": "brigade",
    "reg": "regiment", "regt": "regiment", "rgt": "regiment", "regiment": "regiment",
    "bn": "battalion", "btn": "battalion", "battalion": "battalion",
}  # fmt: skip
"""Formation words of unit names."""


CHECKS = (
    unresolved_names,
    unused_definitions,
    malformed_cells,
    empty_provenance,
    unknown_defaults,
    words,
    nationalities_left_open,
    nationalities_of_their_side,
    colours_without_tint,
    symbols,
    symbols_by_other_names,
    closed_words,
    formations,
    options_of_a_kind,
    odd_of_a_name,
    markers_of_sides,
    written_names,
)
