/* Tests the islands of edited worlds: they are the same sets of cells as in a bake of the edited
 * map, and islands that an edit does not touch keep their numbers. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/region.h"
#include "common/arena.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "tests/model/edit_model.h"
#include "tests/model/model_world.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "version/version.h"

enum { MOST_EDITS = 5 };

/* A model that is edited again and again, its last version, and a bake of the model. */
typedef struct edit_chain {
  model_world model;
  ovl_world *last, *same;
  test_random random;
  uint64_t cuts, joins; /* edits that added islands, and that removed some */
} edit_chain;

/* ---- Checks ----------------------------------------------------------------- */

/* Called for each local component of a layer. */
typedef void (*component_fn)(void *user, const ovi_region *region, uint32_t component);

static void each_component(const ovi_layer *layer, component_fn call, void *user) {
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    for (uint32_t c = 0; c < region.components.count; c++) {
      call(user, &region, c);
    }
  }
}

/* Checks that the island numbers of two layers correspond one to one. */
typedef struct island_matcher {
  test_state *t;
  const ovi_layer *is, *expected;
  uint32_t *there, *back;
  uint32_t most; /* the numbers of `is` are below this */
} island_matcher;

static void match_component(void *user, const ovi_region *region, uint32_t component) {
  island_matcher *matcher = user;
  const uint32_t is = ovi_region_island(matcher->is, region, component);
  const uint32_t expected = ovi_region_island(matcher->expected, region, component);
  if (matcher->t->failures != 0 ||
      !CHECK(matcher->t, is != 0 && is < matcher->most,
             "region %" PRIu32 " component %" PRIu32 ": island %" PRIu32 " of less than %" PRIu32,
             region->id, component, is, matcher->most)) {
    return;
  }
  matcher->there[is] = matcher->there[is] != 0 ? matcher->there[is] : expected;
  matcher->back[expected] = matcher->back[expected] != 0 ? matcher->back[expected] : is;
  CHECK(matcher->t, matcher->there[is] == expected && matcher->back[expected] == is,
        "region %" PRIu32 " component %" PRIu32 ": island %" PRIu32 " stands for %" PRIu32
        ", not %" PRIu32 ", which is %" PRIu32,
        region->id, component, is, matcher->there[is], expected, matcher->back[expected]);
}

static void check_partition(test_state *t, const ovl_world *version, const ovl_world *edited,
                            uint32_t profile) {
  const ovi_layer *layer = &version->layers[profile];
  const ovi_layer *expected = &edited->layers[profile];
  const uint32_t next = version->own[profile].next;
  island_matcher matcher = {
      t, layer, expected, NULL, NULL, layer->profile.is_directed ? layer->islands.count + 1 : next};
  matcher.there = test_allocate(matcher.most, sizeof(uint32_t));
  matcher.back = test_allocate(expected->islands.count + 1, sizeof(uint32_t));
  CHECK(t, layer->islands.count == expected->islands.count,
        "%" PRIu32 " islands in profile %" PRIu32 ", not %" PRIu32, layer->islands.count, profile,
        expected->islands.count);
  each_component(expected, match_component, &matcher);
  free(matcher.there);
  free(matcher.back);
}

/* Checks that the islands of a directed layer equal those of the bake, byte for byte. */
static void check_directed(test_state *t, const ovl_world *version, const ovl_world *edited,
                           uint32_t profile) {
  const ovi_layer *layer = &version->layers[profile];
  const ovi_layer *expected = &edited->layers[profile];
  const bool same_counts = layer->islands.count == expected->islands.count &&
                           layer->islands.slots == expected->islands.slots;
  if (!CHECK(t, same_counts, "other islands in profile %" PRIu32, profile)) {
    return;
  }
  const uint64_t heads =
      4 * ((uint64_t)layer->islands.slots + 2 * (uint64_t)layer->islands.count + 1);
  const uint64_t arcs = ovi_get_u32(expected->islands.numbers + heads - 4);
  CHECK(t,
        memcmp(layer->islands.numbers, expected->islands.numbers, (size_t)(heads + 4 * arcs)) == 0,
        "islands of profile %" PRIu32, profile);
}

