"""The style sheet of the build report: the colours and type of the printed pages, light and dark."""

from __future__ import annotations

STYLE = """\
:root { color-scheme: light dark; --ink: #1a1816; --quiet: #5f5b55; --page: #fbf7ec; --card: #fffdf6;
  --line: #d9d1bd; --accent: #33586e; --error: #a01818; --warning: #8a5a00; --info: #33586e;
  --printed: #4a3b2e; --derived: #8c7a5e; --fitted: #7fa3a8; --proposed: #d08a3c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece5d4; --quiet: #a8a08f; --page: #1a1816; --card: #24211d; --line: #453f35;
    --accent: #9cc3d6; --error: #f08a7c; --warning: #e2b45c; --info: #9cc3d6;
    --printed: #d8c9ac; --derived: #93836a; --fitted: #6d9ba3; --proposed: #e09a4c; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 74rem; background: var(--page); color: var(--ink);
  font: 1rem/1.45 "Barlow Condensed", "Roboto Condensed", "Arial Narrow", system-ui, sans-serif;
  overflow-wrap: anywhere; }
h1, h2, h3 { font-family: "Source Serif 4", "Source Serif Pro", Georgia, serif; line-height: 1.2; }
h1 { margin: 0 0 .2rem; font-size: 2.1rem; }
h2 { margin: 2.75rem 0 .75rem; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); font-size: 1.4rem; }
h3 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
a { color: var(--accent); }
a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
.quiet { color: var(--quiet); }
.flawed { margin: 1rem 0; padding: .6rem .9rem; border-left: 5px solid var(--error); background: var(--card); }
.sums { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; padding: 0; list-style: none; }
.sums b { display: block; font-size: 1.7rem; line-height: 1.1; font-variant-numeric: lining-nums tabular-nums; }
details { margin: .4rem 0; }
summary { cursor: pointer; }
.documents { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1rem; }
.document { padding: .8rem; border: 1px solid var(--line); border-radius: 3px; background: var(--card); }
.document h4 { margin: 0 0 .3rem; font-size: 1.05rem; }
.document p { margin: .2rem 0; }
.pages { display: flex; gap: .4rem; margin: .5rem 0; padding: .1rem; overflow-x: auto; }
.pages a { flex: none; }
.pages img { display: block; height: 9.5rem; width: auto; max-width: 17rem; object-fit: contain; background: #fff;
  border: 1px solid var(--line); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
.figure { text-align: right; font-variant-numeric: lining-nums tabular-nums; }
code { font-size: .85em; }
.severity { font-weight: 700; }
.error .severity { color: var(--error); }
.warning .severity { color: var(--warning); }
.info .severity { color: var(--info); }
.findings { padding: 0; list-style: none; }
.findings > li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.findings ul { margin: .2rem 0; padding-left: 1.1rem; color: var(--quiet); }
.bar { display: flex; min-width: 9rem; height: .8rem; border: 1px solid var(--line); }
.bar span { display: block; }
.printed { background: var(--printed); } .derived { background: var(--derived); }
.fitted { background: var(--fitted); } .proposed { background: var(--proposed); }
.key { display: inline-block; width: .8rem; height: .8rem; margin-right: .3rem; border: 1px solid var(--line); }
pre { overflow-x: auto; padding: .5rem; background: var(--card); border: 1px solid var(--line); }
@media print { .pages img { height: 5rem; } details { break-inside: avoid; } }
"""
