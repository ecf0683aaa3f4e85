"""``forge tune``: finds the smallest change that brings a scenario into its target band."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api
from scenario_forge.api.trials.tune_report import band_text, paired_line, share_text, yaml_of
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ChoiceLimit,
    ErrataSet,
    FirstSeed,
    GameName,
    Jobs,
    Players,
    ScenarioName,
    TextOrJson,
    at_least_one,
    one_of,
    open_to_play,
    players_of,
    playing,
    seconds_of,
    sides_of,
)
from scenario_forge.cli.playtest import health_lines
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.playtest.summary import heading
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.api.trials.tune import TuneOrder
    from scenario_forge.api.trials.tune_report import Tried, Tuned
    from scenario_forge.game.game import Game


FORMATS = ("text", "json")


def tune(
    game: GameName,
    scenario: ScenarioName = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", metavar="N", help="Maximum number of games for each change; default: 400."),
    ] = None,
    kinds: Annotated[
        str | None,
        typer.Option("--kinds", metavar="NAMES", help="Kinds of change to try: replacements,points."),
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", help="Largest change to try of each kind.")] = 10,
    player: Players = None,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    errata: ErrataSet = None,
    write: Annotated[bool, typer.Option("--write", help="Write the changes into the scenario's file.")] = False,
    format_: TextOrJson = "text",
    limit: ChoiceLimit = 60.0,
) -> None:
    """Bring a scenario into its band; exit code 0 it is or a change does, 1 not, or not sure, 2 could not be done."""
    format_ = one_of(format_, FORMATS, "--format")
    at_least_one(games=games, most=most, jobs=jobs)
    seconds = seconds_of(limit)
    loaded = open_to_play(game, errata)
    if write:
        outputs.must_be_yours(loaded.folder)

    sides = sides_of(loaded)
    chosen = tuple(dict.fromkeys(name.strip() for name in (kinds or "").split(",") if name.strip()))
    order = api.trials.tune.TuneOrder(
        scenario, games, most, chosen, players=players_of(player or [], sides), seed=seed, jobs=jobs, limit=seconds
    )
    found = _tuned(loaded, order, told=format_ == "text")
    _give(loaded, found, format_, write=write)
    if found.outcome not in ("in-band", "found"):
        raise typer.Exit(words.ERRORS)


def _tuned(loaded: Game, order: TuneOrder, *, told: bool) -> Tuned:
    """Search for a change; end the command if the scenario cannot be played or has no target."""
    line = Meter("games", quiet=not told)
    known: list[Tuned] = []

    def tell(tuned: Tuned) -> None:
        line.hide()
        if told and not known:
            words.say(head(tuned))
        if told:
            words.say(row(tuned, tuned.tried[-1]))
        known.append(tuned)

    order = replace(order, seen=line.show, told=tell)
    try:
        with playing(loaded), line:
            return api.trials.tune.tune(loaded, order)
    except ValueError as error:
        words.give_up(str(error))
    except KeyboardInterrupt:
        count = len(known[-1].tried) if known else 0
        words.stop_interrupted(f"interrupted: {count} questions answered, what was found until then is above")


def _give(loaded: Game, found: Tuned, format_: str, *, write: bool) -> None:
    """Write the answer; and the file, if it is wanted."""
    words.say(found.model_dump_json(indent=1) + "\n" if format_ == "json" else answer(found, written=write))
    if not write or found.outcome != "found":
        return
    try:
        path = api.trials.tune_report.write_changes(loaded, found)
    except EditRefused as refused:
        words.give_up(str(refused), "without --write the changes are shown, to be pasted")
    if format_ == "text":
        words.say(f"wrote {words.relative_path(path)}\n")


# -- what tuning found, for a terminal -------------------------------------------------------------


_VERDICTS = {"inside": "in the band", "below": "below it", "above": "above it", "undecided": "undecided"}


def head(tuned: Tuned) -> str:
    """Return the question: what is asked, and of whom."""
    players = ", ".join(f"{side} {name}" for side, name in tuned.players.items())
    return (
        f"{one_line(tuned.title)}: {one_line(tuned.scenario_title)} ({tuned.scenario})\n"
        f"{tuned.side} is to win {band_text(tuned)} of games; {players}; errata {one_line(tuned.errata)}\n\n"
    )


def row(tuned: Tuned, tried: Tried) -> str:
    """Return one question and the result of its games."""
    name = f"{tried.what}, other seeds" if tried.again else tried.what
    failed = f"; {tried.failed} games failed" if tried.failed else ""
    if tried.played:
        lines = [f"{one_line(name)}: {_VERDICTS[tried.verdict]}{_seems(tuned, tried)}"]
        lines.append(f"    {tuned.side} won {share_text(tuned, tried)}{failed}")
        lines += [f"    {line}" for line in paired_line(tried)]
    else:
        lines = [f"{one_line(name)}: {_VERDICTS[tried.verdict]}, not played", f"    {_unplayed(tuned, tried)}"]
    return "\n".join(f"  {line}" for line in lines) + "\n"


def _unplayed(tuned: Tuned, tried: Tried) -> str:
    """Return why a change need not be played."""
    lost = f"the closest was lost by {plural(tried.closest, 'point')}" if tried.closest else "the closest was drawn"
    return f"at best {share_text(tuned, tried)}: it moves a game by {plural(tried.worth, 'point')} at most, {lost}"


def _seems(tuned: Tuned, tried: Tried) -> str:
    """Return on which side an undecided result seems to lie."""
    if tried.verdict != "undecided" or not tried.games:
        return ""
    wins = tried.wins
    inside = tuned.low <= wins.low and wins.high <= tuned.high
    where = "below it" if wins.high < tuned.low else "above it" if wins.low > tuned.high else "in it" if inside else ""
    return f", seems {where}" if where else ""


def answer(tuned: Tuned, *, written: bool) -> str:
    """Return the result, and what to write."""
    lines = ["", *_standing(tuned), *_answer(tuned), *(f"note: {one_line(note)}" for note in tuned.notes)]
    text = "\n".join(lines) + "\n"
    if tuned.found and not (written and tuned.outcome == "found"):
        text += f"\n{yaml_of(tuned)}"
    return text


def _standing(tuned: Tuned) -> Iterator[str]:
    """Yield the players' health, and what it means for the answer that follows."""
    if tuned.health is not None:
        yield from health_lines(tuned.health)
        yield ""
        head = heading(tuned.health, "undecided" if tuned.outcome in ("undecided", "unsure") else "").upper()
        yield f"{head}: {tuned.health.reason}{f' [{tuned.health.code}]' if tuned.health.code else ''}."


