// The settings of a bake, as the page, its address and the engine begin with them.

/** `region` and `spacing` 0, `labels` -1: chosen by the library; `labels` 0: overlays alone. */
export const DEFAULT_SETTINGS = {
  mover: 'walker',
  body: 1,
  corners: 'strict',
  region: 0,
  spacing: 0,
  labels: -1,
  rule: null,
  climb: -1, // units of height that a step may rise and fall; -1: any
  drop: -1,
  climbCost: 0.5, // straight steps for each unit of height
  dropCost: 0,
};

/** The corner rules and the lines of a path in words, as all modes have them. */
export const CORNER_WORDS = {
  strict: 'if both sides are open',
  one: 'if one side is open',
  free: 'always',
  none: 'never',
};
export const LINE_WORDS = { none: 'cell by cell', grid: 'on the grid', any: 'any angle' };

/** Sides of regions, and distances of waypoints, that the page offers, in cells. 0: chosen. */
export const REGION_SIDES = [0, 8, 12, 16, 24, 32, 48, 64, 128];
export const SPACINGS = [0, 1, 2, 4, 8, 16, 32];
