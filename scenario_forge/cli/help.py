"""Help: the examples that it begins with, and ``forge help``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from scenario_forge.cli.words import give_up, say

EXAMPLES = {
    "check": ("check desert-rats --errata none", "check content/desert-rats/map.yaml"),
    "show": ('show desert-rats "Allied 4"', "show desert-rats Tobruk"),
    "edit": ("edit my-rats", "edit my-rats --port 8800 --no-browser"),
    "build": ("build desert-rats", "build desert-rats --only map,counters --paper Letter"),
    "printer": ("printer --paper Letter --back-right 0.4mm", "printer --forget"),
    "play": ("play massawa --scenario keren", "play massawa --scenario keren --interactive"),
    "replay": ("replay keren.json", "replay keren.json --html keren.html"),
    "fuzz": ("fuzz massawa", "fuzz massawa --scenario keren --minutes 10"),
    "errata": ("errata check desert-rats DR-001", "errata sheet desert-rats --paper Letter"),
    "errata check": ("errata check desert-rats", "errata check desert-rats DR-001"),
    "errata propose": ("errata propose my-rats", "errata propose my-rats --date 2026-11-22"),
    "errata import": ("errata import my-rats list.txt", "errata import my-rats a.csv b.txt --output drafts.yaml"),
    "errata list": ("errata list desert-rats", "errata list desert-rats --output errata.txt"),
    "errata printings": ("errata printings desert-rats", "errata printings my-rats --format json"),
    "errata impact": ("errata impact desert-rats DR-001", "errata impact desert-rats DR-011a --scenario crusader"),
    "errata witness": ("errata witness desert-rats DR-030b", "errata witness desert-rats DR-026a --seconds 120"),
    "errata page": ("errata page desert-rats", "errata page desert-rats --since 1"),
    "errata rulebook": ("errata rulebook desert-rats", "errata rulebook desert-rats --errata official"),
    "errata sheet": ("errata sheet desert-rats", "errata sheet desert-rats --paper Letter"),
    "diff": ("diff desert-rats+none desert-rats+all", "diff massawa:keren massawa:agordat"),
    "rules": ("rules desert-rats 6.31", "rules ridge --sentences"),
    "playtest": (
        "playtest massawa --scenario keren --games 200",
        "playtest massawa --scenario keren --html report.html",
    ),
    "result": ("result my-rats crusader --winner axis --score 12:31", "result my-rats"),
    "tune": ("tune massawa --scenario keren", "tune massawa --scenario keren --kinds replacements,points"),
    "games": ("games", "games | grep bundled"),
    "leaflet": ("leaflet massawa keren", "leaflet desert-rats crusader --paper Letter"),
    "pack": ("pack my-rats crusader", "pack my-rats crusader --output crusader.forge"),
    "open": ("open crusader.forge", "open crusader.forge my-rats"),
    "dates": ("dates desert-rats", "dates desert-rats --start 6/41 --stop 12/41"),
    "dossier": ("dossier my-rats --date 6/41", "dossier my-rats --date 6/41 --answers dossier_6-41.yaml"),
    "new": (
        "new game my-war --like massawa",
        "new scenario my-rats --start 6/41 --stop 12/41 --name summer-1941",
    ),
    "new scenario": (
        "new scenario my-rats --start 6/41 --stop 12/41 --name summer-1941",
        "new scenario my-rats --start nov41 --stop mar42 --name winter --from nov41",
    ),
    "new game": ("new game my-war --like desert-rats --size 30x20", "new game my-battle --like plain"),
    "collate": ("collate desert-rats", "collate my-rats --answers mine"),
    "copy": ("copy desert-rats my-rats", "copy massawa content/my-war"),
    "export": (
        "export table desert-rats counters",
        "export table desert-rats orders-of-battle/allied --output allied.csv",
    ),
    "export table": (
        "export table desert-rats counters",
        "export table desert-rats orders-of-battle/allied --output allied.csv",
    ),
    "import": ("import table my-rats counters counters.csv", "import table my-rats counters counters.csv --dry-run"),
    "import table": (
        "import table my-rats counters counters.csv",
        "import table my-rats counters counters.csv --dry-run",
    ),
    "words": ("words my-rats --language de", "words my-rats --language fr"),
    "explain": ("explain OOB007", "explain --all"),
    "fmt": ("fmt my-rats", "fmt my-rats --check"),
    "migrate": ("migrate my-rats", "migrate my-rats --check"),
    "lsp": ("lsp", "lsp --errata none"),
    "schema": ("schema --output schemas", "schema --validate content/desert-rats/map.yaml"),
    "completion": ("completion --install", "completion zsh"),
    "help": ("help build", "help errata check"),
}
"""Verb, with its part if it has parts → two command lines without `forge`; `my-rats` is a copy of desert-rats."""


def help(  # noqa: A001 - named after its verb
    ctx: typer.Context,
    verb: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="Such as build, or errata check; default: all.", show_default=False),
    ] = None,
) -> None:
    """Show the help that `forge COMMAND --help` shows."""
    from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415 - slow, and seldom needed

    context = ctx.find_root()
    for word in verb or ():
        group: Any = context.command
        names = group.list_commands(context) if hasattr(group, "list_commands") else []
        if word not in names:
            path = context.command_path
            give_up(f"`{path}` has no command `{word}`", did_you_mean(word, names) or f"`{path} --help` shows its help")
        context = type(context)(group.get_command(context, word), info_name=word, parent=context)
    say(context.get_help() + "\n")
