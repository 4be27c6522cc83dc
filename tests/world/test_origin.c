/* A world that begins at another cell is the same world, moved: the bytes of what was baked, paths
 * and the walks of units. The option space judges such worlds call by call; this also says which
 * origins are refused, and what tells them. */
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"

enum { QUERIES = 12, UNITS = 6, TICKS = 60 };

static ovl_cell moved(const model_world *model, ovl_cell cell, ovl_cell by) {
  const bool stays = cell.floor >= 0 && model->floors[cell.floor].places;
  return stays ? cell : (ovl_cell){cell.x + by.x, cell.y + by.y, cell.floor};
}

/* The step rule of a model at its cells, asked for those of a world that begins elsewhere. */
typedef struct moved_rule {
  model_rule rule;
  ovl_cell origin;
} moved_rule;

static uint32_t moved_step_rule(void *user, const ovl_step *step) {
  moved_rule *rule = user;
  ovl_step there = *step;
  there.from.x -= rule->origin.x;
  there.from.y -= rule->origin.y;
  return model_step_rule(&rule->rule, &there);
}

/* Bakes the world of a model at an origin. */
static ovl_world *bake_at(test_state *t, model_world *model, ovl_cell origin, moved_rule *rule) {
  ovl_link_def links[MODEL_MOST_LINKS];
  ovl_place places[MODEL_MOST_NAMED];
  ovl_bake_def def = model_bake_def(model);
  ovl_world *world = NULL;
  def.origin = origin;
  *rule = (moved_rule){model->rule, origin};
  for (int32_t i = 0; i < def.more.link_count; i++) {
    links[i] = def.more.links[i];
    links[i].from = moved(model, links[i].from, origin);
    links[i].to = moved(model, links[i].to, origin);
  }
  for (int32_t i = 0; i < def.more.place_count; i++) {
    places[i] = def.more.places[i];
    places[i].cell = moved(model, places[i].cell, origin);
  }
  def.more.places = places;
  def.more.links = def.more.links != NULL ? links : NULL;
  def.more.step_rule = def.more.step_rule != NULL ? moved_step_rule : NULL;
  def.more.step_rule_user = rule;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "baked elsewhere: %s", ovl_result_text(result));
  return world;
}

static void check_same_sections(test_state *t, const ovl_world *here, const ovl_world *there) {
  world_bytes a = fixture_save(t, here);
  world_bytes b = fixture_save(t, there);
  CHECK(t, a.count == b.count, "%zu bytes, elsewhere %zu", a.count, b.count);
  for (int i = 0; i < OVI_SECTION_LABELS && a.count == b.count; i++) {
    const ovi_section section = (ovi_section)i;
    const uint64_t bytes = file_section_bytes(a.bytes, section);
    CHECK(t,
          bytes == file_section_bytes(b.bytes, section) &&
              memcmp(file_section(a.bytes, section), file_section(b.bytes, section),
                     (size_t)bytes) == 0,
          "section %d has other bytes elsewhere", i);
  }
  free(a.bytes);
  free(b.bytes);
}

static void check_same_path(model_fixture *f, test_state *t, ovl_planner *planner,
                            const ovl_world *there, ovl_cell by) {
  const ovl_query query = model_fixture_query(f);
  ovl_query elsewhere = query;
  ovl_path path = model_fixture_path(f);
  ovl_path other = {.points = malloc((f->capacity + 1) * sizeof(ovl_cell)),
                    .capacity = f->capacity};
  elsewhere.start = moved(&f->model, query.start, by);
  elsewhere.goal = moved(&f->model, query.goal, by);
  const ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
  const ovl_result found = ovl_find_path(planner, there, &elsewhere, &other);
  CHECK(t, result == found && path.count == other.count && path.cost == other.cost,
        "'%s', elsewhere '%s'", ovl_result_text(result), ovl_result_text(found));
  for (size_t i = 0; i < path.count && path.count == other.count && result == OVL_OK; i++) {
    CHECK(t, model_same_cells(moved(&f->model, path.points[i], by), other.points[i]),
          "point %zu lies elsewhere", i);
  }
  free(other.points);
}

