/* Making the next version of a world, and its place in the history. */
#ifndef OVERLAND_VERSION_VERSION_H
#define OVERLAND_VERSION_VERSION_H

#include "world/world.h"

/* Copies a version, to be changed before it is handed out; the copy has one handle. NULL: no
 * memory. */
ovl_world *ovi_version_copy(const ovl_world *from);

/* Makes the layers of a copy read regions and clusters from its own delta trees. */
void ovi_version_begin_delta(ovl_world *version);

/* Makes a copy the next version of its history. `change` is a hash of what was changed and becomes
 * part of the identity. False: no memory. */
bool ovi_version_advance(ovl_world *version, uint64_t change);

/* Gives a copy the number and the identity of another version, whose cells it is about to get. Its
 * history goes on with that version if the number is higher, and begins with it otherwise. False:
 * no memory. */
bool ovi_version_jump(ovl_world *version, uint64_t number, uint64_t identity);

/* Gives a version that has a base of its own the history of `before`. It is to be advanced next. */
void ovi_version_follow(ovl_world *version, const ovl_world *before);

/* Gives a version a section of links of its own, unless the base has the same. Takes the blob. */
void ovi_version_put_links(ovl_world *version, ovi_blob *links);

/* Returns whether a block is the one that the base has for a region. */
bool ovi_version_base_has(const ovi_layer *layer, uint32_t region, const uint8_t *block,
                          uint64_t bytes);

#endif
