// The lower canvas: terrain, a pixel a cell in a picture that is drawn enlarged; the grid of cells,
// regions and waypoints over it. Drawn again when the map, the view or the theme changes.

import { frameOf } from '../engine/hexagons.js';
import { OUTSIDE } from '../engine/terrain.js';
import { drawHexagons, showsHexagons } from './hexagon_ink.js';
import { drawPatterns } from './patterns.js';
import { addDiamond, fillWith, strokeWith } from './pens.js';
import { currentTheme } from './theme.js';

const MOST_SHADE = 0.5;
const SLOPE_SCALE = 6;
const HIGH_SHADE = 0.3;
const HEIGHT_SCALE = 40;
const HIGH_COLOUR = [214, 140, 70];
const LEAST_GRID_SCALE = 10;
const MOST_PARTS = 12; // more are drawn as a whole

/** A pixel of 32 bits, tinted as high ground, and then towards white or black. */
function shadePixel(pixel, share, high) {
  let shaded = 255 << 24;
  for (let i = 0; i < 3; i++) {
    const value = (pixel >> (8 * i)) & 255;
    const tinted = value + (HIGH_COLOUR[i] - value) * high;
    const lit = tinted + ((share > 0 ? 255 : 0) - tinted) * Math.abs(share);
    shaded |= Math.round(lit) << (8 * i);
  }
  return shaded >>> 0;
}

export class Ground {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.picture = document.createElement('canvas');
    this.waypoints = new Int32Array(0);
    this.painted = []; // rectangles of cells that were painted since the last frame: x, y, w, h
  }

  /** Paints all of a map anew. */
  setMap(map) {
    this.map = map;
    this.picture.width = map.width;
    this.picture.height = map.height;
    this.pixels = this.picture.getContext('2d');
    this.paint(0, 0, map.width, map.height);
  }

  /** Paints the cells of a rectangle, and with heights those around it, whose shades change too. */
  paint(x, y, w, h) {
    if (!this.map.heights) {
      this.paintCells(x, y, w, h);
      return;
    }
    const left = Math.max(0, x - 1);
    const top = Math.max(0, y - 1);
    const right = Math.min(this.map.width, x + w + 1);
    const bottom = Math.min(this.map.height, y + h + 1);
    this.paintCells(left, top, right - left, bottom - top);
  }

  paintCells(x, y, w, h) {
    this.painted.push([x, y, w, h]);
    const image = this.pixels.createImageData(w, h);
    this.colourCells(x, y, w, h, new Uint32Array(image.data.buffer));
    this.pixels.putImageData(image, x, y);
  }

  /** The pixels of 32 bits of a rectangle of cells: the colours of terrains, shaded by heights. */
  colourCells(x, y, w, h, out) {
    const { pixels } = currentTheme();
    for (let j = 0; j < h; j++) {
      const row = (y + j) * this.map.width + x;
      for (let i = 0; i < w; i++) out[j * w + i] = pixels[this.map.terrain[row + i]];
      if (this.map.heights) this.shadeRow(out.subarray(j * w, (j + 1) * w), x, y + j);
      if (this.map.hexagons)
        for (let i = 0; i < w; i++) if (this.map.terrain[row + i] === OUTSIDE) out[j * w + i] = 0;
    }
  }

  /** Slopes that face the upper left are lighter, others darker; and the higher, the more so. */
  shadeRow(out, x, y) {
    const { width, height, heights } = this.map;
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let i = 0; i < out.length; i++) {
      const at = x + i;
      const left = y * width + Math.max(0, at - 1);
      const right = y * width + Math.min(width - 1, at + 1);
      const slope = heights[right] - heights[left] + heights[below + at] - heights[above + at];
      const share = MOST_SHADE * Math.tanh(slope / SLOPE_SCALE);
      const high = HIGH_SHADE * Math.tanh(heights[y * width + at] / HEIGHT_SCALE);
      if (share !== 0 || high !== 0) out[i] = shadePixel(out[i], share, high);
    }
  }

  /** Draws what is in sight, or of hexagons no more than a box of it. */
  draw(camera, world, show, box = [0, 0, camera.width, camera.height]) {
    const { context, canvas, map } = this;
    this.painted = [];
    const theme = currentTheme();
    const ratio = canvas.width / camera.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = theme.back;
    context.fillRect(0, 0, camera.width, camera.height);
    if (!map) return;
    this.drawCells(context, camera, box);
    drawPatterns(context, camera, map, box, (x, y, count) =>
      map.terrain.subarray(y * map.width + x, y * map.width + x + count),
    );
    if (world && show.regions) drawRegions(context, camera, map, world.regionCells);
    if (world && show.waypoints) this.drawWaypoints(camera, theme);
  }

  drawCells(context, camera, box) {
    const { map } = this;
    const { grid } = currentTheme();
    const isFine = camera.scale >= LEAST_GRID_SCALE;
    if (showsHexagons(camera)) {
      const row = new Uint32Array(map.width);
      const pixelsOf = (x, y, count) => {
        this.colourCells(x, y, count, 1, row);
        return row;
      };
      drawHexagons(context, camera, map, box, pixelsOf, isFine ? -0.5 : 0.5);
      return;
    }
    context.imageSmoothingEnabled = camera.scale < 1;
    camera.drawPicture(context, this.picture);
    if (isFine) drawGrid(context, camera, map, 1, grid);
  }

  /** Draws what was painted since the last frame. */
  drawPainted(camera, world, show) {
    const parts = this.painted;
    if (parts.length > MOST_PARTS) this.draw(camera, world, show);
    else for (const part of parts) this.drawPart(part, camera, world, show);
  }

  /** Draws a rectangle of cells, in whole pixels and with those around it, which smoothing mixes. */
  drawPart([x, y, w, h], camera, world, show) {
    const { context, canvas } = this;
    const ratio = canvas.width / camera.width;
    const box = camera.box(x, y, w, h);
    const [left, top] = box.slice(0, 2).map((at) => Math.floor(at * ratio) - 2);
    const [right, bottom] = box.slice(2).map((at) => Math.ceil(at * ratio) + 2);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    this.draw(camera, world, show, [left, top, right, bottom].map((at) => at / ratio));
    context.restore();
  }

  /** Each waypoint as a bar across the border that its step crosses. */
  drawWaypoints(camera, theme) {
    const { context, waypoints } = this;
    const size = Math.max(1.5, Math.min(camera.scale * 0.5, 7));
    context.beginPath();
    for (let i = 0; i < waypoints.length; i += 5) {
      const [ax, ay] = camera.middle(waypoints[i], waypoints[i + 1]);
      const [bx, by] = camera.middle(waypoints[i + 2], waypoints[i + 3]);
      if (ax < -9 || ay < -9 || ax > camera.width + 9 || ay > camera.height + 9) continue;
      const mx = (ax + bx) / 2;
      const my = (ay + by) / 2;
      addDiamond(context, mx, my, size);
    }
    fillWith(context, theme.waypoint);
  }
}

