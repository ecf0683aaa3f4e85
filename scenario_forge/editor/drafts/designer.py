"""Drafts, evidence and decisions of scenarios, worked out apart from the session, and the splices that write them."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from typing import (
    TYPE_CHECKING,
    Annotated,  # pydantic makes schemas of these alone before Python 3.12
)

from pydantic import Field
from typing_extensions import TypedDict

from scenario_forge.api.drafts.date_grid import DatesFile, date_grid
from scenario_forge.api.trials.kept import scores_at
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.drafts.dates import NotMade, ScenarioRequest, dates_of, turn_words, word_of
from scenario_forge.drafts.evidence import evidence
from scenario_forge.drafts.methods import usual_method
from scenario_forge.drafts.scenario import new_scenario, with_front
from scenario_forge.drafts.sighting_text import NAME, first_text, with_sighting
from scenario_forge.drafts.situation import with_situation
from scenario_forge.drafts.victory import as_data, missing_proposals
from scenario_forge.editor.answers import DocRange, Done, Named, Refused, Stale, Unknown
from scenario_forge.editor.background import keep_last
from scenario_forge.editor.drafts.decided import (
    WrittenDecisions,
    dates_or_refused,
    dossier_edits,
    dossier_of,
    write_decisions,
)
from scenario_forge.editor.drafts.evidence import (
    NOTE,
    Counted,
    Evidence,
    PlacesData,
    count_open,
    dates_of_scenario,
    gather,
    key_of,
    place_subjects,
    places_data,
    scenario_named,
)
from scenario_forge.editor.endpoint import Name
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.game.evidence.sightings import sightings
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import across
from scenario_forge.reports.drawing import front_of
from scenario_forge.source.change import Changes
from scenario_forge.source.edit import by_lines
from scenario_forge.source.emit import with_comments
from scenario_forge.source.nodes import EditRefused, content_end, descend

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.drafts.sighting_text import SightingRequest
    from scenario_forge.editor.session import Session
    from scenario_forge.editor.text.open_texts import Splices
    from scenario_forge.game.dossiers import Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.source.nodes import Data, Splice

KEPT = 4
"""Dates whose evidence is kept, and drafts."""


Note = Annotated[str, Field(max_length=2000)]


TurnChoice = TypedDict("TurnChoice", {"date": str, "label": str, "start": bool, "stop": bool})
"""A game turn, and whether it is a printed start or stop."""
Origin = TypedDict("Origin", {"id": str, "label": str})
"""A printed start whose positions a new scenario can take."""
DateChoices = TypedDict("DateChoices", {
    "problem": str, "turns": list[TurnChoice], "usual": str,
    "fixed": bool, "sides": list[Named], "origins": list[Origin],
})  # fmt: skip
"""What a new scenario can be given; of a game without a start only `problem`, and no turns. `usual` is the method by
which units get their places where none is chosen."""
DraftSaid = TypedDict("DraftSaid", {"file": str, "length": str, "units": int, "open": int, "remarks": list[str]})
"""What `forge new scenario` says of a draft."""
Drafted = TypedDict("Drafted", {
    "file": str, "length": str, "units": int, "open": int, "remarks": list[str], "problem": str, "hint": str,
})  # fmt: skip
"""The same; `problem` says why there would be none, and is empty otherwise."""
VictoryRow = TypedDict("VictoryRow", {"id": str, "side": str, "text": str, "points": int, "why": str, "doubt": str})
"""A victory row that a draft proposes."""
OwnVictoryRow = TypedDict("OwnVictoryRow", {
    "id": str, "side": str, "text": str, "points": int, "why": str, "doubt": str, "from": int, "to": int, "doc": str,
})  # fmt: skip
"""A proposed row that the scenario has, and where it stands."""
VictoryRows = TypedDict("VictoryRows", {
    "rows": list[VictoryRow], "proposed": list[OwnVictoryRow], "scores": list[str],
})  # fmt: skip
"""Rows that a draft proposes: those that the scenario has not, and those that it has; and the scores at its stop, in
games that were played through it."""
Situated = TypedDict("Situated", {"situation": bool})
"""Whether a scenario has its situation."""


class PlacesAnswer(Counted, PlacesData, VictoryRows):
    """What a scenario leaves to decide, with the evidence; `problem` says why nothing can be said of it."""

    epoch: int
    scenario: str
    title: str
    problem: str
    moved: bool
    """Whether the front would be drawn otherwise from where the units stand now."""


SourceData = TypedDict("SourceData", {"id": str, "title": str})
"""A source that sightings cite."""
SightingsAnswer = TypedDict(
    "SightingsAnswer", {"epoch": int, "date": str, "sources": list[SourceData], "seen": list[str]}
)
"""The date that a sighting would have, the sources so far, and what was seen of a unit."""
FrontAnswer = TypedDict("FrontAnswer", {"epoch": int, "sides": list[tuple[str, str]], "own": bool})
"""A front as pairs of hexes; `own`: the scenario has one."""


class Designer:
    """Drafter of scenarios, one question at a time. The game is the played one: with the errata it applies itself."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._workspace: Workspace | None = None
        self._loaded: tuple[int, Game, dict[str, str | None]] | None = None
        self._evidence: OrderedDict[tuple[str, int, str], Evidence] = OrderedDict()
        self._grid: tuple[int, DatesFile] | None = None
        self._drafts: OrderedDict[tuple[object, ...], tuple[str, DraftSaid]] = OrderedDict()

    def _game(self, epoch: int | None = None) -> Game:
        """Return the game of the texts now, which must be of the epoch that is named."""
        with self._session.lock:
            now, texts = self._session.epoch, self._session.overlay()
        if epoch is not None and epoch != now:
            raise Stale(now)
        if self._loaded is None or self._loaded[0] != now:
            self._workspace = self._workspace or Workspace(self._session.folder)
            self._loaded = (now, self._workspace.load(None, texts), texts)
        return self._loaded[1]

    @property
    def _texts(self) -> dict[str, str | None]:
        """The unsaved texts of the game that was loaded last; None for a file that is gone."""
        return self._loaded[2] if self._loaded else {}

    def _epoch(self) -> int:
        return self._loaded[0] if self._loaded else -1

    def _scenario(self, game: Game, name: str) -> Scenario:
        found = scenario_named(game, name)
        if found is None:
            raise Unknown(f"the game has no scenario {name[:100]!r}")
        return found

    # -- new dates -----------------------------------------------------------------------------

    def choices(self) -> DateChoices:
        """Return what a new scenario can be given: turns, sides, and the printed starts whose positions it can take."""
        with self._lock:
            game = self._game()
            track = schedule(game)
            if track is None or not track.starts:
                problem = "The game has no time record track with a printed start."
                nothing: DateChoices = {
                    "problem": problem, "turns": [], "usual": "before", "fixed": False, "sides": [],
                    "origins": [],
                }  # fmt: skip
                return nothing
            starts = {mark.turn: mark.date.id for mark in track.starts.values()}
            stops = {mark.turn: mark.date.id for mark in track.stops.values()}
            turns: list[TurnChoice] = [
                {
                    "date": track.calendar.text(turn),
                    "label": turn_words(track, turn),
                    "start": turn in starts,
                    "stop": turn in stops,
                }
                for turn in range(track.calendar.length)
            ]
            return {
                "problem": "",
                "turns": turns,
                "usual": usual_method(track),
                "fixed": track.fixed,
                "sides": [{"id": side, "name": track.side_name(side)} for side in track.sides],
                "origins": [{"id": id_, "label": mark.date.label} for id_, mark in track.starts.items()],
            }

    def grid(self) -> DatesFile:
        """Return every start and stop that the track allows, as `forge dates` shows them.

        Raises:
            Refused: no scenario of the game can be drafted.
        """
        with self._lock:
            game = self._game()
            if self._grid is None or self._grid[0] != self._epoch():
                try:
                    self._grid = (self._epoch(), date_grid(game))
                except NotMade as why:
                    raise Refused(str(why)) from why
            return self._grid[1]

    def draft(self, wanted: ScenarioRequest, title: str, origin: str | None) -> Drafted:
        """Return what `forge new scenario` would say of a draft; ``problem`` says why there would be none."""
        with self._lock:
            game = self._game()
            try:
                return {"problem": "", "hint": "", **self._draft(game, wanted, title, origin)[1]}
            except NotMade as why:
                hint = (why.hint or "").partition("`forge")[0]
                problem = str(why).replace("--start ", "").replace("--stop ", "")
                nothing: DraftSaid = {"file": "", "length": "", "units": 0, "open": 0, "remarks": []}
                return {"problem": problem, "hint": hint, **nothing}

    def make(self, epoch: int, wanted: ScenarioRequest, title: str, origin: str | None) -> Done:
        """Add a scenario, as it was drafted."""
        with self._lock:
            game = self._game(epoch)
            try:
                text, _said = self._draft(game, wanted, title, origin)
            except NotMade as why:
                raise Refused(str(why)) from why
            return self._put(f"Add scenario {one_line(title or wanted.name)}", {_file(wanted.name): [(0, 0, text)]})

    def _draft(self, game: Game, wanted: ScenarioRequest, title: str, origin: str | None) -> tuple[str, DraftSaid]:
        self._must_be_free(game, wanted.name)
        dates_of(game, wanted)
        if origin is not None and (origin.endswith(".json") or word_of(origin)[0] == "playouts"):
            raise NotMade(f"positions cannot be taken from {origin} here")
        key = (self._epoch(), wanted, title, origin)
        if key not in self._drafts:
            made = new_scenario(game, wanted, origin)
            changes = Changes(made.text)
            if title.strip():
                changes.set(("title",), one_line(title.strip()))
            dates = made.dates
            turns = dates.closes - dates.opens + 1
            said: DraftSaid = {
                "file": _file(wanted.name),
                "length": plural(turns, "player turn" if dates.track.fixed else "turn"),
                "units": made.units,
                "open": made.open,
                "remarks": [
                    f"{each[0].upper()}{each[1:]}." for each in (*made.remarks, *scores_at(game, dates.last_turn))
                ],
            }
            keep_last(self._drafts, key, (changes.result(), said), KEPT)
        return self._drafts[key]

    def _must_be_free(self, game: Game, name: str) -> None:
        if name in scenarios(game).scenarios or _file(name) in game.files:
            raise NotMade(f"there is a scenario {name} already", "choose another name")

    def copy(self, epoch: int, scenario: str, name: str, title: str) -> Done:
        """Add a copy of a scenario under another name."""
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            document = found.document
            try:
                self._must_be_free(game, name)
                _span(game, found, name)
            except NotMade as why:
                raise Refused(str(why)) from why
            changes = Changes(found.where.file.source.text)
            changes.set((*found.where.path, "scenario"), name)
            changes.set((*found.where.path, "title"), one_line(title.strip() or name))
            sentence = f"Copy scenario {document.title} to {one_line(title.strip() or name)}"
            return self._put(sentence, {_file(name): [(0, 0, changes.result())]})

    def remove(self, epoch: int, scenario: Name) -> Done:
        """Remove a scenario with its file."""
        with self._lock:
            found = self._scenario(self._game(epoch), scenario)
            return self._put(f"Remove scenario {found.document.title}", {found.where.file.name: None})

    # -- what is left to decide ----------------------------------------------------------------

    def places(self, scenario: Name) -> PlacesAnswer:
        """Return what a scenario leaves to decide, with the evidence."""
        with self._lock:
            game = self._game()
            found = self._scenario(game, scenario)
            told: PlacesAnswer = {
                "epoch": self._epoch(),
                "scenario": scenario,
                "title": found.document.title,
                "problem": "",
                "date": "", "places": [], "against": [], "chronology": [], "next": [], "rows": [], "proposed": [],
                "scores": [],
                "moved": _front_moved(game, found),
                **count_open(game, found),
            }  # fmt: skip
            try:
                told = {**told, **_rows_data(game, found)}
                if told["open"]:
                    evidence = self._gathered(game, dates_of_scenario(game, found))
                    told = {**told, **places_data(game, found, evidence)}
            except NotMade as why:
                told["problem"] = str(why)
            return told

    def _gathered(self, game: Game, dates: Dates) -> Evidence:
        rest = sorted((name, text) for name, text in self._texts.items() if _counts(name))
        key = (hashlib.sha256(repr(rest).encode("utf-8", "replace")).hexdigest(), dates.first_turn, dates.first)
        if key not in self._evidence:
            keep_last(self._evidence, key, gather(game, dates), KEPT)
        return self._evidence[key]

    def decide(self, epoch: int, scenario: str, rows: Sequence[tuple[str, str, str]]) -> Done:
        """Write decisions into a scenario's open cells, as `forge dossier --resolve` does.

        ``rows``: for each who it is (``SIDE/NUMBER``), the cell, and its source in words.

        Raises:
            Refused: a cell cannot be read or cannot be by the rules, or is not left to decide.
        """
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            wanted = [(key_of(who), cell, source) for who, cell, source in rows]
            made = write_decisions(game, found, wanted)
            if made.refused or not made.said:
                raise Refused("; ".join(made.refused) or "this is not left to decide, or the cell is empty")
            count = len(made.said)
            sentence = f"Decide {made.said[0]}" if count == 1 else f"Decide {count} places of {found.document.title}"
            return self._put_decided(sentence, game, found, made, wanted)

    def accept(self, epoch: int, scenario: Name) -> Done:
        """Decide everything that is open as the draft proposes, except what the rules make impossible.

        Raises:
            Refused: nothing is open that can be decided so.
        """
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            subjects = place_subjects(game, found, self._gathered(game, dates_or_refused(game, found)))
            rows = [(each.key, each.drafted, "") for each in subjects if each.status == "open" and each.drafted]
            made = write_decisions(game, found, rows)
            if not made.said:
                raise Refused("; ".join(made.refused) or "nothing is left to decide")
            rest = f"; {plural(len(made.refused), 'candidate')} cannot be accepted" if made.refused else ""
            sentence = f"Accept {plural(len(made.said), 'candidate')}{rest}"
            return self._put_decided(sentence, game, found, made, rows)

    def _put_decided(
        self,
        sentence: str,
        game: Game,
        scenario: Scenario,
        made: WrittenDecisions,
        rows: Sequence[tuple[Key, str, str]],
    ) -> Done:
        """Write decisions into the scenario, and into the dossier of its date where there is one."""
        changes: dict[str, list[Splice]] = {}
        if dossier_of(game, scenario) is not None:
            subjects = place_subjects(game, scenario, self._gathered(game, dates_or_refused(game, scenario)))
            taken = [row for row in rows if row[0] in made.keys]
            changes |= dossier_edits(game, scenario, taken, subjects, self._texts)
        sentence += f", in {next(iter(changes))} too" if changes else ""
        source = scenario.where.file.source
        return self._put(sentence, {source.name: by_lines(source.text, made.text), **changes})

    def settle(self, epoch: int, scenario: Name, note: Note) -> Done:
        """Remove a comment that asks a question: it is answered; or take what `begins_as` proposes.

        Raises:
            Refused: the file has no such comment.
        """
        with self._lock:
            found = self._scenario(self._game(epoch), scenario)
            text = found.where.file.source.text
            return self._put_text("Settle a question of the draft", found, _without(text, note))

    # -- leaflets ------------------------------------------------------------------------------

    def situated(self, scenario: Name) -> Situated:
        """Return whether a scenario has its situation, which its leaflet tells."""
        with self._lock:
            return {"situation": bool(self._scenario(self._game(), scenario).document.situation)}

    def situate(self, epoch: int, scenario: Name) -> Done:
        """Write the situation of a scenario from the chronology and its set-up, as a draft to edit.

        Raises:
            Refused: it has one, or it cannot be written.
        """
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            if found.document.situation:
                raise Refused("the scenario has its situation already")
            try:
                text = with_situation(game, found)
            except (CompileError, EditRefused) as why:
                raise Refused(str(why)) from why
            return self._put_text(f"Write the situation of {found.document.title}", found, text)

    # -- victory rows --------------------------------------------------------------------------

    def take(self, epoch: int, scenario: Name, row: Name) -> Done:
        """Add a proposed victory row to a scenario, with its reason above it.

        Raises:
            Refused: no such row is proposed.
        """
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            document = found.document
            try:
                rows = missing_proposals(game, _span(game, found), [each.id for each in document.victory])
            except NotMade as why:
                raise Refused(str(why)) from why
            chosen = next((each for each in rows if each.id == row), None)
            if chosen is None or found.where.path:
                raise Refused("no such victory row is proposed any more")
            said = one_line(chosen.row.text)
            before = f"{chosen.row.side} {chosen.row.points}, {said}?"
            text, number = found.where.file.source.text, len(document.victory)
            for each in NOTE.finditer(text):
                if each[1].startswith(before):
                    text = _without(text, each[1])
                    break
            changes = Changes(text)
            data: Mapping[str, Data] = as_data(chosen)  # type: ignore[assignment] # plain data
            if number:
                changes.insert(("victory",), number, dict(data))
            else:
                changes.begin("victory", [data], after=("last", "first", "stop"))
            made = with_comments(changes.result(), {("victory", number): [chosen.why]})
            return self._put_text(f"Add victory row {said}, {chosen.points}", found, made)

    # -- sightings -----------------------------------------------------------------------------

    def sightings(self, scenario: Name, who: Name = "") -> SightingsAnswer:
        """Return the date of a scenario's start, the sources so far, and what was seen of a unit (``SIDE/NUMBER``)."""
        with self._lock:
            game = self._game()
            found, track = self._scenario(game, scenario), schedule(game)
            turn = found.start.turn if found.start else None
            seen = [each.words for each in evidence(game) if key_of(who) in each.subject.units]
            return {
                "epoch": self._epoch(),
                "date": track.calendar.text(turn) if track is not None and turn is not None else "",
                "sources": [{"id": id_, "title": each.title} for id_, each in sightings(game).sources.items()],
                "seen": seen,
            }

    def see(self, epoch: int, wanted: SightingRequest) -> Done:
        """Add a sighting of a unit at a place; its file is begun where there is none.

        Raises:
            Refused: it makes no sense, or the file cannot be changed.
        """
        with self._lock:
            game = self._game(epoch)
            file = game.read.get(NAME)
            if game.broken("sightings"):
                raise Refused(f"{NAME} has errors: correct them first")
            text = file.source.text if file is not None else first_text(game)
            known = sightings(game)
            try:
                new = with_sighting(text, wanted, {id_: each.title for id_, each in known.sources.items()})
            except EditRefused as error:
                raise Refused(f"{NAME}: {error}") from error
            after = Workspace.after(game).load(None, {**self._texts, NAME: new})
            faults = [each for each in sightings(after).faults if each not in known.faults]
            if faults:
                raise Refused(f"{faults[0].subject}: {faults[0].problem}")
            if len(sightings(after).rows) == len(known.rows):
                raise Refused(f"there is no place {wanted.place[:100]!r}, or the sighting cannot be read")
            last = sightings(after).rows[-1]
            sentence = f"Note that {last.cited} was {'not ' if wanted.absent else ''}at {wanted.place}, {wanted.date}"
            return self._put(one_line(sentence), {NAME: by_lines(text, new) if file is not None else [(0, 0, new)]})

    # -- the front -----------------------------------------------------------------------------

    def front(self, scenario: Name) -> FrontAnswer:
        """Return the front at a scenario's start as pairs of hexes: its own, else between those who stand there."""
        with self._lock:
            game = self._game()
            found, grid = self._scenario(game, scenario), hex_map(game)
            sides = front_of(game, scenario) if grid else []
            pairs = [across(grid.grid, side) for side in sides] if grid else []
            names = [(grid.name(one), grid.name(other)) for one, other in pairs if min(one, other) >= 0] if grid else []
            return {"epoch": self._epoch(), "sides": names, "own": bool(found.document.front)}

    def draw_front(self, epoch: int, scenario: Name) -> Done:
        """Redraw the front of a scenario from where its units stand, candidates where nothing is decided.

        Raises:
            Refused: it has no front of its own to draw, or it is as it would be drawn.
        """
        with self._lock:
            game = self._game(epoch)
            found = self._scenario(game, scenario)
            try:
                text = with_front(game, found)
            except (NotMade, EditRefused) as why:
                raise Refused(str(why)) from why
            if text == found.where.file.source.text:
                raise Refused("the front is already where the units stand")
            return self._put_text(f"Draw the front of {found.document.title} anew", found, text)

    # -- into the session ----------------------------------------------------------------------

    def _put_text(self, sentence: str, scenario: Scenario, new: str) -> Done:
        source = scenario.where.file.source
        return self._put(sentence, {source.name: by_lines(source.text, new)})

    def _put(self, sentence: str, done: Splices) -> Done:
        return self._session.put(self._epoch(), sentence, done)


