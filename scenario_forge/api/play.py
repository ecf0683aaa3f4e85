"""Play of a scenario without a screen: playing, replaying and resuming records, and who leads by what."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, entry_points, version
from typing import TYPE_CHECKING, Any, TypeVar

from scenario_forge import reports
from scenario_forge.checks.before_play import errors_before_play
from scenario_forge.compare.scenarios import row_texts
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.model import did_you_mean, spelled
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.errata import CopyDocument
from scenario_forge.game.errata.lists import errata_version
from scenario_forge.game.knowledge.usage import unscored
from scenario_forge.game.reading.errata import COPY_PREFIX, copies_in, copy_digest
from scenario_forge.game.reading.formats import FORMAT, SYSTEMS
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import GROUP, find_system, system_ids, without_rules
from scenario_forge.simulator.drive import Ending, Match, copy_to_last_action, drive, must_hold
from scenario_forge.simulator.game_log import game_log
from scenario_forge.simulator.play import DRAW
from scenario_forge.simulator.players import GROUP as PLAYERS
from scenario_forge.simulator.players import check_names, make_player
from scenario_forge.simulator.record import CHANCE_NAME, REC004, REC005, Setting, start_of
from scenario_forge.simulator.replay import replay
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.play import Play, Worth
    from scenario_forge.simulator.players import Player
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.replay import ReplayResult
    from scenario_forge.simulator.state import State
    from scenario_forge.simulator.step import Action, Chance, Source, Token

M = TypeVar("M", bound=Match)

OWN = "scenario-forge"


class NotPlayable(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: the game has no rules that can be played, or a set-up that they cannot begin with.

    ``hint`` says what to write instead.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Prepared:
    """A scenario ready to be played, and what a record says of it."""

    compiled: CompiledScenario
    play: Play[Any]
    setting: Setting

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides; their numbers are places in it."""
        return self.compiled.keys["sides"]


@dataclass(frozen=True)
class PlayedGame:
    """A played game."""

    match: Match
    ending: Ending
    record: Record


def must_have_rules(game: Game) -> None:
    """Refuse a game of a system without rules.

    Raises:
        NotPlayable: it is one; the hint names the systems with rules.
    """
    if without_rules(game):
        others = [id_ for id_ in system_ids() if (system := find_system(id_)) and system.has_rules]
        raise NotPlayable(
            f"{game.title} has no rules, so it cannot be played",
            f"to give it rules, write another `system:` in game.yaml: {', '.join(others)}",
        )


def prepare(
    game: Game, scenario: str, options: Iterable[str] | None = None, forces: Mapping[str, str] | None = None
) -> Prepared:
    """Compile a scenario and find its rules. ``forces``: by side, what is bought to start in it instead.

    Raises:
        NoSuchScenario: the game has none of that name (a LookupError).
        CompileError: the game has errors that leave the scenario without a meaning, or the players without rules.
        NotPlayable: its rules cannot be played, or not with this set-up, or do not score all of its victory table.
    """
    must_have_rules(game)
    if forces:
        game = with_bought(game, scenario, forces)
    wrong = errors_before_play(game)
    if wrong:
        raise CompileError(f"{game.title} has errors", wrong)
    compiled = compile_scenario(game, scenario, options)
    play = game.system.play(compiled) if game.system else None
    if play is None:
        raise NotPlayable(f"{game.title} has no rules that can be played")
    left_out = [what for what, _where in unscored(game)]
    if left_out:
        raise NotPlayable(f"the rules do not score {', '.join(left_out)} of victory.yaml (see `forge explain VIC033`)")
    try:
        play.begin()
    except Exception as error:
        raise NotPlayable(f"play cannot begin: {error}") from error
    setting = _setting(game, scenario, compiled).model_copy(update={"forces": dict(forces or {})})
    return Prepared(compiled, play, setting)


