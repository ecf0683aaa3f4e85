"""The style sheet of the letter of findings: light, dark, and on paper."""

from __future__ import annotations

STYLE = """\
:root { color-scheme: light dark; --ink: #1d1c1a; --soft: #68645c; --page: #fdfcf8; --line: #d9d4c7;
  --error: #9c2215; --warning: #8a5a00; --remark: #2b5c80; --quote: #f1ede1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e4da; --soft: #a39d90; --page: #1b1a18; --line: #423f38;
    --error: #f08a7c; --warning: #e2b45c; --remark: #8fc1e6; --quote: #2a2824; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 58rem; background: var(--page);
  color: var(--ink); font: 1rem/1.5 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); font-size: 1.35rem; }
h3 { margin: 0 0 .4rem; font-size: 1rem; line-height: 1.4; }
p { max-width: 44rem; }
a { color: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
header { margin-bottom: 2rem; }
nav ol { padding-left: 1.5rem; }
.count, .paper { color: var(--soft); }
article { display: grid; grid-template-columns: minmax(0, 1fr) 12rem; gap: 0 1.5rem; padding: 1rem 0;
  border-bottom: 1px solid var(--line); break-inside: avoid; }
article dl { font-size: .95rem; }
q { padding: .05rem .35rem; border-radius: .2rem; background: var(--quote); quotes: none;
  font-family: ui-monospace, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
aside { color: var(--soft); font: .72rem/1.5 system-ui, sans-serif; }
.severity { font-weight: bold; }
.error .severity { color: var(--error); }
.warning .severity { color: var(--warning); }
.remark .severity { color: var(--remark); }
footer { margin-top: 2.5rem; }
@media (max-width: 40rem) {
  article { grid-template-columns: 1fr; }
  article dl { grid-template-columns: 1fr; }
  article dd { margin-bottom: .3rem; }
  aside { margin-top: .5rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --page: #fff; --line: #999; --error: #000;
    --warning: #000; --remark: #000; --quote: #eee; }
  @page { margin: 18mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  article { grid-template-columns: minmax(0, 1fr) 38mm; } }
"""
