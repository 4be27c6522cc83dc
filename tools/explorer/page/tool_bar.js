// The toolbar, which each mode fills with its own tools.

import { icon, make, pictureButton } from './elements.js';

/** A button of the toolbar. Its picture is a drawing of a name unless it is another one. */
export const toolButton = (id, label, act, picture = icon(id)) =>
  pictureButton({ 'data-tool': id }, label, picture, act);

/** Buttons for a table of tools: { label, key, icon }, of which the last two may be missing. */
export const toolButtons = (tools, choose, pictureOf = (id) => icon(tools[id].icon ?? id)) =>
  Object.entries(tools).map(([id, { label, key }]) =>
    toolButton(id, `${label} (${key.toUpperCase()})`, () => choose(id), pictureOf(id)),
  );

/** Buttons that go back and forth in a history. */
export const historyButtons = (history) => [
  make('hr'),
  toolButton('undo', 'Undo (Ctrl Z)', () => history.undo()),
  toolButton('redo', 'Redo (Ctrl Y)', () => history.redo()),
];

/** Fills the toolbar. */
export const showTools = (...parts) => document.getElementById('tools').replaceChildren(...parts);

/** Marks the tools that are chosen, and the ways of a history that lead nowhere. */
export function markTools(chosen, history) {
  for (const each of document.querySelectorAll('#tools button')) {
    const { tool } = each.dataset;
    each.setAttribute('aria-pressed', String(chosen.includes(tool)));
    if (tool === 'undo') each.disabled = !history.canUndo;
    if (tool === 'redo') each.disabled = !history.canRedo;
  }
}
