/* Compares the crossings of a border between two regions by the weights along both of its sides;
 * above them lightness is stored. */
#include "coarse/overlay/make/part_border.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* Returns whether all open cells of a side weigh the same. */
static bool is_of_one_weight(const uint8_t *side, int32_t length) {
  uint8_t weight = 0;
  bool same = true;
  for (int32_t i = 0; i < length; i++) {
    weight = weight != 0 ? weight : side[i];
    same = same && (side[i] == 0 || side[i] == weight);
  }
  return same;
}

void ovi_part_border_begin(ovi_part_border *border, const ovi_layer *layer, const ovi_below *first,
                           const ovi_below *second, int group) {
  *border =
      (ovi_part_border){.layer = layer, .parts = {first, second}, .group = group, .last_light = -1};
  const bool are_regions = first->is_region && second->is_region;
  const bool is_one_weight =
      are_regions && (first->region.flags & second->region.flags & OVI_FLAG_ONE_WEIGHT) != 0;
  const bool is_right = group == OVI_GROUP_E;
  if (!are_regions || is_one_weight || (!is_right && group != OVI_GROUP_S)) {
    return;
  }
  const ovi_region *own = &first->region;
  const int32_t length = is_right ? own->h : own->w;
  uint8_t sides[2][OVL_MAX_REGION_CELLS];
  for (int32_t i = 0; i < length; i++) {
    sides[0][i] = (uint8_t)ovi_region_weight(layer, own, is_right ? own->w - 1 : i,
                                             is_right ? i : own->h - 1);
    sides[1][i] =
        (uint8_t)ovi_region_weight(layer, &second->region, is_right ? 0 : i, is_right ? i : 0);
  }
  /* As if both regions were of one weight: what lies farther in does not count. */
  if (is_of_one_weight(sides[0], length) && is_of_one_weight(sides[1], length)) {
    return;
  }
  ovi_crossings_fill(&border->crossings, sides[0], sides[1], length);
}

uint32_t ovi_part_border_lightness(ovi_part_border *border, uint32_t port) {
  const ovi_below *first = border->parts[0];
  if (port >= first->ports || first->is_region != border->parts[1]->is_region) {
    return 0; /* the two sides of a file that is checked on touch do not agree */
  }
  if (!first->is_region) {
    return ovi_below_lightness(ovi_get_u32(first->cluster.below + 4 * (uint64_t)port));
  }
  ovl_cell cells[2];
  uint32_t weights[2];
  ovi_port_cells(&first->region, border->group, port, cells);
  for (int side = 0; side < 2; side++) {
    const ovi_region *region = &border->parts[side]->region;
    weights[side] = ovi_region_weight(border->layer, region, cells[side].x - region->x,
                                      cells[side].y - region->y);
  }
  bool is_light = false;
  if (border->group >= OVI_GROUP_SE) {
    const uint32_t beside[2] = {ovi_layer_weight(border->layer, cells[0].x, cells[1].y),
                                ovi_layer_weight(border->layer, cells[1].x, cells[0].y)};
    is_light = beside[0] + beside[1] != 0 && ovi_corner_is_light(weights[0], weights[1], beside);
  } else if (border->crossings.count != 0) {
    const uint32_t cell = ovi_port_cell(&first->region, port);
    const int32_t at = border->group == OVI_GROUP_E ? ovi_port_y(cell) : ovi_port_x(cell);
    int32_t begin = 0;
    int32_t end = 0;
    is_light =
        ovi_crossing_is_light(&border->crossings, at, cell >> 14, &begin, &end) &&
        (begin == end || begin > border->last_light); /* else another port is, in its place */
    border->last_light = is_light ? at : border->last_light;
  }
  return 2 * (weights[0] + weights[1]) + (is_light ? 1 : 0);
}
