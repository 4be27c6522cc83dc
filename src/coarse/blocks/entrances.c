/* Chooses crossings, entrances and waypoints on the right and lower borders of a region.
 *
 * The builder's rule: for every legal step u -> v between two regions there is a waypoint, for that
 * direction, from u's local component to v's. An entrance is a maximal run of straight crossings
 * that are legal in the same directions and along which one can walk in both directions on either
 * side (Botea, Müller and Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004). Places
 * are spaced evenly along it, at both ends and at most `spacing` cells apart between. Each place
 * gets one waypoint: the lightest of the crossings that are nearer to it than to the places beside
 * it. A run of crossings that is lighter than both its sides by a quarter, as where a road crosses,
 * has a waypoint at its lightest crossing, too. All cells of an entrance on one side are of one
 * component, so this covers every straight step. A diagonal step becomes a waypoint if neither of
 * its two straight detours is legal and its pair of components has none yet; or instead of a
 * straight one, or over a corner, if it is lighter by a quarter than the straight steps beside it,
 * as on a diagonal road. */
#include "coarse/blocks/entrances.h"

#include "coarse/blocks/draft.h"
#include "coarse/overlay/make/light_runs.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/topology.h"

/* The two directions of a crossing, as bits. */
enum { OUT = 1, BACK = 2 };

/* The region whose waypoints are chosen, and the drafts around it. */
typedef struct entrance_area {
  ovi_draft *draft;
  const ovi_map *map;
  const ovi_draft_neighbours *around;
  int corners;
} entrance_area;

/* A cell of one of these drafts. */
typedef struct entrance_spot {
  const ovi_draft *draft; /* NULL: there is none */
  int32_t x, y;           /* local */
} entrance_spot;

/* The cell at local coordinates of the region, which may lie beside it. */
static entrance_spot spot_at(const entrance_area *area, int32_t x, int32_t y) {
  const ovi_region *place = &area->draft->place;
  const int column = x < 0 ? 0 : x < place->w ? 1 : 2;
  const int row = y < place->h ? 0 : 1;
  const ovi_draft *draft = area->around->at[row][column];
  if (draft == NULL || y < 0) {
    return (entrance_spot){NULL, 0, 0};
  }
  x = column == 0 ? x + draft->place.w : column == 2 ? x - place->w : x;
  return (entrance_spot){draft, x, row == 0 ? y : y - place->h};
}

/* Reads the weights of w cells from local cell (x, y) on, which may lie beside the region.
 * Where walls cost nothing the map is read, for an edit may have
 * changed the weights of a region whose draft is made from its block. */
static void read_weights(const entrance_area *area, int32_t x, int32_t y, int32_t w, uint8_t *out) {
  const ovi_region *place = &area->draft->place;
  if (area->draft->weights == NULL) {
    ovi_map_weight_row(area->map, area->draft->profile, place->x + x, place->y + y, w, out);
    return;
  }
  for (int32_t i = 0; i < w; i++) {
    const entrance_spot at = spot_at(area, x + i, y);
    out[i] = at.draft->weights[at.y * at.draft->place.w + at.x];
  }
}

/* ---- Steps ----------------------------------------------------------------- */

/* Returns whether a step is legal if corners are ignored. */
static bool entrance_single_step(const entrance_area *area, int32_t x, int32_t y, int direction) {
  const entrance_spot at = spot_at(area, x, y);
  if (at.draft == NULL) {
    return false;
  }
  if (at.draft->steps != NULL) {
    const uint32_t steps = at.draft->steps[at.y * at.draft->place.w + at.x];
    return (steps >> (direction & 7) & 1u) != 0;
  }
  const entrance_spot to =
      spot_at(area, x + ovi_direction_x(direction), y + ovi_direction_y(direction));
  return to.draft != NULL && ovi_get_bit(at.draft->open[at.y], at.x) != 0 &&
         ovi_get_bit(to.draft->open[to.y], to.x) != 0;
}

/* ---- Waypoints ------------------------------------------------------------- */

/* A crossing of the region's border: the step from its first cell in a direction. */
typedef struct entrance_crossing {
  int32_t x, y;
  int direction;
  int group;
  uint32_t slant; /* 0: straight; 1, 2: diagonal, to the next or the previous cell */
} entrance_crossing;

/* The directions (OUT, BACK) in which a crossing is legal, and in which it is legal without a
 * straight detour. */
typedef struct crossing_legality {
  uint32_t legal, no_detour;
} crossing_legality;

/* Finds the directions in which a crossing is legal, by both of its single steps and its
 * corners. */
