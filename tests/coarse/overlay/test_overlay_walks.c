/* Walks along routes over overlays in worlds of all kinds: each segment is legal and lowers the
 * cost to go by at least its own, whichever planner refines it, and the walk ends at the goal. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"

enum { WALKS = 8, RESIDENT_BYTES = 8 << 20, MOST_POINTS = 20000 };

/* A world, held in memory or read in pieces, and two planners that have answered different queries.
 */
typedef struct walked_world {
  model_fixture f;
  ovl_planner *other;
  ovl_cell *points; /* of the other planner */
  ovl_path_link *links;
  world_bytes bytes; /* of the file; NULL: it is in memory alone */
  paged_reader reader;
  uint64_t segments;
  int edits; /* since the present route was begun */
} walked_world;

static bool walked_make(walked_world *w, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  model_limits limits = model_overlay_limits();
  uint32_t features = (uint32_t)test_random_next(&random) & MODEL_ALL;
  features &= test_random_percent(&random, 70) ? (uint32_t)test_random_next(&random) : MODEL_ALL;
  *w = (walked_world){.segments = 0};
  model_world model = model_world_make(seed, features, limits);
  tame_edits_begin(&model);
  if (!model_fixture_make(&w->f, t, model)) {
    return false;
  }
  if (test_random_percent(&random, 30)) {
    ovl_world *world = NULL;
    w->bytes = fixture_save(t, w->f.world);
    w->reader = paged_reader_of(&w->bytes, seed);
    if (CHECK(t, paged_open_read(&w->reader, RESIDENT_BYTES, &world) == OVL_OK, "open")) {
      ovl_planner_destroy(w->f.planner);
      ovl_world_close(w->f.world);
      w->f.world = world;
      w->f.planner = fixture_turn_planner(t, world);
    }
  }
  w->other = fixture_turn_planner(t, w->f.world);
  w->points = test_allocate(MOST_POINTS, sizeof *w->points);
  w->links = test_allocate(MOST_POINTS, sizeof *w->links);
  return true;
}

static void walked_free(walked_world *w) {
  ovl_planner_destroy(w->other);
  model_fixture_free(&w->f);
  free(w->bytes.bytes);
  free(w->points);
  free(w->links);
}

/* Refines a segment with the other planner, which may have made other plans in between: the answer
 * is the same. */
static void check_other(walked_world *w, test_state *t, ovl_route route, const ovl_route *after,
                        const ovl_path *segment) {
  ovl_path path = {.points = w->points,
                   .capacity = MOST_POINTS,
                   .links = w->links,
                   .link_capacity = MOST_POINTS};
  if (test_random_percent(&w->f.random, 30)) {
    ovl_query query = model_fixture_query(&w->f);
    ovl_route ignored;
    query.more = NULL;
    ovl_route_begin(w->other, w->f.world, &query, &ignored);
  }
  const ovl_result result = ovl_route_next(w->other, w->f.world, &route, route.position, &path);
  CHECK(t, result == OVL_OK, "another planner: %s (%s)", ovl_result_text(result),
        ovl_planner_fault(w->other)->what);
  CHECK(t,
        t->failures != 0 ||
            (memcmp(&route, after, sizeof route) == 0 && path.count == segment->count &&
             path.cost == segment->cost &&
             memcmp(path.points, segment->points, path.count * sizeof *path.points) == 0),
        "another planner has another segment");
}

/* Walks one segment. */
static void walk(walked_world *w, test_state *t, ovl_route *route, const model_judge *judge) {
  const ovl_route before = *route;
  ovl_path path = model_fixture_path(&w->f);
  const ovl_result result = ovl_route_next(w->f.planner, w->f.world, route, before.position, &path);
  model_sums sums;
  size_t at = 0;
  w->segments++;
  if (result == OVL_BEGIN_AGAIN && w->edits != 0) {
    route->done = 1;
    route->position = route->goal;
    return;
  }
  if (!CHECK(t, result == OVL_OK, "segment: %s (%s)", ovl_result_text(result),
             ovl_planner_fault(w->f.planner)->what)) {
    return;
  }
  if (route->smoothing != OVL_SMOOTH_ANY) {
    const char *wrong = model_path_check_grid(judge, &path, &sums, &at);
    CHECK(t, wrong == NULL, "leg %zu: %s", at, wrong != NULL ? wrong : "");
    CHECK(t, wrong != NULL || sums.cost == path.cost, "cost %" PRIu64 ", steps %" PRIu64, path.cost,
          sums.cost);
  }
  CHECK(t, before.kind == OVL_ROUTE_DIRECT || route->cost_to_go + path.cost <= before.cost_to_go,
        "the cost to go was %" PRIu64 ", and is %" PRIu64 " after %" PRIu64, before.cost_to_go,
        route->cost_to_go, path.cost);
  check_other(w, t, before, route, &path);
}

/* Edits the world, and makes the judges anew. */
static void edit(walked_world *w, test_state *t) {
  static tame_edits edits;
  model_fixture *f = &w->f;
  ovl_world *version = NULL;
  ovl_apply_def def = {0};
  const ovl_bake_def bake = model_bake_def(&f->model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  tame_edits_draw(&edits, &f->model, &f->random);
  const ovl_result result =
      ovl_world_apply(f->world, edits.edits, edits.count, &def, &version, NULL);
  if (!CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result))) {
    return;
  }
  ovl_world_close(f->world);
  f->world = version;
  for (int32_t profile = 0; profile < f->model.profile_count; profile++) {
    model_judge_free(&f->judges[profile]);
    f->judges[profile] = model_judge_make(&f->model, profile);
  }
}

static void walk_route(walked_world *w, test_state *t) {
  ovl_query query = model_fixture_query(&w->f);
  const bool edits = w->bytes.bytes == NULL && test_random_percent(&w->f.random, 40);
  ovl_route route;
  w->edits = 0;
  query.more = NULL;
  model_fixture_context(&w->f, t, &query);
  const ovl_result result = ovl_route_begin(w->f.planner, w->f.world, &query, &route);
  CHECK(t, result == model_fixture_expected(&w->f, &query),
        "begin: %s (%s %" PRIu64 " of %" PRIu64 ")", ovl_result_text(result),
        ovl_planner_fault(w->f.planner)->what, ovl_planner_fault(w->f.planner)->found,
        ovl_planner_fault(w->f.planner)->expected);
  if (result != OVL_OK) {
    return;
  }
  for (uint32_t calls = 0; !route.done && t->failures == 0; calls++) {
    CHECK(t, calls < w->f.model.node_count, "it never arrives");
    if (edits && test_random_percent(&w->f.random, 4)) {
      edit(w, t);
      w->edits++;
    }
    if (!route.done) {
      walk(w, t, &route, &w->f.judges[query.profile]);
    }
  }
  CHECK(t, model_same_cells(route.position, route.goal) || t->failures != 0,
        "it arrived elsewhere");
}

static void overlay_walks_arrive(test_state *t) {
  uint64_t segments = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 10000); i++) {
    static walked_world w;
    if (!walked_make(&w, t, i)) {
      return;
    }
    for (int k = 0; k < WALKS && t->failures == 0; k++) {
      walk_route(&w, t);
    }
    segments += w.segments;
    walked_free(&w);
  }
  CHECK(t, t->failures != 0 || segments > 400, "only %" PRIu64 " segments", segments);
}

const test_entry test_overlay_walks_table[] = {
    {"overlay_walks_arrive", overlay_walks_arrive},
    {NULL, NULL},
};
