/* Islands after edits: the same sets of cells as a bake of the edited map finds, those that were
 * not touched under their old numbers. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/view/region.h"
#include "overland_edit.h"
#include "tests/model/edit_model.h"
#include "tests/model/model_world.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "version/version.h"

/* A model, its last version, and a bake that this must be like. */
typedef struct chain {
  model_world model;
  ovl_world *last, *same;
  test_random random;
  uint64_t cuts, joins; /* that were met */
} chain;

/* ---- What must hold --------------------------------------------------------- */

/* Calls for each local component of a layer. */
typedef void (*component_fn)(void *user, const ovi_region *region, uint32_t component);

static void each_component(const ovi_layer *layer, component_fn call, void *user) {
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    for (uint32_t c = 0; c < region.components.count; c++) {
      call(user, &region, c);
    }
  }
}

/* Whether numbers of two layers stand for each other, one for one. */
typedef struct matcher {
  test_state *t;
  const ovi_layer *is, *expected;
  uint32_t *there, *back;
  uint32_t most; /* numbers of `is` are below */
} matcher;

static void match_component(void *user, const ovi_region *region, uint32_t component) {
  matcher *m = user;
  const uint32_t is = ovi_region_island(m->is, region, component);
  const uint32_t expected = ovi_region_island(m->expected, region, component);
  if (m->t->failures != 0 ||
      !CHECK(m->t, is != 0 && is < m->most,
             "region %" PRIu32 " component %" PRIu32 ": island %" PRIu32 " of less than %" PRIu32,
             region->id, component, is, m->most)) {
    return;
  }
  m->there[is] = m->there[is] != 0 ? m->there[is] : expected;
  m->back[expected] = m->back[expected] != 0 ? m->back[expected] : is;
  CHECK(m->t, m->there[is] == expected && m->back[expected] == is,
        "region %" PRIu32 " component %" PRIu32 ": island %" PRIu32 " stands for %" PRIu32
        ", not %" PRIu32 ", which is %" PRIu32,
        region->id, component, is, m->there[is], expected, m->back[expected]);
}

static void check_partition(test_state *t, const ovl_world *v, const ovl_world *edited,
                            uint32_t profile) {
  const ovi_layer *layer = &v->layers[profile];
  const ovi_layer *expected = &edited->layers[profile];
  const uint32_t next = v->own[profile].next;
  matcher m = {t,    layer, expected,
               NULL, NULL,  layer->profile.is_directed ? layer->islands.count + 1 : next};
  m.there = test_allocate(m.most, sizeof(uint32_t));
  m.back = test_allocate(expected->islands.count + 1, sizeof(uint32_t));
  CHECK(t, layer->islands.count == expected->islands.count,
        "%" PRIu32 " islands in profile %" PRIu32 ", not %" PRIu32, layer->islands.count, profile,
        expected->islands.count);
  each_component(expected, match_component, &m);
  free(m.there);
  free(m.back);
}

/* A directed layer's are those of the bake, byte for byte. */
static void check_directed(test_state *t, const ovl_world *v, const ovl_world *edited,
                           uint32_t profile) {
  const ovi_layer *layer = &v->layers[profile];
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

/* Which islands of the version before have a component in a region that changed. */
typedef struct toucher {
  test_state *t;
  const ovl_world *before, *after;
  uint32_t profile;
  bool *changed, *touched, *has_heir;
} toucher;

static void touch_component(void *user, const ovi_region *region, uint32_t component) {
  toucher *m = user;
  if (m->changed[region->id]) {
    const ovi_layer *layer = &m->before->layers[m->profile];
    m->touched[ovi_region_island(layer, region, component)] = true;
  }
}

static void check_untouched(void *user, const ovi_region *region, uint32_t component) {
  toucher *m = user;
  const uint32_t was = ovi_region_island(&m->before->layers[m->profile], region, component);
  if (!m->changed[region->id] && !m->touched[was]) {
    const uint32_t is = ovi_region_island(&m->after->layers[m->profile], region, component);
    CHECK(m->t, is == was,
          "region %" PRIu32 ": island %" PRIu32 " was not touched, but is %" PRIu32, region->id,
          was, is);
  }
}

/* A part comes to a new number only if another part kept the old one, or was taken in by another
 * island. */
static void check_heirs(void *user, const ovi_region *region, uint32_t component) {
  toucher *m = user;
  if (m->changed[region->id]) {
    return;
  }
  const uint32_t was = ovi_region_island(&m->before->layers[m->profile], region, component);
  const uint32_t is = ovi_region_island(&m->after->layers[m->profile], region, component);
  if (is >= m->before->own[m->profile].next) {
    CHECK(m->t, m->has_heir[was], "region %" PRIu32 ": island %" PRIu32 " has no heir", region->id,
          was);
  }
}

static void find_heirs(void *user, const ovi_region *region, uint32_t component) {
  toucher *m = user;
  if (m->changed[region->id]) {
    return;
  }
  const uint32_t was = ovi_region_island(&m->before->layers[m->profile], region, component);
  const uint32_t is = ovi_region_island(&m->after->layers[m->profile], region, component);
  if (is < m->before->own[m->profile].next) {
    m->has_heir[was] = true;
  }
}

/* Whether a region's components may be others than before. */
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
  toucher m = {t, before, after, profile, NULL, NULL, NULL};
  const uint32_t region_count = ovi_region_count(&before->layers[0]);
  m.changed = test_allocate(region_count, sizeof(bool));
  m.touched = test_allocate(before->own[profile].next, sizeof(bool));
  m.has_heir = test_allocate(before->own[profile].next, sizeof(bool));
  for (uint32_t id = 0; id < region_count; id++) {
    m.changed[id] = is_changed(&before->layers[profile], &after->layers[profile], id);
  }
  each_component(&before->layers[profile], touch_component, &m);
  each_component(&before->layers[profile], check_untouched, &m);
  each_component(&before->layers[profile], find_heirs, &m);
  each_component(&before->layers[profile], check_heirs, &m);
  free(m.changed);
  free(m.touched);
  free(m.has_heir);
}

