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

/* The two directions of a crossing, as bits. */
enum { OUT = 1, BACK = 2, BOTH = 3 };

/* What is around the region whose waypoints are chosen. */
typedef struct field {
  ovi_draft *draft;
  const ovi_map *map;
  const ovi_draft *drafts[2][3]; /* in its own row and the next; NULL beyond the edge */
  int corners;
} field;

/* A cell of one of these drafts. */
typedef struct spot {
  const ovi_draft *draft; /* NULL: there is none */
  int32_t x, y;           /* local */
} spot;

/* From a local cell of the region, or one beside it. */
static spot spot_at(const field *f, int32_t x, int32_t y) {
  const ovi_region *place = &f->draft->place;
  const int column = x < 0 ? 0 : x < place->w ? 1 : 2;
  const int row = y < place->h ? 0 : 1;
  const ovi_draft *draft = f->drafts[row][column];
  if (draft == NULL || y < 0) {
    return (spot){NULL, 0, 0};
  }
  x = column == 0 ? x + draft->place.w : column == 2 ? x - place->w : x;
  return (spot){draft, x, row == 0 ? y : y - place->h};
}

static bool is_open(const field *f, int32_t x, int32_t y) {
  const spot at = spot_at(f, x, y);
  return at.draft != NULL && ovi_get_bit(at.draft->open[at.y], at.x) != 0;
}

static uint32_t component_at(const field *f, int32_t x, int32_t y) {
  const spot at = spot_at(f, x, y);
  return ovi_draft_component(at.draft, at.x, at.y);
}

/* ---- Steps ----------------------------------------------------------------- */

/* Whether a step is legal, corners apart. */
static bool single_step(const field *f, int32_t x, int32_t y, int direction) {
  const spot at = spot_at(f, x, y);
  if (at.draft == NULL) {
    return false;
  }
  if (at.draft->directed) {
    const uint32_t steps = at.draft->steps[at.y * at.draft->place.w + at.x];
    return (steps >> (direction & 7) & 1u) != 0;
  }
  return is_open(f, x, y) &&
         is_open(f, x + ovi_direction_x(direction), y + ovi_direction_y(direction));
}

/* Whether one gets around the corner of a diagonal step by way of `first`. */
static bool detour(const field *f, int32_t x, int32_t y, int first, int second) {
  return single_step(f, x, y, first) &&
         single_step(f, x + ovi_direction_x(first), y + ovi_direction_y(first), second);
}

/* A step that is to be looked at. */
typedef struct step {
  bool legal;
  bool has_detour; /* of straight steps */
} step;

static step look_at_step(const field *f, int32_t x, int32_t y, int direction) {
  if (!single_step(f, x, y, direction)) {
    return (step){false, false};
  }
  if ((direction & 1) == 0) {
    return (step){true, false};
  }
  const bool before = detour(f, x, y, direction - 1, direction + 1);
  const bool after = detour(f, x, y, direction + 1, direction - 1);
  return (step){ovi_corner_is_free(f->corners, before, after) != 0, before || after};
}

/* What a legal step costs beside its weights. */
static uint32_t extra_of(const field *f, int32_t x, int32_t y, int direction) {
  const spot at = spot_at(f, x, y);
  return at.draft->directed ? ovi_draft_extra(at.draft, f->map, at.x, at.y, direction) : 0;
}

/* ---- Waypoints ------------------------------------------------------------- */

/* A crossing of the region's border; from its first cell in a direction. */
typedef struct crossing {
  int32_t x, y;
  int direction;
  int group;
  uint32_t slant;
} crossing;

/* As each side stores it. */
static uint16_t stored_port(int32_t x, int32_t y, uint32_t slant) {
  return (uint16_t)OVI_PORT((uint32_t)x & 127u, (uint32_t)y & 127u, slant);
}

/* In which directions its step is legal, and is so without a straight detour. */
typedef struct crossing_ways {
  uint32_t legal, bare;
} crossing_ways;

static crossing_ways ways_of(const field *f, const crossing *c) {
  const int32_t to_x = c->x + ovi_direction_x(c->direction);
  const int32_t to_y = c->y + ovi_direction_y(c->direction);
  const step out = look_at_step(f, c->x, c->y, c->direction);
  const step back = look_at_step(f, to_x, to_y, (c->direction + 4) & 7);
  return (crossing_ways){(out.legal ? OUT : 0u) | (back.legal ? BACK : 0u),
                         (out.legal && !out.has_detour ? OUT : 0u) |
                             (back.legal && !back.has_detour ? BACK : 0u)};
}

static ovi_draft_port port_of(const field *f, const crossing *c, uint32_t legal) {
  const int32_t to_x = c->x + ovi_direction_x(c->direction);
  const int32_t to_y = c->y + ovi_direction_y(c->direction);
  const int back = (c->direction + 4) & 7;
  const spot to = spot_at(f, to_x, to_y);
  return (ovi_draft_port){
      stored_port(c->x, c->y, c->slant),
      stored_port(to.x, to.y, c->slant),
      (uint16_t)component_at(f, c->x, c->y),
      (uint16_t)component_at(f, to_x, to_y),
      {(legal & OUT) != 0 ? extra_of(f, c->x, c->y, c->direction) : OVI_STEP_BLOCKED,
       (legal & BACK) != 0 ? extra_of(f, to_x, to_y, back) : OVI_STEP_BLOCKED}};
}

static void add_port(const field *f, int group, const ovi_draft_port *port) {
  f->draft->ports[group][f->draft->port_counts[group]++] = *port;
}

