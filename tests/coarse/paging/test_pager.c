/* Worlds whose regions are checked, or fetched, when they are first touched: every query has the
 * same answer as in a world that was checked whole, also if reads fail and the call is made again,
 * or regions are dropped from the cache; corrupt bytes give an error. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_stream.h"
#include "tests/coarse/paging/paged_case.h"
#include "tests/support/file_repair.h"
#include "tests/support/test_allocate.h"

enum { MOST_ASKED = 5000 };

/* Without labels. Every tenth world has so many regions that their table has several chunks. */
static bool paged_begin(paged_case *p, test_state *t, uint64_t index) {
  const model_limits many = {.max_side = 200, .max_region = 8, .most_profiles = 2};
  const model_limits few = {.max_side = 90, .max_region = 14, .most_profiles = 2};
  return paged_case_begin(p, t, paged_fixture_make, index, index % 10 == 9 ? many : few);
}

/* ---- Answers ----------------------------------------------------------------- */

/* In place, and by a reader. */
static void answers_are_the_same(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 120, 12000); i++) {
    const bool is_read = i % 2 != 0;
    paged_case p;
    if (!paged_begin(&p, t, i / 2)) {
      continue;
    }
    if (paged_case_open(&p, t, is_read ? 8u << 20 : 0)) {
      CHECK(t, p.world->base->paged != NULL, "all was checked at once");
      CHECK(t, p.reader.fetched < p.bytes.count / 2 || p.bytes.count < 10000,
            "%" PRIu64 " of %zu bytes fetched to open", p.reader.fetched, p.bytes.count);
      paged_case_ask_all(&p, t);
      CHECK(t,
            !is_read || ovl_planner_residence(p.planner).fetched_bytes != 0 || t->failures != 0 ||
                i / 2 % 7 != 0,
            "nothing was fetched");
    }
    paged_case_end(&p);
  }
}

/* Asks in slices or at once, again and again until no read fails. Returns how often it asked. */
static int ask_again(paged_case *p, test_state *t, const task_question *q) {
  int tries = 0;
  do {
    if (tries % 2 == 0) {
      task_ask(&p->found, q, p->planner, p->world);
    } else {
      bool done = task_begin(&p->found, q, p->planner, p->world) != OVL_OK;
      for (int steps = 0; !done && steps < 100000; steps++) {
        uint64_t spent;
        const uint64_t budget = (uint64_t)test_random_between(&p->f.random, 1, 300);
        const ovl_result result = ovl_task_step(p->planner, budget, &spent, &done);
        CHECK(t, result == OVL_OK && spent <= budget, "step: %s, %" PRIu64 " of %" PRIu64,
              ovl_result_text(result), spent, budget);
      }
      task_take(&p->found, p->planner);
    }
    tries++;
    const ovl_fault *fault = ovl_planner_fault(p->planner);
    CHECK(t,
          p->found.result != OVL_READ_FAILED ||
              (strcmp(fault->what, "read") == 0 && fault->where < p->bytes.count &&
               p->found.path.count == 0 && p->found.route.world == 0),
          "%s at %" PRIu64 ", %zu points", fault->what, fault->where, p->found.path.count);
  } while (p->found.result == OVL_READ_FAILED && tries < MOST_ASKED && t->failures == 0);
  return tries;
}

/* A call that fails may be made again, and gets further; in the end it answers as if no read had
 * failed. */
