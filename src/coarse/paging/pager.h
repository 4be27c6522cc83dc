/* Worlds that are not checked, or not even read, before they are used: regions come in when they
 * are first looked into.
 *
 * A paged file knows where everything of a world file lies. In place the bytes are there, and a
 * bit for each region and chunk says whether it was checked. By a reader they are fetched into a
 * cache, and checked whenever they are fetched.
 *
 * What is wrong or missing is noted, and a placeholder is given instead: a region that is closed
 * and has no waypoints. So nothing that looks into a world has to know of it; whoever began looks
 * at the outcome in the end, and takes no answer that came of a placeholder.
 *
 * Invariant: what is given has passed the gate: it can be looked into like a region of a world that
 * was checked whole, but for what lies beyond its borders. Two regions that are held at once know
 * the same waypoints, unless one is a placeholder: who goes over a border looks whether the other
 * side knows its waypoint. A region that was given as a placeholder stays one until the task begins
 * again. One that was given as it is does so while it is held; once it is let go (ovi_layer_unpin)
 * it may come as a placeholder, so who lets go keeps nothing that hangs on what it saw before. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_H
#define OVERLAND_COARSE_PAGING_PAGER_H

#include "coarse/check/world_check.h"
#include "coarse/paging/page_cache.h"
#include "coarse/view/layer.h"
#include "common/atomic.h"
#include "overland_stream.h"

/* A bit for each of many things, set from any thread. */
typedef struct ovi_shared_bits {
  atomic_uint *words;
} ovi_shared_bits;

/* A section that is checked chunk by chunk, of numbers of 32 bits. */
typedef struct ovi_paged_chunks {
  uint64_t at;          /* in the file */
  uint64_t bytes;       /* without the sums */
  const uint8_t *data;  /* NULL: by a reader */
  const uint8_t *sums;  /* of its chunks */
  uint64_t numbers;     /* that are neither 0 nor above `most`; 0: any */
  uint32_t most;        /* what they are at the most */
  ovi_shared_bits good; /* in place: chunks that were checked */
} ovi_paged_chunks;

/* The blocks of a layer's overlay cells. */
typedef struct ovi_paged_overlays {
  uint64_t at;          /* in the file */
  const uint8_t *data;  /* NULL: by a reader */
  ovi_shared_bits good; /* in place: cells that were checked */
} ovi_paged_overlays;

typedef struct ovi_paged_file {
  ovl_allocator allocator;
  uint64_t block_bytes; /* of this and all that it points to but the file */
  ovi_shared shared;    /* of the world as it was opened */
  ovi_layer *layers;    /* one a profile; they have no pager */
  ovi_paged_chunks table;
  ovi_paged_chunks *islands; /* one a profile */
  ovi_paged_overlays *overlays;
  uint64_t blocks_at, blocks_bytes;
  const uint8_t *blocks; /* NULL: by a reader */
  ovi_shared_bits sound; /* in place: regions that were checked, */
  ovi_shared_bits good;  /* and compared with their neighbours */
  uint8_t *placeholder;  /* a block */
  uint32_t placeholder_bytes;
  ovl_read_fn read;
  void *read_user;
  atomic_int fault; /* in place: what is wrong; OVL_OK: nothing was found */
} ovi_paged_file;

struct ovi_pager {
  ovi_paged_file *file;
  ovi_page_cache *cache; /* NULL: in place */
};

/* Makes the paged file of a world whose shared sections and layers were checked. OVL_NO_MEMORY. */
ovl_result ovi_paged_file_make(ovi_paged_file **file, const ovi_shared *shared,
                               const ovi_layer *layers, const ovi_section_views *sections,
                               const ovl_allocator *allocator);
void ovi_paged_file_release(ovi_paged_file *file); /* NULL is allowed */

/* Begins a task: what was touched before may leave. */
void ovi_pager_begin(ovi_pager *pager);

/* Goes on with it from its beginning: what was touched stays. */
void ovi_pager_begin_again(ovi_pager *pager);

/* Looks into all that there is, by a reader: what the gate checks of a world that is opened whole;
 * the fault says what is wrong. The layers are those that ask this pager. Fetches all of it, and
 * what lies below overlay cells again. */
ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovl_fault *fault);

/* What became of all that was looked into since: OVL_OK, or why an answer can't be trusted. */
ovl_result ovi_pager_outcome(const ovi_pager *pager);

#endif
