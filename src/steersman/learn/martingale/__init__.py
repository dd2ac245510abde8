"""Martingale boosting: programs of weak learners, and steering them node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.martingale.adaptive import AdaptiveMartingaleBoostClassifier
    from steersman.learn.martingale.adaptive_graph import FlowValues, adaptive_nodes
    from steersman.learn.martingale.base import shared_designs
    from steersman.learn.martingale.classifier import MartingaleBoostClassifier
    from steersman.learn.martingale.features import RBF_SCALE, NodeFeatures
    from steersman.learn.martingale.growth import (
        Growth,
        NodePlace,
        after,
        learnable,
        linked_nodes,
        settled_node,
    )
    from steersman.learn.martingale.learners import LEAVE_ONE_OUT_PARAMETERS, LogisticLearner
    from steersman.learn.martingale.node_problem import NodeProblem
    from steersman.learn.martingale.nodes import FAR, ConstantDecision, Decision, LinearDecision
    from steersman.learn.martingale.paths import PathStep
    from steersman.learn.martingale.program import LEAN, FrozenWhy, Node, NodeValues, Program
    from steersman.learn.martingale.program_model import (
        adaptive_of,
        program_in,
        program_of,
        with_granularity,
        with_program,
        with_weak_threshold,
    )
    from steersman.learn.martingale.steering import Granularity, weak_nodes

__all__ = [
    "FAR",
    "LEAN",
    "LEAVE_ONE_OUT_PARAMETERS",
    "RBF_SCALE",
    "AdaptiveMartingaleBoostClassifier",
    "ConstantDecision",
    "Decision",
    "FlowValues",
    "FrozenWhy",
    "Granularity",
    "Growth",
    "LinearDecision",
    "LogisticLearner",
    "MartingaleBoostClassifier",
    "Node",
    "NodeFeatures",
    "NodePlace",
    "NodeProblem",
    "NodeValues",
    "PathStep",
    "Program",
    "adaptive_nodes",
    "adaptive_of",
    "after",
    "learnable",
    "linked_nodes",
    "program_in",
    "program_of",
    "settled_node",
    "shared_designs",
    "weak_nodes",
    "with_granularity",
    "with_program",
    "with_weak_threshold",
]

__getattr__ = lazy_exports(__name__, __file__)
