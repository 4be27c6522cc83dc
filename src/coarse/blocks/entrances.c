/* Crossings, entrances and waypoints of one region's right and lower borders.
 *
 * The builder's rule: for every legal step u -> v between two regions there is a
 * waypoint, for that direction, from u's local component to v's. Entrances (maximal runs
 * of straight crossings that are legal in the same directions, along which one can walk both
 * ways on either side; Botea, Müller and Schaeffer, "Near Optimal Hierarchical
 * Path-Finding", 2004) get waypoints at both ends and evenly between, at most
 * `spacing` cells apart. All cells of an entrance on one side are of one
 * component, so that covers every straight step. A diagonal step becomes a
 * waypoint if neither of its two straight detours is legal and its pair of
 * components has none yet. */
#include "coarse/blocks/entrances.h"

#include "coarse/blocks/draft.h"
#include "common/step_cost.h"

/* The two directions of a entrance_crossing, as bits. */
enum { OUT = 1, BACK = 2, BOTH = 3 };

/* What is around the region whose waypoints are chosen. */
typedef struct entrance_field {
  ovi_draft *draft;
  const ovi_map *map;
  const ovi_draft *drafts[2][3]; /* in its own row and the next; NULL beyond the edge */
  int corners;
} entrance_field;

/* A cell of one of these drafts. */
typedef struct entrance_spot {
  const ovi_draft *draft; /* NULL: there is none */
  int32_t x, y;           /* local */
} entrance_spot;

/* From a local cell of the region, or one beside it. */
static entrance_spot spot_at(const entrance_field *field, int32_t x, int32_t y) {
  const ovi_region *place = &field->draft->place;
  const int column = x < 0 ? 0 : x < place->w ? 1 : 2;
  const int row = y < place->h ? 0 : 1;
  const ovi_draft *draft = field->drafts[row][column];
  if (draft == NULL || y < 0) {
    return (entrance_spot){NULL, 0, 0};
  }
  x = column == 0 ? x + draft->place.w : column == 2 ? x - place->w : x;
  return (entrance_spot){draft, x, row == 0 ? y : y - place->h};
}

static bool entrance_is_open(const entrance_field *field, int32_t x, int32_t y) {
  const entrance_spot at = spot_at(field, x, y);
  return at.draft != NULL && ovi_get_bit(at.draft->open[at.y], at.x) != 0;
}

static uint32_t entrance_component_at(const entrance_field *field, int32_t x, int32_t y) {
  const entrance_spot at = spot_at(field, x, y);
  return ovi_draft_component(at.draft, at.x, at.y);
}

/* ---- Steps ----------------------------------------------------------------- */

/* Whether a step is legal, corners apart. */
static bool entrance_single_step(const entrance_field *field, int32_t x, int32_t y, int direction) {
  const entrance_spot at = spot_at(field, x, y);
  if (at.draft == NULL) {
    return false;
  }
  if (at.draft->directed) {
    const uint32_t steps = at.draft->steps[at.y * at.draft->place.w + at.x];
    return (steps >> (direction & 7) & 1u) != 0;
  }
  return entrance_is_open(field, x, y) &&
         entrance_is_open(field, x + ovi_direction_x(direction), y + ovi_direction_y(direction));
}

/* Whether one gets around the corner of a diagonal step by way of `first`. */
static bool entrance_detour(const entrance_field *field, int32_t x, int32_t y, int first,
                            int second) {
  return entrance_single_step(field, x, y, first) &&
         entrance_single_step(field, x + ovi_direction_x(first), y + ovi_direction_y(first),
                              second);
}

/* A step that is to be looked at. */
typedef struct step {
  bool legal;
  bool has_detour; /* of straight steps */
} step;

static step look_at_step(const entrance_field *field, int32_t x, int32_t y, int direction) {
  if (!entrance_single_step(field, x, y, direction)) {
    return (step){false, false};
  }
  if ((direction & 1) == 0) {
    return (step){true, false};
  }
  const bool before = entrance_detour(field, x, y, direction - 1, direction + 1);
  const bool after = entrance_detour(field, x, y, direction + 1, direction - 1);
  return (step){ovi_corner_is_free(field->corners, before, after) != 0, before || after};
}

