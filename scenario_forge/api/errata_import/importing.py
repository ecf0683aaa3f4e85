"""Somebody's lists of errata read, resolved and compared; drafts of errata, and what is left to a person."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.errata import append_to_list, ids_of, next_numbers
from scenario_forge.api.errata_import.comparing import Beside, Said, beside, merged
from scenario_forge.api.errata_import.reading import ReadList, read_list
from scenario_forge.api.errata_import.resolving import Outcome, Resolver
from scenario_forge.api.errata_import.values import typed
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import every_erratum, locate, printed_roots, printing_of, with_value
from scenario_forge.game.reading.locate import games
from scenario_forge.game.reading.shape import build
from scenario_forge.source.emit import FoldedText, NewDocument, entries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scenario_forge.api.errata_import.resolving import Correction
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Node

By = Literal["publisher", "designer", "editor", "us"]
STATUS_OF = {"publisher": "official", "designer": "official", "editor": "editorial", "us": "proposed"}
"""Whose list it is → the status of its errata."""
_HEAD = "Corrections read from {lists} by forge errata import. Look at each before it is believed."
_FEW = 0.1
"""Of a list of another game, fewer lines are resolved than this."""


class PlaceData(TypedDict):
    """A place that a line may mean."""

    at: str
    place: str
    printed: Any


class BesideData(TypedDict):
    """Something to be read beside a line."""

    kind: str
    other: str
    says: str


class LineData(TypedDict):
    """A line of a list, as written to JSON: the work list of the editor."""

    source: str
    line: int
    text: str
    status: str
    sure: str
    problem: str
    corrections: list[dict[str, Any]]
    places: list[PlaceData]
    beside: list[BesideData]
    erratum: list[str]


class ImportFile(TypedDict):
    """What became of the lines of lists of errata."""

    game: str
    lists: list[dict[str, Any]]
    lines: list[LineData]


@dataclass(frozen=True)
class ListRead:
    """A list and what became of its corrections."""

    read: ReadList
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Imported:
    """Lists of errata held against a game."""

    game: Game
    lists: tuple[ListRead, ...]
    beside: tuple[Beside, ...]
    rows: tuple[dict[str, object], ...] = ()
    """The drafts as entries of a list of errata."""
    places: dict[int, list[str | None]] = field(default_factory=dict)
    ids: dict[int, list[str]] = field(default_factory=dict)
    """The ids of the drafts of an outcome, by its identity."""
    skipped: tuple[str, ...] = ()
    """Whole errata of a list that the game has already, or whose place it lacks, each with why."""

    @property
    def count(self) -> Counter[str]:
        """The number of corrections of each status."""
        return Counter(outcome.status for each in self.lists for outcome in each.outcomes)

    @property
    def text(self) -> str:
        """The drafts as they stand in a list of errata."""
        return entries([*self.rows], self.places)

    def notices(self) -> list[str]:
        """Return what is odd about whole lists: another language, another game, no correction at all."""
        return [notice for each in self.lists for notice in _notices(self.game, each)]

    def of(self, outcome: Outcome) -> list[Beside]:
        """Return what is to be read beside an outcome, each once."""
        seen: dict[tuple[str, str, str], Beside] = {}
        for each in self._by_outcome.get(id(outcome), ()):
            seen.setdefault((each.kind, each.other, each.says), each)
        return [*seen.values()]

    @cached_property
    def _by_outcome(self) -> dict[int, list[Beside]]:
        found: dict[int, list[Beside]] = {}
        for each in self.beside:
            found.setdefault(id(each.outcome), []).append(each)
        return found

    def document(self, title: str) -> str:
        """Return a new list of errata with the drafts."""
        made = NewDocument()
        made.say(_HEAD.format(lists=", ".join(each.read.name for each in self.lists)), None)
        official = all(row.get("status") != "proposed" for row in self.rows)
        made.add("basis", "printed" if official else "proposed")
        made.say(None)
        made.add("title", title)
        made.say(None)
        made.add("errata", [*self.rows])
        made.above |= {("errata", n): lines for n, lines in self.places.items()}
        return made.text()

    def appended_to(self, name: str, old: str) -> str:
        """Return the text of a list of errata with the drafts at its end; what stands there stays to the letter."""
        return append_to_list(name, old, self.rows, self.places)

    def as_data(self) -> ImportFile:
        """Return all lines as `forge errata import --format json` writes them."""
        return {
            "game": self.game.id,
            "lists": [
                {
                    "source": each.read.name,
                    "encoding": each.read.encoding,
                    "form": each.read.form,
                    "corrections": len(each.outcomes),
                    "remarks": [{"line": line, "text": text} for line, text in each.read.remarks],
                    "notices": _notices(self.game, each),
                }
                for each in self.lists
            ],
            "lines": [_line(self, each.read.name, outcome) for each in self.lists for outcome in each.outcomes],
        }


def import_lists(
    game: Game,
    lists: Sequence[tuple[str, bytes]],
    *,
    by: By = "us",
    source: str = "",
    date: str = "",
    tell: Callable[[int, int], None] | None = None,
) -> Imported:
    """Read lists of errata and find what each line is about; nothing is written.

    Args:
        game: the game, loaded with any errata: lines are held against what is printed.
        lists: each a name and its bytes.
        by: whose corrections they are.
        source: where the lists come from, for the drafts; empty: name and line.
        date: when they were made.
        tell: called with how many corrections of how many were looked at.

    Raises:
        UnreadableList: one of them is no text.
    """
    read = [read_list(name, data) for name, data in lists]
    resolver = Resolver(game)
    whole, done = sum(len(each.claims) for each in read), 0
    found = []
    for each in read:
        outcomes: list[Outcome] = []
        for claim in each.claims:
            outcomes += resolver.resolve(claim)
            done += 1
            if tell and done % 20 == 0:
                tell(done, whole)
        found.append(ListRead(each, tuple(_fitting(game, outcomes))))
    made = Imported(game, tuple(found), ())
    compared = beside(game, _said(made.lists))
    made = replace(made, beside=tuple(compared))
    return _drafted(made, by, source, date)


def _said(lists: Iterable[ListRead]) -> list[Said]:
    return [
        Said(each.read.name, outcome, correction)
        for each in lists
        for outcome in each.outcomes
        if outcome.status == "resolved"
        for correction in outcome.corrections
    ]


# -- can the value stand there? --------------------------------------------------------------------


def _fitting(game: Game, outcomes: list[Outcome]) -> list[Outcome]:
    """Mark corrections that would make a file invalid; each is tried alone if not all go together."""
    by_file: dict[str, list[int]] = {}
    for number, outcome in enumerate(outcomes):
        if outcome.status == "resolved":
            for name in {each.value.file for each in outcome.corrections}:
                by_file.setdefault(name, []).append(number)
    made = [*outcomes]
    for name, numbers in by_file.items():
        file = game.read[name]
        root = file.source.root
        if root is None:
            continue
        base = len(build(file.kind.model, root, name)[1])
        for number in _wrong(name, file.kind.model, root, base, [(n, outcomes[n]) for n in numbers]):
            said = "; ".join(dict.fromkeys(str(each.corrected) for each in outcomes[number].corrections))
            made[number] = replace(outcomes[number], status="unfit", problem=f"`{said}` cannot stand there")
    return made


def _wrong(name: str, model: Any, root: Node, base: int, several: list[tuple[int, Outcome]]) -> list[int]:  # noqa: ANN401
    laid = root
    for _number, outcome in several:
        for each in outcome.corrections:
            if each.value.file == name:
                laid = with_value(laid, each.value.path, each.corrected)
    if len(build(model, laid, name)[1]) <= base:
        return []
    if len(several) == 1:
        return [several[0][0]]
    half = len(several) // 2
    return [
        *_wrong(name, model, root, base, several[:half]),
        *_wrong(name, model, root, base, several[half:]),
    ]


# -- drafts ----------------------------------------------------------------------------------------


def _drafted(made: Imported, by: By, source: str, date: str) -> Imported:
    """Give ids to the corrections that nothing contradicts, and write them as entries."""
    blocked = {id(each.outcome) for each in made.beside if each.kind != "ruling"}
    rows, places, ids = list[dict[str, object]](), dict[int, list[str | None]](), dict[int, list[str]]()
    chosen = [
        (each.read.name, outcome)
        for each in made.lists
        for outcome in each.outcomes
        if outcome.status == "resolved" and id(outcome) not in blocked
    ]
    whole, skipped = _whole(made)
    numbers = iter(next_numbers(made.game, len(chosen) + len(whole)))
    laid: dict[tuple[str, object], tuple[int, Said]] = {}
    known = {erratum.id for erratum, _where in every_erratum(made.game)} | {str(row["id"]) for row in whole}
    for name, outcome in chosen:
        again = _merged_into(rows, laid, name, outcome)
        if again:
            ids[id(outcome)] = again
            continue
        given = ids_of(next(numbers), len(outcome.corrections)) if len(outcome.corrections) <= 26 else []
        wanted = outcome.claim.id
        if wanted and wanted not in known and len(outcome.corrections) == 1:
            given = [wanted]
        known |= set(given)
        ids[id(outcome)] = given
        for n, (id_, each) in enumerate(zip(given, outcome.corrections, strict=False)):
            if n == 0:
                places[len(rows)] = [*([None] if rows else []), each.paper]
            laid[each.value.file, each.value.path] = (len(rows), Said(name, outcome, each))
            why = _why(outcome) if n == 0 else f"Goes with {given[0]}."
            rows.append(_row(id_, each, why, _source(source, name, outcome), by, date))
    for row in whole:
        rows.append({**row, "why": _prose(row["why"]), "source": _prose(row["source"])})
    return replace(made, rows=tuple(rows), places=places, ids=ids, skipped=tuple(skipped))


def _prose(text: object) -> str:
    """Return a text to be folded over lines, unless that would lose blanks in it."""
    said = str(text)
    return FoldedText(said) if said == " ".join(said.split()) else said


def _merged_into(
    rows: list[dict[str, object]], laid: dict[tuple[str, object], tuple[int, Said]], name: str, outcome: Outcome
) -> list[str]:
    """Lay a correction of other words of a sentence over one that is drafted already; return that one's id."""
    if len(outcome.corrections) != 1:
        return []
    each = outcome.corrections[0]
    known = laid.get((each.value.file, each.value.path))
    if known is None:
        return []
    number, earlier = known
    text = merged(earlier, Said(name, outcome, each))
    if text is None:
        return []
    rows[number]["corrected"] = text
    laid[each.value.file, each.value.path] = (
        number,
        replace(earlier, correction=replace(earlier.correction, corrected=text)),
    )
    return [str(rows[number]["id"])]


