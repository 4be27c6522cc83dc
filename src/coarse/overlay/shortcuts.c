/* The least cost to the goal over each link, found by relaxing the ways over all of them. */
#include "coarse/overlay/shortcuts.h"

#include "coarse/view/links.h"
#include "common/step_cost.h"

/* A way over a link while its rest is found. */
typedef struct shortcut_way {
  ovi_half_cells from, to;
  uint64_t cost, rest; /* units */
} shortcut_way;

static uint64_t halves_apart(ovi_half_cells a, ovi_half_cells b, uint32_t weight) {
  return ovi_octile_halves(a.x - b.x, a.y - b.y, weight);
}

void ovi_shortcuts_find(ovi_shortcuts *shortcuts, const ovi_layer *layer, ovi_half_cells goal) {
  shortcut_way ways[2 * OVI_SHORTCUT_LINKS];
  uint32_t count = 0;
  const uint32_t weight = layer->profile.min_weight;
  const uint32_t links = layer->shared->link_count;
  *shortcuts = (ovi_shortcuts){.goal = goal, .weight = weight};
  if (!layer->profile.has_links || links > OVI_SHORTCUT_LINKS) {
    shortcuts->weight = layer->overlay.weight < weight ? layer->overlay.weight : weight;
    return;
  }
  /* Lists the ways over all links, doors that are closed among them, each as if it led straight to
   * the goal. */
  for (uint32_t i = 0; i < links; i++) {
    const ovi_link link = ovi_link_at(layer, i);
    const ovi_half_cells first = {2 * (int64_t)link.first.x, 2 * (int64_t)link.first.y};
    const ovi_half_cells second = {2 * (int64_t)link.second.x, 2 * (int64_t)link.second.y};
    ways[count++] = (shortcut_way){.from = first, .to = second, .cost = link.cost};
    if (link.cost_back != 0) {
      ways[count++] = (shortcut_way){.from = second, .to = first, .cost = link.cost_back};
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    ways[i].rest = ways[i].cost + halves_apart(ways[i].to, goal, weight);
  }
  /* Lowers each way's cost to the goal to that of going on over another. */
  for (bool changes = true; changes;) { /* costs are above 0: no way gains by itself */
    changes = false;
    for (uint32_t i = 0; i < count * count; i++) {
      shortcut_way *way = &ways[i / count];
      const shortcut_way *next = &ways[i % count];
      const uint64_t over = way->cost + halves_apart(way->to, next->from, weight) + next->rest;
      changes = changes || over < way->rest;
      way->rest = over < way->rest ? over : way->rest;
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    if (ways[i].rest < halves_apart(ways[i].from, goal, weight)) {
      shortcuts->list[shortcuts->count++] = (ovi_shortcut){ways[i].from, ways[i].rest};
    }
  }
}

uint64_t ovi_shortcuts_bound(const ovi_shortcuts *shortcuts, ovi_half_cells at) {
  uint64_t least = halves_apart(at, shortcuts->goal, shortcuts->weight);
  for (uint32_t i = 0; i < shortcuts->count; i++) {
    const ovi_shortcut *way = &shortcuts->list[i];
    const uint64_t over = halves_apart(at, way->at, shortcuts->weight) + way->rest;
    least = over < least ? over : least;
  }
  return least;
}
