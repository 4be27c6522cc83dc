/* Units that are sent to one place get a goal each: free cells near the place, found breadth-first,
 * and beyond links where those that are reached by steps are too few.
 *
 * The largest bodies choose first. A body of several cells prefers positions that are a multiple of
 * its side from the place (of hexagons those of a tiling by such bodies), so that bodies of one
 * size stand side by side without gaps and can pass on what is free. Each profile's units are then
 * given its cells row by row: those in front get the far end, those on the left the left, so that
 * few have to cross.
 *
 * Invariant: no two bodies on goals that are given here overlap, nor does any overlap the goal of a
 * unit that was not sent or a unit without an order. */
#include "crowd/units/unit_places.h"

#include "common/binary_heap.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "overland_inspect.h"
#include "world/inspect.h"

enum {
  NEAREST_CELLS = 255,     /* to the nearest place on which a body can stand */
  NEAREST_FREE_CELLS = 32, /* to the nearest that is free */
  NEAREST_EMPTY_CELLS = 8  /* and two bodies, to the nearest on which nobody stands */
};

/* ---- Strips ---- */

/* The part of the ground around a place that bodies of one size prefer: of several sizes each gets
 * a strip that leads in the direction from which the units come, so that none has to pass another
 * size to get to its place. */
typedef struct strip {
  int32_t x, y;       /* 1 if the number of a row grows with it: 0 and 1 of a strip along x */
  int32_t begin, end; /* its first row, and that after its last */
} strip;

static int32_t across(const strip *at, ovl_cell cell) { return at->x * cell.x + at->y * cell.y; }

/* ---- The search ---- */

/* How cells are chosen: those on which bodies stand side by side without gaps first. */
enum { CHOICE_TILED, CHOICE_IN_STRIP, CHOICE_ANY, CHOICE_COUNT };

/* A breadth-first search for free cells. */
typedef struct breadth {
  ovl_units *units;
  const ovl_world *world;
  const ovi_unit *unit; /* of the profile that is searched for */
  strip at;
  uint32_t begin, end;            /* range of units->placing.places that is still to be expanded */
  uint32_t cursors[CHOICE_COUNT]; /* the first cell that each kind of choice has not looked at */
  uint32_t dearer[CHOICE_COUNT];  /* steps by which a cell may be nearer and is not chosen yet */
  uint32_t linked;                /* cells whose links were passed */
} breadth;

static void meet_place(breadth *search, ovl_cell cell, uint32_t steps) {
  ovl_units *units = search->units;
  if (search->end == units->placing.place_count) {
    return;
  }
  uint32_t *seen = ovi_number_map_add(&units->placing.seen, ovi_cell_key(cell, 0));
  if (*seen == OVI_NO_VALUE) {
    OVI_ASSERT(search->begin <= search->end);
    *seen = steps;
    units->placing.places[search->end++] = cell;
  }
}

static uint32_t steps_to(const breadth *search, uint32_t at) {
  return ovi_cell_number(&search->units->placing.seen,
                         ovi_cell_key(search->units->placing.places[at], 0));
}

/* Adds the other end of a link if a cell of the search is the one end. */
static void pass_link(breadth *search, ovl_cell from, ovl_cell to) {
  const uint32_t steps = ovi_cell_number(&search->units->placing.seen, ovi_cell_key(from, 0));
  if (steps != 0 && ovl_world_weight(search->world, search->unit->kind.profile, to) != 0) {
    meet_place(search, to, steps + 1);
  }
}

/* Goes on over links once all cells that are reached by steps were expanded. False: no link leads
 * to another cell. */
static bool pass_links(breadth *search) {
  const uint32_t profile = search->unit->kind.profile;
  const uint32_t cells = search->end;
  ovl_link_def link;
  OVI_ASSERT(search->begin == search->end);
  for (uint32_t i = 0; search->linked != cells && ovl_world_link(search->world, i, &link); i++) {
    if (!link.closed && (link.profiles == 0 || (link.profiles >> profile & 1) != 0)) {
      pass_link(search, link.from, link.to);
      if (link.cost_back != 0) {
        pass_link(search, link.to, link.from);
      }
    }
  }
  search->linked = cells;
  return search->end != cells;
}

