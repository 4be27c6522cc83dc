/* Worlds baked in parts and merged have the same bytes as worlds baked in one go, whatever the
 * parts. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "tests/bake/part_files.h"
#include "tests/model/edit_model.h"
#include "tests/model/model_world.h"
#include "tests/model/wild_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/serpent.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_jobs.h"

/* ---- The same bytes -------------------------------------------------------- */

static void compare(test_state *t, const world_bytes *whole, const merged_file *merged) {
  const size_t count = merged->file.count;
  const uint8_t *found = merged->file.bytes;
  const uint8_t *expected = whole->bytes;
  CHECK(t, count == whole->count, "merged: %zu bytes instead of %zu", count, whole->count);
  if (found == NULL || expected == NULL || count != whole->count) {
    return;
  }
  size_t at = 0;
  while (at < count && found[at] == expected[at]) {
    at++;
  }
  CHECK(t, at == count, "merged: byte %zu of %zu differs", at, count);
  CHECK(t, merged->last_at == 0, "the header does not come last");
}

static world_bytes bake_whole(test_state *t, const ovl_bake_def *bake) {
  ovl_world *world = NULL;
  ovl_fault fault;
  const ovl_result result = ovl_world_bake(bake, &world, &fault);
  if (!CHECK(t, result == OVL_OK, "bake: %s (%s)", ovl_result_text(result), fault.what)) {
    return (world_bytes){NULL, 0};
  }
  const world_bytes bytes = fixture_save(t, world);
  ovl_world_close(world);
  return bytes;
}

static int32_t bands_of(const ovl_bake_def *bake) {
  ovl_part_rows rows;
  int32_t most = 0;
  while (most < 7 && ovl_part_rows_of(bake, 0, most + 1, &rows, NULL) == OVL_OK) {
    most++;
  }
  return most;
}

static const ovl_jobs backwards = {3, test_run_backwards, NULL};

/* Bakes a map whole and in a random number of parts; those of a map with one floor, as often as
 * not, from a survey and some of its rows. */
static void check_map(test_state *t, const ovl_bake_def *bake, const ovl_world *from,
                      test_random *random) {
  const world_bytes whole = bake_whole(t, bake);
  ovl_bake_def in_parts = *bake;
  ovl_survey *survey = NULL;
  in_parts.jobs = test_random_percent(random, 30) ? &backwards : NULL;
  if (t->failures == 0 && part_files_has_one_floor(bake) && test_random_percent(random, 60)) {
    part_survey_rows rows = {.bake = bake};
    ovl_fault fault;
    const ovl_result result = test_random_percent(random, 80)
                                  ? part_files_survey(&rows, &survey, &fault)
                                  : ovl_survey_create(bake, NULL, NULL, &survey, &fault);
    CHECK(t, result == OVL_OK, "survey: %s (%s)", ovl_result_text(result), fault.what);
    in_parts.more.survey = survey;
  }
  const part_request request = {.bake = &in_parts,
                                .count = test_random_between(random, 1, bands_of(bake)),
                                .identity = test_random_next(random),
                                .from = from};
  part_files parts = {.count = 0};
  if (t->failures == 0 && part_files_bake(&parts, t, &request, random)) {
    merged_file merged = {{NULL, 0, 0}, 1};
    ovl_fault fault;
    parts.jobs = in_parts.jobs;
    const ovl_result result = part_files_merge(&parts, &merged, NULL, &fault);
    if (CHECK(t, result == OVL_OK, "merge of %d: %s (%s %" PRIu64 ")", parts.count,
              ovl_result_text(result), fault.what, fault.where)) {
      compare(t, &whole, &merged);
    }
    free(merged.file.bytes);
  }
  part_files_free(&parts);
  ovl_survey_destroy(survey);
  free(whole.bytes);
}

/* Chooses labels and overlays at random. */
static void draw_settings(ovl_bake_def *bake, test_random *random) {
  bake->tuning.label_bytes_per_cell =
      test_random_percent(random, 50) ? bake->tuning.label_bytes_per_cell : OVL_NO_LABELS;
  bake->more.cost_scale = test_random_between(random, 0, UINT8_MAX);
  bake->tuning.overlays = (ovl_overlays)test_random_between(random, 0, OVL_OVERLAYS_COUNT - 1);
}

