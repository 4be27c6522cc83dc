// "This in C" of the mode Battle: units, orders, rocks and ticks.

import { SCENES } from '../../engine/battle/battle_scenes.js';
import { bakeLines } from '../code.js';

/** The lines for the present battle. */
export function battleCode(session, { scene, units, budget }) {
  const flows = SCENES[scene].armies
    ? []
    : ['units_def.flows = 4; /* for goals that many share */'];
  return [
    '#include <overland.h>',
    '#include <overland_edit.h>',
    '#include <overland_units.h>',
    '',
    '/* Once: bake the map, make room for units. */',
    ...bakeLines(session),
    'ovl_units_def units_def = {.world = world};',
    `units_def.capacity = ${units}, units_def.lanes = 8;`,
    ...flows,
    'ovl_units *units;',
    'if (ovl_units_create(&units_def, &units, NULL) != OVL_OK) return;',
    '',
    '/* For each unit. */',
    'ovl_unit_def unit_def = {.cell = {2, 18, 0}, .side = 0};',
    'ovl_unit unit;',
    'ovl_unit_add(units, world, &unit_def, &unit);',
    '',
    '/* An order, and a rock: edits make the next version of the world. */',
    'ovl_units_send(units, world, &unit, 1, (ovl_cell){80, 28, 0});',
    'ovl_edit rock = ovl_edit_rect((ovl_cell){40, 20, 0}, 1, 1, 0);',
    'ovl_world *next;',
    'if (ovl_world_apply(world, &rock, 1, &next, NULL) == OVL_OK) {',
    '  ovl_world_close(world);',
    '  world = next;',
    '}',
    '',
    '/* Each tick; in lockstep, compare the hashes. */',
    `ovl_units_tick(units, world, ${budget}, NULL);`,
    'uint64_t hash = ovl_units_hash(units);',
    '',
    '/* Who waits for whom. */',
    'ovl_unit_detail detail;',
    'if (ovl_unit_inspect(units, unit, &detail) && detail.waits_for != OVL_NO_UNIT) {',
    '  /* the unit detail.waits_for is in its way */',
    '}',
  ].join('\n');
}
