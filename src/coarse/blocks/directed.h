/* Which layers of a map are directed, and where its links end: what is looked at before the
 * first band is baked.
 *
 * Invariant: a layer is directed if and only if a link would serve its profile if it were
 * open, a rule is asked for its steps, or some step is not what its weights say. All others
 * stay what they would be in a map without heights and links. So opening or closing a link
 * never makes a layer directed, nor undirected. */
#ifndef OVERLAND_COARSE_BLOCKS_DIRECTED_H
#define OVERLAND_COARSE_BLOCKS_DIRECTED_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "fine/window.h"

/* An end of a link, in its region. 8 bytes. */
typedef struct ovi_link_end {
  uint32_t link;
  uint8_t x, y;    /* local cell */
  uint8_t is_from; /* the link begins here, else it ends */
} ovi_link_end;

typedef struct ovi_directed {
  const ovl_allocator *allocator;
  uint8_t *memory;
  uint64_t memory_bytes;
  uint32_t profiles;  /* a bit for each whose layer is directed */
  uint32_t *served;   /* of each link: a bit for each profile that it serves; closed: none */
  uint32_t *begins;   /* of each region: its first end; and one more. NULL: no links */
  ovi_link_end *ends; /* of each region those that begin there, then the others, by number */
} ovi_directed;

/* Ports of links that a region of one layer may have. */
enum { OVI_MOST_LINK_PORTS = 8192 };

/* Looks at a map that is laid out. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault
 * if too many links end in one region; in any case it is to be released. */
ovl_result ovi_directed_find(ovi_directed *directed, const ovi_map *map,
                             const ovl_allocator *allocator, ovl_fault *fault);

void ovi_directed_release(ovi_directed *directed);

/* Sorts the ends of a map's links by the regions of a partition, into room for them and `begins`.
 */
void ovi_directed_sort_ends(ovi_directed *directed, const ovi_map *map, const ovi_layer *partition);

/* Whether some step from a region is not what its weights say, wherever it leads; `window` is one
 * for map_steps. And whether heights could make one so for a profile, rules apart. */
bool ovi_directed_has_steps(ovi_window *window, const ovi_map *map, int32_t profile,
                            const ovi_region *place);
bool ovi_directed_may_have_steps(const ovi_map *map, int32_t profile);

static inline bool ovi_directed_has(const ovi_directed *directed, int32_t profile) {
  return (directed->profiles >> profile & 1u) != 0;
}

/* Goes through the ends in a region of links that serve a profile: tells the next one at or
 * after *at, which begins at 0, and moves *at behind it; NULL if there is no other. */
const ovi_link_end *ovi_directed_next_end(const ovi_directed *directed, int32_t profile,
                                          uint32_t region, uint32_t *at);

/* How many of them there are. */
uint32_t ovi_directed_count_ends(const ovi_directed *directed, int32_t profile, uint32_t region);

/* The steps of a map around one region, for one profile: a window of the region and of what
 * touches it, one cell wide.
 *
 * Invariant: all that decides about a step from a cell of the region, wherever it leads,
 * lies in the window: cell (1, 1) of it is cell (0, 0) of the region. */

/* The rule of a profile's steps. */
ovi_step_rule ovi_map_rule(const ovi_map *map, int32_t profile);

/* Takes memory for windows around regions of `cells` x `cells`. */
void ovi_map_steps_reserve(ovi_window *window, ovi_arena *arena, int32_t cells);

/* Opens the window around a placed region, without exceptions. */
void ovi_map_steps_open(ovi_window *window, const ovi_map *map, int32_t profile,
                        const ovi_region *place);

/* The window's cell of a local cell of the region. */
static inline uint32_t ovi_map_steps_cell(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_window_cell(window, x + 1, y + 1);
}

/* Whether a step from a cell of the window that weights alone would allow is not legal, or
 * costs more than they say. */
bool ovi_map_step_differs(const ovi_window *window, uint32_t cell, int direction);

#endif
