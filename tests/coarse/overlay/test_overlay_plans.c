/* Tests plans over overlays from every kind of origin: a plan never turns round on the waypoint
 * where it begins, nor on one behind it, and all of its steps can be unpacked. Its stops are placed
 * anew as well as all ways to place them allow. */
#include "coarse/overlay/below.h"
#include "coarse/overlay/overlay_descent.h"
#include "coarse/overlay/overlay_plan.h"
#include "coarse/overlay/overlay_polish.h"
#include "coarse/search/attach.h"
#include "coarse/view/region_cells.h"
#include "query/planner.h"
#include "tests/model/model_fixture.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_STOPS = 4096 };

/* The stops of a plan, and how they enter the regions behind them. */
typedef struct plan_stops {
  ovi_stop stops[MOST_STOPS];
  ovi_crossing crossings[MOST_STOPS];
} plan_stops;

/* Takes all steps of a plan, unpacking them, and checks that each stop is another waypoint than the
 * one before, nearer to the goal. Returns the number of stops. */
static int take_all(test_state *t, ovi_overlay_plan *plan, const ovi_layer *layer,
                    plan_stops *list) {
  ovi_stop last = {.cost_to_go = UINT64_MAX, .region = UINT32_MAX};
  int stops = 0;
  while (t->failures == 0) {
    const ovi_status status = ovi_overlay_plan_unpack(plan, layer);
    if (!CHECK(t, status == OVI_DONE, "unpacking stop %d: %d", stops, (int)status) ||
        ovi_overlay_next_step(plan) == NULL) {
      break;
    }
    ovi_stop stop;
    ovi_crossing crossing;
    CHECK(t, ovi_overlay_plan_take(plan, layer, &stop, &crossing), "stop %d is no waypoint", stops);
    CHECK(t, stop.cost_to_go < last.cost_to_go, "stop %d is not nearer to the goal", stops);
    CHECK(t, stop.region != last.region || stop.number != last.number, "stop %d turns round",
          stops);
    last = stop;
    list->stops[stops % MOST_STOPS] = stop;
    list->crossings[stops % MOST_STOPS] = crossing;
    stops++;
  }
  return stops;
}

/* ---- Placing stops anew ----------------------------------------------------------- */

/* The cost of entering a region by one port and leaving it by another; UINT64_MAX: none. */
static uint64_t cost_between(const ovi_layer *layer, uint32_t region, uint32_t from, uint32_t to) {
  ovi_below below;
  ovi_below_view(&below, layer, 0, region);
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&below, from);
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    if (place != joined.here && ovi_clique_port(&joined.clique, place) == to) {
      const uint32_t cost = ovi_clique_way(&joined.clique, place, joined.here);
      return cost != OVI_NO_COST_32 ? cost : UINT64_MAX;
    }
  }
  return UINT64_MAX;
}

static uint32_t port_left_by(const ovi_layer *layer, uint32_t id, const ovi_stop *stop) {
  const ovi_region region = ovi_region_view(layer, id);
  return ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK
             ? ovi_port_of_end(layer, &region, stop, stop->side == 0)
             : ovi_port_of_waypoint(layer, &region, stop->region, stop->number).port;
}

/* The least cost from a port, which is entered, over `moved` stops on any waypoints of their
 * borders to the stop behind them, which stays, or to the goal: all ways are tried. */
static uint64_t least_way(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at,
                          uint32_t moved, ovi_overlay_port from) {
  if (at == ahead->count) {
    const uint32_t cost = ahead->goal->costs[from.port];
    return cost != OVI_UNREACHED ? cost : UINT64_MAX;
  }
  const ovi_stop *stop = &ahead->stops[at];
  const uint32_t own = port_left_by(layer, from.cluster, stop);
  if (at == moved) {
    return cost_between(layer, from.cluster, from.port, own);
  }
  const ovi_region region = ovi_region_view(layer, from.cluster);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const int group = ovi_port_group(&groups, own);
  uint64_t least = UINT64_MAX;
  for (uint32_t port = groups.begins[group]; port < groups.begins[group + 1]; port++) {
    const uint64_t cost = cost_between(layer, from.cluster, from.port, port);
    const ovi_stop other = ovi_waypoint_of_port(layer, &region, &groups, port);
    const uint64_t rest = cost != UINT64_MAX ? least_way(layer, ahead, at + 1, moved,
                                                         ovi_overlay_entered_by(layer, &other))
                                             : UINT64_MAX;
    least = rest != UINT64_MAX && cost + rest < least ? cost + rest : least;
  }
  return least;
}

