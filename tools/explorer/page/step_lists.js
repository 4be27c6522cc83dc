// The lists of the Step mode: the open list as the heap's tree, as its array, or sorted, and the
// closed list. Only the rows that are seen exist, so that a hundred thousand cost no more than ten.

import { costText, ROW_NUMBERS, TREE_LEVELS } from '../engine/step_rules.js';
import { make } from './elements.js';
import { rowAt, rowCount } from './step_ink.js';

const ROW_PIXELS = 36;
const SEEN_ROWS = 6;
const COLUMN_LETTERS = [2, 7, 4, 4, 4, 7];
const WIDE_LETTERS = 36;
const HEAP_LETTERS = [10, 10, 8, 5]; // that fit a node of each level of the tree
const MOST_PIXELS = 8000000; // browsers limit how high an element is
const VIEWS = { tree: 'Heap', array: 'Array', sorted: 'Sorted', closed: 'Closed' };
const LIST_OF_VIEW = { array: 'heap', sorted: 'sorted', closed: 'closed' };

export class StepLists {
  /** `mode` has rules, textOf, focus and selected, and is told by refresh, setFocus and select. */
  constructor(mode) {
    this.mode = mode;
    this.view = 'sorted';
    this.root = 0;
    this.length = 0;
    this.active = -1; // the row that keys moved to
    this.columns = COLUMN_LETTERS;
    this.build();
  }

  build() {
    this.tabs = Object.entries(VIEWS).map(([view, label]) =>
      make(
        'button',
        { type: 'button', role: 'tab', 'data-view': view, onclick: () => this.show(view) },
        label,
      ),
    );
    this.spacer = make('div', { class: 'spacer' });
    this.rows = make('div', { class: 'rows' });
    this.scroller = make(
      'div',
      {
        class: 'scroller',
        tabindex: 0,
        role: 'listbox',
        'aria-label': 'Cells of the list',
        onscroll: () => this.mode.refresh(),
        onkeydown: (event) => this.key(event),
      },
      this.spacer,
      this.rows,
    );
    this.scroller.style.height = `${ROW_PIXELS * SEEN_ROWS}px`;
    this.tree = make('div', { class: 'tree', role: 'group', 'aria-label': 'The heap as a tree' });
    this.head = make(
      'div',
      { class: 'list-row head' },
      ...['', 'cell', 'F', 'G', 'H', 'from'].map((name) => make('span', {}, name)),
    );
    this.note = make('p', { class: 'note' });
    this.element = make(
      'div',
      { class: 'row lists' },
      make('div', { class: 'choices', role: 'tablist', 'aria-label': 'Lists' }, ...this.tabs),
      this.note,
      this.head,
      this.scroller,
      this.tree,
    );
    this.element.addEventListener('pointerleave', () => this.mode.setFocus(null));
    this.sync();
  }

  show(view) {
    this.view = view;
    this.active = -1;
    this.root = 0;
    this.columns = COLUMN_LETTERS;
    this.scroller.scrollTop = 0;
    this.sync();
    this.mode.refresh();
    this.mode.app.remember();
  }

  /** The two tiers have lists, but no heap of one order. */
  sync() {
    const isTiers = this.mode.isTiers();
    if (isTiers && (this.view === 'tree' || this.view === 'array')) this.view = 'sorted';
    for (const tab of this.tabs)
      tab.hidden = isTiers && ['tree', 'array'].includes(tab.dataset.view);
    for (const tab of this.tabs)
      tab.setAttribute('aria-selected', String(tab.dataset.view === this.view));
    const isTree = this.view === 'tree';
    this.tree.hidden = !isTree;
    this.scroller.hidden = this.head.hidden = isTree;
  }

  // ---- What is asked for ----

  /** The first row that is seen. Where the list is too high for a browser, scrolling goes faster. */
  firstSeen() {
    const most = Math.max(0, this.length - SEEN_ROWS);
    const high = this.spacer.offsetHeight - this.scroller.clientHeight;
    if (this.length * ROW_PIXELS <= MOST_PIXELS)
      return Math.floor(this.scroller.scrollTop / ROW_PIXELS);
    return Math.min(most, Math.floor((this.scroller.scrollTop / Math.max(1, high)) * most));
  }

  want() {
    if (this.view === 'tree') return { root: this.root };
    return { name: LIST_OF_VIEW[this.view], first: this.firstSeen(), count: SEEN_ROWS + 2 };
  }

  /** Brings a node's row into sight, in a list that it is in and whose order tells where. */
  showRow({ state, position }) {
    const isHere =
      (this.view === 'array' && state === 1) || (this.view === 'closed' && state === 2);
    if (isHere) this.scrollTo(position);
  }

  /** Brings an entry into sight. */
  scrollTo(position) {
    const top =
      this.length * ROW_PIXELS <= MOST_PIXELS
        ? position * ROW_PIXELS
        : (position / this.length) * (this.spacer.offsetHeight - this.scroller.clientHeight);
    if (
      top < this.scroller.scrollTop || top > this.scroller.scrollTop + ROW_PIXELS * (SEEN_ROWS - 1)
    )
      this.scroller.scrollTop = Math.max(0, top - ROW_PIXELS);
  }

  /** Takes the list out of the page and puts it back: it stays scrolled. */
  keepingPlace(build) {
    const { scrollTop } = this.scroller;
    build();
    this.scroller.scrollTop = scrollTop;
  }

  // ---- Keys of the list ----

