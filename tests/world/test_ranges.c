/* The byte ranges that queries at a place read: a reader that has these alone answers them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/overlay/cluster/overlay_section.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tests/support/paged_world.h"
#include "world/world.h"

enum { MOST_RANGES = 1 << 16, RANGES_CACHE = 8 << 20, MOST_ROUNDS = 8, QUERIES = 8 };

/* A world in memory, and the same by a reader that has some of its bytes; some are edited. */
typedef struct ranges_case {
  model_fixture f;
  world_bytes bytes;
  uint8_t *has;       /* a byte for each of the file: the reader has it */
  bool has_all;       /* the reader has everything */
  uint64_t missed;    /* reads that failed */
  uint64_t missed_at; /* the last of them */
  ovl_world *read;
  ovl_byte_range ranges[MOST_RANGES];
  size_t count;
} ranges_case;

static bool read_some(void *user, uint64_t offset, void *bytes, size_t count) {
  ranges_case *c = user;
  for (size_t i = 0; i < count; i++) {
    if (!c->has_all && c->has[offset + i] == 0) {
      c->missed++;
      c->missed_at = offset + i;
      return false;
    }
  }
  memcpy(bytes, c->bytes.bytes + offset, count);
  return true;
}

/* Edits a cell, unless that needs the step rule of the bake. */
static void edit_world(test_state *t, ovl_world **world) {
  ovl_floor_info floor;
  ovl_world_floor(*world, 0, &floor);
  const ovl_edit edit = ovl_edit_rect(floor.corner, 1, 1, 0);
  ovl_world *edited = NULL;
  const ovl_result result = ovl_world_apply(*world, &edit, 1, &edited, NULL);
  CHECK(t, result == OVL_OK || result == OVL_NEEDS_RULE, "edit: %s", ovl_result_text(result));
  if (edited != NULL) {
    ovl_world_close(*world);
    *world = edited;
  }
}

static bool ranges_case_make(ranges_case *c, test_state *t, uint64_t index) {
  memset(c, 0, offsetof(ranges_case, ranges));
  model_limits limits = {.max_side = 140, .max_region = 14, .most_profiles = 2};
  const bool is_made = index % 3 == 0 ? paged_labelled_make(&c->f, t, index / 3, limits)
                                      : paged_fixture_make(&c->f, t, 4 * index + 1, limits);
  if (!is_made) {
    return false;
  }
  ovl_open_def def = {0};
  c->bytes = fixture_save(t, c->f.world);
  c->has = calloc(c->bytes.count, 1);
  c->has_all = true;
  def.byte_count = c->bytes.count;
  def.read = read_some;
  def.read_user = c;
  def.resident_bytes = RANGES_CACHE;
  const ovl_result result = ovl_world_open_def(&def, &c->read, NULL);
  if (CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result)) && index % 4 == 3) {
    edit_world(t, &c->read);
    edit_world(t, &c->f.world);
    ovl_planner_destroy(c->f.planner);
    c->f.planner = fixture_turn_planner(t, c->f.world);
  }
  return t->failures == 0;
}

static void ranges_case_free(ranges_case *c) {
  ovl_world_close(c->read);
  free(c->has);
  free(c->bytes.bytes);
  model_fixture_free(&c->f);
}

/* Lists ranges by a reader that has all, and lets it have those alone. */
static void have_ranges(ranges_case *c, test_state *t, const ovl_ranges_def *def) {
  ovl_fault fault;
  c->has_all = true;
  const ovl_result result =
      ovl_world_ranges(c->read, def, c->ranges, MOST_RANGES, &c->count, &fault);
  CHECK(t, result == OVL_OK && fault.what[0] == 0, "ranges: %s, %s", ovl_result_text(result),
        fault.what);
  memset(c->has, 0, c->bytes.count);
  for (size_t i = 0; i < c->count && t->failures == 0; i++) {
    const ovl_byte_range *range = &c->ranges[i];
    CHECK(t,
          range->byte_count != 0 && range->offset + range->byte_count <= c->bytes.count &&
              (i == 0 || range->offset > range[-1].offset + range[-1].byte_count),
          "range %zu: %" PRIu64 " bytes at %" PRIu64, i, range->byte_count, range->offset);
    memset(c->has + range->offset, 1, (size_t)range->byte_count);
  }
  c->has_all = false;
  c->missed = 0;
}

