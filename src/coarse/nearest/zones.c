/* Searching one zone after the other, and handing costs over their borders. */
#include "coarse/nearest/zones.h"

#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/topology.h"

/* Costs in the rims of a planner, at most: 1 MB. */
#define MOST_RIM_COSTS (1u << 17)

/* Planning a path takes as long as searching so many cells zone by zone: on plain ground, on
 * other ground, and as if it took longer where a path along few waypoints is not so cheap. */
enum { PLAN_CELLS = 1024, PLAN_CELLS_UNEVEN = 4096, PLAN_CELLS_CORNERS = 32768 };

/* Searches of a zone that begin at its whole rim, before those that begin at fallen costs. */
enum { WHOLE_SEARCHES = 3 };

/* ---- Room ------------------------------------------------------------------------- */

/* Zones along one axis that cover so many regions, wherever the start is. */
static uint32_t zones_along(int32_t regions) {
  return ((uint32_t)regions + 2 * OVI_ZONE_REGIONS - 2) / OVI_ZONE_REGIONS;
}

ovi_zone_sizes ovi_zone_sizes_of(const ovi_plane *plane) {
  ovi_zone_sizes sizes = {.columns = zones_along(plane->regions_x),
                          .rows = zones_along(plane->regions_y),
                          .rim_cells = 4 * OVI_ZONE_REGIONS * (uint32_t)plane->region_cells};
  const uint32_t most = MOST_RIM_COSTS / sizes.rim_cells;
  const uint32_t side = (uint32_t)ovi_root(most);
  if (sizes.columns <= side) { /* the longer axis gets what the shorter one leaves */
    sizes.rows = sizes.rows < most / sizes.columns ? sizes.rows : most / sizes.columns;
  } else if (sizes.rows <= side) {
    sizes.columns = sizes.columns < most / sizes.rows ? sizes.columns : most / sizes.rows;
  } else {
    sizes.columns = sizes.rows = side;
  }
  OVI_ASSERT(sizes.columns * sizes.rows * sizes.rim_cells <= MOST_RIM_COSTS);
  return sizes;
}

void ovi_zone_room_reserve(ovi_zone_room *room, ovi_arena *arena, uint32_t zones, uint32_t rims,
                           uint32_t ways) {
  room->zones = ovi_arena_take(arena, zones, sizeof(ovi_zone));
  room->rims = ovi_arena_take(arena, rims, sizeof(uint64_t));
  room->fallen = ovi_arena_take(arena, (rims + 63) / 64, sizeof(uint64_t));
  room->ways = ovi_arena_take(arena, ways, sizeof(uint64_t));
  room->zone_capacity = zones;
  room->rim_capacity = rims;
}

/* ---- The land ------------------------------------------------------------------------ */

/* The first region of the zones along an axis: one of them has the start's region in its middle,
 * and they cover the plane if they can; else the start's lies in the middle of them all. */
static int32_t first_region(int32_t start, int32_t regions, int32_t zones) {
  const int32_t own = start - OVI_ZONE_REGIONS / 2;
  const int32_t before = (own + OVI_ZONE_REGIONS - 1) / OVI_ZONE_REGIONS; /* that cover region 0 */
  const int32_t behind = /* and that cover the last one */
      (regions - own + OVI_ZONE_REGIONS - 1) / OVI_ZONE_REGIONS - 1;
  int32_t left = zones / 2;
  left = left > zones - 1 - behind ? left : zones - 1 - behind;
  left = left < before ? left : before;
  return own - left * OVI_ZONE_REGIONS;
}

static int32_t zone_column(const ovi_zones *zones, uint32_t zone) {
  return (int32_t)(zone % zones->sizes.columns);
}

static int32_t zone_row(const ovi_zones *zones, uint32_t zone) {
  return (int32_t)(zone / zones->sizes.columns);
}

/* The regions of a zone, as far as the plane has them. */
static ovi_rectangle zone_box(const ovi_zones *zones, int32_t column, int32_t row) {
  const ovi_plane *plane = &zones->costs->layer->partition;
  const int32_t x = zones->land.x0 + column * OVI_ZONE_REGIONS;
  const int32_t y = zones->land.y0 + row * OVI_ZONE_REGIONS;
  return ovi_rectangle_common((ovi_rectangle){x, y, x + OVI_ZONE_REGIONS, y + OVI_ZONE_REGIONS},
                              (ovi_rectangle){0, 0, plane->regions_x, plane->regions_y});
}

