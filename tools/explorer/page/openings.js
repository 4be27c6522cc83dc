// Why there is no path, or none straight on: which cells would have to be opened, and opening them.

import { bodyCells, farOf, hasCell, hexagonDistance } from '../engine/hexagons.js';
import { openTerrainOf, PLAIN, terrainName, weightsOf } from '../engine/terrain.js';
import { drawCells, drawPath } from './ink.js';
import { lineBetween } from './shapes.js';
import { currentTheme } from './theme.js';

const LEAST_DETOUR = 1.05;
const MOST_ROUNDS = 8;

/** The first and the last cell of a path. */
const endsOf = ({ points }) => [points.slice(0, 2), points.slice(-2)].map((end) => [...end]);

/** Whether a path bends, and is longer or costs more than one over plain ground. */
export function goesRound(answer, { corners }, { smoothing }, hexagons) {
  if (answer.points.length <= 4) return false;
  const [[ax, ay], [bx, by]] = endsOf(answer);
  const [dx, dy] = [Math.abs(ax - bx), Math.abs(ay - by)];
  const bySteps = hexagons
    ? hexagonDistance(ax - bx, ay - by)
    : corners === 'none' ? dx + dy : Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
  const byLines = smoothing === 'any' ? farOf(hexagons, ax - bx, ay - by) : bySteps;
  return answer.cost > LEAST_DETOUR * bySteps || answer.length > LEAST_DETOUR * byLines;
}

/** The cells that a body covers along a line, and those beside its diagonal steps. */
function cellsAlong(line, body, map) {
  const cells = new Set();
  const covered = bodyCells(map.hexagons, body);
  const put = (left, top) => {
    for (const [dx, dy] of covered)
      if (hasCell(map, left + dx, top + dy)) cells.add((top + dy) * map.width + left + dx);
  };
  line.forEach(([x, y], i) => {
    const [px, py] = line[Math.max(0, i - 1)];
    put(x, y);
    if (map.hexagons) return;
    put(px, y);
    put(x, py);
  });
  return [...cells];
}

/** Cells, counted by what they are called: "2 cells of rock, 1 of water". */
function cellWords(cells, nameOf) {
  const counts = new Map();
  for (const cell of cells) counts.set(nameOf(cell), (counts.get(nameOf(cell)) ?? 0) + 1);
  return [...counts].map(([name, count], i) => {
    const noun = i > 0 ? '' : count === 1 ? ' cell' : ' cells';
    return `${count}${noun} of ${name}`;
  });
}

/**
 * What is in the way on the straight line: { possible, cells, line, words, isCostly }; the cells are those
 * that block it, or the slow ones if none does. The words name what blocks, or, if nothing does, what
 * costs more (isCostly). `terrainNow` tells the terrain of a cell.
 */
function lookStraight({ map, answer, settings }, terrainNow) {
  const weights = weightsOf(settings.mover);
  const line = lineBetween(...endsOf(answer), map.hexagons);
  const cells = cellsAlong(line, settings.body, map);
  const blocked = cells.filter((cell) => weights[terrainNow(cell)] === 0);
  const slow = cells.filter((cell) => weights[terrainNow(cell)] > PLAIN);
  const blocking = cellWords(blocked, (cell) => terrainName(terrainNow(cell)));
  if (settings.rule) blocking.push('the rules of a step');
  const costly = slow.length > 0 ? ['slow ground'] : [];
  const heightOf = ([x, y]) => map.heights?.[y * map.width + x] ?? 0;
  const climb = line.reduce(
    (sum, cell, i) => sum + Math.max(0, heightOf(cell) - heightOf(line[Math.max(0, i - 1)])),
    0,
  );
  if (climb > 0) costly.push(`a climb of ${climb}`);
  const open = blocked.length > 0 ? blocked : slow;
  return {
    possible: open.length > 0,
    cells: open,
    line: endsOf(answer).flat(),
    words: (blocking.length > 0 ? blocking : costly).join(', ') || 'nothing',
    isCostly: blocking.length === 0 && costly.length > 0,
  };
}

/** The cells in the way of the present query: once asked for, until another query is asked. */
export class Openings {
  constructor(mode) {
    this.mode = mode;
    this.found = null; // { possible, cells, words, line, isCostly, isRest }: isRest once some were opened
    this.question = -1;
    this.opening = false;
  }

  get session() {
    return this.mode.app.session;
  }

  forget() {
    this.found = null;
  }

  /** An answer came: what was found for another query is old. */
  take() {
    if (this.question !== this.session.question && !this.opening) this.forget();
  }

