// The panel of the mode World: the file, layers, islands, what was clicked, the route, edits, memory.

import { counted } from '../../engine/claims.js';
import { button, checkRow, chooseFiles, fold, make, selectRow } from '../elements.js';
import { save } from '../files.js';
import { WorldChosen } from './world_chosen.js';
import { byteBars, figureTable, listItem, numberText, sizeText } from './world_figures.js';

const LAYERS = {
  regions: 'Regions',
  entrances: 'Entrances',
  waypoints: 'Waypoints',
  cliques: 'Costs between waypoints',
  islands: 'Islands that are cut off',
  overlays: 'Overlay levels',
  clearance: 'Room for bodies',
  heights: 'Heights',
  extra: 'Extra costs',
  bytes: 'Bytes of regions',
  edits: 'Edits since the file',
};
const LISTED = 6;
const MOST_MEGABYTES = 256;

export class WorldPanel {
  constructor(mode) {
    this.mode = mode;
  }

  build() {
    const { mode } = this;
    if (!mode.isCurrent) return;
    const { folds } = mode.app;
    this.file = make('div', { class: 'row' });
    this.islands = make('div', { class: 'list' });
    this.islandNote = make('p', { class: 'note' });
    this.bytes = make('div', {});
    this.heaviest = make('div', { class: 'list' });
    this.chosen = new WorldChosen(this);
    this.route = make('div', {});
    this.edit = make('div', {});
    this.editNote = make('p', { class: 'note' });
    this.memory = make('p', { class: 'note', 'data-memory': '' });
    this.layerRows = make('div', {});
    const sections = mode.world
      ? [
          fold(folds, 'islands', 'Islands', this.islandNote, this.islands),
          fold(folds, 'chosen', 'What is there', this.chosen.element),
          fold(folds, 'layers', 'Layers', this.layerRows),
          fold(folds, 'route', 'Route', this.route),
          fold(folds, 'bytes', 'Bytes', this.bytes, this.heaviest),
          fold(folds, 'edit', 'Edit and save', this.edit, this.editNote),
        ]
      : [];
    document.getElementById('panel').replaceChildren(this.file, ...sections, this.memory);
    this.syncFile();
    if (!mode.world) return;
    this.syncLayers();
    this.syncBytes();
    this.syncLists();
    this.chosen.sync();
    this.syncRoute();
    this.syncEdit();
  }

  // ---- The file ----

  syncFile() {
    const { mode } = this;
    const { world } = mode;
    if (!this.file) return;
    if (mode.isOpening) {
      this.file.replaceChildren(make('p', { class: 'note' }, `Opening ${mode.opening}…`));
      return;
    }
    const address = make('input', {
      type: 'url',
      value: mode.typed,
      placeholder: 'https://…/a.world',
      'aria-label': 'Address of a world',
    });
    const form = make(
      'form',
      {
        class: 'address',
        onsubmit: (event) => {
          event.preventDefault();
          if (address.value) mode.open(address.value);
        },
      },
      address,
      make('button', { type: 'submit' }, 'Open'),
    );
    const rows = [
      make(
        'div',
        { class: 'files' },
        button('Open a file…', chooseFiles, 'Or drop one'),
        button('Map of Play', () => mode.openMap(), 'The map of the other modes'),
      ),
      form,
    ];
    if (mode.openFault) rows.push(make('p', { class: 'fault' }, mode.openFault));
    if (world) rows.unshift(make('p', { class: 'figures' }, ...this.figures(world)));
    if (world?.hexagons)
      rows.push(
        selectRow(
          'Hexagons (no file says how they stand)',
          { r: 'pointed tops', q: 'flat tops' },
          () => mode.tops,
          (value) => mode.setTops(value),
        ),
      );
    if (world?.profiles.length > 1)
      rows.push(
        selectRow(
          'Profile',
          world.profiles.map((name, i) => name || `profile ${i}`),
          () => world.profile,
          (value) => mode.setProfile(Number(value)),
        ),
      );
    if (world?.floors.length > 1)
      rows.push(
        selectRow(
          'Floor',
          world.floors.map((_, i) => `floor ${i}`),
          () => 0,
          (value) => this.flyTo(world.floors[value]),
        ),
      );
    if (world?.places.length > 0)
      rows.push(
        selectRow(
          'Place',
          ['fly to…', ...world.places.map(({ name }) => name)],
          () => 0,
          (value) => value > 0 && this.flyTo(world.places[value - 1]),
        ),
      );
    this.file.replaceChildren(...rows);
  }