ovi_rectangle ovi_zones_box(const ovi_zones *zones) {
  return zone_box(zones, zone_column(zones, zones->under_way), zone_row(zones, zones->under_way));
}

bool ovi_zones_have(const ovi_zones *zones, uint32_t region) {
  return ovi_box_has(zones->costs->layer, zones->land, region);
}

/* ---- Rims -------------------------------------------------------------------------- */

/* The costs of a zone's rim, which are set once it is met. */
static uint64_t *rim_of(const ovi_zones *zones, uint32_t zone) {
  return zones->room->rims + (uint64_t)zone * zones->sizes.rim_cells;
}

/* The place of a cell in the rim of a zone of these cells; -1: it lies further inside. */
static int32_t rim_place(ovi_rectangle cells, int32_t x, int32_t y) {
  const int32_t w = cells.x1 - cells.x0;
  return y == cells.y0       ? x - cells.x0
         : y == cells.y1 - 1 ? w + x - cells.x0
         : x == cells.x0     ? 2 * w + y - cells.y0
         : x == cells.x1 - 1 ? 2 * w + cells.y1 - cells.y0 + y - cells.y0
                             : -1;
}

/* ---- Links and entries --------------------------------------------------------------- */

static uint32_t zone_of(const ovi_zones *zones, uint32_t region) {
  const int32_t columns = zones->costs->layer->partition.regions_x;
  const int32_t column = ((int32_t)region % columns - zones->land.x0) / OVI_ZONE_REGIONS;
  const int32_t row = ((int32_t)region / columns - zones->land.y0) / OVI_ZONE_REGIONS;
  return (uint32_t)row * zones->sizes.columns + (uint32_t)column;
}

/* A way over a link: 2 numbers for each, the second one against its direction. */
static uint32_t way_of(uint32_t link, bool back) { return 2 * link + (back ? 1 : 0); }

/* Calls `take` for the ends of links in a region: the link, and whether it is its second end. */
typedef void (*link_end_fn)(const ovi_zones *zones, uint32_t link, bool is_second);

static void each_link_end(const ovi_zones *zones, ovi_rectangle box, link_end_fn take) {
  const ovi_layer *layer = zones->costs->layer;
  for (int32_t y = box.y0; y < box.y1 && layer->profile.has_links; y++) {
    for (int32_t x = box.x0; x < box.x1; x++) {
      const ovi_region region =
          ovi_region_view(layer, (uint32_t)(y * layer->partition.regions_x + x));
      for (uint32_t i = 0; i < region.ports.links_out + region.ports.links_in; i++) {
        take(zones, ovi_region_link(&region, i), i >= region.ports.links_out);
      }
    }
  }
}

static void forget_way(const ovi_zones *zones, uint32_t link, bool is_second) {
  zones->room->ways[way_of(link, !is_second)] = UINT64_MAX;
}

/* No cost of a zone's rim has fallen since it was searched. */
static void forget_fallen(const ovi_zones *zones, uint32_t zone) {
  const uint32_t first = zone * zones->sizes.rim_cells;
  for (uint32_t i = first; i < first + zones->sizes.rim_cells; i++) {
    ovi_clear_bit(zones->room->fallen, (int32_t)i);
  }
}

/* Meets a zone: nothing of it has a cost yet. */
static void meet_zone(const ovi_zones *zones, uint32_t zone) {
  if (!zones->room->zones[zone].is_met) {
    zones->room->zones[zone].is_met = true;
    memset(rim_of(zones, zone), 0xff, zones->sizes.rim_cells * sizeof(uint64_t)); /* UINT64_MAX */
    forget_fallen(zones, zone);
    each_link_end(zones, zone_box(zones, zone_column(zones, zone), zone_row(zones, zone)),
                  forget_way);
  }
}