/* Whether a waypoint joins the components of a port already, in a direction. */
static bool pair_is_joined(const field *f, int group, const ovi_draft_port *port, int back) {
  for (uint32_t i = 0; i < f->draft->port_counts[group]; i++) {
    const ovi_draft_port *other = &f->draft->ports[group][i];
    if (other->first_component == port->first_component &&
        other->second_component == port->second_component &&
        other->extra[back] != OVI_STEP_BLOCKED) {
      return true;
    }
  }
  return false;
}

/* Makes a diagonal crossing a waypoint where it has to be one. */
static void choose_diagonal(const field *f, const crossing *c) {
  const crossing_ways ways = ways_of(f, c);
  if (ways.bare == 0) {
    return;
  }
  const ovi_draft_port port = port_of(f, c, ways.legal);
  if (((ways.bare & OUT) != 0 && !pair_is_joined(f, c->group, &port, 0)) ||
      ((ways.bare & BACK) != 0 && !pair_is_joined(f, c->group, &port, 1))) {
    add_port(f, c->group, &port);
  }
}

/* ---- Borders --------------------------------------------------------------- */

/* The straight crossing at a place of the right or lower border. */
static crossing straight_at(const field *f, int group, int32_t at) {
  const ovi_region *place = &f->draft->place;
  return group == OVI_GROUP_E ? (crossing){place->w - 1, at, OVI_E, group, 0}
                              : (crossing){at, place->h - 1, OVI_S, group, 0};
}

/* Whether one can walk from one crossing to the next, both ways on both sides. */
static bool goes_on(const field *f, const crossing *c) {
  const int along = c->group == OVI_GROUP_E ? OVI_S : OVI_E;
  const int32_t dx = ovi_direction_x(c->direction);
  const int32_t dy = ovi_direction_y(c->direction);
  const int32_t next_x = c->x + ovi_direction_x(along);
  const int32_t next_y = c->y + ovi_direction_y(along);
  return single_step(f, c->x, c->y, along) && single_step(f, next_x, next_y, along + 4) &&
         single_step(f, c->x + dx, c->y + dy, along) &&
         single_step(f, next_x + dx, next_y + dy, along + 4);
}

static void choose_entrance(const field *f, int group, int32_t begin, int32_t reach,
                            uint32_t legal) {
  const int32_t spacing = f->map->spacing;
  const int32_t gaps = (reach + spacing - 1) / spacing;
  for (int32_t i = 0; i <= gaps; i++) {
    const crossing c = straight_at(f, group, begin + (gaps != 0 ? i * reach / gaps : 0));
    const ovi_draft_port port = port_of(f, &c, legal);
    add_port(f, group, &port);
  }
}

static void choose_straight(const field *f, int group, int32_t length) {
  for (int32_t at = 0; at < length; at++) {
    const int32_t begin = at;
    crossing c = straight_at(f, group, at);
    const uint32_t legal = ways_of(f, &c).legal;
    if (legal == 0) {
      continue;
    }
    for (; at + 1 < length && goes_on(f, &c); at++) {
      c = straight_at(f, group, at + 1);
      if (ways_of(f, &c).legal != legal) {
        break;
      }
    }
    choose_entrance(f, group, begin, at - begin, legal);
  }
}

/* The diagonal crossings of a border: from each cell to the next and to the one before. */
static void choose_slants(const field *f, int group, int32_t length) {
  const bool is_right = group == OVI_GROUP_E;
  for (int32_t at = 0; at < length; at++) {
    crossing c = straight_at(f, group, at);
    c.direction = OVI_SE;
    c.slant = 1;
    if (at + 1 < length) {
      choose_diagonal(f, &c);
    }
    c.direction = is_right ? OVI_NE : OVI_SW;
    c.slant = 2;
    if (at > 0) {
      choose_diagonal(f, &c);
    }
  }
}

/* Whether a diagonal step may be legal without a straight detour. */
static bool may_be_bare(const field *f) {
  return f->draft->directed || f->corners == OVL_CORNERS_FREE;
}

static void choose_border(const field *f, int group, int32_t length) {
  f->draft->port_counts[group] = 0;
  choose_straight(f, group, length);
  if (may_be_bare(f)) {
    choose_slants(f, group, length);
  }
}

void ovi_draft_choose(ovi_draft *draft, const ovi_map *map, const ovi_draft_neighbours *neighbours,
                      uint32_t groups) {
  const ovi_region *place = &draft->place;
  const field f = {draft,
                   map,
                   {{neighbours->left, draft, neighbours->right},
                    {neighbours->below_left, neighbours->below, neighbours->below_right}},
                   (int)map->profiles[draft->profile].corners};
  const crossing south_east = {place->w - 1, place->h - 1, OVI_SE, OVI_GROUP_SE, 0};
  const crossing south_west = {0, place->h - 1, OVI_SW, OVI_GROUP_SW, 0};
  if ((groups >> OVI_GROUP_E & 1u) != 0) {
    choose_border(&f, OVI_GROUP_E, place->h);
  }
  if ((groups >> OVI_GROUP_S & 1u) != 0) {
    choose_border(&f, OVI_GROUP_S, place->w);
  }
  if ((groups >> OVI_GROUP_SE & 1u) != 0) {
    draft->port_counts[OVI_GROUP_SE] = 0;
    choose_diagonal(&f, &south_east);
  }
  if ((groups >> OVI_GROUP_SW & 1u) != 0) {
    draft->port_counts[OVI_GROUP_SW] = 0;
    choose_diagonal(&f, &south_west);
  }
}
