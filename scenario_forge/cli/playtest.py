"""``forge playtest``: plays a scenario many times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, reports, simulator, source
from scenario_forge import playtest as playtests
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ChoiceLimit,
    ErrataSet,
    FirstSeed,
    Force,
    GameName,
    Jobs,
    OptionIds,
    Players,
    ScenarioName,
    TextOrJson,
    at_least_one,
    one_of,
    open_game,
    open_to_play,
    options_of,
    players_of,
    playing,
    seconds_of,
    sides_of,
)
from scenario_forge.cli.outputs import must_be_free
from scenario_forge.cli.words import Heads, Meter, printable, table
from scenario_forge.mechanics import engine
from scenario_forge.playtest.by_turn import length_unit
from scenario_forge.playtest.people import people_rows, people_tally
from scenario_forge.playtest.summary import heading, heads_and_rows, health_without_verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.api.trials.playtest import PlaytestOrder, PlaytestResult
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.report import Health, PairedFound, Report, Share, Spread, Summary, TargetFound


FORMATS = ("text", "json")


def playtest(
    game: GameName,
    scenario: ScenarioName = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Number of games; default: 200.")
    ] = None,
    player: Players = None,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    options: OptionIds = None,
    errata: ErrataSet = None,
    until: Annotated[
        bool, typer.Option("--until", help="Stop as soon as it is certain whether the target in playtest.yaml is met.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="WHAT=VALUE", help="Compare on the same seeds with: errata=none, options=a,b …"
        ),
    ] = None,
    matrix: Annotated[
        str | None,
        typer.Option("--matrix", metavar="NAMES", help="Play every pairing of these players: random,competent."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder to keep games in; an interrupted run continues."),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")] = None,
    format_: TextOrJson = "text",
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Address of a dask scheduler: tcp://host:8786.")
    ] = None,
    limit: ChoiceLimit = 60.0,
    force: Force = False,
) -> None:
    """Play many games; exit code 0 all played (whatever came of them), 1 some failed, 2 could not be done."""
    format_ = one_of(format_, FORMATS, "--format")
    _sensible(games, jobs, until=until, against=bool(against), matrix=matrix)
    seconds = seconds_of(limit)
    must_be_free(html, output / "report.json" if output else None, force=force)
    loaded = open_to_play(game, errata)
    sides = sides_of(loaded)
    chosen = options_of(loaded, options)
    order = api.trials.playtest.PlaytestOrder(
        scenario=scenario,
        games=games,
        players=players_of(player or [], sides),
        seed=seed,
        jobs=jobs,
        errata=loaded.errata,
        options=None if chosen is None else tuple(chosen),
        until=until,
        against=tuple(_variant(game, loaded, each) for each in against or ()),
        matrix=_matrix(matrix),
        output=output,
        cluster=cluster,
        limit=seconds,
    )
    tested = _played(game, order, loaded, quiet=format_ == "json")
    _give(tested, format_, output, html)
    if tested.failed:
        raise typer.Exit(words.ERRORS)


def _sensible(games: int | None, jobs: int | None, *, until: bool, against: bool, matrix: str | None) -> None:
    at_least_one(games=games, jobs=jobs)
    if sum((until, against, matrix is not None)) > 1:
        words.give_up("--until, --against and --matrix cannot be combined")


def _matrix(text: str | None) -> tuple[str, ...]:
    if text is None:
        return ()
    found = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    return found or words.give_up("--matrix names players: random,competent")


def _variant(name: str, loaded: Game, text: str) -> api.trials.playtest.Variant:
    """Read one ``--against``: ``errata=none``, ``options=a,b`` or ``scenario=other``."""
    what, equals, value = text.partition("=")
    if not equals or not value:
        words.give_up(f"--against takes errata=SET, options=IDS or scenario=NAME, not `{text}`")
    what = one_of(what, ("errata", "options", "scenario"), "--against")
    if what == "errata":
        open_game(name, value)
        return api.trials.playtest.Variant(text, errata=value)
    if what == "scenario":
        return api.trials.playtest.Variant(text, scenario=value)
    return api.trials.playtest.Variant(text, options=tuple(options_of(loaded, value) or ()))


def _played(name: str, order: PlaytestOrder, loaded: Game, *, quiet: bool) -> PlaytestResult:
    """Play the games; end the command if they cannot be played."""
    if not quiet:
        words.say_progress(engine.engine())
    line = Meter("games", quiet=quiet)
    try:
        with playing(loaded), line:
            return api.trials.playtest.playtest(name, replace(order, seen=line.show), loaded)
    except playtests.result.OtherRunError as error:
        words.give_up(str(error), "give another --output, or remove that folder")
    except (simulator.runner.NoClusterError, playtests.run.OtherVersionError, source.files.Busy) as error:
        words.give_up(str(error))
    except OSError as error:
        words.give_up(f"{order.output}: {error.strerror or error}")
    except KeyboardInterrupt:
        kept = f"; the same command goes on with {order.output}" if order.output else "; --output keeps games"
        words.stop_interrupted(f"interrupted after {line.done} games{kept}")


def _give(tested: PlaytestResult, format_: str, output: Path | None, html: Path | None) -> None:
    """Write the report, wherever it is wanted."""
    text = playtests.report.json_of(tested.report)
    words.say(text if format_ == "json" else report_text(tested.report))
    for path, data in ((output / "report.json" if output else None, text), (html, None)):
        if path is None:
            continue
        if data is None:
            data = reports.playtest.playtest_page(tested.report, tested.games, tested.sketch)  # noqa: PLW2901 - made when it is needed
        outputs.write(path, data.encode())
        if format_ == "text":
            words.say(f"wrote {path}\n")
    if tested.lost:
        words.say_error(f"{tested.lost} kept games were cut or edited; they were played again")
    if tested.deaths:
        words.say_error(f"a worker died {tested.deaths} times; its games were played again")
    if tested.failed:
        where = f"; their records are in {output / 'failed'}" if output else "; --output DIR keeps their records"
        words.say_error(f"{tested.failed} games did not come to their end{where}")


# -- what many games say, for a terminal -----------------------------------------------------------


BAR = 24
MOST_PEOPLE = 10
"""The latest games between people that are listed."""
_VERDICTS = {
    "inside": "INSIDE the band",
    "below": "BELOW the band",
    "above": "ABOVE the band",
    "undecided": "UNDECIDED: more games are needed",
}


def report_text(report: Report) -> str:
    """Return the report of a playtest as text for a terminal."""
    lines = [f"{report.title}: {report.scenario_title} ({report.scenario})", "", *_people(report)]
    if report.base:
        lines += _base(report.base, report.target)
    for summary in report.variants:
        lines += [
            "",
            f"{summary.name}: {_players_told(summary)}",
            *_wins(summary, None),
            "",
            *health_lines(summary.health),
        ]
    if report.comparisons and report.base:
        lines += ["", *_comparisons(report)]
    if report.matrix:
        lines += _matrix_told(report)
    return "\n".join(map(printable, lines)) + "\n"


def _people(report: Report) -> Iterator[str]:
    """Yield the results of games between people, which come before those of computer players."""
    if report.people:
        yield people_tally(report.people, report.sides)
        yield from table(people_rows(report.people[:MOST_PEOPLE]))
        if len(report.people) > MOST_PEOPLE:
            yield f"  … and {len(report.people) - MOST_PEOPLE} earlier"
        yield ""


def _players_told(summary: Summary) -> str:
    return ", ".join(f"{side} {name}" for side, name in summary.players.items())


def _base(base: Summary, target: TargetFound | None) -> Iterator[str]:
    options = ", ".join(base.options) or "none"
    yield f"{base.whole} games; {_players_told(base)}; errata {base.errata}; options {options}"
    for ended, count in base.failed.items():
        first = next(each for each in base.failures if each.ended == ended)
        yield f"  {count} did not come to their end ({ended}): seed {first.seed}, {first.message}"
    if not base.whole:
        return
    yield ""
    yield from _wins(base, target)
    yield ""
    yield from _verdict(target, base.health) if target else _standing(base.health)
    yield ""
    yield from health_lines(base.health)
    yield ""
    yield from _spreads(base)
    yield from _held(base)
    yield from _history(base)
    yield from _unused(base)


def _wins(base: Summary, target: TargetFound | None) -> Iterator[str]:
    for side, share in base.wins.items():
        band = (target.low, target.high) if target and target.side == side else None
        yield f"  {side:<12.12} {_share(share, band)}"
    yield f"  {'draw':<12} {_share(base.draws, None)}"
    for level in base.levels:
        if level.level and level.side:
            yield f"    {f'{level.side} {level.level}':<20.20} {_figures(level.games)}"
    if base.early.count:
        yield f"    {'ended early':<20} {_figures(base.early)}"


def _share(share: Share, band: tuple[float, float] | None) -> str:
    full, edge = ("#", ".") if words.ascii_only() else ("█", "·")
    cells = [full if (n + 0.5) / BAR <= share.share else edge for n in range(BAR)]
    if band:
        for mark in band:
            cells[min(BAR - 1, int(mark * BAR))] = "|"
    return f"{''.join(cells)} {_figures(share)}"


def _figures(share: Share) -> str:
    between = f"({100 * share.low:.1f} to {100 * share.high:.1f} %)"
    return f"{100 * share.share:5.1f} %  {between}  {share.count:g} of {share.of}"


def _standing(health: Health) -> Iterator[str]:
    """Yield what can be said about games without a target, or of pairs of players."""
    yield f"  {heading(health).upper()}: {health.reason}{f' [{health.code}]' if health.code else ''}"


def health_lines(health: Health) -> Iterator[str]:
    """Yield the table of the players' health."""
    heads, rows = heads_and_rows(health)
    yield from table(rows, Heads(heads))
    for finding in health.findings:
        yield f"  {finding.message} [{finding.code}]"


