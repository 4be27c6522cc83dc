// Sheets over the page: help, a new map, the C of what is shown.

import { LEAST_SIDE, MOST_SIDE } from '../engine/formats.js';
import { MAP_KINDS } from '../engine/generate.js';
import { codeOf } from './code.js';
import { make } from './elements.js';

const PLAY_KEYS = [
  ['Move', 'the goal follows the pointer; click to pin it'],
  ['Drag', 'moves the start or the goal'],
  ['Arrows', 'move the goal; with Shift the start'],
  ['V', 'follow the pointer'],
  ['B', 'paint rock'],
  ['S', 'paint slow ground'],
  ['F', 'paint fast ground'],
  ['E', 'paint plain ground'],
  ['W T M', 'paint water, woods, marsh'],
  ['H', 'raises hills; the right button lowers'],
  ['I', 'what if? closes cells in a fork of the world: who is cut off'],
  ['O, K', 'fog: unseen land counts as open; K walks by what is known'],
  ['A', 'stamps: a house, a wall, a river; Q turns them'],
  ['Right button', 'paints plain ground with any brush'],
  ['1 2 3', 'brush, rectangle, fill'],
  ['[ ]', 'size of the brush'],
  ['Enter', 'pins the goal; paints where the cell cursor is'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
  ['R', 'reach: how far one gets from the pointer'],
  ['Shift click, G', 'one more goal; the path leads to the nearest'],
  ['X', 'swaps start and goal'],
];

const STEP_KEYS = [
  ['→ ←', 'step, step back; with Shift to the next or last expansion'],
  ['Enter', 'runs and pauses; ↑ ↓ change the speed'],
  ['End', 'runs to the end, or to a breakpoint; Home: to the beginning'],
  [',', 'back to the breakpoint before'],
  ['Drag', 'moves the start or the goal'],
  ['Click', 'chooses a cell: its branch, and its place in the lists'],
  ['V B T', 'look, paint walls, set breakpoints'],
  ['W A S D', 'move the cell cursor'],
  ['Q E', 'start, goal at the cell cursor'],
  ['X R', 'wall, breakpoint at the cell cursor'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
];

const COMMON_KEYS = [
  ['Wheel, + −', 'zoom; 0 shows the whole map'],
  ['Space, two fingers', 'with a drag: move the view'],
  ['N', 'a new map'],
  ['C', 'this in C'],
  ['P', 'shows or hides the panel'],
];

const PLAY_MARKS = [
  ['Thin squares', 'regions: the map is cut into these once'],
  ['Small diamonds', 'waypoints, where one may pass from region to region'],
  ['Dotted line', 'the route: the coarse tier chooses waypoints'],
  ['Tinted regions', 'those that the route leads through'],
  ['Dashed squares', 'windows of cells in which the fine tier searched'],
  ['Rings', 'waypoints that the coarse tier expanded'],
  ['Blue cells', 'cells that the fine tier expanded'],
  ['Blue line', 'the path'],
  ['Flash', 'regions that an edit rebuilt'],
  ['Orange, green', 'what if: cells that are cut off from the start, or joined to it'],
  ['Shades', 'slopes, as if lit from the upper left; high ground is browner'],
];

const STEP_MARKS = [
  ['Orange, framed', 'open cells: reached, and not yet expanded'],
  ['Blue', 'closed cells: expanded'],
  ['Pink', 'cells that a jump passed, and which jump points spare the lists'],
  ['Bold', 'F, by which the open list is ordered'],
  ['Below, left', 'G, the cost from the start'],
  ['Below, right', 'H, the guess of the cost to the goal'],
  ['Arrow', 'points at the cell from which a cell was reached'],
  ['Thick blue frame', 'the cell whose neighbours are looked at'],
  ['Purple line', 'the branch of a cell: the way back to the start'],
  ['Red sign', 'a breakpoint'],
  ['Diamonds, dots', 'two tiers: waypoints that were seen, the route over them'],
  ['Dashes', 'two tiers: the window in which cells are searched'],
  ['Blue, red lines', 'two tiers: segments that were taken, the string'],
];

const COMPARE_KEYS = [
  ['Click, drag', 'in a picture: moves the goal; from the start or with Shift: the start'],
  ['Arrows', 'move the goal; with Shift the start'],
  ['M', 'one more method, up to four; × leaves one out'],
  ['G', 'forty queries of this map, chosen at random'],
  ['Drop a .scen', 'its problems, up to sixty, evenly chosen by length'],
  ['F', 'plot and table: expanded, time, cost'],
  [', .', 'the problem before, the next one'],
  ['Click', 'on a mark or a number: shows that problem in the cards'],
  ['Sliders', 'bake the world anew; the figures follow'],
];

const COMPARE_MARKS = [
  ['Blue cells', 'cells that a method expanded'],
  ['Orange cells', 'reached, and not yet expanded at the end'],
  ['Pink cells', 'those that jumps passed'],
  ['Rings', 'waypoints that the coarse tier expanded'],
  ['Blue line', 'the path'],
  ['Bars', 'a figure, as a share of the largest of the cards'],
  ['Cost', 'how much more the path costs than the best one'],
  ['World', 'bytes that the method needs in memory, without its search'],
  ['● ■ ▲ ◆', 'the methods in the plot'],
];

const HELP = {
  play: { keys: PLAY_KEYS, marks: PLAY_MARKS },
  step: { keys: STEP_KEYS, marks: STEP_MARKS },
  compare: { keys: COMPARE_KEYS, marks: COMPARE_MARKS },
};

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
  dialog.scrollTop = 0; // the button that has the focus may be at its end
  return dialog;
}

function closeButton(text = 'Close') {
  return make(
    'button',
    { type: 'button', onclick: () => document.getElementById('dialog').close() },
    text,
  );
}

export function openHelp(mode) {
  const { keys, marks } = HELP[mode];
  open(
    make('h2', {}, 'Overland Explorer'),
    make('h3', {}, 'What is drawn'),
    list(marks),
    make('h3', {}, 'What to do'),
    list([...keys, ...COMMON_KEYS]),
    make('h3', {}, 'Files'),
    make(
      'div',
      {},
      'Drop a .map, .scen or .world file, a map of Tiled (.tmx, .tmj, with its .tsx), a picture, or a file of steps on the page.',
    ),
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
  const width = number(source.width, LEAST_SIDE, MOST_SIDE);
  const height = number(source.height, LEAST_SIDE, MOST_SIDE);
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
