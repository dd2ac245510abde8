"""A knob: one number of a model (or of made data) that a person may turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Knob"]


@dataclass(frozen=True)
class Knob:
    """One number that a person may turn; `default` None means that the model decides."""

    name: str
    label: str
    low: float
    high: float
    default: float | None
    scale: Literal["linear", "log"]
    help: str
    whole: bool = False
