"""The files that are printed: all documents of one setting of the printer joined, in the order of the box."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from scenario_forge.printing.brief import ON_REQUEST
from scenario_forge.printing.build_manifest import START, DocumentEntry, PrintFile, ReportEntry, code_digest, digest
from scenario_forge.printing.pdf import pdf_bytes, with_print_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    import pikepdf

    from scenario_forge.game.game import Game
    from scenario_forge.printing.brief import PrintAs
    from scenario_forge.printing.build_manifest import BuildOutcome, Manifest
    from scenario_forge.printing.output_folder import OutputFolder
    from scenario_forge.printing.profile import Paper


Kind = Literal["single-sided", "duplex", "booklet"]
NUMBERS: dict[Kind, int] = {"single-sided": 1, "duplex": 2, "booklet": 3}
"""Kind → the number that its file's name begins with."""
RULES = "rules"
"""Component of the only document that is folded into a booklet."""
COUNTERS = "counters"
CALIBRATION = "calibration"
"""What the file of the calibration page is called."""
TRACKS = "tracks"
"""What the file of the map's tracks and boxes is called, where the map has no room for them."""


# -- which documents the printer at home prints, and in which file ---------------------------------


def is_poster(entry: DocumentEntry, paper: Paper) -> bool:
    """Return whether a document is larger than what the printer at home takes."""
    return any(min(page) > paper.width + 2 or max(page) > paper.height + 2 for page in entry.pages)


def is_booklet(entry: DocumentEntry) -> bool:
    """Return whether a document is folded into a booklet."""
    return entry.component == RULES and entry.print_as == "short"


def is_trial(entry: DocumentEntry) -> bool:
    """Return whether a document is printed first, to set the printer right by it."""
    return CALIBRATION in entry.file.split("_")


def is_tracks(entry: DocumentEntry) -> bool:
    """Return whether a document holds tracks and boxes of the map, to be cut out one by one."""
    return entry.component == "map" and TRACKS in entry.file.split("_")


def is_repeated(entry: DocumentEntry, others: Sequence[DocumentEntry]) -> bool:
    """Return whether a document is the counters of one scenario beside those of the whole game."""
    return _is_counters(entry) and entry.for_scenario and any(_is_counters(e) and not e.for_scenario for e in others)


def _is_counters(entry: DocumentEntry) -> bool:
    return entry.component == COUNTERS and not is_trial(entry)


def printed_at_home(entries: Sequence[DocumentEntry], paper: Paper) -> list[DocumentEntry]:
    """Return the documents without posters, and without the plain pages of rules that are there as a booklet."""
    folded = any(map(is_booklet, entries))
    return [
        entry
        for entry in entries
        if not is_poster(entry, paper) and not (folded and entry.component == RULES and not is_booklet(entry))
    ]


def sheets_of(entry: DocumentEntry) -> int:
    """Return the sheets of paper that a document takes."""
    pages = len(entry.pages)
    return (pages + 1) // 2 if entry.print_as in ("long", "short") else pages


@dataclass(frozen=True)
class Bundle:
    """One file to print: documents that need the same setting of the printer."""

    kind: Kind
    entries: tuple[DocumentEntry, ...]

    @property
    def print_as(self) -> PrintAs:
        """How the printer is set for the whole file: on the short edge if any document needs that."""
        if self.kind == "single-sided":
            return "single"
        return "short" if any(entry.print_as == "short" for entry in self.entries) else "long"

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return sum(map(sheets_of, self.entries))

    @property
    def page_count(self) -> int:
        """Pages of the file, with the blank backs."""
        return self.sheets if self.kind == "single-sided" else 2 * self.sheets

    def file(self, end: str = "") -> str:
        """Return the file's name; ``end`` sets other papers, profiles, errata or scenarios apart."""
        return f"{NUMBERS[self.kind]}-{self.kind}{end}.pdf"

    def pages(self) -> dict[str, tuple[int, int]]:
        """Return first and last page of each document in the file, from 1, by the document's file."""
        found, first = {}, 1
        for entry in self.entries:
            found[entry.file] = (first, first + len(entry.pages) - 1)
            first += len(entry.pages) if self.kind == "single-sided" else 2 * sheets_of(entry)
        return found


def bundles(paper: Paper, entries: Sequence[DocumentEntry]) -> list[Bundle]:
    """Return the files that documents are joined into; the documents keep their order."""
    kinds: dict[Kind, list[DocumentEntry]] = {kind: [] for kind in NUMBERS}
    for entry in sorted(printed_at_home(entries, paper), key=lambda entry: not is_trial(entry)):
        if entry.component not in ON_REQUEST:
            kinds[_kind(entry)].append(entry)
    return [Bundle(kind, tuple(found)) for kind, found in kinds.items() if found]


