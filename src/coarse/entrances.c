/* Crossings, entrances and waypoints of one region's right and lower borders.
 *
 * The builder's rule: for every legal step u -> v between two regions there is a
 * waypoint from u's local component to v's. Entrances (maximal runs of straight
 * crossings; Botea, Müller and Schaeffer, "Near Optimal Hierarchical
 * Path-Finding", 2004) get waypoints at both ends and evenly between, at most
 * `spacing` cells apart. All cells of an entrance on one side are of one
 * component, so that covers every straight step. A diagonal step becomes a
 * waypoint if neither of its two straight detours is legal and its pair of
 * components has none yet. */
#include "cost_rule.h"
#include "draft.h"

/* A border between two drafts, walked by one coordinate. */
typedef struct border {
  ovi_draft *first;
  const ovi_draft *second;
  int group;      /* OVI_GROUP_E or OVI_GROUP_S */
  int32_t length; /* cells along it */
} border;

static bool is_open(const ovi_draft *draft, int32_t x, int32_t y) {
  return ovi_get_bit(draft->open[y], x) != 0;
}

static bool first_is_open(const border *b, int32_t at) {
  return b->group == OVI_GROUP_E ? is_open(b->first, b->first->place.w - 1, at)
                                 : is_open(b->first, at, b->first->place.h - 1);
}

static bool second_is_open(const border *b, int32_t at) {
  return b->group == OVI_GROUP_E ? is_open(b->second, 0, at) : is_open(b->second, at, 0);
}

static void add_port(ovi_draft *draft, int group, const ovi_draft_port *port) {
  draft->ports[group][draft->port_counts[group]++] = *port;
}

/* The waypoint from `at` on the first side to `to` on the second. */
static ovi_draft_port border_port(const border *b, int32_t at, int32_t to) {
  uint32_t slant = to == at ? 0 : to > at ? 1 : 2;
  int32_t edge = b->group == OVI_GROUP_E ? b->first->place.w - 1 : b->first->place.h - 1;
  ovi_draft_port port;
  if (b->group == OVI_GROUP_E) {
    port.first = (uint16_t)OVI_PORT(edge, at, slant);
    port.second = (uint16_t)OVI_PORT(0, to, slant);
    port.first_component = (uint16_t)ovi_draft_component(b->first, edge, at);
    port.second_component = (uint16_t)ovi_draft_component(b->second, 0, to);
  } else {
    port.first = (uint16_t)OVI_PORT(at, edge, slant);
    port.second = (uint16_t)OVI_PORT(to, 0, slant);
    port.first_component = (uint16_t)ovi_draft_component(b->first, at, edge);
    port.second_component = (uint16_t)ovi_draft_component(b->second, to, 0);
  }
  return port;
}

static void choose_straight(const border *b, int32_t spacing) {
  for (int32_t at = 0; at < b->length; at++) {
    int32_t begin = at;
    while (at < b->length && first_is_open(b, at) && second_is_open(b, at)) {
      at++;
    }
    int32_t reach = at - begin - 1;
    if (reach < 0) {
      continue;
    }
    int32_t gaps = (reach + spacing - 1) / spacing;
    for (int32_t i = 0; i <= gaps; i++) {
      int32_t place = begin + (gaps != 0 ? i * reach / gaps : 0);
      ovi_draft_port port = border_port(b, place, place);
      add_port(b->first, b->group, &port);
    }
  }
}

static bool pair_is_joined(const border *b, const ovi_draft_port *port) {
  for (uint32_t i = 0; i < b->first->port_counts[b->group]; i++) {
    const ovi_draft_port *other = &b->first->ports[b->group][i];
    if (other->first_component == port->first_component &&
        other->second_component == port->second_component) {
      return true;
    }
  }
  return false;
}

static void choose_slant(const border *b, int corners, int32_t at, int32_t to) {
  if (to < 0 || to >= b->length || !first_is_open(b, at) || !second_is_open(b, to)) {
    return;
  }
  /* A detour is two straight steps over one of the two cells beside. */
  bool beside_first = first_is_open(b, to);
  bool beside_second = second_is_open(b, at);
  if (!ovi_corner_is_free(corners, beside_first, beside_second) || beside_first || beside_second) {
    return;
  }
  ovi_draft_port port = border_port(b, at, to);
  if (!pair_is_joined(b, &port)) {
    add_port(b->first, b->group, &port);
  }
}

static void choose_border(const border *b, int32_t spacing, int corners) {
  b->first->port_counts[b->group] = 0;
  if (b->second == NULL) {
    return;
  }
  choose_straight(b, spacing);
  for (int32_t at = 0; at < b->length; at++) {
    choose_slant(b, corners, at, at + 1);
    choose_slant(b, corners, at, at - 1);
  }
}

/* The one step over a corner of four regions. */
typedef struct corner {
  int group;               /* OVI_GROUP_SE or OVI_GROUP_SW */
  int32_t x, y;            /* local cell in the first region */
  int32_t other_x;         /* local cell in the second, at its top */
  const ovi_draft *second; /* over the corner */
  bool beside, below;      /* whether the cells beside the step are open */
} corner;

static void choose_corner(ovi_draft *draft, int corners, const corner *c) {
  draft->port_counts[c->group] = 0;
  if (c->second == NULL || !is_open(draft, c->x, c->y) || !is_open(c->second, c->other_x, 0) ||
      !ovi_corner_is_free(corners, c->beside, c->below) || c->beside || c->below) {
    return;
  }
  ovi_draft_port port = {(uint16_t)OVI_PORT(c->x, c->y, 0), (uint16_t)OVI_PORT(c->other_x, 0, 0),
                         (uint16_t)ovi_draft_component(draft, c->x, c->y),
                         (uint16_t)ovi_draft_component(c->second, c->other_x, 0)};
  add_port(draft, c->group, &port);
}

void ovi_draft_choose(ovi_draft *draft, const ovi_map *map,
                      const ovi_draft_neighbours *neighbours) {
  const int corners = (int)map->profiles[draft->profile].corners;
  const ovi_region *place = &draft->place;
  const ovi_draft *left = neighbours->left;
  const ovi_draft *right = neighbours->right;
  const ovi_draft *below = neighbours->below;
  border east = {draft, right, OVI_GROUP_E, place->h};
  border south = {draft, below, OVI_GROUP_S, place->w};
  choose_border(&east, map->spacing, corners);
  choose_border(&south, map->spacing, corners);
  corner south_east = {OVI_GROUP_SE, place->w - 1, place->h - 1, 0, neighbours->below_right,
                       false,        false};
  if (south_east.second != NULL) {
    south_east.beside = is_open(right, 0, place->h - 1);
    south_east.below = is_open(below, place->w - 1, 0);
  }
  choose_corner(draft, corners, &south_east);
  corner south_west = {OVI_GROUP_SW, 0, place->h - 1, 0, neighbours->below_left, false, false};
  if (south_west.second != NULL) {
    south_west.other_x = left->place.w - 1;
    south_west.beside = is_open(left, left->place.w - 1, place->h - 1);
    south_west.below = is_open(below, 0, 0);
  }
  choose_corner(draft, corners, &south_west);
}
