// A small picture of the second battle of a lockstep: a pixel a cell, units as dots.

import { BATTLE_UNIT_INTS } from '../../engine/battle/battle_units.js';
import { currentTheme } from '../theme.js';

const DOT = 2;

export function drawTwin(canvas, map, units) {
  const theme = currentTheme();
  const scale = DOT;
  canvas.width = map.width * scale;
  canvas.height = map.height * scale;
  const context = canvas.getContext('2d');
  const image = context.createImageData(map.width, map.height);
  const pixels = new Uint32Array(image.data.buffer);
  map.terrain.forEach((terrain, cell) => (pixels[cell] = theme.pixels[terrain]));
  const small = new OffscreenCanvas(map.width, map.height);
  small.getContext('2d').putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  for (let at = 0; at < units.length; at += BATTLE_UNIT_INTS) {
    context.fillStyle = theme.compared[units[at + 9] % 2];
    context.fillRect(units[at] * scale, units[at + 1] * scale, scale, scale);
  }
}