def _file(name: str) -> str:
    return f"scenarios/{name}.yaml"


def _rows_data(game: Game, scenario: Scenario) -> VictoryRows:
    """Return the victory rows that a draft proposes for the scenario's stop: those it has, and those it lacks.

    Raises:
        NotMade: the dates make none.
    """
    document, file = scenario.document, scenario.where.file
    numbers, told = {row.id: n for n, row in enumerate(document.victory)}, PageText(file.source.text)
    dates = _span(game, scenario)
    found: VictoryRows = {"rows": [], "proposed": [], "scores": scores_at(game, dates.last_turn)}
    for each in missing_proposals(game, dates, ()):
        shown = document.victory[numbers[each.id]] if each.id in numbers else each.row
        points = shown.points if each.id in numbers else each.points
        row: VictoryRow = {
            "id": each.id,
            "side": game.side_name(shown.side),
            "text": one_line(shown.text),
            "points": points,
            "why": each.why,
            "doubt": each.doubt,
        }
        if each.id not in numbers:
            found["rows"].append(row)
            continue
        node, _depth = descend(file.source.root, (*scenario.where.path, "victory", numbers[each.id]))  # type: ignore[arg-type] # it was read
        ends = node.start.index, content_end(node, file.source.text)
        at: DocRange = {"doc": file.name, "from": told.to_page(ends[0]), "to": told.to_page(ends[1])}
        found["proposed"].append({**row, **at})
    return found