def prepared_as(game: Game, scenario: str, compiled: CompiledScenario, play: Play[Any]) -> Prepared:
    """Return a scenario that was compiled and made ready elsewhere, with what a record says of it."""
    return Prepared(compiled, play, _setting(game, scenario, compiled))


def with_bought(game: Game, scenario: str, forces: Mapping[str, str]) -> Game:
    """Return the game with units that players buy in the set-up of a scenario.

    Raises:
        NoSuchScenario: the game has none of that name (a LookupError).
        CompileError: errors in the game leave the set-up open.
        NotPlayable: they cannot be bought; the hint says what can be.
    """
    try:
        laid = game.system.bought(game, scenario, forces) if game.system else {}
    except ValueError as error:
        raise NotPlayable(*error.args[:2]) from error
    texts = {name: file.source.text for name, file in game.files.items()}  # what is not saved yet among them
    return load_game(game.folder, game.errata, texts | dict(laid))


def _setting(game: Game, scenario: str, compiled: CompiledScenario) -> Setting:
    return Setting(
        versions=versions_of(compiled.system),
        system=compiled.system,
        game=game.id,
        scenario=scenario,
        content=compiled.hash,
        options=compiled.options,
        errata=game.errata,
        errata_version=errata_version(game),
        corrections=applied_corrections(game),
        sides=compiled.keys["sides"],
        format=FORMAT,
    )


def with_players(prepared: Prepared, players: Iterable[str]) -> Prepared:
    """Return the scenario for records that also name the versions of the packages of these players."""
    setting = prepared.setting
    named = setting.model_copy(update={"versions": versions_of(setting.system, players)})
    return replace(prepared, setting=named)


def applied_corrections(game: Game) -> dict[str, str]:
    """Return hashes of the errata and copies applied to a game, by id or `copy:NAME`."""
    copies = game.documents("copies", CopyDocument)
    laid = {f"{COPY_PREFIX}{where.file.stem}": copy_digest(document) for document, where in copies}
    found = {name: said for name, said in laid.items() if name.removeprefix(COPY_PREFIX) in copies_in(game.errata)}
    for patch in game.patches:
        if patch.target and not patch.problem:
            erratum = patch.erratum
            text = json.dumps([erratum.at, erratum.printed, erratum.corrected], sort_keys=True)
            found[erratum.id] = sha256(text.encode()).hexdigest()[:16]
    return dict(sorted(found.items()))


def versions_of(system: str, players: Iterable[str] = ()) -> dict[str, str]:
    """Return the versions of the package itself, and of those that bring the rule system and the players."""
    points = [*entry_points(group=GROUP, name=system)]
    points += [point for name in players for point in entry_points(group=PLAYERS, name=name)]
    found = {point.dist.name: point.dist.version for point in points if point.dist}
    try:
        found[OWN] = version(OWN)
    except PackageNotFoundError:  # run from a folder that was never installed
        found[OWN] = "0+unknown"
    return dict(sorted(found.items()))


def scenario_of(game: Game, name: str | None) -> str:
    """Return the name of the scenario that is asked for; without a name, of the game's only one.

    Raises:
        LookupError: it must be said which; the words say which there are.
    """
    known = list(scenarios(game).scenarios)
    if name is None and len(known) == 1:
        return known[0]
    meant = spelled(name, known) if name is not None else None
    if meant is not None:
        return meant
    there = f"there are {', '.join(known)}" if known else "it has none"
    if name is None:
        raise LookupError(f"say which scenario: {there}")
    raise LookupError(f"{game.title} has no scenario `{name}`: {did_you_mean(name, known) or there}")


@dataclass
class PlayOrder:
    """Settings for playing a game."""

    seed: int = 1
    players: Mapping[str, str] = field(default_factory=dict)
    """Name of the player by side; `random` where nothing is said."""
    limit: float | None = 60.0
    """Time limit per decision in seconds; None for none."""
    check: bool = False
    """Whether it is asked after each event what must always hold."""
    source: Source | None = None
    """Where outcomes come from, if not from the seed: a person with real dice."""
    own: Mapping[str, Player] = field(default_factory=dict)
    """Players that are there already, such as a person, by side. They may take any time."""
    seen: Callable[[Match], bool] | None = None
    """Called before each decision of a side; False stops the game."""


