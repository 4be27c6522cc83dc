/* Blockers in worlds with every feature: with the listed cells opened the judge finds a path of the
 * cost that was answered, and with fewer cells there is none. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/test_allocate.h"

enum { QUERIES_PER_WORLD = 3 };

/* ---- Counting ------------------------------------------------------------- */

/* The fewest positions that a path has to open, by relaxing until nothing changes. Only straight
 * steps count unless corners are free: elsewhere a diagonal step is legal only if two straight ones
 * around a corner are. */
typedef struct openings {
  const model_judge *judge;
  uint32_t *count;
} openings;

/* Whether the profile could stand at a cell if all cells were open. */
static bool can_stand(const model_judge *judge, ovl_cell cell) {
  const model_world *model = judge->model;
  if (!model_has_cell(model, cell)) {
    return false;
  }
  const model_floor *floor = &model->floors[cell.floor];
  int32_t body = model->profiles[judge->profile].body_cells;
  return floor->places || (cell.x + body <= floor->width && cell.y + body <= floor->height);
}

static bool may_climb(const model_judge *judge, ovl_cell from, ovl_cell to) {
  const ovl_profile_def *profile = &judge->model->profiles[judge->profile];
  int32_t rise = model_height(judge->model, to) - model_height(judge->model, from);
  return (rise <= 0 || profile->max_climb == 0 || rise <= profile->max_climb) &&
         (rise >= 0 || profile->max_drop == 0 || -rise <= profile->max_drop);
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
  const model_judge *judge = o->judge;
  ovl_cell cell = model_cell(judge->model, node);
  bool free = judge->model->profiles[judge->profile].corners == OVL_CORNERS_FREE;
  bool changed = false;
  for (int32_t direction = 0; direction < 8 && !judge->model->floors[cell.floor].places;
       direction += free ? 1 : 2) {
    ovl_cell to = {cell.x + model_direction_x(direction), cell.y + model_direction_y(direction),
                   cell.floor};
    if (!can_stand(judge, to)) {
      continue;
    }
    uint32_t there = model_node(judge->model, to);
    bool is_open = judge->weights[node] != 0 && judge->weights[there] != 0;
    if (is_open ? judge->steps[node][direction] != 0 : may_climb(judge, cell, to)) {
      changed = relax_openings(o, node, there) || changed;
    }
  }
  return changed;
}

static bool relax_links(openings *o) {
  const model_world *model = o->judge->model;
  bool changed = false;
  for (int32_t i = 0; i < model->link_count; i++) {
    const ovl_link_def *link = &model->links[i];
    if ((link->profiles != 0 && (link->profiles >> o->judge->profile & 1u) == 0) ||
        !can_stand(o->judge, link->from) || !can_stand(o->judge, link->to)) {
      continue;
    }
    uint32_t from = model_node(model, link->from);
    uint32_t to = model_node(model, link->to);
    changed = relax_openings(o, from, to) || changed;
    if (link->cost_back != 0) {
      changed = relax_openings(o, to, from) || changed;
    }
  }
  return changed;
}

