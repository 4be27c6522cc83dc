/* Tests what plans over overlays cost against an independent model: costs spread from both ends to
 * the ports of their clusters, level by level, and on each level the two are joined inside the
 * cluster of the next one that holds both, or else where their clusters touch. */
#include "coarse/overlay/overlay_plan.h"
#include "coarse/search/attach.h"
#include "coarse/view/region_cells.h"
#include "query/planner.h"
#include "tests/coarse/overlay/overlay_judge.h"
#include "tests/model/model_fixture.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PORTS = 2048 };

/* An end of a plan: its costs at the ports of its cluster of the present level. */
typedef struct model_end {
  uint32_t region;
  uint32_t ports;
  uint64_t costs[MOST_PORTS];
  bool back; /* it is the goal */
} model_end;

static uint32_t cluster_of_end(const ovi_layer *layer, uint32_t level, const model_end *end) {
  return level == 0 ? end->region : ovi_cluster_of(layer, level, end->region);
}

static model_end end_of(const ovi_attachment *attachment, bool back) {
  model_end end = {.region = attachment->region, .ports = attachment->count, .back = back};
  for (uint32_t port = 0; port < end.ports; port++) {
    end.costs[port] =
        attachment->costs[port] != OVI_UNREACHED ? attachment->costs[port] : OVERLAY_FAR;
  }
  return end;
}

/* The first node of the part of a cluster that holds an end. */
static uint32_t first_node(const overlay_judge *judge, const model_end *end) {
  const uint32_t id = cluster_of_end(judge->layer, judge->level - 1, end);
  uint32_t part = 0;
  while (judge->below[part].id != id) {
    part++;
  }
  return judge->firsts[part];
}

/* Finds the distances from an end, or to it, to all ports of the parts of a cluster of a level.
 * The caller frees the judge. */
static overlay_judge *spread_inside(const ovi_layer *layer, uint32_t level, const model_end *end) {
  overlay_judge *judge =
      overlay_judge_make(layer, level, ovi_cluster_of(layer, level, end->region));
  memset(judge->distances, 0xff, judge->firsts[judge->count] * sizeof *judge->distances);
  memcpy(judge->distances + first_node(judge, end), end->costs, end->ports * sizeof *end->costs);
  overlay_judge_spread(judge, end->back);
  return judge;
}

/* Spreads the costs of an end to a level, from the one below. */
static void spread_up(const ovi_layer *layer, uint32_t level, model_end *end) {
  overlay_judge *judge = spread_inside(layer, level, end);
  const ovi_cluster cluster =
      ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region));
  end->ports = cluster.ports < MOST_PORTS ? cluster.ports : MOST_PORTS;
  for (uint32_t port = 0; port < end->ports; port++) {
    end->costs[port] = judge->distances[overlay_judge_port(judge, &cluster, port)];
  }
  overlay_judge_free(judge);
}

static uint64_t sum_of_costs(uint64_t a, uint64_t b) {
  return a != OVERLAY_FAR && b != OVERLAY_FAR ? a + b : OVERLAY_FAR;
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The least cost inside the cluster of the next level that holds both ends. */
static uint64_t least_inside(const ovi_layer *layer, uint32_t level, const model_end *start,
                             const model_end *goal) {
  overlay_judge *judge = spread_inside(layer, level + 1, start);
  const uint32_t first = first_node(judge, goal);
  uint64_t least = OVERLAY_FAR;
  for (uint32_t port = 0; port < goal->ports; port++) {
    least = lesser(least, sum_of_costs(judge->distances[first + port], goal->costs[port]));
  }
  overlay_judge_free(judge);
  return least;
}

/* The least cost over the border that two clusters share. */
static uint64_t least_across(const ovi_below *from, const uint64_t *costs, const ovi_below *to,
                             const uint64_t *onward, int group) {
  const uint32_t here = from->groups.begins[group];
  const uint32_t there = to->groups.begins[ovi_group_opposite(group)];
  uint64_t least = OVERLAY_FAR;
  for (uint32_t i = 0; here + i < from->groups.begins[group + 1]; i++) {
    least = lesser(least, sum_of_costs(costs[here + i], onward[there + i]));
  }
  return least;
}

/* The cluster beside another one, in the direction of a group. */
static ovi_below view_beside(const ovi_layer *layer, uint32_t level, uint32_t id, int group) {
  ovi_below beside;
  ovi_below_view(&beside, layer, level,
                 (uint32_t)((int32_t)id + ovi_group_y(group) * ovi_clusters_x(layer, level) +
                            ovi_group_x(group)));
  return beside;
}

/* The least cost over a corner, through the cluster that lies `out` of the start's and from which
 * `in` leads to the goal's. */
static uint64_t least_over_corner(const ovi_layer *layer, uint32_t level, const ovi_below *from,
                                  const model_end *start, const ovi_below *to,
                                  const model_end *goal, int out, int in) {
  const ovi_below over = view_beside(layer, level, from->id, out);
  uint64_t onward[MOST_PORTS];
  for (uint32_t port = 0; port < over.ports; port++) {
    uint64_t costs[MOST_PORTS];
    for (uint32_t other = 0; other < over.ports; other++) {
      costs[other] = other != port ? ovi_inner_cost(&over.cluster, port, other) : OVI_NO_COST_32;
      costs[other] = costs[other] != OVI_NO_COST_32 ? costs[other] : OVERLAY_FAR;
    }
    onward[port] = least_across(&over, costs, to, goal->costs, in);
  }
  return least_across(from, start->costs, &over, onward, out);
}

/* The least cost where the clusters of the ends touch. */
static uint64_t least_beside(const ovi_layer *layer, uint32_t level, const model_end *start,
                             const model_end *goal) {
  const int32_t columns = ovi_clusters_x(layer, level);
  const uint32_t ids[2] = {cluster_of_end(layer, level, start), cluster_of_end(layer, level, goal)};
  const int32_t dx = (int32_t)ids[1] % columns - (int32_t)ids[0] % columns;
  const int32_t dy = (int32_t)ids[1] / columns - (int32_t)ids[0] / columns;
  const int across = dx > 0 ? OVI_GROUP_E : OVI_GROUP_W;
  const int along = dy > 0 ? OVI_GROUP_S : OVI_GROUP_N;
  ovi_below from;
  ovi_below to;
  ovi_below_view(&from, layer, level, ids[0]);
  ovi_below_view(&to, layer, level, ids[1]);
  uint64_t least = OVERLAY_FAR;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (ovi_group_x(group) == dx && ovi_group_y(group) == dy) {
      least = least_across(&from, start->costs, &to, goal->costs, group);
    }
  }
  if (level != 0 && abs(dx) == 1 && abs(dy) == 1) {
    least = lesser(least, least_over_corner(layer, level, &from, start, &to, goal, across, along));
    least = lesser(least, least_over_corner(layer, level, &from, start, &to, goal, along, across));
  }
  return least;
}

