/* A persistent tree with nodes of 16 children. */
#include "coarse/view/delta_tree.h"

#include "common/arena.h"
#include "common/compiler.h"

/* ---- Blobs ----------------------------------------------------------------- */

ovi_blob *ovi_blob_make(const ovl_allocator *allocator, uint64_t bytes) {
  ovi_blob *blob = ovi_allocate(allocator, sizeof(ovi_blob) + bytes);
  if (blob != NULL) {
    ovi_references_begin(&blob->references);
    blob->bytes = bytes;
  }
  return blob;
}

ovi_blob *ovi_blob_copy(const ovl_allocator *allocator, const void *from, uint64_t bytes) {
  ovi_blob *blob = ovi_blob_make(allocator, bytes);
  if (blob != NULL) {
    memcpy(blob->data, from, (size_t)bytes);
  }
  return blob;
}

ovi_blob *ovi_blob_retain(ovi_blob *blob) {
  if (blob != NULL) {
    ovi_references_add(&blob->references);
  }
  return blob;
}

void ovi_blob_drop(const ovl_allocator *allocator, ovi_blob *blob) {
  if (blob != NULL && ovi_references_drop(&blob->references)) {
    ovi_release(allocator, blob, sizeof(ovi_blob) + blob->bytes);
  }
}

/* ---- Regions ---------------------------------------------------------------- */

static void drop_blobs(const ovl_allocator *allocator, const ovi_replaced *replaced) {
  ovi_blob_drop(allocator, replaced->block);
  ovi_blob_drop(allocator, replaced->islands);
}

static void drop_replaced(const ovl_allocator *allocator, ovi_replaced *replaced) {
  if (replaced != NULL && ovi_references_drop(&replaced->references)) {
    drop_blobs(allocator, replaced);
    ovi_release(allocator, replaced, sizeof(*replaced));
  }
}

static uint64_t delta_bytes_of(const ovi_replaced *replaced) {
  return (replaced->block != NULL ? replaced->block->bytes : 0) +
         (replaced->islands != NULL ? replaced->islands->bytes : 0);
}

/* ---- Nodes ------------------------------------------------------------------ */

void ovi_delta_tree_begin(ovi_delta_tree *tree, const ovl_allocator *allocator, uint32_t regions) {
  *tree = (ovi_delta_tree){.allocator = allocator, .levels = 1};
  while (tree->levels < 7 && (uint64_t)1 << (4 * tree->levels) < regions) {
    tree->levels++;
  }
}

void ovi_delta_tree_retain(ovi_delta_tree *to, const ovi_delta_tree *from) {
  OVI_ASSERT(from->levels <= 7 && (from->root != NULL || from->blocks == 0));
  const ovl_allocator *allocator = to->allocator;
  *to = *from;
  to->allocator = allocator;
  if (to->root != NULL) {
    ovi_references_add(&to->root->references);
  }
}

/* Drops a tree of so many levels, 7 at the most. */
static void drop_tree(const ovl_allocator *allocator, ovi_delta_tree_node *root, uint32_t levels) {
  struct {
    ovi_delta_tree_node *node;
    uint32_t child;
  } stack[7] = {{root, 0}};
  uint32_t depth = 0;
  if (root == NULL || !ovi_references_drop(&root->references)) {
    return;
  }
  for (;;) {
    ovi_delta_tree_node *node = stack[depth].node;
    if (stack[depth].child == 16) {
      ovi_release(allocator, node, sizeof(*node));
      if (depth-- == 0) {
        return;
      }
      continue;
    }
    void *child = node->children[stack[depth].child++];
    OVI_ASSERT(depth < levels);
    if (depth + 1 == levels) {
      drop_replaced(allocator, child);
    } else if (child != NULL && ovi_references_drop(&((ovi_delta_tree_node *)child)->references)) {
      stack[++depth].node = child;
      stack[depth].child = 0;
    }
  }
}

void ovi_delta_tree_drop(ovi_delta_tree *tree) {
  drop_tree(tree->allocator, tree->root, tree->levels);
  tree->root = NULL;
}

/* A node that may be written, the root of so many levels: the node itself if it has a single owner,
 * else a copy. NULL: no memory. */
