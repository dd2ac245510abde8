"""Many people on one server, who drag and edit at the same time."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from steersman_benchmarks.soak.registry import SoakRow
from steersman_benchmarks.soak.servers import (
    ClassProcess,
    answer_to,
    class_here,
    class_process,
    join,
    message,
)

DATA = "docstrings"
KNOB_LIMIT_MS = 250.0
MEMORY_GROWTH = 1.1
NO_PLACE = 503
MOVES = 15
# A hand moves, then an eye looks.
PAUSE_S = (2.0, 5.0)
EDIT_EVERY = 6


@dataclass
class Measured:
    """What everybody saw."""

    knob_ms: list[float] = field(default_factory=list)
    edit_ms: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)


class SoakPerson:
    """Somebody who drags a knob, looks, and now and then edits."""

    def __init__(self, number: int, socket: ClientConnection, seen: Measured) -> None:
        self.number, self.socket, self.seen = number, socket, seen
        self.chance = random.Random(number)  # noqa: S311
        self.asked = 0

    async def ask(self, action: str, **fields: object) -> tuple[dict[str, Any], float]:
        """The answer to an action, and the milliseconds that it took."""
        self.asked += 1
        began = perf_counter()
        await self.socket.send(message(self.asked, action, **fields))
        while True:
            frame = await asyncio.wait_for(self.socket.recv(), 60)
            answer = answer_to(
                self.asked, bytes(frame, "utf-8") if isinstance(frame, str) else frame
            )
            if answer is not None:
                if answer["kind"] == "error":
                    self.seen.errors.append(f"{action}: {answer['error']['code']}")
                return answer, 1000 * (perf_counter() - began)

    async def work(self, until: float) -> None:
        """Drag and edit until a time."""
        opened, _ = await self.ask("open")
        categories = [each["name"] for each in opened["view"]["categories"]]
        gesture = 1
        while perf_counter() < until:
            gesture += 1
            knob = self.chance.choice(("alpha", "beta", "slope"))
            for _ in range(MOVES):
                value = self.chance.uniform(0.5, 1.5)
                _, ms = await self.ask("move-knob", knob=knob, value=value, gesture=gesture)
                self.seen.knob_ms.append(ms)
                await asyncio.sleep(0.016)
            if gesture % EDIT_EVERY == 0:
                category = self.chance.choice(categories)
                _, ms = await self.ask("choose-category", category=category)
                self.seen.edit_ms.append(ms)
                row = self.chance.randrange(1000)
                await self.ask("inspect", row=row)
                await self.ask("undo", room="")
            await asyncio.sleep(self.chance.uniform(*PAUSE_S))


async def everybody(server: ClassProcess, cookies: list[str], seconds: float) -> Measured:
    """Let all work at once, and look at the memory meanwhile."""
    seen = Measured()
    until = perf_counter() + seconds

    async def one(number: int, cookie: str) -> None:
        # A class does not begin to drag in the same second.
        await asyncio.sleep(random.Random(number).uniform(0, min(5.0, seconds / 3)))  # noqa: S311
        address = server.address.replace("http", "ws") + "/live"
        try:
            headers = {"cookie": cookie}
            async with connect(address, additional_headers=headers, max_size=None) as socket:
                await SoakPerson(number, socket, seen).work(until)
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            seen.errors.append(f"person {number}: {type(error).__name__} {error}")

    async def watch() -> None:
        while perf_counter() < until:
            seen.memory_mb.append(server.memory_mb())
            await asyncio.sleep(1.0)

    await asyncio.gather(watch(), *(one(n, cookie) for n, cookie in enumerate(cookies)))
    return seen


def people(long: bool) -> list[SoakRow]:
    """50 people for 5 minutes; the short form has 3 for a second, on a small table."""
    places, seconds, data = (50, 300.0, DATA) if long else (3, 1.0, "wine")
    with (class_process if long else class_here)(data, places) as server:
        began = perf_counter()
        joined = [join(server.place, f"Person {number}") for number in range(places)]
        join_s = (perf_counter() - began) / places
        refused = [join(server.place, "One more")[0] for _ in range(3)]
        seen = asyncio.run(everybody(server, [cookie for _, cookie in joined], seconds))
        health = server.health()
    entered = [status for status, _ in joined if status != 303]
    slow = float(np.percentile(seen.knob_ms, 95)) if seen.knob_ms else float("inf")
    # After a minute, everybody has opened everything.
    settled = seen.memory_mb[60 if long else -1 :]
    growth = max(settled[-10:]) / settled[0]
    knob_faults = [f"95 % of knobs within {slow:.0f} ms"] if slow > KNOB_LIMIT_MS and long else []
    memory_faults = [f"memory grew {growth:.2f} times"] if growth > MEMORY_GROWTH else []
    middle = float(np.median(seen.knob_ms)) if seen.knob_ms else 0.0
    edits = float(np.percentile(seen.edit_ms, 95)) if seen.edit_ms else 0.0
    return [
        SoakRow("people who joined", places, tuple(map(str, entered)), f"{join_s:.2f} s each"),
        SoakRow(
            "one more than there are places",
            len(refused),
            tuple(str(status) for status in refused if status != NO_PLACE),
            "refused with a sentence",
        ),
        SoakRow(
            "knobs moved",
            len(seen.knob_ms),
            tuple(knob_faults),
            f"median {middle:.0f} ms, 95 % within {slow:.0f} ms on {data}; "
            f"edits within {edits:.0f} ms",
        ),
        SoakRow("answers", len(seen.knob_ms) + 3 * len(seen.edit_ms), tuple(seen.errors[:20])),
        SoakRow(
            "memory after the first minute",
            len(settled),
            tuple(memory_faults),
            f"{settled[0]:.0f} to {settled[-1]:.0f} MB; {health['people']} people",
        ),
    ]