static model_world draw_model(test_state *t, test_random *random) {
  const uint64_t some = test_random_next(random);
  const uint64_t drawn = test_random_percent(random, 40)   ? some
                         : test_random_percent(random, 70) ? some & some >> 20
                                                           : 0;
  const uint32_t features =
      (uint32_t)drawn & (MODEL_ALL | MODEL_ORIGIN | MODEL_WALLS | MODEL_HEXAGONS);
  char words[200];
  model_limits limits = model_usual_limits();
  limits.max_side = test_random_percent(random, 15) ? 300 : limits.max_side;
  model_world model = model_world_make(t->case_seed, features, limits);
  model_feature_words(features, words, sizeof words);
  test_context(t, "%s, regions of %d", words, model.tuning.region_cells);
  return model;
}

static void parts_of_models(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 140, 7000); i++) {
    test_random random = {test_begin_case(t, i) ^ 0x9d2c5681u};
    model_world model = draw_model(t, &random);
    ovl_bake_def bake = model_bake_def(&model);
    draw_settings(&bake, &random);
    check_map(t, &bake, NULL, &random);
    model_world_free(&model);
  }
}

/* Whether some profile of a world is directed. */
static bool has_directed(const ovl_world *world) {
  ovl_world_info info;
  bool directed = false;
  ovl_world_describe(world, &info);
  for (int32_t i = 0; i < info.profiles; i++) {
    ovl_profile_info profile;
    ovl_world_profile(world, i, &profile);
    directed = directed || profile.directed;
  }
  return directed;
}

/* Larger worlds with links, slopes and step rules, which have levels of overlays and no labels, so
 * that their merges are streamed. */
static void parts_of_directed_worlds(test_state *t) {
  uint32_t directed = 0;
  for (uint64_t i = 0; test_more(t, i, 12, 400); i++) {
    test_random random = {test_begin_case(t, i) ^ 0x9d2c5684u};
    const uint64_t some = test_random_next(&random);
    const uint32_t other = (uint32_t)(some & some >> 20 & some >> 40) &
                           (MODEL_ALL | MODEL_ORIGIN | MODEL_WALLS | MODEL_HEXAGONS);
    const uint32_t features = other | 1u << test_random_between(&random, 4, 9);
    char words[200];
    model_limits limits = model_overlay_limits();
    limits.max_side = i % 2 == 0 ? 700 : limits.max_side; /* enough for a second level */
    model_world model = model_world_make(t->case_seed, features, limits);
    model_feature_words(features, words, sizeof words);
    test_context(t, "%s, regions of %d", words, model.tuning.region_cells);
    ovl_bake_def bake = model_bake_def(&model);
    ovl_world *world = NULL;
    if (ovl_world_bake(&bake, &world, NULL) == OVL_OK) {
      directed += has_directed(world);
    }
    ovl_world_close(world);
    check_map(t, &bake, NULL, &random);
    model_world_free(&model);
  }
  CHECK(t, directed >= 6, "only %u worlds were directed", (unsigned)directed);
}

/* ---- From an older world ---------------------------------------------------- */

/* Changes a cell or two near the borders of regions. */
static void change_cells(model_world *model, test_random *random) {
  for (int32_t count = test_random_between(random, 1, 2); count > 0; count--) {
    model_floor *floor = &model->floors[test_random_between(random, 0, model->floor_count - 1)];
    const int32_t x = test_random_between(random, 0, floor->width - 1);
    const int32_t y = test_random_between(random, 0, floor->height - 1);
    const size_t at = (size_t)y * (size_t)floor->width + (size_t)x;
    uint8_t *extra = floor->extra[0];
    if (floor->heights != NULL && test_random_percent(random, 40)) {
      floor->heights[at] = (uint16_t)(floor->heights[at] ^ 1);
    } else if (extra != NULL && test_random_percent(random, 40)) {
      extra[at] = (uint8_t)test_random_between(random, 0, 9);
    } else {
      floor->terrain[at] = (uint8_t)test_random_between(random, 0, 7);
    }
  }
}

