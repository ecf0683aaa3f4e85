"""Whatever lies in a game's folder, reading it gives diagnostics and never more than the folder."""

from __future__ import annotations

import os
import socket
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.game.reading import folder as folder_module
from scenario_forge.game.reading.folder import leads_out
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.files import write_file
from scenario_forge.source.read import digest_of

from .conftest import problems


def found(folder, **options):
    return [(code, file) for code, file, _help in problems(folder, **options)]


def test_a_game_in_order_reports_nothing(folder):
    assert found(folder) == []


def test_a_folder_that_is_not_there_is_no_game(tmp_path):
    game = Workspace(tmp_path / "mice").load()
    assert [(p.code.id, p.message) for p in game.problems] == [("FIL001", f"there is no game at {tmp_path / 'mice'}")]


@pytest.mark.parametrize("name", ["nul\0byte", "file.yaml/inside"])
def test_a_name_that_no_folder_can_have_is_no_game(tmp_path, name):
    (tmp_path / "file.yaml").write_text("a: 1\n")
    assert found(tmp_path / name)[0][0] == "FIL001"


def test_a_file_given_as_a_game_says_so(folder):
    game = Workspace(folder / "map.yaml").load()
    assert [p.code.id for p in game.problems] == ["FIL002"]
    assert game.problems[0].message.endswith("map.yaml is a file; a game is a folder")


def test_an_empty_folder_is_named_and_nothing_else_is_asked_of_it(tmp_path):
    game = Workspace(tmp_path).load()
    assert [(p.code.id, p.message) for p in game.problems] == [
        ("FIL003", f"the folder {tmp_path} holds no file of a game")
    ]


def test_a_required_file_that_is_missing_is_named(folder):
    (folder / "counters.yaml").unlink()
    assert found(folder) == [("FIL004", "counters.yaml")]


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        ("charts.yml", "did you mean charts.yaml?"),
        ("Charts.yaml", "did you mean charts.yaml?"),
        ("chart.yaml", "did you mean charts.yaml?"),
        ("scenarios/one.yml", "did you mean scenarios/one.yaml?"),
        ("scenario/one.yaml", "did you mean scenarios/one.yaml?"),
        ("orders_of_battle/red.yaml", "did you mean orders-of-battle/red.yaml?"),
        ("scenarios/deep/one.yaml", "did you mean scenarios/one.yaml?"),
        ("zzz.yaml", None),
    ],
)
def test_a_file_of_another_name_is_not_read_and_the_right_name_is_offered(folder, name, help_):
    (folder / name).parent.mkdir(exist_ok=True, parents=True)
    (folder / name).write_text("a: [unclosed\n")
    assert problems(folder) == [("FIL005", name, help_)]


def test_the_wrong_ending_is_told_even_where_no_system_is_known(folder):
    (folder / "game.yaml").rename(folder / "game.yml")
    assert problems(folder) == [
        ("FIL005", "game.yml", "did you mean game.yaml?"),
        ("FIL004", "game.yaml", None),
    ]


@pytest.mark.parametrize("name", ["scenarios/con.yaml", "orders-of-battle/LPT1.x.yaml", "scenarios/nul.yml"])
def test_a_name_that_windows_takes_for_a_device_is_found(folder, name):
    (folder / name).parent.mkdir(exist_ok=True, parents=True)
    (folder / name).write_text("title: x\n")
    assert ("FIL069", name, "give the file a different name") in problems(folder)


def test_names_that_differ_in_capitals_alone_are_found(folder):
    (folder / "scenarios").mkdir(exist_ok=True)
    for name in ("First.yaml", "first.yaml", "firsts.yaml"):
        (folder / "scenarios" / name).write_text("title: x\n")
    found = [each for each in problems(folder) if each[0] == "FIL070"]
    assert found == [("FIL070", "scenarios/First.yaml", "give one of them a different name")]


def test_what_a_killed_write_left_is_named(folder):
    (folder / ".map.yaml.0a1b2c3d.forge-tmp").write_text("title: x\n")
    (folder / ".map.yaml.swp").write_text("title: x\n")
    assert problems(folder) == [
        ("FIL068", ".map.yaml.0a1b2c3d.forge-tmp", "the next write of map.yaml removes it"),
    ]


def test_hidden_files_other_endings_and_build_are_not_looked_at(folder):
    (folder / ".hidden.yaml").write_text("?")
    (folder / "notes.txt").write_text("?")
    (folder / "build").mkdir()
    (folder / "build" / "sheet.yaml").write_text("?")
    assert found(folder) == []


def test_a_folder_in_a_files_place_is_the_one_thing_said(folder):
    (folder / "counters.yaml").unlink()
    (folder / "counters.yaml").mkdir()
    assert found(folder) == [("FIL006", "counters.yaml")]


