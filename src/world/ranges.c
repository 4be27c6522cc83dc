/* Lists the bytes of the file that queries at a place read: regions, labels, and clusters of the
 * overlay.
 *
 * Spreading costs to the next level, joining both ends and unpacking a plan read the tables of the
 * clusters that its ends and its steps lie in, and the fronts of their parts; a highest level that
 * is not one cluster is searched, which reads the fronts of all its clusters. */
#include "coarse/format/fault.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/paging/pager_ranges.h"
#include "coarse/refine/route_code.h"
#include "coarse/view/region_box.h"
#include "coarse/view/ways.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "world/needs.h"
#include "world/world.h"

enum {
  AROUND_POSITION = 4, /* regions: a next stop lies up to three away, and has a region behind it */
  AROUND_GOAL = 1
};

/* A listing that is under way. */
typedef struct range_listing {
  const ovl_world *world;
  const ovi_layer *layer;
  ovi_pager *pager;
  ovi_range_list list;
  ovl_result result; /* not OVL_OK: a chunk of the table could not be read */
  uint64_t unread;   /* the last such chunk */
  ovl_fault fault;
} range_listing;

/* ---- Regions ----------------------------------------------------------------------------- */

/* Lists a region, unless an edit replaced it. Where a read of the table has failed, no other is
 * made for the regions whose entries lie in the same chunk. */
static void list_region(range_listing *listing, uint32_t id) {
  const ovi_delta_tree *delta = listing->layer->store.delta;
  const ovi_replaced *replaced = delta != NULL ? ovi_delta_tree_find(delta, id) : NULL;
  const uint64_t chunk = (uint64_t)id * listing->layer->store.entry_bytes / OVI_CHUNK_BYTES;
  if (replaced != NULL && replaced->block != NULL) {
    return;
  }
  ovi_ranges_add_entries(&listing->list, listing->pager, id);
  ovi_pager_begin(listing->pager);
  if (chunk == listing->unread ||
      ovi_ranges_add_region(&listing->list, listing->pager, listing->layer->number, id)) {
    return;
  }
  listing->unread = chunk;
  if (listing->result == OVL_OK) {
    listing->result = ovi_pager_outcome(listing->pager);
    listing->fault = ovi_paged_fault(listing->pager);
  }
}

/* Lists the regions of a box. */
static void list_box(range_listing *listing, ovi_rectangle box) {
  const ovi_plane *plane = &listing->layer->partition;
  box = ovi_rectangle_common(box, (ovi_rectangle){0, 0, plane->regions_x, plane->regions_y});
  for (int32_t y = box.y0; y < box.y1; y++) {
    for (int32_t x = box.x0; x < box.x1; x++) {
      list_region(listing, (uint32_t)(y * plane->regions_x + x));
    }
  }
}

static ovi_rectangle region_of_cell(const ovi_layer *layer, ovl_cell cell) {
  return ovi_box_of_region(layer, ovi_region_at(layer, cell.x, cell.y));
}

/* Lists the labels of the waypoints that the regions of a box own. */
static void list_labels(range_listing *listing, ovi_rectangle box) {
  const ovi_layer *layer = listing->layer;
  const ovi_plane *plane = &layer->partition;
  box = ovi_rectangle_common(box, (ovi_rectangle){0, 0, plane->regions_x, plane->regions_y});
  for (int32_t y = box.y0; y < box.y1 && box.x0 < box.x1; y++) {
    const uint32_t behind = (uint32_t)(y * plane->regions_x + box.x1);
    ovi_ranges_add_labels(&listing->list, listing->pager, layer->number,
                          ovi_first_waypoint(layer, (uint32_t)(y * plane->regions_x + box.x0)),
                          behind < ovi_region_count(layer) ? ovi_first_waypoint(layer, behind)
                                                           : layer->labels.count);
  }
}

/* Lists the ends of all ways over links, with their labels. */
static void list_ways(range_listing *listing) {
  const ovi_layer *layer = listing->layer;
  for (uint32_t i = 0; i < layer->labels.ways.count; i++) {
    const ovi_link_way way = ovi_way_at(layer, i);
    const uint64_t nodes[] = {way.entry, way.exit};
    for (int end = 0; end < 2; end++) {
      ovi_ranges_add_labels(&listing->list, listing->pager, layer->number, nodes[end],
                            nodes[end] + 1);
    }
    list_box(listing, region_of_cell(layer, way.from));
    list_box(listing, region_of_cell(layer, way.to));
  }
}

/* ---- Clusters ---------------------------------------------------------------------------- */

