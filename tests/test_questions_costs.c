/* Questions about many cells at once, and about what stands between two, in worlds with every
 * feature, against the judge: all costs from one start, the area within a budget, why not. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model_fixture.h"

enum { QUERIES_PER_WORLD = 3 };

typedef void (*question)(model_fixture *f, test_state *t);

static void ask(test_state *t, question asked, uint64_t count, uint64_t long_count) {
  for (uint64_t i = 0; test_more(t, i, count, long_count); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, model_usual_limits())) {
      continue;
    }
    for (int k = 0; k < QUERIES_PER_WORLD && t->failures == 0; k++) {
      asked(&f, t);
    }
    model_fixture_free(&f);
  }
}

static void *allocate(size_t count, size_t bytes) {
  void *memory = calloc(count + 1, bytes);
  if (memory == NULL) {
    abort();
  }
  return memory;
}

/* ---- All costs ----------------------------------------------------------- */

/* Every cell of the world and some outside it, in any order and some twice. */
static size_t draw_cells(model_fixture *f, ovl_cell *cells, size_t room) {
  size_t count = (size_t)test_random_between(
      &f->random, 1, test_random_percent(&f->random, 50) ? 12 : (int32_t)room);
  for (size_t i = 0; i < count; i++) {
    uint32_t node = (uint32_t)test_random_between(&f->random, 0, (int32_t)f->model.node_count - 1);
    cells[i] = model_cell(&f->model, node);
    if (test_random_percent(&f->random, 3)) {
      cells[i] = (ovl_cell){test_random_between(&f->random, -2, 60), -1, f->model.floor_count};
    }
  }
  return count;
}

/* Costs are those of ways over waypoints, which near at hand may be dearer than paths. */
static void check_cost(model_fixture *f, test_state *t, int32_t profile, ovl_cell cell,
                       uint64_t cost) {
  uint64_t least = model_has_cell(&f->model, cell) ? model_judge_distance(&f->judges[profile], cell)
                                                   : MODEL_UNREACHED;
  CHECK(t, (cost == UINT64_MAX) == (least == MODEL_UNREACHED) && cost >= least,
        "cost to %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu64 ", Dijkstra says %" PRIu64,
        cell.floor, cell.x, cell.y, cost, least);
  CHECK(t, least == MODEL_UNREACHED || model_fixture_is_near(f, profile, cost - cost / 4, least),
        "cost to %" PRId32 ":%" PRId32 ",%" PRId32 " is %" PRIu64 ", far above %" PRIu64,
        cell.floor, cell.x, cell.y, cost, least);
}

static void ask_costs(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  query.goal = query.start;
  model_fixture_context(f, t, &query);
  size_t room = f->model.node_count < 3000 ? f->model.node_count + 12 : 3000;
  ovl_cell *cells = allocate(room, sizeof *cells);
  uint64_t *costs = allocate(room + 1, sizeof *costs);
  size_t count = draw_cells(f, cells, room);
  costs[count] = 77;
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_result result = ovl_find_costs(f->planner, f->world, &query, cells, count, costs);
  if (CHECK(t, result == expected, "costs: '%s', Dijkstra '%s'", ovl_result_text(result),
            ovl_result_text(expected)) &&
      result == OVL_OK) {
    for (size_t i = 0; i < count && t->failures == 0; i++) {
      check_cost(f, t, query.profile, cells[i], costs[i]);
    }
  }
  CHECK(t, costs[count] == 77, "a cost was written beyond the last");
  free(cells);
  free(costs);
}

static void question_costs(test_state *t) { ask(t, ask_costs, 250, 8000); }

/* ---- The area within a budget -------------------------------------------- */

/* Whether all that lies within the budget is in the start's region and those around it, and no
 * link leads anywhere. */
static bool stays_near(const model_fixture *f, const ovl_query *query, uint64_t budget) {
  const model_judge *judge = &f->judges[query->profile];
  int32_t side = f->model.region_cells;
  for (uint32_t node = 0; node < f->model.node_count; node++) {
    ovl_cell cell = model_cell(&f->model, node);
    if (judge->distance[node] <= budget &&
        (cell.floor != query->start.floor || abs(cell.x / side - query->start.x / side) > 1 ||
         abs(cell.y / side - query->start.y / side) > 1)) {
      return false;
    }
  }
  return judge->way_count == 0;
}

