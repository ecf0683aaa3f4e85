"""``forge schema``: the JSON Schemas by which an editor completes and explains keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scenario_forge.cli import words


def schema(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for the schemas.")] = Path(
        "schemas"
    ),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 if a schema is out of date.")
    ] = False,
) -> None:
    """Write the schemas of all documents, those of installed rule systems included."""
    from scenario_forge.api.files import outdated_schemas  # noqa: PLC0415

    old = outdated_schemas(output)
    for name, text in old.items():
        if text is None:
            words.say(f"{output / name} is the schema of no document; remove it\n")
        elif check:
            words.say(f"{output / name} is out of date\n")
        else:
            _must_be_schema(output / name)
            words.write(output / name, text.encode())
            words.say(f"wrote {output / name}\n")
    if not old:
        words.say(f"the schemas in {output} are up to date\n")
    elif check:
        words.say_error("run `forge schema` to write them anew")
        raise typer.Exit(words.ERRORS)


def _must_be_schema(path: Path) -> None:
    """End the command if a file of that name is there which is no JSON Schema."""
    import json  # noqa: PLC0415

    try:
        known = path.exists() and "$schema" not in json.loads(path.read_bytes())
    except (OSError, ValueError, TypeError):
        known = True
    if known:
        words.give_up(f"{path} is there already and is no JSON Schema", "name another folder with --output")