def _verdict(target: TargetFound, health: Health) -> Iterator[str]:
    asked = f"target: {target.side} wins {100 * target.low:g} to {100 * target.high:g} %"
    if target.verdict == "withheld":
        yield f"  {heading(health).upper()}: {asked}: no verdict [{health.code}]"
        yield f"  {health.reason}; `forge explain {health.code}`"
    else:
        found = f"{_VERDICTS[target.verdict]}, after {target.after} games"
        yield f"  {heading(health, target.verdict).upper()}: {asked}: {found}"
        yield f"  {health.reason}"
    if target.more is not None:
        yield f"  about {target.more} more games would tell, if they go as these went"
    if target.one_player:
        yield f"  the band was set with one player, {target.one_player}, on all sides"
    if not target.players_as_meant:
        yield "  the target was written for other players"


def _spreads(base: Summary) -> Iterator[str]:
    shown: list[tuple[str, Spread | None]] = [
        (f"margin of {base.reference}", base.margin),
        (f"{length_unit(base)}s", base.player_turns),
        ("decisions", base.decisions),
        (f"decisive {length_unit(base)}", base.decisive_turn),
    ]
    for name, sides in base.ends.items():
        shown += [(f"{name} at the end, {side}", spread) for side, spread in sides.items()]
    rows = []
    for name, spread in shown:
        if spread:
            edges = "" if spread.low is None else f"{spread.low:.2f} to {spread.high:.2f}"
            rows.append(
                [name, f"{spread.mean:.2f}", edges, *(f"{spread.quantiles[each]:g}" for each in ("5", "50", "95"))]
            )
    yield from table(rows, Heads(("", "mean", "95 of 100", "5 %", "middle", "95 %")), most=40)
    if base.decided_first.count:
        yield f"  decided after the first {length_unit(base)}: {_figures(base.decided_first)}"


