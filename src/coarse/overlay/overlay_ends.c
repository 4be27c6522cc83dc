/* Costs of a region's ports, and of its clusters' ports level by level. */
#include "coarse/overlay/overlay_ends.h"

#include "coarse/overlay/inner_costs.h"

void ovi_overlay_end_reserve(ovi_overlay_end *end, ovi_arena *arena, ovi_overlay_needs needs) {
  end->region_ports = needs.region_ports;
  end->cluster_ports = needs.cluster_ports;
  end->costs = ovi_arena_take(
      arena, (uint64_t)needs.region_ports + (uint64_t)needs.levels * needs.cluster_ports,
      sizeof(uint64_t));
}

uint32_t ovi_overlay_end_ports(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level) {
  if (level == 0) {
    return ovi_region_view(layer, end->region).ports.count;
  }
  return ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region)).ports;
}

ovi_coarse_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                        const ovi_attachment *attachment) {
  const uint32_t ports = ovi_overlay_end_ports(end, layer, 0);
  if (ports > end->region_ports) {
    return OVI_COARSE_FULL;
  }
  for (uint32_t port = 0; port < ports; port++) {
    end->costs[port] =
        attachment != NULL && port < attachment->count && attachment->costs[port] != OVI_UNREACHED
            ? attachment->costs[port]
            : UINT64_MAX;
  }
  return OVI_COARSE_FOUND;
}

ovi_coarse_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer,
                                         uint32_t level, bool back) {
  ovi_cluster cluster = ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region));
  uint64_t *costs = ovi_overlay_end_costs(end, level);
  const uint32_t below = level == 1 ? end->region : ovi_cluster_of(layer, level - 1, end->region);
  ovi_inner_part part;
  if (cluster.ports > end->cluster_ports) {
    return OVI_COARSE_FULL;
  }
  if (!ovi_overlay_view_tables(layer, &cluster)) {
    for (uint32_t port = 0; port < cluster.ports; port++) {
      costs[port] = UINT64_MAX; /* the layer notes that tables are missing */
    }
    return OVI_COARSE_FOUND;
  }
  if (!ovi_inner_part_view(&part, layer, &cluster, ovi_inner_place(layer, &cluster, below))) {
    return OVI_COARSE_CORRUPT;
  }
  const ovi_inner_costs_of from = {&part, ovi_overlay_end_costs(end, level - 1),
                                   end->port != UINT32_MAX, back};
  ovi_inner_spread(&cluster, &from, costs);
  return OVI_COARSE_FOUND;
}

uint64_t ovi_overlay_end_least(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level) {
  const uint64_t *costs = ovi_overlay_end_costs(end, level);
  const uint32_t ports = ovi_overlay_end_ports(end, layer, level);
  uint64_t least = UINT64_MAX;
  for (uint32_t port = 0; port < ports; port++) {
    least = costs[port] < least ? costs[port] : least;
  }
  return least;
}

void ovi_overlay_end_seed(const ovi_overlay_end *end, ovi_overlay_search *search, uint32_t level) {
  const ovi_overlay_page *page = ovi_overlay_page_at(
      search, search->window, ovi_cluster_of(search->layer, level, end->region));
  const uint64_t *costs = ovi_overlay_end_costs(end, level);
  for (uint32_t port = 0; page != NULL && port < page->below.ports; port++) {
    if (costs[port] < search->bound) {
      ovi_overlay_seed(search, page, port, costs[port]);
    }
  }
}
