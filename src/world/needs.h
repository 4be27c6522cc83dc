/* The memory needs of searches in a world.
 *
 * Planners and flows are sized by the largest layers of a world. They serve every layer that needs
 * no more, such as those of later versions of the same world. */
#ifndef OVERLAND_WORLD_NEEDS_H
#define OVERLAND_WORLD_NEEDS_H

#include "coarse/nearest/zones.h"
#include "coarse/overlay/overlay_plan.h"
#include "fine/local_search.h"
#include "world/world.h"

typedef struct ovi_needs {
  int32_t region_cells; /* side of a region */
  uint32_t regions;
  uint32_t ports;   /* of a region */
  uint32_t islands; /* of a directed layer */
  uint32_t labels;
  uint32_t ways;
  uint32_t zones, rims; /* zones of a call, and costs of their rims */
  uint32_t link_ways;   /* over links, in both directions */
  uint64_t waypoints;
  uint64_t searched; /* waypoints of layers whose labels answer: costs are searched over these */
  ovi_local_search_needs windows;
  ovi_overlay_needs overlays;
} ovi_needs;

/* Returns whether labels answer the queries of a layer; if not, overlays do. */
static inline bool ovi_layer_uses_labels(const ovi_layer *layer) {
  return layer->labels.count != 0 && !ovi_layer_is_edited(layer);
}

/* The most of each that a layer of the world has. */
ovi_needs ovi_needs_of(const ovl_world *world);

/* Raises needs to those of others, where these are more. */
void ovi_needs_raise(ovi_needs *needs, const ovi_needs *others);

/* Returns whether searches of cells and islands that were made for these needs can work in a layer:
 * sides and ports of its regions, and what directed layers need. */
bool ovi_needs_serve(const ovi_needs *made_for, const ovi_layer *layer);

/* Bytes of something that has room for `count` items. */
typedef uint64_t (*ovi_bytes_fn)(const void *def, uint32_t count);

/* The largest count from `least` to `most` whose bytes fit max_bytes; `least` if none does. By
 * halving, since hash tables round their sizes up. */
uint32_t ovi_most_that_fit(ovi_bytes_fn bytes, const void *def, uint32_t least, uint32_t most,
                           uint64_t max_bytes);

#endif
