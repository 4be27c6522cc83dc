/* The box around the start, and then the regions as the spreading enters them. */
#include "goal_choice.h"

#include "cost_rule.h"

enum { HOPEFUL = 4 }; /* goals that are searched for one by one */

typedef struct hope {
  ovi_goal goal;
  uint64_t bound; /* no way to it costs less */
} hope;

/* One window's goals while they are looked at, from one cell that is reached at a cost. */
typedef struct look {
  const ovi_goal_task *task;
  ovi_goal_choice *best;
  ovl_cell from;
  uint64_t base;
  bool is_open; /* the window is: blocked goals can be told */
  hope hopes[HOPEFUL];
  int count;
  hope rest; /* the best of those beside; the bound is UINT64_MAX if there are none */
} look;

static bool is_before(uint64_t cost, uint64_t order, uint64_t other_cost, uint64_t other_order) {
  return cost < other_cost || (cost == other_cost && order < other_order);
}

static bool can_win(const look *l, const hope *h) {
  return is_before(h->bound, h->goal.order, l->best->cost, l->best->order);
}

static hope hope_of(const look *l, const ovi_goal *goal) {
  const uint64_t octile =
      ovi_octile(goal->cell.x - l->from.x, goal->cell.y - l->from.y, l->task->layer->min_weight);
  return (hope){*goal, l->base + octile};
}

