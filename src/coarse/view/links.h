/* Links as a layer sees them: their ends and costs.
 *
 * Invariant: a link has a direction of its own, from its first end to its second, and may be taken
 * back as well. Its ends are cells of the plane. A region lists the numbers of the links that begin
 * or end in it: see ports.h. */
#ifndef OVERLAND_COARSE_VIEW_LINKS_H
#define OVERLAND_COARSE_VIEW_LINKS_H

#include "coarse/view/region.h"
#include "common/compiler.h"

#define OVI_NO_LINK UINT32_MAX

typedef struct ovi_link {
  ovl_cell first, second;
  uint32_t cost, cost_back; /* 0: it cannot be taken back */
} ovi_link;

static inline const uint8_t *ovi_link_entry(const ovi_layer *layer, uint32_t number) {
  return layer->shared->file.links + (uint64_t)number * OVI_LINK_BYTES;
}

static inline ovi_link ovi_link_at(const ovi_layer *layer, uint32_t number) {
  OVI_ASSERT(number < layer->shared->link_count);
  const uint8_t *entry = ovi_link_entry(layer, number);
  return (ovi_link){{(int32_t)ovi_get_u32(entry), (int32_t)ovi_get_u32(entry + 4), 0},
                    {(int32_t)ovi_get_u32(entry + 8), (int32_t)ovi_get_u32(entry + 12), 0},
                    ovi_get_u32(entry + 16),
                    ovi_get_u32(entry + 20)};
}

/* Cost of a link in one direction; OVI_COSTS_END if it is one-way. */
static inline uint64_t ovi_link_cost(const ovi_layer *layer, uint32_t number, bool back) {
  if (number == OVI_NO_LINK) {
    return OVI_COSTS_END;
  }
  const ovi_link link = ovi_link_at(layer, number);
  const uint32_t cost = back ? link.cost_back : link.cost;
  return cost != 0 ? cost : OVI_COSTS_END;
}

/* Returns whether the profile may take a link whose ends are open to it. */
static inline bool ovi_link_is_for(const ovi_layer *layer, uint32_t number) {
  const uint8_t *entry = ovi_link_entry(layer, number);
  const uint32_t profiles = ovi_get_u32(entry + OVI_LINK_PROFILES);
  const bool is_closed = (ovi_get_u32(entry + OVI_LINK_FLAGS) & OVI_LINK_CLOSED) != 0;
  return !is_closed && (profiles == 0 || (profiles >> layer->number & 1u) != 0);
}

/* The region of one of the ends of a link. */
static inline uint32_t ovi_link_region(const ovi_layer *layer, uint32_t number, bool second) {
  const uint8_t *end = ovi_link_entry(layer, number) + (second ? 8 : 0);
  return ovi_region_at(layer, (int32_t)ovi_get_u32(end), (int32_t)ovi_get_u32(end + 4));
}

/* The number of a link, by its place among the region's ports of links. */
static inline uint32_t ovi_region_link(const ovi_region *region, uint32_t place) {
  return ovi_get_u32(region->ports.link_numbers + 4 * (uint64_t)place);
}

/* The place of a link among the region's ports of links: those that begin there, and behind them
 * those that end there, each by rising number. OVI_NO_LINK: it is none of them. */
static inline uint32_t ovi_region_link_place(const ovi_region *region, uint32_t number,
                                             bool ends_here) {
  const uint32_t out = region->ports.links_out;
  return ovi_find_u32(region->ports.link_numbers, 4, ends_here ? out : 0,
                      ends_here ? out + region->ports.links_in : out, number);
}

#endif
