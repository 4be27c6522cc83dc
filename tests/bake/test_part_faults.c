/* Parts that are damaged, missing or of other maps, and callbacks that fail: each call returns the
 * right error, with the part or the row. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/format/part_format.h"
#include "overland_bake.h"
#include "tests/bake/part_files.h"
#include "tests/support/fixture.h"

/* A map with its parts; every other case has overlays, whose merge is streamed. */
typedef struct part_case {
  test_map map;
  ovl_bake_def bake;
  test_random random;
  part_files parts;
  ovl_fault fault;
} part_case;

enum { PARTS = 3, SIDE = 8 * 9 };

static bool begin(part_case *c, test_state *t, uint64_t index) {
  *c = (part_case){.random = {test_begin_case(t, index) ^ 0x3c6ef372u}};
  const random_map_limits limits = {SIDE, 12, 50};
  do {
    random_map_free(&c->map);
    c->map = random_map_make(test_random_next(&c->random), limits);
  } while (c->map.height < PARTS * c->map.region_cells);
  c->bake = random_map_bake_def(&c->map);
  c->bake.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_ALWAYS : OVL_OVERLAYS_AUTO;
  test_context(t, "%s, %d x %d, regions of %d", c->map.kind, c->map.width, c->map.height,
               c->map.region_cells);
  const part_request request = {.bake = &c->bake, .count = PARTS, .identity = 7};
  return part_files_bake(&c->parts, t, &request, &c->random);
}

static void end(part_case *c) {
  part_files_free(&c->parts);
  random_map_free(&c->map);
}

static ovl_result merge(part_case *c) {
  merged_file merged = {{NULL, 0, 0}, 1};
  const ovl_result result = part_files_merge(&c->parts, &merged, NULL, &c->fault);
  free(merged.file.bytes);
  return result;
}

/* Checks that a merge returns an error, and where its fault is. */
static void expect(part_case *c, test_state *t, ovl_result wanted, uint64_t where,
                   const char *case_name) {
  const ovl_result result = merge(c);
  CHECK(t, result == wanted, "%s: %s (%s)", case_name, ovl_result_text(result), c->fault.what);
  CHECK(t, c->fault.where == where, "%s: %s at %" PRIu64 ", not %" PRIu64, case_name, c->fault.what,
        c->fault.where, where);
}

/* ---- Damage ---------------------------------------------------------------- */

static void parts_damaged(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      for (int flips = 0; flips < 20 && t->failures == 0; flips++) {
        const int32_t part = test_random_between(&c.random, 0, PARTS - 1);
        part_file *file = &c.parts.files[part];
        const int32_t at = test_random_between(&c.random, 0, (int32_t)file->count - 1);
        const uint8_t was = file->bytes[at];
        file->bytes[at] ^= (uint8_t)(1 << test_random_between(&c.random, 0, 7));
        const ovl_result wanted = at < 8    ? OVL_OTHER_PART
                                  : at < 12 ? OVL_OTHER_VERSION
                                            : OVL_WRONG_CHECKSUM;
        test_context(t, "byte %d of %zu", at, file->count);
        expect(&c, t, wanted, (uint64_t)part, "damaged");
        file->bytes[at] = was;
      }
    }
    end(&c);
  }
}

static void parts_cut_short(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      const int32_t part = test_random_between(&c.random, 0, PARTS - 1);
      part_file *file = &c.parts.files[part];
      const size_t count = file->count;
      file->count = (size_t)test_random_between(&c.random, 0, (int32_t)count - 1);
      expect(&c, t, OVL_READ_FAILED, (uint64_t)part, "cut short");
      file->count = count;
    }
    end(&c);
  }
}

/* ---- The wrong parts --------------------------------------------------------- */

static void parts_missing(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 400); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      const int32_t missing = test_random_between(&c.random, 0, PARTS - 1);
      ovl_part_rows rows;
      ovl_part_rows_of(&c.bake, missing, PARTS, &rows, NULL);
      part_files_free(&c.parts);
      for (int32_t k = 0; k < PARTS; k++) {
        const part_request request = {.bake = &c.bake, .index = k, .count = PARTS, .identity = 7};
        if (k != missing) {
          part_file_bake(&c.parts.files[c.parts.count++], &request, &c.fault);
        }
      }
      const uint64_t row = (uint64_t)rows.first_band * (uint64_t)c.map.region_cells;
      expect(&c, t, OVL_MISSING_PART, row, "missing");
      CHECK(t, c.fault.found == (uint64_t)missing + 1, "part %" PRIu64 " is missing, not %d",
            c.fault.found, missing + 1);
      CHECK(t, c.fault.expected == PARTS, "of %" PRIu64 " parts, not %d", c.fault.expected, PARTS);
    }
    end(&c);
  }
}

/* Replaces the last part by another. */
static void replace_last(part_case *c, const part_request *request) {
  part_file *file = &c->parts.files[PARTS - 1];
  free(file->bytes);
  *file = (part_file){.bytes = NULL};
  part_file_bake(file, request, &c->fault);
}

