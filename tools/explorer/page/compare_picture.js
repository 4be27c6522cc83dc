// The Compare mode as one picture, for saving: its cards side by side with their figures, and the
// plot below them.

import { COMPARE_FIGURES, COMPARE_METHODS, figureText } from '../engine/compare_rules.js';

const GAP = 24;
const LINE = 26;

export function comparePicture({ app, cards, plot, problems }) {
  const theme = app.theme();
  const width = Math.max(...cards.map((card) => card.canvas.width));
  const height = Math.max(...cards.map((card) => card.canvas.height));
  const canvas = document.createElement('canvas');
  const hasPlot = problems.length > 0;
  const across = cards.length * (width + GAP) + GAP;
  const top = height + 5 * LINE + 2 * GAP;
  const scale = hasPlot ? Math.min(1, (across - 2 * GAP) / plot.canvas.width) : 0;
  canvas.width = across;
  canvas.height = top + (hasPlot ? plot.canvas.height * scale + GAP : 0);
  const context = canvas.getContext('2d');
  context.fillStyle = theme.back;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = '18px system-ui, sans-serif';
  context.fillStyle = theme.stepText;
  cards.forEach((card, i) => {
    const x = GAP + i * (width + GAP);
    context.fillText(COMPARE_METHODS[card.method].label, x, GAP + 14);
    context.drawImage(card.canvas, x, GAP + LINE);
    if (!card.answer?.found) return;
    Object.entries(COMPARE_FIGURES).forEach(([name, { label, read }], line) =>
      context.fillText(
        `${label}: ${figureText(name, read(card.answer))}`,
        x,
        height + GAP + (line + 2) * LINE,
      ),
    );
  });
  if (hasPlot)
    context.drawImage(plot.canvas, GAP, top, plot.canvas.width * scale, plot.canvas.height * scale);
  return canvas;
}
