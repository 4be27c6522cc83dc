// The toolbar of the mode Battle.

import { SCENES } from '../../engine/battle/battle_scenes.js';
import { icon, make, pictureButton } from '../elements.js';

export const BATTLE_TOOLS = {
  select: { label: 'Select and order', key: 'v', icon: 'walk' },
  rock: { label: 'Rock; the right button removes', key: 'b', icon: 'wall' },
  open: { label: 'Remove rocks', key: 'e', icon: 'brush' },
  tower: { label: 'Tower: a danger around it', key: 't', icon: 'stop' },
  whatif: { label: 'What if these cells were rock?', key: 'i', icon: 'whatif' },
};

/** Towers are for battles with flows and orders of their own; armies of `overland simulate` have none. */
const isOffered = (tool, scene) => tool !== 'tower' || !SCENES[scene].armies;

export function buildBattleTools(mode) {
  document.getElementById('tools').replaceChildren(
    ...Object.entries(BATTLE_TOOLS)
      .filter(([tool]) => isOffered(tool, mode.scene))
      .map(([id, { label, key, icon: drawing }]) =>
        pictureButton(
          { 'data-tool': id, title: `${label} (${key.toUpperCase()})` },
          label,
          icon(drawing),
          () => mode.chooseTool(id),
        ),
      ),
    make('hr'),
    pictureButton({ 'data-id': 'all' }, 'Select all units (A)', icon('box'), () =>
      mode.selectAll(),
    ),
  );
  if (!isOffered(mode.tool, mode.scene)) mode.tool = 'select';
  syncBattleTools(mode);
}

export function syncBattleTools(mode) {
  for (const button of document.querySelectorAll('#tools button[data-tool]'))
    button.setAttribute('aria-pressed', String(button.dataset.tool === mode.tool));
}
