"""Martingale boosting: programs of weak learners, and steering them node by node."""

from steersman.learn.martingale.adaptive import AdaptiveMartingaleBoostClassifier
from steersman.learn.martingale.classifier import MartingaleBoostClassifier
from steersman.learn.martingale.features import RBF_SCALE, NodeFeatures
from steersman.learn.martingale.nodes import FAR, LinearDecision
from steersman.learn.martingale.program import LEAN, Node, Program
from steersman.learn.martingale.program_model import (
    program_in,
    program_of,
    with_granularity,
    with_program,
    with_weak_threshold,
)

__all__ = [
    "FAR",
    "LEAN",
    "RBF_SCALE",
    "AdaptiveMartingaleBoostClassifier",
    "LinearDecision",
    "MartingaleBoostClassifier",
    "Node",
    "NodeFeatures",
    "Program",
    "program_in",
    "program_of",
    "with_granularity",
    "with_program",
    "with_weak_threshold",
]
