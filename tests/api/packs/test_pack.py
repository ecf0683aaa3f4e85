"""A scenario goes from one folder to another whole, and says where it is not the same."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from scenario_forge.api.packs import pack as install
from scenario_forge.api.packs.pack import NotPacked, install_pack, make_pack, open_pack
from scenario_forge.cli.main import run
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.folder import at_start
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.source.codes import FIL013

from .conftest import SKIRMISH


def test_the_same_game_gives_the_same_bytes(packed):
    assert make_pack(load_game(SKIRMISH), "siege").data == packed


def test_a_pack_holds_what_the_scenario_needs(packed):
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert names == ["README.txt", "errata/maker.yaml", "manifest.json", "picture.png", "scenarios/siege.yaml"]
    without = make_pack(load_game(SKIRMISH, "none"), "siege").data
    assert "errata/maker.yaml" not in zipfile.ZipFile(io.BytesIO(without)).namelist()


def test_the_picture_shows_the_counters_on_the_map(packed):
    """Two scenarios that begin otherwise have other pictures, of the same map."""
    other = make_pack(load_game(SKIRMISH), "compass").data
    one, two = (Image.open(io.BytesIO(zipfile.ZipFile(io.BytesIO(d)).read("picture.png"))) for d in (packed, other))
    assert one.size == two.size
    assert max(one.size) in (2399, 2400, 2401)
    assert one.convert("RGB").tobytes() != two.convert("RGB").tobytes()


def test_what_was_sent_is_what_is_played(packed, friend, send, capsys):
    assert run(["open", send(packed)]) == 0
    sent = (SKIRMISH / "scenarios" / "siege.yaml").read_bytes()
    assert (friend / "scenarios" / "siege.yaml").read_bytes() == sent
    here = compile_scenario(load_game(friend), "siege")
    assert here.hash == compile_scenario(load_game(SKIRMISH), "siege").hash
    assert "PCK" not in capsys.readouterr().out
    assert run(["open", send(packed), str(friend)]) == 0
    assert "there already" in capsys.readouterr().out


def test_pck008_own_work_is_overwritten_by_force_only(packed, friend, send, capsys):
    mine = friend / "scenarios" / "siege.yaml"
    text = (SKIRMISH / "scenarios" / "siege.yaml").read_text() + "# mine\n"
    mine.write_text(text)
    assert run(["open", send(packed)]) == 1
    assert "PCK008" in capsys.readouterr().out
    assert mine.read_text() == text
    assert run(["open", send(packed), "--force"]) == 0
    assert mine.read_text() == text.removesuffix("# mine\n")


def test_pck006_a_pack_of_another_game_is_refused(packed, friend, send, capsys):
    game = friend / "game.yaml"
    game.write_text(game.read_text().replace("game: skirmish", "game: other"))
    assert run(["open", send(packed), str(friend)]) == 1
    assert "PCK006" in capsys.readouterr().out
    assert not (friend / "scenarios" / "siege.yaml").exists()


def test_a_scenario_of_a_game_of_modules_goes_from_folder_to_folder(tmp_path, send, capsys):
    """`wargame` is the name that another system had in formats before this one."""
    ridge = Path(__file__).parents[3] / "content" / "ridge"
    folder = shutil.copytree(ridge, tmp_path / "content" / "ridge")
    (folder / "scenarios" / "noon.yaml").unlink()
    assert run(["open", send(make_pack(load_game(ridge), "noon").data), str(folder)]) == 0
    assert "PCK" not in capsys.readouterr().out
    assert (folder / "scenarios" / "noon.yaml").read_bytes() == (ridge / "scenarios" / "noon.yaml").read_bytes()


def test_pck007_what_differs_is_named_and_the_scenario_installed(packed, friend, send, capsys):
    counters = friend / "counters.yaml"
    counters.write_text(re.sub(r"strength: \d+", "strength: 9", counters.read_text()))
    assert run(["open", send(packed)]) == 0
    out = capsys.readouterr().out
    assert "PCK007" in out
    assert "= counters.yaml is not the sender's" in out
    assert "= map.yaml" not in out
    assert (friend / "scenarios" / "siege.yaml").exists()


def test_a_changed_comment_is_no_difference_in_play(packed, friend, send, capsys):
    counters = friend / "counters.yaml"
    counters.write_text(counters.read_text() + "# ours\n")
    assert run(["open", send(packed)]) == 0
    assert "PCK" not in capsys.readouterr().out


def test_pck009_a_scenario_that_means_nothing_here_is_not_installed(packed, friend, send, capsys):
    track = friend / "time-track.yaml"
    track.write_text(track.read_text().replace("id: aug41", "id: aug99"))
    assert run(["open", send(packed)]) == 1
    assert "PCK009" in capsys.readouterr().out
    assert not (friend / "scenarios" / "siege.yaml").exists()


def test_pck010_a_number_of_another_list_is_refused(packed, friend, send, capsys):
    (friend / "errata" / "maker.yaml").rename(friend / "errata" / "mine.yaml")
    assert run(["open", send(packed)]) == 1
    assert "error[PCK010] erratum SK-001 of the pack is already in errata/mine.yaml" in capsys.readouterr().out


def test_a_folder_that_is_a_link_out_is_not_written_to(packed, friend, send, tmp_path, capsys):
    outside = tmp_path / "outside"
    (friend / "scenarios").rename(outside)
    (friend / "scenarios").symlink_to(outside)
    assert run(["open", send(packed)]) == 1
    assert "PCK004" in capsys.readouterr().out
    assert not (outside / "siege.yaml").exists()


def test_all_files_are_installed_or_none(packed, friend, monkeypatch):
    """The disk fills up at the second file: the first is taken away again."""
    (friend / "errata" / "maker.yaml").unlink()
    true = install.write_file

    def fails(path, data, name, *rest):
        if name.startswith("scenarios/"):
            return FIL013.at(at_start(name), path=name, reason="no space left")
        return true(path, data, name, *rest)

    monkeypatch.setattr(install, "write_file", fails)
    written, problem = install_pack(open_pack(packed), friend)
    assert (written, problem.code) == ([], FIL013)
    assert not (friend / "errata" / "maker.yaml").exists()


def test_a_dry_run_writes_nothing(packed, friend, send):
    assert run(["open", send(packed), "--dry-run"]) == 0
    assert not (friend / "scenarios" / "siege.yaml").exists()


def test_a_bundled_game_is_written_to_only_if_named(packed, send, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["open", send(packed)]) == 2
    assert "say which folder" in capsys.readouterr().err


def test_packing_overwrites_by_force_only(friend, tmp_path, capsys):
    path = tmp_path / "out.forge"
    path.write_text("mine")
    assert run(["pack", str(SKIRMISH), "siege", "-o", str(path)]) == 2
    assert path.read_text() == "mine"
    assert run(["pack", str(SKIRMISH), "siege", "-o", str(path), "--force"]) == 0
    assert run(["pack", str(SKIRMISH), "sieg"]) == 2
    assert "siege" in capsys.readouterr().err


def test_a_file_changed_while_packing_is_told(friend):
    game = load_game(friend)
    (friend / "errata" / "maker.yaml").write_text("basis: printed\n")
    with pytest.raises(NotPacked, match="changed meanwhile"):
        make_pack(game, "compass")


def test_a_newer_list_of_errata_stays_if_it_says_the_same_of_what_is_needed(packed, friend, send, capsys):
    """No force is needed, and none of the friend's errata is lost."""
    newer = friend / "errata" / "maker.yaml"
    text = newer.read_text() + "\n# read again in the spring\n"
    newer.write_text(text)
    assert run(["open", send(packed)]) == 0
    assert "kept content/skirmish/errata/maker.yaml" in capsys.readouterr().out
    assert newer.read_text() == text
    assert (friend / "scenarios" / "siege.yaml").exists()