/* Checks that of a run of stops that stay none gains by moving alone, of those that lie between
 * clusters of level 1 and are no links. */
static void check_stays(test_state *t, const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                        uint32_t count) {
  ovi_overlay_ahead rest = *ahead;
  ovi_overlay_port from = {ahead->from.region, ahead->from.port};
  uint64_t cost_to_go = ahead->cost_to_go;
  for (uint32_t i = 0; i < count; i++) {
    const ovi_stop *stop = &ahead->stops[i];
    if (ovi_cluster_of(layer, 1, from.cluster) !=
            ovi_cluster_of(layer, 1, ahead->crossings[i].entered) &&
        ovi_waypoint_link(layer, stop->region, stop->number) == OVI_NO_LINK) {
      const uint64_t behind = rest.count > 1 ? rest.stops[1].cost_to_go : 0;
      const uint64_t least = least_way(layer, &rest, 0, 1, from);
      CHECK(t, least == cost_to_go - behind,
            "stop %u of a run that stays costs %" PRIu64 ", at its best %" PRIu64, i,
            cost_to_go - behind, least);
    }
    from = (ovi_overlay_port){ahead->crossings[i].entered, ahead->crossings[i].entered_by};
    cost_to_go = stop->cost_to_go;
    rest.stops++;
    rest.crossings++;
    rest.count--;
  }
}

/* Checks the runs of a plan's stops, one after the other. Returns how much they save. */
static uint64_t polish_all(test_state *t, const ovi_layer *layer, ovi_overlay_ahead ahead) {
  uint64_t saved = 0;
  while (ahead.count != 0 && t->failures == 0) {
    ovi_polished_run run;
    if (!CHECK(t, ovi_overlay_polish(layer, &ahead, &run), "no run of %u stops", ahead.count)) {
      break;
    }
    const uint64_t behind = run.count < ahead.count ? ahead.stops[run.count].cost_to_go : 0;
    if (run.saved != 0) {
      const uint64_t least = least_way(layer, &ahead, 0, run.count,
                                       (ovi_overlay_port){ahead.from.region, ahead.from.port});
      CHECK(t, ahead.cost_to_go - run.saved - behind == least,
            "a run of %u stops saves %" PRIu64 " of %" PRIu64 "; the best costs %" PRIu64,
            run.count, run.saved, ahead.cost_to_go - behind, least);
    } else {
      check_stays(t, layer, &ahead, run.count);
    }
    uint64_t cost_to_go = ahead.cost_to_go - run.saved;
    for (uint32_t i = 0; i < run.count; i++) { /* costs to go are sums of edges */
      const uint32_t port = port_left_by(layer, ahead.from.region, &run.stops[i]);
      const uint64_t edge = cost_between(layer, ahead.from.region, ahead.from.port, port);
      CHECK(t, cost_to_go - run.stops[i].cost_to_go == edge, "stop %u of a run", i);
      const ovi_overlay_port entered = ovi_overlay_entered_by(layer, &run.stops[i]);
      ahead.from = (ovi_overlay_origin){NULL, entered.cluster, entered.port};
      CHECK(t, entered.cluster == ahead.crossings[i].entered, "a run enters another region");
      cost_to_go = run.stops[i].cost_to_go;
    }
    ahead.cost_to_go = cost_to_go;
    ahead.stops += run.count;
    CHECK(t, run.entered.cluster == ahead.from.region && run.entered.port == ahead.from.port,
          "a run says that it enters another port");
    ahead.crossings += run.count;
    ahead.count -= run.count;
    saved += run.saved;
  }
  return saved;
}

/* Checks that the costs to go of a plan's stops are sums of edges, and that the crossings are those
 * of the stops. */
static void check_edges(test_state *t, const ovi_layer *layer, const ovi_overlay_ahead *plan) {
  ovi_overlay_port from = {plan->from.region, plan->from.port};
  uint64_t cost_to_go = plan->cost_to_go;
  for (uint32_t i = 0; i <= plan->count && t->failures == 0; i++) {
    const uint32_t port = i < plan->count ? port_left_by(layer, from.cluster, &plan->stops[i]) : 0;
    const uint64_t edge = i < plan->count ? cost_between(layer, from.cluster, from.port, port)
                                          : plan->goal->costs[from.port];
    const uint64_t left = i < plan->count ? plan->stops[i].cost_to_go : 0;
    CHECK(t, cost_to_go - left == edge, "stop %u costs %" PRIu64 ", not %" PRIu64, i,
          cost_to_go - left, edge);
    if (i < plan->count) {
      const ovi_crossing *crossing = &plan->crossings[i];
      from = ovi_overlay_entered_by(layer, &plan->stops[i]);
      CHECK(t,
            crossing->left_by == port && crossing->entered == from.cluster &&
                crossing->entered_by == from.port,
            "crossing %u: %u to region %u, port %u, not %u to region %u, port %u", i,
            crossing->left_by, crossing->entered, crossing->entered_by, port, from.cluster,
            from.port);
      cost_to_go = left;
    }
  }
}

