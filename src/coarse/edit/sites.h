/* The regions that a rebuild looks at, found by number; and of some of them the cells, read from
 * the version and then edited: what a map reads instead of the caller's floors.
 *
 * Invariant: a site is made once, stays where it is, and its cells are the version's with all edits
 * made so far. */
#ifndef OVERLAND_COARSE_EDIT_SITES_H
#define OVERLAND_COARSE_EDIT_SITES_H

#include "coarse/blocks/draft.h"
#include "coarse/blocks/map.h"
#include "coarse/view/layer.h"
#include "common/cell.h"
#include "common/number_map.h"
#include "common/scratch.h"

struct ovi_site;

/* A region for one profile. */
typedef struct ovi_site_layer {
  struct ovi_site *site;
  struct ovi_site_layer *next; /* whose draft is to be made */
  ovi_draft *draft;            /* NULL: there is none */
  bool moved;                  /* its positions or steps may not be what the version's are */
  bool at_border;              /* and so it is along its sides */
  bool sloped;                 /* of a layer that is not directed: heights may count here now */
  uint32_t wanted;             /* groups of own waypoints that are to be chosen, as bits */
  uint32_t chosen;             /* those that were */
} ovi_site_layer;

/* Cells of a region, row by row. */
typedef struct ovi_site_cells {
  uint8_t *terrain;  /* NULL: not read yet */
  uint16_t *heights; /* NULL: all are 0 */
  uint8_t **extra;   /* of each profile what each weighs beyond its terrain; NULL: nothing */
} ovi_site_cells;

typedef struct ovi_site {
  ovi_region place; /* id, place and size only */
  bool edited;      /* edits lie over it */
  bool stale;       /* its block may not be what the version's is */
  ovi_site_cells cells;
  ovi_site_cells before;  /* of a site that was edited: as the version has them */
  ovi_site_layer *layers; /* one a profile */
} ovi_site;

typedef struct ovi_sites {
  const ovi_shared *shared;
  const ovi_layer *layers;
  ovi_scratch *scratch;
  ovi_site **list; /* in the order in which they were made */
  uint32_t count, capacity;
  ovi_number_map numbers; /* places in the list, by region */
} ovi_sites;

/* Gives back what is not in scratch memory. */
void ovi_sites_release(ovi_sites *sites);

/* The site of a region, made if there is none; NULL: no memory. */
ovi_site *ovi_sites_make(ovi_sites *sites, uint32_t region);

/* The site of a region, or NULL. */
ovi_site *ovi_sites_find(const ovi_sites *sites, uint32_t region);

/* The regions that have cells of a box, which is cut to the plane; empty if nothing remains. */
ovi_rectangle ovi_sites_regions(const ovi_sites *sites, ovi_rectangle box);

/* Reads the cells of all regions of a box, where they are not read yet; false: no memory. */
bool ovi_sites_read(ovi_sites *sites, ovi_rectangle box);
bool ovi_site_read(ovi_sites *sites, ovi_site *site);

/* Reads the cells of a site and keeps them as they are before it is edited; false: no memory. */
bool ovi_site_begin_edits(ovi_sites *sites, ovi_site *site);

/* Room for what cells of a profile weigh beyond their terrain, and for heights, all 0; false: no
 * memory. */
bool ovi_site_add_extra(ovi_sites *sites, ovi_site *site, uint32_t profile);
bool ovi_site_add_heights(ovi_sites *sites, ovi_site *site);

/* Sites as the cells of a map; those that are asked for were read. */
ovi_cell_source ovi_sites_source(const ovi_sites *sites);

#endif