/* Lowers a cost of a zone, which is then pending. Returns whether it fell. */
static bool lower_cost(const ovi_zones *zones, uint32_t zone, uint64_t *known, uint64_t cost) {
  ovi_zone *lowered = &zones->room->zones[zone];
  const bool falls = cost < *known;
  if (falls) {
    *known = cost;
    lowered->pending = cost < lowered->pending ? cost : lowered->pending;
    lowered->least = cost < lowered->least ? cost : lowered->least;
  }
  return falls;
}

/* Lowers the cost of a cell in the rim of a zone. */
static void lower_rim(const ovi_zones *zones, uint32_t zone, int32_t x, int32_t y, uint64_t cost) {
  const ovi_rectangle cells = ovi_box_cells(
      zones->costs->layer, zone_box(zones, zone_column(zones, zone), zone_row(zones, zone)));
  const int32_t place = rim_place(cells, x, y);
  meet_zone(zones, zone);
  if (place >= 0 && lower_cost(zones, zone, rim_of(zones, zone) + place, cost)) {
    ovi_set_bit(zones->room->fallen, (int32_t)(zone * zones->sizes.rim_cells) + place);
  }
}

/* Lowers the cost at the end of a way over a link. */
static void lower_way(const ovi_zones *zones, uint32_t region, uint32_t way, uint64_t cost) {
  if (ovi_zones_have(zones, region)) {
    meet_zone(zones, zone_of(zones, region));
    lower_cost(zones, zone_of(zones, region), zones->room->ways + way, cost);
  }
}

static void enter_zone(void *user, const ovi_entry *entry, uint64_t cost) {
  const ovi_zones *zones = user;
  const ovi_region *region = entry->region;
  const ovl_cell cell = ovi_entry_cell(entry);
  if (entry->group < OVI_GROUP_COUNT) {
    lower_rim(zones, zone_of(zones, region->id), cell.x, cell.y, cost);
  } else {
    const uint32_t links = region->ports.links_out + region->ports.links_in;
    const uint32_t place = entry->port + links - region->ports.count;
    lower_way(zones, region->id,
              way_of(ovi_region_link(region, place), place < region->ports.links_out), cost);
  }
}

void ovi_zones_enter(ovi_zones *zones, uint32_t region) {
  ovi_dijkstra_entries(zones->costs, region, enter_zone, zones);
}

/* ---- Searching ----------------------------------------------------------------------- */

void ovi_zones_begin(ovi_zones *zones, const ovi_dijkstra *costs, ovi_zone_room *room,
                     uint64_t bound) {
  const ovi_plane *plane = &costs->layer->partition;
  const ovi_zone_sizes sizes = ovi_zone_sizes_of(plane);
  const uint32_t region = ovi_region_at(costs->layer, costs->start.x, costs->start.y);
  const int32_t x =
      first_region((int32_t)region % plane->regions_x, plane->regions_x, (int32_t)sizes.columns);
  const int32_t y =
      first_region((int32_t)region / plane->regions_x, plane->regions_y, (int32_t)sizes.rows);
  OVI_ASSERT(sizes.columns * sizes.rows <= room->zone_capacity &&
             sizes.columns * sizes.rows * sizes.rim_cells <= room->rim_capacity);
  *zones = (ovi_zones){.costs = costs,
                       .room = room,
                       .sizes = sizes,
                       .land = {x, y, x + (int32_t)sizes.columns * OVI_ZONE_REGIONS,
                                y + (int32_t)sizes.rows * OVI_ZONE_REGIONS},
                       .bound = bound};
  for (uint32_t zone = 0; zone < sizes.columns * sizes.rows; zone++) {
    room->zones[zone] = (ovi_zone){.pending = UINT64_MAX, .least = UINT64_MAX};
  }
  room->zones[zone_of(zones, region)].pending = 0;
  room->zones[zone_of(zones, region)].least = 0;
}

uint64_t ovi_zones_cost_out(const ovi_zones *zones) {
  const ovi_plane *plane = &zones->costs->layer->partition;
  const ovi_rectangle all = {0, 0, plane->regions_x, plane->regions_y};
  const ovi_rectangle inside = ovi_rectangle_common(zones->land, all);
  const bool has_all =
      inside.x0 == 0 && inside.y0 == 0 && inside.x1 == all.x1 && inside.y1 == all.y1;
  return has_all ? UINT64_MAX : ovi_dijkstra_cost_out(zones->costs, inside);
}