/* Expands the next cell. False: there is none. */
static bool grow_search(breadth *search) {
  static const uint8_t straight_first[8] = {0, 2, 4, 6, 1, 3, 5, 7};
  if (search->begin == search->end) {
    return false;
  }
  const uint32_t steps = steps_to(search, search->begin);
  const ovl_cell cell = search->units->placing.places[search->begin++];
  for (int i = 0; i < 8; i++) {
    if (ovi_world_step(search->world, search->unit->kind.profile, cell, straight_first[i]) != 0) {
      meet_place(search, ovi_cell_beside(cell, straight_first[i]), steps + 1);
    }
  }
  return true;
}

/* Returns whether a body at a cell is one of those side by side. Around each of hexagons lie six,
 * turned by some cells: it is (3r + 2)x + y = 0 modulo its area. */
static bool is_tiled(int topology, const strip *at, ovl_cell place, ovl_cell cell, int32_t body) {
  const int32_t dx = cell.x - place.x;
  const int32_t dy = cell.y - place.y;
  return topology == OVI_HEXAGONS
             ? ((body / 2 * 3 + 2) * dx + dy) % ovi_body_area(topology, body) == 0
             : (across(at, cell) - at->begin) % body == 0 && (at->y * dx + at->x * dy) % body == 0;
}

static bool is_chosen(const breadth *search, int choice, ovl_cell cell) {
  const strip *at = &search->at;
  const int topology = search->units->walked.topology;
  const int32_t body = search->unit->kind.body;
  const int32_t first = across(at, cell) - (topology == OVI_HEXAGONS ? body / 2 : 0);
  const bool is_inside = first >= at->begin && first + body <= at->end;
  return (choice == CHOICE_ANY || is_inside) &&
         (choice != CHOICE_TILED ||
          is_tiled(topology, at, search->unit->order.place, cell, body)) &&
         ovi_place_is_free(search->units, search->unit, cell);
}

/* Moves the cursor of a choice on to the next cell for it. False: there is none. */
static bool find_free(breadth *search, int choice) {
  for (;; search->cursors[choice]++) {
    while (search->cursors[choice] == search->end) {
      if (!grow_search(search)) {
        return false;
      }
    }
    if (is_chosen(search, choice, search->units->placing.places[search->cursors[choice]])) {
      return true;
    }
  }
}

/* Finds the next free cell; one beyond links only where no other is left. False if there is none,
 * or no room to continue the search. */
static bool next_place(breadth *search, ovl_cell *cell) {
  uint32_t least = UINT32_MAX;
  do {
    for (int choice = 0; choice < CHOICE_COUNT; choice++) {
      if (find_free(search, choice)) {
        const uint32_t at = search->cursors[choice];
        const uint32_t steps = steps_to(search, at) + search->dearer[choice];
        *cell = steps < least ? search->units->placing.places[at] : *cell;
        least = steps < least ? steps : least;
      }
    }
  } while (least == UINT32_MAX && pass_links(search));
  if (least != UINT32_MAX) {
    ovi_place_keep(search->units, search->unit, *cell, true);
  }
  return least != UINT32_MAX;
}

/* Restricts the cells that a search for the nearest one accepts. */
typedef enum allowed { ALLOWED_ALL, ALLOWED_UNTAKEN, ALLOWED_EMPTY } allowed;

/* Returns whether nobody stands on a cell. One diagonal step away is left out: a move to there
 * might cross another one. */
static bool is_empty(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  return (!ovi_is_long_between(units->walked.topology, cell, unit->cell) ||
          ovi_steps_between(units->walked.topology, cell, unit->cell) > 1) &&
         ovi_unit_blocker(units, unit, cell) == OVI_NO_INDEX &&
         !ovi_unit_is_left_late(units, unit, cell, units->tick);
}

/* Returns the cell nearest to a place, at most so far away, that is of an island (0: of any).
 * False: there is none. */
