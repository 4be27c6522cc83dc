/* Edits made to the cells of sites, and what they changed.
 *
 * Invariant: an edit is checked as a whole against what those before it left, and leaves no cell
 * that a bake would refuse. */
#ifndef OVERLAND_COARSE_EDIT_EDITS_H
#define OVERLAND_COARSE_EDIT_EDITS_H

#include "coarse/edit/sites.h"
#include "overland_edit.h"

typedef struct ovi_edits {
  ovi_sites *sites;
  const ovi_map *map; /* floors, profiles and links; its source are the sites */
  const ovl_edit *list;
  size_t count;
  ovl_fault *fault;
  uint8_t *links; /* the section of links as it becomes; NULL: no edit is of one */
} ovi_edits;

/* Makes all edits in their order. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault, whose
 * `where` is the number of the edit. */
ovl_result ovi_edits_make(ovi_edits *edits);

/* What edits changed of a site for one profile, as cells of the plane. */
typedef struct ovi_site_changes {
  ovi_rectangle opened; /* cells that block now or no longer do, perhaps none */
  ovi_rectangle cells;  /* cells whose weight or height is another */
} ovi_site_changes;

/* Compares an edited site's cells with what they were, for a profile. */
ovi_site_changes ovi_site_find_changes(const ovi_sites *sites, const ovi_site *site,
                                       uint32_t profile);

/* Whether terrain or heights of an edited site are others; then adds to the fingerprint of the map
 * what they make it. */
bool ovi_site_find_print(const ovi_sites *sites, const ovi_site *site, uint64_t *print);

#endif