bool ovi_zones_exceed(const ovi_layer *layer, uint64_t paths, int64_t farthest) {
  const uint64_t around = (uint64_t)((2 * farthest + 1) * (2 * farthest + 1));
  const uint64_t all = layer->graph.open_cells;
  const uint64_t cells = ovi_layer_pulls_strings(layer) ? PLAN_CELLS
                         : layer->profile.is_plain      ? PLAN_CELLS_CORNERS
                                                        : PLAN_CELLS_UNEVEN;
  return paths * cells < (around < all ? around : all);
}

/* The least that a path from a zone to a goal costs. */
static uint64_t least_left(const ovi_zones *zones, uint32_t zone) {
  const ovi_layer *layer = zones->costs->layer;
  const ovi_rectangle cells =
      ovi_box_cells(layer, zone_box(zones, zone_column(zones, zone), zone_row(zones, zone)));
  const bool is_bound = zones->targets != 0 && !layer->profile.has_links;
  uint64_t least = is_bound ? UINT64_MAX : 0;
  for (int i = 0; i < zones->targets && is_bound; i++) {
    const ovi_rectangle to = zones->toward[i];
    const uint64_t left = ovi_distance_apart(
        layer->profile.corners, ovi_range_apart(cells.x0, cells.x1, to.x0, to.x1),
        ovi_range_apart(cells.y0, cells.y1, to.y0, to.y1), layer->profile.min_weight);
    least = left < least ? left : least;
  }
  return least;
}

static bool next_pending(const ovi_zones *zones, uint32_t *next) {
  uint64_t least = zones->bound;
  for (uint32_t zone = 0; zone < ovi_zones_count(zones); zone++) {
    const uint64_t pending = zones->room->zones[zone].pending;
    const uint64_t all = pending < least ? pending + least_left(zones, zone) : pending;
    if (all < least) {
      least = all;
      *next = zone;
    }
  }
  return least < zones->bound;
}

/* The next zone whose cells' costs are not all known, though its rim's are. */
static bool next_stale(const ovi_zones *zones, uint32_t *next) {
  for (uint32_t zone = 0; zone < ovi_zones_count(zones); zone++) {
    ovi_zone *stale = &zones->room->zones[zone];
    if (stale->is_stale) {
      stale->is_stale = false;
      if (stale->least < zones->bound && stale->least + least_left(zones, zone) < zones->bound) {
        *next = zone;
        return true;
      }
    }
  }
  return false;
}

/* Seeds the search of the zone under way with a cell. */
static void seed_zone(const ovi_zones *zones, int32_t x, int32_t y, uint64_t cost) {
  ovi_local_search *local = zones->costs->local;
  if (cost < zones->bound) {
    ovi_fine_add_seed(&local->search, x - local->window.x, y - local->window.y, cost);
  }
}

static void seed_way(const ovi_zones *zones, uint32_t link, bool is_second) {
  const ovi_link ends = ovi_link_at(zones->costs->layer, link);
  const ovl_cell cell = is_second ? ends.second : ends.first;
  seed_zone(zones, cell.x, cell.y, zones->room->ways[way_of(link, !is_second)]);
}

/* Opens the window of the zone under way and seeds its search: with its rim and the start, or with
 * the cells of the rim whose costs fell; and with the links that lead into it. */
static void open_zone(ovi_zones *zones) {
  const ovi_dijkstra *costs = zones->costs;
  ovi_local_search *local = costs->local;
  const ovi_rectangle box = ovi_zones_box(zones);
  const ovi_rectangle cells = ovi_box_cells(costs->layer, box);
  meet_zone(zones, zones->under_way);
  const uint64_t *rim = rim_of(zones, zones->under_way);
  const int32_t first = (int32_t)(zones->under_way * zones->sizes.rim_cells);
  ovi_cells_paste(
      &local->window, costs->layer,
      ovi_rectangle_common(ovi_rectangle_grow(ovi_box_cells(costs->layer, box), 1),
                           ovi_box_cells(costs->layer, ovi_box_widen(costs->layer, box))));
  ovi_fine_begin_seeds(&local->search, &local->window);
  local->search.progress.limit = zones->bound;
  local->windows++;
  for (int32_t y = cells.y0; y < cells.y1; y++) {
    const bool is_edge = y == cells.y0 || y == cells.y1 - 1;
    const int32_t step = is_edge || cells.x1 - cells.x0 == 1 ? 1 : cells.x1 - cells.x0 - 1;
    for (int32_t x = cells.x0; x < cells.x1; x += step) {
      const int32_t place = rim_place(cells, x, y);
      if (!zones->is_partial || ovi_get_bit(zones->room->fallen, first + place)) {
        seed_zone(zones, x, y, rim[place]);
      }
    }
  }
  if (!zones->is_partial && ovi_rectangle_has(cells, costs->start.x, costs->start.y)) {
    seed_zone(zones, costs->start.x, costs->start.y, 0);
  }
  each_link_end(zones, box, seed_way);
}

