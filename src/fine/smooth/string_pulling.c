/* The slides of legs, the joints between them, and the joining of legs that alternate. */
#include "fine/smooth/string_pulling.h"

#include "common/bits.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

/* The longest slide at once, so that few bits are read; a leg that is not fixed then slides on. */
enum { MOST_SLIDE = 16, EMIT_AT_LEGS = 48, LEGS_TO_KEEP = 24 };

/* ---- Legs ---------------------------------------------------------------- */

static ovl_cell string_end_of(const ovi_string_pulling *pulling, int32_t i) {
  return i + 1 < pulling->count ? (ovl_cell){pulling->legs[i + 1].x, pulling->legs[i + 1].y, 0}
                                : pulling->end;
}

/* The turn from the direction of leg i to that of the next, clockwise: see ovi_turn_between. */
static int32_t turn_after(const ovi_string_pulling *pulling, int32_t i) {
  return ovi_turn_between(pulling->bits.topology, pulling->legs[i].direction,
                          pulling->legs[i + 1].direction);
}

static bool string_is_diagonal(int32_t direction) { return (direction & 1) != 0; }

/* Marks legs i - 1 to i + 1 as changed: they may slide again. */
static void release_legs(ovi_string_pulling *pulling, int32_t i) {
  int32_t end = i + 2 < pulling->count ? i + 2 : pulling->count;
  for (int32_t k = i > 0 ? i - 1 : 0; k < end; k++) {
    pulling->legs[k].is_fixed = false;
    pulling->legs[k].end_is_fixed = false;
    pulling->legs[k].is_original = false;
  }
}

static void remove_legs(ovi_string_pulling *pulling, int32_t i, int32_t legs) {
  OVI_ASSERT(i >= 0 && i + legs <= pulling->count);
  pulling->count -= legs;
  memmove(pulling->legs + i, pulling->legs + i + legs,
          (size_t)(pulling->count - i) * sizeof pulling->legs[0]);
}

/* ---- Slides -------------------------------------------------------------- */

/* A leg that may slide, because the path turns to the same side at both its ends. */
typedef struct string_slide {
  const ovi_string_leg *leg;
  ovl_cell end;
  int32_t before, after; /* directions of its neighbours */
  int32_t side;          /* 1: to the right, -1: to the left */
  int32_t most;          /* steps, at first at least 1; lowered to what the ground allows */
} string_slide;

/* A leg that does not lie along a row slides along the rows, each of which limits it: the cells
 * that it moves over must be open, and for a diagonal leg the cells beside its steps too. */
static void limit_by_rows(ovi_open_bits *bits, string_slide *slide, ovl_cell at, int32_t rows) {
  int32_t step = ovi_direction_x(slide->leg->direction + 2 * slide->side);
  int32_t beside = string_is_diagonal(slide->leg->direction) ? 1 : 0;
  int32_t needed = slide->most + beside;
  /* Without the cells of its first step it can't slide at all. */
  uint64_t first = ovi_low_bits(1 + beside);
  ovi_slant slant = {.x = step > 0 ? at.x + 1 : at.x - needed,
                     .y = at.y,
                     .dx = ovi_direction_x(slide->leg->direction),
                     .dy = ovi_direction_y(slide->leg->direction),
                     .rows = rows,
                     .width = needed,
                     .needed = step > 0 ? first : first << (needed - 1 - beside)};
  uint64_t open = ovi_open_slant(bits, slant);
  uint64_t blocked = ~(step > 0 ? open : open << (64 - needed));
  int32_t run = step > 0 ? ovi_lowest_bit(blocked) : ovi_zeros_above(blocked);
  slide->most = run > beside ? run - beside : 0;
}

/* Limits the slide by a row that the leg enters after `late` steps, in place of its neighbour. */
static void limit_by_late_row(ovi_open_bits *bits, string_slide *slide, ovl_cell at, int32_t late) {
  int32_t step = ovi_direction_x(slide->leg->direction + 2 * slide->side);
  int32_t beside = string_is_diagonal(slide->leg->direction) ? 1 : 0;
  int32_t needed = slide->most - late + beside;
  int32_t run = ovi_open_run(bits, at.x + (late + 1) * step, at.y, step, needed);
  slide->most -= needed - run;
}

static void shift_joint(ovi_string_leg *leg, int32_t direction, int32_t steps) {
  leg->x += steps * ovi_direction_x(direction);
  leg->y += steps * ovi_direction_y(direction);
}

