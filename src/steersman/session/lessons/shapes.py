"""The list of lessons, and the shapes of their answers."""

from __future__ import annotations

from steersman.learn.lessons import PointSet
from steersman.maths.lessons.kmeans import Box, Half
from steersman.maths.lessons.line_losses import Loss
from steersman.session.lessons import (
    classes,
    em,
    kmeans,
    losses,
    mails,
    marks,
    models,
    neighbors,
    p_value,
    people,
    story,
    tables,
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
    "Loss": Loss,
    "PointSet": PointSet,
    "Side": Side,
    "World": World,
}
