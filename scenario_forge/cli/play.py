"""``forge play``: a scenario played to its end, by players or with a person at the table."""

from __future__ import annotations

import os
from pathlib import Path  # noqa: TC003 - typer reads annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import Force, must_be_free
from scenario_forge.cli.words import ErrataSet, GameName  # noqa: TC001 - typer reads annotations at run time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.api.play import Order, Played, Prepared, Table
    from scenario_forge.cli.play_human import Person
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.drive import Ending, Match
    from scenario_forge.simulator.record import Record

BEST = "competent"
"""The player that plays where nothing is said, if the rules have it."""
ScenarioName = Annotated[
    str | None, typer.Option("--scenario", "-s", metavar="NAME", help="Scenario to play.", show_default=False)
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
            help="random, idle, a player of the rule system (competent), or an installed one; repeatable.",
        ),
    ] = None,
    options: Annotated[
        str | None,
        typer.Option("--options", metavar="IDS", help="Optional rules to use instead of the scenario's: a,b or none."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", "-o", metavar="FILE", help="Save the game to this file, for replay.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page on which to watch the game.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print every event with its clause.")] = False,
    limit: Annotated[
        float, typer.Option("--limit", metavar="SECONDS", help="Time limit per decision in seconds; 0 for none.")
    ] = 60.0,
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
    errata: ErrataSet = None,
    force: Force = False,
) -> None:
    """Play a scenario; exit code 0 played, 1 ended by a player or the rules, 2 could not be played."""
    from scenario_forge.api.play import Order, Table  # noqa: PLC0415
    from scenario_forge.cli.play_words import Teller  # noqa: PLC0415
    from scenario_forge.cli.replay import record_of, scenario_of_record  # noqa: PLC0415
    from scenario_forge.simulator.players import NoSuchPlayer  # noqa: PLC0415

    seconds = words.seconds_of(limit)
    if _same(record, html):
        words.give_up(f"--record and --html both name {html}", "name two files")
    goes_on = _same(record, resume)
    must_be_free(None if goes_on else record, html, force=force)
    begun = record_of(resume) if resume else None
    if begun is not None:
        opened, prepared = scenario_of_record(begun, game)
        seed = begun.seed
    else:
        opened = words.open_game(game, errata)
        prepared = prepared_for(opened, scenario or _shortest(opened), options)
    at_table = interactive or human is not None
    teller = Teller(prepared, opened, log=log or at_table or dice)
    chosen = {**_usual(prepared), **players_of(player or [], prepared.sides)}
    order = Order(seed, chosen, seconds, seen=teller.seen)
    person = None
    if at_table or dice:
        from scenario_forge.cli.play_human import Person  # noqa: PLC0415

        sides = _sides_of(human, prepared.sides) if at_table else ()
        person = Person(prepared, teller, sides, opened, record)
        person.sit_down(order, dice=dice)
    try:
        table = _resumed(prepared, order, begun) if begun else Table(prepared, order)
    except NoSuchPlayer as error:
        words.give_up(str(error), f"there are {', '.join(error.known)}")
    if begun:
        teller.told_already(table.match)
    teller.begin(seed, table.names)
    teller.tell_lead(table.match)
    played = _play(table, teller, person, record)
    if html is not None:
        write_page(html, opened, prepared, played.match, played.record)
    _leave(played)


def _same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and os.path.realpath(one) == os.path.realpath(other)


def _usual(prepared: Prepared) -> Mapping[str, str]:
    """Who plays unless it is said: one who knows the rules, where the system has one."""
    return dict.fromkeys(prepared.sides, BEST) if BEST in prepared.play.players() else {}


def _shortest(game: Game) -> str | None:
    """The scenario that is played where none is named: the shortest, and it is said which that is."""
    from scenario_forge.api.play_lead import shortest  # noqa: PLC0415
    from scenario_forge.project.scenarios import scenarios  # noqa: PLC0415

    known = scenarios(game).scenarios
    found = shortest(game) if len(known) > 1 else None
    if found is not None:
        words.say(f"No scenario named: the shortest of {len(known)}, `--scenario {found}`.\n")
    return found


def _resumed(prepared: Prepared, order: Order, record: Record) -> Table:
    from scenario_forge.api.play import NotResumable, resume  # noqa: PLC0415
    from scenario_forge.cli.replay import show  # noqa: PLC0415

    try:
        return resume(prepared, order, record)
    except NotResumable as error:
        show(error.findings)
        words.give_up(str(error))


def _play(table: Table, teller: Teller, person: Person | None, record: Path | None) -> Played:
    from scenario_forge.simulator.record import text_of  # noqa: PLC0415

    try:
        played = person.play(table) if person else table.play()
    except KeyboardInterrupt:
        if record is not None:
            words.write(record, text_of(table.record_of_interrupted()).encode())
            words.interrupted(f"interrupted; the game so far is in {record}")
        raise
    teller.end(played)
    if record is not None:
        words.write(record, text_of(played.record).encode())
        words.say(f"wrote {record}\n")
    return played


def write_page(file: Path, game: Game, prepared: Prepared, match: Match, record: Record) -> None:
    """The page on which a game is watched."""
    from scenario_forge.api.play import replay_html  # noqa: PLC0415

    page = replay_html(game, prepared, match, record).encode("utf-8", "replace")
    words.write(file, page)
    words.say(f"wrote {file} ({len(page) / 1e6:.1f} MB); open it in a browser\n")


def _leave(played: Played) -> None:
    ending: Ending = played.ending
    if ending.ended == "player":
        words.say_error(f"{ending.message}; the game ends here")
    elif ending.ended == "fault":
        words.say_error(f"the rules failed: {ending.message}", "please report it, with the record (--record FILE)")
    if ending.ended in ("player", "fault"):
        raise typer.Exit(words.ERRORS)


def prepared_for(game: Game, scenario: str | None, options: str | None = None) -> Prepared:
    """The scenario, ready to be played; the command ends if it cannot be."""
    from scenario_forge.api.play import NotPlayable, prepare, scenario_of  # noqa: PLC0415
    from scenario_forge.compiler.problems import CompileError  # noqa: PLC0415

    try:
        name = scenario_of(game, scenario)
        return prepare(game, name, options_of(game, options))
    except CompileError as error:
        words.give_up(str(error), f"`{words.check_of(game)}` shows everything that is wrong with the game")
    except (LookupError, NotPlayable) as error:
        words.give_up(str(error))


def options_of(game: Game, text: str | None) -> list[str] | None:
    """The ids of `--options`; None where nothing is said. The command ends if one is unknown."""
    if text is None:
        return None
    from scenario_forge.documents.rulebook import OptionsDocument  # noqa: PLC0415

    known = tuple(
        option.id for document, _ in game.documents("options", OptionsDocument) for option in document.options
    )
    named = [name.strip() for name in text.split(",") if name.strip()]
    if named == ["none"]:
        return []
    return [words.one_of(name, known, "--options") for name in named]


def players_of(given: Sequence[str], sides: Sequence[str]) -> Mapping[str, str]:
    """``--player allied=idle``; a name without a side is for all."""
    found: dict[str, str] = {}
    for each in given:
        side, equals, name = each.partition("=")
        if not equals:
            found.update(dict.fromkeys(sides, side))
        else:
            found[words.one_of(side.strip(), tuple(sides), "SIDE in --player")] = name.strip()
    return found


def _sides_of(human: str | None, sides: Sequence[str]) -> tuple[str, ...]:
    if human == "all":
        return tuple(sides)
    return (words.one_of(human, (*sides, "all"), "--human") if human else sides[0],)
