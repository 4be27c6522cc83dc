/* The regions that a rebuild examines, found by number. Some of them hold their cells, read from
 * the version and then edited, which a map reads in place of the caller's floors.
 *
 * Invariant: a site is created once and does not move, and its cells are those of the version with
 * all edits made so far. */
#ifndef OVERLAND_COARSE_EDIT_SITES_H
#define OVERLAND_COARSE_EDIT_SITES_H

#include "coarse/blocks/draft.h"
#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/buffer.h"
#include "common/cell.h"
#include "common/number_map.h"
#include "common/scratch.h"
#include "common/slice.h"

struct ovi_site;

/* A region for one profile. */
typedef struct ovi_site_layer {
  struct ovi_site *site;
  ovi_draft *draft;      /* NULL: none */
  bool is_changed;       /* its open positions or steps may differ from the version's, or what walls
                            cost, and then its weights */
  bool border_changed;   /* also along its sides */
  ovi_rectangle weighed; /* bounding box of the cells whose weight or height was edited, or depends
                            on what was */
  bool may_have_steps;   /* of an undirected layer: heights may decide about steps here now */
  uint32_t requested;    /* bits of the own groups whose waypoints have to be chosen */
  uint32_t chosen;       /* bits of those that were */
} ovi_site_layer;

/* Cells of a region, row by row. */
typedef struct ovi_site_cells {
  uint8_t *terrain;  /* NULL: not read yet */
  uint16_t *heights; /* NULL: all are 0 */
  uint8_t **extra;   /* for each profile the extra cost of each cell; NULL: all are 0 */
} ovi_site_cells;

typedef struct ovi_site {
  ovi_region place; /* id, position and size only */
  bool edited;      /* an edit covers some of its cells */
  bool stale;       /* its block may differ from the version's */
  ovi_site_cells cells;
  ovi_site_cells before;  /* of an edited site: the cells of the version */
  ovi_site_layer *layers; /* one for each profile */
} ovi_site;

typedef struct ovi_sites {
  const ovi_shared *shared;
  const ovi_layer *layers; /* see ovi_rebuild_input */
  ovi_scratch *scratch;
  ovi_buffer list; /* of ovi_site *, in the order in which they were made */
  uint32_t count;
  ovi_number_map numbers; /* index in the list, by region */
} ovi_sites;

static inline ovi_site *ovi_site_at(const ovi_sites *sites, uint32_t number) {
  return ((ovi_site **)(void *)sites->list.bytes)[number];
}

/* The site of a region, which is created if there is none. NULL: no memory. */
ovi_site *ovi_sites_make(ovi_sites *sites, uint32_t region);

/* The site of a region. NULL: there is none. */
ovi_site *ovi_sites_find(const ovi_sites *sites, uint32_t region);

/* The regions that have cells in a box, which is clipped to the plane; may be empty. */
ovi_rectangle ovi_sites_regions(const ovi_sites *sites, ovi_rectangle box);

/* The number of regions in such a rectangle, and the site of the i-th of them, row by row, which is
 * created if there is none; NULL: no memory. */
static inline uint32_t ovi_sites_count(ovi_rectangle regions) {
  return (uint32_t)((regions.x1 - regions.x0) * (regions.y1 - regions.y0));
}
ovi_site *ovi_sites_make_nth(ovi_sites *sites, ovi_rectangle regions, uint32_t i);

/* Reads the cells of all regions in a pass. OVL_OK, OVL_STOPPED, or OVL_NO_MEMORY, which is also
 * the result if one could not be read. */
ovl_result ovi_sites_read_all(ovi_sites *sites, ovi_progress *progress);

/* The functions below return false if there is no memory, or if a region could not be read (see
 * ovi_layer_outcome). What was read is not read again. */

/* Reads the cells of all regions that have cells in a box. */
bool ovi_sites_read(ovi_sites *sites, ovi_rectangle box);

/* Reads the cells of a site. */
bool ovi_site_read(ovi_sites *sites, ovi_site *site);

/* Reads the cells of a site and copies them to `before`, unless it was edited already. */
bool ovi_site_begin_edits(ovi_sites *sites, ovi_site *site);

/* Allocates the extra costs of a profile, all 0. False: no memory. */
bool ovi_site_add_extra(ovi_sites *sites, ovi_site *site, uint32_t profile);

/* Allocates the heights, all 0. False: no memory. */
bool ovi_site_add_heights(ovi_sites *sites, ovi_site *site);

/* The sites as the cells of a map, which may read those cells alone that the sites have read. */
ovi_cell_source ovi_sites_source(const ovi_sites *sites);

#endif
