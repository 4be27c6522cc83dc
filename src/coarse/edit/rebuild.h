/* Rebuilds the regions that edits change: from a version and a list of edits, the new blocks of
 * exactly those regions whose blocks a bake of the edited map would write differently. If a profile
 * becomes directed or undirected, or heights appear or vanish, these would be all: then the map is
 * left to be baked. Islands and overlays follow; version/apply.c runs all of them in order.
 *
 * Invariant: each block equals, byte for byte, the one that this bake writes. This also holds for a
 * version that was edited before, because the version is read through views of regions alone. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_H
#define OVERLAND_COARSE_EDIT_REBUILD_H

#include "coarse/edit/rebuild_internal.h"

/* Runs a rebuild, and sets its output. OVL_OK; without output OVL_BAD_ARGUMENT with the fault,
 * OVL_NEEDS_RULE, OVL_NO_MEMORY, OVL_STOPPED, or why something could not be read. It must not be
 * moved, and has to be released in any case. */
ovl_result ovi_rebuild_run(ovi_rebuild *rebuild, const ovi_rebuild_input *input);

/* Releases all memory, and the blobs of the output that were not taken over. */
void ovi_rebuild_release(ovi_rebuild *rebuild);

#endif