/* Units that stand and go to the same places, moved, are moved at each tick. */
static void check_same_walks(model_fixture *f, test_state *t, const ovl_world *there, ovl_cell by) {
  const ovl_units_def defs[2] = {{.world = f->world, .capacity = UNITS},
                                 {.world = there, .capacity = UNITS}};
  const ovl_world *worlds[2] = {f->world, there};
  ovl_units *units[2] = {NULL, NULL};
  ovl_unit all[2][UNITS];
  for (int k = 0; k < 2; k++) {
    CHECK(t, ovl_units_create(&defs[k], &units[k], NULL) == OVL_OK, "units");
  }
  for (int i = 0; i < UNITS && t->failures == 0; i++) {
    const ovl_cell cell = model_open_cell(&f->model, 0, &f->random);
    const ovl_cell goal = model_open_cell(&f->model, 0, &f->random);
    for (int k = 0; k < 2; k++) {
      const ovl_cell from = {0, 0, 0};
      const ovl_cell far = k == 0 ? from : by;
      const ovl_unit_def def = {.cell = moved(&f->model, cell, far)};
      ovl_unit_add(units[k], worlds[k], &def, &all[k][i]);
      ovl_unit_send(units[k], all[k][i], moved(&f->model, goal, far));
    }
    CHECK(t, all[0][i] == all[1][i], "unit %d is not there in both", i);
  }
  for (int tick = 0; tick < TICKS && t->failures == 0; tick++) {
    ovl_unit_info info[2];
    for (int k = 0; k < 2; k++) {
      ovl_units_tick(units[k], worlds[k], 3000, NULL);
    }
    for (int i = 0; i < UNITS; i++) {
      const bool is_there = ovl_unit_describe(units[0], all[0][i], &info[0]);
      CHECK(t, is_there == ovl_unit_describe(units[1], all[1][i], &info[1]), "unit %d", i);
      CHECK(t, !is_there || model_same_cells(moved(&f->model, info[0].cell, by), info[1].cell),
            "tick %d: unit %d walks another way elsewhere", tick, i);
    }
  }
  CHECK(t, ovl_units_tick(units[0], there, 10, NULL) == OVL_OTHER_WORLD,
        "units walk in a world with another origin");
  ovl_units_destroy(units[0]);
  ovl_units_destroy(units[1]);
}

static void a_world_elsewhere_is_the_same_moved(test_state *t) {
  static const ovl_cell origins[] = {
      {-7, 12, 0}, {-3000, -1, 0}, {OVL_MAX_ORIGIN, 5, 0}, {0, -OVL_MAX_ORIGIN, 0}};
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, model_usual_limits())) {
      continue;
    }
    const ovl_cell by = origins[i % 4];
    moved_rule rule;
    ovl_world *there = bake_at(t, &f.model, by, &rule);
    ovl_planner *planner = NULL;
    const ovl_planner_def def = {.world = there};
    if (there != NULL && CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner")) {
      check_same_sections(t, f.world, there);
      for (int k = 0; k < QUERIES; k++) {
        check_same_path(&f, t, planner, there, by);
      }
      check_same_walks(&f, t, there, by);
    }
    ovl_planner_destroy(planner);
    ovl_world_close(there);
    model_fixture_free(&f);
  }
}

/* ---- Which origins there are ----------------------------------------------------------------- */

static ovl_result bake_small(ovl_cell origin, ovl_world **world, ovl_fault *fault) {
  static const uint8_t terrain[6] = {1, 1, 1, 1, 0, 1};
  const ovl_bake_def def = {.width = 3, .height = 2, .terrain = terrain, .origin = origin};
  return ovl_world_bake(&def, world, fault);
}

static void origins_that_are_too_far_are_refused(test_state *t) {
  static const struct {
    ovl_cell origin;
    const char *what;
    int64_t expected;
  } wrong[] = {{{INT32_MIN, 0, 0}, "origin.x", -OVL_MAX_ORIGIN},
               {{INT32_MAX, 0, 0}, "origin.x", OVL_MAX_ORIGIN},
               {{OVL_MAX_ORIGIN + 1, 0, 0}, "origin.x", OVL_MAX_ORIGIN},
               {{3, -OVL_MAX_ORIGIN - 1, 0}, "origin.y", -OVL_MAX_ORIGIN},
               {{3, INT32_MAX, 0}, "origin.y", OVL_MAX_ORIGIN},
               {{3, 4, 1}, "origin.floor", 0}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ovl_world *world = NULL;
    ovl_fault fault;
    const ovl_result result = bake_small(wrong[i].origin, &world, &fault);
    CHECK(t,
          result == OVL_BAD_ARGUMENT && strcmp(fault.what, wrong[i].what) == 0 &&
              (int64_t)fault.expected == wrong[i].expected,
          "origin %zu: %s, %s", i, ovl_result_text(result), fault.what);
    ovl_world_close(world);
  }
}

