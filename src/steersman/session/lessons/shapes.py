"""The list of lessons, and the shapes of their answers."""

from __future__ import annotations

from steersman.maths.lessons.line_losses import Loss
from steersman.session.lessons import losses, mails, models, neighbors, people, tables
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
)
QUESTIONS = {question.action: question for questions in LESSONS for question in questions}
FRAMES = {question.kind: question.shape for question in QUESTIONS.values()}
NEWS = {question.kind: question.shape for question in QUESTIONS.values() if question.study}
NAMED = {"Interval": Interval, "Loss": Loss, "Side": Side, "World": World}
