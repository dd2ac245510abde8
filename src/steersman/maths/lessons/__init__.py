"""Small problems of a first course, solved step by step."""

from steersman.maths.lessons.ascent import (
    AscentPath,
    batch_ascent,
    log_conditional_likelihood,
    stochastic_ascent,
)
from steersman.maths.lessons.dual_ascent import DualPath, DualState, dual_path, dual_state
from steersman.maths.lessons.em_bound import BoundStep, LineMixture, bound_steps
from steersman.maths.lessons.excess_risk import CrossingWorld, error_at, rate_exponent
from steersman.maths.lessons.gaussian_bayes import (
    ColumnGaussians,
    column_gaussians,
    densities,
    joint_and_posterior,
)
from steersman.maths.lessons.gaussian_mixture import (
    Gaussians,
    MixtureHalfRound,
    ellipse,
    gaussian_mixture_steps,
    round_gaussians,
)
from steersman.maths.lessons.generative_story import (
    DrawnDocuments,
    draw_documents,
    word_probabilities,
)
from steersman.maths.lessons.kmeans import (
    Box,
    Half,
    KMeansStep,
    kmeans,
    kmeans_steps,
    nearest_centers,
    random_centers,
    voronoi_cells,
)
from steersman.maths.lessons.line_losses import (
    LOSSES,
    Loss,
    huber_line,
    loss_values,
    penalized_loss,
)
from steersman.maths.lessons.mercer import (
    MercerExpansion,
    QuadraticForm,
    least_form,
    mercer_expansion,
    separable_share,
)
from steersman.maths.lessons.model_average import (
    average_chance,
    posterior_weights,
    priors_for_posterior,
    with_share,
)
from steersman.maths.lessons.neighbors import (
    decisions_for_all_k,
    grid_votes,
    held_out_errors,
    recommended_k,
    true_risks,
    vote_bounds,
)
from steersman.maths.lessons.perceptron import PerceptronTrace, homogeneous, perceptron_trace
from steersman.maths.lessons.simulated_square import (
    NoisySquare,
    draw_points,
    grid_points,
    recommended_neighbors,
)
from steersman.maths.lessons.word_bayes import (
    WeightedSum,
    count_filter,
    document_shares,
    presence_filter,
    word_shares,
)

__all__ = [
    "LOSSES",
    "AscentPath",
    "BoundStep",
    "Box",
    "ColumnGaussians",
    "CrossingWorld",
    "DrawnDocuments",
    "DualPath",
    "DualState",
    "Gaussians",
    "Half",
    "KMeansStep",
    "LineMixture",
    "Loss",
    "MercerExpansion",
    "MixtureHalfRound",
    "NoisySquare",
    "PerceptronTrace",
    "QuadraticForm",
    "WeightedSum",
    "average_chance",
    "batch_ascent",
    "bound_steps",
    "column_gaussians",
    "count_filter",
    "decisions_for_all_k",
    "densities",
    "document_shares",
    "draw_documents",
    "draw_points",
    "dual_path",
    "dual_state",
    "ellipse",
    "error_at",
    "gaussian_mixture_steps",
    "grid_points",
    "grid_votes",
    "held_out_errors",
    "homogeneous",
    "huber_line",
    "joint_and_posterior",
    "kmeans",
    "kmeans_steps",
    "least_form",
    "log_conditional_likelihood",
    "loss_values",
    "mercer_expansion",
    "nearest_centers",
    "penalized_loss",
    "perceptron_trace",
    "posterior_weights",
    "presence_filter",
    "priors_for_posterior",
    "random_centers",
    "rate_exponent",
    "recommended_k",
    "recommended_neighbors",
    "round_gaussians",
    "separable_share",
    "stochastic_ascent",
    "true_risks",
    "voronoi_cells",
    "vote_bounds",
    "with_share",
    "word_probabilities",
    "word_shares",
]
