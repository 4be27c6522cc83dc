/* Asks one question in one go or as a task, with the same arguments. */
#include "tests/support/task_answer.h"

#include "tests/support/query_more.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

void task_answer_make(task_answer *a, const model_fixture *f) {
  memset(a, 0, sizeof *a);
  a->capacity = f->capacity;
  a->points = test_allocate(f->capacity, sizeof *a->points);
  a->links = test_allocate(f->capacity, sizeof *a->links);
  a->reached = test_allocate(TASK_MOST_REACHED, sizeof *a->reached);
}

void task_answer_free(task_answer *a) {
  free(a->points);
  free(a->links);
  free(a->reached);
}

/* ---- Questions ------------------------------------------------------------- */

static ovl_cell draw_cell(model_fixture *f, int32_t profile) {
  if (test_random_percent(&f->random, 80)) {
    return model_open_cell(&f->model, profile, &f->random);
  }
  const model_floor *floor = &f->model.floors[0];
  return (ovl_cell){test_random_between(&f->random, -3, floor->width),
                    test_random_between(&f->random, -3, floor->height), 0};
}

static void draw_goals(task_question *q, model_fixture *f) {
  test_random *random = &f->random;
  ovl_query *query = &q->query;
  q->more.goal_kind = (ovl_goal_kind)test_random_between(random, 0, OVL_GOAL_COUNT - 1);
  q->more.goal_w = test_random_between(random, 1, 30);
  q->more.goal_h = test_random_between(random, 1, 30);
  q->more.goal_radius = test_random_between(random, 0, 20);
  q->cell_count = (size_t)test_random_between(random, 1, TASK_MOST_CELLS);
  for (size_t i = 0; i < q->cell_count; i++) {
    q->cells[i] = draw_cell(f, query->profile);
  }
  q->more.goal_cells = q->cells;
  q->more.goal_count = test_random_percent(random, 50) ? q->cell_count : 1;
}

void task_question_draw(task_question *q, task_kind kind, model_fixture *f, bool turn_costs) {
  test_random *random = &f->random;
  *q = (task_question){.kind = kind, .query = model_fixture_query(f)};
  query_own_more(&q->query, &q->more);
  ovl_query *query = &q->query;
  draw_goals(q, f);
  query->move_start = test_random_percent(random, 30);
  query->move_goal = test_random_percent(random, 30);
  query->nearest = test_random_percent(random, 50);
  if (test_random_percent(random, 30)) {
    q->more.cost_limit = (uint64_t)test_random_between(random, 1, 60 * OVL_STRAIGHT_COST);
  }
  if (test_random_percent(random, 30)) {
    q->more.expansion_limit = (uint64_t)test_random_between(random, 1, 400);
  }
  if (turn_costs && test_random_percent(random, 30)) {
    q->more.turn_cost = (uint32_t)test_random_between(random, 1, 4000);
  }
  q->budget = (uint64_t)test_random_between(random, 0, 90 * OVL_STRAIGHT_COST);
}

/* ---- Answers --------------------------------------------------------------- */

static void empty(task_answer *a, const task_question *q) {
  a->path = (ovl_path){.points = a->points,
                       .capacity = a->capacity,
                       .links = a->links,
                       .link_capacity = a->capacity};
  a->route = q->route != NULL ? *q->route : (ovl_route){0};
  a->needed = 0;
  memset(a->costs, 0, sizeof a->costs);
  memset(a->points, 0, a->capacity * sizeof *a->points);
  memset(a->links, 0, a->capacity * sizeof *a->links);
  memset(a->reached, 0, TASK_MOST_REACHED * sizeof *a->reached);
}

