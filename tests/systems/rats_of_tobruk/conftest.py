"""Fixtures that let one condition of a module decide alone."""

from __future__ import annotations

import pytest


@pytest.fixture
def stub(monkeypatch):
    """Lets what a rule asks give a fixed answer."""

    def let(what, **answers):
        for name, answer in answers.items():
            monkeypatch.setattr(what, name, answer)

    return let


@pytest.fixture
def rekey(monkeypatch):
    """Gives a module other keys than the game has set."""

    def give(module, **keys):
        monkeypatch.setattr(module, "given", module.given.model_copy(update=keys))

    return give
