// The plot and the table of the Compare mode: a figure of each problem of a scenario, by each method,
// against the length of its best path.

import {
  COMPARE_FIGURES, COMPARE_METHODS, COMPARE_SIGNS, figureText, meanOf,
} from '../engine/compare_rules.js';
import { button, make } from './elements.js';
import { fillWith, strokeWith } from './pens.js';

const PLOT_HEIGHT = 300;
const EDGE = { left: 80, right: 14, top: 14, bottom: 40 };
const NEAR_DOT_PIXELS = 24;

/** The mark of a method: each has a shape of its own beside its colour. */
export function drawDot(context, slot, x, y, size) {
  const a = Math.PI / 2;
  context.beginPath();
  if (slot === 0) context.arc(x, y, size, 0, 7);
  else {
    const [corners, turn] = [null, [4, a / 2], [3, -a], [4, 0]][slot];
    for (let i = 0; i < corners; i++) {
      const angle = turn + (i * 4 * a) / corners;
      context.lineTo(x + 1.3 * size * Math.cos(angle), y + 1.3 * size * Math.sin(angle));
    }
    context.closePath();
  }
}

/** Numbers for the lines of a scale from `least` to `most`. */
export function scaleMarks(least, most, isLog) {
  if (isLog) {
    const marks = [];
    for (let power = Math.floor(Math.log10(least)); 10 ** power <= most * 1.001; power++)
      if (10 ** power >= least) marks.push(10 ** power);
    return marks;
  }
  const rough = (most - least) / 5;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * unit >= rough) * unit;
  const marks = [];
  for (let i = Math.ceil(least / step); i * step <= most * 1.001; i++) marks.push(i * step);
  return marks;
}

export class ComparePlot {
  constructor(mode) {
    this.mode = mode;
    this.sort = { column: -1, down: false };
    this.near = null;
    this.canvas = make('canvas', { role: 'img', class: 'plot' });
    this.words = make('p', { class: 'note', role: 'status' });
    this.table = make('table', {});
    this.canvas.addEventListener('pointermove', (event) => this.point(event));
    this.canvas.addEventListener('pointerleave', () => this.setNear(null));
    this.canvas.addEventListener('click', (event) => {
      this.point(event);
      if (this.near) mode.showProblem(this.near.index);
    });
  }

  figure() {
    return COMPARE_FIGURES[this.mode.figure];
  }

  /** The value of a problem by the method of a slot; undefined as long as it is not known. */
  valueOf(index, slot) {
    const answer = this.mode.answerOf(index, slot);
    if (!answer) return undefined;
    return answer.fault ? null : this.figure().read(answer);
  }

  draw() {
    this.drawPlot();
    this.fillTable();
  }

  // ---- Plot ----

  readDots() {
    const { mode } = this;
    const dots = [];
    mode.problems.forEach((problem, index) => {
      const length = mode.lengthOf(index);
      mode.methods.forEach((_, slot) => {
        const value = this.valueOf(index, slot);
        if (length !== null && value !== null && value !== undefined)
          dots.push({ index, slot, length, value });
      });
    });
    return dots;
  }

  drawPlot() {
    const { canvas, mode } = this;
    const width = Math.max(200, canvas.parentElement?.clientWidth ?? 600);
    const ratio = Math.min(2, devicePixelRatio || 1);
    canvas.width = width * ratio;
    canvas.height = PLOT_HEIGHT * ratio;
    canvas.style.height = `${PLOT_HEIGHT}px`;
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.dots = this.readDots();
    canvas.setAttribute('aria-label', `${this.figure().axis}, against length: see the table`);
    if (this.dots.length === 0) return;
    this.place(width);
    this.drawScales(context, width);
    const colours = mode.colours();
    for (const dot of this.dots) {
      const isChosen = dot.index === (this.near?.index ?? mode.shown);
      drawDot(context, dot.slot, dot.x, dot.y, isChosen ? 6.5 : 4.5);
      context.globalAlpha = isChosen ? 1 : 0.75;
      fillWith(context, colours[dot.slot]);
      const { stepText, halo } = mode.app.theme();
      strokeWith(context, isChosen ? stepText : halo, isChosen ? 2 : 1);
    }
    context.globalAlpha = 1;
  }

