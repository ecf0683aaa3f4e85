"""Packs: one file that carries a scenario, its errata and their proof from one person to another.

What is inside is untrusted: nothing is written before all of it is verified and held against the game that is here.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from scenario_forge.api.packs.archive import (
    MANIFEST,
    PCK001,
    PCK004,
    PCK006,
    PCK007,
    PCK008,
    PCK009,
    PCK010,
    PICTURE,
    README,
    BadPackError,
    Manifest,
    Packed,
    archive,
    digest,
    manifest_text,
    read_manifest,
    unpack,
)
from scenario_forge.api.play import applied_corrections, is_content, scenario_of, versions_of
from scenario_forge.checks.names import written_names
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.problems import CompileError
from scenario_forge.compiler.set_up import plan
from scenario_forge.diagnostics.model import Severity
from scenario_forge.documents.errata import ErrataDocument
from scenario_forge.drafts.counting import open_cells_of
from scenario_forge.game.errata.lists import family_numbers
from scenario_forge.game.reading.errata import copies_in
from scenario_forge.game.reading.folder import at_start
from scenario_forge.game.reading.formats import SYSTEMS
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.plan import set_up_picture
from scenario_forge.source.files import write_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.errata import Erratum
    from scenario_forge.game.game import Game


_SHOWN = 12


@dataclass(frozen=True)
class OpenedPack:
    """A verified pack, and the remarks on it here."""

    manifest: Manifest
    files: Mapping[str, bytes]
    """Those that go into the game's folder."""
    file: str = "pack"
    """The pack's name in findings."""


def open_pack(data: bytes, file: str = "pack") -> OpenedPack:
    """Verify a pack by itself; nothing is written.

    Raises:
        BadPackError: it is none, was changed, is too large, or leads out of the game's folder.
    """
    files = unpack(data, file)
    manifest = read_manifest(files, file)
    mine = {name: content for name, content in files.items() if "/" in name}
    if not any(name.startswith("scenarios/") for name in mine):
        raise BadPackError(PCK001.at(at_start(file), problem="it has no scenario"))
    return OpenedPack(manifest, mine, file)


def compare_pack(opened: OpenedPack, folder: str | os.PathLike[str], *, force: bool = False) -> list[Diagnostic]:
    """Return what stands against installing a pack in a game's folder; warnings tell what will be different."""
    here = Workspace(folder).load("none")
    other = _other_game(opened, here)
    if other:
        return other
    brought = without_kept(opened, folder)
    found = list(_leads_out(brought, Path(folder)))
    found += [] if force else _in_the_way(brought, Path(folder))
    found += _same_numbers(brought, here)
    return found or list(_compared(brought, folder))


def without_kept(opened: OpenedPack, folder: str | os.PathLike[str]) -> OpenedPack:
    """Return the pack without lists of errata that need not be written: those here are equivalent.

    A list of the same name may be newer here, or have more errata: it stays if every erratum of the pack that is
    laid over the scenario is in it to the letter.
    """
    needed = opened.manifest.corrections
    lists = [name for name in opened.files if name.startswith("errata/") and (Path(folder) / name).is_file()]
    if not lists:
        return opened
    alone, here = _alone(opened), Workspace(folder).load(",".join(needed) or "none")
    said = applied_corrections(here)
    there = {erratum.id: where.file.name
             for document, where in here.documents("errata", ErrataDocument)
             for erratum in document.errata}  # fmt: skip
    kept = {
        name
        for name in lists
        if all(
            there.get(e.id) == name and said.get(e.id) == needed[e.id] for e in _errata(alone, name) if e.id in needed
        )
    }
    return replace(opened, files={name: data for name, data in opened.files.items() if name not in kept})


def _other_game(opened: OpenedPack, here: Game) -> list[Diagnostic]:
    manifest, about = opened.manifest, here.about
    systems = {manifest.system, SYSTEMS.get(manifest.system, manifest.system)}
    if about and about.game == manifest.game and about.system in systems:
        return []
    found = f"{about.title} ({about.game}, rules {about.system})" if about else here.folder.name
    wanted = f"{manifest.title} ({manifest.game}, rules {manifest.system})"
    return [PCK006.at(at_start(opened.file), wanted=wanted, found=found)]


def _leads_out(opened: OpenedPack, folder: Path) -> Iterator[Diagnostic]:
    """Report folders and files here that link elsewhere: writing there would leave the game's folder."""
    home = folder.resolve()
    for name in opened.files:
        path = folder / name
        at = at_start(opened.file)
        if path.parent.exists() and not (path.parent.is_dir() and path.parent.resolve().is_relative_to(home)):
            yield PCK004.at(at, name=name, problem="that folder is a link out of the game's folder, or a file")
        elif path.is_symlink():
            yield PCK004.at(at, name=name, problem="a link stands there, and what it leads to is not written")