/* ---- Rectangles ----------------------------------------------------------------------------- */

/* Whether a path stays in the regions of a rectangle, links included. */
static bool stays_inside(const ranges_case *c, const ovl_ranges_def *def, const ovl_path *path) {
  const int32_t side = c->f.world->shared.plane.region_cells;
  const ovl_cell corner = c->f.model.floors[def->corner.floor].corner;
  const int32_t left = def->corner.x - corner.x;
  const int32_t top = def->corner.y - corner.y;
  if (path->link_count != 0) {
    return false;
  }
  for (size_t i = 0; i < path->count; i++) {
    const int32_t x = path->points[i].x - corner.x;
    const int32_t y = path->points[i].y - corner.y;
    if (path->points[i].floor != def->corner.floor || x / side < left / side ||
        y / side < top / side || x / side > (left + def->w - 1) / side ||
        y / side > (top + def->h - 1) / side) {
      return false;
    }
  }
  return true;
}

static ovl_ranges_def draw_rectangle(ranges_case *c, int32_t profile) {
  test_random *random = &c->f.random;
  const ovl_cell start = model_open_cell(&c->f.model, profile, random);
  ovl_floor_info floor = {0};
  ovl_world_floor(c->f.world, start.floor, &floor);
  const int32_t more = test_random_between(random, 1, 60);
  ovl_ranges_def def = {.profile = profile, .corner = start};
  const int32_t x = start.x - floor.corner.x;
  const int32_t y = start.y - floor.corner.y;
  const int32_t left = x > more ? x - more : 0;
  const int32_t top = y > more ? y - more : 0;
  def.corner.x = floor.corner.x + left;
  def.corner.y = floor.corner.y + top;
  def.w = (x + more < floor.width ? x + more : floor.width) - left;
  def.h = (y + more < floor.height ? y + more : floor.height) - top;
  return def;
}

static ovl_cell draw_inside(ranges_case *c, const ovl_ranges_def *def) {
  test_random *random = &c->f.random;
  ovl_cell cell = def->corner;
  for (int tries = 0; tries < 20; tries++) {
    cell.x = test_random_between(random, def->corner.x, def->corner.x + def->w - 1);
    cell.y = test_random_between(random, def->corner.y, def->corner.y + def->h - 1);
    if (ovl_world_weight(c->f.world, def->profile, cell) != 0) {
      break;
    }
  }
  return cell;
}

/* Finds a path in memory and by a reader that has the ranges of a rectangle alone. Returns whether
 * it stays inside. */
static bool find_inside(ranges_case *c, test_state *t, const ovl_ranges_def *def) {
  ovl_query query = {0};
  query.profile = def->profile;
  query.start = draw_inside(c, def);
  query.goal = draw_inside(c, def);
  query.smoothing = OVL_SMOOTH_NONE;
  ovl_path path = model_fixture_path(&c->f);
  const ovl_result expected = ovl_find_path(c->f.planner, c->f.world, &query, &path);
  const uint64_t cost = path.cost;
  const bool is_inside = expected != OVL_OK || stays_inside(c, def, &path);
  ovl_planner *planner = fixture_turn_planner(t, c->read);
  query.smoothing = (ovl_smoothing)test_random_between(&c->f.random, 0, OVL_SMOOTH_COUNT - 1);
  model_fixture_context(&c->f, t, &query);
  path = model_fixture_path(&c->f);
  const ovl_result found = ovl_find_path(planner, c->read, &query, &path);
  CHECK(t, found == expected || (!is_inside && found == OVL_READ_FAILED),
        "'%s' (at %" PRIu64 "), in memory '%s'", ovl_result_text(found), c->missed_at,
        ovl_result_text(expected));
  CHECK(t, found != OVL_OK || query.smoothing != OVL_SMOOTH_NONE || path.cost == cost, "cost");
  ovl_planner_destroy(planner);
  return is_inside && expected == OVL_OK;
}

