"""Slips in the rulebook, the numbers of the rules and the examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import Scalar
from slips.book import Slip
from slips.hand import misspelt, other_digit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scenario_forge.game.system import Statement
    from slips.book import Book

BOOK = "rulebook.yaml"


def _speaking_of(book: Book, term: str) -> set[str]:
    """Rules in which a clause has a term, or a word of it, among its topics or in its text."""
    aliases = next((t.get("aliases", []) for t in book.data(BOOK).get("terms", ()) if t["term"] == term), [])
    words = {word for name in (term, *aliases) for word in name.lower().split()}
    found = set()
    for clause in book.data(BOOK)["clauses"]:
        said = " ".join([clause["title"], clause["text"], *clause.get("topics", ())]).lower()
        if any(word in said for word in words):
            found.add(clause["rule"])
    return found


def no_such_rule(book: Book, random: Random) -> Iterator[Slip]:
    """A reference to a rule that does not exist."""
    rules = {rule["number"] for rule in book.data(BOOK)["rules"]}
    for path, node in book.walk(BOOK):
        if path[-1:] == ("rule",) and "cites" in path and isinstance(node, Scalar):
            new = str(node.data) + random.choice("123456789")
            if new not in rules:
                yield Slip((book.replace(BOOK, node, new),), f"{path[1]}: Rule {node.data} → {new}")


def rule_of_something_else(book: Book, _: Random) -> Iterator[Slip]:
    """A reference to a rule that says nothing of the matter."""
    rules = [rule["number"] for rule in book.data(BOOK)["rules"]]
    for path, node in book.walk(BOOK):
        if path[-1:] == ("rule",) and "cites" in path and isinstance(node, Scalar):
            about = book.data(BOOK)["clauses"][path[1]]["cites"][path[3]].get("about")
            speaking = _speaking_of(book, about) if about else set()
            other = [r for r in rules if r not in speaking and r.isdigit() and r != node.data]
            if node.data in speaking and other:
                new = other[-1]
                yield Slip((book.replace(BOOK, node, new),), f"{path[1]}: {about}, Rule {node.data} → {new}")


def clause_of_no_rule(book: Book, _: Random) -> Iterator[Slip]:
    """A clause under a rule that does not exist."""
    for path, node in book.walk(BOOK):
        if len(path) == 3 and path[0] == "clauses" and path[2] == "rule":
            yield Slip(
                (book.replace(BOOK, node, f"{node.data}1"),) if str(node.data) != "1" else (),
                f"{path[1]}: Rule {node.data}1",
            )


def clause_twice(book: Book, _: Random) -> Iterator[Slip]:
    """Two clauses of one number."""
    clauses = book.data(BOOK)["clauses"]
    for number in range(1, len(clauses)):
        node = book.node(BOOK, ("clauses", number, "id"))
        if node is not None:
            also = (book.place(BOOK, ("clauses", number - 1, "id")),)
            yield Slip(
                (book.replace(BOOK, node, clauses[number - 1]["id"]),),
                f"{clauses[number]['id']} → {clauses[number - 1]['id']}",
                also,
            )


def term_defined_nowhere(book: Book, random: Random) -> Iterator[Slip]:
    """A term said to be defined by a clause that does not exist."""
    ids = {clause["id"] for clause in book.data(BOOK)["clauses"]}
    for path, node in book.walk(BOOK):
        if len(path) == 3 and path[0] == "terms" and path[2] == "clause":
            new = other_digit(random, f"{node.data}9")
            if new not in ids:
                yield Slip((book.replace(BOOK, node, new),), f"{path[1]}: {node.data} → {new}")


def term_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A term defined twice."""
    for number, term in enumerate(book.data(BOOK).get("terms", ())):
        edit = book.double_item(BOOK, ("terms", number))
        if edit:
            yield Slip((edit,), f"{term['term']} twice")


def topic_misspelt(book: Book, random: Random) -> Iterator[Slip]:
    """A defined term misspelt where a clause speaks of it."""
    terms = {t["term"] for t in book.data(BOOK).get("terms", ())}
    for path, node in book.walk(BOOK):
        if len(path) == 4 and path[2] == "topics" and node.data in terms and len(str(node.data)) > 5:
            new = misspelt(random, str(node.data))
            yield Slip((book.replace(BOOK, node, new),), f"{path[1]}: {node.data} → {new}")


def _repeated(book: Book) -> Iterator[tuple[Statement, list[Statement]]]:
    """Statements of what is stated elsewhere too, and those."""
    for said in statements(book.game).values():
        for one in said:
            others = [s for s in said if s is not one]
            if others:
                yield one, others


def _other_value(random: Random, value: object) -> str | None:
    if isinstance(value, bool):
        return "false" if value else "true"
    if isinstance(value, (int, float)):
        return other_digit(random, str(value))
    return None


def _value_mistyped(book: Book, random: Random, wanted: str) -> Iterator[Slip]:
    for one, others in _repeated(book):
        name = one.where.file.name
        if name != wanted or not ("states" in one.where.path or name == "rules.yaml"):
            continue
        node, new = book.node(name, one.where.path), _other_value(random, one.value)
        if isinstance(node, Scalar) and new and node.data == one.value:
            also = tuple(book.place(s.where.file.name, s.where.path) for s in others)
            yield Slip((book.replace(name, node, new),), f"{one.quantity}: {one.value} → {new}", also)


def clause_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A number of a clause unlike another clause, chart or row."""
    yield from _value_mistyped(book, random, BOOK)


def parameter_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A number of the rules unlike the clause it comes from."""
    yield from _value_mistyped(book, random, "rules.yaml")


