/* Example: the orders of a strategy game. A box selects units, fast and slow ones; an order sends
 * them to a place, where each gets a cell of its own, or into a formation, at the pace of the
 * slowest. A gate is held by guards who stand fast. When the goal is cut off, the units go as near
 * as they can, and the game learns which cells to break open. */
#include "tests/examples/example.h"
#include <overland_edit.h>
#include <overland_inspect.h>
#include <overland_units.h>

enum {
  WIDTH = 64,
  HEIGHT = 18,
  UNITS = 24,
  RANK = 8,          /* units side by side in a formation */
  FIRST = 8,         /* units that are sent before the gate closes */
  BUDGET = 20000,    /* expansions of a tick, about 3 ms */
  MOST_TICKS = 2000, /* longer than any order here takes */
  MOST_OPENED = 32
};

/* A castle with one gate. */
static const char *const rows[HEIGHT] = {
    "................................................................",
    "......................................##################........",
    "......................................#................#........",
    "......................................#................#........",
    "...............##.....................#................#........",
    "..............####....................#................#........",
    "...............##.....................#................#........",
    "......................................#................#........",
    ".......................................................#........",
    ".......................................................#........",
    "......................................#................#........",
    "......................................#................#........",
    "...............##.....................#................#........",
    "..............####....................#................#........",
    "...............##.....................#................#........",
    "......................................#................#........",
    "......................................##################........",
    "................................................................"};
static const ovl_cell gate = {38, 8, 0};

typedef struct game {
  ovl_world *world;
  ovl_units *units;
  ovl_unit selected[UNITS];
  size_t count; /* units that are selected */
} game;

static void begin(game *g) {
  memset(g, 0, sizeof *g);
  g->world = bake_rows(rows, HEIGHT);
  ovl_units_def def = {.world = g->world};
  def.capacity = UNITS + 2; /* and guards */
  works(ovl_units_create(&def, &g->units, NULL), "the units");
  for (int32_t i = 0; i < UNITS; i++) {
    const ovl_unit_def unit = {.cell = {2 + i % 6, 6 + i / 6, 0}, .speed = i < 8 ? 128 : 256};
    works(ovl_unit_add(g->units, g->world, &unit, &g->selected[0]), "a unit");
  }
}

/* Selects the units in the box between two corners, which may be dragged in any direction. The game
 * draws units between two cells, so it may prefer to compare the places where it has drawn them. */
static void select_box(game *g, ovl_cell a, ovl_cell b) {
  const ovl_cell low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, 0};
  const ovl_cell high = {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, 0};
  g->count = 0;
  for (int32_t y = low.y; y <= high.y; y++) {
    for (int32_t x = low.x; x <= high.x; x++) {
      const ovl_unit unit = ovl_units_at(g->units, (ovl_cell){x, y, 0});
      if (unit != OVL_NO_UNIT) {
        g->selected[g->count++] = unit;
      }
    }
  }
}

static ovl_unit_info describe(const game *g, size_t i) {
  ovl_unit_info info;
  needs(ovl_unit_describe(g->units, g->selected[i], &info), "a unit");
  return info;
}

static size_t count_state(const game *g, ovl_unit_state state) {
  size_t count = 0;
  for (size_t i = 0; i < g->count; i++) {
    count += describe(g, i).state == state;
  }
  return count;
}

/* Ticks until all selected units have come to rest: they arrived, or found that they can't. */
static int run(game *g, int most_ticks) {
  int ticks = 0;
  while (ticks < most_ticks &&
         count_state(g, OVL_UNIT_ARRIVED) + count_state(g, OVL_UNIT_UNREACHABLE) < g->count) {
    works(ovl_units_tick(g->units, g->world, BUDGET, NULL), "a tick");
    ticks++;
  }
  return ticks;
}

static void draw(const game *g) {
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      const ovl_cell cell = {x, y, 0};
      const bool taken = ovl_units_at(g->units, cell) != OVL_NO_UNIT;
      putchar(taken ? 'o' : ovl_world_terrain(g->world, cell) != 0 ? '.' : '#');
    }
    putchar('\n');
  }
}

/* Ranks that face east with a cell between two units. Slots that are blocked are moved beside. All
 * keep the pace of the slowest, so that the group stays one. */
static void form_ranks(game *g, ovl_cell middle) {
  ovl_order order = {.place = middle};
  order.formation = OVL_FORMATION_BLOCK;
  order.abreast = RANK;
  order.spacing = 1;
  order.facing = 1;
  order.keep_pace = true;
  works(ovl_units_order(g->units, g->world, g->selected, g->count, &order), "the formation");
}

/* Enemies that stand fast in the gate hold it: nobody pushes them aside. */
static void hold_gate(game *g, ovl_unit guards[2]) {
  for (int32_t i = 0; i < 2; i++) {
    const ovl_unit_def guard = {.cell = {gate.x, gate.y + i, 0}, .side = 1, .hold = OVL_HOLD_ALL};
    works(ovl_unit_add(g->units, g->world, &guard, &guards[i]), "a guard");
  }
  ovl_units_set_enemies(g->units, 0, 1, true);
}