/* The clusters of a level that hold a box of regions. */
static ovi_rectangle clusters_of(uint32_t level, ovi_rectangle box) {
  const int32_t side = ovi_overlay_side(level);
  OVI_ASSERT(level >= 1 && !ovi_rectangle_is_empty(box));
  return (ovi_rectangle){box.x0 / side, box.y0 / side, (box.x1 + side - 1) / side,
                         (box.y1 + side - 1) / side};
}

/* The clusters of the level below in a box of clusters of a level. */
static ovi_rectangle parts_of(uint32_t level, ovi_rectangle box) {
  const int32_t fan = ovi_overlay_fan(level);
  return (ovi_rectangle){box.x0 * fan, box.y0 * fan, box.x1 * fan, box.y1 * fan};
}

/* Lists pieces of the clusters of a level, 1 and above, in a box; of level 0 its regions. */
static void list_clusters(range_listing *listing, uint32_t level, ovi_rectangle box,
                          ovi_cluster_piece piece) {
  const ovi_layer *layer = listing->layer;
  if (level == 0) {
    list_box(listing, box);
    return;
  }
  const int32_t columns = ovi_clusters_x(layer, level);
  box = ovi_rectangle_common(box, (ovi_rectangle){0, 0, columns, ovi_clusters_y(layer, level)});
  for (int32_t y = box.y0; y < box.y1; y++) {
    for (int32_t x = box.x0; x < box.x1; x++) {
      const uint32_t number = ovi_overlay_number(layer, level, (uint32_t)(y * columns + x));
      if (ovi_overlay_replaced(layer, number) == NULL) {
        ovi_ranges_add_piece(&listing->list, listing->pager, layer->number, number, piece);
      }
    }
  }
}

/* Lists the highest level, which is searched as a whole where it is not one cluster. */
static void list_searched(range_listing *listing) {
  const uint32_t highest = listing->layer->overlay.levels;
  if (!ovi_overlay_is_highest(listing->layer, highest)) {
    list_clusters(listing, highest, (ovi_rectangle){0, 0, INT32_MAX, INT32_MAX}, OVI_CLUSTER_FRONT);
  }
}

/* ---- A rectangle -------------------------------------------------------------------------- */

/* Lists what is read between the regions of a rectangle of a floor. The places of a graph lie in
 * rows, which a rectangle of them may fill. */
static void list_rectangle(range_listing *listing, const ovl_ranges_def *def) {
  const ovl_world *world = listing->world;
  const ovi_layer *layer = listing->layer;
  const ovl_cell last = {def->corner.x + def->w - 1, def->corner.y + def->h - 1, def->corner.floor};
  ovl_cell from = ovi_world_to_plane(world, def->corner);
  ovl_cell to = ovi_world_to_plane(world, last);
  ovi_rectangle floor;
  if (!ovi_world_floor_rectangle(world, def->corner.floor, &floor) && from.y != to.y) {
    from.x = 0;
    to.x = layer->partition.width - 1;
  }
  const int32_t side = layer->partition.region_cells;
  const ovi_rectangle ends = {from.x / side, from.y / side, to.x / side + 1, to.y / side + 1};
  const ovi_rectangle around = ovi_box_widen(layer, ends);
  list_box(listing, around);
  if (ovi_layer_uses_labels(layer)) {
    list_labels(listing, around);
    list_ways(listing);
    return;
  }
  /* Searches read the regions in the clusters of level 1 that hold an end; plans the clusters that
   * hold their ends and steps, with tables. */
  list_box(listing, parts_of(1, clusters_of(1, ends)));
  for (uint32_t level = 1; level <= layer->overlay.levels; level++) {
    const ovi_rectangle passed = clusters_of(level, around);
    list_clusters(listing, level, passed, OVI_CLUSTER_FRONT);
    list_clusters(listing, level, passed, OVI_CLUSTER_TABLES);
  }
  list_searched(listing);
}

/* ---- A route ------------------------------------------------------------------------------ */

/* Lists the regions at the far ends of links that have an end in a box. */
static void list_far_ends(range_listing *listing, ovi_rectangle box) {
  const ovi_layer *layer = listing->layer;
  for (uint32_t i = 0; i < layer->shared->link_count && layer->profile.has_links; i++) {
    const ovi_link link = ovi_link_at(layer, i);
    const ovi_rectangle first = region_of_cell(layer, link.first);
    const ovi_rectangle second = region_of_cell(layer, link.second);
    if (ovi_rectangle_has(box, first.x0, first.y0)) {
      list_box(listing, second);
    }
    if (ovi_rectangle_has(box, second.x0, second.y0)) {
      list_box(listing, first);
    }
  }
}

/* Lists what planning a route over overlays again reads: of each level, the clusters that hold the
 * place where it was planned last, the present one and all between, those around them and the one
 * that holds the goal, with their parts; the searches lie inside the clusters that hold the goal.
 */
