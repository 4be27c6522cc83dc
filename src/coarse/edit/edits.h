/* Makes edits in the cells of sites, and finds which cells they changed.
 *
 * Invariant: each edit is checked as a whole against the cells that the edits before it left, and
 * leaves no cell that a bake would refuse. */
#ifndef OVERLAND_COARSE_EDIT_EDITS_H
#define OVERLAND_COARSE_EDIT_EDITS_H

#include "coarse/edit/rebuild_internal.h"

/* Makes all edits of a rebuild in order, in its sites and links. OVL_OK; OVL_NO_MEMORY, also if a
 * region could not be read (see ovi_layer_outcome); or OVL_BAD_ARGUMENT with the fault, whose
 * `where` is the index of the edit. An extra cost that does not fit a byte together with the weight
 * of the terrain is an error, or is lowered, if the edits are a difference of versions. */
ovl_result ovi_work_make_edits(ovi_rebuild *work);

/* The changes of a site for one profile, as boxes of cells of the plane; each may be empty. */
typedef struct ovi_site_changes {
  ovi_rectangle opened; /* holds all cells that were opened or blocked */
  ovi_rectangle raised; /* holds all cells whose height changed */
  ovi_rectangle cells;  /* holds all cells whose weight or height changed */
} ovi_site_changes;

/* Compares the cells of an edited site with those of the version, for a profile. */
ovi_site_changes ovi_site_find_changes(const ovi_sites *sites, const ovi_site *site,
                                       uint32_t profile);

/* Adds the change of an edited site's terrain and heights to the fingerprint of the map; returns
 * whether they changed. */
bool ovi_site_add_fingerprint(const ovi_sites *sites, const ovi_site *site, uint64_t *fingerprint);

#endif
