// Uses every name of index.d.ts as a program would: the compiler checks it, nothing runs it.

import { loadOverland, mapOfRows, OverlandError, parseMap } from 'overland-paths';
import type {
  BakeOptions, Cell, Edit, FlowStep, GridMap, Overland, Path, Planner, UnitMove, World,
} from 'overland-paths';

export async function walk(text: string, from: Cell, to: Cell): Promise<number> {
  const overland = await loadOverland();
  const map: GridMap = text === '' ? mapOfRows(['...']) : parseMap(text);
  const options: BakeOptions = { weights: { '.': 1, S: 2.5 }, corners: 'one', overlays: 'auto', origin: [-5, -3] };
  const world: World = overland.bake(map, options);
  const planner: Planner = world.planner();
  const path: Path | null = planner.findPath(from, to, { smoothing: 'any', nearest: true });
  if (path === null || planner.result !== 'ok') throw new Error(planner.reason);
  const unit: Cell = path.cells()[0] ?? from;
  let cost = path.cost;
  for (const segment of planner.route(from, to)) cost += segment.points.length;
  const edits: Edit[] = [{ x: 1, y: 1, w: 2, h: 2, terrain: '@' }];
  planner.world = world.apply(edits);
  const costs: (number | null)[] | null = planner.findCosts(unit, [to, [1, 2, 0]]);
  try {
    overland.open(world.save());
  } catch (error) {
    if (error instanceof OverlandError) cost += error.result;
  }
  return cost + (costs?.[0] ?? 0) + world.describe().graph.waypoints + world.weight(1, 1) + path.links.length;
}

export const numbers: GridMap = { width: 2, height: 1, terrain: new Uint8Array(2) };
export const letters: GridMap = { width: 2, height: 1, terrain: '.@' };
export const codes: GridMap = { width: 2, height: 1, terrain: [46, 64], letters: true };

// @ts-expect-error: there is no such option.
export const other = (planner: Planner): unknown => planner.findPath([0, 0], [1, 1], { neerest: true });
// @ts-expect-error: there is no such smoothing.
export const wrong = (planner: Planner): unknown => planner.findPath([0, 0], [1, 1], { smoothing: 'x' });

/** The calls of the library, as flows and units use them. */
export function lead(overland: Overland, world: World, from: Cell, to: Cell): Cell | null {
  const { calls } = overland;
  const flow = calls.flowCreate({ world, maxTiles: 8 });
  flow?.begin(world, { goal: to, more: { goalKind: 'within', goalRadius: 2 } });
  const step: FlowStep | null = calls.flowNext(flow!, from);
  const units = calls.unitsCreate({ world, capacity: 8 });
  const unit = units?.add(world, { cell: from, speed: 128 }) ?? 0;
  units?.order(world, [unit], { place: to, formation: 'block' });
  const moves: UnitMove[] = units?.moves() ?? [];
  const saved: Uint8Array | null = units === null ? null : calls.unitsSave(units);
  if (saved !== null) units?.restore(saved, (identity: bigint) => (identity > 0n ? world : null));
  flow?.close();
  return step?.next ?? moves[0]?.to ?? null;
}
