/* The box around the start, and then the regions as the spreading enters them. */
#include "coarse/search/nearest_goal.h"

#include "common/step_cost.h"

typedef ovi_goal_choosing look;
typedef ovi_hope hope;

static bool is_before(uint64_t cost, uint64_t order, uint64_t other_cost, uint64_t other_order) {
  return cost < other_cost || (cost == other_cost && order < other_order);
}

static bool can_win(const look *l, const hope *h) {
  return is_before(h->bound, h->goal.order, l->best.cost, l->best.order);
}

static hope hope_of(const look *l, const ovi_goal *goal) {
  const uint64_t octile = ovi_octile(goal->cell.x - l->from.x, goal->cell.y - l->from.y,
                                     l->task.layer->profile.min_weight);
  return (hope){*goal, l->base + octile};
}

static bool is_blocked(const look *l, ovl_cell cell) {
  return l->is_open && ovi_local_search_weight(l->task.local, cell) == 0;
}

static void keep_rest(look *l, hope h) {
  if (is_before(h.bound, h.goal.order, l->rest.bound, l->rest.goal.order)) {
    l->rest = h;
  }
}

/* Keeps the most hopeful goals in order. */
static void take_hope(void *user, const ovi_goal *goal) {
  look *l = user;
  hope h = hope_of(l, goal);
  if (!can_win(l, &h) || is_blocked(l, goal->cell)) {
    return;
  }
  int at = l->count;
  while (at > 0 &&
         is_before(h.bound, h.goal.order, l->hopes[at - 1].bound, l->hopes[at - 1].goal.order)) {
    at--;
  }
  if (at == OVI_HOPEFUL) {
    keep_rest(l, h);
    return;
  }
  if (l->count == OVI_HOPEFUL) {
    keep_rest(l, l->hopes[--l->count]);
  }
  for (int i = l->count; i > at; i--) {
    l->hopes[i] = l->hopes[i - 1];
  }
  l->hopes[at] = h;
  l->count++;
}

static void begin_hopes(look *l) {
  l->count = 0;
  l->rest = (hope){.bound = UINT64_MAX, .goal.order = UINT64_MAX};
}

static void choose(look *l, const ovi_goal *goal, uint64_t cost) {
  if (is_before(cost, goal->order, l->best.cost, l->best.order)) {
    l->best = (ovi_goal_choice){goal->cell, cost, goal->order};
  }
}

/* One search for each of the most hopeful goals. False: one is paused. */
static bool try_hopes(look *l) {
  ovi_local_search *local = l->task.local;
  for (; l->tried < l->count && can_win(l, &l->hopes[l->tried]); l->tried++) {
    if (ovi_local_search_find(local, l->from, l->hopes[l->tried].goal.cell)) {
      choose(l, &l->hopes[l->tried].goal, l->base + ovi_local_search_cost(local));
    } else if (ovi_local_search_is_paused(local)) {
      return false;
    }
  }
  return true;
}

/* ---- Where hopes did not tell: one search for all ------------------------- */

