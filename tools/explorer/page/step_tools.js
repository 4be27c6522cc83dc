// The toolbar of the Step mode.

import { icon, make, pictureButton } from './elements.js';
import { STEP_TOOLS } from './step_hands.js';

export function buildStepTools(mode) {
  const { history } = mode.app.session;
  const button = (id, label, drawing, act) =>
    pictureButton({ 'data-tool': id }, label, icon(drawing), act);
  document.getElementById('tools').replaceChildren(
    ...Object.entries(STEP_TOOLS).map(([tool, { label, key, icon: drawing }]) =>
      button(tool, `${label} (${key.toUpperCase()})`, drawing, () => mode.chooseTool(tool)),
    ),
    make('hr'),
    button('undo', 'Undo (Ctrl Z)', 'undo', () => history.undo()),
    button('redo', 'Redo (Ctrl Y)', 'redo', () => history.redo()),
  );
  mode.syncTools();
}

export function syncStepTools(mode) {
  const { history } = mode.app.session;
  for (const button of document.querySelectorAll('#tools button')) {
    const { tool } = button.dataset;
    button.setAttribute('aria-pressed', String(tool === mode.tool));
    if (tool === 'undo') button.disabled = history.done.length === 0;
    if (tool === 'redo') button.disabled = history.undone.length === 0;
  }
}
