"""What `forge errata propose` drafts of misprints whose right reading is known.

    python benchmarks/propose.py [GAME…] [--seed N] [--count N] [--hidden N] [--evidence] [--verbose]

Two sorts of misprint, one at a time, in a game with all its errata laid over: an erratum left out (`--hidden`: so
many of a game, all by default), and a value changed that another document restates (`--count`: so many of each kind of
a game). Without GAME they are planted in Desert Rats and Knights of the Desert. The same seed plants the same.

A misprint is *reported* where a new error or warning stands at its place or has a label there. A draft is *right*
where it puts back what was there and changes nothing else. *Drafted* counts the reported misprints of which the right
draft is among all that are given, *first* those of which it is the one that is written, *wrong first* the drafts that
are written and are not right. `--evidence` prints how often the first of those given was right, by what speaks for it:
the table of `checks/errata/evidence.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from scenario_forge.checks.errata.proposals import proposals
from scenario_forge.checks.near_words import one_slip, slips
from scenario_forge.checks.run import check
from scenario_forge.diagnostics import Severity
from scenario_forge.documents.marks import Names
from scenario_forge.documents.scenario import OrderOfBattleDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements
from scenario_forge.game.vocabulary import texts_of
from scenario_forge.hexes import hexes_in
from scenario_forge.source.nodes import Scalar, descend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.errata.proposals import Draft
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data
    from scenario_forge.source.nodes import Path as ValuePath

CONTENT = Path(__file__).resolve().parent.parent / "content"
GAMES = ("desert-rats", "knights-of-the-desert")


class Misprint(NamedTuple):
    """A wrong value in place of a right one."""

    kind: str
    file: str
    path: ValuePath
    wrong: Data
    right: Data


@dataclass
class Tally:
    """What became of the misprints of a kind."""

    planted: int = 0
    reported: int = 0
    drafted: int = 0
    first: int = 0
    wrong_first: int = 0
    given: int = 0
    """Misprints of which the first of those given, written or not, is right."""


@dataclass
class Measured:
    """The tallies by kind, and by evidence and standing how often the first was right."""

    kinds: dict[str, Tally] = field(default_factory=dict)
    evidence: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)


# -- misprints -------------------------------------------------------------------------------------


def hidden(folder: Path, random: Random, count: int | None) -> Iterator[tuple[Game, Misprint]]:
    """Errata of a game left out one at a time."""
    space = Workspace(folder)
    full = space.load("all")
    check(full)
    applied = [patch for patch in full.patches if patch.target and not patch.problem]
    for patch in applied if count is None else random.sample(applied, min(count, len(applied))):
        erratum, target = patch.erratum, patch.target
        assert target is not None
        others = ",".join(each.erratum.id for each in applied if each is not patch)
        kind = (
            "hidden text" if isinstance(erratum.printed, str) and len(erratum.printed.split()) > 5 else "hidden value"
        )
        yield space.load(others), Misprint(kind, *target, erratum.printed, erratum.corrected)


_SHORT = 5
"""Words that a value has at most; what is longer is a text."""


def planted(folder: Path, random: Random, count: int) -> Iterator[tuple[Game, Misprint]]:
    """Values changed that another document restates, so many of each kind."""
    space = Workspace(folder)
    game = space.load("all")
    check(game)
    for kind, made in KINDS.items():
        found = [(*slip, text) for slip in made(game, random) if (text := _with(game, *slip)) is not None]
        for name, path, wrong, text in random.sample(found, min(count, len(found))):
            yield space.load("all", {name: text}), Misprint(kind, name, path, wrong, Where(game.read[name], path).data)


def _with(game: Game, name: str, path: ValuePath, wrong: Data) -> str | None:
    """The text of a file with a wrong value; None where an erratum has replaced what is written there."""
    file = game.read[name]
    node, depth = descend(file.source.root, path) if file.source.root is not None else (None, -1)
    right = Where(file, path).data
    if node is None or depth < len(path) or not isinstance(node, Scalar) or node.data != right:
        return None
    start, end, text = node.start.index, node.end.index, file.source.text
    raw = text[start:end]
    if "\n" in raw.rstrip():
        here, there = (list(_FIGURES.finditer(each)) for each in (str(right), raw))
        new = list(_FIGURES.finditer(str(wrong)))
        odd = [k for k, (one, two) in enumerate(zip(here, new, strict=True)) if one[0] != two[0]]
        if len(here) != len(there) or len(odd) != 1:
            return None
        start, end, written = start + there[odd[0]].start(), start + there[odd[0]].end(), new[odd[0]][0]
    elif raw[0] in "\"'":
        written = f"{raw[0]}{wrong}{raw[0]}"
    else:
        written = str(wrong) if yaml.safe_load(str(wrong)) == wrong else json.dumps(wrong)
    return text[:start] + written + text[end:]


_FIGURES = re.compile(r"\d+")


Slip = tuple[str, "ValuePath", Any]


def _numbers(game: Game, random: Random) -> Iterator[Slip]:
    """A number that several places state."""
    for where, value in _restated(game):
        if isinstance(value, int) and not isinstance(value, bool):
            yield where.file.name, where.path, _other_number(value, random)


def _words(game: Game, random: Random) -> Iterator[Slip]:
    """A word, hex or month that several places state."""
    values = sorted({value for _where, value in _restated(game) if isinstance(value, str)})
    for where, value in _restated(game):
        if isinstance(value, str) and len(value.split()) < 4:
            near = [each for each in values if each != value and _form(each) == _form(value)]
            if near:
                yield where.file.name, where.path, random.choice(near)


def _restated(game: Game) -> Iterator[tuple[Where, Data]]:
    for stated in statements(game).values():
        files = {each.where.file.name for each in stated}
        for each in stated if len(files) > 1 else ():
            data = each.where.data
            if not each.settled and type(data) is type(each.value) and data == each.value:
                yield each.where, data


def _other_number(value: int, random: Random) -> int:
    text = str(abs(value))
    place = random.randrange(len(text))
    near = [
        str(abs(value) + 1),
        str(abs(value) + 2),
        text[::-1],
        text[:place] + random.choice("123456789") + text[place + 1 :],
    ]
    near += [str(abs(value) - 1)] if abs(value) > 1 else []
    other = random.choice([each for each in near if each != text and int(each)])
    return int(other) if value >= 0 else -int(other)


def _form(word: str) -> str:
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "0", word))


def _sides(game: Game, random: Random) -> Iterator[Slip]:
    """A side exchanged for the other."""
    for texts in texts_of(game).values():
        for where, mark, text in texts:
            shared = where.file.kind.name in ("time-track", "charts", "victory", "scenarios", "map", "rules")
            of_side = isinstance(mark, Names) and mark.kind == "side" and text in game.side_names
            if shared and of_side and where.on == "value" and where.part is None and where.data == text:
                others = [side for side in game.side_names if side != text]
                yield where.file.name, where.path, random.choice(others)


def _months(game: Game, random: Random) -> Iterator[Slip]:
    """A month of a scenario's dates."""
    for file in game.files_of("scenarios"):
        text = Where(file, ("dates",)).data
        other = _month_mistyped(text, random) if isinstance(text, str) else text
        if other != text:
            yield file.name, ("dates",), other
    track = schedule(game)
    for file in game.files_of("scenarios") if track else ():
        for key, marks in (("start", track.starts), ("stop", track.stops)) if track else ():
            others = [id_ for id_ in marks if id_ != Where(file, (key,)).data]
            if Where(file, (key,)).data in marks and others:
                yield file.name, (key,), random.choice(others)


