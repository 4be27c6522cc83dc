/* Numbers the ports and linked components of a cluster, or reads them from its block. */
#include "coarse/overlay/make/cluster_plan.h"

#include "coarse/overlay/make/overlay_borders.h"
#include "common/compiler.h"

/* ---- The ports of a cluster ------------------------------------------------------------ */

/* Numbers the components of a cluster's ports in the order of their first ports, and sorts the
 * ports by component. `labels` has the label of each port. False: no memory. */
static bool borders_find_components(ovi_cluster_plan *plan, const uint32_t *labels,
                                    ovi_scratch *scratch) {
  const uint32_t ports = plan->ports;
  uint32_t *numbers =
      ovi_scratch_take(scratch, (uint64_t)plan->labels->components + 1, sizeof(uint32_t));
  plan->linked_begins = ovi_scratch_take(scratch, (uint64_t)ports + 2, sizeof(uint32_t));
  plan->order = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint32_t));
  if (numbers == NULL || plan->linked_begins == NULL || plan->order == NULL) {
    return false;
  }
  for (uint32_t port = 0; port < ports; port++) {
    numbers[labels[port]] = UINT32_MAX;
  }
  uint32_t *begins = plan->linked_begins;
  begins[0] = begins[1] = 0;
  for (uint32_t port = 0; port < ports; port++) {
    if (numbers[labels[port]] == UINT32_MAX) {
      numbers[labels[port]] = plan->linked++;
      begins[plan->linked + 1] = 0;
    }
    begins[numbers[labels[port]] + 1]++; /* sizes, for now */
  }
  for (uint32_t c = 0; c < plan->linked; c++) {
    plan->costs += ovi_clique_costs(begins[c + 1], plan->is_directed);
    begins[c + 1] += begins[c];
  }
  for (uint32_t port = 0; port < ports; port++) {
    plan->order[begins[numbers[labels[port]]]++] = port;
  }
  for (uint32_t c = plan->linked; c != 0;
       c--) { /* each begin has moved to that of the next component: moves them back */
    begins[c] = begins[c - 1];
  }
  begins[0] = 0;
  OVI_ASSERT(begins[plan->linked] == ports && plan->linked <= ports);
  return true;
}

/* A link with one end in a cluster: its number, and the port below, as of a plan. */
typedef struct leaving_link {
  uint32_t number, below;
} leaving_link;

/* Lists the links of a side that leave a cluster, by rising number; NULL: counts them alone. */
static uint32_t list_links(ovi_overlay_contents *contents, uint32_t id, bool begins_here,
                           leaving_link *links) {
  const ovi_layer *layer = contents->layer;
  const ovi_below_box box = ovi_below_box_of(layer, contents->level, id);
  const int32_t fan = ovi_overlay_fan(contents->level);
  uint32_t count = 0;
  for (int32_t i = 0; i < box.w * box.h; i++) {
    const int32_t place = i / box.w * fan + i % box.w;
    ovi_below below;
    ovi_below_view(&below, layer, contents->level - 1, ovi_below_id(&box, i % box.w, i / box.w));
    for (uint32_t port = below.groups.begins[OVI_GROUP_COUNT]; port < below.ports; port++) {
      bool is_out;
      const leaving_link link = {ovi_below_link(&below, port, &is_out),
                                 (uint32_t)place << 16 | port};
      if (is_out != begins_here ||
          ovi_below_beyond(layer, contents->level - 1, &box, fan, &below, place, port) >= 0) {
        continue;
      }
      uint32_t at = count++;
      for (; links != NULL && at > 0 && links[at - 1].number > link.number; at--) {
        links[at] = links[at - 1];
      }
      if (links != NULL) {
        links[at] = link;
      }
    }
  }
  return count;
}