def test_a_list_that_says_something_else_of_what_is_needed_is_in_the_way(packed, friend, send, capsys):
    newer = friend / "errata" / "maker.yaml"
    newer.write_text(newer.read_text().replace("Thaw and rain", "Thaw and hail"))
    assert run(["open", send(packed)]) == 1
    assert "PCK008" in capsys.readouterr().out


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("force", [True, False])
def test_a_link_in_the_way_is_never_written_through(packed, friend, send, tmp_path, capsys, force, there):
    outside = tmp_path / "outside.yaml"
    if there:
        outside.write_text("mine\n")
    (friend / "scenarios" / "siege.yaml").symlink_to(outside)
    assert run(["open", send(packed), *(["--force"] if force else [])]) == 1
    assert "PCK004" in capsys.readouterr().out
    assert outside.exists() is there
    assert not there or outside.read_text() == "mine\n"


def test_a_scenario_with_all_that_a_start_is_goes_through_to_the_letter(friend, send, capsys):
    """Comments, layout, rows of its own, what is left to decide: nothing is read and written anew."""
    mine = friend / "scenarios" / "thrust.yaml"
    assert run(["new", "scenario", "skirmish", "--start", "4/41", "--stop", "6/41", "--name", "thrust"]) == 0
    mine.write_bytes(mine.read_bytes() + b"\n# a last word\r\n")
    before, hash_ = mine.read_bytes(), compile_scenario(load_game(friend), "thrust").hash
    data = make_pack(load_game(friend), "thrust").data
    mine.unlink()
    capsys.readouterr()
    assert run(["open", send(data)]) == 0
    assert "PCK" not in capsys.readouterr().out
    assert mine.read_bytes() == before
    assert compile_scenario(load_game(friend), "thrust").hash == hash_


def test_ref062_a_pack_with_a_name_that_a_spreadsheet_computes_is_a_warning(friend, send, tmp_path, capsys):
    theirs = tmp_path / "theirs"
    shutil.copytree(SKIRMISH, theirs)
    siege = theirs / "scenarios" / "siege.yaml"
    siege.write_text(siege.read_text("utf-8").replace("title: The Siege", "title: =1+1"), "utf-8")
    assert run(["open", send(make_pack(load_game(theirs), "siege").data), str(friend)]) == 0
    assert "scenarios/siege.yaml:4:8: warning[REF062]" in capsys.readouterr().out


def test_packing_says_what_is_left_to_decide_and_the_dates(friend, tmp_path, capsys):
    """A draft may be sent; its sender is told that it is one."""
    assert run(["new", "scenario", "skirmish", "--start", "4/41", "--stop", "6/41", "--name", "thrust"]) == 0
    left = re.search(r"(\d+) cells left to decide", capsys.readouterr().out)
    assert run(["pack", "skirmish", "thrust", "-o", str(tmp_path / "t.forge")]) == 0
    assert left is not None
    assert f"{left[1]} cells left to decide" in capsys.readouterr().out
    readme = zipfile.ZipFile(tmp_path / "t.forge").read("README.txt").decode()
    assert readme.startswith("Thrust (Apr 41 – Jun 41)\n")
