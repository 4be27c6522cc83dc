/* One world file opened in several ways: in memory, checked on first touch, by a reader. */
#ifndef OVERLAND_TESTS_SUPPORT_PAGED_WORLD_H
#define OVERLAND_TESTS_SUPPORT_PAGED_WORLD_H

#include "overland_stream.h"
#include "tests/support/fixture.h"
#include "tests/support/task_answer.h"

/* A reader of bytes in memory, and how it behaves. */
typedef struct paged_reader {
  const uint8_t *bytes;
  size_t count;
  test_random random;
  int32_t failing_percent; /* of calls */
  uint8_t *missed_before;  /* a byte for each of the file: what begins there fails once, and comes
                              from then on, as where a loader fetches what was missed; or NULL */
  uint64_t fails_at;       /* the call that fails; UINT64_MAX: none does */
  uint64_t damages_at;     /* the call that gives a wrong byte */
  uint64_t calls, fetched;
  bool is_shared; /* by threads: nothing is counted or drawn */
} paged_reader;

paged_reader paged_reader_of(const world_bytes *bytes, uint64_t seed);
bool paged_read(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* A world without labels; some have overlays, and some are directed. */
bool paged_fixture_make(model_fixture *f, test_state *t, uint64_t index, model_limits limits);

/* The same with labels, if it has waypoints and they fit: in place they are checked on first touch,
 * and a reader fetches all. Half of them have overlays as well. */
bool paged_labelled_make(model_fixture *f, test_state *t, uint64_t index, model_limits limits);

/* Opened in place, on first touch; and by a reader. NULL if it failed. */
ovl_result paged_open_in_place(const world_bytes *bytes, ovl_world **world);
ovl_result paged_open_read(paged_reader *reader, size_t resident_bytes, ovl_world **world);

/* Clears what a buffer holds beyond its answer. */
void paged_answer_trim(task_answer *a, const task_question *q);

#endif
