// The mode World in the worker: a world file that is read in pieces, behind calls with plain objects.
// Places are those of the plane, in which floors lie one below the other, from 0; cells are the world's,
// which may begin at any other. Costs are in straight steps
// over plain ground.

import { OK, STRAIGHT_COST, UNREACHABLE, WORLD_NUMBER_COUNT, worldOf } from '../engine.js';
import { OPENING, WorldReader } from './world_file_reader.js';
import { Overtaken, readLength, sourceOf } from './world_source.js';
import { WorldSurvey } from './world_survey.js';
import { WorldWalk } from './world_walk.js';

export const TILE_PIXELS = 256;
export const MOST_NEAR_LEVEL = 2;
export const LAYER_BITS = {
  islands: 1,
  clearance: 2,
  heights: 4,
  extra: 8,
  bytes: 16,
};
const MOST_BYTES = 180 * 1024 * 1024; // of the module; chunks and the tiles of the page take the rest of 256 MB
const MOST_LINKS = 4096;
const MOST_PLACES = 4096;
const WAY_REACHES = [48, 160, 512, 700];
const SAVED_BYTES = 1024 * 1024; // of a part of a Blob

/** Of the world in slot 0: the names of its profiles, and its floors in the plane. */
export const profileNames = (engine, count) =>
  Array.from({ length: count }, (_, i) => engine.text(engine.c.world_profile_name(i)));
export const floorsOf = (engine, count) =>
  Array.from({ length: count }, (_, i) => {
    engine.c.world_floor_numbers(i);
    const [y, width, height, isGraph, ...corner] = engine.numbers().slice(0, 6);
    return { y, width, height, isGraph: isGraph !== 0, corner };
  });

export class WorldEngine {
  constructor(engine, tell = () => {}) {
    this.engine = engine;
    this.c = engine.c;
    this.tell = tell;
    this.reader = new WorldReader(engine);
    this.survey = new WorldSurvey(this);
    this.walk = new WorldWalk(this);
    this.dropped = new Set();
    this.opens = 0; // how often a world was asked for
    this.c.module_limit(MOST_BYTES);
  }

  /** The result and the numbers of a call. */
  ask(call) {
    const result = this.reader.call(call);
    return { result, n: this.engine.numbers().slice() };
  }

  /** The numbers; throws a sentence for a result that is not OVL_OK. */
  demand(what, call) {
    const { result, n } = this.ask(call);
    this.engine.check(result, what);
    return n;
  }

  // ---- Opening ----

  /** Opens a Blob or an address: describes the world. It takes the place of the one before once it is
      open. */
  async open(from, options = {}) {
    const source = sourceOf(from, options);
    const turn = ++this.opens;
    const length = await readLength(source);
    if (turn !== this.opens) throw new Overtaken('overtaken');
    this.openIn(OPENING, source, length);
    this.close();
    this.source = source;
    this.reader.takeOpened();
    this.profile = 0;
    if (!this.survey.begin(false)) {
      this.close();
      throw new Error(`"${source.name}" has too many regions for the memory of this page.`);
    }
    return this.describe();
  }

  openIn(slot, source, length) {
    try {
      const result = this.reader.open(slot, source, length);
      this.engine.check(result, `"${source.name}" can not be opened`);
    } catch (error) {
      this.reader.end(slot);
      throw error;
    }
  }

  /** Opens a world as it was in a worker that was ended: with its edits, of which the last ones are undone,
      and its profile; also says which regions are edited. */
  async openAgain(from, options, { edits, undone, profile }) {
    await this.open(from, options);
    for (const edit of edits) {
      if (edit.patch) this.openPatch(edit.patch);
      else this.apply(edit);
    }
    for (let i = 0; i < undone; i++) this.c.world_undo(-1);
    return { ...this.choose(profile), edited: this.rebuilt() };
  }

  isOpen() {
    return Boolean(this.source);
  }

  close() {
    this.survey.end();
    this.walk.end();
    this.reader.end(0);
    this.source = null;
  }

