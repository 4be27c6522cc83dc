/* Openings by a reader that fails, gives wrong bytes or has not all of the file, and by an
 * allocator without memory: each is an error that leaves nothing, and another call opens the same
 * world. And the progress of openings, which stops them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"

enum {
  AMPLE_OPENING_CACHE = 4 << 20, /* for all of a small world */
  LEAST_OPENING_CACHE = 4 << 10
};

/* The reports of an opening's progress. */
typedef struct opening_reports {
  uint64_t count, done, total;
  uint64_t stops_at; /* the report that stops it; UINT64_MAX: none does */
  bool falls;        /* `done` fell, or `total` changed */
} opening_reports;

/* A world in memory, its file, and a reader of that. */
typedef struct opening_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  bool checks_all;
  size_t cache;
  uint64_t reads; /* of an opening */
  opening_reports reports;
} opening_case;

/* ---- Openings ------------------------------------------------------------------------------- */

static bool report(void *user, uint64_t done, uint64_t total) {
  opening_reports *reports = user;
  reports->falls = reports->falls || done < reports->done || done > total ||
                   (reports->count != 0 && total != reports->total);
  reports->done = done;
  reports->total = total;
  return reports->count++ != reports->stops_at;
}

/* Opens the file in place or by the reader, whose settings stay. */
static ovl_result open_case(opening_case *c, bool in_place, const ovl_allocator *hooks,
                            ovl_world **world, ovl_fault *fault) {
  ovl_open_def def = {0};
  const uint64_t stops_at = c->reports.stops_at;
  c->reports = (opening_reports){.stops_at = stops_at};
  def.bytes = in_place ? c->bytes.bytes : NULL;
  def.byte_count = c->bytes.count;
  def.read = paged_read;
  def.read_user = &c->reader;
  def.resident_bytes = c->cache;
  def.check_all = c->checks_all;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  def.progress = report;
  def.progress_user = &c->reports;
  return ovl_world_open_def(&def, world, fault);
}

static void calm(opening_case *c) {
  c->reader = paged_reader_of(&c->bytes, 1);
  c->reports.stops_at = UINT64_MAX;
}

/* Opens the world once more, by a reader that does not fail, and compares the file that it is saved
 * as, if the cache is ample for that. */
static void check_opens(opening_case *c, test_state *t, bool in_place) {
  ovl_world *world = NULL;
  ovl_fault fault;
  calm(c);
  const ovl_result result = open_case(c, in_place, NULL, &world, &fault);
  c->reads = c->reader.calls;
  if (!CHECK(t, result == OVL_OK && fault.what[0] == 0, "open: '%s', %s", ovl_result_text(result),
             fault.what)) {
    return;
  }
  CHECK(t, !c->reports.falls && c->reports.done == c->reports.total,
        "progress of %" PRIu64 " to %" PRIu64, c->reports.done, c->reports.total);
  CHECK(t, c->reports.count != 0 || (in_place && !c->checks_all), "nothing is reported");
  if (c->cache == AMPLE_OPENING_CACHE) {
    const world_bytes saved = fixture_save(t, world);
    CHECK(t, saved.count == c->bytes.count && memcmp(saved.bytes, c->bytes.bytes, saved.count) == 0,
          "another world");
    free(saved.bytes);
  }
  ovl_world_close(world);
}

/* Opens with counted memory, of which nothing may be left. */
static ovl_result open_counted(opening_case *c, test_state *t, bool in_place,
                               counting_allocator *counter, ovl_fault *fault) {
  ovl_world *world = NULL;
  const ovl_allocator hooks = counting_allocator_hooks(counter);
  const ovl_result result = open_case(c, in_place, &hooks, &world, fault);
  CHECK(t, (world != NULL) == (result == OVL_OK) && (fault->what[0] == 0) == (result == OVL_OK),
        "'%s' has fault '%s'", ovl_result_text(result), fault->what);
  counter->fail_at = 0;
  ovl_world_close(world);
  CHECK(t, counter->live == 0 && counter->wrong_releases == 0, "'%s' leaves %" PRIu64 " blocks",
        ovl_result_text(result), counter->live);
  return result;
}