static size_t count_inside(const game *g) {
  size_t count = 0;
  for (size_t i = 0; i < g->count; i++) {
    count += describe(g, i).cell.x > gate.x;
  }
  return count;
}

/* Closes or opens the gate. It must not close on a unit, which could never leave a blocked cell. */
static void set_gate(game *g, uint8_t terrain) {
  const ovl_edit edit = ovl_edit_rect(gate, 1, 2, terrain);
  ovl_world *next = NULL;
  works(ovl_world_apply(g->world, &edit, 1, &next, NULL), "the gate");
  ovl_world_close(g->world);
  g->world = next; /* passed to the next tick: routes through the gate are planned again there */
}

/* Sends the units that can't reach their goal to the reachable cells nearest to `place`. */
static void go_near(game *g, ovl_cell place) {
  ovl_unit lost[UNITS];
  size_t count = 0;
  ovl_query query = {0};
  for (size_t i = 0; i < g->count; i++) {
    const ovl_unit_info info = describe(g, i);
    if (info.state == OVL_UNIT_UNREACHABLE) {
      lost[count++] = g->selected[i];
      query.start = info.cell;
    }
  }
  query.goal = place;
  query.nearest = true;
  ovl_route route;
  ovl_planner *planner = make_planner(g->world);
  const ovl_result result = ovl_route_begin(planner, g->world, &query, &route);
  if (result == OVL_UNREACHABLE) { /* so it ends at the nearest cell, which route.goal names */
    works(ovl_units_send(g->units, g->world, lost, count, route.goal), "the order to go near");
    printf("%d units are sent to %d,%d instead, as near as they can get\n", (int)count,
           (int)route.goal.x, (int)route.goal.y);
  }
  ovl_planner_destroy(planner);
}

/* Finds the cells to break open so that a place can be reached, such as a gate. The search may look
 * at every cell of the map: a game gives it a few slices in each tick. */
static void find_blockers(const game *g, ovl_cell place) {
  ovl_blockers *blockers = NULL;
  ovl_obstacle opened[MOST_OPENED];
  size_t needed = 0;
  bool done = false;
  works(ovl_blockers_create(g->world, 0, NULL, &blockers, NULL), "the search for blockers");
  works(ovl_blockers_begin(blockers, describe(g, 0).cell, place), "its ends");
  while (!done) {
    works(ovl_blockers_step(blockers, 5000, &done), "its next slice");
  }
  works(ovl_blockers_answer(blockers, opened, MOST_OPENED, &needed, NULL), "the blockers");
  printf("to get in, break %d cell open, at %d,%d\n", (int)needed, (int)opened[0].cell.x,
         (int)opened[0].cell.y);
  ovl_blockers_destroy(blockers);
}

int main(void) {
  game g;
  begin(&g);
  select_box(&g, (ovl_cell){9, 11, 0}, (ovl_cell){0, 4, 0});
  printf("%d units are selected\n", (int)g.count);

  /* Each gets its own cell near the place. */
  works(ovl_units_send(g.units, g.world, g.selected, g.count, (ovl_cell){24, 9, 0}), "the order");
  printf("after %d ticks they stood around 24,9\n", run(&g, MOST_TICKS));
  draw(&g);

  form_ranks(&g, (ovl_cell){30, 9, 0});
  printf("after %d ticks they stood in ranks before the castle\n", run(&g, MOST_TICKS));
  draw(&g);

  /* Units that are enemies don't push each other, and guards who stand fast hold the gate. */
  const ovl_cell yard = {43, 9, 0};
  ovl_unit guards[2];
  hold_gate(&g, guards);
  works(ovl_units_send(g.units, g.world, g.selected, g.count, yard), "the order of all");
  run(&g, 200);
  printf("it is held: %d units are in\n", (int)count_inside(&g));
  ovl_unit_remove(g.units, guards[0]);
  ovl_unit_remove(g.units, guards[1]);

  /* The guards are gone, and some are sent into the castle, then the others. The gate closes before
   * them. They learn it when their routes are planned, and would wait where they are until it
   * opens. */
  g.count = FIRST;
  works(ovl_units_send(g.units, g.world, g.selected, g.count, yard), "the order of the first");
  run(&g, MOST_TICKS);
  select_box(&g, (ovl_cell){0, 0, 0}, (ovl_cell){gate.x - 1, HEIGHT - 1, 0});
  works(ovl_units_send(g.units, g.world, g.selected, g.count, yard), "the order of the others");
  set_gate(&g, 0);
  run(&g, MOST_TICKS);
  printf("the gate closed: %d units find that they can't get in\n",
         (int)count_state(&g, OVL_UNIT_UNREACHABLE));
  go_near(&g, yard);
  run(&g, MOST_TICKS);
  draw(&g);
  find_blockers(&g, yard);

  set_gate(&g, 1);
  works(ovl_units_send(g.units, g.world, g.selected, g.count, yard), "the order, again");
  run(&g, MOST_TICKS);
  select_box(&g, (ovl_cell){gate.x, 0, 0}, (ovl_cell){WIDTH - 1, HEIGHT - 1, 0});
  printf("the gate was broken open: %d units are in\n", (int)g.count);

  ovl_units_destroy(g.units);
  ovl_world_close(g.world);
  return 0;
}