def note_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A number in the notes of a chart, an objective or an example unlike the rules."""
    for name in ("charts.yaml", "examples.yaml", "victory.yaml"):
        if name in book.texts:
            yield from _value_mistyped(book, random, name)


def quantity_misspelt(book: Book, random: Random) -> Iterator[Slip]:
    """A quantity misspelt where it is stated again."""
    for one, others in _repeated(book):
        name = one.where.file.name
        if one.where.path[-2:-1] == ("states",):
            new = misspelt(random, one.quantity)
            edit = book.rename_key(name, one.where.path, new)
            if edit and new not in statements(book.game):
                also = tuple(book.place(s.where.file.name, s.where.path) for s in others)
                yield Slip((edit,), f"{one.quantity} → {new}", also)


def sum_wrong(book: Book, random: Random) -> Iterator[Slip]:
    """A sum of an example that does not add up."""
    for name in book.files("examples"):
        for path, node in book.walk(name):
            if "sums" in path and path[-1] == "total":
                new = other_digit(random, str(node.data))
                yield Slip(
                    (book.replace(name, node, new),), f"total {node.data} → {new}", (book.place(name, path[:-1]),)
                )


def clause_of_an_example(book: Book, random: Random) -> Iterator[Slip]:
    """An example about a clause that does not exist."""
    for name in book.files("examples"):
        for path, node in book.walk(name):
            if len(path) == 4 and path[2] == "clauses" and isinstance(node, Scalar):
                new = misspelt(random, str(node.data)) if not str(node.data)[0].isdigit() else f"{node.data}99"
                yield Slip((book.replace(name, node, new),), f"{path[1]}: {node.data} → {new}")


def hex_of_an_example(book: Book, _: Random) -> Iterator[Slip]:
    """A hex of an example's figure that is not on it."""
    for name in book.files("examples"):
        for path, node in book.walk(name):
            if path[2:4] == ("map", "places") and path[-1] == "hex":
                new = f"9{str(node.data)[1:]}"
                yield Slip((book.replace(name, node, new),), f"{path[1]}: {node.data} → {new}")


def clause_under_another_rule(book: Book, _: Random) -> Iterator[Slip]:
    """A clause under the number of the rule before."""
    clauses = book.data(BOOK)["clauses"]
    for number, clause in enumerate(clauses):
        node = book.node(BOOK, ("clauses", number, "rule"))
        within = (
            0 < number < len(clauses) - 1
            and clauses[number - 1]["rule"] == clause["rule"] == clauses[number + 1]["rule"]
        )
        if node is not None and within and clause["rule"].isdigit() and int(clause["rule"]) > 1:
            new = str(int(clause["rule"]) - 1)
            also = (book.place(BOOK, ("clauses", number)),)
            yield Slip((book.replace(BOOK, node, new),), f"{clause['id']}: Rule {clause['rule']} → {new}", also)


def heading_unlike_the_contents(book: Book, random: Random) -> Iterator[Slip]:
    """A heading spelt otherwise in the table of contents."""
    for number, rule in enumerate(book.data(BOOK)["rules"]):
        node = book.node(BOOK, ("rules", number, "indexed"))
        if node is not None and rule["indexed"] == rule["title"]:
            new = misspelt(random, rule["indexed"])
            also = (book.place(BOOK, ("rules", number)),)
            yield Slip((book.replace(BOOK, node, new),), f"{rule['title']} → {new}", also)


def rule_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """A rule left out of the list of rules."""
    clauses = book.data(BOOK)["clauses"]
    for number, rule in enumerate(book.data(BOOK)["rules"]):
        edit = book.drop_item(BOOK, ("rules", number))
        own = [n for n, clause in enumerate(clauses) if clause["rule"] == rule["number"]]
        if edit and own:
            also = tuple(book.place(BOOK, ("clauses", n)) for n in own)
            yield Slip((edit,), f"no Rule {rule['number']}", also)


def unit_of_an_example(book: Book, _: Random) -> Iterator[Slip]:
    """A unit of an example that it does not have."""
    for name in book.files("examples"):
        for path, node in book.walk(name):
            side, stroke, number = str(node.data).partition("/") if isinstance(node, Scalar) else ("", "", "")
            if "given" in path and stroke and side in book.track.sides and number.isdigit():
                new = f"{side}/{number}99"
                yield Slip((book.replace(name, node, new),), f"{path[1]}: {node.data} → {new}")


def word_of_a_clause(book: Book, random: Random) -> Iterator[Slip]:
    """A word misspelt in a clause's text."""
    for path, node in book.walk("rulebook.yaml"):
        if len(path) == 3 and path[2] == "text" and isinstance(node, Scalar):
            words = [word for word in str(node.data).split() if len(word) > 6 and word.isalpha()]
            edit = book.replace_part("rulebook.yaml", node, words[0], misspelt(random, words[0])) if words else None
            if edit:
                yield Slip((edit,), f"{words[0]} → {edit.new}")


KINDS = (
    no_such_rule, rule_of_something_else, clause_of_no_rule, clause_twice, term_defined_nowhere, term_twice,
    topic_misspelt, clause_mistyped, parameter_mistyped, note_mistyped, quantity_misspelt, sum_wrong,
    clause_of_an_example, hex_of_an_example, clause_under_another_rule, heading_unlike_the_contents,
    rule_left_out, unit_of_an_example, word_of_a_clause,
)  # fmt: skip
