// The mode Play: the path follows the pointer; brushes change the map, and the path with it.

import { besideCell } from '../engine/hexagons.js';
import { openTerrainOf } from '../engine/terrain.js';
import { CellLayer } from './cell_layer.js';
import { ARROW_STEPS } from './elements.js';
import {
  drawBody, drawCorridor, drawExpandedWaypoints, drawGoal, drawPath, drawRoute, drawStart,
  drawTurns, drawWindows, fillRegion, readSearch,
} from './ink.js';
import { fillWith, strokeWith } from './pens.js';
import { BRUSHES, EXTRA_TOOLS, SHAPES, buildPanel, buildTools, syncTools } from './play_panel.js';
import { Fog } from './fog.js';
import { Openings } from './openings.js';
import { Painter } from './painter.js';
import { StatusLine, showStatus } from './play_status.js';
import { Reach } from './reach.js';
import { currentTheme, terrainStyle } from './theme.js';
import { WhatIf } from './what_if.js';

const FLASH_MS = 700;
const GRAB_PIXELS = 15;
const QUIET_MS = 300;

export class PlayMode {
  constructor() {
    this.id = 'play';
    this.label = 'Play';
    this.tool = 'walk';
    this.shape = 'brush';
    this.size = 3;
    this.slow = 3;
    this.fast = 0.5;
    this.hill = 6;
    this.lowers = false;
    this.painter = new Painter(this);
    this.whatIf = new WhatIf(this);
    this.fog = new Fog(this);
    this.reach = new Reach(this);
    this.show = { expanded: true, route: true, windows: false };
    this.fine = new CellLayer();
    this.search = { route: [], coarse: [], windows: [] };
    this.flashes = [];
    this.ghost = null;
    this.openings = new Openings(this);
    this.statusLine = new StatusLine();
    this.figures = null;
    this.cursor = null;
    this.drag = null;
  }

  // ---- Life ----

  attach(app) {
    this.app = app;
    const { session } = app;
    session.on('map', () => this.takeMap());
    session.on('path', (answer) => this.takePath(answer));
    session.on('edit', () => this.beginGhost());
    session.on('rebuilt', (regions) => this.flash(regions));
    session.on('settings', () => this.sync());
    session.on('history', () => this.sync());
    this.whatIf.attach(app);
    this.fog.attach(app);
  }

  enter() {
    this.buildTools();
    this.app.session.asksFork = this.whatIf.isOn() || this.fog.on;
    this.app.session.askPath();
  }

  /** Other modes ask the world itself. */
  leave() {
    clearTimeout(this.quiet);
    this.fog.walking = false;
    this.app.session.asksFork = false;
  }

  takeMap() {
    const { map } = this.app.session;
    this.fine.resize(map.width, map.height);
    this.reach.resize(map);
    this.forget();
    this.cursor = null;
    if (this.app.current === this) this.buildPanel(); // the file of the map has floors, and rules
  }

  /** The terrain of a cell as the path knows it: "what if" and fog have their own. */
  terrainNow(cell) {
    const { map, settings } = this.app.session;
    if (this.fog.on && !this.fog.seen[cell]) return openTerrainOf(settings.mover);
    return this.whatIf.cells.get(cell) ?? map.terrain[cell];
  }

  /** What was shown of an answer that is old. */
  forget() {
    this.openings.forget();
    this.figures = null;
    this.ghost = null;
    this.flashes = [];
  }

