"""Logistic regression with a penalty per parameter, and steering by penalties."""

from steersman.learn.logistic.classifier import SteerableLogisticRegression
from steersman.learn.logistic.penalties import expanded_penalties

__all__ = [
    "SteerableLogisticRegression",
    "expanded_penalties",
]
