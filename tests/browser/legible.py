"""What can be read, measured in the browser: letters and how large they are, what covers what, how much it stands out."""

from __future__ import annotations

FIGURE = r"""() => {
  // A plotly figure: what is outside, over something else, cut off, turned, or too small.
  const frame = document.querySelector('.js-plotly-plot').getBoundingClientRect();
  const boxes = [];
  for (const text of document.querySelectorAll('.main-svg text')) {
    const style = getComputedStyle(text);
    if (!text.textContent.trim() || style.visibility === 'hidden' || style.opacity === '0') continue;
    const lines = [...text.querySelectorAll('tspan.line')];
    for (const line of lines.length ? lines : [text]) {
      const box = line.getBoundingClientRect();
      if (box.width) boxes.push({ words: line.textContent.trim(), box, text });
    }
  }
  const bar = document.querySelector('.modebar');
  if (bar) boxes.push({ words: '(tools)', box: bar.getBoundingClientRect(), text: null });
  const off = (a, b, by) => a.left < b.left - by || a.right > b.right + by || a.top < b.top - by || a.bottom > b.bottom + by;
  const outside = boxes.filter(({ box }) => off(box, frame, 1)).map(({ words }) => words);
  const over = [];
  boxes.forEach(({ words, box: a }, i) => {
    for (const { words: other, box: b } of boxes.slice(i + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 4) over.push(`${words} / ${other}`);
    }
  });
  const small = [], turned = [], cut = [];
  for (const { words, box, text } of boxes) {
    if (!text) continue;
    const pieces = [text, ...text.querySelectorAll('tspan')].filter((one) => one.textContent.trim());
    if (pieces.some((one) => parseFloat(getComputedStyle(one).fontSize) < 11)) small.push(words);
    if (text.closest('.xtick') && /rotate\((?!0[,)])/.test(text.getAttribute('transform') || '')) turned.push(words);
    const clipped = text.closest('[clip-path]');
    const id = clipped && (clipped.getAttribute('clip-path').match(/#([^'")]+)/) || [])[1];
    const room = id && document.getElementById(id) && document.getElementById(id).querySelector('rect');
    if (!room) continue;
    const at = clipped.getScreenCTM();
    const left = at.e + at.a * (room.getAttribute('x') || 0), top = at.f + at.d * (room.getAttribute('y') || 0);
    const [wide, high] = [at.a * room.getAttribute('width'), at.d * room.getAttribute('height')];
    const inside = { left, top, right: left + wide, bottom: top + high };
    if (off(box, inside, 2)) cut.push(words);
  }
  return { outside, over, small, turned, cut };
}"""

LETTERS = r"""(scope) => {
  // An explorer: letters that are too small, words of HTML that are too faint, and badges that cover words on the board.
  const root = document.querySelector(scope);
  const dot = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (colour) => {
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = colour;
    dot.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = dot.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const laid = (over, under) => [0, 1, 2].map((i) => over[i] * over[3] + under[i] * (1 - over[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const colour = parse(getComputedStyle(up).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, over) => laid(over, under), [255, 255, 255]);
  };
  const small = new Set(), faint = new Set(), covered = new Set(), boxes = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const words = walk.currentNode.data.replace('\u200b', '').trim(), element = walk.currentNode.parentElement;
    if (!words || element.closest('style, script, option, desc, title, .js-plotly-plot')) continue;
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect(), style = getComputedStyle(element);
    if (box.width < 2 || style.visibility === 'hidden' || style.clipPath === 'inset(50%)') continue;
    let size = parseFloat(style.fontSize);
    const drawn = element instanceof SVGElement;
    if (drawn) size *= Math.hypot(element.getScreenCTM().b, element.getScreenCTM().d);
    if (size < 10.99) small.add(`${words.slice(0, 30)}: ${size.toFixed(1)}`);
    if (!drawn && !element.closest('[aria-disabled=true]')) {
      const under = ground(element), ink = parse(style.color);
      for (let up = element; up && up !== root; up = up.parentElement) ink[3] *= parseFloat(getComputedStyle(up).opacity);
      const [a, b] = [light(laid(ink, under)), light(under)];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) faint.add(`${words.slice(0, 30)}: ${ratio.toFixed(2)}`);
    }
    if (element.closest('.bl-board') && !element.closest('.bl-changes')) boxes.push([words, box]);
  }
  for (const badge of root.querySelectorAll('.bl-badge')) {
    const a = badge.getBoundingClientRect();
    for (const [words, b] of boxes) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 0.15 * b.height + 1) covered.add(`${badge.textContent} over ${words}`);
    }
  }
  return { small: [...small], faint: [...faint], covered: [...covered], badges: root.querySelectorAll('.bl-badge').length };
}"""
