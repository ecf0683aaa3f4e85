"""Options of the commands that have many games played."""

from __future__ import annotations

from typing import Annotated

import typer

Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="SIDE=NAME", help="Player for a side, or for all sides; repeatable."),
]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="N", help="Seed of the first game; each later game adds one.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", help="Number of processes; default: one for each core.")
]
ChoiceLimit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", help="Time limit per decision in seconds; 0 for none.")
]
