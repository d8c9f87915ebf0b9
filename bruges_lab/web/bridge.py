"""Widgets without Jupyter: every comm of ipywidgets becomes messages to the page around the worker, and back.

Only what the explorer uses is spoken: opening, state, messages of a widget's own, closing. What the page sends is data; a message
for a comm that is not there is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import comm
from comm.base_comm import BaseComm, CommManager

Post = Callable[[str, str, dict[str, Any], list[Any]], object]
"""Takes a message to the page: its kind (comm_open, comm_msg, comm_close), the comm, what is said, and bytes that go with it."""


class Bridge:
    """The comms of one page."""

    def __init__(self, post: Post) -> None:
        self._manager = manager = CommManager()

        class PageComm(BaseComm):
            """A comm whose other end is in the page."""

            def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **_: Any) -> None:
                post(msg_type, self.comm_id, dict(data or {}), [bytes(buffer) for buffer in buffers or ()])

        def create(*given: Any, **named: Any) -> BaseComm:
            return PageComm(*given, **named)

        comm.create_comm = create
        comm.get_comm_manager = lambda: manager

    def hear(self, comm_id: str, data: dict[str, Any], buffers: list[bytes]) -> None:
        """A message from the page."""
        found = self._manager.comms.get(comm_id)
        if found is not None:
            found.handle_msg({"content": {"comm_id": comm_id, "data": data}, "buffers": buffers, "metadata": {}})
