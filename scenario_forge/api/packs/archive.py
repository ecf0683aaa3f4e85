"""The archive of a pack: the same files give the same bytes, and no harmful file is taken out."""

from __future__ import annotations

import json
import re
import stat
import struct
import zipfile
import zlib
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.kinds import JsonKind, misfits, path_in_words
from scenario_forge.game.reading.folder import at_start, leads_out, names_device
from scenario_forge.game.reading.shape import problem_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.diagnostics import Diagnostic


CODES = Codes(__file__)
PCK001 = CODES.error("PCK001", "not-a-pack", "this is not a pack: {problem}")
PCK002 = CODES.error("PCK002", "other-pack-format", "this pack has format {found}; this version reads format {known}")
PCK003 = CODES.error("PCK003", "pack-was-changed", "{name}: {problem}")
PCK004 = CODES.error("PCK004", "pack-path-outside-game", "`{name}` is not a file that a pack may contain: {problem}")
PCK005 = CODES.error("PCK005", "pack-too-large", "the pack is too large: {problem}")
PCK006 = CODES.error("PCK006", "pack-of-another-game", "the pack is for {wanted}, not for {found}")
PCK007 = CODES.warning(
    "PCK007",
    "scenario-differs-here",
    "scenario `{scenario}` differs from the one that was packed: its content has the hash {found}, the pack "
    "says {expected}",
)
PCK008 = CODES.error("PCK008", "would-overwrite", "{name} already exists and differs")
PCK009 = CODES.error("PCK009", "packed-scenario-fails", "scenario `{scenario}` does not work with this game: {problem}")
PCK010 = CODES.error("PCK010", "erratum-differs", "erratum {id} of the pack is already in {file}")


MANIFEST, README, PICTURE = "manifest.json", "README.txt", "picture.png"
MAX_PACK = 16 * 1024 * 1024
MAX_FILES = 64
MAX_BYTES = 8 * 1024 * 1024
MAX_TOTAL = 24 * 1024 * 1024
MAX_RATIO = 200
"""Unpacked to packed; prose and tables stay far below."""

_DATE = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"(scenarios|errata)/[a-z0-9][a-z0-9_+-]{0,79}\.yaml")
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error, ValueError)


class BadPackError(ValueError):
    """Error: a file is no pack, or must not be opened; ``findings`` say why."""

    def __init__(self, *findings: Diagnostic) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return files by name as one archive, in order of name, without dates or owners."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            entry.compress_type = zipfile.ZIP_STORED if name == PICTURE else zipfile.ZIP_DEFLATED
            packed.writestr(entry, files[name], compresslevel=9)
    return out.getvalue()


def unpack(data: bytes, file: str) -> dict[str, bytes]:
    """Return the files of an archive by name, in memory.

    Args:
        data: of the archive; more than :data:`MAX_PACK` are refused.
        file: its name in findings.

    Raises:
        BadPackError: it is no archive, has a name that leads out, is too large, or was damaged.
    """
    if len(data) > MAX_PACK:
        raise BadPackError(PCK005.at(at_start(file), problem=f"it has more than {MAX_PACK:,} bytes"))
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            entries = packed.infolist()
            _sized(entries, file)
            found = [problem for entry in entries if (problem := _wrong(entry, file))]
            found += _twice(entries, file)
            if found:
                raise BadPackError(*found)
            return {entry.filename: _read(packed, entry, file) for entry in entries}
    except BadPackError:
        raise
    except _BROKEN as error:
        raise BadPackError(PCK001.at(at_start(file), problem=_said(error))) from error


def _said(error: Exception) -> str:
    text = str(error)
    return "it is not an archive, or cut off" if "not a zip" in text or not text else f"it is damaged ({text[:120]})"


def _sized(entries: list[zipfile.ZipInfo], file: str) -> None:
    """Check the sizes that the archive states; whether they are true is seen when it is read."""
    problem = ""
    if len(entries) > MAX_FILES:
        problem = f"it has {len(entries):,} files, more than {MAX_FILES}"
    elif sum(entry.file_size for entry in entries) > MAX_TOTAL:
        problem = f"it unpacks to more than {MAX_TOTAL:,} bytes"
    for entry in entries:
        if entry.file_size > MAX_BYTES:
            problem = problem or f"`{entry.filename[:80]}` has more than {MAX_BYTES:,} bytes"
        if entry.file_size > MAX_RATIO * max(entry.compress_size, 64):
            problem = problem or f"`{entry.filename[:80]}` unpacks to more than {MAX_RATIO} times its size"
    if problem:
        raise BadPackError(PCK005.at(at_start(file), problem=problem))


def _wrong(entry: zipfile.ZipInfo, file: str) -> Diagnostic | None:
    """Return what is wrong with an entry's name or kind."""
    name, mode = entry.orig_filename, entry.external_attr >> 16
    problem = ""
    if leads_out(name) or name != entry.filename:
        problem = "the path leads out of the game's folder"
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        problem = "it is a link or a device, not a file"
    elif entry.flag_bits & 0x1:
        problem = "it is encrypted"
    elif name not in (MANIFEST, README, PICTURE) and not _NAME.fullmatch(name):
        problem = "packs hold scenarios/NAME.yaml and errata/NAME.yaml only"
    elif names_device(name.rpartition("/")[2]):
        problem = "some systems take that name for a device"
    return PCK004.at(at_start(file), name=name[:120], problem=problem) if problem else None


def _twice(entries: list[zipfile.ZipInfo], file: str) -> list[Diagnostic]:
    names = [entry.filename for entry in entries]
    doubled = sorted({name for name in names if names.count(name) > 1})
    return [PCK003.at(at_start(file), name=name[:120], problem="it is in the pack twice") for name in doubled]


def _read(packed: zipfile.ZipFile, entry: zipfile.ZipInfo, file: str) -> bytes:
    with packed.open(entry) as stream:
        data = stream.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        problem = f"`{entry.filename}` has not the size that it says"
        raise BadPackError(PCK005.at(at_start(file), problem=problem))
    return data


# -- what a pack says of itself --------------------------------------------------------------------


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
    """Return the SHA-256 of some bytes in hexadecimal."""
    return sha256(data).hexdigest()


def manifest_text(manifest: Manifest) -> bytes:
    """Return the manifest as it stands in the pack; the seal is over all the rest."""
    data: dict[str, Any] = {"pack": FORMAT} | manifest.model_dump(mode="json")
    return (json.dumps(data | {"seal": _seal(data)}, indent=1, ensure_ascii=False) + "\n").encode()


def _seal(data: Mapping[str, Any]) -> str:
    return digest(
        json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    )


def read_manifest(files: Mapping[str, bytes], file: str) -> Manifest:
    """Return the manifest among the files of a pack, checked against all others.

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
        problem = f"{MANIFEST}: {path_in_words(first['loc'])}: {problem_of(first)}"
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
