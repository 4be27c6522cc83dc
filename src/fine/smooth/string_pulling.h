/* String pulling on the grid: turns a path into a cheapest grid path of the same homotopy class, on
 * ground of one weight where no corner is cut, or over hexagons.
 *
 * Invariant: the legs that are held form a legal path at all times, with the ends of the path that
 * was added. Each change makes it cheaper, or as cheap with fewer legs; so pulling ends, and the
 * new path never costs more than the old one.
 *
 * How it works: two directions at 45 degrees span a cone, and all paths inside one cone cost the
 * octile distance. A leg can be improved only if the path turns to the same side at both its ends:
 * then the leg slides to that side, and its neighbours get shorter, until it touches a blocked cell
 * or a neighbour has no length left. A turn of more than 45 degrees is treated as a leg of no
 * length, which slides in the same manner. Once every such leg touches a blocked cell, the octile
 * norm has a subgradient for each leg that changes only where a blocked cell holds the path back.
 * That is the condition of a minimum, and since length is convex over a homotopy class, the cost is
 * the least. (Strings in polygons: Lee and Preparata, "Euclidean shortest paths in the presence of
 * rectilinear barriers", 1984. Here the string is pulled in the octile norm, so it stays on the
 * grid.) Over hexagons the directions lie 60 degrees apart, and nothing lies beside a step; all
 * else is as it is for squares.
 *
 * Memory is constant: when there are many legs, the oldest ones are passed on as final. */
#ifndef OVERLAND_FINE_SMOOTH_STRING_PULLING_H
#define OVERLAND_FINE_SMOOTH_STRING_PULLING_H

#include "fine/smooth/open_bits.h"
#include "fine/smooth/smooth.h"
#include "overland.h"

enum { OVI_STRING_LEGS = 64 };

typedef struct ovi_string_leg {
  int32_t x, y; /* where it begins */
  int32_t direction;
  int32_t steps;
  bool is_fixed;     /* it can't slide; the directions of its neighbours have not changed since */
  bool end_is_fixed; /* a leg that is inserted behind it can't slide either */
  bool is_original;  /* it is as it was added, but may begin later */
  bool follows;      /* with the leg before it, on a cheapest path */
} ovi_string_leg;

typedef struct ovi_string_pulling {
  ovi_open_bits bits;
  ovi_leg_sink sink;
  uint32_t weight; /* of every open cell */
  bool joins;      /* legs are joined, to make few of them; otherwise the path stays close to the
                      straight line */
  int32_t count;
  bool has_emitted; /* the path begins before the first leg that is held */
  ovl_cell end;
  ovi_string_leg legs[OVI_STRING_LEGS];
} ovi_string_pulling;

/* Begins a path at its first point; bits, sink, weight and joins are set by the caller. */
void ovi_string_begin(ovi_string_pulling *string, ovl_cell first);

/* Adds legal straight and diagonal runs, each from where the one before ends. They are on one path
 * that is the cheapest inside some rectangle; `follows`: so is the run before them. */
void ovi_string_add(ovi_string_pulling *string, const ovl_cell *ends, uint32_t count, bool follows);

/* Passes on the rest. */
void ovi_string_end(ovi_string_pulling *string);

#endif
