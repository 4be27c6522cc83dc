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

static ovi_half_cells middle_of_cell(ovl_cell cell) {
  return (ovi_half_cells){2 * (int64_t)cell.x, 2 * (int64_t)cell.y};
}

/* Lists the ways over all links, doors that are closed among them, each as if it led to the goal.
 */
static uint32_t list_ways_to(const ovi_shortcuts *shortcuts, const ovi_layer *layer,
                             shortcut_way *ways) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < layer->shared->link_count; i++) {
    const ovi_link link = ovi_link_at(layer, i);
    const ovi_half_cells first = middle_of_cell(link.first);
    const ovi_half_cells second = middle_of_cell(link.second);
    ways[count++] = (shortcut_way){.from = first, .to = second, .cost = link.cost};
    if (link.cost_back != 0) {
      ways[count++] = (shortcut_way){.from = second, .to = first, .cost = link.cost_back};
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    ways[i].rest = ways[i].cost + halves_apart(ways[i].to, shortcuts->goal, shortcuts->weight);
  }
  return count;
}

/* Lowers the cost to the goal over one way to that of going on over another one. */
static bool relax_way(shortcut_way *way, const shortcut_way *next, uint32_t weight) {
  const uint64_t over = way->cost + halves_apart(way->to, next->from, weight) + next->rest;
  const bool is_lower = over < way->rest;
  way->rest = is_lower ? over : way->rest;
  return is_lower;
}

void ovi_shortcuts_find(ovi_shortcuts *shortcuts, const ovi_layer *layer, ovi_half_cells goal) {
  shortcut_way ways[2 * OVI_SHORTCUT_LINKS];
  const uint32_t weight = layer->profile.min_weight;
  const bool is_told_apart = layer->shared->link_count <= OVI_SHORTCUT_LINKS;
  *shortcuts = (ovi_shortcuts){.goal = goal, .weight = weight};
  if (!layer->profile.has_links || !is_told_apart) {
    shortcuts->weight = layer->overlay.weight < weight ? layer->overlay.weight : weight;
    return;
  }
  const uint32_t count = list_ways_to(shortcuts, layer, ways);
  for (bool changes = true; changes;) { /* costs are above 0: no way gains by itself */
    changes = false;
    for (uint32_t i = 0; i < count * count; i++) {
      changes = relax_way(&ways[i / count], &ways[i % count], weight) || changes;
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
