/* The timed passes of the benchmark: see bench_passes.h. */
#include "bench/measure/bench_passes.h"

#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

#include <stdlib.h>
#include <string.h>

/* What the calls of the passes work on. The buffers only grow. */
struct tools_of_run {
  const ovl_world *world;
  ovl_planner *planner;
  struct plain_search *plain;
  struct bench_points scratch; /* of one call; count is not used */
  struct bench_links links;    /* the same */
  bool grew;                   /* a buffer, since this was last set to false */
};

enum { FIRST_POINTS = 4096, FIRST_LINKS = 64 };

ovl_query bench_passes_query(const struct bench_run *run, size_t problem) {
  ovl_query query = {0};
  query.start = run->problems->list[problem].start;
  query.goal = run->problems->list[problem].goal;
  query.profile = run->profile;
  query.smoothing = OVL_SMOOTH_GRID;
  return query;
}

static bool reserve_points(struct bench_points *points, size_t needed) {
  if (needed <= points->capacity) {
    return true;
  }
  const size_t capacity = needed > 2 * points->capacity ? needed : 2 * points->capacity;
  if (capacity > SIZE_MAX / sizeof *points->cells) {
    return false;
  }
  ovl_cell *cells = realloc(points->cells, capacity * sizeof *cells);
  if (cells == NULL) {
    return false;
  }
  points->cells = cells;
  points->capacity = capacity;
  return true;
}

static bool reserve_links(struct bench_links *links, size_t needed) {
  if (needed <= links->capacity) {
    return true;
  }
  const size_t capacity = needed > 2 * links->capacity ? needed : 2 * links->capacity;
  ovl_path_link *list =
      capacity <= SIZE_MAX / sizeof *list ? realloc(links->list, capacity * sizeof *list) : NULL;
  if (list == NULL) {
    return false;
  }
  links->list = list;
  links->capacity = capacity;
  return true;
}

/* Adds the links of a segment whose first point is number `first` of the answer's. */
static ovl_result keep_links(struct bench_pass *pass, struct bench_answer *answer,
                             const ovl_path *segment, size_t first) {
  struct bench_links *links = &pass->links;
  if (!reserve_links(links, links->count + segment->link_count)) {
    return OVL_NO_MEMORY;
  }
  for (size_t i = 0; i < segment->link_count; i++) {
    ovl_path_link link = segment->links[i];
    link.point += first;
    links->list[links->count++] = link;
  }
  answer->link_count += segment->link_count;
  return OVL_OK;
}

/* Adds a segment to the answer that is last in the pass. The point where two
 * segments meet is kept once. */
static ovl_result keep_segment(struct bench_pass *pass, struct bench_answer *answer,
                               const ovl_path *segment) {
  if (!reserve_points(&pass->points, pass->points.count + segment->count)) {
    return OVL_NO_MEMORY;
  }
  const ovl_cell *from = segment->points;
  size_t count = segment->count;
  size_t first = answer->point_count;
  if (answer->point_count > 0 && count > 0) {
    const ovl_cell last = pass->points.cells[pass->points.count - 1];
    if (last.x == from->x && last.y == from->y && last.floor == from->floor) {
      from++;
      count--;
      first--;
    }
  }
  if (count > 0) {
    memcpy(pass->points.cells + pass->points.count, from, count * sizeof *from);
  }
  pass->points.count += count;
  answer->point_count += count;
  answer->cost += segment->cost;
  answer->straight_steps += segment->straight_steps;
  answer->diagonal_steps += segment->diagonal_steps;
  return keep_links(pass, answer, segment, first);
}

struct bench_route bench_passes_route(const struct bench_run *run, enum bench_pass_kind kind,
                                      size_t problem) {
  const struct bench_pass *pass = &run->passes[kind];
  const struct bench_answer *answer = &pass->answers[problem];
  struct bench_route route = {.point_count = answer->point_count, .link_count = answer->link_count};
  route.points = route.point_count > 0 ? pass->points.cells + answer->first_point : NULL;
  route.links = route.link_count > 0 ? pass->links.list + answer->first_link : NULL;
  return route;
}

