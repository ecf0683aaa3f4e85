"""copies/*.yaml: what stands on a printed copy that somebody owns, value by value."""

from __future__ import annotations

from pydantic import JsonValue

from scenario_forge.documents.base import Document, Id, Model, Text


class Answer(Model):
    """What one value is on the copy."""

    at: Text
    """Address, as in errata: `counters.units[axis/15].strength`."""
    ours: JsonValue = None
    """What the form had; for whoever reads it later."""
    printed: JsonValue
    """What is printed on the copy; the same value where the form was right."""


class CopyDocument(Document):
    """The answers from one copy."""

    title: Text
    """Which copy it is: whose, bought when, in what state."""
    printing: Id | None = None
    """Its printing, of those in game.yaml."""
    answers: list[Answer] = []
    """What was looked up; what was not is left out."""
