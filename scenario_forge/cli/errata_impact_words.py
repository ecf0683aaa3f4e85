"""What an erratum does to play, for a terminal."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

from scenario_forge.cli.playtest_words import health_lines
from scenario_forge.diagnostics.render.lines import one_line
from scenario_forge.diagnostics.render.summary import plural
from scenario_forge.reports.impact_words import (
    MANY,
    beside,
    between,
    course,
    ground_line,
    headline,
    is_seen,
    net_words,
    outcome,
    seeds,
    signed,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.playtest.impact import Impact, Played, ScenarioImpact

SHOWN = 8
"""Hexes that are named."""
_WIDE = 40
"""Letters of a corrected value that are shown."""


def told(impact: Impact) -> str:
    """The whole of it."""
    return "\n".join(map(_safe, _lines(impact))) + "\n"


def _safe(line: str) -> str:
    """Without what a name could do to a terminal; blanks stay as they are laid out."""
    return " ".join(map(one_line, line.split(" ")))


def _lines(impact: Impact) -> Iterator[str]:
    for each in impact.errata:
        yield f"{each.id}  {each.status}: {each.place}: {_short(each.was)} → {_short(each.now)}"
    for reason in impact.left:
        yield f"left out: {reason}"
    yield beside(impact)
    same = [entry.scenario for entry in impact.scenarios if entry.outcome == "same"]
    if same:
        count = plural(len(same), "scenario")
        verb = "plays" if len(same) == 1 else "play"
        yield ""
        yield f"{count} {verb} the same, by the hash of all that play depends on: {', '.join(same)}"
    for entry in impact.scenarios:
        if entry.outcome != "same":
            yield ""
            yield from _scenario(impact, entry)


def _short(value: str) -> str:
    value = value or "nothing"
    return value if len(value) <= _WIDE else f"{value[: _WIDE - 1]}…"


def _scenario(impact: Impact, entry: ScenarioImpact) -> Iterator[str]:
    played = entry.played
    if played is None:
        yield f"{entry.title} ({entry.scenario}): {outcome(entry)}:"
        yield from (f"  {reason}" for reason in entry.reasons)
        return
    who = ", ".join(f"{side} {name}" for side, name in played.players.items())
    yield f"{entry.title} ({entry.scenario}): {plural(played.pairs, 'pair')}, {seeds(impact)}; {who}"
    if played.failed:
        yield f"  {plural(played.failed, 'game')} did not come to their end and are left out"
    yield f"  {headline(played)}"
    if played.pairs:
        yield from health_lines(played.health)
        yield from _details(played)


def _details(played: Played) -> Iterator[str]:
    if played.alike.count < played.pairs and not played.health.code:
        yield f"  wins of {played.reference}: {verdict(played.wins, played.pairs, 100.0, ' of 100 games')}"
        yield from _ends(played)
    for sentence in course(played):
        yield f"  {sentence}"
    if played.start:
        yield f"  before the first turn they differ in {_some(played.start)}"
    if played.where:
        yield f"  they part in {_counted(played.where)}"
    yield f"  {ground_line(played)}"
    for each in played.objectives:
        pairs = plural(each.pairs, "pair")
        yield f"  {each.name} is held by another in {pairs}; games more or fewer with it: {net_words(each.net)}"


def _ends(played: Played) -> Iterator[str]:
    """Figures whose interval lies beside nought, and the names of the others."""
    seen = [each for each in played.ends if is_seen(each.found)]
    if seen:
        yield f"  seen at the end, with it less without ({MANY}):"
    for each in seen:
        name = "points" if each.what == "score" else each.what
        yield f"    {f'{name}, {each.side}':<24} {signed(each.found.mean):>6}   {between(each.found)}"
    rest = [each for each in played.ends if not is_seen(each.found)]
    if rest and played.pairs >= 4:
        names = [
            f"{'points' if what == 'score' else what} ({', '.join(each.side for each in several)})"
            for what, several in groupby(rest, key=lambda each: each.what)
        ]
        yield f"  no difference to be seen at the end in {', '.join(names)}"


def _some(names: list[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _counted(where: dict[str, int]) -> str:
    shown = [f"{name} {count}" for name, count in islice(where.items(), SHOWN)]
    more = len(where) - SHOWN
    return ", ".join(shown) + (f" and {more} hexes more" if more > 0 else "")
