// Hexagons on a canvas: where they are large enough each as what it is, in the colour of its pixel.

export const LEAST_HEXAGON_SCALE = 5;

/** Whether a view draws hexagons one by one. */
export const showsHexagons = ({ hexagons, scale }) => hexagons !== null && scale >= LEAST_HEXAGON_SCALE;

/** Draws the cells of a map within a box of the page: `pixelsOf(x, y, count)` gives pixels of 32 bits, in a
    row, of which those without colour are left out. `grow` closes the seams between opaque ones. */
export function drawHexagons(context, camera, map, box, pixelsOf, grow = 0) {
  const [left, top, right, bottom] = camera.cellsIn(box, map);
  const colours = new Map();
  const [px, py] = camera.middle(0, 0);
  const size = camera.scale + 2 * grow;
  const corners = camera.corners.map(([x, y]) => [x * size, y * size]);
  const [ax, ay] = camera.middle(1, 0);
  const [bx, by] = camera.middle(0, 1);
  for (let y = top; y <= bottom; y++) {
    const pixels = pixelsOf(left, y, right - left + 1);
    for (let x = left; x <= right; x++) {
      const pixel = pixels[x - left];
      const mx = px + x * (ax - px) + y * (bx - px);
      const my = py + x * (ay - py) + y * (by - py);
      if (pixel === 0 || mx < box[0] - size || mx > box[2] + size || my < box[1] - size || my > box[3] + size) continue;
      let path = colours.get(pixel);
      if (!path) colours.set(pixel, (path = new Path2D()));
      path.moveTo(mx + corners[0][0], my + corners[0][1]);
      for (let i = 1; i < 6; i++) path.lineTo(mx + corners[i][0], my + corners[i][1]);
      path.closePath();
    }
  }
  for (const [pixel, path] of colours) {
    const [r, g, b, a] = [0, 8, 16, 24].map((shift) => (pixel >>> shift) & 255);
    context.fillStyle = `rgba(${r}, ${g}, ${b}, ${a / 255})`;
    context.fill(path);
  }
}