/* Over hexagons a leg that slides by a step gets longer by one, and lies between cells of its
 * neighbours. */
static int32_t limit_over_hexagons(ovi_open_bits *bits, const string_slide *slide) {
  ovl_cell from = {slide->leg->x, slide->leg->y, 0};
  ovl_cell to = slide->end;
  for (int32_t i = 1; i <= slide->most; i++) {
    from.x -= ovi_direction_x(slide->before);
    from.y -= ovi_direction_y(slide->before);
    to.x += ovi_direction_x(slide->after);
    to.y += ovi_direction_y(slide->after);
    if (!ovi_runs_are_open(bits, from, &to, 1)) {
      return i - 1;
    }
  }
  return slide->most;
}

/* Returns how far the ground allows a leg to slide, at most slide.most steps. */
static int32_t limit(ovi_open_bits *bits, string_slide slide) {
  if (bits->topology == OVI_HEXAGONS) {
    return limit_over_hexagons(bits, &slide);
  }
  const ovi_string_leg *leg = slide.leg;
  const int32_t dx = ovi_direction_x(leg->direction);
  const int32_t dy = ovi_direction_y(leg->direction);
  if (dy != 0) {
    /* The row of a neighbour that lies along a row is free: the neighbour passes it. */
    const int32_t level_before = ovi_direction_y(slide.before) == 0 ? 1 : 0;
    const int32_t level_after = ovi_direction_y(slide.after) == 0 ? 1 : 0;
    const ovl_cell first = {leg->x + level_before * dx, leg->y + level_before * dy, 0};
    limit_by_rows(bits, &slide, first, leg->steps + 1 - level_before - level_after);
    for (int32_t i = 1; level_before == 0 && i <= slide.most; i++) {
      limit_by_late_row(bits, &slide, (ovl_cell){leg->x - i * dx, leg->y - i * dy, 0}, i);
    }
    for (int32_t i = 1; level_after == 0 && i <= slide.most; i++) {
      limit_by_late_row(bits, &slide, (ovl_cell){slide.end.x + i * dx, slide.end.y + i * dy, 0}, i);
    }
    return slide.most;
  }
  /* A leg along a row slides up or down, one row after the other. */
  const int32_t down = ovi_direction_y(leg->direction + 2 * slide.side);
  for (int32_t i = 1; i <= slide.most; i++) {
    const int32_t from = leg->x - i * ovi_direction_x(slide.before);
    const int32_t cells = (slide.end.x + i * ovi_direction_x(slide.after) - from) * dx + 1;
    if (ovi_open_run(bits, from, leg->y + i * down, dx, cells) < cells) {
      slide.most = i - 1;
    }
  }
  return slide.most;
}

/* Returns whether leg i can't slide to a side because a cell beside one of its ends is blocked.
 * That is true of most legs that can't slide, and is cheaper to test than the slide. */
static bool is_held(ovi_string_pulling *pulling, int32_t i, int32_t side) {
  const ovi_string_leg *leg = &pulling->legs[i];
  const ovl_cell end = string_end_of(pulling, i);
  if (pulling->bits.topology == OVI_HEXAGONS) {
    const int after = ovi_direction_turned(OVI_HEXAGONS, leg->direction, side);
    const int beyond = ovi_direction_turned(OVI_HEXAGONS, after, side);
    return ovi_open_run(&pulling->bits, end.x + ovi_direction_x(beyond),
                        end.y + ovi_direction_y(beyond), 1, 1) == 0 ||
           ovi_open_run(&pulling->bits, leg->x + ovi_direction_x(after),
                        leg->y + ovi_direction_y(after), 1, 1) == 0;
  }
  const int32_t x = ovi_direction_x(leg->direction + 2 * side);
  const int32_t y = ovi_direction_y(leg->direction + 2 * side);
  const int32_t along = string_is_diagonal(leg->direction) ? 0 : 1;
  const int32_t dx = along * ovi_direction_x(leg->direction);
  const int32_t dy = along * ovi_direction_y(leg->direction);
  OVI_ASSERT(leg->steps >= 1);
  return ovi_open_run(&pulling->bits, end.x + x - dx, end.y + y - dy, 1, 1) == 0 ||
         ovi_open_run(&pulling->bits, leg->x + x + dx, leg->y + y + dy, 1, 1) == 0;
}

