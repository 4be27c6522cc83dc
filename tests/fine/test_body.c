/* Tests of body.h: the positions at which a body of N x N cells can stand, on random bits, compared
 * with the definition: all cells that it covers are open. */
#include <inttypes.h>
#include <string.h>

#include "fine/body.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { MOST_WORDS = 3, MOST_ROWS = 144, MOST_SIZE = 16 };

static bool is_open(const uint64_t *rows, int32_t words, int32_t count, int32_t x, int32_t y) {
  return x < 64 * words && y < count && (rows[y * words + x / 64] >> x % 64 & 1) != 0;
}

static bool fits(const uint64_t *rows, int32_t words, int32_t count, int32_t x, int32_t y,
                 int32_t size) {
  for (int32_t dy = 0; dy < size; dy++) {
    for (int32_t dx = 0; dx < size; dx++) {
      if (!is_open(rows, words, count, x + dx, y + dy)) {
        return false;
      }
    }
  }
  return true;
}

static void bodies_fit_where_all_covered_cells_are_open(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 500, 10000); i++) {
    test_random random = {test_begin_case(t, i)};
    uint64_t open[MOST_WORDS * MOST_ROWS];
    uint64_t fit[MOST_WORDS * MOST_ROWS];
    memset(open, 0, sizeof open);
    const int32_t words = test_random_between(&random, 1, MOST_WORDS);
    const int32_t count = test_random_between(&random, 1, MOST_ROWS);
    const int32_t size = test_random_between(&random, 1, MOST_SIZE);
    const int32_t blocked = test_random_between(&random, 0, 60); /* cells in 1,000 */
    for (int32_t cell = 0; cell < 64 * words * count; cell++) {
      const uint64_t bit = (uint64_t)1 << cell % 64;
      open[cell / 64] |= test_random_between(&random, 0, 999) >= blocked ? bit : 0;
    }
    test_context(t, "%" PRId32 " rows of %" PRId32 " words, size %" PRId32, count, words, size);
    memcpy(fit, open, sizeof fit);
    ovi_body_fit(fit, words, count, size);
    for (int32_t cell = 0; t->failures == 0 && cell < 64 * words * count; cell++) {
      const int32_t x = cell % (64 * words);
      const int32_t y = cell / (64 * words);
      const bool expected = fits(open, words, count, x, y, size);
      CHECK(t, is_open(fit, words, count, x, y) == expected,
            "at %" PRId32 ",%" PRId32 ": expected %d", x, y, expected);
    }
  }
}

const test_entry test_body_table[] = {
    {"bodies_fit_where_all_covered_cells_are_open", bodies_fit_where_all_covered_cells_are_open},
    {NULL, NULL},
};
