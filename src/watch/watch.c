/* Creates watches and lists the routes that edits broke or could improve. */
#include "watch/watch.h"

#include "coarse/view/links.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/step_cost.h"
#include "overland_watch.h"

/* ---- Creating ------------------------------------------------------------------- */

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
  ovi_box_tree_reserve(&watch->boxes, arena, layer->partition.regions_x, layer->partition.regions_y,
                       def->routes);
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
}

ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch, ovl_fault *fault) {
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"world", def->world != NULL, 1, 1},
                                    {"routes", def->routes, 1, OVI_NO_ENTRY - 64},
                                    {"regions", def->regions, 0, OVI_NO_ENTRY - 1}};
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  ovl_watch counted;
  ovi_arena arena = {NULL, 0};
  *watch = NULL;
  if (result != OVL_OK) {
    return result;
  }
  ovi_arena_take(&arena, 1, sizeof(ovl_watch));
  watch_reserve(&counted, &arena, def);
  const ovi_object object = {def->allocator, arena.used, NULL};
  result = ovi_object_make(&object, 0, sizeof(ovl_watch), &arena, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovl_watch *made = (ovl_watch *)arena.block;
  made->plane = def->world->shared.plane;
  made->profiles = def->world->shared.profile_count;
  made->capacity = def->routes;
  made->fault.what = "";
  watch_reserve(made, &arena, def);
  watch_clear(made, def);
  *watch = made;
  return OVL_OK;
}

void ovl_watch_destroy(ovl_watch *watch) { ovi_object_destroy(watch); }

bool ovi_watch_serves(const ovl_watch *watch, const ovl_world *world) {
  const ovi_plane *plane = &world->shared.plane;
  return plane->width == watch->plane.width && plane->height == watch->plane.height &&
         plane->region_cells == watch->plane.region_cells &&
         world->shared.profile_count == watch->profiles;
}

