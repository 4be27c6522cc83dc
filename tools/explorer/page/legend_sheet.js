// A sheet over the page on which the terrains of a map are named: the draft of its legend, each terrain
// with its colour, how many cells it has, and a choice of what it costs.

import { terrainOf } from '../engine/terrain.js';
import { button, make } from './elements.js';
import { patternStyle } from './patterns.js';

const MOST_TERRAINS = 255;
const UNNAMED = 'unnamed';
const CHOICES = [
  ['1', 'open'],
  ...['0.5', '1.5', '2', '3', '5', '10'].map((weight) => [weight, `open, ×${weight}`]),
  ['0', 'blocked'],
];
const MOVING_AI = ['ground', 'swamp', 'water', 'trees', 'out-of-bounds'];

/** Whether the letters of a map are those that all maps of the format have: nothing is to be chosen. */
export const isPlain = ({ signs }) =>
  signs.every(({ text, name }) => text === '' && MOVING_AI.includes(name));

/** The terrains of a survey, one of a name, with what the draft chooses for each. */
function terrainsOf({ signs, draft }) {
  const found = new Map();
  for (const { name, text, cells, blocks, reason, isRule, isNote } of signs) {
    const statement = isRule ? `terrain ${name} = ${text}` : text && `terrain ${text} ${name}`;
    const known = found.get(name);
    if (known) {
      known.cells += cells;
      known.statements.push(statement);
    } else {
      const choice = isNote ? UNNAMED : blocks ? '0' : '1';
      found.set(name, { name, text, cells, reason, isNote, choice, statements: [statement] });
    }
  }
  if (signs.some(({ isRule }) => isRule)) {
    const choice = / void=1$/m.test(draft) ? '1' : '0';
    found.set('void', { name: 'void', text: 'no tile', cells: null, choice, statements: [] });
  }
  return [...found.values()];
}

const quoted = (name) => (/[\s#"]/.test(name) ? `"${name}"` : name);

/** The text of a legend that makes these choices. */
function legendOf(terrains) {
  const named = terrains.filter(({ choice }) => choice !== UNNAMED);
  const weights = named.filter(({ choice }) => choice !== '0')
    .map(({ name, choice }) => `${quoted(name)}=${choice}`);
  return [
    ...named.flatMap(({ statements }) => statements.filter(Boolean)),
    `profile default ${weights.join(' ')}`,
  ].join('\n');
}

function rowOf(terrain) {
  const { name, text, cells, reason, isNote } = terrain;
  const swatch = make('i', {});
  const show = () => {
    const own = /^#[\da-f]{6}$/.test(text) ? text : null;
    swatch.style.background =
      own ?? (terrain.choice === UNNAMED ? '' : patternStyle(terrainOf(name, 8 * terrain.choice)));
  };
  const select = make('select', {
    'aria-label': name,
    onchange: () => {
      terrain.choice = select.value;
      show();
    },
  });
  for (const [value, label] of [...(isNote ? [[UNNAMED, 'not named']] : []), ...CHOICES])
    select.add(new Option(label, value));
  select.value = terrain.choice;
  show();
  return make(
    'div',
    {},
    swatch,
    make('b', { title: name }, name),
    make('span', { title: text }, [text, reason].filter(Boolean).join(', ')),
    make('span', { class: 'cells' }, cells?.toLocaleString('en') ?? ''),
    select,
  );
}

/**
 * Asks what the terrains of a surveyed map cost. Returns a promise of a legend, or of null if the map is not
 * wanted after all. The choices stay in `survey.terrains`, for another time.
 */
export function chooseTerrains(survey, fileName) {
  survey.terrains ??= terrainsOf(survey);
  const { terrains, width, height } = survey;
  const main = terrains.filter(({ isNote }) => !isNote);
  const notes = terrains.filter(({ isNote }) => isNote);
  if (main.length > MOST_TERRAINS)
    throw new Error(
      `"${fileName}" has ${main.length} terrains or colours; a map has up to ${MOST_TERRAINS}: reduce its colours first.`,
    );
  const dialog = document.getElementById('dialog');
  let legend = null;
  const form = make(
    'form',
    { method: 'dialog', class: 'terrains', onsubmit: () => (legend = legendOf(terrains)) },
    ...main.map(rowOf),
    ...(notes.length > 0
      ? [make('details', {}, make('summary', {}, 'More that can be named'), ...notes.map(rowOf))]
      : []),
    make(
      'div',
      { class: 'foot' },
      button('Cancel', () => dialog.close()),
      make('button', { class: 'primary' }, 'Show the map'),
    ),
  );
  dialog.replaceChildren(
    make('h2', {}, 'What can be crossed?'),
    make(
      'p',
      {},
      `${fileName}, ${width.toLocaleString('en')} × ${height.toLocaleString('en')} cells. What blocks is a guess.`,
    ),
    form,
  );
  dialog.onclick = null; // a click beside it takes no map away
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(legend), { once: true }),
  );
}