_MISTYPED = {
    str(month): [str(other) for other in range(1, 13) if other != month and one_slip(str(month), str(other))]
    for month in range(1, 13)
}
"""Months one slip of the pen away from a month."""
_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _month_mistyped(text: str, random: Random) -> str:
    found = list(
        re.finditer(r"\b(\d{1,2})/(\d{4})\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?: |)(\d\d)?\b", text)
    )
    if not found:
        return text
    match = random.choice(found)
    if match[1]:
        return text[: match.start(1)] + random.choice(_MISTYPED[match[1].lstrip("0")]) + text[match.end(1) :]
    other = random.choice([name for name in _NAMES if name != match[3]])
    return text[: match.start(3)] + other + text[match.end(3) :]


def _cells(game: Game) -> Iterator[tuple[Where, str]]:
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        for row, at in where.each("units", document.units):
            for column, text in row.cells.items():
                yield at / column, text


def _arrivals(game: Game, random: Random) -> Iterator[Slip]:
    """A turn of arrival or withdrawal mistyped."""
    for at, text in _cells(game):
        match = re.search(r"\b([RW])?(\d{1,2})/(\d\d)\b", text)
        if match and at.data == text:
            other = random.choice(_MISTYPED[match[2].lstrip("0")])
            yield at.file.name, at.path, text[: match.start(2)] + other + text[match.end(2) :]


