// "Code" of the mode Battle: units, orders, rocks and ticks, in C.

import { SCENES } from '../../engine/battle/battle_scenes.js';
import { openLines } from '../code.js';

/** A program with one of the units of the present battle, which walks from start to goal of the page. */
export function battleCode({ start, goal }, { scene, units, budget }) {
  const libraries = 'build/liboverland_crowd.a build/liboverland.a';
  const middle = start.map((at, i) => Math.floor((at + goal[i]) / 2));
  return [
    ...openLines('battle', libraries, 'overland_edit', 'overland_units'),
    '  ovl_units_def units_def = {.world = world, .lanes = 8};',
    `  units_def.capacity = ${units};`,
    ...(SCENES[scene].armies ? [] : ['  units_def.flows = 4; /* for goals that many share */']),
    '  ovl_units *units;',
    '  if (ovl_units_create(&units_def, &units, NULL) != OVL_OK) return 1;',
    '',
    '  /* For each unit. */',
    `  ovl_unit_def unit_def = {.cell = {${start.join(', ')}, 0}, .side = 0};`,
    '  ovl_unit unit;',
    '  ovl_result result = ovl_unit_add(units, world, &unit_def, &unit);',
    '  if (result != OVL_OK) return puts(ovl_result_text(result)), 1;',
    '',
    '  /* An order, and a rock: edits make the next version of the world. */',
    `  ovl_units_send(units, world, &unit, 1, (ovl_cell){${goal.join(', ')}, 0});`,
    `  ovl_edit rock = ovl_edit_rect((ovl_cell){${middle.join(', ')}, 0}, 1, 1, 0);`,
    '  ovl_world *next;',
    '  if (ovl_world_apply(world, &rock, 1, &next, NULL) == OVL_OK) {',
    '    ovl_world_close(world);',
    '    world = next;',
    '  }',
    '',
    '  ovl_unit_detail detail = {0};',
    '  for (int tick = 0; tick < 1000; tick++) {',
    `    ovl_units_tick(units, world, ${budget}, NULL);`,
    '    if (ovl_unit_inspect(units, unit, &detail) && detail.waits_for != OVL_NO_UNIT) {',
    '      /* the unit detail.waits_for is in its way */',
    '    }',
    '  }',
    '  /* In lockstep, compare the hashes of each tick. */',
    '  printf("hash %016" PRIx64 "\\n", ovl_units_hash(units));',
    '  ovl_units_destroy(units);',
    '  ovl_world_close(world);',
    '}',
  ].join('\n');
}
