"""Witnesses: positions in which two readings of a rule lead to different play, looked for, shortened and kept."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.witnesses import kept as kept
    from scenario_forge.api.witnesses import pair as pair
    from scenario_forge.api.witnesses import position as position
    from scenario_forge.api.witnesses import search as search
    from scenario_forge.api.witnesses import words as words

__getattr__ = attributes(__name__)
