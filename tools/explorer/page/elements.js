// Small pieces of the page: elements, rows of choices, switches, icons.

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** An element with attributes; `on...` are listeners; children are elements or texts. */
export const make = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);

/** A part of a drawing, as make makes elements. */
export const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const ICON_PATHS = {
  walk: 'M4 3l6.5 16 2.3-6.7L19.5 10z',
  brush: 'M14.5 4.5l5 5L10 19H5v-5z',
  box: 'M4 4h16v16H4z',
  file: 'M3 6h6l2 2.5h10V19H3z',
  fill: 'M10 3l8 8-7 7-7-7 6-6M20 15c1.5 2 1.5 4 0 4s-1.5-2 0-4',
  height: 'M3 19L10 6l4 7 2-3 5 9z',
  whatif:
    'M4 4h3M10.5 4h3M17 4h3v3M20 10.5v3M20 17v3h-3M13.5 20h-3M7 20H4v-3M4 13.5v-3M4 7V4M9 9l6 6M15 9l-6 6',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H9',
  wall: 'M4 5h16v14H4zM4 12h16M12 5v7M8 12v7M16 12v7',
  stop: 'M9 3.5h6L20.5 9v6L15 20.5H9L3.5 15V9z',
  first: 'M4 5v14M13 5l-6 7 6 7zM21 5l-6 7 6 7z',
  back: 'M18 5v14M14 5l-9 7 9 7z',
  step: 'M6 5v14M10 5l9 7-9 7z',
  run: 'M7 4l12 8-12 8z',
  pause: 'M8 5v14M16 5v14',
  last: 'M20 5v14M3 5l6 7-6 7zM11 5l6 7-6 7z',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h5',
};

const FILLED_ICONS = ['run'];

/** A line drawing of 24 x 24. */
export function icon(name) {
  const attributes = {
    viewBox: '0 0 24 24',
    fill: FILLED_ICONS.includes(name) ? 'currentColor' : 'none',
    stroke: 'currentColor',
    'stroke-width': 1.8,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  };
  return draw('svg', attributes, draw('path', { d: ICON_PATHS[name] }));
}

/** A button with a picture and no words: `label` is read aloud, and shown where the pointer rests. */
export const pictureButton = (data, label, picture, act) =>
  make(
    'button',
    { type: 'button', title: label, 'aria-label': label, ...data, onclick: act },
    picture,
  );

/** A button with words. */
export const button = (label, act, title, more = {}) =>
  make('button', { type: 'button', title, onclick: act, ...more }, label);

/** A list to choose from. `choices` are { value: label }, or labels that are numbered; `off` has those that
    can't be chosen now, and why. */
export const listOf = (choices, attributes, off = {}) =>
  make(
    'select',
    attributes,
    ...Object.entries(choices).map(([value, label]) =>
      make('option', { value, disabled: value in off }, off[value] ? `${label} (${off[value]})` : label),
    ),
  );

/** The labels of a table whose entries have one. */
export const labelsOf = (table) =>
  Object.fromEntries(Object.entries(table).map(([id, { label }]) => [id, label]));

/** Opens the browser's own dialog for files. */
export const chooseFiles = () => document.getElementById('file').click();

/** Rows that open and close: `opens` has, by `id`, whether they are open, for a panel that is built anew. Those
    that a user opens come into sight. */
export function fold(opens, id, title, ...rows) {
  let isUsers = false;
  const turn = () => {
    isUsers = true;
    opens[id] = !details.open;
  };
  const summary = make('summary', { onclick: turn }, title);
  const details = make('details', { 'data-fold': id }, summary, ...rows);
  details.open = opens[id] ?? false;
  details.addEventListener('toggle', () => {
    opens[id] = details.open;
    if (isUsers && details.open) details.scrollIntoView({ block: 'nearest' });
    isUsers = false;
  });
  return details;
}

/** A row of buttons of which one is chosen. `choices` are { value: label }; `get` tells which; `off` is why none
    can be chosen now. */
