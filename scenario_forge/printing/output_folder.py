"""The folder that a build fills: files written whole, pictures of pages, and removal of only our own files."""

from __future__ import annotations

import contextlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics import Diagnostic, Severity, Span
from scenario_forge.diagnostics.model import Label
from scenario_forge.source import files
from scenario_forge.source.codes import FIL013
from scenario_forge.source.files import TEMPORARY_SUFFIX, write_file
from scenario_forge.source.read import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from scenario_forge.diagnostics import Code


class CannotWrite(OSError):  # noqa: N818 - says what happened
    """Failure to write a file; ``finding`` says which and why."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class OutputFolder:
    """Files of the folder by relative name, with forward slashes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> None:
        """Create the folder.

        Raises:
            CannotWrite: it cannot be made: a file stands in its place, or nothing may be written there.
        """
        self._make(self.path)

    def sweep(self) -> None:
        """Remove half-written files that a killed build left. Call only while the folder is locked."""
        for leftover in self.path.rglob(f".*{TEMPORARY_SUFFIX}"):
            with contextlib.suppress(OSError):
                leftover.unlink()

    def write(self, name: str, data: bytes) -> str:
        """Replace a file in one step; return its digest.

        Raises:
            CannotWrite: the disk is full, nothing may be written there, ...
        """
        path = self.path / name
        self._make(path.parent)
        problem = write_file(path, data, str(path))
        if problem is not None:
            raise CannotWrite(problem)
        return digest_of(data)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if it does not exist or is no file."""
        try:
            return (self.path / name).read_bytes()
        except OSError:
            return None

    def has(self, files: Mapping[str, str]) -> bool:
        """Return whether all files exist with these digests."""
        return all(self.is_as(name, digest) for name, digest in files.items())

    def is_as(self, name: str, digest: str) -> bool:
        """Return whether a file exists with this digest."""
        data = self.read(name)
        return data is not None and digest_of(data) == digest

    def remove(self, name: str, digest: str) -> bool:
        """Remove a file, and folders that it leaves empty, if its bytes are still those we wrote."""
        if not is_inside_folder(name) or not self.is_as(name, digest):
            return False
        path = self.path / name
        try:
            path.unlink()
        except OSError:
            return False
        for folder in path.relative_to(self.path).parents[:-1]:
            with contextlib.suppress(OSError):
                (self.path / folder).rmdir()
        return True

    def _make(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            place = Span(str(folder), 1, 1, 1, 2)
            raise CannotWrite(FIL013.at(place, path=str(folder), reason=error.strerror or error)) from None


def is_inside_folder(name: str) -> bool:
    """Return whether a name lies in the folder: a manifest that someone has changed must not lead outside it."""
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name
    )


# -- one build at a time in a folder ---------------------------------------------------------------


NAME = ".forge-build.lock"


class FolderLock(files.FolderLock):
    """Lock on the folder, held from `with` to its end."""

    name = NAME
    work = "build"


# -- findings to plain data and back, so that a build that renders nothing still tells what was found


def as_data(finding: Diagnostic) -> dict[str, Any]:
    """Return a finding as plain data, without fixes: they are for text that may have changed since."""
    return {
        "code": finding.code.id,
        "severity": int(finding.severity),
        "message": finding.message,
        "span": _span(finding.span),
        "labels": [{"span": _span(label.span), "text": label.text} for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "rule": finding.rule,
    }


def finding_of(data: Mapping[str, Any], codes: Mapping[str, Code]) -> Diagnostic:
    """Return the finding that :func:`as_data` wrote.

    Raises:
        LookupError, TypeError, ValueError: the data are no finding, or the code is not known any more.
    """
    return Diagnostic(
        codes[data["code"]],
        Severity(data["severity"]),
        str(data["message"]),
        Span(*data["span"]),
        tuple(Label(Span(*label["span"]), str(label["text"])) for label in data["labels"]),
        tuple(map(str, data["notes"])),
        data["help"],
        data["rule"],
    )


def _span(span: Span) -> list[str | int]:
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.paper]
