/* Updates the islands of a version after an edit.
 *
 * An undirected layer is updated around the edit alone. Its island numbers are keys: two cells have
 * the same number if and only if one can be reached from the other. Islands that the edit does not
 * touch keep their numbers; when an island is split, its largest part keeps the number. Numbers may
 * have gaps, which a new base closes. A directed layer is computed anew. */
#ifndef OVERLAND_COARSE_UPDATE_ISLAND_UPDATE_H
#define OVERLAND_COARSE_UPDATE_ISLAND_UPDATE_H

#include "coarse/update/directed_update.h"
#include "coarse/update/island_pieces.h"
#include "common/slice.h"

/* Counts of the update of an undirected layer. */
typedef struct ovi_island_counts {
  uint32_t rebuilt, nodes; /* visited regions that were rebuilt, and their nodes */
  uint32_t old, now;       /* islands in and beside the rebuilt regions, before and after */
} ovi_island_counts;

typedef struct ovi_island_update {
  const ovi_update *update;
  bool is_cleared;              /* the rebuilt regions have blobs of their own */
  uint32_t profile;             /* whose layer is updated */
  bool is_begun;                /* the update of that layer */
  ovi_directed_update directed; /* if the layer is directed; else the rest */
  ovi_stages stages;
  const ovi_layer *before;
  ovi_layer *after;
  ovi_component_graph graph;
  ovi_island_pieces pieces;
  ovi_number_map inner; /* by number of an old island that lay in rebuilt regions alone: 1 if a new
                           island has the number, else 0 */
  ovi_island_counts counts;
  uint32_t relabelled; /* the piece that is relabelled; OVI_NO_PIECE: none yet */
  uint32_t next_node;  /* of that piece */
} ovi_island_update;

/* Begins; allocates nothing yet. `update` must stay valid, and it has to be released. */
void ovi_island_update_begin(ovi_island_update *updater, const ovi_update *update);

/* Updates the islands of all layers. OVL_OK or OVL_NO_MEMORY. The answer of a reader that is late
 * or fails: the next call goes on where it was. Costs the regions around those that were rebuilt;
 * where an island is cut in two, also a search of the smaller part; of a directed layer that
 * changed, all regions. */
ovl_result ovi_island_update_run(ovi_island_update *updater);

void ovi_island_update_release(ovi_island_update *updater);

#endif
