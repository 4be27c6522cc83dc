// A fine pattern for each kind of terrain, so that they differ without colour, too: on the map where cells are
// large enough, and on the buttons that paint it.

import { MARSH, MOST_GROUND, OUTSIDE, PLAIN, TREES, WATER } from '../engine/terrain.js';
import { currentTheme, terrainStyle } from './theme.js';

export const LEAST_PATTERN_SCALE = 7;
const SIDE = 8; // of a pattern, in pixels of the page
const SHARPNESS = 2; // pixels of its picture along one of these

const MARKS = {
  rock: 'M-1 9L9 -1M-1 1L1 -1M7 9L9 7',
  slow: 'M2 2h1.2M6 6h1.2',
  fast: 'M1.5 2l2 2l-2 2M5 2l2 2l-2 2',
  water: 'M0 2.5q2 -2 4 0t4 0M0 6.5q2 -2 4 0t4 0',
  trees: 'M1 4L2.5 1L4 4M5 8L6.5 5L8 8',
  marsh: 'M0.5 3.5h3M2 3.5v-2M4.5 7.5h3M6 7.5v-2',
  outside: 'M2.5 2.5l3 3M5.5 2.5l-3 3',
};

/** The name of the pattern of a terrain; '' of plain ground. */
function markOf(terrain) {
  if (terrain === PLAIN) return '';
  const named = { [WATER]: 'water', [TREES]: 'trees', [MARSH]: 'marsh', [OUTSIDE]: 'outside' }[terrain];
  if (named) return named;
  return terrain === 0 || terrain > MOST_GROUND ? 'rock' : terrain < PLAIN ? 'fast' : 'slow';
}

const MARK_OF = Array.from({ length: 256 }, (_, terrain) => markOf(terrain));
const pictures = new Map(); // by theme and mark

function pictureOf(mark) {
  const { name, pattern, rockPattern } = currentTheme();
  const key = `${name} ${mark}`;
  if (!pictures.has(key)) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE * SHARPNESS;
    const context = canvas.getContext('2d');
    context.scale(SHARPNESS, SHARPNESS);
    context.strokeStyle = mark === 'rock' || mark === 'outside' ? rockPattern : pattern;
    context.stroke(new Path2D(MARKS[mark]));
    pictures.set(key, canvas);
  }
  return pictures.get(key);
}

/** Draws the patterns of the cells in a box of the page: `terrainsOf(x, y, count)` gives terrains in a row. */
export function drawPatterns(context, camera, map, box, terrainsOf) {
  if (camera.scale < LEAST_PATTERN_SCALE) return;
  const [left, top, right, bottom] = camera.cellsIn(box, map);
  const paths = new Map();
  for (let y = top; y <= bottom; y++) {
    const terrains = terrainsOf(left, y, right - left + 1);
    for (let x = left; x <= right; x++) {
      const first = x;
      const mark = MARK_OF[terrains[x - left]];
      while (!camera.hexagons && x < right && MARK_OF[terrains[x + 1 - left]] === mark) x++;
      if (!mark) continue;
      let path = paths.get(mark);
      if (!path) paths.set(mark, (path = new Path2D()));
      if (camera.hexagons) camera.addCell(path, x, y);
      else path.rect(...camera.rect(first, y, x + 1 - first, 1));
    }
  }
  for (const [mark, path] of paths) {
    const pattern = context.createPattern(pictureOf(mark), 'repeat');
    pattern.setTransform(new DOMMatrix([1 / SHARPNESS, 0, 0, 1 / SHARPNESS, camera.x, camera.y]));
    context.fillStyle = pattern;
    context.fill(path);
  }
}

/** The background of a button for a terrain, in style sheets. */
export function patternStyle(terrain) {
  const mark = MARK_OF[terrain];
  const picture = mark ? ` url(${pictureOf(mark).toDataURL()}) 0 0 / ${SIDE}px` : '';
  return `${terrainStyle(terrain)}${picture}`;
}
