/* Depth first, the way down kept in the nodes themselves. */
#include "common/scc.h"

#include "common/compiler.h"

#define NO_NODE UINT32_MAX

void ovi_scc_reserve(ovi_scc *strong, ovi_arena *arena, uint64_t nodes) {
  strong->components = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->met = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->lows = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->cursors = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->open = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

/* What has been met and found so far. */
typedef struct scc_progress {
  uint32_t met, open, components;
} scc_progress;

static void scc_reach_node(ovi_scc *strong, scc_progress *progress, uint32_t node,
                           uint32_t parent) {
  strong->met[node] = strong->lows[node] = ++progress->met;
  strong->cursors[node] = 0;
  strong->parents[node] = parent;
  strong->components[node] = UINT32_MAX;
  strong->open[progress->open++] = node;
}

static void scc_lower(ovi_scc *strong, uint32_t node, uint32_t low) {
  strong->lows[node] = low < strong->lows[node] ? low : strong->lows[node];
}

/* All that was met since the first node of a component and is still open belongs to it. */
static void close_component(ovi_scc *strong, scc_progress *progress, uint32_t first) {
  uint32_t node;
  do {
    node = strong->open[--progress->open];
    strong->components[node] = progress->components;
  } while (node != first);
  progress->components++;
}

static void search_from(ovi_scc *strong, scc_progress *progress, uint32_t root,
                        ovi_successor_fn next, const void *graph) {
  uint32_t node = root;
  scc_reach_node(strong, progress, root, NO_NODE);
  while (node != NO_NODE) {
    uint32_t to;
    if (next(graph, node, &strong->cursors[node], &to)) {
      if (strong->met[to] == 0) {
        scc_reach_node(strong, progress, to, node);
        node = to;
      } else if (strong->components[to] == UINT32_MAX) {
        scc_lower(strong, node, strong->met[to]);
      }
      continue;
    }
    if (strong->lows[node] == strong->met[node]) {
      close_component(strong, progress, node);
    }
    const uint32_t parent = strong->parents[node];
    if (parent != NO_NODE) {
      scc_lower(strong, parent, strong->lows[node]);
    }
    node = parent;
  }
}

uint32_t ovi_scc_find(ovi_scc *strong, uint32_t count, ovi_successor_fn next, const void *graph) {
  scc_progress progress = {0, 0, 0};
  memset(strong->met, 0, count * sizeof(uint32_t));
  for (uint32_t node = 0; node < count; node++) {
    if (strong->met[node] == 0) {
      search_from(strong, &progress, node, next, graph);
    }
  }
  return progress.components;
}

void ovi_scc_sort(ovi_scc *strong, uint32_t count) {
  uint32_t *numbers = strong->lows;
  uint32_t next = 0;
  memset(numbers, 0xff, count * sizeof(uint32_t)); /* UINT32_MAX */
  for (uint32_t node = 0; node < count; node++) {
    uint32_t *number = &numbers[strong->components[node]];
    *number = *number != UINT32_MAX ? *number : next++;
    strong->components[node] = *number;
  }
}