static void mark_goal(void *user, const ovi_goal *goal) {
  look *l = user;
  ovi_window *window = &l->task.local->window;
  hope h = hope_of(l, goal);
  if (can_win(l, &h) && !is_blocked(l, goal->cell)) {
    ovi_window_mark_any(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

static void take_settled(void *user, const ovi_goal *goal) {
  look *l = user;
  const ovi_local_search *local = l->task.local;
  const uint32_t cell = ovi_window_cell(&local->window, goal->cell.x - local->window.x,
                                        goal->cell.y - local->window.y);
  if (!is_blocked(l, goal->cell) && ovi_fine_has_reached(&local->search, cell)) {
    choose(l, goal, l->base + ovi_fine_cost(&local->search, cell));
  }
}

/* Gives the goals of the box or the region that is looked at. */
static void each_goal(look *l, ovi_goal_fn take) {
  const ovi_goal_place *at = &l->at;
  const ovi_goal_task *task = &l->task;
  if (at->region != UINT32_MAX) {
    ovi_goals_of_region(task->goals, task->layer, at->region, take, l);
  } else {
    ovi_goals_inside(task->goals, ovi_box_cells(task->layer, at->box), take, l);
  }
}

/* The search ends at the first goal that it settles. All that were reached by then have
 * costs of real ways, and the least is that one's. False: it is paused. */
static bool try_all(look *l) {
  ovi_local_search *local = l->task.local;
  ovi_window *window = &local->window;
  if (!ovi_local_search_is_paused(local)) {
    ovi_box_paste(window, l->task.layer, l->at.box, true);
    local->windows++;
    ovi_fine_begin(&local->search, window, l->from.x - window->x, l->from.y - window->y);
    each_goal(l, mark_goal);
  }
  if (ovi_fine_run_on(&local->search) == OVI_SEARCH_TARGET) {
    each_goal(l, take_settled);
  }
  return !ovi_local_search_is_paused(local);
}

/* Opens the window of a place, and finds the most hopeful of its goals; false if none is. */
static bool begin_look(look *l) {
  l->is_open = false;
  l->tried = 0;
  if (l->at.region != UINT32_MAX) {
    begin_hopes(l);
    each_goal(l, take_hope);
    if (l->count == 0) {
      return false;
    }
  }
  ovi_box_paste(&l->task.local->window, l->task.layer, l->at.box, false);
  l->is_open = true;
  begin_hopes(l);
  each_goal(l, take_hope);
  return true;
}

/* Looks at the goals of a place, in its window. False: a search is paused. */
static bool look_at(look *l) {
  if (l->look == OVI_LOOK_BEGINS) {
    if (!begin_look(l)) {
      return true;
    }
    l->look = OVI_LOOK_TRIES;
  }
  if (l->look == OVI_LOOK_TRIES) {
    if (!try_hopes(l)) {
      return false;
    }
    l->look = OVI_LOOK_SEARCHES;
  }
  if (can_win(l, &l->rest) && !try_all(l)) {
    return false;
  }
  l->look = OVI_LOOK_BEGINS;
  return true;
}

/* ---- The box around the start -------------------------------------------- */

ovi_rectangle ovi_box_around(const ovi_layer *layer, ovl_cell cell) {
  const ovi_rectangle own =
      ovi_rectangle_of_one(cell.x / layer->region_cells, cell.y / layer->region_cells);
  return ovi_rectangle_common(ovi_rectangle_grow(own, 1),
                              (ovi_rectangle){0, 0, layer->regions_x, layer->regions_y});
}

uint64_t ovi_box_cost_out(const ovi_layer *layer, ovi_rectangle box, ovl_cell cell) {
  const ovi_rectangle r = ovi_box_cells(layer, box);
  const int32_t out[4] = {r.x0 > 0 ? cell.x - r.x0 + 1 : INT32_MAX,
                          r.y0 > 0 ? cell.y - r.y0 + 1 : INT32_MAX,
                          r.x1 < layer->width ? r.x1 - cell.x : INT32_MAX,
                          r.y1 < layer->height ? r.y1 - cell.y : INT32_MAX};
  int32_t least = INT32_MAX;
  for (int side = 0; side < 4; side++) {
    least = out[side] < least ? out[side] : least;
  }
  if (layer->profile.has_links) {
    return 0;
  }
  return least != INT32_MAX ? ovi_octile(least, 0, layer->profile.min_weight) : UINT64_MAX;
}

/* ---- All the rest --------------------------------------------------------- */

static uint64_t expansions_left(const look *l) {
  const uint64_t done = l->task.coarse->expanded + l->task.local->search.expanded;
  return done < l->expanded_end ? l->expanded_end - done : 0;
}

/* Lets the fine searches have what is left. */
static void share_expansions(look *l) {
  ovi_fine_search *fine = &l->task.local->search;
  fine->expanded_end = l->expanded_end;
  if (l->expanded_end != UINT64_MAX) {
    fine->expanded_end = fine->expanded + expansions_left(l);
  }
}

/* Looks at the region that was entered last. */
static bool look_into(look *l) {
  ovi_coarse_entry entry;
  if (l->look == OVI_LOOK_BEGINS) {
    if (!ovi_coarse_entered(l->task.coarse, &entry)) {
      return true;
    }
    const ovi_region *region = entry.region;
    l->from = ovi_coarse_entry_cell(&entry);
    l->base = entry.cost + ovi_coarse_entry_half_step(l->task.layer, &entry);
    l->at = (ovi_goal_place){ovi_rectangle_of_one(region->rx, region->ry), region->id};
  }
  return look_at(l);
}

static ovi_choice_status end_of(const look *l, ovi_coarse_status status) {
  return status == OVI_COARSE_FULL      ? OVI_CHOICE_FULL
         : status == OVI_COARSE_CORRUPT ? OVI_CHOICE_CORRUPT
         : l->best.cost == UINT64_MAX ? OVI_CHOICE_CORRUPT /* one can be reached, and yet no way */
                                      : OVI_CHOICE_MADE;
}

static ovi_choice_status spread(look *l) {
  ovi_coarse_search *coarse = l->task.coarse;
  for (;;) {
    if (l->stage == OVI_CHOICE_SPREADS) {
      if (expansions_left(l) == 0) {
        return OVI_CHOICE_PAUSED;
      }
      const ovi_coarse_status status = ovi_coarse_run(coarse, 1);
      if (status != OVI_COARSE_PAUSED) {
        return end_of(l, status);
      }
      share_expansions(l);
      l->stage = OVI_CHOICE_ENTERS;
    }
    if (!look_into(l)) {
      return OVI_CHOICE_PAUSED;
    }
    coarse->best = l->best.cost;
    l->stage = OVI_CHOICE_SPREADS;
  }
}

/* What the box alone tells; OVI_CHOICE_PAUSED: it does not. */
static ovi_choice_status choose_around(look *l) {
  const ovi_goal_task *task = &l->task;
  if (l->best.cost < ovi_box_cost_out(task->layer, l->at.box, task->start)) {
    return OVI_CHOICE_MADE;
  }
  if (l->best.cost == UINT64_MAX) {
    const ovi_goals_state state = ovi_goals_find_state(task->goals, task->layer, task->reachable);
    if (state != OVI_GOALS_REACHABLE) {
      return state == OVI_GOALS_OUTSIDE   ? OVI_CHOICE_OUTSIDE
             : state == OVI_GOALS_BLOCKED ? OVI_CHOICE_BLOCKED
                                          : OVI_CHOICE_UNREACHABLE;
    }
  }
  if (task->goals->place != NULL) {
    ovi_goals_sort(task->goals, task->layer);
  }
  return OVI_CHOICE_PAUSED;
}

void ovi_goal_choice_begin(ovi_goal_choosing *choosing, const ovi_goal_task *task) {
  *choosing = (ovi_goal_choosing){.task = *task,
                                  .best = {.cost = UINT64_MAX, .order = UINT64_MAX},
                                  .at = {ovi_box_around(task->layer, task->start), UINT32_MAX},
                                  .from = task->start};
}

ovi_choice_status ovi_goal_choice_run(ovi_goal_choosing *choosing, uint64_t expanded_end) {
  look *l = choosing;
  const ovi_goal_task *task = &l->task;
  l->expanded_end = expanded_end;
  share_expansions(l);
  if (l->stage == OVI_CHOICE_AROUND) {
    if (!look_at(l)) {
      return OVI_CHOICE_PAUSED;
    }
    const ovi_choice_status status = choose_around(l);
    if (status != OVI_CHOICE_PAUSED) {
      return status;
    }
    l->stage = OVI_CHOICE_ATTACHES;
  }
  if (l->stage == OVI_CHOICE_ATTACHES) {
    if (!ovi_attach(task->links, task->layer, task->local, task->start)) {
      return ovi_local_search_is_paused(task->local) ? OVI_CHOICE_PAUSED : OVI_CHOICE_CORRUPT;
    }
    ovi_coarse_spread_begin(task->coarse, task->layer, task->links, l->best.cost);
    l->stage = OVI_CHOICE_SPREADS;
  }
  return spread(l);
}
