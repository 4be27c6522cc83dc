// Why there is no path, or none straight on: which cells would have to be opened, and opening them.

import { PLAIN, terrainName, weightsOf } from '../engine/terrain.js';
import { drawCells } from './ink.js';
import { lineBetween } from './shapes.js';
import { currentTheme } from './theme.js';

const LEAST_DETOUR = 1.05;

/** The first and the last cell of a path. */
const endsOf = ({ points }) => [points.slice(0, 2), points.slice(-2)].map((end) => [...end]);

/** Whether a path is longer, or costs more, than the straight line over plain ground. */
export function goesRound(answer) {
  if (answer.points.length <= 2) return false;
  const [[ax, ay], [bx, by]] = endsOf(answer);
  return Math.max(answer.cost, answer.length) > LEAST_DETOUR * Math.hypot(ax - bx, ay - by);
}

/** The cells that a body covers along a line, and those beside its diagonal steps. */
function cellsAlong(line, body, { width, height }) {
  const cells = new Set();
  const put = (left, top) => {
    for (let y = top; y < Math.min(height, top + body); y++)
      for (let x = left; x < Math.min(width, left + body); x++) cells.add(y * width + x);
  };
  line.forEach(([x, y], i) => {
    const [px, py] = line[Math.max(0, i - 1)];
    put(x, y);
    put(px, y);
    put(x, py);
  });
  return [...cells];
}

/**
 * What is in the way on the straight line: { possible, cells, words }; the cells, x and y of each, are
 * those that block it, or the slow ones if none does.
 */
function lookStraight({ map, answer, settings }) {
  const weights = weightsOf(settings.mover);
  const line = lineBetween(...endsOf(answer));
  const cells = cellsAlong(line, settings.body, map);
  const blocked = cells.filter((cell) => weights[map.terrain[cell]] === 0);
  const slow = cells.filter((cell) => weights[map.terrain[cell]] > PLAIN);
  const counts = new Map();
  for (const cell of blocked) {
    const name = terrainName(map.terrain[cell]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (slow.length > 0) counts.set('slow ground', slow.length);
  const words = [...counts].map(
    ([name, count], i) => `${count} ${i === 0 ? 'cells of ' : 'of '}${name}`,
  );
  const heightOf = ([x, y]) => map.heights?.[y * map.width + x] ?? 0;
  const climb = line.reduce(
    (sum, cell, i) => sum + Math.max(0, heightOf(cell) - heightOf(line[Math.max(0, i - 1)])),
    0,
  );
  if (climb > 0) words.push(`a climb of ${climb}`);
  if (settings.rule) words.push('the rules of a step');
  const open = blocked.length > 0 ? blocked : slow;
  return {
    possible: open.length > 0,
    cells: open.flatMap((cell) => [cell % map.width, Math.floor(cell / map.width)]),
    words: words.join(', ') || 'nothing',
  };
}

/** The cells in the way of the present query: once asked for, until another query is asked. */
export class Openings {
  constructor(mode) {
    this.mode = mode;
    this.found = null; // { possible, cells, words }
    this.question = -1;
  }

  get session() {
    return this.mode.app.session;
  }

  forget() {
    this.found = null;
  }

  /** An answer came: what was found for another query is old. */
  take() {
    if (this.question !== this.session.question) this.forget();
  }

  /** Finds the fewest cells to open so that the goal can be reached. */
  async ask() {
    const { session } = this;
    await session.settled();
    const { question } = session;
    const why = await session.client.call('whyNot', session.present());
    if (session.question !== question) return;
    this.show(why);
    if (!why.possible) this.mode.app.say('No cells could be opened that would make a way.');
  }

  /** Looks at what is on the straight line to where the path ends. */
  async askStraight() {
    await this.session.settled();
    this.show(lookStraight(this.session));
  }

  show(found) {
    this.found = found;
    this.question = this.session.question;
    this.mode.app.redrawInk();
    this.mode.showStatus();
  }

  open() {
    const { history, map } = this.session;
    const { cells } = this.found;
    history.begin();
    history.paint(
      Array.from(
        { length: cells.length / 2 },
        (_, i) => cells[2 * i + 1] * map.width + cells[2 * i],
      ),
      PLAIN,
    );
    history.end();
  }

  draw(context, camera) {
    if (this.found) drawCells(context, camera, this.found.cells, currentTheme().open);
  }
}
