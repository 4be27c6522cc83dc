// The record of a battle: its inputs with their ticks, and the hashes. It is saved as a file, and replayed;
// a replay that is not the same battle says in which tick they part.

import { divergence, formatBattle, HASH_TICKS, mapHash } from '../../engine/battle/battle_file.js';
import { MAP_KINDS } from '../../engine/generate.js';
import { saveText } from '../files.js';

const SETTINGS = ['mover', 'body', 'corners', 'region', 'spacing', 'labels', 'overlays'];

export class BattleRecord {
  constructor(mode) {
    this.mode = mode;
    this.reset(null);
  }

  reset(begin) {
    const { file = null } = begin ?? {};
    this.inputs = [];
    this.file = file; // that is replayed
    this.parted = null; // tick in which the replay and the file part
    this.checked = 0;
  }

  /** The inputs of the next tick, and how many ticks follow without any: at most `due`. */
  nextInputs(due, waiting) {
    if (!this.file) return { count: due, inputs: waiting };
    const next = this.mode.tick + 1;
    const left = this.file.ticks - this.mode.tick;
    const inputs = this.file.inputs.filter(({ tick }) => tick === next);
    const later = this.file.inputs.filter(({ tick }) => tick > next).map(({ tick }) => tick - next);
    return { count: Math.min(due, left, ...later), inputs };
  }

  take(inputs, tick) {
    for (const input of inputs) this.inputs.push({ ...input, tick });
  }

  /** Compares a replay with its file, whenever a whole hash of it has come. */
  check() {
    const { file, mode } = this;
    if (!file || this.parted !== null) return;
    const due = mode.tick >= file.ticks || mode.tick - this.checked >= HASH_TICKS;
    if (!due) return;
    this.checked = mode.tick;
    this.parted = divergence(file, mode.ticks.map(({ hash }) => hash));
    if (this.parted !== null) {
      mode.runner.pause();
      mode.app.say(`DIVERGED at tick ${this.parted}: this is not the battle of the file.`);
    }
    mode.panel.update();
  }

  /** What is known of the replay, in words. */
  words() {
    const { file, parted, mode } = this;
    if (!file)
      return `${this.inputs.length} ${this.inputs.length === 1 ? 'input' : 'inputs'} in ${mode.tick} ticks are recorded.`;
    if (parted !== null) return `DIVERGED at tick ${parted}.`;
    if (mode.tick >= file.ticks)
      return `Replayed ${file.ticks} ticks: the same battle, hash ${file.last}.`;
    return `Replay: tick ${mode.tick} of ${file.ticks}; ${this.checked > 0 ? `the same up to ${this.checked}` : 'nothing is compared yet'}.`;
  }

  /** An order of the user's ends a replay: from here on it is another battle. */
  stopReplay() {
    this.file = null;
  }

  /** The file of the battle so far. */
  text() {
    const { mode } = this;
    const { session } = mode.app;
    const { scene, units, seed, rocks, budget } = mode.begun;
    return formatBattle({
      begin: { scene, units, seed, rocks, budget },
      map: session.map,
      source: session.source,
      settings: Object.fromEntries(SETTINGS.map((name) => [name, session.settings[name]])),
      inputs: this.inputs,
      hashes: mode.ticks.map(({ hash }) => hash),
    });
  }

  save() {
    saveText('overland-battle.json', this.text());
  }

  /** Replays a file on its map. */
  async open(file, name) {
    const { mode } = this;
    const { app } = mode;
    const { session } = app;
    const { source, hash, width, height } = file.map;
    const other = SETTINGS.some(
      (each) => (file.settings?.[each] ?? session.settings[each]) !== session.settings[each],
    );
    const isHere = mapHash(session.map) === hash;
    if (!isHere && !MAP_KINDS.includes(source?.kind))
      throw new Error(
        `"${name}" is a battle of another map, ${width} × ${height} cells${source?.name ? ` of "${source.name}"` : ''}: open that map first.`,
      );
    mode.runner.pause();
    for (const each of SETTINGS)
      session.settings[each] = file.settings?.[each] ?? session.settings[each];
    mode.wanted = { ...file.begin, chosen: true, file };
    mode.stale = true;
    if (!isHere) {
      await mode.load(source);
      if (mapHash(session.map) !== hash) {
        mode.wanted = mode.defaults();
        mode.beginSoon();
        throw new Error(
          `"${name}" is a battle of another map: a map of the kind "${source.kind}" that was edited. Open that map first.`,
        );
      }
    } else if (other) {
      await session.take(
        session.map,
        await app.client.call('setMap', session.map, session.settings),
        session.file,
      );
    }
    if (mode.isCurrent()) mode.beginSoon();
    else app.enterMode(mode);
  }

  /** Replays the present battle from its beginning. */
  replay() {
    const { mode } = this;
    if (mode.tick === 0) return;
    mode.wanted = { ...mode.begun, chosen: true, file: JSON.parse(this.text()) };
    mode.begin().then(() => mode.runner.run());
  }
}
