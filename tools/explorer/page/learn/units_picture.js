// The picture of many units: they go through a narrow pass, and rocks fall. A tick is asked for each few
// frames, and between two ticks the units are drawn on their way.

import {
  ARRIVED, BATTLE_UNIT_INTS, BESIDE, countStates, unitCount, waitsFor, WAITING, WALKING,
} from '../../engine/battle/battle_units.js';
import { PLAIN, ROCK } from '../../engine/terrain.js';
import { drawGoal } from '../ink.js';
import { fillWith, strokeWith } from '../pens.js';
import { currentTheme } from '../theme.js';
import { sceneOfText } from './scenes.js';

const TICK_MS = 140;
const TICK_BUDGET = 20000;
const WAS_X = 2; // places in the list of a unit
const WAS_Y = 3;
const STATE = 8;
const UNITS_WIDE = 5;

export class UnitsPicture {
  constructor() {
    this.sentTo = null;
  }

  scene() {
    const wall = '......................##................';
    return sceneOfText(
      ...Array(9).fill(wall),
      '.s..................................g...',
      ...Array(6).fill(wall),
      '..............................#.........',
      ...Array(4).fill(wall),
    );
  }

  /** A block of units around the start. */
  cellsOfUnits({ map, start }) {
    const cells = [];
    for (let y = 1; y < map.height - 1; y += 2) {
      for (let x = 0; x < UNITS_WIDE; x++) cells.push([start[0] + x, y]);
    }
    return cells;
  }

  ends() {
    return { goal: this.view.goal };
  }

  async ask(client, view) {
    if (!this.sentTo) {
      this.count = this.cellsOfUnits(view).length;
      await client.call('lesson', 'beginUnits', this.cellsOfUnits(view), view.goal);
    } else if (String(this.sentTo) !== String(view.goal)) {
      await client.call('lesson', 'sendUnits', this.count, view.goal);
    }
    this.sentTo = [...view.goal];
    const data = await client.call('lesson', 'tickUnits', TICK_BUDGET);
    this.tickedAt = performance.now();
    this.begin();
    return data;
  }

  /** Rocks do not fall on units: there, the map stays as it was. */
  async edit(client, cells, view) {
    const { width } = view.map;
    const asked = cells.flatMap(([cell, terrain]) => [
      cell % width,
      Math.floor(cell / width),
      terrain,
    ]);
    const changed = await client.call('lesson', 'editUnits', asked);
    const done = new Set();
    for (let i = 0; i < changed.length; i += 3) done.add(changed[i + 1] * width + changed[i]);
    for (const [cell, terrain] of cells) {
      if (!done.has(cell)) view.setTerrain(cell, terrain === ROCK ? PLAIN : ROCK);
    }
  }

  // ---- Time ----

  begin() {
    this.frame ??= requestAnimationFrame(() => this.tick());
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  tick() {
    this.frame = null;
    if (this.view.picture !== this) return;
    if (performance.now() - this.tickedAt >= TICK_MS && !this.view.asker.asking) this.view.ask();
    this.view.draw();
    this.begin();
  }

  // ---- Drawing ----

  draw(context, camera, { units, claims }, view) {
    const theme = currentTheme();
    const share = Math.min(1, (performance.now() - this.tickedAt) / TICK_MS);
    const placeOf = (unit) => {
      const at = unit * BATTLE_UNIT_INTS;
      const [x, y] = [units[at], units[at + 1]];
      const [wasX, wasY] = [units[at + WAS_X], units[at + WAS_Y]];
      return camera.middle(wasX + (x - wasX) * share, wasY + (y - wasY) * share);
    };
    drawClaims(context, camera, claims, theme);
    for (let unit = 0; unit < unitCount(units); unit++) {
      context.beginPath();
      context.arc(...placeOf(unit), Math.max(3, camera.scale * 0.36), 0, 7);
      fillWith(context, colourOf(units[unit * BATTLE_UNIT_INTS + STATE], theme));
      strokeWith(context, theme.halo, 1.5);
    }
    context.lineWidth = 2;
    context.strokeStyle = theme.stepBreak;
    context.beginPath();
    for (const [unit, other] of waitsOf(units)) {
      context.moveTo(...placeOf(unit));
      context.lineTo(...placeOf(other));
    }
    context.stroke();
    drawGoal(context, camera, view.goal, true);
  }

  words({ units }) {
    const counts = countStates(units);
    return [
      [counts[WALKING], 'walk (blue)'],
      [counts[WAITING], 'wait (red line: for whom)'],
      [counts[ARRIVED] + counts[BESIDE], 'have arrived (green)'],
    ];
  }
}

/** Pairs of a unit that waits and the one that it waits for. */
function waitsOf(units) {
  return Array.from({ length: unitCount(units) }, (_, unit) => [unit, waitsFor(units, unit)]).filter(
    ([, other]) => other >= 0,
  );
}

function colourOf(state, theme) {
  if (state === ARRIVED || state === BESIDE) return theme.start;
  return state === WAITING ? theme.route : theme.path;
}

/** Cells that units have claimed, as frames. */
function drawClaims(context, camera, claims, theme) {
  context.globalAlpha = 0.35;
  context.beginPath();
  for (let i = 0; i < claims.length; i += 3)
    camera.addCell(context, claims[i], claims[i + 1], -1.5);
  strokeWith(context, theme.path, 1);
  context.globalAlpha = 1;
}
