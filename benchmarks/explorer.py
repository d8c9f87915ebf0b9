"""The explorer in a real browser: from a click to the repainted page, how soon a popover is open, how fast the timeline scrubs,
what a long session costs kernel and browser, and how long the first display takes.

    python benchmarks/explorer.py [--warm 300] [--steps 1000] [--jumps 200] [--popovers 200] [--runs 3] [--displays 3]

Starts the page of its own on loopback, presses choices and places on the board and drags the timeline; then JupyterLab, where the
cell is run. A figure with a target says whether it is met; another commit is measured by running this with its PYTHONPATH.

The kernel's memory is its resident set after `gc.collect()` and `malloc_trim(0)`, told by the kernel itself; what it has grown by
is divided by the new nodes of the game's tree (decisions and throws), not by clicks. Texts, card names and widths of words are
worked out once and kept: the first steps pay for them, so growth is given from the first display and from the warm session on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

CELL = """
import bruges_lab as bl
explorer = bl.Explorer(bl.new_game(players=3, seed=7))

def _tell(*_):
    import ctypes, gc, json, os
    def resident():
        return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGESIZE")
    found = {"untrimmed": resident()}
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    found |= {"resident": resident(), "nodes": len(explorer.game.nodes)}
    with open(FILE + ".new", "w") as file:
        json.dump(found, file)
    os.rename(FILE + ".new", FILE)

