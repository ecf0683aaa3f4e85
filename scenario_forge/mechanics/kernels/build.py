"""Compiles the loops once for a machine and keeps them in the user's cache folder.

What is kept never goes stale: its folder is named by a hash over all loops, so a loop that changes takes those that
call it along, and rules come in as arguments, never as constants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from scenario_forge.mechanics.kernels import loops as written
from scenario_forge.source.files import cache_folder

if TYPE_CHECKING:
    from types import ModuleType

Kernels: TypeAlias = Mapping[str, Callable[..., Any]]
"""The loops by name."""


def loops() -> Kernels:
    """Return the loops as plain Python runs them; slow, for trying them without numba."""
    return {name: getattr(written, name) for name in written.SIGNATURES}


@cache
def compiled() -> Kernels | None:
    """Return the compiled loops; None where numba is not installed or nothing can be cached.

    Takes some seconds the first time on a machine, some hundredths afterwards. Asked for once a process.
    """
    folder = cache_folder()
    return compiled_into(folder) if folder else None


def compiled_into(folder: Path) -> Kernels | None:
    """Return the loops as :func:`compiled` does, cached in a folder that the caller chooses."""
    try:
        import numba  # noqa: PLC0415 - heavy, and may not be there
    except ImportError:
        return None
    config: Any = numba.config
    before = config.CACHE_DIR
    try:
        folder = folder / f"kernels-{digest()}"
        folder.mkdir(parents=True, exist_ok=True)
        # numba asks for the folder when a function is made, and for nothing else of it later
        config.CACHE_DIR = str(folder)
        return _compile(numba)
    except (OSError, RuntimeError):  # numba says RuntimeError where no folder can be written
        return None
    finally:
        config.CACHE_DIR = before


def _compile(numba: ModuleType) -> dict[str, Callable[..., Any]]:
    """Compile the loops. Functions they call are taken from those already compiled instead of the module."""
    kinds = _kinds(numba)
    names = {name: value for name, value in vars(written).items() if not isinstance(value, FunctionType)}
    found = {}
    for name, function in vars(written).items():
        if isinstance(function, FunctionType):
            signature = written.SIGNATURES.get(name)
            takes = tuple(kinds[letter] for letter in signature) if signature else None
            copy = FunctionType(function.__code__, names, name)
            if takes:
                found[name] = names[name] = numba.njit(takes, cache=True)(copy)
            else:
                # a part of a loop: as fast as if it stood there, which a call with many arrays is not
                names[name] = numba.njit(inline="always")(copy)
    return found


def _kinds(numba: ModuleType) -> dict[str, Any]:
    """Return the numba types by the letters of signatures."""
    types = numba.types
    whole = {"i": types.intc, "b": types.uint8}
    kinds: dict[str, Any] = {letter: types.Array(of, 1, "C") for letter, of in whole.items()}
    kinds |= {letter.upper(): types.Array(of, 1, "C", readonly=True) for letter, of in whole.items()}
    return kinds | {"n": types.int64}


def digest() -> str:
    """Return a hash over the text of all loops and of this module."""
    texts = [Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("loops", "build")]
    return sha256(b"\0".join(texts)).hexdigest()[:16]