def _hexes(game: Game, random: Random) -> Iterator[Slip]:
    """A hex of a set-up mistyped."""
    grid = hex_map(game)
    assert grid is not None
    for at, text in _cells(game):
        match = re.match(r"(?:[A-Z]{1,3}\d{1,3}|\d{4})\b(?!/)", text)
        if match is None or grid.grid.find(match[0]) is None or at.data != text:
            continue
        figures = re.search(r"\d+", match[0])
        assert figures is not None
        place = random.randrange(figures.start(), figures.end())
        letters = match[0][: figures.start()]
        slips = [
            match[0][:place] + random.choice("0123456789") + match[0][place + 1 :],
            letters[:1] + match[0] if len(set(letters)) == 1 and len(letters) < 2 else match[0][1:],
        ]
        other = random.choice([slip for slip in slips if slip != match[0]] or slips)
        if other != match[0] and (re.match(r"[A-Z]", other) or not letters):
            yield at.file.name, at.path, other + text[match.end() :]


def _in_prose(game: Game, random: Random) -> Iterator[Slip]:
    """A number of a clause's text that its states have."""
    for file in game.files_of("rulebook"):
        for number, clause in enumerate(file.data.get("clauses", ())):
            stated = {v for v in clause.get("states", {}).values() if isinstance(v, int) and not isinstance(v, bool)}
            text = clause.get("text", "")
            for match in re.finditer(r"(?<![\w./-])\d+(?![\w/-])", text):
                if int(match[0]) in stated and Where(file, ("clauses", number, "text")).data == text:
                    other = str(_other_number(int(match[0]), random))
                    yield file.name, ("clauses", number, "text"), text[: match.start()] + other + text[match.end() :]


def _markers(game: Game, random: Random) -> Iterator[Slip]:
    """A marker of a set-up in another hex."""
    grid = hex_map(game)
    assert grid is not None
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        for row, at in where.each("markers", document.markers):
            for column, text in row.cells.items():
                found = list(hexes_in(grid.grid, text))
                for hex_ in found if (at / column).data == text else ():
                    near = [other for _rank, other in slips(hex_.id) if grid.grid.find(other) is not None]
                    if near:
                        head, tail = text[: hex_.start], text[hex_.start + len(hex_.id) :]
                        yield at.file.name, (at / column).path, head + random.choice(near) + tail


KINDS = {
    "number": _numbers,
    "word or hex": _words,
    "number in text": _in_prose,
    "side": _sides,
    "date": _months,
    "arrival": _arrivals,
    "set-up hex": _hexes,
    "marker": _markers,
}


# -- what is drafted -------------------------------------------------------------------------------


