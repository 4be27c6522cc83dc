/* Labels of worlds in place, which are checked when they are first touched: every query has the
 * same answer as in a world that was checked whole, what is found on touch is all that is found at
 * once, and forged labels do no harm. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/coarse/paging/paged_case.h"
#include "tests/support/file_repair.h"
#include "tests/support/test_allocate.h"

static bool labelled_begin(paged_case *p, test_state *t, uint64_t index, int32_t most_side) {
  const model_limits limits = {.max_side = most_side, .max_region = 14, .most_profiles = 2};
  return paged_case_begin(p, t, paged_labelled_make, index, limits);
}

static uint32_t label_count(const ovl_world *world) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    count += world->layers[i].labels.count;
  }
  return count;
}

/* The number of waypoints whose labels were checked since the world was opened. */
static uint32_t touched_count(const ovl_world *world) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const bool has_bits = world->base->paged->labels[i].checked.words != NULL;
    for (uint32_t waypoint = 0; has_bits && waypoint < world->layers[i].labels.count; waypoint++) {
      count += ovi_has_bit(&world->base->paged->labels[i].checked, waypoint) ? 1u : 0u;
    }
  }
  return count;
}

/* Touches all regions, or all labels, of a world in place; returns what was found. */
static ovl_result touch_all(const ovl_world *world, bool regions) {
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_layer *layer = &world->layers[i];
    ovi_source *source = layer->store.source;
    for (uint32_t id = 0; regions && id < ovi_region_count(layer); id++) {
      source->block(source, id);
    }
    for (uint32_t waypoint = 0; !regions && waypoint < layer->labels.count; waypoint++) {
      source->bundle(source, i, waypoint);
    }
  }
  return ovi_pager_outcome(&world->base->pager);
}

/* ---- Answers -------------------------------------------------------------------- */

static void labels_answer_the_same_on_touch(test_state *t) {
  uint32_t some = 0;
  for (uint64_t i = 0; test_more(t, i, 150, 6000); i++) {
    paged_case p;
    if (!labelled_begin(&p, t, i, 120)) {
      continue;
    }
    if (paged_case_open(&p, t, i % 4 == 3 ? 1 << 20 : 0) &&
        CHECK(t, ovi_world_is_paged(p.world) && ovi_world_is_read(p.world) == (i % 4 == 3),
              "it is not checked on touch")) {
      CHECK(t, touched_count(p.world) == 0, "labels were checked when the world was opened");
      paged_case_ask_all(&p, t);
      const uint32_t touched = touched_count(p.world);
      some += touched > 0 && touched < label_count(p.world);
    }
    paged_case_end(&p);
  }
  CHECK(t, t->failures != 0 || some > 15, "in only %" PRIu32 " worlds some labels were touched",
        some);
}

/* ---- Damage ---------------------------------------------------------------------- */

/* A wrong bit of the labels is told by the open, or by the first touch of its labels; until then
 * answers are right. */
static void each_damaged_bit_of_labels_is_told(test_state *t) {
  uint64_t by_open = 0;
  uint64_t by_touch = 0;
  uint64_t by_query = 0;
  for (uint64_t i = 0; test_more(t, i, 12, 200); i++) {
    paged_case p;
    if (!labelled_begin(&p, t, i, 180)) {
      continue;
    }
    uint8_t *section = file_section(p.bytes.bytes, OVI_SECTION_LABELS);
    const size_t count = (size_t)file_section_bytes(p.bytes.bytes, OVI_SECTION_LABELS);
    for (size_t k = 0; k < 400 && t->failures == 0; k++) {
      const size_t at = (size_t)(test_random_next(&p.f.random) % count);
      const uint8_t bit = (uint8_t)(1u << test_random_between(&p.f.random, 0, 7));
      task_question q;
      task_question_draw(&q, k % 2 == 0 ? TASK_ROUTE : TASK_PATH, &p.f, false);
      task_ask(&p.expected, &q, p.whole, p.f.world);
      paged_answer_trim(&p.expected, &q);
      section[at] ^= bit;
      test_context(t, "byte %zu of %zu of the labels", at, count);
      ovl_result result = paged_open_in_place(&p.bytes, &p.world);
      by_open += result != OVL_OK;
      if (result == OVL_OK) {
        p.planner = fixture_turn_planner(t, p.world);
        task_ask(&p.found, &q, p.planner, p.world);
        paged_answer_trim(&p.found, &q);
        const bool is_told = p.found.result == OVL_WRONG_CHECKSUM;
        const char *difference = is_told ? NULL : task_difference(&p.expected, &p.found);
        CHECK(t, difference == NULL, "%s: in memory '%s', damaged '%s'", difference,
              ovl_result_text(p.expected.result), ovl_result_text(p.found.result));
        by_query += is_told;
        result = touch_all(p.world, false);
        by_touch += 1;
      }
      /* the bytes behind the data, which are no part of a bundle, do no harm */
      const size_t padding = (size_t)ovi_chunked_content(count) - OVI_LABELS_PADDING - 8;
      CHECK(t, result == OVL_WRONG_CHECKSUM || (at >= padding && result == OVL_OK),
            "nobody sees it: %s", ovl_result_text(result));
      paged_case_close(&p);
      section[at] ^= bit;
    }
    paged_case_end(&p);
  }
  CHECK(t, t->failures != 0 || (by_open > 100 && by_touch > 100 && by_query > 5),
        "told by opening %" PRIu64 ", by touch %" PRIu64 ", by queries %" PRIu64, by_open, by_touch,
        by_query);
}

/* ---- Forgery ---------------------------------------------------------------------- */

