// Sessions of the Step mode as files.

import { STEP_EXAMPLES } from '../engine/step_examples.js';
import { formatSteps } from '../engine/step_file.js';
import { saveText } from './files.js';

/** Saves the state of the mode as a file. */
export function saveStepFile(mode) {
  const { map, start, goal, settings } = mode.app.session;
  const { mover, body, corners, climb, drop, climbCost, dropCost, rule } = settings;
  if (rule?.ofFile)
    mode.app.say('A file of steps has no rules of a world file; a .world file has them.');
  saveText(
    'overland-steps.json',
    formatSteps({
      map,
      start,
      goal,
      mover,
      body,
      corners,
      climbing: { climb, drop, climbCost, dropCost },
      rule,
      rules: mode.rules,
      step: mode.number,
      breaks: mode.breaks,
    }),
  );
  mode.app.session.isSaved = !rule?.ofFile;
}

/** Takes an example. The map that was there before it is kept, and comes back when the mode is left. */
export async function openStepExample(mode, id) {
  mode.isOpening = true;
  await mode.returning;
  const former = mode.former ?? keepFormer(mode.app);
  const steps = STEP_EXAMPLES[id];
  const { width, height } = steps.map;
  await openStepFile(mode, steps, (session) => session.generate({ kind: steps.kind ?? id, width, height, seed: 0 }));
  mode.former = former;
  mode.isOpening = false;
  mode.buildPanel();
}

/** The map that is shown, with strokes that are not in it, as `showFormer` shows it again. */
export function keepFormer({ session, modes, pinned }) {
  const strokes = modes.map((each) => each.keepStrokes?.()).filter(Boolean);
  return { kept: session.keep(), strokes, pinned };
}

/** Shows the map again that was there before an example or a scene, with its strokes, ends and history. */
export async function showFormer(mode) {
  const { former, app } = mode;
  if (!former) return;
  mode.former = null;
  mode.opened = undefined;
  mode.transport?.stop();
  try {
    app.pinned = former.pinned;
    await app.session.putBack(former.kept);
    for (const bringBack of former.strokes) bringBack();
  } catch (error) {
    mode.former = former;
    app.say(error.message);
  }
  mode.buildPanel?.();
}

/** Takes an example, or a file that parseSteps read; `show` shows its map. */
export async function openStepFile(mode, steps, show) {
  const { start, goal, mover, body, corners, rules, step, breaks } = steps;
  const { climbing = {}, rule = null } = steps; // the examples have neither
  const { session } = mode.app;
  mode.transport.stop();
  Object.assign(session.settings, { mover, body, corners, ...climbing, rule });
  Object.assign(mode.rules, rules);
  mode.breaks = breaks.map((each) => ({ ...each }));
  mode.opened = step;
  await show(session);
  session.setStart([...start]);
  session.setGoal([...goal]);
  mode.app.pinned = true;
  session.emit('settings');
  if (mode.isCurrent()) mode.buildPanel();
  else mode.app.enterMode(mode);
}
