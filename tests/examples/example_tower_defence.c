/* Example: tower defence. All creeps follow one flow to the castle, whatever their number. Players
 * build towers to make the way long, but may not close it: before a tower is built, a what-if tells
 * which creeps it would cut off. Building it makes a new version of the world, to which the flow is
 * then renewed. */
#include "tests/examples/example.h"
#include <overland_edit.h>
#include <overland_flow.h>
#include <overland_inspect.h>

enum {
  WIDTH = 56,
  HEIGHT = 16,
  TOWER = 2, /* cells along its side */
  CREEPS = 24,
  TICKS_BETWEEN_CREEPS = 4,
  FLOW_BUDGET = 20000 /* expansions in one slice of renewing the flow */
};

/* A valley between cliffs. Creeps come in from the west; the castle is in the east. */
static const char *const rows[HEIGHT] = {
    "########################################################",
    "........................................................",
    "........................................................",
    ".....#..........................................##......",
    "....###.........................................##......",
    ".....#..................................................",
    "........................................................",
    "........................................................",
    "........................................................",
    "........................................................",
    "........................................................",
    "...........................................#............",
    "..........................................###...........",
    "...........................................##...........",
    "........................................................",
    "########################################################"};
static const ovl_cell gate = {0, 7, 0}, castle = {53, 7, 0};

typedef struct game {
  ovl_world *world; /* its current version */
  ovl_flow *flow;   /* the next step to the castle, from any cell */
  ovl_cell creeps[CREEPS];
  size_t creep_count; /* creeps that have come in */
  int arrived;        /* creeps that have reached the castle, where they stay */
} game;

static bool same_cell(ovl_cell a, ovl_cell b) { return a.x == b.x && a.y == b.y; }

/* How long the way from the gate is, in straight steps: the flow knows it without a search. */
static double way_of(game *g) {
  ovl_flow_step step;
  works(ovl_flow_next(g->flow, gate, &step), "the way from the gate");
  return (double)step.cost_to_go / OVL_STRAIGHT_COST;
}

/* A flow is begun once, with the castle as its goal. */
static void begin(game *g) {
  memset(g, 0, sizeof *g);
  g->world = bake_rows(rows, HEIGHT);
  const ovl_flow_def def = {.world = g->world};
  works(ovl_flow_create(&def, &g->flow, NULL), "the flow");
  ovl_query query = {0};
  query.goal = castle;
  works(ovl_flow_begin(g->flow, g->world, &query), "its goal");
}

/* Towers stand on open ground alone. */
static bool is_free(const ovl_world *world, ovl_cell corner) {
  for (int32_t i = 0; i < TOWER * TOWER; i++) {
    const ovl_cell cell = {corner.x + i % TOWER, corner.y + i / TOWER, 0};
    if (ovl_world_terrain(world, cell) == 0) {
      return false;
    }
  }
  return true;
}

/* The number of creeps that an edit would cut off from the castle. The gate counts as one of them,
 * the last, so that the way of those to come stays open as well. A creep on whose cell the tower
 * would stand is cut off, too. Nothing is changed: the question is answered from island numbers. */
static size_t cut_off(const game *g, const ovl_edit *tower, bool *gate_is) {
  ovl_cell concerned[CREEPS + 1];
  uint32_t cut[CREEPS + 1];
  size_t needed = 0;
  memcpy(concerned, g->creeps, g->creep_count * sizeof *concerned);
  concerned[g->creep_count] = gate;
  const ovl_what_if question = {.edits = tower,
                                .edit_count = 1,
                                .home = castle,
                                .units = concerned,
                                .unit_count = g->creep_count + 1};
  works(ovl_world_what_if(g->world, &question, NULL, cut, CREEPS + 1, &needed, NULL), "what if");
  *gate_is = needed > 0 && cut[needed - 1] == g->creep_count;
  return needed - *gate_is;
}

