/* Inspecting a world: sizes, profiles, floors, links, terrain, islands, waypoints, edges. */
#include "world/inspect.h"
#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_inspect.h"
#include "world/inspect_region.h"
#include "world/world.h"

/* ---- Waypoints and edges ----------------------------------------------------- */

/* The layer of a profile, if the region exists; else NULL. */
static const ovi_layer *layer_with(const ovl_world *world, int32_t profile, int32_t region) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  return layer != NULL && region >= 0 && (uint32_t)region < ovi_region_count(layer) ? layer : NULL;
}

/* A waypoint, with cells of the world. */
static ovl_waypoint world_waypoint(const ovl_world *world, const ovi_layer *layer, uint32_t region,
                                   uint32_t number) {
  ovl_waypoint waypoint = ovi_waypoint_cells(layer, region, number);
  waypoint.first = ovi_world_from_plane(world, waypoint.first);
  waypoint.second = ovi_world_from_plane(world, waypoint.second);
  return waypoint;
}

size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                           ovl_waypoint *out, size_t capacity) {
  const ovi_layer *layer = layer_with(world, profile, region);
  if (layer == NULL) {
    return 0;
  }
  ovi_world_begin_call(world);
  ovi_region view = ovi_region_view(layer, (uint32_t)region);
  const uint32_t count = ovi_region_waypoints(&view);
  for (uint32_t number = 0; number < count && number < capacity; number++) {
    out[number] = world_waypoint(world, layer, (uint32_t)region, number);
  }
  return count;
}

static ovl_waypoint cells_of_port(const ovl_world *world, const ovi_layer *layer,
                                  const ovi_region *region, const ovi_port_groups *groups,
                                  uint32_t port) {
  ovi_stop waypoint = ovi_waypoint_of_port(layer, region, groups, port);
  return world_waypoint(world, layer, waypoint.region, waypoint.number);
}

/* Stores the edges of a region, up to `capacity` of them; returns their number. */
static size_t list_edges(const ovl_world *world, const ovi_layer *layer, uint32_t id, ovl_edge *out,
                         size_t capacity) {
  size_t count = 0;
  const ovi_region view = ovi_region_view(layer, id);
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  for (uint32_t component = 0; component < view.components.linked; component++) {
    ovi_clique clique = ovi_region_clique(&view, component);
    for (uint32_t pair = 0; pair < clique.count * clique.count; pair++) {
      uint32_t a = pair / clique.count;
      uint32_t b = pair % clique.count;
      const uint32_t cost = a != b ? ovi_clique_way(&clique, b, a) : OVI_NO_COST_32;
      if (cost == OVI_NO_COST_32) {
        continue; /* the squares of a directed layer have entries for edges that do not exist */
      }
      if (count < capacity) {
        out[count] =
            (ovl_edge){cells_of_port(world, layer, &view, &groups, ovi_clique_port(&clique, a)),
                       cells_of_port(world, layer, &view, &groups, ovi_clique_port(&clique, b)),
                       (int32_t)id, cost};
      }
      count++;
    }
  }
  return count;
}

size_t ovl_world_edges(const ovl_world *world, int32_t profile, int32_t region, ovl_edge *out,
                       size_t capacity) {
  const ovi_layer *layer = layer_with(world, profile, region);
  if (layer == NULL) {
    return 0;
  }
  ovi_world_begin_call(world);
  return list_edges(world, layer, (uint32_t)region, out, capacity);
}

/* ---- Sizes ----------------------------------------------------------------- */

void ovl_world_count_bytes(const ovl_world *world, ovl_world_bytes *bytes) {
  const ovi_shared *shared = &world->shared;
  const ovi_layer *first = &world->layers[0];
  *bytes = (ovl_world_bytes){
      .file = shared->file.count,
      .header =
          ovi_get_u32(shared->file.bytes + OVI_AT_HEADER_BYTES) + /* and the table */
          ovi_chunked_bytes(ovi_padded8((uint64_t)ovi_region_count(first) * shared->entry_bytes)),
      .profiles = (uint64_t)shared->profile_count * OVI_PROFILE_BYTES,
      .links = (uint64_t)shared->floor_count * OVI_FLOOR_BYTES +
               (uint64_t)shared->link_count * OVI_LINK_BYTES +
               (uint64_t)shared->file.place_count * OVI_PLACE_BYTES};
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    const ovi_layer *layer = &world->layers[profile];
    bytes->islands += layer->islands.bytes;
    bytes->labels += layer->labels.bytes;
    bytes->overlays += layer->overlay.bytes;
  }
  for (uint32_t id = 0; id < ovi_region_count(first) && !ovi_world_is_paged(world); id++) {
    ovi_region_count_bytes(world, id, bytes);
  }
  const uint64_t known = bytes->header + bytes->cells + bytes->waypoints + bytes->costs +
                         bytes->islands + bytes->labels + bytes->overlays + bytes->links +
                         bytes->profiles + bytes->other;
  if (ovi_layer_is_edited(first)) {
    bytes->file = known;
  }
  OVI_ASSERT(known <= bytes->file);
  bytes->other += bytes->file - known; /* sections of a later version */
}

