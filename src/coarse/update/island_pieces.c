/* Searches pieces and merges those that touch. Their lists are linked through the nodes, so that
 * two pieces are merged in near-constant time. */
#include "coarse/update/island_pieces.h"

#include "common/compiler.h"
#include "common/union_find.h"

/* ---- Lists ------------------------------------------------------------------ */

static ovi_list_links node_links(const ovi_component_graph *graph) {
  return OVI_LIST_LINKS(ovi_component_node_at(graph, 0));
}

static ovi_list_links piece_links(const ovi_island_pieces *pieces) {
  return OVI_LIST_LINKS(ovi_piece_at(pieces, 0));
}

/* ---- Rings ------------------------------------------------------------------ */

enum { PIECE_STRIDE = sizeof(ovi_piece) / sizeof(uint32_t) };

/* The piece that identifies the ring of a piece. */
static uint32_t find_ring(const ovi_island_pieces *pieces, uint32_t piece) {
  return ovi_union_find(&ovi_piece_at(pieces, 0)->ring, PIECE_STRIDE, piece);
}

/* Makes the rings of two pieces one. */
static void join_rings(const ovi_island_pieces *pieces, uint32_t a, uint32_t b) {
  const uint32_t one = find_ring(pieces, a);
  const uint32_t other = find_ring(pieces, b);
  if (one != other) {
    const uint32_t into = one < other ? one : other;
    const uint32_t from = one < other ? other : one;
    ovi_piece_at(pieces, from)->ring = into;
    ovi_list_join(piece_links(pieces), &ovi_piece_at(pieces, into)->left,
                  ovi_piece_at(pieces, from)->left);
  }
}

/* ---- Pieces and old islands ------------------------------------------------- */

/* The piece that a piece was merged into at last, or itself. */
static uint32_t find_piece(const ovi_island_pieces *pieces, uint32_t piece) {
  return ovi_union_find(&ovi_piece_at(pieces, 0)->parent, PIECE_STRIDE, piece);
}

/* Returns whether a piece is neither merged into another nor exhausted. */
static bool is_left(const ovi_island_pieces *pieces, uint32_t piece) {
  const ovi_piece *found = ovi_piece_at(pieces, piece);
  return found->parent == piece && found->open != OVI_LIST_END;
}

/* Merges two pieces that are not merged into others, and joins their sets and rings. */
static void merge_pieces(ovi_island_pieces *pieces, uint32_t into, uint32_t from) {
  ovi_piece *target = ovi_piece_at(pieces, into);
  ovi_piece *source = ovi_piece_at(pieces, from);
  OVI_ASSERT(into != from && target->parent == into && source->parent == from);
  source->parent = into;
  ovi_list_join(node_links(pieces->graph), &target->open, source->open);
  ovi_list_join(node_links(pieces->graph), &target->done, source->done);
  ovi_component_join(pieces->graph, target->node, source->node);
  join_rings(pieces, into, from);
}

/* The piece of an old island that the set of a node touches, added if there is none. OVI_NO_PIECE:
 * no memory. */
static uint32_t add_piece(ovi_island_pieces *pieces, uint32_t old, uint32_t node) {
  const uint32_t count = ovi_piece_count(pieces);
  const uint64_t set = ovi_component_set(pieces->graph, node);
  uint32_t *known = ovi_number_map_add(&pieces->pieces_by_set, set << 32 | old);
  if (known == NULL || *known != OVI_NO_VALUE) {
    return known != NULL ? *known : OVI_NO_PIECE;
  }
  if (ovi_buffer_add(&pieces->pieces, sizeof(ovi_piece)) == NULL) {
    return OVI_NO_PIECE;
  }
  *ovi_piece_at(pieces, count) = (ovi_piece){.parent = count,
                                             .old = old,
                                             .node = node,
                                             .next = OVI_NO_PIECE,
                                             .open = OVI_LIST_END,
                                             .done = OVI_LIST_END,
                                             .ring = count,
                                             .left = count,
                                             .link = {OVI_LIST_END, count}};
  *known = count;
  ovi_old_island *island = ovi_old_island_at(pieces, old);
  if (island->first_piece == OVI_NO_PIECE) {
    island->first_piece = count;
  } else {
    ovi_piece_at(pieces, island->last_piece)->next = count;
  }
  island->last_piece = count;
  return count;
}