def _row(id_: str, each: Correction, why: str, source: str, by: By, date: str) -> dict[str, object]:
    return {
        "id": id_,
        "at": each.at,
        "printed": each.printed,
        "corrected": each.corrected,
        "why": FoldedText(why),
        "source": FoldedText(source),
        "by": by,
        "status": STATUS_OF[by],
        **({"date": date} if date else {}),
    }


def _why(outcome: Outcome) -> str:
    said = outcome.claim.why or (outcome.reading.rest if outcome.reading else "")
    said = " ".join(typed(said).split()).strip()
    return said[:1].upper() + said[1:] if len(said) > 3 else "The list gives no reason."


def _source(source: str, name: str, outcome: Outcome) -> str:
    said = outcome.claim.source or source or name
    return f"{said}, line {outcome.claim.line}: “{' '.join(outcome.claim.text.split())}”"


def _whole(made: Imported) -> tuple[list[dict[str, object]], list[str]]:
    """Return the whole errata of lists that the program wrote, and why others are left out."""
    roots = printed_roots(made.game.read)
    printing = printing_of(roots.get("game.yaml"))
    known = {erratum.id: erratum for erratum, _where in every_erratum(made.game)}
    taken, left = list[dict[str, object]](), list[str]()
    for each in made.lists:
        for entry in each.read.entries:
            id_ = str(entry.get("id"))
            problem = _problem(entry, roots, printing)
            if problem:
                left.append(f"{id_}: {problem}")
            elif id_ in known:
                same = known[id_].corrected == entry["corrected"] and known[id_].at == entry["at"]
                left.append(f"{id_}: the game has it already" + ("" if same else ", with another correction"))
            else:
                taken.append(entry)
                known[id_] = _Listed(entry)  # type: ignore[assignment]
    return taken, left


