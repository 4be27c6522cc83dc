/* Openings by a reader that is late, fails, gives wrong bytes, or gives everything only once: they
 * go on where they were, read nothing twice, and open the same world. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"

enum {
  AMPLE_OPENING_CACHE = 4 << 20, /* for all of a small world */
  LEAST_OPENING_CACHE = 4 << 10,
  MOST_OPENING_STEPS = 100000,
  MOST_PIECES = 512
};

/* How a reader behaves. */
typedef enum opening_mode {
  GIVES_AT_ONCE,
  LATE_AT_RANDOM,
  GIVES_ONCE, /* on the second request, and forgets it then */
  LATE_OR_FAILS,
  LATE_OR_WRONG,
  OPENING_MODES
} opening_mode;

/* A part of the file that was requested. */
typedef struct opening_piece {
  uint64_t offset;
  size_t count;
} opening_piece;

/* A reader of bytes in memory. */
typedef struct opening_reader {
  world_bytes bytes;
  opening_mode mode;
  test_random random;
  uint64_t cut_at;                   /* no bytes can be read from here on */
  uint64_t wrong_piece;              /* the number of the one that is given with a wrong byte */
  opening_piece given[MOST_PIECES];  /* the first of them */
  opening_piece loaded[MOST_PIECES]; /* requested once, and to be given when requested again */
  size_t given_count, loaded_count;
  uint64_t given_bytes;
} opening_reader;

/* A world in memory, its file, and what a reader that is never late gives of it. */
typedef struct opening_case {
  model_fixture f;
  opening_reader reader, prompt;
  bool checks_all;
  size_t cache;
  ovl_open_def def; /* of the last opening */
} opening_case;

/* ---- The reader ----------------------------------------------------------------------------- */

static bool is_same_piece(opening_piece a, opening_piece b) {
  return a.offset == b.offset && a.count == b.count;
}

/* Whether a piece was requested before. If so it is forgotten, and otherwise remembered. */
static bool takes_loaded(opening_reader *r, opening_piece piece) {
  for (size_t i = 0; i < r->loaded_count; i++) {
    if (is_same_piece(r->loaded[i], piece)) {
      r->loaded[i] = r->loaded[--r->loaded_count];
      return true;
    }
  }
  if (r->loaded_count < MOST_PIECES) {
    r->loaded[r->loaded_count++] = piece;
  }
  return false;
}

/* What the mode answers. */
static ovl_read answer_of(opening_reader *r, opening_piece piece) {
  if (piece.offset > r->cut_at || piece.count > r->cut_at - piece.offset) {
    return OVL_READ_ERROR;
  }
  switch (r->mode) {
  case LATE_AT_RANDOM:
    return test_random_percent(&r->random, 60) ? OVL_READ_LATER : OVL_READ_DONE;
  case GIVES_ONCE:
    return takes_loaded(r, piece) ? OVL_READ_DONE : OVL_READ_LATER;
  case LATE_OR_FAILS:
    return test_random_percent(&r->random, 30)   ? OVL_READ_LATER
           : test_random_percent(&r->random, 30) ? OVL_READ_ERROR
                                                 : OVL_READ_DONE;
  case LATE_OR_WRONG:
    return test_random_percent(&r->random, 30) ? OVL_READ_LATER : OVL_READ_DONE;
  default:
    return OVL_READ_DONE;
  }
}

static ovl_read read_opening(void *user, uint64_t offset, void *bytes, size_t count) {
  opening_reader *r = user;
  const opening_piece piece = {offset, count};
  const ovl_read answer = answer_of(r, piece);
  if (answer != OVL_READ_DONE) {
    memset(bytes, 0xA5, count); /* it may have written something */
    return answer;
  }
  memcpy(bytes, r->bytes.bytes + offset, count);
  if (r->given_count == r->wrong_piece ||
      (r->mode == LATE_OR_WRONG && test_random_percent(&r->random, 10))) {
    ((uint8_t *)bytes)[test_random_between(&r->random, 0, (int32_t)count - 1)] ^= 1;
  }
  if (r->given_count < MOST_PIECES) {
    r->given[r->given_count] = piece;
  }
  r->given_count++;
  r->given_bytes += count;
  return OVL_READ_DONE;
}

