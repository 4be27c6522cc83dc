// Sheets over the page: help, a new map, the C of what is shown.

import { MAP_KINDS } from '../engine/generate.js';
import { codeOf } from './code.js';
import { make } from './elements.js';

const KEYS = [
  ['Move', 'the goal follows the pointer; click to pin it'],
  ['Drag', 'moves the start or the goal'],
  ['Arrows', 'move the goal; with Shift the start'],
  ['Wheel, + −', 'zoom; 0 shows the whole map'],
  ['Space, two fingers', 'with a drag: move the view'],
  ['V', 'follow the pointer'],
  ['B', 'paint rock'],
  ['S', 'paint slow ground'],
  ['F', 'paint fast ground'],
  ['E', 'paint plain ground'],
  ['Right button', 'paints plain ground with any brush'],
  ['1 2 3', 'brush, rectangle, fill'],
  ['[ ]', 'size of the brush'],
  ['Enter', 'pins the goal; paints where the cell cursor is'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['R', 'reach: how far one gets from the pointer'],
  ['Shift click, G', 'one more goal; the path leads to the nearest'],
  ['X', 'swaps start and goal'],
  ['N', 'a new map'],
  ['C', 'this in C'],
  ['P', 'shows or hides the panel'],
];

const MARKS = [
  ['Thin squares', 'regions: the map is cut into these once'],
  ['Small diamonds', 'waypoints, where one may pass from region to region'],
  ['Dotted line', 'the route: the coarse tier chooses waypoints'],
  ['Tinted regions', 'those that the route leads through'],
  ['Dashed squares', 'windows of cells in which the fine tier searched'],
  ['Rings', 'waypoints that the coarse tier expanded'],
  ['Blue cells', 'cells that the fine tier expanded'],
  ['Blue line', 'the path'],
  ['Flash', 'regions that an edit rebuilt'],
];

function list(rows) {
  return make(
    'dl',
    { class: 'keys' },
    ...rows.map(([key, text]) => make('div', {}, make('dt', {}, key), make('dd', {}, text))),
  );
}

function open(...content) {
  const dialog = document.getElementById('dialog');
  dialog.replaceChildren(...content);
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  return dialog;
}

function closeButton(text = 'Close') {
  return make(
    'button',
    { type: 'button', onclick: () => document.getElementById('dialog').close() },
    text,
  );
}

export function openHelp(extra = []) {
  open(
    make('h2', {}, 'Overland Explorer'),
    make('h3', {}, 'What is drawn'),
    list(MARKS),
    make('h3', {}, 'What to do'),
    list([...KEYS, ...extra]),
    make('h3', {}, 'Files'),
    make('div', {}, 'Drop a .map, .scen or .world file or a picture on the page.'),
    make('div', { class: 'foot' }, closeButton()),
  );
}

export function openCode(app) {
  const text = codeOf(app.session);
  const copy = make(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: () => navigator.clipboard?.writeText(text).then(() => (copy.textContent = 'Copied')),
    },
    'Copy',
  );
  open(
    make('h2', {}, 'This in C'),
    make('pre', { tabindex: 0 }, text),
    make('div', { class: 'foot' }, closeButton(), copy),
  );
}

export function openMaps(app) {
  const { source } = app.session;
  const kind = make(
    'select',
    { name: 'kind' },
    ...MAP_KINDS.map((each) => make('option', { value: each }, each)),
  );
  kind.value = MAP_KINDS.includes(source.kind) ? source.kind : 'valley';
  const number = (value, least, most) =>
    make('input', { type: 'number', min: least, max: most, value, required: true });
  const width = number(source.width, 4, 1024);
  const height = number(source.height, 4, 1024);
  const seed = number(source.seed, 0, 999999);
  const form = make(
    'form',
    {
      method: 'dialog',
      onsubmit: () =>
        app.generate({
          kind: kind.value,
          width: Number(width.value),
          height: Number(height.value),
          seed: Number(seed.value),
        }),
    },
    make('label', {}, 'Kind', kind),
    make('label', {}, 'Width, cells', width),
    make('label', {}, 'Height, cells', height),
    make('label', {}, 'Seed', seed),
    make('button', { class: 'primary' }, 'Make'),
  );
  const file = make(
    'button',
    { type: 'button', onclick: () => document.getElementById('file').click() },
    'Open a file…',
  );
  open(
    make('h2', {}, 'A new map'),
    form,
    make('div', { class: 'foot' }, file, closeButton('Cancel')),
  );
}
