"""A classifier that finds the model within given limits on its errors."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Self, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d, indexable

from steersman.errors import SteersmanError
from steersman.learn.automatic.candidates import (
    Candidates,
    checked_estimator,
    default_candidates,
    named_candidates,
)
from steersman.learn.automatic.family_trial import (
    FamilyScore,
    FamilyTrial,
    TrialRules,
)
from steersman.learn.automatic.first_look import promising_families
from steersman.learn.automatic.fit_rows import FitRows, checked_labels
from steersman.learn.automatic.fold_models import FoldModels, UnseenScores
from steersman.learn.automatic.score_blend import ScoreBlend
from steersman.learn.automatic.steered_report import SteeredReport
from steersman.learn.automatic.trial_time import OutOfTimeError, Progress, TrialTime
from steersman.learn.blas import one_blas_thread
from steersman.learn.promises import check_confidence, promise_for, unpromised_reason
from steersman.learn.steering import (
    KEEP,
    UNSEEN,
    Rows,
    Scores,
    Steering,
    ThresholdedClassifier,
    column_of,
    steer,
)
from steersman.learn.wants import Objective, Want, reached_text, violation_text

Floats = NDArray[np.float64]


def gives_probabilities(model: SteeredClassifier) -> bool:
    """Whether `predict_proba` exists: the estimator given has it, or several are averaged."""
    if model.estimator is None:
        return True
    return hasattr(getattr(model, "model_", model.estimator), "predict_proba")


class SteeredClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Any classifier or pipeline, fitted and steered to a want.

    X is handed to the classifier as it is: an array, a sparse matrix, a pandas or polars frame for
    a column pipeline, a list of texts for a text pipeline, missing values included.

    *Without a confidence* every row is scored by a model that did not see it (`cv` folds). The
    cut-off is solved on those scores with a safety margin: the next sample of the same size should
    break the want with a chance of at most `risk`; where up to three errors are allowed, that takes
    a cut-off beyond all rows, placed as if scores fell off exponentially there. The classifier is
    then fitted on all rows.
    Counts in the want mean counts among as many rows as X has.

    *With a confidence* no row is used twice: the classifier is fitted on one part (1 - `holdout`)
    of the rows, and the cut-off taken from the rest so that rates hold on new data with that
    probability. This is proven for rows drawn alike. Counts cannot be promised: a want of counts
    alone is fitted as without a confidence; with rates they are scaled to the rows held out.

    *With a confidence and `cross_fit`* all rows are used for both: one model for each fold, fitted
    on the others, and one cut-off that passes the same test on the scores of all rows, each by the
    model that did not see it. New rows are decided by the mean score of the fold models. This is
    **not proven**: fold models share training rows, and their mean is not any one of them. It
    holds about as often as asked where single rows change the models little (docs/steering.md has
    figures); leave `cross_fit` out for a proof.

    With several `candidates` each is tried by nested cross-validation, each fold decided by a
    cut-off that the other folds chose; the best `blend` of them are averaged, unless a single one
    is better by more than a standard error. Of more than 1,000 rows, a sample decides first which
    candidates are tried on all.

    Parameters
    ----------
    estimator : classifier or Pipeline, optional
        Classifier to steer. Without it, and without `candidates`, several families are tried that
        fit the rows: a line in the plane (for counts), logistic regression, a martingale program,
        a support vector machine, forests and boosted trees.
    want : str, array-like, Want or None
        Limits on the errors, and what to make the best of within them; None moves no cut-off.
    confidence : float, optional
        Probability with which rates should hold on new data.
    cross_fit : int, optional
        Number of fold models that are kept and averaged. For one estimator.
    candidates : list, list of (name, classifier) pairs or mapping, optional
        Classifiers to choose from, in place of `estimator`.
    objective : str or Objective, optional
        What to make as good as possible within the want, such as "maximize recall"; "keep" leaves
        the cut-off where it meets the want already. Without one: the balanced accuracy, and with a
        confidence the other errors.
    cv : int
        Number of folds.
    blend : int
        Most candidates to average.
    risk : float
        Chance of breaking the want on the next sample that the safety margin allows.
    holdout : float
        Share of the rows that the cut-off is taken from, with a confidence.
    positive : label, optional
        Class that bounds without a class are about.
    budget : float, optional
        Seconds for trying candidates: those that cannot be ready in time are skipped, and an
        interrupt goes on with those that are. Candidates that were quick on the sample come first;
        the first is always fitted. More than 5,000 rows are compared on a part of them where all
        would take longer than 10 seconds and half a fit of the best; the choice is then fitted on
        all of them, or on as many as 10 seconds and two fits of the slowest chosen leave time for.
        Where time is short, the same seed may choose differently on another machine.
    progress : callable, optional
        Called with what is tried, and None.
    random_state : int, RandomState or None
        Seed of folds and default candidates.

    Attributes
    ----------
    model_ : ThresholdedClassifier
        The fitted classifier at its cut-off; `model_.estimator_` is the classifier.
    report_ : SteeredReport
        What was tried and chosen, and what can be relied on (`report_.assurance`).
    classes_ : ndarray
        The classes in sorted order.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    >>> model = SteeredClassifier(LogisticRegression(max_iter=5000), "fpr <= 5%", random_state=0)
    >>> model.fit(X, y).report_.met
    True
    >>> model.feature_names_in_[:2]
    array(['mean radius', 'mean texture'], dtype=object)
    """

    classes_: NDArray[np.generic]
    model_: ThresholdedClassifier
    report_: SteeredReport

    def __init__(
        self,
        estimator: BaseEstimator | None = None,
        want: str | ArrayLike | Want | None = None,
        confidence: float | None = None,
        *,
        cross_fit: int | None = None,
        candidates: Candidates | None = None,
        objective: str | Objective | None = None,
        cv: int = 5,
        blend: int = 3,
        risk: float = 0.05,
        holdout: float = 0.4,
        positive: object = None,
        budget: float | None = None,
        progress: Progress | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.estimator = estimator
        self.want = want
        self.confidence = confidence
        self.cross_fit = cross_fit
        self.candidates = candidates
        self.objective = objective
        self.cv = cv
        self.blend = blend
        self.risk = risk
        self.holdout = holdout
        self.positive = positive
        self.budget = budget
        self.progress = progress
        self.random_state = random_state

    def fit(self, X: Rows, y: ArrayLike, **params: object) -> Self:
        """Fit, choose and steer.

        Parameters
        ----------
        X : array-like, sparse matrix, frame or list of str
            Rows in any form that the classifier takes.
        y : array-like of shape (rows,)
            Labels of the rows.
        **params : dict
            `groups`: rows of one group stay on one side of every split. `sample_weight` and others
            are passed to the classifier's `fit` (by metadata routing where it is enabled); limits
            count rows, not weights.

        Returns
        -------
        SteeredClassifier
            The fitted classifier itself.
        """
        data = self._fit_rows(X, y, params)
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self._refuse_bad_settings()
        want = self._parsed_want()
        with one_blas_thread():
            if self.confidence is None or want is None or not want.has_rates:
                if want is not None and (want.groupings or want.cost_column):
                    self._fit_by_rows(data, seed, want)
                else:
                    self._fit_with_margin(data, seed, want)
            elif self.cross_fit is None:
                self._fit_with_promise(data, seed, want)
            else:
                self._fit_fold_models(data, seed, want)
        first = self.model_.estimator_
        first = first.members[0] if isinstance(first, ScoreBlend | FoldModels) else first
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(first, name):
                setattr(self, name, getattr(first, name))
        return self

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix, frame or list of str
            Rows in any form that the classifier takes.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        check_is_fitted(self)
        return self.model_.predict(X)

    def decision_function(self, X: Rows) -> Floats:
        """(rows,) above 0 for the second class, or (rows, classes), highest for the one chosen.

        Parameters
        ----------
        X : array-like, sparse matrix, frame or list of str
            Rows in any form that the classifier takes.

        Returns
        -------
        ndarray of shape (n_rows,) or (n_rows, n_classes)
            Scores; of two classes, above 0 for the second.
        """
        check_is_fitted(self)
        return self.model_.decision_function(X)

    @available_if(gives_probabilities)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Rows) -> Floats:
        """(rows, classes): the classifier's own probabilities, which the cut-off leaves alone.

        Parameters
        ----------
        X : array-like, sparse matrix, frame or list of str
            Rows in any form that the classifier takes.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        check_is_fitted(self)
        shares: Floats = self.model_.predict_proba(X)
        return shares

    def get_metadata_routing(self) -> MetadataRouter:
        """What the classifier and the splits request of `fit`, for scikit-learn's routing.

        Returns
        -------
        MetadataRouter
            The requests of the estimator, or of each candidate, and of the splits.
        """
        fits = MethodMapping().add(caller="fit", callee="fit")
        router = MetadataRouter(owner=self).add(
            splitter=StratifiedGroupKFold(),
            method_mapping=MethodMapping().add(caller="fit", callee="split"),
        )
        if self.estimator is not None:
            return router.add(estimator=self.estimator, method_mapping=fits)
        given = {} if self.candidates is None else named_candidates(self.candidates)
        for name, model in given.items():
            router.add(**{name: model}, method_mapping=fits)
        return router

    def _fit_rows(self, X: Rows, y: ArrayLike, params: dict[str, object]) -> FitRows:
        """The rows with their classes, checked, and what goes with them to `fit`."""
        labels = column_or_1d(checked_labels(X, y), warn=True)
        check_classification_targets(labels)
        X, labels = indexable(X, labels)
        classes, codes = np.unique(labels, return_inverse=True)
        passed, groups = self._fit_params_and_groups(params)
        data = FitRows(X, codes.astype(np.int64), classes, passed, groups).without_weightless()
        counts = np.bincount(data.codes, minlength=len(classes))
        if len(counts) < 2 or counts.min() < 2:
            fewest = int(counts.min(initial=len(labels)))
            weighed = " of sample_weight above 0" if len(data) < len(labels) else ""
            raise SteersmanError(
                f"too few rows{weighed}: {len(counts)} class(es), the smallest with {fewest}",
                todo="pass at least two classes with two rows each",
                code="too-few-rows",
                classes=len(counts),
                rows=fewest,
            )
        self.classes_ = classes
        return data

    def _fit_params_and_groups(
        self, params: dict[str, object]
    ) -> tuple[dict[str, object], NDArray[np.generic] | None]:
        """What is passed on to the classifiers' `fit`, and the groups."""
        passed, groups = dict(params), params.get("groups")
        passed.pop("groups", None)
        if params and get_config()["enable_metadata_routing"]:
            routed = process_routing(self, "fit", **params)
            groups = routed.splitter.split.get("groups")
            # Candidates may request different things; what the first requests is passed to all.
            first = next((name for name in routed if name != "splitter"), None)
            passed = {} if first is None else dict(routed[first].fit)
        kept = {name: value for name, value in passed.items() if value is not None}
        return kept, None if groups is None else np.asarray(groups)

    def _refuse_bad_settings(self) -> None:
        shares = {"risk": self.risk, "holdout": self.holdout}
        least = {"cv": (self.cv, 2), "blend": (self.blend, 1)}
        if self.cross_fit is not None:
            least["cross_fit"] = (self.cross_fit, 2)
        bad = [(name, "a value between 0 and 1") for name, x in shares.items() if not 0 < x < 1]
        bad += [(name, f"at least {low}") for name, (x, low) in least.items() if x < low]
        if self.budget is not None and self.budget <= 0:
            bad.append(("budget", "a number of seconds above 0"))
        for name, allowed in bad:
            raise SteersmanError(
                f"{name} is {getattr(self, name)}",
                todo=f"use {allowed}",
                code="bad-setting",
                name=name,
                value=getattr(self, name),
            )
        if self.confidence is not None:
            check_confidence(self.confidence)
        if self.cross_fit is not None and self.estimator is None:
            raise SteersmanError(
                "fold models are for one estimator: choosing among several on the same rows would "
                "void what the cut-off was tested for",
                todo="pass estimator=, or leave cross_fit out",
                code="cross-fit-candidates",
            )

    def _parsed_want(self) -> Want | None:
        if self.want is None:
            return None
        want = Want(self.want)
        if self.objective is None or self.objective == KEEP:
            return want
        return want.with_objective(self.objective)

    def _trial(self, data: FitRows, seed: int, want: Want | None, rows: int) -> FamilyTrial:
        """The estimator, or the candidates, tried on rows; counts wanted are of `rows` rows.

        Limits that single rows decide are not tried: all rows together are.
        """
        if want is not None and (want.groupings or want.cost_column):
            want = want.for_all_rows()
        ends_at = np.inf if self.budget is None else monotonic() + self.budget
        time = TrialTime(ends_at, progress=self.progress)
        rules = TrialRules(want, self.positive, self.risk, rows, keep=self.objective == KEEP)
        if self.estimator is not None:
            families = checked_estimator(self.estimator, self.candidates)
        elif self.candidates is not None:
            families = named_candidates(self.candidates)
        else:
            families = default_candidates(data.X, seed, len(data.classes))
        looked = promising_families(families, data, rules, most=self.blend, seed=seed, time=time)
        time = looked.trial.time if looked.trial is not None else time
        count = self.cross_fit or self.cv
        part = looked.rows(data, time, count - 1, seed)
        folds = part.folds(count, seed)
        averaged = self.estimator is None
        time = replace(time, seconds=looked.seconds)
        spare = looked.trial is not None and time.has_end
        try:
            trial = FamilyTrial.of(
                looked.families, part, rules, folds, averaged=averaged, time=time, spare=spare
            )
        except (OutOfTimeError, KeyboardInterrupt):
            if looked.trial is None or not spare:
                raise
            # Of what is on all rows nothing is ready: the sample has to do.
            return replace(looked.trial, skipped=looked.skipped)
        everything = data if time.has_end and averaged else None
        return replace(trial, skipped=looked.skipped + trial.skipped, everything=everything)

    def _fit_with_margin(self, data: FitRows, seed: int, want: Want | None) -> None:
        """Steer on scores of all rows by models that did not see them, then fit on all."""
        trial = self._trial(data, seed, want, len(data))
        ranked = trial.family_scores()
        names, expected = trial.choose_families(ranked, self.blend)
        model, scores, rows = self._fitted_on_all(trial, names)
        data = trial.data
        setting = trial.rules.setting(scores, data.codes, data.classes)
        self.model_ = ThresholdedClassifier.around(model, setting)
        bound = trial.rules.bound_want(data.codes, data.classes)
        report = SteeredReport(
            "" if bound is None else str(bound),
            names,
            tuple(ranked),
            expected.matrix,
            met=True,
            code="already-met",
            reason=f"balanced accuracy {expected.balanced_accuracy:.3f} on rows kept apart",
            assurance="expected",
            skipped=trial.skipped,
            fitted_rows=len(rows),
        )
        if bound is None:
            self.report_ = report
            return
        if not bound.is_met(expected.matrix):
            reason = violation_text(bound.violations(expected.matrix)[0], bound, expected.matrix)
            self.report_ = replace(
                report, met=False, code="closest", reason=reason, assurance="none"
            )
            return
        reached = "; ".join(reached_text(each, bound, expected.matrix) for each in bound.bounds)
        reason = f"{reached or report.reason}, on rows kept apart" if reached else report.reason
        if self.confidence is not None:
            sums = np.bincount(data.codes).astype(np.float64)
            counted = promise_for(bound, sums, self.confidence).counted_bounds
            reason += f"; {unpromised_reason([each.instead for each in counted])}"
        self.report_ = replace(report, code="met", reason=reason)

    def _fit_by_rows(self, data: FitRows, seed: int, want: Want) -> None:
        """Steer on scores of all rows by models that did not see them, under limits that single
        rows decide; no margin is kept. Families are chosen by all rows together."""
        trial = self._trial(data, seed, want, len(data))
        ranked = trial.family_scores()
        names, _ = trial.choose_families(ranked, self.blend)
        model, scores, rows = self._fitted_on_all(trial, names)
        here = want.scaled_by(len(trial.data) / len(data))
        steering, setting = self._unseen_steering(scores, trial.data, here)
        self.model_ = ThresholdedClassifier.around(model, setting)
        report = report_of(steering, want, names, "these-rows")
        self.report_ = replace(
            report, candidates=tuple(ranked), skipped=trial.skipped, fitted_rows=len(rows)
        )

    def _fitted_on_all(
        self, trial: FamilyTrial, names: tuple[str, ...]
    ) -> tuple[object, Scores, FitRows]:
        """A model fitted on all rows, scores of those of the trial by models that did not see them,
        and the rows it was fitted on after all."""
        if trial.averaged:
            return fitted_blend(trial, names)
        (members,) = trial.models.values()
        (scores,) = trial.unseen.values()
        rows = trial.rows_to_fit(names)
        if self.cross_fit is not None:
            return FoldModels(tuple(members)), scores, rows
        model = rows.fit_copy(members[0])
        (name,) = trial.models
        change = trial.scale_change(name, model, rows)
        return model, scores._replace(values=change.back(scores.values)), rows

    def _unseen_steering(
        self, scores: Scores, data: FitRows, want: Want
    ) -> tuple[Steering, float | Floats | None]:
        """The steering of known scores of all rows, and the setting that it led to."""
        unseen = UnseenScores(scores, data.classes)
        beside = columns_beside(want, data.X)
        steering = self._steering(unseen, np.arange(len(data)), data.y, want, beside)
        found = steering.model
        if isinstance(found, ThresholdedClassifier):
            # The scores steered are measured from the start.
            return steering, found.setting() + scores.start
        return steering, None

    def _fit_with_promise(self, data: FitRows, seed: int, want: Want) -> None:
        """Choose and fit on one part of the rows, steer on the rest."""
        # A promise needs scores that learned nothing from the rows on which the cut-off is chosen.
        kept, held = data.split(self.holdout, seed)
        here = want.scaled_by(len(held) / len(data))
        training = data.at(kept)
        if self.estimator is not None:
            names = tuple(checked_estimator(self.estimator, self.candidates))
            model = training.fit_copy(self.estimator)
            ranked: tuple[FamilyScore, ...] = ()
            skipped: tuple[str, ...] = ()
            rows_fitted = len(training)
        else:
            trial = self._trial(training, seed, want, len(data))
            ranked, skipped = tuple(trial.family_scores()), trial.skipped
            names, _ = trial.choose_families(ranked, self.blend)
            model, _, fit_rows = fitted_blend(trial, names)
            rows_fitted = len(fit_rows)
        rows = data.rows(held)
        steering = self._steering(model, rows, data.y[held], here, columns_beside(want, rows))
        moved = steering.model
        self.model_ = (
            moved
            if isinstance(moved, ThresholdedClassifier)
            else ThresholdedClassifier.around(model, None)
        )
        self.report_ = replace(
            report_of(steering, want, names, "guaranteed"),
            candidates=ranked,
            skipped=skipped,
            fitted_rows=rows_fitted,
            reason=steering.reason + scaled_note(here, want, len(held), len(data)),
            promises=steering.guarantees,
        )

    def _fit_fold_models(self, data: FitRows, seed: int, want: Want) -> None:
        """Steer the pooled scores of fold models, which are all kept."""
        trial = self._trial(data, seed, want, len(data))
        (name, members), (scores,) = *trial.models.items(), trial.unseen.values()
        steering, setting = self._unseen_steering(scores, data, want)
        self.model_ = ThresholdedClassifier.around(FoldModels(tuple(members)), setting)
        self.report_ = report_of(steering, want, (name,), "cross-fitted")

    def _steering(
        self, model: object, X: Rows, y: ArrayLike, want: Want, beside: RowValues
    ) -> Steering:
        keep = KEEP if self.objective == KEEP else None
        found = steer(
            model,
            X,
            y,
            want,
            self.confidence,
            positive=self.positive,
            objective=keep,
            **beside,
        )
        # Rows are steered on by models that were not fitted on them.
        return replace(found, fitted=UNSEEN)

    def __sklearn_tags__(self) -> object:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.input_tags = get_tags(self.estimator).input_tags
        else:
            tags.input_tags.sparse = tags.input_tags.allow_nan = self.candidates is None
        return tags


