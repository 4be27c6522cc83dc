/* Label correcting over ports: see overlay_judge.h. */
#include "tests/coarse/overlay/overlay_judge.h"

#include <stdlib.h>

#include "tests/support/test_allocate.h"

static uint32_t place_of(const overlay_judge *j, uint32_t node) {
  uint32_t place = 0;
  while (node >= j->firsts[place + 1]) {
    place++;
  }
  return place;
}

/* The node of the same waypoint in a judge's cell, seen from the other side; UINT32_MAX: it is not
 * inside. */
static uint32_t other_side(const overlay_judge *from, uint32_t node, const overlay_judge *to) {
  const uint32_t place = place_of(from, node);
  const ovi_below *below = &from->below[place];
  const uint32_t port = node - from->firsts[place];
  const int group = ovi_port_group(&below->groups, port);
  const int32_t x = (int32_t)below->id % from->box.row + ovi_group_x(group) - to->box.x;
  const int32_t y = (int32_t)below->id / from->box.row + ovi_group_y(group) - to->box.y;
  if (x < 0 || y < 0 || x >= to->box.w || y >= to->box.h) {
    return UINT32_MAX;
  }
  const uint32_t beside = (uint32_t)(y * to->box.w + x);
  return to->firsts[beside] + to->below[beside].groups.begins[ovi_group_opposite(group)] + port -
         below->groups.begins[group];
}

static void reach(overlay_judge *j, uint32_t node, uint64_t distance, uint32_t *tail) {
  if (distance < j->distances[node]) {
    j->distances[node] = distance;
    if (j->queued[node] == 0) {
      j->queued[node] = 1;
      j->queue[(*tail)++ % j->firsts[j->count]] = node;
    }
  }
}

static void leave(overlay_judge *j, uint32_t node, uint32_t *tail) {
  const uint32_t place = place_of(j, node);
  const ovi_below *below = &j->below[place];
  const uint32_t first = j->firsts[place];
  for (uint32_t component = 0; component < below->linked; component++) {
    const ovi_clique clique = ovi_below_clique(below, component);
    uint32_t here = 0;
    while (here < clique.count && ovi_clique_port(&clique, here) != node - first) {
      here++;
    }
    for (uint32_t i = 0; here < clique.count && i < clique.count; i++) {
      if (i != here) {
        reach(j, first + ovi_clique_port(&clique, i),
              j->distances[node] + ovi_clique_cost(&clique, here, i), tail);
      }
    }
  }
}

void overlay_judge_run(overlay_judge *j, uint32_t node) {
  uint32_t head = 0;
  uint32_t tail = 0;
  for (uint32_t i = 0; i < j->firsts[j->count]; i++) {
    j->distances[i] = OVERLAY_FAR;
    j->queued[i] = 0;
  }
  reach(j, node, 0, &tail);
  while (head != tail) {
    const uint32_t at = j->queue[head++ % j->firsts[j->count]];
    j->queued[at] = 0;
    leave(j, at, &tail);
    const uint32_t other = other_side(j, at, j);
    if (other != UINT32_MAX) {
      reach(j, other, j->distances[at], &tail);
    }
  }
}

overlay_judge *overlay_judge_make(const ovi_layer *layer, uint32_t level, uint32_t id) {
  overlay_judge *j = test_allocate(sizeof *j, 1);
  j->layer = layer;
  j->level = level;
  j->box = ovi_below_box_of(layer, level, id);
  for (int32_t y = 0; y < j->box.h; y++) {
    for (int32_t x = 0; x < j->box.w; x++) {
      ovi_below *below = &j->below[j->count];
      ovi_below_view(below, layer, level - 1, ovi_below_id(&j->box, x, y));
      j->firsts[j->count + 1] = j->firsts[j->count] + below->ports;
      j->count++;
    }
  }
  const uint32_t nodes = j->firsts[j->count];
  j->distances = test_allocate(nodes, sizeof *j->distances);
  j->labels = test_allocate(nodes, sizeof *j->labels);
  j->cliques = test_allocate(nodes, sizeof *j->cliques);
  j->queue = test_allocate(nodes, sizeof *j->queue);
  j->queued = test_allocate(nodes, 1);
  for (uint32_t place = 0, clique = 0; place < j->count; place++) {
    for (uint32_t component = 0; component < j->below[place].linked; component++, clique++) {
      const ovi_clique ports = ovi_below_clique(&j->below[place], component);
      for (uint32_t i = 0; i < ports.count; i++) {
        j->cliques[j->firsts[place] + ovi_clique_port(&ports, i)] = clique;
      }
    }
  }
  for (uint32_t node = 0; node < nodes; node++) {
    if (j->labels[node] == 0) {
      overlay_judge_run(j, node);
      for (uint32_t i = 0; i < nodes; i++) {
        j->labels[i] = j->distances[i] != OVERLAY_FAR ? node + 1 : j->labels[i];
      }
    }
  }
  return j;
}

void overlay_judge_free(overlay_judge *j) {
  free(j->distances);
  free(j->labels);
  free(j->cliques);
  free(j->queue);
  free(j->queued);
  free(j);
}

uint32_t overlay_judge_port(const overlay_judge *j, const ovi_cluster *cell, uint32_t port) {
  const ovi_overlay_port at = ovi_overlay_port_below(j->layer, cell, port);
  uint32_t place = 0;
  while (place < j->count && j->below[place].id != at.cluster) {
    place++;
  }
  return place < j->count && at.port < j->below[place].ports ? j->firsts[place] + at.port
                                                             : UINT32_MAX;
}

uint32_t overlay_judge_crossings(const overlay_judge *from, const overlay_judge *to, int group,
                                 overlay_crossing *out, uint32_t room) {
  const int32_t side = ovi_overlay_side(from->level) * from->layer->partition.region_cells;
  uint32_t count = 0;
  for (uint32_t node = 0; node < from->firsts[from->count]; node++) {
    const uint32_t other = other_side(from, node, to);
    if (other == UINT32_MAX || count == room) {
      continue;
    }
    const uint32_t place = place_of(from, node);
    const uint32_t port = node - from->firsts[place];
    const uint32_t id = from->below[place].id;
    ovl_cell cell = ovi_overlay_port_cell(from->layer, from->level - 1, id, port);
    if (from->level > 1) { /* the middle of its region */
      const int32_t wide = from->layer->partition.region_cells;
      cell = (ovl_cell){cell.x / wide * wide + wide / 2, cell.y / wide * wide + wide / 2, 0};
    }
    const int32_t at = (group == OVI_GROUP_E ? cell.y : cell.x) % side;
    const bool is_corner = group == OVI_GROUP_SE || group == OVI_GROUP_SW;
    const int32_t window = is_corner ? 0 : at / (side / 8);
    out[count++] =
        (overlay_crossing){{node, other},
                           (uint32_t)window,
                           is_corner ? 0 : abs(2 * at + 1 - (2 * window + 1) * (side / 8))};
  }
  return count;
}
