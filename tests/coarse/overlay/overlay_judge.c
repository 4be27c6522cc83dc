/* A label-correcting search over ports. */
#include "tests/coarse/overlay/overlay_judge.h"

#include "coarse/view/region_cells.h"

#include <stdlib.h>

#include "tests/support/test_allocate.h"

ovl_cell overlay_judge_cell(const ovi_layer *layer, uint32_t level, uint32_t id, uint32_t port) {
  const ovi_overlay_port below = ovi_overlay_port_on(layer, level, (ovi_overlay_port){id, port}, 0);
  const ovi_region region = ovi_region_view(layer, below.cluster);
  if (below.port >= region.ports.count) {
    return (ovl_cell){region.x, region.y, 0};
  }
  const uint32_t at = below.port < region.ports.count ? ovi_port_cell(&region, below.port) : 0;
  return (ovl_cell){region.x + ovi_port_x(at), region.y + ovi_port_y(at), 0};
}
static uint32_t part_of(const overlay_judge *judge, uint32_t node) {
  uint32_t part = 0;
  while (node >= judge->firsts[part + 1]) {
    part++;
  }
  return part;
}

/* The node of a link's other end, in the cluster. UINT32_MAX: that is not inside the cluster. */
static uint32_t other_end(const overlay_judge *judge, const ovi_below *below, uint32_t port) {
  bool is_out;
  const uint32_t link = ovi_below_link(below, port, &is_out);
  for (uint32_t part = 0; part < judge->count; part++) {
    const ovi_below *other = &judge->below[part];
    for (uint32_t at = other->groups.begins[OVI_GROUP_COUNT]; at < other->ports; at++) {
      bool other_is_out;
      if (ovi_below_link(other, at, &other_is_out) == link && other_is_out != is_out) {
        return judge->firsts[part] + at;
      }
    }
  }
  return UINT32_MAX;
}

/* The node of the same waypoint on its other side, in the cluster of `to`. UINT32_MAX: that is not
 * inside the cluster. */
