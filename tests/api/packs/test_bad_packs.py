"""No pack, however it was made or unmade, writes what or where it should not, and each is told what it is."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api.packs.archive import MANIFEST, MAX_BYTES, MAX_FILES, MAX_PACK, BadPackError, archive
from scenario_forge.api.packs.pack import make_pack, open_pack
from scenario_forge.cli.main import run
from scenario_forge.game.reading.workspace import load_game

from .conftest import SKIRMISH

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "scenarios/siege.yaml"


def codes(data: bytes) -> set[str]:
    with pytest.raises(BadPackError) as refused:
        open_pack(data)
    return {finding.code.id for finding in refused.value.findings}


def files(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def with_entry(data: bytes, entry: zipfile.ZipInfo, content: bytes, **how: int) -> bytes:
    """The pack with one more entry, as no packer of ours would write it."""
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as packed:
        packed.writestr(entry, content, **how)
    return stream.getvalue()


def manifest(change: Callable[[dict], None], data: bytes) -> bytes:
    found = files(data)
    said = json.loads(found[MANIFEST])
    change(said)
    return archive(found | {MANIFEST: json.dumps(said).encode()})


def test_the_pack_itself_is_good(packed):
    assert set(open_pack(packed).files) == {NAME, "errata/maker.yaml"}


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip at all", b"\x89PNG\r\n\x1a\n" + bytes(99), bytes(4096)])
def test_pck001_what_is_no_archive(data):
    assert codes(data) == {"PCK001"}


def test_pck001_an_archive_without_a_manifest():
    assert codes(archive({NAME: b"x"})) == {"PCK001"}
    assert codes(archive({MANIFEST: b"[]"})) == {"PCK001"}
    assert codes(archive({MANIFEST: b"\xff{"})) == {"PCK001"}
    assert codes(with_entry(archive({}), zipfile.ZipInfo(MANIFEST), b"[" * 100_000)) == {"PCK001"}
    assert codes(archive({MANIFEST: b"{}"})) == {"PCK001"}
    assert codes(archive({MANIFEST: b'{"pack": true}'})) == {"PCK001"}
    assert codes(archive({MANIFEST: b'{"pack": 1}'})) == {"PCK001"}


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_pck001_a_pack_that_was_cut_off(packed, part):
    assert codes(packed[: int(len(packed) * part)]) == {"PCK001"}


def test_pck002_a_later_format(packed):
    assert codes(manifest(lambda said: said.update(pack=2, later=1), packed)) == {"PCK002"}


def test_pck003_a_file_that_was_edited(packed):
    assert codes(archive(files(packed) | {NAME: files(packed)[NAME] + b"# x"})) == {"PCK003"}


def test_pck003_a_file_that_is_missing_or_not_listed(packed):
    found = files(packed)
    assert codes(archive({name: data for name, data in found.items() if name != NAME})) == {"PCK003"}
    assert codes(archive(found | {"errata/more.yaml": b"x"})) == {"PCK003"}


def test_pck003_a_manifest_that_was_edited(packed):
    assert codes(manifest(lambda said: said.update(content="0" * 64), packed)) == {"PCK003"}
    assert codes(manifest(lambda said: said.pop("seal"), packed)) == {"PCK003"}


def test_pck003_two_files_of_one_name(packed):
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = with_entry(packed, zipfile.ZipInfo(NAME), b"other")
    assert codes(twice) == {"PCK003"}


OUT = (
    "../x.yaml", "scenarios/../../x.yaml", "/etc/x.yaml", "C:/x.yaml", "C:x.yaml", "..\\x.yaml", "\\\\host\\x.yaml",
    "scenarios/./x.yaml", "./scenarios/x.yaml", "scenarios//x.yaml", "scenarios/", "scenarios/a\nb.yaml",
    "game.yaml", "scenarios/a/b.yaml", "scenarios/.x.yaml", "scenarios/con.yaml", "scenarios/X.yaml",
    "scenarios/x.py", "scenarios/\u202ex.yaml", "scenarios/" + "x" * 300 + ".yaml", "copies/x.yaml",
)  # fmt: skip


@pytest.mark.parametrize("name", OUT)
def test_pck004_names_that_a_pack_may_not_have(packed, name):
    entry = zipfile.ZipInfo("place")
    entry.filename = name
    assert codes(with_entry(packed, entry, b"x")) == {"PCK004"}


def test_pck004_a_name_cut_off_at_a_null(packed):
    """An archive's reader ends a name at a null: what is shown and what is meant differ."""
    data = with_entry(packed, zipfile.ZipInfo("errata/aa.yaml#.yaml"), b"x").replace(b".yaml#", b".yaml\0")
    assert codes(data) == {"PCK004"}


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR])
def test_pck004_links_and_devices(packed, kind):
    entry = zipfile.ZipInfo("scenarios/x.yaml")
    entry.external_attr = (kind | 0o777) << 16
    assert codes(with_entry(packed, entry, b"/etc/passwd")) == {"PCK004"}


def test_pck004_encrypted(packed):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        made.writestr(NAME, b"x")
    data = bytearray(stream.getvalue())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert codes(bytes(data)) == {"PCK004"}


def test_pck005_a_bomb(packed):
    assert codes(archive(files(packed) | {"errata/x.yaml": bytes(MAX_BYTES - 1)})) == {"PCK005"}
    assert codes(archive(files(packed) | {"errata/x.yaml": bytes(MAX_BYTES + 1)})) == {"PCK005"}


def test_pck005_too_many_files(packed):
    assert codes(archive({f"errata/x{n}.yaml": b"x" for n in range(MAX_FILES + 1)})) == {"PCK005"}


def test_pck005_more_bytes_than_a_pack_has(packed):
    assert codes(packed + bytes(MAX_PACK)) == {"PCK005"}


def test_a_size_that_lies_is_no_way_past_the_limits(packed):
    """The directory says 10 bytes; the data unpack to more."""
    data = bytearray(with_entry(packed, zipfile.ZipInfo("errata/x.yaml"), b"a" * 50_000, compress_type=8))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"errata/x.yaml"))
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    assert codes(bytes(data)) <= {"PCK001", "PCK003", "PCK005"}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_flipped_bytes_never_pass_and_never_crash(data):
    """A change of any byte is found, or touches nothing that is used (dates, flags of the archive)."""
    whole = _WHOLE
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] ^= data.draw(st.integers(1, 255))
    try:
        opened = open_pack(bytes(changed))
    except BadPackError:
        return
    assert dict(opened.files) == dict(open_pack(whole).files)


_WHOLE = archive(files(make_pack(load_game(SKIRMISH), "siege").data))


def test_nothing_is_written_for_a_bad_pack(packed, friend, send, capsys):
    before = sorted(path.name for path in friend.rglob("*"))
    assert run(["open", send(archive(files(packed) | {NAME: b"edited"})), "--force"]) == 1
    assert "PCK003" in capsys.readouterr().out
    assert run(["open", str(friend)]) == 2
    assert run(["open", str(friend / "nowhere.forge")]) == 2
    assert sorted(path.name for path in friend.rglob("*")) == before