def test_a_file_in_a_folders_place_is_told_for_nothing_in_it_is_read(folder):
    (folder / "errata").write_text("basis: proposed\n")
    assert found(folder) == [("FIL015", "errata")]
    (folder / "errata").unlink()
    (folder / "errata").mkdir()
    assert found(folder) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_unreadable(folder):
    (folder / "counters.yaml").chmod(0)
    game = Workspace(folder).load()
    assert [p.code.id for p in game.problems if p.span.file != "rules.yaml"] == ["FIL007"]
    assert game.problems[0].message == "counters.yaml cannot be read: Permission denied"


def test_a_file_that_fails_while_it_is_read_is_unreadable(folder, monkeypatch):
    def fail(path, name):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(folder_module, "_bytes", fail)
    game = Workspace(folder).load()
    assert {p.code.id for p in game.problems} == {"FIL007"}
    assert game.problems[0].message == "counters.yaml cannot be read: Input/output error"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_subfolder_without_permission_is_unreadable(folder):
    (folder / "scenarios").mkdir()
    (folder / "scenarios").chmod(0)
    try:
        assert found(folder) == [("FIL007", "scenarios")]
    finally:
        (folder / "scenarios").chmod(stat.S_IRWXU)


def test_a_pipe_is_not_opened(folder):
    (folder / "counters.yaml").unlink()
    os.mkfifo(folder / "counters.yaml")
    assert found(folder) == [("FIL014", "counters.yaml")]


def test_a_socket_is_not_opened(folder, monkeypatch):
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind("charts.yaml")
        assert found(folder) == [("FIL014", "charts.yaml")]


def test_a_truncated_file_is_shown_where_it_breaks_off(folder):
    text = (folder / "time-track.yaml").read_text()
    (folder / "time-track.yaml").write_text(text[: text.index("blue: 1-1") + 5])
    assert [file for _code, file in found(folder)] == ["time-track.yaml"]


def test_a_binary_file_is_refused(folder):
    (folder / "map.yaml").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert found(folder) == [("YML008", "map.yaml")]


def test_a_file_of_100_mb_is_refused_by_its_size_alone(folder):
    with (folder / "map.yaml").open("wb") as stream:
        stream.truncate(100 * 2**20)
    game = Workspace(folder).load()
    assert [p.message for p in game.problems if p.span.file == "map.yaml"] == [
        "the file is 100.0 MiB; the limit is 8 MiB"
    ]


def test_unsaved_text_that_is_too_big_is_refused_too(folder):
    assert found(folder, files={"map.yaml": "#" * (8 * 2**20 + 1)}) == [("FIL010", "map.yaml")]


@pytest.mark.parametrize("target", ["map.yaml", "other.yaml"])
def test_a_link_that_leads_back_to_itself_is_a_loop(folder, target):
    (folder / "map.yaml").unlink()
    (folder / "map.yaml").symlink_to(target)
    if target == "other.yaml":
        (folder / "other.yaml").symlink_to("map.yaml")
        assert found(folder) == [("FIL009", "map.yaml"), ("FIL009", "other.yaml")]
    else:
        assert found(folder) == [("FIL009", "map.yaml")]


def test_a_link_to_the_folder_it_is_in_is_a_loop(folder):
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "all").symlink_to(folder / "scenarios", target_is_directory=True)
    assert found(folder) == [("FIL009", "scenarios/all")]


def test_two_folders_that_link_to_each_other_are_a_loop(folder):
    for one, other in (("a", "b"), ("b", "a")):
        (folder / one).mkdir()
        (folder / one / other).symlink_to(folder / other, target_is_directory=True)
    assert found(folder) == [("FIL009", "a/b/a"), ("FIL009", "b/a/b")]


def test_a_link_to_nothing_cannot_be_read(folder):
    (folder / "charts.yaml").symlink_to("gone.yaml")
    assert found(folder) == [("FIL007", "charts.yaml")]


@pytest.mark.parametrize("name", ["charts.yaml", "scenarios"])
def test_a_link_out_of_the_folder_is_not_followed(folder, tmp_path, name):
    outside = tmp_path / f"secret-{name}"
    if name == "scenarios":
        outside.mkdir()
        (outside / "x.yaml").write_text("password: 1\n")
    else:
        outside.write_text("password: 1\n")
    (folder / name).symlink_to(outside)
    game = Workspace(folder).load()
    assert [(p.code.id, p.span.file) for p in game.problems if p.span.file != "rules.yaml"] == [("FIL008", name)]
    assert not any("password" in file.source.text for file in game.files.values())


def test_a_link_to_a_file_or_folder_of_the_game_is_followed(folder):
    (folder / "old").mkdir()
    (folder / "old" / "s.yaml").write_text("a: 1\n")
    (folder / "scenarios").symlink_to(folder / "old", target_is_directory=True)
    names = Workspace(folder).load().files
    assert "scenarios/s.yaml" in names