static void failed_calls_are_made_again(test_state *t) {
  uint64_t asked = 0;
  uint64_t tries = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 4000); i++) {
    paged_case p;
    if (!paged_begin(&p, t, i)) {
      continue;
    }
    if (paged_case_open(&p, t, 8u << 20)) {
      p.reader.missed_before = i % 2 == 0 ? calloc(p.bytes.count, 1) : NULL;
      p.reader.failing_percent = test_random_between(&p.f.random, 5, 70);
      for (int k = 0; k < 6 && t->failures == 0; k++) {
        task_question q;
        const ovl_route none = {0};
        task_question_draw(&q, (task_kind)k, &p.f, true);
        q.route = &none;
        model_fixture_context(&p.f, t, &q.query);
        task_ask(&p.expected, &q, p.whole, p.f.world);
        tries += (uint64_t)ask_again(&p, t, &q);
        asked++;
        paged_answer_trim(&p.expected, &q);
        paged_answer_trim(&p.found, &q);
        const char *difference = task_difference(&p.expected, &p.found);
        CHECK(t, difference == NULL, "%s: kind %d in memory '%s', after failures '%s'", difference,
              k, ovl_result_text(p.expected.result), ovl_result_text(p.found.result));
      }
      free(p.reader.missed_before);
    }
    paged_case_end(&p);
  }
  CHECK(t, t->failures != 0 || tries > 2 * asked, "%" PRIu64 " tries for %" PRIu64 " questions",
        tries, asked);
}

enum { FAR_WIDTH = 800, FAR_HEIGHT = 240, FAR_POINTS = 4096 };

/* A strip with rocks, and walls with gaps, many overlay clusters long. */
static ovl_world *bake_far(test_state *t, test_random *random) {
  static uint8_t terrain[FAR_WIDTH * FAR_HEIGHT];
  const int32_t rocks = test_random_between(random, 0, 12);
  memset(terrain, 1, sizeof terrain);
  for (int32_t x = 1; x < FAR_WIDTH - 1; x++) {
    const bool is_wall = x % 8 == 4 && test_random_percent(random, 60);
    const int32_t gap = test_random_between(random, 0, FAR_HEIGHT - 60);
    for (int32_t y = 0; y < FAR_HEIGHT; y++) {
      const bool is_gap = y >= gap && y < gap + 60;
      if (is_wall ? !is_gap : test_random_percent(random, rocks)) {
        terrain[y * FAR_WIDTH + x] = 0;
      }
    }
  }
  ovl_bake_def def = {0};
  def.terrain = terrain;
  def.width = FAR_WIDTH;
  def.height = FAR_HEIGHT;
  def.tuning.region_cells = OVL_MIN_REGION_CELLS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result));
  return world;
}

/* Finds a path along the strip. */
static ovl_result find_far(ovl_planner *planner, const ovl_world *world, ovl_smoothing smoothing,
                           ovl_path *path) {
  ovl_query query = {0};
  query.start = (ovl_cell){0, FAR_HEIGHT / 2, 0};
  query.goal = (ovl_cell){FAR_WIDTH - 1, FAR_HEIGHT / 2, 0};
  query.smoothing = smoothing;
  return ovl_find_path(planner, world, &query, path);
}

/* A path over overlays may read more than the cache holds. */
static void paths_read_more_than_a_cache_holds(test_state *t) {
  static ovl_cell points[2][FAR_POINTS];
  uint64_t more = 0;
  for (uint64_t i = 0; test_more(t, i, 24, 1000); i++) {
    test_random random = {test_begin_case(t, i)};
    const ovl_smoothing smoothing = (ovl_smoothing)(i % OVL_SMOOTH_COUNT);
    const size_t cache = (size_t)test_random_between(&random, 1, 32) << 16;
    ovl_world *whole = bake_far(t, &random);
    paged_case p = {.bytes = fixture_save(t, whole)};
    ovl_path paths[2] = {{.points = points[0], .capacity = FAR_POINTS},
                         {.points = points[1], .capacity = FAR_POINTS}};
    p.reader = paged_reader_of(&p.bytes, t->case_seed);
    p.whole = fixture_turn_planner(t, whole);
    if (paged_case_open(&p, t, cache)) {
      const ovl_result expected = find_far(p.whole, whole, smoothing, &paths[0]);
      const ovl_result found = find_far(p.planner, p.world, smoothing, &paths[1]);
      const bool is_small = found == OVL_CACHE_TOO_SMALL;
      CHECK(t, found == expected || is_small, "%s instead of %s", ovl_result_text(found),
            ovl_result_text(expected));
      CHECK(t, is_small || fixture_same_paths(&paths[0], &paths[1]),
            "another path, by smoothing %d", (int)smoothing);
      more += !is_small && ovl_planner_residence(p.planner).fetched_bytes > cache;
    }
    paged_case_close(&p);
    ovl_planner_destroy(p.whole);
    ovl_world_close(whole);
    free(p.bytes.bytes);
  }
  CHECK(t, t->failures != 0 || more > 3, "only %" PRIu64 " paths read more", more);
}

