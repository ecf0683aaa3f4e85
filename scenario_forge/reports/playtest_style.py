"""What the playtest's page adds to the style of the reports."""

from __future__ import annotations

MORE = """\
:root { --side0: #33586e; --side1: #8c4a24; --side2: #5d6b2a; --side3: #6d4a7d; --sea: #c3dada; --sand: #f1e6c8; }
@media (prefers-color-scheme: dark) {
  :root { --side0: #9cc3d6; --side1: #e09a4c; --side2: #b5c46a; --side3: #c9a2dc; --sea: #22302f; --sand: #37322a; } }
.verdict { margin: 1rem 0; padding: .7rem 1rem; border-left: 6px solid var(--accent); background: var(--card); }
.verdict b { font-size: 1.25rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; }
.plots figure { margin: 0; padding: .7rem; border: 1px solid var(--line); border-radius: 3px; background: var(--card); }
.plots figcaption { margin-bottom: .3rem; font-weight: 600; }
.plots svg { display: block; width: 100%; height: auto; }
.plots svg text { font-family: inherit !important; }
.swatch { display: inline-block; width: .9rem; height: .9rem; margin: 0 .3rem 0 .6rem; vertical-align: -.1rem; }
.swatch.one { background: var(--one); } .swatch.two { background: var(--two); }
.side0 { background: var(--side0); } .side1 { background: var(--side1); }
.side2 { background: var(--side2); } .side3 { background: var(--side3); }
.share { position: relative; display: inline-block; width: 100%; min-width: 12rem; height: 1.1rem;
  background: var(--card); border: 1px solid var(--line); }
.share i { position: absolute; top: 0; bottom: 0; left: 0; opacity: .85; }
.share u { position: absolute; top: .42rem; height: .2rem; background: var(--ink); }
.share s { position: absolute; top: 0; bottom: 0; background: var(--accent); opacity: .2; }
.turns { margin: 0; padding: 0; border: 0; }
.turns legend { float: left; margin-right: .6rem; font-weight: 600; }
.turns input { position: absolute; opacity: 0; }
.turns label { display: inline-block; margin: 0 .15rem .25rem 0; padding: .1rem .45rem; border: 1px solid var(--line);
  border-radius: 3px; background: var(--card); cursor: pointer; }
.turns input:checked + label { background: var(--ink); color: var(--page); }
.turns input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.heat { clear: both; display: block; width: 100%; height: auto; margin-top: .5rem; background: var(--sea);
  border: 1px solid var(--line); }
.heat .frame { display: none; }
.heat .land { fill: var(--sand); }
.heat .one { fill: var(--one); } .heat .two { fill: var(--two); }
.heat .level1 { opacity: .14; } .heat .level2 { opacity: .3; } .heat .level3 { opacity: .48; }
.heat .level4 { opacity: .68; } .heat .level5 { opacity: .88; }
.heat .front { fill: none; stroke: var(--ink); stroke-linecap: round; }
.heat .middle { stroke-width: 34; } .heat .early, .heat .late { stroke-width: 12; stroke-dasharray: 24 22; }
.heat .road { fill: none; stroke: var(--ink); stroke-width: 7; opacity: .35; }
.heat .place { fill: var(--ink); opacity: .55; }
.heat .objective { fill: var(--page); stroke: var(--ink); stroke-width: 14; }
.heat .name { font-size: 175px; font-weight: 600; fill: var(--ink); stroke: var(--page); stroke-width: 40;
  stroke-linejoin: round; paint-order: stroke; }
th, td.figure { white-space: nowrap; }
td:first-child { min-width: 5rem; overflow-wrap: normal; }
@media (max-width: 40rem) { .share { min-width: 5rem; } }
.wide + .wide { margin-top: 1.2rem; }
.matrix td, .matrix th + th { position: relative; text-align: center; }
.matrix td:first-child { text-align: left; font-weight: 600; }
.matrix i { position: absolute; inset: 2px; background: var(--one); }
.matrix td > :not(i) { position: relative; }
"""