static crossing_legality legality_of(const entrance_area *area, const entrance_crossing *crossing) {
  crossing_legality legality = {0, 0};
  int32_t x = crossing->x;
  int32_t y = crossing->y;
  int direction = crossing->direction;
  for (uint32_t bit = OUT; bit <= BACK; bit *= 2) {
    if (entrance_single_step(area, x, y, direction)) {
      const bool diagonal = ovi_is_diagonal(direction);
      bool detours[2]; /* by the straight step before the diagonal, then the other; and after it */
      for (int i = 0; i < 2; i++) {
        const int first = i == 0 ? direction - 1 : direction + 1;
        detours[i] =
            diagonal && entrance_single_step(area, x, y, first) &&
            entrance_single_step(area, x + ovi_direction_x(first), y + ovi_direction_y(first),
                                 ovi_direction_across(direction, first));
      }
      const bool legal =
          !diagonal || ovi_diagonal_is_free(area->corners, direction, detours[0], detours[1]) != 0;
      legality.legal |= legal ? bit : 0;
      legality.no_detour |= legal && !detours[0] && !detours[1] ? bit : 0;
    }
    x += ovi_direction_x(direction);
    y += ovi_direction_y(direction);
    direction = ovi_direction_back(direction);
  }
  return legality;
}

static ovi_draft_port entrance_port_of(const entrance_area *area, const entrance_crossing *crossing,
                                       uint32_t legal) {
  const int32_t to_x = crossing->x + ovi_direction_x(crossing->direction);
  const int32_t to_y = crossing->y + ovi_direction_y(crossing->direction);
  const entrance_spot ends[2] = {spot_at(area, crossing->x, crossing->y),
                                 spot_at(area, to_x, to_y)};
  uint32_t cells[2], components[2], extra[2];
  for (int i = 0; i < 2; i++) { /* the step out, then the step back */
    const entrance_spot *at = &ends[i];
    const int direction = i == 0 ? crossing->direction : ovi_direction_back(crossing->direction);
    cells[i] = OVI_PORT(at->x, at->y, crossing->slant);
    components[i] = ovi_draft_component(at->draft, at->x, at->y);
    extra[i] = (legal >> i & 1u) == 0 ? OVI_STEP_BLOCKED
               : at->draft->directed
                   ? ovi_draft_extra(at->draft, area->map, at->x, at->y, direction)
                   : 0;
  }
  return (ovi_draft_port){(uint16_t)cells[0],
                          (uint16_t)cells[1],
                          (uint16_t)components[0],
                          (uint16_t)components[1],
                          {extra[0], extra[1]}};
}

static void add_port(const entrance_area *area, int group, const ovi_draft_port *port) {
  OVI_ASSERT(port->first_component < area->draft->components &&
             (port->extra[0] != OVI_STEP_BLOCKED || port->extra[1] != OVI_STEP_BLOCKED));
  area->draft->ports[group][area->draft->port_counts[group]++] = *port;
}

/* Returns whether a waypoint joins the components of a port already, in one direction. */
static bool pair_is_joined(const entrance_area *area, int group, const ovi_draft_port *port,
                           int back) {
  for (uint32_t i = 0; i < area->draft->port_counts[group]; i++) {
    const ovi_draft_port *other = &area->draft->ports[group][i];
    if (other->first_component == port->first_component &&
        other->second_component == port->second_component &&
        other->extra[back] != OVI_STEP_BLOCKED) {
      return true;
    }
  }
  return false;
}

/* Returns whether the crossing of a corner of four regions is light. */
static bool corner_is_light(const entrance_area *area, const entrance_crossing *crossing) {
  const int here =
      crossing->group == OVI_GROUP_SE ? 0 : 1; /* columns of the two cells of the step */
  uint8_t cells[2][2];
  for (int32_t row = 0; row < 2; row++) {
    read_weights(area, crossing->x - here, crossing->y + row, 2, cells[row]);
  }
  const uint32_t beside[2] = {cells[0][1 - here], cells[1][here]};
  return ovi_corner_is_light(cells[0][here], cells[1][1 - here], beside);
}

/* Makes a diagonal crossing a waypoint if the builder's rule needs it, or, over a corner, if it is
 * light. One of hexagons without a detour always becomes one: it is an entrance of one step. */