  flyTo({ x = 0, y, width, height }) {
    this.mode.view.fly([x + width / 2, y + height / 2], Math.max(width, height) / 2);
  }

  figures(world) {
    const { name, width, height, islands, waypoints, bytes, isLocal, floors } = world;
    const corner = floors.find(({ isGraph }) => !isGraph)?.corner ?? [0, 0];
    const begins = corner.some((at) => at !== 0) ? ` from ${corner} on` : '';
    return [
      make('b', {}, name),
      `: ${numberText(width)} × ${numberText(height)} cells${begins}, ${sizeText(bytes.file)}, ` +
        `${counted(world.regionsX * world.regionsY, 'region')} of ${counted(world.regionCells)}, ` +
        `${counted(waypoints, 'waypoint')}, ${counted(islands, 'island')}.` +
        (isLocal ? '' : ' From a server, part by part.'),
    ];
  }

  // ---- Layers ----

  syncLayers() {
    const { mode } = this;
    const { world } = mode;
    const has = {
      overlays: world.overlayLevels > 0,
      heights: world.hasHeights,
    };
    this.layerRows.replaceChildren(
      ...Object.entries(LAYERS).filter(([layer]) => has[layer] ?? true).map(([layer, label]) =>
          checkRow(label, mode.shown.has(layer), (on) => mode.show(layer, on)),
        ),
      make(
        'p',
        { class: 'note' },
        'Entrances, waypoints and costs appear when regions are large enough on the screen; heights, room and extra costs when cells are.',
      ),
    );
  }

  syncTool() {
    const texts = {
      route: 'Click the start, then the goal.',
      rock: 'Paint rock; the right button opens. [ and ]: size.',
      open: 'Paint open ground; the right button closes. [ and ]: size.',
    };
    if (texts[this.mode.tool]) this.mode.app.say(texts[this.mode.tool]);
    const section = { route: 'route', rock: 'edit', open: 'edit' }[this.mode.tool];
    if (section) this.reveal(section);
  }

  reveal(id) {
    const details = document.querySelector(`#panel [data-fold="${id}"]`);
    if (!details) return;
    this.mode.app.folds[id] = true;
    details.open = true;
    details.scrollIntoView({ block: 'nearest' });
  }

  // ---- Islands and bytes ----

  syncLists() {
    const { mode } = this;
    const { world } = mode;
    this.syncMemory();
    if (!mode.lists || !world || !mode.isCurrent || !this.islands) return;
    // While regions are counted anew, the last whole lists stay.
    const isOld = !mode.lists.isWhole && mode.wholeLists !== null;
    const lists = isOld ? mode.wholeLists : mode.lists;
    const [largest, ...others] = lists.islandList;
    const known = Math.floor(mode.lists.known * 100);
    const share = isOld
      ? ` (before the edit: they are counted anew, ${known} %)`
      : lists.isWhole ? '' : ` (${known} % of the world is read)`;
    this.islandNote.textContent = !largest
      ? `No island is known yet${share}.`
      : others.length === 0
        ? `All open cells reach each other${share}.`
        : `${counted(lists.islands - 1, 'island')} cut off from the largest, which has ${counted(largest.cells)}${share}: each in a colour of its own, outlined dark.`;
    this.islands.classList.toggle('old', isOld);
    this.islands.replaceChildren(
      ...others.slice(0, LISTED).map((island) =>
        listItem(
          counted(island.cells),
          button('Fly there', () => mode.flyToIsland(island), 'Shows the island', { disabled: isOld }),
          button('Open a way', () => mode.editing.openWay(island), 'Opens the fewest cells to it', {
            disabled: isOld,
          }),
        ),
      ),
    );
    if (!mode.lists.isRead)
      this.islands.append(
        button('Read the whole file', () => mode.readAll(), 'To know all islands'),
      );
    this.heaviest.replaceChildren(
      make('p', { class: 'note' }, 'The largest regions:'),
      ...lists.heaviest.slice(0, LISTED).map(({ region, size }) =>
        listItem(
          `Region ${region}: ${sizeText(size)}`,
          button('Fly there', () => this.showRegion(region), 'Shows it and its bytes'),
        ),
      ),
    );
  }

