"""Rows drawn to be labeled, and what their labels say so far."""

from __future__ import annotations

from dataclasses import dataclass

import narwhals as nw
import numpy as np

from steersman.data.files.csv_cells import csv_bytes
from steersman.errors import SteersmanError
from steersman.learn.explain import COMPARED_ROWS, RowReasons
from steersman.learn.files import NO_LABEL, needed_columns, raw_pipeline
from steersman.learn.monitor import BoundCheck, LabelingPlan, labeling_plan
from steersman.session.ledger import Ledger, Registry
from steersman.session.use.choice import UseChoice
from steersman.session.use.fed_rows import row_text
from steersman.session.use.watching import AllRows, Key, ModelInUse, Version, model_columns
from steersman.tasks import Task

FIRST_COUNT = 60
MOST_REASONS = 5


@dataclass(frozen=True, eq=False)
class RowPlan:
    """A plan with the rows it was drawn from, by their places among all rows."""

    plan: LabelingPlan
    pool: tuple[int, ...]

    @property
    def places(self) -> list[int]:
        """The rows to label, by their places among all rows, in order."""
        return [self.pool[at] for at in self.plan.rows.tolist()]


class RowDrawings:
    """The plans of the room, by what they depend on."""

    def __init__(self, models: ModelInUse, ledger: Ledger) -> None:
        self.models = models
        self.plans: Registry[Key, RowPlan] = ledger.registry()

    def plan(
        self, base: Version, version: Version, choice: UseChoice, task: Task
    ) -> RowPlan | None:
        """The plan that is drawn, if one is."""
        drawn = choice.drawn
        if drawn is None:
            return None
        before = choice.events[: drawn.events]
        key = (version.key, before, drawn)
        if key not in self.plans:
            rows = self.models.all_rows(base, before, task)
            pool = np.flatnonzero(rows.true == NO_LABEL)
            pool = pool[pool >= pool_start(rows)]
            if not len(pool):
                raise SteersmanError(
                    "every row has a label already",
                    todo="add rows without labels",
                    code="no-rows-to-label",
                )
            parts = []
            for file, first, after in rows.files:
                here = pool[(pool >= first) & (pool < after)] - first
                frame = self.models.rows_of(version, file, task).frame
                parts.append(frame[here.tolist()].select(model_columns(version.saved)))
            plan = labeling_plan(
                version.saved,
                nw.concat(parts).to_native(),
                drawn.count,
                even=drawn.even,
                random_state=drawn.seed,
            )
            self.plans[key] = RowPlan(plan, tuple(pool.tolist()))
        return self.plans[key]

    def checks(self, plan: RowPlan, base: Version, rows: AllRows) -> tuple[BoundCheck, ...]:
        """What the labels so far say about the limits, by the plan alone."""
        classes = np.asarray(base.saved.model.classes_).tolist()
        known = {
            at: classes[rows.true[place]]
            for at, place in zip(plan.plan.rows.tolist(), plan.places)
            if rows.true[place] != NO_LABEL
        }
        return plan.plan.judge(known)

    def text(self, base: Version, rows: AllRows, place: int, task: Task) -> tuple[str, bool]:
        """A row in words."""
        for file, first, after in rows.files:
            if first <= place < after:
                frame = self.models.rows_of(base, file, task).frame
                text = raw_pipeline(base.saved).steps[0][1].text
                shown = frame if text else frame.select(model_columns(base.saved))
                return row_text(shown, place - first, text)
        return "", False

    def reasons(
        self, version: Version, rows: AllRows, row: str, task: Task
    ) -> list[tuple[str, float]]:
        """What counts most for the decision about a row, compared with others of its file."""
        place = rows.keys.index(row)
        file, first, _ = next(each for each in rows.files if each[1] <= place < each[2])
        pipeline = raw_pipeline(version.saved)
        columns = needed_columns(pipeline)
        frame = self.models.rows_of(version, file, task).frame.select(columns)
        explainer = RowReasons(pipeline, MOST_REASONS)
        explainer.compare_with(pipeline[:2].transform(frame.head(COMPARED_ROWS).to_native()))
        at = place - first
        (found,) = explainer.of(pipeline[:2].transform(frame[at : at + 1].to_native()))
        return found

    def csv(self, plan: RowPlan, base: Version, rows: AllRows, task: Task) -> bytes:
        """The rows to label as a table with an empty label column."""
        lines: list[list[object]] = [["row", "text", "label"]]
        classes = np.asarray(base.saved.model.classes_).tolist()
        for place in plan.places:
            code = int(rows.true[place])
            label = "" if code == NO_LABEL else classes[code]
            lines.append([rows.keys[place], self.text(base, rows, place, task)[0], label])
        return csv_bytes(lines)


def pool_start(rows: AllRows) -> int:
    """The first row that may be drawn: the first of the newest file."""
    return rows.files[-1][1] if rows.files else 0
