"""What is generated into docs/ is what the code says now, and calls that are shown in running text can be made.

Blocks of Python and of commands are run by `scripts/run_docs.py`.
"""

from __future__ import annotations

import ast
import builtins
import importlib.util
import inspect
import re
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from scenario_forge.api.calls import known_codes
from scenario_forge.diagnostics.catalogue import FAMILIES, index

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "scenario_forge"
GENERATED = ("codes.md", "shelf.md")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in GENERATED),
]
ELSEWHERE = ("clause",)
"""Marks of our tests, which are no functions of the package."""
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"[A-Za-z_]+(\.[A-Za-z_]+)*")
"""No cell of a printed chart, such as `T30(f)`."""
IMPORTED = re.compile(r"^from (scenario_forge\S*) import (.+)$", re.MULTILINE)
DOCS = ROOT / "docs"
FROM_AN_INDEX = re.compile(r"\b(?:pipx?3?|uv tool) install\s[^`\n]*?\bscenario[-_]forge(?![\w{}.-]*\.whl)")
"""A command that installs what no index of packages has: the project itself, but for the wheel of a release."""
LINK = re.compile(r"^- \[(?P<code>\w+)\]\((?P<file>[^#)]+)#(?P<anchor>[^)]+)\) ", re.MULTILINE)


def test_the_index_of_codes_is_current():
    """`make codes` writes it anew."""
    assert (DOCS / "codes.md").read_text("utf-8") == index(known_codes().values(), FAMILIES, str(DOCS))


def test_the_page_of_the_rule_modules_is_current():
    """`make shelf` writes it anew."""
    spec = importlib.util.spec_from_file_location("shelf_script", ROOT / "scripts/shelf.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert (DOCS / "shelf.md").read_text("utf-8") == script.page()


def test_each_line_of_the_index_leads_to_the_page_of_its_code():
    lines = list(LINK.finditer((DOCS / "codes.md").read_text("utf-8")))
    assert [line["code"] for line in lines] == sorted(known_codes())
    for line in lines:
        headings = re.findall("^## (.*)", (DOCS / line["file"]).read_text("utf-8"), re.MULTILINE)
        of_code = [heading for heading in headings if heading.startswith(f"{line['code']} ")]
        assert [anchor(heading) for heading in of_code] == [line["anchor"]]


def anchor(heading: str) -> str:
    """The fragment by which GitHub leads to a heading: letters, digits, underscores and hyphens of it stay."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_calls_in_running_text_can_be_made(page):
    text = page.read_text("utf-8")
    imported = {
        name.strip(): f"{module}.{name.strip()}"
        for module, names in IMPORTED.findall(text)
        for name in names.split(",")
    }
    wrong = [
        span for span in SPAN.findall(FENCED.sub("", text)) if (call := call_of(span)) and not fits(call, imported)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "span", ['check(game, "quick")', "check()", "hex_map(game, 2)", "reports.replay.replay_pages(…)"]
)
def test_a_call_that_cannot_be_made_is_noticed(span):
    assert not fits(call_of(span), {"check": "scenario_forge.check"})


def call_of(span: str) -> ast.Call | None:
    """The call that a piece of code is, `f(…)` too; None for anything else."""
    try:
        node = ast.parse(span.replace("…", "..."), mode="eval").body
    except SyntaxError:
        return None
    return node if isinstance(node, ast.Call) and NAME.fullmatch(ast.unparse(node.func)) else None


def fits(call: ast.Call, imported: dict[str, str]) -> bool:
    """Whether a call binds to what its name stands for: what the page imports, what a dotted name leads to, or
    anything of that name in the package."""
    name = ast.unparse(call.func)
    last = name.rpartition(".")[2]
    if last in ELSEWHERE or hasattr(builtins, name):
        return True
    led_to = found(imported.get(name, name)) or found(f"scenario_forge.{name}")
    others = [found(path) for path in defined()[last]] if name not in imported and not led_to else []
    return any(binds(target, call) for target in (led_to, *others) if target is not None)


def found(path: str) -> object | None:
    """What a dotted name leads to; a method of a class has its place for `self` filled."""
    parts = path.split(".")
    for split in range(len(parts) - 1, 0, -1):
        try:
            target = import_module(".".join(parts[:split]))
        except ImportError:
            continue
        owner = None
        for part in parts[split:]:
            owner, target = target, getattr(target, part, None)
        plain = inspect.isclass(owner) and inspect.isfunction(inspect.getattr_static(owner, parts[-1], None))
        return target.__get__(object()) if plain else target
    return None


def binds(target: object, call: ast.Call) -> bool:
    if any(isinstance(each, ast.Constant) and each.value is ... for each in call.args):
        return callable(target)
    given = [each for each in call.args if not isinstance(each, ast.Starred)]
    try:
        inspect.signature(target).bind(*given, **{each.arg: each for each in call.keywords})
    except (TypeError, ValueError):
        return False
    return True


@cache
def defined() -> defaultdict[str, list[str]]:
    """The dotted names of all functions, methods and classes of the package, by their last part."""
    paths = defaultdict(list)
    for file in PACKAGE.rglob("*.py"):
        module = ".".join(("scenario_forge", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
            ".__init__"
        )
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                paths[node.name].append(f"{module}.{node.name}")
            for below in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(below, ast.FunctionDef):
                    paths[below.name].append(f"{module}.{node.name}.{below.name}")
    return paths


def test_no_file_says_to_install_us_from_an_index():
    folders = {"scenario_forge": "*.*", "frontend/src": "*.ts*", "docs": "*.md", "content": "*.*", ".github": "*.yml"}
    files = [path for folder, pattern in folders.items() for path in (ROOT / folder).rglob(pattern)]
    texts = {
        path: path.read_text("utf-8", errors="ignore")
        for path in [*PAGES, *files]
        if path.is_file() and path.suffix != ".pyc"
    }
    assert len(texts) > 900
    assert [
        f"{path.relative_to(ROOT)}: {said[0]}" for path, text in texts.items() for said in FROM_AN_INDEX.finditer(text)
    ] == []


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ('pip install "scenario-forge[edit]"', True),
        ("python -m pip install --upgrade scenario_forge", True),
        ("pipx install scenario-forge", True),
        ('pipx install --force "./scenario_forge-VERSION-py3-none-any.whl[edit]"', False),
        ('pipx install "./scenario_forge-{__version__}-py3-none-any.whl[edit]"', False),
        ('pipx install ".[edit]"', False),
        ("pip install distributed", False),
    ],
)
def test_a_command_that_installs_us_from_an_index_is_noticed(command, wrong):
    assert bool(FROM_AN_INDEX.search(command)) is wrong