bool ovi_cluster_plan_make(ovi_cluster_plan *plan, ovi_overlay_contents *contents, uint32_t id,
                           ovi_scratch *scratch) {
  const int32_t clusters_x = ovi_clusters_x(contents->layer, contents->level);
  ovi_cluster_border borders[OVI_GROUP_COUNT];
  *plan = (ovi_cluster_plan){.id = id,
                             .labels = ovi_overlay_labels(contents, id),
                             .is_directed = contents->layer->profile.is_directed};
  if (plan->labels == NULL) {
    return false;
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const bool is_own = group < OVI_OWN_GROUPS;
    const int32_t x = (int32_t)id % clusters_x + ovi_group_x(group);
    const int32_t y = (int32_t)id / clusters_x + ovi_group_y(group);
    borders[group].count = 0;
    if (x >= 0 && y >= 0 && x < clusters_x &&
        y < ovi_clusters_y(contents->layer, contents->level) &&
        !ovi_border_thin(&borders[group], contents, is_own ? id : (uint32_t)(y * clusters_x + x),
                         group % OVI_OWN_GROUPS, scratch)) {
      return false;
    }
    plan->ports += borders[group].count;
  }
  for (int side = 0; plan->is_directed && side < 2; side++) {
    plan->links[side] = list_links(contents, id, side == 0, NULL);
    plan->ports += plan->links[side];
  }
  uint32_t *labels = ovi_scratch_take(scratch, (uint64_t)plan->ports + 1, sizeof(uint32_t));
  plan->below = ovi_scratch_take(scratch, (uint64_t)plan->ports + 1, sizeof(uint32_t));
  if (labels == NULL || plan->below == NULL) {
    return false;
  }
  uint32_t port = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const uint32_t side = group < OVI_OWN_GROUPS ? 0 : 1;
    for (uint32_t i = 0; i < borders[group].count; i++, port++) {
      plan->below[port] = borders[group].kept[i].below[side];
      labels[port] = borders[group].kept[i].labels[side];
    }
    plan->groups.begins[group + 1] = port;
  }
  OVI_ASSERT(port + plan->links[0] + plan->links[1] == plan->ports);
  plan->too_large = plan->ports > UINT16_MAX;
  for (int side = 0; plan->is_directed && side < 2; side++) { /* behind those of the borders */
    leaving_link *links =
        ovi_scratch_take(scratch, (uint64_t)plan->links[side] + 1, sizeof(leaving_link));
    if (links == NULL) {
      return false;
    }
    const uint32_t listed = list_links(contents, plan->id, side == 0, links);
    OVI_ASSERT(listed == plan->links[side]);
    for (uint32_t i = 0; i < listed; i++, port++) {
      const uint32_t below = links[i].below;
      plan->below[port] = below;
      labels[port] =
          plan->labels->labels[plan->labels->begins[ovi_below_part(below)] + (below & 0xffffu)];
    }
  }
  return borders_find_components(plan, labels, scratch);
}

/* ---- The existing block ------------------------------------------------------------ */

bool ovi_cluster_plan_read(ovi_cluster_plan *plan, ovi_overlay_contents *contents, uint32_t id,
                           ovi_scratch *scratch) {
  const ovi_cluster cluster = ovi_overlay_view(contents->layer, contents->level, id);
  *plan = (ovi_cluster_plan){.id = id,
                             .ports = cluster.ports,
                             .linked = cluster.linked,
                             .groups = cluster.groups,
                             .labels = ovi_overlay_labels(contents, id),
                             .is_directed = contents->layer->profile.is_directed};
  plan->below = ovi_scratch_take(scratch, (uint64_t)cluster.ports + 1, sizeof(uint32_t));
  plan->linked_begins = ovi_scratch_take(scratch, (uint64_t)cluster.linked + 1, sizeof(uint32_t));
  plan->order = ovi_scratch_take(scratch, (uint64_t)cluster.ports + 1, sizeof(uint32_t));
  if (plan->labels == NULL || plan->below == NULL || plan->linked_begins == NULL ||
      plan->order == NULL) {
    return false;
  }
  plan->links[0] = ovi_overlay_links_out(&cluster);
  plan->links[1] = cluster.ports - cluster.groups.begins[OVI_GROUP_COUNT] - plan->links[0];
  for (uint32_t port = 0; port < cluster.ports; port++) {
    const uint32_t below = ovi_get_u32(cluster.below + 4 * (uint64_t)port);
    const uint32_t *begins = plan->labels->begins + ovi_below_part(below);
    contents->corrupt = contents->corrupt || (below & 0xffffu) >= begins[1] - begins[0];
    plan->below[port] = below;
    plan->order[port] = ovi_get_u16(cluster.order + 2 * (uint64_t)port);
  }
  for (uint32_t c = 0; c <= cluster.linked; c++) {
    plan->linked_begins[c] = ovi_get_u16(cluster.linked_begins + 2 * (uint64_t)c);
  }
  for (uint32_t c = 0; c < cluster.linked; c++) {
    const uint64_t size = plan->linked_begins[c + 1] - plan->linked_begins[c];
    plan->costs += ovi_clique_costs(size, plan->is_directed);
  }
  return !contents->corrupt;
}

bool ovi_cluster_plan_matches_block(const ovi_cluster_plan *plan,
                                    const ovi_overlay_contents *contents) {
  const ovi_cluster cluster = ovi_overlay_view(contents->layer, contents->level, plan->id);
  if (cluster.ports != plan->ports || cluster.linked != plan->linked ||
      ovi_overlay_links_out(&cluster) != plan->links[0] ||
      memcmp(&cluster.groups, &plan->groups, sizeof(plan->groups)) != 0) {
    return false;
  }
  for (uint32_t port = 0; port < cluster.ports; port++) {
    if (ovi_get_u32(cluster.below + 4 * (uint64_t)port) != plan->below[port] ||
        ovi_get_u16(cluster.order + 2 * (uint64_t)port) != plan->order[port]) {
      return false;
    }
  }
  for (uint32_t c = 0; c <= cluster.linked; c++) {
    if (ovi_get_u16(cluster.linked_begins + 2 * (uint64_t)c) != plan->linked_begins[c]) {
      return false;
    }
  }
  return true;
}
