"""ERR001 to 008, ERR010 to 014, REF001: errata against the printed text, each other and the printings.

Every erratum that could ever be applied is tried, whichever set is laid over the game now.
"""

from __future__ import annotations

import re
from datetime import date
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.order import misplaced_items
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.kinds import KINDS
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.codes import unknown_name
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import AddressError, Where, address
from scenario_forge.game.reading.errata import locate, printed_roots, printing_of, try_errata
from scenario_forge.hexes import distance, hexes_in
from scenario_forge.source.nodes import descend

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence, Set

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.reading.errata import Patch
    from scenario_forge.source.nodes import Node, Path

CODES = Codes(__file__)
ERR001 = CODES.error("ERR001", "erratum-without-place", "{id} corrects `{at}`, but there is no such place: {problem}")
ERR002 = CODES.error("ERR002", "printed-value-not-there", "{id} corrects `{printed}`, but the files have {found}")
ERR003 = CODES.error("ERR003", "erratum-changes-nothing", "{id} corrects the printed value to itself")
ERR004 = CODES.error("ERR004", "errata-conflict", "{id} corrects what {other} already corrects")
ERR005 = CODES.error(
    "ERR005",
    "not-incorporated-after-all",
    "{id} is marked as incorporated in this printing, but the files have the uncorrected value `{printed}`",
)
ERR006 = CODES.error("ERR006", "erratum-id-given-twice", "the erratum id {id} is used twice")
ERR007 = CODES.warning("ERR007", "erratum-out-of-order", "{id} is listed after {before}, out of order")
ERR008 = CODES.error("ERR008", "already-incorporated", "{id} is not needed: the files already have its corrected value")
ERR010 = CODES.error("ERR010", "status-against-author", "{id} cannot be `{status}`, since it is by `{by}`")
ERR011 = CODES.error(
    "ERR011",
    "unknown-errata-version",
    "{id} names errata version {version}, but there is no such version",
)
ERR012 = CODES.warning("ERR012", "reason-names-another-hex", "the reason for {id} says {other}, but the hex is {hex}")

ERR013 = CODES.error(
    "ERR013",
    "errata-date-impossible",
    none="`{date}` is no date: {problem}",
    order="this version is dated {date}, before the one above it, {before}",
)
ERR014 = CODES.warning(
    "ERR014",
    "errata-of-another-number",
    "this goes with {other}, though {id} is lettered as one with {own}",
)

_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_GOES_WITH = re.compile(r"(?:Goes with|Ours, as|See|As) [A-Z]", re.IGNORECASE)
_ID = re.compile(r"([A-Z]+)-(\d+)([a-z]?)\Z")
_NAMED = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
_FORMER = re.compile(r"\b(?:formerly|supersedes|replaces|withdrawn|was|once) $", re.IGNORECASE)
_AUTHORS = {"official": ("publisher", "designer"), "editorial": ("editor",)}


def fit(game: Game) -> Iterator[Diagnostic]:
    """Report errata that cannot be applied to the printed text, or are applied to it already."""
    lists = game.documents("errata", ErrataDocument)
    if not lists:
        return
    roots = printed_roots(game.files)
    unreadable = [name.removesuffix(".yaml") for name, file in game.files.items() if file.document is None]
    patches = game.patches
    if game.errata != "all":
        patches = try_errata(roots, lists, "all", printing_of(roots.get("game.yaml")))
    yield from _without_file(game, patches, unreadable)
    first: list[Patch] = []
    for patch in patches:
        if not any(patch.erratum.at.startswith((f"{stem}.", f"{stem}[")) for stem in unreadable):
            yield from _fit(game, roots, patch, first)
        first.append(patch)


