// The scenes of the mode Battle: a map, units, orders and what to look at. A scene and a number of units
// give the same battle each time; nothing of it is stored.

/** Cells of a block as x, y and side of units, column by column. */
function blockOf(x, y, w, h, side, most) {
  const units = [];
  for (let i = 0; i < w * h && units.length < most; i++)
    units.push([x + Math.floor(i / h), y + (i % h), side]);
  return units;
}

const numbersFrom = (from, count) => Array.from({ length: count }, (_, i) => from + i);

/** Units in a block at the left, as tall as the map allows. */
function leftBlock({ height }, count) {
  const tall = Math.min(height - 4, Math.max(1, Math.ceil(Math.sqrt(2 * count))));
  return blockOf(2, Math.floor((height - tall) / 2), Math.ceil(count / tall), tall, 0, count);
}

/**
 * What a scene has: `source` its map, undefined for the map that is there; `units` as x, y, side;
 * `orders` that are given before the first tick; `select` units that are selected at first; `layers` that
 * are shown, `tool` that is chosen. `armies`: both armies of `overland simulate`, with `rocks` a tick.
 * `sight`: land is unexplored. `towers`: x, y of dangers. `home` and `box`: what if. `twin`: a second battle
 * in lockstep.
 */
export const SCENES = {
  pass: {
    label: 'A narrow pass',
    words:
      '200 units are selected: click beyond the ridge, and run. Arrows lead from each unit that waits to the one that it waits for, and the panel names the end of the longest chain.',
    source: { kind: 'pass', width: 96, height: 56, seed: 1 },
    count: 200,
    make: (map, count) => ({ units: leftBlock(map, count), select: numbersFrom(0, count) }),
    layers: ['waits', 'states'],
  },
  wall: {
    label: 'A wall that cuts all off',
    words:
      'All are sent through the pass. Run, and paint rock across it: at the end of the stretch that it has planned, each unit learns from the numbers of islands, without a search, that there is no way. Remove the rock, and move them again.',
    source: { kind: 'pass', width: 96, height: 56, seed: 1 },
    count: 200,
    make(map, count) {
      const units = leftBlock(map, count);
      const place = [map.width - 16, Math.floor(map.height / 2)];
      const all = numbersFrom(0, units.length);
      return { units, orders: [{ kind: 'send', units: all, place }], select: all };
    },
    layers: ['states'],
    tool: 'rock',
  },
  armies: {
    label: 'Two armies, falling rocks',
    words:
      'The battle of "overland simulate" on the present map: squads cross to the other side while rocks fall. The same world, seed, units and ticks have the same hash there and here.',
    count: 200,
    rocks: 1,
    armies: true,
    layers: ['waits'],
  },
  march: {
    label: 'A marching block',
    words:
      'A block marches through a narrow, and stands on the other side as it was ordered: as a block that faces east. Its files keep their places, close before the narrow and open behind it.',
    source: { kind: 'narrow', width: 120, height: 48, seed: 1 },
    count: 196,
    make(map, count) {
      const units = leftBlock(map, count);
      const place = [map.width - 20, Math.floor(map.height / 2)];
      const numbers = numbersFrom(0, units.length);
      return { units, orders: [{ kind: 'form', units: numbers, place, facing: 1 }] };
    },
    layers: ['routes'],
  },
  guards: {
    label: 'A held gate',
    words:
      'Eight guards hold the gate, and nobody walks through: enemies are not pushed aside, and a unit that holds stands fast for all. Stop one of the guards and send it away, and watch the gap.',
    source: { kind: 'castle', width: 72, height: 40, seed: 1 },
    count: 48,
    make(map, count) {
      const [x, y] = [Math.floor(map.width / 2), Math.floor(map.height / 2)];
      const guards = blockOf(x, y - 4, 1, 8, 1, 8);
      const enemies = blockOf(4, y - 5, 8, 10, 0, count - guards.length);
      return {
        units: [...guards, ...enemies],
        orders: [
          { kind: 'hold', units: numbersFrom(0, guards.length) },
          {
            kind: 'send',
            units: numbersFrom(guards.length, enemies.length),
            place: [map.width - 8, y],
          },
        ],
      };
    },
    layers: ['states', 'waits'],
  },
  unexplored: {
    label: 'Unexplored land',
    words:
      'What no unit has seen counts as open, so they walk into dead ends, see the walls, and plan again. Watch the routes bend at the moment when a wall is seen.',
    source: { kind: 'pockets', width: 80, height: 40, seed: 1 },
    count: 12,
    sight: 4,
    make(map, count) {
      const units = leftBlock(map, count);
      const place = [map.width - 5, Math.floor(map.height / 2)];
      return { units, orders: [{ kind: 'send', units: numbersFrom(0, units.length), place }] };
    },
    layers: ['routes'],
  },
  danger: {
    label: 'Danger map',
    words:
      'Cells in reach of a tower cost more, so the routes go round it as far as that is cheaper. Put down more towers with the tool Tower, remove them with the right button, and send the units again.',
    source: { kind: 'empty', width: 72, height: 48, seed: 1 },
    count: 40,
    towers: [[36, 24]],
    make(map, count) {
      const units = leftBlock(map, count);
      const place = [map.width - 6, Math.floor(map.height / 2)];
      return { units, orders: [{ kind: 'send', units: numbersFrom(0, units.length), place }] };
    },
    layers: ['routes'],
    tool: 'tower',
  },
  whatif: {
    label: 'What if?',
    words:
      'May a wall be built here without sealing anyone in? Drag a box over the gate with the tool What if: the units that it would cut off from the flag are ringed before anything is built.',
    source: { kind: 'yard', width: 60, height: 36, seed: 1 },
    count: 40,
    make(map, count) {
      const inside = blockOf(
        Math.round(map.width * 0.55),
        Math.round(map.height * 0.35),
        12,
        10,
        0,
        Math.ceil(count * 0.75),
      );
      const outside = blockOf(4, 4, 6, 10, 0, count - inside.length);
      return { units: [...inside, ...outside], home: [2, map.height - 3] };
    },
    layers: [],
    tool: 'whatif',
  },
  obstacles: {
    label: 'Units as obstacles',
    words:
      'A crowd fills the gate, and 10 units want through: click one of them. Its route leads through the crowd; the dashed one is planned in a fork in which the cells of all others are blocked.',
    source: { kind: 'gate', width: 48, height: 40, seed: 1 },
    count: 60,
    make(map, count) {
      const wall = Math.floor(map.height / 2);
      const middle = Math.floor(map.width / 2);
      const walkers = blockOf(middle - 2, 4, 5, 2, 0, Math.min(10, count));
      const crowd = blockOf(middle - 5, wall - 5, 12, 5, 1, count - walkers.length);
      const place = [middle, map.height - 5];
      return {
        units: [...walkers, ...crowd],
        orders: [{ kind: 'send', units: numbersFrom(0, walkers.length), place }],
        select: [0],
      };
    },
    layers: ['around', 'routes'],
  },
  lockstep: {
    label: 'Lockstep',
    words:
      'Two battles run side by side in two modules that share nothing but the inputs: the same hash in each tick. Spoil the other with one rock, and see in which tick they part.',
    source: { kind: 'rooms', width: 96, height: 64, seed: 4 },
    count: 120,
    rocks: 1,
    armies: true,
    twin: true,
    layers: [],
  },
};

export const REACH_OF_TOWER = 9;
export const DANGER_EIGHTHS = 40;

/** The cells in reach of a tower, as x, y, extra cost. */
export function towerCells([x, y], { width, height }, value = DANGER_EIGHTHS) {
  const cells = [];
  for (let dy = -REACH_OF_TOWER; dy <= REACH_OF_TOWER; dy++) {
    for (let dx = -REACH_OF_TOWER; dx <= REACH_OF_TOWER; dx++) {
      const [cx, cy] = [x + dx, y + dy];
      const inside = cx >= 0 && cy >= 0 && cx < width && cy < height;
      if (inside && dx * dx + dy * dy <= REACH_OF_TOWER * REACH_OF_TOWER)
        cells.push([cx, cy, value]);
    }
  }
  return cells;
}