/* The least cost of a plan. *slack: how much more one may cost whose sums are rounded. `full` has
 * all levels, `layer` may have fewer; then the next one is one cluster. */
static uint64_t model_cost(const ovi_layer *layer, const ovi_layer *full, model_end *start,
                           model_end *goal, uint64_t *slack) {
  uint64_t least = OVERLAY_FAR;
  *slack = 0;
  for (uint32_t level = 0; level <= layer->overlay.levels; level++) {
    for (int end = 0; level != 0 && end < 2; end++) {
      spread_up(layer, level, end == 0 ? start : goal);
    }
    if (level == full->overlay.levels) {
      break;
    }
    const uint32_t above = ovi_cluster_of(layer, level + 1, start->region);
    const bool is_common =
        level == layer->overlay.levels || above == ovi_cluster_of(layer, level + 1, goal->region);
    const uint64_t cost = is_common ? least_inside(full, level, start, goal)
                                    : least_beside(layer, level, start, goal);
    least = lesser(least, cost);
    for (uint32_t id = 0;
         id < (uint32_t)(ovi_clusters_x(full, level + 1) * ovi_clusters_y(full, level + 1)); id++) {
      ovi_cluster cluster = ovi_overlay_view(full, level + 1, id);
      ovi_overlay_view_tables(full, &cluster);
      const uint64_t rounded = (uint64_t)8 << cluster.inner.shift;
      *slack = *slack > rounded ? *slack : rounded;
    }
  }
  *slack *= layer->overlay.levels;
  return least;
}

/* The cost of a goal by costs from a start to any region. */
static uint64_t flood_cost(ovi_overlay_planning *planning, const ovi_layer *layer,
                           const ovi_attachment *start, const ovi_attachment *goal) {
  ovi_far_costs *far = &planning->flood.far;
  uint64_t budget = UINT64_MAX;
  ovi_status status = OVI_DONE;
  ovi_overlay_flood_prepare(&planning->flood, &planning->plan, layer);
  far->begin(far->user, start);
  while (status == OVI_DONE && !far->is_over) {
    status = far->run(far->user, UINT64_MAX, &budget);
  }
  const uint64_t *entered = far->enter(far->user, goal->region);
  uint64_t least = OVERLAY_FAR;
  for (uint32_t port = 0; entered != NULL && port < goal->count; port++) {
    least = goal->costs[port] != OVI_UNREACHED
                ? lesser(least, sum_of_costs(entered[port], goal->costs[port]))
                : least;
  }
  return least;
}

/* Plans between two random cells, every other time with sums that are not rounded, and compares the
 * cost. Returns whether there was a path. */