/* ---- Edits ------------------------------------------------------------------- */

/* Draws a wall or a street, a rectangle, or a cell, of terrain or sometimes of height. */
static ovl_edit draw_edit(chain *c) {
  test_random *random = &c->random;
  const int32_t number = test_random_between(random, 0, c->model.floor_count - 1);
  const model_floor *floor = &c->model.floors[number];
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
  def.tuning.landmarks = 0;
  def.tuning.label_bytes_per_cell = 0;
  def.allocator = *allocator;
  return ovl_world_bake(&def, &world, NULL) == OVL_OK ? world : NULL;
}

static ovl_result apply(const chain *c, const ovl_world *world, const ovl_edit *edit,
                        ovl_world **version) {
  ovl_apply_def def = ovl_apply_def_default();
  def.step_rule = c->model.has_rule ? model_step_rule : NULL;
  def.step_rule_user = (void *)(uintptr_t)&c->model.rule;
  return ovl_world_apply(world, edit, 1, &def, version, NULL);
}

/* ---- Chains ------------------------------------------------------------------ */

/* Half of the models have only what leaves layers undirected. */
static bool begin_chain(chain *c, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  memset(c, 0, sizeof *c);
  c->random.state = seed ^ 0x5851F42D4C957F2Du;
  uint32_t features = (uint32_t)test_random_next(&c->random) & MODEL_ALL;
  features &= (uint32_t)test_random_next(&c->random);
  if (test_random_percent(&c->random, 60)) {
    features &= MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
  }
  const model_limits limits = {test_random_percent(&c->random, 70) ? 60 : 120, 20, 3};
  c->model = model_world_make(seed, features, limits);
  char words[120];
  model_feature_words(features, words, sizeof words);
  test_context(t,
               "%s: %" PRId32 " floors, %" PRId32 "x%" PRId32 ", region %" PRId32 ", %" PRId32
               " profiles",
               words, c->model.floor_count, c->model.floors[0].width, c->model.floors[0].height,
               c->model.tuning.region_cells, c->model.profile_count);
  c->last = bake(&c->model, ovl_default_allocator());
  c->same = bake(&c->model, ovl_default_allocator());
  if (c->last == NULL || c->same == NULL) {
    CHECK(t, false, "bake");
    model_world_free(&c->model);
    return false;
  }
  return true;
}

static void end_chain(chain *c) {
  ovl_world_close(c->last);
  ovl_world_close(c->same);
  model_world_free(&c->model);
}

/* What holds for a version that is as `expected`. */
static void check_version(chain *c, test_state *t, const ovl_world *v, const ovl_world *expected) {
  const bool goes_on = v->base == c->last->base;
  for (uint32_t i = 0; i < v->shared.profile_count && t->failures == 0; i++) {
    const ovi_layer *was = &c->last->layers[i];
    const ovi_layer *is = &v->layers[i];
    check_partition(t, v, expected, i);
    check_partition(t, c->last, c->same, i); /* it is as it was */
    if (is->profile.is_directed) {
      check_directed(t, v, expected, i);
    } else if (goes_on) {
      check_numbers(t, c->last, v, i);
      c->cuts += is->islands.count > was->islands.count;
      c->joins += is->islands.count < was->islands.count;
    }
  }
}

/* Makes an edit, checks the version that it gives, and goes on with that. Edits that can't be made
 * or baked are skipped. */
