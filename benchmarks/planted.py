"""Plants realistic slips in clean content, one at a time, and counts which of them the checks find.

    python benchmarks/planted.py [GAME FOLDER] [--seed N] [--each N] [--only WORD] [--verbose]
    python benchmarks/planted.py --reader NAME [--only WORD] [--verbose]

A slip is found when an error or a warning that the clean game does not have stands at a place that the slip
touched, or at one that then disagrees with it (the unit whose counter is gone), or has a label there. A new
finding elsewhere follows from the slip if that is found too; if it is not, the finding leads the author astray
and is a false alarm. Slips that break no rule are counted in a family of their own. Prints recall and false
alarms a family; with --verbose every kind, every miss, every follow-up and every false alarm. The same seed
plants the same slips.

With --reader the slips are those that a reader wrote down by hand (slips/readers.py) for one or more games, counted in
the same way by game and by kind of document; NAME may be the path of a list. `single` is the share of the slips found
that give rise to one finding and no more, `95 %` the Wilson interval of the recall. Edits marked as legal are no
slips: every error or warning that one of them brings is counted as false.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.game.reading.workspace import Workspace

sys.path.insert(0, str(Path(__file__).parent))
from slips import (
    aids,
    charts,
    errata,
    map_,
    names,
    orders_of_battle,
    readers,
    rulebook,
    scenarios,
    track,
    undetectable,
    victory,
)
from slips.book import Book

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slips.book import Slip

    from scenario_forge.diagnostics import Diagnostic

FAMILIES = {
    "names": names.KINDS,
    "map": map_.KINDS,
    "orders of battle": orders_of_battle.KINDS,
    "time track": track.KINDS,
    "charts": charts.KINDS,
    "victory": victory.KINDS,
    "rulebook": (*rulebook.KINDS, *aids.KINDS),
    "errata": errata.KINDS,
    "scenarios": scenarios.KINDS,
    "undetectable by rules": undetectable.KINDS,
}
UNDETECTABLE = "undetectable by rules"
AIM = 0.9


@dataclass
class Tally:
    """What became of the slips of one kind."""

    title: str
    planted: int = 0
    found: int = 0
    single: int = 0
    alarms: list[str] = field(default_factory=list)
    follow_ups: list[str] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)
    hits: list[str] = field(default_factory=list)


def planted_texts(book: Book, slip: Slip) -> tuple[dict[str, str], dict[str, set[int]]]:
    """The texts with the slip in them, and the lines by file at which a finding about it may stand."""
    texts: dict[str, str] = {}
    lines: dict[str, set[int]] = {}
    for name in {edit.file for edit in slip.edits} | {file for file, _start, _end in slip.also}:
        edits = sorted((edit for edit in slip.edits if edit.file == name), key=lambda edit: edit.start)
        clean = book.texts.get(name, "")
        text, shift = clean, 0
        moved = []
        near = lines.setdefault(name, set())
        for edit in edits:
            start = edit.start + shift
            text = text[:start] + edit.new + text[start + edit.end - edit.start :]
            shift += len(edit.new) - (edit.end - edit.start)
            moved.append((edit.start, shift))
            line = text.count("\n", 0, start) + 1
            last = line + edit.new.count("\n")
            whole = "\n" in edit.new or "\n" in clean[edit.start : edit.end]
            near.update(range(line - whole, last + 1))
        for file, *stretch in slip.also:
            if file == name:
                first, last = (text.count("\n", 0, _moved(at, moved)) + 1 for at in stretch)
                near.update(range(first, last + 1))
        if edits:
            texts[name] = text
    return texts, lines


def _moved(offset: int, moved: list[tuple[int, int]]) -> int:
    """Where an offset of the clean text is after edits, given as their starts and the shift behind each."""
    place = bisect_right([start for start, _ in moved], offset) - 1
    return offset + (moved[place][1] if place >= 0 else 0)


def touches(finding: Diagnostic, lines: dict[str, set[int]]) -> bool:
    """Whether a finding or one of its labels stands on one of the lines."""
    spans = (finding.span, *(label.span for label in finding.labels))
    return any(not lines.get(span.file, set()).isdisjoint(range(span.line, span.end_line + 1)) for span in spans)


def candidates(kind: Callable[[Book, Random], Iterator[Slip]], book: Book, seed: int, each: int) -> list[Slip]:
    """Some of the places for a kind of slip, the same for a seed."""
    random = Random(f"{seed} {kind.__module__} {kind.__name__}")
    found = [slip for slip in kind(book, random) if slip.edits]
    return random.sample(found, min(each, len(found)))


def new_findings(
    space: Workspace, book: Book, clean: set[tuple[str, str, str]], texts: dict[str, str]
) -> list[Diagnostic]:
    """The errors and warnings that the game has with these texts and not without them."""
    assert any(text != book.texts.get(name) for name, text in texts.items()), texts
    return [
        finding
        for finding in check(space.load(book.game.errata, texts))
        if finding.severity >= Severity.WARNING and (finding.code.id, finding.span.file, finding.message) not in clean
    ]


def try_slip(space: Workspace, book: Book, clean: set[tuple[str, str, str]], slip: Slip, tally: Tally) -> None:
    """Plant one slip and count what comes of it."""
    texts, lines = planted_texts(book, slip)
    tally.planted += 1
    try:
        findings = new_findings(space, book, clean, texts)
    except Exception as error:  # a check that fails has found nothing, and the run goes on
        tally.misses.append(f"{slip.what}  (ends in {error!r})")
        return
    mine = [finding for finding in findings if touches(finding, lines)]
    tally.found += bool(mine)
    tally.single += bool(mine) and len(findings) == 1
    others = [f"{f.code.id} {f.span.file}:{f.span.line} {f.message}" for f in findings if f not in mine]
    (tally.follow_ups if mine else tally.alarms).extend(f"{slip.what}  ⇒  {other}" for other in others)
    tally.hits += [f"{slip.what}  ⇒  {f.code.id} {f.message}" for f in mine]
    if not mine:
        tally.misses.append(slip.what + (f"  (elsewhere: {len(others)})" if others else ""))


def clean_game(folder: Path) -> tuple[Workspace, Book, set[tuple[str, str, str]]]:
    """A game with all errata laid over, and the findings that it has without any slip."""
    space = Workspace(folder)
    game = space.load("all")
    return space, Book(game), {(f.code.id, f.span.file, f.message) for f in check(game)}


def measure(folder: Path, seed: int = 1, each: int = 4, only: str = "") -> dict[str, list[Tally]]:
    """Plant ``each`` slips of every kind in a game with all errata laid over."""
    space, book, clean = clean_game(folder)
    results: dict[str, list[Tally]] = {}
    for family, kinds in FAMILIES.items():
        for kind in kinds:
            if only in f"{family} {kind.__name__}":
                tally = Tally((kind.__doc__ or kind.__name__).strip().removesuffix("."))
                results.setdefault(family, []).append(tally)
                for slip in candidates(kind, book, seed, each):
                    try_slip(space, book, clean, slip, tally)
    return results


@dataclass
class Reading:
    """What became of a reader's list: of the slips by game and kind, of the legal edits by game."""

    slips: dict[str, dict[str, Tally]] = field(default_factory=dict)
    legal: dict[str, Tally] = field(default_factory=dict)

    @property
    def by_game(self) -> dict[str, list[Tally]]:
        """The slips of each game."""
        return {game: list(kinds.values()) for game, kinds in self.slips.items()}

    @property
    def by_kind(self) -> dict[str, list[Tally]]:
        """The slips of each kind of document, of all games."""
        kinds = dict.fromkeys(kind for of_game in self.slips.values() for kind in of_game)
        return {kind: [of_game[kind] for of_game in self.slips.values() if kind in of_game] for kind in kinds}


