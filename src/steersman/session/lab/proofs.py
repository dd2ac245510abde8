"""Proofs that no line separates two sets of points: a point in the hull of both."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from steersman.learn.classic import (
    PerceptronClassifier,
)
from steersman.maths.lines import CommonMixture, CommonPoint
from steersman.session.lab.fits import (
    FittedLabModel,
)
from steersman.session.lab.points import LabPoints
from steersman.session.lab.shapes import (
    ProofValues,
)


def proof_values(points: LabPoints, fitted: FittedLabModel) -> ProofValues | None:
    """Why no line separates the classes, where a model needs one."""
    if fitted.mixture is not None and fitted.choice.options.get("kernel", "linear") != "linear":
        return kernel_proof(points, fitted.mixture)
    stuck = isinstance(fitted.model, PerceptronClassifier) and not fitted.model.converged_
    if (fitted.mixture is None and not stuck) or points.common is None:
        return None
    common = points.common
    return {
        "point": (float(common.point[0]), float(common.point[1])),
        "rows": common.rows.tolist(),
        "shares": common.shares.tolist(),
        "sentence": proof_sentence(points, common),
    }


def kernel_proof(points: LabPoints, mixture: CommonMixture) -> ProofValues:
    """The two mixtures that meet in the kernel's space."""
    positives = int(points.positive[mixture.rows].sum())
    negatives = len(mixture.rows) - positives
    # Rounded up, so that "at most" stays true.
    power = int(np.ceil(np.log10(max(mixture.distance, 1e-16))))
    return {
        "point": None,
        "rows": mixture.rows.tolist(),
        "shares": mixture.shares.tolist(),
        "sentence": (
            f"A mixture of {positives} positives and one of {negatives} negatives are at most "
            f"10^−{-power} apart in the kernel's space. A margin would have to fit between them."
        ),
    }


def proof_sentence(points: LabPoints, common: CommonPoint) -> str:
    """The mixture of positives that is a mixture of negatives, written out."""

    def mixture(positive: bool) -> str:
        terms = [
            f"{share_text(share)} ({points.X[row, 0]:.4g}, {points.X[row, 1]:.4g})"
            for row, share in zip(common.rows, common.shares)
            if points.positive[row] == positive
        ]
        return " + ".join(terms)

    x, y = common.point
    proof = (
        f"Positives: {mixture(True)}. Negatives: {mixture(False)}. Both give ({x:.4g}, {y:.4g}), "
    )
    return proof.replace("-", "−") + "which would have to lie on both sides of the line."


def share_text(share: float) -> str:
    """
    >>> share_text(0.5), share_text(1.0), share_text(0.1234)
    ('½ ·', '', '0.123 ·')
    """
    if share > 1 - 1e-9:
        return ""
    simple = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼"}
    near = Fraction(share).limit_denominator(4)
    text = simple.get(near) if abs(near - share) < 1e-9 else None
    return f"{text or f'{share:.3f}'} ·"
