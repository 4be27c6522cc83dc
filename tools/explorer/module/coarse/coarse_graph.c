/* See coarse_graph.h. */
#include "tools/explorer/module/coarse/coarse_graph.h"

#include "overland_edit.h"
#include "tools/explorer/module/module_memory.h"

static coarse_graph graph;

static uint32_t region_count(const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  return (uint32_t)info.partition.regions_x * (uint32_t)info.partition.regions_y;
}

static bool list_waypoints(const ovl_world *world, uint32_t regions) {
  bool has_room = module_reserve(&graph.first_number, &graph.region_capacity, (size_t)regions + 1,
                                 sizeof *graph.first_number);
  graph.count = 0;
  for (uint32_t region = 0; has_room && region < regions; region++) {
    graph.first_number[region] = graph.count;
    graph.count += (uint32_t)ovl_world_waypoints(world, 0, (int32_t)region, NULL, 0);
  }
  has_room = has_room && module_reserve(&graph.waypoints, &graph.waypoint_capacity,
                                        (size_t)graph.count + 1, sizeof *graph.waypoints);
  for (uint32_t region = 0; has_room && region < regions; region++) {
    const uint32_t first = graph.first_number[region];
    ovl_world_waypoints(world, 0, (int32_t)region, graph.waypoints + first, graph.count - first);
  }
  return has_room;
}

static uint32_t number_of(const ovl_waypoint *waypoint) {
  return graph.first_number[waypoint->region] + (uint32_t)waypoint->number;
}

/* The edges through a region, in graph.listed; SIZE_MAX: no memory. */
static size_t list_edges(const ovl_world *world, uint32_t region) {
  const size_t count = ovl_world_edges(world, 0, (int32_t)region, NULL, 0);
  const bool has_room =
      module_reserve(&graph.listed, &graph.listed_capacity, count + 1, sizeof *graph.listed);
  return !has_room ? SIZE_MAX : ovl_world_edges(world, 0, (int32_t)region, graph.listed, count);
}

/* Counts the edges from each waypoint n at first_edge[n + 2], so that the sums of these counts are
 * where the edges of n + 1 begin; entry n + 1 then moves from where those of n begin to their end.
 */
static bool sort_edges(const ovl_world *world, uint32_t regions) {
  const size_t entries = (size_t)graph.count + 2;
  if (!module_reserve(&graph.first_edge, &graph.first_edge_capacity, entries,
                      sizeof *graph.first_edge)) {
    return false;
  }
  memset(graph.first_edge, 0, entries * sizeof *graph.first_edge);
  for (uint32_t region = 0; region < regions; region++) {
    const size_t count = list_edges(world, region);
    for (size_t i = 0; i < count && count != SIZE_MAX; i++) {
      graph.first_edge[number_of(&graph.listed[i].from) + 2]++;
    }
  }
  for (uint32_t i = 2; i < entries; i++) {
    graph.first_edge[i] += graph.first_edge[i - 1];
  }
  const size_t all = (size_t)graph.first_edge[entries - 1] + 1;
  if (!module_reserve(&graph.edges, &graph.edge_capacity, all, sizeof *graph.edges)) {
    return false;
  }
  for (uint32_t region = 0; region < regions; region++) {
    const size_t count = list_edges(world, region);
    for (size_t i = 0; i < count && count != SIZE_MAX; i++) {
      const ovl_edge *edge = &graph.listed[i];
      graph.edges[graph.first_edge[number_of(&edge->from) + 1]++] =
          (coarse_edge){.to = number_of(&edge->to), .cost = edge->cost};
    }
  }
  return true;
}

const coarse_graph *coarse_graph_of(const ovl_world *world) {
  ovl_version_info version;
  ovl_world_version(world, &version);
  if (graph.first_edge != NULL && graph.identity == version.identity) {
    return &graph;
  }
  const uint32_t regions = region_count(world);
  graph.identity = ~version.identity;
  if (!list_waypoints(world, regions) || !sort_edges(world, regions)) {
    return NULL;
  }
  graph.identity = version.identity;
  return &graph;
}
