// The lists of the Step mode: the open list as the heap's tree, or sorted, the closed list, the path to a cell,
// and the tree of parents. Only the rows that are seen exist, so that a hundred thousand cost no more than ten.

import { costText } from '../engine/step_rules.js';
import { make } from './elements.js';
import { rowAt, rowCount } from './step_ink.js';
import { drawnTree } from './step_tree.js';

const ROW_PIXELS = 36;
const SEEN_ROWS = 6;
const COLUMN_LETTERS = [2, 7, 4, 4, 4, 7];
const WIDE_LETTERS = 36;
const HEAP_SHOWN = 31; // five levels
const MOST_PIXELS = 8000000; // browsers limit how high an element is
const VIEWS = { heap: 'Heap', sorted: 'Sorted', closed: 'Closed', path: 'Path', parents: 'Tree' };
const TREES = ['heap', 'parents'];

export class StepLists {
  /** `mode` has rules, textOf, focus and selected, and is told by refresh, setFocus and select. */
  constructor(mode) {
    this.mode = mode;
    this.view = 'sorted';
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
    this.tree = make('div', {
      class: 'tree',
      tabindex: 0,
      role: 'img',
      onpointerover: ({ target }) => this.pointTo(target, (node) => this.mode.setFocus(node)),
      onclick: ({ target }) => this.pointTo(target, (node) => this.mode.select(node)),
    });
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
    this.columns = COLUMN_LETTERS;
    this.scroller.scrollTop = 0;
    this.sync();
    this.mode.refresh();
    this.mode.app.remember();
  }

  /** The two tiers have lists, but no heap of one order. */
  sync() {
    const isTiers = this.mode.isTiers();
    if (isTiers && this.view === 'heap') this.view = 'sorted';
    for (const tab of this.tabs) tab.hidden = isTiers && tab.dataset.view === 'heap';
    for (const tab of this.tabs)
      tab.setAttribute('aria-selected', String(tab.dataset.view === this.view));
    const isTree = TREES.includes(this.view);
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
    const node = this.mode.selected; // its path, or that to the cell of the event
    if (TREES.includes(this.view)) return { name: this.view, first: 0, count: HEAP_SHOWN, node };
    return { name: this.view, first: this.firstSeen(), count: SEEN_ROWS + 2, node };
  }

  /** Brings a node's row into sight, in a list that it is in and whose order tells where. */
  showRow({ state, position }) {
    if (this.view === 'closed' && state === 2) this.scrollTo(position);
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
    if (list.name === this.view && TREES.includes(list.name)) this.takeTree(list);
    else if (list.name === this.view) this.takeRows(list);
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

  /** Draws a tree anew if it is another one; the last cell comes into sight. */
  takeTree({ name, rows, isWhole }) {
    const { rules, textOf, state } = this.mode;
    const key = `${name} ${rows.join()} ${this.tree.clientWidth}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const all = Array.from({ length: rowCount(rows) }, (_, i) => rowAt(rows, i));
    const places = new Map(all.map(({ node }, i) => [node, i]));
    const above = {
      heap: ({ position }) => Math.floor((position - 1) / 2),
      parents: ({ node, parent }) => (node === parent ? -1 : (places.get(parent) ?? -1)),
    }[name];
    const nodes = all.map((row) => ({
      node: row.node,
      above: above(row),
      kind: row.state === 2 ? 'closed' : 'open',
      text: costText(row.f, rules),
      title: `${textOf(row.node)}: F ${costText(row.f, rules)}`,
    }));
    this.tree.replaceChildren(drawnTree(nodes, this.tree.clientWidth));
    const words = name === 'heap' ? 'The heap, down to its fifth level' : isWhole ? 'The tree of parents' : 'The path, and what hangs on its end';
    this.tree.setAttribute('aria-label', words);
    const last = this.tree.querySelector(`[data-node="${this.mode.selected ?? state?.event.node}"] circle`);
    const [left, top] = ['cx', 'cy'].map((side) => Number(last?.getAttribute(side) ?? 0));
    this.tree.scrollTo(left - this.tree.clientWidth / 2, top - this.tree.clientHeight / 2);
  }

  pointTo(target, act) {
    const node = target.closest('[data-node]')?.dataset.node;
    if (node !== undefined) act(Number(node));
  }

  /** Marks the cell in focus, the one that is selected, and in a tree the branch. */
  mark() {
    const { focus, selected } = this.mode;
    const branch = new Set(this.view === 'parents' ? this.mode.branch : []);
    for (const each of this.element.querySelectorAll('[data-node]')) {
      each.classList.toggle('focus', Number(each.dataset.node) === focus);
      each.classList.toggle('selected', Number(each.dataset.node) === selected);
      each.classList.toggle('on', branch.has(Number(each.dataset.node)));
    }
  }
}
