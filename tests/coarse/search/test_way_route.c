/* Routes by labels over links: their costs against those of a coarse search of the same graph, and
 * walks and paths against the judge. */
#include <inttypes.h>
#include <stdlib.h>

#include "coarse/view/ways.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"

enum { QUERIES = 12 };

/* A world whose only one-sided feature is links, with labels. */
static bool make_linked(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed};
  const uint32_t features[6] = {MODEL_ONE_WAY,
                                MODEL_TWO_WAY,
                                MODEL_ONE_WAY | MODEL_TWO_WAY,
                                MODEL_ONE_WAY | MODEL_WEIGHTS,
                                MODEL_TWO_WAY | MODEL_CORNERS | MODEL_FLOORS,
                                MODEL_ONE_WAY | MODEL_TWO_WAY | MODEL_SIZE | MODEL_EXTRA};
  model_limits limits = {.max_side = 120, .max_region = 12, .most_profiles = 2};
  if (test_random_percent(&random, 50)) {
    limits = model_usual_limits();
  }
  model_world model = model_world_make(seed, features[seed % 6], limits);
  model.tuning.label_bytes = 255;
  for (int32_t i = 0; i < model.link_count && test_random_percent(&random, 50); i++) {
    model.links[i].cost = 1 + model.links[i].cost % 5000; /* cheap links form chains */
    model.links[i].cost_back = model.links[i].cost_back == 0 ? 0 : model.links[i].cost;
  }
  return model_fixture_make(f, t, model);
}

/* Where turns cost, labels may not win by a route that counts steps alone and doubles back: so it
 * is with ends that are close together. */
static void check_turns(model_fixture *f, test_state *t, ovl_query query) {
  f->more = (ovl_query_more){0};
  query.more = &f->more;
  f->more.turn_cost = (uint32_t)test_random_between(&f->random, 1, 1 << 13);
  for (int i = 0; i < 8 && t->failures == 0; i++) {
    query.goal.x = query.start.x + (int32_t)test_random_between(&f->random, 0, 16) - 8;
    query.goal.y = query.start.y + (int32_t)test_random_between(&f->random, 0, 16) - 8;
    query.goal.floor = query.start.floor;
    const ovl_result expected = model_fixture_expected(f, &query);
    ovl_path path = model_fixture_path(f);
    const ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
    CHECK(t, result == expected, "path with few turns: '%s', Dijkstra '%s'",
          ovl_result_text(result), ovl_result_text(expected));
    if (result == OVL_OK) {
      model_fixture_check_path(f, t, &query, query.goal, &path);
    }
  }
}

static void linked_routes_equal_a_search(test_state *t) {
  uint32_t linked = 0;
  uint32_t worlds = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 6000); i++) {
    model_fixture f;
    if (!make_linked(&f, t, i)) {
      continue;
    }
    for (int k = 0; k < QUERIES && t->failures == 0; k++) {
      ovl_query query = model_fixture_query(&f);
      ovl_profile_info info;
      ovl_world_profile(f.world, query.profile, &info);
      if (info.graph.labels != OVL_LABELS_HELD) {
        continue;
      }
      worlds += info.directed ? 1 : 0;
      query.goal = model_open_cell(&f.model, query.profile, &f.random);
      query.smoothing = (ovl_smoothing)(k % OVL_SMOOTH_COUNT);
      query.move_start = query.move_goal = false;
      model_fixture_context(&f, t, &query);
      const ovl_path path = model_fixture_check_labels(&f, t, query);
      linked += path.link_count != 0;
      if (path.count != 0 && t->failures == 0) {
        check_turns(&f, t, query);
      }
    }
    model_fixture_free(&f);
  }
  CHECK(t, linked > 20 && worlds > 100, "only %" PRIu32 " paths over links of %" PRIu32, linked,
        worlds);
}

/* Opens a file with a changed byte, and plans in it if it is opened. */
static void open_forged(model_fixture *f, test_state *t, world_bytes saved, size_t at,
                        bool must_fail) {
  ovl_world *world = NULL;
  file_repair(saved.bytes);
  const ovl_result result = ovl_world_open(saved.bytes, saved.count, NULL, &world, NULL);
  CHECK(t, !must_fail || result == OVL_CORRUPT, "byte %zu of ways: %s", at,
        ovl_result_text(result));
  for (int i = 0; i < 4 && result == OVL_OK; i++) {
    ovl_query query = {.start = model_open_cell(&f->model, 0, &f->random),
                       .goal = model_open_cell(&f->model, 0, &f->random)};
    ovl_path path = model_fixture_path(f);
    ovl_find_path(f->planner, world, &query, &path);
  }
  ovl_world_close(world);
}