def ids(game: Game) -> Iterator[Diagnostic]:
    """Report ids given twice in any list, or out of order in one."""
    seen: dict[str, Where] = {}
    for document, where in game.documents("errata", ErrataDocument):
        numbered: dict[str, list[tuple[tuple[int, str], str, Where]]] = {}
        for erratum, here in where.each("errata", document.errata):
            at = here / "id"
            if erratum.id in seen:
                yield ERR006.at(at, id=erratum.id).also(seen[erratum.id], "the first")
                continue
            seen[erratum.id] = at
            match = _ID.match(erratum.id)
            if match:
                numbered.setdefault(match[1], []).append(((int(match[2]), match[3]), erratum.id, at))
        for listed in numbered.values():
            for place, other in misplaced_items([number for number, _, _ in listed]):
                early, late = sorted((place, other))
                finding = ERR007.at(listed[place][2], id=listed[late][1], before=listed[early][1])
                yield finding.also(listed[other][2], "compare this one")


def sources(game: Game) -> Iterator[Diagnostic]:
    """Report a status that does not fit the author."""
    for document, where in game.documents("errata", ErrataDocument):
        for erratum, at in where.each("errata", document.errata):
            if erratum.by not in _AUTHORS.get(erratum.status, (erratum.by,)):
                finding = ERR010.at(at / "status", id=erratum.id, status=erratum.status, by=erratum.by)
                yield finding.also(at / "by", "the author")


def _without_file(game: Game, patches: Sequence[Patch], unreadable: Collection[str]) -> Iterator[Diagnostic]:
    """One finding for all errata of a missing file; none for a file that is already reported as missing."""
    if game.system is None:
        return  # which files it would have is unknown, which is reported at game.yaml
    reported = {*unreadable, *(kind.name for kind in (*KINDS, *game.system.kinds()) if kind.required)}
    first: dict[str, list[Patch]] = {}
    for patch in patches:
        if patch.problem == "no-file":
            first.setdefault(patch.erratum.at.partition(".")[0], []).append(patch)
    for stem, several in first.items():
        patch, *others = several
        if stem in reported:
            continue
        erratum = patch.erratum
        finding = ERR001.at(patch.where / "at", id=erratum.id, at=erratum.at, problem=patch.detail)
        yield finding.note(f"so do {len(others)} more errata") if others else finding


def _fit(game: Game, roots: dict[str, Node], patch: Patch, before: list[Patch]) -> Iterator[Diagnostic]:
    erratum, at = patch.erratum, patch.where
    if patch.problem == "no-place":
        yield ERR001.at(at / "at", id=erratum.id, at=erratum.at, problem=patch.detail)
    elif patch.problem == "no-change":
        yield ERR003.at(at / "corrected", id=erratum.id).also(at / "printed", "what it quotes")
    elif patch.problem == "conflict":
        other = next((p for p in before if overlap(p, patch)), None)
        if other is not None and other.erratum.id == erratum.id:
            return  # two of one id, which is reported as such
        finding = ERR004.at(at / "at", id=erratum.id, other=other.erratum.id if other else "another erratum")
        yield _against(finding, erratum, other, before) if other else finding
    elif patch.problem == "not-printed" and patch.target:
        yield _not_printed(game, roots, patch)
    elif patch.problem == "incorporated":
        yield from _incorporated(game, roots, erratum, at)


def _against(finding: Diagnostic, erratum: Erratum, other: Patch, before: Sequence[Patch]) -> Diagnostic:
    """Return the finding with the erratum that came first, and what may have been meant."""
    first = other.erratum
    finding = finding.also(other.where / "at", "the first")
    if erratum.at != first.at:
        return finding.note("one corrects part of what the other corrects: combine them into one")
    chain = _chain(erratum, first, [patch.erratum for patch in before])
    if chain and _same(erratum.corrected, first.printed):
        ids = " and ".join([", ".join(each.id for each in chain), erratum.id])
        called = "the two" if len(chain) == 1 else ids
        return finding.note(f"{called} go in a circle: {erratum.id} puts back what {first.id} corrects")
    if chain:
        return finding.note(f"errata apply to the printed text, never to each other: correct {first.id} itself instead")
    if _same(erratum.corrected, first.corrected):
        return finding.note("both say the same")
    if _same(erratum.printed, first.printed):
        says = ", ".join(f"{each.id} says {_written(each.corrected)}" for each in (first, erratum))
        return finding.note(f"they contradict each other: {says}; reject or withdraw one")
    return finding


