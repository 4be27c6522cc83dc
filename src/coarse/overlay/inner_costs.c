/* Sums of costs and rows of a table, and walks by equal costs. */
#include "coarse/overlay/inner_costs.h"

#include "coarse/overlay/row_sums.h"
#include "common/compiler.h"

bool ovi_inner_part_find(ovi_inner_part *part, const ovi_cluster *cluster, uint32_t place) {
  const int runs = (int)ovi_part_runs(cluster->costs.is_directed);
  const ovi_below *below = &part->below;
  bool fits = true;
  part->place = place;
  for (int group = 0; group < runs; group++) {
    part->runs[group] = ovi_overlay_run(cluster, place, group);
    fits = fits && ovi_below_end(below, group) - below->groups.begins[group] <=
                       cluster->inner.waypoints - part->runs[group];
  }
  return fits;
}

bool ovi_inner_part_view(ovi_inner_part *part, const ovi_layer *layer, const ovi_cluster *cluster,
                         uint32_t place) {
  const ovi_below_box box = ovi_below_box_of(layer, cluster->level, cluster->id);
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const int32_t x = (int32_t)(place % fan);
  const int32_t y = (int32_t)(place / fan);
  if (x >= box.w || y >= box.h) {
    return false;
  }
  ovi_below_view(&part->below, layer, cluster->level - 1, ovi_below_id(&box, x, y));
  return ovi_inner_part_find(part, cluster, place);
}

uint32_t ovi_inner_place(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t part) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const uint32_t row = (uint32_t)ovi_clusters_x(layer, cluster->level - 1);
  return part / row % fan * fan + part % row % fan;
}

/* ---- Sums with rows ------------------------------------------------------------------- */

enum {
  COLUMNS_AT_ONCE = 32, /* a multiple of OVI_ROW_LANES */
  JOINED_AT_ONCE = 128, /* and so is this */
  SOURCES_AT_ONCE = 64
};

/* A cost to which a row of costs is added: what it is above the least one, in units of the rows. */
typedef struct sum_source {
  const uint8_t *row;
  uint32_t above;
} sum_source;

/* The rows of inner ports to which the costs of an end are added. */
typedef struct end_rows {
  const ovi_cluster *cluster;
  const ovi_inner_end *end;
  const uint8_t *rows; /* of 16 bits */
  const uint8_t *exact;
  uint32_t columns;
  uint64_t bound;     /* ports of the end that cost so much or more are left out */
  bool lead_to_ports; /* columns are ports of the cluster, not inner ports */
} end_rows;

/* The sum of two costs; UINT64_MAX: one of them stands for none. */
static inline uint64_t sum_of(uint64_t cost, uint32_t inner) {
  return cost != UINT64_MAX && inner != OVI_NO_COST_32 ? cost + inner : UINT64_MAX;
}

/* The row of a node: that with costs of 16 bits, or the exact one. */
static const uint8_t *row_of(const end_rows *all, uint32_t node, bool exact) {
  const uint64_t bytes = exact ? ovi_inner_row_bytes(all->cluster, all->columns)
                               : 2 * (uint64_t)ovi_inner_row_costs(all->columns);
  OVI_ASSERT(node - all->cluster->ports < all->cluster->inner.count);
  return (exact ? all->exact : all->rows) + (node - all->cluster->ports) * bytes;
}

/* The sum of a cost of an end and one of the row of a node, as ovi_inner_spread() finds it. */
static uint64_t sum_over(const end_rows *all, uint64_t cost, uint32_t node, uint32_t column) {
  if (all->end->exact) {
    return sum_of(cost, ovi_inner_row_cost(all->cluster, row_of(all, node, true), column));
  }
  const uint32_t shift = all->cluster->inner.shift;
  const uint32_t stored = ovi_get_u16(row_of(all, node, false) + 2 * (size_t)column);
  return stored != OVI_NO_COST_16
             ? all->end->least + ((((cost - all->end->least) >> shift) + stored) << shift)
             : UINT64_MAX;
}

/* The sources of an end, as many as are added at once. */
typedef struct source_list {
  sum_source sources[SOURCES_AT_ONCE];
  uint32_t count;
  bool is_later; /* others were added before */
} source_list;

/* Adds the listed sources to the costs of columns from `begin` to `end` - 1, and clears the list.
 */
