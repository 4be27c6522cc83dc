/* What the cells of an overlay level are made of: the regions, or cells of the level below, that
 * lie in each, and which of their waypoints reach each other inside it.
 *
 * Invariant: two ports of what lies in a cell have the same label if and only if the waypoints
 * inside the cell join them. Labels are held of the cells of three rows, the last that were asked
 * for. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_CONTENTS_H

#include "coarse/overlay/overlay.h"
#include "common/scratch.h"

#define OVI_OVERLAY_PLACES (OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE)
enum { OVI_LABELLED_ROWS = 3 };

/* One of those that lie in a cell: a region, or a cell of a level. */
typedef struct ovi_below {
  uint32_t id;
  uint32_t ports, linked;
  ovi_port_groups groups;
  bool is_region;
  ovi_region region;
  ovi_cluster cell;
} ovi_below;

/* The view of region `id`, or of that cell of a level. */
void ovi_below_view(ovi_below *below, const ovi_layer *layer, uint32_t level, uint32_t id);

/* Waypoints that one knows of a group and the one there of the opposite; of a file that is checked
 * as it is touched they may know different ones, which is noticed by who goes that way. */
static inline uint32_t ovi_below_shared(const ovi_below *one, const ovi_below *other, int group) {
  const int opposite = ovi_group_opposite(group);
  const uint32_t here = one->groups.begins[group + 1] - one->groups.begins[group];
  const uint32_t there = other->groups.begins[opposite + 1] - other->groups.begins[opposite];
  return here < there ? here : there;
}

ovi_clique ovi_below_clique(const ovi_below *below, uint32_t component);

/* The cells of the level below that lie in a cell, as a rectangle of it. */
typedef struct ovi_below_box {
  int32_t x, y, w, h;
  int32_t row; /* cells of the level below in a row of the world */
} ovi_below_box;

ovi_below_box ovi_below_box_of(const ovi_layer *layer, uint32_t level, uint32_t id);

/* The number of the one at a place of a box, which is inside, and its place in the cell. */
static inline uint32_t ovi_below_id(const ovi_below_box *box, int32_t x, int32_t y) {
  return (uint32_t)((box->y + y) * box->row + box->x + x);
}

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
