/* Writes profiles, floors, links and places as they were given, computes the fingerprint of a map,
 * and sums up regions. */
#include "coarse/blocks/map_sections.h"
#include "coarse/format/limits.h"
#include "coarse/format/utf8.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

void ovi_put_totals(uint8_t *entry, const ovi_profile_totals *totals) {
  const uint32_t rule =
      entry[OVI_PROFILE_FLAGS] & ((uint32_t)OVI_PROFILE_RULE | (uint32_t)OVI_PROFILE_MUTUAL);
  entry[OVI_PROFILE_MIN_WEIGHT] = (uint8_t)totals->min_weight;
  entry[OVI_PROFILE_FLAGS] =
      (uint8_t)(rule | (totals->directed ? (uint32_t)OVI_PROFILE_DIRECTED : 0) |
                (totals->links != 0 ? (uint32_t)OVI_PROFILE_LINKS : 0) |
                (totals->plain ? (uint32_t)OVI_PROFILE_PLAIN : 0));
  ovi_put_u32(entry + OVI_PROFILE_SLOTS, totals->slots);
  ovi_put_u16(entry + OVI_PROFILE_MAX_PORTS, totals->max_ports);
  ovi_put_u64(entry + OVI_PROFILE_WAYPOINTS, totals->waypoints);
  ovi_put_u64(entry + OVI_PROFILE_OPEN_CELLS, totals->open_cells);
  ovi_put_u32(entry + OVI_PROFILE_EXCEPTIONS, totals->exceptions);
}

void ovi_put_profile(uint8_t *entry, const ovi_map *map, int32_t profile) {
  const ovl_profile_def *def = &map->profiles[profile];
  memcpy(entry + OVI_PROFILE_NAME, def->name, ovi_name_letters(def->name));
  memcpy(entry + OVI_PROFILE_WEIGHTS, def->weights, 256);
  entry[OVI_PROFILE_CORNERS] = (uint8_t)def->corners;
  memcpy(entry + OVI_PROFILE_WALLS, def->wall_cost, OVL_WALL_CELLS);
  entry[OVI_PROFILE_BODY] = (uint8_t)def->body_cells;
  entry[OVI_PROFILE_FLAGS] = (uint8_t)((ovi_map_has_rule(map, profile) ? OVI_PROFILE_RULE : 0) |
                                       (ovi_map_is_mutual(map, profile) ? OVI_PROFILE_MUTUAL : 0));
  ovi_put_u32(entry + OVI_PROFILE_CLIMB, ovi_climb_limit(def->max_climb));
  ovi_put_u32(entry + OVI_PROFILE_DROP, ovi_climb_limit(def->max_drop));
  ovi_put_u32(entry + OVI_PROFILE_CLIMB_COST, def->climb_cost);
  ovi_put_u32(entry + OVI_PROFILE_DROP_COST, def->drop_cost);
}

void ovi_put_floors(uint8_t *out, const ovi_map *map) {
  for (int32_t i = 0; i < map->floor_count; i++, out += OVI_FLOOR_BYTES) {
    const ovi_map_floor *floor = &map->floors[i];
    ovi_put_u32(out, (uint32_t)floor->def.width);
    ovi_put_u32(out + 4, (uint32_t)floor->def.height);
    ovi_put_u32(out + 8, (uint32_t)floor->y);
    ovi_put_u32(out + 12, floor->def.graph);
  }
}

/* Writes a link, with its ends as cells of the plane. */
static void put_link(uint8_t *out, const ovi_map *map, const ovl_link_def *link) {
  const ovl_cell from = ovi_map_to_plane(map, link->from);
  const ovl_cell to = ovi_map_to_plane(map, link->to);
  ovi_put_u32(out, (uint32_t)from.x);
  ovi_put_u32(out + 4, (uint32_t)from.y);
  ovi_put_u32(out + 8, (uint32_t)to.x);
  ovi_put_u32(out + 12, (uint32_t)to.y);
  ovi_put_u32(out + 16, link->cost);
  ovi_put_u32(out + 20, link->cost_back);
  ovi_put_u32(out + 24, link->profiles);
  ovi_put_u32(out + OVI_LINK_FLAGS, link->closed ? OVI_LINK_CLOSED : 0);
}

void ovi_put_links(uint8_t *out, const ovi_map *map) {
  for (int32_t i = 0; i < map->link_count; i++) {
    put_link(out + (uint64_t)i * OVI_LINK_BYTES, map, &map->links[i]);
  }
}

