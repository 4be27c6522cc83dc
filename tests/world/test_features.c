/* Every feature of a world, alone and in pairs, compared with a model that shares no code with the
 * library: cells, steps and islands as a world describes them, and that its bytes are the same in
 * whatever way it was baked. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_jobs.h"

/* ---- Descriptions -------------------------------------------------------- */

static void check_steps(model_fixture *f, test_state *t, int32_t profile) {
  for (uint32_t node = 0; node < f->model.node_count && t->failures == 0; node++) {
    ovl_cell cell = model_cell(&f->model, node);
    for (int32_t direction = 0; direction < 8; direction++) {
      uint64_t cost = ovl_world_step(f->world, profile, cell, direction);
      CHECK(t, cost == f->judges[profile].steps[node][direction],
            "step from %" PRId32 ":%" PRId32 ",%" PRId32 " in direction %" PRId32
            " of profile %" PRId32 " costs %" PRIu64 ", not %" PRIu32,
            cell.floor, cell.x, cell.y, direction, profile, cost,
            f->judges[profile].steps[node][direction]);
    }
  }
}

static void features_cells(test_state *t) {
  model_fixture_profiles(t, model_fixture_check_cells, model_usual_limits(), 240, 8000);
}

static void features_steps(test_state *t) {
  model_fixture_profiles(t, check_steps, model_usual_limits(), 240, 8000);
}

static void features_islands(test_state *t) {
  model_fixture_profiles(t, model_fixture_check_islands, model_usual_limits(), 240, 8000);
}

static bool is_place(const ovl_place *place, const ovl_place *def) {
  return strcmp(place->name, def->name) == 0 && model_same_cells(place->cell, def->cell) &&
         place->width == (def->width != 0 ? def->width : 1) &&
         place->height == (def->height != 0 ? def->height : 1);
}

static void check_places(const model_fixture *f, test_state *t, const ovl_world *world) {
  ovl_place place;
  for (int32_t i = 0; i < f->model.named.count; i++) {
    CHECK(t, ovl_world_place(world, i, &place) && is_place(&place, &f->model.named.list[i]),
          "place %" PRId32, i);
  }
  CHECK(t, !ovl_world_place(world, f->model.named.count, &place), "one place more");
}

/* Floors, profiles, links and places are described as they were given. */
static void check_infos(model_fixture *f, test_state *t) {
  ovl_world_info info;
  ovl_world_describe(f->world, &info);
  CHECK(t,
        info.floors == f->model.floor_count && info.profiles == f->model.profile_count &&
            info.links == (uint32_t)f->model.link_count,
        "%" PRId32 " floors, %" PRId32 " profiles, %" PRIu32 " links", info.floors, info.profiles,
        info.links);
  CHECK(t,
        info.partition.region_cells == f->model.tuning.region_cells &&
            info.partition.spacing_cells == f->model.tuning.spacing_cells,
        "regions of %" PRId32 ", spacing %" PRId32, info.partition.region_cells,
        info.partition.spacing_cells);
  for (int32_t i = 0; i < f->model.floor_count; i++) {
    ovl_floor_info floor;
    CHECK(t,
          ovl_world_floor(f->world, i, &floor) && floor.width == f->model.floors[i].width &&
              floor.height == f->model.floors[i].height && floor.graph == f->model.floors[i].places,
          "floor %" PRId32, i);
  }
  for (int32_t i = 0; i < f->model.link_count; i++) {
    const ovl_link_def *def = &f->model.links[i];
    ovl_link_def link;
    CHECK(t,
          ovl_world_link(f->world, (uint32_t)i, &link) && model_same_cells(link.from, def->from) &&
              model_same_cells(link.to, def->to) && link.cost == def->cost &&
              link.cost_back == def->cost_back && link.profiles == def->profiles,
          "link %" PRId32, i);
  }
  check_places(f, t, f->world);
  for (int32_t i = 0; i < f->model.profile_count; i++) {
    const ovl_profile_def *def = &f->model.profiles[i];
    ovl_profile_info profile;
    ovl_world_profile(f->world, i, &profile);
    if (f->model.profile_count > 1) {
      CHECK(t, ovl_world_find_profile(f->world, def->name) == i, "profile %s", def->name);
    }
    CHECK(t,
          memcmp(profile.def.weights, def->weights, sizeof def->weights) == 0 &&
              profile.def.corners == def->corners && profile.def.body_cells == def->body_cells &&
              profile.def.climb_cost == def->climb_cost && profile.def.drop_cost == def->drop_cost,
          "profile %" PRId32, i);
    const bool asks = f->model.has_rule &&
                      (f->model.rule.profiles == 0 || (f->model.rule.profiles >> i & 1u) != 0);
    CHECK(t, !profile.directed || !asks || profile.graph.labels != OVL_LABELS_HELD,
          "profile %" PRId32 " has a step rule and labels", i);
  }
}

