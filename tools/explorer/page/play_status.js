// The line of the mode Play under the map: the figures of the answer, and a button for what can be asked
// or done about it.

import { MOST_GROUND, MOVERS, ROCK, terrainName } from '../engine/terrain.js';
import { counted as count } from '../engine/claims.js';
import { make } from './elements.js';
import { goesRound } from './openings.js';

/**
 * The figures change with each move of the pointer; the button stays the same element at the same place,
 * so that a click that began on it ends on it.
 */
export class StatusLine {
  constructor() {
    this.figures = make('div', { class: 'figures' });
    this.act = () => {};
    this.button = make('button', { type: 'button', onclick: () => this.act(), hidden: true });
    this.islands = make('button', { type: 'button', title: 'World lists them', hidden: true });
    this.legend = null; // what is drawn, and switches for it
  }

  /** Shows figures, and a button if one is offered: [text, act]. */
  show(figures, offered) {
    const [text, act] = offered ?? ['', () => {}];
    this.figures.replaceChildren(...figures);
    this.act = act;
    this.button.hidden = offered === null;
    if (this.button.textContent !== text) this.button.textContent = text;
    const place = document.getElementById('status');
    if (!this.button.isConnected || !this.legend.isConnected)
      place.replaceChildren(this.legend, this.button, this.islands, this.figures);
  }
}

const figure = (name, value, kind = '') =>
  make('span', { class: kind }, `${name} `, make('b', {}, value));
const stepsText = (cost) => `${cost.toFixed(1)} steps`; // straight ones over plain ground

/** The line with the figures of the answer. */
export function showStatus(mode) {
  const { session } = mode.app;
  const { answer } = session;
  if (!answer) return;
  const parts = movedStart(session, answer);
  if (answer.result === 0)
    parts.push(figure('Path costs', stepsText(answer.cost)), ...roundParts(mode));
  else parts.push(...reasonParts(mode, answer));
  if (answer.points.length > 0) {
    const coarse = answer.coarseExpanded;
    const waypoints = coarse > 0 ? ` + ${count(coarse, 'waypoint')}` : '';
    const name = answer.result === 0 ? 'Expanded' : 'Expanded on the way to it';
    parts.push(figure(name, count(answer.fineExpanded) + waypoints));
  }
  for (const [name, value] of [...mode.whatIf.figures(), ...mode.fog.figures()])
    parts.push(figure(name, value));
  if (mode.figures) parts.push(...figureParts(mode.figures, answer));
  if (mode.cursor && session.inside(mode.cursor)) {
    const height = session.map.heights ? `, height ${session.heightAt(mode.cursor)}` : '';
    parts.push(figure('Here', terrainName(session.terrainAt(mode.cursor)) + height));
  }
  mode.statusLine.show(parts, offer(mode.openings, session));
  offerIslands(mode);
}

/** Of a map that was opened: how many islands it has, and a way to where they are shown. */
function offerIslands({ app, statusLine: { islands } }) {
  const { source, world } = app.session;
  islands.hidden = source.kind !== 'file' || world.islands < 2;
  islands.textContent = `${count(world.islands, 'island')}: look`;
  islands.onclick = () => app.enterMode(app.modes.find(({ id }) => id === 'world'));
}

/** What the button asks or does now: [text, act], or null. */
function offer(openings, { answer, settings, query, map }) {
  if (openings.found?.possible) return ['Open them', () => openings.open()];
  if (answer.result !== 0) return ['Why not?', () => openings.ask()];
  if (openings.found || !goesRound(answer, settings, query, map.hexagons)) return null;
  return ['Why not straight?', () => openings.askStraight()];
}

function figureParts({ firstStepUs, pathUs, plain }, { fineExpanded, coarseExpanded }) {
  const parts = [];
  if (firstStepUs !== null) parts.push(figure('First step', `${firstStepUs.toFixed(1)} µs`));
  if (pathUs !== null) parts.push(figure('Whole path', `${pathUs.toFixed(1)} µs`));
  const times = Math.floor(plain.expanded / Math.max(1, fineExpanded + coarseExpanded));
  const more = times > 1 ? `, ${times.toLocaleString('en')} times as many` : '';
  if (plain.result === 0) parts.push(figure('Plain A*', count(plain.expanded) + more));
  return parts;
}

/** Says so if the mover can't stand on the start, and the path begins beside it. */
function movedStart(session, { points }) {
  const { start, settings } = session;
  if (points.length < 2 || (points[0] === start[0] && points[1] === start[1])) return [];
  const terrain = terrainName(session.terrainAt(start));
  const from = `, path from ${points[0]}, ${points[1]}`;
  return [
    make(
      'span',
      { class: 'no' },
      make('b', {}, 'Start blocked'),
      ` (${MOVERS[settings.mover].label} on ${terrain})${from}`,
    ),
  ];
}

/** Of a path that goes round: what is on the straight line, once that was asked. */
function roundParts({ openings: { found } }) {
  if (!found) return [];
  if (found.isRest)
    return [make('span', { class: 'no rest' }, make('b', {}, 'The path still bends: '), restWords(found))];
  const words = found.isCostly ? `${found.words}, at a higher cost` : found.words;
  return [figure('On the straight line', words, 'no')];
}

function restWords({ words, isCostly }) {
  if (words === 'nothing') return 'straight on it would cost no less';
  return isCostly ? `${words.replace(', ', ' and ')} costs more straight on` : `${words} straight on`;
}

/** Why there is no path to the goal, and how many cells would have to be opened. */
function reasonParts(mode, answer) {
  const { session } = mode.app;
  const names = { 1: 'No way there', 2: 'The start is blocked', 3: 'The goal is blocked' };
  const ground = session.terrainAt(answer.result === 2 ? session.start : session.goal);
  const isNamed = ground > MOST_GROUND || ground === ROCK;
  const parts = [
    make(
      'span',
      { class: 'no' },
      make('b', {}, names[answer.result] ?? answer.reason),
      isNamed ? ` (${terrainName(ground)})` : '',
    ),
  ];
  if (answer.points.length > 0) parts.push(figure('To the nearest cell', stepsText(answer.cost)));
  const { found } = mode.openings;
  if (found?.possible) parts.push(figure('To open', count(found.cells.length)));
  return parts;
}
