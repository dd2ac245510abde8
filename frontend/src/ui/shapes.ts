/** Shapes of marks, so that color is never alone. */
export const SHAPES = ["disc", "square", "diamond", "triangle", "ring", "cross"] as const;
export type Shape = (typeof SHAPES)[number];

/** Each shape as a path in a box of 12 by 12. */
export const SHAPE_PATHS: Record<Shape, string> = {
  disc: "M6 1.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9z",
  square: "M2 2h8v8H2z",
  diamond: "M6 0.500 11.500 6 6 11.500 0.500 6z",
  triangle: "M6 1 11.200 10.200H0.800z",
  ring: "M6 0.800a5.200 5.200 0 1 0 0 10.400a5.200 5.200 0 1 0 0-10.400zm0 3a2.200 2.200 0 1 1 0 4.400a2.200 2.200 0 1 1 0-4.400z",
  cross: "M4.300 0.800h3.400v3.500h3.500v3.400H7.700v3.500H4.300V7.700H0.800V4.300h3.500z",
};

/** How far a place (x, y) is outside a shape of radius 1; negative inside. */
export const OUTSIDE: Record<Shape, (x: number, y: number) => number> = {
  disc: (x, y) => Math.hypot(x, y) - 1,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) - 0.9,
  diamond: (x, y) => (Math.abs(x) + Math.abs(y) - 1.25) * Math.SQRT1_2,
  triangle: (x, y) => Math.max(y - 0.75, 0.87 * Math.abs(x) - 0.5 * y - 0.62),
  ring: (x, y) => Math.abs(Math.hypot(x, y) - 0.8) - 0.28,
  cross: (x, y) => {
    const [across, up] = [Math.abs(x), Math.abs(y)];
    return Math.min(Math.max(across - 0.34, up - 1.05), Math.max(up - 0.34, across - 1.05));
  },
};
