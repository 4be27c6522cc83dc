/* Handles of worlds, identities of versions, lists of rebuilt regions, and cells of floors.
 *
 * Invariant: an identity is a hash of all edits since the world was baked or opened, with the
 * number of the version in its lower bits; that of the first version is the fingerprint of the
 * file. So equal histories have equal identities, and a version finds an older one of its own by
 * the number.
 */
#include "world/world.h"

#include <stddef.h>

#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_edit.h"

/* ---- Handles ------------------------------------------------------------------------- */

void ovi_world_copy(ovl_world *to, const ovl_world *from) {
  const size_t counted =
      offsetof(ovl_world, base); /* other threads may change the count of handles */
  OVI_ASSERT(from->object_bytes ==
             sizeof(ovl_world) +
                 from->shared.profile_count * (sizeof(ovi_layer) + sizeof(ovi_own_islands)));
  to->shared = from->shared;
  memcpy((uint8_t *)to + counted, (const uint8_t *)from + counted,
         (size_t)from->object_bytes - counted);
  ovi_references_begin(&to->references);
  to->own = (ovi_own_islands *)(void *)(to->layers + to->shared.profile_count);
  for (uint32_t i = 0; i < to->shared.profile_count; i++) {
    to->layers[i].shared = &to->shared;
  }
}

ovl_result ovl_world_retain(const ovl_world *world, ovl_world **shared) {
  *shared = (ovl_world *)(uintptr_t)world;
  ovi_references_add(&(*shared)->references);
  return OVL_OK;
}

void ovl_world_close(ovl_world *world) {
  if (world == NULL || !ovi_references_drop(&world->references)) {
    return;
  }
  const ovl_allocator *allocator = world->allocator;
  ovi_delta_tree_drop(&world->delta);
  ovi_delta_tree_drop(&world->overlay_delta);
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    ovi_blob_drop(allocator, world->own[i].islands);
    ovi_blob_drop(allocator, world->own[i].firsts);
  }
  ovi_blob_drop(allocator, world->links);
  ovi_blob_drop(allocator, world->history.identities);
  ovi_base *base = world->base;
  ovi_release(allocator, world, world->object_bytes);
  if (ovi_references_drop(&base->references)) {
    const ovl_allocator own = base->allocator; /* which goes with the base */
    ovi_release(&own, base->pager.cache, base->cache_bytes);
    ovi_object_destroy(base->paged);
    ovi_release(&own, base->owned, base->owned_bytes);
    ovi_release(&own, base, sizeof(*base));
  }
}

/* ---- Versions ------------------------------------------------------------------------ */

uint64_t ovi_version_number(const ovl_world *world, uint64_t identity) {
  if (identity == world->shared.fingerprint) {
    return world->history.version;
  }
  if (world->history.identities == NULL) {
    return UINT64_MAX;
  }
  const uint64_t age = (world->history.version - identity) & OVI_VERSION_NUMBER_MASK;
  const uint64_t most =
      world->history.version < OVI_HISTORY_VERSIONS ? world->history.version : OVI_HISTORY_VERSIONS;
  OVI_ASSERT(most <= world->history.version && world->history.version != 0);
  if (age >= 1 && age <= most &&
      world->history.identities->data[(world->history.version - age) % OVI_HISTORY_VERSIONS] ==
          identity) {
    return world->history.version - age;
  }
  const bool has_first = world->history.version <=
                         OVI_HISTORY_VERSIONS; /* whose identity does not contain its number */
  return has_first && world->history.identities->data[0] == identity ? 0 : UINT64_MAX;
}

ovl_result ovi_world_route_version(const ovl_world *world, const ovl_route *route,
                                   uint64_t *since) {
  const bool by_labels = route->kind == OVL_ROUTE_LABELS && !route->done;
  const bool has_labels = world->layers[route->profile].labels.count != 0;
  *since = UINT64_MAX;
  if (route->world == world->shared.fingerprint) {
    return by_labels && !has_labels ? OVL_OTHER_WORLD : OVL_OK;
  }
  *since = ovi_version_number(world, route->world);
  if (*since == UINT64_MAX) {
    return OVL_OTHER_WORLD;
  }
  const bool goes_on = *since >= world->history.routes_since &&
                       (!by_labels || (has_labels && *since >= world->history.labels_since));
  return goes_on ? OVL_OK : OVL_BEGIN_AGAIN;
}

static uint64_t blob_bytes(const ovi_blob *blob) { return blob != NULL ? blob->bytes : 0; }

void ovl_world_version(const ovl_world *world, ovl_version_info *info) {
  const ovi_history *history = &world->history;
  /* A base that was made in memory after the bake or opening, by a refresh or by an edit. */
  const bool base_was_made = history->labels_since != 0;
  bool labels_are_stale = world->delta.blocks != 0;
  *info = (ovl_version_info){
      .version = history->version,
      .identity = world->shared.fingerprint,
      .rebuilt_regions =
          history->all_was_rebuilt ? ovi_region_count(&world->layers[0]) : world->delta.blocks,
      .bytes = world->delta.bytes + world->overlay_delta.bytes + world->object_bytes +
               blob_bytes(history->identities) + blob_bytes(world->links) +
               (base_was_made ? world->base->owned_bytes : 0)};
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    info->bytes += blob_bytes(world->own[i].islands) + blob_bytes(world->own[i].firsts);
    labels_are_stale = labels_are_stale || world->layers[i].labels.state == OVL_LABELS_STALE;
  }
  info->refreshed = !ovi_world_wants_labels(world) || !labels_are_stale;
}