/* Checks which islands keep their numbers: those of the version before without a component in a
 * region that changed. */
typedef struct number_check {
  test_state *t;
  const ovl_world *before, *after;
  uint32_t profile;
  bool *changed, *touched, *has_heir;
} number_check;

static void touch_component(void *user, const ovi_region *region, uint32_t component) {
  number_check *check = user;
  if (check->changed[region->id]) {
    const ovi_layer *layer = &check->before->layers[check->profile];
    check->touched[ovi_region_island(layer, region, component)] = true;
  }
}

static void check_untouched(void *user, const ovi_region *region, uint32_t component) {
  number_check *check = user;
  const uint32_t was = ovi_region_island(&check->before->layers[check->profile], region, component);
  if (!check->changed[region->id] && !check->touched[was]) {
    const uint32_t is = ovi_region_island(&check->after->layers[check->profile], region, component);
    CHECK(check->t, is == was,
          "region %" PRIu32 ": island %" PRIu32 " was not touched, but is %" PRIu32, region->id,
          was, is);
  }
}

/* Checks that a part of an island gets a new number only if another part has kept the old one, or
 * has become part of another old island. */
static void check_heirs(void *user, const ovi_region *region, uint32_t component) {
  number_check *check = user;
  if (check->changed[region->id]) {
    return;
  }
  const uint32_t was = ovi_region_island(&check->before->layers[check->profile], region, component);
  const uint32_t is = ovi_region_island(&check->after->layers[check->profile], region, component);
  if (is >= check->before->own[check->profile].next) {
    CHECK(check->t, check->has_heir[was], "region %" PRIu32 ": island %" PRIu32 " has no heir",
          region->id, was);
  }
}

static void find_heirs(void *user, const ovi_region *region, uint32_t component) {
  number_check *check = user;
  if (check->changed[region->id]) {
    return;
  }
  const uint32_t was = ovi_region_island(&check->before->layers[check->profile], region, component);
  const uint32_t is = ovi_region_island(&check->after->layers[check->profile], region, component);
  if (is < check->before->own[check->profile].next) {
    check->has_heir[was] = true;
  }
}

/* Whether a region's components may differ from before. */
static bool is_changed(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region place = ovi_region_place(before, id);
  const uint8_t *was = ovi_region_layer_block(before, id);
  const uint8_t *is = ovi_region_layer_block(after, id);
  const uint64_t bytes = ovi_layer_block_bytes(&place, was, UINT64_MAX);
  return bytes != ovi_layer_block_bytes(&place, is, UINT64_MAX) ||
         memcmp(was, is, (size_t)bytes) != 0;
}

static void check_numbers(test_state *t, const ovl_world *before, const ovl_world *after,
                          uint32_t profile) {
  number_check check = {t, before, after, profile, NULL, NULL, NULL};
  const uint32_t region_count = ovi_region_count(&before->layers[0]);
  check.changed = test_allocate(region_count, sizeof(bool));
  check.touched = test_allocate(before->own[profile].next, sizeof(bool));
  check.has_heir = test_allocate(before->own[profile].next, sizeof(bool));
  for (uint32_t id = 0; id < region_count; id++) {
    check.changed[id] = is_changed(&before->layers[profile], &after->layers[profile], id);
  }
  each_component(&before->layers[profile], touch_component, &check);
  each_component(&before->layers[profile], check_untouched, &check);
  each_component(&before->layers[profile], find_heirs, &check);
  each_component(&before->layers[profile], check_heirs, &check);
  free(check.changed);
  free(check.touched);
  free(check.has_heir);
}

/* ---- Edits ------------------------------------------------------------------- */