/* A reader of the same bytes that has given nothing yet. */
static void begin_reader(opening_reader *r, world_bytes bytes, uint64_t seed, opening_mode mode) {
  r->bytes = bytes;
  r->mode = mode;
  r->random = (test_random){seed};
  r->cut_at = bytes.count;
  r->wrong_piece = UINT64_MAX;
  r->given_count = r->loaded_count = 0;
  r->given_bytes = 0;
}

/* ---- Openings ------------------------------------------------------------------------------- */

static ovl_open_def def_of(opening_case *c, const ovl_allocator *hooks) {
  ovl_open_def def = ovl_open_def_default();
  def.byte_count = c->reader.bytes.count;
  def.read = read_opening;
  def.read_user = &c->reader;
  def.resident_bytes = c->cache;
  def.check_all = c->checks_all;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  return def;
}

static ovl_opening *make_opening(opening_case *c, const ovl_allocator *hooks) {
  ovl_opening *opening = NULL;
  c->def = def_of(c, hooks);
  ovl_opening_create(&c->def, &opening, NULL);
  memset(&c->def, 0xA5, sizeof c->def); /* it was copied */
  return opening;
}

static bool may_step_on(ovl_result result, opening_mode mode) {
  return result == OVL_OK || result == OVL_NEEDS_REGIONS || result == OVL_NO_MEMORY ||
         (mode == LATE_OR_FAILS && result == OVL_READ_FAILED) || mode == LATE_OR_WRONG;
}

static ovl_result step_checked(opening_case *c, test_state *t, ovl_opening *opening, bool *done) {
  const ovl_result result = ovl_opening_step(opening, done);
  const char *what = ovl_opening_fault(opening)->what;
  CHECK(t, *done == (result == OVL_OK), "done %d, %s", *done, ovl_result_text(result));
  CHECK(t, (what[0] == 0) == (result == OVL_OK), "'%s' has fault '%s'", ovl_result_text(result),
        what);
  CHECK(t, may_step_on(result, c->reader.mode), "step: '%s', %s", ovl_result_text(result), what);
  return result;
}

/* Steps to the end; returns the number of steps. */
static uint64_t step_to_end(opening_case *c, test_state *t, ovl_opening *opening) {
  uint64_t steps = 0;
  bool done = false;
  while (!done && steps < MOST_OPENING_STEPS && t->failures == 0) {
    step_checked(c, t, opening, &done);
    steps++;
  }
  CHECK(t, done, "not open after %" PRIu64 " steps", steps);
  return steps;
}

/* Compares the file that an opened world is saved as, if its cache is ample for that, and closes
 * it. */
static void check_world(opening_case *c, test_state *t, ovl_world *world) {
  c->reader.mode = GIVES_AT_ONCE;
  if (c->cache == AMPLE_OPENING_CACHE) {
    const world_bytes saved = fixture_save(t, world);
    CHECK(t,
          saved.count == c->reader.bytes.count &&
              memcmp(saved.bytes, c->reader.bytes.bytes, saved.count) == 0,
          "another world");
    free(saved.bytes);
  }
  ovl_world_close(world);
}

static void check_opened(opening_case *c, test_state *t, ovl_opening *opening) {
  ovl_world *world = NULL;
  CHECK(t, ovl_opening_take(opening, &world) == OVL_OK, "take");
  ovl_opening_destroy(opening);
  if (world != NULL) {
    check_world(c, t, world);
  }
}

/* Whether the pieces that were given are those of a prompt reader, in its order; where regions are
 * checked, they may have come in other pieces, of as many bytes, or again if the cache is small. */
static bool gave_the_same(const opening_case *c) {
  const size_t count = c->prompt.given_count;
  if (c->cache != AMPLE_OPENING_CACHE) {
    return true;
  }
  return c->reader.given_bytes == c->prompt.given_bytes &&
         (c->checks_all ||
          (c->reader.given_count == count && count <= MOST_PIECES &&
           memcmp(c->reader.given, c->prompt.given, count * sizeof(opening_piece)) == 0));
}