import signal
signal.signal(signal.SIGUSR1, _tell)
explorer
"""
TARGETS = {
    "median ms": (0, 45),
    "95th percentile ms": (0, 90),
    "popover median ms": (0, 60),
    "scrubbed positions per second": (15, 1e9),
}
"""What a figure is to be at least and at most, on a machine with nothing else to do."""
QUICK = (*TARGETS, "popover 95th percentile ms", "heap growth %")
"""What a short session tells."""
IMPORT, SHOW = "import bruges_lab as bl", "bl.Explorer(bl.new_game(3, seed=7))"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--enable-precise-memory-info",
]
PRESS = """
async ([selector, nth]) => {
  const root = document.querySelector('.bl-explorer');
  const all = root.querySelectorAll(selector);
  const button = all[nth < 0 ? all.length + nth : nth % all.length];
  if (!button) return null;
  const began = performance.now();
  let last = began, changed = false;
  const watch = new MutationObserver((found) => {
    if (found.some((one) => one.type === 'childList')) { changed = true; last = performance.now(); }
  });
  watch.observe(root, { subtree: true, childList: true });
  button.click();
  while (true) {
    await new Promise((done) => setTimeout(done, 15));
    const quiet = performance.now() - last;
    if (changed && quiet > 90 && !root.querySelector('.bl-busy')) break;
    if (performance.now() - began > 10000) return -1;
  }
  watch.disconnect();
  return last - began;
}
"""
POPOVER = """
async (nth) => {
  // From a press on something on the board until its popover is drawn and lies where it belongs.
  const pop = document.querySelector('.bl-pop');
  const all = [...document.querySelectorAll('.bl-board [data-target]')].filter((one) => one.getClientRects().length);
  if (!pop || !all.length) return null;
  const spot = all[nth % all.length];
  spot.scrollIntoView({ block: 'nearest' });
  await new Promise((done) => setTimeout(done, 30));
  const began = performance.now();
  let last = 0;
  const watch = new MutationObserver(() => { last = performance.now(); });
  watch.observe(pop, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'style'] });
  spot.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  while (!last || !pop.matches('.bl-shown') || performance.now() - last < 60) {
    await new Promise((done) => setTimeout(done, 5));
    if (performance.now() - began > 5000) return null;
  }
  watch.disconnect();
  const root = document.querySelector('.bl-explorer');
  root.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  for (let n = 0; n < 300 && (!n || root.querySelector('.bl-busy')); n++) await new Promise((done) => setTimeout(done, 30));
  return last - began;
}
"""
DRAG = """
async (seconds) => {
  // The timeline dragged to and fro as fast as a mouse reports: how many positions are drawn a second.
  const slider = document.querySelector('.bl-scrub'), root = document.querySelector('.bl-explorer');
  let drawn = 0;
  const watch = new MutationObserver(() => { drawn += 1; });
  watch.observe(slider, { attributes: true, attributeFilter: ['aria-valuetext'] });
  const began = performance.now(), last = +slider.max;
  let place = last, way = -1;
  while (performance.now() - began < 1000 * seconds) {
    if (place + way < 0 || place + way > last) way = -way;
    place += way;
    slider.value = place;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => setTimeout(done, 8));
  }
  const took = (performance.now() - began) / 1000;
  watch.disconnect();
  for (let n = 0; n < 600 && root.querySelector('.bl-busy'); n++) await new Promise((done) => setTimeout(done, 15));
  return drawn / took;
}
"""
SCRUB = """
async (place) => {
  const slider = document.querySelector('.bl-scrub');
  slider.value = place;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const root = document.querySelector('.bl-explorer');
  await new Promise((done) => setTimeout(done, 30));
  for (let n = 0; root.querySelector('.bl-busy'); n++) {
    if (n > 600) throw new Error(`no answer for ${root.querySelector('.bl-busy').parentElement.className}`);
    await new Promise((done) => setTimeout(done, 15));
  }
}
"""


def start(command: list[str], folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A server, and the address with the token that it says."""
    said = folder / "said"
    process = subprocess.Popen(command, stdout=said.open("wb"), stderr=subprocess.STDOUT, cwd=folder)
    for _ in range(1200):
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S*\btoken=\w+", said.read_text("utf-8")):
            return process, found[0]
        time.sleep(0.1)
    raise SystemExit(said.read_text("utf-8"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The page of its own."""
    cell = f"FILE = {str(folder / 'told.json')!r}\n{CELL}"
    code = f"from bruges_lab.serving.page_server import serve_page; serve_page({cell!r}, {free_port()}, False)"
    return start([sys.executable, "-u", "-c", code], folder)


def kernel(server: int) -> psutil.Process:
    """The kernel of the page: the youngest, as a server may keep others ready."""
    kernels = [
        child for child in psutil.Process(server).children(recursive=True) if any("ipykernel" in word for word in child.cmdline())
    ]
    return max(kernels, key=lambda child: child.cpu_times().user)


def memory(server: int, told: Path) -> dict[str, int]:
    """What the kernel says of itself: resident set in bytes before and after a collection, and nodes of the game."""
    told.unlink(missing_ok=True)
    os.kill(kernel(server).pid, signal.SIGUSR1)
    for _ in range(600):
        if told.exists():
            found: dict[str, int] = json.loads(told.read_text("utf-8"))
            return found
        time.sleep(0.1)
    raise SystemExit("the kernel does not answer")


def growth(since: dict[str, int], until: dict[str, int]) -> float:
    """kB a new node."""
    return (until["resident"] - since["resident"]) / 1000 / max(1, until["nodes"] - since["nodes"])


def heap(page: Page) -> float:
    """The browser's heap in MB after a collection."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    used: Any = session.send("Runtime.getHeapUsage")
    return float(used["usedSize"]) / 1e6


def nodes(page: Page) -> int:
    return int(page.locator(".bl-scrub").get_attribute("max") or 0)


def session(page: Page, server: int, told: Path, warm: int, steps: int, jumps: int, dice: random.Random) -> dict[str, float]:
    """Press so many choices to warm up and so many that count, then jump."""
    times: list[float] = []
    first = memory(server, told)
    for step in range(warm + steps):
        if step == warm:
            before, since = heap(page), memory(server, told)
            times.clear()
        took = page.evaluate(PRESS, ['.bl-decide [data-act="choose"], .bl-decide [data-act="roll"]', dice.randrange(1000)])
        if took is None:  # the game is over: back somewhere, and on from there
            page.evaluate(SCRUB, dice.randrange(max(1, nodes(page))))
            page.wait_for_timeout(100)
            continue
        times.append(took)
    for _ in range(jumps):
        page.evaluate(SCRUB, dice.randrange(max(1, nodes(page))))
    times.sort()
    after, until = heap(page), memory(server, told)
    return {
        "median ms": statistics.median(times),
        "95th percentile ms": times[int(0.95 * len(times))],
        "new nodes": until["nodes"] - since["nodes"],
        "kernel kB a new node": growth(since, until),
        "kernel kB a new node from the first display": growth(first, until),
        "kernel MB grown while warming up": (since["resident"] - first["resident"]) / 1e6,
        "freed by a collection MB": (until["untrimmed"] - until["resident"]) / 1e6,
        "heap before MB": before,
        "heap after MB": after,
        "heap growth %": 100 * (after / before - 1),
    }


def handled(page: Page, popovers: int, seconds: float, dice: random.Random) -> dict[str, float]:
    """Places pressed on the board in the middle of a game, and the timeline dragged."""
    page.evaluate(SCRUB, nodes(page) // 2)
    found = [page.evaluate(POPOVER, dice.randrange(10_000)) for _ in range(popovers)]
    times = sorted(took for took in found if took is not None)
    if not times:  # nothing opens there
        return {}
    return {
        "popover median ms": statistics.median(times),
        "popover 95th percentile ms": times[int(0.95 * len(times))],
        "scrubbed positions per second": page.evaluate(DRAG, seconds),
    }


def told(figure: str, value: float) -> str:
    """A figure, and whether its target is met."""
    if figure not in TARGETS:
        return f"  {figure} {value:.1f}"
    least, most = TARGETS[figure]
    target = f"at least {least}" if least else f"at most {most}"
    return f"  {figure} {value:.1f} ({target}: {'met' if least <= value <= most else 'NOT met'})"


# The first display


def displays(browser: Browser, folder: Path, runs: int) -> dict[str, list[float]]:
    """Seconds from Shift+Enter on the explorer's cell to its board, in JupyterLab, each with a kernel and a page of its own."""
    sorts = {"imported before": [IMPORT, SHOW], "import in the cell": [f"{IMPORT}\n{SHOW}"]}
    books = folder / "books"
    books.mkdir()
    spec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    for name, sources in sorts.items():
        written: list[dict[str, Any]] = [
            {"cell_type": "code", "execution_count": None, "id": f"cell{n}", "metadata": {}, "outputs": [], "source": source}
            for n, source in enumerate(sources)
        ]
        book = json.dumps({"cells": written, "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5})
        for run in range(runs):
            (books / f"{name.replace(' ', '_')}_{run}.ipynb").write_text(book, "utf-8")
    program = str(Path(sys.executable).with_name("bruges-lab"))
    process, address = start([program, "open", str(books), "--no-browser", "--port", str(free_port())], folder)
    origin, _, token = address.partition("token=")
    origin = "/".join(origin.split("/")[:3])
    took: dict[str, list[float]] = {name: [] for name in sorts}
    try:
        for run in range(runs):
            for name in sorts:
                page = browser.new_page(viewport={"width": 1280, "height": 1000})
                page.goto(f"{origin}/lab/tree/{name.replace(' ', '_')}_{run}.ipynb?token={token}&reset")
                page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=120_000)
                page.wait_for_timeout(3000)  # a kernel that has just become idle and a page at rest
                cells = page.locator(".jp-CodeCell")
                for number, _ in enumerate(sorts[name]):
                    cells.nth(number).locator(".cm-content").click()
                    began = time.perf_counter()
                    page.keyboard.press("Shift+Enter")
                    if number < len(sorts[name]) - 1:
                        cells.nth(number).locator(".jp-InputPrompt", has_text=re.compile(r"\d")).wait_for(timeout=120_000)
                        page.wait_for_timeout(1000)
                page.locator(".bl-board svg").first.wait_for(timeout=120_000)
                took[name].append(time.perf_counter() - began)
                page.close()
    finally:
        process.terminate()
        process.wait()
    return took


def main() -> None:
    options = argparse.ArgumentParser(description="The explorer in a real browser.")
    options.add_argument("--warm", type=int, default=300)
    options.add_argument("--steps", type=int, default=1000)
    options.add_argument("--jumps", type=int, default=200)
    options.add_argument("--popovers", type=int, default=200)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--displays", type=int, default=3)
    given = options.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("no chromium on this machine")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        for run in range(given.runs):
            process, address = serve(folder)
            try:
                page = browser.new_page(viewport={"width": 1280, "height": 1000})
                page.goto(address)
                page.locator(".bl-board svg").first.wait_for(timeout=120_000)
                page.wait_for_timeout(1000)
                warm, steps, jumps = (given.warm, given.steps, given.jumps) if run == 0 else (20, min(100, given.steps), 0)
                dice = random.Random(run)
                figures = session(page, process.pid, folder / "told.json", warm, steps, jumps, dice)
                figures |= handled(page, given.popovers if run == 0 else min(40, given.popovers), 4, dice)
                print(f"run {run + 1}, {warm} steps to warm up, then {steps} steps, {jumps} jumps", flush=True)
                for figure, value in figures.items():
                    if run == 0 or figure in QUICK:  # a short session says nothing of memory: it only warms up
                        print(told(figure, value), flush=True)
                page.close()
            finally:
                process.terminate()
                process.wait()
        if given.displays:
            for sort, took in displays(browser, folder, given.displays).items():
                print(f"first display in JupyterLab, {sort}: best {min(took):.2f} s of " + " ".join(f"{t:.2f}" for t in took))
        browser.close()


if __name__ == "__main__":
    main()