def _chain(erratum: Erratum, first: Erratum, before: Sequence[Erratum]) -> list[Erratum]:
    """Errata that lead from the first to what an erratum takes for printed, each correcting what the last has made."""
    found = [first]
    while not _same(erratum.printed, found[-1].corrected):
        after = next(
            (e for e in before if e.at == first.at and e not in found and _same(e.printed, found[-1].corrected)), None
        )
        if after is None:
            return []
        found.append(after)
    return found


def overlap(one: Patch, other: Patch) -> bool:
    """Return whether two errata correct the same value, or one a part of what the other corrects."""
    if one.target is None or other.target is None or one.problem:
        return False
    (file, path), (other_file, other_path) = one.target, other.target
    shorter = min(len(path), len(other_path))
    return file == other_file and path[:shorter] == other_path[:shorter]


def _not_printed(game: Game, roots: dict[str, Node], patch: Patch) -> Diagnostic:
    assert patch.target  # noqa: S101 - the caller has looked
    name, path = patch.target
    node, depth = descend(roots[name], path)
    found = node.data if depth == len(path) else None
    there = Where(game.files[name], path)
    meant = place_of_printed(roots, patch)
    if meant is not None and not _closer(patch.erratum.corrected, found, patch.erratum.printed):
        other = Where(game.files[name], meant)
        shown = f"{name.removesuffix('.yaml')}.{address(roots[name], meant)}"
        finding = ERR002.at(
            patch.where / "at", id=patch.erratum.id, printed=_written(patch.erratum.printed), found=f"`{found}`"
        )
        finding = finding.also(other, "the value stands here").also(there, "the value there")
        return finding.suggest(f"did you mean {shown}?")
    if _same(found, patch.erratum.corrected):
        finding = ERR008.at(patch.where / "printed", id=patch.erratum.id).also(there, "the corrected value")
        about = game.one("game", GameDocument)
        if about and about[0].printing and patch.erratum.incorporated_in:
            finding = finding.also(about[1] / "printing", "a printing that is said to be without it")
        return finding
    shown = f"`{found}`" if found is not None else "nothing"
    finding = ERR002.at(
        patch.where / "printed", id=patch.erratum.id, printed=_written(patch.erratum.printed), found=shown
    )
    return finding.also(patch.where / "at", "or this").also(there, "the value there")


def place_of_printed(roots: dict[str, Node], patch: Patch) -> Path | None:
    """Return the only place, one step beside that of an erratum, with the value that it corrects; else None."""
    assert patch.target  # noqa: S101 - the caller has looked
    name, path = patch.target
    found = []
    for number, step in enumerate(path):
        above, depth = descend(roots[name], path[:number])
        data = above.data if depth == number else None
        steps = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
        for other in steps:
            beside: Path = (*path[:number], other, *path[number + 1 :])
            node, depth = descend(roots[name], beside) if other != step else (above, -1)
            if depth == len(beside) and _same(node.data, patch.erratum.printed):
                found.append(beside)
    return found[0] if len(found) == 1 else None


def _closer(corrected: Any, found: Any, printed: Any) -> bool:  # noqa: ANN401 - plain YAML data
    """Return whether the corrected text is nearer to what the game has than to what is quoted as printed."""
    here, quoted, right = (_written(value) for value in (found, printed, corrected))
    return bool(quoted) and SequenceMatcher(None, here, right).ratio() > SequenceMatcher(None, quoted, right).ratio()


def _incorporated(game: Game, roots: dict[str, Node], erratum: Erratum, at: Where) -> Iterator[Diagnostic]:
    try:
        name, path, node = locate(roots, erratum.at)
    except AddressError as error:
        yield ERR001.at(at / "at", id=erratum.id, at=erratum.at, problem=str(error))
        return
    found = node.data if node else None
    if _same(found, erratum.printed) and not _same(found, erratum.corrected):
        finding = ERR005.at(at / "incorporated_in", id=erratum.id, printed=_written(erratum.printed))
        finding = finding.also(at / "printed", "what it quotes").also(Where(game.files[name], path), "the value there")
        yield finding.suggest("are `printed` and `corrected` exchanged, or the printing?")


