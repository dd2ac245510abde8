"""The list of lessons, and the shapes of their answers."""

from __future__ import annotations

from steersman.learn.lessons import MachineKernel, PointSet
from steersman.maths.lessons import Box, Half, Loss
from steersman.session.lessons import (
    classes,
    dimension,
    dual,
    em,
    folds,
    kernels,
    kmeans,
    line,
    losses,
    mails,
    marks,
    models,
    neighbors,
    p_value,
    people,
    rates,
    risk,
    story,
    tables,
    tube,
    wide,
)
from steersman.session.lessons.kmeans import GroupMethod
from steersman.session.lessons.lesson import Interval
from steersman.session.lessons.models import Side, World

# A new lesson is one more line here.
LESSONS = (
    people.QUESTIONS,
    mails.QUESTIONS,
    tables.QUESTIONS,
    neighbors.QUESTIONS,
    losses.QUESTIONS,
    models.QUESTIONS,
    line.QUESTIONS,
    rates.QUESTIONS,
    risk.QUESTIONS,
    folds.QUESTIONS,
    dimension.QUESTIONS,
    dual.QUESTIONS,
    kernels.QUESTIONS,
    wide.QUESTIONS,
    tube.QUESTIONS,
    kmeans.QUESTIONS,
    em.QUESTIONS,
    story.QUESTIONS,
    classes.QUESTIONS,
    marks.QUESTIONS,
    p_value.QUESTIONS,
)
QUESTIONS = {question.action: question for questions in LESSONS for question in questions}
FRAMES = {question.kind: question.shape for question in QUESTIONS.values()}
NEWS = {question.kind: question.shape for question in QUESTIONS.values() if question.study}
NAMED = {
    "Box": Box,
    "GroupMethod": GroupMethod,
    "Half": Half,
    "Interval": Interval,
    "KernelName": kernels.KernelName,
    "Loss": Loss,
    "MachineKernel": MachineKernel,
    "PointSet": PointSet,
    "Side": Side,
    "StartLine": rates.StartLine,
    "World": World,
}