/* Describes the waypoint graph of a layer, and what answers its queries. */
static ovl_graph_info describe_graph(const ovl_world *world, const ovi_layer *layer) {
  const bool has_labels = layer->labels.count != 0;
  const bool is_edited = ovi_layer_is_edited(layer);
  ovl_graph_info info = {.waypoints = layer->graph.waypoints,
                         .labels = has_labels && is_edited ? OVL_LABELS_STALE : layer->labels.state,
                         .method =
                             has_labels && !is_edited ? OVL_METHOD_LABELS : OVL_METHOD_OVERLAYS};
  for (uint32_t id = 0; id < ovi_region_count(layer) && !ovi_world_is_paged(world); id++) {
    info.edges +=
        layer->profile.is_directed
            ? list_edges(world, layer, id, NULL, 0)
            : 2 * (uint64_t)ovi_get_u32(ovi_region_layer_block(layer, id) + OVI_LAYER_COSTS);
  }
  return info;
}

void ovl_world_describe(const ovl_world *world, ovl_world_info *info) {
  const ovi_shared *shared = &world->shared;
  const ovi_layer *first = &world->layers[0];
  ovl_floor_info floor;
  ovl_world_bytes bytes;
  memset(info, 0, sizeof(*info));
  ovl_world_floor(world, 0, &floor);
  ovl_world_count_bytes(world, &bytes);
  info->partition.origin = (ovl_cell){shared->plane.origin_x, shared->plane.origin_y, 0};
  info->width = floor.width;
  info->height = floor.height;
  info->floors = (int32_t)shared->floor_count;
  info->profiles = (int32_t)shared->profile_count;
  info->links = shared->link_count;
  info->partition.region_cells = shared->plane.region_cells;
  info->partition.regions_x = shared->plane.regions_x;
  info->partition.regions_y = shared->plane.regions_y;
  info->partition.spacing_cells = shared->plane.spacing;
  const int32_t label_bytes = shared->file.bytes[OVI_AT_LABEL_BUDGET];
  info->partition.label_bytes_per_cell = label_bytes != 0 ? label_bytes : OVL_NO_LABELS;
  info->partition.overlays = shared->overlays;
  const bool is_hexagonal = first->profile.corners == OVI_HEXAGONS;
  info->corners = is_hexagonal ? OVL_CORNERS_STRICT : (ovl_corners)first->profile.corners;
  info->partition.topology = is_hexagonal ? OVL_HEXAGONS : OVL_SQUARES;
  memcpy(info->weights, first->profile.weights, sizeof(info->weights));
  const uint8_t scale = shared->file.bytes[OVI_AT_COST_SCALE];
  info->cost_scale = scale != 0 ? scale : 1;
  info->open_cells = first->graph.open_cells;
  info->graph = describe_graph(world, first);
  info->islands = first->islands.count;
  info->map_fingerprint = shared->map_fingerprint;
  info->fingerprint = shared->fingerprint;
  info->file_bytes = bytes.file;
  info->partition.overlay_levels = (int32_t)first->overlay.levels;
}

/* ---- Profiles, floors, links, places ---------------------------------------- */

bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  memset(info, 0, sizeof(*info));
  if (layer == NULL) {
    return false;
  }
  const ovi_layer_profile *settings = &layer->profile;
  const uint8_t *entry = world->shared.file.profiles + (uint64_t)profile * OVI_PROFILE_BYTES;
  const bool is_hexagonal = settings->corners == OVI_HEXAGONS;
  info->def = (ovl_profile_def){.corners = is_hexagonal ? OVL_CORNERS_STRICT
                                                        : (ovl_corners)settings->corners,
                                .body_cells = settings->body_cells,
                                .max_climb = ovi_climb_of((uint32_t)settings->climb),
                                .max_drop = ovi_climb_of((uint32_t)settings->drop),
                                .climb_cost = settings->climb_cost,
                                .drop_cost = settings->drop_cost};
  memcpy(info->def.name, entry + OVI_PROFILE_NAME, OVL_NAME_BYTES);
  memcpy(info->def.wall_cost, settings->wall_cost, OVL_WALL_CELLS);
  memcpy(info->def.weights, settings->weights, sizeof(info->def.weights));
  info->directed = settings->is_directed;
  info->uses_step_rule = settings->asks_rule;
  info->plain = settings->is_plain && settings->min_weight == OVL_PLAIN_WEIGHT;
  info->open_cells = layer->graph.open_cells;
  info->graph = describe_graph(world, layer);
  info->islands = layer->islands.count;
  info->bytes =
      OVI_PROFILE_BYTES + layer->islands.bytes + layer->labels.bytes + layer->overlay.bytes;
  for (uint32_t id = 0; id < ovi_region_count(layer) && !ovi_world_is_paged(world); id++) {
    info->bytes += ovi_region_own_bytes(world, (uint32_t)profile, id);
  }
  return true;
}

int32_t ovl_world_find_profile(const ovl_world *world, const char *name) {
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    const uint8_t *entry = world->shared.file.profiles + (uint64_t)profile * OVI_PROFILE_BYTES;
    size_t letter = 0;
    while (letter < OVL_NAME_BYTES && (uint8_t)name[letter] == entry[letter] && name[letter] != 0) {
      letter++;
    }
    if (letter < OVL_NAME_BYTES && name[letter] == 0 && entry[letter] == 0) {
      return (int32_t)profile;
    }
  }
  return -1;
}

bool ovl_world_floor(const ovl_world *world, int32_t floor, ovl_floor_info *info) {
  *info = (ovl_floor_info){0};
  if (floor < 0 || (uint32_t)floor >= world->shared.floor_count) {
    return false;
  }
  const uint8_t *entry = world->shared.file.floors + (uint64_t)floor * OVI_FLOOR_BYTES;
  info->width = (int32_t)ovi_get_u32(entry);
  info->height = (int32_t)ovi_get_u32(entry + 4);
  info->region_row = (int32_t)ovi_get_u32(entry + 8) / world->shared.plane.region_cells;
  info->graph = ovi_get_u32(entry + 12) != 0;
  const ovi_plane *plane = &world->shared.plane;
  info->corner =
      info->graph ? (ovl_cell){0, 0, floor} : (ovl_cell){plane->origin_x, plane->origin_y, floor};
  info->heights = world->shared.has_heights;
  return true;
}

bool ovl_world_link(const ovl_world *world, uint32_t link, ovl_link_def *def) {
  *def = (ovl_link_def){.cost = 0};
  if (link >= world->shared.link_count) {
    return false;
  }
  const uint8_t *entry = world->shared.file.links + (uint64_t)link * OVI_LINK_BYTES;
  const ovi_link ends = ovi_link_at(&world->layers[0], link);
  def->from = ovi_world_from_plane(world, ends.first);
  def->to = ovi_world_from_plane(world, ends.second);
  def->cost = ends.cost;
  def->cost_back = ends.cost_back;
  def->profiles = ovi_get_u32(entry + 24);
  def->closed = (ovi_get_u32(entry + OVI_LINK_FLAGS) & OVI_LINK_CLOSED) != 0;
  return true;
}

bool ovl_world_place(const ovl_world *world, int32_t index, ovl_place *place) {
  *place = (ovl_place){.width = 0};
  if (index < 0 || (uint32_t)index >= world->shared.file.place_count) {
    return false;
  }
  const uint8_t *entry = world->shared.file.places + (uint64_t)index * OVI_PLACE_BYTES;
  ovl_floor_info floor;
  ovl_world_floor(world, (int32_t)ovi_get_u32(entry + OVI_PLACE_FLOOR), &floor);
  place->name = (const char *)(entry + OVI_PLACE_NAME);
  place->cell = floor.corner;
  place->cell.x += (int32_t)ovi_get_u32(entry + OVI_PLACE_X);
  place->cell.y += (int32_t)ovi_get_u32(entry + OVI_PLACE_Y);
  place->width = (int32_t)ovi_get_u32(entry + OVI_PLACE_WIDTH);
  place->height = (int32_t)ovi_get_u32(entry + OVI_PLACE_HEIGHT);
  return true;
}

