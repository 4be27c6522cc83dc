/* The baker: from a map to the bytes of a world file. */
#ifndef OVI_BAKER_H
#define OVI_BAKER_H

#include "image.h"
#include "map.h"
#include "overland.h"

typedef struct ovi_bake {
  ovi_map map;                  /* laid out */
  int32_t landmarks;            /* on each island */
  int32_t label_bytes_per_cell; /* that labels of a profile may take; 0: none */
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  ovl_progress_fn progress;
  void *progress_user;
  ovl_fault *fault; /* what is wrong with what the map's step rule answers, or its links */
} ovi_bake;

/* Bakes into `image`, which is empty and is the caller's to release afterwards,
 * whatever the result: OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the
 * fault. */
ovl_result ovi_bake_world(const ovi_bake *bake, ovi_image *image);

#endif