static bool find_nearest(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                         uint32_t island, allowed may, ovl_cell place, ovl_cell *nearest) {
  const int32_t farthest = may == ALLOWED_ALL     ? NEAREST_CELLS
                           : may == ALLOWED_EMPTY ? NEAREST_EMPTY_CELLS + 2 * unit->kind.body
                                                  : NEAREST_FREE_CELLS;
  const int topology = ovi_world_topology(world);
  uint64_t least = UINT64_MAX;
  for (int32_t radius = 1; radius <= farthest; radius++) {
    if (least <= (uint64_t)radius * OVI_K_STRAIGHT) {
      break; /* no cell farther out is nearer */
    }
    for (int32_t i = 0; i < 8 * radius; i++) { /* the cells of a square's rim */
      const int32_t along = i % (2 * radius) - radius;
      const int32_t side = i / (2 * radius);
      const int32_t dx = side == 0 ? along : side == 1 ? radius : side == 2 ? -along : -radius;
      const int32_t dy = side == 0 ? -radius : side == 1 ? along : side == 2 ? radius : -along;
      const ovl_cell cell = {place.x + dx, place.y + dy, place.floor};
      const uint64_t apart = ovi_distance_halves(topology, dx, dy, 1);
      const uint32_t there = ovl_world_island(world, unit->kind.profile, cell);
      if (apart < least && there != 0 && (island == 0 || there == island) &&
          (may != ALLOWED_UNTAKEN || ovi_place_is_free(units, unit, cell)) &&
          (may != ALLOWED_EMPTY || is_empty(units, unit, cell))) {
        least = apart;
        *nearest = cell;
      }
    }
  }
  return least != UINT64_MAX;
}

static bool is_directed(const ovl_world *world, int32_t profile) {
  ovl_profile_info info = {0};
  ovl_world_profile(world, profile, &info);
  return info.directed;
}

bool ovi_unit_nearest(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                      ovl_cell place, ovl_cell *nearest) {
  const int32_t profile = unit->kind.profile;
  const uint32_t island = ovl_world_island(world, profile, unit->cell);
  *nearest = place;
  if ((ovl_world_island(world, profile, place) == island ||
       (ovl_world_weight(world, profile, place) != 0 && is_directed(world, profile))) &&
      (units == NULL || ovi_place_is_free(units, unit, place))) {
    return true;
  }
  return island != 0 && find_nearest(units, world, unit, island,
                                     units != NULL ? ALLOWED_UNTAKEN : ALLOWED_ALL, place, nearest);
}

bool ovi_unit_nearest_empty(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                            ovl_cell *nearest) {
  const ovl_cell goal = unit->goal;
  const uint32_t island = ovl_world_island(world, unit->kind.profile, goal);
  return (island != 0 &&
          find_nearest(units, world, unit, island, ALLOWED_EMPTY, unit->cell, nearest)) ||
         find_nearest(units, world, unit, 0, ALLOWED_EMPTY, unit->cell, nearest);
}

/* Forgets the cells that a search has found: far fewer than the table has room for. */
static void end_search(breadth *search) {
  while (search->end != 0) {
    const ovl_cell cell = search->units->placing.places[--search->end];
    ovi_number_map_remove(&search->units->placing.seen, ovi_cell_key(cell, 0));
  }
}

/* Begins a search for the places of units like this one. */
static void begin_search(breadth *search, const ovi_unit *unit) {
  ovl_cell begin;
  end_search(search); /* that before it */
  search->unit = unit;
  search->begin = search->linked = 0;
  for (int choice = 0; choice < CHOICE_COUNT; choice++) {
    search->cursors[choice] = 0;
  }
  if (ovi_unit_nearest(NULL, search->world, unit, unit->order.place, &begin)) {
    meet_place(search, begin, 1);
  }
}

/* ---- Who gets which ---- */

/* The key of a cell: how far it is from another one in a direction, and its number. */
static uint64_t key_of(ovl_cell cell, ovl_cell from, int64_t x, int64_t y, uint32_t number) {
  const int64_t along = (cell.x - from.x) * x + (cell.y - from.y) * y;
  return (uint64_t)(((int64_t)1 << 40) + along) << 16 | number;
}

/* Orders cells by rows across a direction, the farthest row first, each from left to right: their
 * numbers are the low 16 bits of the keys. */