static void rectangles_are_answered_by_their_ranges(test_state *t) {
  ranges_case *c = malloc(sizeof *c);
  uint64_t inside = 0;
  uint64_t part = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 6000); i++) {
    if (!ranges_case_make(c, t, i)) {
      continue;
    }
    for (int k = 0; k < QUERIES && t->failures == 0; k++) {
      const int32_t profile = test_random_between(&c->f.random, 0, c->f.model.profile_count - 1);
      const ovl_ranges_def def = draw_rectangle(c, profile);
      have_ranges(c, t, &def);
      uint64_t bytes = 0;
      for (size_t range = 0; range < c->count; range++) {
        bytes += c->ranges[range].byte_count;
      }
      part += bytes < c->bytes.count / 2;
      for (int query = 0; query < 4 && t->failures == 0; query++) {
        inside += find_inside(c, t, &def);
      }
    }
    ranges_case_free(c);
  }
  CHECK(t, t->failures != 0 || (inside > 500 && part > 100),
        "%" PRIu64 " paths inside, %" PRIu64 " lists of less than half", inside, part);
  free(c);
}

/* ---- Routes --------------------------------------------------------------------------------- */

/* Walks a route; before each segment the reader has the ranges of the route alone. A new planner
 * for each segment, or one for all, which holds its plan. */
static uint64_t walk_by_ranges(ranges_case *c, test_state *t, ovl_route *route, bool is_new,
                               uint64_t *missed) {
  uint64_t segments = 0;
  ovl_planner *planner = fixture_turn_planner(t, c->read);
  for (; !route->done && t->failures == 0; segments++) {
    const ovl_ranges_def def = {.route = route};
    have_ranges(c, t, &def);
    if (is_new) {
      ovl_planner_destroy(planner);
      planner = fixture_turn_planner(t, c->read);
    }
    ovl_route expected = *route;
    ovl_path path = model_fixture_path(&c->f);
    const ovl_result in_memory =
        ovl_route_next(c->f.planner, c->f.world, &expected, route->position, &path);
    ovl_result found = ovl_route_next(planner, c->read, route, route->position, &path);
    *missed += found == OVL_READ_FAILED;
    if (found == OVL_READ_FAILED) {
      c->has_all = true;
      found = ovl_route_next(planner, c->read, route, route->position, &path);
    }
    CHECK(t, found == in_memory && memcmp(route, &expected, sizeof expected) == 0,
          "segment %" PRIu64 ": '%s', in memory '%s'", segments, ovl_result_text(found),
          ovl_result_text(in_memory));
    if (found != OVL_OK) {
      break;
    }
  }
  ovl_planner_destroy(planner);
  return segments;
}

/* Routes of another world, and by labels that the world has not got, are refused. */
static void refuse_other_routes(ranges_case *c, test_state *t, ovl_route route) {
  const bool has_labels = c->read->layers[route.profile].labels.count != 0;
  for (int what = has_labels ? 1 : 0; what < 2; what++) {
    ovl_route other = route;
    other.world ^= what == 1 ? (uint64_t)1 << 40 : 0;
    other.kind = what == 0 ? OVL_ROUTE_LABELS : route.kind;
    const ovl_ranges_def def = {.route = &other};
    const ovl_result result =
        ovl_world_ranges(c->read, &def, c->ranges, MOST_RANGES, &c->count, NULL);
    CHECK(t, result == OVL_OTHER_WORLD || route.done, "'%s'", ovl_result_text(result));
  }
}

