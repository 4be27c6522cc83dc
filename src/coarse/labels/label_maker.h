/* Making hub labels: pruned landmark labelling (Akiba, Iwata and Yoshida, "Fast
 * exact shortest-path distance queries on large networks by pruned landmark
 * labeling", 2013) over the flat waypoint graph.
 *
 * Invariant: after a hub's search, the labels so far give the exact cost between
 * any two waypoints that have a cheapest route over one of the hubs so far. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_MAKER_H
#define OVERLAND_COARSE_LABELS_LABEL_MAKER_H

#include "coarse/labels/label_order.h"
#include "coarse/labels/label_store.h"
#include "coarse/view/labels.h"

/* What labels are made for. */
typedef struct ovi_label_task {
  const ovl_allocator *allocator;
  ovi_graph_trees *trees;   /* of the world; of no use afterwards */
  uint64_t cells;           /* of the world */
  int32_t bytes_per_cell;   /* that the whole section may take; 0: no labels */
  bool later;               /* none are made now, for the world was edited and will be settled */
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
  uint64_t done, share, total; /* of the work before, of this, and of all */
} ovi_label_task;

typedef struct ovi_label_maker {
  const ovl_allocator *allocator;
  uint8_t *memory; /* all but the pool */
  uint64_t memory_bytes;
  ovi_graph_trees *trees;
  ovi_flat_graph *graph; /* of the trees; renumbered by rank */
  ovi_graph_search *search;
  ovi_label_order order;
  ovi_graph_node *scratch_nodes;
  uint32_t *scratch_square;
  ovi_label_growth *labels; /* by rank */
  uint32_t *costs;          /* of the hub at work to each hub of its label, by rank */
  ovi_label_pool pool;
  ovi_label_packer packer;
  ovi_label_entries entries; /* of the label that is packed */
  int32_t bytes_per_cell;
  uint64_t budget_bytes;
  uint64_t data_bytes; /* of the labels, packed; while they grow, the least that it can be */
  uint32_t hub;        /* at work */
  uint64_t turns;      /* of its searches */
  uint64_t reported;   /* of these, when progress was reported */
  ovl_labels reason;   /* why there will be none */
  ovl_result result;
  const ovi_layer *layer;
  ovi_label_task task;
  ovi_label_bound bound;
  ovi_graph_renumbering renumbering;
  bool is_searching;
  uint8_t *section;  /* while it is written */
  uint64_t written;  /* bytes of its data */
  ovi_stages stages; /* what is in hand */
} ovi_label_maker;

/* Begins to make labels of a world whose blocks and islands are there. In any case the maker is to
 * be released. */
void ovi_labels_begin(ovi_label_maker *maker, const ovi_layer *layer, const ovi_label_task *task);

/* Goes on; true: all is made, or the result is OVL_NO_MEMORY or OVL_STOPPED. OVL_OK also where
 * there will be none: the maker holds the reason. */
bool ovi_labels_make(ovi_label_maker *maker, uint64_t *budget);

/* Bytes of the section. */
uint64_t ovi_label_maker_bytes(const ovi_label_maker *maker);

/* Begins to write the section, which is zeroed; and goes on; true: it is written. */
void ovi_label_maker_begin_section(ovi_label_maker *maker, uint64_t fingerprint, uint8_t *section);
bool ovi_label_maker_write(ovi_label_maker *maker, uint64_t *budget);

void ovi_label_maker_release(ovi_label_maker *maker);

#endif
