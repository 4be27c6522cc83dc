/* Flows in worlds that are read through a reader, which may fail: the same steps as in memory, with
 * regions that leave the cache while the flow is used. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_flow.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"
#include "tests/support/query_more.h"

enum {
  MOST_TRIES = 4000,
  LITTLE_BYTES = 64 << 10,
  ENOUGH_BYTES = 1 << 20,
  STEPS = 60,
  PREPARED = 8
};

typedef struct flow_pair {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read;
  ovl_flow *held, *fetched; /* in memory, and by the reader */
  ovl_query query;
  bool is_little; /* the cache */
} flow_pair;

static ovl_flow *flow_of(test_state *t, const ovl_world *world) {
  ovl_flow_def def = {.world = world};
  ovl_flow *flow = NULL;
  CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_OK, "a flow");
  return flow;
}

static bool flow_pair_make(flow_pair *p, test_state *t, uint64_t index, bool fails) {
  static const uint32_t possible =
      MODEL_WEIGHTS | MODEL_EXTRA | MODEL_SIZE | MODEL_CORNERS | MODEL_FLOORS;
  memset(p, 0, sizeof *p);
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 99};
  model_limits limits = model_overlay_limits();
  limits.max_side = 100;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & possible, limits);
  tame_edits_begin(&model);
  if (!model_fixture_make(&p->f, t, model)) {
    return false;
  }
  p->is_little = index % 3 == 0;
  p->bytes = fixture_save(t, p->f.world);
  p->reader = paged_reader_of(&p->bytes, seed);
  const ovl_result opened =
      paged_open_read(&p->reader, p->is_little ? LITTLE_BYTES : ENOUGH_BYTES, &p->read);
  CHECK(t, opened == OVL_OK, "open: %s", ovl_result_text(opened));
  p->reader.failing_percent = fails ? test_random_between(&random, 1, 40) : 0;
  p->held = flow_of(t, p->f.world);
  p->fetched = flow_of(t, p->read);
  return t->failures == 0;
}

static void flow_pair_free(flow_pair *p) {
  ovl_flow_destroy(p->held);
  ovl_flow_destroy(p->fetched);
  ovl_world_close(p->read);
  free(p->bytes.bytes);
  model_fixture_free(&p->f);
}

/* Whether a flow by a reader may say this where one in memory says that. */
static bool is_as_in_memory(const flow_pair *p, ovl_result found, ovl_result expected) {
  return found == expected || (p->is_little && found == OVL_CACHE_TOO_SMALL);
}

static bool begin_both(flow_pair *p, test_state *t) {
  test_random *random = &p->f.random;
  p->query = model_fixture_query(&p->f);
  query_own_more(&p->query, &p->f.more);
  p->f.more.goal_kind = test_random_percent(random, 50) ? OVL_GOAL_CELL : OVL_GOAL_RECT;
  p->f.more.goal_w = test_random_between(random, 1, 20);
  p->f.more.goal_h = test_random_between(random, 1, 20);
  const ovl_result held = ovl_flow_begin(p->held, p->f.world, &p->query);
  ovl_result fetched = OVL_READ_FAILED;
  for (int tries = 0; fetched == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    fetched = ovl_flow_begin(p->fetched, p->read, &p->query);
  }
  CHECK(t, is_as_in_memory(p, fetched, held), "begin: '%s', in memory '%s'",
        ovl_result_text(fetched), ovl_result_text(held));
  return held == OVL_OK && fetched == OVL_OK;
}

static bool same_steps(const ovl_flow_step *a, const ovl_flow_step *b) {
  return model_same_cells(a->next, b->next) && a->cost_to_go == b->cost_to_go &&
         a->link == b->link && a->back == b->back;
}

/* Counts the reads that fail; the flow goes on after each. */
static void compare_steps(flow_pair *p, test_state *t, int count, uint64_t *failed) {
  for (int k = 0; k < count && t->failures == 0; k++) {
    const ovl_cell cell = model_open_cell(&p->f.model, p->query.profile, &p->f.random);
    ovl_flow_step held;
    ovl_flow_step fetched;
    const ovl_result expected = ovl_flow_next(p->held, cell, &held);
    ovl_result found = OVL_READ_FAILED;
    for (int tries = 0; found == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
      found = ovl_flow_next(p->fetched, cell, &fetched);
      CHECK(t, found != OVL_READ_FAILED || fetched.cost_to_go == 0, "a step that failed");
      *failed += found == OVL_READ_FAILED;
    }
    CHECK(t, is_as_in_memory(p, found, expected), "from %d:%d,%d '%s', in memory '%s'",
          (int)cell.floor, (int)cell.x, (int)cell.y, ovl_result_text(found),
          ovl_result_text(expected));
    CHECK(t, found != expected || same_steps(&held, &fetched),
          "from %d:%d,%d to %d,%d at %" PRIu64 ", in memory to %d,%d at %" PRIu64, (int)cell.floor,
          (int)cell.x, (int)cell.y, (int)fetched.next.x, (int)fetched.next.y, fetched.cost_to_go,
          (int)held.next.x, (int)held.next.y, held.cost_to_go);
  }
}

