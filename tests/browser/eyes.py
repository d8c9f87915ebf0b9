"""What can be checked of a page without a person's eyes: size and room of its words, contrast, names, the keyboard's way.

Contrast and names of HTML are checked by axe-core; what it does not look at, words in pictures, is checked here.
"""

from __future__ import annotations

import json
import os
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page

WORDS = """
// Every piece of text that can be seen inside a root: where it lies, how large it is, what it says.
function wordsIn(root) {
  const found = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const words = walk.currentNode.textContent.replace(/\\u200b/g, '').trim();
    const holder = walk.currentNode.parentElement;
    if (!words || !holder || holder.closest('title, desc, style, script, option, datalist, .bl-changes, .bl-tip')) continue;
    const style = getComputedStyle(holder);
    const seen = holder.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
    if (!seen || hiddenFromSight(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const boxes = holder instanceof SVGElement ? [holder.getBoundingClientRect()] : [...range.getClientRects()];
    if (!boxes.some((box) => box.width > 0 && box.height > 0)) continue;
    let scale = 1;
    if (holder instanceof SVGGraphicsElement) {
      const matrix = holder.getScreenCTM();
      scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    }
    found.push({ holder, words, boxes, size: parseFloat(style.fontSize) * scale });
  }
  return found;
}
function hiddenFromSight(element) {
  // A label for screen readers alone is cut away altogether.
  for (let up = element; up && !up.matches('.bl-explorer'); up = up.parentElement)
    if (getComputedStyle(up).clipPath.startsWith('inset(50%')) return true;
  return false;
}
"""

SMALL = (
    "(root) => {"
    + WORDS
    + """
  const found = wordsIn(document.querySelector(root)).filter((one) => one.size < 10.95);
  return found.map((one) => `${one.words} (${one.size.toFixed(1)} px)`);
}"""
)

CLIPPED = (
    "(root) => {"
    + WORDS
    + """
  // What is cut off by something that does not scroll. What ends in an ellipsis and says the rest in a tip is no loss.
  const lost = [];
  for (const one of wordsIn(document.querySelector(root))) {
    const free = [false, false];  // what scrolls loses nothing that way
    for (let up = one.holder; up && !up.matches('.bl-explorer'); up = up.parentElement) {
      const style = getComputedStyle(up);
      const ways = [style.overflowX, style.overflowY];
      const [x, y] = ways.map((way, axis) => !free[axis] && (way === 'hidden' || way === 'clip'));
      const picture = up instanceof SVGElement;
      if (picture && up.tagName !== 'svg') continue;
      ways.forEach((way, axis) => { free[axis] ||= !picture && (way === 'auto' || way === 'scroll'); });
      if (!x && !y && !picture) continue;
      const edge = up.getBoundingClientRect();
      const out = one.boxes.some((box) => {
        const slack = picture ? box.height * 0.25 + 1 : 2;
        return (x && (box.left < edge.left - 2 || box.right > edge.right + 2))
          || (y && (box.top < edge.top - slack || box.bottom > edge.bottom + slack));
      });
      if (out) { lost.push(`${one.words} (in ${up.getAttribute('class') || up.tagName})`); break; }
    }
  }
  return lost;
}"""
)

OVERLAPPING = (
    "(root) => {"
    + WORDS
    + """
  // Two labels whose letters meet: the boxes of letters are less high than their lines.
  const all = wordsIn(document.querySelector(root)).flatMap((one) => one.boxes.map((box) => {
    const ink = Math.min(box.height, one.size) * 0.72, middle = box.top + box.height / 2;
    let [left, right, top, bottom] = [box.left, box.right, middle - ink / 2, middle + ink / 2];
    for (let up = one.holder; up && !up.matches('.bl-explorer'); up = up.parentElement) {
      if (up instanceof SVGElement || getComputedStyle(up).overflowY === 'visible') continue;
      const edge = up.getBoundingClientRect();  // what is scrolled away lies over nothing
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { one, left, right, top, bottom };
  }));
  const met = [];
  all.forEach((a, place) => {
    for (const b of all.slice(place + 1)) {
      if (a.one === b.one) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5) met.push(`${a.one.words} | ${b.one.words}`);
    }
  });
  return [...new Set(met)];
}"""
)

