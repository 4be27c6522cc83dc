/* Dijkstra's algorithm from the textbook, without a heap. */
#include "tests/coarse/labels/edge_judge.h"

#include "overland_inspect.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

void edge_judge_free(edge_judge *j) {
  free(j->firsts);
  free(j->begins);
  free(j->targets);
  free(j->costs);
  free(j->distances);
  free(j->settled);
}

static uint32_t index_of(const edge_judge *j, const ovl_waypoint *w) {
  return j->firsts[w->region] + (uint32_t)w->number;
}

static void add_edges(edge_judge *j, const ovl_edge *edges, size_t count) {
  for (size_t i = 0; i < count; i++) {
    j->begins[index_of(j, &edges[i].from) + 1]++;
  }
  for (uint32_t at = 0; at < j->count; at++) {
    j->begins[at + 1] += j->begins[at];
  }
  uint32_t *next = test_allocate(j->count, sizeof *next);
  memcpy(next, j->begins, j->count * sizeof *next);
  for (size_t i = 0; i < count; i++) {
    uint32_t place = next[index_of(j, &edges[i].from)]++;
    j->targets[place] = index_of(j, &edges[i].to);
    j->costs[place] = edges[i].cost;
  }
  free(next);
}

edge_judge edge_judge_make(const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  edge_judge j = {.regions = (uint32_t)(info.partition.regions_x * info.partition.regions_y)};
  j.firsts = test_allocate(j.regions, sizeof *j.firsts);
  for (uint32_t id = 0; id < j.regions; id++) {
    j.firsts[id] = j.count;
    j.count += (uint32_t)ovl_world_waypoints(world, 0, (int32_t)id, NULL, 0);
  }
  j.begins = test_allocate(j.count + 1, sizeof *j.begins);
  j.targets = test_allocate((size_t)info.graph.edges, sizeof *j.targets);
  j.costs = test_allocate((size_t)info.graph.edges, sizeof *j.costs);
  j.distances = test_allocate(j.count, sizeof *j.distances);
  j.settled = test_allocate(j.count, sizeof *j.settled);
  ovl_edge *edges = test_allocate((size_t)info.graph.edges, sizeof *edges);
  size_t count = 0;
  for (uint32_t id = 0; id < j.regions; id++) {
    count +=
        ovl_world_edges(world, 0, (int32_t)id, edges + count, (size_t)info.graph.edges - count);
  }
  add_edges(&j, edges, count);
  free(edges);
  return j;
}

/* The nearest waypoint that is not settled; count if none can be reached. */
static uint32_t nearest(const edge_judge *j) {
  uint32_t best = j->count;
  for (uint32_t at = 0; at < j->count; at++) {
    if (!j->settled[at] && j->distances[at] != UINT64_MAX &&
        (best == j->count || j->distances[at] < j->distances[best])) {
      best = at;
    }
  }
  return best;
}

void edge_judge_run(edge_judge *j, uint32_t from) {
  for (uint32_t at = 0; at < j->count; at++) {
    j->distances[at] = UINT64_MAX;
    j->settled[at] = false;
  }
  j->distances[from] = 0;
  for (uint32_t at = nearest(j); at != j->count; at = nearest(j)) {
    j->settled[at] = true;
    for (uint32_t i = j->begins[at]; i < j->begins[at + 1]; i++) {
      uint64_t cost = j->distances[at] + j->costs[i];
      if (cost < j->distances[j->targets[i]]) {
        j->distances[j->targets[i]] = cost;
      }
    }
  }
}
