"""``forge lsp``: findings, hover, definitions, rename and completion in your own editor."""

from __future__ import annotations

from importlib.util import find_spec

from scenario_forge import language
from scenario_forge.cli import words
from scenario_forge.cli.options import ErrataSet


def lsp(errata: ErrataSet = None) -> None:
    """Answer an editor over standard input and output; editors start this command themselves."""
    if find_spec("pygls") is None:
        words.give_up("the language server needs pygls, which is not installed", 'pip install "scenario-forge[edit]"')
    language.files.serve(errata)