/* The first region from `from` on that was rebuilt after version `since`; UINT32_MAX: none. */
static uint32_t next_rebuilt(const ovl_world *world, uint64_t since, uint32_t from) {
  if (since < world->history.routes_since) {
    return from < ovi_region_count(&world->layers[0]) ? from : UINT32_MAX;
  }
  uint32_t id = ovi_delta_tree_next(&world->delta, from);
  while (id != UINT32_MAX && ovi_delta_tree_find(&world->delta, id)->version <= since) {
    id = ovi_delta_tree_next(&world->delta, id + 1);
  }
  return id;
}

ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                             size_t capacity, size_t *needed) {
  size_t count = 0;
  for (uint32_t id = next_rebuilt(world, since, 0); id != UINT32_MAX;
       id = next_rebuilt(world, since, id + 1)) {
    OVI_ASSERT(id < ovi_region_count(&world->layers[0]));
    if (count < capacity) {
      regions[count] = id;
    }
    count++;
  }
  *needed = count;
  return count <= capacity ? OVL_OK : OVL_MORE_ROOM;
}

/* ---- Floors -------------------------------------------------------------------------- */

/* The entry of a floor. */
typedef struct floor_view {
  int32_t x, y; /* its upper left cell */
  int32_t width, height;
  int32_t first_row; /* of the plane */
  bool places;
} floor_view;

/* Reads the entry of a floor. */
static floor_view view_floor(const ovl_world *world, int32_t floor) {
  OVI_ASSERT(floor >= 0 && (uint32_t)floor < world->shared.floor_count);
  const uint8_t *entry = world->shared.file.floors + (uint64_t)floor * OVI_FLOOR_BYTES;
  const ovi_plane *plane = &world->shared.plane;
  const bool places = ovi_get_u32(entry + 12) != 0;
  return (floor_view){.x = places ? 0 : plane->origin_x,
                      .y = places ? 0 : plane->origin_y,
                      .width = (int32_t)ovi_get_u32(entry),
                      .height = (int32_t)ovi_get_u32(entry + 4),
                      .first_row = (int32_t)ovi_get_u32(entry + 8),
                      .places = places};
}

bool ovi_world_has(const ovl_world *world, ovl_cell cell) {
  if (cell.floor < 0 || (uint32_t)cell.floor >= world->shared.floor_count) {
    return false;
  }
  floor_view floor = view_floor(world, cell.floor);
  return cell.x >= floor.x && cell.y >= floor.y && cell.x < floor.x + floor.width &&
         cell.y < floor.y + floor.height;
}

bool ovi_world_floor_rectangle(const ovl_world *world, int32_t floor, ovi_rectangle *rectangle) {
  if (floor < 0 || (uint32_t)floor >= world->shared.floor_count) {
    return false;
  }
  floor_view view = view_floor(world, floor);
  *rectangle = (ovi_rectangle){0, view.first_row, view.width, view.first_row + view.height};
  return !view.places;
}

ovl_cell ovi_world_to_plane(const ovl_world *world, ovl_cell cell) {
  if (world->shared.is_one_floor) {
    const ovi_plane *plane = &world->shared.plane;
    return (ovl_cell){cell.x - plane->origin_x, cell.y - plane->origin_y, 0};
  }
  floor_view floor = view_floor(world, cell.floor);
  return floor.places ? (ovl_cell){2 * (cell.x % OVI_PLACES_A_ROW),
                                   floor.first_row + 2 * (cell.x / OVI_PLACES_A_ROW), 0}
                      : (ovl_cell){cell.x - floor.x, floor.first_row + cell.y - floor.y, 0};
}

ovl_cell ovi_world_from_floors(const ovl_world *world, ovl_cell cell) {
  int32_t number = (int32_t)world->shared.floor_count - 1;
  floor_view floor = view_floor(world, number);
  while (floor.first_row > cell.y) {
    floor = view_floor(world, --number);
  }
  const int32_t y = cell.y - floor.first_row;
  OVI_ASSERT(y >= 0);
  return floor.places ? (ovl_cell){cell.x / 2 + y / 2 * OVI_PLACES_A_ROW, 0, number}
                      : (ovl_cell){floor.x + cell.x, floor.y + y, number};
}

ovl_result ovi_world_check_rectangle(const ovl_world *world, ovl_cell corner, int32_t w, int32_t h,
                                     int32_t least, ovl_fault *fault) {
  const uint32_t floors = world->shared.floor_count;
  const bool has_floor = corner.floor >= 0 && (uint32_t)corner.floor < floors;
  const floor_view floor = view_floor(world, has_floor ? corner.floor : 0);
  const int64_t end_x = (int64_t)floor.x + floor.width;
  const int64_t end_y = (int64_t)floor.y + floor.height;
  const ovi_argument arguments[] = {{"corner.floor", corner.floor, 0, (int64_t)floors - 1},
                                    {"corner.x", corner.x, floor.x, end_x - least},
                                    {"corner.y", corner.y, floor.y, end_y - least},
                                    {"w", w, least, end_x - corner.x},
                                    {"h", h, least, end_y - corner.y}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

uint32_t ovi_world_island(const ovl_world *world, int32_t profile, ovl_cell cell) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  if (layer == NULL || !ovi_world_has(world, cell)) {
    return 0;
  }
  ovl_cell at = ovi_world_to_plane(world, cell);
  return ovi_layer_island(layer, at.x, at.y);
}
