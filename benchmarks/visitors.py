"""Visitors of `bruges-lab serve`, one after another, on this machine: `python benchmarks/visitors.py 30`.

Says how long each waits for the first board, what a kernel takes of memory, what the one beyond the limit is told, and whether a
game comes back after its kernel has ended. Needs Chromium and the extra `test`.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from playwright.sync_api import BrowserContext, Page, sync_playwright

PROGRAM = str(Path(sys.executable).with_name("bruges-lab"))
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SEEN = "try { localStorage.setItem('bruges-lab:tour:1', 'seen') } catch {}"


def main(visitors: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "BRUGES_LAB_KEEP": f"{home}/kept", "HOME": home}
        server = subprocess.Popen(
            [PROGRAM, "serve", "--no-browser", "--visitors", str(visitors), "--players", "3"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            measure(server, visitors)
        finally:
            server.terminate()
            server.wait(30)


def measure(server: subprocess.Popen[str], visitors: int) -> None:
    assert server.stdout is not None
    address = ""
    while not address:
        line = server.stdout.readline()
        found = re.search(r"https?://\S+", line) or re.search(r"file://\S+", line)
        address = found[0] if found else ""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=ARGUMENTS)
        seconds, pages = [], list[tuple[BrowserContext, Page]]()
        for number in range(visitors):
            began = time.monotonic()
            context = browser.new_context()
            context.add_init_script(SEEN)
            page = context.new_page()
            page.goto(address, timeout=180_000)
            page.locator(".bl-explorer .bl-next").first.wait_for(timeout=180_000)
            seconds.append(time.monotonic() - began)
            pages.append((context, page))
            if number % 10 == 9:
                print(f"{number + 1} visitors, the last one waited {seconds[-1]:.1f} s", flush=True)
        kernels = [child for child in psutil.Process(server.pid).children(recursive=True) if child.is_running()]
        own = sorted(child.memory_full_info().uss / 1e6 for child in kernels)[-visitors:]
        print(f"time to the first board: median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s")
        print(f"memory of a kernel: median {statistics.median(own):.0f} MB, all of them {sum(own) / 1e3:.1f} GB")
        first_context, first = pages[0]
        first.locator("[data-act=let_choose]").first.click()
        first.wait_for_timeout(3000)
        ask = first.locator("[data-part=ask]").inner_text()
        late = browser.new_context().new_page()
        answer = late.goto(address, timeout=180_000)
        assert answer is not None
        print(f"visitor {visitors + 1}: status {answer.status}: {' '.join(late.locator('body').inner_text().split())[:300]}")
        first.close()
        time.sleep(20)  # the kernel of a page that was closed ends
        left = len([child for child in psutil.Process(server.pid).children(recursive=True) if child.is_running()])
        print(f"kernels after one has left: {left} of {len(kernels)}")
        again = first_context.new_page()
        again.goto(address, timeout=180_000)
        again.locator(".bl-explorer .bl-next").first.wait_for(timeout=180_000)
        again.wait_for_timeout(2000)
        print(f"the game came back: {again.locator('[data-part=ask]').inner_text() == ask}")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