static bool check_plan(test_state *t, test_random *random, ovl_planner *planner,
                       const ovi_layer *layer, const ovi_layer *full) {
  ovi_workspace *space = &planner->workspace;
  ovi_overlay_plan *plan = &space->overlay.plan;
  ovi_attachment *ends[2] = {&space->ends[OVI_END_START].attachment,
                             &space->ends[OVI_END_GOAL].attachment};
  ovl_cell cells[2];
  for (int end = 0; end < 2; end++) {
    cells[end] = (ovl_cell){test_random_between(random, 0, layer->partition.width - 1),
                            test_random_between(random, 0, layer->partition.height - 1), 0};
    if (ovi_layer_weight(layer, cells[end].x, cells[end].y) == 0 ||
        !ovi_attach(ends[end], layer, &space->refiner.local, cells[end], end == 1)) {
      return false;
    }
  }
  if (ends[0]->region == ends[1]->region) {
    return false; /* such a plan may leave the region, but not turn round where it does */
  }
  uint64_t budget = UINT64_MAX;
  ovi_overlay_plan_begin(plan, layer, (ovi_overlay_origin){ends[0], 0, 0},
                         (ovi_overlay_goal){ends[1], cells[1]}, UINT64_MAX);
  const bool exact = test_random_percent(random, 50);
  plan->start.exact = plan->goal.exact = exact;
  const ovi_status status = ovi_overlay_plan_run(plan, &budget);
  model_end start = end_of(ends[0], false);
  model_end goal = end_of(ends[1], true);
  uint64_t slack;
  const uint64_t least = model_cost(layer, full, &start, &goal, &slack);
  slack = exact ? 0 : slack;
  const uint64_t cost = status == OVI_DONE ? plan->best : OVERLAY_FAR;
  CHECK(t,
        (status == OVI_DONE || status == OVI_NONE) && cost >= least &&
            (least == OVERLAY_FAR || cost - least <= slack),
        "from %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 " with %u of %u levels: status %d, "
        "cost %" PRIu64 " instead of %" PRIu64 " and at most %" PRIu64 " more",
        cells[0].x, cells[0].y, cells[1].x, cells[1].y, layer->overlay.levels, full->overlay.levels,
        (int)status, cost, least, slack);
  const uint64_t flooded = flood_cost(&space->overlay, layer, ends[0], ends[1]);
  CHECK(t, flooded == least,
        "from %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32
        " with %u of %u levels: costs to any "
        "region say %" PRIu64 " instead of %" PRIu64,
        cells[0].x, cells[0].y, cells[1].x, cells[1].y, layer->overlay.levels, full->overlay.levels,
        flooded, least);
  return least != OVERLAY_FAR;
}

/* Gives a plan the room that it needs in a layer; returns the room. */
static uint8_t *reserve_plan(ovi_overlay_plan *plan, const ovi_layer *layer) {
  ovi_arena arena = {NULL, 0};
  const ovi_overlay_needs needs = ovi_overlay_needs_of(layer);
  ovi_overlay_plan_reserve(plan, &arena, needs);
  uint8_t *block = test_bytes(arena.used + 1);
  arena = (ovi_arena){block, 0};
  ovi_overlay_plan_reserve(plan, &arena, needs);
  return block;
}

/* Every other world is undirected. The highest level is one cluster, and in a third of the plans a
 * level whose clusters are all parts of one. */
static void plan_costs_equal_a_model(test_state *t) {
  static const uint32_t directed[] = {MODEL_LIMITS | MODEL_CLIMB_COST, MODEL_DROP_COST | MODEL_SIZE,
                                      MODEL_RULE | MODEL_LIMITS | MODEL_FLOORS, MODEL_ONE_WAY,
                                      MODEL_TWO_WAY | MODEL_LIMITS};
  int plans[2][2] = {{0, 0}, {0, 0}};
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    const int kind = (int)(i % 2);
    const uint64_t seed = test_begin_case(t, i);
    const uint32_t undirected = i / 2 % 2 == 0 ? 0 : MODEL_WEIGHTS | MODEL_CORNERS;
    model_fixture f;
    if (!model_fixture_make(&f, t,
                            model_world_make(seed, kind != 0 ? directed[i / 2 % 5] : undirected,
                                             model_overlay_limits()))) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    ovi_layer cut = *layer;
    cut.overlay.levels -= layer->overlay.levels != 0 ? 1 : 0;
    const bool is_full = ovi_overlay_is_highest(layer, layer->overlay.levels);
    const ovi_overlay_plan of_planner = f.planner->workspace.overlay.plan;
    ovi_overlay_plan of_cut; /* its highest level, which is searched, needs more room */
    uint8_t *block = reserve_plan(&of_cut, &cut);
    for (int k = 0; k < 60 && t->failures == 0 && is_full; k++) {
      const bool is_cut = k % 3 == 0;
      f.planner->workspace.overlay.plan = is_cut ? of_cut : of_planner;
      plans[kind][is_cut] +=
          check_plan(t, &f.random, f.planner, is_cut ? &cut : layer, layer) ? 1 : 0;
    }
    f.planner->workspace.overlay.plan = of_planner;
    free(block);
    model_fixture_free(&f);
  }
  for (int kind = 0; kind < 2; kind++) {
    CHECK(t, t->failures != 0 || (plans[kind][0] > 50 && plans[kind][1] > 20),
          "only %d and %d plans", plans[kind][0], plans[kind][1]);
  }
}

const test_entry test_plan_costs_table[] = {
    {"plan_costs_equal_a_model", plan_costs_equal_a_model},
    {NULL, NULL},
};
