import type { KmeansAnswer, PointSet } from "../../../wire/lessons";
import type { LessonAsked } from "./kinds";

export const KIND = "lesson-kmeans";
export type KmeansAsked = LessonAsked[typeof KIND];

export const START: KmeansAsked = {
  data: "clouds",
  points: [],
  centers: [],
  clusters: 3,
  method: "k-means",
  sigma: 0.5,
  learn_spread: false,
  step: 0,
  draw: 0,
  seed: 0,
};

export const SETS: { name: PointSet; title: string; hint: string }[] = [
  { name: "clouds", title: "Clouds", hint: "Three round groups" },
  { name: "long", title: "Long", hint: "Three long groups: k-means cuts them" },
  { name: "moons", title: "Moons", hint: "Two half circles" },
  { name: "square", title: "Square", hint: "No groups at all" },
  {
    name: "digits",
    title: "Digits",
    hint: "1,797 handwritten digits on their two main directions",
  },
];

/** The points in the picture: those of the person, or those that were drawn. */
export function drawnPoints(asked: KmeansAsked, shown: KmeansAnswer): [number, number][] {
  if (asked.points.length > 0) return asked.points as [number, number][];
  return pairsOf(shown.columns.points as Float32Array);
}

export function pairsOf(xy: Float32Array): [number, number][] {
  return Array.from({ length: xy.length / 2 }, (_, i) => [
    Number(xy[2 * i]!.toFixed(3)),
    Number(xy[2 * i + 1]!.toFixed(3)),
  ]);
}
