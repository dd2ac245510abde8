"""Martingale boosting: programs of weak learners, and steering them node by node."""

from steersman.learn.martingale.adaptive import AdaptiveMartingaleBoostClassifier
from steersman.learn.martingale.classifier import MartingaleBoostClassifier
from steersman.learn.martingale.features import RBF_SCALE, NodeFeatures
from steersman.learn.martingale.nodes import FAR, LinearDecision
from steersman.learn.martingale.program import LEAN, Node, Program

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
]
