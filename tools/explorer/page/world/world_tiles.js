// Tiles of the map, 256 x 256 pixels, as the worker draws them: those that are in view are asked for,
// the nearest to the middle first and few at a time; those that were seen longest ago are let go.

export const TILE_SIDE = 256;
import { OVERTAKEN } from '../client.js';

const MOST_TILES = 150; // of 256 KB
const MOST_ASKED = 3;
const TRY_AGAIN_MS = 3000;

export class WorldTiles {
  constructor(client, onTile, onError) {
    this.client = client;
    this.onTile = onTile;
    this.onError = onError;
    this.tiles = new Map(); // by key, the one that was used longest ago first
    this.asked = new Map();
    this.wanted = [];
    this.layers = [];
    this.version = 0;
    this.failedAt = -TRY_AGAIN_MS;
  }

  get bytes() {
    return this.tiles.size * TILE_SIDE * TILE_SIDE * 4;
  }

  /** Forgets all: another world, other layers, other colours. */
  clear() {
    for (const tile of this.tiles.values()) tile.bitmap?.close();
    this.tiles.clear();
    this.version++;
    this.failedAt = -TRY_AGAIN_MS;
  }

  setLayers(layers) {
    this.layers = layers;
    this.makeStale();
  }

  /** All are drawn anew as they come into view; the old ones are shown until then. */
  makeStale(isWithin = () => true) {
    for (const tile of this.tiles.values()) tile.isStale ||= isWithin(tile);
    this.version++;
  }

  /** More regions are known: far tiles that lacked some are drawn anew. */
  surveyGrew() {
    for (const tile of this.tiles.values()) tile.isStale ||= tile.unknown > 0;
  }

  get(level, column, row) {
    const key = `${level}/${column}/${row}`;
    const tile = this.tiles.get(key);
    if (!tile) return null;
    this.tiles.delete(key);
    this.tiles.set(key, tile);
    return tile;
  }

  /** What is in view now, nearest to the middle first: { level, column, row }. Those that are not there
      come before those that are old. */
  want(wanted) {
    const tileOf = ({ level, column, row }) => this.tiles.get(`${level}/${column}/${row}`);
    const old = wanted.filter((place) => tileOf(place)?.isStale);
    this.wanted = [...wanted.filter((place) => !tileOf(place)), ...old];
    const keys = new Set(wanted.map(({ level, column, row }) => `${level}/${column}/${row}`));
    for (const key of this.asked.keys())
      if (!keys.has(key)) this.client.call('world', '', 'drop', key);
    this.askNext();
  }

  askNext() {
    if (performance.now() - this.failedAt < TRY_AGAIN_MS) return;
    while (this.asked.size < MOST_ASKED) {
      const place = this.wanted.find(
        ({ level, column, row }) => !this.asked.has(`${level}/${column}/${row}`),
      );
      if (!place) return;
      this.wanted.splice(this.wanted.indexOf(place), 1);
      this.ask(place);
    }
  }

  async ask(place) {
    const { level, column, row } = place;
    const key = `${level}/${column}/${row}`;
    const { version } = this;
    this.asked.set(key, place);
    const tile = this.tiles.get(key);
    if (tile) tile.isStale = false;
    try {
      const made = await this.client.call('world', '', 'tile', {
        ...{ key, level, column, row },
        layers: this.layers,
      });
      this.asked.delete(key);
      if (made) this.keep(key, { ...place, ...made, isStale: version !== this.version });
    } catch (error) {
      this.asked.delete(key);
      if (error.message === OVERTAKEN) return; // with its worker
      this.failedAt = performance.now();
      setTimeout(() => this.onTile(), TRY_AGAIN_MS);
      this.onError(error);
    }
    this.askNext();
  }

  keep(key, tile) {
    this.tiles.get(key)?.bitmap.close();
    this.tiles.delete(key);
    this.tiles.set(key, tile);
    for (const [old, { bitmap }] of this.tiles) {
      if (this.tiles.size <= MOST_TILES) break;
      bitmap.close();
      this.tiles.delete(old);
    }
    this.onTile();
  }

  get isIdle() {
    return this.asked.size === 0 && this.wanted.length === 0;
  }
}