/* ---- Cases ------------------------------------------------------------------------------------
 */

/* Finds a cache that is enough to check all, small or ample. */
static void find_cache(opening_case *c, bool is_small) {
  ovl_result result = OVL_CACHE_TOO_SMALL;
  c->cache = is_small ? LEAST_OPENING_CACHE : AMPLE_OPENING_CACHE;
  while (result == OVL_CACHE_TOO_SMALL && c->cache < AMPLE_OPENING_CACHE) {
    ovl_world *world = NULL;
    ovl_fault fault;
    calm(c);
    result = open_case(c, false, NULL, &world, &fault);
    c->cache += result == OVL_CACHE_TOO_SMALL ? c->cache / 2 : 0;
    ovl_world_close(world);
  }
}

/* Worlds of all kinds, half of them with labels. */
static bool opening_case_make(opening_case *c, test_state *t, uint64_t index, bool checks_all) {
  memset(c, 0, sizeof *c);
  c->checks_all = checks_all;
  model_limits limits = model_usual_limits();
  limits.max_side = 60;
  const bool is_made = index % 2 == 0 ? paged_fixture_make(&c->f, t, index / 2, limits)
                                      : paged_labelled_make(&c->f, t, index / 2, limits);
  if (!is_made) {
    return false;
  }
  c->bytes = fixture_save(t, c->f.world);
  find_cache(c, checks_all && index / 8 % 2 == 0);
  return true;
}

typedef void (*opening_test)(opening_case *c, test_state *t);