  /** Where dots are: costs on an even scale, the rest by powers of ten. */
  place(width) {
    const values = this.dots.map((dot) => dot.value);
    const isLog = this.mode.figure !== 'cost';
    const most = Math.max(...values) || 1;
    const least = isLog ? Math.max(this.figure().least, Math.min(...values)) : 0;
    const [low, high] = isLog
      ? [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most * 1.01))]
      : [0, Math.max(most * 1.05, 0.1)];
    const longest = Math.max(...this.dots.map((dot) => dot.length)) * 1.03 || 1;
    const share = (value) =>
      isLog
        ? (Math.log10(Math.max(low, value)) - Math.log10(low)) /
          (Math.log10(high) - Math.log10(low))
        : value / high;
    const inside = PLOT_HEIGHT - EDGE.top - EDGE.bottom;
    this.toX = (length) => EDGE.left + (length / longest) * (width - EDGE.left - EDGE.right);
    this.toY = (value) => PLOT_HEIGHT - EDGE.bottom - share(value) * inside;
    this.marks = { x: scaleMarks(0, longest, false), y: scaleMarks(low, high, isLog) };
    for (const dot of this.dots)
      Object.assign(dot, { x: this.toX(dot.length), y: this.toY(dot.value) });
  }

  drawScales(context, width) {
    const style = getComputedStyle(document.documentElement);
    context.font = '12px system-ui, sans-serif';
    context.lineWidth = 1;
    context.strokeStyle = style.getPropertyValue('--line');
    context.fillStyle = style.getPropertyValue('--soft');
    context.beginPath();
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const value of this.marks.y) {
      const y = Math.round(this.toY(value)) + 0.5;
      context.moveTo(EDGE.left, y);
      context.lineTo(width - EDGE.right, y);
      context.fillText(Number(value.toPrecision(6)).toLocaleString('en'), EDGE.left - 8, y);
    }
    context.textAlign = 'center';
    for (const value of this.marks.x) {
      const x = Math.round(this.toX(value)) + 0.5;
      context.moveTo(x, EDGE.top);
      context.lineTo(x, PLOT_HEIGHT - EDGE.bottom);
      context.fillText(String(Number(value.toPrecision(6))), x, PLOT_HEIGHT - EDGE.bottom + 12);
    }
    context.stroke();
    context.fillText(
      'length of the best path, straight steps',
      (EDGE.left + width - EDGE.right) / 2,
      PLOT_HEIGHT - 8,
    );
    context.save();
    context.translate(12, (PLOT_HEIGHT - EDGE.bottom + EDGE.top) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(this.figure().axis, 0, 0);
    context.restore();
  }

  point(event) {
    const box = this.canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.x, event.clientY - box.y];
    let near = null;
    let least = NEAR_DOT_PIXELS;
    for (const dot of this.dots ?? []) {
      const away = Math.hypot(dot.x - px, dot.y - py);
      if (away < least) [near, least] = [dot, away];
    }
    this.canvas.style.cursor = near ? 'pointer' : '';
    this.setNear(near);
  }

  setNear(near) {
    if (this.near?.index === near?.index && this.near?.slot === near?.slot) return;
    this.near = near;
    this.sayWords();
    this.drawPlot();
  }

  sayWords() {
    const { mode, near } = this;
    if (near) {
      const { start, goal } = mode.problems[near.index];
      const label = COMPARE_METHODS[mode.methods[near.slot]].label;
      this.words.textContent = `Problem ${near.index + 1}, (${start}) to (${goal}): ${label}, ${figureText(mode.figure, near.value)}. A click shows it above.`;
    } else this.words.textContent = mode.progressWords();
  }

  // ---- Table ----

  order() {
    const { column, down } = this.sort;
    const order = this.mode.problems.map((_, index) => index);
    if (column < 0) return down ? order.reverse() : order;
    const value = (index) => this.valueOf(index, column) ?? -1;
    return order.sort((a, b) => (down ? value(b) - value(a) : value(a) - value(b)));
  }

  head(text, column) {
    const isSorted = this.sort.column === column;
    const way = isSorted ? (this.sort.down ? 'descending' : 'ascending') : null;
    const act = () => {
      this.sort = { column, down: isSorted && !this.sort.down };
      this.fillTable();
      this.table.querySelectorAll('th button')[column + 1]?.focus();
    };
    const sign = isSorted ? (this.sort.down ? ' ▾' : ' ▴') : '';
    return make('th', { scope: 'col', 'aria-sort': way }, button(text + sign, act));
  }

  fillTable() {
    const { mode, table } = this;
    const focused = document.activeElement?.dataset?.problem;
    const slots = mode.methods.map((_, slot) => slot);
    const show = (value) => (value === undefined ? '…' : figureText(mode.figure, value));
    const row = (index) => {
      const length = mode.lengthOf(index);
      const number = button(`${index + 1}`, () => mode.showProblem(index), undefined, {
        'data-problem': index,
      });
      return make(
        'tr',
        { class: index === mode.shown ? 'shown' : null },
        make('td', {}, number, length === null ? ' no path' : ` ${length.toFixed(1)}`),
        ...slots.map((slot) => make('td', {}, show(this.valueOf(index, slot)))),
      );
    };
    const means = slots.map((slot) =>
      meanOf(mode.problems.map((_, index) => this.valueOf(index, slot))),
    );
    table.replaceChildren(
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          this.head('Problem, length', -1),
          ...slots.map((slot) =>
            this.head(`${COMPARE_SIGNS[slot]} ${COMPARE_METHODS[mode.methods[slot]].label}`, slot),
          ),
        ),
        make(
          'tr',
          { class: 'means' },
          make('th', { scope: 'row' }, 'Mean'),
          ...means.map((value) => make('td', {}, show(value))),
        ),
      ),
      make('tbody', {}, ...this.order().map(row)),
    );
    if (focused !== undefined) table.querySelector(`[data-problem="${focused}"]`)?.focus();
    this.sayWords();
  }

  /** The table as text, with commas between its columns. */
  csv() {
    const { mode } = this;
    const names = Object.keys(COMPARE_FIGURES);
    const heads = mode.methods.flatMap((method) => names.map((name) => `${method}_${name}`));
    const rows = mode.problems.map(({ start, goal }, index) =>
      [
        ...start,
        ...goal,
        mode.lengthOf(index) ?? '',
        ...mode.methods.flatMap((_, slot) => {
          const answer = mode.answerOf(index, slot);
          return names.map((name) =>
            answer && !answer.fault ? (COMPARE_FIGURES[name].read(answer) ?? '') : '',
          );
        }),
      ].join(','),
    );
    return `${['start_x', 'start_y', 'goal_x', 'goal_y', 'length', ...heads].join(',')}\n${rows.join('\n')}\n`;
  }
}
