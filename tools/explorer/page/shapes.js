// Sets of cells: discs, rectangles, lines and areas of one terrain. Cells are indices, row by row,
// except those of a line, which are x, y.

export function discAround(map, [cx, cy], size) {
  const radius = size / 2;
  const cells = [];
  const shift = size % 2 === 0 ? 0.5 : 0;
  for (let y = Math.floor(cy - radius); y <= Math.ceil(cy + radius); y++) {
    for (let x = Math.floor(cx - radius); x <= Math.ceil(cx + radius); x++) {
      const inside =
        Math.hypot(x - cx + shift, y - cy + shift) <= radius - 0.2 || (x === cx && y === cy);
      if (inside && x >= 0 && y >= 0 && x < map.width && y < map.height)
        cells.push(y * map.width + x);
    }
  }
  return cells;
}

export function rectBetween(map, [ax, ay], [bx, by]) {
  const cells = [];
  const left = Math.max(0, Math.min(ax, bx));
  const right = Math.min(map.width - 1, Math.max(ax, bx));
  const bottom = Math.min(map.height - 1, Math.max(ay, by));
  for (let y = Math.max(0, Math.min(ay, by)); y <= bottom; y++) {
    for (let x = left; x <= right; x++) cells.push(y * map.width + x);
  }
  return cells;
}

export function lineBetween([ax, ay], [bx, by]) {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = steps === 0 ? 0 : i / steps;
    return [Math.round(ax + (bx - ax) * t), Math.round(ay + (by - ay) * t)];
  });
}

/** The cells of one terrain that are joined to a cell by straight steps. */
export function floodFrom(map, [x, y]) {
  const { width, height, terrain } = map;
  if (x < 0 || y < 0 || x >= width || y >= height) return [];
  const wanted = terrain[y * width + x];
  const seen = new Uint8Array(width * height);
  const cells = [y * width + x];
  seen[cells[0]] = 1;
  const reach = (cell) => {
    if (seen[cell] || terrain[cell] !== wanted) return;
    seen[cell] = 1;
    cells.push(cell);
  };
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    const column = cell % width;
    if (column > 0) reach(cell - 1);
    if (column < width - 1) reach(cell + 1);
    if (cell >= width) reach(cell - width);
    if (cell < (height - 1) * width) reach(cell + width);
  }
  return cells;
}
