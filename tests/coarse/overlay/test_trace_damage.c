/* Traces of queries over links in damaged worlds: an event is made only of what was got. A query
 * whose regions are corrupt, or can't be read, ends with an error; one that needed none of them has
 * the answer of the sound world. Files lie in memory of exactly their length, so that a sanitizer
 * finds reads beyond their ends. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_trace.h"
#include "tests/query/trace_log.h"
#include "tests/support/paged_world.h"

enum { CACHE_BYTES = 4 << 20 };

/* A sound world with overlays and links, its file, and answers there and in a damaged one. */
typedef struct damage_case {
  model_fixture f;
  world_bytes sound, damaged;
  paged_reader reader;
  ovl_world *world; /* the damaged one; NULL: it was refused */
  ovl_planner *planner;
  task_answer expected, found;
  trace_log log;
  uint64_t errors; /* queries that met damage */
} damage_case;

static bool damage_case_make(damage_case *d, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  const model_limits limits = {
      .max_side = 130, .max_region = 8, .most_profiles = 1, .has_overlays_alone = true};
  test_random random = {seed};
  const uint32_t drawn = index % 2 == 0 ? 0 : (uint32_t)test_random_next(&random) & MODEL_ALL;
  memset(d, 0, sizeof *d);
  if (!model_fixture_make(&d->f, t,
                          model_world_make(seed, drawn | MODEL_ONE_WAY | MODEL_TWO_WAY, limits))) {
    return false;
  }
  d->sound = fixture_save(t, d->f.world);
  d->damaged = (world_bytes){malloc(d->sound.count), d->sound.count};
  task_answer_make(&d->expected, &d->f);
  task_answer_make(&d->found, &d->f);
  if (d->damaged.bytes == NULL) {
    abort();
  }
  return true;
}

static void close_damaged(damage_case *d) {
  ovl_planner_destroy(d->planner);
  ovl_world_close(d->world);
  d->planner = NULL;
  d->world = NULL;
}

static void damage_case_free(damage_case *d) {
  close_damaged(d);
  trace_log_free(&d->log);
  task_answer_free(&d->expected);
  task_answer_free(&d->found);
  free(d->sound.bytes);
  free(d->damaged.bytes);
  model_fixture_free(&d->f);
}

/* ---- Damage -------------------------------------------------------------- */

/* Flips bits anywhere in the file but in its first bytes, without which no file is opened. */
static void flip_bits(damage_case *d) {
  const int32_t most = (int32_t)d->sound.count - 1;
  memcpy(d->damaged.bytes, d->sound.bytes, d->sound.count);
  for (int32_t flips = test_random_between(&d->f.random, 1, 60); flips > 0; flips--) {
    const int32_t at = test_random_between(&d->f.random, most / 16, most);
    d->damaged.bytes[at] ^= (uint8_t)(1u << test_random_between(&d->f.random, 0, 7));
  }
}

/* Opens the damaged file so that regions are checked when they are touched: in place, or by a
 * reader. */
static void open_flipped(damage_case *d, bool in_place) {
  d->reader = paged_reader_of(&d->damaged, 1);
  if (in_place) {
    paged_open_in_place(&d->damaged, &d->world);
  } else {
    paged_open_read(&d->reader, CACHE_BYTES, &d->world);
  }
}

/* Opens the sound file by a reader one of whose later calls fails. */
static void open_failing(damage_case *d, test_state *t) {
  d->reader = paged_reader_of(&d->sound, 1);
  const ovl_result result = paged_open_read(&d->reader, CACHE_BYTES, &d->world);
  CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result));
  d->reader.fails_at = d->reader.calls + (uint64_t)test_random_between(&d->f.random, 0, 60);
}

/* ---- Questions ----------------------------------------------------------- */

static bool is_damage(ovl_result result) {
  return result == OVL_READ_FAILED || result == OVL_CORRUPT || result == OVL_WRONG_CHECKSUM;
}

/* Asks the damaged world, with a trace, and the sound one. */
static void ask_both(void *user, test_state *t, const task_question *q) {
  damage_case *d = user;
  trace_log_clear(&d->log);
  task_ask(&d->expected, q, d->f.planner, d->f.world);
  task_ask(&d->found, q, d->planner, d->world);
  if (is_damage(d->found.result)) {
    d->errors++;
    return;
  }
  CHECK(t, d->found.result == d->expected.result, "kind %d: '%s', in the damaged world '%s'",
        (int)q->kind, ovl_result_text(d->expected.result), ovl_result_text(d->found.result));
  CHECK(t,
        d->found.path.cost == d->expected.path.cost &&
            d->found.route.cost_to_go == d->expected.route.cost_to_go,
        "a path of %" PRIu64 ", in the damaged world of %" PRIu64, d->expected.path.cost,
        d->found.path.cost);
  CHECK(t, memcmp(d->found.costs, d->expected.costs, sizeof d->found.costs) == 0, "other costs");
}

static void ask_damaged(damage_case *d, test_state *t) {
  static const task_kind kinds[] = {TASK_PATH, TASK_ROUTE, TASK_COSTS, TASK_REACH};
  if (d->world == NULL) {
    return;
  }
  d->planner = fixture_turn_planner(t, d->world);
  for (int k = 0; k < 8 && t->failures == 0; k++) {
    task_question q;
    task_question_draw(&q, k < 4 ? TASK_PATH : kinds[k % 4], &d->f, true);
    if (k < 4) { /* plain paths, which have the longest traces */
      q = (task_question){.kind = TASK_PATH, .query = model_fixture_query(&d->f)};
      q.more = *q.query.more;
    }
    q.query.more = &q.more;
    q.more.trace = trace_log_take;
    q.more.trace_user = &d->log;
    const bool plans_only = test_random_percent(&d->f.random, 20);
    ovl_planner_trace_kinds(d->planner, plans_only ? 1u << OVL_TRACE_ROUTE : UINT32_MAX);
    ovl_planner_trace_segments(d->planner, trace_log_take, &d->log);
    ask_both(d, t, &q);
    if (q.kind == TASK_ROUTE && d->found.result == OVL_OK && d->found.route.cost_to_go != 0) {
      task_segments(t, &q, &d->found, ask_both, d);
    }
  }
  close_damaged(d);
}

/* ---- Tests --------------------------------------------------------------- */

/* Files in place, files by a reader, and a sound file whose reader fails, in turn. */
static void events_read_no_damage(test_state *t) {
  uint64_t errors[3] = {0, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 30, 9000); i++) {
    damage_case d;
    if (!damage_case_make(&d, t, i)) {
      continue;
    }
    for (int times = 0; times < 18 && t->failures == 0; times++) {
      if (times % 3 == 2) {
        open_failing(&d, t);
      } else {
        flip_bits(&d);
        open_flipped(&d, times % 3 == 0);
      }
      d.errors = 0;
      ask_damaged(&d, t);
      errors[times % 3] += d.errors;
    }
    damage_case_free(&d);
  }
  for (int way = 0; way < 3; way++) {
    CHECK(t, errors[way] != 0 || t->failures != 0, "no query met damage by way %d", way);
  }
}

const test_entry test_trace_damage_table[] = {
    {"trace_damage/events-read-no-damage", events_read_no_damage}, {NULL, NULL}};