/* ---- Cases ------------------------------------------------------------------------------------
 */

/* Opens the world of a case by a prompt reader, in one go. A small cache is twice as large as one
 * that was found to be enough: pages that come in another order leave other gaps. */
static bool open_promptly(opening_case *c, test_state *t, bool is_small) {
  ovl_world *world = NULL;
  ovl_result result = OVL_PLANNER_TOO_SMALL;
  c->cache = is_small ? LEAST_OPENING_CACHE : AMPLE_OPENING_CACHE;
  while (result == OVL_PLANNER_TOO_SMALL && c->cache <= AMPLE_OPENING_CACHE) {
    begin_reader(&c->reader, c->reader.bytes, t->case_seed, GIVES_AT_ONCE);
    const ovl_open_def def = def_of(c, NULL);
    result = ovl_world_open_def(&def, &world, NULL);
    c->cache += result == OVL_PLANNER_TOO_SMALL ? c->cache / 2 : 0;
  }
  c->cache *= is_small ? 2 : 1;
  c->prompt = c->reader;
  if (CHECK(t, result == OVL_OK, "open: '%s'", ovl_result_text(result))) {
    check_world(c, t, world);
  }
  return result == OVL_OK;
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
  c->reader.bytes = fixture_save(t, c->f.world);
  if (open_promptly(c, t, checks_all && index / 8 % 2 == 0)) {
    return true;
  }
  free(c->reader.bytes.bytes);
  model_fixture_free(&c->f);
  return false;
}

typedef void (*opening_test)(opening_case *c, test_state *t);