static void add_sources(const end_rows *all, source_list *list, uint32_t begin, uint32_t end,
                        uint64_t *to) {
  const uint32_t shift = all->cluster->inner.shift;
  uint16_t sums[COLUMNS_AT_ONCE];
  OVI_ASSERT(begin % OVI_ROW_LANES == 0 && end % OVI_ROW_LANES == 0);
  for (uint32_t at = begin; at < end; at += COLUMNS_AT_ONCE) {
    const uint32_t count = end - at < COLUMNS_AT_ONCE ? end - at : COLUMNS_AT_ONCE;
    uint64_t *costs = to + (at - begin);
    memset(sums, 0xff, sizeof(sums)); /* OVI_NO_COST_16 */
    for (uint32_t i = 0; i < list->count; i++) {
      ovi_lower_sums(list->sources[i].row + 2 * (size_t)at, list->sources[i].above, count, sums);
    }
    for (uint32_t i = 0; i < count; i++) {
      const uint64_t sum =
          sums[i] != OVI_NO_COST_16 ? all->end->least + ((uint64_t)sums[i] << shift) : UINT64_MAX;
      costs[i] = !list->is_later || sum < costs[i] ? sum : costs[i];
    }
  }
  list->count = 0;
  list->is_later = true;
}

/* Sets the costs of the columns from `begin` to `end` - 1, which are multiples of OVI_ROW_LANES, to
 * the least sums of the end's costs and the rows. */
static void sum_columns(const end_rows *all, uint32_t begin, uint32_t end, uint64_t *to) {
  const ovi_cluster *cluster = all->cluster;
  const ovi_inner_part *part = all->end->part;
  const uint64_t *costs = all->end->costs;
  const uint32_t shift = cluster->inner.shift;
  const uint64_t near = /* costs below this have sums that fit */
      all->end->exact
          ? 0
          : all->end->least + ((uint64_t)(OVI_NO_COST_16 - cluster->inner.most) << shift);
  const uint64_t most = near < all->bound ? near : all->bound;
  source_list list;
  list.count = 0;
  list.is_later = false;
  bool has_others = false; /* costs that are far, or of ports of the cluster */
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t first = part->below.groups.begins[group];
    const uint32_t last = ovi_below_end(&part->below, group);
    for (uint32_t port = first; port < last; port++) {
      const uint32_t node = ovi_inner_node(cluster, part->runs[group] + port - first);
      if (costs[port] >= most || node - cluster->ports >= cluster->inner.count) {
        has_others = has_others || costs[port] < all->bound;
        continue;
      }
      list.sources[list.count++] = (sum_source){
          row_of(all, node, false), (uint32_t)((costs[port] - all->end->least) >> shift)};
      OVI_ASSERT(list.sources[list.count - 1].above < OVI_NO_COST_16 - cluster->inner.most);
      if (list.count == SOURCES_AT_ONCE) {
        add_sources(all, &list, begin, end, to);
      }
    }
  }
  if (list.count != 0 || !list.is_later) {
    add_sources(all, &list, begin, end, to);
  }
  for (uint32_t port = 0; has_others && port < part->below.ports; port++) {
    const uint32_t node =
        costs[port] < all->bound ? ovi_inner_part_node(cluster, part, port) : OVI_NO_INNER;
    if (node < cluster->ports && all->lead_to_ports && node - begin < end - begin) {
      uint64_t *cost = &to[node - begin]; /* the port of the part is one of the cluster */
      *cost = costs[port] < *cost ? costs[port] : *cost;
    } else if (node >= cluster->ports && node != OVI_NO_INNER && costs[port] >= near) {
      for (uint32_t i = begin; i < end && i < all->columns; i++) {
        const uint64_t sum = sum_over(all, costs[port], node, i);
        to[i - begin] = sum < to[i - begin] ? sum : to[i - begin];
      }
    }
  }
}

/* ---- Spreading ---------------------------------------------------------------------- */

/* The rows of costs to the ports of a cluster, or from them; or those between inner ports. */
static end_rows rows_of(const ovi_cluster *cluster, const ovi_inner_end *end, uint64_t bound,
                        bool lead_to_ports) {
  const ovi_inner_rows *rows = &cluster->inner.rows;
  const ovi_inner_rows *exact = &cluster->inner.exact;
  OVI_ASSERT(lead_to_ports || cluster->level > 1);
  return (end_rows){.cluster = cluster,
                    .end = end,
                    .rows = !lead_to_ports ? rows->between
                            : end->back    ? rows->from_ports
                                           : rows->to_ports,
                    .exact = !lead_to_ports ? exact->between
                             : end->back    ? exact->from_ports
                                            : exact->to_ports,
                    .columns = lead_to_ports ? cluster->ports : cluster->inner.count,
                    .bound = bound,
                    .lead_to_ports = lead_to_ports};
}