static ovl_path scratch_path(const struct tools_of_run *tools) {
  return (ovl_path){.points = tools->scratch.cells,
                    .capacity = tools->scratch.capacity,
                    .links = tools->links.list,
                    .link_capacity = tools->links.capacity};
}

/* Whether a call that said OVL_MORE_ROOM wants more of what it says. */
static bool needs_room(const ovl_path *path) {
  return path->count > path->capacity || path->link_count > path->link_capacity;
}

static bool reserve_path(struct tools_of_run *tools, const ovl_path *path) {
  tools->grew = true;
  return reserve_points(&tools->scratch, path->count) &&
         reserve_links(&tools->links, path->link_count);
}

static ovl_result find_full_path(struct bench_run *run, struct tools_of_run *tools,
                                 const ovl_query *query, struct bench_answer *answer) {
  for (;;) {
    ovl_path path = scratch_path(tools);
    const double begin_us = platform_now_us();
    answer->result = ovl_find_path(tools->planner, tools->world, query, &path);
    answer->us = platform_now_us() - begin_us;
    if (answer->result == OVL_OK) {
      answer->stats = ovl_planner_stats(tools->planner);
      return keep_segment(&run->passes[BENCH_FULL_PATHS], answer, &path);
    }
    if (answer->result != OVL_MORE_ROOM || !needs_room(&path)) {
      return OVL_OK;
    }
    if (!reserve_path(tools, &path)) {
      return OVL_NO_MEMORY;
    }
  }
}

static ovl_result find_by_baseline(struct bench_run *run, struct tools_of_run *tools,
                                   const ovl_query *query, struct bench_answer *answer) {
  for (;;) {
    ovl_path path = scratch_path(tools);
    const double begin_us = platform_now_us();
    answer->result =
        plain_search_find(tools->plain, query->start, query->goal, &path, &answer->expanded);
    answer->us = platform_now_us() - begin_us;
    if (answer->result == OVL_OK) {
      return keep_segment(&run->passes[BENCH_BASELINE], answer, &path);
    }
    if (answer->result != OVL_MORE_ROOM || !needs_room(&path)) {
      return OVL_OK;
    }
    if (!reserve_path(tools, &path)) {
      return OVL_NO_MEMORY;
    }
  }
}

/* Cells and waypoints that the planner's last call expanded. */
static uint64_t last_expanded(const struct tools_of_run *tools) {
  const ovl_stats stats = ovl_planner_stats(tools->planner);
  return stats.coarse_expanded + stats.fine_expanded;
}

/* Begins a route, and gives the time. */
static void begin_route(const struct tools_of_run *tools, const ovl_query *query, ovl_route *route,
                        struct bench_answer *answer) {
  memset(route, 0, sizeof *route);
  const double begin_us = platform_now_us();
  answer->result = ovl_route_begin(tools->planner, tools->world, query, route);
  answer->us = platform_now_us() - begin_us;
  answer->expanded = last_expanded(tools);
}

/* Takes the next segment and adds the time of the call that had room enough. */
static ovl_result next_segment(struct tools_of_run *tools, ovl_route *route, ovl_path *segment,
                               struct bench_answer *answer) {
  for (;;) {
    *segment = scratch_path(tools);
    const double begin_us = platform_now_us();
    answer->result = ovl_route_next(tools->planner, tools->world, route, route->position, segment);
    const double us = platform_now_us() - begin_us;
    if (answer->result != OVL_MORE_ROOM || !needs_room(segment)) {
      answer->us += us;
      answer->expanded += last_expanded(tools);
      return OVL_OK;
    }
    if (!reserve_path(tools, segment)) {
      return OVL_NO_MEMORY;
    }
  }
}

