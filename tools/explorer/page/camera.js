// Which part of the map is seen: a cell's side in pixels of the page, and where cell (0, 0) is.

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
  }

  /** Shows the whole map, as large as the free area allows. */
  fit(mapWidth, mapHeight, area) {
    this.least = Math.min(area.width / mapWidth, area.height / mapHeight);
    this.scale = Math.min(this.least, MOST_FIT_SCALE);
    this.x = area.x + (area.width - mapWidth * this.scale) / 2;
    this.y = area.y + (area.height - mapHeight * this.scale) / 2;
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
    return [Math.floor((px - this.x) / this.scale), Math.floor((py - this.y) / this.scale)];
  }

  /** A rectangle of cells, on the page: left, top, width, height. */
  rect(x, y, w, h = w) {
    const { scale } = this;
    return [this.x + x * scale, this.y + y * scale, w * scale, h * scale];
  }

  /** The middle of a cell, on the page. */
  middle(x, y) {
    return [this.x + (x + 0.5) * this.scale, this.y + (y + 0.5) * this.scale];
  }
}