def _same(found: Any, value: Any) -> bool:  # noqa: ANN401 - plain YAML data
    return bool(found == value) and isinstance(found, bool) == isinstance(value, bool)


def _written(value: Any) -> str:  # noqa: ANN401 - plain YAML data
    return "nothing" if value is None else str(value)


def versions(game: Game) -> Iterator[Diagnostic]:
    """Report versions that no list of errata contains."""
    lists = game.documents("errata", ErrataDocument)
    known = {edition.version for document, _where in lists for edition in document.versions}
    for document, where in lists:
        for erratum, at in where.each("errata", document.errata):
            named = [(erratum.since, at / "since")] if erratum.since else []
            named += [(each.version, at / "revised" / n / "version") for n, each in enumerate(erratum.revised)]
            for version, place in named:
                if version not in known:
                    finding = ERR011.at(place, id=erratum.id, version=version)
                    yield finding.suggest(did_you_mean(version, known))


def errata_references(game: Game) -> Iterator[Diagnostic]:
    """Report errata that clauses or other errata refer to and no list has; `DR-024` stands for all its parts."""
    lists = game.documents("errata", ErrataDocument)
    known = {erratum.id for document, _where in lists for erratum in document.errata}
    groups = {match[1] + "-" + match[2] for match in map(_ID.match, known) if match}
    if not game.broken("errata"):
        yield from _settling(game, known, groups)
    for document, where in lists:
        for erratum, at in where.each("errata", document.errata):
            for key, text in (("why", erratum.why), ("source", erratum.source)):
                for match in _NAMED.finditer(text):
                    if _FORMER.search(text[: match.start()]):
                        continue  # an id that is gone
                    if _of_list(match[0], known) and match[0] not in known and match[0] not in groups:
                        yield unknown_name(at / key, match[0], "erratum", known)


def _settling(game: Game, known: set[str], groups: set[str]) -> Iterator[Diagnostic]:
    """Errata that clauses and rulings of the rulebook name as what settles them, and that no list has."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            if not clause.settled and not clause.rulings:
                continue
            settled = [(id_, at / "settled" / n) for n, id_ in enumerate(clause.settled)]
            for ruling, place in at.each("rulings", clause.rulings):
                settled += [(id_, place / "settled" / n) for n, id_ in enumerate(ruling.settled)]
                texts = {"question": ruling.question, "reading": ruling.reading, "why": ruling.why}
                for key, text in texts.items():
                    settled += [(found[0], place / key) for found in _NAMED.finditer(text) if _of_list(found[0], known)]
            for id_, place in settled:
                if id_ not in known and (place.path[-2:-1] == ("settled",) or id_ not in groups):
                    yield unknown_name(place, id_, "erratum", known)


def _of_list(id_: str, known: set[str]) -> bool:
    """Whether an id has the letters of errata rather than of rulings."""
    letters = id_.partition("-")[0]
    return any(each.partition("-")[0] == letters for each in known)


def families(game: Game) -> Iterator[Diagnostic]:
    """Report errata of one number whose reason names those of another number alone (ERR014)."""
    for document, where in game.documents("errata", ErrataDocument):
        for erratum, at in where.each("errata", document.errata):
            own = _ID.match(erratum.id)
            for key, text in (("why", erratum.why), ("source", erratum.source)) if own and own[3] > "a" else ():
                named = [match[0] for match in _NAMED.finditer(text) if _ID.match(match[0])]
                number = f"{own[1]}-{own[2]}" if own else ""
                if _GOES_WITH.match(text) and named and not any(each.startswith(number) for each in named):
                    finding = ERR014.at(at / key, other=named[0], id=erratum.id, own=f"{number}a")
                    yield finding.suggest(f"did you mean {number}a?")


def dates(game: Game) -> Iterator[Diagnostic]:
    """Report dates of versions and errata that are none, and versions dated before the one above them (ERR013)."""
    for document, where in game.documents("errata", ErrataDocument):
        listed = [(edition.date, at / "date") for edition, at in where.each("versions", document.versions)]
        every = [*listed, *((each.date, at / "date") for each, at in where.each("errata", document.errata))]
        known: list[tuple[date, Where]] = []
        for number, (text, at) in enumerate(every):
            if not _DAY.match(text):
                continue  # a season or a year, in words
            try:
                day = date.fromisoformat(text)
            except ValueError as error:
                yield ERR013.at(at, "none", date=text, problem=str(error))
                continue
            if number < len(listed):
                if known and day < known[-1][0]:
                    finding = ERR013.at(at, "order", date=text, before=known[-1][0].isoformat())
                    yield finding.also(known[-1][1], "the version before").suggest(
                        "list versions with the oldest first"
                    )
                known.append((day, at))


# -- hexes that the reason of an erratum names -----------------------------------------------------


_ROW = re.compile(r"orders-of-battle/\w+\.units\[\d+\]\.([\w+-]+)")
NEAR = 2
"""Hexes between a name and the one that was meant."""


@with_part(hex_map)
def hexes_of_reasons(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report corrections of a set-up whose reason names a hex next to the corrected one."""
    places = {each for _place, each, _where in grid.places.values()}
    for document, where in game.documents("errata", ErrataDocument):
        for erratum, at in where.each("errata", document.errata):
            if cell := _ROW.match(erratum.at):
                yield from _of(game, grid, places | _standing(game, cell[1]), erratum, at)


