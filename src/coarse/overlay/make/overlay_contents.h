/* What the cells of an overlay level are made of: the regions, or cells of the level below, that
 * lie in each, and which of their waypoints reach each other inside it.
 *
 * Invariant: two ports of what lies in a cell have the same label if and only if the waypoints
 * inside the cell join them. Labels are held of the cells of three rows, the last that were asked
 * for. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H

#include "coarse/overlay/below.h"
#include "common/scratch.h"

enum { OVI_LABELLED_ROWS = 3 };

/* Labels of the ports in one cell, and how much of a graph they make. */
typedef struct ovi_part_labels {
  uint32_t begins[OVI_OVERLAY_PLACES + 1]; /* of each place: its first port among all */
  uint32_t *labels;                        /* a port */
  uint32_t *cliques_of;                    /* a port: the linked component of its place */
  uint32_t components;                     /* labels are below */
  uint32_t waypoints;                      /* inside */
  uint32_t cliques, slots, largest;        /* as a waypoint graph has them */
  uint64_t costs;
} ovi_part_labels;

/* A row of labelled cells. */
typedef struct ovi_labelled_row {
  int32_t row; /* -1: none */
  ovi_scratch scratch;
  ovi_part_labels **cells; /* NULL: not labelled */
} ovi_labelled_row;

typedef struct ovi_overlay_contents {
  const ovl_allocator *allocator;
  const ovi_layer *layer;
  uint32_t level;
  ovi_labelled_row rows[OVI_LABELLED_ROWS];
  ovi_below *below; /* what lies in the cell that is labelled; NULL: no memory yet */
} ovi_overlay_contents;

void ovi_overlay_contents_begin(ovi_overlay_contents *parts, const ovl_allocator *allocator);

/* From now on of a level of a layer; what is held of the same level stays. */
void ovi_overlay_contents_scan(ovi_overlay_contents *parts, const ovi_layer *layer, uint32_t level);

/* Gives back all memory. */
void ovi_overlay_contents_release(ovi_overlay_contents *parts);

/* The labels of a cell of the level; NULL: no memory, or a pager could not give what lies in it.
 * They stay until a cell three rows away is
 * asked for. */
const ovi_part_labels *ovi_overlay_labels(ovi_overlay_contents *parts, uint32_t id);

#endif
