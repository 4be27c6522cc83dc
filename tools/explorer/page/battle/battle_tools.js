// The toolbar of the mode Battle.

import { SCENES } from '../../engine/battle/battle_scenes.js';
import { icon, make } from '../elements.js';

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
  const button = (id, { label, key, icon: drawing }) =>
    make(
      'button',
      {
        type: 'button',
        title: `${label} (${key.toUpperCase()})`,
        'aria-label': label,
        'data-tool': id,
        onclick: () => mode.chooseTool(id),
      },
      icon(drawing),
    );
  const plain = (id, label, drawing, act) =>
    make(
      'button',
      { type: 'button', title: label, 'aria-label': label, 'data-id': id, onclick: act },
      icon(drawing),
    );
  document.getElementById('tools').replaceChildren(
    ...Object.entries(BATTLE_TOOLS)
      .filter(([tool]) => isOffered(tool, mode.scene))
      .map(([tool, what]) => button(tool, what)),
    make('hr'),
    plain('all', 'Select all units (A)', 'box', () => mode.selectAll()),
  );
  if (!isOffered(mode.tool, mode.scene)) mode.tool = 'select';
  syncBattleTools(mode);
}

export function syncBattleTools(mode) {
  for (const button of document.querySelectorAll('#tools button[data-tool]'))
    button.setAttribute('aria-pressed', String(button.dataset.tool === mode.tool));
}
