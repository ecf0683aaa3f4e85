"""``forge play`` and ``forge replay``: plays a scenario, with players or a person, and replays a record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, documents, simulator
from scenario_forge import game as linking
from scenario_forge.api.at_table import terms_of
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ChoiceLimit,
    ErrataSet,
    Force,
    Forces,
    GameName,
    OptionIds,
    ScenarioName,
    forces_of,
    one_of,
    open_game,
    open_to_play,
    options_of,
    players_of,
    playing,
    seconds_of,
)
from scenario_forge.cli.outputs import must_be_free
from scenario_forge.cli.play_human import Person
from scenario_forge.cli.play_words import Teller, terms_lines
from scenario_forge.diagnostics import report
from scenario_forge.diagnostics.report import one_line
from scenario_forge.game import reading
from scenario_forge.game.reading.errata import APPLICABLE
from scenario_forge.mechanics import engine as engine_module
from scenario_forge.simulator.players import NoSuchPlayer, usual_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.api.play import GameUnderWay, PlayedGame, PlayOrder, Prepared
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.drive import Ending, Match
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.replay import ReplayResult
    from scenario_forge.simulator.state import State


TermsOf = Annotated[
    str | None,
    typer.Option(
        "--terms",
        metavar="TEXT",
        help="Show what counts in the attack `HEX: UNIT, UNIT`, and every result with its chance, without playing on.",
        show_default=False,
    ),
]


def play(
    game: GameName,
    scenario: ScenarioName = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of all dice rolls.")] = 1,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SIDE=NAME",
            help="random, idle, a player of the rule system (competent, hold), or an installed one; repeatable.",
        ),
    ] = None,
    options: OptionIds = None,
    buy: Forces = None,
    record: Annotated[
        Path | None, typer.Option("--record", "-o", metavar="FILE", help="Save the game to this file, for replay.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page on which to watch the game.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print every event with its clause.")] = False,
    limit: ChoiceLimit = 60.0,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Play a side yourself in the terminal.")
    ] = False,
    human: Annotated[
        str | None, typer.Option("--human", metavar="SIDE", help="Side that you play; `all` for every side.")
    ] = None,
    dice: Annotated[bool, typer.Option("--dice", help="Roll real dice and type in the results.")] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Continue the game in this record.")
    ] = None,
    terms: TermsOf = None,
    errata: ErrataSet = None,
    force: Force = False,
) -> None:
    """Play a scenario; exit code 0 played, 1 ended by a player or the rules, 2 could not be played."""
    seconds = seconds_of(limit)
    _without_play(terms, (record, html, interactive, human, dice, log))
    if _same(record, html):
        words.give_up(f"--record and --html both name {html}", "name two files")
    goes_on = _same(record, resume)
    must_be_free(None if goes_on else record, html, force=force)
    if html is not None:
        outputs.must_be_built("replay")
    begun = _begun(resume, buy)
    if begun is not None:
        opened, prepared = scenario_of_record(begun, game)
        seed = begun.seed
    else:
        opened = open_to_play(game, errata)
        prepared = prepare_scenario(opened, scenario or _shortest(opened), options, forces_of(buy or [], opened))
    if terms is not None:
        at = replayed_state(begun, prepared) if begun is not None else prepared.play.begin()
        say_terms(prepared, at, terms)
        return
    at_table = interactive or human is not None
    teller = Teller(prepared, opened, log=log or at_table or dice)
    chosen = {**dict.fromkeys(prepared.sides, usual_player(prepared.play)), **players_of(player or [], prepared.sides)}
    order = api.play.PlayOrder(seed, chosen, seconds, seen=teller.seen)
    person = None
    if at_table or dice:
        sides = _sides_of(human, prepared.sides) if at_table else ()
        person = Person(prepared, teller, sides, opened, record)
        person.sit_down(order, dice=dice)
    try:
        table = _resumed(prepared, order, begun) if begun else api.play.GameUnderWay(prepared, order)
    except NoSuchPlayer as error:
        words.give_up(str(error), error.hint)
    if begun:
        teller.skip_events(table.match)
    if (engine := engine_module.engine()) == engine_module.SLOW:
        words.say_progress(engine)
    teller.begin(seed, table.names)
    teller.print_lead(table.match)
    played = _play(table, teller, person, record)
    if html is not None:
        write_page(html, opened, prepared, played.match, played.record)
    _leave(played)


def _begun(resume: Path | None, buy: Sequence[str] | None) -> Record | None:
    """Return the record that goes on, None for a new game; end the command if forces are bought for a record."""
    if resume is None:
        return None
    if buy:
        words.give_up("--buy does not go with --resume: the forces are those of the record", "leave --buy out")
    return record_of(resume)


def _without_play(terms: str | None, others: Sequence[object]) -> None:
    """End the command if an attack is to be shown and one of the options of a game that is played is there."""
    if terms is not None and any(others):
        words.give_up(
            "--terms only shows an attack: it does not go with options of a game that is played", "leave one out"
        )


def replayed_state(record: Record, prepared: Prepared) -> State:
    """Return the position at the end of a record; end the command if it cannot be replayed."""
    errors, differences = api.play.what_differs(record, prepared)
    show([*differences, *errors])
    if errors:
        raise typer.Exit(words.ERRORS)
    replayed = api.play.replay_record(record, prepared)
    if replayed.findings:
        show(replayed.findings)
        raise typer.Exit(words.ERRORS)
    state: State = replayed.match.playout.state
    return state


def say_terms(prepared: Prepared, state: State, text: str) -> None:
    """Print the terms of an attack in a position; end the command if it is impossible."""
    try:
        found = terms_of(prepared, state, text)
    except LookupError as error:
        words.give_up(str(error.args[0]))
    words.say("".join(f"{line}\n" for line in terms_lines(found)))


def _same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and os.path.realpath(one) == os.path.realpath(other)


def _shortest(game: Game) -> str | None:
    """Return the scenario played where none is named: the shortest; say which that is."""
    known = linking.scenarios.scenarios(game).scenarios
    found = api.play.shortest(game) if len(known) > 1 else None
    if found is not None:
        words.say(f"No scenario named: the shortest of {len(known)}, `--scenario {found}`.\n")
    return found


def _resumed(prepared: Prepared, order: PlayOrder, record: Record) -> GameUnderWay:
    try:
        return api.play.resume(prepared, order, record)
    except api.play.NotResumable as error:
        show(error.findings)
        words.give_up(str(error))


def _play(table: GameUnderWay, teller: Teller, person: Person | None, record: Path | None) -> PlayedGame:
    try:
        played = person.play(table) if person else table.play()
    except KeyboardInterrupt:
        if record is not None:
            outputs.write(record, simulator.record.text_of(table.record_of_interrupted()).encode())
            words.stop_interrupted(f"interrupted; the game so far is in {record}")
        raise
    teller.end(played)
    if record is not None:
        outputs.write(record, simulator.record.text_of(played.record).encode())
        words.say(f"wrote {record}\n")
    return played


def write_page(file: Path, game: Game, prepared: Prepared, match: Match, record: Record) -> None:
    """Write the page on which a game is watched."""
    page = api.play.replay_html(game, prepared, match, record).encode("utf-8", "replace")
    outputs.write(file, page)
    words.say(f"wrote {file} ({len(page) / 1e6:.1f} MB); open it in a browser\n")


def _leave(played: PlayedGame) -> None:
    ending: Ending = played.ending
    if ending.ended == "player":
        words.say_error(f"{ending.message}; the game ends here")
    elif ending.ended == "fault":
        words.say_error(f"the rules failed: {ending.message}", "please report it with the record (--record FILE)")
    if ending.ended in ("player", "fault"):
        raise typer.Exit(words.ERRORS)


def prepare_scenario(
    game: Game, scenario: str | None, options: str | None = None, forces: Mapping[str, str] | None = None
) -> Prepared:
    """Return the scenario, ready to be played; end the command if it cannot be."""
    with playing(game):
        name = api.play.scenario_of(game, scenario)
        return api.play.prepare(game, name, options_of(game, options), forces)


def _sides_of(human: str | None, sides: Sequence[str]) -> tuple[str, ...]:
    if human == "all":
        return tuple(sides)
    return (one_of(human, (*sides, "all"), "--human") if human else sides[0],)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record written by `forge play --record`.")],
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Stop after action N.", show_default=False)
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Folder of the game, if it cannot be found by name.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page on which to watch the game.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print every event with its clause.")] = False,
    terms: TermsOf = None,
    force: Force = False,
) -> None:
    """Replay a record; exit code 0 as recorded, 1 it parts or is none, 2 could not be done."""
    must_be_free(html, force=force)
    if html is not None:
        outputs.must_be_built("replay")
    data = outputs.read(file, simulator.record.MAX_BYTES)
    record, warnings = _record(data, file)
    opened, prepared = scenario_of_record(record, game)
    errors, more = api.play.what_differs(record, prepared, str(file))
    show([*warnings, *more, *errors])
    if errors:
        raise typer.Exit(words.ERRORS)
    teller = Teller(prepared, log=log)
    # events are told as they come: their words name the turn and the supply of that moment
    replayed = api.play.replay_record(record, prepared, to, str(file), data.decode(), teller.print_new)
    _tell(record, replayed, teller, to)
    if terms is not None and not replayed.findings:
        say_terms(prepared, replayed.match.playout.state, terms)
    if html is not None:
        write_page(html, opened, prepared, replayed.match, record)
    raise typer.Exit(words.ERRORS if replayed.findings or replayed.fault else words.CLEAN)


def record_of(file: Path) -> Record:
    """Read a record's file; end the command if it is none."""
    record, warnings = _record(outputs.read(file, simulator.record.MAX_BYTES), file)
    show(warnings)
    return record