class _Listed:
    """What is compared of an erratum that another list has too."""

    def __init__(self, entry: dict[str, object]) -> None:
        self.corrected, self.at = entry["corrected"], entry["at"]


def _problem(entry: dict[str, object], roots: dict[str, Node], printing: str | None) -> str:
    """Why an erratum cannot be taken over; empty where it can, or where the printing has it already."""
    missing = [key for key in ("at", "printed", "corrected", "why", "source") if key not in entry]
    if missing:
        return f"the entry lacks `{missing[0]}`"
    try:
        _name, _path, node = locate(roots, str(entry["at"]))
    except AddressError as error:
        return str(error)
    has = entry.get("incorporated_in")
    if isinstance(has, list) and printing in has:
        return ""
    there = node.data if node is not None else None
    if there != entry["printed"]:
        return f"the list says {entry['printed']!s}, the document has {there!s}"
    return ""


# -- told ------------------------------------------------------------------------------------------


def _line(made: Imported, name: str, outcome: Outcome) -> LineData:
    return {
        "source": name,
        "line": outcome.claim.line,
        "text": outcome.claim.text,
        "status": outcome.status,
        "sure": outcome.sure if outcome.status == "resolved" else "",
        "problem": outcome.problem,
        "corrections": [
            {"at": each.at, "place": each.paper, "printed": each.printed, "corrected": each.corrected}
            for each in outcome.corrections
        ],
        "places": [{"at": each.at, "place": each.paper, "printed": each.value.data} for each in outcome.candidates],
        "beside": [{"kind": each.kind, "other": each.other, "says": each.says} for each in made.of(outcome)],
        "erratum": made.ids.get(id(outcome), []),
    }