def _front_moved(game: Game, scenario: Scenario) -> bool:
    """Check whether the front would be drawn otherwise from where the units stand now."""
    try:
        return with_front(game, scenario) != scenario.where.file.source.text
    except (NotMade, EditRefused):
        return False


def _span(game: Game, scenario: Scenario, name: str = "") -> Dates:
    """Return the scenario's start and stop; under another name, if one is given.

    Raises:
        NotMade: the dates make none, or the name is not valid.
    """
    document = scenario.document
    sides = scenario.first or None, scenario.last or None
    return dates_of(game, ScenarioRequest(name or scenario.id, document.start, document.stop, *sides))


def _counts(name: str) -> bool:
    """Check whether a document counts for the evidence of a date."""
    return not name.startswith(("scenarios/", "dossiers/", "words/", "profiles/"))


_BEGINS = re.compile(r"""^(begins_as:[ ]*)["']?Decide:[ ]*([^?"'\s]+)\??["']?""", re.MULTILINE)
"""A start date that a draft proposes."""


def _without(text: str, note: str) -> str:
    """Return a text without the line of a comment that asks a question."""
    taken = _BEGINS.search(text)
    if taken and note.startswith("begin with "):
        return f"{text[: taken.start()]}{taken[1]}{taken[2]}{text[taken.end() :]}"
    found = next((each for each in NOTE.finditer(text) if each[1] == note), None)
    if found is None:
        raise Refused("the file does not ask this any more")
    end = text.find("\n", found.end()) + 1 or len(text)
    return text[: found.start()] + text[end:]