def _of(game: Game, grid: HexMap, used: Set[int | None], erratum: Erratum, at: Where) -> Iterator[Diagnostic]:
    named = _hexes(grid, erratum.why)
    put, printed = _hexes(grid, str(erratum.corrected)), _hexes(grid, str(erratum.printed))
    for hex_, text in put.items():
        near = [n for n in named if n not in printed and distance(grid.grid, n, hex_) <= NEAR]
        if named and near and hex_ not in named:
            finding = ERR012.at(at / "corrected", id=erratum.id, hex=text, other=named[near[0]])
            yield finding.also(at / "why", "the reason").suggest(f"did you mean {named[near[0]]}?")
            return
    odd = {hex_: text for hex_, text in named.items() if not (hex_ in used or hex_ in put or hex_ in printed)}
    # a reason that also names the hex itself weighs the two against each other
    own = [hex_ for hex_ in _of_row(game, erratum.at) if hex_ not in named] if odd else []
    for hex_, text in odd.items():
        near = [each for each in own if distance(grid.grid, hex_, each) == 1]
        if near:
            name = grid.name(near[0])
            finding = ERR012.at(at / "why", id=erratum.id, hex=name, other=text)
            yield finding.suggest(f"did you mean {name}?")


def _hexes(grid: HexMap, text: str) -> dict[int, str]:
    """The hexes that a text names, with their names."""
    return {found.hex_: found.id for found in hexes_in(grid.grid, text)}


def _standing(game: Game, column: str) -> set[int]:
    """Every hex that a column of the orders of battle names: what stands at other dates is no matter."""
    linked = forces(game)
    entries = [entry for unit in linked.units() for entry in unit.entries()]
    entries += [each.entry for each in linked.marker_entries()]
    return {entry.hex for entry in entries if entry.hex is not None and entry.column.id == column}


def _of_row(game: Game, address: str) -> list[int]:
    """The hexes of the row that an address such as `orders-of-battle/allied.units[4].dec40` is in."""
    stem, _, rest = address.removeprefix("orders-of-battle/").partition(".units[")
    no = rest.partition("]")[0]
    rows = [unit for unit in forces(game).units() if unit.where.file.stem == stem and str(unit.no) == no]
    return [entry.hex for unit in rows for entry in unit.entries() if entry.hex is not None]


CHECKS = (
    fit,
    ids,
    sources,
    versions,
    dates,
    families,
    errata_references,
    hexes_of_reasons,
)
