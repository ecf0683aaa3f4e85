"""`forge edit GAME`: starts the server, or says what is missing."""

from __future__ import annotations

import shutil
import socket

import pytest

from scenario_forge import __version__, editor
from scenario_forge.cli import edit as verb
from scenario_forge.cli.main import run


@pytest.fixture(autouse=True)
def opened_addresses(monkeypatch):
    """No browser is opened: addresses are noted."""
    opened: list[str] = []
    monkeypatch.setattr(verb.webbrowser, "open", opened.append)
    return opened


@pytest.fixture
def built(tmp_path, monkeypatch):
    static = tmp_path / "static"
    static.mkdir()
    (static / "app.js").write_text("")
    monkeypatch.setattr(editor.server.entrance, "STATIC", static)
    return static


@pytest.fixture
def served(monkeypatch):
    """What `serve` is asked; it starts and ends at once."""
    asked: list[tuple] = []

    def serve(folder, port, started):
        asked.append((folder, port))
        started("http://127.0.0.1:4711/#token=abc")
        return ["map.yaml"]

    monkeypatch.setattr(editor.server.serve, "serve", serve)
    return asked


def test_it_says_where_it_is_and_opens_it(folder, built, served, capsys, opened_addresses) -> None:
    assert run(["edit", str(folder), "--port", "4711"]) == 0
    assert served == [(folder, 4711)]
    assert opened_addresses == ["http://127.0.0.1:4711/#token=abc"]
    said = capsys.readouterr().out
    assert said.count("http://127.0.0.1:4711/#token=abc") == 1
    assert "map.yaml has changes that were not saved" in said


def test_no_browser_only_prints(folder, built, served, capsys, opened_addresses) -> None:
    assert run(["edit", str(folder), "--no-browser"]) == 0
    assert opened_addresses == []
    assert "http://127.0.0.1:4711/#token=abc" in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["uvicorn", "websockets", "pygls"])
def test_a_missing_extra_says_what_to_install(folder, built, served, capsys, monkeypatch, missing) -> None:
    monkeypatch.setattr(verb, "find_spec", lambda name: None if name == missing else object())
    assert run(["edit", str(folder)]) == 2
    said = capsys.readouterr().err
    assert f"needs {missing}, which is not installed" in said
    assert f'pipx install --force "./scenario_forge-{__version__}-py3-none-any.whl[edit]"' in said
    assert 'pipx install --force ".[edit]"' in said
    assert not served


def test_a_page_that_was_not_built_is_told(folder, built, served, capsys) -> None:
    shutil.rmtree(built)
    assert run(["edit", str(folder)]) == 2
    said = capsys.readouterr().err
    assert "the page of the editor was not built" in said
    assert "wheel of a release" in said
    assert "Node.js" in said
    assert not served


def test_a_game_that_is_not_there_is_told(tmp_path, built, served, capsys) -> None:
    assert run(["edit", str(tmp_path / "nothing")]) == 2
    assert not served


def test_a_port_that_is_taken_is_told(folder, built, capsys) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run(["edit", str(folder), "--port", str(taken.getsockname()[1])]) == 2
    assert "leave --port out" in capsys.readouterr().err
