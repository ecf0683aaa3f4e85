"""Shells: the script that binds the Tab key in each, and how each asks for candidates and reads them.

A script calls ``forge`` with ``_FORGE_COMPLETE=complete_SHELL`` and the words of the line: the command itself first,
the word at the cursor last (PowerShell passes that one in a variable). bash splits words at `:` and `=` too, so it
passes the line, and gets back what follows the last of these.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.cli.completion.candidates import Candidate

ASKED = "_FORGE_COMPLETE"
"""The variable by which a shell asks; `scenario_forge/__main__.py` looks for it."""

_BASH = """\
# completion of forge by the Tab key, for bash: forge completion bash
_forge_complete() {
    local word line="${COMP_LINE:0:COMP_POINT}"
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(_FORGE_COMPLETE=complete_bash _FORGE_LINE="$line" _FORGE_BREAKS="$COMP_WORDBREAKS" "$1" 2>/dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && type compopt >/dev/null 2>&1; then
        compopt -o nospace
    fi
}
complete -o default -F _forge_complete forge scenario-forge
"""

_ZSH = """\
#compdef forge scenario-forge
# completion of forge by the Tab key, for zsh: forge completion zsh
_forge() {
    local line
    local -a found
    while IFS= read -r line; do
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
    done < <(_FORGE_COMPLETE=complete_zsh "${words[1]}" "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    local -a end
    [[ ${#found} -eq 1 && ${found[1]} == *=:* ]] && end=(-S '')
    if (( ${#found} )); then
        _describe -V forge found "${end[@]}"
    else
        _files
    fi
}
if [[ "${funcstack[1]}" == _forge ]]; then
    _forge "$@"
else
    (( ${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
    compdef _forge forge scenario-forge
fi
"""

_FISH = """\
# completion of forge by the Tab key, for fish: forge completion fish
function __forge_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l found (env _FORGE_COMPLETE=complete_fish $before[1] $before "$word" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$word"
    end
end
complete -c forge -f -a '(__forge_complete)'
complete -c scenario-forge -f -a '(__forge_complete)'
"""

_POWERSHELL = """\
# completion of forge by the Tab key, for PowerShell: forge completion powershell
Register-ArgumentCompleter -Native -CommandName forge, scenario-forge -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $whole = $commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition }
    $before = @($whole | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { "$_" }
    })
    $Env:_FORGE_COMPLETE = 'complete_powershell'
    $Env:_FORGE_WORD = "$wordToComplete"
    try {
        & $before[0] $before 2>$null | ForEach-Object {
            $word, $says = $_ -split "`t", 2
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $says)
        }
    }
    finally {
        Remove-Item Env:_FORGE_COMPLETE, Env:_FORGE_WORD -ErrorAction SilentlyContinue
    }
}
"""


class Shell(NamedTuple):
    """A shell's script, and the line of its start-up file that reads the script."""

    script: str
    start: str
    """With `{file}`; empty where the shell finds the file by itself."""
    ending: str


SHELLS = {
    "bash": Shell(_BASH, "if [ -r {file} ]; then . {file}; fi", "bash"),
    "zsh": Shell(_ZSH, "if [ -r {file} ]; then . {file}; fi", "zsh"),
    "fish": Shell(_FISH, "", "fish"),
    "powershell": Shell(_POWERSHELL, "if (Test-Path {file}) {{ . {file} }}", "ps1"),
}


def answer(environment: Mapping[str, str], words: Sequence[str]) -> int:
    """Print the candidates that a shell asks for; nothing at all where that fails: nobody typed this command."""
    try:
        text = answer_text(environment, words)
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()
    except Exception:  # noqa: S110 - a traceback would be written into the line that somebody types
        pass
    return 0


def answer_text(environment: Mapping[str, str], words: Sequence[str]) -> str:
    """Return the answer to a shell: a candidate a line, in all shells but bash with its meaning after a tab.

    Args:
        environment: which shell asks, and what of the line it passes in variables.
        words: the words of the line, beginning with the command; the last is the one at the cursor.
    """
    from scenario_forge.cli.completion.candidates import candidates  # noqa: PLC0415 - a fault in it is silent too

    shell = environment[ASKED].removeprefix("complete_")
    if shell == "bash":
        line = split(environment["_FORGE_LINE"])
        found = _shown(candidates(line.words[1:], line.word))
        cut = _begun(line.word, environment.get("_FORGE_BREAKS", ""))
        kept = (each.word[cut:] for each in found)
        return "".join(f"{word if line.quote else escaped(word)}\n" for word in kept)
    if shell == "powershell":
        words = [*words, environment.get("_FORGE_WORD", "")]  # PowerShell before 7.5 passes no variable that is empty
    *before, word = words
    if shell == "fish":  # as it is typed
        word = split(word).word
    elif word[:1] in ("'", '"'):
        word = word[1:]
    quote = quoted_for_powershell if shell == "powershell" else str
    return "".join(
        f"{quote(each.word)}\t{each.says or (each.word if shell == 'powershell' else '')}\n"
        for each in _shown(candidates(before[1:], word))
    )


def _shown(found: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates that can be typed and shown on a line; a game's names may hold anything."""
    return [
        each._replace(says="".join(filter(str.isprintable, " ".join(each.says.split()))))
        for each in found
        if each.word and each.word.isprintable()
    ]


class Split(NamedTuple):
    """A line of bash: its whole words, the one at its end, and the quotation mark that is open there."""

    words: list[str]
    word: str
    quote: str


_TOKEN = re.compile(r"\\(?P<escaped>.)|(?P<quote>['\"])|(?P<blank>[ \t\n]+)|(?P<plain>.)", re.DOTALL)


def split(line: str) -> Split:
    r"""Split a line as bash does, as far as it is typed.

    >>> split(r'forge show "Fort C')
    Split(words=['forge', 'show'], word='Fort C', quote='"')
    >>> split(r"forge show Fort\ C")
    Split(words=['forge', 'show'], word='Fort C', quote='')
    >>> split("forge check ")
    Split(words=['forge', 'check'], word='', quote='')
    """
    words, word, quote, begun = [], "", "", False
    for token in _TOKEN.finditer(line):
        text = token["escaped"] or token["quote"] or token["blank"] or token["plain"] or ""
        if token["escaped"] and quote:  # a backslash stands for itself in single quotes, and before most in double ones
            text = text if quote == '"' and text in '"\\$`' else token[0]
        if token["quote"] and quote in ("", text):
            quote = "" if quote else text
            begun = True
        elif token["blank"] and not quote:
            if begun:
                words.append(word)
            word, begun = "", False
        else:
            word, begun = word + text, True
    return Split(words, word, quote)


def _begun(word: str, breaks: str) -> int:
    """Return how much of a word bash takes for earlier words: up to its last `:`, `=` or `@`."""
    return max((word.rfind(each) + 1 for each in ":=@" if each in breaks), default=0)


def escaped(word: str) -> str:
    """Return a word as it is typed in bash without quotation marks."""
    return re.sub(r"([ \t\\'\"$`&|;<>()*?\[\]{}#~!])", r"\\\1", word)


def quoted_for_powershell(word: str) -> str:
    """Return a word as it is typed in PowerShell, where a comma makes a list."""
    if re.fullmatch(r"[\w./:=+%-]+", word):
        return word
    return "'" + word.replace("'", "''") + "'"


def shell_of(environment: Mapping[str, str], windows: bool = os.name == "nt") -> str | None:
    """Return the person's shell, if it is one of ours."""
    if windows:
        return "powershell"
    name = environment.get("SHELL", "").rpartition("/")[2]
    return {"pwsh": "powershell"}.get(name, name if name in SHELLS else None)
