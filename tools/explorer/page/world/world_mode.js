// The mode World: a world file of any size, or the map of the page, as one would look at a street map.
// It has a canvas and a worker of its own.

import { MOVERS, OUTSIDE, terrainOfWorld, weightsOf } from '../../engine/terrain.js';
import { EngineClient, OVERTAKEN } from '../client.js';
import { chooseFiles, make } from '../elements.js';
import { historyButtons, markTools, showTools, toolButton, toolButtons } from '../tool_bar.js';
import { WorldEdits } from './world_edits.js';
import { WorldHands, WORLD_TOOLS } from './world_hands.js';
import { WorldInk } from './world_ink.js';
import { WorldPanel } from './world_panel.js';
import { WorldRoute } from './world_route_hand.js';
import { WorldStrokes } from './world_strokes.js';
import { WorldView } from './world_view.js';

const LISTS_MS = 400;
const MAP_NAME = 'the map of Play';
const TILE_LAYERS = ['islands', 'clearance', 'heights', 'extra', 'bytes'];

const nameOf = ({ from, name }) => name ?? from.name ?? from;

/** The pixel of 32 bits of a colour as #rrggbb. */
const opaque = (colour) => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
};

export class WorldMode {
  constructor() {
    this.id = 'world';
    this.label = 'World';
    this.panelHas = 'islands, layers, routes, files';
    this.tool = 'look';
    this.brush = 1;
    this.tops = 'r'; // how hexagons stand, which no file says: see engine/hexagons.js
    this.world = null;
    this.lists = null;
    this.wholeLists = null; // the last ones of all regions
    this.chosen = null;
    this.shown = new Set(['regions', 'islands', 'waypoints', 'entrances', 'edits']);
    this.edits = 0;
    this.opens = 0; // how often a world was asked for
    this.origin = null; // where the world comes from: { from, name, profile }
    this.opening = null; // the name of what is being opened
    this.openFault = null;
    this.typed = '';
  }

  attach(app) {
    this.app = app;
    this.hands = new WorldHands(this);
    this.ink = new WorldInk(this);
    this.route = new WorldRoute(this);
    this.history = new WorldStrokes(this);
    this.editing = new WorldEdits(this);
    this.panel = new WorldPanel(this);
    app.session.on('graph', () => (this.isBehind = true));
  }

  // ---- Life ----

  get client() {
    return this.ownClient;
  }

  /** The worker of this mode, which starts when the mode is first entered. */
  start() {
    this.started ??= this.startWorker();
    return this.started;
  }

  startWorker() {
    this.ownClient = new EngineClient();
    this.ownClient.onEvent = (event) => this.takeEvent(event);
    this.view ??= new WorldView(this);
    return this.ownClient.start();
  }

  async enter(app) {
    const { session } = app;
    document.getElementById('status').replaceChildren();
    this.buildTools();
    this.start();
    this.element = make('main', { id: 'world', 'aria-label': 'World' }, this.view.canvas);
    document.body.append(this.element);
    this.panel.build();
    await this.started;
    await this.setColours();
    if (this.address) await this.openAsked();
    else if (this.followsPlay && session.world) await this.openMap();
    else this.panel.build();
  }

  /** Whether the map of Play, which has changed, is to be shown: a file that was opened stays, and so do edits. */
  get followsPlay() {
    return !this.world || (this.isBehind && this.origin.name === MAP_NAME && this.edits === 0);
  }

  /** Shows the map of an address; a file that was opened stays, and so do the edits of a map that is shown. */
  async beginFirst({ world }) {
    await this.app.session.settled();
    const isOther = this.app.session.map !== this.openedMap;
    if (!world && isOther && (!this.origin || this.origin.name === MAP_NAME)) await this.openMap();
  }

  leave() {
    this.element.remove();
    this.route.isWalking = false;
  }

  readFields({ world }) {
    this.address = world;
  }

  addressFields() {
    return this.url ? { world: this.url } : {};
  }

  drawInk() {
    return false;
  }