class RowValues(TypedDict, total=False):
    """Arguments of `steer`: the groups of rows by name, and the cost of an error on each."""

    groups: dict[str, ArrayLike]
    cost_column: ArrayLike


def columns_beside(want: Want, X: Rows) -> RowValues:
    """The columns of a frame that a want names; nothing where it names none."""
    found: RowValues = {}
    if want.groupings:
        found["groups"] = {name: column_of(X, name) for name in want.groupings}
    if want.cost_column:
        found["cost_column"] = column_of(X, want.cost_column)
    return found


def report_of(
    steering: Steering, want: Want, names: tuple[str, ...], assurance: object
) -> SteeredReport:
    """The report of a steering with a confidence."""
    return SteeredReport(
        str(want),
        names,
        (),
        steering.after,
        steering.met,
        steering.code,
        steering.reason,
        assurance=assurance if steering.met else "none",  # type: ignore[arg-type]
    )


def scaled_note(here: Want, want: Want, held: int, rows: int) -> str:
    """What counts mean on rows held out, if the want has any."""
    return f"; counts are those of {held} of the {rows} rows" if here != want else ""


def fitted_blend(trial: FamilyTrial, names: tuple[str, ...]) -> tuple[ScoreBlend, Scores, FitRows]:
    """The chosen families fitted and averaged, the unseen scores of the trial, and the rows of the
    fit."""
    rows = trial.rows_to_fit(names)
    trial.time.tell(f"fitting {' + '.join(names)} on {len(rows):,} rows")
    try:
        fitted = [rows.fit_copy(trial.models[name][0]) for name in names]
    except KeyboardInterrupt:
        if not trial.time.has_end:
            raise
        # Those of the first fold are ready.
        rows = trial.data.at(trial.folds[0][0])
        fitted = [trial.models[name][0] for name in names]
    unseen = [trial.unseen[name].values for name in names]
    changes = [trial.scale_change(name, model, rows) for name, model in zip(names, fitted)]
    blend, scores = ScoreBlend.of(fitted, unseen, trial.data.y, changes)
    return blend, Scores(scores, blend.start()), rows
