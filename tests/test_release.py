"""`scripts/release.py`, on a small project of its own, and the metadata of ours (`hatch_links.py`)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = """
[build-system]
requires = ["hatchling>=1.25"]
build-backend = "hatchling.build"

[project]
name = "scenario-forge"
version = "1.2"
requires-python = ">=3.11"
dynamic = ["readme", "urls"]

[tool.hatch.build]
artifacts = ["/scenario_forge/editor/static/*"]

[tool.hatch.metadata.hooks.custom]
path = "hatch_links.py"
repository = "https://forge.example"

[tool.release]
games = ["kiel"]
papers = ["A4", "Letter"]
"""
PRINTS = """
import os, sys
from pathlib import Path

_build, game, _paper, paper, *_rest, output = sys.argv[1:]
folder = Path(output, Path(game).name)
(folder / "parts").mkdir(parents=True)
settings = sorted(os.listdir(os.environ["XDG_CONFIG_HOME"])), os.environ.get("FORGE_PRINTER")
settings += (sorted(os.listdir(os.environ["SCENARIO_FORGE_SETTINGS"])),)
(folder / "all.pdf").write_text(f"all on {paper}, {os.environ['SOURCE_DATE_EPOCH']}, {settings}")
(folder / "parts" / "map.pdf").write_text("map")
(folder / "index.html").write_text("no PDF")
sys.exit((Path(game) / "game.yaml").read_text() == "wrong")
"""
BUNDLES = """
import sys
from pathlib import Path

if Path("frontend.txt").read_text() == "broken":
    sys.exit("no Node")
