/* The bits of each kind of route. */
#include "coarse/refine/route_code.h"

#include "coarse/view/labels.h"
#include "coarse/view/region_cells.h"
#include "coarse/view/ways.h"
#include "common/compiler.h"

bool ovi_route_code_is_valid(const ovl_route *route) {
  const ovi_route_words words = ovi_route_words_of(route);
  switch (route->kind) {
  case OVL_ROUTE_DIRECT:
    return true;
  case OVL_ROUTE_LABELS:
  case OVL_ROUTE_OVERLAYS:
    return route->done || words.cost <= route->cost_to_go;
  default:
    return false;
  }
}

/* ---- Regions near the position ----------------------------------------------------- */

enum { EXTRA_REACH = 2, NEXT_REACH = 3 }; /* regions */
enum { EXTRA_BITS = 5, SIDE_BITS = 1 };   /* of their bytes; the other bits are those of a way */

static uint32_t region_of_position(const ovi_layer *layer, const ovl_route *route) {
  return ovi_region_at(layer, route->position.x, route->position.y);
}

/* The offset of a region from another, at most so many away on either axis: a number below the
 * square of 2 * reach + 1; UINT32_MAX if it is farther away. */
static uint32_t nearby_code(const ovi_layer *layer, uint32_t from, uint32_t region, int32_t reach) {
  const int32_t columns = layer->partition.regions_x;
  const int32_t row = 2 * reach + 1;
  const int32_t dx = (int32_t)region % columns - (int32_t)from % columns + reach;
  const int32_t dy = (int32_t)region / columns - (int32_t)from / columns + reach;
  const bool fits = dx >= 0 && dy >= 0 && dx < row && dy < row;
  return fits ? (uint32_t)(dy * row + dx) : UINT32_MAX;
}

/* The region of such a number; UINT32_MAX if there is none. */
static uint32_t nearby_region(const ovi_layer *layer, uint32_t from, int32_t code, int32_t reach) {
  const int32_t row = 2 * reach + 1;
  const int32_t rx = (int32_t)from % layer->partition.regions_x + code % row - reach;
  const int32_t ry = (int32_t)from / layer->partition.regions_x + code / row - reach;
  return code < row * row ? ovi_plane_region(&layer->partition, rx, ry) : UINT32_MAX;
}

uint32_t ovi_extra_region_unpack(const ovi_layer *layer, const ovl_route *route) {
  const uint32_t here = region_of_position(layer, route);
  const int32_t extra = ovi_route_words_of(route).extra % (1 << EXTRA_BITS);
  return extra != 0 ? nearby_region(layer, here, extra - 1, EXTRA_REACH) : here;
}

void ovi_extra_region_pack(const ovi_layer *layer, ovl_route *route, uint32_t region) {
  ovi_route_words words = ovi_route_words_of(route);
  words.extra = (uint8_t)(words.extra >> EXTRA_BITS << EXTRA_BITS);
  if (region != UINT32_MAX) {
    words.extra |=
        (uint8_t)(1 + nearby_code(layer, region_of_position(layer, route), region, EXTRA_REACH));
  }
  ovi_route_set_words(route, words);
}

/* ---- Routes by labels -------------------------------------------------------------- */

/* Stores all of a stop but its region. */
static void set_stop(const ovl_route *route, ovi_route_words *words, const ovi_stop *stop) {
  words->cost = (uint32_t)(route->cost_to_go - stop->cost_to_go);
  words->number = stop->number;
  words->side = (uint8_t)stop->side;
}

ovi_labels_code ovi_labels_unpack(const ovl_route *route) {
  const ovi_route_words words = ovi_route_words_of(route);
  const uint32_t way = (uint32_t)words.side >> SIDE_BITS | (uint32_t)words.extra >> EXTRA_BITS << 7;
  return (ovi_labels_code){
      {route->cost_to_go - words.cost, words.region, words.number, words.side % (1 << SIDE_BITS)},
      words.place % OVI_LABEL_PORTS,
      words.place / OVI_LABEL_PORTS,
      way - 1};
}

void ovi_labels_pack(ovl_route *route, const ovi_labels_code *code) {
  ovi_route_words words = ovi_route_words_of(route);
  set_stop(route, &words, &code->next_stop);
  words.region = code->next_stop.region;
  words.place = code->last_port | code->hub_rank * OVI_LABEL_PORTS;
  const uint32_t way = code->way + 1;
  words.side = (uint8_t)(words.side | way << SIDE_BITS);
  words.extra = (uint8_t)(words.extra % (1 << EXTRA_BITS) | way >> 7 << EXTRA_BITS);
  ovi_route_set_words(route, words);
  OVI_ASSERT(words.place % OVI_LABEL_PORTS == code->last_port);
  OVI_ASSERT(words.place / OVI_LABEL_PORTS == code->hub_rank);
}

/* ---- Routes over overlays ---------------------------------------------------------- */

enum { NEXT_SHIFT = 16, UNPACKED_SHIFT = 22 }; /* of words.place */
enum { LINK_SIDE = 2 }; /* of words.side: the number is that of a link among those of the region */
enum { NUMBER_MASK = (1 << 14) - 1, SIDE_BIT = 1 << 14, WAYPOINT_BIT = 1 << 15 }; /* of an origin */

