// "What if": cells that are closed or opened in a fork of the world alone. It shows who is cut off from
// the island of the start or joined to it, and the path leads through the fork.

import { Asker } from './asker.js';
import { CellLayer } from './cell_layer.js';
import { editOf } from './history.js';
import { drawCells } from './ink.js';
import { currentTheme } from './theme.js';

const CUT = 2;
const JOINED = 3;

export class WhatIf {
  constructor(mode) {
    this.mode = mode;
    this.cells = new Map(); // terrain in the fork, by cell
    this.layer = new CellLayer();
    this.answer = null;
    this.asker = new Asker(
      () => this.askOnce(),
      (error) => mode.app.say(error.message, { ofEngine: true }),
    );
  }

  attach({ session }) {
    this.session = session;
    session.on('map', () => {
      this.cells.clear();
      this.answer = null;
      this.layer.resize(session.map.width, session.map.height);
      this.ask();
    });
    session.on('graph', () => this.isOn() && this.ask()); // the world is another one
    session.on(
      'path',
      () => this.isOn() && this.askedStart !== String(session.start) && this.ask(),
    );
  }

  isOn() {
    return this.cells.size > 0;
  }

  /** A stroke of the painter. Cells that have the terrain anyway leave the fork. */
  beginStroke(terrain) {
    this.mode.fog.turn(false);
    const before = new Map(this.cells);
    return {
      paint: (cells) => {
        const { map } = this.session;
        for (const cell of cells) {
          if (map.terrain[cell] === terrain) this.cells.delete(cell);
          else this.cells.set(cell, terrain);
        }
        this.ask();
      },
      end: () => {
        this.keep(before);
        this.mode.buildPanel();
      },
    };
  }

  /** Makes what changed since `before` a step of the history. */
  keep(before) {
    const after = new Map(this.cells);
    const isSame = before.size === after.size && [...after].every(([c, t]) => before.get(c) === t);
    if (isSame) return;
    this.session.history.keep({
      before: () => this.setCells(before),
      after: () => this.setCells(after),
    });
  }

  setCells(cells) {
    this.cells = new Map(cells);
    if (this.isOn()) this.mode.fog.turn(false);
    this.ask();
    if (this.mode.app.current === this.mode) this.mode.buildPanel();
  }

  clear() {
    if (!this.isOn()) return;
    const before = new Map(this.cells);
    this.setCells(new Map());
    this.keep(before);
  }

  /** Makes the map as the fork is. */
  build() {
    const { history, map } = this.session;
    history.begin();
    history.set('terrain', new Map(this.cells));
    history.end();
    this.setCells(new Map());
    this.mode.app.ground.paint(0, 0, map.width, map.height);
  }

  ask() {
    this.asker.ask();
  }

  /** Makes the fork, and looks at its islands. */
  async askOnce() {
    const { session, cells } = this;
    const { client } = session;
    if (this.isOn()) {
      const edit = editOf(session.map, [...cells.keys()], (cell) => cells.get(cell));
      this.askedStart = String(session.start);
      await client.call('fork', 'begin', [edit]);
      const answer = await client.call('fork', 'islands', session.start);
      this.answer = this.isOn() ? answer : null;
    } else {
      this.answer = null;
      if (!this.mode.fog.on) await client.call('fork', 'end');
    }
    const isShown = this.mode.app.current === this.mode; // other modes ask the world itself
    session.asksFork = isShown && (this.isOn() || this.mode.fog.on);
    this.mark();
    session.askPath();
  }

  mark() {
    const { layer, answer } = this;
    layer.clear();
    const { cut, joined } = currentTheme();
    if (answer && answer.states.length === layer.width * layer.height) {
      answer.states.forEach((state, cell) => {
        if (state !== CUT && state !== JOINED) return;
        const [x, y] = [cell % layer.width, Math.floor(cell / layer.width)];
        layer.mark(x, y, state === CUT ? cut : joined);
      });
    }
    layer.put();
    this.mode.app.redrawInk();
  }

  draw(context, camera) {
    if (!this.isOn()) return;
    this.layer.draw(context, camera);
    const theme = currentTheme();
    const { width } = this.session.map;
    const pairs = (isClosed) =>
      [...this.cells.keys()].filter((cell) => (this.cells.get(cell) === 0) === isClosed)
        .flatMap((cell) => [cell % width, Math.floor(cell / width)]);
    drawCells(context, camera, pairs(true), theme.open);
    drawCells(context, camera, pairs(false), theme.start);
  }

  /** What it changes, in words: pairs of a name and a figure. */
  figures() {
    if (!this.answer) return [];
    const { closed, cut, joined, islandsBefore, islands } = this.answer;
    const cells = (n) => `${n.toLocaleString('en')} ${n === 1 ? 'cell' : 'cells'}`;
    return [
      ['What if: closed', cells(closed)],
      ['Cut off', cells(cut)],
      ...(joined > 0 ? [['Joined', cells(joined)]] : []),
      ['Islands', islandsBefore === islands ? `${islands}` : `${islandsBefore} → ${islands}`],
    ];
  }
}
