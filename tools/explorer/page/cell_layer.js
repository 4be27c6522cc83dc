// A picture of a pixel a cell, for marks on many cells: cells expanded, costs from a cell.

import { drawHexagons, showsHexagons } from './hexagon_ink.js';

export class CellLayer {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.clearBox();
  }

  clearBox() {
    this.left = this.top = Infinity;
    this.right = this.bottom = -1;
  }

  resize(width, height) {
    this.canvas.width = this.width = width;
    this.canvas.height = this.height = height;
    this.context = this.canvas.getContext('2d');
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.clearBox();
  }

  /** Removes all marks. */
  clear() {
    if (this.right < 0) return;
    for (let y = this.top; y <= this.bottom; y++) {
      this.pixels.fill(0, y * this.width + this.left, y * this.width + this.right + 1);
    }
    this.put();
    this.clearBox();
  }

  /** Marks a cell with red, green, blue and alpha, 0 to 255. */
  mark(x, y, [r, g, b, a]) {
    this.pixels[y * this.width + x] = ((a << 24) | (b << 16) | (g << 8) | r) >>> 0;
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
  }

  /** Sets a rectangle at once and shows it: `table` has the pixel of 32 bits of each value. */
  write(x, y, w, h, values, table) {
    for (let j = 0; j < h; j++) {
      const row = (y + j) * this.width + x;
      for (let i = 0; i < w; i++) this.pixels[row + i] = table[values[j * w + i]];
    }
    this.context.putImageData(this.image, 0, 0, x, y, w, h);
  }

  /** Makes the marks visible that were set since the last time. */
  put() {
    if (this.right < 0) return;
    this.context.putImageData(
      this.image,
      0,
      0,
      this.left,
      this.top,
      this.right - this.left + 1,
      this.bottom - this.top + 1,
    );
  }

  draw(context, camera) {
    if (showsHexagons(camera)) {
      const pixelsOf = (x, y, count) =>
        this.pixels.subarray(y * this.width + x, y * this.width + x + count);
      drawHexagons(context, camera, this, [0, 0, camera.width, camera.height], pixelsOf);
      return;
    }
    context.imageSmoothingEnabled = false;
    camera.drawPicture(context, this.canvas);
  }
}