static int32_t draw_floor(edit_chain *chain) {
  return test_random_between(&chain->random, 0, chain->model.floor_count - 1);
}

/* Draws a wall or a street, a rectangle, or a cell, of terrain or sometimes of height. */
static ovl_edit draw_edit(edit_chain *chain, int32_t number) {
  test_random *random = &chain->random;
  const model_floor *floor = &chain->model.floors[number];
  const ovl_cell cell = {test_random_between(random, 0, floor->width - 1),
                         test_random_between(random, 0, floor->height - 1), number};
  const uint8_t terrain =
      (uint8_t)(test_random_percent(random, 60) ? 0 : test_random_between(random, 1, 6));
  switch (test_random_between(random, 0, 4)) {
  case 0:
    return ovl_edit_rect((ovl_cell){cell.x, 0, number}, 1, floor->height, terrain);
  case 1:
    return ovl_edit_rect((ovl_cell){0, cell.y, number}, floor->width, 1, terrain);
  case 2:
    return ovl_edit_rect(cell, test_random_between(random, 1, floor->width - cell.x),
                         test_random_between(random, 1, floor->height - cell.y), terrain);
  default:
    break;
  }
  ovl_edit edit = ovl_edit_set(cell, terrain);
  if (floor->heights != NULL && test_random_percent(random, 30)) {
    edit.kind = OVL_EDIT_HEIGHT;
    edit.value = (uint32_t)test_random_between(random, 0, 9);
  }
  return edit;
}

static ovl_world *bake(model_world *model, const ovl_allocator *allocator) {
  ovl_world *world = NULL;
  ovl_bake_def def = model_bake_def(model);
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.allocator = *allocator;
  return ovl_world_bake(&def, &world, NULL) == OVL_OK ? world : NULL;
}

static ovl_result apply(const edit_chain *chain, const ovl_world *world, const ovl_edit *edits,
                        size_t count, ovl_world **version) {
  ovl_apply_def def = {0};
  def.step_rule = chain->model.has_rule ? model_step_rule : NULL;
  def.step_rule_user = (void *)(uintptr_t)&chain->model.rule;
  return ovl_world_apply(world, edits, count, &def, version, NULL);
}

/* ---- Chains ------------------------------------------------------------------ */

/* Makes a chain. About half of the models have only features that leave layers undirected. */
static bool begin_chain(edit_chain *chain, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  memset(chain, 0, sizeof *chain);
  chain->random.state = seed ^ 0x5851F42D4C957F2Du;
  uint32_t features = (uint32_t)test_random_next(&chain->random) & MODEL_ALL;
  features &= (uint32_t)test_random_next(&chain->random);
  if (test_random_percent(&chain->random, 60)) {
    features &= MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
  }
  const model_limits limits = {.max_side = test_random_percent(&chain->random, 70) ? 60 : 120,
                               .max_region = 20,
                               .most_profiles = 3};
  chain->model = model_world_make(seed, features, limits);
  char words[120];
  model_feature_words(features, words, sizeof words);
  test_context(
      t,
      "%s: %" PRId32 " floors, %" PRId32 "x%" PRId32 ", region %" PRId32 ", %" PRId32 " profiles",
      words, chain->model.floor_count, chain->model.floors[0].width, chain->model.floors[0].height,
      chain->model.tuning.region_cells, chain->model.profile_count);
  chain->last = bake(&chain->model, ovi_allocator_of(NULL));
  chain->same = bake(&chain->model, ovi_allocator_of(NULL));
  if (chain->last == NULL || chain->same == NULL) {
    CHECK(t, false, "bake");
    model_world_free(&chain->model);
    return false;
  }
  return true;
}

static void end_chain(edit_chain *chain) {
  ovl_world_close(chain->last);
  ovl_world_close(chain->same);
  model_world_free(&chain->model);
}

