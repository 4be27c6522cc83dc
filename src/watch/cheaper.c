/* Compares the blocks of both versions. */
#include "watch/cheaper.h"

#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* The comparison of a region. `box` holds the cells found so far and is empty at first. */
typedef struct region_comparison {
  const ovi_layer *before, *after;
  ovi_region old_region, new_region;
  ovi_rectangle *box;
} region_comparison;

/* Adds local cells x0 to x1 of a row. */
static void add_cells(region_comparison *comparison, int32_t x0, int32_t x1, int32_t y) {
  const ovi_rectangle row = {comparison->new_region.x + x0, comparison->new_region.y + y,
                             comparison->new_region.x + x1 + 1, comparison->new_region.y + y + 1};
  *comparison->box = ovi_rectangle_join(*comparison->box, row);
}

static void add_all(region_comparison *comparison) {
  add_cells(comparison, 0, comparison->new_region.w - 1, 0);
  add_cells(comparison, 0, comparison->new_region.w - 1, comparison->new_region.h - 1);
}

/* Adds the cells that were opened or whose weight fell. */
static void compare_weights(region_comparison *comparison) {
  ovi_slot_source old;
  ovi_slot_source now;
  ovi_find_weights(&old, comparison->before, &comparison->old_region);
  ovi_find_weights(&now, comparison->after, &comparison->new_region);
  for (int32_t y = 0; y < comparison->new_region.h; y++) {
    uint8_t before[OVL_MAX_REGION_CELLS];
    uint8_t after[OVL_MAX_REGION_CELLS];
    int32_t first = INT32_MAX;
    int32_t last = -1;
    ovi_read_weights(&old, &comparison->old_region, y, before);
    ovi_read_weights(&now, &comparison->new_region, y, after);
    for (int32_t x = 0; x < comparison->new_region.w; x++) {
      if (after[x] != 0 && (before[x] == 0 || after[x] < before[x])) {
        first = x < first ? x : first;
        last = x;
      }
    }
    if (last >= 0) {
      add_cells(comparison, first, last, y);
    }
  }
}

/* Adds the cells whose height changed: a higher or a lower cell may make some climb smaller. */
static void compare_heights(region_comparison *comparison) {
  for (int32_t y = 0; y < comparison->new_region.h; y++) {
    for (int32_t x = 0; x < comparison->new_region.w; x++) {
      if (ovi_region_height(&comparison->old_region, x, y) !=
          ovi_region_height(&comparison->new_region, x, y)) {
        add_cells(comparison, x, x, y);
      }
    }
  }
}

static bool has_new_link(const region_comparison *comparison) {
  for (uint32_t i = 0;
       i < comparison->new_region.ports.links_out + comparison->new_region.ports.links_in; i++) {
    const uint32_t number = ovi_region_link(&comparison->new_region, i);
    if (ovi_region_link_place(&comparison->old_region, number,
                              i >= comparison->new_region.ports.links_out) == OVI_NO_LINK) {
      return true;
    }
  }
  return false;
}

static bool has_other_exceptions(const region_comparison *comparison) {
  return comparison->old_region.costs.exceptions != comparison->new_region.costs.exceptions ||
         (comparison->new_region.costs.exceptions != 0 &&
          memcmp(comparison->old_region.costs.exception_list,
                 comparison->new_region.costs.exception_list,
                 8 * (size_t)comparison->new_region.costs.exceptions) != 0);
}

bool ovi_find_cheaper(const ovi_layer *before, const ovi_layer *after, uint32_t id,
                      ovi_rectangle *box) {
  region_comparison comparison = {.before = before,
                                  .after = after,
                                  .old_region = ovi_region_view(before, id),
                                  .new_region = ovi_region_view(after, id),
                                  .box = box};
  *box = (ovi_rectangle){0, 0, 0, 0};
  if (comparison.old_region.block == comparison.new_region.block &&
      before->profile.is_directed == after->profile.is_directed) {
    return false;
  }
  if (has_new_link(&comparison) || has_other_exceptions(&comparison)) {
    add_all(&comparison);
    return true;
  }
  compare_weights(&comparison);
  if (ovi_layer_has_rule(before) || ovi_layer_has_rule(after)) {
    compare_heights(&comparison);
  }
  return !ovi_rectangle_is_empty(*box);
}
