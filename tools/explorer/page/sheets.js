// Sheets over the page: help, a new map, programs for what is shown.

import { LEAST_SIDE, MOST_SIDE } from '../engine/formats.js';
import { MAP_KINDS } from '../engine/generate.js';
import { CELL_KINDS } from '../engine/hexagons.js';
import { BATTLE_HELP } from './battle/battle_help.js';
import { codeOf, LANGUAGES } from './code.js';
import { button, chooseFiles, choiceRow, listOf, make } from './elements.js';
import { saveWorld } from './files.js';
import { keep, kept } from './store.js';

const LANGUAGE_STORE = 'overland-language';
const MODES = [
  ['Play', 'paint, drag, and watch the path'],
  ['Step', 'one search, event by event: lists, costs, “Stop when…”'],
  ['Compare', 'one query by several methods, side by side'],
  ['World', 'a world file of any size, like a street map: read it, edit it, send a route across'],
  ['Battle', 'units that are sent and hindered, and who waits for whom'],
  ['Learn', 'seventeen steps: a few words each, and a picture to drag'],
];

const PLAY_KEYS = [
  ['Move, click', 'the goal follows the pointer; a click pins it'],
  ['Drag', 'moves start or goal; with a brush, paints'],
  ['Right button', 'plain ground again; lowers hills'],
  [
    'Why not straight?',
    'what makes the path longer; “Open them” opens it. “Why not?” where there is none',
  ],
  ['V', 'path; then the pointer moves the goal'],
  ['B S F E', 'rock, slow, fast, plain ground'],
  ['W T M', 'water, woods, marsh'],
  ['H', 'hills'],
  ['1 2 3, [ ]', 'brush, rectangle, fill; size of the brush'],
  ['I', 'what if cells were closed: who is cut off'],
  ['O, K', 'fog: unseen land counts as open; K walks'],
  ['R', 'reach: how far one gets from the pointer'],
  ['Shift click, G', 'one more goal: the nearest counts'],
  ['Arrows', 'move the goal; with Shift the start; X swaps them'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
];

const STEP_KEYS = [
  ['→ ←', 'step, step back; with Shift to the next expansion'],
  ['Enter', 'runs and pauses; ↑ ↓ change the speed'],
  ['End, Home', 'to the end or the next stop; to the beginning'],
  ['Stop when…', 'an event, a cell or a number at which it stops; , goes back to the stop before'],
  ['Click', 'chooses a cell: its branch, its place in the lists'],
  ['Drag', 'moves start or goal'],
  ['V B T', 'look, paint walls, set stops'],
  ['W A S D', 'move the cell cursor: Q E start and goal there, X wall, R stop'],
  ['Ctrl Z, Ctrl Y', 'undo, redo'],
];

const COMMON_KEYS = [
  ['Drop a file…', 'a map (all that the command reads, with its files and legend), problems, steps'],
  ['Wheel, + − 0', 'zoom; 0 shows the whole map'],
  ['Space, two fingers', 'with a drag: move the view'],
  ['N, C, P', 'a new map or a file; this in C; the panel'],
  ['Ctrl V', 'a cell that is pasted is the goal; two are both ends'],
];

const PLAY_MARKS = [
  ['Thin squares', 'regions; they flash when an edit rebuilds them'],
  ['Pink crosses', 'cells that are in the way'],
  ['Orange, green', 'what if: cells cut off, cells joined'],
];

const STEP_MARKS = [
  ['Orange, blue', 'open cells, closed cells'],
  ['Pink', 'cells that a jump passed'],
  ['Bold; below', 'F; G on the left, H on the right'],
  ['Arrow', 'points at the parent'],
  ['Thick blue frame', 'the cell whose neighbours are looked at'],
  ['Purple line', 'the branch of a cell, back to the start'],
  ['Red sign', 'a stop'],
  ['Diamonds, dashes', 'two tiers: waypoints seen, the window'],
];

const COMPARE_KEYS = [
  ['Click, drag', 'in a picture: moves the goal; from the start or with Shift: the start'],
  ['Arrows', 'move the goal; with Shift the start'],
  ['M', 'one more method, up to four; × leaves one out'],
  ['G', 'forty queries of this map, chosen at random'],
  ['Drop a .scen', 'its problems, up to sixty, evenly chosen by length'],
  ['F', 'plot and table: expanded, time, cost'],
  [', .', 'the problem before, the next one; or click one in the plot'],
  ['Sliders', 'bake the world anew; the figures follow'],
];

const LEARN_KEYS = [
  ['← →', 'the step before, the next one'],
  ['Drag', 'moves an end, or the unit'],
  ['Click, drag', 'elsewhere: paints; the right button clears'],
  ['Arrows', 'in the picture: move the goal; with Shift the start'],
];

const COMPARE_MARKS = [
  ['Blue, orange cells', 'expanded; reached and not yet expanded'],
  ['Pink cells', 'those that jumps passed'],
  ['Rings', 'waypoints that were expanded'],
  ['Bars', 'a figure, as a share of the largest of the cards'],
  ['Cost', 'how much more the path costs than the best one'],
  ['World', 'bytes that the method needs in memory, without its search'],
  ['● ■ ▲ ◆', 'the methods in the plot'],
];

const WORLD_KEYS = [
  ['Drag, arrows', 'move the map'],
  ['Click', 'reads what is there: cell, region, waypoint, link, clusters'],
  ['Islands', '"Fly there" shows one that is cut off, "Open a way" opens the fewest cells to it'],
  ['R', 'a route: click its start, then its goal; both can be dragged'],
  ['Enter', 'walks the route, segment by segment; pauses'],
  ['B, O', 'paint rock, paint open ground; the right button does the other'],
  ['[ ]', 'size of the brush'],
  ['Ctrl Z, Ctrl Y', 'undo, redo: one stroke, or one way that was opened'],
  ['V', 'back to looking'],
  ['I, S, G', 'read the middle of the view; make it the start, the goal'],
  ['Drop a .world', 'opens it, of any size; it is read part by part'],
];

const WORLD_MARKS = [
  ['Coloured cells', 'islands that are cut off from the largest one'],
  ['Thin squares', 'regions; thick ones: clusters of overlay levels'],
  ['Green lines', 'entrances: where two regions touch with open cells on both sides'],
  ['Diamonds, lines', 'waypoints, and the stored costs between those of one region'],
  ['Dashes', 'the coarse route that is still planned; dots: let go behind the unit'],
  ['Dashed squares', 'windows of cells that the last segment searched'],
  ['Blue line', 'walked; the red part was refined last'],
  ['Flash', 'regions that an edit rebuilt'],
];

const HELP = {
  play: { keys: PLAY_KEYS, marks: PLAY_MARKS },
  step: { keys: STEP_KEYS, marks: STEP_MARKS },
  compare: { keys: COMPARE_KEYS, marks: COMPARE_MARKS },
  world: { keys: WORLD_KEYS, marks: WORLD_MARKS },
  learn: { keys: LEARN_KEYS, marks: [] },
  battle: BATTLE_HELP,
};

function list(rows) {
  return make(
    'dl',
    { class: 'keys' },
    ...rows.map(([key, text]) => make('div', {}, make('dt', {}, key), make('dd', {}, text))),
  );
}

/** Shows elements in the sheet over the page. */
export function openSheet(...content) {
  const dialog = document.getElementById('dialog');
  dialog.replaceChildren(...content);
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0; // the button that has the focus may be at its end
  return dialog;
}

const closeButton = (text = 'Close') =>
  button(text, () => document.getElementById('dialog').close());

export function openHelp(mode) {
  const { keys, marks } = HELP[mode];
  openSheet(
    make('h2', {}, 'Overland Explorer'),
    list(MODES),
    make('h3', {}, 'What to do'),
    list([...keys, ...COMMON_KEYS]),
    ...(marks.length > 0 ? [make('h3', {}, 'What is drawn'), list(marks)] : []),
    make('div', { class: 'foot' }, closeButton()),
  );
}

/** Copies a text; where the browser gives the page no clipboard, from a field that is there for a moment. */
export async function copyText(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // There is none, or it is refused.
  }
  const field = make('textarea', {}, text);
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Complete programs in the languages that have one for what is shown. */
export function openCode(app, language = kept(LANGUAGE_STORE) ?? 'c') {
  const texts = app.current.code?.() ?? codeOf(app.session);
  const shown = language in texts ? language : 'c';
  const choose = (next) => {
    keep(LANGUAGE_STORE, next);
    openCode(app, next).querySelector('[aria-checked=true]').focus();
  };
  const names = Object.fromEntries(Object.keys(texts).map((each) => [each, LANGUAGES[each]]));
  const take = () => copyText(texts[shown]).then(() => (copy.textContent = 'Copied'));
  const copy = button(`Copy as ${LANGUAGES[shown]}`, take, undefined, { class: 'primary' });
  return openSheet(
    make('h2', {}, 'This as a program'),
    choiceRow('Language', names, () => shown, choose),
    make('pre', { tabindex: 0 }, texts[shown]),
    make('div', { class: 'foot' }, closeButton(), button('Save overland.world', () => saveWorld(app)), copy),
  );
}

export function openMaps(app) {
  const { source } = app.session;
  const kind = listOf(Object.fromEntries(MAP_KINDS.map((each) => [each, each])), { name: 'kind' });
  kind.value = MAP_KINDS.includes(source.kind) ? source.kind : 'continents';
  const cells = listOf(CELL_KINDS, { name: 'cells' });
  cells.value = source.cells ?? '';
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
          cells: cells.value,
        }),
    },
    make('label', {}, 'Kind', kind),
    make('label', {}, 'Cells', cells),
    make('label', {}, 'Width, cells', width),
    make('label', {}, 'Height, cells', height),
    make('label', {}, 'Seed', seed),
    make('button', { class: 'primary' }, 'Make'),
  );
  openSheet(
    make('h2', {}, 'A new map'),
    form,
    make('div', { class: 'foot' }, button('Open a file…', chooseFiles), closeButton('Cancel')),
  );
}