/** The borders of the regions; fainter where they are small, so that the map shows through. */
export function drawRegions(context, camera, map, side) {
  context.globalAlpha = Math.max(0.3, Math.min(1, (side * camera.scale) / 70));
  drawGrid(context, camera, map, side, currentTheme().region);
  context.globalAlpha = 1;
}

/** Borders of regions of hexagons, which lean. */
function drawLeaningGrid(context, camera, map, step, colour, thick) {
  const { width, height } = map;
  const frame = frameOf(map);
  context.save();
  context.beginPath();
  context.rect(
    ...[camera.x + frame.left * camera.scale, camera.y + frame.top * camera.scale],
    ...[frame.width * camera.scale, frame.height * camera.scale],
  );
  context.clip();
  context.beginPath();
  const line = (ax, ay, bx, by) => {
    context.moveTo(...camera.corner(ax, ay));
    context.lineTo(...camera.corner(bx, by));
  };
  for (let x = step; x < width; x += step) line(x, 0, x, height);
  for (let y = step; y < height; y += step) line(0, y, width, y);
  strokeWith(context, colour, thick);
  context.restore();
}

/** Lines every so many cells, as far as they are in sight. */
export function drawGrid(context, camera, map, step, colour, thick = 1) {
  if (camera.hexagons) {
    drawLeaningGrid(context, camera, map, step, colour, thick);
    return;
  }
  const right = camera.x + map.width * camera.scale;
  const bottom = camera.y + map.height * camera.scale;
  context.beginPath();
  for (let x = step; x < map.width; x += step) {
    const px = Math.round(camera.x + x * camera.scale) + 0.5;
    if (px < 0 || px > camera.width) continue;
    context.moveTo(px, Math.max(0, camera.y));
    context.lineTo(px, Math.min(camera.height, bottom));
  }
  for (let y = step; y < map.height; y += step) {
    const py = Math.round(camera.y + y * camera.scale) + 0.5;
    if (py < 0 || py > camera.height) continue;
    context.moveTo(Math.max(0, camera.x), py);
    context.lineTo(Math.min(camera.width, right), py);
  }
  strokeWith(context, colour, thick);
}