  picture() {
    return this.view.canvas;
  }

  get isCurrent() {
    return this.app.current === this;
  }

  // ---- Calls of the worker ----

  ask(part, call, ...args) {
    return this.client.call('world', part, call, ...args);
  }

  fault(error) {
    this.app.say(error.message);
  }

  /** The work that its bar shows. */
  get work() {
    if (this.isOpening) return { words: `Opening ${this.opening}` };
    return this.reading === undefined ? null : { words: 'Reading the world', share: this.reading };
  }

  /** Does something with the worker, whose errors are said. */
  async attempt(act) {
    try {
      return await act();
    } catch (error) {
      return this.fault(error);
    }
  }

  takeEvent({ event, message, bytes, reading }) {
    if (event === 'worldSave') this.panel.saySaved(bytes);
    if (event === 'worldFault') this.app.say(message);
    if (event === 'worldSurvey' || event === 'worldFault') this.reading = reading;
    if (event !== 'worldSurvey') return;
    this.view.tiles.surveyGrew();
    this.view.redraw();
    this.listsTimer ??= setTimeout(() => this.readLists(), LISTS_MS);
  }

  readLists() {
    this.listsTimer = null;
    return this.attempt(async () => {
      this.lists = await this.ask('survey', 'lists');
      if (this.lists.isWhole) this.wholeLists = this.lists;
      const largest = this.lists.islandList[0]?.number;
      if (this.shown.has('islands') && largest !== this.largest) this.view.tiles.makeStale();
      this.largest = largest;
      this.memory = await this.ask('', 'memory');
      this.panel.syncLists();
    });
  }

  /** The terrains of a world that the page made have their own colours, others those of their weights. */
  get isOurs() {
    return Object.keys(MOVERS).some(
      (name) => String(weightsOf(name)) === String(this.world.weights),
    );
  }

  async setColours() {
    if (!this.world) return;
    const { pixels, back } = this.app.theme();
    const { weights, hexagons } = this.world;
    const isOurs = this.isOurs;
    const isVoid = (terrain) => hexagons && terrain === (isOurs ? OUTSIDE : 0) && weights[terrain] === 0;
    this.terrainOfPixel = new Map();
    const colours = Uint32Array.from({ length: 256 }, (_, terrain) => {
      if (isVoid(terrain)) return opaque(back);
      const shown = isOurs ? terrain : terrainOfWorld(terrain, weights[terrain], hexagons);
      this.terrainOfPixel.set(pixels[shown], shown);
      return pixels[shown];
    });
    await this.ask('', 'setPalette', colours);
    this.view.tiles.makeStale();
    this.view.redraw();
  }

  // ---- Opening ----

  get isOpening() {
    return this.opening !== null;
  }

  /** Opens what the address names, or a file that another mode could not take: a map is baked first, in a worker
      whose memory is given back with it. */
  async openAsked() {
    const { address: from, bake } = this;
    this.address = this.bake = null;
    this.baker?.end(); // one that bakes an earlier file
    this.baker = null;
    if (!bake) return this.open(from);
    const baker = new EngineClient();
    this.baker = baker;
    this.opening = from.name;
    this.panel.syncFile();
    try {
      await baker.start();
      const { bytes, said } = await bake(baker);
      if (said.length > 0) this.app.say(said.map((line) => `${line}.`).join(' '));
      await this.open(new Blob([bytes]), from.name);
    } catch (error) {
      if (this.baker === baker) this.opening = null;
      this.panel.build();
      this.fault(error);
    } finally {
      baker.end();
      if (this.baker === baker) this.baker = null;
    }
  }

  /** Opens a file, an address or a Blob; until it is open, and after an error, the world before it stays. */
  open(from, name) {
    return this.openBy('open', { from, name });
  }

