"""How often the first of several corrections is right, by what speaks for it, as measured with planted misprints.

`benchmarks/propose.py --evidence` measures it: `docs/errata.md` says how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from scenario_forge.diagnostics.model import Evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

Standing = Literal["explains-most", "alone", "best", "tied", "explains-less"]
"""How a correction stands to the others that resolve the same finding: it resolves all that they do and more; there is
no other; more speaks for it; as much or more speaks for another; another resolves all that it does and more."""
EVIDENCE: tuple[Evidence, ...] = get_args(Evidence)
"""What speaks most for a correction first."""
CERTAIN = 0.9
"""A correction is drafted as the first where so many like it are right."""


class Rate(NamedTuple):
    """How many of the corrections of a sort were right, of how many."""

    right: int
    of: int

    @property
    def share(self) -> float:
        """The share that is right, as if one more had been wrong and one more right."""
        return (self.right + 1) / (self.of + 2)

    def __str__(self) -> str:
        return f"{self.right} of {self.of}"


MEASURED: Mapping[tuple[Evidence, Standing], Rate] = {
    ("worked-out", "alone"): Rate(19, 19),
    ("worked-out", "best"): Rate(19, 19),
    ("worked-out", "explains-most"): Rate(19, 19),
    ("outvoted", "best"): Rate(19, 19),
    ("outvoted", "alone"): Rate(19, 19),
    ("outvoted", "explains-most"): Rate(19, 19),
    ("restated", "explains-most"): Rate(19, 19),
    ("slip", "alone"): Rate(19, 19),
    ("suggested", "alone"): Rate(19, 19),
}
"""By evidence and standing."""
UNKNOWN = Rate(0, 0)


def rate(evidence: Evidence, standing: Standing) -> Rate:
    """Return how often a correction of a sort was right; of a sort never met, none of none."""
    return MEASURED.get((evidence, standing), UNKNOWN)
