// Which part of the map is seen: a cell's width in pixels of the page, where cell (0, 0) is, and from cells to
// places of the page and back.

import { cellAtPlace, cornersOf, frameOf, insetOf, placeOf } from '../engine/hexagons.js';

const MOST_SCALE = 128;
const MOST_FIT_SCALE = 96;

export class Camera {
  constructor() {
    this.scale = 4;
    this.x = 0;
    this.y = 0;
    this.left = 0;
    this.top = 0;
    this.width = 1;
    this.height = 1;
    this.takeCells(null);
  }

  /** What the cells are: see engine/hexagons.js. */
  takeCells(hexagons = null) {
    this.hexagons = hexagons;
    this.inset = insetOf(hexagons);
    this.corners = cornersOf(hexagons);
  }

  /** Shows the whole map, as large as the free area allows. */
  fit(map, area) {
    this.takeCells(map.hexagons);
    const frame = frameOf(map);
    this.least = Math.min(area.width / frame.width, area.height / frame.height);
    this.scale = Math.min(this.least, MOST_FIT_SCALE);
    this.x = area.x + (area.width - frame.width * this.scale) / 2 - frame.left * this.scale;
    this.y = area.y + (area.height - frame.height * this.scale) / 2 - frame.top * this.scale;
  }

  /** Moves the view so that the middle of a cell is at a point of the page. */
  putAt([x, y], px, py) {
    const [mx, my] = this.middle(x, y);
    this.pan(px - mx, py - my);
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /** Zooms by a factor, with the point of the page staying where it is. */
  zoom(factor, px, py) {
    const scale = Math.min(MOST_SCALE, Math.max(this.least * 0.5, this.scale * factor));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  /** The cell at a point of the page, which may lie outside the map. */
  cellAt(px, py) {
    const [right, down] = this.inset;
    const { scale } = this;
    const place = [(px - this.x) / scale - right, (py - this.y) / scale - down];
    return cellAtPlace(this.hexagons, ...place).map((each) => each + 0); // -0 is 0
  }

  /** The middle of a cell, on the page. */
  middle(x, y) {
    const [px, py] = placeOf(this.hexagons, x, y);
    return [this.x + (px + this.inset[0]) * this.scale, this.y + (py + this.inset[1]) * this.scale];
  }

  /** Where the upper left corner of a cell is; among hexagons that of a leaning cell around the same middle. */
  corner(x, y) {
    return this.middle(x - 0.5, y - 0.5);
  }

  /** A rectangle of squares, on the page: left, top, width, height. */
  rect(x, y, w, h = w) {
    const { scale } = this;
    return [this.x + x * scale, this.y + y * scale, w * scale, h * scale];
  }

  /** The box around a rectangle of cells, on the page: left, top, right, bottom. */
  box(x, y, w, h) {
    const ends = [this.middle(x, y), this.middle(x + w - 1, y), this.middle(x, y + h - 1), this.middle(x + w - 1, y + h - 1)];
    const [right, down] = this.inset.map((inset) => inset * this.scale);
    const [xs, ys] = [0, 1].map((i) => ends.map((end) => end[i]));
    return [
      ...[Math.min(...xs) - right, Math.min(...ys) - down],
      ...[Math.max(...xs) + right, Math.max(...ys) + down],
    ];
  }

  /** The cells that may lie in a box of the page: left, top, right, bottom, as far as the map has them. */
  cellsIn([left, top, right, bottom], { width, height }) {
    const ends = [[left, top], [right, top], [left, bottom], [right, bottom]].map(([px, py]) => this.cellAt(px, py));
    const [xs, ys] = [0, 1].map((i) => ends.map((end) => end[i]));
    return [
      ...[Math.max(0, Math.min(...xs) - 2), Math.max(0, Math.min(...ys) - 2)],
      ...[Math.min(width - 1, Math.max(...xs) + 2), Math.min(height - 1, Math.max(...ys) + 2)],
    ];
  }

  /** Adds a cell to the path, larger by `grow` pixels on all sides. */
  addCell(context, x, y, grow = 0) {
    const [mx, my] = this.middle(x, y);
    const size = this.scale + 2 * grow;
    this.corners.forEach(([cx, cy], i) =>
      i === 0
        ? context.moveTo(mx + cx * size, my + cy * size)
        : context.lineTo(mx + cx * size, my + cy * size),
    );
    context.closePath();
  }

  /** Adds a rectangle of cells to the path; among hexagons its sides lean. */
  addArea(context, x, y, w, h = w) {
    context.moveTo(...this.corner(x, y));
    context.lineTo(...this.corner(x + w, y));
    context.lineTo(...this.corner(x + w, y + h));
    context.lineTo(...this.corner(x, y + h));
    context.closePath();
  }

  /** Draws a picture of a pixel a cell; among hexagons each cell leans. */
  drawPicture(context, picture) {
    if (!this.hexagons) {
      context.drawImage(picture, ...this.rect(0, 0, picture.width, picture.height));
      return;
    }
    const [x, y] = this.corner(0, 0);
    const [ax, ay] = this.corner(1, 0);
    const [bx, by] = this.corner(0, 1);
    context.save();
    context.transform(ax - x, ay - y, bx - x, by - y, x, y);
    context.drawImage(picture, 0, 0);
    context.restore();
  }
}
