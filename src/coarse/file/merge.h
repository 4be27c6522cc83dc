/* Merges the parts of a world into its file.
 *
 * Invariant: the bytes are those of a bake of the whole map. */
#ifndef OVERLAND_COARSE_FILE_MERGE_H
#define OVERLAND_COARSE_FILE_MERGE_H

#include "coarse/file/part_reader.h"
#include "overland_bake.h"

typedef struct ovi_merge {
  ovi_part_reader *parts; /* not open yet */
  ovl_write_at_fn write;
  void *write_user;
  const ovl_jobs *jobs; /* NULL: none */
  ovl_progress_fn progress;
  void *progress_user;
} ovi_merge;

/* Merges the parts and releases them; returns what ovl_parts_merge does. */
ovl_result ovi_merge_parts(const ovi_merge *merge);

#endif
