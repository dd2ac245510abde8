import type { LessonAsked } from "./kinds";

/** The lectures' own examples, with which every lesson begins. */
export const START: LessonAsked = {
  "lesson-people": {
    rows: [
      [1.82, 82, 30],
      [1.8, 86, 28],
      [1.7, 77, 30],
      [1.8, 75, 25],
      [1.52, 45, 15],
      [1.65, 68, 20],
      [1.68, 59, 18],
      [1.75, 68, 23],
    ],
    male: [true, true, true, true, false, false, false, false],
    person: [1.81, 59, 21],
    unbiased: false,
  },
  "lesson-mails": {
    rows: [
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    spam: [true, false, false, false],
    mail: [1, 1],
    smoothing: 1,
    weights: [4, 4],
    threshold: 5,
  },
  "lesson-tables": {
    scores: [-0.1, 0.6, 1.2, 0, 0.6, 1.4, 0.1, 0.1, 1.4],
    threshold: 5,
    bins: 10,
    columns: 3,
    classes: 2,
    points: 100,
    dimensions: 2,
    first: [1, 2],
    second: [3, 1],
  },
  "lesson-neighbors": { points: 100, p: 0.2, q: 0.8, draws: 100, seed: 0 },
  "lesson-zones": { neighbors: 1, points: 100, p: 0.2, q: 0.8, draw: 0, seed: 0 },
  "lesson-losses": {
    x: [0.6, 1.4, 2.1, 2.9, 3.6, 4.4, 5.2, 5.9, 6.7, 7.4, 8.3, 9.2],
    y: [1.4, 1.2, 2.3, 2.2, 3.4, 3.1, 4.4, 4.2, 5.3, 5.2, 6.3, 1.2],
    epsilon: 0.5,
    c: 1,
    sigma: 1,
  },
  "lesson-models": {
    priors: [0.4, 0.3, 0.3],
    likelihoods: [0.5, 0.5, 0.5],
    plus: [1, 0, 0],
    moved: null,
    to: 0,
    share: "posterior",
  },
  "lesson-average": { world: "true", points: 12, draws: 1000, seed: 0 },
};