def measure_reader(reader: str, only: str = "") -> Reading:
    """Plant a reader's slips, and make the legal edits, of the games and kinds whose names hold a word."""
    reading = Reading()
    for game, rows in readers.rows_by_game(reader).items():
        wanted = [row for row in rows if only in f"{game} {row['kind']}"]
        if not wanted:
            continue
        space, book, clean = clean_game(readers.game_folder(game))
        for kind, slips in readers.slips_of([row for row in wanted if not row.get("legal")], book).items():
            tally = reading.slips.setdefault(game, {}).setdefault(kind, Tally(f"{game}, {kind}"))
            for slip in slips:
                try_slip(space, book, clean, slip, tally)
        for edits in readers.slips_of([row for row in wanted if row.get("legal")], book).values():
            tally = reading.legal.setdefault(game, Tally(f"{game}, legal edits"))
            for edit in edits:
                try_legal(space, book, clean, edit, tally)
    return reading


def try_legal(space: Workspace, book: Book, clean: set[tuple[str, str, str]], edit: Slip, tally: Tally) -> None:
    """Make an edit that an author may make; what is found then is a false alarm."""
    tally.planted += 1
    try:
        false = [
            f"{f.code.id} {f.span.file}:{f.span.line} {f.message}"
            for f in new_findings(space, book, clean, planted_texts(book, edit)[0])
        ]
    except Exception as error:  # counted as false, and the run goes on
        false = [f"ends in {error!r}"]
    tally.found += bool(false)
    tally.alarms += [f"{edit.what}  ⇒  {finding}" for finding in false]