void ovi_put_places(uint8_t *out, const ovi_map *map) {
  for (int32_t i = 0; i < map->place_count; i++, out += OVI_PLACE_BYTES) {
    const ovl_place *place = &map->places[i];
    const ovi_map_floor *floor = &map->floors[place->cell.floor];
    const ovl_cell on_plane = ovi_map_to_plane(map, place->cell);
    const ovl_cell corner = floor->def.graph
                                ? place->cell
                                : (ovl_cell){on_plane.x, on_plane.y - floor->y, place->cell.floor};
    memcpy(out + OVI_PLACE_NAME, place->name,
           ovi_text_bytes((const uint8_t *)place->name, OVI_PLACE_NAME_BYTES));
    ovi_put_u32(out + OVI_PLACE_FLOOR, (uint32_t)corner.floor);
    ovi_put_u32(out + OVI_PLACE_X, (uint32_t)corner.x);
    ovi_put_u32(out + OVI_PLACE_Y, (uint32_t)corner.y);
    ovi_put_u32(out + OVI_PLACE_WIDTH, (uint32_t)(place->width != 0 ? place->width : 1));
    ovi_put_u32(out + OVI_PLACE_HEIGHT, (uint32_t)(place->height != 0 ? place->height : 1));
  }
}

/* ---- The fingerprint of a map --------------------------------------------- */

uint64_t ovi_rows_fingerprint(const ovi_map *map, int32_t first, int32_t h) {
  uint64_t sum = 0;
  uint8_t terrain[OVL_MAX_REGION_CELLS];
  uint16_t heights[OVL_MAX_REGION_CELLS];
  for (int32_t y = first; y < first + h; y++) {
    for (int32_t x = 0; x < map->plane.width; x += OVL_MAX_REGION_CELLS) {
      int32_t left = map->plane.width - x;
      int32_t w = left < OVL_MAX_REGION_CELLS ? left : OVL_MAX_REGION_CELLS;
      ovi_map_terrain_row(map, x, y, w, terrain);
      ovi_map_height_row(map, x, y, w, heights);
      for (int32_t i = 0; i < w; i++) {
        uint64_t cell = (uint64_t)y * (uint64_t)map->plane.width + (uint64_t)(x + i);
        sum += ovi_mix64(cell << 24 | (uint64_t)heights[i] << 8 | terrain[i]);
      }
    }
  }
  return sum;
}

uint64_t ovi_frame_fingerprint(const ovi_map *map) {
  uint64_t sum = ovi_mix64((uint64_t)map->plane.width << 32 | (uint64_t)map->plane.height);
  for (int32_t i = 0; i < map->floor_count; i++) {
    uint8_t bytes[OVI_FLOOR_BYTES];
    const ovi_map_floor *floor = &map->floors[i];
    ovi_put_u32(bytes, (uint32_t)floor->def.width);
    ovi_put_u32(bytes + 4, (uint32_t)floor->def.height);
    ovi_put_u32(bytes + 8, (uint32_t)i);
    ovi_put_u32(bytes + 12, floor->def.graph);
    sum += ovi_hash64(1, bytes, sizeof(bytes));
  }
  for (int32_t i = 0; i < map->link_count; i++) {
    uint8_t bytes[OVI_LINK_BYTES] = {0};
    put_link(bytes, map, &map->links[i]);
    sum += ovi_hash64((uint64_t)i + 2, bytes, sizeof(bytes));
  }
  return sum;
}

/* ---- Totals --------------------------------------------------------------- */

void ovi_totals_add(ovi_profile_totals *totals, const ovi_region *region) {
  const uint32_t weight = region->layer_block[OVI_LAYER_MIN_WEIGHT]; /* 0: no position is open */
  totals->slots += region->components.count;
  totals->max_ports =
      region->ports.count > totals->max_ports ? region->ports.count : totals->max_ports;
  totals->exceptions =
      region->costs.exceptions > totals->exceptions ? region->costs.exceptions : totals->exceptions;
  totals->waypoints += ovi_region_waypoints(region);
  totals->links += region->ports.links_out;
  totals->open_cells += ovi_get_u16(region->layer_block + OVI_LAYER_OPEN_CELLS);
  if (weight != 0) {
    totals->min_weight =
        totals->min_weight == 0 || weight < totals->min_weight ? weight : totals->min_weight;
    totals->max_of_min_weights =
        weight > totals->max_of_min_weights ? weight : totals->max_of_min_weights;
  }
  totals->uneven = totals->uneven || !ovi_layer_block_is_even(region->layer_block);
  totals->directed = totals->directed || (region->flags & OVI_FLAG_DIRECTED) != 0;
}

void ovi_totals_end(ovi_profile_totals *totals) {
  OVI_ASSERT(totals->min_weight <= totals->max_of_min_weights);
  totals->plain = !totals->uneven && totals->min_weight == totals->max_of_min_weights;
  totals->min_weight = totals->min_weight != 0 ? totals->min_weight : 1;
}
