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
LEAST = 3
"""So many must have been met; of fewer, those of the same evidence that stand as clearly count with them."""
_CLEAR: tuple[Standing, ...] = ("explains-most", "alone", "best")


class Rate(NamedTuple):
    """How many of the corrections of a sort were right, of how many."""

    right: int
    of: int

    @property
    def is_certain(self) -> bool:
        """Whether enough have been met, and nearly all of them were right."""
        return self.of >= LEAST and self.right >= CERTAIN * self.of

    def __str__(self) -> str:
        return f"{self.right} of {self.of}"


MEASURED: Mapping[tuple[Evidence, Standing], Rate] = {
    ("worked-out", "alone"): Rate(4, 4),
    ("worked-out", "best"): Rate(2, 2),
    ("outvoted", "explains-most"): Rate(2, 2),
    ("outvoted", "alone"): Rate(4, 4),
    ("outvoted", "best"): Rate(4, 4),
    ("narrowly-outvoted", "alone"): Rate(4, 4),
    ("narrowly-outvoted", "best"): Rate(7, 7),
    ("suggested", "alone"): Rate(3, 3),
    ("suggested", "best"): Rate(4, 5),
    ("restated", "explains-most"): Rate(10, 10),
    ("restated", "alone"): Rate(12, 12),
    ("restated", "best"): Rate(2, 2),
    ("restated", "tied"): Rate(1, 1),
    ("compared", "explains-most"): Rate(1, 1),
    ("compared", "alone"): Rate(0, 3),
    ("compared", "best"): Rate(0, 1),
    ("compared", "tied"): Rate(0, 2),
    ("disputed", "alone"): Rate(13, 14),
    ("disputed", "tied"): Rate(4, 5),
    ("slip", "explains-most"): Rate(3, 3),
    ("slip", "alone"): Rate(16, 16),
    ("slip", "tied"): Rate(7, 11),
    ("voted-down", "alone"): Rate(1, 1),
}
"""By evidence and standing."""
UNKNOWN = Rate(0, 0)


def rate(evidence: Evidence, standing: Standing) -> Rate:
    """Return how often corrections of a sort were right; of a sort never met, none of none."""
    found = MEASURED.get((evidence, standing), UNKNOWN)
    if found.of >= LEAST or standing not in _CLEAR:
        return found
    alike = [MEASURED.get((evidence, each), UNKNOWN) for each in _CLEAR]
    return Rate(sum(each.right for each in alike), sum(each.of for each in alike))
