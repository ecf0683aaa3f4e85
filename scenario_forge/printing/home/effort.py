"""What a printed game takes: sheets, ink, cuts and minutes. Estimates, each with how it is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.printing.home.bundles import is_booklet, printed_at_home, sheets_of
from scenario_forge.printing.home.ink import TEXT_PAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Words
    from scenario_forge.printing.build_manifest import DocumentEntry
    from scenario_forge.printing.profile import Paper


SIDE = 0.25
"""Minutes to print one side on an inkjet in colour: four sides a minute."""
GLUED_SHEET = 10.0
"""To glue one sheet of counters, folded or to card; drying is not counted."""
CUT = 0.5
"""To lay the ruler and cut once, in three strokes."""
JOINED_PAGE = 2.0
"""To lay one page of the map against its neighbours and tape it."""
FOLDED_SHEET = 0.25
"""To fold one sheet of the booklet."""
STAPLING = 5.0
"""To staple the booklet."""
_STEP = 5
"""Minutes are told in steps of five: they are no better known."""


@dataclass(frozen=True)
class Effort:
    """Paper, ink and time for documents that the printer at home prints."""

    sheets: int
    sides: int
    ink: float
    """Sides that the ink would cover whole, in one layer."""
    cuts: int
    glued: int
    """Sheets of counters that are folded or glued to card."""
    joined: int
    """Pages of the map."""
    folded: int
    """Sheets of the booklet."""

    @property
    def covered(self) -> int:
        """Percent of the average side that is inked."""
        return round(100 * self.ink / self.sides) if self.sides else 0

    @property
    def text_pages(self) -> int:
        """Pages of plain text that take as much ink."""
        return round(self.ink / TEXT_PAGE)

    @property
    def minutes(self) -> dict[str, float]:
        """Minutes by kind of work; what there is none of is left out."""
        found = {
            "print": self.sides * SIDE,
            "glue": self.glued * GLUED_SHEET,
            "cut": self.cuts * CUT,
            "join": self.joined * JOINED_PAGE,
            "fold": self.folded * FOLDED_SHEET + STAPLING if self.folded else 0.0,
        }
        return {work: minutes for work, minutes in found.items() if minutes}


def effort(entries: Sequence[DocumentEntry], paper: Paper) -> Effort:
    """Add up what all documents take that the printer at home prints."""
    found = printed_at_home(entries, paper)

    def fact(name: str) -> int:
        return sum(int(entry.facts.get(name, 0)) for entry in found)

    return Effort(
        sheets=sum(map(sheets_of, found)),
        sides=sum(len(entry.pages) for entry in found),
        ink=sum(entry.ink for entry in found),
        cuts=fact("cuts"),
        glued=sum(int(entry.facts.get("sheets", 0)) for entry in found if _is_glued(entry)),
        joined=fact("tiles"),
        folded=sum(sheets_of(entry) for entry in found if is_booklet(entry)),
    )


def _is_glued(entry: DocumentEntry) -> bool:
    """Return whether a document's counters are glued: backs on the other side of the sheet would be hidden."""
    return "counters" in entry.facts and entry.print_as in ("fold", "single")


def effort_words(words: Words, found: Effort) -> list[str]:
    """Return the ink, the cuts and the time that everything takes, in sentences; the last says how they are counted."""
    if not found.sides:
        return []
    minutes = found.minutes
    parts = ", ".join(words(f"start_time_{work}", time=in_hours(each)) for work, each in minutes.items())
    return [
        words("start_ink", percent=found.covered, pages=found.text_pages),
        words("start_time", cuts=found.cuts, time=in_hours(sum(map(in_steps, minutes.values()))), parts=parts),
        words("start_counted"),
    ]


def in_hours(minutes: float) -> str:
    """Return a time as a clock does, to five minutes: ``2:35``.

    >>> in_hours(154), in_hours(3), in_hours(58)
    ('2:35', '0:05', '1:00')
    """
    hours, rest = divmod(in_steps(minutes), 60)
    return f"{hours}:{rest:02}"


def in_steps(minutes: float) -> int:
    """Return minutes rounded to five, and never none; sums are of these, so that what is shown adds up.

    >>> in_steps(154), in_steps(1)
    (155, 5)
    """
    return max(1, round(minutes / _STEP)) * _STEP
