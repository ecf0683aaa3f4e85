"""Scenario Forge: a data-driven scenario editor and compiler for hex-and-counter wargames.

>>> import scenario_forge
>>> game = scenario_forge.load_game("desert-rats")
>>> game.title
'Desert Rats'

The names below are the library; everything the command line does is one of these calls or a module they
come from. They are fetched when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import would cost more than all the rest
if TYPE_CHECKING:
    from scenario_forge.api import check, compile_scenario, load_game, render
    from scenario_forge.diagnostics.model import Diagnostic
    from scenario_forge.game.game import Game

    __version__: str

__all__ = ["Diagnostic", "Game", "__version__", "check", "compile_scenario", "load_game", "render"]

_HOMES = {
    "Diagnostic": "scenario_forge.diagnostics.model",
    "Game": "scenario_forge.game.game",
    "check": "scenario_forge.api",
    "compile_scenario": "scenario_forge.api",
    "load_game": "scenario_forge.api",
    "render": "scenario_forge.api",
}


def __getattr__(name: str) -> object:
    """Fetch a public name when it is first used (PEP 562)."""
    if name == "__version__":
        value: object = _version()
    elif name in _HOMES:
        from importlib import import_module  # noqa: PLC0415

        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("scenario-forge")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "0+unknown"