/* What a legal step costs beside its weights. */
static uint32_t entrance_extra_of(const entrance_field *field, int32_t x, int32_t y,
                                  int direction) {
  const entrance_spot at = spot_at(field, x, y);
  return at.draft->directed ? ovi_draft_extra(at.draft, field->map, at.x, at.y, direction) : 0;
}

/* ---- Waypoints ------------------------------------------------------------- */

/* A entrance_crossing of the region's border; from its first cell in a direction. */
typedef struct entrance_crossing {
  int32_t x, y;
  int direction;
  int group;
  uint32_t slant;
} entrance_crossing;

/* As each side stores it. */
static uint16_t stored_port(int32_t x, int32_t y, uint32_t slant) {
  return (uint16_t)OVI_PORT((uint32_t)x & 127u, (uint32_t)y & 127u, slant);
}

/* In which directions its step is legal, and is so without a straight entrance_detour. */
typedef struct crossing_ways {
  uint32_t legal, bare;
} crossing_ways;

static crossing_ways ways_of(const entrance_field *field, const entrance_crossing *crossing) {
  const int32_t to_x = crossing->x + ovi_direction_x(crossing->direction);
  const int32_t to_y = crossing->y + ovi_direction_y(crossing->direction);
  const step out = look_at_step(field, crossing->x, crossing->y, crossing->direction);
  const step back = look_at_step(field, to_x, to_y, (crossing->direction + 4) & 7);
  return (crossing_ways){(out.legal ? OUT : 0u) | (back.legal ? BACK : 0u),
                         (out.legal && !out.has_detour ? OUT : 0u) |
                             (back.legal && !back.has_detour ? BACK : 0u)};
}

static ovi_draft_port entrance_port_of(const entrance_field *field,
                                       const entrance_crossing *crossing, uint32_t legal) {
  const int32_t to_x = crossing->x + ovi_direction_x(crossing->direction);
  const int32_t to_y = crossing->y + ovi_direction_y(crossing->direction);
  const int back = (crossing->direction + 4) & 7;
  const entrance_spot to = spot_at(field, to_x, to_y);
  return (ovi_draft_port){
      stored_port(crossing->x, crossing->y, crossing->slant),
      stored_port(to.x, to.y, crossing->slant),
      (uint16_t)entrance_component_at(field, crossing->x, crossing->y),
      (uint16_t)entrance_component_at(field, to_x, to_y),
      {(legal & OUT) != 0 ? entrance_extra_of(field, crossing->x, crossing->y, crossing->direction)
                          : OVI_STEP_BLOCKED,
       (legal & BACK) != 0 ? entrance_extra_of(field, to_x, to_y, back) : OVI_STEP_BLOCKED}};
}

static void add_port(const entrance_field *field, int group, const ovi_draft_port *port) {
  field->draft->ports[group][field->draft->port_counts[group]++] = *port;
}

/* Whether a waypoint joins the components of a port already, in a direction. */
static bool pair_is_joined(const entrance_field *field, int group, const ovi_draft_port *port,
                           int back) {
  for (uint32_t i = 0; i < field->draft->port_counts[group]; i++) {
    const ovi_draft_port *other = &field->draft->ports[group][i];
    if (other->first_component == port->first_component &&
        other->second_component == port->second_component &&
        other->extra[back] != OVI_STEP_BLOCKED) {
      return true;
    }
  }
  return false;
}

/* Makes a diagonal entrance_crossing a waypoint where it has to be one. */
static void choose_diagonal(const entrance_field *field, const entrance_crossing *crossing) {
  const crossing_ways ways = ways_of(field, crossing);
  if (ways.bare == 0) {
    return;
  }
  const ovi_draft_port port = entrance_port_of(field, crossing, ways.legal);
  if (((ways.bare & OUT) != 0 && !pair_is_joined(field, crossing->group, &port, 0)) ||
      ((ways.bare & BACK) != 0 && !pair_is_joined(field, crossing->group, &port, 1))) {
    add_port(field, crossing->group, &port);
  }
}

/* ---- Borders --------------------------------------------------------------- */

/* The straight entrance_crossing at a place of the right or lower border. */
static entrance_crossing straight_at(const entrance_field *field, int group, int32_t at) {
  const ovi_region *place = &field->draft->place;
  return group == OVI_GROUP_E ? (entrance_crossing){place->w - 1, at, OVI_E, group, 0}
                              : (entrance_crossing){at, place->h - 1, OVI_S, group, 0};
}