PALE = (
    "(root) => {"
    + WORDS
    + """
  // Words in pictures against what is painted below them. Colours are read from a canvas, which knows every way to write one.
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((v, i) => v * a + under[i] * (1 - a));
  const linear = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const veil = (element) => {
    let all = 1;
    for (let up = element; up; up = up.parentElement) all *= parseFloat(getComputedStyle(up).opacity);
    return all;
  };
  function painted(element, x, y) {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGElement) || element.tagName === 'svg') return read(style.backgroundColor);
    if (element.tagName === 'text' || element.tagName === 'tspan') return [0, 0, 0, 0];
    // A hatched place has the colour below its hatching.
    const hatch = style.fill.startsWith('url') && document.getElementById((style.fill.match(/#([^"')]+)/) || [])[1]);
    const fill = hatch ? getComputedStyle(hatch.querySelector('rect, circle') || hatch).fill : style.fill;
    let colour = fill === 'none' ? [0, 0, 0, 0] : read(fill);
    colour = [...colour.slice(0, 3), colour[3] * parseFloat(style.fillOpacity)];
    if (element instanceof SVGGeometryElement) {
      const at = new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse());
      if (!element.isPointInFill(at)) colour = style.stroke === 'none' ? [0, 0, 0, 0] : read(style.stroke);
    }
    return colour;
  }
  const sheet = document.createElement('style');
  sheet.textContent = '.bl-explorer * { pointer-events: auto !important } .bl-changes, .bl-tip { display: none !important }';
  document.head.appendChild(sheet);
  const pale = [];
  for (const one of wordsIn(document.querySelector(root))) {
    if (!(one.holder instanceof SVGElement)) continue;
    if (one.holder.closest('[aria-disabled=true]')) continue;
    const box = one.boxes[0], x = box.left + box.width / 2, y = box.top + box.height / 2;
    const stack = document.elementsFromPoint(x, y);
    const seen = (element) => element.matches('.bl-explorer *:not(.bl-middle)') && element.contains(one.holder);
    if (!stack.some(seen)) continue;  // scrolled away
    let ground = [255, 255, 255];
    for (const element of stack.reverse()) {
      if (element === one.holder) break;
      const colour = painted(element, x, y);
      ground = over([...colour.slice(0, 3), colour[3] * veil(element)], ground);
    }
    const style = getComputedStyle(one.holder);
    const fill = read(style.fill);
    const ink = over([...fill.slice(0, 3), fill[3] * parseFloat(style.fillOpacity) * veil(one.holder)], ground);
    const [a, b] = [light(ink), light(ground)];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.45) {
      const told = (colour) => colour.map(Math.round).join(' ');
      pale.push(`${one.words} (${contrast.toFixed(1)}: ${told(ink)} on ${told(ground)})`);
    }
  }
  sheet.remove();
  return [...new Set(pale)];
}"""
)


def small(page: Page, root: str = ".bl-explorer") -> list[str]:
    """Words in letters of less than eleven pixels, as they are seen: a picture may be drawn smaller than it is written."""
    return list(page.evaluate(SMALL, root))


def clipped(page: Page, root: str = ".bl-explorer") -> list[str]:
    """Words of which a part is cut off."""
    return list(page.evaluate(CLIPPED, root))


def overlapping(page: Page, root: str = ".bl-board") -> list[str]:
    """Words that lie over others."""
    return list(page.evaluate(OVERLAPPING, root))


def pale(page: Page, root: str = ".bl-explorer") -> list[str]:
    """Words in pictures with a contrast below 4.5 : 1."""
    return list(page.evaluate(PALE, root))


# axe-core

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")
RUN = """
async ([root, tags, disabled]) => {
  const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
  const found = await axe.run(root, { runOnly: { type: 'tag', values: tags }, rules, resultTypes: ['violations'] });
  const why = (node) => [...node.any, ...node.all, ...node.none].map((one) => one.message).join('; ').slice(0, 200);
  const told = (id, node) => `${id}: ${node.html.slice(0, 160)} (${why(node)})`;
  return found.violations.flatMap((one) => one.nodes.slice(0, 12).map((node) => told(one.id, node)));
}
"""


def axe_core() -> str:
    """The script of axe-core, as the package that brings it has it."""
    try:
        return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    except ModuleNotFoundError:
        if os.environ.get("BRUGES_LAB_NO_SKIPS"):
            raise
        pytest.skip('axe-core is not installed (pip install -e ".[test]")')


def barriers(page: Page, root: str = ".bl-explorer", *, without: tuple[str, ...] = ()) -> list[str]:
    """What axe-core finds inside a root: names, roles, contrast."""
    page.evaluate(f"() => {{ if (!window.axe) {{ {axe_core()} }} }}")
    found: list[Any] = page.evaluate(RUN, [root, list(RULES), list(without)])
    return [str(one) for one in found]


def told(**found: list[str]) -> str:
    """What was found, as a test's message has it."""
    return json.dumps({name: ones for name, ones in found.items() if ones}, indent=1, ensure_ascii=False)


def looked_at(page: Page, root: str = ".bl-explorer", board: str = ".bl-board") -> None:
    """All of it: nothing may be found."""
    found = {
        "small": small(page, root),
        "clipped": clipped(page, root),
        "overlapping": overlapping(page, board),
        "pale": pale(page, board),
        "barriers": barriers(page, root),
    }
    assert not any(found.values()), told(**found)
