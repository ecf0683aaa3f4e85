"""The manifest of a pack: what is in it, with hashes, and what it was made with."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from scenario_forge.api.packs.archive import MANIFEST, BadPackError
from scenario_forge.api.packs.codes import PCK001, PCK002, PCK003
from scenario_forge.documents.json_files import JsonKind, misfits, path_in_words
from scenario_forge.project.reading.folder import at_start

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = 1


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Packed(_Part):
    """One file of the pack."""

    size: int
    sha256: str


class Manifest(_Part):
    """Everything that a pack says of itself, without its format and seal."""

    game: str
    title: str
    edition: str
    system: str
    printing: str | None
    scenario: str
    scenario_title: str
    dates: str
    content: str
    """Content hash of the scenario with `corrections`."""
    errata: str
    """The set it was packed with, as given."""
    corrections: dict[str, str]
    """Errata laid over the game, each with a hash of what it changes."""
    options: list[str]
    versions: dict[str, str]
    game_files: dict[str, str]
    """SHA-256 of the sender's files of the game, so that it can be told what differs."""
    sources: list[str]
    files: dict[str, Packed]
    """Every other file of the pack."""


class ManifestFile(Manifest):
    """The manifest as it stands in the pack."""

    pack: Literal[1]
    """The layout."""
    seal: str | None = None
    """SHA-256 of all the rest; a manifest without it, or with another, was changed."""


PACK = JsonKind("pack", "manifest.json of a pack: forge pack", ManifestFile, frozenset({"pack"}), "validation")


def digest(data: bytes) -> str:
    """SHA-256 in hex."""
    return sha256(data).hexdigest()


def manifest_text(manifest: Manifest) -> bytes:
    """As it stands in the pack; the seal is over all the rest."""
    data: dict[str, Any] = {"pack": FORMAT} | manifest.model_dump(mode="json")
    return (json.dumps(data | {"seal": _seal(data)}, indent=1, ensure_ascii=False) + "\n").encode()


def _seal(data: Mapping[str, Any]) -> str:
    return digest(
        json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    )


def read_manifest(files: Mapping[str, bytes], file: str) -> Manifest:
    """The manifest among the files of a pack, held against all others.

    Raises:
        BadPackError: there is none, it is of another format, or a file is not what it lists.
    """
    data = _parsed(files, file)
    found = data.pop("pack", None)
    if type(found) is not int:
        raise BadPackError(PCK001.at(at_start(file), problem=f"{MANIFEST} does not say `pack`"))
    if found != FORMAT:
        raise BadPackError(PCK002.at(at_start(file), found=found, known=FORMAT))
    problem = next(misfits(PACK, {"pack": found, **data}), None)
    if problem is not None:
        raise BadPackError(PCK001.at(at_start(file), problem=f"{MANIFEST}: {problem}"))
    seal = data.pop("seal", None)
    try:
        manifest = Manifest.model_validate(data)
    except ValidationError as error:  # what only the models tell apart: to JSON Schema 3.0 is a whole number
        first = error.errors()[0]
        problem = f"{MANIFEST}: {path_in_words(first['loc'])}: {first['msg']}"
        raise BadPackError(PCK001.at(at_start(file), problem=problem[:200])) from error
    problems = dict(_differences(manifest, files))
    if seal != _seal({"pack": found} | data):
        problems[MANIFEST] = "it was changed since the pack was made"
    if problems:
        where = at_start(file)
        raise BadPackError(*(PCK003.at(where, name=name[:120], problem=what) for name, what in problems.items()))
    return manifest


def _parsed(files: Mapping[str, bytes], file: str) -> dict[str, Any]:
    problem = "it has no manifest"
    if MANIFEST in files:
        try:
            data = json.loads(files[MANIFEST].decode())
            if isinstance(data, dict):
                return data
            problem = f"{MANIFEST} is not an object"
        except (ValueError, RecursionError):  # UnicodeDecodeError and JSONDecodeError are such
            problem = f"{MANIFEST} cannot be read"
    raise BadPackError(PCK001.at(at_start(file), problem=problem))


def _differences(manifest: Manifest, files: Mapping[str, bytes]) -> list[tuple[str, str]]:
    found = []
    for name, listed in manifest.files.items():
        data = files.get(name)
        if data is None:
            found.append((name, "it is listed, but not in the pack"))
        elif len(data) != listed.size or digest(data) != listed.sha256:
            found.append((name, "it is not the file that was packed"))
    strangers = sorted(set(files) - set(manifest.files) - {MANIFEST})
    return found + [(name, "it is in the pack, but not listed") for name in strangers]
