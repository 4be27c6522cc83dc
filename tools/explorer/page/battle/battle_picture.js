// What is drawn of a battle over the ground: units between two ticks, and the layers that are chosen. Units
// of one colour are one path, so that 2,000 of them are a few calls.

import { BATTLE_STATES, BATTLE_UNIT_INTS, waitsFor } from '../../engine/battle/battle_units.js';
import { bodyCells } from '../../engine/hexagons.js';
import { CellLayer } from '../cell_layer.js';
import { drawGoal } from '../ink.js';
import { REACH_OF_TOWER } from '../../engine/battle/battle_scenes.js';
import { fillWith, strokeWith } from '../pens.js';

const FLAG_MS = 1500;
const SQUARE_SCALE = 5; // below it, units are squares
const MOST_ARROWS = 600;
const FEW_SELECTED = 40; // more are ringed faintly

export class BattlePicture {
  constructor(mode) {
    this.mode = mode;
    this.fog = new CellLayer();
    this.flags = [];
    this.places = new Float32Array(0);
  }

  reset() {
    const { map, seen } = this.mode;
    this.fog.resize(map.width, map.height);
    this.flags = [];
    this.drawFog(seen);
  }

  take(seen) {
    if (this.fog.width === this.mode.map?.width) this.drawFog(seen);
  }

  drawFog({ seen }) {
    if (!seen) return;
    const { width, height } = this.mode.map;
    const [r, g, b, a] = this.mode.app.theme().fog;
    const table = [((Math.round(a * 0.8) << 24) | (b << 16) | (g << 8) | r) >>> 0, 0];
    this.fog.write(0, 0, width, height, seen, table);
  }

  flag(place) {
    this.flags.push({ place, until: performance.now() + FLAG_MS });
  }

  // ---- Places ----

  /** Where a unit is drawn, on the page. */
  placeOf(number) {
    return [this.places[2 * number], this.places[2 * number + 1]];
  }

  /** The size of all bodies, and how many cells that is across. */
  get body() {
    return this.mode.app.session.world?.body ?? 1;
  }

  get across() {
    return this.mode.app.camera.hexagons ? 2 * this.body - 1 : this.body;
  }

  /** Places of all units, a share of the way through their last step; whether one is still under way. */
  findPlaces(share) {
    const { units } = this.mode.seen;
    const { camera } = this.mode.app;
    const count = units.length / BATTLE_UNIT_INTS;
    const inward = camera.hexagons ? 0 : (this.body - 1) / 2;
    if (this.places.length !== 2 * count) this.places = new Float32Array(2 * count);
    for (let i = 0, at = 0; i < count; i++, at += BATTLE_UNIT_INTS) {
      const x = units[at + 2] + (units[at] - units[at + 2]) * share;
      const y = units[at + 3] + (units[at + 1] - units[at + 3]) * share;
      this.places.set(camera.middle(x + inward, y + inward), 2 * i);
    }
    return share < 1;
  }

  /** Draws all; whether a step is still under way. */
  draw(context, now) {
    const { mode } = this;
    if (!mode.seen || mode.stale) return false;
    const { layers } = mode;
    const share = mode.loop.share(now, mode.runner.since);
    const moves = this.findPlaces(mode.tick === 0 ? 1 : share);
    if (mode.seen.seen) this.fog.draw(context, mode.app.camera);
    this.drawTowers(context);
    if (layers.flows) this.drawFlows(context);
    if (layers.claims) this.drawClaims(context);
    if (layers.routes) this.drawRoutes(context);
    if (layers.around && mode.paths) this.drawPaths(context);
    this.drawUnits(context);
    if (layers.queue) this.drawQueue(context);
    if (layers.waits) this.drawWaits(context);
    this.drawMarks(context, now);
    this.drawHands(context);
    mode.twin.draw();
    return moves || this.flags.length > 0;
  }

  // ---- Units ----