def _in_the_way(opened: OpenedPack, folder: Path) -> Iterator[Diagnostic]:
    for name, data in opened.files.items():
        path = folder / name
        if not path.is_symlink() and (path.is_dir() or (path.is_file() and path.read_bytes() != data)):
            yield PCK008.at(at_start(name), name=name)


def _same_numbers(opened: OpenedPack, here: Game) -> Iterator[Diagnostic]:
    """Report errata of the pack whose number another list of this game has."""
    theirs = {e.id for name in opened.files for e in _errata(_alone(opened), name)}
    for document, where in here.documents("errata", ErrataDocument):
        if where.file.name not in opened.files:
            for erratum in document.errata:
                if erratum.id in theirs:
                    yield PCK010.at(at_start(opened.file), id=erratum.id, file=where.file.name)


def _alone(opened: OpenedPack) -> Game:
    """Load the files of the pack without a game around them."""
    nowhere = Path(__file__).parent / "no-game"
    return Workspace(nowhere).load("none", _texts(opened))


def _errata(game: Game, name: str) -> list[Erratum]:
    file = game.read.get(name)
    return list(file.document.errata) if file and isinstance(file.document, ErrataDocument) else []


def _texts(opened: OpenedPack) -> dict[str, str]:
    return {name: data.decode("utf-8", "surrogateescape") for name, data in opened.files.items()}


def _compared(opened: OpenedPack, folder: str | os.PathLike[str]) -> Iterator[Diagnostic]:
    """Compare the scenario compiled with the installed game."""
    manifest, where = opened.manifest, at_start(opened.file)
    laid = Workspace(folder).load(",".join(manifest.corrections) or "none", _texts(opened))
    broken = [p for p in laid.problems if p.span.file in opened.files and p.severity is Severity.ERROR]
    problem, compiled = "", None
    if manifest.scenario not in scenarios(laid).scenarios:
        problem = "the pack does not define it"
    else:
        try:
            compiled = compile_scenario(laid, manifest.scenario)
        except CompileError as error:
            problem, broken = error.message, [*broken, *error.diagnostics]
    if broken and not problem:
        problem = "a file of the pack cannot be read"
    own = {finding.message for finding in written_names(Workspace(folder).load("none"))}
    yield from (finding for finding in written_names(laid) if finding.message not in own)
    if problem:
        finding = PCK009.at(where, scenario=manifest.scenario, problem=problem)
        for each in dict.fromkeys(broken[:_SHOWN]):
            finding = finding.note(f"{each.span.file}:{each.span.line}: {each.message}")
        yield finding
    elif compiled is not None and not is_content(compiled, manifest.content):
        values = {"scenario": manifest.scenario, "found": compiled.hash[:16], "expected": manifest.content[:16]}
        finding = PCK007.at(where, **values)
        for note in _differs(manifest, laid):
            finding = finding.note(note)
        yield finding


def _differs(manifest: Manifest, laid: Game) -> Iterator[str]:
    """Yield what may make the difference, in words."""
    here = applied_corrections(laid)
    for id_ in sorted({*manifest.corrections, *here}):
        if manifest.corrections.get(id_) != here.get(id_):
            yield f"erratum {id_} " + (
                "is not laid over the game here" if id_ not in here else "says something else here"
            )
    for name, sha in manifest.game_files.items():
        file = laid.read.get(name)
        if file is None or file.source.digest != sha:
            yield f"{name} " + ("is not there" if file is None else "is not the sender's")
    edition = laid.about.edition if laid.about else ""
    if edition != manifest.edition:
        yield f"edition {edition or 'unknown'} here, {manifest.edition} there"
    now = versions_of(manifest.system)
    for name, version in manifest.versions.items():
        if now.get(name) != version:
            yield f"{name} {now.get(name, 'is not installed')} here, {version} there"


def install_pack(opened: OpenedPack, folder: Path) -> tuple[list[str], Diagnostic | None]:
    """Write the files that differ, each in one step; all of them, or none.

    Gives the names of those written, and why it could not be done; then what was there stands again. Call
    :func:`compare_pack` first.
    """
    before: dict[str, bytes | None] = {}
    problem = None
    for name, data in sorted(without_kept(opened, folder).files.items()):
        path = folder / name
        old = path.read_bytes() if path.is_file() else None
        if old == data:
            continue
        problem = _written(path, data, name)
        if problem is not None:
            break
        before[name] = old
    if problem is None:
        return list(before), None
    for name, old in before.items():
        if old is None:
            (folder / name).unlink(missing_ok=True)
        else:
            write_file(folder / name, old, name)
    return [], problem


def _written(path: Path, data: bytes, name: str) -> Diagnostic | None:
    with contextlib.suppress(OSError):  # said by what writes the file
        path.parent.mkdir(exist_ok=True)
    return write_file(path, data, name)


