"""All that is known of one thing of a game: a unit, hex, place, clause, turn or scenario, with sources.

Called by ``forge show`` and editors. Pure functions from a game and a word to plain sections of lines;
how they are laid out is the caller's affair. Content is untrusted: clean lines before a terminal sees them.
"""

from scenario_forge.game.knowledge.cards import Card, KnownFact, Section
from scenario_forge.game.knowledge.lookup import Answer, Suggestion, look_up

__all__ = ["Answer", "Card", "KnownFact", "Section", "Suggestion", "look_up"]
