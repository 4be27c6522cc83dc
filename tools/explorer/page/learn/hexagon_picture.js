// The picture of hexagons: neighbours, distance, and how a map of them lies in memory.

import { besideCell, hexagonDistance, HEXAGON_STEPS } from '../../engine/hexagons.js';
import { OUTSIDE, ROCK } from '../../engine/terrain.js';
import { fieldRow } from '../elements.js';
import { drawGoal, drawPath, drawStart } from '../ink.js';
import { strokeWith } from '../pens.js';
import { currentTheme } from '../theme.js';
import { hexagonsOfText } from './scenes.js';

const LEAST_NAME_SCALE = 30; // pixels of a cell that has room for its coordinates

export class HexagonPicture {
  constructor() {
    this.brush = ROCK;
    this.drawn = 'r';
  }

  scene() {
    return hexagonsOfText(
      '.......#....',
      '......#.....',
      '.......#....',
      '..s....#..g.',
      '.......#....',
      '......#.....',
      '............',
      '............',
    );
  }

  controls() {
    const kinds = { r: 'as hexagons', memory: 'as in memory' };
    return [fieldRow('Drawn', kinds, this, 'drawn')];
  }

  /** The map as it is drawn: in memory a hexagon is one of a rectangle of bytes. */
  shown(map) {
    return this.drawn === 'r' ? map : { ...map, hexagons: null };
  }

  async ask(client, view) {
    const { start, goal } = view;
    view.resize(); // the map may be drawn in another way
    return client.call('path', { start, goal, smoothing: 'none' });
  }

  /** Each cell shows its coordinates; the neighbours of the start are framed. */
  draw(context, camera, answer, { map, start, goal }) {
    const theme = currentTheme();
    if (camera.scale >= LEAST_NAME_SCALE) {
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.font = `${camera.scale * 0.22}px system-ui, sans-serif`;
      context.fillStyle = theme.stepText;
      map.terrain.forEach((terrain, cell) => {
        const [x, y] = [cell % map.width, Math.floor(cell / map.width)];
        const [px, py] = camera.middle(x, y);
        if (terrain !== OUTSIDE && terrain !== ROCK) context.fillText(`${x}, ${y}`, px, py + camera.scale * 0.3);
      });
    }
    context.beginPath();
    for (const step of HEXAGON_STEPS) {
      const [x, y] = besideCell(null, start, step);
      if (x >= 0 && y >= 0 && x < map.width && y < map.height) camera.addCell(context, x, y, -2.5);
    }
    strokeWith(context, theme.stepOpenLine, 2);
    if (answer.result === 0) drawPath(context, camera, answer.cells);
    drawStart(context, camera, start);
    drawGoal(context, camera, goal, true);
  }

  words(answer) {
    const { start, goal, map } = this.view;
    const inside = map.terrain.reduce((sum, terrain) => sum + (terrain === OUTSIDE ? 0 : 1), 0);
    return [
      [hexagonDistance(goal[0] - start[0], goal[1] - start[1]), 'steps apart'],
      answer.result === 0 ? [answer.straightSteps, 'steps on the path'] : ['no', 'path'],
      [`${inside} of ${map.terrain.length}`, 'cells in memory are of the map'],
    ];
  }
}