/* Makes tiles in slices, some of which fail. */
static void prepare_both(flow_pair *p, test_state *t) {
  ovl_cell cells[PREPARED];
  bool done = false;
  for (int i = 0; i < PREPARED; i++) {
    cells[i] = model_open_cell(&p->f.model, p->query.profile, &p->f.random);
  }
  CHECK(t, ovl_flow_prepare(p->held, cells, PREPARED, UINT64_MAX, &done) == OVL_OK, "prepare");
  ovl_result found = OVL_OK;
  done = false;
  for (int tries = 0; !done && tries < MOST_TRIES && (found == OVL_OK || found == OVL_READ_FAILED);
       tries++) {
    found = ovl_flow_prepare(p->fetched, cells, PREPARED, 500, &done);
  }
  CHECK(t, is_as_in_memory(p, found, OVL_OK) && (done || found != OVL_OK), "prepare: %s",
        ovl_result_text(found));
}

static void steps_are_those_in_memory(test_state *t) {
  uint64_t failed = 0;
  for (uint64_t i = 0; test_more(t, i, 90, 4000); i++) {
    flow_pair p;
    if (!flow_pair_make(&p, t, i, i % 2 == 0)) {
      continue;
    }
    for (int k = 0; k < 3 && t->failures == 0; k++) {
      if (begin_both(&p, t)) {
        prepare_both(&p, t);
        compare_steps(&p, t, STEPS, &failed);
      }
    }
    flow_pair_free(&p);
  }
  CHECK(t, t->failures != 0 || failed > 5, "only %" PRIu64 " reads failed", failed);
}

/* ---- Versions ------------------------------------------------------------------------------ */

static ovl_world *next_version(const ovl_world *world, const tame_edits *edits) {
  ovl_world *version = NULL;
  ovl_result result = OVL_READ_FAILED;
  for (int tries = 0; result == OVL_READ_FAILED && tries < MOST_TRIES; tries++) {
    result = ovl_world_apply(world, edits->edits, edits->count, &version, NULL);
  }
  return version;
}

/* Moves a flow to a version, in slices. */
static ovl_result renew(ovl_flow *flow, const ovl_world *version) {
  bool done = false;
  ovl_result result = OVL_OK;
  for (int tries = 0;
       !done && tries < MOST_TRIES && (result == OVL_OK || result == OVL_READ_FAILED); tries++) {
    result = ovl_flow_renew(flow, version, 300, &done);
  }
  return result;
}

static void flows_follow_versions(test_state *t) {
  uint64_t renewed = 0;
  uint64_t failed = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 3000); i++) {
    flow_pair p;
    static tame_edits edits;
    if (!flow_pair_make(&p, t, i, i % 2 == 0)) {
      continue;
    }
    ovl_world *held = NULL;
    ovl_world *fetched = NULL;
    if (begin_both(&p, t)) {
      compare_steps(&p, t, STEPS / 4, &failed);
      tame_edits_draw(&edits, &p.f.model, &p.f.random);
      held = next_version(p.f.world, &edits);
      fetched = next_version(p.read, &edits);
    }
    if (held != NULL && fetched != NULL) {
      const ovl_result expected = renew(p.held, held);
      const ovl_result found = renew(p.fetched, fetched);
      CHECK(t, is_as_in_memory(&p, found, expected), "renew: '%s', in memory '%s'",
            ovl_result_text(found), ovl_result_text(expected));
      if (found == OVL_OK && expected == OVL_OK) {
        compare_steps(&p, t, STEPS, &failed);
        renewed++;
      }
    }
    ovl_world_close(held);
    ovl_world_close(fetched);
    flow_pair_free(&p);
  }
  CHECK(t, t->failures != 0 || renewed > 20, "only %" PRIu64 " were renewed", renewed);
}

const test_entry test_flow_read_table[] = {
    {"flow_read/steps-are-those-in-memory", steps_are_those_in_memory},
    {"flow_read/flows-follow-versions", flows_follow_versions},
    {NULL, NULL},
};