uint64_t ovi_inner_spread(const ovi_cluster *cluster, const ovi_inner_end *end, uint64_t bound,
                          bool to_ports, uint64_t *to) {
  const end_rows all = rows_of(cluster, end, bound, to_ports);
  uint64_t least = UINT64_MAX;
  sum_columns(&all, 0, ovi_inner_row_costs(all.columns), to);
  for (uint32_t i = 0; i < all.columns; i++) {
    least = to[i] < least ? to[i] : least;
  }
  OVI_ASSERT(least >= end->least); /* costs of rows are not negative */
  return least;
}

void ovi_inner_spread_down(const ovi_cluster *cluster, const uint64_t *from,
                           const ovi_inner_part *part, uint64_t *to) {
  const uint64_t row_bytes = ovi_inner_row_bytes(cluster, cluster->ports);
  for (uint32_t port = 0; port < part->below.ports; port++) {
    const uint32_t node = ovi_inner_part_node(cluster, part, port);
    to[port] = node < cluster->ports ? from[node] : UINT64_MAX;
    if (node < cluster->ports || node == OVI_NO_INNER) {
      continue;
    }
    const uint8_t *row = cluster->inner.exact.from_ports + (node - cluster->ports) * row_bytes;
    for (uint32_t column = 0; column < cluster->ports; column++) {
      const uint64_t sum = sum_of(from[column], ovi_inner_row_cost(cluster, row, column));
      to[port] = sum < to[port] ? sum : to[port];
    }
  }
}

uint32_t ovi_inner_source(const ovi_cluster *cluster, const ovi_inner_end *end, uint32_t port,
                          uint64_t cost) {
  const end_rows all = rows_of(cluster, end, UINT64_MAX, true);
  for (uint32_t at = 0; at < end->part->below.ports; at++) {
    const uint32_t node = ovi_inner_part_node(cluster, end->part, at);
    if (end->costs[at] == UINT64_MAX || node == OVI_NO_INNER ||
        (node < cluster->ports && node != port)) {
      continue;
    }
    const uint64_t sum = node == port ? end->costs[at] : sum_over(&all, end->costs[at], node, port);
    if (sum == cost) {
      return at;
    }
  }
  return UINT32_MAX;
}

/* ---- Joining ------------------------------------------------------------------------- */

bool ovi_inner_join(const ovi_cluster *cluster, const ovi_inner_end *start,
                    const ovi_inner_end *goal, ovi_inner_joint *joint) {
  if (goal->least >= joint->cost) {
    return false;
  }
  const ovi_inner_part *part = goal->part;
  const end_rows all = rows_of(cluster, start, joint->cost - goal->least, false);
  uint64_t sums[JOINED_AT_ONCE];
  uint32_t to = OVI_NO_INNER;          /* the node by which the goal's part is entered */
  uint32_t low = cluster->inner.count; /* the columns of the goal's part */
  uint32_t high = 0;
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t ports = ovi_below_end(&part->below, group) - part->below.groups.begins[group];
    for (uint32_t i = 0; i < ports; i++) {
      const uint32_t column = ovi_inner_node(cluster, part->runs[group] + i) - cluster->ports;
      if (column < cluster->inner.count) {
        low = column < low ? column : low;
        high = column > high ? column : high;
      }
    }
  }
  for (uint32_t begin = low / OVI_ROW_LANES * OVI_ROW_LANES; begin <= high && low <= high;
       begin += JOINED_AT_ONCE) {
    const uint32_t rest = ovi_inner_row_costs(high + 1 - begin);
    const uint32_t count = rest < JOINED_AT_ONCE ? rest : JOINED_AT_ONCE;
    sum_columns(&all, begin, begin + count, sums);
    for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
      const uint32_t first = part->below.groups.begins[group];
      const uint32_t last = ovi_below_end(&part->below, group);
      for (uint32_t port = first; port < last; port++) {
        const uint32_t node = ovi_inner_node(cluster, part->runs[group] + port - first);
        const uint32_t column = node - cluster->ports - begin;
        if (node != OVI_NO_INNER && column < count && sums[column] < joint->cost &&
            goal->costs[port] < joint->cost - sums[column]) {
          joint->cost = sums[column] + goal->costs[port];
          joint->to = port;
          to = node;
        }
      }
    }
  }
  for (uint32_t port = 0; to != OVI_NO_INNER && port < start->part->below.ports; port++) {
    const uint32_t node = ovi_inner_part_node(cluster, start->part, port);
    if (node >= cluster->ports && node != OVI_NO_INNER && start->costs[port] != UINT64_MAX &&
        sum_over(&all, start->costs[port], node, to - cluster->ports) ==
            joint->cost - goal->costs[joint->to]) {
      joint->from = port;
      return true;
    }
  }
  return false;
}

