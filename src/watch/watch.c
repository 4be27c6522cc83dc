/* Watched routes: made, and asked what became of them. */
#include "watch/watch.h"

#include "coarse/edit/cheaper.h"
#include "coarse/view/ports.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/step_cost.h"
#include "overland_watch.h"
#include "version/version.h"

/* ---- Making ------------------------------------------------------------------- */

ovl_watch_def ovl_watch_def_default(const ovl_world *world) {
  return (ovl_watch_def){
      .world = world, .routes = 1024, .regions = 1024 * 64, .allocator = *ovl_default_allocator()};
}

static uint32_t words_of(uint32_t routes) { return (routes + 63) / 64; }

static void watch_reserve(ovl_watch *watch, ovi_arena *arena, const ovl_watch_def *def) {
  const ovi_layer *layer = &def->world->layers[0];
  watch->routes = ovi_arena_take(arena, def->routes, sizeof(ovi_watched));
  watch->entries = ovi_arena_take(arena, def->regions, sizeof(ovi_watch_entry));
  watch->heads = ovi_arena_take(arena, ovi_region_count(layer), sizeof(uint32_t));
  watch->broken = ovi_arena_take(arena, words_of(def->routes), sizeof(uint64_t));
  watch->improvable = ovi_arena_take(arena, words_of(def->routes), sizeof(uint64_t));
  ovi_watch_places_reserve(&watch->places, arena, layer->regions_x, layer->regions_y, def->routes);
}