static void parts_foreign(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 400); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      ovl_bake_def other = c.bake;
      part_request request = {.bake = &c.bake, .count = PARTS, .identity = 8};
      replace_last(&c, &request);
      expect(&c, t, OVL_OTHER_PART, PARTS - 1, "another map");
      CHECK(t, c.fault.found == 8 && c.fault.expected == 7, "map %" PRIu64 ", not %" PRIu64,
            c.fault.found, c.fault.expected);
      request = (part_request){.bake = &other, .count = PARTS, .identity = 7};
      other.tuning.spacing_cells = c.bake.tuning.spacing_cells == 1 ? 2 : 1;
      replace_last(&c, &request);
      expect(&c, t, OVL_OTHER_PART, PARTS - 1, "other settings");
      other = c.bake;
      other.weights[3] = 77;
      replace_last(&c, &request);
      expect(&c, t, OVL_OTHER_PART, PARTS - 1, "other weights");
    }
    end(&c);
  }
}

static void parts_given_twice(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 400); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      part_files_free(&c.parts);
      for (int32_t k = 0; k < PARTS + 1; k++) {
        const part_request request = {
            .bake = &c.bake, .index = k % PARTS, .count = PARTS, .identity = 7};
        part_file_bake(&c.parts.files[c.parts.count++], &request, &c.fault);
      }
      expect(&c, t, OVL_OTHER_PART, PARTS, "given twice");
      CHECK(t, c.fault.found == 0, "the first is %" PRIu64, c.fault.found);
    }
    end(&c);
  }
}

/* Parts of two maps with the same identity are refused where they meet. */
static void parts_of_other_rows(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 400); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      ovl_part_rows rows;
      part_files_free(&c.parts);
      for (int32_t k = 0; k < PARTS; k++) {
        const part_request request = {.bake = &c.bake, .index = k, .count = PARTS, .identity = 7};
        ovl_part_rows_of(&c.bake, 1, PARTS, &rows, NULL);
        const int32_t first = rows.first_band * c.map.region_cells;
        /* The first or last row of part 1 differs when part 1 is baked. */
        const int32_t row = i % 4 < 2 ? first : first + rows.bands * c.map.region_cells - 1;
        uint8_t *cell = &c.map.terrain[(size_t)row * (size_t)c.map.width];
        *cell ^= k == 1 ? 1 : 0;
        part_file_bake(&c.parts.files[c.parts.count++], &request, &c.fault);
        *cell ^= k == 1 ? 1 : 0;
      }
      const ovl_result result = merge(&c);
      CHECK(t, result == OVL_OTHER_PART, "%s (%s)", ovl_result_text(result), c.fault.what);
    }
    end(&c);
  }
}

/* ---- Arguments --------------------------------------------------------------- */

static void refuse_part(test_state *t, const ovl_part_def *def, const char *field) {
  ovl_fault fault = {NULL, 0, 0, 0};
  const ovl_result result = ovl_part_bake(def, &fault);
  CHECK(t, result == OVL_BAD_ARGUMENT && strstr(fault.what, field) != NULL, "%s: %s (%s)", field,
        ovl_result_text(result), fault.what);
}

static bool take_nothing(void *user, const void *bytes, size_t byte_count) {
  (void)user;
  (void)bytes;
  (void)byte_count;
  return true;
}

static void parts_refuse(test_state *t) {
  static const uint8_t terrain[64 * 64] = {1};
  ovl_part_def good = {0};
  good.bake.width = good.bake.height = 64;
  good.bake.terrain = terrain;
  good.write = take_nothing;
  good.count = 2;
  CHECK(t, ovl_part_bake(&good, NULL) == OVL_OK, "a good part is refused");
  static const int32_t wrong[4][2] = {{2, 2}, {-1, 2}, {0, -1}, {0, 3}};
  for (int i = 0; i < 4; i++) {
    ovl_part_def def = good;
    ovl_part_rows rows;
    def.index = wrong[i][0];
    def.count = wrong[i][1];
    refuse_part(t, &def, i < 2 ? "index" : "count");
    CHECK(t, ovl_part_rows_of(&def.bake, def.index, def.count, &rows, NULL) == OVL_BAD_ARGUMENT,
          "rows of part %d of %d", def.index, def.count);
    CHECK(t, ovl_part_bytes_needed(&def.bake, def.index, def.count) == 0, "bytes of part %d of %d",
          def.index, def.count);
  }
  ovl_part_def def = good;
  def.write = NULL;
  refuse_part(t, &def, "write");
  ovl_world *older = NULL;
  ovl_bake_def older_def = good.bake;
  older_def.tuning.spacing_cells = 5;
  if (CHECK(t, ovl_world_bake(&older_def, &older, NULL) == OVL_OK, "bake")) {
    def = good;
    def.from = older;
    refuse_part(t, &def, "from");
    ovl_world_close(older);
  }
}

static void parts_merge_refuses(test_state *t) {
  for (int i = 0; i < 4; i++) {
    part_case c;
    if (begin(&c, t, 0)) {
      ovl_merge_def def = {0};
      def.part_count = i == 0 ? 0 : PARTS;
      CHECK(t, ovl_parts_merge(&def, &c.fault) == OVL_BAD_ARGUMENT, "no parts, reader or writer");
      CHECK(t, strcmp(c.fault.what, i == 0 ? "part_count" : "read") == 0, "%s", c.fault.what);
      def.allocator.release = NULL;
      CHECK(t, ovl_parts_merge(&def, NULL) == OVL_BAD_ARGUMENT, "no allocator");
    }
    end(&c);
  }
}