ovi_overlays_code ovi_overlays_unpack(const ovi_layer *layer, const ovl_route *route) {
  const ovi_route_words words = ovi_route_words_of(route);
  const int32_t code = (int32_t)(words.place >> NEXT_SHIFT & 63u);
  const uint32_t region = nearby_region(layer, region_of_position(layer, route), code, NEXT_REACH);
  ovi_stop stop = {0, region, words.number, words.side};
  if (region != UINT32_MAX && (words.side & LINK_SIDE) != 0) {
    const ovi_region view = ovi_region_view(layer, region);
    const ovi_port_groups groups = ovi_port_groups_of(&view);
    const uint32_t port = groups.begins[OVI_GROUP_COUNT] + words.number;
    stop = layer->profile.is_directed && port < view.ports.count
               ? ovi_waypoint_of_port(layer, &view, &groups, port)
               : (ovi_stop){0, UINT32_MAX, 0, 0}; /* the words name none */
    stop.side = words.side & 1u;
  }
  stop.cost_to_go = route->cost_to_go - words.cost;
  return (ovi_overlays_code){stop,
                             {words.region, words.place & 0xffffu, words.place >> UNPACKED_SHIFT}};
}

bool ovi_overlays_pack(const ovi_layer *layer, ovl_route *route, const ovi_overlays_code *code) {
  const uint32_t from = region_of_position(layer, route);
  const ovi_stop *stop = &code->next_stop;
  const uint32_t link =
      layer->profile.has_links ? ovi_waypoint_link(layer, stop->region, stop->number) : OVI_NO_LINK;
  ovi_route_words words = ovi_route_words_of(route);
  set_stop(route, &words, stop);
  uint32_t next = UINT32_MAX;
  if (link == OVI_NO_LINK) {
    next = nearby_code(layer, from, stop->region, NEXT_REACH);
  } else { /* is named by one of its regions that is near, not by the one that owns its waypoint */
    for (int end = 0; end < 2 && next == UINT32_MAX; end++) {
      const ovi_region region = ovi_region_view(layer, ovi_link_region(layer, link, end == 1));
      next = nearby_code(layer, from, region.id, NEXT_REACH);
      words.number = (uint16_t)ovi_region_link_place(&region, link, end == 1);
    }
    words.side |= LINK_SIDE;
  }
  if (next == UINT32_MAX) {
    return false;
  }
  words.region = code->origin.region;
  const uint32_t unpacked = code->origin.unpacked < OVI_ROUTE_MOST_UNPACKED
                                ? code->origin.unpacked
                                : OVI_ROUTE_MOST_UNPACKED;
  words.place = code->origin.place | next << NEXT_SHIFT | unpacked << UNPACKED_SHIFT;
  ovi_route_set_words(route, words);
  return true;
}

ovi_route_origin ovi_origin_at_cell(const ovi_layer *layer, ovl_cell cell) {
  const uint32_t x = (uint32_t)(cell.x % layer->partition.region_cells);
  const uint32_t y = (uint32_t)(cell.y % layer->partition.region_cells);
  return (ovi_route_origin){ovi_region_at(layer, cell.x, cell.y), x | y << 7, 0};
}

ovi_route_origin ovi_origin_at_stop(const ovi_stop *stop) {
  const uint32_t side = stop->side != 0 ? SIDE_BIT : 0;
  return (ovi_route_origin){stop->region, stop->number | side | WAYPOINT_BIT, 0};
}

bool ovi_origin_is_stop(ovi_route_origin origin) { return (origin.place & WAYPOINT_BIT) != 0; }

ovl_cell ovi_origin_cell(const ovi_layer *layer, ovi_route_origin origin) {
  const int32_t side = layer->partition.region_cells;
  const int32_t columns = layer->partition.regions_x;
  return (ovl_cell){(int32_t)origin.region % columns * side + (int32_t)(origin.place & 127u),
                    (int32_t)origin.region / columns * side + (int32_t)(origin.place >> 7 & 127u),
                    0};
}

ovi_stop ovi_origin_stop(ovi_route_origin origin, uint64_t cost_to_go) {
  return (ovi_stop){cost_to_go, origin.region, (uint16_t)(origin.place & NUMBER_MASK),
                    (origin.place & SIDE_BIT) != 0 ? 1 : 0};
}

bool ovi_origin_is_valid(const ovi_layer *layer, ovi_route_origin origin) {
  if (origin.region >= ovi_region_count(layer)) {
    return false;
  }
  if (ovi_origin_is_stop(origin)) {
    const ovi_stop stop = ovi_origin_stop(origin, 0);
    return ovi_stop_is_valid(layer, &stop);
  }
  const ovl_cell cell = ovi_origin_cell(layer, origin);
  return (int32_t)(origin.place & 127u) < layer->partition.region_cells &&
         (int32_t)(origin.place >> 7 & 127u) < layer->partition.region_cells &&
         ovi_plane_has(layer, cell.x, cell.y) && ovi_layer_island(layer, cell.x, cell.y) != 0;
}