def play_scenario(prepared: Prepared, order: PlayOrder | None = None) -> PlayedGame:
    """Play a scenario to its end, or to where a player or the rules fail.

    >>> from scenario_forge.api import load_game
    >>> prepared = prepare(load_game("desert-rats", errata="all"), "beda-fomm")
    >>> played = play_scenario(prepared, PlayOrder(seed=7, players={"allied": "idle", "axis": "idle"}))
    >>> played.ending.ended
    'over'

    Raises:
        NoSuchPlayer: there is none of that name (a LookupError).
        KeyboardInterrupt: the person interrupts; :class:`Table` plays on, and keeps what was played.
    """
    return GameUnderWay(prepared, order or PlayOrder()).play()


class GameUnderWay:
    """A game under way, which can be asked for its record at any time."""

    def __init__(self, prepared: Prepared, order: PlayOrder) -> None:
        """Seat the players.

        Raises:
            NoSuchPlayer: there is none of that name.
        """
        self.prepared, self.order = prepared, order
        play, sides = prepared.play, prepared.sides
        self.names = {
            side: type(order.own[side]).__name__.casefold()
            if side in order.own
            else check_names(play, [order.players.get(side, "random")])[0]
            for side in sides
        }
        self.players: list[Player] = [
            order.own.get(side) or make_player(self.names[side], play, number, order.seed)
            for number, side in enumerate(sides)
        ]
        watch = must_hold(play) if order.check else None
        self.match = Match(play, order.source or Keyed(order.seed), watch)

    def play(self) -> PlayedGame:
        """Play on to the end of the game, or until a limit or a player stops it."""
        limit = None if self.order.own else self.order.limit
        ending = drive(self.match, self.players, limit=limit, seen=self.order.seen)
        if ending.ended == "player":
            self.match = copy_to_last_action(self.match)  # whatever the player did to the state
        return PlayedGame(self.match, ending, self.record(ending))

    def record(self, ending: Ending) -> Record:
        """Return the record of the game so far, which can be saved and resumed."""
        setting = with_players(self.prepared, self.names.values()).setting
        typed = self.order.source is not None
        return self.match.record(setting, self.order.seed, self.names, ending, typed=typed)

    def record_of_interrupted(self) -> Record:
        """Return the record of a game interrupted at any moment: all whole actions, without unfinished ones."""
        self.match = copy_to_last_action(self.match)
        return self.record(Ending("stopped", "interrupted"))


