"""``forge errata list``: the errata of a game as a text that `forge errata import` reads back."""

from __future__ import annotations

from scenario_forge import api
from scenario_forge.cli import outputs, words
from scenario_forge.cli.options import Force, GameName, OutputFile, open_game


def list_errata(game: GameName, output: OutputFile = None, force: Force = False) -> None:
    """Write all errata of a game as a plain text, each with its address, values, reason and source."""
    outputs.must_be_free(output, force=force)
    text = api.errata_import.text_list(open_game(game, "all"))
    if output is None:
        words.say(text)
    else:
        outputs.put({output: text.encode("utf-8", "replace")}, force)