static void segments_are_answered_by_their_ranges(test_state *t) {
  ranges_case *c = malloc(sizeof *c);
  uint64_t segments = 0;
  uint64_t missed = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 4000); i++) {
    if (!ranges_case_make(c, t, i)) {
      continue;
    }
    for (int k = 0; k < QUERIES && t->failures == 0; k++) {
      const ovl_query query = model_fixture_query(&c->f);
      ovl_route route;
      model_fixture_context(&c->f, t, &query);
      if (ovl_route_begin(c->f.planner, c->f.world, &query, &route) == OVL_OK) {
        refuse_other_routes(c, t, route);
        segments += walk_by_ranges(c, t, &route, k % 2 == 0, &missed);
      }
    }
    ranges_case_free(c);
  }
  CHECK(t, t->failures != 0 || (segments > 1000 && missed < segments / 100),
        "%" PRIu64 " of %" PRIu64 " segments read more", missed, segments);
  free(c);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void check_table_is_listed(ranges_case *c, test_state *t) {
  const ovl_ranges_def def = draw_rectangle(c, 0);
  ovl_result result = OVL_READ_FAILED;
  int rounds = 0;
  c->has_all = false;
  memset(c->has, 0, c->bytes.count);
  for (; result == OVL_READ_FAILED && rounds < MOST_ROUNDS; rounds++) {
    ovl_fault fault;
    result = ovl_world_ranges(c->read, &def, c->ranges, MOST_RANGES, &c->count, &fault);
    CHECK(t, (result == OVL_READ_FAILED) == (strcmp(fault.what, "read") == 0), "'%s' and '%s'",
          ovl_result_text(result), fault.what);
    for (size_t i = 0; i < c->count; i++) {
      memset(c->has + c->ranges[i].offset, 1, (size_t)c->ranges[i].byte_count);
    }
  }
  CHECK(t, result == OVL_OK && rounds == 2, "'%s' after %d rounds", ovl_result_text(result),
        rounds);
  const size_t all = c->count;
  ovl_byte_range *some = malloc((all + 1) * sizeof *some);
  for (size_t room = 0; room < all && t->failures == 0; room += 1 + all / 8) {
    memset(some, 0xA5, (all + 1) * sizeof *some);
    result = ovl_world_ranges(c->read, &def, some, room, &c->count, NULL);
    CHECK(t, result == OVL_MORE_ROOM && c->count == all && some[0].offset == 0xA5A5A5A5A5A5A5A5,
          "%s, %zu for %zu", ovl_result_text(result), c->count, all);
  }
  result = ovl_world_ranges(c->read, &def, some, all, &c->count, NULL);
  CHECK(t, result == OVL_OK && memcmp(some, c->ranges, all * sizeof *some) == 0, "other ranges");
  free(some);
}

/* A reader that has nothing is given what the table needs, and in the second round all. */
static void what_the_list_itself_reads_is_listed(test_state *t) {
  ranges_case *c = malloc(sizeof *c);
  for (uint64_t i = 0; test_more(t, i, 60, 3000); i++) {
    size_t none = 1;
    if (!ranges_case_make(c, t, 4 * i)) {
      continue;
    }
    const ovl_ranges_def def = {.corner = c->f.model.floors[0].corner, .w = 1, .h = 1};
    const ovl_result in_memory = ovl_world_ranges(c->f.world, &def, NULL, 0, &none, NULL);
    CHECK(t, in_memory == OVL_OK && none == 0, "in memory: %s", ovl_result_text(in_memory));
    check_table_is_listed(c, t);
    ranges_case_free(c);
  }
  free(c);
}

const test_entry test_ranges_table[] = {
    {"ranges/rectangles-are-answered-by-their-ranges", rectangles_are_answered_by_their_ranges},
    {"ranges/segments-are-answered-by-their-ranges", segments_are_answered_by_their_ranges},
    {"ranges/what-the-list-itself-reads-is-listed", what_the_list_itself_reads_is_listed},
    {NULL, NULL},
};
