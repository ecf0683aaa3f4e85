"""What is said of pairs of games without and with an erratum, on the page and in the terminal alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.playtest.impact import mean_ground
from scenario_forge.playtest.summary import heading

if TYPE_CHECKING:
    from scenario_forge.playtest.impact import Impact, PartedAt, Played, ScenarioImpact
    from scenario_forge.playtest.report import PairedFound

FEW = 4
"""Pairs below which nothing is said of a difference."""
MANY = "of twenty such intervals one lies beside nought by chance"
"""What must be said where many intervals stand together."""


def signed(value: float) -> str:
    """``+1.4``, ``−0.2``, ``0.0``."""
    rounded = round(value, 1)
    return (f"{rounded:+.1f}" if rounded else "0.0").replace("-", "−")


def between(found: PairedFound, scale: float = 1.0) -> str:
    """The interval of a difference; empty of fewer pairs than have one."""
    if found.low is None or found.high is None:
        return ""
    return f"{signed(found.low * scale)} to {signed(found.high * scale)}"


def verdict(found: PairedFound, pairs: int, scale: float = 1.0, unit: str = "") -> str:
    """One difference in honest words: what is seen, in how many pairs, and how sure that is."""
    if found.low is None or found.high is None:
        return f"too few pairs to say ({pairs}); {signed(found.mean * scale)}{unit} in these"
    if found.low == found.high == 0:
        return f"no difference in any of {pairs} pairs"
    if found.low == found.high:
        return f"{signed(found.mean * scale)}{unit} in each of {pairs} pairs"
    interval = f"{between(found, scale)}{unit} at 95 %"
    if found.low <= 0 <= found.high:
        return f"no difference to be seen in {pairs} pairs ({interval})"
    return f"{signed(found.mean * scale)}{unit} ({interval}, {pairs} pairs)"


def is_seen(found: PairedFound) -> bool:
    """Whether the interval of a difference lies on one side of nought."""
    return found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def headline(played: Played) -> str:
    """The most important thing about the pairs of a scenario."""
    if not played.pairs:
        return "no pair came to its end"
    if played.health.code:
        return f"NOT KNOWN: no verdict [{played.health.code}]: {played.health.reason}"
    return f"{heading(played.health).upper()}: {_of_pairs(played)}"


def _of_pairs(played: Played) -> str:
    if played.alike.count == played.pairs:
        most = f"{100 * (1 - played.alike.low):.0f}"
        return (
            f"all {played.pairs} pairs are alike to the end: between these players it makes a difference in at most "
            f"{most} of 100 games"
        )
    return f"margin of {played.reference}: {verdict(played.margin, played.pairs, unit=' points')}"


def outcome(entry: ScenarioImpact) -> str:
    """What became of a scenario, in a line."""
    if entry.outcome == "same":
        return "plays the same, by the hash of all that play depends on"
    if entry.played is not None:
        return headline(entry.played)
    return {
        "without": "without it this scenario cannot be played",
        "with": "with it this scenario cannot be played",
        "neither": "cannot be played either way",
    }.get(entry.outcome, "")


def unseen(found: PairedFound, pairs: int) -> str:
    """Why no difference is spoken of."""
    if found.low is None or found.high is None:
        return "too few pairs to say"
    return f"none in any of {pairs} pairs" if found.low == found.high == 0 else "none to be seen"


def named(what: str) -> str:
    """A figure at the end of a game, in words."""
    return "points at the end" if what == "score" else f"{what} at the end"


def when(parted: PartedAt) -> str:
    """``Dec 40, Allied player turn``."""
    return f"{parted.label}, {parted.side} player turn" if parted.side else parted.label


def course(played: Played) -> list[str]:
    """How far the pairs go alike, in sentences."""
    pairs = played.pairs
    alike = int(played.alike.count)
    said = [f"{alike} of {pairs} pairs are alike to the end"]
    if played.counted:
        said.append(
            f"{played.counted} are alike on the map after every turn, and differ in what was counted or happened"
        )
    if played.parted:
        total = sum(each.pairs for each in played.parted)
        first = ", ".join(f"{when(each)} {each.pairs}" for each in played.parted[:FEW])
        later = sum(each.pairs for each in played.parted[FEW:])
        said.append(f"{total} part, first: {first}" + (f", later {later}" if later else ""))
    if played.off_map:
        said.append(f"{played.off_map} of them off the map too")
    return said


def ground_line(played: Played) -> str:
    """How much of the map has another owner at the end."""
    if not played.ground:
        return "every hex has the same owner at the end"
    return f"{mean_ground(played):.1f} hexes of the map have another owner at the end of a pair, on average"


def net_words(net: dict[str, int]) -> str:
    """``allied +3, axis −2``: games more and fewer with the erratum."""
    return ", ".join(f"{side} {count:+d}".replace("-", "−") for side, count in net.items() if count) or "evened out"


def beside(impact: Impact) -> str:
    """What else is laid over both games."""
    version = f" (version {impact.version})" if impact.version else ""
    if impact.base == "none":
        return f"compared without it and with it, beside no other errata{version}"
    return f"compared without it and with it, beside the errata {impact.base}{version}"


def seeds(impact: Impact) -> str:
    """``seeds 1 to 20``."""
    last = impact.seed + impact.games - 1
    return f"seed {impact.seed}" if last == impact.seed else f"seeds {impact.seed} to {last}"