static void parts_from_older_worlds(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 120, 8000); i++) {
    test_random random = {test_begin_case(t, i) ^ 0x9d2c5682u};
    model_world model = draw_model(t, &random);
    ovl_bake_def bake = edit_model_bake_def(&model);
    ovl_world *older = NULL;
    edit_model_forget(&model);
    ovl_result result = ovl_world_bake(&bake, &older, NULL);
    CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result));
    wild_edits edits = {.count = 0};
    bool allowed = true;
    if (i % 4 == 0) {
      edits = wild_edits_draw(&model, &random);
      allowed = wild_edits_apply(&model, &edits) == edits.count;
    } else {
      change_cells(&model, &random);
      model.rule.salt += i % 4 == 1 ? 1 : 0;
    }
    bake = edit_model_bake_def(&model);
    edit_model_forget(&model);
    ovl_world *newer = NULL;
    ovl_world *touched = NULL; /* the same world, checked on first touch */
    const world_bytes saved = t->failures == 0 ? fixture_save(t, older) : (world_bytes){NULL, 0};
    if (t->failures == 0) {
      CHECK(t, paged_open_in_place(&saved, &touched) == OVL_OK, "open");
    }
    if (t->failures == 0 && allowed && ovl_world_bake(&bake, &newer, NULL) == OVL_OK) {
      check_map(t, &bake, i % 3 == 0 ? touched : older, &random);
    }
    ovl_world_close(touched);
    free(saved.bytes);
    ovl_world_close(newer);
    wild_edits_free(&edits);
    ovl_world_close(older);
    model_world_free(&model);
  }
}

/* An older world that is read through a reader, some of whose reads fail. */
static void parts_from_read_worlds(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 30, 1500); i++) {
    test_random random = {test_begin_case(t, i) ^ 0x9d2c5683u};
    model_world model = draw_model(t, &random);
    ovl_bake_def bake = edit_model_bake_def(&model);
    edit_model_forget(&model);
    const world_bytes older = bake_whole(t, &bake);
    paged_reader reader = paged_reader_of(&older, test_random_next(&random));
    reader.failing_percent = 0;
    ovl_world *world = NULL;
    if (t->failures == 0 && paged_open_read(&reader, 200000, &world) == OVL_OK) {
      change_cells(&model, &random);
      edit_model_forget(&model);
      ovl_world *newer = NULL;
      if (ovl_world_bake(&bake, &newer, NULL) == OVL_OK) {
        check_map(t, &bake, world, &random);
      }
      ovl_world_close(newer);
      const part_request request = {.bake = &bake, .count = 1, .from = world};
      part_file file = {.bytes = NULL};
      reader.fails_at = reader.calls + (uint64_t)test_random_between(&random, 0, 20);
      const ovl_result result = part_file_bake(&file, &request, NULL);
      CHECK(t,
            result == (reader.calls > reader.fails_at ? OVL_READ_FAILED : OVL_OK) ||
                result == OVL_BAD_ARGUMENT,
            "a read fails: %s", ovl_result_text(result));
      free(file.bytes);
    }
    ovl_world_close(world);
    free(older.bytes);
    model_world_free(&model);
  }
}

/* A merge leaves out the same overlay levels as a bake: with small regions the highest one, with
 * the largest ones all, of which rows may not have been written. */
static void parts_with_costs_that_are_too_large(test_state *t) {
  test_random random = {test_begin_case(t, 0) ^ 0x2545f491u};
  serpent s = serpent_make(255);
  check_map(t, &s.def, NULL, &random);
  s.def.tuning.region_cells = 128;
  check_map(t, &s.def, NULL, &random);
  serpent_free(&s);
}

