// The world of the mode World compared with another one: cells that differ, islands cut or joined.

import { button, make } from '../elements.js';
import { cellsText, listItem, numberText } from './world_figures.js';

const LISTED_PLACES = 12;

export class WorldCompared {
  constructor(panel) {
    this.panel = panel;
    this.mode = panel.mode;
    this.element = make('div', {});
  }

  sync() {
    const { mode } = this;
    const chooser = make('input', {
      type: 'file',
      accept: '.world',
      'aria-label': 'The other world',
      onchange: ({ target }) => this.open(target.files[0]),
    });
    this.note = make('p', { class: 'note' }, 'Choose another world of the same sides.');
    this.element.replaceChildren(chooser, this.note);
    const { compared } = mode;
    if (!compared) return;
    const { cut, joined } = compared;
    this.note.textContent =
      `${numberText(compared.cells)} cells differ, in ${numberText(compared.regions)} regions; ` +
      `${numberText(cut.length)} islands of this world are cut in the other, ${numberText(joined.length)} are joined there.${this.leftOut(compared)}`;
    const list = (title, places) =>
      places.slice(0, LISTED_PLACES).map((place, i) =>
        listItem(
          `${title} ${i + 1}`,
          button('Fly there', () => mode.view.fly(place, 48), 'Shows it'),
        ),
      );
    const regions = [];
    for (let i = 0; i < Math.min(2 * LISTED_PLACES, compared.heaviest.length); i += 2)
      regions.push([compared.heaviest[i], compared.heaviest[i + 1]]);
    this.element.append(
      make(
        'div',
        { class: 'list' },
        ...list('Cut', cut),
        ...list('Joined', joined),
        ...regions.map(([region, cells]) =>
          listItem(
            `Region ${region}: ${cellsText(cells)}`,
            button('Fly there', () => mode.flyToRegion(region), 'Shows it'),
          ),
        ),
      ),
    );
  }

  /** What is not counted or listed. */
  leftOut({ isCut, cells, regions, pairs, cut, joined }) {
    const listed = [
      [cut.length, 'cut'],
      [joined.length, 'joined'],
      [regions, 'regions that differ'],
    ].filter(([count]) => count > LISTED_PLACES);
    const said = [
      isCut && `Only the first ${numberText(pairs.length / 5)} pairs of islands are compared.`,
      listed.length > 0 &&
        `Listed are ${LISTED_PLACES} of those ${listed.map(([, what]) => what).join(', ')}; regions by cells that differ.`,
    ].filter(Boolean);
    return cells > 0 && said.length > 0 ? ` ${said.join(' ')}` : '';
  }

  say(left) {
    if (this.note) this.note.textContent = `Comparing: ${numberText(left)} regions are left.`;
  }

  async open(file) {
    const { mode } = this;
    if (!file) return;
    await mode.attempt(async () => {
      const found = await mode.ask('', 'compare', file, { name: file.name });
      mode.compared = { ...found, ...this.cutAndJoined(found.pairs) };
      mode.show('differs', true);
      this.panel.syncLayers();
      this.sync();
    });
  }

  /** Islands that lie in several of the other world, and those of the other that lie in several. */
  cutAndJoined(pairs) {
    const places = [new Map(), new Map()];
    for (let i = 0; i < pairs.length; i += 5) {
      const place = [pairs[i + 3], pairs[i + 4]];
      for (const side of [0, 1]) {
        const island = pairs[i + side];
        places[side].set(island, [...(places[side].get(island) ?? []), place]);
      }
    }
    const parted = (map) =>
      [...map.values()].filter((list) => list.length > 1).map((list) => list[1]);
    return { cut: parted(places[0]), joined: parted(places[1]) };
  }
}
