/* Pages that are dropped: what lies beside them stays, and a file's bytes come back. */
#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tests/tools/reader_check.h"
#include "tools/base/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLATFORM_TEST_BYTES = 1 << 18 };

/* Drops a random part of a block of memory. Only what lies in it may change, to 0. */
static void platform_drops_memory(test_state *t) {
  uint8_t *block = malloc(PLATFORM_TEST_BYTES);
  CHECK(t, block != NULL, "no memory");
  if (block == NULL) {
    return;
  }
  for (uint64_t i = 0; test_more(t, i, 40, 400); i++) {
    test_random random = {test_begin_case(t, i)};
    const size_t begin = (size_t)test_random_between(&random, 0, PLATFORM_TEST_BYTES);
    const size_t count =
        (size_t)test_random_between(&random, 0, PLATFORM_TEST_BYTES - (int32_t)begin);
    memset(block, 7, PLATFORM_TEST_BYTES);
    const bool dropped = platform_drop_pages(block + begin, count);
    size_t beside = 0, within = 0;
    for (size_t at = 0; at < PLATFORM_TEST_BYTES; at++) {
      *(at < begin || at - begin >= count ? &beside : &within) += block[at] != 7;
    }
    CHECK(t, beside == 0, "%zu bytes beside %zu from %zu on", beside, count, begin);
    /* Two pages hold a whole one; pages are of 4 to 64 KB. */
    CHECK(t, dropped ? within > 0 || count < 1 << 17 : within == 0, "%zu of %zu", within, count);
  }
  free(block);
}

static void platform_drops_files(test_state *t) {
  const char *path = own_file("bytes");
  struct platform_mapping mapping;
  FILE *file = fopen(path, "wb");
  CHECK(t, file != NULL, "%s can't be written", path);
  if (file == NULL) {
    return;
  }
  for (uint32_t at = 0; at < PLATFORM_TEST_BYTES; at++) {
    putc((int)(at * 2654435761U >> 24), file);
  }
  fclose(file);
  const char *why = platform_map_file(path, &mapping);
  if (why == NULL) {
    const uint8_t *bytes = mapping.bytes;
    for (int round = 0; round < 3; round++) {
      size_t wrong = 0;
      for (uint32_t at = 0; at < PLATFORM_TEST_BYTES; at++) {
        wrong += bytes[at] != (uint8_t)(at * 2654435761U >> 24);
      }
      CHECK(t, wrong == 0, "%zu bytes in round %d", wrong, round);
      platform_drop_pages((void *)mapping.bytes, mapping.byte_count);
    }
    platform_unmap_file(&mapping);
  }
  remove(path);
  CHECK(t, why == NULL, "%s: %s", path, why != NULL ? why : "");
}

const test_entry test_platform_table[] = {
    {"platform_drops_memory", platform_drops_memory},
    {"platform_drops_files", platform_drops_files},
    {NULL, NULL},
};