/* Checks a version whose islands must be those of `expected`. */
static void check_version(edit_chain *chain, test_state *t, const ovl_world *version,
                          const ovl_world *expected) {
  const bool has_same_base = version->base == chain->last->base;
  for (uint32_t i = 0; i < version->shared.profile_count && t->failures == 0; i++) {
    const ovi_layer *was = &chain->last->layers[i];
    const ovi_layer *is = &version->layers[i];
    check_partition(t, version, expected, i);
    check_partition(t, chain->last, chain->same, i); /* it is unchanged */
    if (is->profile.is_directed) {
      check_directed(t, version, expected, i);
    } else if (has_same_base) {
      check_numbers(t, chain->last, version, i);
      chain->cuts += is->islands.count > was->islands.count;
      chain->joins += is->islands.count < was->islands.count;
    }
  }
}

/* The terrain and the heights of a floor, which the caller frees. */
static model_floor copy_cells(const model_floor *floor) {
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  model_floor copy = {.terrain = test_allocate(cells, 1)};
  memcpy(copy.terrain, floor->terrain, cells);
  if (floor->heights != NULL) {
    copy.heights = test_allocate(cells, sizeof *copy.heights);
    memcpy(copy.heights, floor->heights, cells * sizeof *copy.heights);
  }
  return copy;
}

static void restore_cells(model_floor *floor, const model_floor *before) {
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  memcpy(floor->terrain, before->terrain, cells);
  if (before->heights != NULL) {
    memcpy(floor->heights, before->heights, cells * sizeof *before->heights);
  }
}

/* Makes some edits of a floor in one call and checks its version, which becomes the last one. Edits
 * that are refused, and those after which the model cannot be baked, are skipped. */
static void next_version(edit_chain *chain, test_state *t) {
  const int32_t number = draw_floor(chain);
  model_floor *floor = &chain->model.floors[number];
  const int32_t most = test_random_percent(&chain->random, 50) ? 1 : MOST_EDITS;
  const size_t count = (size_t)test_random_between(&chain->random, 1, most);
  ovl_edit edits[MOST_EDITS];
  ovl_world *version;
  for (size_t i = 0; i < count; i++) {
    edits[i] = draw_edit(chain, number);
  }
  if (floor->places || apply(chain, chain->last, edits, count, &version) != OVL_OK) {
    return;
  }
  const model_floor before = copy_cells(floor);
  bool is_made = true;
  for (size_t i = 0; i < count && is_made; i++) {
    is_made = edit_model_make(&chain->model, &edits[i]);
  }
  ovl_world *expected = is_made ? bake(&chain->model, ovi_allocator_of(NULL)) : NULL;
  if (expected == NULL) { /* a link's end is blocked, or an extra cost is too much */
    restore_cells(floor, &before);
    ovl_world_close(version);
  } else {
    check_version(chain, t, version, expected);
    ovl_world_close(chain->last);
    ovl_world_close(chain->same);
    chain->last = version;
    chain->same = expected;
  }
  free(before.terrain);
  free(before.heights);
}

static void islands_equal_a_bake_after_edits(test_state *t) {
  uint64_t cuts = 0;
  uint64_t joins = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    edit_chain chain;
    if (!begin_chain(&chain, t, i)) {
      continue;
    }
    for (int k = 0; k < 50 && t->failures == 0; k++) {
      next_version(&chain, t);
    }
    cuts += chain.cuts;
    joins += chain.joins;
    end_chain(&chain);
  }
  CHECK(t, t->failures != 0 || (cuts > 50 && joins > 50),
        "islands were cut only %" PRIu64 " times and joined %" PRIu64 " times", cuts, joins);
}

/* Counts the components with the same number in two layers. */
typedef struct number_comparison {
  const ovi_layer *was, *is;
  uint64_t same, all;
} number_comparison;

static void compare_component(void *user, const ovi_region *region, uint32_t component) {
  number_comparison *comparison = user;
  comparison->same += ovi_region_island(comparison->was, region, component) ==
                      ovi_region_island(comparison->is, region, component);
  comparison->all++;
}