def try_one(game: Game, misprint: Misprint, measured: Measured) -> None:
    """Count what is reported and drafted of one misprint."""
    tally = measured.kinds.setdefault(misprint.kind, Tally())
    tally.planted += 1
    label = (
        f"{misprint.kind}: {misprint.file} {'.'.join(map(str, misprint.path))}: {misprint.right!r} → {misprint.wrong!r}"
    )
    findings = [f for f in check(game) if f.severity >= Severity.WARNING]
    told = "; ".join(f"{f.code.id} {f.message}" for f in findings[:4])
    if not any(_touches(game, finding, misprint) for finding in findings):
        measured.lines.append(f"unreported  {label}  (elsewhere: {told})" if findings else f"unreported  {label}")
        return
    tally.reported += 1
    made, left = proposals(game)
    given = [(proposal.finding, [proposal.draft, *proposal.instead]) for proposal in made]
    given += [(undecided.finding, [*undecided.drafts]) for undecided in left]
    every = [draft for _finding, drafts in given for draft in drafts]
    right = any(_is_right(game, draft, misprint) for draft in every)
    firsts = [proposal.draft for proposal in made]
    tally.drafted += right
    tally.first += any(_is_right(game, draft, misprint) for draft in firsts)
    tally.wrong_first += sum(not _is_right(game, draft, misprint) for draft in firsts)
    settled: set[Any] = set()
    for finding, drafts in given:
        if drafts and finding.key not in settled:
            measured.evidence[drafts[0].evidence, drafts[0].standing, _is_right(game, drafts[0], misprint)] += 1
            settled |= drafts[0].resolves
    tally.given += any(drafts and _is_right(game, drafts[0], misprint) for _finding, drafts in given)
    word = "first" if any(_is_right(game, d, misprint) for d in firsts) else "drafted" if right else "missed"
    shown = " | ".join(f"{_said(d)}" for d in every[:6])
    wrong = " WRONG" if any(not _is_right(game, d, misprint) for d in firsts) else ""
    measured.lines.append(f"{word}{wrong}  {label}\n      by {told}\n      {len(every)} given: {shown}")


def _said(draft: Draft) -> str:
    values = ", ".join(f"{at}: {_short(old)} → {_short(new)}" for at, old, new in draft.corrections)
    return f"[{draft.evidence} {draft.standing} {len(draft.resolves)}] {values}"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) < 50 else f"{text[:47]}…"


def _is_right(game: Game, draft: Draft, misprint: Misprint) -> bool:
    if len(draft.corrections) != 1:
        return False
    at, _printed, corrected = draft.corrections[0]
    name, path, _node = locate(corrected_roots(game.read), at)
    same = " ".join(str(corrected).split()) == " ".join(str(misprint.right).split())
    return (name, path) == (misprint.file, misprint.path) and same


def _touches(game: Game, finding: Diagnostic, misprint: Misprint) -> bool:
    place = Where(game.read[misprint.file], misprint.path).span
    lines = set(range(place.line, place.end_line + 1))
    spans = (finding.span, *(label.span for label in finding.labels))
    return any(s.file == place.file and not lines.isdisjoint(range(s.line, s.end_line + 1)) for s in spans)


def shown(measured: Measured) -> Iterator[str]:
    """The table, a line a kind."""
    head = ("planted", "reported", "drafted", "first", "wrong first", "given first")
    yield f"{'kind':20}" + "".join(f"{word:>13}" for word in head)
    total = Tally()
    for kind, tally in measured.kinds.items():
        for name in vars(total):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
        yield _row(kind, tally)
    yield _row("all", total)


def _row(kind: str, tally: Tally) -> str:
    counts = (tally.planted, tally.reported, tally.drafted, tally.first, tally.wrong_first, tally.given)
    shares = [f"{count} ({count / max(tally.reported, 1):.0%})" for count in counts[2:]]
    return f"{kind:20}" + "".join(f"{word:>13}" for word in (str(counts[0]), str(counts[1]), *shares))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, help="folders of content/")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="misprints of each kind of a game")
    parser.add_argument("--hidden", type=int, help="errata of a game that are left out; all by default")
    parser.add_argument("--evidence", action="store_true", help="how often the first given is right, by evidence")
    parser.add_argument("--verbose", action="store_true", help="each misprint")
    asked = parser.parse_args()
    began, measured = time.perf_counter(), Measured()
    for name in asked.games:
        random = Random(f"{asked.seed} {name}")
        for source in (planted(CONTENT / name, random, asked.count), hidden(CONTENT / name, random, asked.hidden)):
            for game, misprint in source:
                done = len(measured.lines)
                try_one(game, misprint, measured)
                if asked.verbose:
                    print("\n".join(measured.lines[done:]), flush=True)
    print("\n".join(shown(measured)))
    if asked.evidence:
        for evidence, standing in sorted({(one, two) for one, two, _right in measured.evidence}):
            right, wrong = (measured.evidence[evidence, standing, each] for each in (True, False))
            print(f'    ("{evidence}", "{standing}"): Rate({right}, {right + wrong}),')
    print(f"seed {asked.seed}, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
