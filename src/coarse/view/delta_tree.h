/* What edits have replaced of a world: blocks of regions, and islands of their components.
 *
 * Versions of a world share all that was not edited between them. So what was replaced stands
 * in a persistent tree, by region: a version that replaces some region copies the nodes on the way
 * to it and shares the others (Driscoll, Sarnak, Sleator and Tarjan, "Making data structures
 * persistent", 1989). Whatever is shared counts who refers to it.
 *
 * Invariant: a node that more than one refers to is never written. A region that is not in the
 * tree is as the base has it, the bytes that the world was baked, opened or settled as. */
#ifndef OVERLAND_COARSE_VIEW_DELTA_TREE_H
#define OVERLAND_COARSE_VIEW_DELTA_TREE_H

#include <stdbool.h>

#include "common/atomic.h"
#include "overland.h"

/* Bytes with a count of who refers to them. */
typedef struct ovi_blob {
  ovi_references references;
  uint32_t zero;
  uint64_t bytes;
  uint64_t data[]; /* aligned as blocks are */
} ovi_blob;

/* NULL: no memory. Its bytes are not set. */
ovi_blob *ovi_blob_make(const ovl_allocator *allocator, uint64_t bytes);

static inline const uint8_t *ovi_blob_bytes(const ovi_blob *blob) {
  return (const uint8_t *)blob->data;
}

/* One more reference, to a blob or NULL; and one less. */
ovi_blob *ovi_blob_retain(ovi_blob *blob);
void ovi_blob_drop(const ovl_allocator *allocator, ovi_blob *blob);

/* What stands for a region of the base. */
typedef struct ovi_replaced {
  ovi_references references;
  uint64_t born;     /* the version in which its block was replaced */
  ovi_blob *block;   /* NULL: it is the base's */
  ovi_blob *islands; /* for each profile and one more u32 where its islands begin among these; then
                        for each local component of each undirected layer u32 its island. NULL:
                        they are the base's */
  ovi_blob *marks;   /* for each profile a u32 where its costs to landmarks begin among these, or 0:
                        as the base has them; then those: see stale_marks.h. NULL: the base's */
} ovi_replaced;

/* The islands of the local components of an undirected layer; there are some. */
static inline uint32_t *ovi_replaced_islands(const ovi_replaced *replaced, uint32_t profile) {
  uint32_t *begins = (uint32_t *)(void *)replaced->islands->data;
  return begins + begins[profile];
}

/* What waypoints cost to the landmarks of a layer: a row for each that the region owns; NULL: as
 * the base has it. */
static inline const uint32_t *ovi_replaced_landmarks(const ovi_replaced *replaced,
                                                     uint32_t profile) {
  if (replaced == NULL || replaced->marks == NULL) {
    return NULL;
  }
  const uint32_t *begins = (const uint32_t *)(const void *)replaced->marks->data;
  return begins[profile] != 0 ? begins + begins[profile] : NULL;
}

/* A node of the tree: 16 of the level below, or on the lowest level 16 regions'. */
typedef struct ovi_delta_tree_node {
  ovi_references references;
  void *children[16];
} ovi_delta_tree_node;

/* One version's tree. */
typedef struct ovi_delta_tree {
  const ovl_allocator *allocator;
  ovi_delta_tree_node *root; /* NULL: nothing is replaced */
  uint32_t levels;           /* so that 16^levels is no less than the regions */
  uint32_t blocks;           /* replaced */
  uint64_t bytes;            /* that blocks and islands take */
} ovi_delta_tree;

void ovi_delta_tree_begin(ovi_delta_tree *living, const ovl_allocator *allocator, uint32_t regions);

/* The same tree once more. */
void ovi_delta_tree_retain(ovi_delta_tree *to, const ovi_delta_tree *from);
void ovi_delta_tree_drop(ovi_delta_tree *living);

/* What stands for a region; NULL: the base. */
static inline const ovi_replaced *ovi_delta_tree_find(const ovi_delta_tree *living,
                                                      uint32_t region) {
  const ovi_delta_tree_node *node = living->root;
  for (uint32_t level = living->levels; node != NULL && level-- > 1;) {
    node = node->children[region >> (4 * level) & 15];
  }
  return node != NULL ? node->children[region & 15] : NULL;
}

/* Puts what stands for a region; takes over the references to blobs that `replaced` holds, also
 * if it fails. A region whose block is the base's again stays in the tree, for when that came to
 * be. False: no memory; the tree is as it was. */
bool ovi_delta_tree_put(ovi_delta_tree *living, uint32_t region, ovi_replaced replaced);

/* The first region from `from` on for which something stands; `regions` or more if there is none.
 */
uint32_t ovi_delta_tree_next(const ovi_delta_tree *living, uint32_t from);

/* The same, but for what stands in a second version's tree as well; regions that the two share
 * cost nothing. */
uint32_t ovi_delta_tree_next_apart(const ovi_delta_tree *living, const ovi_delta_tree *other,
                                   uint32_t from);

/* What a version holds of a layer's islands beside its tree. */
typedef struct ovi_own_islands {
  ovi_blob *islands; /* of a directed layer: the whole section; NULL: the base's */
  ovi_blob *firsts;  /* and its slots: u32 a region */
  uint32_t next;     /* the first number that no island of an undirected layer ever had */
} ovi_own_islands;

#endif