/* The largest amount of memory that a merge of four parts takes; 0: it failed. */
static uint64_t merge_bytes_of(test_state *t, const ovl_bake_def *bake) {
  test_random random = {t->case_seed};
  const part_request request = {.bake = bake, .count = 4, .identity = 1};
  part_files parts = {.count = 0};
  counting_allocator counter = {.fail_at = 0};
  if (part_files_bake(&parts, t, &request, &random)) {
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    merged_file merged = {{NULL, 0, 0}, 1};
    ovl_fault fault;
    const ovl_result result = part_files_merge(&parts, &merged, &hooks, &fault);
    CHECK(t, result == OVL_OK, "merge: %s (%s)", ovl_result_text(result), fault.what);
    free(merged.file.bytes);
  }
  part_files_free(&parts);
  return counter.most_bytes;
}

/* A map of random weights, and in its directed form of slopes and links. */
enum { FEW_ROWS_WIDTH = 512, FEW_ROWS_HEIGHT = 1024, FEW_ROWS_LINKS = 400 };

typedef struct few_rows_map {
  uint8_t terrain[FEW_ROWS_WIDTH * FEW_ROWS_HEIGHT];
  uint16_t heights[FEW_ROWS_WIDTH * FEW_ROWS_HEIGHT];
  ovl_profile_def profile;
  ovl_link_def links[FEW_ROWS_LINKS];
  ovl_floor_def floor;
} few_rows_map;

static void few_rows_fill(few_rows_map *map, test_random *random) {
  memset(map, 0, sizeof *map);
  for (size_t i = 0; i < sizeof map->terrain; i++) {
    map->terrain[i] = (uint8_t)test_random_between(random, 0, 9);
    map->heights[i] = (uint16_t)(i % FEW_ROWS_WIDTH / 64 * 2 + (map->terrain[i] > 4 ? 1 : 0));
  }
  map->profile = (ovl_profile_def){0};
  map->profile.climb_cost = 100;
  map->profile.max_drop = 1;
  for (int weight = 1; weight < 10; weight++) {
    map->profile.weights[weight] = (uint8_t)(8 * weight);
  }
}

static ovl_bake_def few_rows_def(few_rows_map *map, int32_t height, bool is_directed) {
  ovl_bake_def bake = {0};
  map->floor = (ovl_floor_def){.width = FEW_ROWS_WIDTH,
                               .height = height,
                               .terrain = map->terrain,
                               .heights = is_directed ? map->heights : NULL};
  for (int32_t i = 0; i < FEW_ROWS_LINKS; i++) {
    const int32_t y = i * height / FEW_ROWS_LINKS;
    map->links[i] = (ovl_link_def){.from = {i, y, 0},
                                   .to = {FEW_ROWS_WIDTH - 1 - i, height - 1 - y, 0},
                                   .cost = 2000,
                                   .cost_back = i % 2 != 0 ? 0 : 3000};
  }
  bake.more.floors = &map->floor;
  bake.more.floor_count = 1;
  bake.more.profiles = &map->profile;
  bake.more.profile_count = 1;
  bake.more.links = is_directed ? map->links : NULL;
  bake.more.link_count = is_directed ? FEW_ROWS_LINKS : 0;
  bake.more.blocked_links = true;
  bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  return bake;
}

/* A merge with overlays holds few bands of regions and the tables of few clusters of any level at a
 * time, but those of higher levels are larger: a map that is four times as tall needs less than
 * twice the memory, and less than three times where regions are so small that what overlays keep
 * is a large part of it. */
static void parts_merge_holds_few_rows(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  few_rows_map *map = test_allocate(1, sizeof *map);
  few_rows_fill(map, &random);
  for (int pass = 0; pass < (t->is_long ? 4 : 2); pass++) {
    const bool is_directed = pass % 2 == 1;
    const bool is_fine = pass >= 2;
    uint64_t most[2];
    for (int tall = 0; tall < 2; tall++) {
      ovl_bake_def bake =
          few_rows_def(map, tall == 0 ? FEW_ROWS_HEIGHT / 4 : FEW_ROWS_HEIGHT, is_directed);
      bake.tuning.region_cells = is_fine ? 8 : 16;
      most[tall] = merge_bytes_of(t, &bake);
    }
    CHECK(t, 2 * most[1] < (is_fine ? 6 : 4) * most[0],
          "%s, regions of %d: %" PRIu64 " bytes for a quarter, %" PRIu64 " for all",
          is_directed ? "directed" : "undirected", is_fine ? 8 : 16, most[0], most[1]);
  }
  free(map);
}

