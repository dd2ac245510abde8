"""The health of a server: people, windows, queue, memory and time."""

from __future__ import annotations

import os
from time import monotonic

from steersman._version import __version__
from steersman.server.memory import machine_memory_bytes, open_descriptors, process_memory_bytes
from steersman.server.people import People

STARTED_AT = monotonic()
# Above this, a server is slow for everybody: more messages wait than there are windows.
BUSY_WAITING = 50


def health_values(people: People) -> dict[str, object]:
    """What a program that watches the server wants to know; nothing about data."""
    used, all_bytes = process_memory_bytes(), machine_memory_bytes()
    waiting, guests = people.waiting, people.guests
    owner = people.owner.projects
    return {
        "steersman": __version__,
        "revision": owner.newest.revision if owner else 0,
        "state": "busy" if waiting > BUSY_WAITING or used > 0.9 * all_bytes else "ok",
        "up_s": round(monotonic() - STARTED_AT, 1),
        "people": len(people.present),
        "places": 0 if guests is None else guests.limit,
        "open": people.open,
        "windows": people.windows,
        "waiting": waiting,
        "memory_bytes": used,
        "machine_memory_bytes": all_bytes,
        "descriptors": open_descriptors(),
        "load": [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }
