// The settings of the world in the panel, and its figures.

import { counted } from '../engine/claims.js';
import { REGION_SIDES, SPACINGS } from '../engine/settings.js';
import { choiceRow, fold, make, sliderRow } from './elements.js';

/** Rows that open and close together, which the app remembers. */
export function worldRows(app) {
  const { session } = app;
  const { settings } = session;
  const auto = (n) => (n === 0 ? 'auto' : `${n} cells`);
  const details = fold(
    app.folds,
    'world',
    'World',
    sliderRow('Regions', REGION_SIDES, settings.region, auto, (region) =>
      session.setSettings({ region }),
    ),
    sliderRow('Waypoints apart', SPACINGS, settings.spacing, auto, (spacing) =>
      session.setSettings({ spacing }),
    ),
    choiceRow(
      'Stored costs',
      { '-1': 'labels and overlays', 0: 'overlays' },
      () => String(settings.labels),
      (labels) => session.setSettings({ labels: Number(labels) }),
    ),
    make('p', { class: 'note', id: 'world-note' }),
  );
  details.sync = () => details.querySelectorAll('.row').forEach((row) => row.sync?.());
  queueMicrotask(() => showWorld(session));
  return details;
}

/** The line of figures. */
export function showWorld({ world }) {
  const note = document.getElementById('world-note');
  if (!note || !world) return;
  const perCell = (world.bytes / (world.width * world.height)).toFixed(1);
  note.textContent = `${world.width} × ${world.height} cells, ${counted(world.regionsX * world.regionsY, 'region')} of ${world.regionCells}, ${counted(world.waypoints, 'waypoint')}, ${perCell} bytes a cell`;
}
