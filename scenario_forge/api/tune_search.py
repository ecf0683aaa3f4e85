"""Looking for the smallest step of a ladder that lies in a band, with as few tries as possible. Nothing here plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Verdict: TypeAlias = Literal["inside", "below", "above", "undecided"]


@dataclass
class Climb:
    """A search on one ladder.

    ``verdict`` is what is known of no step at all; a larger step is taken to lie further from there. ``look`` says of
    a step where it lies, and with True of the same on other seeds. ``leans`` says of a step that is undecided whether
    it seems to lie where no step lies.
    """

    steps: int
    verdict: Verdict
    look: Callable[[int, bool], Verdict]
    leans: Callable[[int], bool] = lambda _step: False
    unsure: int | None = None
    """A step that seems to lie in the band, and may not."""
    _inside: set[int] = field(default_factory=set)
    _enough: set[int] = field(default_factory=set)
    """Steps that do not fall short, those that go too far among them."""

    def smallest(self) -> int | None:
        """The smallest step that lies in the band on other seeds too; None: there is none, or it is not sure."""
        low, high = -1, self.steps - 1
        if high < 0 or self._short(high):
            return None
        while True:
            high = self._narrowed(low, high)
            if high not in self._inside:
                return None
            again = self.look(high, True)
            if again == "inside":
                return high
            self.unsure = high
            larger = [step for step in self._enough if step > high]
            if again != self.verdict or not larger:
                return None
            low, high = high, min(larger)

    def _narrowed(self, low: int, high: int) -> int:
        """The smallest step between two that does not fall short."""
        while high - low > 1:
            middle = (low + high) // 2
            if self._short(middle):
                low = middle
            else:
                high = middle
        return high

    def _short(self, step: int) -> bool:
        """Whether a step is not enough."""
        found = self.look(step, False)
        if found == "inside":
            self._inside.add(step)
        elif found == "undecided" and not self.leans(step):
            self.unsure = step
        short = found == self.verdict or (found == "undecided" and self.leans(step))
        if not short:
            self._enough.add(step)
        return short