/* ---- Callbacks that fail --------------------------------------------------------------- */

/* A part that is replaced while it is read, by one of the same map with another last row, is
 * noticed where that matters: a merge that succeeds has the bytes of the first part or of the
 * second. */
static void parts_change_while_they_are_read(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 12, 200); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      merged_file whole[2] = {{{NULL, 0, 0}, 1}, {{NULL, 0, 0}, 1}};
      const part_request request = {
          .bake = &c.bake, .index = PARTS - 1, .count = PARTS, .identity = 7};
      uint8_t *row = c.map.terrain + (size_t)c.map.width * (size_t)(c.map.height - 1);
      part_file later = {.bytes = NULL};
      const bool is_first =
          CHECK(t, part_files_merge(&c.parts, &whole[0], NULL, &c.fault) == OVL_OK, "first");
      memset(row, row[0] == 0 ? 1 : 0, (size_t)c.map.width);
      part_file_bake(&later, &request, &c.fault);
      c.parts.later = &later;
      while (ovi_get_u32(c.parts.files[c.parts.later_at].bytes + OVI_HEAD_INDEX) != PARTS - 1) {
        c.parts.later_at++;
      }
      const bool is_second =
          part_files_merge(&c.parts, &whole[1], NULL, &c.fault) == OVL_OK; /* or its seam differs */
      for (uint64_t call = 1; is_first && call <= c.parts.reads && t->failures == 0; call++) {
        merged_file merged = {{NULL, 0, 0}, 1};
        const uint64_t calls = c.parts.reads;
        c.parts.reads = 0;
        c.parts.change_read = call;
        bool is_known = part_files_merge(&c.parts, &merged, NULL, &c.fault) != OVL_OK;
        for (int k = 0; k < (is_second ? 2 : 1); k++) {
          is_known =
              is_known || (merged.file.count == whole[k].file.count &&
                           memcmp(merged.file.bytes, whole[k].file.bytes, merged.file.count) == 0);
        }
        CHECK(t, is_known, "changed at read %" PRIu64, call);
        c.parts.reads = calls;
        free(merged.file.bytes);
      }
      free(later.bytes);
      free(whole[0].file.bytes);
      free(whole[1].file.bytes);
      c.parts.later = NULL;
    }
    end(&c);
  }
}

/* A progress callback that stops the work at one of its calls. */
typedef struct stopper {
  uint64_t calls, stop_at, done, total;
  bool falls; /* `done` became less from a call to the next */
} stopper;

static bool count_calls(void *user, uint64_t done, uint64_t total) {
  stopper *s = user;
  s->falls = s->falls || done < s->done || done > total;
  s->done = done;
  s->total = total;
  return ++s->calls != s->stop_at;
}

static void check_stop(test_state *t, const stopper *s, ovl_result result, const char *what) {
  const bool stopped = s->calls >= s->stop_at;
  CHECK(t, result == (stopped ? OVL_STOPPED : OVL_OK), "%s stopped at %" PRIu64 ": %s", what,
        s->stop_at, ovl_result_text(result));
  CHECK(t, !s->falls && (stopped || s->done == s->total), "%s: %" PRIu64 " of %" PRIu64, what,
        s->done, s->total);
}

static void parts_are_stopped(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 60); i++) {
    part_case c;
    if (begin(&c, t, i)) {
      ovl_result result = OVL_STOPPED;
      for (uint64_t call = 1; result != OVL_OK && t->failures == 0; call++) {
        stopper s = {.stop_at = call};
        c.parts.progress = count_calls;
        c.parts.progress_user = &s;
        result = merge(&c);
        check_stop(t, &s, result, "a merge");
      }
      result = OVL_STOPPED;
      for (uint64_t call = 1; result != OVL_OK && t->failures == 0; call++) {
        stopper s = {.stop_at = call};
        part_file file = {.bytes = NULL};
        ovl_bake_def bake = c.bake;
        bake.progress = count_calls;
        bake.progress_user = &s;
        const part_request request = {.bake = &bake, .count = PARTS, .identity = 7};
        result = part_file_bake(&file, &request, &c.fault);
        check_stop(t, &s, result, "a part");
        free(file.bytes);
      }
    }
    end(&c);
  }
}

const test_entry test_part_faults_table[] = {
    {"parts_damaged", parts_damaged},
    {"parts_cut_short", parts_cut_short},
    {"parts_missing", parts_missing},
    {"parts_foreign", parts_foreign},
    {"parts_given_twice", parts_given_twice},
    {"parts_of_other_rows", parts_of_other_rows},
    {"parts_refuse", parts_refuse},
    {"parts_merge_refuses", parts_merge_refuses},
    {"parts_change_while_they_are_read", parts_change_while_they_are_read},
    {"parts_are_stopped", parts_are_stopped},
    {NULL, NULL}};
