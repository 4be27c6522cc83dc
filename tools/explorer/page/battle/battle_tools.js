// The toolbar of the mode Battle.

import { SCENES } from '../../engine/battle/battle_scenes.js';
import { icon, make } from '../elements.js';
import { markTools, showTools, toolButton, toolButtons } from '../tool_bar.js';

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
  const offered = Object.entries(BATTLE_TOOLS).filter(([tool]) => isOffered(tool, mode.scene));
  showTools(
    ...toolButtons(Object.fromEntries(offered), (tool) => mode.chooseTool(tool)),
    make('hr'),
    toolButton('all', 'Select all units (A)', () => mode.selectAll(), icon('box')),
  );
  if (!isOffered(mode.tool, mode.scene)) mode.tool = 'select';
  markTools([mode.tool]);
}
