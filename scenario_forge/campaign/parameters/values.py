"""Kinds of number that the rules' models share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Id, Text
from scenario_forge.documents.marks import Names

Count = Annotated[int, Field(ge=0, le=1000)]
"""A number that is never negative."""
Die = Annotated[str, Field(pattern=r"^[1-9]d[1-9][0-9]?[0-9]?$")]
"""What is thrown: `1d6`."""
RulesType = Annotated[Id, Names("type", called="unit type", besides=("supply",))]
"""A type of units; supply counts as one."""
SizeName = Annotated[Id, Names("size", loosely=True)]
"""A size mark in lower case."""
RulesPlace = Annotated[Text, Names("place")]
"""A place or an off-map box."""
TrackTurn = Annotated[Text, Names("turn", called="game turn of the track")]
"""A game turn."""
