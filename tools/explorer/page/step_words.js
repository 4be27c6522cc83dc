// The sentence of the mode Step under the map: the present event, and which breakpoint stopped the search
// or did not.

import { breakWords, eventWords } from '../engine/step_rules.js';

/** Said at the end of a run that no breakpoint stopped: from where on none was reached. */
function unmetWords({ state, runsFrom }, breaks) {
  if (!state?.over || state.number === runsFrom || breaks.length === 0) return [];
  const names = breaks.map(breakWords).join('; ');
  return [runsFrom > 0 ? `Not reached after event ${runsFrom}: ${names}.` : `Never reached: ${names}.`];
}

/** The sentence for the present state of a StepMode. */
export function stepWords(mode) {
  const { fault, state, rules, held, breaks } = mode;
  if (fault) return fault;
  const said = eventWords(state?.event, rules, mode.textOf, mode.isTiers() ? mode.cellCount() : null);
  if (held >= 0) return `Stopped: ${breakWords(breaks[held])}. ${said}`;
  const words = [said];
  if (state?.leftOut > 0 && state.over) words.push('These were the first million events.');
  return [...words, ...unmetWords(mode, mode.breaksNow())].join(' ');
}