/* Floors, profiles and links that do not exist. */
static void check_strangers(model_fixture *f, test_state *t) {
  ovl_cell cell = {0, 0, 0};
  ovl_cell outside = {0, 0, f->model.floor_count};
  CHECK(t,
        ovl_world_step(f->world, 0, cell, 8) == 0 && ovl_world_step(f->world, 0, cell, -1) == 0 &&
            ovl_world_step(f->world, f->model.profile_count, cell, 0) == 0 &&
            ovl_world_step(f->world, 0, outside, 0) == 0 &&
            ovl_world_weight(f->world, -1, cell) == 0 &&
            ovl_world_weight(f->world, 0, outside) == 0 &&
            ovl_world_island(f->world, f->model.profile_count, cell) == 0 &&
            ovl_world_height(f->world, outside) == 0,
        "a direction, profile or floor that does not exist");
  ovl_floor_info floor;
  ovl_link_def link;
  ovl_place place;
  ovl_profile_info profile;
  CHECK(t,
        !ovl_world_floor(f->world, f->model.floor_count, &floor) &&
            !ovl_world_floor(f->world, -1, &floor) &&
            !ovl_world_link(f->world, (uint32_t)f->model.link_count, &link) &&
            !ovl_world_place(f->world, -1, &place) && place.name == NULL &&
            !ovl_world_profile(f->world, f->model.profile_count, &profile) &&
            !ovl_world_profile(f->world, -1, &profile),
        "a floor, link, place or profile that does not exist");
}

/* Places are there however a world is opened, and in an edited one. */
static void features_places(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, model_usual_limits())) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, i);
    ovl_world *worlds[3] = {NULL, NULL, NULL};
    const ovl_edit edit = ovl_edit_rect(f.model.floors[0].corner, 1, 1, 0);
    const bool is_open = paged_open_in_place(&bytes, &worlds[0]) == OVL_OK &&
                         paged_open_read(&reader, 1 << 20, &worlds[1]) == OVL_OK;
    const bool is_edited =
        !f.model.floors[0].places && ovl_world_apply(f.world, &edit, 1, &worlds[2], NULL) == OVL_OK;
    CHECK(t, is_open, "a world is not opened");
    for (int k = 0; k < (is_edited ? 3 : 2) && is_open; k++) {
      check_places(&f, t, worlds[k]);
    }
    for (int k = 0; k < 3; k++) {
      ovl_world_close(worlds[k]);
    }
    free(bytes.bytes);
    model_fixture_free(&f);
  }
}

static void features_infos(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 160, 4000); i++) {
    model_fixture f;
    if (model_fixture_pair(&f, t, i, model_usual_limits())) {
      check_infos(&f, t);
      check_strangers(&f, t);
      model_fixture_free(&f);
    }
  }
}

/* ---- The same bytes ------------------------------------------------------ */

static void check_same(test_state *t, const world_bytes *expected, const ovl_world *world,
                       const char *what) {
  world_bytes found = fixture_save(t, world);
  CHECK(t, found.count == expected->count && memcmp(found.bytes, expected->bytes, found.count) == 0,
        "%s has other bytes", what);
  free(found.bytes);
}