def test_the_game_itself_may_be_given_by_a_link(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    assert found(tmp_path / "link") == []


def test_too_many_files_are_not_a_game(folder, monkeypatch):
    monkeypatch.setattr(folder_module, "MAX_FILES", 20)
    (folder / "scenarios").mkdir()
    for number in range(20):
        (folder / "scenarios" / f"{number}.yaml").write_text("a: 1\n")
    game = Workspace(folder).load()
    assert [p.message for p in game.problems] == [f"the folder {folder} holds more than 20 files"]


def test_a_disk_full_of_other_things_is_given_up(folder, monkeypatch):
    monkeypatch.setattr(folder_module, "MAX_ENTRIES", 50)
    (folder / "pictures").mkdir()
    for number in range(51):
        (folder / "pictures" / f"{number}.png").touch()
    assert found(folder) == [("FIL012", "tiny")]


# -- unsaved text ----------------------------------------------------------------------------------


def test_unsaved_text_is_read_instead_of_the_file(folder):
    game = Workspace(folder).load(files={"game.yaml": (folder / "game.yaml").read_text().replace("Tiny", "Unsaved")})
    assert game.title == "Unsaved"


def test_unsaved_text_may_be_a_file_that_is_not_there_yet(folder):
    text = (folder / "counters.yaml").read_text()
    (folder / "counters.yaml").unlink()
    assert found(folder, files={"counters.yaml": text}) == []


def test_unsaved_text_in_place_of_an_unreadable_file_is_read(folder):
    (folder / "map.yaml").rename(folder / "map.txt")
    (folder / "map.yaml").symlink_to("map.yaml")
    assert found(folder, files={"map.yaml": (folder / "map.txt").read_text()}) == []


@pytest.mark.parametrize(
    "name",
    [
        "../map.yaml",
        "/etc/x.yaml",
        "scenarios/../../x.yaml",
        "C:/x.yaml",
        "..\\x.yaml",
        "a//b.yaml",
        "",
        ".",
        "./map.yaml",
    ],
)
def test_unsaved_text_must_lie_in_the_folder(folder, name):
    assert found(folder, files={name: "a: 1\n"}) == [("FIL008", name)]


@given(st.lists(st.sampled_from(["..", "a", "b.yaml", "", "."]), min_size=1, max_size=5))
def test_no_name_that_is_let_in_climbs_above_the_folder(parts):
    name = "/".join(parts)
    if not leads_out(name):
        assert os.path.normpath(name) == name
        assert not name.startswith(("..", "/"))


# -- what is kept ------------------------------------------------------------------------------------


def test_files_that_did_not_change_are_not_built_again(folder):
    workspace = Workspace(folder)
    before = workspace.load()
    track = (folder / "time-track.yaml").read_text().replace("R 1-1", "R 1-2")
    after = workspace.load(files={"time-track.yaml": track})
    same = {name for name in after.files if after.files[name] is before.files[name]}
    assert same == {"game.yaml", "map.yaml", "counters.yaml"}
    assert after.files["time-track.yaml"].document != before.files["time-track.yaml"].document


def test_a_file_that_comes_and_goes_leaves_nothing_behind(folder):
    workspace = Workspace(folder)
    workspace.load(files={"charts.yaml": "basis: printed\ncharts: {}\n"})
    assert "charts.yaml" not in workspace.load().files


def test_a_file_that_is_mended_is_read_again(folder):
    workspace = Workspace(folder)
    text = (folder / "map.yaml").read_text()
    (folder / "map.yaml").unlink()
    os.mkfifo(folder / "map.yaml")
    assert workspace.load().files["map.yaml"].root is None
    (folder / "map.yaml").unlink()
    (folder / "map.yaml").write_text(text)
    assert workspace.load().files["map.yaml"].document is not None


# -- writing (what an interruption leaves is tested beside the writer) --------------------------------


def test_a_file_that_another_program_changed_is_not_overwritten(folder):
    path = folder / "map.yaml"
    digest = digest_of(path.read_bytes())
    assert write_file(path, path.read_bytes(), "map.yaml", digest) is None
    path.write_text("title: theirs\n")
    refused = write_file(path, b"title: ours\n", "map.yaml", digest)
    assert refused is not None
    assert (refused.code.id, refused.span.file) == ("FIL011", "map.yaml")
    assert path.read_text() == "title: theirs\n"


def test_a_file_that_cannot_be_written_says_so(folder):
    refused = write_file(folder / "gone" / "map.yaml", b"", "gone/map.yaml")
    assert refused is not None
    assert (refused.code.id, refused.message) == (
        "FIL013",
        "gone/map.yaml could not be written: No such file or directory",
    )
