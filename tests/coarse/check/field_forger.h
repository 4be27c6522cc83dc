/* Forges the fields of a file: puts each just below its limits, at them and just above, and beside
 * the value that it has, with all checksums repaired, so that the value itself is judged. */
#ifndef OVERLAND_TESTS_COARSE_CHECK_FIELD_FORGER_H
#define OVERLAND_TESTS_COARSE_CHECK_FIELD_FORGER_H

#include "tests/coarse/check/file_fields.h"
#include "tests/support/fixture.h"

enum { FORGER_MOST_PLACES = 4096 };

/* A structure in a file; `most` is the limit of its field that depends on the world. */
typedef struct field_place {
  file_structure_number structure;
  uint64_t at, most;
} field_place;

typedef enum field_way { CHECKED_WHOLE, CHECKED_ON_TOUCH } field_way;

/* A file whose fields are forged, and where its structures are. */
typedef struct forged_file {
  world_bytes bytes; /* those that are forged */
  uint8_t *saved;    /* as they were */
  field_place places[FORGER_MOST_PLACES];
  uint32_t count;
  void (*repair)(const struct forged_file *file);
  ovl_result (*open)(const struct forged_file *file, field_way way);
  bool is_touched; /* it can also be opened piece by piece */
  void *user;      /* what `open` needs beside the bytes */
} forged_file;

/* Begins a file without places; it owns a copy of the bytes. */
void forged_file_begin(forged_file *file, world_bytes bytes);
void forged_file_end(forged_file *file);

void forged_file_add(forged_file *file, file_structure_number structure, const uint8_t *at,
                     uint64_t most);

/* Adds the first, the last and a drawn one of equal structures. */
void forged_file_add_some(forged_file *file, file_structure_number structure, const uint8_t *first,
                          uint64_t count, uint64_t most, test_random *random);

/* Forges all fields of all places; counts the places by structure. */
void forged_file_check(test_state *t, const forged_file *file, uint32_t *forged);

/* Checks that each structure from the first to the last was forged. */
void forged_file_check_counts(test_state *t, const uint32_t *forged, file_structure_number first,
                              file_structure_number last);

#endif