/* ---- Cells ------------------------------------------------------------------ */

/* The region of a cell of the world; the cell becomes one of the region. */
static ovi_region region_under(const ovl_world *world, ovl_cell *cell) {
  const ovi_layer *layer = &world->layers[0];
  *cell = ovi_world_to_plane(world, *cell);
  ovi_world_begin_call(world);
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, cell->x, cell->y));
  cell->x -= region.x;
  cell->y -= region.y;
  return region;
}

uint8_t ovl_world_terrain(const ovl_world *world, ovl_cell cell) {
  if (!ovi_world_has(world, cell)) {
    return 0;
  }
  const ovi_region region = region_under(world, &cell);
  return (uint8_t)ovi_region_terrain(&region, cell.x, cell.y);
}

uint16_t ovl_world_height(const ovl_world *world, ovl_cell cell) {
  if (!ovi_world_has(world, cell)) {
    return 0;
  }
  const ovi_region region = region_under(world, &cell);
  return (uint16_t)ovi_region_height(&region, cell.x, cell.y);
}

ovl_result ovl_world_read_terrain(const ovl_world *world, ovl_cell corner, int32_t w, int32_t h,
                                  uint8_t *out, size_t row_bytes, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const int64_t bytes = row_bytes < INT32_MAX ? (int64_t)row_bytes : INT32_MAX;
  const ovi_argument arguments[] = {{"row_bytes", bytes, w, INT32_MAX}};
  if (ovi_world_check_rectangle(world, corner, w, h, 0, fault) != OVL_OK ||
      OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = OVL_OK;
  const ovi_layer *layer = &world->layers[0];
  for (int32_t row = 0; row < h && result == OVL_OK; row++, out += row_bytes) {
    ovi_region region = {.id = UINT32_MAX};
    ovi_world_begin_call(world);
    for (int32_t column = 0; column < w; column++) {
      const ovl_cell cell = {corner.x + column, corner.y + row, corner.floor};
      const ovl_cell at = ovi_world_to_plane(world, cell);
      const uint32_t id = ovi_region_at(layer, at.x, at.y);
      if (id != region.id) {
        region = ovi_region_view(layer, id);
      }
      out[column] = (uint8_t)ovi_region_terrain(&region, at.x - region.x, at.y - region.y);
    }
    result = ovi_world_end_faulty_call(world, OVL_OK, fault);
  }
  return result;
}

uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  if (layer == NULL || !ovi_world_has(world, cell)) {
    return 0;
  }
  ovl_cell at = ovi_world_to_plane(world, cell);
  ovi_world_begin_call(world);
  return (uint8_t)ovi_layer_weight(layer, at.x, at.y);
}

int ovi_world_topology(const ovl_world *world) {
  return ovi_world_is_hexagonal(world) ? OVI_HEXAGONS : OVI_SQUARES;
}

uint64_t ovi_world_step(const ovl_world *world, int32_t profile, ovl_cell from, int32_t direction) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  if (layer == NULL || direction < 0 || direction > 7 || !ovi_world_has(world, from) ||
      !ovi_leads(layer->profile.corners, direction)) {
    return 0;
  }
  ovi_layer_ground ground;
  ovl_cell at = ovi_world_to_plane(world, from);
  ovi_world_begin_call(world);
  ovi_layer_ground_begin(&ground, layer, at, NULL);
  uint64_t cost = ovi_layer_step(
      &ground, at,
      (ovl_cell){at.x + ovi_direction_x(direction), at.y + ovi_direction_y(direction), 0});
  return cost != OVI_NO_STEP ? cost : 0;
}

uint64_t ovl_world_step(const ovl_world *world, int32_t profile, ovl_cell from, int32_t direction) {
  const bool is_hexagonal = ovi_world_is_hexagonal(world);
  if (is_hexagonal && (direction < 0 || direction > 5)) {
    return 0;
  }
  return ovi_world_step(world, profile, from,
                        is_hexagonal ? ovi_direction_of_hexagons(direction) : direction);
}

uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell) {
  ovi_world_begin_call(world);
  const uint32_t island = ovi_world_island(world, profile, cell);
  return ovi_world_end_call(world, OVL_OK) == OVL_OK ? island : 0;
}
