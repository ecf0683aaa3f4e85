"""``forge errata import``: somebody's lists of errata, resolved to places of the game and drafted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scenario_forge import api
from scenario_forge.api.errata_import.reading import MOST_BYTES
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import GameName, TextOrJson, one_of, open_game
from scenario_forge.cli.words import Meter
from scenario_forge.diagnostics.report import one_line, plural
from scenario_forge.game.errata.text import in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scenario_forge.api.errata_import import Imported
    from scenario_forge.api.errata_import.importing import By
    from scenario_forge.api.errata_import.resolving import Outcome

_BY = ("publisher", "designer", "editor", "us")
_WIDTH = 100
_COUNTED = {
    "resolved": "resolved",
    "differs": "with another printed value",
    "already": "corrected already",
    "unfit": "with a value that cannot stand there",
    "unresolved": "unresolved",
}


def import_list(
    game: GameName,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Lists: text, CSV or a web page; - for pasted text.", show_default=False
        ),
    ],
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Whose corrections: publisher, designer, editor or us.")
    ] = "us",
    source: Annotated[
        str,
        typer.Option("--source", metavar="TEXT", help="Where the list is from; default: its name.", show_default=False),
    ] = "",
    date: Annotated[
        str, typer.Option("--date", metavar="DATE", help="Date of the corrections.", show_default=False)
    ] = "",
    work_list: Annotated[
        Path | None, typer.Option("--work-list", metavar="FILE", help="Also write all lines as JSON.")
    ] = None,
    layout: TextOrJson = "text",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the drafts to this new file instead of the terminal."
        ),
    ] = None,
) -> None:
    """Resolve lists of errata and draft them; exit code 0 all lines resolved, 1 some were not, 2 could not be done."""
    layout = one_of(layout, ("text", "json"), "--format")
    by = one_of(by, _BY, "--by")
    _must_be_new(output)
    outputs.must_be_free(output, force=False, document=True)
    outputs.must_be_free(work_list, force=False)
    loaded = open_game(game, "none")
    lists = [(_name(path), _bytes(path)) for path in files]
    with Meter(quiet=layout == "json") as line:
        try:
            made = api.errata_import.import_lists(
                loaded, lists, by=_whose(by), source=source, date=date, tell=lambda n, of: line.show(n, of, "lines")
            )
        except api.errata_import.UnreadableList as unreadable:
            words.give_up(str(unreadable))
    _give(made, layout, output, work_list)
    raise typer.Exit(words.CLEAN if made.count["resolved"] == made.count.total() else words.ERRORS)


def _must_be_new(output: Path | None) -> None:
    if output is not None and output.exists():
        words.give_up(f"{output} exists already", "drafts go into a new file: what is there is never replaced")


def _whose(by: str) -> By:
    return next(each for each in ("publisher", "designer", "editor", "us") if each == by)


def _name(path: Path) -> str:
    return "pasted text" if str(path) == "-" else path.name


def _bytes(path: Path) -> bytes:
    return sys.stdin.buffer.read(MOST_BYTES + 1) if str(path) == "-" else outputs.read(path, MOST_BYTES)


def _give(made: Imported, layout: str, output: Path | None, work_list: Path | None) -> None:
    data = json.dumps(made.as_data(), ensure_ascii=False, indent=1) + "\n"
    if layout == "json":
        words.say(data)
    else:
        words.say("".join(f"{line}\n" for line in _told(made)))
        if made.rows and output is None:
            words.say(f"\n{made.text}\n")
    if made.rows and output is not None:
        title = f"Corrections from {', '.join(each.read.name for each in made.lists)}"
        outputs.put({output: made.document(title).encode()}, False, _quiet(layout), document=True)
    if work_list is not None:
        outputs.put({work_list: data.encode("utf-8", "replace")}, False, _quiet(layout))


def _quiet(layout: str) -> Callable[[str], None]:
    return words.say if layout == "text" else words.say_progress


def _told(made: Imported) -> Iterator[str]:
    for notice in made.notices():
        yield f"note: {one_line(notice)}"
    several = len(made.lists) > 1
    for each in made.lists:
        for outcome in each.outcomes:
            yield from _outcome(made, outcome, f"{each.read.name} " if several else "")
    for skipped in made.skipped:
        yield f"left out: {one_line(skipped)}"
    yield _sum(made)


def _outcome(made: Imported, outcome: Outcome, name: str) -> Iterator[str]:
    ids = made.ids.get(id(outcome), [])
    yield f"{name}line {outcome.claim.line}: {_cut(outcome.claim.text)}"
    if outcome.status == "resolved":
        for n, each in enumerate(outcome.corrections):
            id_ = f"{ids[n]}  " if n < len(ids) else ""
            values = f"{_cut(in_words(each.printed))} → {_cut(in_words(each.corrected))}"
            yield f"  {id_}{one_line(each.paper)}: {values} ({outcome.sure})"
    else:
        for each in outcome.corrections:
            yield f"  {one_line(each.paper)}: {one_line(outcome.problem)}"
        if not outcome.corrections:
            yield f"  {outcome.status}: {one_line(outcome.problem)}"
        own = {each.at for each in outcome.corrections}
        for place in outcome.candidates:
            if place.at not in own:
                yield f"  perhaps {one_line(place.paper)} ({place.at}): {_cut(in_words(place.value.data))}"
    for other in made.of(outcome):
        yield f"  {_BESIDE[other.kind]} {other.other}: {_cut(other.says)}"


_BESIDE = {"repeats": "repeats", "conflicts": "contradicts", "ruling": "beside"}


def _sum(made: Imported) -> str:
    count = made.count
    parts = [f"{count[status]} {said}" for status, said in _COUNTED.items() if count[status]]
    whole = sum(len(each.read.entries) for each in made.lists)
    read = plural(count.total() + whole, "correction")
    return f"{read}: {', '.join(parts) or 'none to resolve'}; {plural(len(made.rows), 'draft')}"


def _cut(text: str) -> str:
    said = one_line(text)
    return said if len(said) <= _WIDTH else f"{said[: _WIDTH - 1]}…"