void ovi_island_pieces_add(ovi_island_pieces *pieces, uint32_t node, uint32_t island) {
  /* The old island with the number, which is added if there is none. */
  const uint32_t count = ovi_old_island_count(pieces);
  uint32_t *old = ovi_number_map_add(&pieces->olds_by_island, island);
  if (old != NULL && *old == OVI_NO_VALUE &&
      ovi_buffer_add(&pieces->olds, sizeof(ovi_old_island)) != NULL) {
    *ovi_old_island_at(pieces, count) =
        (ovi_old_island){island, OVI_NO_PIECE, OVI_NO_PIECE, OVI_NO_PIECE, OVI_NO_VALUE};
    *old = count;
  }
  const uint32_t piece =
      old != NULL && *old != OVI_NO_VALUE ? add_piece(pieces, *old, node) : OVI_NO_PIECE;
  if (piece == OVI_NO_PIECE) {
    pieces->graph->failed = true;
    return;
  }
  ovi_component_node *added = ovi_component_node_at(pieces->graph, node);
  added->piece = piece;
  ovi_list_append(node_links(pieces->graph), &ovi_piece_at(pieces, piece)->open, node);
  /* It joins the ring of its old island around its area. */
  const uint64_t area = ovi_component_graph_area(pieces->graph, added->region);
  uint32_t *known = ovi_number_map_add(&pieces->pieces_by_area, area << 32 | *old);
  if (known == NULL) {
    pieces->graph->failed = true;
  } else if (*known == OVI_NO_VALUE) {
    *known = piece;
  } else {
    join_rings(pieces, *known, piece);
  }
}

/* ---- Searching -------------------------------------------------------------- */

/* Adds a neighbour of a component of the piece: to the piece if it is in none, or by merging the
 * piece that has it. */
static void add_neighbour(ovi_island_pieces *pieces, uint32_t piece, uint32_t node) {
  ovi_component_graph *graph = pieces->graph;
  ovi_component_node *reached = ovi_component_node_at(graph, node);
  if (ovi_visited_region_at(graph, reached->region)->rebuilt) {
    return;
  }
  if (reached->piece == OVI_NO_PIECE) {
    reached->piece = piece;
    ovi_list_append(node_links(graph), &ovi_piece_at(pieces, piece)->open, node);
    return;
  }
  const uint32_t other = find_piece(pieces, reached->piece);
  if (other != piece) {
    merge_pieces(pieces, piece, other);
  }
}

/* Searches the first open component of a piece. */
static ovl_result search_component(ovi_island_pieces *pieces, uint32_t piece) {
  ovi_component_graph *graph = pieces->graph;
  const uint32_t node = ovi_piece_at(pieces, piece)->open;
  const ovi_visited_region *region =
      ovi_visited_region_at(graph, ovi_component_node_at(graph, node)->region);
  const uint32_t component = node - region->first;
  ovi_component_neighbours neighbours;
  ovi_neighbours_region(&neighbours, graph, region->id);
  ovi_neighbours_component(&neighbours, component);
  uint32_t reached;
  while ((reached = ovi_neighbours_next(&neighbours)) != OVI_NO_COMPONENT_NODE) {
    add_neighbour(pieces, piece, reached);
  }
  ovi_piece *searched = ovi_piece_at(pieces, piece);
  OVI_ASSERT(searched->open == node);
  ovi_list_remove(node_links(graph), &searched->open, node);
  ovi_list_append(node_links(graph), &searched->done, node);
  return ovi_component_graph_pass(graph);
}

ovl_result ovi_island_pieces_exhaust(ovi_island_pieces *pieces, uint32_t piece) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && ovi_piece_at(pieces, piece)->open != OVI_LIST_END) {
    result = search_component(pieces, piece);
  }
  return result;
}

/* Adds a piece to those that are searched in turn. */
static void add_active(ovi_island_pieces *pieces, uint32_t piece) {
  OVI_ASSERT(piece < ovi_piece_count(pieces));
  uint8_t *added = ovi_buffer_add(&pieces->active, sizeof(uint32_t));
  if (added == NULL) {
    pieces->graph->failed = true;
    return;
  }
  *(uint32_t *)(void *)added = piece;
}

/* Searches the active pieces in turn until all but one are exhausted. *found: that one, or if all
 * are, the last; OVI_NO_PIECE: there was none. */
