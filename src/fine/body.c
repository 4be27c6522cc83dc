/* Joining cells along rows, then rows. Both go upwards in place: what is read lies
 * above what was written. */
#include "fine/body.h"

#include <stdbool.h>

/* The word that begins so many bits after a row's word `at`. */
static uint64_t word_after(const uint64_t *row, int32_t words, int32_t at, int32_t bits) {
  const uint64_t low = row[at] >> bits;
  return at + 1 < words ? low | row[at + 1] << (63 - bits) << 1 : low;
}

/* Leaves the cells of which the next `bits` cells on is set too; fewer than 64. */
static void join_cells(uint64_t *row, int32_t words, int32_t bits) {
  for (int32_t at = 0; at < words; at++) {
    row[at] &= word_after(row, words, at, bits);
  }
}

/* The same for the row so many below. */
static void join_rows(uint64_t *rows, int32_t words, int32_t count, int32_t below) {
  for (int32_t y = 0; y < count; y++) {
    for (int32_t at = 0; at < words; at++) {
      const bool is_given = y + below < count;
      rows[(int64_t)y * words + at] &= is_given ? rows[(int64_t)(y + below) * words + at] : 0;
    }
  }
}

/* How much longer a run of `known` cells is made next. */
static int32_t next_reach(int32_t known, int32_t size) {
  return known < size - known ? known : size - known;
}

void ovi_body_fit(uint64_t *rows, int32_t words, int32_t count, int32_t size) {
  for (int32_t known = 1; known < size; known += next_reach(known, size)) {
    const int32_t reach = next_reach(known, size);
    for (int32_t y = 0; y < count; y++) {
      join_cells(rows + (int64_t)y * words, words, reach);
    }
    join_rows(rows, words, count, reach);
  }
}
