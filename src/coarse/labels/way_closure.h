/* The closure of a layer's ways: the least cost from taking one way to having left another, by
 * links and walking between them, from labels that are grown.
 *
 * Invariant: costs of walking are exact, so is the closure (Floyd, "Algorithm 97: shortest path",
 * 1962). */
#ifndef OVERLAND_COARSE_LABELS_WAY_CLOSURE_H
#define OVERLAND_COARSE_LABELS_WAY_CLOSURE_H

#include "coarse/labels/flat_graph.h"
#include "coarse/labels/label_store.h"
#include "coarse/view/ways.h"

typedef struct ovi_way_closure {
  ovi_link_way *ways;
  uint64_t *costs; /* of each pair, in cost units; UINT64_MAX / 4 and more: none */
  uint32_t link_count, count;
} ovi_way_closure;

/* Cuts the arrays out of an arena; the numbers of links and ways are set. */
void ovi_way_closure_reserve(ovi_way_closure *closure, ovi_arena *arena);

/* Lists the ways of the layer, fills row *at and those behind it, then closes them. True: finished.
 */
bool ovi_way_closure_make(ovi_way_closure *closure, const ovi_layer *layer,
                          const ovi_grown_labels *grown, uint64_t *at, uint64_t *budget);

/* Writes links, ways and costs at their places in a section. */
void ovi_way_closure_write(const ovi_way_closure *closure, const ovi_labels_layout *at,
                           uint8_t *section);

#endif
