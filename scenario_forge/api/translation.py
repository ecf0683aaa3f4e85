"""The words of a language: a template with the English beside each, and how much of it is done."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.words import WordsDocument
from scenario_forge.project.english import english_files, english_of

if TYPE_CHECKING:
    from scenario_forge.project.game import Game


class Done(NamedTuple):
    """How far the words of a language are."""

    done: int
    total: int
    missing: tuple[str, ...]
    """Keys that are printed in English still."""


def progress(game: Game, language: str) -> Done:
    """How many of the words that every game has read otherwise in a language than in English."""
    own: dict[str, str] = {}
    for document, _where in game.documents("words", WordsDocument):
        if document.language == language:
            own |= document.words
    every = english_of(game)
    missing = tuple(key for key, text in every.items() if own.get(key, text) == text)
    return Done(len(every) - len(missing), len(every), missing)


def template(game: Game, language: str) -> str:
    """The text of `words/<language>.yaml`: each key in English, to be translated, with the English beside it.

    What the game's rule system says in other words stands in those; keys of its own come last.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415 - only where a document is written
    from ruamel.yaml.comments import CommentedMap  # noqa: PLC0415
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString as Quoted  # noqa: PLC0415

    words = CommentedMap()
    every = english_of(game)
    parts = {component: [*document.words] for component, document in english_files().items()}
    core = {key for keys in parts.values() for key in keys}
    parts["rules"] = [key for key in every if key not in core]
    for component, keys in parts.items():
        for key in keys:
            text = every[key]
            words[key] = Quoted(text)
            words.yaml_add_eol_comment(" ".join(text.split()), key)
            if key == keys[0]:
                words.yaml_set_comment_before_after_key(key, before=f"-- {component} --", indent=2)
    head = CommentedMap(basis="proposed", language=language, words=words)
    head.yaml_set_start_comment(_HEAD)
    yaml, stream = YAML(), StringIO()
    yaml.width = 10_000
    yaml.dump(head, stream)
    return stream.getvalue()


_HEAD = (
    "yaml-language-server: $schema=../schemas/words.schema.json\n"
    "Translate what stands in quotes; the English stays beside it. What stands in {braces} is filled in and stays as\n"
    "it is. A line that is taken out is printed in English."
)