  async openBy(call, origin, ...more) {
    await this.start();
    const { from, name } = origin;
    const turn = ++this.opens;
    const began = performance.now();
    const isAddress = typeof from === 'string';
    this.address = null;
    const isNew = call === 'open';
    if (isAddress && isNew) this.typed = from;
    this.openFault = null;
    this.opening = nameOf(origin);
    this.panel.syncFile();
    try {
      const world = await this.ask('', call, from, { name }, ...more);
      this.origin = origin;
      this.url = isAddress ? from : null;
      if (isNew) this.history.clear();
      this.take(world);
      if (world.edited) this.ink.rebuilt(world.edited);
      await this.setColours();
      this.openedMs = performance.now() - began;
      if (isNew) this.view.fit();
    } catch (error) {
      if (turn !== this.opens) return;
      if (error.message !== OVERTAKEN) this.openFault = error.message;
      this.fault(error);
      await this.forgetClosed();
    }
    this.opening = null;
    this.app.remember();
    this.panel.build();
    this.view.redraw();
  }

  /** A world that did not fit in memory leaves none: its address is not that of what is shown. */
  async forgetClosed() {
    if (!this.world || (await this.ask('', 'isOpen'))) return;
    this.take(null);
    this.url = this.origin = null;
  }

  /** Reads the whole file, of a server too. */
  readAll() {
    return this.attempt(() => this.ask('survey', 'readAll'));
  }

  /** Reading for the lists of islands and regions ends at once; all else with the worker, and another one
      opens the world again. */
  async cancelWork() {
    const { origin, history } = this;
    if (this.baker) return this.baker.end();
    if (this.reading !== undefined && !this.isOpening && this.client.work === null)
      return this.attempt(() => this.ask('survey', 'stop'));
    this.opens++;
    this.opening = origin && nameOf(origin);
    if (this.world) origin.profile = this.world.profile;
    this.reading = undefined;
    this.started = this.ownClient.restart();
    this.take(null);
    this.panel.build();
    if (!origin) return;
    await this.openBy('openAgain', origin, { ...history.kept, profile: origin.profile });
    if (!this.world) return;
    this.app.say(
      'Cancelled. The world was opened again with its edits; routes are gone.',
    );
  }

  take(world) {
    this.world = world?.hexagons ? { ...world, hexagons: this.tops } : world;
    this.lists = null;
    this.wholeLists = null;
    this.chosen = null;
    this.edits = world?.undoable ?? 0;
    this.hands.cancel(); // a stroke has cells of the world before
    this.ink.clear();
    this.route.clear();
    this.syncTools();
    this.view.tiles.clear();
    this.view.tiles.setLayers(this.tileLayers);
  }

  /** The map of the other modes, as it was baked. */
  openMap() {
    return this.attempt(async () => {
      await this.app.session.settled();
      const { client, map } = this.app.session;
      this.openedMap = map;
      this.isBehind = false;
      const bytes = await client.call('save');
      this.tops = map.hexagons ?? this.tops;
      await this.open(new Blob([bytes]), MAP_NAME);
    });
  }

  /** Files that are dropped while the mode is shown; true: one of them was taken. */
  takeFiles(files) {
    const file = [...files].find(({ name }) => /\.(world|patch)$/i.test(name));
    if (!file) return false;
    this.app.dismissSaying();
    if (/\.patch$/i.test(file.name)) this.openPatch(file);
    else this.open(file, file.name);
    return true;
  }

  openPatch(file) {
    return this.attempt(async () => {
      const patch = new Uint8Array(await file.arrayBuffer());
      this.take(await this.ask('', 'openPatch', patch));
      this.history.begin({ patch });
      const rebuilt = await this.ask('', 'rebuilt');
      this.ink.rebuilt(rebuilt);
      this.edits = rebuilt.length;
      this.panel.build();
    });
  }

  setTops(tops) {
    this.tops = tops;
    this.world = { ...this.world, hexagons: tops };
    this.view.fit();
    this.panel.chosen.sync();
  }

  async setProfile(profile) {
    await this.attempt(async () => this.take(await this.ask('', 'choose', profile)));
    this.panel.build();
    this.view.redraw();
  }

  // ---- Layers and tools ----