/* Runs a test on worlds of all kinds. */
static void on_worlds(test_state *t, opening_test run, bool checks_all, uint64_t usual,
                      uint64_t more) {
  opening_case *c = malloc(sizeof *c);
  for (uint64_t i = 0; test_more(t, i, usual, more); i++) {
    if (opening_case_make(c, t, i, checks_all)) {
      run(c, t);
      free(c->reader.bytes.bytes);
      model_fixture_free(&c->f);
    }
  }
  free(c);
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void goes_on(opening_case *c, test_state *t) {
  for (int mode = 0; mode < OPENING_MODES; mode++) {
    begin_reader(&c->reader, c->reader.bytes, t->case_seed, (opening_mode)mode);
    ovl_opening *opening = make_opening(c, NULL);
    const uint64_t steps = step_to_end(c, t, opening);
    CHECK(t, mode == LATE_OR_WRONG || gave_the_same(c),
          "mode %d: gave %zu pieces with %" PRIu64 " bytes, a prompt reader %zu with %" PRIu64,
          mode, c->reader.given_count, c->reader.given_bytes, c->prompt.given_count,
          c->prompt.given_bytes);
    CHECK(t, mode != GIVES_AT_ONCE || steps == 1, "%" PRIu64 " steps", steps);
    CHECK(t, mode != GIVES_ONCE || c->checks_all || steps == c->prompt.given_count + 1,
          "%" PRIu64 " steps for %zu pieces", steps, c->prompt.given_count);
    check_opened(c, t, opening);
  }
}

/* Whatever the reader does, an opening reads what a prompt reader is asked for, once. */
static void opening_goes_on_where_it_was(test_state *t) { on_worlds(t, goes_on, false, 120, 5000); }

/* So it does where all of the file is checked. */
static void opening_checks_all_and_goes_on(test_state *t) { on_worlds(t, goes_on, true, 60, 3000); }

/* The most pieces that a section is read in, with what says how much of it is copied. */
enum { PIECES_OF_A_SECTION = 3 };

static void heals(opening_case *c, test_state *t) {
  for (size_t wrong = 0; wrong < c->prompt.given_count; wrong++) {
    begin_reader(&c->reader, c->reader.bytes, t->case_seed + wrong, LATE_OR_WRONG);
    c->reader.mode = GIVES_AT_ONCE;
    c->reader.wrong_piece = wrong;
    ovl_opening *opening = make_opening(c, NULL);
    bool done = false;
    ovl_result first = ovl_opening_step(opening, &done);
    CHECK(t, first == OVL_OK || ovl_opening_step(opening, &done) == OVL_OK,
          "piece %zu: '%s', and then %s", wrong, ovl_result_text(first),
          ovl_opening_fault(opening)->what);
    CHECK(t, c->reader.given_count <= c->prompt.given_count + PIECES_OF_A_SECTION,
          "piece %zu: %zu pieces were read, of %zu", wrong, c->reader.given_count,
          c->prompt.given_count);
    check_opened(c, t, opening);
  }
}

/* A wrong byte in any piece is healed by the next step, which reads only its section again. */
static void opening_reads_wrong_bytes_again(test_state *t) { on_worlds(t, heals, false, 40, 1000); }

static void lacks_memory(opening_case *c, test_state *t) {
  uint64_t allocations = 1;
  for (uint64_t fail_at = 1; fail_at <= allocations + 1 && t->failures == 0; fail_at++) {
    counting_allocator counter = {.fail_at = fail_at};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    begin_reader(&c->reader, c->reader.bytes, t->case_seed, GIVES_ONCE);
    ovl_opening *opening = make_opening(c, &hooks);
    CHECK(t, (opening == NULL) == (fail_at == 1), "creating, allocation %" PRIu64, fail_at);
    if (opening != NULL) {
      step_to_end(c, t, opening);
      CHECK(t, gave_the_same(c), "allocation %" PRIu64 ": %zu pieces", fail_at,
            c->reader.given_count);
      allocations = counter.allocations;
      counter.fail_at = 0;
      check_opened(c, t, opening);
    }
    CHECK(t, counter.live == 0 && counter.wrong_releases == 0,
          "allocation %" PRIu64 ": %" PRIu64 " blocks are left", fail_at, counter.live);
  }
}

/* Each allocation fails once: the next step goes on, and nothing is left. */
static void opening_goes_on_without_memory(test_state *t) {
  on_worlds(t, lacks_memory, false, 20, 500);
  on_worlds(t, lacks_memory, true, 10, 200);
}

static void stops(opening_case *c, test_state *t) {
  bool done = false;
  for (uint64_t steps = 0; !done && t->failures == 0; steps++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    begin_reader(&c->reader, c->reader.bytes, t->case_seed, GIVES_ONCE);
    ovl_opening *opening = make_opening(c, &hooks);
    for (uint64_t i = 0; i < steps && !done; i++) {
      step_checked(c, t, opening, &done);
    }
    ovl_opening_destroy(opening);
    CHECK(t, counter.live == 0 && counter.wrong_releases == 0,
          "after %" PRIu64 " steps %" PRIu64 " blocks are left", steps, counter.live);
  }
}

/* An opening that is destroyed after any step leaves nothing. */
static void opening_leaves_nothing(test_state *t) {
  on_worlds(t, stops, false, 20, 500);
  on_worlds(t, stops, true, 10, 100);
}

/* ---- Files that are wrong ----------------------------------------------------------------- */

/* Steps until the opening ends with another error than that of a late reader. */
static ovl_result step_to_error(ovl_opening *opening, ovl_fault *fault) {
  ovl_result result = OVL_NEEDS_REGIONS;
  bool done = false;
  while (result == OVL_NEEDS_REGIONS) {
    result = ovl_opening_step(opening, &done);
  }
  *fault = *ovl_opening_fault(opening);
  return result;
}

static bool is_same_fault(const ovl_fault *a, const ovl_fault *b) {
  return strcmp(a->what, b->what) == 0 && a->where == b->where && a->found == b->found &&
         a->expected == b->expected;
}

/* Compares the fault of an opening by a late reader, twice, with that of the bytes in place. */
static void check_same_refusal(opening_case *c, test_state *t, size_t count) {
  ovl_world *world = NULL;
  ovl_fault in_place;
  ovl_fault fault;
  const ovl_result expected = ovl_world_open(c->reader.bytes.bytes, count, NULL, &world, &in_place);
  ovl_open_def def = def_of(c, NULL);
  ovl_opening *opening = NULL;
  begin_reader(&c->reader, c->reader.bytes, t->case_seed, GIVES_ONCE);
  def.byte_count = count;
  ovl_opening_create(&def, &opening, NULL);
  for (int i = 0; i < 2; i++) {
    const ovl_result result = step_to_error(opening, &fault);
    CHECK(t, result == expected && is_same_fault(&fault, &in_place),
          "%zu bytes: '%s', %s, in place '%s', %s", count, ovl_result_text(result), fault.what,
          ovl_result_text(expected), in_place.what);
  }
  ovl_opening_destroy(opening);
}

static void is_cut_short(opening_case *c, test_state *t) {
  const size_t all = c->reader.bytes.count;
  test_random random = {t->case_seed ^ 3};
  for (size_t count = 0; count < 400 && count < all; count += 7) {
    check_same_refusal(c, t, count);
  }
  check_same_refusal(c, t, (size_t)test_random_between(&random, 0, (int32_t)all - 1));
  check_same_refusal(c, t, all - 1);
}

/* A file that is cut short is refused with the fault of its bytes in place, by each step. */
static void opening_refuses_what_is_cut_short(test_state *t) {
  on_worlds(t, is_cut_short, false, 20, 500);
}

static void ends_early(opening_case *c, test_state *t) {
  for (size_t piece = 0; piece < c->prompt.given_count; piece++) {
    const opening_piece cut = c->prompt.given[piece];
    ovl_fault fault;
    begin_reader(&c->reader, c->reader.bytes, t->case_seed, GIVES_ONCE);
    c->reader.cut_at = cut.offset + cut.count - 1;
    ovl_opening *opening = make_opening(c, NULL);
    const ovl_result result = step_to_error(opening, &fault);
    CHECK(t, result == OVL_READ_FAILED && strcmp(fault.what, "read") == 0, "piece %zu: '%s', %s",
          piece, ovl_result_text(result), fault.what);
    CHECK(t, fault.where + fault.expected > c->reader.cut_at,
          "%" PRIu64 " bytes at %" PRIu64 " could not be read", fault.expected, fault.where);
    c->reader.cut_at = c->reader.bytes.count;
    step_to_end(c, t, opening);
    CHECK(t, gave_the_same(c), "piece %zu: %zu pieces", piece, c->reader.given_count);
    check_opened(c, t, opening);
  }
}

/* A reader that can't read on names the place, and the opening goes on once it can. */
static void opening_names_what_was_not_read(test_state *t) {
  on_worlds(t, ends_early, false, 20, 500);
}

static void is_in_place(opening_case *c, test_state *t) {
  ovl_open_def def = def_of(c, NULL);
  ovl_opening *opening = NULL;
  ovl_world *world = NULL;
  def.bytes = c->reader.bytes.bytes;
  ovl_opening_create(&def, &opening, NULL);
  bool done = false;
  CHECK(t, step_checked(c, t, opening, &done) == OVL_OK, "a step in place");
  CHECK(t, step_checked(c, t, opening, &done) == OVL_OK, "one more");
  CHECK(t, ovl_opening_take(opening, &world) == OVL_OK, "take");
  CHECK(t, step_checked(c, t, opening, &done) == OVL_OK, "a step behind the end");
  ovl_opening_destroy(opening);
  if (world != NULL) {
    check_world(c, t, world);
  }
}

/* A file in place takes one step. */
static void opening_in_place_takes_one_step(test_state *t) {
  on_worlds(t, is_in_place, false, 10, 100);
  on_worlds(t, is_in_place, true, 10, 100);
}

const test_entry test_opening_table[] = {
    {"opening_goes_on_where_it_was", opening_goes_on_where_it_was},
    {"opening_checks_all_and_goes_on", opening_checks_all_and_goes_on},
    {"opening_reads_wrong_bytes_again", opening_reads_wrong_bytes_again},
    {"opening_goes_on_without_memory", opening_goes_on_without_memory},
    {"opening_leaves_nothing", opening_leaves_nothing},
    {"opening_refuses_what_is_cut_short", opening_refuses_what_is_cut_short},
    {"opening_names_what_was_not_read", opening_names_what_was_not_read},
    {"opening_in_place_takes_one_step", opening_in_place_takes_one_step},
    {NULL, NULL},
};
