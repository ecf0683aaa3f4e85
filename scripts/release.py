"""Makes a release of the commit that is checked out: `make release`.

Writes into dist/: the wheel with the page of the editor, a source archive that needs no Node either, a zip of the PDFs
of each whole game for each paper size, `NOTES.md` (the version's section of CHANGELOG.md) and `SHA256SUMS`. Everything
is made from a copy of the commit, in a folder that becomes dist/ at the end: the same commit gives the same bytes.
Which games are whole, and on which paper they are printed, stands in pyproject.toml (`[tool.release]`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
PAGE = "scenario_forge/editor/static"
UNSET = ".example"
"""End of the address of a repository that has none yet (RFC 2606)."""
MODE = 0o644


class Refused(Exception):  # noqa: N818 - no error of the program: the release is refused
    """Why there can be no release of what is checked out."""


class Commit(NamedTuple):
    """The commit that is released: its id, its time in seconds since 1970, and the tags of versions that it has."""

    id: str
    time: int
    tags: list[str]


def release(root: Path) -> list[str]:
    """Make dist/ and describe it.

    Raises:
        Refused: the tree, its version or the page is not fit for a release; dist/ is as it was.
    """
    commit = clean_commit(root)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    version: str = project["project"]["version"]
    notes = notes_of(version, (root / "CHANGELOG.md").read_text("utf-8"))
    if problem := tag_problem(version, commit.tags, git(root, "tag", "--list", f"v{version}").split()):
        raise Refused(problem)
    if commit.tags and (problem := unfinished(notes, repository(project))):
        raise Refused(problem)
    bundle_page(root)
    # beside dist/, so that it can be moved there at one stroke; git ignores the name
    with TemporaryDirectory(dir=root, prefix="release-", suffix=".forge-tmp") as name:
        sources, made = Path(name, "sources"), Path(name, "dist")
        made.mkdir()
        environment = settings(sources, Path(name, "home"), commit.time)
        git(root, "checkout-index", "--all", f"--prefix={sources}/")
        shutil.copytree(root / PAGE, sources / PAGE, copy_function=shutil.copy)  # younger than what it is made of
        build_archives(sources, made, environment)
        for game in project["tool"]["release"]["games"]:
            for paper in project["tool"]["release"]["papers"]:
                say(f"printing {game} on {paper}")
                printed = print_game(sources, game, paper, environment)
                zip_files(printed, made / f"{game}-{version}-{paper}-pdf.zip", commit.time)
        (made / "NOTES.md").write_text(notes, "utf-8", newline="\n")
        (made / "SHA256SUMS").write_text(checksums(made), "utf-8", newline="\n")
        replace(root / "dist", made, Path(name, "before"))
    return described(root / "dist", version, commit)


def clean_commit(root: Path) -> Commit:
    """Return the commit that is checked out.

    Raises:
        Refused: there is none, or files differ from it.
    """
    if changed := git(root, "status", "--porcelain", "--untracked-files=all").splitlines():
        files = "\n".join(f"  {line}" for line in changed[:10])
        more = f"\n  and {len(changed) - 10} more" if len(changed) > 10 else ""
        raise Refused(f"the tree is not clean; commit these files, or put them away (`git stash -u`):\n{files}{more}")
    tags = git(root, "tag", "--points-at", "HEAD", "--list", "v[0-9]*").split()
    seconds = int(git(root, "show", "--no-patch", "--format=%ct", "HEAD"))
    return Commit(git(root, "rev-parse", "--short=12", "HEAD").strip(), seconds, tags)


def git(root: Path, *words: str) -> str:
    """Return what git prints.

    Raises:
        Refused: git is missing or has a complaint.
    """
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False, text=True, encoding="utf-8")
    except OSError as error:
        raise Refused(f"git cannot be run: {error}") from error
    if done.returncode:
        raise Refused(f"a release is made from a clone: {done.stderr.strip()}")
    return done.stdout


def tag_problem(version: str, here: Sequence[str], of_version: Sequence[str]) -> str | None:
    """Say what is wrong with the tags of this commit, or with a tag of this version elsewhere."""
    tag = f"v{version}"
    if others := [each for each in here if each != tag]:
        return f"the commit has the tag {others[0]}, but pyproject.toml says version {version}"
    if of_version and not here:
        return f"a different commit has the tag {tag}: raise the version in pyproject.toml and CHANGELOG.md"
    return None


def repository(project: Mapping[str, Any]) -> str:
    """Return the address of the repository that the metadata gives."""
    address: str = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]
    return address


def unfinished(notes: str, address: str) -> str | None:
    """Say what is still to be written before a version may have a tag."""
    if "unreleased" in notes.partition("\n")[0]:
        return "the commit has a tag, but CHANGELOG.md calls the version unreleased: write the date and move the tag"
    if address.endswith(UNSET):
        return f"the project's address is {address}, which leads nowhere: set `repository` in pyproject.toml"
    return None


def notes_of(version: str, changelog: str) -> str:
    """Return a version's section of the change log.

    Raises:
        Refused: it has none.
    """
    section = re.search(rf"^## {re.escape(version)}\b(?![.\w]).*?(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if section is None:
        raise Refused(f"CHANGELOG.md has no section `## {version}, DATE`")
    return section[0].strip() + "\n"


def bundle_page(root: Path) -> None:
    """Bundle the page of the editor anew.

    Raises:
        Refused: it cannot be bundled; the reason has been printed.
    """
    if subprocess.run([sys.executable, "hatch_build.py", "--anew"], cwd=root, check=False).returncode:
        raise Refused("the page of `forge edit` could not be bundled; the reason is above")


def settings(sources: Path, home: Path, seconds: int) -> dict[str, str]:
    """Return an environment in which neither a person's settings and caches nor the time of day change what is made."""
    home.mkdir()
    ours = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    ours |= {name: str(home) for name in ("SCENARIO_FORGE_SETTINGS", "SCENARIO_FORGE_CACHE")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SCENARIO_FORGE_", "FORGE_"))}
    return {**kept, **ours, "SOURCE_DATE_EPOCH": str(seconds), "PYTHONPATH": str(sources), "LC_ALL": "C.UTF-8"}


def build_archives(sources: Path, folder: Path, environment: Mapping[str, str]) -> None:
    """Write the wheel and the source archive.

    Raises:
        Refused: the page is not in both.
    """
    say("building the wheel and the source archive")
    run([sys.executable, "-m", "hatchling", "build", "--directory", str(folder)], sources, environment)
    (wheel,), (archive,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened, tarfile.open(archive) as tar:
        for name, files in ((wheel.name, opened.namelist()), (archive.name, tar.getnames())):
            if not any(file.endswith(f"{PAGE}/app.js") for file in files):
                raise Refused(f"{name} lacks the page of `forge edit`")


def print_game(sources: Path, game: str, paper: str, environment: Mapping[str, str]) -> dict[str, Path]:
    """Print a game and return its PDFs by their name in the zip.

    Raises:
        Refused: the game has errors, which have been printed, or gives no PDF.
    """
    folder = sources.parent / "printed" / paper
    words = ["build", f"content/{game}", "--paper", paper, "--no-previews", "--quiet", "--output", str(folder)]
    run([sys.executable, "-m", "scenario_forge", *words], sources, environment)
    printed = {f"{game}/{path.relative_to(folder / game).as_posix()}": path for path in (folder / game).rglob("*.pdf")}
    if not printed:
        raise Refused(f"{game} gives no PDF")
    return printed


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
    """Carry out a command.

    Raises:
        Refused: it failed; what it said has been printed.
    """
    # on stderr, as all that is said on the way
    if subprocess.run(command, cwd=folder, env=environment, stdout=sys.stderr, check=False).returncode:
        raise Refused(f"`{' '.join(command[1:4])}` failed; the reason is above")


def zip_files(files: Mapping[str, Path], target: Path, seconds: int) -> None:
    """Write a zip that depends only on the names and bytes of its files, and on the time that it is given."""
    moment = max(time.gmtime(seconds)[:6], (1980, 1, 1, 0, 0, 0))  # no zip is older
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name, moment)
            entry.create_system, entry.external_attr = 3, MODE << 16  # as on Unix, wherever it is made
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def checksums(folder: Path) -> str:
    """Return a line for each file of the folder, for `sha256sum --check`."""
    files = sorted(folder.iterdir(), key=lambda path: path.name)
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def replace(target: Path, made: Path, before: Path) -> None:
    """Move a folder to where a former one is."""
    if target.exists():
        target.rename(before)
    made.rename(target)


def described(folder: Path, version: str, commit: Commit) -> list[str]:
    """Return the files with their sizes, and what is left to do."""
    tag = f"v{version}"
    sizes = [f"  {path.stat().st_size / 1e6:7.2f} MB  {path.name}" for path in sorted(folder.iterdir())]
    if commit.tags:
        left = f"To publish it: `git push origin {tag}`, upon which the repository's workflow builds and attaches it."
    else:
        left = (
            f"The commit has no tag. To release it: replace `unreleased` by the date in CHANGELOG.md, commit, "
            f"`git tag {tag}`, `make release`, `git push origin main {tag}`."
        )
    return [f"{folder.name}/ holds version {version}, commit {commit.id}:", *sizes, left]


def say(line: str) -> None:
    """Say what comes next."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        print("\n".join(release(ROOT)))
    except Refused as refused:
        sys.exit(f"no release: {refused}")