/* Links and ways follow from the blocks, so others are refused; a closure that is wrong gives other
 * routes or an error. */
static void forged_ways(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 30, 600); i++) {
    model_fixture f;
    if (!make_linked(&f, t, i)) {
      continue;
    }
    const ovi_layer *layer = &f.world->layers[0];
    const ovi_layer_ways *ways = &layer->labels.ways;
    world_bytes saved = fixture_save(t, f.world);
    const uint8_t *baked = f.world->shared.file.bytes;
    const size_t begin = ways->count != 0 ? (size_t)(ways->links - baked) : 0;
    const size_t closure = ways->count != 0 ? (size_t)(ways->closure - baked) : 0;
    const size_t bytes = 8 * (size_t)ways->count * ways->count;
    for (int k = 0; k < 24 && ways->count != 0 && t->failures == 0; k++) {
      const bool in_closure = k % 2 == 1;
      const size_t at = in_closure
                            ? closure + (size_t)(test_random_next(&f.random) % bytes)
                            : begin + (size_t)(test_random_next(&f.random) % (closure - begin));
      const size_t field = (at - (size_t)(ways->ways - baked)) % OVI_WAY_BYTES;
      const bool is_free = at < (size_t)(ways->ways - baked) ? at - begin >= 4 * ways->link_count
                                                             : field >= OVI_WAY_NEAR;
      saved.bytes[at] ^= (uint8_t)(1u << test_random_between(&f.random, 0, 7));
      open_forged(&f, t, saved, at, !in_closure && !is_free);
      saved.bytes[at] = baked[at];
    }
    free(saved.bytes);
    model_fixture_free(&f);
  }
}

/* Writes a way into the labels of a world without links, whose data become shorter by the bytes of
 * the way and its closure. */
static void forge_way(world_bytes saved, const ovl_world *world) {
  uint8_t *section = file_section(saved.bytes, OVI_SECTION_LABELS);
  ovi_labels_counts counts = {.regions = ovi_region_count(&world->layers[0]),
                              .nodes = ovi_get_u32(section + OVI_LABELS_COUNT),
                              .steps = ovi_get_u32(section + OVI_LABELS_STEPS),
                              .data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES)};
  const uint64_t bytes = ovi_labels_layout_of(counts).bytes;
  counts.ways = 1;
  while (ovi_labels_layout_of(counts).bytes != bytes) {
    counts.data_bytes--;
  }
  const ovi_labels_layout forged = ovi_labels_layout_of(counts);
  ovi_put_u32(section + forged.begins + 4 * counts.nodes, (uint32_t)counts.data_bytes);
  ovi_put_u32(section + OVI_LABELS_DATA_BYTES, (uint32_t)counts.data_bytes);
  ovi_put_u16(section + OVI_LABELS_WAYS, 1);
  memset(section + forged.ways, 0x7f, OVI_WAY_BYTES);
  ovi_put_u64(section + forged.closure, 1);
  file_repair(saved.bytes);
}

static void forged_ways_without_links(test_state *t) {
  enum { SIDE = 128 };
  test_random random = {test_begin_case(t, 0)};
  uint8_t *terrain = calloc(SIDE, SIDE);
  for (int i = 0; terrain != NULL && i < SIDE * SIDE; i++) {
    terrain[i] = !test_random_percent(&random, 10);
  }
  ovl_bake_def def = {0};
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = 255;
  ovl_world *world = NULL;
  if (CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    world_bytes saved = fixture_save(t, world);
    ovl_world *opened = NULL;
    forge_way(saved, world);
    const ovl_result result = ovl_world_open(saved.bytes, saved.count, NULL, &opened, NULL);
    CHECK(t, result == OVL_CORRUPT, "%s", ovl_result_text(result));
    ovl_world_close(opened);
    free(saved.bytes);
  }
  ovl_world_close(world);
  free(terrain);
}

const test_entry test_way_route_table[] = {
    {"linked_routes_equal_a_search", linked_routes_equal_a_search},
    {"forged_ways", forged_ways},
    {"forged_ways_without_links", forged_ways_without_links},
    {NULL, NULL},
};