  showRegion(region) {
    this.reveal('chosen');
    this.mode.flyToRegion(region);
  }

  syncMemory() {
    const { memory, view } = this.mode;
    if (!memory || !this.memory) return;
    const all = memory.module + (view?.tiles.bytes ?? 0);
    this.memory.textContent =
      `In memory: ${sizeText(all)} of ${MOST_MEGABYTES} MB, of which tiles ${sizeText(view?.tiles.bytes ?? 0)}, ` +
      `regions ${sizeText(memory.regions)}. Fetched ${sizeText(memory.fetchedBytes)} in ${counted(memory.fetches, 'part')}; ` +
      `${counted(memory.knownRegions, 'region')} read.`;
  }

  syncBytes() {
    const { world } = this.mode;
    const { file, overlays, labels, islands, tables, rebuilt } = world.bytes;
    const bars = byteBars(
      file,
      {
        Regions: file - overlays - labels - islands - tables,
        Labels: labels,
        'Overlay levels': overlays,
        'Numbers of islands': islands,
        Tables: tables,
      },
      'in the file',
    );
    this.bytes.replaceChildren(bars);
    if (rebuilt > 0)
      this.bytes.append(
        make('p', { class: 'note' }, `Edits take ${sizeText(rebuilt)} of memory beside it.`),
      );
  }

  // ---- Route ----

  syncRoute() {
    const { mode } = this;
    const { route } = mode;
    if (!this.route || !mode.world) return;
    const { state } = route;
    const canWalk = state && !state.isDone;
    this.route.replaceChildren(
      make(
        'p',
        { class: 'note' },
        route.said || 'Choose the tool Route, then click the start and the goal.',
      ),
      make(
        'div',
        { class: 'files' },
        button(route.isWalking ? 'Pause' : 'Walk', () => route.walk(), 'Enter', {
          disabled: !canWalk,
        }),
        button('One segment', () => route.step(), 'The next window', { disabled: !canWalk }),
        button('Clear', () => this.clearRoute(), 'No route', { disabled: !route.start }),
      ),
    );
    if (!state) return;
    const behind = route.behind.length / 5 + route.passed;
    this.route.append(
      figureTable('', {
        Planned: `${route.planned.length / 5 - route.passed} waypoints ahead, by plan ${route.plans}`,
        Kept: route.plans > 1 ? `${route.kept} of the plan before` : null,
        'Let go': `${behind} behind the unit, ${route.dropped.length / 5} by the last plan`,
        Segments: state.segments ?? 0,
        Searched: state.windows ? this.searchedText(state) : null,
        'Planner holds': `${sizeText(state.heldBytes)} of regions`,
        'It fetched': `${sizeText(state.fetchedBytes)} in ${counted(state.fetches, 'part')}`,
      }),
    );
  }

  /** What the last segment searched. */
  searchedText({ windows, fineExpanded }) {
    const count = windows.length / 4;
    return count === 0 ? 'nothing: its path was held' : `${counted(count, 'window')}, ${counted(fineExpanded)}`;
  }

  clearRoute() {
    this.mode.route.clear();
    this.mode.changed();
  }

  // ---- Edits ----

  syncEdit() {
    const { mode } = this;
    this.edit.replaceChildren(
      make(
        'div',
        { class: 'files' },
        button('Save the world', () => this.saveWorld(), 'As a .world file'),
        button('Save the edits', () => this.savePatch(), 'As a .patch, for the same file'),
        button('Undo all', () => mode.revert(), 'The world as in the file'),
      ),
    );
  }

  sayEdit(text) {
    if (this.editNote) this.editNote.textContent = text;
  }

  saySaved(bytes) {
    this.sayEdit(`Saving… ${sizeText(bytes)}`);
  }

  saveWorld() {
    return this.mode.attempt(async () => {
      this.sayEdit('Saving…');
      save('overland.world', await this.mode.ask('', 'save'));
      this.sayEdit('Saved.');
    });
  }

  savePatch() {
    return this.mode.attempt(async () =>
      save('overland.patch', await this.mode.ask('', 'savePatch')),
    );
  }
}
