"""The registry of soaks: each tries something many times and counts what went wrong.

A soak is a function of one argument, whether to run its long form, which returns its rows. It is
named here with the module it lives in, which is imported only when it runs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib import import_module

from steersman.errors import SteersmanError

SOAKS: dict[str, str] = {
    "input": "steersman_benchmarks.soak.hostile_input:hostile_input",
    "numbers": "steersman_benchmarks.soak.odd_numbers:odd_numbers",
    "people": "steersman_benchmarks.soak.people:people",
    "kill": "steersman_benchmarks.soak.kill:kill",
    "disk": "steersman_benchmarks.soak.disk:disk",
    "actions": "steersman_benchmarks.soak.many_actions:many_actions",
    "clients": "steersman_benchmarks.soak.clients:clients",
    "locks": "steersman_benchmarks.soak.locks:locks",
}
"""name -> "module:function"."""


@dataclass(frozen=True)
class SoakRow:
    """How often something was tried, what went wrong, and what is worth knowing."""

    what: str
    tries: int
    faults: tuple[str, ...] = ()
    note: str = ""

    @property
    def held(self) -> bool:
        return not self.faults


def run_soak(name: str, long: bool = False) -> list[SoakRow]:
    """The rows of the soak called `name`, in its short or its long form."""
    if name not in SOAKS:
        raise SteersmanError(
            f"there is no soak {name!r}",
            todo=f"choose from: {', '.join(sorted(SOAKS))}",
            code="unknown-soak",
            soak=name,
        )
    module, function = SOAKS[name].split(":")
    found: list[SoakRow] = getattr(import_module(module), function)(long)
    return found


def rows_as_json(rows: list[SoakRow]) -> list[dict[str, object]]:
    """The rows as plain values."""
    return [asdict(row) | {"held": row.held} for row in rows]
