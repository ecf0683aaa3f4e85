"""``forge games``: the games that can be called by name."""

from __future__ import annotations

from scenario_forge.cli import words


def games() -> None:
    """List the games under ./content and those that came with Scenario Forge."""
    from scenario_forge.diagnostics.render.report import one_line  # noqa: PLC0415
    from scenario_forge.project import locate  # noqa: PLC0415

    found = locate.games()
    if not found:
        words.say("no games; a game is a folder with a game.yaml in it, such as content/my-game\n")
        return
    broad = max(len(game.name) for game in found)
    titles = [one_line(game.title) or "(its game.yaml cannot be read)" for game in found]
    long = max(map(len, titles))
    for game, title in zip(found, titles, strict=True):
        where = words.seen_from_here(game.folder)
        words.say(f"{one_line(game.name):<{broad}}  {title:<{long}}  {game.kind:<7}  {one_line(where)}\n")
