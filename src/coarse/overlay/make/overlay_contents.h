/* The parts of overlay clusters, with labels that say which of their waypoints reach each other
 * inside the cluster. A part is a region, or a cluster of the level below.
 *
 * Invariant: two ports of parts of a cluster have the same label if and only if waypoints inside
 * the cluster connect them. Labels are kept for three rows of clusters, those requested last. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H

#include "coarse/overlay/below.h"
#include "common/scratch.h"

enum { OVI_LABELLED_ROWS = 3 };

/* Labels of the ports of all parts of a cluster, and the size of the graph that the parts form. */
typedef struct ovi_cluster_labels {
  uint32_t
      begins[OVI_CLUSTER_MOST_PARTS + 1]; /* of each part: its first port among all; and one more */
  uint32_t *labels;                       /* of each port */
  uint32_t *cliques_of;                   /* of each port: the linked component of its part */
  uint32_t components;                    /* labels and linked components are below this */
  uint32_t waypoints;                     /* between parts of the cluster: inner ports */
  uint32_t cliques, slots, largest;       /* counts of the graph: see ovi_flat_graph */
  uint64_t costs;
} ovi_cluster_labels;

/* A row of clusters. */
typedef struct ovi_labelled_row {
  int32_t row;                   /* -1: none */
  ovi_scratch scratch;           /* holds all that is below */
  ovi_cluster_labels **clusters; /* NULL entries: not labelled yet */
} ovi_labelled_row;

/* The labelled rows of one level. */
typedef struct ovi_overlay_contents {
  const ovl_allocator *allocator;
  const ovi_layer *layer;
  uint32_t level;
  ovi_labelled_row rows[OVI_LABELLED_ROWS];
  ovi_below *below; /* the parts of the cluster that is labelled; NULL: not allocated yet */
  bool corrupt;     /* clusters of a file that is checked on touch contradict each other */
} ovi_overlay_contents;

/* Begins without a level; allocates nothing yet. */
void ovi_overlay_contents_begin(ovi_overlay_contents *contents, const ovl_allocator *allocator);

/* Sets the layer and level of the clusters. Labels of the same level are kept: parts in their rows
 * must not have changed. */
void ovi_overlay_contents_set_level(ovi_overlay_contents *contents, const ovi_layer *layer,
                                    uint32_t level);

/* Why labels or a plan could not be made: OVL_CORRUPT or OVL_NO_MEMORY. */
static inline ovl_result ovi_overlay_contents_fault(const ovi_overlay_contents *contents) {
  return contents->corrupt ? OVL_CORRUPT : OVL_NO_MEMORY;
}

/* Returns all memory. */
void ovi_overlay_contents_release(ovi_overlay_contents *contents);

/* The labels of a cluster of the level, valid until a cluster three rows away is requested. NULL:
 * no memory, a pager could not load a part (see ovi_layer_outcome), or `corrupt` is set, because
 * two parts do not have the same waypoints on their border or the same links. Linear in the ports
 * of the parts when it is not kept. */
const ovi_cluster_labels *ovi_overlay_labels(ovi_overlay_contents *contents, uint32_t id);

#endif
