/* The source from which a layer reads what was not in memory, or not checked, when its world was
 * opened.
 *
 * A function that cannot give what is asked for records why and returns a placeholder: a closed
 * region without waypoints, a cluster without ports, island 1, no labels. So the code that reads a
 * layer needs no error paths; a call checks the outcome at its end, and gives no answer if it is
 * not OVL_OK.
 *
 * Invariant: what is returned has passed its check, and stays where it is until `unpin`. */
#ifndef OVERLAND_COARSE_VIEW_SOURCE_H
#define OVERLAND_COARSE_VIEW_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/world_format.h"
#include "common/atomic.h"
#include "overland.h"

/* The bytes of a piece of a cluster's block. */
typedef struct ovi_piece_bytes {
  const uint8_t *bytes;
  uint32_t count;
} ovi_piece_bytes;

typedef struct ovi_source ovi_source;
struct ovi_source {
  /* A bit for each region that has been checked and stays in memory, so that its block is where the
   * table says and is read without asking for it. Without words: none is. */
  ovi_shared_bits ready;

  const uint8_t *no_block; /* the placeholder of a region */

  /* The block of a region, and its length. */
  const uint8_t *(*block)(ovi_source *source, uint32_t region);
  uint32_t (*block_bytes)(ovi_source *source, uint32_t region);

  /* A region's first slot in the section of islands, and the island of a local component. */
  uint32_t (*first_slot)(ovi_source *source, uint32_t profile, uint32_t region);
  uint32_t (*island)(ovi_source *source, uint32_t profile, uint32_t region, uint32_t component);

  /* A piece of the block of a cluster of an overlay, by its number over all levels. Tables that
   * cannot be read have no bytes. */
  ovi_piece_bytes (*cluster)(ovi_source *source, uint32_t profile, uint32_t number,
                             ovi_cluster_piece piece);

  /* The bundle with the labels of a waypoint; NULL: it cannot be read. Called only for waypoints
   * whose `ready` bit is not set. */
  const uint8_t *(*bundle)(ovi_source *source, uint32_t profile, uint64_t waypoint);

  /* Lets everything that was returned leave memory; in a pass what was returned since it began. */
  void (*unpin)(ovi_source *source);

  /* Begins or ends a pass over many regions: what was returned before stays. */
  void (*pass)(ovi_source *source, bool begins);

  /* OVL_OK if nothing was wrong or could not be read since the call began. */
  ovl_result (*outcome)(const ovi_source *source);
};

#endif