/* Changes a few bytes of the labels, more often of their head than by its length. */
static void forge_some_labels(uint8_t *bytes, test_random *random) {
  uint8_t *section = file_section(bytes, OVI_SECTION_LABELS);
  const uint64_t count = ovi_chunked_content(file_section_bytes(bytes, OVI_SECTION_LABELS));
  for (int32_t changes = test_random_between(random, 1, 3); changes > 0; changes--) {
    const uint64_t most = test_random_percent(random, 40) && count > 600 ? 600 : count;
    uint8_t *at = section + OVI_LABELS_COUNT + test_random_next(random) % (most - OVI_LABELS_COUNT);
    *at = test_random_percent(random, 60) ? *at ^ (uint8_t)(1u << test_random_between(random, 0, 7))
                                          : (uint8_t)test_random_next(random);
  }
}

/* Asks for routes, segments and paths of forged labels: nothing is read out of bounds, which a
 * sanitizer would find. */
static void ask_forged(paged_case *p, test_state *t) {
  for (int k = 0; k < 3; k++) {
    task_question q;
    task_question_draw(&q, k == 0 ? TASK_PATH : TASK_ROUTE, &p->f, false);
    task_ask(&p->found, &q, p->planner, p->world);
    if (q.kind == TASK_ROUTE && p->found.result == OVL_OK) {
      ovl_path path = {.points = p->found.points, .capacity = p->found.capacity};
      ovl_route route = p->found.route;
      for (int step = 0; step < 3 && ovl_route_next(p->planner, p->world, &route, route.position,
                                                    &path) == OVL_OK;
           step++) {
        CHECK(t, path.count <= p->found.capacity, "%zu points", path.count);
      }
    }
  }
}

/* A file is refused when it is opened whole if and only if opening it in place, or touching all of
 * its regions and labels, finds something. */
static void forged_labels_are_told_on_touch(test_state *t) {
  uint32_t at_once = 0;
  uint32_t later = 0;
  uint32_t valid = 0;
  for (uint64_t i = 0; test_more(t, i, 60, 3000); i++) {
    paged_case p;
    if (!labelled_begin(&p, t, i, 70)) {
      continue;
    }
    uint8_t *const right = p.bytes.bytes;
    for (int k = 0; k < 16 && t->failures == 0; k++) {
      ovl_world *whole = NULL;
      p.bytes.bytes = test_bytes(p.bytes.count);
      memcpy(p.bytes.bytes, right, p.bytes.count);
      forge_some_labels(p.bytes.bytes, &p.f.random);
      file_repair(p.bytes.bytes);
      const ovl_result expected = ovl_world_open(p.bytes.bytes, p.bytes.count, &whole, NULL);
      ovl_result found = paged_open_in_place(&p.bytes, &p.world);
      at_once += found != OVL_OK;
      if (found == OVL_OK) {
        p.planner = fixture_turn_planner(t, p.world);
        ask_forged(&p, t);
        found = touch_all(p.world, true);
        found = found == OVL_OK ? touch_all(p.world, false) : found;
        later += found != OVL_OK;
        valid += found == OVL_OK;
      }
      CHECK(t, found == expected, "forgery %d: whole '%s', on touch '%s'", k,
            ovl_result_text(expected), ovl_result_text(found));
      ovl_world_close(whole);
      paged_case_close(&p);
      free(p.bytes.bytes);
    }
    p.bytes.bytes = right;
    paged_case_end(&p);
  }
  CHECK(t, t->failures != 0 || (at_once > 50 && later > 50 && valid > 50),
        "refused at once %" PRIu32 ", later %" PRIu32 ", never %" PRIu32, at_once, later, valid);
}

/* Numbers of waypoints that no label has, or the last one, are refused, and end every query. */
static void forged_numbers_of_waypoints_end_queries(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 12, 300); i++) {
    paged_case p;
    if (!labelled_begin(&p, t, i, 70)) {
      continue;
    }
    paged_open_in_place(&p.bytes, &p.world);
    const ovi_layer *layer = &p.world->layers[0];
    const size_t firsts = (size_t)(layer->labels.firsts - p.bytes.bytes);
    const uint32_t regions = ovi_region_count(layer);
    const uint32_t count = layer->labels.count;
    const uint32_t numbers[] = {UINT32_MAX, UINT32_MAX - 1, count - 1};
    paged_case_close(&p);
    for (uint32_t k = 0; count != 0 && k < 3 * regions && t->failures == 0; k++) {
      uint8_t *first = p.bytes.bytes + firsts + 4 * (size_t)(k / 3);
      const uint32_t right = ovi_get_u32(first);
      ovi_put_u32(first, numbers[k % 3]);
      file_repair(p.bytes.bytes);
      ovl_result found = paged_open_in_place(&p.bytes, &p.world);
      if (found == OVL_OK) {
        p.planner = fixture_turn_planner(t, p.world);
        ask_forged(&p, t);
        found = touch_all(p.world, true);
      }
      CHECK(t, found == (numbers[k % 3] == right ? OVL_OK : OVL_CORRUPT), "number %" PRIu32 ": %s",
            numbers[k % 3], ovl_result_text(found));
      paged_case_close(&p);
      ovi_put_u32(first, right);
      file_repair(p.bytes.bytes);
    }
    paged_case_end(&p);
  }
}

const test_entry test_pager_labels_table[] = {
    {"pager/forged-numbers-of-waypoints-end-queries", forged_numbers_of_waypoints_end_queries},
    {"pager/labels-answer-the-same-on-touch", labels_answer_the_same_on_touch},
    {"pager/each-damaged-bit-of-labels-is-told", each_damaged_bit_of_labels_is_told},
    {"pager/forged-labels-are-told-on-touch", forged_labels_are_told_on_touch},
    {NULL, NULL},
};