static void watch_clear(ovl_watch *watch, const ovl_watch_def *def) {
  const uint32_t regions = ovi_region_count(&def->world->layers[0]);
  memset(watch->routes, 0, def->routes * sizeof(ovi_watched));
  memset(watch->heads, 0xff, regions * sizeof(uint32_t));
  memset(watch->broken, 0, words_of(def->routes) * sizeof(uint64_t));
  memset(watch->improvable, 0, words_of(def->routes) * sizeof(uint64_t));
  for (uint32_t i = 0; i < def->regions; i++) {
    watch->entries[i].next_of_route = i + 1 < def->regions ? i + 1 : OVI_NO_ENTRY;
  }
  watch->free = def->regions != 0 ? 0 : OVI_NO_ENTRY;
  ovi_watch_places_clear(&watch->places);
}

ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch) {
  ovl_watch counted;
  ovi_arena arena = {NULL, 0};
  *watch = NULL;
  if (def->world == NULL || def->routes == 0 || def->routes > OVI_NO_ENTRY - 64 ||
      def->regions == OVI_NO_ENTRY || def->allocator.allocate == NULL ||
      def->allocator.release == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_arena_take(&arena, 1, sizeof(ovl_watch));
  watch_reserve(&counted, &arena, def);
  uint8_t *block = ovi_allocate(&def->allocator, arena.used);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  const uint64_t bytes = arena.used;
  const ovi_layer *layer = &def->world->layers[0];
  arena = (ovi_arena){block, 0};
  ovl_watch *made = ovi_arena_take(&arena, 1, sizeof(ovl_watch));
  *made = (ovl_watch){.allocator = def->allocator,
                      .bytes = bytes,
                      .region_cells = layer->region_cells,
                      .regions_x = layer->regions_x,
                      .regions_y = layer->regions_y,
                      .width = layer->width,
                      .height = layer->height,
                      .profiles = def->world->shared.profile_count,
                      .capacity = def->routes};
  watch_reserve(made, &arena, def);
  watch_clear(made, def);
  *watch = made;
  return OVL_OK;
}

void ovl_watch_destroy(ovl_watch *watch) {
  if (watch != NULL) {
    const ovl_allocator allocator = watch->allocator;
    ovi_release(&allocator, watch, watch->bytes);
  }
}

bool ovi_watch_serves(const ovl_watch *watch, const ovl_world *world) {
  const ovi_layer *layer = &world->layers[0];
  return layer->width == watch->width && layer->height == watch->height &&
         layer->region_cells == watch->region_cells &&
         world->shared.profile_count == watch->profiles;
}

void ovi_watch_unfile(ovl_watch *watch, uint32_t number) {
  ovi_watched *route = &watch->routes[number];
  ovi_watch_places_take(&watch->places, number);
  while (route->is_watched && route->entries != OVI_NO_ENTRY) {
    const uint32_t at = route->entries;
    ovi_watch_entry *entry = &watch->entries[at];
    *(entry->previous != OVI_NO_ENTRY ? &watch->entries[entry->previous].next
                                      : &watch->heads[entry->region]) = entry->next;
    if (entry->next != OVI_NO_ENTRY) {
      watch->entries[entry->next].previous = entry->previous;
    }
    route->entries = entry->next_of_route;
    entry->next_of_route = watch->free;
    watch->free = at;
  }
  route->is_watched = false;
}

void ovl_watch_drop(ovl_watch *watch, uint32_t number) {
  if (number < watch->capacity) {
    ovi_watch_unfile(watch, number);
  }
}

/* ---- News ----------------------------------------------------------------------- */

/* What became cheaper in a region, for each profile; looked up when a route asks. */
typedef struct cheaper_land {
  const ovl_world *before, *after;
  uint32_t region;
  uint32_t known, some; /* a bit for each profile */
  ovi_rectangle boxes[OVL_MAX_PROFILES];
} cheaper_land;

static bool has_cheaper(cheaper_land *land, uint32_t profile) {
  const uint32_t bit = (uint32_t)1 << profile;
  if ((land->known & bit) == 0) {
    const bool some =
        ovi_find_cheaper(&land->before->layers[profile], &land->after->layers[profile],
                         land->region, &land->boxes[profile]);
    land->known |= bit;
    land->some |= some ? bit : 0;
  }
  return (land->some & bit) != 0;
}

static int32_t beyond(int32_t at, int32_t low, int32_t high) {
  return at < low ? low - at : at > high ? at - high : 0;
}

/* The least that a way between a cell and one of a box or next to it can cost. */
static uint64_t least_to_box(ovl_cell cell, const ovi_rectangle *box, uint32_t weight,
                             uint64_t by_link) {
  const uint64_t land = ovi_octile(beyond(cell.x, box->x0 - 1, box->x1),
                                   beyond(cell.y, box->y0 - 1, box->y1), weight);
  return by_link < land ? by_link : land;
}

static bool could_improve(cheaper_land *land, const ovi_watched *route) {
  if (!has_cheaper(land, route->profile)) {
    return false;
  }
  const ovi_rectangle *box = &land->boxes[route->profile];
  const uint32_t weight = land->after->layers[route->profile].profile.min_weight;
  const uint64_t to = least_to_box(route->position, box, weight, route->start_to_link);
  const uint64_t from = least_to_box(route->goal, box, weight, route->link_to_goal);
  return to < route->cost_to_go && from < route->cost_to_go - to;
}

static void set_bit(uint64_t *bits, uint32_t number) {
  bits[number >> 6] |= (uint64_t)1 << (number & 63);
}

/* Routes that go by a region that was rebuilt. */
static void break_routes(ovl_watch *watch, uint32_t region, uint64_t born) {
  for (uint32_t at = watch->heads[region]; at != OVI_NO_ENTRY; at = watch->entries[at].next) {
    const uint32_t number = watch->entries[at].number;
    if (watch->routes[number].since < born) {
      set_bit(watch->broken, number);
    }
  }
}

/* First number of a group of a region's own waypoints. */
static uint32_t first_number(const ovi_layer *layer, uint32_t region, int group) {
  const uint8_t *layer_block = ovi_region_layer_block(layer, region);
  return ovi_layer_group_begin(layer_block, group);
}

/* A region numbers the waypoints that it shares with those below it: where they get other numbers,
 * routes by labels can't go on there. */
static void break_numbers(ovl_watch *watch, const cheaper_land *land, uint64_t born) {
  const ovi_region view = ovi_region_view(&land->after->layers[0], land->region);
  for (int group = 1; group < OVI_OWN_GROUPS; group++) {
    if (!ovi_region_has_neighbour(&land->after->layers[0], &view, group)) {
      continue;
    }
    const uint32_t below = ovi_neighbour_id(&land->after->layers[0], land->region, group);
    for (uint32_t at = watch->heads[below]; at != OVI_NO_ENTRY; at = watch->entries[at].next) {
      const uint32_t number = watch->entries[at].number;
      const ovi_watched *route = &watch->routes[number];
      if (route->by_labels && route->since < born &&
          first_number(&land->before->layers[route->profile], land->region, group) !=
              first_number(&land->after->layers[route->profile], land->region, group)) {
        set_bit(watch->broken, number);
      }
    }
  }
}

static void watch_scan_at(ovl_watch *watch, const ovl_world *before, const ovl_world *after,
                          uint32_t region, uint64_t born) {
  cheaper_land land = {.before = before, .after = after, .region = region};
  break_routes(watch, region, born);
  break_numbers(watch, &land, born);
  ovi_watch_look look = ovi_watch_look_at(&watch->places, (int32_t)region % watch->regions_x,
                                          (int32_t)region / watch->regions_x);
  for (uint32_t number = ovi_watch_look_next(&look); number != OVI_NO_PLACE;
       number = ovi_watch_look_next(&look)) {
    const ovi_watched *route = &watch->routes[number];
    if (route->since < born && could_improve(&land, route)) {
      set_bit(watch->improvable, number);
    }
  }
}

/* Tells what was found, by rising number, and forgets it. */
static size_t watch_report(ovl_watch *watch, ovl_watch_change *news, size_t capacity) {
  size_t count = 0;
  for (uint32_t word = 0; word < words_of(watch->capacity); word++) {
    uint64_t bits = watch->broken[word] | watch->improvable[word];
    for (; bits != 0; bits &= bits - 1) {
      const uint32_t bit = (uint32_t)ovi_lowest_bit(bits);
      if (count < capacity) {
        news[count] = (ovl_watch_change){.number = 64 * word + bit,
                                         .broken = (watch->broken[word] >> bit & 1) != 0,
                                         .improvable = (watch->improvable[word] >> bit & 1) != 0};
      }
      count++;
    }
    watch->broken[word] = 0;
    watch->improvable[word] = 0;
  }
  return count;
}

ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before, const ovl_world *after,
                             ovl_watch_change *news, size_t capacity, size_t *needed) {
  *needed = 0;
  if (!ovi_watch_serves(watch, before) || !ovi_watch_serves(watch, after) ||
      ovi_version_number(after, before->shared.fingerprint) != before->history.version) {
    return OVL_OTHER_WORLD;
  }
  ovi_world_begin_call(after);
  for (uint32_t region = ovi_version_next_rebuilt(after, before, 0); region != UINT32_MAX;
       region = ovi_version_next_rebuilt(after, before, region + 1)) {
    const ovi_replaced *replaced = ovi_delta_tree_find(&after->delta, region);
    watch_scan_at(watch, before, after, region,
                  replaced != NULL ? replaced->version : after->history.routes_since);
  }
  *needed = watch_report(watch, news, capacity);
  return ovi_world_end_call(after, *needed <= capacity ? OVL_OK : OVL_MORE_ROOM);
}
