"""The line of the plane as a classifier: what was set by hand, fitted on the same rows."""

from __future__ import annotations

import numpy as np

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.likelihood import CategoryCounts
from steersman.session.plane.fold_counts import PlaneModel
from steersman.session.plane.plane import Plane


def training_counts(counted: PlaneModel) -> CategoryCounts:
    """The counts of the rows outside and inside the category."""
    sides = counted.negative, counted.positive
    return CategoryCounts(
        np.array([float(side.documents) for side in sides]),
        np.array([side.features for side in sides]),
        counted.negative.plus(counted.positive),
    )


def plane_classifier(plane: Plane) -> LikelihoodSpaceClassifier:
    """The model of the present fold's training rows with the knobs, the priors and the line shown.

    Its features are the presences of the corpus; True means inside the category.
    """
    smoothing = plane.places.smoothing
    model = LikelihoodSpaceClassifier(
        smoothing.alpha, smoothing.beta, max_features=smoothing.features, curve=plane.curve
    )
    # A curve has no slope and intercept of its own: it is fitted.
    if plane.curve == 1:
        model.set_params(slope=plane.slope, intercept=plane.knobs["intercept"])
    if plane.whole is not None:
        return model.fit_counts(training_counts(plane.model), np.array([False, True]))
    rows = plane.counts.training_rows(plane.fold)
    return model.fit(plane.counts.corpus.present.rows(rows).matrix(), plane.counts.positive[rows])
