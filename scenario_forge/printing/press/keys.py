"""What a document was made from, as digests that mean the same in another process."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.game import Game

_PACKAGE = Path(__file__).parents[2]
_LIBRARIES = ("typst", "pikepdf", "pillow", "pypdfium2", "numpy", "pydantic")
_KINDS = (".py", ".typ", ".yaml", ".ttf")
_ELSEWHERE = ("api", "cli", "content", "reports", "schemas")
"""Folders of the package that no document is made from."""
ALWAYS = frozenset({"game", "words"})
"""Kinds that every page is made from; what keeps the words keeps quiet about having read them."""


def digest(value: Any) -> str:  # noqa: ANN401 - JSON data
    """A short digest of plain data."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:32]


@cache
def code_digest() -> str:
    """Our code, templates, words, fonts, and the versions of the libraries that print."""
    root = _PACKAGE
    return _tree(root, [p for p in _files(root) if p.relative_to(root).parts[0] not in _ELSEWHERE]) + _libraries()


@cache
def folder_digest(*parts: str) -> str:
    """The code in one folder of the package."""
    root = _PACKAGE.joinpath(*parts)
    return _tree(root, _files(root))


def system_digest(game: Game) -> str:
    """The code of a rule system that lives outside the package: its module, or the package it is in."""
    if game.system is None:
        return ""
    top = type(game.system).__module__.partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None)
    if top == "scenario_forge" or file is None:
        return ""
    path = Path(file)
    return _tree(path.parent, _files(path.parent) if path.name == "__init__.py" else [path])


def base_of(brief: Brief, *others: str) -> str:
    """What every document of a brief is made from beside the documents of the game."""
    profile = dataclasses.asdict(brief.profile)
    asked = [brief.flawed, brief.for_scenario, brief.game.errata]
    return digest([code_digest(), system_digest(brief.game), profile, asked, others])


def versions(game: Game, reads: Iterable[str]) -> dict[str, str]:
    """The kinds of document that were read, each with a digest of its present version."""
    kinds = sorted(game.memo.kinds_behind(reads) | ALWAYS)
    return {kind: digest(game.version(kind)) for kind in kinds}


def unchanged(game: Game, reads: dict[str, str]) -> bool:
    """Whether every kind is as it was."""
    return all(digest(game.version(kind)) == known for kind, known in reads.items())


def _files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in _KINDS and "__pycache__" not in path.parts)


def _tree(root: Path, files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(root).as_posix().encode() + b"\0")
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def _libraries() -> str:
    def known() -> Iterator[str]:
        for name in _LIBRARIES:
            try:
                yield f"{name} {version(name)}"
            except PackageNotFoundError:
                yield name

    return digest(list(known()))