/* The first and the last cell at the farthest origins, and the cells beside them, which are none.
 */
static void cells_at_the_farthest_origins_are_found(test_state *t) {
  for (int corner = 0; corner < 4; corner++) {
    const ovl_cell origin = {corner % 2 == 0 ? -OVL_MAX_ORIGIN : OVL_MAX_ORIGIN,
                             corner / 2 == 0 ? -OVL_MAX_ORIGIN : OVL_MAX_ORIGIN, 0};
    const ovl_cell last = {origin.x + 2, origin.y + 1, 0};
    ovl_world *world = NULL;
    ovl_world_info info;
    ovl_floor_info floor;
    ovl_region_info region;
    if (!CHECK(t, bake_small(origin, &world, NULL) == OVL_OK, "it is not baked")) {
      return;
    }
    ovl_world_describe(world, &info);
    ovl_world_floor(world, 0, &floor);
    ovl_world_region(world, 0, 0, &region, NULL);
    CHECK(t,
          model_same_cells(info.partition.origin, origin) &&
              model_same_cells(floor.corner, origin) && model_same_cells(region.corner, origin) &&
              region.w == 3 && region.h == 2,
          "the origin is not told");
    CHECK(t, ovl_world_weight(world, 0, origin) != 0 && ovl_world_weight(world, 0, last) != 0,
          "corners are not open");
    CHECK(t, ovl_world_weight(world, 0, (ovl_cell){origin.x + 1, origin.y + 1, 0}) == 0, "a wall");
    const ovl_cell outside[] = {{origin.x - 1, origin.y, 0},
                                {origin.x, origin.y - 1, 0},
                                {last.x + 1, last.y, 0},
                                {last.x, last.y + 1, 0},
                                {0, 0, 0},
                                {INT32_MIN, origin.y, 0},
                                {origin.x, INT32_MAX, 0}};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
      const ovl_edit edit = ovl_edit_rect(outside[i], 1, 1, 0);
      ovl_world *edited = NULL;
      uint8_t out;
      CHECK(t, ovl_world_weight(world, 0, outside[i]) == 0, "cell %zu is inside", i);
      CHECK(t, ovl_world_apply(world, &edit, 1, &edited, NULL) == OVL_BAD_ARGUMENT, "edit %zu", i);
      CHECK(t, ovl_world_read_terrain(world, outside[i], 1, 1, &out, 1, NULL) == OVL_BAD_ARGUMENT,
            "cell %zu is read", i);
    }
    ovl_world_close(world);
  }
}

/* A fork can't take the edits of worlds that begin elsewhere. */
static void worlds_with_other_origins_do_not_match(test_state *t) {
  ovl_world *here = NULL;
  ovl_world *there = NULL;
  ovl_world *rebased = NULL;
  ovl_fault fault;
  bake_small((ovl_cell){0, 0, 0}, &here, NULL);
  bake_small((ovl_cell){1, 0, 0}, &there, NULL);
  const ovl_result result = ovl_world_rebase(here, here, there, NULL, &rebased, &fault);
  CHECK(t, result == OVL_OTHER_WORLD && strcmp(fault.what, "worlds: origin") == 0, "%s: %s",
        ovl_result_text(result), fault.what);
  ovl_world_info a;
  ovl_world_info b;
  ovl_world_describe(here, &a);
  ovl_world_describe(there, &b);
  CHECK(t, a.fingerprint != b.fingerprint, "their fingerprints are one");
  CHECK(t, a.map_fingerprint == b.map_fingerprint, "their maps have two fingerprints");
  ovl_world_close(here);
  ovl_world_close(there);
}

const test_entry test_origin_table[] = {
    {"origin/a_world_elsewhere_is_the_same_moved", a_world_elsewhere_is_the_same_moved},
    {"origin/too_far_is_refused", origins_that_are_too_far_are_refused},
    {"origin/cells_at_the_farthest_are_found", cells_at_the_farthest_origins_are_found},
    {"origin/worlds_with_others_do_not_match", worlds_with_other_origins_do_not_match},
    {NULL, NULL},
};