/* Plans from a random port of a random region to a random cell, and places the stops anew. Returns
 * the number of stops, and adds what they save. */
static int plan_from_waypoint(test_state *t, test_random *random, ovl_planner *planner,
                              const ovi_layer *layer, uint64_t *saved) {
  static plan_stops list;
  ovi_workspace *space = &planner->workspace;
  ovi_overlay_plan *plan = &space->overlay.plan;
  const uint32_t id =
      (uint32_t)test_random_between(random, 0, (int32_t)ovi_region_count(layer) - 1);
  const ovi_region region = ovi_region_view(layer, id);
  const ovl_cell goal = {test_random_between(random, 0, layer->partition.width - 1),
                         test_random_between(random, 0, layer->partition.height - 1), 0};
  if (region.ports.count == 0 || ovi_layer_weight(layer, goal.x, goal.y) == 0 ||
      !ovi_attach(&space->ends[OVI_END_GOAL].attachment, layer, &space->refiner.local, goal,
                  true)) {
    return 0;
  }
  const uint32_t port = (uint32_t)test_random_between(random, 0, (int32_t)region.ports.count - 1);
  uint64_t budget = UINT64_MAX;
  ovi_overlay_plan_begin(plan, layer, (ovi_overlay_origin){NULL, id, port},
                         (ovi_overlay_goal){&space->ends[OVI_END_GOAL].attachment, goal},
                         UINT64_MAX);
  const ovi_status status = ovi_overlay_plan_run(plan, &budget);
  test_context(t, "region %" PRIu32 " entered by port %" PRIu32 " to %" PRId32 ",%" PRId32, id,
               port, goal.x, goal.y);
  CHECK(t, status == OVI_DONE || status == OVI_NONE, "status %d", (int)status);
  if (status != OVI_DONE) {
    return 0;
  }
  const uint64_t cost = plan->best;
  const int stops = take_all(t, plan, layer, &list);
  if (stops != 0 && stops <= MOST_STOPS && t->failures == 0) {
    const ovi_overlay_ahead ahead = {.stops = list.stops,
                                     .crossings = list.crossings,
                                     .count = (uint32_t)stops,
                                     .from = {NULL, id, port},
                                     .cost_to_go = cost,
                                     .goal = &space->ends[OVI_END_GOAL].attachment};
    check_edges(t, layer, &ahead);
    *saved += polish_all(t, layer, ahead);
  }
  return stops;
}

/* Every other world is undirected, and larger. */
static void overlay_plans_never_turn_round(test_state *t) {
  static const uint32_t directed[] = {MODEL_LIMITS | MODEL_CLIMB_COST, MODEL_DROP_COST | MODEL_SIZE,
                                      MODEL_RULE | MODEL_LIMITS | MODEL_FLOORS, MODEL_ONE_WAY,
                                      MODEL_TWO_WAY | MODEL_LIMITS};
  int stops[2] = {0, 0};
  uint64_t saved[2] = {0, 0};
  for (uint64_t i = 0; test_more(t, i, 120, 6000); i++) {
    const int kind = (int)(i % 2);
    const uint64_t seed = test_begin_case(t, i);
    const uint32_t undirected = i / 2 % 2 == 0 ? 0 : MODEL_WEIGHTS | MODEL_CORNERS;
    model_limits limits = model_overlay_limits();
    limits.max_side = kind != 0 ? 200 : limits.max_side;
    model_fixture f;
    if (!model_fixture_make(
            &f, t, model_world_make(seed, kind != 0 ? directed[i / 2 % 5] : undirected, limits))) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    for (int k = 0; k < 200 && t->failures == 0 && layer->overlay.levels != 0; k++) {
      stops[kind] += plan_from_waypoint(t, &f.random, f.planner, layer, &saved[kind]);
    }
    model_fixture_free(&f);
  }
  for (int kind = 0; kind < 2; kind++) {
    CHECK(t, t->failures != 0 || stops[kind] > 4000, "only %d stops", stops[kind]);
    CHECK(t, t->failures != 0 || saved[kind] != 0, "no stop was placed anew");
  }
}

const test_entry test_overlay_plans_table[] = {
    {"overlay_plans_never_turn_round", overlay_plans_never_turn_round},
    {NULL, NULL},
};
