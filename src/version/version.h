/* Versions of a world: how they come to be, and how they know each other. */
#ifndef OVERLAND_VERSION_VERSION_H
#define OVERLAND_VERSION_VERSION_H

#include "world/edit_log.h"
#include "world/world.h"

/* A new version that is as `from` is, with one handle, to be changed before anybody sees it; NULL:
 * no memory. */
ovl_world *ovi_version_copy(const ovl_world *from);

/* Shows a copy's layers its own tree of what was replaced. */
void ovi_version_begin_delta(ovl_world *version);

/* Makes a copy the next version of its history, to be known by what was done: a hash. False: no
 * memory. */
bool ovi_version_advance(ovl_world *version, uint64_t done);

/* The same for a version that was made from nothing, with a base of its own, to follow another: no
 * route of those before goes on. */
bool ovi_version_follow(ovl_world *version, const ovl_world *before, uint64_t done);

/* Whether two versions may hold the same blobs: what one allocated goes back where it came from. */
bool ovi_version_is_one_memory(const ovl_world *a, const ovl_world *b);

#endif
