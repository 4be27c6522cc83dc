// "Code": complete programs for the query of the page, which open `overland.world`, as the page saves it.

export const LANGUAGES = { c: 'C', python: 'Python', js: 'JavaScript' };

const SMOOTHING_NAMES = { none: 'OVL_SMOOTH_NONE', grid: 'OVL_SMOOTH_GRID', any: 'OVL_SMOOTH_ANY' };

/** Cells in the brackets of a language. */
const listOf = (cells, [open, close], end = '') =>
  cells.map((cell) => `${open}${cell.join(', ')}${end}${close}`).join(', ');

/** The functions of C that come first: includes, and how a world file is opened. */
export const openLines = (file, libraries, ...headers) => [
  `/* In the folder of the library: gcc -std=c11 -Isrc ${file}.c ${libraries} -lm -lpthread`,
  '   The page saves overland.world, with mover and rules; overland_bake.h makes a world of an array of terrain. */',
  ...['overland', ...headers].map((header) => `#include <${header}.h>`),
  ...['inttypes', 'stdio', 'stdlib'].map((header) => `#include <${header}.h>`),
  '',
  'static ovl_world *open_world(const char *name) {',
  '  FILE *file = fopen(name, "rb");',
  '  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;',
  '  size_t count = (size_t)ftell(file);',
  '  void *bytes = malloc(count); /* stays until the world is closed */',
  '  rewind(file);',
  '  ovl_world *world = NULL;',
  '  if (bytes && fread(bytes, 1, count, file) == count) ovl_world_open(bytes, count, &world, NULL);',
  '  fclose(file);',
  '  return world;',
  '}',
  '',
  'int main(void) {',
  '  ovl_world *world = open_world("overland.world");',
  '  if (!world) return puts("overland.world is not there, or is no world"), 1;',
];

function inC({ query, start, goal, goals }) {
  const set = listOf([goal, ...goals], '{}', ', 0');
  return [
    ...openLines('path', 'build/liboverland.a', 'overland_query'),
    '  ovl_planner_def planner_def = {.world = world};',
    '  ovl_planner *planner;',
    '  if (ovl_planner_create(&planner_def, &planner, NULL) != OVL_OK) return 1;',
    '',
    `  ovl_query query = {.start = ${listOf([start], '{}', ', 0')}, .goal = ${listOf([goal], '{}', ', 0')}};`,
    `  query.smoothing = ${SMOOTHING_NAMES[query.smoothing]};`,
    '  query.nearest = true; /* else as close to it as can be */',
    '  query.move_start = true; /* from the nearest cell where the mover can stand */',
    ...(goals.length === 0
      ? []
      : [
          `  ovl_cell goals[] = {${set}}; /* the nearest of these */`,
          '  ovl_query_more more = {.goal_kind = OVL_GOAL_SET, .goal_cells = goals};',
          `  more.goal_count = ${goals.length + 1};`,
          '  query.more = &more;',
        ]),
    '  static ovl_cell points[65536];',
    '  ovl_path path = {.points = points, .capacity = 65536};',
    '  ovl_result result = ovl_find_path(planner, world, &query, &path);',
    '  if (result != OVL_OK) fprintf(stderr, "%s\\n", ovl_result_text(result));',
    '  for (size_t i = 0; i < path.count && result != OVL_MORE_ROOM; i++)',
    '    printf("%d,%d\\n", points[i].x, points[i].y);',
    '  ovl_planner_destroy(planner);',
    '  ovl_world_close(world);',
    '}',
  ];
}

function inPython({ query, start, goal, goals }) {
  const to = goals.length === 0 ? listOf([goal], '()') : `[${listOf([goal, ...goals], '()')}]`;
  return [
    '# In the folder of the library: PYTHONPATH=build/bindings/python python3 path.py',
    '# The page saves overland.world, with mover and rules.',
    'from overland import Planner, Smoothing, World',
    '',
    'planner = Planner(World.open("overland.world"))',
    `start, goal = ${listOf([start], '()')}, ${to}`,
    `smoothing = Smoothing.${query.smoothing.toUpperCase()}`,
    'path = planner.find_path(start, goal, smoothing=smoothing, nearest=True, move_start=True)',
    'if path is None:',
    '    raise SystemExit(f"no path: {planner.reason}")',
    'for x, y, floor in path.points:',
    '    print(f"{x},{y}")',
  ];
}

function inJavaScript({ query, start, goal, goals }) {
  const more = goals.length === 0 ? '' : `, more: { goalKind: 'set', goalCells: [${listOf([goal, ...goals], '[]')}] }`;
  return [
    '// In the folder of the library: npm install ./build/bindings/js, then node path.mjs',
    '// The page saves overland.world, with mover and rules.',
    "import { readFileSync } from 'node:fs';",
    "import { loadOverland } from 'overland-paths';",
    '',
    'const overland = await loadOverland();',
    "const world = overland.open(readFileSync('overland.world'));",
    'const planner = world.planner();',
    `const [start, goal] = [${listOf([start, goal], '[]')}];`,
    `const options = { smoothing: '${query.smoothing}', nearest: true, moveStart: true${more} };`,
    goals.length === 0
      ? 'const path = planner.findPath(start, goal, options);'
      : 'const path = overland.calls.findPath(planner, world, { start, goal, ...options });',
    "if (!path) throw new Error('no path');",
    'for (const [x, y] of path.points) console.log(`${x},${y}`);',
  ];
}

/** The programs for the present state of a session, by their languages. */
export const codeOf = (session) => ({
  c: inC(session).join('\n'),
  python: inPython(session).join('\n'),
  js: inJavaScript(session).join('\n'),
});
