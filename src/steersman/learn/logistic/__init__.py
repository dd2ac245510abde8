"""Logistic regression with a penalty per parameter, and steering by penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.logistic.classifier import SteerableLogisticRegression
    from steersman.learn.logistic.penalties import expanded_penalties

__all__ = [
    "SteerableLogisticRegression",
    "expanded_penalties",
]

__getattr__ = lazy_exports(__name__, __file__)
