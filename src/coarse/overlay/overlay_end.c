/* Spreads the costs of an end from level to level. */
#include "coarse/overlay/overlay_end.h"

#include "common/compiler.h"

const ovi_below *ovi_overlay_end_view(ovi_overlay_end *end, const ovi_layer *layer,
                                      uint32_t level) {
  OVI_ASSERT(level <= layer->overlay.levels);
  for (; end->viewed <= level; end->viewed++) {
    const uint32_t at = end->viewed;
    ovi_below *below = &end->parts[at].below;
    ovi_below_view(below, layer, at, ovi_overlay_end_cluster(end, layer, at));
    const bool has_tables = at != 0 && ovi_overlay_view_tables(layer, &below->cluster);
    end->tables = (at != 0 ? end->tables : 0) | (has_tables ? 1u << at : 0);
  }
  return &end->parts[level].below;
}

ovi_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                 const ovi_attachment *attachment) {
  end->viewed = 0;
  const uint32_t ports = ovi_overlay_end_view(end, layer, 0)->ports;
  if (ports > end->region_ports) {
    return OVI_FULL;
  }
  for (uint32_t port = 0; port < ports; port++) {
    end->costs[port] =
        attachment != NULL && port < attachment->count && attachment->costs[port] != OVI_UNREACHED
            ? attachment->costs[port]
            : UINT64_MAX;
  }
  ovi_overlay_end_note(end, layer);
  return OVI_DONE;
}

void ovi_overlay_end_note(ovi_overlay_end *end, const ovi_layer *layer) {
  const uint32_t ports = ovi_overlay_end_view(end, layer, 0)->ports;
  end->least[0] = UINT64_MAX;
  for (uint32_t port = 0; port < ports; port++) {
    end->least[0] = end->costs[port] < end->least[0] ? end->costs[port] : end->least[0];
  }
}

bool ovi_overlay_end_in(ovi_overlay_end *end, const ovi_layer *layer, uint32_t level, bool back,
                        ovi_inner_end *inner) {
  const ovi_cluster *cluster = &ovi_overlay_end_view(end, layer, level)->cluster;
  ovi_inner_part *part = &end->parts[level - 1];
  *inner = (ovi_inner_end){part, ovi_overlay_end_costs(end, level - 1), end->least[level - 1], back,
                           end->exact};
  return (end->tables >> level & 1) != 0 &&
         ovi_inner_part_find(part, cluster, ovi_inner_place(layer, cluster, part->below.id));
}

ovi_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer, uint32_t level,
                                  bool back, uint64_t bound) {
  const ovi_cluster *cluster = &ovi_overlay_end_view(end, layer, level)->cluster;
  uint64_t *costs = ovi_overlay_end_costs(end, level);
  ovi_inner_end inner;
  if (cluster->ports > end->cluster_ports) {
    return OVI_FULL;
  }
  if ((end->tables >> level & 1) == 0) {
    for (uint32_t port = 0; port < cluster->ports; port++) {
      costs[port] = UINT64_MAX; /* the layer notes that tables are missing */
    }
    end->least[level] = UINT64_MAX;
    return OVI_DONE;
  }
  if (!ovi_overlay_end_in(end, layer, level, back, &inner)) {
    return OVI_CORRUPT;
  }
  end->least[level] = ovi_inner_spread(cluster, &inner, bound, true, costs);
  return OVI_DONE;
}

int ovi_overlay_border_group(const ovi_layer *layer, uint32_t level, uint32_t one, uint32_t other) {
  const int32_t columns = ovi_clusters_x(layer, level);
  const int32_t dx = (int32_t)other % columns - (int32_t)one % columns;
  const int32_t dy = (int32_t)other / columns - (int32_t)one / columns;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (ovi_group_x(group) == dx && ovi_group_y(group) == dy) {
      return group;
    }
  }
  return -1;
}
