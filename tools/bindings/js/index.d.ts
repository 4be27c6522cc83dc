import type { Calls, WorldInfo } from './calls.js';

export type * from './calls.js';

/** A cell: [x, y] or [x, y, floor]; x grows right, y grows down. */
export type Cell = readonly [number, number] | readonly [number, number, number];

/**
 * A map, row by row from the top: letters, or numbers from 0 to 255. Without `weights`, the letters '.', 'G' and
 * 'S' are plain ground, '@', 'O', '#', 'T' and 'W' blocked, and others an error; of numbers 0 is blocked and all others
 * are plain ground.
 */
export interface GridMap {
  readonly width: number;
  readonly height: number;
  readonly terrain: ArrayLike<number> | string;
  /** Whether the numbers of `terrain` are codes of letters, as parseMap and mapOfRows make them. */
  readonly letters?: boolean;
  /** Of rows of hexagons in columns and rows: how they lie. A bake puts them at their axial cells. */
  readonly layout?: 'axial' | 'odd-r' | 'even-r' | 'odd-q' | 'even-q';
}

export interface BakeOptions {
  /**
   * Weight of each terrain, by its letter or number: 1 is plain ground, in steps of 1/8, 0 blocks. Terrains
   * that are not named are blocked.
   */
  weights?: Record<string, number>;
  corners?: 'strict' | 'one' | 'free' | 'none';
  /** Side of a region, 8 to 128 cells; chosen by the map if it is not given. */
  regionCells?: number;
  /** Largest gap between waypoints of an entrance, cells. */
  spacingCells?: number;
  /** Most bytes of labels for a cell, 0 to 255; 0: none. */
  labelBytesPerCell?: number;
  overlays?: 'auto' | 'always';
  /** The upper left cell of the world; that of the map, [0, 0] of squares, if it is not given. */
  origin?: readonly [number, number];
  /** The form of the cells: those of hexagons are axial. */
  topology?: 'squares' | 'hexagons';
}

export interface QueryOptions {
  smoothing?: 'none' | 'grid' | 'any';
  /** As close to the goal as can be, where it is blocked or can't be reached. */
  nearest?: boolean;
  moveStart?: boolean;
  moveGoal?: boolean;
  /** Number of the profile that moves. */
  profile?: number;
}

export interface Path {
  /** Turning points, the start first. */
  readonly points: Cell[];
  /** Straight steps over plain ground. */
  readonly cost: number;
  /** The same as a whole number: 1120 for a straight step. */
  readonly units: number;
  /** Cells, along the lines between the points. */
  readonly length: number;
  /**
   * Of findPath with `nearest`: it ends before the goal. False for segments of routes: planner.result says whether
   * the route leads to its goal.
   */
  readonly partial: boolean;
  /** Legs that are links (stairs, ferries), each to points[point]. */
  readonly links: { readonly point: number; readonly link: number; readonly back: boolean }[];
  /** Every cell, the start first; of a link only its two ends. An error with smoothing any. */
  cells(): Cell[];
}

/** An edit of a rectangle of cells, one by default. */
export interface Edit {
  x: number;
  y: number;
  w?: number;
  h?: number;
  floor?: number;
  /** A letter, or a number from 0 to 255; of a world baked of numbers a number: 0 is blocked. */
  terrain: string | number;
  /** w * h bytes row by row, as of hexagonMask: only cells change where it is not 0. */
  mask?: ArrayLike<number>;
}

/** What is wrong, with the library's words. */
export class OverlandError extends Error {
  /** Number of the library's result; -1: an argument of this wrapper. */
  readonly result: number;
  readonly what?: string;
  readonly where?: number;
  readonly found?: number;
  readonly expected?: number;
}

/** A baked map. It never changes: an edit gives its next version. */
export interface World {
  describe(): WorldInfo;
  /** The bytes of the world file. */
  save(): Uint8Array;
  apply(edits: readonly Edit[]): World;
  /** The number of a cell's terrain, in a map of letters the code of its letter; outside 0. */
  terrain(x: number, y: number, floor?: number): number;
  /** The weight of a cell for the first profile: 1 is plain ground, in steps of 1/8. 0: blocked or outside. */
  weight(x: number, y: number, floor?: number): number;
  /** The island of a cell for the first profile: cells of one island reach each other. 0: blocked or outside. */
  island(x: number, y: number, floor?: number): number;
  planner(): Planner;
  close(): void;
}

/** The memory for queries of one thread. */
export interface Planner {
  /** The last answer. With `nearest`, 'unreachable' comes with a path or route that ends before the goal. */
  result: 'ok' | 'unreachable' | 'start-blocked' | 'goal-blocked' | 'error';
  /** The same in words; '' if it was 'ok'. */
  reason: string;
  /** The world, or the version of it, in which the next calls plan. */
  world: World;
  findPath(from: Cell, to: Cell, options?: QueryOptions): Path | null;
  /**
   * The segments of a route, refined one by one as they are asked for; none if the answer is no. An edit does
   * not change a segment that was given; where it changes the rest, that is planned again from its end.
   */
  route(from: Cell, to: Cell, options?: QueryOptions): Generator<Path, void, void>;
  /** True if the goal can be reached. */
  reaches(from: Cell, to: Cell, options?: QueryOptions): boolean;
  /** The cells that can be reached for at most so many straight steps, with their costs. */
  findRange(from: Cell, budget: number): { cell: Cell; cost: number }[];
  /** Costs to cells, in straight steps; null for those that can't be reached. */
  findCosts(from: Cell, cells: readonly Cell[]): (number | null)[] | null;
  close(): void;
}

export interface Overland {
  readonly version: string;
  /** Bytes of the module's memory that are in use. */
  readonly memory: number;
  /** Every call of the library: flows, units, floors, patches, tasks and what the classes here leave out. */
  readonly calls: Calls;
  bake(map: GridMap, options?: BakeOptions): World;
  /** Opens the bytes of a world file. */
  open(bytes: ArrayBuffer | Uint8Array): World;
  hexagonFrom: Calls['hexagonFrom'];
  hexagonTo: Calls['hexagonTo'];
  hexagonDistance: Calls['hexagonDistance'];
  hexagonMask: Calls['hexagonMask'];
}

/** Parses a MovingAI .map file. */
export function parseMap(text: string): GridMap;

/** A map of rows of letters. */
export function mapOfRows(rows: readonly string[]): GridMap;

/** Loads the library: from bytes or a compiled module, or from overland.wasm beside this file. */
export function loadOverland(
  source?: ArrayBuffer | Uint8Array | WebAssembly.Module,
): Promise<Overland>;
