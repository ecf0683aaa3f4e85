"""Options of the commands that have many games played."""

from __future__ import annotations

from typing import Annotated

import typer

Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="SIDE=NAME", help="Who plays a side, or all of them; may be given again."),
]
FirstSeed = Annotated[int, typer.Option("--seed", metavar="N", help="Of the first game; the next has the next.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", help="Processes; as many as cores if nothing is said.")
]
ChoiceLimit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", help="That a player may take for one choice; 0: any.")
]
