"""``forge show``, ``rules``, ``explain``, ``games`` and ``diff``: looked up and compared."""

from __future__ import annotations

import json
import textwrap
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api, compiler
from scenario_forge import game as linking
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import (
    ErrataSet,
    Force,
    GameName,
    OutputFile,
    TextJsonOrHtml,
    one_of,
    open_game,
)
from scenario_forge.cli.outputs import put
from scenario_forge.cli.words import table
from scenario_forge.compare.difference import TITLES
from scenario_forge.diagnostics import catalogue
from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.diagnostics.terminal import text_width
from scenario_forge.game.reading import locate
from scenario_forge.game.reading.locate import check_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.calls import ClauseRow
    from scenario_forge.api.diff import Comparison
    from scenario_forge.game.game import Game
    from scenario_forge.game.knowledge import Answer, Card, KnownFact


MOST = 30
"""Candidates shown; more say less."""


def show(
    game: GameName,
    thing: Annotated[
        str,
        typer.Argument(
            metavar="THING", help='What to show: "Allied 4", T30, Tobruk, 6.31, "Rule 6", 7/41', show_default=False
        ),
    ],
    errata: ErrataSet = None,
) -> None:
    """Show all that is known of a unit, hex, place, clause, rule, turn, scenario or quantity, with its sources."""
    answer = linking.knowledge.look_up(open_game(game, errata), thing)
    if answer.card is not None:
        words.say("\n".join(_laid_out(answer.card, words.width())) + "\n")
        return
    if not answer.candidates:
        words.give_up(answer.why, answer.hint)
    words.say("".join(f"{line}\n" for line in _choices(thing, answer)))
    raise typer.Exit(words.COULD_NOT)


def _laid_out(card: Card, width: int) -> Iterator[str]:
    yield one_line(card.title)
    for section in card.sections:
        yield ""
        yield section.heading
        for line in section.lines:
            yield from _rows(line, width)


def _rows(line: KnownFact, width: int) -> Iterator[str]:
    return _with_source(line.text, f"[{one_line(line.source)}]" if line.source else "", width)


def _with_source(text: str, source: str, width: int) -> Iterator[str]:
    """A text with its source at the right; below it where there is no room. Leading blanks are kept."""
    indent = "  " + " " * (len(text) - len(text.lstrip()))
    rows = textwrap.wrap(one_line(text), max(20, width - len(indent))) or [""]
    yield from (indent + row for row in rows[:-1])
    last = indent + rows[-1]
    room = width - text_width(last) - text_width(source)
    if not source:
        yield last
    elif room >= 2:
        yield last + " " * room + source
    else:
        yield last
        yield " " * max(0, width - text_width(source)) + source


def _choices(thing: str, answer: Answer) -> Iterator[str]:
    shown = answer.candidates[:MOST]
    yield f"`{one_line(thing)}` may mean {len(answer.candidates)} things; name one:"
    yield from table([each.cite, each.kind, each.title] for each in shown)
    if len(answer.candidates) > MOST:
        yield f"  … and {len(answer.candidates) - MOST} more"


# -- ``forge rules`` -------------------------------------------------------------------------------


def rules(
    game: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help='6.31, "Rule 6" or a ruling; default: all.', show_default=False),
    ] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Only clauses that lack code, data or a test.")] = False,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="The rules as the keys of rules.yaml say them, each with its clauses.")
    ] = False,
    layout: Annotated[
        str,
        typer.Option("--format", metavar="FORMAT", help="text or json; with --sentences text or yaml (a rulebook)."),
    ] = "text",
    errata: ErrataSet = None,
) -> None:
    """Show each clause of the rules, the code or data that carries it out, its tests, and our rulings."""
    layout = one_of(layout, ("text", "yaml" if sentences else "json"), "--format")
    if sentences:
        if missing:
            words.give_up("--missing and --sentences exclude each other")
        _say_sentences(open_game(game, errata), clause, layout)
        return
    everything = api.calls.clause_rows(open_game(game, errata))
    rows = everything if clause is None else api.calls.clauses_called(everything, clause)
    if clause is not None and not rows:
        hint = did_you_mean(clause, [row.id for row in everything])
        words.give_up(f"the rulebook has no clause or rule `{clause}`", hint)
    counted = _counted(rows)
    if missing:
        rows = [row for row in rows if row.missing]
    if layout == "json":
        words.say(json.dumps(api.calls.rules_data(rows), ensure_ascii=False, indent=2) + "\n")
    elif clause is not None and not missing:
        words.say("\n".join(line for row in rows for line in _whole(row)))
    else:
        words.say("".join(f"{line}\n" for line in (*_table(rows), counted)))


def _say_sentences(game: Game, wanted: str | None, layout: str) -> None:
    """Print the sentences of all rules, or of one key, rule or clause."""
    try:
        everything = api.sentences.rule_texts(game)
    except api.sentences.NoSentencesError as problem:
        words.give_up(str(problem), f"`{check_command(game)}` checks it")
    texts = everything if wanted is None else api.sentences.texts_called(everything, wanted)
    if not texts:
        known = [name for text in everything for name in (text.key, text.rule)]
        words.give_up(f"no key, rule or clause `{wanted}` has a sentence", did_you_mean(wanted or "", known))
    if layout == "yaml":
        words.say(api.sentences.first_rulebook(texts))
        return
    for key, of_key in groupby(texts, key=lambda text: text.key):
        words.say(f"{key}\n")
        for text in of_key:
            source = f"[{', '.join([text.rule, *text.clauses])}]"
            words.say("".join(f"{row}\n" for row in _with_source(" ".join(text.sentences), source, words.width())))


