"""Modules and names of a package, imported when they are first used (PEP 562).

A package names them for mypy under ``TYPE_CHECKING`` and takes :func:`attributes` as its ``__getattr__``. Whoever needs
a module on some paths only imports the package at the head and writes ``package.module.name`` where it is needed.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # as in typing, whose import would cost more than all the rest
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def attributes(package: str, names: "Mapping[str, str] | None" = None) -> "Callable[[str], object]":
    """Make the ``__getattr__`` of a package: every module in it is an attribute.

    Args:
        package: its ``__name__``.
        names: what else is an attribute, each with the module in the package that defines it.
    """
    homes = names or {}

    def fetch(name: str) -> object:
        if name in homes:
            value = getattr(import_module(f"{package}.{homes[name]}"), name)
            setattr(sys.modules[package], name, value)
            return value
        module = f"{package}.{name}"
        if not name.startswith("_"):
            try:
                return import_module(module)
            except ModuleNotFoundError as error:
                if error.name != module:
                    raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return fetch