static = Path("scenario_forge/editor/static")
static.mkdir(parents=True, exist_ok=True)
(static / "app.js").write_text("page" if "--anew" in sys.argv else "old")
"""
FILES = {
    "pyproject.toml": PROJECT,
    "README.md": "# Forge\n\n![Map](docs/map.png)\n",
    "CHANGELOG.md": "# What changed\n\n## 1.2, unreleased\n\n- New.\n\n## 1.1, 2026-01-01\n\n- Old.\n",
    ".gitignore": "dist/\n*.forge-tmp\nscenario_forge/editor/static/\n",
    ".gitattributes": "* text=auto eol=lf\n",
    "frontend.txt": "sound\n",
    "hatch_build.py": BUNDLES,
    "scenario_forge/__init__.py": "",
    "scenario_forge/__main__.py": PRINTS,
    "content/kiel/game.yaml": "right",
}
DIST = [
    "NOTES.md",
    "SHA256SUMS",
    "kiel-1.2-A4-pdf.zip",
    "kiel-1.2-Letter-pdf.zip",
    "scenario_forge-1.2-py3-none-any.whl",
    "scenario_forge-1.2.tar.gz",
]


def script(path):
    spec = spec_from_file_location(f"{path.stem}_script", path)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def release():
    return script(ROOT / "scripts/release.py")


@pytest.fixture(scope="module")
def links():
    return script(ROOT / "hatch_links.py")


def git(folder, *words):
    author = ["-c", "user.name=Tester", "-c", "user.email=tester@forge.example"]
    subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)


def commit(folder, **files):
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")


@pytest.fixture(autouse=True)
def no_settings_of_git(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def clone(tmp_path):
    folder = tmp_path / "clone"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copy(ROOT / "hatch_links.py", folder)
    git(folder.parent, "init", "--quiet", str(folder))
    commit(folder)
    return folder


def refused(release, clone, reason):
    """There is no release for this reason, and no file is new or changed."""
    static = clone / "scenario_forge/editor"

    def files():
        every = [path for path in clone.rglob("*") if path.is_file() and ".git" not in path.parts]
        return {path: path.read_bytes() for path in every if not path.is_relative_to(static)}

    before = files()
    with pytest.raises(release.Refused, match=reason):
        release.release(clone)
    assert files() == before
    assert not list(clone.glob("*.forge-tmp"))


def test_everything_is_in_dist(release, clone):
    said = release.release(clone)
    dist = clone / "dist"
    assert sorted(path.name for path in dist.iterdir()) == DIST
    assert (dist / "NOTES.md").read_text() == "## 1.2, unreleased\n\n- New.\n"
    with zipfile.ZipFile(dist / "kiel-1.2-A4-pdf.zip") as archive:
        assert archive.namelist() == ["kiel/all.pdf", "kiel/parts/map.pdf"]
        assert archive.read("kiel/all.pdf").startswith(b"all on A4, ")
    with zipfile.ZipFile(dist / "scenario_forge-1.2-py3-none-any.whl") as wheel:
        assert wheel.read("scenario_forge/editor/static/app.js") == b"page"
        metadata = wheel.read("scenario_forge-1.2.dist-info/METADATA").decode()
    assert "![Map](https://forge.example/raw/v1.2/docs/map.png)" in metadata
    assert "Project-URL: Issues, https://forge.example/issues" in metadata
    assert all(any(name in line for line in said) for name in DIST)
    assert "git tag v1.2" in said[-1]
    assert not list(clone.glob("*.forge-tmp"))


def test_the_checksums_hold(release, clone):
    release.release(clone)
    sums = dict(line.split("  ")[::-1] for line in (clone / "dist/SHA256SUMS").read_text().splitlines())
    assert sums.keys() == set(DIST) - {"SHA256SUMS"}
    assert sums == {name: release.sha256((clone / "dist" / name).read_bytes()).hexdigest() for name in sums}


def test_the_same_commit_gives_the_same_bytes(release, clone, tmp_path, monkeypatch):
    release.release(clone)
    other = tmp_path / "somewhere" / "else"
    git(tmp_path, "clone", "--quiet", str(clone), str(other))
    for path in other.rglob("*.py"):
        path.chmod(0o600)
        os.utime(path, (1, 1))
    # a person's settings
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "printer").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("FORGE_PRINTER", "crooked")
    monkeypatch.setenv("SCENARIO_FORGE_SETTINGS", str(tmp_path / "settings"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    git(other, "config", "core.fileMode", "false")
    git(other, "config", "core.autocrlf", "true")
    release.release(other)
    assert {path.name: path.read_bytes() for path in (other / "dist").iterdir()} == {
        path.name: path.read_bytes() for path in (clone / "dist").iterdir()
    }


def test_a_release_takes_the_place_of_the_one_before(release, clone):
    (clone / "dist").mkdir()
    (clone / "dist" / "scenario_forge-1.1.tar.gz").write_text("old")
    release.release(clone)
    assert sorted(path.name for path in (clone / "dist").iterdir()) == DIST


def test_files_that_git_ignores_are_in_no_release(release, clone):
    commit(clone, **{".gitignore": FILES[".gitignore"] + "*.log\n"})
    (clone / "scenario_forge/my.log").write_text("mine")
    release.release(clone)
    with zipfile.ZipFile(clone / "dist/scenario_forge-1.2-py3-none-any.whl") as wheel:
        assert not [name for name in wheel.namelist() if name.endswith(".log")]


@pytest.mark.parametrize("name", ["README.md", "new.txt"])
def test_a_tree_that_is_not_clean_is_refused(release, clone, name):
    with (clone / name).open("a") as file:
        file.write("more")
    refused(release, clone, rf"not clean(?s:.*){name}")


def test_many_changes_are_counted(release, clone):
    for number in range(13):
        (clone / f"new-{number:02}").touch()
    refused(release, clone, r"new-09\n  and 3 more$")


def test_a_folder_without_git_is_refused(release, clone):
    shutil.rmtree(clone / ".git")
    refused(release, clone, "made from a clone")


def test_a_page_that_cannot_be_bundled_is_refused(release, clone):
    release.release(clone)  # its page is there
    commit(clone, **{"frontend.txt": "broken"})
    refused(release, clone, "page of `forge edit` could not be bundled")


def test_an_archive_without_the_page_is_refused(release, clone):
    commit(clone, **{"pyproject.toml": PROJECT.replace("artifacts", "exclude")})
    refused(release, clone, "lacks the page")


def test_a_game_with_errors_is_refused(release, clone):
    release.release(clone)
    (clone / "content/kiel/game.yaml").write_text("wrong")
    commit(clone)
    refused(release, clone, "scenario_forge build` failed")


def test_a_version_without_notes_is_refused(release, clone):
    commit(clone, **{"pyproject.toml": PROJECT.replace('version = "1.2"', 'version = "1.2.1"')})
    refused(release, clone, r"no section `## 1\.2\.1, DATE`")


def test_the_notes_are_those_of_the_very_version(release):
    changes = "## 1.2.1, today\n\nb\n\n## 1.2, then\n\na\n"
    assert release.notes_of("1.2", changes) == "## 1.2, then\n\na\n"
    with pytest.raises(release.Refused):
        release.notes_of("1.2.1.1", changes)
    with pytest.raises(release.Refused):
        release.notes_of("2.1", changes)


DATED = {"CHANGELOG.md": FILES["CHANGELOG.md"].replace("unreleased", "2026-11-29")}
ADDRESS = {"pyproject.toml": PROJECT.replace("https://forge.example", "https://git.forge.org/forge")}


def test_a_tag_of_a_different_version_is_refused(release, clone):
    git(clone, "tag", "v1.3")
    refused(release, clone, r"tag v1\.3, but pyproject.toml says version 1\.2")


def test_a_version_that_has_a_tag_elsewhere_is_refused(release, clone):
    git(clone, "tag", "v1.2")
    commit(clone, **DATED)
    refused(release, clone, r"different commit has the tag v1\.2")


def test_a_tag_is_for_a_version_with_a_date(release, clone):
    commit(clone, **ADDRESS)
    git(clone, "tag", "v1.2")
    refused(release, clone, "unreleased")


def test_a_tag_is_for_a_project_with_an_address(release, clone):
    commit(clone, **DATED)
    git(clone, "tag", "v1.2")
    refused(release, clone, r"https://forge\.example, which leads nowhere")


def test_a_version_with_its_tag_is_released(release, clone):
    commit(clone, **DATED, **ADDRESS)
    git(clone, "tag", "v1.2")
    assert "git push origin v1.2" in release.release(clone)[-1]


def test_the_whole_games_are_there():
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["release"]
    assert asked["games"]
    assert [name for name in asked["games"] if not (ROOT / "content" / name / "game.yaml").is_file()] == []


def test_the_readme_in_the_metadata_leads_to_the_repository(links):
    """Each file that README.md links to exists, and is linked to by an address."""
    text = (ROOT / "README.md").read_text("utf-8")
    made = links.absolute(text, "https://forge.example", "v1")
    paths = re.findall(r"https://forge\.example/(raw|blob)/v1/([^)\"#\s]*)", made)
    assert [path for _kind, path in paths if not (ROOT / path).exists()] == []
    assert {kind for kind, path in paths if path.endswith(".png")} == {"raw"}
    assert {kind for kind, path in paths if path.endswith(".md")} == {"blob"}
    fenceless = re.sub(r"^```.*?^```", "", made, flags=re.MULTILINE | re.DOTALL)
    assert [target for target in re.findall(r"\]\(([^)]*)\)", fenceless) if not target.startswith(("http", "#"))] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b.md#c)", "[a](R/blob/v1/b.md#c)"),
        ("[a\nb](c.md)", "[a\nb](R/blob/v1/c.md)"),
        ("[![a](b.png)](c.md)", "[![a](R/raw/v1/b.png)](R/blob/v1/c.md)"),
        ('<a href="b.md"><img src="a.png"></a>', '<a href="R/blob/v1/b.md"><img src="R/raw/v1/a.png"></a>'),
        ("[a](https://b) ![c](http://d) [e](#f) [g](mailto:h)", "[a](https://b) ![c](http://d) [e](#f) [g](mailto:h)"),
    ],
)
def test_paths_alone_become_addresses(links, text, expected):
    assert links.absolute(text, "R", "v1") == expected