void task_ask(task_answer *a, const task_question *q, ovl_planner *planner,
              const ovl_world *world) {
  empty(a, q);
  switch (q->kind) {
  case TASK_PATH:
    a->result = ovl_find_path(planner, world, &q->query, &a->path);
    break;
  case TASK_ROUTE:
    a->result = ovl_route_begin(planner, world, &q->query, &a->route);
    break;
  case TASK_NEXT:
    a->result = ovl_route_next(planner, world, &a->route, a->route.position, &a->path);
    break;
  case TASK_REACHES:
    a->result = ovl_reaches(planner, world, &q->query);
    break;
  case TASK_COSTS:
    a->result = ovl_find_costs(planner, world, &q->query, q->cells, q->cell_count, a->costs);
    break;
  default:
    a->result = ovl_find_range(planner, world, &q->query, q->budget, a->reached, TASK_MOST_REACHED,
                               &a->needed);
    break;
  }
  a->stats = ovl_planner_stats(planner);
}

ovl_result task_begin(task_answer *a, const task_question *q, ovl_planner *planner,
                      const ovl_world *world) {
  empty(a, q);
  switch (q->kind) {
  case TASK_PATH:
    return ovl_task_begin_path(planner, world, &q->query, &a->path);
  case TASK_ROUTE:
    return ovl_task_begin_route(planner, world, &q->query, &a->route);
  case TASK_NEXT:
    return ovl_task_begin_next(planner, world, &a->route, a->route.position, &a->path);
  case TASK_REACHES:
    return ovl_task_begin_reaches(planner, world, &q->query);
  case TASK_COSTS:
    return ovl_task_begin_costs(planner, world, &q->query, q->cells, q->cell_count, a->costs);
  default:
    return ovl_task_begin_range(planner, world, &q->query, q->budget, a->reached, TASK_MOST_REACHED,
                                &a->needed);
  }
}

void task_take(task_answer *a, const ovl_planner *planner) {
  a->result = ovl_task_result(planner);
  a->stats = ovl_planner_stats(planner);
}

static bool same_paths(const ovl_path *a, const ovl_path *b) {
  return a->count == b->count && a->link_count == b->link_count && a->cost == b->cost &&
         a->straight_steps == b->straight_steps && a->diagonal_steps == b->diagonal_steps &&
         a->partial == b->partial && a->length == b->length;
}

static bool same_reached(const ovl_range_cell *a, const ovl_range_cell *b) {
  for (size_t i = 0; i < TASK_MOST_REACHED; i++) {
    if (a[i].cell.x != b[i].cell.x || a[i].cell.y != b[i].cell.y ||
        a[i].cell.floor != b[i].cell.floor || a[i].cost != b[i].cost) {
      return false;
    }
  }
  return true;
}

void task_segments(test_state *t, const task_question *q, const task_answer *answer, task_asker ask,
                   void *user) {
  ovl_route route = answer->route;
  task_question next = *q;
  next.kind = TASK_NEXT;
  next.route = &route;
  for (int k = 0; k < 6 && !route.done && t->failures == 0; k++) {
    ask(user, t, &next);
    if (answer->result != OVL_OK) {
      break;
    }
    route = answer->route;
  }
}

const char *task_difference(const task_answer *a, const task_answer *b) {
  const bool same_stats =
      a->stats.coarse_expanded == b->stats.coarse_expanded &&
      a->stats.fine_expanded == b->stats.fine_expanded && a->stats.windows == b->stats.windows &&
      a->stats.bytes_needed == b->stats.bytes_needed && a->stats.method == b->stats.method;
  bool same_links = true;
  for (size_t i = 0; i < a->path.link_count && i < a->capacity; i++) {
    same_links = same_links && a->links[i].point == b->links[i].point &&
                 a->links[i].link == b->links[i].link && a->links[i].back == b->links[i].back;
  }
  return a->result != b->result                                               ? "results differ"
         : !same_stats                                                        ? "statistics differ"
         : !same_paths(&a->path, &b->path)                                    ? "paths differ"
         : memcmp(&a->route, &b->route, sizeof a->route) != 0                 ? "routes differ"
         : memcmp(a->points, b->points, a->capacity * sizeof *a->points) != 0 ? "points differ"
         : !same_links                                                        ? "links differ"
         : memcmp(a->costs, b->costs, sizeof a->costs) != 0                   ? "costs differ"
         : a->needed != b->needed || !same_reached(a->reached, b->reached) ? "cells reached differ"
                                                                           : NULL;
}