/* ---- Walks --------------------------------------------------------------------------- */

/* Checks a walk after a step: where no cost is left to go, it must have reached its node. */
static bool ends_well(const ovi_inner_walk *walk) {
  return walk->left != 0 ||
         ovi_inner_part_node(walk->cluster, &walk->part, walk->leaves) == walk->to;
}

/* Finds the port by which the part is left: an inner one, or that of the walk's end. */
static bool find_way_out(ovi_inner_walk *walk) {
  const ovi_inner_part *part = &walk->part;
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&part->below, walk->port);
  const uint32_t ports = walk->cluster->ports;
  const uint32_t left = walk->left;
  int group = 0;
  if (joined.here == UINT32_MAX) {
    return false;
  }
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    const uint32_t port = ovi_clique_port(&joined.clique, place);
    OVI_ASSERT(port >= part->below.groups.begins[group]); /* ports ascend */
    while (port >= ovi_below_end(&part->below, group)) {
      group++;
    }
    const uint32_t node =
        ovi_inner_node(walk->cluster, part->runs[group] + port - part->below.groups.begins[group]);
    const bool is_inner = node >= ports && node != OVI_NO_INNER;
    const uint32_t cost = /* from there to the walk's end, or back */
        node == walk->to ? 0
        : is_inner
            ? ovi_inner_row_cost(walk->cluster, walk->column + (node - ports) * walk->row_bytes, 0)
            : OVI_NO_COST_32;
    if (cost < left && place != joined.here &&
        ovi_clique_way(&joined.clique, walk->back ? joined.here : place,
                       walk->back ? place : joined.here) == left - cost) {
      walk->leaves = port;
      walk->left = cost;
      return ends_well(walk);
    }
  }
  return false;
}

bool ovi_inner_walk_begin(ovi_inner_walk *walk, uint32_t place, uint32_t port, bool leaves) {
  const ovi_cluster *cluster = walk->cluster;
  if (!ovi_inner_part_view(&walk->part, walk->layer, cluster, place) ||
      port >= walk->part.below.ports) {
    return false;
  }
  const uint32_t node = ovi_inner_part_node(cluster, &walk->part, port);
  const uint32_t targets = cluster->ports + (cluster->level > 1 ? cluster->inner.count : 0);
  if (node == OVI_NO_INNER || walk->to >= targets) {
    return false;
  }
  const bool is_port = walk->to < cluster->ports;
  const uint32_t column = is_port ? walk->to : walk->to - cluster->ports;
  walk->row_bytes = ovi_inner_row_bytes(cluster, is_port ? cluster->ports : cluster->inner.count);
  walk->column = (!is_port     ? cluster->inner.exact.between
                  : walk->back ? cluster->inner.exact.from_ports
                               : cluster->inner.exact.to_ports) +
                 (uint64_t)column * (cluster->costs.wide ? 4 : 2);
  walk->left = ovi_inner_cost(cluster, walk->back ? walk->to : node, walk->back ? node : walk->to);
  if (walk->left == OVI_NO_COST_32) {
    return false;
  }
  if (leaves) {
    walk->leaves = port;
    return ends_well(walk);
  }
  walk->port = port;
  return find_way_out(walk);
}

bool ovi_inner_walk_next(ovi_inner_walk *walk) {
  const ovi_cluster *cluster = walk->cluster;
  const int32_t fan = ovi_overlay_fan(cluster->level);
  const int32_t first_x = cluster->cx * fan;
  const int32_t first_y = cluster->cy * fan;
  const int32_t place = (int32_t)walk->part.place;
  const ovi_overlay_opposite beside = ovi_below_opposite(
      walk->layer, cluster->level - 1, &walk->part.below, first_x + place % fan,
      first_y + place / fan, ovi_below_group(&walk->part.below, walk->leaves), walk->leaves);
  const int32_t x = beside.x - first_x;
  const int32_t y = beside.y - first_y;
  if (x < 0 || y < 0 || x >= fan || y >= fan ||
      !ovi_inner_part_view(&walk->part, walk->layer, cluster, (uint32_t)(y * fan + x))) {
    return false;
  }
  walk->port = ovi_below_opposite_port(&walk->part.below, &beside);
  return walk->port != UINT32_MAX && find_way_out(walk);
}