static ovl_result take_first_step(struct bench_run *run, struct tools_of_run *tools,
                                  const ovl_query *query, struct bench_answer *answer) {
  (void)run; /* its points are not kept */
  ovl_route route;
  ovl_path segment;
  begin_route(tools, query, &route, answer);
  if (answer->result != OVL_OK || route.done) {
    return OVL_OK;
  }
  return next_segment(tools, &route, &segment, answer);
}

static ovl_result walk(struct bench_run *run, struct tools_of_run *tools, const ovl_query *query,
                       struct bench_answer *answer) {
  struct bench_pass *pass = &run->passes[BENCH_WALKS];
  ovl_route route;
  ovl_cell start = query->start;
  begin_route(tools, query, &route, answer);
  if (answer->result != OVL_OK) {
    return OVL_OK;
  }
  /* A unit that is already there has walked one point. */
  ovl_result result = keep_segment(pass, answer, &(ovl_path){.points = &start, .count = 1});
  while (result == OVL_OK && !route.done) {
    ovl_path segment;
    result = next_segment(tools, &route, &segment, answer);
    if (result != OVL_OK || answer->result != OVL_OK) {
      return result;
    }
    if (!route.done && segment.cost == 0) {
      answer->result = OVL_OFF_ROUTE; /* it stands still: it would never arrive */
      return OVL_OK;
    }
    result = keep_segment(pass, answer, &segment);
  }
  return result;
}

typedef ovl_result (*ask_fn)(struct bench_run *run, struct tools_of_run *tools,
                             const ovl_query *query, struct bench_answer *answer);

/* A question of a pass, as often as it must be asked until the time of the answer counts. */
struct question {
  ask_fn ask;
  enum bench_pass_kind kind;
  const ovl_query *query;
};

/* Asks once. An answer that is there already is asked for again. */
static ovl_result ask_once(struct bench_run *run, struct tools_of_run *tools,
                           const struct question *question, struct bench_answer *answer) {
  struct bench_pass *pass = &run->passes[question->kind];
  const size_t first_point = answer->first_point, first_link = answer->first_link;
  pass->points.count = first_point;
  pass->links.count = first_link;
  *answer = (struct bench_answer){.first_point = first_point, .first_link = first_link};
  return question->ask(run, tools, question->query, answer);
}

/* A call that is made again because a buffer was too small is no longer the first. */
static ovl_result ask_fresh(struct bench_run *run, struct tools_of_run *tools,
                            const struct question *question, struct bench_answer *answer) {
  ovl_result result;
  do {
    result = bench_fresh_begin(&run->fresh);
    tools->world = run->fresh.file.world;
    tools->planner = run->fresh.planner;
    tools->grew = false;
    result = result == OVL_OK ? ask_once(run, tools, question, answer) : result;
  } while (result == OVL_OK && tools->grew);
  return result;
}

static ovl_result ask_question(struct bench_run *run, struct tools_of_run *tools,
                               const struct question *question, struct bench_answer *answer) {
  answer->first_point = run->passes[question->kind].points.count;
  answer->first_link = run->passes[question->kind].links.count;
  if (run->touch == BENCH_TOUCH_FIRST && question->kind != BENCH_BASELINE) {
    return ask_fresh(run, tools, question, answer);
  }
  ovl_result result = ask_once(run, tools, question, answer);
  if (result == OVL_OK && run->touch == BENCH_TOUCH_REPEATED && question->kind != BENCH_BASELINE) {
    result = ask_once(run, tools, question, answer);
  }
  return result;
}

static ovl_result make_pass(struct bench_run *run, struct tools_of_run *tools,
                            enum bench_pass_kind kind, ask_fn ask) {
  struct bench_pass *pass = &run->passes[kind];
  const size_t count = run->problems->count;
  const size_t pass_count = run->with_baseline ? BENCH_PASS_COUNT : BENCH_BASELINE;
  pass->answers = calloc(count > 0 ? count : 1, sizeof *pass->answers);
  if (pass->answers == NULL) {
    return OVL_NO_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    const ovl_query query = bench_passes_query(run, i);
    const struct question question = {ask, kind, &query};
    const ovl_result result = ask_question(run, tools, &question, &pass->answers[i]);
    if (result != OVL_OK) {
      return result;
    }
    progress_show(run->progress, (uint64_t)kind * count + i + 1, pass_count * count);
  }
  return OVL_OK;
}

