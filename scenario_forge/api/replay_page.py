"""The page on which a game is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.api.play import Prepared
    from scenario_forge.project.game import Game
    from scenario_forge.simulator.drive import Match
    from scenario_forge.simulator.record import Record


def replay_html(game: Game, prepared: Prepared, match: Match, record: Record) -> str:
    """A game as one HTML page that needs no network: map, counters, sliders, log.

    Args:
        game: as it was prepared, for the printed map and counters.
        prepared: the scenario.
        match: the game as played or replayed; it is not changed.
        record: its record, for players, seed and versions.
    """
    from scenario_forge.reports.replay import replay_page  # noqa: PLC0415 - printing loads much
    from scenario_forge.reports.replay_film import film  # noqa: PLC0415

    setting = record.setting
    versions = ", ".join(f"{name} {version}" for name, version in setting.versions.items())
    dice = "real dice" if record.dice == "typed" else f"seed {record.seed}"
    options = f"options {', '.join(setting.options)}" if setting.options else "no options"
    errata = setting.errata + (f", version {setting.errata_version}" if setting.errata_version else "")
    about = f"{dice}; errata {errata}; {options}; content {setting.content[:12]}; {versions}"
    if record.end.ended != "over":
        about = f"{record.end.ended}: {record.end.message}; {about}" if record.end.message else about
    made = film(prepared.play, match.playout.log)
    return replay_page(game, prepared.compiled, prepared.play, made, record.players, about)