/* Asks with the cache that the query said it needs, which it may have to say a few times, for it
 * says what it had met until then. */
static void ask_with_more(paged_case *p, test_state *t, const task_question *q, size_t budget) {
  for (int tries = 0; p->found.result == OVL_CACHE_TOO_SMALL && tries < 8; tries++) {
    const ovl_fault *fault = ovl_planner_fault(p->planner);
    CHECK(t, strcmp(fault->what, "resident_bytes") == 0 && fault->expected > fault->found,
          "%s: %" PRIu64 ", %" PRIu64 " are needed", fault->what, fault->found, fault->expected);
    CHECK(t, p->found.stats.bytes_needed > budget, "%" PRIu64 " would do",
          p->found.stats.bytes_needed);
    budget += (size_t)(fault->expected - fault->found);
    paged_case_close(p);
    if (paged_case_open(p, t, budget)) {
      task_ask(&p->found, q, p->planner, p->world);
    }
  }
}

/* A cache with room for little more than one query needs. */
static void regions_leave_and_come_back(test_state *t) {
  uint64_t too_small = 0;
  uint64_t asked = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 4000); i++) {
    paged_case p;
    if (!paged_begin(&p, t, i)) {
      continue;
    }
    const size_t budget = (size_t)test_random_between(&p.f.random, 4, 24) * 1024;
    if (paged_case_open(&p, t, budget)) {
      for (int k = 0; k < 12 && t->failures == 0; k++) {
        task_question q;
        const task_kind kind = (task_kind)(k % TASK_KINDS);
        task_question_draw(&q, kind == TASK_NEXT ? TASK_REACHES : kind, &p.f, true);
        model_fixture_context(&p.f, t, &q.query);
        task_ask(&p.expected, &q, p.whole, p.f.world);
        task_ask(&p.found, &q, p.planner, p.world);
        const ovl_residence residence = ovl_planner_residence(p.planner);
        CHECK(t, residence.resident_bytes <= budget, "%" PRIu64 " bytes in a cache of %zu",
              residence.resident_bytes, budget);
        const ovl_residence shared = ovl_world_residence(p.world);
        CHECK(t, shared.resident_bytes <= budget && ovl_world_residence(p.f.world).fetches == 0,
              "%" PRIu64 " bytes in the world's cache of %zu, and a world in memory fetches",
              shared.resident_bytes, budget);
        asked++;
        const bool is_too_small = p.found.result == OVL_CACHE_TOO_SMALL;
        ask_with_more(&p, t, &q, budget);
        const char *difference = task_difference(&p.expected, &p.found);
        CHECK(t, difference == NULL, "%s: kind %d in memory '%s', in %zu bytes '%s'", difference,
              (int)q.kind, ovl_result_text(p.expected.result), budget,
              ovl_result_text(p.found.result));
        too_small += is_too_small;
        if (is_too_small) {
          paged_case_close(&p);
          paged_case_open(&p, t, budget);
        }
      }
    }
    paged_case_end(&p);
  }
  CHECK(t, too_small != 0 && too_small * 2 < asked, "%" PRIu64 " of %" PRIu64 " were too large",
        too_small, asked);
}

/* A reader that fails, or returns a wrong byte, at each of its calls in turn. Once it works again,
 * the planner answers as if nothing had been. */
