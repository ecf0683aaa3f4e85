"""Makes a pack: the scenario, the lists of errata that are laid over it, a picture, and the manifest."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from scenario_forge.api.packs.archive import MANIFEST, PICTURE, README, Manifest, Packed, archive, digest, manifest_text
from scenario_forge.api.play import corrections, scenario_of, versions_of
from scenario_forge.compare.corrections import shortened
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.plan import set_up_picture
from scenario_forge.project.forces import forces
from scenario_forge.project.front import fronts
from scenario_forge.project.reading.copies import copies_in
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from scenario_forge.project.game import Game

ENDING = ".forge"


class NotPacked(ValueError):  # noqa: N818 - named after what happened
    """The scenario cannot be sent as it is."""


@dataclass(frozen=True)
class Pack:
    """A pack as it was made."""

    manifest: Manifest
    data: bytes

    @property
    def name(self) -> str:
        """What its file is called by default."""
        return f"{self.manifest.game}_{self.manifest.scenario}{ENDING}"


def make_pack(game: Game, scenario: str) -> Pack:
    """One file to send to a friend; the same game and scenario give the same bytes.

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
    applied = corrections(game)
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
    """How many cells of a scenario are left to decide; they are played as their candidates."""
    found = scenarios(game).scenarios.get(scenario)
    name = found.where.file.name if found else ""
    every = (*forces(game).decisions, *fronts(game).decisions)
    return sum(decision.where.file.name == name for decision in every)


def _lists(game: Game) -> list[str]:
    """The lists that have an erratum which is laid over the game."""
    applied = [patch for patch in game.patches if patch.target and not patch.problem]
    return list(dict.fromkeys(patch.where.file.name for patch in applied))


def _bytes(game: Game, name: str) -> bytes:
    """A file as it is on the disk, if it is still the one that was read."""
    try:
        data = (game.folder / name).read_bytes()
    except OSError as error:
        raise NotPacked(f"{name} cannot be read: {error.strerror or error}") from error
    if digest(data) != game.read[name].source.digest:
        raise NotPacked(f"{name} was changed meanwhile")
    return data


def _game_files(game: Game) -> dict[str, str]:
    """What the scenario rests on: all but the scenarios and the errata, which are told of by themselves."""
    own = ("scenarios", "errata", "copies", "dossiers", "playtest", "profiles")
    return {name: file.source.digest for name, file in sorted(game.read.items()) if file.kind.name not in own}


def _sources(game: Game) -> list[str]:
    about = game.about
    transcribed = [source.title for source in about.sources] if about else []
    applied = [patch.erratum for patch in game.patches if patch.target and not patch.problem]
    said: dict[str, list[str]] = {}
    for erratum in applied:
        said.setdefault(erratum.source, []).append(erratum.id)
    return [*transcribed, *(f"{', '.join(shortened(ids))}: {source}" for source, ids in said.items())]


def _readme(manifest: Manifest) -> str:
    said = [
        f"{manifest.scenario_title} ({manifest.dates})" if manifest.dates else manifest.scenario_title,
        f"a scenario for {manifest.title}, edition {manifest.edition}",
        "",
        fill(f"errata: {', '.join(shortened(list(manifest.corrections))) or 'none'}", 100),
        f"content hash: {manifest.content}",
        *(f"made with {name} {version}" for name, version in manifest.versions.items()),
        "",
        "Install it with:  forge open FILE",
        "",
        "Sources",
        *(f"  {source}" for source in manifest.sources),
    ]
    return "\n".join(said) + "\n"
