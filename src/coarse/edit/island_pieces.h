/* What an edit left of islands around it, and which of it still hangs together.
 *
 * A piece is all of one old island that one set of components around the edit touches. It is
 * searched component by component through regions that were not rebuilt. Pieces of one island take
 * turns, a component each: those that meet are one, and once all but one are exhausted,
 * the last need not be searched on. So a search costs what the smaller pieces hold (Even and
 * Shiloach, "An on-line edge-deletion problem", 1981), and an edit that cuts nothing ends it as
 * soon as the pieces meet around it. */
#ifndef OVERLAND_COARSE_EDIT_ISLAND_PIECES_H
#define OVERLAND_COARSE_EDIT_ISLAND_PIECES_H

#include "coarse/edit/component_graph.h"

/* Nodes in a row. */
typedef struct ovi_node_list {
  uint32_t first, last; /* OVI_NO_COMPONENT_NODE: it is empty */
} ovi_node_list;

typedef struct ovi_piece {
  uint32_t parent; /* another that it became one with, or itself */
  uint32_t old;    /* place of its island among the old ones */
  uint32_t node;   /* one of its nodes: its set is the piece's */
  uint32_t next;   /* of the same old island; OVI_NO_PIECE: none */
  ovi_node_list open, done;
} ovi_piece;

/* An island of the version before that lives on outside the rebuilt regions. */
typedef struct ovi_old_island {
  uint32_t island;
  uint32_t first_piece, last_piece;
  uint32_t heir;     /* the piece that keeps the number unless it is joined to another's */
  uint32_t next_old; /* whose heir is in the same set */
} ovi_old_island;

typedef struct ovi_island_pieces {
  ovi_component_graph *graph;
  ovi_number_map olds_by_island, pieces_by_set; /* the latter by set and old island */
  ovi_buffer olds, pieces;
  ovi_buffer turns; /* u32 a piece: who takes turns */
} ovi_island_pieces;

void ovi_island_pieces_begin(ovi_island_pieces *pieces, ovi_component_graph *graph,
                             const ovl_allocator *allocator);
void ovi_island_pieces_release(ovi_island_pieces *pieces);

static inline ovi_piece *ovi_piece_at(const ovi_island_pieces *pieces, uint32_t piece) {
  return (ovi_piece *)(void *)pieces->pieces.bytes + piece;
}

static inline uint32_t ovi_piece_count(const ovi_island_pieces *pieces) {
  return (uint32_t)(pieces->pieces.used / sizeof(ovi_piece));
}

static inline ovi_old_island *ovi_old_island_at(const ovi_island_pieces *pieces, uint32_t old) {
  return (ovi_old_island *)(void *)pieces->olds.bytes + old;
}

static inline uint32_t ovi_old_island_count(const ovi_island_pieces *pieces) {
  return (uint32_t)(pieces->olds.used / sizeof(ovi_old_island));
}

/* Puts a node outside the rebuilt regions, which its set touches, into the piece of its old
 * island; all sets are joined. */
void ovi_island_pieces_add(ovi_island_pieces *pieces, uint32_t node, uint32_t island);

/* Finds which pieces of an old island hang together, joins their sets, and names the heir. */
void ovi_island_pieces_reunite(ovi_island_pieces *pieces, uint32_t old);

/* Searches the heirs of several old islands, `first` and those that follow it, which are in one
 * set, until all but one are exhausted: that one's old island. */
uint32_t ovi_island_pieces_largest(ovi_island_pieces *pieces, uint32_t first);

/* Searches a piece until it is exhausted: then all its nodes are in `done`. */
void ovi_island_pieces_exhaust(ovi_island_pieces *pieces, uint32_t piece);

#endif