/* Runs a test on worlds of all kinds. */
static void on_worlds(test_state *t, opening_test run, bool checks_all, uint64_t usual,
                      uint64_t more) {
  opening_case *c = malloc(sizeof *c);
  for (uint64_t i = 0; test_more(t, i, usual, more); i++) {
    if (opening_case_make(c, t, i, checks_all)) {
      run(c, t);
      free(c->bytes.bytes);
      model_fixture_free(&c->f);
    }
  }
  free(c);
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void fails_at_each_read(opening_case *c, test_state *t) {
  check_opens(c, t, false);
  const uint64_t reads = c->reads;
  for (uint64_t read = 0; read < reads && t->failures == 0; read++) {
    counting_allocator counter = {0};
    ovl_fault fault;
    calm(c);
    c->reader.fails_at = read;
    const ovl_result result = open_counted(c, t, false, &counter, &fault);
    CHECK(t,
          result == OVL_READ_FAILED && strcmp(fault.what, "read") == 0 &&
              fault.where + fault.expected <= c->bytes.count,
          "read %" PRIu64 ": '%s', %s at %" PRIu64, read, ovl_result_text(result), fault.what,
          fault.where);
  }
  check_opens(c, t, false);
}

/* Whichever read fails, the opening fails, names its place, and leaves nothing. */
static void opening_fails_with_its_reader(test_state *t) {
  on_worlds(t, fails_at_each_read, false, 60, 3000);
  on_worlds(t, fails_at_each_read, true, 20, 1000);
}

static void is_damaged_at_each_read(opening_case *c, test_state *t) {
  check_opens(c, t, false);
  const uint64_t reads = c->reads;
  for (uint64_t read = 0; read < reads && t->failures == 0; read++) {
    counting_allocator counter = {0};
    ovl_fault fault;
    calm(c);
    c->reader = paged_reader_of(&c->bytes, t->case_seed + read);
    c->reader.damages_at = read;
    open_counted(c, t, false, &counter, &fault);
  }
  check_opens(c, t, false);
}

/* A wrong byte is an error, or of no use; and it does not stay. */
static void opening_bears_wrong_bytes(test_state *t) {
  on_worlds(t, is_damaged_at_each_read, false, 40, 1000);
  on_worlds(t, is_damaged_at_each_read, true, 10, 300);
}

static void lacks_memory(opening_case *c, test_state *t) {
  for (int in_place = 0; in_place < 2; in_place++) {
    ovl_result result = OVL_NO_MEMORY;
    for (uint64_t fail_at = 1; result == OVL_NO_MEMORY && t->failures == 0; fail_at++) {
      counting_allocator counter = {.fail_at = fail_at};
      ovl_fault fault;
      calm(c);
      result = open_counted(c, t, in_place != 0, &counter, &fault);
      CHECK(t, result == OVL_OK || result == OVL_NO_MEMORY, "allocation %" PRIu64 ": %s", fail_at,
            ovl_result_text(result));
    }
  }
}

/* Each allocation that fails is an error that leaves nothing. */
static void opening_without_memory(test_state *t) {
  on_worlds(t, lacks_memory, false, 20, 500);
  on_worlds(t, lacks_memory, true, 10, 200);
}

static void stops_at_each_report(opening_case *c, test_state *t) {
  for (int in_place = 0; in_place < 2; in_place++) {
    check_opens(c, t, in_place != 0);
    const uint64_t reports = c->reports.count;
    for (uint64_t at = 0; at < reports && t->failures == 0; at += 1 + reports / 40) {
      counting_allocator counter = {0};
      ovl_fault fault;
      calm(c);
      c->reports.stops_at = at;
      const ovl_result result = open_counted(c, t, in_place != 0, &counter, &fault);
      CHECK(t, result == OVL_STOPPED && c->reports.count == at + 1,
            "report %" PRIu64 ": '%s' after %" PRIu64, at, ovl_result_text(result),
            c->reports.count);
    }
  }
}

/* The progress grows to its end, and any report stops the opening. */
static void opening_is_stopped_by_its_progress(test_state *t) {
  on_worlds(t, stops_at_each_report, false, 20, 500);
  on_worlds(t, stops_at_each_report, true, 20, 500);
}

static bool is_same_fault(const ovl_fault *a, const ovl_fault *b) {
  return strcmp(a->what, b->what) == 0 && a->where == b->where && a->found == b->found &&
         a->expected == b->expected;
}

/* Compares the fault of an opening by a reader with that of the bytes in place. */
static void check_same_refusal(opening_case *c, test_state *t, size_t count) {
  ovl_world *world = NULL;
  counting_allocator counter = {0};
  ovl_fault in_place;
  ovl_fault fault;
  const size_t all = c->bytes.count;
  const ovl_result expected = ovl_world_open(c->bytes.bytes, count, &world, &in_place);
  c->bytes.count = count;
  calm(c);
  const ovl_result result = open_counted(c, t, false, &counter, &fault);
  c->bytes.count = all;
  CHECK(t, result == expected && is_same_fault(&fault, &in_place),
        "%zu bytes: '%s', %s, in place '%s', %s", count, ovl_result_text(result), fault.what,
        ovl_result_text(expected), in_place.what);
}

static void is_cut_short(opening_case *c, test_state *t) {
  const size_t all = c->bytes.count;
  test_random random = {t->case_seed ^ 3};
  for (size_t count = 0; count < 400 && count < all; count += 7) {
    check_same_refusal(c, t, count);
  }
  check_same_refusal(c, t, (size_t)test_random_between(&random, 0, (int32_t)all - 1));
  check_same_refusal(c, t, all - 1);
}

/* A file that is cut short is refused with the fault of its bytes in place. */
static void opening_refuses_what_is_cut_short(test_state *t) {
  on_worlds(t, is_cut_short, false, 20, 500);
}

const test_entry test_opening_table[] = {
    {"opening_fails_with_its_reader", opening_fails_with_its_reader},
    {"opening_bears_wrong_bytes", opening_bears_wrong_bytes},
    {"opening_without_memory", opening_without_memory},
    {"opening_is_stopped_by_its_progress", opening_is_stopped_by_its_progress},
    {"opening_refuses_what_is_cut_short", opening_refuses_what_is_cut_short},
    {NULL, NULL},
};
