"""Weights are read strictly; what is wrong with them is said with file and line."""

import pytest

from scenario_forge.campaign.players.weights import FILE, WeightsError, own_weights, read_weights


def test_every_group_of_the_package_is_read():
    assert own_weights().stakes.point_of_strength > 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  discount:", "  discont:", "discont"),
        ("supply_used: 0.35", "supply_used: much", "supply_used"),
        ("supply_used: 0.35", "supply_used: -1", "supply_used"),
        ("supply_used: 0.35", "supply_used: 10000", "supply_used"),
    ],
)
def test_a_slip_is_told_with_its_line(tmp_path, old, new, said):
    text = FILE.read_text("utf-8")
    line = text[: text.index(old)].count("\n") + 1
    (tmp_path / "weights.yaml").write_text(text.replace(old, new), "utf-8")
    with pytest.raises(WeightsError, match=said) as error:
        read_weights(tmp_path / "weights.yaml")
    assert f"weights.yaml:{line}:" in str(error.value)


def test_what_is_no_yaml_is_told_with_its_line(tmp_path):
    (tmp_path / "weights.yaml").write_text("stakes:\n  discount: [1\n", "utf-8")
    with pytest.raises(WeightsError, match=r"weights\.yaml:\d+: "):
        read_weights(tmp_path / "weights.yaml")
