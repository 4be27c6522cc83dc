/* Reads ways from the section of labels, and lists those of a layer's links for it. */
#include "coarse/view/ways.h"

#include "common/compiler.h"

ovi_link_way ovi_way_at(const ovi_layer *layer, uint32_t way) {
  OVI_ASSERT(way < layer->labels.ways.count);
  const uint8_t *at = layer->labels.ways.ways + (uint64_t)OVI_WAY_BYTES * way;
  return (ovi_link_way){ovi_get_u32(at + OVI_WAY_ENTRY),
                        ovi_get_u32(at + OVI_WAY_EXIT),
                        ovi_get_u32(at + OVI_WAY_COST),
                        {0, ovi_get_u32(at + OVI_WAY_REGION),
                         (uint16_t)ovi_get_u16(at + OVI_WAY_NUMBER),
                         (uint16_t)ovi_get_u16(at + OVI_WAY_SIDE)},
                        ovi_way_end(layer, way, false),
                        ovi_way_end(layer, way, true)};
}

void ovi_way_write(const ovi_link_way *way, uint8_t *bytes) {
  ovi_put_u32(bytes + OVI_WAY_ENTRY, way->entry);
  ovi_put_u32(bytes + OVI_WAY_EXIT, way->exit);
  ovi_put_u32(bytes + OVI_WAY_COST, way->cost);
  ovi_put_u32(bytes + OVI_WAY_REGION, way->stop.region);
  ovi_put_u16(bytes + OVI_WAY_NUMBER, way->stop.number);
  ovi_put_u16(bytes + OVI_WAY_SIDE, way->stop.side);
  ovi_put_u16(bytes + OVI_WAY_FROM, (uint32_t)way->from.x);
  ovi_put_u16(bytes + OVI_WAY_FROM + 2, (uint32_t)way->from.y);
  ovi_put_u16(bytes + OVI_WAY_TO, (uint32_t)way->to.x);
  ovi_put_u16(bytes + OVI_WAY_TO + 2, (uint32_t)way->to.y);
}

uint32_t ovi_node_of_end(const ovi_layer *layer, const ovi_region *region,
                         const ovi_port_groups *groups, uint32_t port) {
  const ovi_stop stop = ovi_waypoint_of_port(layer, region, groups, port);
  const uint32_t waypoint = ovi_first_waypoint(layer, stop.region) + stop.number;
  if (ovi_port_is_own(region, groups, port)) {
    return waypoint;
  }
  const ovi_layer_ways *ways = &layer->labels.ways;
  const uint32_t ordinal = ovi_find_u32(ways->links, 4, 0, ways->link_count, waypoint);
  return layer->labels.count - ways->link_count + (ordinal != OVI_NO_LINK ? ordinal : 0);
}

bool ovi_stop_takes(const ovi_layer *layer, const ovi_stop *stop, uint32_t way) {
  const ovi_stop own = ovi_way_at(layer, way).stop;
  return own.region == stop->region && own.number == stop->number && own.side == stop->side;
}

/* ---- Making them ----------------------------------------------------------------- */

bool ovi_link_next(ovi_link_cursor *cursor) {
  const uint32_t regions = ovi_region_count(cursor->layer);
  for (; cursor->region < regions; cursor->region++, cursor->place = 0) {
    const ovi_region region = ovi_region_view(cursor->layer, cursor->region);
    if (cursor->place < region.ports.links_out) {
      cursor->owner = region.id;
      cursor->number = ovi_layer_group_begin(region.layer_block, OVI_OWN_GROUPS) + cursor->place;
      cursor->waypoint = cursor->next_first + cursor->number;
      cursor->link = ovi_link_at(cursor->layer, ovi_region_link(&region, cursor->place));
      cursor->place++;
      cursor->ordinal++;
      return true;
    }
    cursor->next_first += ovi_region_waypoints(&region);
  }
  return false;
}

bool ovi_way_of_link(const ovi_link_cursor *cursor, uint32_t waypoints, bool back,
                     ovi_link_way *way) {
  const ovi_link *link = &cursor->link;
  const uint32_t second = waypoints + cursor->ordinal;
  *way = (ovi_link_way){back ? second : cursor->waypoint,
                        back ? cursor->waypoint : second,
                        back ? link->cost_back : link->cost,
                        {0, cursor->owner, (uint16_t)cursor->number, back ? 0 : 1},
                        back ? link->second : link->first,
                        back ? link->first : link->second};
  return way->cost != 0;
}

bool ovi_ways_serve(const ovi_layer *layer, uint32_t *links, uint32_t *ways) {
  ovi_link_cursor cursor = ovi_links_of(layer);
  *links = 0;
  *ways = 0;
  if (!ovi_layer_walks_evenly(layer)) {
    return false;
  }
  while (ovi_link_next(&cursor)) {
    const bool is_cheap =
        cursor.link.cost < OVI_WAY_COSTS_END && cursor.link.cost_back < OVI_WAY_COSTS_END;
    *links += 1;
    *ways += cursor.link.cost_back != 0 ? 2 : 1;
    if (!is_cheap || *ways > OVI_MOST_WAYS) {
      return false;
    }
  }
  return true;
}
