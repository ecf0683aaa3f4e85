"""PCK: packs, opened and installed."""

from scenario_forge.diagnostics.model import Codes

CODES = Codes(__file__)
PCK001 = CODES.error("PCK001", "not-a-pack", "this is not a pack: {problem}")
PCK002 = CODES.error("PCK002", "other-pack-format", "this pack has format {found}; this version reads format {known}")
PCK003 = CODES.error("PCK003", "pack-was-changed", "{name}: {problem}")
PCK004 = CODES.error("PCK004", "pack-leads-out", "`{name}` is not a file that a pack may contain: {problem}")
PCK005 = CODES.error("PCK005", "pack-too-large", "the pack is too large: {problem}")
PCK006 = CODES.error("PCK006", "pack-of-another-game", "the pack is for {wanted}, not for {found}")
PCK007 = CODES.warning(
    "PCK007",
    "plays-otherwise-here",
    "scenario `{scenario}` differs from the one that was packed: its content has the hash {found}, the pack "
    "says {expected}",
)
PCK008 = CODES.error("PCK008", "would-overwrite", "{name} already exists and differs")
PCK009 = CODES.error("PCK009", "packed-scenario-fails", "scenario `{scenario}` does not work with this game: {problem}")
PCK010 = CODES.error("PCK010", "erratum-says-otherwise", "erratum {id} of the pack is already in {file}")
