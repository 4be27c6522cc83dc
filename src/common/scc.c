/* The depth-first search; its path down is stored in the nodes. */
#include "common/scc.h"

#include "common/compiler.h"

#define NO_NODE UINT32_MAX

void ovi_scc_reserve(ovi_scc *scc, ovi_arena *arena, uint64_t nodes) {
  scc->components = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  scc->visited = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  scc->lows = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  scc->cursors = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  scc->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  scc->stack = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

/* Counts of visited nodes, of nodes on the stack, and of components found. */
typedef struct scc_progress {
  uint32_t visited, stack, components;
} scc_progress;

static void scc_visit(ovi_scc *scc, scc_progress *progress, uint32_t node, uint32_t parent) {
  scc->visited[node] = scc->lows[node] = ++progress->visited;
  scc->cursors[node] = 0;
  scc->parents[node] = parent;
  scc->components[node] = UINT32_MAX;
  scc->stack[progress->stack++] = node;
}

static void search_from(ovi_scc *scc, scc_progress *progress, uint32_t root, ovi_successor_fn next,
                        const void *graph) {
  uint32_t *lows = scc->lows;
  uint32_t node = root;
  scc_visit(scc, progress, root, NO_NODE);
  while (node != NO_NODE) {
    uint32_t to;
    if (next(graph, node, &scc->cursors[node], &to)) {
      if (scc->visited[to] == 0) {
        scc_visit(scc, progress, to, node);
        node = to;
      } else if (scc->components[to] == UINT32_MAX) {
        lows[node] = scc->visited[to] < lows[node] ? scc->visited[to] : lows[node];
      }
      continue;
    }
    if (lows[node] == scc->visited[node]) {
      /* A component is complete: all nodes on the stack from this one on. */
      uint32_t popped;
      do {
        popped = scc->stack[--progress->stack];
        scc->components[popped] = progress->components;
      } while (popped != node);
      progress->components++;
    }
    const uint32_t parent = scc->parents[node];
    if (parent != NO_NODE) {
      lows[parent] = lows[node] < lows[parent] ? lows[node] : lows[parent];
    }
    node = parent;
  }
}

uint32_t ovi_scc_find(ovi_scc *scc, uint32_t count, ovi_successor_fn next, const void *graph) {
  scc_progress progress = {0, 0, 0};
  memset(scc->visited, 0, count * sizeof(uint32_t));
  for (uint32_t node = 0; node < count; node++) {
    if (scc->visited[node] == 0) {
      search_from(scc, &progress, node, next, graph);
      OVI_ASSERT(progress.stack == 0); /* each of its nodes has a component */
    }
  }
  OVI_ASSERT(progress.visited == count && progress.components <= count);
  return progress.components;
}
