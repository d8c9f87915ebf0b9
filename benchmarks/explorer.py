"""The explorer in a real browser: from a click to the repainted page, and what a long session costs kernel and browser.

    python benchmarks/explorer.py [--steps 1000] [--jumps 200] [--runs 3]

Starts the page of its own on loopback, presses choices and jumps along the timeline, and prints medians and growth.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Page, sync_playwright

CELL = "import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=3, seed=7))\nexplorer\n"
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
SCRUB = """
async (place) => {
  const slider = document.querySelector('.bl-scrub');
  slider.value = place;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const root = document.querySelector('.bl-explorer');
  await new Promise((done) => setTimeout(done, 30));
  while (root.querySelector('.bl-busy')) await new Promise((done) => setTimeout(done, 15));
}
"""


def serve(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The page of its own, and its address with the token."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    said = folder / "said"
    code = f"from bruges_lab.serving.page import serve_page; serve_page({CELL!r}, {port}, False)"
    process = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=said.open("wb"), stderr=subprocess.STDOUT, cwd=folder)
    for _ in range(600):
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S*\btoken=\w+", said.read_text("utf-8")):
            return process, found[0]
        time.sleep(0.1)
    raise SystemExit(said.read_text("utf-8"))


def kernel(server: int) -> psutil.Process:
    """The kernel of the page: the youngest, as a server may keep others ready."""
    kernels = [
        child for child in psutil.Process(server).children(recursive=True) if any("ipykernel" in word for word in child.cmdline())
    ]
    return max(kernels, key=lambda child: child.cpu_times().user)


def heap(page: Page) -> float:
    """The browser's heap in MB after a collection."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    used: Any = session.send("Runtime.getHeapUsage")
    return float(used["usedSize"]) / 1e6


def nodes(page: Page) -> int:
    return int(page.locator(".bl-scrub").get_attribute("max") or 0)


def session(page: Page, server: int, steps: int, jumps: int, dice: random.Random) -> dict[str, float]:
    """Press so many choices, then jump; the first hundred warm everything up."""
    times: list[float] = []
    made = 0
    marks: dict[str, float] = {}
    for step in range(steps):
        if step == min(100, steps // 2):
            marks["heap"], marks["kernel"], made = heap(page), kernel(server).memory_info().rss, 0
        took = page.evaluate(PRESS, ['.bl-decide [data-act="choose"], .bl-decide [data-act="roll"]', dice.randrange(1000)])
        if took is None:  # the game is over: back somewhere, and on from there
            page.evaluate(SCRUB, dice.randrange(max(1, nodes(page))))
            page.wait_for_timeout(100)
            continue
        times.append(took)
        made += 1
    for _ in range(jumps):
        page.evaluate(SCRUB, dice.randrange(max(1, nodes(page))))
    times.sort()
    after, grown = heap(page), kernel(server).memory_info().rss - marks["kernel"]
    return {
        "median ms": statistics.median(times),
        "95th percentile ms": times[int(0.95 * len(times))],
        "kernel kB a choice": grown / 1000 / max(1, made),
        "heap before MB": marks["heap"],
        "heap after MB": after,
        "heap growth %": 100 * (after / marks["heap"] - 1),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--steps", type=int, default=1000)
    options.add_argument("--jumps", type=int, default=200)
    options.add_argument("--runs", type=int, default=3)
    given = options.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("no chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        for run in range(given.runs):
            process, address = serve(Path(folder))
            try:
                page = browser.new_page(viewport={"width": 1280, "height": 1000})
                page.goto(address)
                page.locator(".bl-board svg").first.wait_for(timeout=120_000)
                page.wait_for_timeout(1000)
                steps, jumps = (given.steps, given.jumps) if run == 0 else (min(100, given.steps), 0)
                figures = session(page, process.pid, steps, jumps, random.Random(run))
                print(
                    f"run {run + 1}, {steps} steps, {jumps} jumps: " + ", ".join(f"{k} {v:.1f}" for k, v in figures.items()),
                    flush=True,
                )
                page.close()
            finally:
                process.terminate()
                process.wait()
        browser.close()


if __name__ == "__main__":
    main()
