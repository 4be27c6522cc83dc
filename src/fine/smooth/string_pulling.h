/* The taut string: from the legs of a path to a cheapest grid path of the same
 * homotopy class, on ground of one weight where no corner is cut.
 *
 * Invariant: what is held is at every moment a legal path with the ends of what
 * was taken, and every change makes it cheaper, or as cheap with fewer legs; so
 * it ends, and what comes out never costs more than what went in.
 *
 * The idea: two directions at 45 degrees span a cone, and all ways inside one
 * cone cost the octile distance. A leg needs the ground's support only if the
 * path turns to the same side at both its ends: then the leg slides to that side,
 * its neighbours getting shorter, until it touches a blocked cell or a neighbour
 * is used up. A turn of more than 45 degrees is a leg of no length that slides in
 * the same way. Where every such leg touches something, the octile norm has a
 * subgradient for each leg that changes only where the ground pushes against the
 * path: that is the condition of a minimum, and since length is convex over a
 * homotopy class it is the least cost. (Strings in polygons: Lee and Preparata,
 * "Euclidean shortest paths in the presence of rectilinear barriers", 1984; here
 * the string is pulled in the octile norm, so it lies on the grid all the time.)
 *
 * Memory is constant: when the string has many legs, the oldest are given out as
 * final. */
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
  bool rests;   /* it can't slide; its neighbours' directions are the same since */
  bool holds;   /* nor can a leg that is put between it and the next one */
  bool given;   /* it is as it was given, apart from its length at its beginning */
  bool follows; /* on the leg before it, as it was given */
} ovi_string_leg;

typedef struct ovi_string_pulling {
  ovi_open_bits bits;
  ovi_leg_sink sink;
  uint32_t weight; /* of every open cell */
  bool joins;      /* few legs are wanted; else they stay close to the straight way */
  int32_t count;
  bool gave; /* the path begins before the first leg */
  ovl_cell end;
  ovi_string_leg legs[OVI_STRING_LEGS];
} ovi_string_pulling;

/* Begins a path at its first point; bits, sink, weight and joins are set. */
void ovi_string_begin(ovi_string_pulling *string, ovl_cell first);

/* Takes the next point: a legal straight or diagonal run from the one before, which
 * may follow on that as a leg does. */
void ovi_string_add(ovi_string_pulling *string, ovl_cell to, bool follows);

/* Gives all that is left. */
void ovi_string_end(ovi_string_pulling *string);

#endif
