// "This in C": the lines of C for the query of the page.

import { MOVERS } from '../engine/terrain.js';

const CORNER_NAMES = {
  strict: 'OVL_CORNERS_STRICT',
  one: 'OVL_CORNERS_ONE',
  free: 'OVL_CORNERS_FREE',
  none: 'OVL_CORNERS_NONE',
};
const SMOOTHING_NAMES = { none: 'OVL_SMOOTH_NONE', grid: 'OVL_SMOOTH_GRID', any: 'OVL_SMOOTH_ANY' };

/** The lines that bake the present map. */
export function bakeLines({ settings, map }) {
  const lines = [
    'ovl_profile_def profile = {0};',
    `for (int t = 0; t < 256; t++) profile.weights[t] = weight_of[t]; /* ${MOVERS[settings.mover].label}: ${MOVERS[settings.mover].note} */`,
  ];
  if (settings.corners !== 'strict' && !map.hexagons)
    lines.push(`profile.corners = ${CORNER_NAMES[settings.corners]};`);
  const size = map.hexagons ? 2 * settings.body - 1 : settings.body;
  if (size > 1) lines.push(`profile.body_cells = ${size};`);
  lines.push(
    'ovl_bake_def def = {0};',
    `def.width = ${map.width}, def.height = ${map.height}, def.terrain = cells;`,
    ...(map.hexagons ? ['def.topology = OVL_HEXAGONS; /* cells are axial */'] : []),
    'def.more.profiles = &profile, def.more.profile_count = 1;',
  );
  lines.push(...heightLines({ settings, map }));
  if (settings.rule?.ofFile) {
    lines.push('def.more.step_rule = extra_of_step; /* the rule of your program */');
  } else if (settings.rule) {
    const { cost, allowed } = settings.rule;
    lines.push('def.more.step_rule = extra_of_step; /* see overland_bake.h */');
    if (cost) lines.push(`/* it returns OVL_STRAIGHT_COST * (${cost}) */`);
    if (allowed) lines.push(`/* and OVL_STEP_BLOCKED unless ${allowed} */`);
  }
  if (settings.region > 0) lines.push(`def.tuning.region_cells = ${settings.region};`);
  if (settings.spacing > 0) lines.push(`def.tuning.spacing_cells = ${settings.spacing};`);
  if (settings.labels >= 0) lines.push(`def.tuning.label_bytes_per_cell = ${settings.labels};`);
  lines.push('ovl_world *world;', 'if (ovl_world_bake(&def, &world, NULL) != OVL_OK) return;');
  return lines;
}

function heightLines({ settings, map }) {
  if (!map.heights) return [];
  const units = (cost) => `OVL_STRAIGHT_COST * ${cost}`;
  const limit = (steps) => (steps === 0 ? 'OVL_LEVEL' : Math.max(steps, 0));
  return [
    `profile.max_climb = ${limit(settings.climb)}, profile.max_drop = ${limit(settings.drop)}; /* 0: any */`,
    `profile.climb_cost = ${units(settings.climbCost)}, profile.drop_cost = ${units(settings.dropCost)};`,
    'ovl_floor_def floor = {.width = def.width, .height = def.height, .terrain = cells, .heights = heights};',
    'def.more.floors = &floor, def.more.floor_count = 1;',
  ];
}

function queryLines({ query, start, goal, goals }) {
  const lines = [
    'ovl_query query = {0};',
    `query.start = (ovl_cell){${start.join(', ')}, 0};`,
    `query.goal = (ovl_cell){${goal.join(', ')}, 0};`,
  ];
  if (query.smoothing !== 'grid')
    lines.push(`query.smoothing = ${SMOOTHING_NAMES[query.smoothing]};`);
  lines.push('query.nearest = true; /* else as close to it as can be */');
  if (goals.length > 0) {
    const cells = [goal, ...goals].map((cell) => `{${cell.join(', ')}, 0}`).join(', ');
    lines.push(
      `ovl_cell goals[] = {${cells}}; /* the nearest of these */`,
      'ovl_query_more more = {0};',
      `more.goal_kind = OVL_GOAL_SET, more.goal_cells = goals, more.goal_count = ${goals.length + 1};`,
      'query.more = &more;',
    );
  }
  return lines;
}

/** The lines for the present state of a session. */
export function codeOf(session) {
  return [
    '#include <overland_bake.h>',
    '#include <overland_query.h>',
    '',
    '/* Once: bake the map. */',
    ...bakeLines(session),
    'ovl_planner_def planner_def = {.world = world};',
    'ovl_planner *planner;',
    'if (ovl_planner_create(&planner_def, &planner, NULL) != OVL_OK) return;',
    '',
    '/* For each path. */',
    ...queryLines(session),
    'ovl_cell points[256];',
    'ovl_path path = {.points = points, .capacity = 256};',
    'ovl_result result = ovl_find_path(planner, world, &query, &path);',
  ].join('\n');
}
