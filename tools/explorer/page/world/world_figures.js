// Figures of the mode World: numbers, bytes, tables, bars.

import { make } from '../elements.js';

export const numberText = (n) => Math.round(n).toLocaleString('en');

export function sizeText(n) {
  if (n < 10000) return `${numberText(n)} bytes`;
  return n < 1e6 ? `${(n / 1024).toFixed(0)} KB` : `${(n / 1048576).toFixed(1)} MB`;
}

/** A row of a list: words, and buttons for what can be done. */
export const listItem = (words, ...buttons) =>
  make('div', { class: 'item' }, make('span', {}, words), ...buttons);

/** Names and values; those that are null are left out. */
export function figureTable(title, rows) {
  return make(
    'dl',
    {},
    make('h3', {}, title),
    ...Object.entries(rows).filter(([, value]) => value !== null)
      .map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, String(value)))),
  );
}

/** Figures with bars, as shares of all. */
export function byteBars(all, parts, of) {
  const rows = Object.entries(parts).filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1])
    .map(([name, value]) =>
      make(
        'div',
        { class: 'bar' },
        make('span', {}, name),
        make('b', {}, sizeText(value)),
        make('i', { style: `width: ${Math.max(1, (100 * value) / all)}%` }),
      ),
    );
  return make(
    'div',
    { class: 'bars' },
    make('p', { class: 'note' }, `${sizeText(all)} ${of}`),
    ...rows,
  );
}