def _table(rows: Sequence[ClauseRow]) -> Iterator[str]:
    """One row for each clause: id, title, the code or data that carries it out, and what is missing."""
    lines = []
    for row in rows:
        held = f"{len(row.code):>3} code or data {len(row.tests):>3} tests" if row.executable else row.reason
        lacks = [f"lacks {' and '.join(row.missing)}"] if row.missing else []
        rulings = [", ".join(row.rulings)] if row.rulings else []
        lines.append([row.id, row.title, "  ".join([held, *lacks, *rulings])])
    yield from table(lines, indent=0)


def _counted(rows: Sequence[ClauseRow]) -> str:
    """Count the clauses, those to be carried out, and those that lack something."""
    able = [row for row in rows if row.executable]
    if not able:
        return plural(len(rows), "clause")
    lacking = sum(bool(row.missing) for row in able)
    return (
        f"{plural(len(rows), 'clause')}, {len(able)} to be carried out, {lacking} of them without code, data or a test"
    )


def _whole(row: ClauseRow) -> Iterator[str]:
    """All that is known of one clause, for `forge rules GAME CLAUSE`."""
    yield f"{row.id}  {one_line(row.title)}"
    yield f"  {one_line(row.printed)}"
    if row.reason:
        yield f"  not to be carried out: {row.reason}"
    for name, held in (("code or data", row.code), ("tests", row.tests), ("rulings", row.rulings)):
        if held:
            yield f"  {name}"
            yield from (f"    {one_line(one)}" for one in held)
    yield from (f"  lacks {what}" for what in row.missing)
    yield ""


# -- ``forge explain`` -----------------------------------------------------------------------------


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="Id or name of the code, such as OOB007.", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Explain all codes.")] = False,
    layout: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or markdown.")] = "text",
) -> None:
    """Say what a code means, why it matters, and how to mend it."""
    layout = one_of(layout, ("text", "markdown"), "--format")
    if (code is None) != everything:
        words.give_up("give one code, or --all", "forge explain FIL001")
    codes = api.calls.known_codes()
    if everything and layout == "markdown":
        words.say(catalogue.all_pages(codes.values(), catalogue.FAMILIES))
    elif everything:
        words.say("\n\n".join(catalogue.page_text(found, min(words.width(), 80)) for found in codes.values()))
    else:
        found = catalogue.find_code(code or "", codes)
        if found is None:
            hint = did_you_mean(code or "", [*codes, *(each.name for each in codes.values())])
            words.give_up(f"there is no code `{code}`", hint or "`forge explain --all` shows all of them")
        words.say(
            catalogue.page_text(found, min(words.width(), 80)) if layout == "text" else catalogue.page_markdown(found)
        )


# -- ``forge games`` -------------------------------------------------------------------------------


def games() -> None:
    """List the games under ./content and those that came with Scenario Forge."""
    found = locate.games()
    if not found:
        words.say("no games; a game is a folder with a game.yaml in it, such as content/my-game\n")
        return
    rows = [
        [game.name, game.title or "(its game.yaml cannot be read)", game.kind, words.relative_path(game.folder)]
        for game in found
    ]
    words.say("".join(f"{line}\n" for line in table(rows, indent=0)))


# -- what two states of a game, or two scenarios, differ in ----------------------------------------


_STATE = "GAME, GAME:SCENARIO, GAME+ERRATA (desert-rats+none), GAME@REVISION of git, or a scenario's file."


def diff(
    before: Annotated[str, typer.Argument(metavar="A", help=_STATE, show_default=False)],
    after: Annotated[
        str, typer.Argument(metavar="B", help="The other one, named in the same way.", show_default=False)
    ],
    errata: ErrataSet = None,
    layout: TextJsonOrHtml = "text",
    output: OutputFile = None,
    force: Force = False,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit with code 1 if they differ.")] = False,
) -> None:
    """Compare by meaning, what matters most to a player first; exit code 0, or 2 if it could not be done."""
    outputs.can_be_written(output)
    layout = one_of(layout, ("text", "json", "html"), "--format")
    if layout == "html" and output is None:
        words.give_up("--format html needs --output FILE")
    if layout == "html":
        outputs.must_be_built("diff")
    try:
        one, other = api.diff.state_of(before, errata), api.diff.state_of(after, errata)
        compared = api.diff.compare(one, other)
        if layout == "html":
            made = api.diff.diff_html(compared)
        elif layout == "json":
            made = json.dumps(compared.as_data(), ensure_ascii=False, indent=1) + "\n"
        else:
            made = "".join(f"{line}\n" for line in _told(compared))
    except api.diff.NoSuchState as unknown:
        words.give_up(str(unknown), f"A and B are {_STATE}")
    except compiler.CompileError as error:
        shown = " and ".join(dict.fromkeys(f"`{check_command(state.game)}`" for state in (one, other)))
        words.give_up(str(error), f"{shown} says what is wrong")
    if output is None:
        words.say(made)
    else:
        put({output: made.encode("utf-8", "replace")}, force)
    if exit_code and compared.changes:
        raise typer.Exit(words.ERRORS)


def _told(compared: Comparison) -> Iterator[str]:
    yield f"{one_line(compared.before.label)} → {one_line(compared.after.label)}"
    for title, several in groupby(compared.changes, key=lambda change: TITLES[change.matter]):
        changes = list(several)
        yield ""
        yield f"{title} ({len(changes)})"
        yield from (f"  {one_line(change.subject)}: {one_line(change.what)}" for change in changes)
    yield ""
    yield plural(len(compared.changes), "change") if compared.changes else "nothing has changed"
