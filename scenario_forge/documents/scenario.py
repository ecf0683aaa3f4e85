"""scenarios/*.yaml: a start, a stop, options."""

from __future__ import annotations

from scenario_forge.documents.base import Document, Id, Model, Text


class Length(Model):
    """How long it is said to last; compared with its dates."""

    game_turns: int | None = None
    """Game turns, half ones included."""
    player_turns: int | None = None
    """Player turns."""


class ScenarioDocument(Document):
    """One scenario."""

    scenario: Id
    """Short name, the file's name."""
    title: Text
    """As printed."""
    dates: str = ""
    """Dates as printed in its heading: `Nov 41 – March 42`."""
    start: Id
    """Start date."""
    stop: Id
    """Stop date."""
    first: Id | None = None
    """Side that opens, if not the start date's."""
    last: Id | None = None
    """Side that closes, if not the stop date's."""
    length: Length | None = None
    """Stated length."""
    options: list[Id] = []
    """Optional rules in play."""
    text: str = ""
    """What it is about, in our own words."""
