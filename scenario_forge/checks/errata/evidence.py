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
    ("worked-out", "alone"): Rate(3, 3),
    ("worked-out", "best"): Rate(1, 1),
    ("outvoted", "alone"): Rate(2, 2),
    ("outvoted", "best"): Rate(4, 4),
    ("outvoted", "explains-most"): Rate(4, 4),
    ("narrowly-outvoted", "alone"): Rate(4, 4),
    ("narrowly-outvoted", "best"): Rate(8, 8),
    ("restated", "alone"): Rate(15, 16),
    ("restated", "explains-most"): Rate(11, 11),
    ("slip", "alone"): Rate(10, 10),
    ("slip", "explains-most"): Rate(6, 6),
    ("suggested", "alone"): Rate(3, 3),
    ("suggested", "best"): Rate(2, 3),
    ("disputed", "alone"): Rate(12, 16),
    ("disputed", "explains-most"): Rate(4, 4),
    ("disputed", "tied"): Rate(4, 8),
    ("compared", "alone"): Rate(0, 6),
    ("voted-down", "alone"): Rate(0, 2),
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
