// Strokes and fills of the present path of a canvas, and a form that several layers draw.

/** Strokes the path; `dash` are the lengths of a dashed line. */
export function strokeWith(context, colour, width, dash = []) {
  context.setLineDash(dash);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
  context.setLineDash([]);
}

export function fillWith(context, colour) {
  context.fillStyle = colour;
  context.fill();
}

/** Adds a diamond to the path. */
export function addDiamond(context, x, y, size) {
  context.moveTo(x - size, y);
  context.lineTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.closePath();
}
