"""``forge explain``: the page of a code, or of all of them."""

from __future__ import annotations

from typing import Annotated

import typer

from scenario_forge.cli import words

FORMATS = ("text", "markdown")


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="Id or name of the code, such as OOB007.", show_default=False)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Explain all codes.")] = False,
    layout: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or markdown.")] = "text",
) -> None:
    """Say what a code means, why it matters, and how to mend it."""
    from scenario_forge.api.report import code_families, known_codes  # noqa: PLC0415
    from scenario_forge.diagnostics.model import did_you_mean  # noqa: PLC0415
    from scenario_forge.diagnostics.render import explain as pages  # noqa: PLC0415

    words.one_of(layout, FORMATS, "--format")
    if (code is None) != everything:
        words.give_up("give one code, or --all", "forge explain FIL001")
    codes = known_codes()
    if everything and layout == "markdown":
        words.say(pages.catalogue(codes.values(), code_families()))
    elif everything:
        words.say("\n\n".join(pages.text(found, min(words.width(), 80)) for found in codes.values()))
    else:
        found = pages.find(code or "", codes)
        if found is None:
            hint = did_you_mean(code or "", [*codes, *(each.name for each in codes.values())])
            words.give_up(f"there is no code `{code}`", hint or "`forge explain --all` shows all of them")
        words.say(pages.text(found, min(words.width(), 80)) if layout == "text" else pages.markdown(found))