static uint32_t count_openings(const model_judge *judge, ovl_cell start, ovl_cell goal) {
  const model_world *model = judge->model;
  openings o = {judge, test_allocate(model->node_count, sizeof *o.count)};
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

/* ---- Opening -------------------------------------------------------------- */

/* A copy of a model for one profile, in which cells can be opened. */
typedef struct opened_model {
  model_world model;
  model_judge tables; /* costs of its steps without a rule, before cells are opened */
} opened_model;

enum { OPENED = 99 }; /* a terrain that no model has */

static opened_model open_model(const model_world *model, int32_t profile) {
  opened_model opened = {.model = *model};
  opened.model.has_rule = false;
  opened.tables = model_judge_make(&opened.model, profile);
  opened.model.has_rule = model->has_rule;
  opened.model.asked = (const uint32_t(*)[8])opened.tables.steps;
  opened.model.profiles[profile].weights[OPENED] = OVL_PLAIN_WEIGHT;
  for (int32_t i = 0; i < model->floor_count; i++) {
    model_floor *floor = &opened.model.floors[i];
    size_t cells = (size_t)floor->width * (size_t)floor->height;
    floor->terrain = test_allocate(cells, 1);
    memcpy(floor->terrain, model->floors[i].terrain, cells);
    floor->extra[profile] = test_allocate(cells, 1);
    if (model->floors[i].extra[profile] != NULL) {
      memcpy(floor->extra[profile], model->floors[i].extra[profile], cells);
    }
  }
  return opened;
}

static void close_model(opened_model *opened) {
  for (int32_t i = 0; i < opened->model.floor_count; i++) {
    free(opened->model.floors[i].terrain);
    free(opened->model.floors[i].extra[opened->tables.profile]);
  }
  model_judge_free(&opened->tables);
}

static void open_cell(opened_model *opened, ovl_cell cell) {
  model_floor *floor = &opened->model.floors[cell.floor];
  uint32_t at = model_node(&opened->model, cell) - floor->first_node;
  floor->terrain[at] = OPENED;
  floor->extra[opened->tables.profile][at] = 0;
}

/* The cost of the path over the cells that are open now; MODEL_UNREACHED: there is none. */
static uint64_t cost_opened(const opened_model *opened, const ovl_query *query) {
  model_judge judge = model_judge_make(&opened->model, query->profile);
  uint64_t cost = MODEL_UNREACHED;
  if (judge.weights[model_node(&opened->model, query->start)] != 0) {
    model_judge_run(&judge, query->start, false);
    cost = model_judge_distance(&judge, query->goal);
  }
  model_judge_free(&judge);
  return cost;
}

/* With the listed cells opened there is a path, at the cost that was answered. */
static void check_opened(model_fixture *f, test_state *t, const ovl_query *query,
                         const ovl_obstacle *obstacles, size_t count, uint64_t told) {
  const ovl_profile_def *profile = &f->model.profiles[query->profile];
  opened_model opened = open_model(&f->model, query->profile);
  for (size_t i = 0; i < count; i++) {
    ovl_cell cell = obstacles[i].cell;
    if (!CHECK(t, model_has_cell(&f->model, cell), "an obstacle lies outside")) {
      break;
    }
    const model_floor *floor = &opened.model.floors[cell.floor];
    uint8_t found = floor->terrain[model_node(&f->model, cell) - floor->first_node];
    CHECK(t, obstacles[i].terrain == found && profile->weights[found] == 0,
          "%" PRId32 ":%" PRId32 ",%" PRId32 " of terrain %d, told %d, is open or told twice",
          cell.floor, cell.x, cell.y, (int)found, (int)obstacles[i].terrain);
    open_cell(&opened, cell);
  }
  uint64_t cost = cost_opened(&opened, query);
  CHECK(t, cost != MODEL_UNREACHED, "with %zu cells opened there is still no way", count);
  bool exact = !f->model.has_rule && profile->climb_cost == 0 && profile->drop_cost == 0;
  /* Cells beside opened ones have fewer walls, and opened ones may stand beside walls. */
  const bool has_walls = (f->model.features & MODEL_WALLS) != 0;
  CHECK(t, has_walls || profile->body_cells > 1 || (exact ? cost == told : cost <= told),
        "with %zu cells opened the way costs %" PRIu64 ", told %" PRIu64, count, cost, told);
  close_model(&opened);
}

/* ---- Queries -------------------------------------------------------------- */

/* Runs a search to its end in slices. */
static ovl_result run_why(model_fixture *f, test_state *t, ovl_blockers *why) {
  bool done = false;
  ovl_result result = OVL_OK;
  for (uint32_t slices = 0; !done && result == OVL_OK && t->failures == 0; slices++) {
    result = ovl_blockers_step(why, (uint64_t)test_random_between(&f->random, 1, 500), &done);
    CHECK(t, slices < 20 * f->model.node_count + 20, "it does not end");
  }
  return result;
}

static void check_answer(model_fixture *f, test_state *t, const ovl_query *query,
                         ovl_blockers *why) {
  const model_judge *judge = &f->judges[query->profile];
  size_t room = f->model.node_count;
  ovl_obstacle *obstacles = test_allocate(room, sizeof *obstacles);
  size_t count = 0;
  uint64_t cost = 0;
  ovl_result result = ovl_blockers_answer(why, obstacles, room, &count, &cost);
  CHECK(t, result == OVL_OK, "answer: %s", ovl_result_text(result));
  if (t->failures == 0) {
    size_t least = count_openings(judge, query->start, query->goal);
    int32_t body = f->model.profiles[query->profile].body_cells;
    size_t under = (size_t)body * (size_t)body;
    CHECK(t, count >= (least != 0 ? 1 : 0) && count <= least * under,
          "%zu cells to open under %zu positions", count, least);
    CHECK(t, body > 1 || count == least, "%zu cells to open, should be %zu", count, least);
    check_opened(f, t, query, obstacles, count, cost);
  }
  if (t->failures == 0 && count != 0) {
    size_t needed = 0;
    result = ovl_blockers_answer(why, obstacles, count - 1, &needed, NULL);
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

static void ask_why(model_fixture *f, test_state *t) {
  ovl_query query = model_fixture_query(f);
  uint32_t most = f->model.node_count - 1;
  query.goal = model_cell(&f->model, (uint32_t)test_random_between(&f->random, 0, (int32_t)most));
  model_fixture_context(f, t, &query);
  const model_judge *judge = &f->judges[query.profile];
  ovl_blockers *why = NULL;
  ovl_result result = ovl_blockers_create(f->world, query.profile, NULL, &why, NULL);
  CHECK(t, ovl_blockers_bytes(f->world, f->model.profile_count) == 0, "no such profile");
  if (!CHECK(t, result == OVL_OK && ovl_blockers_bytes(f->world, query.profile) != 0, "create: %s",
             ovl_result_text(result))) {
    return;
  }
  for (int k = 0; k < 2 && t->failures == 0; k++) { /* one ovl_blockers answers many queries */
    result = ovl_blockers_begin(why, query.start, query.goal);
    if (!can_stand(judge, query.start)) {
      CHECK(t, result == OVL_START_BLOCKED, "begin: %s", ovl_result_text(result));
      break;
    }
    if (!can_stand(judge, query.goal)) {
      CHECK(t, result == OVL_GOAL_BLOCKED, "begin: %s", ovl_result_text(result));
      query.goal = model_open_cell(&f->model, query.profile, &f->random);
      continue;
    }
    CHECK(t, result == OVL_OK, "begin: %s", ovl_result_text(result));
    result = run_why(f, t, why);
    if (result == OVL_OK && t->failures == 0) {
      check_answer(f, t, &query, why);
    } else {
      uint32_t least = count_openings(judge, query.start, query.goal);
      CHECK(t, result == OVL_UNREACHABLE && least == UINT32_MAX,
            "'%s', and %" PRIu32 " cells opened would do", ovl_result_text(result), least);
    }
    query.goal = model_open_cell(&f->model, query.profile, &f->random);
  }
  ovl_blockers_destroy(why);
}

static void question_blockers(test_state *t) {
  model_fixture_ask(t, ask_why, QUERIES_PER_WORLD, model_usual_limits(), 80, 3000);
}

/* ---- All choices ---------------------------------------------------------- */

const test_entry test_questions_blockers_table[] = {
    {"question_blockers", question_blockers},
    {NULL, NULL},
};
