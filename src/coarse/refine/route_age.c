/* Regions looked up among what was replaced. */
#include "coarse/refine/route_age.h"

#include "coarse/view/ports.h"

bool ovi_age_doubts_region(const ovi_route_age *age, uint32_t region) {
  const ovi_replaced *replaced = ovi_delta_tree_find(age->layer->delta, region);
  return replaced != NULL &&
         (replaced->born > age->since || (age->by_labels && replaced->block != NULL));
}

/* Whether the waypoints of an own group have the numbers that the base gives them. */
static bool numbers_last(const ovi_layer *layer, uint32_t owner, int group) {
  const uint8_t *now = ovi_region_layer_block(layer, owner);
  const uint8_t *base = ovi_layer_block(layer, ovi_base_block(layer, owner));
  uint32_t begin = 0;
  uint32_t base_begin = 0;
  for (int g = 0; g < group; g++) {
    begin += ovi_layer_group_count(now, g);
    base_begin += ovi_layer_group_count(base, g);
  }
  return begin == base_begin;
}

bool ovi_age_doubts_labels(const ovi_route_age *age, uint32_t region) {
  if (ovi_age_doubts_region(age, region)) {
    return true;
  }
  const ovi_region view = ovi_region_view(age->layer, region);
  for (int group = OVI_OWN_GROUPS; group < OVI_GROUP_COUNT; group++) {
    if (ovi_region_group_count(&view, group) != 0 &&
        !numbers_last(age->layer, ovi_region_neighbour(age->layer, &view, group),
                      ovi_group_opposite(group))) {
      return true;
    }
  }
  return false;
}
