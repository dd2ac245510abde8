"""Logistic regression with a penalty per parameter, and steering by penalties."""

from steersman.learn.logistic.classifier import SteerableLogisticRegression

__all__ = [
    "SteerableLogisticRegression",
]
