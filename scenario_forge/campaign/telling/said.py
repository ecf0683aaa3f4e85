"""The words for play, from files beside the code; read without the code that plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).with_name("words.yaml")


@cache
def words_for_play() -> dict[str, Any]:
    """Return the whole of words.yaml.

    Raises:
        ValueError: it cannot be read.
    """
    root = Source.read(FILE.name, FILE.read_bytes()).root
    if root is None or not isinstance(root.data, dict):
        raise ValueError(f"{FILE} cannot be read")
    return root.data


def step_titles() -> Mapping[str, str]:
    """Return the steps in words, by id."""
    titles: Mapping[str, str] = words_for_play()["titles"]
    return titles
