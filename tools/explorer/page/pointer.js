// Pointers on the map: one finger or button goes to the mode's tool; two fingers, the middle button,
// or the space bar move and zoom the view, and the wheel zooms.

export class Pointer {
  constructor(app, canvas) {
    this.app = app;
    this.touches = new Map();
    this.panning = false;
    this.space = false;
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.up(event));
    canvas.addEventListener('pointerleave', () => this.hands.pointerLeave?.(app));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    this.canvas = canvas;
  }

  /** What takes pointers: the mode in use, or what it has for that. */
  get hands() {
    return this.app.current.hands ?? this.app.current;
  }

  down(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.touches.size === 2) {
      this.hands.pointerCancel?.(this.app);
      this.panning = true;
    } else if (event.button === 1 || (this.space && event.button === 0)) {
      this.panning = true;
    } else if (this.touches.size === 1) {
      this.hands.pointerDown?.(this.app, this.cellOf(event), event);
    }
  }

  cellOf({ clientX, clientY }) {
    return this.app.camera.cellAt(clientX, clientY);
  }

  move(event) {
    if (this.panning && this.touches.has(event.pointerId)) {
      this.drag(event);
      return;
    }
    // Every place that the pointer passed since the last event, so that fast strokes have no gaps.
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const each of passed.length > 0 ? passed : [event]) {
      this.hands.pointerMove?.(this.app, this.cellOf(each), event);
    }
  }

  /** Moves the view by what the middle of all fingers moved, and zooms by how they spread. */
  drag(event) {
    const { camera } = this.app;
    const before = this.spread();
    this.touches.set(event.pointerId, [event.clientX, event.clientY]);
    const after = this.spread();
    camera.pan(after.x - before.x, after.y - before.y);
    if (before.size > 0) camera.zoom(after.size / before.size, after.x, after.y);
    this.app.redraw();
  }

  spread() {
    const all = [...this.touches.values()];
    const x = all.reduce((sum, touch) => sum + touch[0], 0) / all.length;
    const y = all.reduce((sum, touch) => sum + touch[1], 0) / all.length;
    return {
      x,
      y,
      size: all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0,
    };
  }

  up(event) {
    this.touches.delete(event.pointerId);
    if (!this.panning) this.hands.pointerUp?.(this.app, this.cellOf(event), event);
    if (this.touches.size === 0) this.panning = false;
  }

  wheel(event) {
    event.preventDefault();
    this.app.camera.zoom(
      Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)),
      event.clientX,
      event.clientY,
    );
    this.app.redraw();
  }
}
