"""`forge completion`: the script of a shell, and one switch that turns it on."""

from __future__ import annotations

import os
import subprocess
from types import SimpleNamespace

import pytest

from scenario_forge.cli.completion import verb
from scenario_forge.cli.completion.shells import SHELLS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="homes as on Unix")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty home."""
    folder = tmp_path / "my home"
    folder.mkdir()
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("SHELL", "/bin/bash")
    return folder


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_alone_is_printed(forge, shell, home):
    said = forge("completion", shell)
    assert (said.code, said.out, said.err) == (0, SHELLS[shell].script, "")
    assert files(home) == []


def test_without_a_name_it_is_the_persons_shell(forge, monkeypatch):
    assert forge("completion").out == SHELLS["bash"].script
    monkeypatch.setenv("SHELL", "/bin/zsh")
    assert forge("completion").out == SHELLS["zsh"].script
    assert forge("completion", "pwsh").out == SHELLS["powershell"].script


def test_a_shell_that_is_not_known_is_refused(forge, monkeypatch):
    said = forge("completion", "zhs")
    assert (said.code, said.out) == (2, "")
    assert "there is no completion for the shell `zhs`" in said.err
    assert "did you mean zsh?" in said.err
    monkeypatch.delenv("SHELL")
    assert "name one of bash, zsh, fish, powershell" in forge("completion", "--install").err


@pytest.mark.parametrize(("shell", "start"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_it_is_turned_on_once(forge, home, shell, start):
    (home / start).write_text("alias ll='ls -l'", encoding="utf-8")
    script = f".local/share/scenario-forge/completion.{shell}"
    said = forge("completion", shell, "--install")
    assert said.code == 0
    assert files(home) == sorted([script, start])
    assert (home / script).read_text(encoding="utf-8") == SHELLS[shell].script
    first, added = (home / start).read_text(encoding="utf-8").splitlines()
    assert first == "alias ll='ls -l'"
    assert f". '{home / script}'" in added
    assert forge("completion", shell, "--install").code == 0
    assert (home / start).read_text(encoding="utf-8").splitlines() == [first, added]


def test_the_line_that_is_added_turns_it_on_in_bash(forge, home):
    forge("completion", "bash", "--install")
    done = subprocess.run(["bash", "-c", ". ~/.bashrc; complete -p forge"], capture_output=True, text=True, check=True)
    assert "_forge_complete forge" in done.stdout
    (home / ".local/share/scenario-forge/completion.bash").unlink()
    done = subprocess.run(["bash", "-c", ". ~/.bashrc"], capture_output=True, text=True, check=True)
    assert done.stderr == "", "a script that is gone is no error at each start"


def test_fish_finds_its_file_by_itself(forge, home, tmp_path, monkeypatch):
    assert forge("completion", "fish", "--install").code == 0
    assert files(home) == [".config/fish/completions/forge.fish"]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    assert forge("completion", "fish", "--install").code == 0
    assert (tmp_path / "settings/fish/completions/forge.fish").is_file()


def test_a_start_up_file_that_is_a_link_stays_one(forge, home, tmp_path):
    kept = tmp_path / "dotfiles"
    kept.write_text("", encoding="utf-8")
    (home / ".bashrc").symlink_to(kept)
    assert forge("completion", "--install").code == 0
    assert (home / ".bashrc").is_symlink()
    assert "completion.bash" in kept.read_text(encoding="utf-8")


def test_powershell_says_where_its_profile_is(forge, home, monkeypatch):
    profile = home / "Documents" / "PowerShell" / "profile.ps1"
    monkeypatch.setattr(verb.subprocess, "run", lambda *_a, **_k: SimpleNamespace(stdout=f"{profile}\n"))
    assert forge("completion", "powershell", "--install").code == 0
    script = home / ".local/share/scenario-forge/completion.ps1"
    assert f"if (Test-Path '{script}') {{ . '{script}' }}" in profile.read_text(encoding="utf-8")


def test_without_powershell_nothing_is_written(forge, home, monkeypatch):
    def missing(*_a, **_k):
        raise FileNotFoundError("pwsh")

    monkeypatch.setattr(verb.subprocess, "run", missing)
    said = forge("completion", "powershell", "--install")
    assert (said.code, said.out) == (2, "")
    assert "Invoke-Expression" in said.err
    assert files(home) == []


@pytest.mark.parametrize("blocked", [".bashrc", ".local"])
def test_what_cannot_be_written_leaves_nothing_half_done(forge, home, blocked):
    if blocked == ".bashrc":
        (home / ".bashrc").mkdir()
    else:
        (home / ".local").write_text("", encoding="utf-8")
    before = files(home)
    said = forge("completion", "bash", "--install")
    assert (said.code, said.out) == (2, "")
    assert "cannot be" in said.err
    assert files(home) == before


def test_a_start_up_file_that_a_line_would_spoil_is_left_alone(forge, home):
    """A link to nothing, and UTF-16, in which Windows PowerShell writes."""
    start = home / ".bashrc"
    start.symlink_to(home / "gone")
    said = forge("completion", "bash", "--install")
    assert said.code == 2
    assert "is a link to a file that is not there" in said.err
    start.unlink()
    text = "alias ll='ls -l'\n".encode("utf-16")
    start.write_bytes(text)
    said = forge("completion", "bash", "--install")
    assert said.code == 2
    assert "is not UTF-8" in said.err
    assert start.read_bytes() == text
    assert files(home) == [".bashrc"]