static void order_rows(int topology, const ovl_cell *cells, uint64_t *keys, uint32_t count,
                       int32_t x, int32_t y, uint32_t row) {
  const ovl_cell along = ovi_along(topology, x, y);
  for (uint32_t i = 0; i < count; i++) {
    keys[i] = key_of(cells[i], cells[0], -(int64_t)along.x, -(int64_t)along.y, i);
  }
  ovi_sort_u64(keys, count);
  for (uint32_t begin = 0; begin < count; begin += row) {
    const uint32_t end = count - begin < row ? count : begin + row;
    for (uint32_t i = begin; i < end; i++) {
      const uint32_t number = (uint32_t)(keys[i] & 0xffffu);
      keys[i] = key_of(cells[number], cells[0], -(int64_t)y, x, number);
    }
    ovi_sort_u64(keys + begin, end - begin);
  }
}

void ovi_places_match(ovl_units *units, ovl_cell *from, const ovl_cell *chosen, uint32_t count,
                      ovl_cell way, uint32_t row) {
  uint64_t *keys = units->turns.keys;
  uint64_t *chosen_keys = keys + units->capacity;
  order_rows(units->walked.topology, from, keys, count, way.x, way.y, row);
  order_rows(units->walked.topology, chosen, chosen_keys, count, way.x, way.y, row);
  for (uint32_t i = 0; i < count; i++) {
    from[keys[i] & 0xffffu] = chosen[chosen_keys[i] & 0xffffu];
  }
}

/* Gives the cells of a place to those from which units come. */
static void match(ovl_units *units, ovl_cell *from, const ovl_cell *chosen, uint32_t count,
                  ovl_cell place) {
  int64_t x = 0;
  int64_t y = 0;
  for (uint32_t i = 0; i < count; i++) {
    x += place.x - from[i].x;
    y += place.y - from[i].y;
  }
  const ovl_cell way = {(int32_t)(x / count), (int32_t)(y / count), 0};
  ovi_places_match(units, from, chosen, count, way, ovi_square_side(count));
}

bool ovi_unit_is_sent(const ovl_units *units, const ovi_unit *unit) {
  return unit->used && unit->order.order == units->placing.orders;
}

/* Returns whether a unit of the last order has no goal yet. */
static bool needs_place(const ovl_units *units, const ovi_unit *unit) {
  return ovi_unit_is_sent(units, unit) && unit->goal.floor < 0;
}

ovi_unit_group ovi_unit_group_of(const ovl_units *units, bool all) {
  ovi_unit_group group = {.slowest = OVI_FULL_SPEED};
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (all ? ovi_unit_is_sent(units, unit) : needs_place(units, unit)) {
      const uint32_t body = unit->kind.body;
      const uint32_t area = (uint32_t)ovi_body_area(units->walked.topology, (int32_t)body);
      group.count++;
      group.cells[body] += area;
      group.area += area;
      group.x += unit->order.place.x - unit->cell.x;
      group.y += unit->order.place.y - unit->cell.y;
      group.slowest = unit->pace.speed < group.slowest ? unit->pace.speed : group.slowest;
      group.least = group.least == NULL || body < group.least->kind.body ? unit : group.least;
      group.most = group.most == NULL || body > group.most->kind.body ? unit : group.most;
    }
  }
  return group;
}

/* Returns the unit of a profile around which places are looked for: one that can get to the place
 * if there is one, so that others that are locked in keep nobody from it. */
static const ovi_unit *unit_for_search(const breadth *search, int32_t profile) {
  const ovl_units *units = search->units;
  const ovi_unit *found = NULL;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (!needs_place(units, unit) || unit->kind.profile != profile) {
      continue;
    }
    const uint32_t island = ovl_world_island(search->world, profile, unit->order.place);
    if (ovl_world_island(search->world, profile, unit->cell) == island) {
      return unit;
    }
    found = found == NULL ? unit : found;
  }
  return found;
}

