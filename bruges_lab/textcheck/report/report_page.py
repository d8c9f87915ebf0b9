"""The page around a report: one file of HTML that needs nothing else, in light and dark, with a small script of our own.

A content policy names that script and that style sheet by their digests; nothing else may run or load, whatever a text contains.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from ...show.svg import Svg, tag

STYLE = """
:root { color-scheme: light dark; --ink: #2b2621; --muted: #6b6153; --line: #ddd3bf; --paper: #fffdf8; --panel: #faf6ec;
  --focus: #22679f; --contradicts: #c22f1f; --inconsistent: #a8480a; --edition: #6b3892; --ambiguous: #8a6500; --note: #22679f;
  --missing: #75695a; --stated: #1f7a4d; --tint: 14%; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6da; --muted: #b0a696; --line: #4a443b; --paper: #1d1b18;
  --panel: #282521;
  --focus: #7db8ea; --contradicts: #ff8a78; --inconsistent: #f5a65b; --edition: #c79be6; --ambiguous: #e6c04f; --note: #7db8ea;
  --missing: #a99e8e; --stated: #6fcf9f; --tint: 20%; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 1.2rem 1.4rem 3rem; max-width: 86rem; background: var(--paper); color: var(--ink);
  font: 14.5px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", Arial, sans-serif; }
h1 { font-size: 1.45rem; line-height: 1.25; margin: 0 0 .2em; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.3em 0 .5em; }
p { margin: .35em 0; }
a { color: inherit; }
code { font: .9em/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
:focus-visible { outline: 2.5px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.v-contradicts { --c: var(--contradicts); } .v-inconsistent { --c: var(--inconsistent); } .v-edition { --c: var(--edition); }
.v-ambiguous { --c: var(--ambiguous); } .v-note { --c: var(--note); } .v-missing { --c: var(--missing); }
.v-stated { --c: var(--stated); } .aside { --c: var(--missing); }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; margin: .8rem 0 0; padding: 0; border: 0; }
.filters button { font: inherit; color: var(--c); background: color-mix(in srgb, var(--c) var(--tint), transparent);
  border: 1.5px solid var(--c); border-radius: 99px; padding: .1rem .8rem; cursor: pointer; }
.filters button[aria-pressed=false] { background: none; color: var(--muted); border-color: var(--line);
  text-decoration: line-through; }
html:not(.js) .filters { display: none; }
.coverage { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: .25rem 1.6rem; margin: 0;
  padding: 0;
  list-style: none; font-size: .86rem; }
.coverage li { display: grid; grid-template-columns: minmax(0, 1fr) 6rem 3rem; gap: .6rem; align-items: center; }
.coverage .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.coverage .count { text-align: right; font-variant-numeric: tabular-nums; color: var(--muted); }
.bar { width: 100%; height: .6rem; display: block; border-radius: 3px; background: var(--line); }
.bar .stated { fill: var(--stated); } .bar .wrong { fill: var(--contradicts); } .bar .open { fill: var(--ambiguous); }
.bar .missing { fill: var(--missing);
  opacity: .45; }
.worst { margin: .8rem 0; }
.brief { border-left: 4px solid var(--c); padding: .1rem 0 .1rem .9rem; margin: .55rem 0; max-width: 66rem; }
.brief p, .brief blockquote { margin: .1rem 0; }
.brief p:first-child { display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; }
.brief b { color: var(--c); } .brief blockquote { font-size: 1.02rem; overflow-wrap: anywhere; }
details { margin: .8rem 0; } summary { cursor: pointer; font-weight: 600; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) 27rem; gap: 1.6rem; margin-top: 1rem; align-items: start; }
.text { margin: 0 0 1.5rem; padding: .6rem 0; list-style: none; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); }
.text li { display: grid; grid-template-columns: 3.4rem minmax(0, 1fr); padding: 0 .9rem 0 0; scroll-margin-top: 6rem; }
.text li:target { background: color-mix(in srgb, var(--focus) 18%, transparent); }
.text .n { color: var(--muted); text-align: right; padding-right: .9rem; user-select: none; font-size: .78rem; line-height: 1.9; }
.text .t { white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.5em; }
.m { color: inherit; text-decoration: none; border-bottom: 2px solid var(--c); cursor: pointer; border-radius: 2px;
  background: color-mix(in srgb, var(--c) var(--tint), transparent); }
.m.v-contradicts { border-bottom-width: 3px; } .m.v-inconsistent { border-bottom: 4px double var(--c); }
.m.v-edition { border-bottom-style: dashed; } .m.v-ambiguous { border-bottom-style: dotted; }
.m.v-note { border-bottom: 0; text-decoration: underline wavy var(--c); text-underline-offset: 3px; }
.m.v-stated { border-bottom-width: 1px; background: color-mix(in srgb, var(--c) 8%, transparent); }
.m.aside { background: none; border-bottom: 1px dotted var(--c); }
.m.off { background: none; border-bottom: 0; text-decoration: none; cursor: auto; }
.m.now { background: color-mix(in srgb, var(--c) 38%, transparent); }
.right { position: sticky; top: .8rem; height: calc(100vh - 1.6rem); display: flex; flex-direction: column; gap: .8rem; }
#pane { border: 1px solid var(--line); border-radius: 8px; background: var(--panel); padding: .2rem 1rem .7rem; overflow: auto;
  flex: 0 0 auto; min-height: 9rem; max-height: 60vh; }
html:not(.js) #pane { display: none; }
html.js #cards { display: none; }
.rows { overflow: auto; flex: 1 1 0; min-height: 9rem; border: 1px solid var(--line); border-radius: 8px; }
.rows a { display: grid; grid-template-columns: 1.7rem minmax(0, 1fr) auto; gap: 0 .5rem; padding: .25rem .7rem .3rem;
  text-decoration: none;
  border-bottom: 1px solid var(--line); font-size: .86rem; }