/* Slides leg i, neither the first nor the last one, to the side as far as possible. Returns the
 * number of steps; if it is 0, nothing has changed. */
static int32_t slide_leg(ovi_string_pulling *pulling, int32_t i, int32_t side) {
  ovi_string_leg *leg = &pulling->legs[i];
  ovi_string_leg *before = leg - 1;
  ovi_string_leg *after = leg + 1;
  int32_t most = before->steps < after->steps ? before->steps : after->steps;
  const ovl_cell end = string_end_of(pulling, i);
  OVI_ASSERT(most >= 1);
  string_slide slide = {
      leg, end, before->direction, after->direction, side, most < MOST_SLIDE ? most : MOST_SLIDE};
  const int32_t steps = limit(&pulling->bits, slide);
  if (steps == 0) {
    return 0;
  }
  release_legs(pulling, i);
  before->steps -= steps;
  after->steps -= steps;
  OVI_ASSERT(before->steps >= 0 && after->steps >= 0);
  shift_joint(leg, before->direction, -steps);
  shift_joint(after, after->direction, steps);
  leg->steps =
      ovi_magnitude(ovi_direction_y(leg->direction) == 0 ? after->x - leg->x : after->y - leg->y);
  return steps;
}

/* ---- Joints -------------------------------------------------------------- */

/* Inserts a leg of no length between legs i and i + 1, and slides it. False if it can't slide, or
 * if there is no room. */
static bool cut_corner(ovi_string_pulling *pulling, int32_t i, int32_t direction, int32_t side) {
  if (pulling->legs[i].end_is_fixed || pulling->count == OVI_STRING_LEGS) {
    return false;
  }
  ovl_cell at = string_end_of(pulling, i);
  ovi_string_leg leg = {.x = at.x, .y = at.y, .direction = direction};
  string_slide slide = {&leg, at, pulling->legs[i].direction, pulling->legs[i + 1].direction,
                        side, 1};
  if (limit(&pulling->bits, slide) == 0) {
    pulling->legs[i].end_is_fixed = true;
    return false;
  }
  memmove(pulling->legs + i + 2, pulling->legs + i + 1,
          (size_t)(pulling->count - i - 1) * sizeof pulling->legs[0]);
  pulling->legs[i + 1] = leg;
  pulling->count++;
  slide_leg(pulling, i + 1, side);
  return true;
}

/* Removes neighbours of leg i that have no length left; returns the new number of leg i. */
static int32_t remove_empty(ovi_string_pulling *pulling, int32_t i) {
  if (pulling->legs[i + 1].steps == 0) {
    remove_legs(pulling, i + 1, 1);
    release_legs(pulling, i);
  }
  if (pulling->legs[i - 1].steps == 0) {
    remove_legs(pulling, i - 1, 1);
    release_legs(pulling, i - 1);
    return i - 1;
  }
  return i;
}

/* Removes what both of legs i and i + 1 pass, which lead in opposite directions. */
static void remove_way_back(ovi_string_pulling *pulling, int32_t i) {
  ovi_string_leg *leg = &pulling->legs[i];
  ovi_string_leg *back = leg + 1;
  if (leg->steps == back->steps) {
    remove_legs(pulling, i, 2);
  } else if (leg->steps > back->steps) {
    leg->steps -= back->steps;
    remove_legs(pulling, i + 1, 1);
  } else {
    back->steps -= leg->steps;
    back->x = leg->x;
    back->y = leg->y;
    remove_legs(pulling, i, 1);
  }
  release_legs(pulling, i);
}

/* Changes the joint between legs i and i + 1 so that it turns by 45 degrees, or by 90 around a
 * blocked cell; over hexagons by 60. False if it does already. */
static bool improve_joint(ovi_string_pulling *pulling, int32_t i) {
  const int topology = pulling->bits.topology;
  int32_t direction = pulling->legs[i].direction;
  int32_t turn = turn_after(pulling, i);
  int32_t side = turn > 0 ? 1 : -1;
  if (turn == 0) {
    pulling->legs[i].steps += pulling->legs[i + 1].steps;
    remove_legs(pulling, i + 1, 1);
    release_legs(pulling, i);
    return true;
  }
  if (ovi_magnitude(turn) == 1) {
    return false;
  }
  if (ovi_magnitude(turn) == ovi_half_turn(topology)) {
    remove_way_back(pulling, i);
    return true;
  }
  /* Between two legs at a right angle goes one at 45 degrees; at a sharper angle the straight one
   * that makes a right angle between straight legs. Of hexagons it is the direction between. */
  int32_t between = ovi_direction_turned(topology, direction, side);
  if (ovi_magnitude(turn) == 3 && !string_is_diagonal(direction)) {
    between = (direction + 2 * side) & 7;
  }
  if (!cut_corner(pulling, i, between, side)) {
    return false;
  }
  remove_empty(pulling, i + 1);
  return true;
}

