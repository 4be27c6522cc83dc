// The picture of hexagons: neighbours, distance, and how a map of them lies in memory.

import { besideCell, hexagonDistance, HEXAGON_STEPS } from '../../engine/hexagons.js';
import { OUTSIDE } from '../../engine/terrain.js';
import { fieldRow } from '../elements.js';
import { drawPath } from '../ink.js';
import { strokeWith } from '../pens.js';
import { drawEnds } from '../step_ink.js';
import { currentTheme } from '../theme.js';
import { writeInCells } from './ground_pictures.js';
import { hexagonsOfText } from './scenes.js';

const LEAST_NAME_SCALE = 30; // pixels of a cell that has room for its coordinates

export class HexagonPicture {
  constructor() {
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
    const nameOf = (_, cell) => `${cell % map.width}, ${Math.floor(cell / map.width)}`;
    if (camera.scale >= LEAST_NAME_SCALE) writeInCells(context, camera, map, nameOf);
    context.beginPath();
    for (const step of HEXAGON_STEPS) {
      const [x, y] = besideCell(null, start, step);
      if (x >= 0 && y >= 0 && x < map.width && y < map.height) camera.addCell(context, x, y, -2.5);
    }
    strokeWith(context, theme.stepOpenLine, 2);
    if (answer.result === 0) drawPath(context, camera, answer.cells);
    drawEnds(context, camera, { start, goal }, false);
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
