// The canvas of the mode World: tiles of the level that fits the zoom, those of farther levels until
// they have come, and the marks over them; moved and zoomed by pointers, the wheel and keys.

import { Camera } from '../camera.js';
import { make } from '../elements.js';
import { drawHexagons, showsHexagons } from '../hexagon_ink.js';
import { drawPatterns, LEAST_PATTERN_SCALE } from '../patterns.js';
import { Pointer } from '../pointer.js';
import { PLAIN } from '../../engine/terrain.js';
import { TILE_SIDE, WorldTiles } from './world_tiles.js';

const CLICK_PIXELS = 6;
const PAN_PIXELS = 90;
const FLY_SHARE = 0.6;
const MOST_FLY_SCALE = 32;
const NARROW_WORLD_PIXELS = 720;
const LEAST_EDGE_SCALE = 10;
const MOST_LEVEL = 12;
const REST_MS = 120;

export class WorldView {
  constructor(mode) {
    this.mode = mode;
    this.camera = new Camera();
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-label': 'World. Arrow keys move the view, + and − zoom. Press ? for help.',
    });
    this.context = this.canvas.getContext('2d', { alpha: false });
    this.tiles = new WorldTiles(mode.client, () => this.redraw(), (error) => mode.fault(error));
    this.pointer = new Pointer(this, this.canvas);
    this.current = this;
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(this.canvas);
    this.frameMs = [];
  }

  // ---- Size and place ----

  resize() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0) return;
    const isFirst = this.camera.width === 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    Object.assign(this.camera, { width, height });
    if (isFirst && this.mode.world) this.fit();
    this.draw();
  }

  /** The part of the canvas that is not covered by bars or the panel. */
  get area() {
    const panel = document.getElementById('panel');
    const { width, height } = this.camera;
    const isWide = width > NARROW_WORLD_PIXELS;
    const right = isWide && !panel.hidden ? panel.offsetWidth + 26 : 14;
    const below = !isWide && !panel.hidden ? panel.offsetHeight + 20 : 14;
    const top = document.querySelector('header').getBoundingClientRect().bottom + 14;
    const size = { width: width - 66 - right, height: height - top - below };
    return { x: 66, y: top, width: Math.max(60, size.width), height: Math.max(60, size.height) };
  }

  fit() {
    const { world } = this.mode;
    if (!world) return;
    this.camera.fit(world, this.area);
    this.redraw();
  }

  /** Shows a place in the middle, with about so many cells across. */
  fly(cell, cells = 96) {
    const { camera, area } = this;
    const share = FLY_SHARE * Math.min(area.width, area.height);
    camera.scale = Math.min(MOST_FLY_SCALE, Math.max(camera.least, share / Math.max(8, cells)));
    camera.putAt(cell, area.x + area.width / 2, area.y + area.height / 2);
    this.redraw();
  }

  /** Shows all cells of a list of x and y. */
  flyAround(cells) {
    const span = (at) => {
      const values = cells.filter((_, i) => i % 2 === at);
      return [Math.min(...values), Math.max(...values)];
    };
    const [[x0, x1], [y0, y1]] = [span(0), span(1)];
    this.fly([(x0 + x1) >> 1, (y0 + y1) >> 1], 40 + Math.max(x1 - x0, y1 - y0));
  }

  // ---- Pointers: see Pointer; a pointer that did not move is a click ----

  pointerDown(_, cell, event) {
    this.pressed = [event.clientX, event.clientY];
    this.isTaken = this.mode.hands.down(cell, event);
    if (!this.isTaken) this.pointer.panning = true;
    this.canvas.addEventListener('pointerup', (up) => this.released(up), { once: true });
  }

  released(event) {
    if (!this.pressed || this.isTaken) return;
    const [x, y] = this.pressed;
    this.pressed = null;
    if (Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PIXELS) return;
    this.mode.hands.click(this.camera.cellAt(event.offsetX, event.offsetY), event);
  }

  pointerMove(_, cell, event) {
    this.mode.hands.move(cell, event);
  }

  pointerUp(_, cell, event) {
    this.mode.hands.up(cell, event);
  }

  pointerCancel() {
    this.pressed = null;
    this.mode.hands.cancel();
  }

  key(event) {
    const { camera } = this;
    const moves = {
      ArrowLeft: [PAN_PIXELS, 0],
      ArrowRight: [-PAN_PIXELS, 0],
      ArrowUp: [0, PAN_PIXELS],
      ArrowDown: [0, -PAN_PIXELS],
    };
    const zooms = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 };
    if (moves[event.key]) camera.pan(...moves[event.key]);
    else if (zooms[event.key]) camera.zoom(zooms[event.key], camera.width / 2, camera.height / 2);
    else if (event.key === '0') this.fit();
    else return false;
    this.redraw();
    return true;
  }

  // ---- Drawing ----

  redraw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  get level() {
    const cells = 1 / this.camera.scale;
    return Math.min(MOST_LEVEL, Math.max(0, Math.round(Math.log2(cells))));
  }

  /** The cell in the middle of that part: keys act there. */
  get middle() {
    const { x, y, width, height } = this.area;
    return this.camera.cellAt(x + width / 2, y + height / 2);
  }

  /** The cells in view: x0, y0, x1, y1, within the world. */
  get seen() {
    const { camera } = this;
    const { world } = this.mode;
    const [x0, y0, x1, y1] = camera.cellsIn([0, 0, camera.width, camera.height], world);
    return { x0, y0, x1: x1 + 1, y1: y1 + 1 };
  }

  draw() {
    const began = performance.now();
    const { context, camera, mode } = this;
    const ratio = this.canvas.width / camera.width;
    const theme = mode.app.theme();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = theme.back;
    context.fillRect(0, 0, camera.width, camera.height);
    if (!mode.world) return;
    context.imageSmoothingEnabled = camera.scale < 1 && !this.isMoving();
    this.drawTiles();
    mode.ink.draw(context, camera, theme, this.seen);
    if (document.documentElement.dataset.keys) this.drawMiddle(theme);
    this.frameMs.push(performance.now() - began);
    if (this.frameMs.length > 240) this.frameMs.shift();
  }

  /** Whether the view moved since the last frame: smoothing, which takes most of a frame, waits for rest. */
  isMoving() {
    const { scale, x, y } = this.camera;
    const [lastScale, lastX, lastY] = this.drawnAt ?? [scale, x, y];
    this.drawnAt = [scale, x, y];
    const moved = scale !== lastScale || x !== lastX || y !== lastY;
    if (!moved) return false;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.redraw(), REST_MS);
    return true;
  }

  /** A cross in the middle, where keys act. */
  drawMiddle(theme) {
    const { context, camera } = this;
    const [x, y] = camera.middle(...this.middle);
    context.strokeStyle = theme.stepBreak;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x - 9, y);
    context.lineTo(x + 9, y);
    context.moveTo(x, y - 9);
    context.lineTo(x, y + 9);
    context.stroke();
  }

  drawTiles() {
    const { level, seen } = this;
    const span = TILE_SIDE << level;
    const middle = [(seen.x0 + seen.x1) / 2 / span - 0.5, (seen.y0 + seen.y1) / 2 / span - 0.5];
    const wanted = [];
    for (let row = Math.floor(seen.y0 / span); row * span < seen.y1; row++) {
      for (let column = Math.floor(seen.x0 / span); column * span < seen.x1; column++) {
        wanted.push({ level, column, row, far: Math.hypot(column - middle[0], row - middle[1]) });
        const tile = this.tiles.get(level, column, row);
        if (!tile || tile.unknown > 0) this.drawFarther(level, column, row);
        if (tile && level === 0 && showsHexagons(this.camera)) this.drawHexagonTile(tile, column, row);
        else if (tile) this.drawTile(tile, 0, 0, TILE_SIDE, level, column, row);
        if (tile && level === 0) this.drawTilePatterns(tile, column, row);
      }
    }
    this.tiles.want(wanted.sort((a, b) => a.far - b.far));
  }

  /** The part of a farther tile that shows the same. */
  drawFarther(level, column, row) {
    for (let up = 1; level + up <= MOST_LEVEL; up++) {
      const tile = this.tiles.get(level + up, column >> up, row >> up);
      if (!tile) continue;
      const side = TILE_SIDE >> up;
      const mask = (1 << up) - 1;
      this.drawTile(tile, (column & mask) * side, (row & mask) * side, side, level, column, row);
      return;
    }
  }

  drawTile({ bitmap }, sx, sy, side, level, column, row) {
    const { camera } = this;
    const span = TILE_SIDE << level;
    const left = Math.round(camera.x + column * span * camera.scale);
    const top = Math.round(camera.y + row * span * camera.scale);
    const right = Math.round(camera.x + (column + 1) * span * camera.scale);
    const bottom = Math.round(camera.y + (row + 1) * span * camera.scale);
    if (side < 1) return;
    if (camera.hexagons) {
      this.drawLeaningTile({ bitmap }, sx, sy, side, span, [column * span, row * span]);
      return;
    }
    this.context.drawImage(bitmap, sx, sy, side, side, left, top, right - left, bottom - top);
  }

  /** A tile of hexagons, whose rows lean: its cells do, too. */
  drawLeaningTile({ bitmap }, sx, sy, side, span, [x, y]) {
    const { camera, context } = this;
    const [px, py] = camera.corner(x, y);
    const [ax, ay] = camera.corner(x + span, y);
    const [bx, by] = camera.corner(x, y + span);
    context.save();
    context.transform((ax - px) / span, (ay - py) / span, (bx - px) / span, (by - py) / span, px, py);
    context.drawImage(bitmap, sx, sy, side, side, 0, 0, span, span);
    context.restore();
  }

  /** The same near by, where each cell is drawn as what it is. */
  drawHexagonTile(tile, column, row) {
    const { camera, context } = this;
    const grow = camera.scale < LEAST_EDGE_SCALE ? 0.5 : -0.5;
    drawHexagons(context, ...this.partOf(column, row), rowsOf(tile), grow);
  }

  /** The patterns of terrains whose colours no layer has changed. */
  drawTilePatterns(tile, column, row) {
    const { terrainOfPixel } = this.mode;
    if (this.camera.scale < LEAST_PATTERN_SCALE || !terrainOfPixel) return;
    const pixelsAt = rowsOf(tile);
    drawPatterns(this.context, ...this.partOf(column, row), (...at) =>
      Array.from(pixelsAt(...at), (pixel) => terrainOfPixel.get(pixel) ?? PLAIN),
    );
  }

  /** The view of a near tile as of a map of its own: camera, sides, box of the page. */
  partOf(column, row) {
    const { camera } = this;
    const part = Object.assign(new Camera(), camera);
    part.putAt([0, 0], ...camera.middle(column * TILE_SIDE, row * TILE_SIDE));
    return [part, { width: TILE_SIDE, height: TILE_SIDE }, [0, 0, camera.width, camera.height]];
  }
}

/** Tells the pixels of 32 bits of a near tile, in a row. */
function rowsOf(tile) {
  tile.pixels ??= pixelsOf(tile.bitmap);
  return (x, y, count) => tile.pixels.subarray(y * TILE_SIDE + x, y * TILE_SIDE + x + count);
}

/** The pixels of 32 bits of a tile. */
function pixelsOf(bitmap) {
  const context = new OffscreenCanvas(TILE_SIDE, TILE_SIDE).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  return new Uint32Array(context.getImageData(0, 0, TILE_SIDE, TILE_SIDE).data.buffer);
}
