/* Updates overlays after an edit: rebuilds the clusters that depend on replaced regions, level by
 * level, as far up as blocks change.
 *
 * Invariant: afterwards every block equals the one that a bake of the edited world writes. A block
 * depends on the parts of its cluster and on the waypoints along its borders. So a cluster whose
 * borders stay the same does not change its neighbours, and one whose block stays the same does not
 * change the level above. */
#ifndef OVERLAND_COARSE_UPDATE_OVERLAY_UPDATE_H
#define OVERLAND_COARSE_UPDATE_OVERLAY_UPDATE_H

#include "coarse/overlay/make/overlay_maker.h"
#include "coarse/update/update_input.h"

/* Sets of parts and clusters of a level, as bits. */
typedef struct ovi_overlay_marks {
  uint64_t *below;   /* the parts, regions or clusters of the level below, that changed */
  uint64_t *inside;  /* the clusters with a part that changed */
  uint64_t *touched; /* the clusters whose ports may have changed */
  uint64_t *changed; /* the clusters that changed */
} ovi_overlay_marks;

/* A level that is updated. */
typedef struct ovi_overlay_place {
  uint32_t level;
  int32_t clusters_x, clusters_y;
  uint32_t compared; /* the cluster whose borders are compared next */
} ovi_overlay_place;

/* A row of clusters. */
typedef struct ovi_overlay_row {
  int32_t number;
  uint32_t *ids; /* the clusters to be built, and what of each */
  ovi_cluster_action *actions;
  uint32_t count;
  bool is_made;  /* they are built */
  uint32_t next; /* the one whose block is replaced next */
} ovi_overlay_row;

/* A level that was impossible before and is added. */
typedef struct ovi_overlay_adding {
  bool is_begun;
  uint32_t pass; /* 0 or 1 */
} ovi_overlay_adding;

typedef struct ovi_overlay_update {
  const ovi_update *update;
  uint32_t profile; /* whose layer is updated, level after level */
  bool is_begun;    /* that layer: then the rest is set */
  uint32_t stage;   /* see overlay_update.c */
  const ovi_layer *before;
  ovi_layer *layer;
  uint32_t levels; /* before the update */
  bool changes;    /* some region or some cluster of the level changed */
  ovi_overlay_place place;
  ovi_overlay_row row;
  ovi_overlay_adding adding;
  ovi_cluster_maker maker;
  ovi_overlay_contents contents_before;
  ovi_scratch scratch; /* holds the arrays of marks and row */
  ovi_overlay_marks marks;
} ovi_overlay_update;

/* Begins; allocates nothing yet. `update` must stay valid, and it has to be released. */
void ovi_overlay_update_begin(ovi_overlay_update *work, const ovi_update *update);

/* Updates the overlays of all layers that have some. OVL_OK or OVL_NO_MEMORY. The answer of a
 * reader that is late or fails: the next call goes on with the row of clusters that could not be
 * read. Costs the clusters that change; a whole level if the level becomes possible or impossible.
 */
ovl_result ovi_overlay_update_run(ovi_overlay_update *work);

void ovi_overlay_update_release(ovi_overlay_update *work);

#endif
