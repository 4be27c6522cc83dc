/* A bake: the map or the version of a world that goes into a file, and the settings of that file.
 * All files of this folder work from it. */
#ifndef OVERLAND_COARSE_FILE_BAKE_H
#define OVERLAND_COARSE_FILE_BAKE_H

#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/slice.h"
#include "overland.h"

/* The sections that state the input of a bake, as they stand in a file. */
typedef struct ovi_given {
  const uint8_t *profiles; /* NULL: none of this is given, and the map has it. The totals in the
                              entries are not read */
  const uint8_t *floors, *links, *places;
  uint64_t map_fingerprint;
} ovi_given;

typedef struct ovi_bake {
  ovi_map map;              /* laid out; if `given` is set, only its sizes are used */
  const ovi_layer *version; /* the layers, one a profile, of a version of a world whose blocks go
                               into the file; NULL: the blocks are made or come from parts */
  ovi_given given;
  bool without_derived; /* leaves labels empty, until the world is refreshed */
  bool checks_blocks;   /* blocks come from files and were checked one by one: checks as well that
                           neighbours agree */
  ovl_overlays overlays;
  int32_t cost_scale;           /* stored, and not looked at; 0: 1 */
  int32_t label_bytes_per_cell; /* most bytes of a profile's labels for each cell of the floors; 0:
                                   none */
  const ovl_allocator *allocator;
  const ovl_jobs *jobs;   /* NULL: none */
  ovi_progress *progress; /* of the call; NULL: nobody asks */
  ovl_fault *fault;       /* names an answer of the step rule, a link or a region that is wrong */
} ovi_bake;

#endif
