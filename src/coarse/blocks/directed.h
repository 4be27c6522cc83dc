/* Decides which layers of a map are directed, and sorts the ends of its links by region, before the
 * first band is baked. Also opens windows in which the steps of a map are checked.
 *
 * Invariant: a layer is directed if and only if a link would serve its profile if the link were
 * open, a step rule applies to the profile, or the cost or legality of some step does not follow
 * from weights alone. All other layers are what they would be without heights and links. So opening
 * or closing a link never makes a layer directed or undirected. */
#ifndef OVERLAND_COARSE_BLOCKS_DIRECTED_H
#define OVERLAND_COARSE_BLOCKS_DIRECTED_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "common/arena.h"
#include "fine/window.h"

/* An end of a link, as a cell of its region. 8 bytes. */
typedef struct ovi_link_end {
  uint32_t link;
  uint8_t x, y;    /* local cell */
  uint8_t is_from; /* 1: the link begins here; 0: it ends here */
} ovi_link_end;

/* Which layers of a map are directed, and its links by region. */
typedef struct ovi_directed {
  ovi_memory memory;
  uint32_t profiles; /* a bit for each profile whose layer is directed */
  uint32_t *served;  /* of each link: a bit for each profile that it serves; 0 if it is closed */
  uint32_t *begins;  /* of each region: its first end; and one more. NULL: the map has no links */
  ovi_link_end
      *ends; /* of each region: links that begin there, then links that end there, each by number */
} ovi_directed;

/* Greatest number of ports of links of a region in one layer. */
enum { OVI_MOST_LINK_PORTS = 8192 };

/* Examines a map that is laid out. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if too
 * many links end in one region. `memory` has to be released in any case. With heights that may
 * matter, linear in the cells of the map. */
ovl_result ovi_directed_find(ovi_directed *directed, const ovi_map *map,
                             const ovl_allocator *allocator, ovl_fault *fault);

/* Sorts the ends of a map's links by the regions of a partition, into `ends` and `begins`, which
 * have the capacity. */
void ovi_directed_sort_ends(ovi_directed *directed, const ovi_map *map, const ovi_layer *partition);

/* Whether some step that begins in a region, wherever it leads, does not follow from weights alone.
 * `window` is scratch from ovi_map_steps_reserve. Linear in the cells. */
bool ovi_directed_has_steps(ovi_window *window, const ovi_map *map, int32_t profile,
                            const ovi_region *place);

/* Whether heights could give a profile such a step, judged by the greatest difference of heights on
 * the map; step rules are not considered. */
bool ovi_directed_may_have_steps(const ovi_map *map, int32_t profile);

/* Whether the layer of a profile is directed. */
static inline bool ovi_directed_has(const ovi_directed *directed, int32_t profile) {
  return (directed->profiles >> profile & 1u) != 0;
}

/* Iterates over the ends, in a region, of links that serve a profile: returns the next one at or
 * after *at, which begins at 0, and moves *at past it; NULL: none is left. */
const ovi_link_end *ovi_directed_next_end(const ovi_directed *directed, int32_t profile,
                                          uint32_t region, uint32_t *at);

/* Number of those ends. */
uint32_t ovi_directed_count_ends(const ovi_directed *directed, int32_t profile, uint32_t region);

/* ---- The steps of a map around one region, for one profile ---- */

/* Rises and falls that the profile can step, and their costs. */
ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile);

/* Reserves a window for regions of `cells` x `cells`. */
void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells);

/* Opens the window of a region and of the cells around it, one cell wide, without exceptions. All
 * that decides about a step from a cell of the region lies in it: its cell (1, 1) is cell (0, 0) of
 * the region. */
void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place);

/* The cell of the window that is a local cell of the region. */
static inline uint32_t ovi_map_steps_cell(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_window_cell(window, x + 1, y + 1);
}

/* Whether a step from a cell of the window that weights alone would allow is illegal, or costs more
 * than its weights. */
bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction);

#endif
