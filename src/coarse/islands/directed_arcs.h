/* Gathers the arcs between the local components of a directed layer, a range of regions at a time.
 *
 * An arc is a step inside a region, a waypoint or a link that leads from one local component to
 * another: one component reaches another if and only if a chain of arcs does. Components between
 * which arcs of the same two regions lead both ways are joined at once.
 *
 * Invariant: only arcs that lead one way are held, 8 bytes each, and two numbers for each link. So
 * the regions behind can be released; in the cache of a reader they need not stay. */
#ifndef OVERLAND_COARSE_ISLANDS_DIRECTED_ARCS_H
#define OVERLAND_COARSE_ISLANDS_DIRECTED_ARCS_H

#include "coarse/view/region.h"
#include "common/buffer.h"

/* Local components are named by their slots, their numbers in the section of islands. */
typedef struct ovi_directed_arcs {
  ovi_buffer arcs;      /* u64 each: from << 32 | to */
  ovi_buffer link_ends; /* u32 for either end of each link: its slot, OVI_NO_END: none yet. Empty:
                           no link was met yet */
} ovi_directed_arcs;

#define OVI_NO_END UINT32_MAX

static inline uint64_t ovi_arc(uint32_t from, uint32_t to) { return (uint64_t)from << 32 | to; }
static inline uint32_t ovi_arc_from(uint64_t arc) { return (uint32_t)(arc >> 32); }
static inline uint32_t ovi_arc_to(uint64_t arc) { return (uint32_t)(arc & UINT32_MAX); }

static inline uint64_t ovi_arc_count(const ovi_directed_arcs *arcs) {
  return arcs->arcs.used / sizeof(uint64_t);
}
static inline uint64_t *ovi_arc_list(const ovi_directed_arcs *arcs) {
  return (uint64_t *)(void *)arcs->arcs.bytes;
}

/* Begins with no arcs; allocates nothing yet. */
static inline void ovi_directed_arcs_begin(ovi_directed_arcs *arcs,
                                           const ovl_allocator *allocator) {
  *arcs =
      (ovi_directed_arcs){.arcs = {.allocator = allocator}, .link_ends = {.allocator = allocator}};
}

void ovi_directed_arcs_release(ovi_directed_arcs *arcs);

/* Adds the arcs of the regions from `first` to before `end`, and joins `sets`, a union-find over
 * slots; where `sets` is NULL, arcs that lead both ways are added too, some of them repeatedly. The
 * sets of the regions to their right and below must have begun, and the region table must have each
 * region's first slot. OVL_OK or OVL_NO_MEMORY. Linear in the cells of regions with several
 * components, near-linear in waypoints. */
ovl_result ovi_directed_arcs_add(ovi_directed_arcs *arcs, const ovi_layer *layer, uint32_t first,
                                 uint32_t end, uint32_t *sets);

/* Adds the links, once all regions were added: those that lead back as well join sets. *broken is
 * the first link of which a region has one end, and no region has the other; it is left out.
 * UINT32_MAX: there is none. OVL_OK or OVL_NO_MEMORY. */
ovl_result ovi_directed_arcs_add_links(ovi_directed_arcs *arcs, const ovi_layer *layer,
                                       uint32_t *sets, uint32_t *broken);

#endif
