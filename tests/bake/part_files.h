/* Bakes the parts of a world into memory, each from the rows that it asks for alone, and merges
 * them. */
#ifndef OVERLAND_TESTS_BAKE_PART_FILES_H
#define OVERLAND_TESTS_BAKE_PART_FILES_H

#include "overland.h"
#include "overland_bake.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"

enum { PART_FILES_MOST = 16 };

typedef struct part_file {
  uint8_t *bytes;
  size_t count, room;
} part_file;

/* The parts of a merge in their order. */
typedef struct part_files {
  part_file files[PART_FILES_MOST];
  int32_t count;
  uint64_t reads;
  const part_file *later; /* file `later_at` from call `change_read` on; NULL: none changes */
  int32_t later_at;
  uint64_t change_read;
  const ovl_jobs *jobs;     /* of the merge */
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
} part_files;

/* A merge and its progress. */
typedef struct merged_file {
  part_file file;
  uint64_t last_at; /* the offset of the last write */
} merged_file;

/* A definition with only the rows that part `index` of `count` asks for. */
typedef struct part_request {
  const ovl_bake_def *bake; /* with whole arrays; its survey decides which rows are asked for */
  int32_t index, count;
  uint64_t identity;
  const ovl_world *from;
} part_request;

/* The rows of a map with one floor, for a survey. */
typedef struct part_survey_rows {
  const ovl_bake_def *bake;  /* with whole arrays */
  uint64_t calls, fail_call; /* the number of the call that fails, from 1; 0: none */
} part_survey_rows;

/* Whether a map has one floor, of cells. */
bool part_files_has_one_floor(const ovl_bake_def *bake);

/* Surveys a map with one floor by reading its rows: the arrays that the call gets hold a single
 * cell. */
ovl_result part_files_survey(part_survey_rows *rows, ovl_survey **survey, ovl_fault *fault);

/* Bakes one part; the caller frees its bytes, whatever the result. */
ovl_result part_file_bake(part_file *file, const part_request *request, ovl_fault *fault);

/* Bakes all parts of a map in a drawn order. False if one fails; it is reported. */
bool part_files_bake(part_files *parts, test_state *t, const part_request *request,
                     test_random *random);
void part_files_free(part_files *parts);

/* Merges parts. */
ovl_result part_files_merge(part_files *parts, merged_file *merged, const ovl_allocator *allocator,
                            ovl_fault *fault);

#endif