  /** Sides, floors, profiles, links, figures, bytes. */
  describe() {
    const { c, engine } = this;
    if (!c.world_numbers()) throw new Error('There is no world.');
    const n = engine.numbers().slice();
    const world = worldOf(n);
    const [resident, undoable, redoable, rebuilt] = n.subarray(WORLD_NUMBER_COUNT);
    Object.assign(world, {
      ...{ name: this.source.name, isLocal: this.source.isLocal, profile: this.profile },
      ...{ hasHeights: world.heights, undoable, redoable, resident },
      bytes: {
        ...{ file: world.bytes, overlays: world.overlayBytes, labels: world.labelBytes },
        ...{ islands: world.islandBytes, tables: world.tableBytes, rebuilt },
      },
      profiles: profileNames(engine, world.profileCount),
      floors: floorsOf(engine, world.floorCount),
    });
    world.weights = engine.bytesAt(c.world_weights(), 256).slice();
    world.links = [];
    for (let i = 0; i < world.linkCount && i < MOST_LINKS; i++) world.links.push(this.link(i));
    world.places = this.namedPlaces();
    return world;
  }

  namedPlaces() {
    const { c, engine } = this;
    const places = [];
    for (let at; places.length < MOST_PLACES && (at = c.world_place_name(places.length)) !== 0;) {
      const [x, y, width, height] = engine.numbers();
      places.push({ name: engine.text(at), x, y, width, height });
    }
    return places;
  }

  link(number) {
    this.c.world_link_numbers(number);
    const n = this.engine.numbers();
    return {
      number,
      from: { cell: [n[0], n[1], n[2]], place: [n[9], n[10]] },
      to: { cell: [n[3], n[4], n[5]], place: [n[11], n[12]] },
      cost: n[6] / STRAIGHT_COST,
      costBack: n[7] / STRAIGHT_COST,
      isClosed: n[8] !== 0,
    };
  }

  choose(profile) {
    this.profile = profile;
    this.c.world_choose(profile);
    this.walk.end();
    this.survey.begin(false);
    return this.describe();
  }

  // ---- Tiles ----

  setPalette(pixels) {
    new Uint32Array(this.c.memory.buffer, this.c.world_palette(), 256).set(pixels);
    return true;
  }

  /** The pixels of a tile, and how many of them are not known yet; null if it was dropped meanwhile. */
  async tile({ key, level, column, row, layers }) {
    const bits = layers.reduce((all, layer) => all | LAYER_BITS[layer], 0);
    const isDropped = () => this.dropped.has(key);
    this.dropped.delete(key);
    try {
      if (level > MOST_NEAR_LEVEL) await this.survey.look({ key, level, column, row }, isDropped);
    } catch (error) {
      if (error instanceof Overtaken) return null;
      throw error;
    }
    this.demand('A part of the map can not be read', () =>
      this.c.world_tile(level, column, row, bits),
    );
    const address = this.c.world_tile_pixels();
    const [unknown] = this.engine.numbers();
    const count = TILE_PIXELS * TILE_PIXELS * 4;
    return { unknown, pixels: this.engine.bytesAt(address, count).slice() };
  }

  /** A tile is out of view: nothing more is fetched for it. */
  drop(key) {
    this.dropped.add(key);
    return true;
  }

  // ---- Looking ----

  cell([x, y]) {
    const { result, n } = this.ask(() => this.c.world_look_cell(x, y));
    if (result !== OK) return null;
    return {
      cell: [n[0], n[1], n[2]],
      ...{ terrain: n[3], weight: n[4] / 8, extra: n[5] / 8, height: n[6], island: n[7] },
      region: n[8],
      steps: [...n.subarray(9, 17)].map((cost) => cost / STRAIGHT_COST),
      isLargest: n[17] !== 0,
    };
  }

  region(number) {
    const n = this.demand('The region can not be read', () => this.c.world_look_region(number));
    return {
      number,
      corner: [n[0], n[1], n[2]],
      ...{ w: n[3], h: n[4], openCells: n[5], components: n[6], waypoints: n[7], costs: n[8] },
      bytes: {
        ...{ all: n[9], cells: n[10], waypoints: n[11], costs: n[12], components: n[13] },
        other: n[14],
      },
    };
  }

