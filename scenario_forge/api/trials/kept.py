"""Verdicts of playtests, kept in the user's cache folder while the scenario and the code of play are the same."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.playtest.result import code_hash
from scenario_forge.source.files import keep_result, kept_result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.game.game import Game
    from scenario_forge.playtest.report import Report, Spread

KIND = "playtests"
MOST = 12
"""Pairs of players that are kept of one scenario."""
_QUANTILES = ("5", "25", "50", "75", "95")


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """The verdict of a playtest of one scenario by certain players. Sides are ids, shares are from 0 to 1."""

    players: Mapping[str, str]
    games: int
    wins: Mapping[str, tuple[float, float, float]]
    """By side: the share, and the ends of its interval."""
    draws: float
    reference: str
    """The side from which margins are seen."""
    margin: Mapping[str, float]
    """Quantiles of its margin at the end, in points; empty where nobody scores."""
    standing: str
    """The heading of every verdict: `with these players`, `not known`."""
    reason: str
    leads: Mapping[str, tuple[float, float, float]]
    """Its lead when a game turn was over, had the game ended: quantiles 5, 50 and 95, by the turns of the scenario."""
    band: str
    """Against the target: `inside`, `below`, `above`, `undecided`, `withheld`; empty without a target."""

    @property
    def who(self) -> str:
        """The players: `allied competent, axis competent`."""
        return ", ".join(f"{side} {player}" for side, player in self.players.items())

    def short(self, names: Mapping[str, str]) -> str:
        """Return the shares of wins in a few words; ``names``: of the sides."""
        wins = ", ".join(f"{names.get(side, side)} {100 * share[0]:.0f} %" for side, share in self.wins.items())
        return f"{wins} of {plural(self.games, 'game')}" + ("" if self.standing != "not known" else "; not known")

    def lines(self, names: Mapping[str, str]) -> list[str]:
        """Return sentences for paper; they always say who played."""
        parts = [
            f"{names.get(side, side)} {100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
            for side, (share, low, high) in self.wins.items()
        ]
        players = ", ".join(f"{names.get(side, side)} {player}" for side, player in self.players.items())
        said = [f"With these players ({players}), {plural(self.games, 'game')}: wins {', '.join(parts)}"]
        said[0] += f", draws {100 * self.draws:.0f} %." if self.draws else "."
        if spread := spread_words(self.margin, names.get(self.reference, self.reference)):
            said.append(f"{spread[0].upper()}{spread[1:]}.")
        if self.standing == "not known":
            said.append(f"How even it is, is not known: {self.reason.rstrip('.')}.")
        return said


def spread_words(margin: Mapping[str, float], side: str) -> str:
    """Return the spread of a side's lead at the end in words; empty where there is none.

    >>> spread_words({"5": -12, "25": -4, "50": 3, "75": 6, "95": 20}, "Allied")
    'Allied lead at the end: median +3 points, half of the games -4 to +6, nine in ten -12 to +20'
    """
    if not margin:
        return ""
    low, first, middle, third, high = (f"{margin[key]:+.0f}" for key in _QUANTILES)
    return (
        f"{side} lead at the end: median {middle} points, half of the games {first} to {third}, "
        f"nine in ten {low} to {high}"
    )


def margin_of(spread: Spread | None) -> dict[str, float]:
    """Return the quantiles of a spread that are kept; none where there are no games."""
    return {key: spread.quantiles[key] for key in _QUANTILES} if spread else {}


def keep_verdict(report: Report) -> None:
    """Keep what a playtest says of its scenario; a shorter run of the same players replaces no longer one."""
    base = report.base
    if base is None or not base.whole:
        return
    made = KeptVerdict(
        players=base.players,
        games=base.whole,
        wins={side: (share.share, share.low, share.high) for side, share in base.wins.items()},
        draws=base.draws.share,
        reference=base.reference,
        margin=margin_of(base.margin),
        leads={str(turn.turn): (turn.lead["5"], turn.lead["50"], turn.lead["95"]) for turn in base.turns},
        standing=base.health.standing,
        reason=base.health.reason,
        band=report.target.verdict if report.target else "",
    )
    rests_on = _rests_on(base.content)
    others = _read(rests_on)
    same = next((each for each in others if each.players == made.players), None)
    if same is None or same.games <= made.games:
        kept = [made, *(each for each in others if each is not same)][:MOST]
        keep_result(KIND, rests_on, [asdict(each) for each in kept])


def kept_verdict(game: Game, scenario: str) -> KeptVerdict | None:
    """Return what the longest playtest of a scenario as it stands has said; None where none is kept.

    Players that only pass or throw dice come last.
    """
    try:
        content = compile_scenario(game, scenario).hash
    except CompileError:
        return None
    return max(_read(_rests_on(content)), key=lambda each: (not _weak(each.players.values()), each.games), default=None)


def _weak(players: Iterable[str]) -> bool:
    return any(player in ("idle", "hold", "random") for player in players)


def _rests_on(content: str) -> list[str]:
    return [content, code_hash()]


def _read(rests_on: list[str]) -> list[KeptVerdict]:
    """Return the verdicts that are kept; files in a cache are not trusted."""
    found = kept_result(KIND, rests_on)
    try:
        return [_verdict(each) for each in found[0]] if found else []
    except (TypeError, ValueError, LookupError, AttributeError):
        return []


def _verdict(data: Any) -> KeptVerdict:  # noqa: ANN401 - as JSON
    made = KeptVerdict(**data)
    wins = {str(side): (float(a), float(b), float(c)) for side, (a, b, c) in made.wins.items()}
    margin = {key: float(made.margin[key]) for key in _QUANTILES} if made.margin else {}
    leads = {str(turn): (float(a), float(b), float(c)) for turn, (a, b, c) in made.leads.items()}
    return KeptVerdict(
        players={str(side): str(player) for side, player in made.players.items()},
        games=int(made.games),
        wins=wins,
        draws=float(made.draws),
        reference=str(made.reference),
        margin=margin,
        standing=str(made.standing),
        reason=str(made.reason),
        leads=leads,
        band=str(made.band),
    )


# -- scores at a date, over games that were played through it --------------------------------------


def scores_at(game: Game, turn: int) -> list[str]:
    """Return the spread of scores when a game turn was over, a line for each scenario whose kept games came to it.

    ``turn``: as the track counts, from 0.
    """
    track, found = schedule(game), []
    for id_, each in scenarios(game).scenarios.items() if track else ():
        if each.start is None or each.stop is None or each.start.turn is None or each.stop.turn is None:
            continue
        kept = kept_verdict(game, id_) if each.start.turn <= turn <= each.stop.turn else None
        lead = kept.leads.get(str(turn - each.start.turn)) if kept else None
        if track and kept and lead:
            low, middle, high = (f"{points:+.0f}" for points in lead)
            side = game.side_name(kept.reference)
            games = f"{plural(kept.games, 'game')} of {each.document.title} ({kept.who})"
            found.append(
                f"Scores in {track.label(turn)}, {games}: {side} lead median {middle}, nine in ten {low} to {high}"
            )
    return found
