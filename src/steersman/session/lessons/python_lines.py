"""The few lines of Python that come to the figures of a lesson."""

from __future__ import annotations

from steersman.session.lessons.actions import (
    LessonAverage,
    LessonLosses,
    LessonMails,
    LessonModels,
    LessonNeighbors,
    LessonPeople,
    LessonTables,
    LessonZones,
)


def rows_text(rows: tuple[tuple[float, ...], ...]) -> str:
    """Rows of numbers, one a line."""
    lines = "".join(f"    {list(row)},\n" for row in rows)
    return f"np.array([\n{lines}])"


def people_lines(asked: LessonPeople) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import column_gaussians, densities, joint_and_posterior

people = {rows_text(asked.rows)}  # height, weight, foot
male = np.array({list(asked.male)})
person = np.array({list(asked.person)})

# without unbiased=True these are the posteriors of sklearn's GaussianNB(var_smoothing=0)
fitted = column_gaussians(people, np.where(male, 0, 1), unbiased={asked.unbiased})
product, posterior = joint_and_posterior(fitted, person)
print("densities", densities(fitted, person))
print("products, male and female", product)
print("posteriors", posterior)
"""


def mails_lines(asked: LessonMails) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import document_shares, word_shares

mails = {rows_text(asked.rows)}
spam = np.array({list(asked.spam)})
new, smoothing = np.array({list(asked.mail)}), {asked.smoothing!r}

members = np.vstack([~spam, spam]).astype(float)
prior = members.sum(axis=1) / len(spam)
by_mails = document_shares(members @ (mails > 0), members.sum(axis=1), smoothing)
by_words = word_shares(members @ mails, smoothing)
products = {{
    "Bernoulli": prior * np.where(new > 0, by_mails, 1 - by_mails).prod(axis=1),
    "multinomial": prior * (by_words**new).prod(axis=1),
    "as printed": prior * np.where(new > 0, by_words, 1 - by_words).prod(axis=1),
}}
for name, product in products.items():
    print(name, "P(spam)", product[1] / product.sum())
print("line", mails @ {list(asked.weights)} > {asked.threshold!r})
p, n = mails[spam].mean(axis=0), mails[~spam].mean(axis=0)
print("centers: w", p - n, "t", (p @ p - n @ n) / 2)
"""


def tables_lines(asked: LessonTables) -> str:
    return f"""\
import numpy as np

score = round(sum({list(asked.scores)}), 10)
print("score", score, "junk" if score >= {asked.threshold!r} else "kept")

bins, columns, classes = {asked.bins}, {asked.columns}, {asked.classes}
print("cells", bins**columns, "naively", bins * columns)
print("Gaussian parameters", classes - 1 + columns * 2 * classes)

n, d = {asked.points}, {asked.dimensions}
print("neighbors", n ** (2 / (2 + d)), "excess error", n ** (-2 / (2 + d)))

x, y = np.array({list(asked.first)}), np.array({list(asked.second)})
lifted = [np.array([a * a, np.sqrt(2) * a * b, b * b]) for a, b in (x, y)]
print("kernel", (x @ y) ** 2, "lifted", lifted[0] @ lifted[1])
"""


def neighbors_lines(asked: LessonNeighbors) -> str:
    return f"""\
from steersman.learn.lessons import mean_interval, neighbor_study
from steersman.maths.lessons import NoisySquare, recommended_neighbors
from steersman.tasks import Task

square, n = NoisySquare(p={asked.p!r}, q={asked.q!r}), {asked.points}
*_, study = neighbor_study(square, n, draws={asked.draws}, seed={asked.seed}, task=Task())
means = study.risks.mean(axis=0)
print("Bayes error", square.bayes_error)
print("one neighbor [95 %]", mean_interval(study.risks[:, 0]))
print("least with", means.argmin() + 1, "neighbors:", means.min())
print("recommended", recommended_neighbors(n))
print("chosen by cross-validation [95 %]", mean_interval(study.chosen_risks))
"""


def zones_lines(asked: LessonZones) -> str:
    return f"""\
import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from steersman.maths.lessons import NoisySquare, draw_points, grid_points

square = NoisySquare(p={asked.p!r}, q={asked.q!r})
stream = np.random.SeedSequence({asked.seed}).spawn({asked.draw + 1})[-1]
X, y = draw_points(square, {asked.points}, np.random.default_rng(stream))
model = KNeighborsClassifier({asked.neighbors}).fit(X, y)
at = grid_points(80)
chance = square.chances(at)
print("error on new points", np.where(model.predict(at) == 1, 1 - chance, chance).mean())
print("on its own", (model.predict(X) != y).mean())
"""


def losses_lines(asked: LessonLosses) -> str:
    return f"""\
import numpy as np
from steersman.learn.lessons import LineKnobs, fitted_lines

x = np.array({list(asked.x)})
y = np.array({list(asked.y)})
knobs = LineKnobs(epsilon={asked.epsilon!r}, c={asked.c!r}, sigma={asked.sigma!r})
for line in fitted_lines(x, y, knobs):
    print(line.loss, line.slope, line.intercept, "by", line.fitted_by)
"""


def models_lines(asked: LessonModels) -> str:
    moved = ""
    if asked.moved is not None and asked.share == "prior":
        moved = f"priors = with_share(priors, {asked.moved}, {asked.to!r})\n"
    elif asked.moved is not None:
        moved = (
            f"wanted = with_share(posterior_weights(priors, np.log(likelihoods)), {asked.moved}, "
            f"{asked.to!r})\npriors = priors_for_posterior(wanted, likelihoods)\n"
        )
    return f"""\
import numpy as np
from steersman.maths.lessons import posterior_weights, priors_for_posterior, with_share

priors = np.array({list(asked.priors)})
priors = priors / priors.sum()
likelihoods = np.array({list(asked.likelihoods)})
plus = np.array({list(asked.plus)})
{moved}posterior = posterior_weights(priors, np.log(likelihoods))
print("posteriors", posterior)
print("MAP says", "+" if plus[posterior.argmax()] > 0.5 else "-")
print("ML says", "+" if plus[likelihoods.argmax()] > 0.5 else "-", "(the first of equals)")
print("all say + with", posterior @ plus)
"""


def average_lines(asked: LessonAverage) -> str:
    return f"""\
from steersman.learn.lessons import averaging_study, mean_interval
from steersman.tasks import Task

*_, study = averaging_study(
    "{asked.world}", points={asked.points}, draws={asked.draws}, seed={asked.seed}, task=Task()
)
half = len(study.average) // 2
best = study.members[:half].mean(axis=0).argmin()  # named on one half, judged on the other
print("average [95 %]", mean_interval(study.average))
print("against MAP", mean_interval(study.average - study.chosen))
print("against", study.names[best], mean_interval((study.average - study.members[:, best])[half:]))
"""