  /** Waits until the paths of the world, or of its fork, are those of the last change. */
  async settled() {
    const { session, mode } = this;
    do {
      await session.settled();
      await Promise.all([mode.whatIf.asker.asking, mode.fog.asking]);
    } while (session.running);
  }

  // ---- Asking ----

  async ask() {
    const { session } = this;
    await this.settled();
    const { question } = session;
    const why = await this.lookThrough();
    if (session.question !== question) return;
    this.show(why);
    if (!why.possible) this.mode.app.say(`No cells could be opened that would make a way.`);
  }

  /** Looks at what is on the straight line to where the path ends. */
  async askStraight() {
    await this.settled();
    this.show(this.lookStraightOn());
  }

  lookStraightOn() {
    return lookStraight(this.session, (cell) => this.mode.terrainNow(cell));
  }

  /** The fewest cells to open so that the goal can be reached. */
  async lookThrough() {
    const { client, map, settings } = this.session;
    const { possible, cells: pairs } = await client.call('whyNot', this.session.present());
    const cells = Array.from(
      { length: pairs.length / 2 },
      (_, i) => pairs[2 * i + 1] * map.width + pairs[2 * i],
    );
    const words = cellWords(cells, (cell) => terrainName(this.mode.terrainNow(cell)));
    if (map.heights) words.push('slopes that are too steep');
    if (settings.rule) words.push('the rules of a step');
    return {
      possible: possible && cells.length > 0,
      cells,
      words: words.join(', ') || 'what cannot be opened',
    };
  }

  show(found) {
    this.found = found;
    this.question = this.session.question;
    this.mode.app.redrawInk();
    this.mode.showStatus();
  }

  // ---- Opening ----

  /** Opens what was found, and what is then found in the way, until the path is better; otherwise it
      says what is left. Undone in one step. */
  async open() {
    if (this.opening) return;
    const { history } = this.session;
    const first = history.done.length;
    this.opening = true;
    try {
      await this.openInRounds();
      history.join(first);
    } catch (error) {
      this.mode.app.say(error.message, { ofEngine: true });
    }
    this.opening = false;
    this.take();
    this.mode.showStatus();
  }

  async openInRounds() {
    const { session } = this;
    const { answer: before, map } = session;
    let opened = 0;
    for (let round = 1; ; round++) {
      opened += this.paint(this.found.cells);
      await this.settled();
      if (session.map !== map || session.history.stroke) return;
      if (isBetter(session.answer, before)) {
        if (before.result === 0) this.showRest();
        return;
      }
      const left =
        before.result === 0 ? { ...this.lookStraightOn(), isRest: true } : await this.lookThrough();
      this.show(left);
      if (left.possible && round < MOST_ROUNDS) continue;
      const cells = `${opened.toLocaleString('en')} ${opened === 1 ? 'cell' : 'cells'}`;
      this.mode.app.say(
        left.words === 'nothing'
          ? `Opened ${cells}: the straight line is open, but no cheaper than this path.`
          : `Opened ${cells}; next in the way: ${left.words}.`,
      );
      return;
    }
  }

  /** Of a path that is better and still bends: what is on its straight line now. */
  showRest() {
    const { answer, settings, query, map } = this.session;
    if (goesRound(answer, settings, query, map.hexagons)) this.show({ ...this.lookStraightOn(), isRest: true });
  }

  /** Makes cells plain ground, or what the mover crosses, in the map or in the fork of "what if". Returns
      how many were not. */
  paint(cells) {
    const { mode, session } = this;
    const terrain = openTerrainOf(session.settings.mover);
    const closed = cells.filter((cell) => mode.terrainNow(cell) !== terrain);
    if (mode.whatIf.isOn()) {
      const stroke = mode.whatIf.beginStroke(terrain);
      stroke.paint(closed);
      stroke.end();
    } else {
      session.history.begin();
      session.history.paint(closed, terrain);
      session.history.end();
    }
    return closed.length;
  }

  draw(context, camera) {
    if (!this.found) return;
    const { width } = this.session.map;
    const pairs = this.found.cells.flatMap((cell) => [cell % width, Math.floor(cell / width)]);
    drawCells(context, camera, pairs, currentTheme().open);
    drawPath(context, camera, this.found.line ?? [], { ghost: true });
  }
}

/** Whether an answer has a path where there was none, or a cheaper one. */
function isBetter(answer, before) {
  return answer.result === 0 && (before.result !== 0 || answer.costUnits < before.costUnits);
}
