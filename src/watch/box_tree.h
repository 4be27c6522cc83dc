/* A tree of boxes of regions that finds all boxes that hold a region.
 *
 * A loose quadtree (Ulrich, "Loose octrees", in Game Programming Gems, 2000): a box is stored in
 * the node that its middle lies in, on the lowest level whose nodes are no smaller than the box. So
 * it extends out of its node by at most half a node, and the boxes that hold a region are in at
 * most four nodes of each level. Boxes of one size near each other share nodes, wherever the
 * borders of nodes are. */
#ifndef OVERLAND_WATCH_BOX_TREE_H
#define OVERLAND_WATCH_BOX_TREE_H

#include "coarse/view/region_box.h"
#include "common/arena.h"
#include "common/list.h"

enum { OVI_BOX_TREE_LEVELS = 21 };

#define OVI_NO_BOX OVI_LIST_END

/* A box of the tree; boxes have numbers. */
typedef struct ovi_tree_box {
  ovi_rectangle box;
  uint32_t node; /* OVI_NO_BOX: the box is not in the tree */
  ovi_list_link link;
} ovi_tree_box;

typedef struct ovi_box_tree {
  int32_t regions_x, regions_y;
  uint32_t levels;
  uint32_t begins[OVI_BOX_TREE_LEVELS + 1]; /* first node of each level */
  uint32_t *heads;                          /* the first box of each node */
  ovi_tree_box *boxes;
  uint32_t count;
} ovi_box_tree;

/* Takes memory for boxes 0 to count - 1 of a world with so many columns and rows of regions; none
 * is in the tree. */
void ovi_box_tree_reserve(ovi_box_tree *tree, ovi_arena *arena, int32_t regions_x,
                          int32_t regions_y, uint32_t count);

/* Puts a box into the tree that is not in it. */
void ovi_box_tree_put(ovi_box_tree *tree, uint32_t number, ovi_rectangle box);

/* Removes a box, if it is in the tree. */
void ovi_box_tree_remove(ovi_box_tree *tree, uint32_t number);

/* A pass over the boxes that hold a region. */
typedef struct ovi_box_search {
  const ovi_box_tree *tree;
  int32_t x, y; /* the region */
  uint32_t level;
  int32_t node_x, node_y; /* the node at hand */
  int32_t x1, y1;         /* the last node of the level */
  int32_t x0;             /* the first one of each row */
  uint32_t at;            /* the next box of the node */
} ovi_box_search;

/* Begins a pass over the boxes that hold region (x, y). */
ovi_box_search ovi_box_search_begin(const ovi_box_tree *tree, int32_t x, int32_t y);

/* The next box, in no particular order; OVI_NO_BOX: there are no more. */
uint32_t ovi_box_search_next(ovi_box_search *search);

#endif
