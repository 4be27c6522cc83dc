/* The parts of a world that edits have replaced: blocks of regions, and islands of their
 * components.
 *
 * The versions of a world share everything that was not edited between them. Replaced regions stand
 * in a persistent tree: a version that replaces a region copies the nodes on the path to it and
 * shares the others (Driscoll, Sarnak, Sleator and Tarjan, "Making data structures persistent",
 * 1989). Nodes and blobs count their owners.
 *
 * Invariant: a node with more than one owner is never written. A region that is not in the tree is
 * as in the base, the file that the world was baked, opened or refreshed as. */
#ifndef OVERLAND_COARSE_VIEW_DELTA_TREE_H
#define OVERLAND_COARSE_VIEW_DELTA_TREE_H

#include <stdbool.h>

#include "common/atomic.h"
#include "overland.h"

/* Bytes with a count of their owners. */
typedef struct ovi_blob {
  ovi_references references;
  uint64_t bytes;
  uint64_t data[]; /* aligned as blocks are */
} ovi_blob;

/* Makes a blob, whose bytes are not set. NULL: no memory. */
ovi_blob *ovi_blob_make(const ovl_allocator *allocator, uint64_t bytes);

/* Makes a blob of a copy of some bytes. NULL: no memory. */
ovi_blob *ovi_blob_copy(const ovl_allocator *allocator, const void *from, uint64_t bytes);

static inline const uint8_t *ovi_blob_bytes(const ovi_blob *blob) {
  return (const uint8_t *)blob->data;
}

/* Adds an owner, and removes one; NULL is allowed. */
ovi_blob *ovi_blob_retain(ovi_blob *blob);
void ovi_blob_drop(const ovl_allocator *allocator, ovi_blob *blob);

/* The replacement of a region. */
typedef struct ovi_replaced {
  ovi_references references;
  uint64_t version;  /* in which the block was replaced */
  ovi_blob *block;   /* NULL: the base's */
  ovi_blob *islands; /* for each profile, and one more, the u32 index where its islands begin in
                        this blob; then for each local component of each undirected layer the u32
                        number of its island. NULL: the base's */
} ovi_replaced;

/* The islands of the local components of an undirected layer; replaced->islands is not NULL. */
static inline uint32_t *ovi_replaced_islands(const ovi_replaced *replaced, uint32_t profile) {
  uint32_t *begins = (uint32_t *)(void *)replaced->islands->data;
  return begins + begins[profile];
}

/* A node of the tree: its children are nodes, on the lowest level ovi_replaced. */
typedef struct ovi_delta_tree_node {
  ovi_references references;
  void *children[16];
} ovi_delta_tree_node;

/* The tree of one version. */
typedef struct ovi_delta_tree {
  const ovl_allocator *allocator;
  ovi_delta_tree_node *root; /* NULL: nothing is replaced */
  uint32_t levels;           /* 16^levels is at least the number of regions */
  uint32_t blocks;           /* replaced blocks */
  uint64_t bytes;            /* of all blobs */
} ovi_delta_tree;

void ovi_delta_tree_begin(ovi_delta_tree *tree, const ovl_allocator *allocator, uint32_t regions);

/* Makes `to` share the tree of `from`. */
void ovi_delta_tree_retain(ovi_delta_tree *to, const ovi_delta_tree *from);
void ovi_delta_tree_drop(ovi_delta_tree *tree);

/* The replacement of a region; NULL: it is as in the base. */
static inline const ovi_replaced *ovi_delta_tree_find(const ovi_delta_tree *tree, uint32_t region) {
  const ovi_delta_tree_node *node = tree->root;
  for (uint32_t level = tree->levels; node != NULL && level-- > 1;) {
    node = node->children[region >> (4 * level) & 15];
  }
  return node != NULL ? node->children[region & 15] : NULL;
}

/* Puts the replacement of a region. Takes over the references to blobs that `replaced` holds, also
 * if it fails. A region whose block is the base's again stays in the tree, because of its version.
 * False: no memory; the tree is as it was. */
bool ovi_delta_tree_put(ovi_delta_tree *tree, uint32_t region, ovi_replaced replaced);

/* The first region from `from` on that is in the tree; at least the number of regions: none. */
uint32_t ovi_delta_tree_next(const ovi_delta_tree *tree, uint32_t from);

/* The first region from `from` on that two versions do not share: replaced in one of them only, or
 * by two replacements; at least the number of regions: none. Shared subtrees cost nothing. */
uint32_t ovi_delta_tree_next_apart(const ovi_delta_tree *tree, const ovi_delta_tree *other,
                                   uint32_t from);

/* The islands of a layer that a version holds beside the tree. */
typedef struct ovi_own_islands {
  ovi_blob *islands; /* of a directed layer: the whole section; NULL: the base's */
  ovi_blob *firsts;  /* of a directed layer: u32 a region, its first slot */
  uint32_t next;     /* of an undirected layer: the first number that no island ever had */
} ovi_own_islands;

#endif
