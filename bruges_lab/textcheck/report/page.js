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
