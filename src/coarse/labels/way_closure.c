/* Joins the labels of the ends of ways, and closes the costs over all ways in between. */
#include "coarse/labels/way_closure.h"

#include "common/compiler.h"

#define NO_WAY_COST (UINT64_MAX / 4)

enum { PAIRS = 16, CLOSED = 512 }; /* items that take as long as one expansion */

void ovi_way_closure_reserve(ovi_way_closure *closure, ovi_arena *arena) {
  const uint64_t count = closure->count;
  closure->ways = ovi_arena_take(arena, count, sizeof(ovi_link_way));
  closure->costs = ovi_arena_take(arena, count * count, sizeof(uint64_t));
}

/* Lists the ways of a layer with so many waypoints. */
static void list_link_ways(ovi_way_closure *closure, const ovi_layer *layer, uint32_t waypoints) {
  ovi_link_cursor cursor = ovi_links_of(layer);
  uint32_t count = 0;
  while (ovi_link_next(&cursor)) {
    for (int back = 0; back < 2; back++) {
      ovi_link_way way;
      if (ovi_way_of_link(&cursor, waypoints, back != 0, &way)) {
        closure->ways[count++] = way;
      }
    }
  }
  OVI_ASSERT(count == closure->count);
}

bool ovi_way_closure_make(ovi_way_closure *closure, const ovi_layer *layer,
                          const ovi_grown_labels *grown, uint64_t *at, uint64_t *budget) {
  const uint64_t count = closure->count;
  if (*at == 0 && count != 0) {
    list_link_ways(closure, layer, grown->graph->node_count - grown->graph->links.count);
  }
  while (*at < 2 * count && *budget != 0) {
    if (*at < count) {
      /* The costs from taking a way to having left another without a third. */
      uint64_t *row = closure->costs + *at * count;
      const ovi_link_way *first = &closure->ways[*at];
      ovi_labels_spread(grown, grown->rank[first->exit], 0, false);
      for (uint64_t to = 0; to < count; to++) {
        const ovi_link_way *second = &closure->ways[to];
        const uint32_t joined = ovi_labels_joined(grown, grown->rank[second->entry]);
        const uint64_t walk = (uint64_t)joined << grown->graph->shift;
        row[to] = to == *at                 ? first->cost
                  : joined >= OVI_GRAPH_FAR ? NO_WAY_COST
                                            : first->cost + walk + second->cost;
      }
      ovi_labels_spread(grown, grown->rank[first->exit], 0, true);
      ovi_slice_pay(budget, 1 + count / PAIRS);
    } else {
      /* Lower all costs to those by way of one more way, which both parts count. */
      const uint64_t middle = *at - count;
      const uint64_t *onward = closure->costs + middle * count;
      for (uint64_t from = 0; from < count; from++) {
        uint64_t *row = closure->costs + from * count;
        const uint64_t there = row[middle] - closure->ways[middle].cost;
        for (uint64_t to = 0; row[middle] < NO_WAY_COST && to < count; to++) {
          row[to] = there + onward[to] < row[to] ? there + onward[to] : row[to];
        }
      }
      ovi_slice_pay(budget, 1 + count * count / CLOSED);
    }
    ++*at;
  }
  return *at == 2 * count;
}

void ovi_way_closure_write(const ovi_way_closure *closure, const ovi_labels_layout *at,
                           uint8_t *section) {
  const uint64_t count = closure->count;
  uint32_t links = 0;
  for (uint32_t way = 0; way < count; way++) {
    uint8_t *entry = section + at->ways + (uint64_t)OVI_WAY_BYTES * way;
    ovi_way_write(&closure->ways[way], entry);
    uint64_t least = UINT32_MAX; /* cost from taking the way to having left another */
    for (uint32_t other = 0; other < count; other++) {
      const uint64_t cost = closure->costs[(uint64_t)way * count + other];
      least = other != way && cost < least ? cost : least;
    }
    ovi_put_u32(entry + OVI_WAY_NEAR, (uint32_t)least);
    if (closure->ways[way].stop.side == 1) {
      ovi_put_u32(section + at->links + 4 * (uint64_t)links++, closure->ways[way].entry);
    }
  }
  OVI_ASSERT(links == closure->link_count);
  for (uint64_t pair = 0; pair < count * count; pair++) {
    const uint64_t cost = closure->costs[pair];
    ovi_put_u64(section + at->closure + 8 * pair, cost < NO_WAY_COST ? cost : UINT64_MAX);
  }
}
