"""``forge new scenario --from playouts``: games played up to the date, with their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.cli import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scenario_forge.design.dates import Wanted
    from scenario_forge.design.scenario import NewScenario
    from scenario_forge.project.game import Game


def only_with_playouts(word: str, *, contested: bool, record: object, **given: object) -> None:
    """Options that mean nothing where no games are played; the command ends where one is given."""
    if word == "playouts":
        return
    if record is not None:
        words.give_up("--record goes with --from playouts")
    for option, value in given.items():
        if not contested and value not in (None, [], ()):
            words.give_up(f"--{option} goes with --from playouts, or with --contested")


def made_from_playouts(
    game: Game,
    wanted: Wanted,
    games: int | None,
    *,
    player: Sequence[str],
    seed: int | None,
    jobs: int | None,
    record: Path | None,
) -> NewScenario:
    """Play, draft, and keep the record of the game taken if it is asked for.

    Raises:
        NotMade: see :func:`~scenario_forge.api.typical.from_playouts`.
        KeyboardInterrupt: the person interrupts; nothing has been written.
    """
    from scenario_forge.api.typical import GAMES, PlayoutsOrder, from_playouts  # noqa: PLC0415
    from scenario_forge.cli.play import players_of  # noqa: PLC0415
    from scenario_forge.cli.progress import CountLine  # noqa: PLC0415

    if jobs is not None and jobs < 1:
        words.give_up(f"--jobs is 1 or more, not {jobs}")
    sides = tuple(side.id for side in game.about.sides) if game.about else ()
    players, line = players_of(player, sides), CountLine("games")
    order = PlayoutsOrder(games or GAMES, players, 1 if seed is None else seed, jobs, seen=line.tick)
    try:
        with line:
            found = from_playouts(game, wanted, order)
    except KeyboardInterrupt:
        games_played = "1 game" if line.done == 1 else f"{line.done} games"
        words.interrupted(f"interrupted, {games_played} played; nothing is written")
    if found.counted < found.games:
        words.say_error(f"{found.games - found.counted} of {found.games} games did not come to that date: not counted")
    if record is not None:
        from scenario_forge.simulator.record import text_of  # noqa: PLC0415

        words.write(record, text_of(found.record).encode())
        words.say(f"wrote {record}: the game taken, seed {found.record.seed} of {found.scenario}\n")
    return found.made