def _kind(entry: DocumentEntry) -> Kind:
    if is_booklet(entry):
        return "booklet"
    return "duplex" if entry.print_as in ("long", "short") else "single-sided"


# -- the joined PDF --------------------------------------------------------------------------------


def joined_pdf(bundle: Bundle, title: str, language: str, read: Callable[[DocumentEntry], bytes]) -> bytes:
    """Return the documents as one PDF with a bookmark for each; on both sides, each begins a new sheet.

    Where the printer turns sheets on the short edge, backs of documents made for the long edge stand on their heads.
    Links and tags stay with the documents themselves: this file is for paper.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    both, edge = bundle.kind != "single-sided", bundle.print_as
    with pikepdf.new() as joined:
        marks: list[tuple[str, int]] = []
        for entry in bundle.entries:
            marks.append((entry.title, len(joined.pages)))
            with pikepdf.open(BytesIO(read(entry))) as source:
                for number, page in enumerate(source.pages):
                    _strip(page)
                    joined.pages.append(page)
                    if both and number % 2 and entry.print_as != edge:
                        joined.pages[-1].rotate(180, relative=True)
            if both and len(joined.pages) % 2:
                size = joined.pages[-1].mediabox
                joined.add_blank_page(page_size=(float(size[2]), float(size[3])))
        with joined.open_outline() as outline:
            outline.root.extend(pikepdf.OutlineItem(name, page) for name, page in marks)
        joined.docinfo["/Title"] = title
        joined.Root["/Lang"] = language
        joined.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
        return with_print_settings(pdf_bytes(joined), edge)


def _strip(page: pikepdf.Page) -> None:
    """Take away what leads to other pages of the document, and with them to all of it."""
    for key in ("/Annots", "/StructParents", "/Tabs", "/B"):
        if key in page.obj:
            del page.obj[key]


# -- the files in the folder -----------------------------------------------------------------------


def lost_documents(folder: OutputFolder, manifest: Manifest, made: Collection[str]) -> list[str]:
    """Return the documents, but for those just made, whose PDF somebody has deleted or changed: none can be joined."""
    return [
        entry.file
        for entry in manifest.entries.values()
        if entry.file not in made
        and entry.component != START
        and not folder.has({entry.pdf: entry.files.get(entry.pdf, "")})
    ]


def write_bundles(
    folder: OutputFolder, manifest: Manifest, game: Game, wanted: Mapping[str, Bundle], outcome: BuildOutcome
) -> None:
    """Write the files that are wanted, bring others up to date, and remove those whose documents are gone.

    Raises:
        CannotWrite: a file could not be written.
    """
    language = game.about.language if game.about else "en"
    shared = [code_digest(), game.title, language]
    for name, bundle in {**dict(_known(manifest, wanted)), **wanted}.items():
        parts = [entry.file for entry in bundle.entries]
        pdfs = [entry.files[entry.pdf] for entry in bundle.entries]
        made_of = digest([*shared, parts, pdfs, bundle.kind, bundle.print_as])
        known = manifest.leaves.get(name)
        if not (known and known.made_of == made_of and folder.is_as(name, known.digest)):
            pdf = joined_pdf(bundle, game.title, language, lambda entry: folder.read(entry.pdf) or b"")
            manifest.leaves[name] = ReportEntry(made_of=made_of, digest=folder.write(name, pdf), parts=parts)
        if name in wanted:
            outcome.to_print.append(PrintFile(name, bundle.sheets, bundle.page_count, bundle.print_as))
    for name, leaf in list(manifest.leaves.items()):
        if leaf.parts and name not in wanted and not _parts(manifest, name):
            del manifest.leaves[name]
            outcome.removed += [name] if folder.remove(name, leaf.digest) else []


def _known(manifest: Manifest, wanted: Mapping[str, Bundle]) -> Iterator[tuple[str, Bundle]]:
    """Return files of earlier builds whose documents are all there."""
    for name in manifest.leaves:
        entries = _parts(manifest, name)
        if name not in wanted and entries:
            yield name, Bundle(_kind(entries[0]), entries)


def _parts(manifest: Manifest, name: str) -> tuple[DocumentEntry, ...]:
    """Return the documents of a file; none where one of them is gone, or belongs into another file now."""
    parts = manifest.leaves[name].parts
    found = [manifest.entries[file] for file in parts if file in manifest.entries]
    right = all(name.startswith(f"{NUMBERS[_kind(entry)]}-") for entry in found)
    return tuple(found) if right and len(found) == len(parts) else ()
