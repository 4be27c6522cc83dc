/* Depth first, the way down kept in the nodes themselves. */
#include "common/scc.h"

#include "common/compiler.h"

#define NO_NODE UINT32_MAX

void ovi_scc_reserve(ovi_strong *strong, ovi_arena *arena, uint64_t nodes) {
  strong->components = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->met = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->lows = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->cursors = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->parents = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  strong->open = ovi_arena_take(arena, nodes, sizeof(uint32_t));
}

/* What has been met and found so far. */
typedef struct progress {
  uint32_t met, open, components;
} progress;

static void meet(ovi_strong *s, progress *p, uint32_t node, uint32_t parent) {
  s->met[node] = s->lows[node] = ++p->met;
  s->cursors[node] = 0;
  s->parents[node] = parent;
  s->components[node] = UINT32_MAX;
  s->open[p->open++] = node;
}

static void lower(ovi_strong *s, uint32_t node, uint32_t low) {
  s->lows[node] = low < s->lows[node] ? low : s->lows[node];
}

/* All that was met since the first node of a component and is still open belongs to it. */
static void close_component(ovi_strong *s, progress *p, uint32_t first) {
  uint32_t node;
  do {
    node = s->open[--p->open];
    s->components[node] = p->components;
  } while (node != first);
  p->components++;
}

static void search_from(ovi_strong *s, progress *p, uint32_t root, ovi_successor_fn next,
                        const void *graph) {
  uint32_t node = root;
  meet(s, p, root, NO_NODE);
  while (node != NO_NODE) {
    uint32_t to;
    if (next(graph, node, &s->cursors[node], &to)) {
      if (s->met[to] == 0) {
        meet(s, p, to, node);
        node = to;
      } else if (s->components[to] == UINT32_MAX) {
        lower(s, node, s->met[to]);
      }
      continue;
    }
    if (s->lows[node] == s->met[node]) {
      close_component(s, p, node);
    }
    const uint32_t parent = s->parents[node];
    if (parent != NO_NODE) {
      lower(s, parent, s->lows[node]);
    }
    node = parent;
  }
}

uint32_t ovi_strong_find(ovi_strong *strong, uint32_t count, ovi_successor_fn next,
                         const void *graph) {
  progress p = {0, 0, 0};
  memset(strong->met, 0, count * sizeof(uint32_t));
  for (uint32_t node = 0; node < count; node++) {
    if (strong->met[node] == 0) {
      search_from(strong, &p, node, next, graph);
    }
  }
  return p.components;
}

void ovi_strong_sort(ovi_strong *strong, uint32_t count) {
  uint32_t *numbers = strong->lows;
  uint32_t next = 0;
  memset(numbers, 0xff, count * sizeof(uint32_t)); /* UINT32_MAX */
  for (uint32_t node = 0; node < count; node++) {
    uint32_t *number = &numbers[strong->components[node]];
    *number = *number != UINT32_MAX ? *number : next++;
    strong->components[node] = *number;
  }
}
