/* A loose quadtree: see the header. */
#include "watch/box_tree.h"

static int32_t nodes_across(int32_t regions, uint32_t level) {
  return ((regions - 1) >> level) + 1;
}

void ovi_box_tree_reserve(ovi_box_tree *tree, ovi_arena *arena, int32_t regions_x,
                          int32_t regions_y, uint32_t count) {
  const int32_t side = regions_x > regions_y ? regions_x : regions_y;
  uint32_t nodes = 0;
  tree->regions_x = regions_x;
  tree->regions_y = regions_y;
  tree->count = count;
  tree->levels = 0;
  do {
    tree->begins[tree->levels] = nodes;
    nodes += (uint32_t)nodes_across(regions_x, tree->levels) *
             (uint32_t)nodes_across(regions_y, tree->levels);
    tree->levels++;
  } while ((int64_t)1 << (tree->levels - 1) < side);
  tree->begins[tree->levels] = nodes;
  tree->heads = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  tree->boxes = ovi_arena_take(arena, count, sizeof(ovi_tree_box));
  for (uint32_t node = 0; tree->heads != NULL && node < nodes; node++) {
    tree->heads[node] = OVI_NO_BOX;
  }
  for (uint32_t number = 0; tree->boxes != NULL && number < count; number++) {
    tree->boxes[number].node = OVI_NO_BOX;
  }
}

static uint32_t node_at(const ovi_box_tree *tree, uint32_t level, int32_t x, int32_t y) {
  return tree->begins[level] + (uint32_t)(y * nodes_across(tree->regions_x, level)) + (uint32_t)x;
}

void ovi_box_tree_put(ovi_box_tree *tree, uint32_t number, ovi_rectangle box) {
  const int32_t w = box.x1 - box.x0;
  const int32_t h = box.y1 - box.y0;
  uint32_t level = 0;
  while (level + 1 < tree->levels && (int64_t)1 << level < (w > h ? w : h)) {
    level++;
  }
  ovi_tree_box *entry = &tree->boxes[number];
  entry->box = box;
  entry->node = node_at(tree, level, (box.x0 + w / 2) >> level, (box.y0 + h / 2) >> level);
  ovi_list_prepend(OVI_LIST_LINKS(tree->boxes), &tree->heads[entry->node], number);
}

void ovi_box_tree_remove(ovi_box_tree *tree, uint32_t number) {
  ovi_tree_box *entry = &tree->boxes[number];
  if (entry->node != OVI_NO_BOX) {
    ovi_list_remove(OVI_LIST_LINKS(tree->boxes), &tree->heads[entry->node], number);
    entry->node = OVI_NO_BOX;
  }
}

/* ---- Searching --------------------------------------------------------------- */

static int32_t first_node(int32_t at, uint32_t level) {
  const int32_t reach = (int32_t)(((int64_t)1 << level) / 2);
  return at > reach ? (at - reach) >> level : 0;
}

static int32_t last_node(int32_t at, uint32_t level, int32_t regions) {
  const int64_t reach = ((int64_t)1 << level) / 2;
  return (int32_t)(at + reach < regions ? at + reach : regions - 1) >> level;
}

/* Moves to before the first node of a level. */
static void box_search_begin_level(ovi_box_search *search) {
  const ovi_box_tree *tree = search->tree;
  search->x0 = first_node(search->x, search->level);
  search->x1 = last_node(search->x, search->level, tree->regions_x);
  search->y1 = last_node(search->y, search->level, tree->regions_y);
  search->node_x = search->x0 - 1;
  search->node_y = first_node(search->y, search->level);
}

ovi_box_search ovi_box_search_begin(const ovi_box_tree *tree, int32_t x, int32_t y) {
  ovi_box_search search = {.tree = tree, .x = x, .y = y, .at = OVI_NO_BOX};
  box_search_begin_level(&search);
  return search;
}

/* Moves to the next node; false: there is none. */
static bool next_node(ovi_box_search *search) {
  if (search->node_x == search->x1) {
    search->node_x = search->x0 - 1;
    search->node_y++;
  }
  if (search->node_y > search->y1) {
    if (++search->level == search->tree->levels) {
      return false;
    }
    box_search_begin_level(search);
  }
  search->node_x++;
  search->at =
      search->tree->heads[node_at(search->tree, search->level, search->node_x, search->node_y)];
  return true;
}

uint32_t ovi_box_search_next(ovi_box_search *search) {
  for (;;) {
    while (search->at == OVI_NO_BOX) {
      if (search->level == search->tree->levels || !next_node(search)) {
        return OVI_NO_BOX;
      }
    }
    const uint32_t number = search->at;
    const ovi_tree_box *entry = &search->tree->boxes[number];
    search->at = entry->link.next;
    if (ovi_rectangle_has(entry->box, search->x, search->y)) {
      return number;
    }
  }
}