static void check_reached(model_fixture *f, test_state *t, const ovl_query *query, uint64_t budget,
                          const ovl_reached *reached, size_t count) {
  const model_judge *judge = &f->judges[query->profile];
  uint64_t *costs = allocate(f->model.node_count, sizeof *costs);
  bool exact = stays_near(f, query, budget);
  memset(costs, 0xFF, f->model.node_count * sizeof *costs);
  for (size_t i = 0; i < count && t->failures == 0; i++) {
    ovl_cell cell = reached[i].cell;
    if (!CHECK(t, model_has_cell(&f->model, cell), "a reached cell is outside")) {
      break;
    }
    uint64_t *cost = &costs[model_node(&f->model, cell)];
    CHECK(t, *cost == UINT64_MAX && reached[i].cost <= budget,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " at %" PRIu64 " comes twice or is above %" PRIu64,
          cell.floor, cell.x, cell.y, reached[i].cost, budget);
    *cost = reached[i].cost;
    check_cost(f, t, query->profile, cell, *cost);
  }
  for (uint32_t node = 0; node < f->model.node_count && t->failures == 0; node++) {
    uint64_t least = judge->distance[node];
    ovl_cell cell = model_cell(&f->model, node);
    bool must =
        exact ? least <= budget : judge->flat && least != MODEL_UNREACHED && least <= budget / 2;
    CHECK(t, !must || costs[node] != UINT64_MAX,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " at %" PRIu64 " is not among those within %" PRIu64,
          cell.floor, cell.x, cell.y, least, budget);
    CHECK(t, !exact || !must || costs[node] == least,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " costs %" PRIu64 ", exactly %" PRIu64, cell.floor,
          cell.x, cell.y, costs[node], least);
  }
  free(costs);
}

static void check_room(model_fixture *f, test_state *t, const ovl_query *query, uint64_t budget,
                       const ovl_reached *whole, size_t count) {
  size_t room = count / 2;
  ovl_reached *part = allocate(room + 1, sizeof *part);
  part[room].cost = 77;
  size_t needed = 0;
  ovl_result result = ovl_find_reach(f->planner, f->world, query, budget, part, room, &needed);
  CHECK(t, result == (room < count ? OVL_MORE_ROOM : OVL_OK) && needed == count,
        "room for %zu: %s, %zu needed", room, ovl_result_text(result), needed);
  CHECK(t, part[room].cost == 77, "a cell was written beyond the last");
  for (size_t i = 0; i < room && t->failures == 0; i++) {
    CHECK(t, model_same_cells(part[i].cell, whole[i].cell) && part[i].cost == whole[i].cost,
          "room for %zu: cell %zu is another", room, i);
  }
  free(part);
}

static void ask_reach(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  query.goal = query.start;
  model_fixture_context(f, t, &query);
  uint64_t budget = (uint64_t)test_random_between(
      &f->random, 0, test_random_percent(&f->random, 60) ? 12000 : 200000);
  ovl_result expected = model_fixture_expected(f, &query);
  ovl_reached *reached = allocate(f->model.node_count, sizeof *reached);
  size_t count = 0;
  ovl_result result =
      ovl_find_reach(f->planner, f->world, &query, budget, reached, f->model.node_count, &count);
  if (CHECK(t, result == expected, "reach: '%s', Dijkstra '%s'", ovl_result_text(result),
            ovl_result_text(expected)) &&
      result == OVL_OK) {
    check_reached(f, t, &query, budget, reached, count);
    if (t->failures == 0) {
      check_room(f, t, &query, budget, reached, count);
    }
  }
  free(reached);
}

static void question_reach(test_state *t) { ask(t, ask_reach, 250, 8000); }

/* ---- Why not ------------------------------------------------------------- */

/* How many positions a way must open at least, and at most: with corners cut freely, and with
 * diagonal steps only where they are legal as things are. By relaxing until nothing helps. */
typedef struct openings {
  const model_judge *judge;
  bool cuts; /* corners are cut */
  uint32_t *count;
} openings;

static bool can_stand(const model_world *model, ovl_cell cell) {
  return model_has_cell(model, cell);
}

static bool relax_openings(openings *o, uint32_t from, uint32_t to) {
  uint32_t count = o->count[from] + (o->judge->weights[to] == 0 ? 1u : 0u);
  if (o->count[from] == UINT32_MAX || count >= o->count[to]) {
    return false;
  }
  o->count[to] = count;
  return true;
}

static bool relax_steps(openings *o, uint32_t node) {
  const model_world *model = o->judge->model;
  ovl_cell cell = model_cell(model, node);
  bool changed = false;
  for (int32_t direction = 0; direction < 8 && !model->floors[cell.floor].places; direction++) {
    ovl_cell to = {cell.x + model_direction_x(direction), cell.y + model_direction_y(direction),
                   cell.floor};
    bool may = direction % 2 == 0 || o->cuts || o->judge->steps[node][direction] != 0;
    if (may && can_stand(model, to)) {
      changed = relax_openings(o, node, model_node(model, to)) || changed;
    }
  }
  return changed;
}