def shown(results: dict[str, list[Tally]], verbose: bool) -> Iterator[str]:
    """The table, a line a family."""
    yield _head("family")
    for family, tallies in results.items():
        yield _row(family, tallies)
    detectable = [tally for family, tallies in results.items() if family != UNDETECTABLE for tally in tallies]
    yield _row("all that rules can tell", detectable)
    empty = [tally.title for tally in detectable if not tally.planted]
    if empty:
        yield f"nowhere to plant: {'; '.join(empty)}"
    if verbose:
        for family, tallies in results.items():
            yield f"\n{family}"
            for tally in tallies:
                yield f"  {tally.found}/{tally.planted}  {tally.title}"
                if family == UNDETECTABLE:
                    yield from (f"        told after all: {hit}" for hit in tally.hits)
                else:
                    yield from (f"        missed: {miss}" for miss in tally.misses)
                yield from _elsewhere(tally)


def _elsewhere(tally: Tally) -> Iterator[str]:
    yield from (f"        false alarm: {alarm}" for alarm in tally.alarms)
    yield from (f"        follow-up: {other}" for other in tally.follow_ups)


def shown_reading(reading: Reading, verbose: bool) -> Iterator[str]:
    """The tables of a reader's list: by game, by kind, and the false findings of legal edits."""
    if reading.slips:
        every = [tally for tallies in reading.by_game.values() for tally in tallies]
        for heading, rows in (("game", reading.by_game), ("kind", reading.by_kind)):
            yield _head(heading)
            yield from (_row(name, tallies) for name, tallies in rows.items())
            yield _row("all", every)
            yield ""
        if verbose:
            for tally in every:
                yield f"{tally.found}/{tally.planted}  {tally.title}"
                yield from (f"        missed: {miss}" for miss in tally.misses)
                yield from _elsewhere(tally)
            yield ""
    for game, tally in reading.legal.items():
        yield f"{game}: {tally.planted} legal edits, {tally.found} with {len(tally.alarms)} false findings"
        if verbose:
            yield from (f"        {alarm}" for alarm in tally.alarms)
    if reading.legal:
        edits, false = (sum(getattr(t, name) for t in reading.legal.values()) for name in ("planted", "found"))
        alarms = sum(len(tally.alarms) for tally in reading.legal.values())
        yield f"all games: {edits} legal edits, {false} with {alarms} false findings"


def interval(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not tries:
        return 0.0, 1.0
    z = 1.959964
    share, spread = hits / tries, z * z / tries
    centre = share + spread / 2
    reach = z * math.sqrt((share * (1 - share) + spread / 4) / tries)
    return max(0.0, (centre - reach) / (1 + spread)), min(1.0, (centre + reach) / (1 + spread))


def _head(first: str) -> str:
    head = f"{first:24}{'kinds':>7}{'slips':>7}{'found':>7}{'recall':>9}{'95 %':>11}"
    return f"{head}{'false alarms':>14}{'follow-ups':>12}{'single':>8}"


def _row(name: str, tallies: list[Tally]) -> str:
    planted, found = sum(t.planted for t in tallies), sum(t.found for t in tallies)
    alarms, follow_ups = sum(len(t.alarms) for t in tallies), sum(len(t.follow_ups) for t in tallies)
    kinds = sum(1 for t in tallies if t.planted)
    recall = f"{found / planted:.0%}" if planted else "-"
    low, high = interval(found, planted)
    span = f"{100 * low:.0f}-{high:.0%}" if planted else "-"
    single = f"{sum(t.single for t in tallies) / found:.0%}" if found else "-"
    return f"{name:24}{kinds:7}{planted:7}{found:7}{recall:>9}{span:>11}{alarms:14}{follow_ups:12}{single:>8}"


def main() -> int:
    """Measure and print."""
    root = Path(__file__).parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", type=Path, default=root / "content/desert-rats", help="folder of a game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="slips of each kind")
    parser.add_argument("--only", default="", help="families or kinds whose name holds this word")
    on_file = ", ".join(readers.names())
    parser.add_argument("--reader", metavar="NAME", help=f"plant the slips that a reader wrote down: {on_file}, a path")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    began = time.perf_counter()
    if given.reader:
        reading = measure_reader(given.reader, given.only)
        print(f"all errata, slips of reader {given.reader}")
        print("\n".join(shown_reading(reading, given.verbose)))
        planted = [tally for tallies in reading.by_game.values() for tally in tallies]
    else:
        results = measure(given.game, given.seed, given.each, given.only)
        print(f"{given.game.name}, all errata, seed {given.seed}: {given.each} slips of each kind")
        print("\n".join(shown(results, given.verbose)))
        planted = [t for family, tallies in results.items() if family != UNDETECTABLE for t in tallies]
    if not planted:
        return 0
    recall = sum(t.found for t in planted) / max(sum(t.planted for t in planted), 1)
    print(f"recall {recall:.0%} (aim {AIM:.0%}), {time.perf_counter() - began:.0f} s")
    return 0 if recall >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
