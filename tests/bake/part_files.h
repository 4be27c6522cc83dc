/* Parts of worlds in memory: baked with no more rows than they ask for, and merged. */
#ifndef OVERLAND_TESTS_BAKE_PART_FILES_H
#define OVERLAND_TESTS_BAKE_PART_FILES_H

#include "overland.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { PART_FILES_MOST = 16 };

typedef struct part_file {
  uint8_t *bytes;
  size_t count, room;
  uint64_t writes, fail_write; /* that call, counted from 1, fails; 0: none does */
} part_file;

/* Parts that are merged, in their order. */
typedef struct part_files {
  part_file files[PART_FILES_MOST];
  int32_t count;
  uint64_t reads, fail_read;
  const ovl_jobs *jobs;     /* of the merge */
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
} part_files;

/* What is merged, and how far it got. */
typedef struct merged_file {
  part_file file;
  uint64_t last_at; /* where the last call wrote */
} merged_file;

/* The rows that part `index` of `count` asks for; all else is as in the definition. */
typedef struct part_request {
  const ovl_bake_def *bake; /* with whole arrays */
  int32_t index, count;
  uint64_t identity;
  const ovl_world *from;
} part_request;

/* Bakes one part; the caller frees its bytes, whatever the result. */
ovl_result part_file_bake(part_file *file, const part_request *request, ovl_fault *fault);

/* Bakes all parts of a map in a drawn order. False if one fails; it is reported. */
bool part_files_bake(part_files *parts, test_state *t, const part_request *request,
                     test_random *random);
void part_files_free(part_files *parts);

/* Merges them. */
ovl_result part_files_merge(part_files *parts, merged_file *merged, const ovl_allocator *allocator,
                            ovl_fault *fault);

#endif