static void each_call_that_fails_is_an_error(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 16, 600); i++) {
    paged_case p;
    task_question q;
    if (!paged_begin(&p, t, i)) {
      continue;
    }
    task_question_draw(&q, i % 2 == 0 ? TASK_PATH : TASK_REACH, &p.f, false);
    task_ask(&p.expected, &q, p.whole, p.f.world);
    paged_answer_trim(&p.expected, &q);
    bool was_met = true;
    for (uint64_t call = 0; was_met && t->failures == 0; call++) {
      const bool fails = (call & 1) == 0;
      p.reader = paged_reader_of(&p.bytes, t->case_seed + call);
      p.reader.fails_at = fails ? call / 2 : UINT64_MAX;
      p.reader.damages_at = fails ? UINT64_MAX : call / 2;
      ovl_result result = paged_open_read(&p.reader, 1 << 20, &p.world);
      if (result == OVL_OK) {
        p.planner = fixture_turn_planner(t, p.world);
        paged_case_ask_traced(&p, &q);
        paged_answer_trim(&p.found, &q);
        result = p.found.result;
        const char *difference = task_difference(&p.expected, &p.found);
        CHECK(t,
              difference == NULL || result == OVL_READ_FAILED || result == OVL_CORRUPT ||
                  result == OVL_WRONG_CHECKSUM,
              "%s and '%s'", difference, ovl_result_text(result));
      }
      was_met = p.reader.calls > call / 2;
      if (p.planner != NULL && result != OVL_OK) {
        p.reader.fails_at = p.reader.damages_at = UINT64_MAX;
        task_ask(&p.found, &q, p.planner, p.world);
        paged_answer_trim(&p.found, &q);
        const char *difference = task_difference(&p.expected, &p.found);
        CHECK(t, difference == NULL, "%s: after a failure '%s'", difference,
              ovl_result_text(p.found.result));
      }
      CHECK(t, !fails || !was_met || result == OVL_READ_FAILED, "call %" PRIu64 " failed: %s",
            call / 2, ovl_result_text(result));
      paged_case_close(&p);
    }
    paged_case_end(&p);
  }
}

/* ---- Damage ------------------------------------------------------------------- */

/* Asks a world of damaged bytes: answers are right, or errors. */
static void ask_damaged(paged_case *p, test_state *t, const task_question *q) {
  paged_case_ask_traced(p, q);
  paged_answer_trim(&p->found, q);
  if (p->found.result == OVL_WRONG_CHECKSUM || p->found.result == OVL_CORRUPT) {
    const ovl_fault *fault = ovl_planner_fault(p->planner);
    CHECK(t, fault->what[0] != 0 && strcmp(fault->what, "world") != 0,
          "'%s' names no part of the file: '%s'", ovl_result_text(p->found.result), fault->what);
    return;
  }
  const char *difference = task_difference(&p->expected, &p->found);
  CHECK(t, difference == NULL, "%s: kind %d in memory '%s', damaged '%s'", difference, (int)q->kind,
        ovl_result_text(p->expected.result), ovl_result_text(p->found.result));
}

/* An edit of a damaged world in place either works or names the damage. */
static void edit_damaged(const paged_case *p, test_state *t) {
  const ovl_edit edit = ovl_edit_rect((ovl_cell){0, 0, 0}, 1, 1, 0);
  ovl_fault fault = {"", 0, 0, 0};
  ovl_world *edited = NULL;
  const ovl_result result = ovl_world_apply(p->world, &edit, 1, &edited, &fault);
  CHECK(t, result == OVL_OK || fault.what[0] != 0, "'%s' without a fault", ovl_result_text(result));
  ovl_world_close(edited);
}

