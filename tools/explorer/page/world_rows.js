// The settings of the world in the panel, and its figures.

import { REGION_SIDES, SPACINGS } from '../engine/settings.js';
import { choiceRow, make, sliderRow } from './elements.js';

const STORED = {
  both: { labels: -1, overlays: 0 },
  labels: { labels: -1, overlays: 1 },
  overlays: { labels: 0, overlays: 2 },
  none: { labels: 0, overlays: 1 },
};

function storedCosts(settings) {
  return (
    Object.keys(STORED).find(
      (kind) =>
        STORED[kind].labels === settings.labels && STORED[kind].overlays === settings.overlays,
    ) ?? 'both'
  );
}

/** Rows that open and close together, which the app remembers. */
export function worldRows(app) {
  const { session } = app;
  const { settings, query } = session;
  const auto = (n) => (n === 0 ? 'auto' : `${n} cells`);
  const details = make(
    'details',
    {},
    make('summary', {}, 'World'),
    sliderRow('Regions', REGION_SIDES, settings.region, auto, (region) =>
      session.setSettings({ region }),
    ),
    sliderRow('Waypoints apart', SPACINGS, settings.spacing, auto, (spacing) =>
      session.setSettings({ spacing }),
    ),
    choiceRow(
      'Stored costs',
      { both: 'both', labels: 'labels', overlays: 'overlays', none: 'none' },
      () => storedCosts(settings),
      (kind) => session.setSettings(STORED[kind]),
    ),
    choiceRow(
      'Plans by',
      { best: 'best', octile: 'octile A*' },
      () => query.method,
      (method) => session.setQuery({ method }),
    ),
    make('p', { class: 'note', id: 'world-note' }),
  );
  details.open = app.worldOpen ?? false;
  details.addEventListener('toggle', () => (app.worldOpen = details.open));
  details.sync = () => details.querySelectorAll('.row').forEach((row) => row.sync?.());
  queueMicrotask(() => showWorld(session));
  return details;
}

/** The line of figures. */
export function showWorld({ world }) {
  const note = document.getElementById('world-note');
  if (!note || !world) return;
  const perCell = (world.bytes / (world.width * world.height)).toFixed(1);
  note.textContent = `${world.width} × ${world.height} cells, ${world.regionsX * world.regionsY} regions of ${world.regionCells}, ${world.waypoints.toLocaleString('en')} waypoints, ${perCell} bytes a cell`;
}
