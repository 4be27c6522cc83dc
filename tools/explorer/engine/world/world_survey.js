// Reads the regions of a world one after the other, in slices between other calls: first a few of all,
// so that the far picture appears at once, then the rest. A large world is read as far as it is looked at,
// finer each time that a tile is asked for again, or as a whole if that is asked for.

import { Overtaken } from './world_source.js';

const SLICE_REGIONS = 8; // by one call
const SLICE_MS = 12;
const WAIT_MS = 4; // in which other calls go first
const MOST_FIRST = 1024; // regions that are read first
const NEXT_STRIDE = 4; // of those that are read then, so many times closer
const FIRST_ACROSS = 16; // regions along a far tile when it is first asked for
const MOST_ACROSS = { local: 256, remote: 16 }; // each is a request of 64 KB
const WHOLE_BYTES = { local: 1024 ** 3, remote: 16 * 1024 ** 2 }; // larger worlds are read as far as seen
const TELL_MS = 400;
const MOST_ISLANDS = 200;
const MOST_HEAVIEST = 50;
const TILE_SIDE = 256; // pixels

export class WorldSurvey {
  constructor(world) {
    this.world = world;
    this.turn = 0;
    this.known = 0;
    this.regions = 0;
  }

  /** Begins anew; pictures of regions stay if `keep`. Returns whether there is memory. */
  begin(keep) {
    const { c } = this.world;
    this.turn++;
    this.known = 0;
    this.told = 0;
    if (!c.world_survey_begin(keep ? 1 : 0)) return false;
    const info = this.world.describe();
    this.info = info;
    this.regions = info.regionsX * info.regionsY;
    this.across = new Map(); // by the key of a far tile
    const most = WHOLE_BYTES[info.isLocal ? 'local' : 'remote'];
    this.isWhole = (keep && this.isWhole) || info.bytes.file <= most;
    this.run(this.turn, keep);
    return true;
  }

  end() {
    this.turn++;
    this.known = this.regions = 0;
    this.world.c.world_survey_end();
  }

  /** After an edit: sizes of islands are counted again. */
  recount() {
    this.begin(true);
  }

  /** Reads the whole file, of a server too. */
  readAll() {
    this.isWhole = true;
    this.run(this.turn, true);
    return true;
  }

  /** Reads no more of its own accord. */
  stop() {
    this.turn++;
    this.isWhole = false;
    this.say(true, false);
  }

  /** Reads up to SLICE_REGIONS of a rectangle of regions from its number `at` on; returns how many are
      left. */
  slice(part) {
    const { c } = this.world;
    const box = c.world_survey_box();
    new Int32Array(c.memory.buffer, box, 4).set(part.box);
    const [at, left, known] = this.world.demand('The regions can not be read', () =>
      c.world_survey_run(box, part.stride, part.at, SLICE_REGIONS),
    );
    this.known = known;
    part.at = at;
    return left;
  }

  async run(turn, keep) {
    const { regionsX, regionsY } = this.info;
    const box = [0, 0, regionsX - 1, regionsY - 1];
    try {
      for (const stride of this.strides(keep)) {
        const part = { box, stride, at: 0 };
        for (let left = 1; left > 0;) {
          const until = performance.now() + SLICE_MS;
          while (left > 0 && performance.now() < until) left = this.slice(part);
          this.say(stride === 1 && left === 0);
          await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
          if (turn !== this.turn) return;
        }
        this.say(true);
      }
      this.say(true, false);
    } catch (error) {
      if (turn === this.turn) this.world.tell({ event: 'worldFault', message: error.message });
    }
  }

  /** How far apart the regions are that are read one after the other; `keep`: pictures are known. */
  strides(keep) {
    const strides = [1];
    while (this.regions / strides[0] ** 2 > MOST_FIRST) strides.unshift(strides[0] * NEXT_STRIDE);
    if (this.isWhole) return keep ? [1] : strides;
    return strides.slice(0, 1);
  }

  /** Tells how much is known; `reading`: the share that is, as long as more is read. */
  say(isNow, isReading = true) {
    const now = performance.now();
    if (!isNow && now - this.told < TELL_MS) return;
    this.told = now;
    const { known, regions } = this;
    this.world.tell({ event: 'worldSurvey', known, regions, reading: isReading ? known / regions : undefined });
  }

  /** Reads what a far tile shows, unless it was dropped: a few regions, and twice as many along its sides
      each time that it is asked for, up to one a pixel. */
  async look({ key, level, column, row }, isDropped) {
    if (this.isWhole || this.known === this.regions) return;
    const { regionCells, isLocal } = this.info;
    const span = (TILE_SIDE << level) / regionCells;
    const most = Math.min(MOST_ACROSS[isLocal ? 'local' : 'remote'], span);
    const before = this.across.get(key) ?? 0;
    if (before >= most) return;
    const across = Math.min(most, before === 0 ? FIRST_ACROSS : 2 * before);
    const stride = Math.max(1, Math.ceil(span / across));
    const part = {
      box: [
        ...[column, row].map((at) => Math.floor((at * span) / stride) * stride),
        ...[column, row].map((at) => Math.ceil((at + 1) * span) - 1),
      ],
      ...{ stride, at: 0 },
    };
    for (let left = 1; left > 0;) {
      const until = performance.now() + SLICE_MS;
      while (left > 0 && performance.now() < until) left = this.slice(part);
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (isDropped()) throw new Overtaken('overtaken');
    }
    this.across.set(key, across);
    this.say(true, false);
  }

  /** The islands by size, with the cells of the regions that they are in (`box`), the largest regions by bytes, and whether all regions are known. */
  lists() {
    const { c, engine } = this.world;
    const take = (address, width, count) =>
      Array.from({ length: count }, (_, i) => [
        ...engine.copyOf(address + 8 * width * i, width, Float64Array),
      ]);
    const atIslands = c.world_islands(MOST_ISLANDS);
    const [islandCount, islands] = engine.numbers();
    const side = this.info.regionCells;
    const islandList = take(atIslands, 8, islandCount).map(
      ([number, cells, x, y, left, top, right, bottom]) => ({
        ...{ number, cells, place: [x, y] },
        box: [left * side, top * side, (right + 1) * side - 1, (bottom + 1) * side - 1],
      }),
    );
    const atRegions = c.world_heaviest(MOST_HEAVIEST);
    const [regionCount, bytes] = engine.numbers();
    const heaviest = take(atRegions, 2, regionCount).map(([region, size]) => ({ region, size }));
    return {
      ...{ islands, islandList, heaviest, bytes },
      isWhole: this.known === this.regions,
      isRead: this.isWhole,
      known: this.known / Math.max(1, this.regions),
    };
  }
}