static bool is_blocked(const look *l, ovl_cell cell) {
  return l->is_open && ovi_stretch_weight(l->task->stretch, cell) == 0;
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
  if (at == HOPEFUL) {
    keep_rest(l, h);
    return;
  }
  if (l->count == HOPEFUL) {
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
  if (is_before(cost, goal->order, l->best->cost, l->best->order)) {
    *l->best = (ovi_goal_choice){goal->cell, cost, goal->order};
  }
}

/* One search for each of the most hopeful goals. */
static void try_hopes(look *l) {
  ovi_stretch *stretch = l->task->stretch;
  for (int i = 0; i < l->count && can_win(l, &l->hopes[i]); i++) {
    if (ovi_stretch_find(stretch, l->from, l->hopes[i].goal.cell)) {
      choose(l, &l->hopes[i].goal, l->base + ovi_stretch_cost(stretch));
    }
  }
}

static uint64_t expansions_left(const ovi_goal_task *task) {
  const uint64_t done = task->coarse->expanded + task->stretch->search.expanded;
  return done < task->expansion_limit ? task->expansion_limit - done : 0;
}

/* ---- Where hopes did not tell: one search for all ------------------------- */

static void mark_goal(void *user, const ovi_goal *goal) {
  look *l = user;
  ovi_window *window = &l->task->stretch->window;
  hope h = hope_of(l, goal);
  if (can_win(l, &h) && !is_blocked(l, goal->cell)) {
    ovi_window_mark_any(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

static void take_settled(void *user, const ovi_goal *goal) {
  look *l = user;
  const ovi_stretch *stretch = l->task->stretch;
  const uint32_t cell = ovi_window_cell(&stretch->window, goal->cell.x - stretch->window.x,
                                        goal->cell.y - stretch->window.y);
  if (!is_blocked(l, goal->cell) && ovi_fine_has_reached(&stretch->search, cell)) {
    choose(l, goal, l->base + ovi_fine_cost(&stretch->search, cell));
  }
}

/* Gives the goals of the box or the region that is looked at. */
typedef struct place {
  ovi_region_box box;
  uint32_t region; /* UINT32_MAX: the box */
} place;

static void each_goal(look *l, const place *at, ovi_goal_fn take) {
  const ovi_goal_task *task = l->task;
  if (at->region != UINT32_MAX) {
    ovi_goals_of_region(task->goals, task->layer, at->region, take, l);
  } else {
    ovi_goals_inside(task->goals, ovi_box_rectangle(task->layer, at->box), take, l);
  }
}

/* The search ends at the first goal that it settles. All that were reached by then have
 * costs of real ways, and the least is that one's. */
static void try_all(look *l, const place *at) {
  ovi_stretch *stretch = l->task->stretch;
  ovi_window *window = &stretch->window;
  ovi_box_paste(window, l->task->layer, at->box, true);
  stretch->windows++;
  ovi_fine_begin(&stretch->search, window, l->from.x - window->x, l->from.y - window->y);
  each_goal(l, at, mark_goal);
  if (ovi_fine_run(&stretch->search, expansions_left(l->task)) == OVI_SEARCH_TARGET) {
    each_goal(l, at, take_settled);
  }
}

/* Looks at the goals of a box or a region, in its window. */
static void look_at(look *l, const place *at) {
  l->is_open = false;
  if (at->region != UINT32_MAX) {
    begin_hopes(l);
    each_goal(l, at, take_hope);
    if (l->count == 0) {
      return;
    }
  }
  ovi_box_paste(&l->task->stretch->window, l->task->layer, at->box, false);
  l->is_open = true;
  begin_hopes(l);
  each_goal(l, at, take_hope);
  try_hopes(l);
  if (can_win(l, &l->rest)) {
    try_all(l, at);
  }
}

/* ---- The box around the start -------------------------------------------- */

ovi_region_box ovi_box_around(const ovi_layer *layer, ovl_cell cell) {
  const int32_t rx = cell.x / layer->region_cells;
  const int32_t ry = cell.y / layer->region_cells;
  return (ovi_region_box){rx > 0 ? rx - 1 : 0, ry > 0 ? ry - 1 : 0,
                          rx + 1 < layer->regions_x ? rx + 1 : rx,
                          ry + 1 < layer->regions_y ? ry + 1 : ry};
}

ovi_rectangle ovi_box_rectangle(const ovi_layer *layer, ovi_region_box box) {
  const int32_t side = layer->region_cells;
  const int32_t right = (box.x1 + 1) * side;
  const int32_t below = (box.y1 + 1) * side;
  return (ovi_rectangle){box.x0 * side, box.y0 * side, right < layer->width ? right : layer->width,
                         below < layer->height ? below : layer->height};
}

uint64_t ovi_box_cost_out(const ovi_layer *layer, ovi_region_box box, ovl_cell cell) {
  const ovi_rectangle r = ovi_box_rectangle(layer, box);
  const int32_t out[4] = {r.x0 > 0 ? cell.x - r.x0 + 1 : INT32_MAX,
                          r.y0 > 0 ? cell.y - r.y0 + 1 : INT32_MAX,
                          r.x1 < layer->width ? r.x1 - cell.x : INT32_MAX,
                          r.y1 < layer->height ? r.y1 - cell.y : INT32_MAX};
  int32_t least = INT32_MAX;
  for (int side = 0; side < 4; side++) {
    least = out[side] < least ? out[side] : least;
  }
  if (layer->has_links) {
    return 0;
  }
  return least != INT32_MAX ? ovi_octile(least, 0, layer->min_weight) : UINT64_MAX;
}

/* ---- All the rest --------------------------------------------------------- */

/* Looks at the region that was entered last. */
static void look_into(look *l, const ovi_coarse_entry *entry) {
  const ovi_region *region = entry->region;
  l->from = ovi_coarse_entry_cell(entry);
  l->base = entry->cost + ovi_coarse_entry_share(l->task->layer, entry);
  look_at(l, &(place){{region->rx, region->ry, region->rx, region->ry}, region->id});
}

static ovi_choice_status spread(look *l) {
  const ovi_goal_task *task = l->task;
  ovi_coarse_search *coarse = task->coarse;
  if (!ovi_links_find(task->links, task->layer, task->stretch, task->start)) {
    return OVI_CHOICE_CORRUPT;
  }
  ovi_coarse_spread_begin(coarse, task->layer, task->links, l->best->cost);
  ovi_coarse_status status = ovi_coarse_run(coarse, 1);
  while (status == OVI_COARSE_PAUSED && expansions_left(task) != 0) {
    ovi_coarse_entry entry;
    if (ovi_coarse_entered(coarse, &entry)) {
      look_into(l, &entry);
      coarse->best = l->best->cost;
    }
    status = ovi_coarse_run(coarse, 1);
  }
  if (status == OVI_COARSE_PAUSED && l->best->cost == UINT64_MAX) {
    return OVI_CHOICE_LIMITED;
  }
  return status == OVI_COARSE_FULL      ? OVI_CHOICE_FULL
         : status == OVI_COARSE_CORRUPT ? OVI_CHOICE_CORRUPT
         : l->best->cost == UINT64_MAX ? OVI_CHOICE_CORRUPT /* one can be reached, and yet no way */
                                       : OVI_CHOICE_MADE;
}

ovi_choice_status ovi_goal_choose(const ovi_goal_task *task, ovi_goal_choice *choice) {
  look l = {.task = task, .best = choice, .from = task->start};
  const place around = {ovi_box_around(task->layer, task->start), UINT32_MAX};
  *choice = (ovi_goal_choice){.cost = UINT64_MAX, .order = UINT64_MAX};
  look_at(&l, &around);
  if (choice->cost < ovi_box_cost_out(task->layer, around.box, task->start)) {
    return OVI_CHOICE_MADE;
  }
  if (choice->cost == UINT64_MAX) {
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
  return spread(&l);
}
