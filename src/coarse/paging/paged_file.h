/* A world file whose regions are checked when they are first read, in memory or by a reader.
 *
 * In memory, a bit for each region, chunk, cluster and waypoint with labels says whether it was
 * checked; the bits are set by any thread. By a reader, the cache of each caller says it: see
 * pager.h. */
#ifndef OVERLAND_COARSE_PAGING_PAGED_FILE_H
#define OVERLAND_COARSE_PAGING_PAGED_FILE_H

#include "coarse/format/sections.h"
#include "coarse/view/layer.h"
#include "common/arena.h"
#include "common/atomic.h"
#include "overland_stream.h"

/* A section that is checked chunk by chunk: of 32-bit numbers, or of labels. */
typedef struct ovi_paged_chunks {
  uint64_t at;             /* in the file */
  uint64_t bytes;          /* without the checksums */
  const uint8_t *data;     /* NULL: read by a reader */
  const uint8_t *sums;     /* a checksum of each chunk */
  uint64_t numbers;        /* 0: it is no section of numbers */
  uint32_t most;           /* numbers are 1 to `most`; 0: any */
  ovi_shared_bits checked; /* in memory: a bit a chunk */
} ovi_paged_chunks;

/* The labels of a layer. Those of a bundle are checked as soon as one of its waypoints is touched.
 */
typedef struct ovi_paged_labels {
  ovi_paged_chunks chunks; /* of the section; no bytes: there are no labels */
  uint64_t data_at;        /* of the bundles, in the section */
  ovi_shared_bits checked; /* in memory: a bit a waypoint */
} ovi_paged_labels;

/* The blocks of the clusters of a layer's overlay. */
typedef struct ovi_paged_overlays {
  uint64_t at;             /* in the file */
  const uint8_t *data;     /* NULL: read by a reader */
  ovi_shared_bits checked; /* in memory: a bit for each piece of each cluster */
} ovi_paged_overlays;

/* The blocks of the regions, in memory or read by the caller's function. */
typedef struct ovi_paged_blocks {
  uint64_t at, bytes;  /* in the file */
  const uint8_t *data; /* NULL: read by `read` */
  ovl_read_fn read;
  void *read_user;
} ovi_paged_blocks;

typedef struct ovi_paged_file {
  ovi_object object; /* this struct with all arrays but the file's */
  ovi_shared shared; /* of the world as it was opened */
  ovi_layer *layers; /* one a profile; they have no source */
  ovi_paged_chunks table;
  ovi_paged_chunks *islands; /* one a profile */
  ovi_paged_overlays *overlays;
  ovi_paged_labels *labels;
  ovi_paged_blocks blocks;
  ovi_shared_bits checked;  /* in memory: regions that are valid in themselves */
  ovi_shared_bits compared; /* and agree with the neighbours that were checked before them; of two
                               that are checked at once, one at least sees the other */
  uint8_t *placeholder;     /* the block of a region that is closed to everybody */
  uint32_t placeholder_bytes;
  atomic_int fault;      /* in memory: the result of the first fault found; OVL_OK: none */
  ovl_fault first_fault; /* once has_first_fault is set */
  atomic_bool has_first_fault;
} ovi_paged_file;

/* Makes the paged file of a world whose shared sections and layers were checked, an object of its
 * own: see ovi_object_destroy. OVL_NO_MEMORY. */
ovl_result ovi_paged_file_make(ovi_paged_file **file, const ovi_shared *shared,
                               const ovi_layer *layers, const ovi_section_views *sections,
                               const ovl_allocator *allocator);

#endif
