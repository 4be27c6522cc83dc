/* Surveys a map, decides which of its layers are directed, and sorts the ends of its links by
 * region, before the first band is baked.
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
#include "overland_bake.h"

/* The facts about all cells of a map that the block of any region depends on. With them a band is
 * baked from the rows around it alone. They depend neither on the size of regions nor on the way in
 * which rows were read. */
typedef struct ovi_survey {
  ovi_memory memory;
  bool has_heights;    /* the height of some cell is not 0 */
  uint32_t most_rise;  /* difference between the greatest and the least height */
  uint32_t stepped;    /* a bit for each profile some of whose steps do not follow from weights
                          alone, because of heights; profiles with a step rule are not examined */
  uint32_t *open_ends; /* of the beginning and of the end of each link: a bit for each profile that
                          the link is meant for and that can stand there */
} ovi_survey;

/* The rows of a map with one floor of cells, where its arrays do not hold them. */
typedef struct ovi_survey_rows {
  ovl_read_cells_fn read; /* NULL: the map has all of its rows, and its greatest rise is known */
  void *user;
  ovl_progress_fn progress; /* or NULL; `done` counts regions */
  void *progress_user;
} ovi_survey_rows;

/* Surveys a map that is laid out, with one band of its rows in memory where they are read. OVL_OK,
 * OVL_NO_MEMORY, OVL_READ_FAILED or OVL_STOPPED; `memory` has to be released in any case. */
ovl_result ovi_survey_make(ovi_survey *survey, const ovi_map *map, const ovi_survey_rows *rows,
                           const ovl_allocator *allocator);

/* An end of a link, as a cell of its region. 8 bytes. */
typedef struct ovi_link_end {
  uint32_t link;
  uint8_t x, y;    /* local cell */
  uint8_t is_from; /* 1: the link begins here; 0: it ends here */
} ovi_link_end;

/* Which layers of a map are directed, and its links by region. */
typedef struct ovi_directed {
  const ovi_map *map;
  ovi_memory memory;
  uint32_t profiles; /* a bit for each profile whose layer is directed */
  uint32_t *served;  /* of each link: a bit for each profile that it serves; 0 if it is closed */
  uint32_t *begins;  /* of each region: its first end; and one more. NULL: the map has no links */
  ovi_link_end
      *ends; /* of each region: links that begin there, then links that end there, each by number */
} ovi_directed;

/* Greatest number of ports of links of a region in one layer. */
enum { OVI_MOST_LINK_PORTS = 8192 };

/* Examines a map that is laid out: by its survey, or, without one, all of its cells. OVL_OK,
 * OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault if too many links end in one region. `memory`
 * has to be released in any case. Without a survey and with heights that may matter, linear in the
 * cells. */
ovl_result ovi_directed_find(ovi_directed *directed, const ovi_map *map,
                             const ovl_allocator *allocator, ovl_fault *fault);

/* Sorts the ends of the map's links by region, into `ends` and `begins`, which have the capacity.
 */
void ovi_directed_sort_ends(ovi_directed *directed);

/* Returns whether the layer of a profile is directed. */
static inline bool ovi_directed_has(const ovi_directed *directed, int32_t profile) {
  return (directed->profiles >> profile & 1u) != 0;
}

/* Iterates over the ends, in a region, of links that serve a profile: returns the next one at or
 * after *at, which begins at 0, and moves *at past it; NULL: none is left. */
const ovi_link_end *ovi_directed_next_end(const ovi_directed *directed, int32_t profile,
                                          uint32_t region, uint32_t *at);

/* Number of those ends. */
uint32_t ovi_directed_count_ends(const ovi_directed *directed, int32_t profile, uint32_t region);

#endif