# -- made: the scenario, its lists of errata, a picture, and the manifest --------------------------


ENDING = ".forge"


class NotPacked(ValueError):  # noqa: N818 - named after what happened
    """Error: the scenario cannot be sent as it is."""


@dataclass(frozen=True)
class Pack:
    """A packed scenario."""

    manifest: Manifest
    data: bytes

    @property
    def name(self) -> str:
        """The default name of the pack's file."""
        return f"{self.manifest.game}_{self.manifest.scenario}{ENDING}"


def make_pack(game: Game, scenario: str) -> Pack:
    """Pack a scenario into one file for a friend; the same game and scenario give the same bytes.

    Args:
        game: linked, with the errata that the scenario shall be played with.
        scenario: its name.

    Raises:
        LookupError: the game has no such scenario.
        CompileError: it has errors that leave the scenario without a meaning.
        NotPacked: its files cannot be read where they are.
    """
    if copies_in(game.errata):
        raise NotPacked("a pack carries errata, not copies: leave out copy:NAME")
    name = scenario_of(game, scenario)
    found = scenarios(game).scenarios[name]
    compiled = compile_scenario(game, name)
    applied = applied_corrections(game)
    files = {name: _bytes(game, name) for name in [found.where.file.name, *_lists(game)]}
    planned = plan(game, name)
    files[PICTURE] = set_up_picture(Brief(game), planned)
    about = game.about
    assert about is not None  # noqa: S101 - without it nothing compiles
    document = found.document
    manifest = Manifest(
        game=about.game,
        title=about.title,
        edition=about.edition,
        system=about.system,
        printing=about.printing,
        scenario=name,
        scenario_title=document.title,
        dates=document.dates or f"{planned.track.label(planned.first_turn)} – {planned.track.label(planned.last_turn)}",
        content=compiled.hash,
        errata=game.errata,
        corrections=applied,
        options=list(compiled.options),
        versions=versions_of(compiled.system),
        game_files=_game_files(game),
        sources=_sources(game),
        files={},
    )
    files[README] = _readme(manifest).encode()
    listed = {name: Packed(size=len(data), sha256=digest(data)) for name, data in sorted(files.items())}
    manifest = manifest.model_copy(update={"files": listed})
    return Pack(manifest, archive(files | {MANIFEST: manifest_text(manifest)}))


def left_open(game: Game, scenario: str) -> int:
    """Count the cells of a scenario that are left to decide; they are played as their candidates."""
    found = scenarios(game).scenarios.get(scenario)
    return open_cells_of(game, found).all if found else 0


def _lists(game: Game) -> list[str]:
    """Return the lists that have an erratum applied to the game."""
    applied = [patch for patch in game.patches if patch.target and not patch.problem]
    return list(dict.fromkeys(patch.where.file.name for patch in applied))


def _bytes(game: Game, name: str) -> bytes:
    """Return the bytes of a file on the disk, if the file has not changed since it was read."""
    try:
        data = (game.folder / name).read_bytes()
    except OSError as error:
        raise NotPacked(f"{name} cannot be read: {error.strerror or error}") from error
    if digest(data) != game.read[name].source.digest:
        raise NotPacked(f"{name} was changed meanwhile")
    return data


def _game_files(game: Game) -> dict[str, str]:
    """Return the files that the scenario rests on: all but scenarios and errata, which are listed by themselves."""
    own = ("scenarios", "errata", "copies", "dossiers", "sightings", "playtest", "profiles", "witnesses")
    return {name: file.source.digest for name, file in sorted(game.read.items()) if file.kind.name not in own}


def _sources(game: Game) -> list[str]:
    about = game.about
    transcribed = [source.title for source in about.sources] if about else []
    applied = [patch.erratum for patch in game.patches if patch.target and not patch.problem]
    said: dict[str, list[str]] = {}
    for erratum in applied:
        said.setdefault(erratum.source, []).append(erratum.id)
    return [*transcribed, *(f"{', '.join(family_numbers(ids))}: {source}" for source, ids in said.items())]


def _readme(manifest: Manifest) -> str:
    said = [
        f"{manifest.scenario_title} ({manifest.dates})" if manifest.dates else manifest.scenario_title,
        f"a scenario for {manifest.title}, edition {manifest.edition}",
        "",
        fill(f"errata: {', '.join(family_numbers(list(manifest.corrections))) or 'none'}", 100),
        f"content hash: {manifest.content}",
        *(f"made with {name} {version}" for name, version in manifest.versions.items()),
        "",
        "Install it with:  forge open FILE",
        "",
        "Sources",
        *(f"  {source}" for source in manifest.sources),
    ]
    return "\n".join(said) + "\n"
