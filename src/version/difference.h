/* What differs between two versions of one world, property by property, as bytes: those of a patch,
 * and of a rebase while it is made.
 *
 * Versions of one base are compared by their trees of replaced regions: what the trees share is
 * skipped. Other versions are compared region by region. Only what a caller can edit is compared:
 * terrain, height, the extra cost of each profile, and whether links are open. All else of a world
 * follows from these.
 *
 * The extra cost of a profile differs where the profile can stand in the second version, and its
 * extra cost there is another than in the first version; where it can't stand in that one, it
 * counts as 0. So walls make no difference of extra costs.
 *
 * A difference is links, then edits. A link is a u32: twice its number, and 1 if it is open in the
 * second version. Links ascend. An edit sets one property in a rectangle of a region, the smallest
 * that holds the cells that differ: u32 region, then u8 each kind, profile, x, y, w, h and parts,
 * u8 of zero, u16 value, u16 of zeros. Parts say what follows: a mask, a bit for each cell, row by
 * row; then values of the cells that the mask has, or of all, u16 a height and else u8. Without
 * values, all have the value. Edits ascend by region, kind and profile, so that each property of a
 * cell is set once at most. All is little-endian. */
#ifndef OVERLAND_VERSION_DIFFERENCE_H
#define OVERLAND_VERSION_DIFFERENCE_H

#include "common/buffer.h"
#include "overland_edit.h"
#include "world/world.h"

enum {
  OVI_DIFFERENCE_LINK_BYTES = 4,
  OVI_DIFFERENCE_EDIT_BYTES = 16,
  OVI_DIFFERENCE_PROFILE = 5, /* what an edit has where */
  OVI_DIFFERENCE_RECTANGLE = 6,
  OVI_DIFFERENCE_PARTS = 10,
  OVI_DIFFERENCE_VALUE = 12,
  OVI_DIFFERENCE_MASK = 1, /* bits of the parts */
  OVI_DIFFERENCE_VALUES = 2
};

/* The bytes of a value. */
static inline uint32_t ovi_difference_width(ovl_edit_kind kind) {
  return kind == OVL_EDIT_HEIGHT ? 2 : 1;
}

typedef struct ovi_difference {
  ovi_buffer bytes; /* links and edits are added to it */
  uint32_t links, edits;
} ovi_difference;

/* The versions of a difference. */
typedef struct ovi_difference_ends {
  const ovl_world *from, *to;
  const ovl_world *kept;  /* NULL, or what differs between `from` and this version is left out */
  ovi_progress *progress; /* counts the regions that are compared */
} ovi_difference_ends;

/* Returns whether cells, profiles and links of two worlds correspond, so that edits of the one can
 * be made to the other: OVL_OK, or OVL_OTHER_WORLD with the fault. */
ovl_result ovi_worlds_match(const ovl_world *a, const ovl_world *b, ovl_fault *fault);

/* Finds the difference of versions that match. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, OVL_OTHER_WORLD
 * (they differ on a graph floor), or the outcome of a reader, with the fault. Time: a few us for
 * each region that differs; without a common base also a look at all others. */
ovl_result ovi_difference_find(ovi_difference *difference, const ovi_difference_ends *ends,
                               ovl_fault *fault);

#endif