/* ---- Jobs ---------------------------------------------------------------------- */

/* Runs jobs from the last to the first, with as many workers in turn as `user` says. */
static void run_by_workers(void *user, int32_t count,
                           void (*job)(void *context, int32_t index, int32_t worker),
                           void *context) {
  const int32_t workers = *(const int32_t *)user;
  for (int32_t i = count - 1; i >= 0; i--) {
    job(context, i, i % workers);
  }
}

/* A merge by so many workers; 0: without jobs. */
static ovl_result merge_by(part_files *parts, merged_file *merged, int32_t workers,
                           ovl_fault *fault) {
  const ovl_jobs jobs = {workers, run_by_workers, &workers};
  *merged = (merged_file){{NULL, 0, 0}, 1};
  *fault = (ovl_fault){.what = ""};
  parts->jobs = workers != 0 ? &jobs : NULL;
  const ovl_result result = part_files_merge(parts, merged, NULL, fault);
  parts->jobs = NULL;
  return result;
}

/* Merges by 1, 2 and 8 workers give what a merge without jobs gives, the first fault too. */
static void check_workers(test_state *t, part_files *parts) {
  static const int32_t workers[] = {1, 2, 8};
  merged_file expected;
  ovl_fault fault;
  const ovl_result result = merge_by(parts, &expected, 0, &fault);
  for (int i = 0; i < 3; i++) {
    merged_file found;
    ovl_fault other;
    const ovl_result again = merge_by(parts, &found, workers[i], &other);
    CHECK(t, again == result && strcmp(other.what, fault.what) == 0 && other.where == fault.where,
          "%d workers: %s (%s at %" PRIu64 "), not %s (%s at %" PRIu64 ")", workers[i],
          ovl_result_text(again), other.what, other.where, ovl_result_text(result), fault.what,
          fault.where);
    CHECK(t,
          found.file.count == expected.file.count &&
              (found.file.count == 0 ||
               memcmp(found.file.bytes, expected.file.bytes, found.file.count) == 0),
          "%d workers write other bytes", workers[i]);
    free(found.file.bytes);
  }
  free(expected.file.bytes);
}

static void parts_merge_by_workers(test_state *t) {
  enum { WIDTH = 800, HEIGHT = 96 };
  static uint8_t terrain[WIDTH * HEIGHT];
  for (uint64_t i = 0; test_more(t, i, 12, 200); i++) {
    test_random random = {test_begin_case(t, i)};
    for (size_t cell = 0; cell < sizeof terrain; cell++) {
      terrain[cell] = !test_random_percent(&random, 20);
    }
    ovl_bake_def bake = {0};
    bake.width = WIDTH;
    bake.height = HEIGHT;
    bake.terrain = terrain;
    bake.tuning.region_cells = 8;
    bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
    const part_request request = {.bake = &bake, .count = 3, .identity = 1};
    part_files parts = {.count = 0};
    if (!part_files_bake(&parts, t, &request, &random)) {
      return;
    }
    check_workers(t, &parts);
    part_file *file = &parts.files[test_random_between(&random, 0, 2)];
    for (int k = 0; k < 3; k++) { /* blocks, with few exceptions */
      file->bytes[file->count / 2 + test_random_next(&random) % (file->count / 2)] ^= 1;
    }
    check_workers(t, &parts);
    part_files_free(&parts);
  }
}

const test_entry test_parts_table[] = {
    {"parts_of_models", parts_of_models},
    {"parts_of_directed_worlds", parts_of_directed_worlds},
    {"parts_from_older_worlds", parts_from_older_worlds},
    {"parts_from_read_worlds", parts_from_read_worlds},
    {"parts_with_costs_that_are_too_large", parts_with_costs_that_are_too_large},
    {"parts_merge_holds_few_rows", parts_merge_holds_few_rows},
    {"parts_merge_by_workers", parts_merge_by_workers},
    {NULL, NULL}};
