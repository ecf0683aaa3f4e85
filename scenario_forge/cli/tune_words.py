"""What tuning found, for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.api.tune_write import band, of, paired_line, yaml_of
from scenario_forge.diagnostics.render.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.api.tune_report import Tried, Tuned

_VERDICTS = {"inside": "in the band", "below": "below it", "above": "above it", "undecided": "undecided"}


def head(tuned: Tuned) -> str:
    """What is asked, and of whom."""
    players = ", ".join(f"{side} {name}" for side, name in tuned.players.items())
    return (
        f"{one_line(tuned.title)}: {one_line(tuned.scenario_title)} ({tuned.scenario})\n"
        f"{tuned.side} is to win {band(tuned)} of games; {players}; errata {one_line(tuned.errata)}\n\n"
    )


def row(tried: Tried) -> str:
    """One question and what the games said."""
    name = f"{tried.what}, other seeds" if tried.again else tried.what
    failed = f"; {tried.failed} games failed" if tried.failed else ""
    lines = [f"{one_line(name)}: {_VERDICTS[tried.verdict]}", f"    {of(tried.wins)}{failed}"]
    lines += [f"    {line}" for line in paired_line(tried)]
    return "\n".join(f"  {line}" for line in lines) + "\n"


def answer(tuned: Tuned, *, written: bool) -> str:
    """What came of it, and what to write."""
    lines = ["", *_answer(tuned), *(f"note: {one_line(note)}" for note in tuned.notes)]
    text = "\n".join(lines) + "\n"
    if tuned.found and not (written and tuned.outcome == "found"):
        text += f"\n{yaml_of(tuned)}"
    return text


def _answer(tuned: Tuned) -> Iterator[str]:
    sure, most = f"{100 * (1 - tuned.wrongly_inside):.3g} %", tuned.most_games
    tried, found = len(tuned.tried), tuned.found
    share = f"{100 * tuned.tried[0].wins.share:.1f} %"
    if tuned.outcome == "in-band":
        yield f"It is in the band at {sure} as it is: nothing to change."
    elif not tuned.tried[0].games:
        yield "No game came to its end: `forge playtest` says why."
    elif tuned.outcome == "undecided":
        yield f"Undecided after {most} games, of which {tuned.side} won {share}: nothing to go by yet."
        yield "More games may tell: --games."
    elif tuned.outcome == "found" and found:
        yield f"In the band at {sure}: {one_line(found.what)}."
        yield f"Found in {tried} tries on the same seeds, and true on other seeds too."
        yield "It holds for these players and these errata."
    elif tuned.outcome == "unsure" and found:
        yield f"Undecided after {most} games each. What comes nearest: {one_line(found.what)}."
        yield "It may be in the band; nothing is written. More games may tell: --games."
    else:
        yield f"No change of {' or '.join(tuned.kinds)} up to {tuned.most} brings it into the band."
        yield "Larger ones are tried with --most; or the set-up, the rows or the band are to be thought over."
