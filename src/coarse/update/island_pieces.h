/* Finds which parts of the islands around an edit are still connected.
 *
 * A piece is the part of one old island that a set of components around the edit touches. Pieces
 * are searched component by component through regions that were not rebuilt; pieces that touch are
 * merged. An area of the edit is a group of rebuilt regions beside each other with the regions
 * around it; a call with edits far apart has several. The pieces of one island around an area form
 * a ring, and a piece around two areas makes their rings one. The pieces of a ring are searched in
 * turn, one component each, until all but one are exhausted. So a search costs as much as the
 * smaller pieces hold (Even and Shiloach, "An on-line edge-deletion problem", 1981), and if an edit
 * splits nothing, it ends as soon as the pieces of each area touch around it.
 *
 * Invariant: the pieces of an island that are not exhausted at the end, at most one in a ring, are
 * connected. An old way between two of them changes from piece to piece in rebuilt regions, within
 * a ring, or elsewhere, where the way still exists and never enters or leaves an exhausted piece.
 */
#ifndef OVERLAND_COARSE_UPDATE_ISLAND_PIECES_H
#define OVERLAND_COARSE_UPDATE_ISLAND_PIECES_H

#include "coarse/update/component_graph.h"

typedef struct ovi_piece {
  uint32_t parent;     /* the piece that it was merged into, or itself */
  uint32_t old;        /* index of its old island */
  uint32_t node;       /* one of its nodes, whose set is that of the piece */
  uint32_t next;       /* piece of the same old island; OVI_NO_PIECE: none */
  uint32_t open, done; /* lists of its nodes: those that are to be searched, and those that were */
  uint32_t ring;       /* its parent among the pieces of its ring (union-find), or itself */
  uint32_t left;       /* of the piece that identifies a ring, a list: among them are all its pieces
                          that are neither merged into others nor exhausted, except active ones */
  ovi_list_link link;  /* in the list of a ring */
} ovi_piece;

/* An island of the version before the edit that has components outside the rebuilt regions. */
typedef struct ovi_old_island {
  uint32_t island; /* its number */
  uint32_t first_piece, last_piece;
  uint32_t heir;     /* the piece that keeps the number, unless it is joined to another island's */
  uint32_t next_old; /* the next old island whose heir is in the same set; OVI_NO_VALUE: none */
} ovi_old_island;

typedef struct ovi_island_pieces {
  ovi_component_graph *graph;
  ovi_number_map olds_by_island;
  ovi_number_map pieces_by_set;  /* by set and old island */
  ovi_number_map pieces_by_area; /* by area and old island: one in the ring */
  ovi_buffer olds, pieces;
  ovi_buffer active; /* u32 a piece: those that are searched in turn */
} ovi_island_pieces;

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

/* Adds a node outside the rebuilt regions to the piece of its old island and its set. All sets and
 * areas around the edit must be joined. */
void ovi_island_pieces_add(ovi_island_pieces *pieces, uint32_t node, uint32_t island);

/* The functions below return OVL_OK, or what ovi_component_graph_pass does. */

/* Finds which pieces of an old island are connected, joins their sets, and sets the heir. */
ovl_result ovi_island_pieces_connect(ovi_island_pieces *pieces, uint32_t old);

/* Searches the heirs of the old islands in the list that begins with `first`, which are in one set,
 * until all but one are exhausted. *largest: the old island of that one. */
ovl_result ovi_island_pieces_largest(ovi_island_pieces *pieces, uint32_t first, uint32_t *largest);

/* Searches a piece until all its nodes are in `done`. */
ovl_result ovi_island_pieces_exhaust(ovi_island_pieces *pieces, uint32_t piece);

#endif
