"""The list of lessons, and the shapes of their answers."""

from __future__ import annotations

from steersman.learn.lessons import MachineKernel
from steersman.maths.lessons.line_losses import Loss
from steersman.session.lessons import (
    dimension,
    dual,
    folds,
    kernels,
    line,
    losses,
    mails,
    models,
    neighbors,
    people,
    rates,
    risk,
    tables,
    tube,
    wide,
)
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
)
QUESTIONS = {question.action: question for questions in LESSONS for question in questions}
FRAMES = {question.kind: question.shape for question in QUESTIONS.values()}
NEWS = {question.kind: question.shape for question in QUESTIONS.values() if question.study}
NAMED = {
    "Interval": Interval,
    "Loss": Loss,
    "Side": Side,
    "World": World,
    "StartLine": rates.StartLine,
    "KernelName": kernels.KernelName,
    "MachineKernel": MachineKernel,
}