/* A wall through the whole floor is built and removed; afterwards most components have the number
 * that they had before. */
static void islands_keep_their_numbers_when_an_edit_is_undone(test_state *t) {
  number_comparison comparison = {NULL, NULL, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 40, 500); i++) {
    edit_chain chain;
    if (!begin_chain(&chain, t, i)) {
      continue;
    }
    const model_floor *floor = &chain.model.floors[0];
    const ovl_cell middle = {floor->width / 2, 0, 0};
    uint16_t *stamp = test_allocate((size_t)floor->height, sizeof(uint16_t));
    for (int32_t y = 0; y < floor->height; y++) {
      stamp[y] = floor->terrain[y * floor->width + middle.x];
    }
    ovl_edit edit = ovl_edit_rect(middle, 1, floor->height, 0);
    ovl_world *there = NULL;
    ovl_world *back = NULL;
    const bool is_made = !floor->places && apply(&chain, chain.last, &edit, 1, &there) == OVL_OK;
    edit.stamp = stamp;
    if (is_made &&
        CHECK(t, apply(&chain, there, &edit, 1, &back) == OVL_OK, "the edit cannot be undone")) {
      for (uint32_t k = 0; k < back->shared.profile_count; k++) {
        comparison.was = &chain.last->layers[k];
        comparison.is = &back->layers[k];
        check_partition(t, back, chain.same, k);
        each_component(comparison.was, compare_component, &comparison);
      }
    }
    ovl_world_close(there);
    ovl_world_close(back);
    free(stamp);
    end_chain(&chain);
  }
  CHECK(t, t->failures != 0 || comparison.same > comparison.all - comparison.all / 10,
        "only %" PRIu64 " of %" PRIu64 " components have their numbers back", comparison.same,
        comparison.all);
}

/* Gives some components of a file other islands, which only a look at all steps would find. */
static void forge_islands(edit_chain *chain, uint8_t *bytes) {
  const ovi_layer *layer = &chain->last->layers[0];
  uint8_t *islands = file_profile_section(bytes, OVI_SECTION_ISLANDS, 0);
  const int32_t percent = test_random_between(&chain->random, 1, 100);
  for (uint32_t slot = 0; slot < layer->islands.slots; slot++) {
    if (test_random_percent(&chain->random, percent)) {
      const int32_t most = (int32_t)layer->islands.count;
      ovi_put_u32(islands + 4 * slot, (uint32_t)test_random_between(&chain->random, 1, most));
    }
  }
  file_repair(bytes);
}

static void edits_of_forged_islands_end(test_state *t) {
  uint32_t made = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    edit_chain chain;
    if (!begin_chain(&chain, t, i)) {
      continue;
    }
    const world_bytes saved = fixture_save(t, chain.last);
    ovl_world *world = NULL;
    forge_islands(&chain, saved.bytes);
    if (paged_open_in_place(&saved, &world) == OVL_OK) {
      for (int k = 0; k < 20 && t->failures == 0; k++) {
        const ovl_edit edit = draw_edit(&chain, draw_floor(&chain));
        ovl_world *version = NULL;
        if (apply(&chain, world, &edit, 1, &version) == OVL_OK) {
          ovl_world_close(world);
          world = version;
          made++;
        }
      }
    }
    ovl_world_close(world);
    free(saved.bytes);
    end_chain(&chain);
  }
  CHECK(t, t->failures != 0 || made > 500, "only %" PRIu32 " edits were made", made);
}

const test_entry test_island_update_table[] = {
    {"islands_equal_a_bake_after_edits", islands_equal_a_bake_after_edits},
    {"edits_of_forged_islands_end", edits_of_forged_islands_end},
    {"islands_keep_their_numbers_when_an_edit_is_undone",
     islands_keep_their_numbers_when_an_edit_is_undone},
    {NULL, NULL},
};