/* Lowers the cost at the other end of a link to that by way of the link. */
static void take_link_end(const ovi_zones *zones, uint32_t link, bool is_second) {
  const ovi_layer *layer = zones->costs->layer;
  const ovi_link ends = ovi_link_at(layer, link);
  const uint64_t cost = ovi_dijkstra_cell_cost(zones->costs, is_second ? ends.second : ends.first);
  const uint64_t over = ovi_link_cost(layer, link, is_second);
  if (cost < zones->bound && over < OVI_COSTS_END && cost + over < zones->bound) {
    lower_way(zones, ovi_link_region(layer, link, !is_second), way_of(link, is_second),
              cost + over);
  }
}

/* Stores the costs of the zone's rim, and lowers those of the rims beside it and at the ends of
 * links. */
static void close_zone(ovi_zones *zones) {
  const ovi_local_search *local = zones->costs->local;
  const ovi_window *window = &local->window;
  const ovi_rectangle cells = ovi_box_cells(zones->costs->layer, ovi_zones_box(zones));
  const int32_t column = zone_column(zones, zones->under_way);
  const int32_t row = zone_row(zones, zones->under_way);
  const int32_t columns = (int32_t)zones->sizes.columns;
  const int32_t rows = (int32_t)zones->sizes.rows;
  for (int32_t y = window->y; y < window->y + window->h; y++) {
    const bool is_edge = y <= cells.y0 || y >= cells.y1 - 1;
    for (int32_t x = window->x; x < window->x + window->w; x++) {
      if (!is_edge && x > cells.x0 && x < cells.x1 - 1) {
        x = cells.x1 - 1; /* over the cells inside */
      }
      const uint64_t cost = ovi_dijkstra_cell_cost(zones->costs, (ovl_cell){x, y, 0});
      const int32_t to_x = column + (x >= cells.x1) - (x < cells.x0);
      const int32_t to_y = row + (y >= cells.y1) - (y < cells.y0);
      if (cost < zones->bound && to_x >= 0 && to_x < columns && to_y >= 0 && to_y < rows) {
        lower_rim(zones, (uint32_t)(to_y * columns + to_x), x, y, cost);
      }
    }
  }
  ovi_zone *zone = &zones->room->zones[zones->under_way];
  zone->pending = UINT64_MAX; /* the search knows its own rim */
  zone->is_stale = zones->is_partial;
  zone->searches++;
  forget_fallen(zones, zones->under_way);
  each_link_end(zones, ovi_zones_box(zones), take_link_end);
}

/* Chooses the zone to search, and where from: where costs fell, if it was often searched already.
 */
static bool choose_zone(ovi_zones *zones) {
  const bool is_pending = next_pending(zones, &zones->under_way);
  const ovi_zone *zone = &zones->room->zones[zones->under_way];
  zones->is_partial = is_pending && zone->searches >= WHOLE_SEARCHES;
  return is_pending || next_stale(zones, &zones->under_way);
}

ovi_status ovi_zones_search(ovi_zones *zones) {
  ovi_local_search *local = zones->costs->local;
  do {
    if (!ovi_local_search_is_paused(local)) {
      if (!choose_zone(zones)) {
        return OVI_NONE;
      }
      open_zone(zones);
    }
    if (ovi_fine_resume(&local->search) == OVI_PAUSED) {
      return OVI_PAUSED;
    }
    close_zone(zones);
  } while (zones->is_partial);
  return OVI_DONE;
}