static uint32_t other_side(const overlay_judge *from, uint32_t node, const overlay_judge *to) {
  const uint32_t part = part_of(from, node);
  const ovi_below *below = &from->below[part];
  const uint32_t port = node - from->firsts[part];
  if (ovi_port_is_link(&below->groups, port)) {
    return other_end(to, below, port);
  }
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

uint32_t overlay_judge_other_side(const overlay_judge *judge, uint32_t node) {
  return other_side(judge, node, judge);
}

/* Lowers the distance of a node, and queues it. */
static void lower_distance(overlay_judge *judge, uint32_t node, uint64_t distance, uint32_t *tail) {
  if (distance < judge->distances[node]) {
    judge->distances[node] = distance;
    if (judge->queued[node] == 0) {
      judge->queued[node] = 1;
      judge->queue[(*tail)++ % judge->firsts[judge->count]] = node;
    }
  }
}

/* Passes the distance of a node on within its part. */
static void pass_clique(overlay_judge *judge, uint32_t node, bool back, uint32_t *tail) {
  const uint32_t part = part_of(judge, node);
  const ovi_below *below = &judge->below[part];
  const uint32_t first = judge->firsts[part];
  for (uint32_t component = 0; component < below->linked; component++) {
    const ovi_clique clique = ovi_below_clique(below, component);
    uint32_t here = 0;
    while (here < clique.count && ovi_clique_port(&clique, here) != node - first) {
      here++;
    }
    for (uint32_t i = 0; here < clique.count && i < clique.count; i++) {
      const uint32_t cost =
          i != here ? ovi_clique_way(&clique, back ? here : i, back ? i : here) : OVI_NO_COST_32;
      if (cost != OVI_NO_COST_32) {
        lower_distance(judge, first + ovi_clique_port(&clique, i), judge->distances[node] + cost,
                       tail);
      }
    }
  }
}

void overlay_judge_run(overlay_judge *judge, uint32_t node, bool back) {
  for (uint32_t i = 0; i < judge->firsts[judge->count]; i++) {
    judge->distances[i] = i == node ? 0 : OVERLAY_FAR;
  }
  overlay_judge_spread(judge, back);
}

void overlay_judge_spread(overlay_judge *judge, bool back) {
  const uint32_t nodes = judge->firsts[judge->count];
  uint32_t head = 0;
  uint32_t tail = 0;
  for (uint32_t i = 0; i < nodes; i++) {
    judge->queued[i] = judge->distances[i] != OVERLAY_FAR ? 1 : 0;
    if (judge->queued[i] != 0) {
      judge->queue[tail++ % nodes] = i;
    }
  }
  while (head != tail) {
    const uint32_t at = judge->queue[head++ % judge->firsts[judge->count]];
    judge->queued[at] = 0;
    pass_clique(judge, at, back, &tail);
    const uint32_t other = other_side(judge, at, judge);
    if (other != UINT32_MAX) {
      lower_distance(judge, other, judge->distances[at], &tail);
    }
  }
}

overlay_judge *overlay_judge_make(const ovi_layer *layer, uint32_t level, uint32_t id) {
  overlay_judge *judge = test_allocate(sizeof *judge, 1);
  judge->layer = layer;
  judge->level = level;
  judge->box = ovi_below_box_of(layer, level, id);
  for (int32_t y = 0; y < judge->box.h; y++) {
    for (int32_t x = 0; x < judge->box.w; x++) {
      ovi_below *below = &judge->below[judge->count];
      ovi_below_view(below, layer, level - 1, ovi_below_id(&judge->box, x, y));
      judge->firsts[judge->count + 1] = judge->firsts[judge->count] + below->ports;
      judge->count++;
    }
  }
  const uint32_t nodes = judge->firsts[judge->count];
  judge->distances = test_allocate(nodes, sizeof *judge->distances);
  judge->labels = test_allocate(nodes, sizeof *judge->labels);
  judge->cliques = test_allocate(nodes, sizeof *judge->cliques);
  judge->queue = test_allocate(nodes, sizeof *judge->queue);
  judge->queued = test_allocate(nodes, 1);
  for (uint32_t part = 0, clique = 0; part < judge->count; part++) {
    for (uint32_t component = 0; component < judge->below[part].linked; component++, clique++) {
      const ovi_clique ports = ovi_below_clique(&judge->below[part], component);
      for (uint32_t i = 0; i < ports.count; i++) {
        judge->cliques[judge->firsts[part] + ovi_clique_port(&ports, i)] = clique;
      }
    }
  }
  for (uint32_t node = 0; node < nodes; node++) {
    if (judge->labels[node] == 0) {
      overlay_judge_run(judge, node, false);
      for (uint32_t i = 0; i < nodes; i++) {
        judge->labels[i] = judge->distances[i] != OVERLAY_FAR ? node + 1 : judge->labels[i];
      }
    }
  }
  return judge;
}

void overlay_judge_free(overlay_judge *judge) {
  free(judge->distances);
  free(judge->labels);
  free(judge->cliques);
  free(judge->queue);
  free(judge->queued);
  free(judge);
}

uint32_t overlay_judge_port(const overlay_judge *judge, const ovi_cluster *cluster, uint32_t port) {
  const ovi_overlay_port at = ovi_overlay_port_below(judge->layer, cluster, port);
  uint32_t part = 0;
  while (part < judge->count && judge->below[part].id != at.cluster) {
    part++;
  }
  return part < judge->count && at.port < judge->below[part].ports ? judge->firsts[part] + at.port
                                                                   : UINT32_MAX;
}

/* The cell on this side of the step of a node. */
static ovl_cell cell_of(const overlay_judge *judge, uint32_t node) {
  const uint32_t part = part_of(judge, node);
  return overlay_judge_cell(judge->layer, judge->level - 1, judge->below[part].id,
                            node - judge->firsts[part]);
}

uint32_t overlay_judge_crossings(const overlay_judge *from, const overlay_judge *to, int group,
                                 overlay_crossing *out, uint32_t capacity) {
  const int32_t windows = from->level == 1 ? 8 : from->level == 2 ? 16 : 32;
  const int32_t side = ovi_overlay_side(from->level) * from->layer->partition.region_cells;
  uint32_t count = 0;
  for (uint32_t node = 0; node < from->firsts[from->count]; node++) {
    const uint32_t other = other_side(from, node, to);
    if (other == UINT32_MAX || count == capacity) {
      continue;
    }
    ovl_cell cell = cell_of(from, node);
    const ovl_cell beyond = cell_of(to, other);
    const uint32_t weight = ovi_layer_weight(from->layer, cell.x, cell.y) +
                            ovi_layer_weight(from->layer, beyond.x, beyond.y);
    if (from->level > 1) { /* the middle of its step */
      cell = (ovl_cell){(cell.x + beyond.x) / 2, (cell.y + beyond.y) / 2, 0};
    }
    const int32_t at = (group == OVI_GROUP_E ? cell.y : cell.x) % side;
    const bool is_corner = group == OVI_GROUP_SE || group == OVI_GROUP_SW;
    const int32_t window = is_corner ? 0 : at / (side / windows);
    out[count++] =
        (overlay_crossing){{node, other},
                           (uint32_t)window,
                           is_corner ? 0 : abs(2 * at + 1 - (2 * window + 1) * (side / windows)),
                           weight};
  }
  return count;
}