/* Builds a tower if that is allowed. */
static void build(game *g, int tick, ovl_cell corner) {
  const ovl_edit tower = ovl_edit_rect(corner, TOWER, TOWER, 0);
  bool gate_is = false;
  printf("tick %2d: tower at %d,%d: ", tick, (int)corner.x, (int)corner.y);
  if (!is_free(g->world, corner)) {
    printf("refused, the ground is not free\n");
    return;
  }
  const size_t creeps = cut_off(g, &tower, &gate_is);
  if (creeps > 0 || gate_is) {
    printf("refused, it would cut off %d creeps%s\n", (int)creeps,
           gate_is ? " and all that are to come" : "");
    return;
  }

  /* The flow answers for the old version until it is renewed, and both must be open until then. On
   * a large map, spread the slices over some ticks, and let the tower rise meanwhile. */
  ovl_world *next = NULL;
  works(ovl_world_apply(g->world, &tower, 1, &next, NULL), "the tower");
  bool done = false;
  while (!done) {
    works(ovl_flow_renew(g->flow, next, FLOW_BUDGET, &done), "renewing the flow");
  }
  ovl_world_close(g->world);
  g->world = next;
  printf("built, the way is now %.1f steps\n", way_of(g));
}

/* A creep comes in now and then; each walks one step. Creeps may share a cell: overland_units.h is
 * for units that may not. */
static void move_creeps(game *g, int tick) {
  if (tick % TICKS_BETWEEN_CREEPS == 0 && g->creep_count < CREEPS) {
    g->creeps[g->creep_count++] = gate;
  }
  for (size_t i = 0; i < g->creep_count; i++) {
    ovl_flow_step step;
    if (!same_cell(g->creeps[i], castle)) {
      works(ovl_flow_next(g->flow, g->creeps[i], &step), "a step");
      g->creeps[i] = step.next;
      g->arrived += same_cell(step.next, castle);
    }
  }
}

/* # cliffs and rocks, T towers, o creeps, * the way from the gate, C the castle. */
static void draw(game *g) {
  char picture[HEIGHT][WIDTH + 1];
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      const bool open = ovl_world_terrain(g->world, (ovl_cell){x, y, 0}) != 0;
      picture[y][x] = open || rows[y][x] == '#' ? rows[y][x] : 'T';
    }
    picture[y][WIDTH] = '\0';
  }
  ovl_flow_step step = {.next = gate};
  while (!same_cell(step.next, castle)) {
    picture[step.next.y][step.next.x] = '*';
    works(ovl_flow_next(g->flow, step.next, &step), "the way");
  }
  for (size_t i = 0; i < g->creep_count; i++) {
    picture[g->creeps[i].y][g->creeps[i].x] = 'o';
  }
  picture[castle.y][castle.x] = 'C';
  for (int y = 0; y < HEIGHT; y++) {
    puts(picture[y]);
  }
}

int main(void) {
  /* The towers that the player asks for: two rows with a gap in each, and later, while creeps walk,
   * a tower in each gap. */
  static const struct {
    int tick;
    ovl_cell corner;
  } clicks[] = {{1, {14, 1, 0}},   {2, {14, 3, 0}},  {3, {14, 5, 0}},   {5, {14, 7, 0}},
                {6, {14, 9, 0}},   {8, {14, 11, 0}}, {12, {28, 13, 0}}, {13, {28, 11, 0}},
                {14, {28, 9, 0}},  {15, {28, 7, 0}}, {16, {28, 5, 0}},  {17, {28, 3, 0}},
                {20, {14, 13, 0}}, {24, {28, 3, 0}}, {32, {28, 1, 0}},  {40, {42, 1, 0}},
                {41, {42, 3, 0}},  {42, {42, 5, 0}}, {43, {42, 7, 0}},  {44, {42, 9, 0}}};
  const size_t click_count = sizeof clicks / sizeof clicks[0];
  game g;
  begin(&g);
  printf("the way from the gate to the castle is %.1f steps\n", way_of(&g));
  size_t click = 0;
  int tick = 0;
  for (; g.arrived < CREEPS; tick++) {
    move_creeps(&g, tick);
    for (; click < click_count && clicks[click].tick == tick; click++) {
      build(&g, tick, clicks[click].corner);
    }
    if (tick == 60) {
      draw(&g);
    }
  }
  const ovl_flow_work work = ovl_flow_stats(g.flow);
  printf("%d creeps reached the castle in %d ticks\n", g.arrived, tick);
  printf("the last flow expanded %d waypoints and %d cells for all of them\n",
         (int)work.coarse_expanded, (int)work.fine_expanded);
  ovl_flow_destroy(g.flow);
  ovl_world_close(g.world);
  return 0;
}