  takePath(answer) {
    if (this.app.current !== this) return;
    this.search = readSearch(answer.events, this.fine, currentTheme().fine);
    this.openings.take();
    this.figures = null;
    if (this.ghost && samePoints(this.ghost.points, answer.points)) this.ghost = null;
    this.app.redrawInk();
    this.showStatus();
    for (const row of this.rows) row.follow?.();
    this.reach.ask();
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.askFigures(), QUIET_MS);
  }

  beginGhost() {
    const { answer } = this.app.session;
    if (answer && answer.points.length > 2 && !this.ghost)
      this.ghost = { points: answer.points, until: performance.now() + 1600 };
  }

  flash(regions) {
    const until = performance.now() + FLASH_MS;
    this.flashes = this.flashes.filter((flash) => !regions.includes(flash.region));
    for (const region of regions) this.flashes.push({ region, until });
    this.app.animate();
  }

  /** Microseconds of this query, and what a plain A* expands for it: once the page is quiet. */
  async askFigures() {
    const { session } = this.app;
    const { answer } = session;
    if (!answer || answer.result !== 0 || this.drag) return;
    const query = session.present();
    const times = await session.client.call('measure', query);
    const plain = await session.client.call('plain', query);
    if (session.answer !== answer) return;
    this.figures = { ...times, plain };
    this.showStatus();
  }

  // ---- Pointer ----

  pointerDown(app, cell, event) {
    this.moveCursor(cell);
    if (this.tool === 'walk' && event.shiftKey) app.session.toggleGoal(cell);
    else if (this.tool === 'walk' && event.button === 0) this.grab(cell, event);
    else if (this.tool !== 'walk') {
      this.drag = { paint: true };
      this.painter.begin(cell, event.button === 2);
    }
  }

  pointerMove(app, cell, event) {
    this.moveCursor(cell);
    if (this.drag?.paint) this.painter.goOn(cell);
    else if (this.drag) this.moveEnd(cell);
    else if (this.tool === 'walk' && event.buttons === 0 && !app.pinned) app.session.setGoal(cell);
    if (this.tool === 'walk')
      app.setCursor(
        !this.drag && this.endAt(event) ? 'grab' : this.drag ? 'grabbing' : 'crosshair',
      );
    this.reach.ask();
  }

  pointerUp(app, cell) {
    if (this.drag?.paint) this.painter.end(cell);
    else if (this.drag?.click) this.togglePin(cell);
    this.drag = null;
    this.showStatus();
    app.remember();
  }

  pointerCancel() {
    if (this.drag?.paint) this.painter.cancel();
    this.drag = null;
  }

  pointerLeave() {
    if (this.tool !== 'walk') this.moveCursor(null);
  }

  moveCursor(cell) {
    this.cursor = cell;
    this.app.redrawInk();
    this.showStatus();
  }

  /** The end under the pointer: 'start', 'goal' or null. */
  endAt(event) {
    const { camera, session, pinned } = this.app;
    const near = (cell, lift) => {
      const [x, y] = camera.middle(...cell);
      return Math.hypot(event.clientX - x, event.clientY - y + lift) < GRAB_PIXELS;
    };
    if (near(session.start, 0)) return 'start';
    if (pinned && (near(session.goal, 0) || near(session.goal, 20))) return 'goal';
    return null;
  }

  grab(cell, event) {
    const end = this.endAt(event);
    this.drag = end ? { end, from: cell } : { end: 'goal', from: cell, click: true };
    if (!end && event.pointerType !== 'mouse') this.moveEnd(cell);
  }

  moveEnd(cell) {
    const { session } = this.app;
    if (this.drag.from[0] === cell[0] && this.drag.from[1] === cell[1]) return;
    this.app.dismissHint();
    if (this.drag.click && this.app.pinned) return;
    if (this.drag.end === 'start') session.setStart(cell);
    else session.setGoal(cell);
  }

  togglePin(cell) {
    const { app } = this;
    app.pinned = !app.pinned;
    app.session.setGoal(cell);
    app.dismissHint();
  }

  // ---- Keys ----

  key(app, event) {
    const key = event.key.toLowerCase();
    const arrow = ARROW_STEPS[key];
    if (arrow) return this.moveByKey(app, arrow, event.shiftKey);
    const tools = { ...BRUSHES, ...EXTRA_TOOLS };
    const brush = Object.keys(tools).find((name) => tools[name].key === key);
    const shape = Object.keys(SHAPES).find((name) => SHAPES[name].key === key);
    if (brush) this.chooseTool(brush);
    else if (shape) this.chooseShape(shape);
    else if (key === 'v') this.chooseTool('walk');
    else if (key === 'r') this.setReach(!this.reach.on);
    else if (key === 'o') this.fog.turn(!this.fog.on);
    else if (key === 'k' && this.fog.on) this.fog.walk();
    else if (key === '[' || key === ']') this.setSize(this.size + (key === ']' ? 1 : -1));
    else if (key === 'x') this.swapEnds(app);
    else if (key === 'g') app.session.toggleGoal(this.cursor ?? app.session.goal);
    else if (key === 'enter') this.actByKey(app);
    else return false;
    return true;
  }

  moveByKey(app, arrow, shift) {
    const { session } = app;
    const from =
      this.tool !== 'walk' ? (this.cursor ?? session.goal) : shift ? session.start : session.goal;
    const to = besideCell(session.map.hexagons, from, arrow);
    if (!session.inside(to)) return true;
    app.dismissHint();
    if (this.tool !== 'walk') this.moveCursor(to);
    else if (shift) session.setStart(to);
    else session.setGoal(to);
    app.keepInSight(to);
    return true;
  }

  actByKey(app) {
    if (this.tool === 'walk') {
      this.togglePin(app.session.goal);
      return;
    }
    const cell = this.cursor ?? app.session.goal;
    this.painter.begin(cell, false);
    this.painter.end(cell);
  }

  swapEnds(app) {
    const { session } = app;
    [session.start, session.goal] = [session.goal, session.start];
    app.pinned = true;
    session.askPath();
  }

  // ---- Choices ----

  /** What to do first, in a few words. */
  hint() {
    if (this.tool !== 'walk') return 'Drag to paint';
    return matchMedia('(hover: none)').matches ? 'Tap the map' : 'Move the pointer';
  }

  chooseTool(tool) {
    this.tool = tool;
    this.app.dismissHint();
    this.app.setCursor('crosshair');
    if (tool === 'walk') this.cursor = null;
    this.buildPanel();
    this.sync();
  }

  chooseShape(shape) {
    this.shape = shape;
    this.app.dismissHint();
    if (this.tool === 'walk') this.tool = 'rock';
    this.buildPanel();
    this.sync();
  }

  setSize(size) {
    this.size = Math.min(32, Math.max(1, size));
    this.buildPanel();
    this.app.redrawInk();
  }

  setReach(on) {
    this.reach.turn(on);
    this.buildPanel();
    this.app.redrawInk();
  }

  // ---- Toolbar, panel, status ----

  buildTools() {
    buildTools(this);
    this.buildPanel();
    this.sync();
  }

  buildPanel() {
    this.rows = buildPanel(this);
  }

  sync() {
    if (this.app.current !== this) return;
    syncTools(this);
    for (const row of this.rows) row.sync?.();
    this.app.redrawInk();
    this.app.remember();
  }

  showStatus() {
    if (this.app.current === this) showStatus(this);
  }

  // ---- Drawing ----

  drawInk(context, app) {
    const { session, camera } = app;
    const { world, answer, start, goal, settings } = session;
    const now = performance.now();
    const theme = currentTheme();
    this.fog.draw(context, camera);
    this.reach.draw(context, camera);
    this.whatIf.draw(context, camera);
    if (answer) this.drawSearch(context, app);
    this.drawFlashes(context, camera, world, now, theme);
    if (this.ghost) drawPath(context, camera, this.ghost.points, { ghost: true });
    if (answer) {
      if (answer.points.length > 0)
        drawPath(context, camera, [...start, ...answer.points.slice(0, 2)], { ghost: true });
      drawPath(context, camera, answer.points);
      drawTurns(context, camera, answer.points);
    }
    this.openings.draw(context, camera);
    drawBody(context, camera, start, settings.body, theme.start);
    drawStart(context, camera, start);
    for (const each of session.goals) drawGoal(context, camera, each, true);
    drawGoal(context, camera, goal, app.pinned);
    if (this.tool !== 'walk' && this.cursor) this.drawCursor(context, app);
    if (this.ghost && now > this.ghost.until) this.ghost = null;
    return this.flashes.length > 0 || this.ghost !== null;
  }

  drawSearch(context, { session, camera }) {
    const { world, start, answer } = session;
    const end = answer.points.length > 0 ? [...answer.points.slice(-2)] : start;
    if (this.show.route && this.search.route.length > 0)
      drawCorridor(context, camera, world, this.search.route, [start, end]);
    if (this.show.expanded) {
      this.fine.draw(context, camera);
      drawExpandedWaypoints(context, camera, this.search.coarse);
    }
    if (this.show.windows) drawWindows(context, camera, this.search.windows);
    if (this.show.route) drawRoute(context, camera, this.search.route, start, end);
  }

  drawFlashes(context, camera, world, now, theme) {
    this.flashes = this.flashes.filter((flash) => flash.until > now);
    for (const { region, until } of this.flashes) {
      context.fillStyle = `rgba(${theme.flash}, ${(0.42 * (until - now)) / FLASH_MS})`;
      fillRegion(context, camera, world, region);
    }
  }

  /** What a click would paint; a ring shows the brush. */
  drawCursor(context, { camera, session }) {
    const { map } = session;
    context.globalAlpha = 0.65;
    for (const [terrain, cells] of this.painter.preview(this.cursor)) {
      context.beginPath();
      for (const cell of cells) camera.addCell(context, cell % map.width, Math.floor(cell / map.width));
      fillWith(context, terrain === null ? currentTheme().high : terrainStyle(terrain));
    }
    context.globalAlpha = 1;
    const [x, y] = camera.middle(...this.cursor);
    const radius = ((this.shape === 'brush' ? this.size : 1) * camera.scale) / 2 + 1.5;
    context.beginPath();
    context.arc(x, y, Math.max(4, radius), 0, 7);
    strokeWith(context, currentTheme().path, 1.5);
  }

  // ---- Address ----

  addressFields() {
    return this.tool === 'walk' ? {} : { tool: this.tool };
  }

  /** Strokes that are not in the map: those of "what if". */
  holdsStrokes() {
    return this.whatIf.isOn();
  }

  /** Returns what brings those strokes back. */
  keepStrokes() {
    const cells = new Map(this.whatIf.cells);
    return () => cells.size > 0 && this.whatIf.setCells(cells);
  }

  readFields(fields) {
    this.tool = fields.tool ?? this.tool;
  }
}

function samePoints(a, b) {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