/* First steps from each start to the nearest of all goals. */
static ovl_result make_nearest_pass(struct bench_run *run, struct tools_of_run *tools) {
  const size_t count = run->problems->count;
  run->nearest_us = calloc(count + 1, sizeof *run->nearest_us);
  if (run->nearest_us == NULL) {
    return OVL_NO_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    ovl_query query = bench_passes_query(run, i);
    ovl_query_more more = {0};
    struct bench_answer answer = {0};
    more.goal_kind = OVL_GOAL_SET;
    more.goal_cells = run->goals;
    more.goal_count = run->goal_count;
    query.more = &more;
    const struct question question = {take_first_step, BENCH_FIRST_STEPS, &query};
    const ovl_result result = ask_question(run, tools, &question, &answer);
    if (result != OVL_OK) {
      return result;
    }
    run->nearest_us[i] = answer.us;
  }
  return OVL_OK;
}

/* A planner's memory is new to the machine until it was written to, which is not what
 * a game sees: one path before the first that is timed. */
static void warm_planner(const struct bench_run *run, struct tools_of_run *tools) {
  if (run->problems->count != 0) {
    const ovl_query query = bench_passes_query(run, run->problems->count - 1);
    ovl_path path = scratch_path(tools);
    ovl_find_path(tools->planner, tools->world, &query, &path);
  }
}

/* One planner for all questions; at first touch each has its own. */
static ovl_result begin_planner(const struct bench_run *run, struct tools_of_run *tools) {
  if (run->touch == BENCH_TOUCH_FIRST) {
    return OVL_OK;
  }
  const ovl_planner_def def = {.world = run->world};
  const ovl_result result = ovl_planner_create(&def, &tools->planner, NULL);
  tools->world = run->world;
  if (result == OVL_OK) {
    warm_planner(run, tools);
  }
  return result;
}

static ovl_result make_passes_with(struct bench_run *run, struct tools_of_run *tools) {
  static const ask_fn ask[BENCH_PASS_COUNT] = {take_first_step, find_full_path, walk,
                                               find_by_baseline};
  if (!reserve_points(&tools->scratch, FIRST_POINTS) ||
      !reserve_links(&tools->links, FIRST_LINKS)) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = OVL_OK;
  if (run->with_baseline) {
    result = plain_search_create(run->world, run->profile, &heap_allocator, &tools->plain);
  }
  if (result == OVL_OK) {
    result = begin_planner(run, tools);
  }
  for (int kind = 0; kind < BENCH_PASS_COUNT && result == OVL_OK; kind++) {
    if (kind != BENCH_BASELINE || run->with_baseline) {
      result = make_pass(run, tools, (enum bench_pass_kind)kind, ask[kind]);
    }
  }
  return result == OVL_OK && run->goals != NULL ? make_nearest_pass(run, tools) : result;
}

ovl_result bench_passes_make(struct bench_run *run) {
  struct tools_of_run tools = {0};
  const ovl_result result = make_passes_with(run, &tools);
  if (run->touch == BENCH_TOUCH_FIRST) {
    bench_fresh_end(&run->fresh); /* and its planner */
  } else {
    ovl_planner_destroy(tools.planner);
  }
  plain_search_destroy(tools.plain);
  free(tools.scratch.cells);
  free(tools.links.list);
  return result;
}

void bench_passes_free(struct bench_run *run) {
  for (int kind = 0; kind < BENCH_PASS_COUNT; kind++) {
    free(run->passes[kind].answers);
    free(run->passes[kind].points.cells);
    free(run->passes[kind].links.list);
    run->passes[kind] = (struct bench_pass){0};
  }
  free(run->nearest_us);
  run->nearest_us = NULL;
}
