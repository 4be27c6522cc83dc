/* Builds hub labels by pruned landmark labelling (Akiba, Iwata and Yoshida, "Fast exact
 * shortest-path distance queries on large networks by pruned landmark labeling", 2013) over the
 * flat waypoint graph.
 *
 * Invariant: after the search from a hub, the labels give the exact cost between any two waypoints
 * that have a cheapest route over one of the hubs so far. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_MAKER_H
#define OVERLAND_COARSE_LABELS_LABEL_MAKER_H

#include "coarse/labels/hub_batch.h"
#include "coarse/labels/label_bundles.h"
#include "coarse/labels/label_order.h"
#include "coarse/labels/label_store.h"
#include "coarse/labels/way_closure.h"
#include "coarse/view/labels.h"
#include "coarse/view/layer_steps.h"
#include "common/arena.h"

/* The input of a label maker. */
typedef struct ovi_label_task {
  const ovl_allocator *allocator;
  const ovl_jobs *jobs;   /* NULL: the calling thread does all the work; else it is not sliced */
  uint64_t cells;         /* of all floors: see ovi_floor_cells */
  int32_t bytes_per_cell; /* greatest size of the section, in bytes for each cell; 0: no labels */
  bool later;             /* no labels now: the world was edited and will be refreshed */
  const ovi_progress *progress; /* before the task */
  uint64_t share;               /* of its total, for this task */
} ovi_label_task;

/* The graph while it is filled, and the scratch memory for renumbering it. */
typedef struct ovi_label_filling {
  ovi_graph_maker maker;
  ovi_graph_node *nodes; /* see ovi_graph_renumber */
  uint32_t *square;      /* see ovi_graph_sort_cliques */
} ovi_label_filling;

/* Labels while hubs are searched from. */
typedef struct ovi_label_growing {
  ovi_grown_labels grown; /* while a hub is searched from, its label is spread */
  ovi_label_pool pool;
  ovi_hub_batch batch;
  uint32_t hub; /* rank of the current hub */
  bool is_searching;
  uint64_t turns;    /* nodes expanded so far, over all hubs */
  uint64_t reported; /* `turns` at the last call of the progress callback */
} ovi_label_growing;

/* Labels while they are packed and written. */
typedef struct ovi_label_packing {
  ovi_bundle_maker bundles;
  const ovi_label_bundle *next; /* to be measured or written */
  uint8_t *section;             /* where they are written */
  uint64_t written;             /* bytes of label data so far */
} ovi_label_packing;

/* Labels of one layer while they are built. Not to be moved. */
typedef struct ovi_label_maker {
  const ovi_layer *layer;
  ovi_label_task task;
  ovi_flat_graph *graph; /* of the order: of the layer, or of walking in it where ways serve; later
                            renumbered by rank */
  ovi_graph_search *search;
  ovi_memory memory;     /* all but the pool and the bundles */
  uint64_t budget_bytes; /* greatest size of the section */
  uint64_t data_bytes;   /* while labels grow, the number of their entries: each takes at least a
                            byte; then the size of the packed labels */
  ovi_label_filling filling;
  ovi_label_order order;
  ovi_label_growing growing;
  ovi_way_closure closure; /* of a directed layer */
  ovi_label_packing packing;
  ovl_labels reason; /* OVL_LABELS_HELD, or why the section holds no labels */
  ovl_result result;
  ovi_stage_run stages;
} ovi_label_maker;

/* Begins labels for a layer whose blocks and islands exist and stay until they are made. The maker
 * has to be released in any case. */
void ovi_labels_begin(ovi_label_maker *maker, const ovi_layer *layer, const ovi_label_task *task);

/* Continues building. True: finished, or `result` is OVL_NO_MEMORY or OVL_STOPPED; false: the
 * budget is used up. If labels are impossible or too large, the result is OVL_OK and `reason` says
 * why. A search from every waypoint: by far the longest part of a bake with labels. */
bool ovi_labels_make(ovi_label_maker *maker, uint64_t *budget);

/* Size of the section in bytes, of labels that are finished. */
uint64_t ovi_label_maker_bytes(const ovi_label_maker *maker);

/* Begins to write the section, whose bytes are zero. `fingerprint` is that of the layer. */
void ovi_label_maker_begin_section(ovi_label_maker *maker, uint64_t fingerprint, uint8_t *section);

/* Continues writing the bundles. True: finished; false: the budget is used up. */
bool ovi_label_maker_write(ovi_label_maker *maker, uint64_t *budget);

/* Returns all memory; may be called twice. */
void ovi_label_maker_release(ovi_label_maker *maker);

#endif
