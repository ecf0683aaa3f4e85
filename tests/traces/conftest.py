"""The rule systems of the slices, on the path with their metadata as if installed."""

from __future__ import annotations

import pytest

from .games import SYSTEMS


@pytest.fixture(autouse=True)
def _systems(monkeypatch):
    monkeypatch.syspath_prepend(str(SYSTEMS))