def _answer(tuned: Tuned) -> Iterator[str]:
    sure, most, base = f"{100 * (1 - tuned.wrongly_inside):.3g} %", tuned.most_games, tuned.tried[0]
    found = tuned.found
    if tuned.outcome == "in-band":
        yield f"It is in the band at {sure} as it is: nothing to change."
    elif not base.games:
        yield "No game came to its end; a playtest of the scenario says why."
    elif tuned.outcome == "withheld" and tuned.health:
        yield f"No verdict is given, and no change was tried: `forge explain {tuned.health.code}`."
    elif tuned.outcome == "undecided":
        yield from _undecided(tuned, base)
    elif tuned.outcome == "found" and found:
        played = sum(each.played for each in tuned.tried)
        yield f"In the band at {sure}: {one_line(found.what)}."
        yield f"Found in {played} tries on the same seeds, and true on other seeds too."
        yield "It holds for these players and these errata."
    elif tuned.outcome == "unsure" and found:
        yield f"Undecided after {most} games each. What comes nearest: {one_line(found.what)}."
        yield f"It may be in the band; nothing is written. {_try_more(tuned, found)}"
    else:
        yield from _nothing(tuned)


def _undecided(tuned: Tuned, base: Tried) -> Iterator[str]:
    """Yield that the scenario as it is stays undecided; perhaps which way it leans."""
    wins = base.wins
    if wins.high < tuned.low:
        yield f"It seems to lie below the band: {tuned.side} won {share_text(tuned, base)}."
        yield "That is not sure enough yet to look for changes; nothing was tried."
    elif wins.low > tuned.high:
        yield f"It seems to lie above the band: {tuned.side} won {share_text(tuned, base)}."
        yield "That is not sure enough yet to look for changes; nothing was tried."
    else:
        yield f"Undecided: {tuned.side} won {share_text(tuned, base)}, which may be in the band and may be outside."
    yield _try_more(tuned, base)


def _nothing(tuned: Tuned) -> Iterator[str]:
    kinds = " or ".join(tuned.kinds)
    if any(each.verdict == "undecided" for each in tuned.tried):
        yield f"Of no change of {kinds} up to {tuned.most} is it known that it brings it into the band; those that are"
        yield "undecided seem to fall short. More games may tell (--games), or larger changes (--most)."
    else:
        yield f"No change of {kinds} up to {tuned.most} brings it into the band."
        yield "Larger ones are tried with --most; or the set-up, the rows or the band are to be thought over."


def _try_more(tuned: Tuned, tried: Tried) -> str:
    """Return how many games to ask for: half as many again as the average need, since half of all cases need more."""
    if tried.more is None:
        return "More games may tell: --games."
    wanted = tuned.most_games + -(-tried.more * 3 // 2)
    return f"Try --games {-(-wanted // 10) * 10}. That many would most likely tell, if they go as these went."