.rows a:hover, .rows a.now { background: color-mix(in srgb, var(--c) var(--tint), transparent); }
.rows .says { grid-column: 2 / 4; color: var(--muted); overflow-wrap: anywhere; }
.rows a:focus-visible { outline-offset: -3px; }
.sign { color: var(--c); font-weight: 700; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.card { border-left: 4px solid var(--c); padding: .1rem 0 .1rem .8rem; margin: .7rem 0; }
.card h3 { font-size: .95rem; margin: 0; display: flex; flex-wrap: wrap; gap: .1rem .6rem; align-items: baseline; }
.card .verdict { color: var(--c); }
.card .rule { font-size: 1rem; }
.card dl { display: grid; grid-template-columns: fit-content(9rem) minmax(0, 1fr); gap: .15rem .8rem; margin: .4rem 0;
  overflow-wrap: anywhere; }
.card dt { color: var(--muted); } .card dd { margin: 0; } .card dd.claimed { color: var(--c); font-weight: 600; }
.card .proof { white-space: pre-wrap; }
.chip { border: 1px solid var(--line); border-radius: 99px; padding: 0 .55rem; font-size: .8rem; font-weight: 400;
  color: var(--muted); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
.differs td:first-child { border-left: 4px solid var(--contradicts); padding-left: .6rem; }
.same td:first-child { border-left: 4px solid transparent; padding-left: .6rem; }
.check { list-style: none; padding: 0; }
.check li { display: grid; grid-template-columns: 1.4rem minmax(0, 1fr); gap: .3rem; padding: .3rem 0; break-inside: avoid;
  align-items: start; }
.check input { margin: .3rem 0 0; width: 1rem; height: 1rem; }
.rules { table-layout: fixed; } .rules .wide { width: 36%; } .rules .narrow { width: 18%; }
@media (max-width: 62rem) {
  html.js body { padding-bottom: 42vh; }
  .sides { grid-template-columns: minmax(0, 1fr); }
  .right { position: static; height: auto; order: -1; }
  .rows { flex: none; max-height: 17rem; }
  html.js #pane { position: fixed; left: 0; right: 0; bottom: 0; z-index: 2; max-height: 40vh; min-height: 0; border-radius: 0;
    border-width: 2px 0 0; box-shadow: 0 -4px 14px rgba(0, 0, 0, .18); }
}
@media print { html.js #cards { display: block; } #pane, .rows, .filters { display: none !important; } .sides { display: block;
  } }
"""

SCRIPT = """
(() => {
  'use strict';
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const pane = document.getElementById('pane'), off = new Set();
  if (!pane) return;
  document.documentElement.classList.add('js');
  const hint = pane.firstElementChild, marks = all('.m'), rows = all('.rows a');
  const card = id => document.getElementById('f' + id);
  const ids = element => element.dataset.f.split(' ');
  const open = id => !off.has(card(id).dataset.v);
  const show = list => {
    const copy = id => card(id).cloneNode(true);
    const cards = list.filter(open).map(copy);
    cards.forEach(one => one.removeAttribute('id'));
    pane.replaceChildren(...(cards.length ? cards : [hint]));
    pane.scrollTop = 0;
    marks.forEach(mark => mark.classList.toggle('now', ids(mark).some(id => list.includes(id))));
    rows.forEach(row => row.classList.toggle('now', list.includes(row.dataset.f)));
  };
  const reach = (event, query) => event.target instanceof Element ? event.target.closest(query) : null;
  for (const kind of ['pointerover', 'focusin', 'click']) document.addEventListener(kind, event => {
    const mark = reach(event, '.m:not(.off)'), row = reach(event, '.rows a');
    if (!mark && !row) return;
    show(ids(mark || row));
    if (kind !== 'click') return;
    event.preventDefault();
    const there = row && marks.find(one => ids(one).includes(row.dataset.f));
    if (there) { there.scrollIntoView({ block: 'center' }); there.focus({ preventScroll: true }); }
  });
  document.addEventListener('keydown', event => { if (event.key === 'Escape') show([]); });
  all('.filters button').forEach(button => button.addEventListener('click', () => {
    const verdict = button.dataset.v;
    if (!off.delete(verdict)) off.add(verdict);
    button.setAttribute('aria-pressed', String(!off.has(verdict)));
    rows.forEach(row => { row.hidden = !open(row.dataset.f); });
    marks.forEach(mark => {
      const first = ids(mark).find(open);
      mark.classList.remove(...[...mark.classList].filter(name => name.startsWith('v-') || name === 'aside'));
      mark.classList.toggle('off', first === undefined);
      if (first !== undefined) mark.classList.add(card(first).dataset.look);
    });
    show([]);
  }));
})();
"""


def page(title: str, body: Svg, lang: str, *, script: bool = False) -> str:
    """A page that needs no other file."""
    allowed = f"script-src '{_digest(SCRIPT)}'; " if script else ""
    policy = f"default-src 'none'; {allowed}style-src '{_digest(STYLE)}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        Svg('<meta charset="utf-8">'),
        Svg(f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'),
        Svg('<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'),
        tag("title", text(title)),
        Svg(f"<style>{STYLE}</style>"),
    )
    last = Svg(f"<script>{SCRIPT}</script>") if script else Svg("")
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", body, last), lang=lang) + "\n"


def text(words: str) -> Svg:
    """Words, escaped."""
    return Svg(escape(words))


def _digest(content: str) -> str:
    """The digest by which a content policy knows a script or a style sheet."""
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