  key({ key }) {
    const page = SEEN_ROWS - 1;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key];
    const to = { Home: 0, End: this.length - 1 }[key] ?? (by ? this.active + by : null);
    if (key === 'Enter' && this.active >= 0 && this.mode.focus !== null)
      this.mode.select(this.mode.focus);
    if (to === null || this.length === 0) return;
    this.active = Math.min(this.length - 1, Math.max(0, to));
    this.scrollTo(this.active);
    this.mode.refresh();
  }

  // ---- What is shown ----

  take(list, state) {
    this.length = list.length;
    const count = (n, name) => `${n.toLocaleString('en')} ${name}`;
    this.note.textContent = `${count(state.open, 'open')}, ${count(state.closed, 'closed')}`;
    if (list.root !== undefined) this.takeTree(list);
    else if (list.name === LIST_OF_VIEW[this.view]) this.takeRows(list);
    this.mark();
  }

  takeRows({ first, rows, length }) {
    this.spacer.style.height = `${Math.min(MOST_PIXELS, length * ROW_PIXELS)}px`;
    const offset =
      length * ROW_PIXELS <= MOST_PIXELS ? first * ROW_PIXELS : this.scroller.scrollTop;
    this.rows.style.transform = `translateY(${offset}px)`;
    const wanted = rowCount(rows);
    while (this.rows.children.length > wanted) this.rows.lastChild.remove();
    while (this.rows.children.length < wanted) this.rows.append(this.makeRow());
    for (let i = 0; i < wanted; i++) this.fill(this.rows.children[i], rowAt(rows, i), first + i);
    this.fitColumns();
    const chosen = this.rows.children[this.active - first];
    if (this.active >= 0 && chosen) this.mode.setFocus(Number(chosen.dataset.node));
  }

  /** Makes each column as wide as its longest text so far, so that no number is cut off. */
  fitColumns() {
    const letters = this.columns.map((least, i) =>
      Math.max(least, ...[...this.rows.children].map((row) => row.children[i].textContent.length)),
    );
    if (letters.join() === this.columns.join() && this.element.style.length > 0) return;
    this.columns = letters;
    const sum = letters.reduce((a, b) => a + b, 0);
    this.element.style.setProperty('--columns', letters.map((n) => `${n}ch`).join(' '));
    this.element.style.setProperty('--list-size', `${sum > WIDE_LETTERS ? 11 : 12.5}px`);
  }

  makeRow() {
    const row = make(
      'div',
      { class: 'list-row', role: 'option' },
      ...Array.from({ length: 6 }, () => make('span')),
    );
    row.addEventListener('pointerenter', () => this.mode.setFocus(Number(row.dataset.node)));
    row.addEventListener('click', () => this.mode.select(Number(row.dataset.node)));
    return row;
  }

  fill(row, { node, parent, g, h, f }, position) {
    const { rules, textOf } = this.mode;
    row.dataset.node = node;
    const texts = [
      position + 1,
      textOf(node),
      costText(f, rules),
      costText(g, rules),
      costText(h, rules),
      node === parent ? '–' : textOf(parent),
    ];
    texts.forEach((text, i) => {
      if (row.children[i].textContent !== String(text)) row.children[i].textContent = text;
    });
  }

  takeTree({ root, rows, length }) {
    const { rules, textOf } = this.mode;
    const byPosition = new Map(
      Array.from({ length: rowCount(rows) }, (_, i) => [rows[i * ROW_NUMBERS + 7], rowAt(rows, i)]),
    );
    const levels = [];
    for (let level = 0; level < TREE_LEVELS; level++) {
      const first = (root + 1) * 2 ** level - 1;
      const nodes = Array.from({ length: 2 ** level }, (_, i) =>
        this.treeNode(byPosition.get(first + i), first + i, length, level, rules, textOf),
      );
      if (first < length) levels.push(make('div', { class: 'level' }, ...nodes));
    }
    const up = make(
      'button',
      { type: 'button', class: 'up', onclick: () => this.setRoot(Math.floor((root - 1) / 2)) },
      '↑ Up',
    );
    const hadFocus = this.tree.contains(document.activeElement)
      ? document.activeElement.dataset.position
      : null;
    this.tree.replaceChildren(...(root > 0 ? [up] : []), ...levels);
    if (hadFocus) this.tree.querySelector(`[data-position="${hadFocus}"]`)?.focus();
  }

  treeNode(row, position, length, level, rules, textOf) {
    if (!row) return make('span');
    const hasBelow = 2 * position + 1 < length;
    const isDeep = level === TREE_LEVELS - 1 && hasBelow;
    const button = make(
      'button',
      {
        type: 'button',
        class: hasBelow && !isDeep ? 'heap-node has-below' : 'heap-node',
        'data-node': row.node,
        'data-position': position,
        title: `${textOf(row.node)}: F ${costText(row.f, rules)}${isDeep ? '; opens what is below it' : ''}`,
      },
      make(
        'span',
        { class: costText(row.f, rules).length > HEAP_LETTERS[level] ? 'long' : null },
        costText(row.f, rules),
      ),
      ...(level < 2
        ? [make('small', {}, textOf(row.node))]
        : isDeep ? [make('small', {}, '⋮')] : []),
    );
    button.addEventListener('pointerenter', () => this.mode.setFocus(row.node));
    button.addEventListener('focus', () => this.mode.setFocus(row.node));
    button.addEventListener('click', () =>
      isDeep ? this.setRoot(position) : this.mode.select(row.node),
    );
    return button;
  }

  setRoot(root) {
    this.root = root;
    this.mode.refresh();
  }

  /** Marks the cell in focus, and the one that is selected. */
  mark() {
    const { focus, selected } = this.mode;
    for (const each of this.element.querySelectorAll('[data-node]')) {
      each.classList.toggle('focus', Number(each.dataset.node) === focus);
      each.classList.toggle('selected', Number(each.dataset.node) === selected);
    }
  }
}
