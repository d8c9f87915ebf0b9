"""Places on the page of its own: who gets one, who keeps it, and who loses it to somebody who waits. No kernel is started."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from bruges_lab.explorer.kept_folder import KEEP, TAB, VISITOR, root
from bruges_lab.serving import page_server, visiting
from bruges_lab.serving.visiting import Full, Kernels, Tabs, checked_secret, visitor_of


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Kernels]:
    async def start(self: Any, *, kernel_id: str, **more: object) -> str:
        self._kernels[kernel_id], self._kernel_connections[kernel_id] = more, 0
        return kernel_id

    async def end(self: Any, kernel_id: str) -> None:
        del self._kernels[kernel_id]
        await asyncio.sleep(0)

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", start)
    monkeypatch.setattr(Kernels, "shutdown_kernel", end)
    monkeypatch.setattr(Kernels, "__del__", lambda _: None, raising=False)
    return Kernels


def during(steps: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(steps(), 20))


@pytest.mark.parametrize("given", ["", " ", "somewhere"])
def test_kernels_keep_games_where_the_server_would(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str) -> None:
    monkeypatch.setenv(KEEP, given)
    here = root()
    page_server._find_games_from_anywhere()
    monkeypatch.chdir(tmp_path)
    assert root() == here


def test_who_never_turns_to_the_kernel_loses_the_place_to_somebody_who_waits(kernels: Callable[..., Kernels]) -> None:
    async def steps() -> None:
        here = kernels(visitors=3, patience=0.2, grace=0)
        for name in ("first", "second", "third"):
            await here.start_kernel(kernel_id=name)
            await here.page_is_out(name, gone=False)
        here.notify_connect("first")
        await here.start_kernel(kernel_id="fourth")
        assert here.list_kernel_ids() == ["first", "third", "fourth"]  # the oldest of those that nobody looks at
        await here.start_kernel(kernel_id="fifth")
        assert here.list_kernel_ids() == ["first", "fourth", "fifth"]
        with pytest.raises(Full):  # two pages are still being made, and one is looked at
            await here.start_kernel(kernel_id="sixth")
        assert here.list_kernel_ids() == ["first", "fourth", "fifth"]

    during(steps)


def test_a_slow_visitor_keeps_the_place_for_a_while_and_for_long_if_nobody_waits(kernels: Callable[..., Kernels]) -> None:
    async def steps() -> None:
        here = kernels(visitors=1, patience=0.2, grace=100)
        await here.start_kernel(kernel_id="slow")
        await here.page_is_out("slow", gone=False)
        with pytest.raises(Full):
            await here.start_kernel(kernel_id="next")
        here.grace = 0  # time has passed, but nobody waits
        await asyncio.sleep(0.05)
        assert here.list_kernel_ids() == ["slow"]
        here.notify_connect("slow")
        with pytest.raises(Full):
            await here.start_kernel(kernel_id="next")
        assert here.list_kernel_ids() == ["slow"]

    during(steps)


def test_two_who_wait_do_not_end_the_same_place(kernels: Callable[..., Kernels]) -> None:
    async def steps() -> None:
        here = kernels(visitors=2, patience=0.2, grace=0)
        for name in ("first", "second"):
            await here.start_kernel(kernel_id=name)
            await here.page_is_out(name, gone=False)
        await asyncio.gather(*(here.start_kernel(kernel_id=name) for name in ("third", "fourth")))
        assert sorted(here.list_kernel_ids()) == ["fourth", "third"]

    during(steps)


def test_who_leaves_while_the_page_is_made_is_not_waited_for(kernels: Callable[..., Kernels]) -> None:
    async def steps() -> None:
        here = kernels(visitors=2)
        await here.start_kernel(kernel_id="gone")
        await here.page_is_out("gone", gone=True)
        assert here.list_kernel_ids() == []
        await here.page_is_out("gone", gone=False)  # nothing is remembered of it

    during(steps)


# Who


FORGED = ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "../" * 21 + "x", "/etc/passwd", "a" * 63 + "\n", "a" * 100_000, "é" * 64]


@pytest.mark.parametrize("said", [None, *FORGED], ids=lambda said: repr(said)[:20])
def test_a_visitor_who_says_anything_but_a_secret_is_a_new_one(said: str | None) -> None:
    secret = checked_secret(said)
    assert secret != said
    assert re.fullmatch("[0-9a-f]{64}", secret)
    assert checked_secret(secret) == secret
    assert checked_secret(said) != secret


def test_who_knows_what_a_visitor_is_called_is_not_that_visitor() -> None:
    anna = visitor_of("a" * 64)
    assert re.fullmatch("[0-9a-f]{64}", anna)
    assert visitor_of(checked_secret(anna)) != anna
    assert visitor_of("b" * 64) != anna


def test_a_tab_that_is_loaded_anew_stays_the_same_tab_and_nobody_elses() -> None:
    tabs = Tabs()
    first, second = tabs.opened("k1", "anna", ""), tabs.opened("k2", "anna", "never")
    assert first[VISITOR] == second[VISITOR] == "anna"
    assert first[TAB] != second[TAB]
    stranger = tabs.opened("k3", "ben", "k1")
    assert stranger[VISITOR] == "ben"
    assert stranger[TAB] != first[TAB]
    assert tabs.opened("k4", "anna", "k1") == first
    assert tabs.opened("k5", "anna", "k1")[TAB] not in (first[TAB], second[TAB])  # once
    for number in range(visiting.MOST_REMEMBERED + 10):
        tabs.opened(f"more-{number}", "anna", "../" * 1000)
    assert len(tabs._known) == visiting.MOST_REMEMBERED


def test_a_kernel_learns_whose_it_is_from_the_server_alone(
    kernels: Callable[..., Kernels], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VISITOR, "somebody")

    async def steps() -> None:
        here = kernels(visitors=3)
        await here.start_kernel(kernel_id="nobody")
        visit = SimpleNamespace(visitor=visitor_of("a" * 64), before="", kernel="")
        visiting._visit.set(visit)  # type: ignore[arg-type]
        await here.start_kernel(kernel_id="hers", env={"LANG": "C", VISITOR: "somebody else"})
        found: Any = here._kernels
        assert found["nobody"]["env"][VISITOR] == ""
        assert found["hers"]["env"][VISITOR] == visit.visitor
        assert found["hers"]["env"]["LANG"] == "C"
        assert visit.kernel == "hers"

    during(steps)