/* ---- Pulling ------------------------------------------------------------- */

/* Slides leg i if that makes the path cheaper. Returns the leg to continue with: i + 1 if leg i is
 * fixed. */
static int32_t pull_leg(ovi_string_pulling *pulling, int32_t i) {
  if (pulling->legs[i].is_fixed) {
    return i + 1;
  }
  int32_t before = turn_after(pulling, i - 1);
  int32_t after = turn_after(pulling, i);
  const bool is_straight =
      ovi_half_turn(pulling->bits.topology) == 4 && !string_is_diagonal(pulling->legs[i].direction);
  int32_t widest = is_straight ? 2 : 1;
  if ((before > 0) == (after > 0) && ovi_magnitude(before) <= widest &&
      ovi_magnitude(after) <= widest) {
    const int32_t side = before > 0 ? 1 : -1;
    if (!is_held(pulling, i, side) && slide_leg(pulling, i, side) != 0) {
      int32_t at = remove_empty(pulling, i);
      return at > 0 ? at - 1 : 0;
    }
  }
  pulling->legs[i].is_fixed = true;
  return i + 1;
}

/* Pulls until all legs are fixed, beginning at leg i; legs before it are pulled where that changes
 * them. */
static void pull(ovi_string_pulling *pulling, int32_t i) {
  i = i > 0 ? i : 0;
  while (i + 1 < pulling->count) {
    if (improve_joint(pulling, i)) {
      i = i > 0 ? i - 1 : 0;
    } else {
      i = i > 0 ? pull_leg(pulling, i) : 1;
    }
  }
}

/* ---- Joining ------------------------------------------------------------- */

/* Replaces that many alternating legs by two, the first in direction `first`, if the ground allows.
 * The cells of the first and the last leg as they are now are known to be free. */
static bool string_join(ovi_string_pulling *pulling, int32_t i, int32_t legs, int32_t first) {
  ovi_string_leg *leg = &pulling->legs[i];
  bool begins = leg->direction == first;
  bool ends = leg[legs - 1].direction != first;
  int32_t second = leg[begins ? 1 : 0].direction;
  int32_t steps[2] = {0, 0};
  for (int32_t k = 0; k < legs; k++) {
    steps[leg[k].direction == first ? 0 : 1] += leg[k].steps;
  }
  int32_t known = begins ? leg->steps : 0;
  OVI_ASSERT(legs >= 3 && i + legs <= pulling->count);
  ovi_string_leg from = *leg;
  ovi_string_leg corner = {.x = leg->x, .y = leg->y, .direction = second, .steps = steps[1]};
  shift_joint(&from, first, known);
  shift_joint(&corner, first, steps[0]);
  ovi_string_leg to = corner;
  shift_joint(&to, second, steps[1] - (ends ? leg[legs - 1].steps : 0));
  const ovl_cell turns[2] = {{corner.x, corner.y, 0}, {to.x, to.y, 0}};
  if (!ovi_runs_are_open(&pulling->bits, (ovl_cell){from.x, from.y, 0}, turns, 2)) {
    return false;
  }
  leg[0] = (ovi_string_leg){.x = leg->x, .y = leg->y, .direction = first, .steps = steps[0]};
  leg[1] = corner;
  remove_legs(pulling, i + 2, legs - 2);
  release_legs(pulling, i);
  release_legs(pulling, i + 1);
  return true;
}

/* Joins as many of the alternating legs from i on as possible. The first and the last of them keep
 * their directions, on which the joints beyond them depend, except where the path begins or ends.
 */