/* Each profile says whether it was baked with a step rule. */
static void check_rule(const model_fixture *f, test_state *t, const ovl_world *world) {
  bool asks = false;
  for (int32_t profile = 0; profile < f->model.profile_count; profile++) {
    ovl_profile_info info;
    ovl_world_profile(world, profile, &info);
    asks = asks || info.uses_step_rule;
  }
  CHECK(t, asks == f->model.has_rule, "uses_step_rule is wrong");
}

/* A world of the same map has the same bytes, in whatever way it is baked. */
static void features_bytes(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 160, 5000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, model_usual_limits())) {
      continue;
    }
    world_bytes expected = fixture_save(t, f.world);
    ovl_jobs jobs = {3, test_run_backwards, NULL};
    ovl_bake_def def = model_bake_def(&f.model);
    def.jobs = &jobs;
    ovl_world *world = NULL;
    ovl_result result = ovl_world_bake(&def, &world, NULL);
    if (CHECK(t, result == OVL_OK, "bake by jobs: %s", ovl_result_text(result))) {
      check_same(t, &expected, world, "a world baked by jobs");
      ovl_world_close(world);
    }
    ovl_fault fault = {"", 0, 0, 0};
    result = ovl_world_open(expected.bytes, expected.count, &world, &fault);
    if (CHECK(t, result == OVL_OK, "open: %s (%s at %" PRIu64 ")", ovl_result_text(result),
              fault.what, fault.where)) {
      check_same(t, &expected, world, "a world opened and saved");
      check_rule(&f, t, world);
      ovl_world_close(world);
    }
    free(expected.bytes);
    model_fixture_free(&f);
  }
}

/* A diagonal step that is level needs detours that keep the limits, as many as its corner rule
 * needs open cells. */
static void climbing_limits_count_at_corners(test_state *t) {
  static const struct {
    uint16_t beside[2]; /* heights of the cells beside the step, whose ends are at 5 */
    bool strict, one;   /* whether the step is legal under these corner rules */
  } cases[] = {{{5, 5}, true, true},  {{4, 6}, true, true},   {{7, 5}, false, true},
               {{5, 3}, false, true}, {{7, 7}, false, false}, {{3, 7}, false, false}};
  for (int i = 0; i < 12; i++) {
    const bool is_strict = i % 2 == 0;
    const uint16_t heights[4] = {5, cases[i / 2].beside[0], cases[i / 2].beside[1], 5};
    static const uint8_t terrain[4] = {1, 1, 1, 1};
    ovl_profile_def profile = {
        .corners = is_strict ? OVL_CORNERS_STRICT : OVL_CORNERS_ONE, .max_climb = 1, .max_drop = 1};
    const ovl_floor_def floor = {.width = 2, .height = 2, .terrain = terrain, .heights = heights};
    ovl_world *world = NULL;
    profile.weights[1] = OVL_PLAIN_WEIGHT;
    const ovl_bake_def def = {
        .more = {.floors = &floor, .floor_count = 1, .profiles = &profile, .profile_count = 1}};
    if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "no world")) {
      return;
    }
    const bool there = ovl_world_step(world, 0, (ovl_cell){0, 0, 0}, 1) != 0;
    const bool back = ovl_world_step(world, 0, (ovl_cell){1, 1, 0}, 5) != 0;
    const bool legal = is_strict ? cases[i / 2].strict : cases[i / 2].one;
    CHECK(t, there == legal && back == legal, "%d and %d beside the step, %s: %d and back %d",
          heights[1], heights[2], is_strict ? "both" : "one", there, back);
    ovl_world_close(world);
  }
}

const test_entry test_features_table[] = {
    {"features_cells", features_cells},
    {"features_steps", features_steps},
    {"features_islands", features_islands},
    {"features_infos", features_infos},
    {"features_places", features_places},
    {"features_bytes", features_bytes},
    {"climbing_limits_count_at_corners", climbing_limits_count_at_corners},
    {NULL, NULL},
};