  get tileLayers() {
    return TILE_LAYERS.filter((layer) => this.shown.has(layer));
  }

  show(layer, on) {
    if (on) this.shown.add(layer);
    else this.shown.delete(layer);
    if (TILE_LAYERS.includes(layer)) this.view.tiles.setLayers(this.tileLayers);
    this.view.redraw();
  }

  buildTools() {
    showTools(
      toolButton('file', 'Open a world…', chooseFiles),
      make('hr'),
      ...toolButtons(WORLD_TOOLS, (tool) => this.setTool(tool)),
      ...historyButtons(this.history),
    );
    this.syncTools();
  }

  syncTools() {
    if (this.isCurrent) markTools([this.tool], this.history);
  }

  setTool(tool) {
    this.tool = tool;
    this.syncTools();
    this.panel.syncTool();
  }

  /** Keys of the view go before those that all modes have. */
  keyFirst(app, event) {
    return this.view?.key(event) ?? false;
  }

  key(app, event) {
    const tool = Object.keys(WORLD_TOOLS).find(
      (id) => WORLD_TOOLS[id].key === event.key.toLowerCase(),
    );
    const middle = this.world && this.view.middle;
    if (tool) this.setTool(tool);
    else if (event.key === 'i' && middle) this.look(middle);
    else if (event.key === 's' && middle) this.route.setEnd('start', middle);
    else if (event.key === 'g' && middle) this.route.setEnd('goal', middle);
    else if (event.key === '[' || event.key === ']')
      this.brush = Math.min(8, Math.max(0, this.brush + (event.key === ']' ? 1 : -1)));
    else if (event.key === 'Enter') this.route.walk();
    else if (event.key === 'Escape') this.choose(null);
    else return false;
    return true;
  }

  changed() {
    this.panel.syncRoute();
    this.view.redraw();
  }

  floorAt(y) {
    return this.world.floors.findLastIndex((floor) => y >= floor.y && y < floor.y + floor.height);
  }

  // ---- Looking ----

  choose(chosen) {
    this.chosen = chosen;
    this.panel.chosen?.sync();
    this.view.redraw();
  }

  async look(place) {
    if (!this.world) return;
    await this.attempt(async () => {
      const cell = await this.ask('', 'cell', place);
      if (!cell) {
        this.choose(null);
        return;
      }
      const region = await this.ask('', 'region', cell.region);
      this.choose({ place, cell, region: cell.region, of: region });
      const graph = await this.ask('', 'graph', cell.region);
      const clusters = [];
      for (let level = 1; level <= this.world.overlayLevels; level++) {
        const side = this.world.regionCells * (4 << (level - 1));
        const at = [Math.floor(place[0] / side), Math.floor(place[1] / side)];
        clusters.push(await this.ask('', 'cluster', level, ...at));
      }
      this.choose({ ...this.chosen, graph, clusters });
    });
  }

  /** Shows a region, and reads it. */
  flyToRegion(region) {
    const { regionCells, regionsX } = this.world;
    const x = (region % regionsX) * regionCells;
    const y = Math.floor(region / regionsX) * regionCells;
    const middle = [x + (regionCells >> 1), y + (regionCells >> 1)];
    this.view.fly(middle, 2 * regionCells);
    return this.look(middle);
  }

  flyToIsland(island) {
    const [left, top, right, bottom] = island.box;
    this.view.fly([(left + right) >> 1, (top + bottom) >> 1], Math.max(right - left, bottom - top));
    this.choose({ island: island.place, place: island.place });
  }

  edit(edit) {
    return this.editing.edit(edit);
  }

  /** Islands are counted anew: what is listed is old until then. */
  recount() {
    if (this.lists) this.lists = { ...this.lists, isWhole: false, known: 0 };
    this.panel.syncBytes();
    this.panel.syncLists();
  }

  /** The world as in its file. */
  async revert() {
    await this.attempt(async () => {
      this.take(await this.ask('', 'revert'));
      this.history.clear();
    });
    this.panel.build();
    this.view.redraw();
  }
}