static bool join_from(ovi_string_pulling *pulling, int32_t i, bool ends) {
  const ovi_string_leg *leg = &pulling->legs[i];
  bool begins = i == 0 && !pulling->has_emitted;
  /* So many legs lie in one cone, alternately in its two directions. */
  int32_t most = pulling->count - i;
  int32_t all = 3;
  while (all < most && leg[all].direction == leg[all - 2].direction) {
    all++;
  }
  for (int32_t legs = all; legs >= 3; legs = legs > 8 ? legs / 2 : legs - 1) {
    bool odd = (legs & 1) != 0;
    bool at_end = ends && i + legs == pulling->count;
    if ((!odd || at_end) && string_join(pulling, i, legs, pulling->legs[i].direction)) {
      return true;
    }
    if (odd && begins && string_join(pulling, i, legs, pulling->legs[i + 1].direction)) {
      return true;
    }
  }
  return false;
}

/* Returns whether legs i and i + 2 have the same direction, and leg i + 1 one beside it. */
static inline bool alternates(const ovi_string_pulling *pulling, int32_t i) {
  const ovi_string_leg *leg = &pulling->legs[i];
  return leg[0].direction == leg[2].direction && ovi_magnitude(turn_after(pulling, i)) == 1;
}

/* Joins all alternating legs; legs that have moved may slide again. */
static void join_all(ovi_string_pulling *pulling, bool ends) {
  int32_t before = pulling->count;
  for (int32_t i = 0; pulling->joins && i + 2 < pulling->count;) {
    i += alternates(pulling, i) && join_from(pulling, i, ends) ? 0 : 1;
  }
  if (pulling->count != before) {
    pull(pulling, 0);
  }
}

/* ---- The stream ---------------------------------------------------------- */

/* Passes on the oldest legs. */
static void string_emit(ovi_string_pulling *pulling, int32_t legs) {
  for (int32_t i = 0; i < legs; i++) {
    ovl_cell to = string_end_of(pulling, i);
    uint32_t step = 2 * ovi_step_cost(pulling->weight, ovi_is_long(pulling->bits.topology,
                                                                   pulling->legs[i].direction));
    pulling->sink.take(pulling->sink.user,
                       (ovi_leg){to.x, to.y, (uint64_t)step * (uint64_t)pulling->legs[i].steps},
                       false);
  }
  remove_legs(pulling, 0, legs);
  pulling->has_emitted = pulling->has_emitted || legs > 0;
}

void ovi_string_begin(ovi_string_pulling *string, ovl_cell first) {
  string->count = 0;
  string->end = first;
  string->has_emitted = false;
}

/* Makes the oldest legs final. */
OVI_NOINLINE static void make_room(ovi_string_pulling *string) {
  join_all(string, false);
  string_emit(string, string->count > LEGS_TO_KEEP ? string->count - LEGS_TO_KEEP : 0);
}

/* Adds a run of some length; `follows`: it and the one before are on a cheapest path. */
OVI_FORCE_INLINE void add_run(ovi_string_pulling *string, ovl_cell to, bool follows) {
  const int32_t dx = to.x - string->end.x;
  const int32_t dy = to.y - string->end.y;
  const int32_t direction = ovi_direction_of(ovi_sign(dx), ovi_sign(dy));
  const int32_t steps = ovi_magnitude(dx != 0 ? dx : dy);
  if (string->count >= EMIT_AT_LEGS) {
    make_room(string);
  }
  ovi_string_leg *leg = &string->legs[string->count];
  ovi_string_leg *last = leg - 1;
  follows = follows && string->count != 0 && last->is_original;
  const ovl_cell from = string->end;
  string->end = to;
  if (string->count != 0 && last->direction == direction) {
    last->steps += steps;
    last->is_original = follows;
    return;
  }
  if (follows) {
    /* A slide stays inside the rectangle of the two legs, in which this path is the cheapest. */
    last->end_is_fixed = true;
    last->is_fixed = last->follows;
  }
  *leg = (ovi_string_leg){.x = from.x,
                          .y = from.y,
                          .direction = direction,
                          .steps = steps,
                          .is_original = true,
                          .follows = follows};
  string->count++;
  if (!follows || !last->is_fixed) { /* inside a cheapest path nothing is to be pulled */
    pull(string, string->count - 2);
  }
}

void ovi_string_add(ovi_string_pulling *string, const ovl_cell *ends, uint32_t count,
                    bool follows) {
  for (uint32_t i = 0; i < count; i++) {
    if (!ovi_same_cell(string->end, ends[i])) {
      add_run(string, ends[i], follows);
      follows = true;
    }
  }
}

void ovi_string_end(ovi_string_pulling *string) {
  join_all(string, true);
  string_emit(string, string->count);
}
