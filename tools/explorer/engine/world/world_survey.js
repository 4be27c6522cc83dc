// Reads the regions of a world one after the other, in slices between other calls: first a few of all,
// so that the far picture appears at once, then all that are in view, then the rest. A world on a server
// is read as far as it is looked at, or as a whole if that is asked for.

const SLICE_REGIONS = 64;
const SLICE_MS = 12;
const WAIT_MS = 4;
const STRIDES = [64, 16, 1];
const FIRST_STRIDE = 16;
const SMALL_BYTES = 16 * 1024 * 1024;
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
    this.isWhole = (keep && this.isWhole) || info.isLocal || info.bytes.file <= SMALL_BYTES;
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

  /** Reads up to SLICE_REGIONS of a rectangle; returns how many are left. */
  slice(box, stride, isOvertaken) {
    const { c, reader, engine } = this.world;
    const call = () =>
      c.world_survey_run(box.left, box.top, box.right, box.bottom, stride, SLICE_REGIONS);
    const take = (result) => {
      const [, left, known] = engine.numbers();
      this.known = known;
      engine.check(result, 'The regions can not be read');
      return left;
    };
    return reader.ask(call, take, isOvertaken);
  }

  async run(turn, keep) {
    const whole = {
      left: 0,
      top: 0,
      right: this.info.regionsX - 1,
      bottom: this.info.regionsY - 1,
    };
    const side = Math.max(this.info.regionsX, this.info.regionsY);
    const strides = STRIDES.filter((stride) => stride === 1 || (!keep && stride * 8 <= side));
    try {
      for (const stride of strides) {
        if (!this.isWhole && stride < FIRST_STRIDE) return;
        for (let left = 1; left > 0;) {
          const until = performance.now() + SLICE_MS;
          while (left > 0 && performance.now() < until) left = await this.slice(whole, stride);
          if (turn !== this.turn) return;
          this.say(stride === 1 && left === 0);
          await this.giveWay();
          if (turn !== this.turn) return;
        }
        this.say(true);
      }
    } catch (error) {
      if (turn === this.turn) this.world.tell({ event: 'worldFault', message: error.message });
    }
  }

  /** Other calls go first. */
  async giveWay() {
    do await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    while (this.world.calls > 0);
  }

  say(isNow) {
    const now = performance.now();
    if (!isNow && now - this.told < TELL_MS) return;
    this.told = now;
    this.world.tell({ event: 'worldSurvey', known: this.known, regions: this.regions });
  }

  /** Reads what a far tile shows, unless it was dropped: a region for each pixel that has one. */
  async look(level, column, row, isDropped) {
    if (this.isWhole || this.known === this.regions) return;
    const { regionCells } = this.info;
    const span = (TILE_SIDE << level) / regionCells;
    const stride = Math.max(1, (1 << level) / regionCells);
    const box = {
      left: Math.floor((column * span) / stride) * stride,
      top: Math.floor((row * span) / stride) * stride,
      right: Math.ceil((column + 1) * span) - 1,
      bottom: Math.ceil((row + 1) * span) - 1,
    };
    for (let left = 1; left > 0;) left = await this.slice(box, stride, isDropped);
  }

  /** The islands by size, with the cells of the regions that they are in (`box`), the largest regions by bytes, and whether all regions are known. */
  lists() {
    const { c, engine } = this.world;
    const take = (address, width, count) =>
      Array.from({ length: count }, (_, i) => [
        ...new Float64Array(c.memory.buffer, address + 8 * width * i, width),
      ]);
    const atIslands = c.world_islands(MOST_ISLANDS);
    const [islandCount, islands] = engine.numbers();
    const side = this.info.regionCells;
    const islandList = take(atIslands, 9, islandCount).map(
      ([number, cells, x, y, floor, left, top, right, bottom]) => ({
        ...{ number, cells, cell: [x, y, floor] },
        place: [x, y + (this.info.floors[floor]?.y ?? 0)],
        box: [left * side, top * side, (right + 1) * side - 1, (bottom + 1) * side - 1],
      }),
    );
    const atRegions = c.world_heaviest(MOST_HEAVIEST);
    const [regionCount, bytes] = engine.numbers();
    const heaviest = take(atRegions, 2, regionCount).map(([region, size]) => ({ region, size }));
    return {
      ...{ islands, islandList, heaviest, bytes },
      isWhole: this.known === this.regions,
      known: this.known / Math.max(1, this.regions),
    };
  }
}