static void choose_diagonal(const entrance_area *area, const entrance_crossing *crossing) {
  const crossing_legality legality = legality_of(area, crossing);
  const bool is_corner = crossing->group >= OVI_GROUP_SE;
  if (legality.legal == 0 || (legality.no_detour == 0 && !is_corner)) {
    return;
  }
  const ovi_draft_port port = entrance_port_of(area, crossing, legality.legal);
  const bool is_entrance = area->corners == OVI_HEXAGONS && legality.no_detour != 0;
  if (is_entrance ||
      ((legality.no_detour & OUT) != 0 && !pair_is_joined(area, crossing->group, &port, 0)) ||
      ((legality.no_detour & BACK) != 0 && !pair_is_joined(area, crossing->group, &port, 1)) ||
      (is_corner && corner_is_light(area, crossing))) {
    add_port(area, crossing->group, &port);
  }
}

/* ---- Borders --------------------------------------------------------------- */

/* The straight crossing at a position of the right or lower border. */
static entrance_crossing straight_at(const entrance_area *area, int group, int32_t at) {
  const ovi_region *place = &area->draft->place;
  return group == OVI_GROUP_E ? (entrance_crossing){place->w - 1, at, OVI_E, group, 0}
                              : (entrance_crossing){at, place->h - 1, OVI_S, group, 0};
}

/* Returns whether units can walk from a crossing to the next one, in both directions, on both
 * sides. */
static bool entrance_continues(const entrance_area *area, const entrance_crossing *crossing) {
  const int along = crossing->group == OVI_GROUP_E ? OVI_S : OVI_E;
  const int32_t dx = ovi_direction_x(crossing->direction);
  const int32_t dy = ovi_direction_y(crossing->direction);
  const int32_t next_x = crossing->x + ovi_direction_x(along);
  const int32_t next_y = crossing->y + ovi_direction_y(along);
  return entrance_single_step(area, crossing->x, crossing->y, along) &&
         entrance_single_step(area, next_x, next_y, ovi_direction_back(along)) &&
         entrance_single_step(area, crossing->x + dx, crossing->y + dy, along) &&
         entrance_single_step(area, next_x + dx, next_y + dy, ovi_direction_back(along));
}

/* The crossing from the same cell as a straight one with a slant. */
static entrance_crossing slanted(entrance_crossing crossing, uint32_t slant) {
  crossing.direction = ovi_direction_slanted(crossing.direction, slant);
  crossing.slant = slant;
  return crossing;
}

/* Reads the weights of the crossings of an entrance. */
static void read_crossings(const entrance_area *area, int group, int32_t begin, int32_t count,
                           uint32_t legal, ovi_crossings *crossings) {
  const ovi_region *place = &area->draft->place;
  uint8_t sides[2][OVL_MAX_REGION_CELLS] = {{0}};
  if (group == OVI_GROUP_E) {
    for (int32_t i = 0; i < count; i++) {
      uint8_t both[2];
      read_weights(area, place->w - 1, begin + i, 2, both);
      sides[0][i] = both[0];
      sides[1][i] = both[1];
    }
  } else {
    read_weights(area, begin, place->h - 1, count, sides[0]);
    read_weights(area, begin, place->h, count, sides[1]);
  }
  ovi_crossings_fill(crossings, sides[0], sides[1], count);
  for (int32_t i = 0; !crossings->is_even && i < OVI_SLANTS * count; i++) {
    const uint32_t slant = (uint32_t)(i / count);
    const entrance_crossing crossing = slanted(straight_at(area, group, begin + i % count), slant);
    if (slant != 0 && crossings->weights[slant][i % count] != 0 &&
        legality_of(area, &crossing).legal != legal) {
      crossings->weights[slant][i % count] = 0;
    }
  }
}

/* Chooses the light crossings in whose place none as light is chosen. `chosen` has a bit for each
 * slant from each first cell. */
static void choose_light(const ovi_crossings *crossings, uint8_t *chosen) {
  for (int32_t i = 0; i < OVI_SLANTS * crossings->count; i++) {
    const int32_t at = i / OVI_SLANTS;
    const uint32_t slant = (uint32_t)(i % OVI_SLANTS);
    const uint32_t weight = crossings->weights[slant][at];
    int32_t begin = at;
    int32_t end = at;
    bool is_wanted =
        (chosen[at] >> slant & 1) == 0 && ovi_crossing_is_light(crossings, at, slant, &begin, &end);
    for (int32_t k = begin; is_wanted && begin != end && k <= end; k++) {
      for (uint32_t other = 0; other < OVI_SLANTS; other++) {
        is_wanted =
            is_wanted && ((chosen[k] >> other & 1) == 0 || crossings->weights[other][k] > weight);
      }
    }
    chosen[at] = (uint8_t)(chosen[at] | (is_wanted ? 1u << slant : 0));
  }
}