/* Gives a goal to each unit of a profile that needs a place. */
static void place_profile(breadth *search, int32_t profile) {
  ovl_units *units = search->units;
  ovl_cell *from = units->placing.chosen;
  ovl_cell *chosen = from + units->capacity;
  uint32_t count = 0;
  uint32_t found = 0;
  ovl_cell place = {0};
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (!needs_place(units, unit) || unit->kind.profile != profile) {
      continue;
    }
    if (count == 0) {
      place = unit->order.place;
      begin_search(search, unit_for_search(search, profile));
    }
    from[count++] = unit->cell;
    found += next_place(search, &chosen[found]) ? 1 : 0;
  }
  if (count == 0) {
    return;
  }
  for (uint32_t i = found; i < count; i++) {
    chosen[i] = place; /* no cell is left */
  }
  match(units, from, chosen, count, place);
  count = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (needs_place(units, unit) && unit->kind.profile == profile) {
      unit->goal = from[count++];
    }
  }
}

/* Returns the first row of a strip above which lie `count` of the cells that a search has found. */
static int32_t row_after(const breadth *search, uint32_t count) {
  if (search->end == 0) {
    return 0; /* of a place that nobody can reach */
  }
  int32_t low = INT32_MIN / 2; /* fewer lie above it */
  int32_t high = INT32_MAX / 2;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    uint32_t above = 0;
    for (uint32_t i = 0; i < search->end; i++) {
      above += across(&search->at, search->units->placing.places[i]) < middle ? 1 : 0;
    }
    *(above >= count ? &high : &low) = middle;
  }
  return high;
}

/* Cuts the ground nearest to the place, as much as the bodies need, into a strip for each size. */
static void cut_strips(breadth *search, const ovi_unit_group *sent, strip *strips) {
  static const strip ways[3] = {{.y = 1}, {.x = 1}, {.x = 1, .y = 1}};
  int64_t least = INT64_MAX;
  for (int i = 0; i < (search->units->walked.topology == OVI_HEXAGONS ? 3 : 2); i++) {
    const int64_t aside = ways[i].x * sent->x + ways[i].y * sent->y;
    search->at = (aside < 0 ? -aside : aside) < least ? ways[i] : search->at;
    least = (aside < 0 ? -aside : aside) < least ? (aside < 0 ? -aside : aside) : least;
  }
  begin_search(search, sent->least);
  while (search->end < sent->area + sent->area / 4 && grow_search(search)) {
  }
  int32_t begin = row_after(search, 1) - 1;
  uint32_t before = 0;
  for (int32_t body = OVL_MAX_BODY_CELLS; body > 0; body--) {
    before += sent->cells[body];
    int32_t end = row_after(search, (uint32_t)((uint64_t)before * search->end / (sent->area | 1u)));
    end = begin + (end - begin + body / 2) / body * body; /* whole bodies */
    end = end < begin + body ? begin + body : end;
    strips[body] = (strip){search->at.x, search->at.y, begin, end};
    begin = sent->cells[body] != 0 ? end : begin;
  }
}

void ovi_places_begin(ovl_units *units, const ovl_unit *sent, size_t count, ovl_cell place) {
  const uint32_t order = ++units->placing.orders;
  for (size_t i = 0; i < count; i++) {
    ovi_unit *unit = ovi_unit_of(units, sent[i]);
    unit->order.order = order;
    unit->order.place = place;
    unit->goal.floor = -1;
  }
  /* The goals, or the cells, of all units that are not sent are taken. */
  ovi_number_map_clear(&units->placing.taken);
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->order.order != order) {
      ovi_place_keep(units, unit, unit->goal, true);
    }
  }
}

void ovi_places_near(ovl_units *units, const ovl_world *world, ovl_cell place) {
  const ovi_unit_group all = ovi_unit_group_of(units, false);
  strip strips[OVL_MAX_BODY_CELLS + 1];
  breadth search = {.units = units, .world = world};
  if (all.least == NULL) {
    return;
  }
  cut_strips(&search, &all, strips);
  const uint32_t side = ovi_square_side(all.area);
  for (int32_t body = OVL_MAX_BODY_CELLS; body > 0; body--) {
    search.at = strips[body];
    if (all.cells[body] == all.area) { /* all are of one size */
      search.at = (strip){0, 1, place.y - INT16_MAX * body, place.y + INT16_MAX * body};
    }
    search.dearer[CHOICE_IN_STRIP] = (uint32_t)body;
    search.dearer[CHOICE_ANY] = side + (uint32_t)body;
    for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
      if (units->walked.bodies[profile] == body) {
        place_profile(&search, profile);
      }
    }
  }
  end_search(&search);
}
