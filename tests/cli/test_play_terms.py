"""``--terms`` of ``forge play`` and ``forge replay``, and the terms that a person sees before an attack."""

from __future__ import annotations

import io

import pytest

KEREN = ("play", "massawa", "-s", "keren")


def test_terms_of_a_position_are_asked_without_playing(forge):
    said = forge(*KEREN, "--terms", "Keren: 5/4 Ind, empire/2")
    assert said.code == 0, said.err
    head, *rest = said.out.splitlines()
    assert head == "differential −5"
    terms = [line.split() for line in rest[: rest.index("combat results table, −4 and less")]]
    assert sum(int(words[0].replace("−", "-")) for words in terms) == -5
    assert all(words[-1].startswith("[") for words in terms), "each with its clause"
    assert "      +6  5/4 Ind (counter)  [6.5]" in rest
    assert "    33 %  3/0: attackers lose 3; the attack is thrown back" in rest


def test_without_units_all_that_can_attack_are_asked_for(forge):
    alone, both = (forge(*KEREN, "--terms", text).out for text in ("H12: 5/4 Ind", "H12"))
    assert "11/4 Ind" not in alone
    assert "11/4 Ind" in both


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Kere", "did you mean Keren?"),
        ("H12: 5/4 Imd", "there is no unit `5/4 Imd`: did you mean 5/4 Ind?"),
        ("A1", "nobody can attack A1 now"),
        ("H12: 10 Savoia", "no enemy is in the attacked hex"),
        ("H12: CIH", "CIH cannot attack H12 now"),
        ("H12: 5/4 Ind, 5/4 Ind", "5/4 Ind is named twice"),
        ("", "there is no hex or place"),
    ],
)
def test_an_attack_that_cannot_be_is_refused_in_words(forge, text, says):
    said = forge(*KEREN, "--terms", text)
    assert said.code == 2
    assert says in said.err
    assert not said.out


def test_a_game_without_such_fights_says_so(forge, monkeypatch):
    from scenario_forge.campaign.play import CampaignPlay  # noqa: PLC0415

    monkeypatch.setattr(CampaignPlay, "terms", lambda *_: None)
    said = forge(*KEREN, "--terms", "H12: 5/4 Ind")
    assert (said.code, "no fights" in said.err) == (2, True)


def test_terms_of_a_moment_of_a_record(forge, here):
    forge(*KEREN, "--player", "empire=idle", "--player", "italy=idle", "-o", "r.json")
    there = forge("replay", "r.json", "--to", 1, "--terms", "H12: 5/4 Ind")
    assert there.code == 0, there.err
    assert "differential −10" in there.out
    end = forge(*KEREN, "--resume", "r.json", "--terms", "H12: 5/4 Ind")
    assert (end.code, "5/4 Ind is not on the map" in end.err) == (2, True), "withdrawn by then"


def test_an_attack_is_shown_before_it_is_carried_out(forge, monkeypatch):
    """Its last word is no confirmation: an empty line is."""
    begin = ("round", "any", "any", "H12 G13 by 5/4 Ind", "terms H12: 5/4 Ind", "terms Z", "-", "terms", "5/4 Ind")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in (*begin, "quit"))))
    said = forge(*KEREN, "-i").out
    assert "differential −16" in said, "the attack that is begun"
    assert "differential −10" in said, "the one that is named"
    assert "there is no hex or place `Z`" in said
    assert "of which attack? terms HEX: UNIT, UNIT" in said
    assert "Attack on" not in said, "no dice yet"


def test_terms_do_not_go_with_options_of_a_game_that_is_played(forge, tmp_path):
    record = tmp_path / "game.json"
    said = forge(*KEREN, "--terms", "H12", "--record", str(record))
    assert said.code == 2
    assert "--terms only shows an attack" in said.err
    assert not record.exists()
