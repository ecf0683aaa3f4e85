"""``forge replay``: a recorded game again, to the same state or to where it parts."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads annotations at run time
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge.cli import words
from scenario_forge.cli.outputs import Force, must_be_free

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.api.play import Prepared
    from scenario_forge.cli.play_words import Teller
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.record import Record
    from scenario_forge.simulator.replay import Replayed


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
    force: Force = False,
) -> None:
    """Replay a record; exit code 0 as recorded, 1 it parts or is none, 2 could not be done."""
    from scenario_forge.api.play import replay_record, what_differs  # noqa: PLC0415
    from scenario_forge.cli.play import write_page  # noqa: PLC0415
    from scenario_forge.cli.play_words import Teller  # noqa: PLC0415

    must_be_free(html, force=force)
    data = _bytes(file)
    record, warnings = _record(data, file)
    opened, prepared = scenario_of_record(record, game)
    errors, more = what_differs(record, prepared, str(file))
    show([*warnings, *more, *errors])
    if errors:
        raise typer.Exit(words.ERRORS)
    replayed = replay_record(record, prepared, to, str(file), data.decode())
    _tell(record, replayed, Teller(prepared, log=log), to)
    if html is not None:
        write_page(html, opened, prepared, replayed.match, record)
    raise typer.Exit(words.ERRORS if replayed.findings or replayed.fault else words.CLEAN)


def record_of(file: Path) -> Record:
    """A record's file, read; the command ends if it is none."""
    record, warnings = _record(_bytes(file), file)
    show(warnings)
    return record


def _record(data: bytes, file: Path) -> tuple[Record, list[Diagnostic]]:
    from scenario_forge.simulator.record import BadRecordError, read_record  # noqa: PLC0415

    try:
        return read_record(data, str(file))
    except BadRecordError as error:
        show([error.finding])
        raise typer.Exit(words.ERRORS) from error


def _bytes(file: Path) -> bytes:
    from scenario_forge.simulator.record import MAX_BYTES  # noqa: PLC0415

    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        words.give_up(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}")


def scenario_of_record(record: Record, folder: str | None) -> tuple[Game, Prepared]:
    """The game of the record and its scenario, as they are here and now."""
    from scenario_forge.cli.play import prepared_for  # noqa: PLC0415
    from scenario_forge.documents.rulebook import OptionsDocument  # noqa: PLC0415

    setting = record.setting
    game = words.open_game(folder or setting.game, _errata(record, words.open_game(folder or setting.game, "none")))
    known = {option.id for document, _ in game.documents("options", OptionsDocument) for option in document.options}
    chosen = [option for option in setting.options if option in known]
    return game, prepared_for(game, setting.scenario, ",".join(chosen) or "none")


def show(findings: Iterable[Diagnostic]) -> None:
    """Findings about a record, a line each with its notes."""
    from scenario_forge.diagnostics.render import concise  # noqa: PLC0415
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415

    for finding in findings:
        words.say(f"{concise.line(finding)}\n" + "".join(f"  = {one_line(note)}\n" for note in finding.notes))


def _errata(record: Record, game: Game) -> str:
    """The errata that the record was played with, by id: what was added to the lists since is not laid over it.

    Those that are gone, rejected or withdrawn by now are left out; then the content differs, and it is told why.
    """
    from scenario_forge.documents.errata import ErrataDocument  # noqa: PLC0415
    from scenario_forge.project.reading.copies import PREFIX, copies_in  # noqa: PLC0415
    from scenario_forge.project.reading.errata import APPLICABLE  # noqa: PLC0415

    lists = [document.errata for document, _ in game.documents("errata", ErrataDocument)]
    known = {each.id for errata in lists for each in errata if each.status in APPLICABLE}
    copies = [name for name in copies_in(record.setting.errata) if f"copies/{name}.yaml" in game.files]
    words_ = [id_ for id_ in record.setting.corrections if id_ in known] + [f"{PREFIX}{name}" for name in copies]
    return ",".join(words_) or "none"


def _tell(record: Record, replayed: Replayed, teller: Teller, to: int | None) -> None:
    """What the replay came to."""
    match = replayed.match
    teller.tell_new(match)
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