static bool relax_links(openings *o) {
  const model_world *model = o->judge->model;
  bool changed = false;
  for (int32_t i = 0; i < model->link_count; i++) {
    const ovl_link_def *link = &model->links[i];
    if (link->profiles != 0 && (link->profiles >> o->judge->profile & 1u) == 0) {
      continue;
    }
    uint32_t from = model_node(model, link->from);
    uint32_t to = model_node(model, link->to);
    bool serves = o->judge->weights[from] != 0 && o->judge->weights[to] != 0;
    if (!serves && !o->cuts) { /* whether opening an end makes a link serve is left open */
      continue;
    }
    changed = relax_openings(o, from, to) || changed;
    if (link->cost_back != 0) {
      changed = relax_openings(o, to, from) || changed;
    }
  }
  return changed;
}

static uint32_t count_openings(const model_judge *judge, ovl_cell start, ovl_cell goal, bool cuts) {
  const model_world *model = judge->model;
  openings o = {judge, cuts, allocate(model->node_count, sizeof *o.count)};
  memset(o.count, 0xFF, model->node_count * sizeof *o.count);
  uint32_t first = model_node(model, start);
  o.count[first] = judge->weights[first] == 0 ? 1 : 0;
  for (bool changed = true; changed;) {
    changed = relax_links(&o);
    for (uint32_t node = 0; node < model->node_count; node++) {
      changed = relax_steps(&o, node) || changed;
    }
    for (uint32_t node = model->node_count; node > 0; node--) {
      changed = relax_steps(&o, node - 1) || changed;
    }
  }
  uint32_t count = o.count[model_node(model, goal)];
  free(o.count);
  return count;
}

/* With the told cells opened there is a way. */
static void check_opened(model_fixture *f, test_state *t, const ovl_query *query,
                         const ovl_obstacle *obstacles, size_t count) {
  enum { OPENED = 99 };
  model_world opened = f->model;
  uint8_t *terrain[MODEL_MOST_FLOORS];
  for (int32_t i = 0; i < opened.floor_count; i++) {
    size_t cells = (size_t)opened.floors[i].width * (size_t)opened.floors[i].height;
    terrain[i] = allocate(cells, 1);
    memcpy(terrain[i], opened.floors[i].terrain, cells);
    opened.floors[i].terrain = terrain[i];
  }
  opened.profiles[query->profile].weights[OPENED] = OVL_PLAIN_WEIGHT;
  for (size_t i = 0; i < count; i++) {
    ovl_cell cell = obstacles[i].cell;
    if (!CHECK(t, model_has_cell(&opened, cell), "an obstacle lies outside")) {
      break;
    }
    uint32_t node = model_node(&opened, cell) - opened.floors[cell.floor].first_node;
    uint8_t found = f->model.floors[cell.floor].terrain[node];
    CHECK(t, obstacles[i].terrain == found && opened.profiles[query->profile].weights[found] == 0,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " of terrain %d, told %d, does not block", cell.floor,
          cell.x, cell.y, (int)found, (int)obstacles[i].terrain);
    CHECK(t, terrain[cell.floor][node] != OPENED, "%" PRId32 ",%" PRId32 " is told twice", cell.x,
          cell.y);
    terrain[cell.floor][node] = OPENED;
  }
  model_judge judge = model_judge_make(&opened, query->profile);
  if (CHECK(t, model_weight(&opened, query->profile, query->start) != 0, "the start is blocked")) {
    model_judge_run(&judge, query->start, false);
    /* A step rule was not asked for steps that were not legal, and limits of height may part cells
     * whatever is opened. */
    bool is_told = !opened.has_rule && (opened.features & MODEL_LIMITS) == 0;
    CHECK(t, !is_told || model_judge_distance(&judge, query->goal) != MODEL_UNREACHED,
          "with %zu cells opened there is still no way", count);
  }
  model_judge_free(&judge);
  for (int32_t i = 0; i < opened.floor_count; i++) {
    free(terrain[i]);
  }
}

/* Runs to the end in slices. */
static ovl_result run_why(model_fixture *f, test_state *t, ovl_why *why) {
  bool done = false;
  ovl_result result = OVL_OK;
  for (uint32_t slices = 0; !done && result == OVL_OK && t->failures == 0; slices++) {
    result = ovl_why_step(why, (uint64_t)test_random_between(&f->random, 1, 500), &done);
    CHECK(t, slices < 20 * f->model.node_count + 20, "it does not end");
  }
  return result;
}