static void go_on(chain *c, test_state *t) {
  const ovl_edit edit = draw_edit(c);
  ovl_world *version;
  if (c->model.floors[edit.cell.floor].places || apply(c, c->last, &edit, &version) != OVL_OK) {
    return;
  }
  model_floor *floor = &c->model.floors[edit.cell.floor];
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  uint8_t *terrain = test_allocate(cells, 1);
  memcpy(terrain, floor->terrain, cells);
  edit_model_make(&c->model, &edit);
  ovl_world *expected = bake(&c->model, ovl_default_allocator());
  if (expected == NULL) { /* a link's end is blocked, or an extra cost is too much */
    memcpy(floor->terrain, terrain, cells);
    ovl_world_close(version);
  } else {
    check_version(c, t, version, expected);
    ovl_world_close(c->last);
    ovl_world_close(c->same);
    c->last = version;
    c->same = expected;
  }
  free(terrain);
}

static void islands_after_edits(test_state *t) {
  uint64_t cuts = 0;
  uint64_t joins = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    chain c;
    if (!begin_chain(&c, t, i)) {
      continue;
    }
    for (int k = 0; k < 50 && t->failures == 0; k++) {
      go_on(&c, t);
    }
    cuts += c.cuts;
    joins += c.joins;
    end_chain(&c);
  }
  CHECK(t, t->failures != 0 || (cuts > 50 && joins > 50),
        "islands were cut only %" PRIu64 " times and joined %" PRIu64 " times", cuts, joins);
}

/* How many components have the number that they had. */
typedef struct comparer {
  const ovi_layer *was, *is;
  uint64_t same, all;
} comparer;

static void compare_component(void *user, const ovi_region *region, uint32_t component) {
  comparer *m = user;
  m->same +=
      ovi_region_island(m->was, region, component) == ovi_region_island(m->is, region, component);
  m->all++;
}

/* A wall through everything comes and goes: most numbers are those of before. */
static void islands_come_back(test_state *t) {
  comparer m = {NULL, NULL, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 40, 500); i++) {
    chain c;
    if (!begin_chain(&c, t, i)) {
      continue;
    }
    const model_floor *floor = &c.model.floors[0];
    const ovl_cell middle = {floor->width / 2, 0, 0};
    uint16_t *stamp = test_allocate((size_t)floor->height, sizeof(uint16_t));
    for (int32_t y = 0; y < floor->height; y++) {
      stamp[y] = floor->terrain[y * floor->width + middle.x];
    }
    ovl_edit edit = ovl_edit_rect(middle, 1, floor->height, 0);
    ovl_world *there = NULL;
    ovl_world *back = NULL;
    const bool is_made = !floor->places && apply(&c, c.last, &edit, &there) == OVL_OK;
    edit.stamp = stamp;
    if (is_made && CHECK(t, apply(&c, there, &edit, &back) == OVL_OK, "it does not come back")) {
      for (uint32_t k = 0; k < back->shared.profile_count; k++) {
        m.was = &c.last->layers[k];
        m.is = &back->layers[k];
        check_partition(t, back, c.same, k);
        each_component(m.was, compare_component, &m);
      }
    }
    ovl_world_close(there);
    ovl_world_close(back);
    free(stamp);
    end_chain(&c);
  }
  CHECK(t, t->failures != 0 || m.same > m.all - m.all / 10,
        "only %" PRIu64 " of %" PRIu64 " components have their numbers back", m.same, m.all);
}

/* Whichever allocation of an edit fails, the version before stays and nothing else. */
static void islands_run_out_of_memory(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 300); i++) {
    chain c;
    if (!begin_chain(&c, t, i)) {
      continue;
    }
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    ovl_world *world = bake(&c.model, &hooks);
    const ovl_edit edit = draw_edit(&c);
    const uint64_t live = counter.live;
    ovl_result result = world != NULL ? OVL_NO_MEMORY : OVL_OK;
    for (uint64_t fail_at = 1; result == OVL_NO_MEMORY && t->failures == 0; fail_at++) {
      ovl_world *version;
      counter.allocations = 0;
      counter.fail_at = fail_at;
      result = apply(&c, world, &edit, &version);
      CHECK(t, (result == OVL_NO_MEMORY) == (counter.allocations >= fail_at),
            "allocation %" PRIu64 " fails: %s", fail_at, ovl_result_text(result));
      ovl_world_close(version);
      CHECK(t, counter.live == live && counter.wrong_releases == 0,
            "allocation %" PRIu64 " fails: %" PRIu64 " blocks are kept, %" PRIu64
            " given back with another size",
            fail_at, counter.live - live, counter.wrong_releases);
    }
    ovl_world_close(world);
    end_chain(&c);
  }
}

const test_entry test_island_update_table[] = {
    {"islands_after_edits", islands_after_edits},
    {"islands_come_back", islands_come_back},
    {"islands_run_out_of_memory", islands_run_out_of_memory},
    {NULL, NULL},
};
