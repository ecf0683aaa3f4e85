"""What holds for the tests of checks."""

from __future__ import annotations

import pytest

from .every_game import SYSTEMS


@pytest.fixture(autouse=True, scope="package")
def _slices():
    """The rule systems of the two slices can be found, from before anything is kept for a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SYSTEMS))
        yield
