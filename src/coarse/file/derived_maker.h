/* Makes the derived section of one layer of a file: its hub labels, in slices or in one go.
 *
 * Invariant: the file grows at its end only, by this section, and its bytes do not depend on the
 * slices. */
#ifndef OVERLAND_COARSE_FILE_DERIVED_MAKER_H
#define OVERLAND_COARSE_FILE_DERIVED_MAKER_H

#include "coarse/format/sections.h"
#include "coarse/labels/label_maker.h"
#include "common/buffer.h"
#include "common/hash64.h"

/* Fills views of the file as it is now, whose primary sections are complete. */
typedef void (*ovi_derived_view_fn)(void *user, ovi_shared *shared, ovi_layer *layer);

typedef struct ovi_derived_task {
  ovi_buffer *file; /* gets the section at its end */
  const ovl_allocator *allocator;
  const ovl_jobs *jobs; /* NULL: none */
  ovi_derived_view_fn view;
  void *view_user;
  int32_t bytes_per_cell;   /* most bytes of labels a cell of the floors; 0: no labels */
  bool without_labels;      /* leaves labels empty, until the world is refreshed */
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
  uint64_t done, work, total; /* what progress counts: before, for the labels, and in all */
} ovi_derived_task;

typedef struct ovi_derived_maker {
  ovi_derived_task task;
  ovi_shared shared;
  ovi_layer layer;
  ovi_graph_trees trees;
  ovi_label_maker labels;
  ovi_buffer_growth growth;
  ovi_hash hash;
  ovi_section_view section; /* the result */
  ovi_stages stages;
  ovl_result result;
} ovi_derived_maker;

/* Begins with a layer. The maker must not be moved, and has to be released in any case. */
void ovi_derived_begin(ovi_derived_maker *maker, const ovi_derived_task *task);

/* Goes on. True: the section is complete, or the result is OVL_NO_MEMORY or OVL_STOPPED. */
bool ovi_derived_make(ovi_derived_maker *maker, uint64_t *budget);

void ovi_derived_release(ovi_derived_maker *maker);

#endif