void ovi_watch_unfile(ovl_watch *watch, uint32_t number) {
  ovi_watched *route = &watch->routes[number];
  ovi_box_tree_remove(&watch->boxes, number);
  while (route->is_watched && route->entries != OVI_NO_ENTRY) {
    const uint32_t at = route->entries;
    ovi_watch_entry *entry = &watch->entries[at];
    ovi_list_remove(OVI_LIST_LINKS(watch->entries), &watch->heads[entry->region], at);
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

/* ---- Where a version makes steps cheaper than the version before ------------------- */

/* The comparison of a region. `box` holds the cells found so far and is empty at first. */
typedef struct region_comparison {
  const ovi_layer *before, *after;
  ovi_region old_region, new_region;
  ovi_rectangle *box;
} region_comparison;

/* Adds local cells x0 to x1 of a row. */
static void add_cells(region_comparison *comparison, int32_t x0, int32_t x1, int32_t y) {
  const ovi_rectangle row = {comparison->new_region.x + x0, comparison->new_region.y + y,
                             comparison->new_region.x + x1 + 1, comparison->new_region.y + y + 1};
  *comparison->box = ovi_rectangle_join(*comparison->box, row);
}

static void add_all(region_comparison *comparison) {
  add_cells(comparison, 0, comparison->new_region.w - 1, 0);
  add_cells(comparison, 0, comparison->new_region.w - 1, comparison->new_region.h - 1);
}

/* Adds the cells that were opened or whose weight fell. */
static void compare_weights(region_comparison *comparison) {
  ovi_slot_source old;
  ovi_slot_source now;
  ovi_find_weights(&old, comparison->before, &comparison->old_region);
  ovi_find_weights(&now, comparison->after, &comparison->new_region);
  for (int32_t y = 0; y < comparison->new_region.h; y++) {
    uint8_t before[OVL_MAX_REGION_CELLS];
    uint8_t after[OVL_MAX_REGION_CELLS];
    int32_t first = INT32_MAX;
    int32_t last = -1;
    ovi_read_weights(&old, &comparison->old_region, y, before);
    ovi_read_weights(&now, &comparison->new_region, y, after);
    for (int32_t x = 0; x < comparison->new_region.w; x++) {
      if (after[x] != 0 && (before[x] == 0 || after[x] < before[x])) {
        first = x < first ? x : first;
        last = x;
      }
    }
    if (last >= 0) {
      add_cells(comparison, first, last, y);
    }
  }
}

/* Adds the cells whose height changed: a higher or a lower cell may make some climb smaller. */
static void compare_heights(region_comparison *comparison) {
  for (int32_t y = 0; y < comparison->new_region.h; y++) {
    for (int32_t x = 0; x < comparison->new_region.w; x++) {
      if (ovi_region_height(&comparison->old_region, x, y) !=
          ovi_region_height(&comparison->new_region, x, y)) {
        add_cells(comparison, x, x, y);
      }
    }
  }
}

static bool has_new_link(const region_comparison *comparison) {
  for (uint32_t i = 0;
       i < comparison->new_region.ports.links_out + comparison->new_region.ports.links_in; i++) {
    const uint32_t number = ovi_region_link(&comparison->new_region, i);
    if (ovi_region_link_place(&comparison->old_region, number,
                              i >= comparison->new_region.ports.links_out) == OVI_NO_LINK) {
      return true;
    }
  }
  return false;
}

static bool has_other_exceptions(const region_comparison *comparison) {
  return comparison->old_region.costs.exceptions != comparison->new_region.costs.exceptions ||
         (comparison->new_region.costs.exceptions != 0 &&
          memcmp(comparison->old_region.costs.exception_list,
                 comparison->new_region.costs.exception_list,
                 8 * (size_t)comparison->new_region.costs.exceptions) != 0);
}

/* Finds a box of cells of the plane that holds all cells of a region from which some step is
 * cheaper than before; false: there are none. The box is the whole region if answers of a step rule
 * changed or a link was opened. */
static bool find_cheaper(const ovi_layer *before, const ovi_layer *after, uint32_t id,
                         ovi_rectangle *box) {
  region_comparison comparison = {.before = before,
                                  .after = after,
                                  .old_region = ovi_region_view(before, id),
                                  .new_region = ovi_region_view(after, id),
                                  .box = box};
  *box = (ovi_rectangle){0, 0, 0, 0};
  if (comparison.old_region.block == comparison.new_region.block &&
      before->profile.is_directed == after->profile.is_directed) {
    return false;
  }
  if (has_new_link(&comparison) || has_other_exceptions(&comparison)) {
    add_all(&comparison);
    return true;
  }
  compare_weights(&comparison);
  if (ovi_layer_has_rule(before) || ovi_layer_has_rule(after)) {
    compare_heights(&comparison);
  }
  return !ovi_rectangle_is_empty(*box);
}

/* ---- Changes ----------------------------------------------------------------------- */

/* The cells of a region that became cheaper for each profile; found when first needed. */
typedef struct cheaper_cells {
  const ovl_world *before, *after;
  uint32_t region;
  uint32_t known, some; /* a bit for each profile: it was examined; it has cheaper cells */
  ovi_rectangle boxes[OVL_MAX_PROFILES];
} cheaper_cells;

static bool has_cheaper(cheaper_cells *cheaper, uint32_t profile) {
  const uint32_t bit = (uint32_t)1 << profile;
  if ((cheaper->known & bit) == 0) {
    const bool some =
        find_cheaper(&cheaper->before->layers[profile], &cheaper->after->layers[profile],
                     cheaper->region, &cheaper->boxes[profile]);
    cheaper->known |= bit;
    cheaper->some |= some ? bit : 0;
  }
  return (cheaper->some & bit) != 0;
}

/* Distance from a coordinate to a range. */
static int32_t beyond(int32_t at, int32_t low, int32_t high) {
  return at < low ? low - at : at > high ? at - high : 0;
}

/* The least cost of a path between a cell and a cell in or next to a box. */
static uint64_t least_to_box(ovl_cell cell, const ovi_rectangle *box, uint32_t weight,
                             uint64_t by_link) {
  const uint64_t by_steps = ovi_octile(beyond(cell.x, box->x0 - 1, box->x1),
                                       beyond(cell.y, box->y0 - 1, box->y1), weight);
  return by_link < by_steps ? by_link : by_steps;
}

static bool could_improve(cheaper_cells *cheaper, const ovi_watched *route) {
  if (!has_cheaper(cheaper, route->profile)) {
    return false;
  }
  const ovi_rectangle *box = &cheaper->boxes[route->profile];
  const uint32_t weight = cheaper->after->layers[route->profile].profile.min_weight;
  const uint64_t to = least_to_box(route->position, box, weight, route->start_to_link);
  const uint64_t from = least_to_box(route->goal, box, weight, route->link_to_goal);
  return to < route->cost_to_go && from < route->cost_to_go - to;
}

/* Marks the routes that pass a rebuilt region. */
static void break_routes(ovl_watch *watch, uint32_t region, uint64_t version) {
  for (uint32_t at = watch->heads[region]; at != OVI_NO_ENTRY; at = watch->entries[at].link.next) {
    const uint32_t number = watch->entries[at].number;
    if (watch->routes[number].since < version) {
      ovi_set_bit(watch->broken, (int32_t)number);
    }
  }
}

/* The number of the first waypoint in a group of a region's own. */
static uint32_t first_number(const ovi_layer *layer, uint32_t region, int group) {
  const uint8_t *layer_block = ovi_region_layer_block(layer, region);
  return ovi_layer_group_begin(layer_block, group);
}

/* Marks the routes by labels that pass a region below a rebuilt one, which numbers the waypoints
 * that they share, if these numbers changed. */
static void break_numbers(ovl_watch *watch, const cheaper_cells *cheaper, uint64_t version) {
  const ovi_region view = ovi_region_view(&cheaper->after->layers[0], cheaper->region);
  for (int group = 1; group < OVI_OWN_GROUPS; group++) {
    if (!ovi_region_has_neighbour(&cheaper->after->layers[0], &view, group)) {
      continue;
    }
    const uint32_t below = ovi_neighbour_id(&cheaper->after->layers[0], cheaper->region, group);
    for (uint32_t at = watch->heads[below]; at != OVI_NO_ENTRY; at = watch->entries[at].link.next) {
      const uint32_t number = watch->entries[at].number;
      const ovi_watched *route = &watch->routes[number];
      if (route->by_labels && route->since < version &&
          first_number(&cheaper->before->layers[route->profile], cheaper->region, group) !=
              first_number(&cheaper->after->layers[route->profile], cheaper->region, group)) {
        ovi_set_bit(watch->broken, (int32_t)number);
      }
    }
  }
}

/* Marks the routes that a rebuilt region broke or could have improved. */
static void check_region(ovl_watch *watch, const ovl_world *before, const ovl_world *after,
                         uint32_t region, uint64_t version) {
  cheaper_cells cheaper = {.before = before, .after = after, .region = region};
  break_routes(watch, region, version);
  break_numbers(watch, &cheaper, version);
  ovi_box_search search =
      ovi_box_search_begin(&watch->boxes, (int32_t)region % watch->plane.regions_x,
                           (int32_t)region / watch->plane.regions_x);
  for (uint32_t number = ovi_box_search_next(&search); number != OVI_NO_BOX;
       number = ovi_box_search_next(&search)) {
    const ovi_watched *route = &watch->routes[number];
    if (route->since < version && could_improve(&cheaper, route)) {
      ovi_set_bit(watch->improvable, (int32_t)number);
    }
  }
}

/* Lists the marked routes by rising number, and clears the marks; returns how many they are. */
static size_t list_changes(ovl_watch *watch, ovl_watch_change *changes, size_t capacity) {
  size_t count = 0;
  for (uint32_t word = 0; word < words_of(watch->capacity); word++) {
    uint64_t bits = watch->broken[word] | watch->improvable[word];
    for (; bits != 0; bits &= bits - 1) {
      const uint32_t bit = (uint32_t)ovi_lowest_bit(bits);
      if (count < capacity) {
        changes[count] =
            (ovl_watch_change){.number = 64 * word + bit,
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

/* Checks that `after` is a later version of `before`, both with the plane and the profiles of the
 * watch. */
static ovl_result check_watched_versions(const ovl_watch *watch, const ovl_world *before,
                                         const ovl_world *after, ovl_fault *fault) {
  const char *wrong =
      !ovi_watch_serves(watch, before)  ? "before: its floors or profiles"
      : !ovi_watch_serves(watch, after) ? "after: its floors or profiles"
      : ovi_version_number(after, before->shared.fingerprint) != before->history.version
          ? "before: no version of the history of `after`"
          : "";
  *fault = (ovl_fault){.what = wrong};
  return wrong[0] == 0 ? OVL_OK : OVL_OTHER_WORLD;
}

ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before, const ovl_world *after,
                             ovl_watch_change *changes, size_t capacity, size_t *needed) {
  *needed = 0;
  if (check_watched_versions(watch, before, after, &watch->fault) != OVL_OK) {
    return OVL_OTHER_WORLD;
  }
  ovi_world_begin_call(after);
  for (uint32_t region = ovi_version_next_rebuilt(after, before, 0); region != UINT32_MAX;
       region = ovi_version_next_rebuilt(after, before, region + 1)) {
    const ovi_replaced *replaced = ovi_delta_tree_find(&after->delta, region);
    check_region(watch, before, after, region,
                 replaced != NULL ? replaced->version : after->history.routes_since);
  }
  *needed = list_changes(watch, changes, capacity);
  if (*needed > capacity) {
    watch->fault = (ovl_fault){"capacity", 0, capacity, *needed};
  }
  return ovi_world_end_faulty_call(after, *needed <= capacity ? OVL_OK : OVL_MORE_ROOM,
                                   &watch->fault);
}

const ovl_fault *ovl_watch_fault(const ovl_watch *watch) { return &watch->fault; }