/* Whether one can walk from one entrance_crossing to the next, both ways on both sides. */
static bool entrance_goes_on(const entrance_field *field, const entrance_crossing *crossing) {
  const int along = crossing->group == OVI_GROUP_E ? OVI_S : OVI_E;
  const int32_t dx = ovi_direction_x(crossing->direction);
  const int32_t dy = ovi_direction_y(crossing->direction);
  const int32_t next_x = crossing->x + ovi_direction_x(along);
  const int32_t next_y = crossing->y + ovi_direction_y(along);
  return entrance_single_step(field, crossing->x, crossing->y, along) &&
         entrance_single_step(field, next_x, next_y, along + 4) &&
         entrance_single_step(field, crossing->x + dx, crossing->y + dy, along) &&
         entrance_single_step(field, next_x + dx, next_y + dy, along + 4);
}

static void choose_entrance(const entrance_field *field, int group, int32_t begin, int32_t reach,
                            uint32_t legal) {
  const int32_t spacing = field->map->spacing;
  const int32_t gaps = (reach + spacing - 1) / spacing;
  for (int32_t i = 0; i <= gaps; i++) {
    const entrance_crossing crossing =
        straight_at(field, group, begin + (gaps != 0 ? i * reach / gaps : 0));
    const ovi_draft_port port = entrance_port_of(field, &crossing, legal);
    add_port(field, group, &port);
  }
}

static void choose_straight(const entrance_field *field, int group, int32_t length) {
  for (int32_t at = 0; at < length; at++) {
    const int32_t begin = at;
    entrance_crossing crossing = straight_at(field, group, at);
    const uint32_t legal = ways_of(field, &crossing).legal;
    if (legal == 0) {
      continue;
    }
    for (; at + 1 < length && entrance_goes_on(field, &crossing); at++) {
      crossing = straight_at(field, group, at + 1);
      if (ways_of(field, &crossing).legal != legal) {
        break;
      }
    }
    choose_entrance(field, group, begin, at - begin, legal);
  }
}

/* The diagonal crossings of a border: from each cell to the next and to the one before. */
static void choose_slants(const entrance_field *field, int group, int32_t length) {
  const bool is_right = group == OVI_GROUP_E;
  for (int32_t at = 0; at < length; at++) {
    entrance_crossing crossing = straight_at(field, group, at);
    crossing.direction = OVI_SE;
    crossing.slant = 1;
    if (at + 1 < length) {
      choose_diagonal(field, &crossing);
    }
    crossing.direction = is_right ? OVI_NE : OVI_SW;
    crossing.slant = 2;
    if (at > 0) {
      choose_diagonal(field, &crossing);
    }
  }
}

/* Whether a diagonal step may be legal without a straight entrance_detour. */
static bool may_be_bare(const entrance_field *field) {
  return field->draft->directed || field->corners == OVL_CORNERS_FREE;
}

static void choose_border(const entrance_field *field, int group, int32_t length) {
  field->draft->port_counts[group] = 0;
  choose_straight(field, group, length);
  if (may_be_bare(field)) {
    choose_slants(field, group, length);
  }
}

void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours,
                      uint32_t groups) {
  const ovi_region *place = &draft->place;
  const entrance_field field = {
      draft,
      map,
      {{neighbours->left, draft, neighbours->right},
       {neighbours->below_left, neighbours->below, neighbours->below_right}},
      (int)map->profiles[draft->profile].corners};
  const entrance_crossing south_east = {place->w - 1, place->h - 1, OVI_SE, OVI_GROUP_SE, 0};
  const entrance_crossing south_west = {0, place->h - 1, OVI_SW, OVI_GROUP_SW, 0};
  if ((groups >> OVI_GROUP_E & 1u) != 0) {
    choose_border(&field, OVI_GROUP_E, place->h);
  }
  if ((groups >> OVI_GROUP_S & 1u) != 0) {
    choose_border(&field, OVI_GROUP_S, place->w);
  }
  if ((groups >> OVI_GROUP_SE & 1u) != 0) {
    draft->port_counts[OVI_GROUP_SE] = 0;
    choose_diagonal(&field, &south_east);
  }
  if ((groups >> OVI_GROUP_SW & 1u) != 0) {
    draft->port_counts[OVI_GROUP_SW] = 0;
    choose_diagonal(&field, &south_west);
  }
}