/* Every byte with --long, otherwise every 36th. */
static void each_damaged_byte_is_told_or_of_no_use(test_state *t) {
  const size_t step = t->is_long ? 1 : 36;
  for (uint64_t i = 0; test_more(t, i, 4, 60); i++) {
    paged_case p;
    task_question q;
    if (!paged_begin(&p, t, i)) {
      continue;
    }
    const size_t first = (size_t)test_random_between(&p.f.random, 0, (int32_t)step - 1);
    for (size_t at = first; at < p.bytes.count && t->failures == 0; at += step) {
      const uint8_t bit = (uint8_t)(1u << test_random_between(&p.f.random, 0, 7));
      const task_kind kind = at / step % 3 == 0   ? TASK_REACH
                             : at / step % 3 == 1 ? TASK_ROUTE
                                                  : TASK_PATH;
      task_question_draw(&q, kind, &p.f, false);
      task_ask(&p.expected, &q, p.whole, p.f.world);
      paged_answer_trim(&p.expected, &q);
      p.bytes.bytes[at] ^= bit;
      test_context(t, "byte %zu of %zu", at, p.bytes.count);
      if (paged_open_in_place(&p.bytes, &p.world) == OVL_OK) {
        p.planner = fixture_turn_planner(t, p.world);
        ask_damaged(&p, t, &q);
        edit_damaged(&p, t);
      }
      paged_case_close(&p);
      p.bytes.bytes[at] ^= bit;
    }
    paged_case_end(&p);
  }
}

/* Changes a bit of a block, of an island or of an overlay cluster. */
static void forge(uint8_t *bytes, test_random *random) {
  static const ovi_section sections[] = {OVI_SECTION_BLOCKS, OVI_SECTION_BLOCKS,
                                         OVI_SECTION_ISLANDS, OVI_SECTION_OVERLAYS};
  const ovi_section section = sections[test_random_between(random, 0, 3)];
  const int32_t count = (int32_t)file_section_bytes(bytes, section);
  if (count == 0) {
    return;
  }
  const int32_t first = section == OVI_SECTION_OVERLAYS ? count / 2 : 0;
  const int32_t last = section == OVI_SECTION_ISLANDS ? count / 2 : count - 1;
  uint8_t *at = file_section(bytes, section) + test_random_between(random, first, last);
  *at ^= (uint8_t)(1u << test_random_between(random, 0, 7));
}

/* A file that is refused when it is opened whole is refused as well when a reader checks all of it.
 */
static void a_reader_checks_all_that_there_is(test_state *t) {
  uint64_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    paged_case p;
    if (!paged_begin(&p, t, i)) {
      continue;
    }
    for (int k = 0; k < 12 && t->failures == 0; k++) {
      world_bytes forged = {test_bytes(p.bytes.count), p.bytes.count};
      ovl_open_def def = {0};
      ovl_world *whole = NULL;
      memcpy(forged.bytes, p.bytes.bytes, p.bytes.count);
      if (k != 0) {
        forge(forged.bytes, &p.f.random);
        file_repair(forged.bytes);
      }
      p.reader = paged_reader_of(&forged, t->case_seed);
      def.byte_count = forged.count;
      def.read = paged_read;
      def.read_user = &p.reader;
      def.check_all = true;
      const ovl_result expected = ovl_world_open(forged.bytes, forged.count, &whole, NULL);
      const ovl_result found = ovl_world_open_def(&def, &p.world, NULL);
      CHECK(t, expected == found, "whole '%s', by a reader '%s'", ovl_result_text(expected),
            ovl_result_text(found));
      refused += expected != OVL_OK;
      ovl_world_close(whole);
      paged_case_close(&p);
      free(forged.bytes);
    }
    paged_case_end(&p);
  }
  CHECK(t, refused > 20, "%" PRIu64 " refused", refused);
}

const test_entry test_pager_table[] = {
    {"pager/answers-are-the-same", answers_are_the_same},
    {"pager/failed-calls-are-made-again", failed_calls_are_made_again},
    {"pager/paths-read-more-than-a-cache-holds", paths_read_more_than_a_cache_holds},
    {"pager/regions-leave-and-come-back", regions_leave_and_come_back},
    {"pager/each-call-that-fails-is-an-error", each_call_that_fails_is_an_error},
    {"pager/each-damaged-byte-is-told-or-of-no-use", each_damaged_byte_is_told_or_of_no_use},
    {"pager/a-reader-checks-all-that-there-is", a_reader_checks_all_that_there_is},
    {NULL, NULL},
};
