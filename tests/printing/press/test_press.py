"""Only what has changed is made again; nothing that is not ours is taken away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.checks.glyphs import PRT001
from scenario_forge.diagnostics import Span
from scenario_forge.game.game import fact
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.build_manifest import NAME, Manifest

from .conftest import files
from .fakes import A2, Fake

ROOT = Path(__file__).parents[3]


def names(outcome):
    return [file.split("_")[1] for file in outcome.made if "START" not in file]


def test_what_was_made_is_kept(build, box, out):
    (fake,) = box(Fake("map", ("map",), svgs={"west": "<svg/>"}))
    first = build()
    assert first.made == ["skirmish_map_A4_errata-none-v1", "00-START-HERE"]
    before = files(out)
    assert set(before) == {
        "parts/skirmish_map_A4_errata-none-v1.pdf",
        "svg/map_errata-none/west.svg",
        "00-START-HERE.pdf",
        "1-single-sided.pdf",
    }
    second = build()
    assert (second.made, second.removed, len(second.kept)) == ([], [], 2)
    assert second.starts == ["00-START-HERE.pdf"]
    assert [entry.file for entry in second.entries] == [entry.file for entry in first.entries]
    assert len(fake.made) == 1
    assert files(out) == before


@pytest.mark.parametrize(
    ("name", "old", "new", "made"),
    [
        ("scenarios/siege.yaml", "title: The Siege", "title: A Siege", ["cards"]),
        ("rulebook.yaml", "basis: printed", "basis: derived", ["rules"]),
        ("map.yaml", "name: Zawia,", "name: Zawiya,", ["map"]),
        ("game.yaml", "title: Skirmish on the Coast", "title: Skirmish", ["map", "cards", "rules"]),
    ],
)
def test_only_what_reads_a_changed_document_is_made_again(build, box, change, name, old, new, made):
    box(Fake("map", ("map",)), Fake("cards", ("scenarios", "counters")), Fake("rules", ("rulebook",)))
    build()
    change(name, old, new)
    assert names(build()) == made


def test_what_a_view_reads_counts_even_when_another_component_had_it_worked_out(build, box, change):
    box(*(Fake(name, also=scenarios) for name in ("map", "cards")))
    build()
    change("scenarios/siege.yaml", "title: The Siege", "title: A Siege")
    assert names(build()) == ["map", "cards"]


@fact
def siege_title(game):
    return scenarios(game).scenarios["siege"].document.title


def test_a_fact_is_known_in_another_process_by_what_it_was_made_from(build, box, change):
    box(Fake("map", also=siege_title))
    build()
    assert names(build()) == []
    change("scenarios/siege.yaml", "title: The Siege", "title: A Siege")
    assert names(build()) == ["map"], "its version is a counter that begins anew in each process"


def test_what_the_brief_keeps_was_read_for_all_documents_of_the_component(build, box, change):
    def once(game):
        if not kept:
            kept.append(game.files_of("charts"))

    kept = []
    box(Fake("cards", per_scenario=True, also=once))
    build()
    change("charts.yaml", "basis: printed", "basis: derived")
    assert names(build()) == ["cards", "cards"]


def test_errata_profile_and_our_own_code_count(build, box, monkeypatch):
    box(Fake("map"))
    build()
    assert names(build(errata="all")) == ["map"]
    assert names(build(profile="grey")) == ["map"]
    assert names(build(flawed=True)) == ["map"]
    assert names(build(flawed=True)) == []
    monkeypatch.setattr("scenario_forge.printing.build_manifest.code_digest", lambda: "another")
    assert names(build(flawed=True)) == ["map"]


def test_a_spoilt_or_missing_file_is_made_again(build, box, out):
    box(Fake("map", svgs={"west": "<svg/>"}), Fake("rules"))
    build()
    whole = files(out)
    (out / "parts/skirmish_map_A4_errata-none-v1.pdf").write_bytes(b"%PDF-spoilt")
    assert names(build()) == ["map"]
    (out / "svg/map_errata-none/west.svg").unlink()
    assert names(build()) == ["map"]
    (out / "00-START-HERE.pdf").unlink()
    assert build().made == ["00-START-HERE"]
    assert files(out) == whole


def test_a_removed_scenario_takes_its_card_along_and_nothing_else(build, box, game, out):
    box(Fake("map"), Fake("cards", per_scenario=True))
    build()
    (out / "notes.txt").write_text("mine")
    (game / "scenarios/siege.yaml").unlink()
    assert build().removed == ["parts/skirmish_cards_siege_A4_errata-none-v1.pdf"]
    assert set(files(out)) == {
        "00-START-HERE.pdf",
        "1-single-sided.pdf",
        "notes.txt",
        "parts/skirmish_map_A4_errata-none-v1.pdf",
        "parts/skirmish_cards_compass_A4_errata-none-v1.pdf",
    }


def test_a_file_that_someone_changed_is_not_taken_away(build, box, game, out):
    box(Fake("cards", per_scenario=True))
    build()
    card = out / "parts/skirmish_cards_siege_A4_errata-none-v1.pdf"
    card.write_bytes(b"with my notes")
    (game / "scenarios/siege.yaml").unlink()
    assert build().removed == []
    assert card.read_bytes() == b"with my notes"


def test_another_edition_replaces_the_one_before(build, box, change, out):
    box(Fake("map"))
    build()
    change("game.yaml", 'edition: "1.0"', 'edition: "2.0"')
    assert build().removed == ["parts/skirmish_map_A4_errata-none-v1.pdf"]
    assert set(files(out)) == {
        "00-START-HERE.pdf",
        "1-single-sided.pdf",
        "parts/skirmish_map_A4_errata-none-v2.pdf",
    }


def test_what_was_asked_for_in_another_way_stays(build, box, out):
    box(Fake("map"), Fake("cards", per_scenario=True))
    build()
    for order in ({"papers": ("Letter",)}, {"profile": "grey"}, {"scenario": "siege"}, {"only": ("map",)}):
        assert build(**order).removed == []
    assert build(errata="all").removed == []
    assert len([name for name in files(out) if "_cards_" in name]) == 2 * 4


def test_a_document_for_one_scenario_does_not_count_as_one_for_all(build, box):
    box(Fake("counters"))
    build(scenario="siege", for_scenario=True)
    assert names(build()) == ["counters"]


def test_a_poster_is_made_once_for_two_papers_and_belongs_to_both(build, box, out):
    (poster, card) = box(Fake("map", paper="A2", size=A2), Fake("cards"))
    outcome = build(papers=("A4", "Letter"))
    assert (len(poster.made), len(card.made)) == (1, 2)
    assert outcome.starts == ["00-START-HERE.pdf", "00-START-HERE_Letter.pdf"]
    assert build(papers=("Letter",)).made == []
    assert build(papers=("A4",)).made == []
    assert len(poster.made) == 1


def test_the_plain_name_stays_with_the_paper_that_had_it_first(build, box):
    box(Fake("map"))
    assert build().starts == ["00-START-HERE.pdf"]
    assert build(papers=("Letter",)).starts == ["00-START-HERE_Letter.pdf"]
    assert build(profile="grey").starts == ["00-START-HERE_grey.pdf"]
    assert build().starts == ["00-START-HERE.pdf"]


def test_errors_that_leave_nothing_are_told_and_the_old_document_goes(build, box, out):
    finding = PRT001.at(Span("map.yaml", 1, 1, 1, 2), letters="x", them="it")
    (fake, _other) = box(Fake("map", findings=[finding]), Fake("rules"))
    build()
    fake.broken, fake.reads = True, ("charts",)
    (out / "parts/skirmish_map_A4_errata-none-v1.pdf").unlink()
    outcome = build()
    assert (outcome.failed, outcome.findings) == (["map"], [finding])
    assert set(files(out)) == {
        "00-START-HERE.pdf",
        "1-single-sided.pdf",
        "parts/skirmish_rules_A4_errata-none-v1.pdf",
    }


def test_findings_are_told_again_although_nothing_is_rendered(build, box):
    span = Span("map.yaml", 3, 1, 3, 4, "Map, hex A1")
    finding = PRT001.at(span, letters="`Ω`", them="it").also(Span("game.yaml", 1, 1, 1, 2), "here").note("a note")
    finding = finding.suggest("write it").under("Rule 3")
    (fake,) = box(Fake("map", findings=[finding]))
    assert build().findings == [finding]
    assert build().findings == [finding]
    assert len(fake.made) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: text.replace('"game": "skirmish"', '"game": "other"'),
        lambda text: text.replace('"format": 1', '"format": 2'),
        lambda text: text.replace('"print_as": "single"', '"print_as": "twice"'),
    ],
)
def test_an_account_that_is_broken_or_of_another_game_counts_as_none(build, box, out, spoil):
    (fake,) = box(Fake("map"))
    build()
    account = out / NAME
    text = json.dumps(json.loads(account.read_text()))
    assert spoil(text) != text
    account.write_text(spoil(text))
    assert names(build()) == ["map"]
    assert names(build()) == []
    assert len(fake.made) == 2


@pytest.mark.parametrize("field", ["code", "made_on", "span"])
def test_an_account_with_values_that_mean_nothing_is_made_again(build, box, out, field):
    finding = PRT001.at(Span("map.yaml", 1, 1, 1, 2), letters="x", them="it")
    box(Fake("map", findings=[finding]))
    build()
    data = json.loads((out / NAME).read_text())
    entry = data["entries"]["skirmish_map_A4_errata-none-v1"]
    (entry if field == "made_on" else entry["findings"][0])[field] = "nonsense"
    (out / NAME).write_text(json.dumps(data))
    assert names(build()) == ["map"]


def test_an_account_never_leads_outside_the_folder(build, box, game, out, tmp_path):
    from scenario_forge.source.read import digest_of  # noqa: PLC0415

    box(Fake("cards", per_scenario=True))
    build()
    precious = tmp_path / "precious.txt"
    precious.write_bytes(b"precious")
    data = json.loads((out / NAME).read_text())
    entry = data["entries"]["skirmish_cards_siege_A4_errata-none-v1"]
    entry["files"] |= {"../precious.txt": digest_of(b"precious"), str(precious): digest_of(b"precious")}
    (out / NAME).write_text(json.dumps(data))
    (game / "scenarios/siege.yaml").unlink()
    build()
    assert precious.read_bytes() == b"precious"


def test_progress_names_each_document(build, box):
    box(Fake("map"), Fake("cards", per_scenario=True))
    told = []
    build(tell=told.append)
    assert [(each.done, each.total, each.title) for each in told] == [
        (0, 4, "map"),
        (1, 4, "cards compass"),
        (2, 4, "cards siege"),
        (3, 4, "A4"),
    ]


def test_two_folders_get_the_same_bytes(build, box, game, tmp_path, out):
    box(Fake("map", svgs={"west": "<svg/>"}))
    build(previews=True)
    first = files(out)
    out.rename(tmp_path / "other")
    build(previews=True)
    assert files(out) == first


def test_the_account_says_which_files_are_whose(build, box, out):
    box(Fake("map", svgs={"a/../b": "<svg/>"}))
    build()
    entry = Manifest.of((out / NAME).read_bytes(), "skirmish").entries["skirmish_map_A4_errata-none-v1"]
    assert list(entry.files) == ["parts/skirmish_map_A4_errata-none-v1.pdf", "svg/map_errata-none/a-..-b.svg"]
    assert set(entry.reads) == {"game", "words"}
    assert entry.pages == [(210.0, 297.0)]


def test_a_build_with_nothing_to_do_loads_nothing_heavy(tmp_path):
    code = (
        "import sys\nfrom scenario_forge.cli.main import run\n"
        f"code = run(['build', {str(ROOT / 'tests/games/skirmish')!r}, '--only', 'setup-card', '--quiet', '-o', 'out'])\n"
        "heavy = {'typst', 'pikepdf', 'pypdfium2', 'PIL', 'numpy'} & set(sys.modules)\n"
        "print(code, sorted(heavy))\n"
    )
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = [
        subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert "typst" in said[0]
    assert said[1] == "0 []\n"


def test_a_component_is_not_even_asked_for_its_documents_while_nothing_changes(build, box, change):
    (fake, _other) = box(Fake("map", ("map",), per_scenario=True), Fake("rules", ("rulebook",)))
    real, asked = fake.jobs, []

    def jobs(brief, scenarios):
        asked.append(brief.game.files_of("map"))  # as one that lays out its sheets to know how many they are
        return real(brief, scenarios)

    fake.jobs = jobs
    box(fake, _other)
    build()
    change("rulebook.yaml", "basis: printed", "basis: derived")
    assert names(build()) == ["rules"]
    assert len(asked) == 1
    change("map.yaml", "name: Zawia,", "name: Zawiya,")
    assert names(build()) == ["map", "map"]
    assert len(asked) == 2
    assert names(build()) == []


def test_a_listed_document_that_is_spoilt_is_made_by_asking_again(build, box, out):
    (fake,) = box(Fake("cards", ("map",), per_scenario=True))
    build()
    card = out / "parts/skirmish_cards_siege_A4_errata-none-v1.pdf"
    whole = card.read_bytes()
    card.unlink()
    assert names(build()) == ["cards"]
    assert card.read_bytes() == whole
    assert len(fake.made) == 3
