// A graph of the last ticks: milliseconds as bars, expansions as a line, and the budget as a dashed one.

import { strokeWith } from '../pens.js';
import { currentTheme } from '../theme.js';

const TICKS_SHOWN = 120;
const GRAPH_WIDTH = 208;
const GRAPH_HEIGHT = 74;

export class BattleGraph {
  constructor() {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'graph';
    this.canvas.width = 2 * GRAPH_WIDTH;
    this.canvas.height = 2 * GRAPH_HEIGHT;
    this.canvas.setAttribute('aria-hidden', 'true'); // the words under it tell the last tick
  }

  draw(ticks, budget) {
    const theme = currentTheme();
    const context = this.canvas.getContext('2d');
    const last = ticks.slice(-TICKS_SHOWN);
    const mostMs = Math.max(1, ...last.map(({ ms }) => ms));
    const most = Math.max(budget, ...last.map(({ expansions }) => expansions));
    const wide = GRAPH_WIDTH / TICKS_SHOWN;
    context.setTransform(2, 0, 0, 2, 0, 0);
    context.clearRect(0, 0, GRAPH_WIDTH, GRAPH_HEIGHT);
    context.fillStyle = theme.compared[0];
    context.globalAlpha = 0.6;
    last.forEach(({ ms }, i) => {
      const tall = (ms / mostMs) * GRAPH_HEIGHT;
      context.fillRect(i * wide, GRAPH_HEIGHT - tall, Math.max(1, wide - 0.4), tall);
    });
    context.globalAlpha = 1;
    context.beginPath();
    last.forEach(({ expansions }, i) =>
      context.lineTo((i + 0.5) * wide, GRAPH_HEIGHT - (expansions / most) * GRAPH_HEIGHT),
    );
    strokeWith(context, theme.compared[1], 1.5);
    context.beginPath();
    const y = GRAPH_HEIGHT - (budget / most) * GRAPH_HEIGHT + 0.75;
    context.moveTo(0, y);
    context.lineTo(GRAPH_WIDTH, y);
    strokeWith(context, theme.stepBreak, 1.5, [4, 4]);
  }
}