def scenario_of_record(record: Record, folder: str | None) -> tuple[Game, Prepared]:
    """Return the installed game and scenario that a record names."""
    setting = record.setting
    game = open_game(folder or setting.game, _errata(record, open_game(folder or setting.game, "none")))
    known = {
        option.id
        for document, _ in game.documents("options", documents.rulebook.OptionsDocument)
        for option in document.options
    }
    chosen = [option for option in setting.options if option in known]
    return game, prepare_scenario(game, setting.scenario, ",".join(chosen) or "none", setting.forces)


def show(findings: Iterable[Diagnostic]) -> None:
    """Print findings about a record, a line each with its notes."""
    for finding in findings:
        words.say(f"{report.line(finding)}\n" + "".join(f"  = {one_line(note)}\n" for note in finding.notes))


def _errata(record: Record, game: Game) -> str:
    """Return the ids of the errata the record was played with; errata added since are not applied.

    Those that are gone, rejected or withdrawn by now are left out; then the content differs, and a message says why.
    """
    lists = [document.errata for document, _ in game.documents("errata", documents.errata.ErrataDocument)]
    known = {each.id for errata in lists for each in errata if each.status in APPLICABLE}
    copies = [name for name in reading.errata.copies_in(record.setting.errata) if f"copies/{name}.yaml" in game.files]
    words_ = [id_ for id_ in record.setting.corrections if id_ in known] + [
        f"{reading.errata.COPY_PREFIX}{name}" for name in copies
    ]
    return ",".join(words_) or "none"


def _tell(record: Record, replayed: ReplayResult, teller: Teller, to: int | None) -> None:
    """Print the outcome of the replay."""
    match = replayed.match
    teller.print_new(match)
    show(replayed.findings)
    at = f"{replayed.done} of {len(record.actions)} actions"
    if replayed.findings:
        words.say(f"parted after {at}\n")
    elif record.end.ended == "fault" and to is None:
        said = f"the rules fail as recorded: {replayed.fault}" if replayed.fault else "the rules fail no more"
        words.say(f"{said} ({at})\n")
    else:
        score = teller.score(match)
        words.say(f"replayed {at} as recorded" + (f"; score: {score}" if score else "") + "\n")
        if not match.playout.over:
            playout = match.playout
            turn = teller.turn(match.play.turn(playout.state))
            words.say(f"{turn}: next is {playout.frame.step} [{playout.step.clause}]\n")


def _record(data: bytes, file: Path) -> tuple[Record, list[Diagnostic]]:
    try:
        return simulator.record.read_record(data, str(file))
    except simulator.record.BadRecordError as error:
        show([error.finding])
        raise typer.Exit(words.ERRORS) from error