static ovl_result search_in_turn(ovi_island_pieces *pieces, uint32_t *found) {
  uint32_t *active = (uint32_t *)(void *)pieces->active.bytes;
  uint32_t count = (uint32_t)(pieces->active.used / sizeof(uint32_t));
  ovl_result result = pieces->graph->failed ? OVL_NO_MEMORY : OVL_OK;
  OVI_ASSERT(count <= ovi_piece_count(pieces));
  *found = OVI_NO_PIECE;
  while (count > 1 && result == OVL_OK) {
    uint32_t open = 0; /* the active ones of the next turn */
    for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
      const uint32_t number = active[i];
      const ovi_piece *piece = ovi_piece_at(pieces, number);
      if (piece->parent != number) {
        continue;
      }
      if (piece->open != OVI_LIST_END) {
        result = search_component(pieces, number);
        active[open++] = number;
      }
      *found = number;
    }
    count = open;
  }
  *found = count != 0 ? active[0] : *found;
  return result;
}

/* Merges the pieces of an old island that are in one set, from the first piece on. */
static void merge_joined(ovi_island_pieces *pieces, uint32_t first) {
  ovi_component_graph *graph = pieces->graph;
  ovi_number_map by_set = {.allocator = pieces->olds.allocator};
  for (uint32_t i = first; i != OVI_NO_PIECE && !graph->failed; i = ovi_piece_at(pieces, i)->next) {
    const uint32_t set = ovi_component_set(graph, ovi_piece_at(pieces, i)->node);
    uint32_t *known = ovi_number_map_add(&by_set, set);
    if (known == NULL) {
      graph->failed = true;
    } else if (*known == OVI_NO_VALUE) {
      *known = i;
    } else if (find_piece(pieces, i) != find_piece(pieces, *known)) {
      merge_pieces(pieces, find_piece(pieces, *known), find_piece(pieces, i));
    }
  }
  ovi_number_map_release(&by_set);
}

/* Searches the ring of a piece until at most one of its pieces is left; sets the heir to the last
 * that was. */
static ovl_result connect_ring(ovi_island_pieces *pieces, uint32_t piece, ovi_old_island *island) {
  uint32_t found;
  uint32_t *left = &ovi_piece_at(pieces, find_ring(pieces, piece))->left;
  pieces->active.used = 0;
  for (uint32_t i = *left; i != OVI_LIST_END; i = ovi_piece_at(pieces, i)->link.next) {
    if (is_left(pieces, i)) {
      add_active(pieces, i);
    }
  }
  *left = OVI_LIST_END;
  const ovl_result result = search_in_turn(pieces, &found);
  if (result == OVL_OK && found != OVI_NO_PIECE) {
    ovi_list_append(piece_links(pieces), &ovi_piece_at(pieces, find_ring(pieces, found))->left,
                    found);
    island->heir = found;
  }
  return result;
}

ovl_result ovi_island_pieces_connect(ovi_island_pieces *pieces, uint32_t old) {
  ovi_old_island *island = ovi_old_island_at(pieces, old);
  if (island->first_piece == island->last_piece) {
    island->heir = island->first_piece;
    return OVL_OK;
  }
  /* Where a forged file gives islands that touch other numbers, another one may have its pieces. */
  island->heir = find_piece(pieces, island->first_piece);
  merge_joined(pieces, island->first_piece);
  ovl_result result = pieces->graph->failed ? OVL_NO_MEMORY : OVL_OK;
  for (uint32_t i = island->first_piece; result == OVL_OK && i != OVI_NO_PIECE;
       i = ovi_piece_at(pieces, i)->next) {
    result = connect_ring(pieces, i, island);
  }
  /* Merge the pieces that are left, which are connected. The heir becomes that piece; if none is
   * left it stays. */
  uint32_t merged = OVI_NO_PIECE;
  for (uint32_t i = island->first_piece; result == OVL_OK && i != OVI_NO_PIECE;
       i = ovi_piece_at(pieces, i)->next) {
    if (is_left(pieces, i) && merged != OVI_NO_PIECE) {
      merge_pieces(pieces, merged, i);
    } else if (is_left(pieces, i)) {
      merged = i;
    }
  }
  island->heir = merged != OVI_NO_PIECE ? merged : island->heir;
  return result;
}

ovl_result ovi_island_pieces_largest(ovi_island_pieces *pieces, uint32_t first, uint32_t *largest) {
  uint32_t found;
  pieces->active.used = 0;
  for (uint32_t old = first; old != OVI_NO_VALUE; old = ovi_old_island_at(pieces, old)->next_old) {
    add_active(pieces, find_piece(pieces, ovi_old_island_at(pieces, old)->heir));
  }
  const ovl_result result = search_in_turn(pieces, &found);
  if (result == OVL_OK) {
    *largest = ovi_piece_at(pieces, found)->old;
  }
  return result;
}
