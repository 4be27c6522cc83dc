/* The baker: from a map to the bytes of a world file. */
#ifndef OVERLAND_COARSE_FILE_BAKE_FILE_H
#define OVERLAND_COARSE_FILE_BAKE_FILE_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/buffer.h"
#include "overland.h"

/* What was given to a bake, as it stands in a file. */
typedef struct ovi_given {
  const uint8_t *profiles; /* their sums do not count */
  const uint8_t *floors, *links;
  uint64_t map_fingerprint;
} ovi_given;

typedef struct ovi_bake {
  ovi_map map;              /* laid out */
  const ovi_layer *version; /* NULL: baked from the map. Else the layers, one a profile, of the
                               version of a world that is put into a file, as is what was given */
  ovi_given given;          /* taken for the map's own, of which only sizes are used then; profiles
                               NULL: the map's own are */
  bool later;               /* the estimates are left out, to be made when it is settled */
  bool is_doubtful;         /* blocks come from files and are sound in themselves: what they say of
                               each other is checked */
  int32_t landmarks;        /* on each island */
  ovl_overlays overlays;
  int32_t label_bytes_per_cell; /* that labels of a profile may take; 0: none */
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  ovl_progress_fn progress;
  void *progress_user;
  ovl_fault *fault; /* what is wrong with what the map's step rule answers, or its links */
} ovi_bake;

/* A bake that puts a version into a file; its allocator, and what reports progress, are to be set.
 */
ovi_bake ovi_bake_of_version(const ovi_layer *layers);

/* Bakes into `image`, which is empty and is the caller's to release afterwards,
 * whatever the result: OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the
 * fault. */
ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *image);

#endif