static void list_replanning(range_listing *listing, ovi_rectangle from, ovi_rectangle goal) {
  const uint32_t highest = listing->layer->overlay.levels;
  for (uint32_t level = 1; level <= highest; level++) {
    ovi_rectangle boxes[2];
    boxes[0] = ovi_rectangle_grow(clusters_of(level, from), level == 1 ? 2 : 1);
    boxes[1] = clusters_of(level, goal);
    for (int i = 0; i < 2; i++) {
      list_clusters(listing, level - 1, parts_of(level, boxes[i]), OVI_CLUSTER_FRONT);
      list_clusters(listing, level, boxes[i], OVI_CLUSTER_FRONT);
      list_clusters(listing, level, boxes[i], OVI_CLUSTER_TABLES);
    }
  }
  list_searched(listing);
}

/* Lists what a planner reads that goes on with a route. */
static void list_route(range_listing *listing, const ovl_route *route) {
  const ovi_layer *layer = listing->layer;
  if (route->done) {
    return; /* its state may be anything */
  }
  const ovi_rectangle at =
      region_of_cell(layer, ovi_world_to_plane(listing->world, route->position));
  const ovi_rectangle to = region_of_cell(layer, ovi_world_to_plane(listing->world, route->goal));
  const ovi_rectangle around = ovi_rectangle_grow(at, AROUND_POSITION);
  const ovi_rectangle goal = ovi_box_widen(layer, to);
  list_box(listing, around);
  list_box(listing, goal);
  if (route->kind == OVL_ROUTE_LABELS) {
    list_labels(listing, around);
    list_labels(listing, goal);
    list_ways(listing);
    list_far_ends(listing, around);
  } else if (route->kind == OVL_ROUTE_OVERLAYS) {
    ovl_route in_plane = *route;
    in_plane.position = ovi_world_to_plane(listing->world, route->position);
    const ovi_overlays_code code = ovi_overlays_unpack(layer, &in_plane);
    ovi_rectangle from = at;
    if (code.next_stop.region < ovi_region_count(layer)) {
      from = ovi_rectangle_join(from, ovi_box_of_region(layer, code.next_stop.region));
    }
    if (code.origin.region < ovi_region_count(layer)) {
      from = ovi_rectangle_join(from, ovi_box_of_region(layer, code.origin.region));
    }
    list_replanning(listing, from, to);
    list_far_ends(listing, around);
  }
}

/* ---- The call ----------------------------------------------------------------------------- */

/* Checks the definition, and finds the layer. */
static ovl_result check_def(const ovl_world *world, const ovl_ranges_def *def,
                            const ovi_layer **layer, ovl_fault *fault) {
  const ovl_route *route = def->route;
  const int32_t profile = route != NULL ? route->profile : def->profile;
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"route",
       route == NULL || (route->world != 0 && ovi_world_has(world, route->position) &&
                         ovi_world_has(world, route->goal)),
       1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  *layer = &world->layers[profile];
  if (route != NULL) {
    uint64_t since;
    const ovl_result result = ovi_world_route_version(world, route, &since);
    return result == OVL_OK ? OVL_OK : ovi_check_fail(fault, result, "route", 0);
  }
  return ovi_world_check_rectangle(world, def->corner, def->w, def->h, 1, fault);
}

ovl_result ovl_world_ranges(const ovl_world *world, const ovl_ranges_def *def,
                            ovl_byte_range *ranges, size_t capacity, size_t *needed,
                            ovl_fault *fault) {
  ovl_fault unused;
  range_listing listing = {.world = world, .unread = UINT64_MAX, .fault = {.what = ""}};
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  ovl_result result = check_def(world, def, &listing.layer, fault);
  if (result != OVL_OK || !ovi_world_is_paged(world)) {
    return result;
  }
  listing.pager = &world->base->pager;
  listing.list.buffer.allocator = world->allocator;
  if (def->route != NULL) {
    list_route(&listing, def->route);
  } else {
    list_rectangle(&listing, def);
  }
  const size_t count = ovi_ranges_merge(&listing.list);
  OVI_ASSERT(count * sizeof *ranges <= listing.list.buffer.used);
  *fault = listing.fault;
  result = listing.result;
  if (result != OVL_OK && result != OVL_READ_FAILED) {
    ovi_buffer_release(&listing.list.buffer);
    return result;
  }
  if (listing.list.lacks_memory) {
    result = ovi_check_fail(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0);
  } else if (count > capacity) {
    result = ovi_check_fail_values(fault, OVL_MORE_ROOM, "capacity", 0, capacity, count);
  } else if (count != 0) {
    memcpy(ranges, listing.list.buffer.bytes, count * sizeof *ranges);
  }
  *needed = count;
  ovi_buffer_release(&listing.list.buffer);
  return result;
}