def what_differs(
    record: Record, prepared: Prepared, file: str = "record.json"
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return errors and warnings where a record has other content or versions than there are here."""
    then, now = record.setting, prepared.setting
    here = versions_of(now.system, record.players.values())
    warnings = [
        REC004.at(start_of(file), package=name, then=made, now=here.get(name, "none"))
        for name, made in then.versions.items()
        if here.get(name) != made and (name in here or name == OWN)
    ]
    if is_content(prepared.compiled, then.content):
        return [], warnings
    finding = REC005.at(start_of(file), scenario=then.scenario, found=now.content[:16], expected=then.content[:16])
    if then.format < FORMAT:
        finding = finding.note(f"the record is of a game in format {then.format}; this version reads format {FORMAT}")
    for name in sorted({*then.corrections, *now.corrections}):
        was, is_ = then.corrections.get(name), now.corrections.get(name)
        if was != is_:
            what = "is new" if was is None else "is gone" if is_ is None else "says something else"
            finding = finding.note(f"{'' if name.startswith(COPY_PREFIX) else 'erratum '}{name} {what} since")
    return [finding], warnings


def is_content(compiled: CompiledScenario, content: str) -> bool:
    """Check whether a hash is that of a compiled scenario, now or under an earlier name of its rule system."""
    earlier = (name for name, now in SYSTEMS.items() if now == compiled.system)
    return content == compiled.hash or any(content == replace(compiled, system=name).hash for name in earlier)


def replay_record(
    record: Record,
    prepared: Prepared,
    to: int | None = None,
    file: str = "record.json",
    text: str = "",
    seen: Callable[[Match], object] | None = None,
) -> ReplayResult:
    """Replay a record on the scenario that it names; see :func:`what_differs` first.

    ``seen`` is called before each decision of a side.
    """
    return replay(record, prepared.play, to, file, text, seen)


def score_of(prepared: Prepared, match: Match) -> Sequence[tuple[str, int]]:
    """Return victory points by side, where the rules count any."""
    return list(zip(prepared.sides, map(int, prepared.play.score(match.playout.state)), strict=False))


# -- the page on which a game is replayed ----------------------------------------------------------


def replay_html(game: Game, prepared: Prepared, match: Match, record: Record) -> str:
    """Draw a game as one HTML page that needs no network: map, counters, sliders, log.

    Args:
        game: as it was prepared, for the printed map and counters.
        prepared: the scenario.
        match: the game as played or replayed; it is not changed.
        record: its record, for players, seed and versions.
    """
    setting = record.setting
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    dice = "real dice" if record.dice == "typed" else f"seed {record.seed}"
    options = f"options {', '.join(setting.options)}" if setting.options else "no options"
    errata = setting.errata + (f", version {setting.errata_version}" if setting.errata_version else "")
    about = f"{dice}; errata {errata}; {options}; content {setting.content[:12]}; {versions}"
    if record.end.ended != "over":
        about = f"{record.end.ended}: {record.end.message}; {about}" if record.end.message else about
    made = game_log(prepared.play, match.playout.log)
    return reports.replay.replay_page(game, prepared.compiled, prepared.play, made, record.players, about)


# -- going on with a game that was saved as a record -----------------------------------------------


class NotResumable(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Error: a record cannot be resumed; ``findings`` say why."""

    def __init__(self, findings: list[Diagnostic], message: str) -> None:
        super().__init__(message)
        self.findings = findings


class _Continued:
    """Outcomes of a record, then those of another source."""

    def __init__(self, tokens: list[Token], after: Source) -> None:
        self._tokens, self._after = tokens, after

    def draw(self, chance: Chance, use: int) -> Token:
        """Return the next outcome of the record; behind its end, of the other source."""
        return self._tokens.pop(0) if self._tokens else self._after.draw(chance, use)


def resume(prepared: Prepared, order: PlayOrder, record: Record) -> GameUnderWay:
    """Return a table at which a recorded game goes on where its record ends.

    Raises:
        NotResumable: it is of other content, it parts from the rules, or it is over.
        NoSuchPlayer: there is none of that name.
    """
    errors, _ = what_differs(record, prepared)
    findings = errors or replay_record(record, prepared).findings
    if findings:
        raise NotResumable(findings, "the record cannot be gone on with")
    if record.end.ended in ("over", "fault"):
        why = "the game of this record is over" if record.end.ended == "over" else "the rules failed in this record"
        raise NotResumable([], why)
    table = GameUnderWay(prepared, order)
    watch = must_hold(prepared.play) if order.check else None
    decisions = [(entry.by == CHANCE_NAME, entry.action) for entry in record.actions]
    source = order.source or Keyed(order.seed)
    table.match = resume_match(lambda going_on: Match(prepared.play, going_on, watch), decisions, source)
    return table


def resume_match(begin: Callable[[Source], M], decisions: Iterable[tuple[bool, Action]], after: Source) -> M:
    """Return a match that has come as far as decisions lead, each whether chance made it and what.

    Args:
        begin: begins the match with a source.
        decisions: they are known to be allowed.
        after: whom the match asks of chance behind their end.
    """
    taken = list(decisions)
    tokens = [action[0] for by_chance, action in taken if by_chance]
    match = begin(_Continued(tokens, after))
    for by_chance, action in taken:
        if not by_chance:
            match.advance()
            match.take(action)
    while tokens:
        match.advance()
    return match


# -- who leads, and by what ------------------------------------------------------------------------


MOST = 4
"""Rows of the victory table that are named for a side."""


def shortest(game: Game) -> str | None:
    """Return the scenario of the fewest player turns, the first of several by file name; None where none has dates."""
    track, found = schedule(game), []
    for number, scenario in enumerate(scenarios(game).listed):
        turns = scenario.player_turns(track) if track else None
        if turns is not None:
            found.append((turns, number, scenario.id))
    return min(found)[2] if found else None


def lead(game: Game, prepared: Prepared, state: State, *, over: bool = False) -> list[str]:
    """Return who leads or has won, by how much, and each side's sources of points; empty if no points are counted."""
    play = prepared.play
    points, outcome = list(play.score(state)), play.outcome(state)
    if not points:
        return []
    names = _names(game, prepared)
    if outcome.winner == DRAW:
        head = "Nobody wins: the sides are level." if over else "Nobody leads: the sides are level."
    elif not outcome.decisive and sum(count >= points[outcome.winner] for count in points) > 1:
        # a chart of levels may give the game to a side that has no more points than the other
        level = f" ({outcome.level} victory)" if outcome.level else ""
        counts = [str(count) if play.counted else plural(count, "point") for count in points]
        standing = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
        standing += f" ({play.counted})" if play.counted else ""
        head = f"{'' if over else 'As it stands, '}{names[outcome.winner]} wins{level}: {standing}."
    else:
        does = "wins" if over else "leads"
        points_more = f" by {plural(outcome.margin, 'point')}"
        by = points_more if outcome.margin > 0 else ""  # who wins by a ratio, or at once, may have no more points
        head = f"{names[outcome.winner]} {does}{by}{f' ({outcome.level} victory)' if outcome.level else ''}."
    return [head, *([] if outcome.decisive else _sources(game, prepared, state, names, points))]


def _names(game: Game, prepared: Prepared) -> list[str]:
    known = game.side_names
    return [known.get(side, side) for side in prepared.sides]


def _sources(
    game: Game, prepared: Prepared, state: State, names: Sequence[str], points: Sequence[int]
) -> Iterator[str]:
    """Yield a line for each side that has points: the rows that bring them now, and those of earlier stop dates."""
    rows = _rows(prepared, state)
    if not rows:
        return
    texts = row_texts(game, prepared.setting.scenario)
    before = "stop dates" if any(row.turn is not None for row in rows) else "turns"
    for side, name in enumerate(names):
        own = sorted((-row.points, row.row) for row in rows if row.side == side)
        said = [f"{texts.get(id_, id_)} ({-worth})" for worth, id_ in own[:MOST]]
        said += [f"{len(own) - MOST} more rows ({sum(-worth for worth, _ in own[MOST:])})"] if len(own) > MOST else []
        earlier = points[side] + sum(worth for worth, _ in own)
        said += [f"earlier {before} ({earlier})"] if earlier > 0 else []
        if said and (earlier >= 0 or before == "stop dates"):  # in a turn that is not over, places are not yet scored
            yield f"  {name} {points[side]}: {'; '.join(said)}"


def _rows(prepared: Prepared, state: State) -> list[Worth]:
    """Return the rows of the stop date scored next, or last, that bring points; of a group only the best."""
    worths = prepared.play.worths(state)
    now = prepared.compiled.turns.span[0] + prepared.play.turn(state)
    stops = sorted({row.turn for row in worths if row.turn is not None})
    stop = next((turn for turn in stops if turn >= now), stops[-1] if stops else None)
    found: dict[tuple[str, int], Worth] = {}
    for row in worths:
        key = (row.group, -1) if row.group else (row.row, row.side)
        if row.turn == stop and row.points and (key not in found or found[key].points < row.points):
            found[key] = row
    return list(found.values())
