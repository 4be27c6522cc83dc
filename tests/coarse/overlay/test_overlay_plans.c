/* Tests plans over overlays from every kind of origin: a plan never turns round on the waypoint
 * where it begins, nor on one behind it, and all of its steps can be unpacked. */
#include "coarse/overlay/overlay_descent.h"
#include "coarse/overlay/overlay_plan.h"
#include "coarse/search/attach.h"
#include "coarse/view/region_cells.h"
#include "query/planner.h"
#include "tests/model/model_fixture.h"

#include <inttypes.h>
#include <string.h>

/* Takes all steps of a plan, unpacking them, and checks that each stop is another waypoint than the
 * one before, nearer to the goal. Returns the number of stops. */
static int take_all(test_state *t, ovi_overlay_plan *plan, const ovi_layer *layer) {
  ovi_stop last = {.cost_to_go = UINT64_MAX, .region = UINT32_MAX};
  int stops = 0;
  while (t->failures == 0) {
    const ovi_coarse_status status = ovi_overlay_plan_unpack(plan, layer);
    if (!CHECK(t, status == OVI_COARSE_FOUND, "unpacking stop %d: %d", stops, (int)status) ||
        ovi_overlay_next_step(plan) == NULL) {
      break;
    }
    ovi_stop stop;
    uint32_t entered;
    CHECK(t, ovi_overlay_plan_take(plan, layer, &stop, &entered), "stop %d is no waypoint", stops);
    CHECK(t, stop.cost_to_go < last.cost_to_go, "stop %d is not nearer to the goal", stops);
    CHECK(t, stop.region != last.region || stop.number != last.number, "stop %d turns round",
          stops);
    last = stop;
    stops++;
  }
  return stops;
}

/* Plans from a random port of a random region to a random cell. Returns the number of stops. */
static int plan_from_waypoint(test_state *t, test_random *random, ovl_planner *planner,
                              const ovi_layer *layer) {
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
  const ovi_coarse_status status = ovi_overlay_plan_run(plan, &budget);
  test_context(t, "region %" PRIu32 " entered by port %" PRIu32 " to %" PRId32 ",%" PRId32, id,
               port, goal.x, goal.y);
  CHECK(t, status == OVI_COARSE_FOUND || status == OVI_COARSE_NONE, "status %d", (int)status);
  return status == OVI_COARSE_FOUND ? take_all(t, plan, layer) : 0;
}

/* Every other world is undirected, and larger. */
static void overlay_plans_never_turn_round(test_state *t) {
  static const uint32_t directed[] = {MODEL_LIMITS | MODEL_CLIMB_COST, MODEL_DROP_COST | MODEL_SIZE,
                                      MODEL_RULE | MODEL_LIMITS | MODEL_FLOORS, MODEL_ONE_WAY,
                                      MODEL_TWO_WAY | MODEL_LIMITS};
  int stops[2] = {0, 0};
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
      stops[kind] += plan_from_waypoint(t, &f.random, f.planner, layer);
    }
    model_fixture_free(&f);
  }
  for (int kind = 0; kind < 2; kind++) {
    CHECK(t, t->failures != 0 || stops[kind] > 4000, "only %d stops", stops[kind]);
  }
}

const test_entry test_overlay_plans_table[] = {
    {"overlay_plans_never_turn_round", overlay_plans_never_turn_round},
    {NULL, NULL},
};