  colours() {
    const theme = this.mode.app.theme();
    return this.mode.layers.states ? stateColours(theme) : theme.compared;
  }

  /** Calls `add` for the units in sight, those of each colour in one path. */
  drawUnits(context) {
    const { mode, places } = this;
    const { units } = mode.seen;
    const { camera } = mode.app;
    const field = mode.layers.states ? 8 : 9;
    const colours = this.colours();
    const { across } = this;
    const radius = Math.max(1.2, 0.42 * camera.scale * across);
    const paths = colours.map(() => new Path2D());
    const square = camera.scale * across < SQUARE_SCALE;
    for (let i = 0, at = 0; at < units.length; i++, at += BATTLE_UNIT_INTS) {
      const [x, y] = [places[2 * i], places[2 * i + 1]];
      if (x < -radius || y < -radius || x > camera.width + radius || y > camera.height + radius)
        continue;
      const path = paths[units[at + field] % paths.length];
      if (square) path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else {
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 7);
      }
    }
    paths.forEach((path, i) => {
      context.fillStyle = colours[i];
      context.fill(path);
    });
    if (!square && camera.scale > 9) this.outline(context, paths);
  }

  outline(context, paths) {
    context.strokeStyle = this.mode.app.theme().halo;
    context.lineWidth = 1.5;
    for (const path of paths) context.stroke(path);
  }

  // ---- Layers ----

  addBody(context, x, y, size = 1) {
    const { camera } = this.mode.app;
    if (camera.hexagons)
      for (const [dx, dy] of bodyCells(camera.hexagons, size)) camera.addCell(context, x + dx, y + dy);
    else context.rect(...camera.rect(x, y, size));
  }

  drawClaims(context) {
    const { claims = [] } = this.mode.seen;
    context.beginPath();
    for (let i = 0; i < claims.length; i += 3) this.addBody(context, claims[i], claims[i + 1]);
    context.globalAlpha = 0.22;
    fillWith(context, this.mode.app.theme().coarse);
    context.globalAlpha = 1;
  }

  drawRoutes(context) {
    const { mode } = this;
    const { ahead = [] } = mode.seen;
    const { camera } = mode.app;
    context.beginPath();
    for (let i = 0; i < ahead.length;) {
      const [unit, count] = [ahead[i], ahead[i + 1]];
      i += 2;
      if (mode.selected.size === 0 || mode.selected.has(unit)) {
        context.moveTo(...this.placeOf(unit));
        for (let j = 0; j < count; j++)
          context.lineTo(...camera.middle(ahead[i + 2 * j], ahead[i + 2 * j + 1]));
      }
      i += 2 * count;
    }
    context.strokeStyle = mode.app.theme().path;
    context.globalAlpha = mode.count > 300 ? 0.25 : 0.5;
    context.lineWidth = Math.max(1, Math.min(2, camera.scale / 6));
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The clicked unit's path, and dashed the one around all others. */
  drawPaths(context) {
    const { mode } = this;
    const { camera } = mode.app;
    const theme = mode.app.theme();
    for (const [points, colour, dash] of [
      [mode.paths.through, theme.path, []],
      [mode.paths.around, theme.goal, [7, 5]],
    ]) {
      if (!points) continue;
      context.beginPath();
      for (let i = 0; i < points.length; i += 2)
        context.lineTo(...camera.middle(points[i], points[i + 1]));
      strokeWith(context, colour, 3, dash);
    }
  }

  drawFlows(context) {
    const { mode } = this;
    const { flows = [] } = mode.seen;
    const { camera } = mode.app;
    const spacing = mode.looks().flows;
    const long = Math.min(18, camera.scale * spacing * 0.42);
    context.beginPath();
    for (let i = 0; i < flows.length;) {
      const count = flows[i + 3];
      i += 4;
      for (let j = 0; j < count; j++, i += 4) {
        const [x, y] = camera.middle(flows[i], flows[i + 1]);
        const [tx, ty] = camera.middle(flows[i + 2], flows[i + 3]);
        const angle = Math.atan2(ty - y, tx - x);
        arrowTo(context, x, y, x + long * Math.cos(angle), y + long * Math.sin(angle), long * 0.4);
      }
    }
    strokeWith(context, mode.app.theme().route, 1.2);
  }

  /** The place of each unit in the queue of planning. */
  drawQueue(context) {
    const { units } = this.mode.seen;
    const { camera } = this.mode.app;
    context.font = `600 ${Math.max(9, Math.min(13, camera.scale))}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = 3;
    context.strokeStyle = this.mode.app.theme().halo;
    context.fillStyle = this.mode.app.theme().stepBreak;
    for (let i = 0, at = 19; at < units.length; i++, at += BATTLE_UNIT_INTS) {
      if (units[at] === 0) continue;
      context.strokeText(units[at], ...this.placeOf(i));
      context.fillText(units[at], ...this.placeOf(i));
    }
  }

  /** An arrow from each unit that waits to the one that it waits for; the chosen chain stands out. */
  drawWaits(context) {
    const { mode } = this;
    const { units } = mode.seen;
    const theme = mode.app.theme();
    const chosen = new Set(mode.panel.chain());
    const [all, chain] = [new Path2D(), new Path2D()];
    let shown = 0;
    for (let i = 0; i < mode.count && shown < MOST_ARROWS; i++) {
      const other = waitsFor(units, i);
      if (other < 0) continue;
      shown++;
      const [x, y] = this.placeOf(i);
      const [tx, ty] = this.placeOf(other);
      arrowTo(chosen.has(i) ? chain : all, x, y, tx, ty, Math.min(7, mode.app.camera.scale * 0.4));
    }
    for (const [path, colour, wide] of [
      [all, theme.stepTree, 1.4],
      [chain, theme.halo, 4.5],
      [chain, theme.stepBreak, 2.4],
    ]) {
      context.strokeStyle = colour;
      context.lineWidth = wide;
      context.stroke(path);
    }
    if (chosen.size > 1) this.ring(context, [...chosen].at(-1), theme.stepBreak, 4);
  }

  // ---- Marks ----

  ring(context, unit, colour, more = 2) {
    const radius = Math.max(5, this.mode.app.camera.scale * 0.42) + more;
    const [x, y] = this.placeOf(unit);
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    strokeWith(context, colour, 2);
  }

  drawMarks(context, now) {
    const { mode } = this;
    const theme = mode.app.theme();
    const few = mode.selected.size <= FEW_SELECTED;
    const path = new Path2D();
    const radius = Math.max(2.5, mode.app.camera.scale * 0.42) + 1.5;
    for (const unit of mode.selected) {
      const [x, y] = this.placeOf(unit);
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 7);
    }
    context.strokeStyle = theme.path;
    context.globalAlpha = few ? 1 : 0.4;
    context.lineWidth = few ? 2 : 1;
    context.stroke(path);
    context.globalAlpha = 1;
    for (const unit of mode.whatIf?.cut ?? []) this.ring(context, unit, theme.stepBreak);
    if (mode.clicked >= 0 && mode.clicked < mode.count) {
      const at = mode.clicked * BATTLE_UNIT_INTS;
      const { units } = mode.seen;
      if (units[at + 8] !== BATTLE_STATES.indexOf('idle'))
        drawGoal(context, mode.app.camera, [units[at + 6], units[at + 7]], true);
    }
    if (mode.home) drawGoal(context, mode.app.camera, mode.home, true);
    this.flags = this.flags.filter(({ until }) => until > now);
    for (const { place } of this.flags) drawGoal(context, mode.app.camera, place, false);
    for (const input of mode.runner.waits) this.drawWaitingInput(context, input);
  }

  /** An input that no tick has taken yet. */
  drawWaitingInput(context, input) {
    const { mode } = this;
    const theme = mode.app.theme();
    if (input.kind === 'send') drawGoal(context, mode.app.camera, input.place, false);
    if (!input.cells) return;
    context.beginPath();
    for (const [x, y] of input.cells) this.addBody(context, x, y);
    context.globalAlpha = 0.5;
    fillWith(context, input.kind === 'rock' ? theme.stepText : theme.mark);
    context.globalAlpha = 1;
  }

  drawTowers(context) {
    const { mode } = this;
    const { camera } = mode.app;
    const theme = mode.app.theme();
    for (const place of mode.seen.towers) {
      const [x, y] = camera.middle(...place);
      context.beginPath();
      context.arc(x, y, (REACH_OF_TOWER + 0.5) * camera.scale, 0, 7);
      fillWith(context, `rgba(${theme.flash}, 0.22)`);
      strokeWith(context, theme.window, 1.5);
      context.beginPath();
      context.rect(
        x - camera.scale * 0.7,
        y - camera.scale * 0.7,
        camera.scale * 1.4,
        camera.scale * 1.4,
      );
      fillWith(context, theme.stepBreak);
    }
  }

  /** The cell cursor of the keys. */
  drawMark(context, theme) {
    context.beginPath();
    this.addBody(context, ...this.mode.hands.marked);
    strokeWith(context, theme.goal, 2);
  }

  /** The box that is dragged, cells of what if, and the brush. */
  drawHands(context) {
    const { mode } = this;
    const { drag, cursor } = mode.hands;
    const theme = mode.app.theme();
    if (mode.hands.isMarkShown) this.drawMark(context, theme);
    if (mode.whatIf) {
      context.beginPath();
      for (const [x, y] of mode.whatIf.cells) this.addBody(context, x, y);
      context.globalAlpha = 0.55;
      fillWith(context, theme.stepBreak);
      context.globalAlpha = 1;
    }
    if (drag?.moved && (drag.kind === 'box' || drag.kind === 'whatif')) {
      context.beginPath();
      context.rect(...drag.from, drag.at[0] - drag.from[0], drag.at[1] - drag.from[1]);
      fillWith(context, `rgba(${theme.flash}, 0.12)`);
      strokeWith(context, theme.path, 1.5, [6, 4]);
    } else if (drag?.moved && drag.kind === 'orderOrUnit') {
      context.beginPath();
      arrowTo(context, ...drag.from, ...drag.at, 10);
      strokeWith(context, theme.path, 3);
    } else if (cursor && (mode.tool === 'rock' || mode.tool === 'open')) {
      const [x, y] = mode.app.camera.middle(...cursor);
      context.beginPath();
      context.arc(x, y, Math.max(0.7, mode.brush / 2) * mode.app.camera.scale, 0, 7);
      strokeWith(context, theme.ghost, 1.5);
    }
  }
}

/** Adds an arrow to a path. */
function arrowTo(path, x, y, tx, ty, head) {
  const angle = Math.atan2(ty - y, tx - x);
  path.moveTo(x, y);
  path.lineTo(tx, ty);
  path.lineTo(tx - head * Math.cos(angle - 0.5), ty - head * Math.sin(angle - 0.5));
  path.moveTo(tx, ty);
  path.lineTo(tx - head * Math.cos(angle + 0.5), ty - head * Math.sin(angle + 0.5));
}

/** The colour of each state. */
export function stateColours(theme) {
  const dark = theme.name === 'dark';
  return [
    dark ? '#8b939f' : '#7d8590', // idle
    dark ? '#e890c8' : '#b0478c', // planning
    theme.compared[0], // walking
    theme.compared[1], // waiting
    theme.start, // arrived
    dark ? '#a8e6cf' : '#6fb59a', // beside
    dark ? '#ff6f8f' : '#b3123c', // stuck
    dark ? '#ffffff' : '#14171c', // unreachable
  ];
}
