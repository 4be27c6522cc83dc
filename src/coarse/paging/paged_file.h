/* A world file whose regions are checked when they are first read, in memory or by a reader.
 *
 * In memory, a bit for each region, chunk and cluster says whether it was checked; the bits are set
 * by any thread. By a reader, the cache of each caller says it: see pager.h. */
#ifndef OVERLAND_COARSE_PAGING_PAGED_FILE_H
#define OVERLAND_COARSE_PAGING_PAGED_FILE_H

#include "coarse/format/sections.h"
#include "coarse/view/layer.h"
#include "common/arena.h"
#include "common/atomic.h"
#include "overland_stream.h"

/* One bit for each of many items, set from any thread. */
typedef struct ovi_shared_bits {
  atomic_uint *words;
} ovi_shared_bits;

static inline bool ovi_has_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load_explicit(&bits->words[at / 32], memory_order_acquire) >> (at % 32) & 1u) != 0;
}

/* Setting and seeing bits has one order for all threads: if two neighbours are checked at once, one
 * of the two threads sees that the other region was checked, and compares their border. */
static inline void ovi_set_shared_bit(const ovi_shared_bits *bits, uint64_t at) {
  atomic_fetch_or(&bits->words[at / 32], 1u << (at % 32));
}

static inline bool ovi_sees_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load(&bits->words[at / 32]) >> (at % 32) & 1u) != 0;
}

/* A section of 32-bit numbers that is checked chunk by chunk. */
typedef struct ovi_paged_chunks {
  uint64_t at;         /* in the file */
  uint64_t bytes;      /* without the checksums */
  const uint8_t *data; /* NULL: read by a reader */
  const uint8_t *sums; /* a checksum of each chunk */
  uint64_t numbers;
  uint32_t most;           /* numbers are 1 to `most`; 0: any */
  ovi_shared_bits checked; /* in memory: a bit a chunk */
} ovi_paged_chunks;

/* The blocks of the clusters of a layer's overlay. */
typedef struct ovi_paged_overlays {
  uint64_t at;             /* in the file */
  const uint8_t *data;     /* NULL: read by a reader */
  ovi_shared_bits checked; /* in memory: a bit a cluster */
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
  ovi_paged_blocks blocks;
  ovi_shared_bits checked;  /* in memory: regions that are valid in themselves */
  ovi_shared_bits compared; /* and agree with the neighbours that were checked before them */
  uint8_t *placeholder;     /* the block of a region that is closed to everybody */
  uint32_t placeholder_bytes;
  atomic_int fault; /* in memory: the first fault found; OVL_OK: none */
} ovi_paged_file;

/* Makes the paged file of a world whose shared sections and layers were checked. OVL_NO_MEMORY. */
ovl_result ovi_paged_file_make(ovi_paged_file **file, const ovi_shared *shared,
                               const ovi_layer *layers, const ovi_section_views *sections,
                               const ovl_allocator *allocator);
void ovi_paged_file_release(ovi_paged_file *file); /* NULL is allowed */

#endif