  /** What is drawn of a region: waypoints and edges, five numbers each; entrances, five each. */
  graph(number) {
    const { c, reader } = this;
    return {
      waypoints: reader.list(() => c.world_look_waypoints(number, number), 5),
      edges: reader.list(() => c.world_look_edges(number), 5),
      entrances: reader.list(() => c.world_look_entrances(number), 5),
    };
  }

  cluster(level, column, row) {
    const { result, n } = this.ask(() => this.c.world_look_cluster(level, column, row));
    if (result !== OK) return null;
    return { side: n[0], ports: n[1], components: n[2], bytes: n[3] };
  }

  // ---- Edits ----

  /** Sets the terrain of squares of `side` cells at places x, y, x, y…: says which regions were rebuilt, and
      the edit itself. */
  edit(edit) {
    this.apply(edit);
    return { ...this.changed(), made: edit };
  }

  apply({ places, terrain, side = 1 }) {
    this.walk.cancel();
    this.engine.withCopy(Int32Array.from(places), (address) =>
      this.demand('The edit is not possible', () =>
        this.c.world_edit(address, places.length / 2, side, terrain),
      ),
    );
  }

  /** Undoes an edit (-1), or does it again (1): as edit, and all regions that are edited then. */
  undo(edits) {
    this.walk.cancel();
    if (this.c.world_undo(edits) !== OK) return null;
    return { ...this.changed(), edited: this.rebuilt() };
  }

  /** The answer to an edit. */
  changed() {
    const rebuilt = this.rebuilt(0);
    this.survey.recount();
    return { rebuilt, world: this.describe() };
  }

  /** The regions that the last edit rebuilt (0), or all that were rebuilt since the file (1). */
  rebuilt(all = 1) {
    return this.engine.list(this.c.world_rebuilt(all), 1, Uint32Array);
  }

  revert() {
    this.walk.end();
    this.c.world_revert();
    this.survey.begin(false);
    return this.describe();
  }

  /** The fewest places to open so that the island at a place joins the largest: { cells, terrain, body };
      null: there is no way nearby. */
  way([x, y]) {
    for (const reach of WAY_REACHES) {
      const { result, n } = this.ask(() => this.c.world_way(x, y, reach));
      if (result === UNREACHABLE) continue;
      this.engine.check(result, 'No way can be found');
      const [count, terrain, body] = n;
      return { cells: this.engine.copyOf(this.c.world_way_cells(), 2 * count), terrain, body };
    }
    return null;
  }

  /** Opens the way of an island: as edit, of all its places, and how many they are. */
  openWay(place) {
    const way = this.way(place);
    if (!way) return null;
    const { cells, terrain, body } = way;
    const opened = cells.length / 2;
    return { ...this.edit({ places: cells, terrain, side: body }), opened, cells };
  }

  /** The world as a file, a Blob that was never in memory as a whole. */
  save() {
    return this.taken('The world can not be saved', () => this.c.world_save());
  }

  savePatch() {
    return this.taken('There are no edits to save', () => this.c.world_save_patch());
  }

  /** What a call writes, as a Blob; the page is told how many bytes there are. */
  taken(what, call) {
    const parts = [];
    let pieces = [];
    let bytes = 0;
    const join = () => {
      parts.push(new Blob(pieces));
      pieces = [];
      this.tell({ event: 'worldSave', bytes });
    };
    this.engine.page.take = (address, count) => {
      pieces.push(this.engine.bytesAt(address, count).slice());
      bytes += count;
      if (bytes >= (parts.length + 1) * SAVED_BYTES) join();
      return 1;
    };
    this.demand(what, call);
    join();
    return new Blob(parts);
  }

  openPatch(bytes) {
    this.engine.withCopy(bytes, (address) =>
      this.demand('The patch does not fit', () => this.c.world_open_patch(address, bytes.length)),
    );
    this.survey.begin(false);
    return this.describe();
  }

  // ---- Memory ----

  memory() {
    this.c.world_numbers();
    const [resident] = this.engine.numbers().subarray(WORLD_NUMBER_COUNT);
    return {
      module: this.c.memory.buffer.byteLength + this.reader.heldBytes,
      regions: resident,
      fetchedBytes: this.reader.slots[0].fetchedBytes,
      fetches: this.reader.slots[0].fetches,
      knownRegions: this.survey.known,
    };
  }
}