static void check_answer(model_fixture *f, test_state *t, const ovl_query *query, ovl_why *why) {
  const model_judge *judge = &f->judges[query->profile];
  bool one_cell = f->model.profiles[query->profile].body_cells == 1;
  size_t room = f->model.node_count;
  ovl_obstacle *obstacles = allocate(room, sizeof *obstacles);
  size_t count = 0;
  uint64_t cost = 0;
  ovl_result result = ovl_why_answer(why, obstacles, room, &count, &cost);
  CHECK(t, result == OVL_OK, "answer: %s", ovl_result_text(result));
  if (t->failures == 0) {
    uint32_t least = count_openings(judge, query->start, query->goal, true);
    uint32_t most = count_openings(judge, query->start, query->goal, false);
    CHECK(t,
          !one_cell || (f->model.features & (MODEL_RULE | MODEL_LIMITS)) != 0 ||
              (count >= least && count <= most),
          "%zu cells to open, should be %" PRIu32 " to %" PRIu32, count, least, most);
    check_opened(f, t, query, obstacles, count);
  }
  if (t->failures == 0 && count != 0) {
    size_t needed = 0;
    result = ovl_why_answer(why, obstacles, count - 1, &needed, NULL);
    CHECK(t, result == OVL_MORE_ROOM && needed == count, "room for one too few: %s, %zu",
          ovl_result_text(result), needed);
  }
  if (t->failures == 0 && model_fixture_expected(f, query) == OVL_OK) {
    uint64_t optimum = model_judge_distance(judge, query->goal);
    CHECK(t, count == 0 && cost == optimum, "%zu cells to open, cost %" PRIu64 ", of %" PRIu64,
          count, cost, optimum);
  }
  free(obstacles);
}

/* Whether the body of the query's profile would not be all on the floor: no opening helps that. */
static bool hangs_out(const model_fixture *f, const ovl_query *query, ovl_cell cell) {
  const model_floor *floor = &f->model.floors[cell.floor];
  int32_t body = f->model.profiles[query->profile].body_cells;
  return !floor->places && (cell.x + body > floor->width || cell.y + body > floor->height);
}

/* Limits of height and rules of steps may part cells that no opening joins: not asked for. */
static void ask_why(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  uint32_t most = f->model.node_count - 1;
  query.goal = model_cell(&f->model, (uint32_t)test_random_between(&f->random, 0, (int32_t)most));
  model_fixture_context(f, t, &query);
  ovl_why *why = NULL;
  ovl_result result = ovl_why_create(f->world, query.profile, NULL, &why);
  if (!CHECK(t, result == OVL_OK && ovl_why_bytes(f->world, query.profile) != 0, "create: %s",
             ovl_result_text(result))) {
    return;
  }
  for (int k = 0; k < 2 && t->failures == 0; k++) { /* one object answers many */
    result = ovl_why_begin(why, query.start, query.goal);
    if (hangs_out(f, &query, query.start)) {
      CHECK(t, result == OVL_START_OUTSIDE, "begin: %s", ovl_result_text(result));
      break;
    }
    if (hangs_out(f, &query, query.goal)) {
      CHECK(t, result == OVL_GOAL_OUTSIDE, "begin: %s", ovl_result_text(result));
      query.goal = model_open_cell(&f->model, query.profile, &f->random);
      continue;
    }
    CHECK(t, result == OVL_OK, "begin: %s", ovl_result_text(result));
    result = run_why(f, t, why);
    if (result == OVL_OK && t->failures == 0) {
      check_answer(f, t, &query, why);
    } else {
      bool parts = (f->model.features & (MODEL_LIMITS | MODEL_RULE)) != 0;
      uint32_t least = count_openings(&f->judges[query.profile], query.start, query.goal, false);
      bool body = f->model.profiles[query.profile].body_cells > 1;
      CHECK(t, result == OVL_UNREACHABLE && (parts || body || least == UINT32_MAX),
            "'%s', and %" PRIu32 " cells opened would do", ovl_result_text(result), least);
    }
    query.goal = model_open_cell(&f->model, query.profile, &f->random);
  }
  ovl_why_destroy(why);
}

static void question_why(test_state *t) { ask(t, ask_why, 80, 3000); }

const test_entry test_questions_costs_table[] = {
    {"question_costs", question_costs},
    {"question_reach", question_reach},
    {"question_why", question_why},
    {NULL, NULL},
};