def _held(base: Summary) -> Iterator[str]:
    last = base.turns[-1] if base.turns else None
    if last and last.held:
        yield ""
        yield f"  held at the end ({last.label}):"
        yield from table(
            (
                [name, ", ".join(f"{side} {100 * share:.0f} %" for side, share in sides.items())]
                for name, sides in last.held.items()
            ),
            indent=4,
        )


def _history(base: Summary) -> Iterator[str]:
    if base.history:
        yield ""
        yield "  as in history:"
    rows = []
    for each in base.history:
        share = each.games
        found = f"{100 * share.share:.1f} % ({100 * share.low:.0f} to {100 * share.high:.0f})" if share.of else "–"
        rows.append([found, each.text])
    yield from table(rows, indent=4)


def _unused(base: Summary) -> Iterator[str]:
    never = [option.title for option in base.options_used if option.cited is False]
    if never or base.idle_steps:
        yield ""
    if never:
        yield f"  optional rules on which no event stood: {', '.join(never)}"
    if base.idle_steps:
        yield f"  nothing was ever decided in: {', '.join(base.idle_steps)}"


# -- several settings --------------------------------------------------------------------------------


def _comparisons(report: Report) -> Iterator[str]:
    assert report.base is not None  # noqa: S101 - asked before
    side = report.base.reference
    known = {summary.name: summary.health for summary in report.variants}
    for each in report.comparisons:
        withheld = health_without_verdict(report.base.health, known[each.name])
        if withheld:
            yield f"{each.name} against the base: NOT KNOWN: {withheld.reason} [{withheld.code}]"
            continue
        yield f"{each.name} against the base, {each.pairs} seeds, {each.changed} of which play otherwise:"
        yield f"  margin of {side:<10.10} {_paired(each.margin, 1, '')}"
        yield f"  wins of {side:<12.12} {_paired(each.wins, 100, ' %')}"