def _notices(game: Game, each: ListRead) -> list[str]:
    read = each.read
    found = []
    if read.encoding == "Latin-1":
        found.append(f"{read.name} is not in UTF-8: it was read as Latin-1, so look at its accents and dashes")
    if read.entries:
        return found
    if not each.outcomes:
        found.append(f"{read.name}: no line says what is printed and what is right")
    if read.language:
        found.append(f"{read.name} seems to be in {read.language}: only English wordings, arrows and tables are read")
    resolved = sum(outcome.status in ("resolved", "already") for outcome in each.outcomes)
    other = _other_game(game, read.text)
    if len(each.outcomes) >= 3 and resolved < _FEW * len(each.outcomes):
        named = f"; it names {other}" if other else ""
        found.append(
            f"{read.name}: {resolved} of {len(each.outcomes)} corrections are of values that {game.title} has; "
            f"is it a list of another game{named}?"
        )
    elif other and resolved < len(each.outcomes) / 2:
        found.append(f"{read.name} names another game, {other}")
    return found


def _other_game(game: Game, text: str) -> str:
    """Return the title of another known game that a list names, if it does not name this one."""
    if re.search(rf"\b{re.escape(game.title)}\b", text, re.IGNORECASE):
        return ""
    titles = [known.title for known in games() if known.folder.resolve() != game.folder.resolve()]
    return next(
        (title for title in titles if len(title) > 4 and re.search(rf"\b{re.escape(title)}\b", text, re.IGNORECASE)), ""
    )