export function choiceRow(name, choices, get, choose, off = '') {
  const buttons = Object.entries(choices).map(([value, label]) =>
    button(label, () => choose(value), undefined, {
      ...{ role: 'radio', 'data-value': value, disabled: off !== '' },
    }),
  );
  const group = make(
    'div',
    { class: 'choices', role: 'radiogroup', 'aria-label': name },
    ...buttons,
  );
  const title = off === '' ? name : `${name}: ${off}`;
  const row = make('div', { class: 'row' }, make('span', { class: 'name' }, title), group);
  row.sync = () => {
    for (const each of buttons)
      each.setAttribute('aria-checked', String(each.dataset.value === String(get())));
  };
  row.sync();
  return row;
}

/** A row of choices for a field of a picture, which then asks anew. */
export function fieldRow(name, choices, picture, field) {
  const row = choiceRow(
    name,
    choices,
    () => picture[field],
    (value) => {
      picture[field] = value;
      row.sync();
      picture.view.ask();
    },
  );
  return row;
}

/** The list of speeds, numbered, whose change is told. */
export const speedList = (labels, change) =>
  listOf(labels, {
    'aria-label': 'Speed',
    title: 'Speed (arrows up and down)',
    onchange: (event) => change(Number(event.target.value)),
  });

/** A switch. */
export function checkRow(label, value, change, title) {
  const input = make('input', { type: 'checkbox', onchange: () => change(input.checked) });
  input.checked = value;
  return make('label', { class: 'check', title }, input, label);
}

/** A slider over a list of values. */
export function sliderRow(name, values, value, text, change) {
  const shown = make('span', { class: 'value' }, text(value));
  const input = make('input', {
    type: 'range',
    min: 0,
    max: values.length - 1,
    step: 1,
    'aria-label': name,
    oninput: () => {
      shown.textContent = text(values[input.value]);
      change(values[input.value]);
    },
  });
  input.value = Math.max(0, values.indexOf(value));
  return make('div', { class: 'row' }, make('span', { class: 'name' }, shown, name), input);
}

/** A slider for a field of a picture, which then asks anew, or does `then`. */
export const fieldSlider = (name, values, text, picture, field, then = () => picture.view.ask()) =>
  sliderRow(name, values, picture[field], text, (value) => {
    picture[field] = value;
    then();
  });

/** A list to choose from, as listOf. */
export function selectRow(name, choices, get, choose, off = {}) {
  const list = listOf(choices, { 'aria-label': name, onchange: () => choose(list.value) }, off);
  const row = make('label', { class: 'row line' }, make('span', { class: 'name' }, name), list);
  row.sync = () => (list.value = get());
  row.sync();
  return row;
}

/** Steps of arrow keys, by their names in small letters. */
export const ARROW_STEPS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };

const FOCUS_STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Moves the focus within the group of an element by a key, as the roles of the group ask: tabs and
 * choices are chosen as well. Returns whether the key belongs to the group.
 */
export function moveFocus(element, key) {
  const isMove = key in FOCUS_STEPS || key === 'Home' || key === 'End';
  if (element.matches('[role=listbox]')) return isMove || key === 'Enter';
  const group = element.closest('[role=tablist], [role=radiogroup], [role=toolbar]');
  if (!group || !isMove) return false;
  const all = [...group.querySelectorAll('button:not([disabled], [hidden])')];
  const at = all.indexOf(element);
  const to = { Home: 0, End: all.length - 1 }[key] ?? at + FOCUS_STEPS[key];
  const next = all[Math.min(all.length - 1, Math.max(0, to))];
  next.focus();
  if (next !== element && next.matches('[role=tab], [role=radio]')) next.click();
  return true;
}

/** Gives the focus to the button that took the place of one whose panel was built anew. */
export function refocus(button) {
  const name = button.closest('[aria-label]')?.getAttribute('aria-label');
  const value = button.dataset.value;
  if (name && value)
    document.querySelector(`[aria-label="${name}"] [data-value="${value}"]`)?.focus();
}