static void choose_entrance(const entrance_area *area, int group, int32_t begin, int32_t length,
                            uint32_t legal) {
  const int32_t spacing = area->map->plane.spacing;
  const int32_t gaps = (length + spacing - 1) / spacing;
  ovi_crossings crossings;
  uint8_t chosen[OVL_MAX_REGION_CELLS] = {0};
  int32_t low = 0;
  read_crossings(area, group, begin, length + 1, legal, &crossings);
  for (int32_t i = 0; i <= gaps; i++) {
    const int32_t even = gaps != 0 ? i * length / gaps : 0;
    const int32_t next = i < gaps ? (i + 1) * length / gaps : 2 * length - even;
    const int32_t high = (even + next) / 2;
    OVI_ASSERT(low <= even && even <= high && high <= length);
    /* The lightest of the crossings from `low` to `high`. Of several, the one nearest to `even`,
     * then the first: where all weigh the same, waypoints are evenly spaced. */
    int32_t best = even;
    for (int32_t at = low; !crossings.is_even && at <= high; at++) {
      const int32_t away = at < even ? even - at : at - even;
      const int32_t least = best < even ? even - best : best - even;
      const int32_t heavier = crossings.weights[ovi_crossing_lightest(&crossings, at)][at] -
                              crossings.weights[ovi_crossing_lightest(&crossings, best)][best];
      if (heavier < 0 || (heavier == 0 && away < least)) {
        best = at;
      }
    }
    chosen[best] = (uint8_t)(1u << ovi_crossing_lightest(&crossings, best));
    low = high + 1;
  }
  if (!crossings.is_even) {
    choose_light(&crossings, chosen);
  }
  for (int32_t at = 0; at <= length; at++) {
    for (uint32_t slant = 0; slant < OVI_SLANTS; slant++) {
      if ((chosen[at] >> slant & 1) != 0) {
        const entrance_crossing crossing = slanted(straight_at(area, group, begin + at), slant);
        const ovi_draft_port port = entrance_port_of(area, &crossing, legal);
        add_port(area, group, &port);
      }
    }
  }
}

/* Cuts the straight crossings of a border into entrances, and chooses the waypoints of each. */
static void choose_straight(const entrance_area *area, int group, int32_t length) {
  for (int32_t at = 0; at < length; at++) {
    const int32_t begin = at;
    entrance_crossing crossing = straight_at(area, group, at);
    const uint32_t legal = legality_of(area, &crossing).legal;
    if (legal == 0) {
      continue;
    }
    for (; at + 1 < length && entrance_continues(area, &crossing); at++) {
      crossing = straight_at(area, group, at + 1);
      if (legality_of(area, &crossing).legal != legal) {
        break;
      }
    }
    choose_entrance(area, group, begin, at - begin, legal);
  }
}

/* Chooses among the diagonal crossings of a border: from each cell to the next one and to the
 * previous one. */
static void choose_slants(const entrance_area *area, int group, int32_t length) {
  for (int32_t at = 0; at < length; at++) {
    const entrance_crossing next = slanted(straight_at(area, group, at), 1);
    const entrance_crossing previous = slanted(straight_at(area, group, at), 2);
    if (at + 1 < length) {
      choose_diagonal(area, &next);
    }
    if (at > 0) {
      choose_diagonal(area, &previous);
    }
  }
}

void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours,
                      uint32_t groups) {
  const ovi_region *place = &draft->place;
  const entrance_area area = {draft, map, neighbours, (int)map->profiles[draft->profile].corners};
  const entrance_crossing south_east = {place->w - 1, place->h - 1,
                                        ovi_port_direction(OVI_GROUP_SE, 0), OVI_GROUP_SE, 0};
  const entrance_crossing south_west = {0, place->h - 1, ovi_port_direction(OVI_GROUP_SW, 0),
                                        OVI_GROUP_SW, 0};
  OVI_ASSERT(neighbours->at[0][1] == draft && groups <= OVI_ALL_OWN_GROUPS);
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if ((groups >> group & 1u) == 0) {
      continue;
    }
    draft->port_counts[group] = 0;
    if (group == OVI_GROUP_E || group == OVI_GROUP_S) {
      const int32_t length = group == OVI_GROUP_E ? place->h : place->w;
      choose_straight(&area, group, length);
      if (draft->steps != NULL || ovi_has_free_diagonals(area.corners)) {
        choose_slants(&area, group, length); /* some may be legal without a straight detour */
      }
    } else {
      choose_diagonal(&area, group == OVI_GROUP_SE ? &south_east : &south_west);
    }
  }
}
