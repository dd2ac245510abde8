"""Recipes: how a model was made, so that it can be made again from other rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from sklearn.base import ClassifierMixin
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier

from steersman.learn.catalog import BY_NAME, model_named
from steersman.learn.martingale import Granularity
from steersman.learn.wants import Want

Learner = Literal["auto", "linear", "rbf", "both", "tree"]
LEARNERS: tuple[Learner, ...] = get_args(Learner)
TREE_DEPTH, TREE_LEAF = 3, 5
PROGRAMS = ("martingale", "adaptive")
"""Models of the catalog that are programs of nodes, with the settings of programs."""
WEAK_UNDER = 0.3  # the advantage under which a node of a program is weak, as published


@dataclass(frozen=True)
class Recipe:
    """A model of the catalog with its settings, and the want that it is steered to, if any.

    `levels`, `freeze`, `granularity`, `learner`, `threshold` and `published` matter to programs.
    Counts in the want are of so many `rows` (0: of all that are compared); `costs` price
    them, and `prior` is the share of the class to catch in use.
    `lost` says in words what of the original cannot be made again. `calibration` is the method by
    which its probabilities are calibrated, if they are. Its guarantee shares the risk with `among`
    models, itself included.
    """

    name: str
    model: str
    levels: int = 15
    freeze: float = 0.1
    granularity: Granularity = "root"
    learner: Learner = "auto"
    want: str = ""
    confidence: float | None = None
    costs: tuple[tuple[float, ...], ...] = ()
    rows: int = 0
    lost: str = ""
    threshold: float = WEAK_UNDER
    prior: float | None = None
    calibration: str = ""
    among: int = 1
    published: bool = False

    @property
    def title(self) -> str:
        """The model's name in the catalog.

        >>> Recipe("mine", "forest").title
        'Random forest'
        """
        return BY_NAME[self.model].title if self.model in BY_NAME else self.model

    @property
    def family(self) -> str:
        """The model's name in the catalog, with the levels of a program.

        >>> Recipe("mine", "martingale", levels=5).family
        'Martingale program, 5 levels'
        """
        if self.model not in PROGRAMS:
            return self.title
        return f"{self.title}, {self.levels} levels{', as published' if self.published else ''}"

    @property
    def nameless(self) -> Recipe:
        """This recipe without names, so that equal recipes compare as equal."""
        return replace(self, name="", lost="")

    @property
    def risk(self) -> float:
        """The risk that its guarantee takes; 0 where nothing is guaranteed."""
        if self.confidence is None or not self.want or not Want(self.want).has_rates:
            return 0.0
        return (1.0 - self.confidence) / self.among

    def steered_to(
        self,
        want: str,
        rows: int,
        confidence: float | None,
        costs: tuple[tuple[float, ...], ...],
        prior: float | None = None,
    ) -> Recipe:
        """The recipe of this model after steering on so many rows; the newest want counts."""
        return replace(self, want=want, rows=rows, confidence=confidence, costs=costs, prior=prior)

    def summary(self) -> str:
        """The recipe in a few words.

        >>> Recipe("mine", "forest", want="fp <= 3", rows=300).summary()
        'Random forest, steered to fp <= 3 of 300 rows'
        """
        parts = [self.family]
        if self.want:
            chosen = f" as one of {self.among} models" if self.among > 1 else ""
            promised = (
                f", guaranteed with {self.confidence:.0%} confidence{chosen}" if self.risk else ""
            )
            counted = f" of {self.rows:,} rows" if self.rows else ""
            parts.append(f"steered to {self.want}{counted}{promised}")
        if self.calibration:
            parts.append(f"calibrated ({self.calibration})")
        return ", ".join(parts)


def choice_cautions(recipes: Sequence[Recipe]) -> list[str]:
    """A sentence on what is left of the confidence for the best of several guaranteed models.

    >>> steered = Recipe("a", "forest", want="fpr <= 5%", confidence=0.95)
    >>> choice_cautions([steered, replace(steered, name="b")])[0][:60]
    '2 of these models are guaranteed, each by itself. For the be'
    >>> choice_cautions([replace(steered, among=2), replace(steered, name="b", among=2)])
    []
    """
    risks = [recipe.risk for recipe in recipes if recipe.risk]
    asked = [1.0 - (recipe.confidence or 0.0) for recipe in recipes if recipe.risk]
    if len(risks) < 2 or sum(risks) <= max(asked) + 1e-9:
        return []
    return [
        f"{len(risks)} of these models are guaranteed, each by itself. For the best of them, the "
        f"confidence is {max(0.0, 1.0 - sum(risks)):.0%}. In Steer, Guarantee the choice shares "
        "the risk."
    ]


def program_settings(recipe: Recipe) -> dict[str, object]:
    """The settings of a recipe as its class takes them; none of other models than programs.

    >>> program_settings(Recipe("mine", "adaptive", levels=5))
    {'n_levels': 5, 'freeze': True, 'features': 'auto'}
    """
    if recipe.model not in PROGRAMS:
        return {}
    settings: dict[str, object] = {"n_levels": recipe.levels}
    # 0 means never to freeze, which the classes write as False.
    settings["freeze"] = recipe.freeze or False
    if recipe.model == "adaptive":
        settings["freeze"] = recipe.freeze > 0
    else:
        settings["granularity"] = recipe.granularity
    if recipe.learner == "tree":
        settings["estimator"] = DecisionTreeClassifier(
            max_depth=TREE_DEPTH, min_samples_leaf=TREE_LEAF
        )
    else:
        settings["features"] = recipe.learner
    if recipe.model == "martingale" and recipe.threshold != WEAK_UNDER:
        settings["threshold"] = recipe.threshold
    return settings | (published_settings(recipe) if recipe.published else {})


def published_settings(recipe: Recipe) -> dict[str, object]:
    """What makes a program the algorithm of its paper: rows move on by votes that learned from
    them, nodes stand alone, and steering tunes penalties.
    """
    settings: dict[str, object] = {"routing": "resubstitution", "draw_to_root": False}
    if recipe.learner == "auto":
        settings["features"] = "linear"
    if recipe.model == "martingale":
        settings["ties"] = "first"
    if recipe.model == "martingale" and recipe.learner != "tree":
        settings["tuning"] = "penalties"
    return settings


def unfitted_model(recipe: Recipe, *, sparse: bool) -> ClassifierMixin | Pipeline:
    """The model of a recipe before it has seen any row."""
    return model_named(recipe.model, sparse=sparse, settings=program_settings(recipe))