def _paired(found: PairedFound, scale: float, unit: str) -> str:
    if found.low is None or found.high is None:
        return f"{scale * found.mean:+.2f}{unit}"
    words_ = f"{scale * found.mean:+.2f}{unit}  ({scale * found.low:+.2f} to {scale * found.high:+.2f})"
    return f"{words_}; pairing saved {100 * found.saved:.0f} % of the games"


def _matrix_told(report: Report) -> Iterator[str]:
    first = report.matrix[0]
    yield f"wins of {first.reference}, {first.games} games a pair; below it the margin"
    yield ""
    sides = report.sides
    rows = _named(report, sides[0])
    columns = _named(report, sides[-1])
    cells = {(cell.players[sides[0]], cell.players[sides[-1]]): cell for cell in report.matrix}
    lines = []
    for row in rows:
        there: Sequence[Summary | None] = [cells.get((row, column)) for column in columns]
        lines += [[row, *map(_wins_of, there)], ["", *map(_margin_of, there)]]
    yield from table(lines, Heads((f"{sides[0]} / {sides[-1]}", *columns)))
    for cell in report.matrix:
        yield ""
        yield from _standing(cell.health)
        yield from health_lines(cell.health)


def _named(report: Report, side: str) -> Iterable[str]:
    return dict.fromkeys(cell.players[side] for cell in report.matrix)


def _wins_of(cell: Summary | None) -> str:
    if cell is None:
        return ""
    share = cell.wins[cell.reference]
    return f"{100 * share.share:.1f} ({100 * share.low:.0f}–{100 * share.high:.0f}) %"


def _margin_of(cell: Summary | None) -> str:
    failed = f" {cell.games - cell.whole} failed" if cell and cell.games > cell.whole else ""
    return f"{cell.margin.mean:+.2f}{failed}" if cell and cell.margin else failed
