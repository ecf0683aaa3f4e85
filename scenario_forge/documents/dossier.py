"""dossiers/*.yaml: what a designer has decided for a start on a date that the publisher never gave."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text


class DossierRow(Model):
    """One decision: a unit's cell, that of markers of one kind, or who controls a place; open without it."""

    side: Id | None = None
    """Whose unit or marker."""
    no: Annotated[int, Field(ge=1)] | None = None
    """Set-up number of the unit."""
    marker: Id | None = None
    """Instead of a unit: marker id from counters.yaml, or the kind of it."""
    control: Text | None = None
    """Instead of a unit or marker: a place or hex whose control is decided."""
    at: str = ""
    """The cell, as a start column of the order of battle would print it: `QQ3(c3)`, `N`; of control, the side."""
    source: str = ""
    """What says so: a book and its page, a map."""
    note: str = ""
    """What else there is to say; it goes nowhere."""


class DossierPage(Model):
    """How the page was drawn that saved a file, so that taking it in draws the same."""

    drafted_from: Text | None = None
    """Whose positions are drafted, as `--from` has it."""
    scenario: Text | None = None
    """The scenario that is shown as it stands, as `--scenario` has it."""
    errata: Text | None = None
    """Errata that are applied, as `--errata` has them."""


class DossierDocument(Document):
    """The decisions for one date."""

    game: Id
    """The game's short name, as game.yaml has it."""
    date: Text
    """The game turn, as the track writes it."""
    first: Id
    """Side that opens."""
    title: str = ""
    """What it is for."""
    page: DossierPage | None = None
    """The page that saved it."""
    rows: list[DossierRow] = []
    """What was decided; units and markers that it leaves out are open."""