static ovi_delta_tree_node *own_node(const ovl_allocator *allocator, ovi_delta_tree_node *node,
                                     uint32_t levels) {
  if (node != NULL && ovi_references_are_one(&node->references)) {
    return node;
  }
  ovi_delta_tree_node *made = ovi_allocate(allocator, sizeof(*made));
  if (made == NULL) {
    return NULL;
  }
  ovi_references_begin(&made->references);
  memset(made->children, 0, sizeof(made->children));
  if (node != NULL) {
    memcpy(made->children, node->children, sizeof(made->children));
    for (int i = 0; i < 16; i++) {
      void *child = made->children[i];
      if (child != NULL) {
        ovi_references_add(levels == 1 ? &((ovi_replaced *)child)->references
                                       : &((ovi_delta_tree_node *)child)->references);
      }
    }
    drop_tree(allocator, node, levels);
  }
  return made;
}

bool ovi_delta_tree_put(ovi_delta_tree *tree, uint32_t region, ovi_replaced replaced) {
  const ovi_replaced *old = ovi_delta_tree_find(tree, region);
  ovi_replaced *made = ovi_allocate(tree->allocator, sizeof(*made));
  /* The child pointer of the region, after the nodes on the path to it were copied where they are
   * shared. NULL: no memory. */
  void **at = made != NULL ? (void **)&tree->root : NULL;
  for (uint32_t level = tree->levels; at != NULL && level-- > 0;) {
    ovi_delta_tree_node *node = own_node(tree->allocator, *at, level + 1);
    OVI_ASSERT(node == NULL || ovi_references_are_one(&node->references));
    *at = node != NULL ? node : *at;
    at = node != NULL ? &node->children[region >> (4 * level) & 15] : NULL;
  }
  if (at == NULL) {
    ovi_release(tree->allocator, made, sizeof(*made));
    drop_blobs(tree->allocator, &replaced);
    return false;
  }
  if (old != NULL) {
    OVI_ASSERT(tree->bytes >= delta_bytes_of(old) && tree->blocks >= (old->block != NULL));
    tree->blocks -= old->block != NULL;
    tree->bytes -= delta_bytes_of(old);
  }
  tree->blocks += replaced.block != NULL;
  tree->bytes += delta_bytes_of(&replaced);
  *made = (ovi_replaced){
      .version = replaced.version, .block = replaced.block, .islands = replaced.islands};
  ovi_references_begin(&made->references);
  drop_replaced(tree->allocator, *at);
  *at = made;
  OVI_ASSERT(ovi_delta_tree_find(tree, region) == made &&
             ovi_references_are_one(&made->references));
  return true;
}

uint32_t ovi_delta_tree_next_apart(const ovi_delta_tree *tree, const ovi_delta_tree *other,
                                   uint32_t from) {
  const uint64_t end = (uint64_t)1 << (4 * tree->levels);
  OVI_ASSERT(tree->root == NULL || other->root == NULL || tree->levels == other->levels);
  uint64_t region = from;
  while (region < end) {
    const ovi_delta_tree_node *node = tree->root;
    const ovi_delta_tree_node *beside = other->root;
    uint32_t level = tree->levels;
    while (node != beside && level-- > 1) {
      node = node != NULL ? node->children[region >> (4 * level) & 15] : NULL;
      beside = beside != NULL ? beside->children[region >> (4 * level) & 15] : NULL;
    }
    const bool is_apart = node != beside;
    const void *child = node != NULL ? node->children[region & 15] : NULL;
    const void *child_beside = beside != NULL ? beside->children[region & 15] : NULL;
    if (is_apart && child != child_beside) {
      return (uint32_t)region;
    }
    const uint32_t shift = is_apart ? 0 : 4 * level; /* skip the subtree that is shared */
    region = ((region >> shift) + 1) << shift;
  }
  return UINT32_MAX;
}

uint32_t ovi_delta_tree_next(const ovi_delta_tree *tree, uint32_t from) {
  const ovi_delta_tree none = {.root = NULL};
  return ovi_delta_tree_next_apart(tree, &none, from);
}
