/* Both versions' blocks side by side. */
#include "coarse/edit/cheaper.h"

#include "coarse/view/links.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* Two views of a region, and what has been found: `box` is empty at first. */
typedef struct comparison {
  const ovi_layer *before, *after;
  ovi_region was, is;
  ovi_rectangle *box;
} comparison;

/* Adds local cells x0 to x1 of a row. */
static void add_cells(comparison *c, int32_t x0, int32_t x1, int32_t y) {
  const ovi_rectangle row = {c->is.x + x0, c->is.y + y, c->is.x + x1 + 1, c->is.y + y + 1};
  *c->box = ovi_rectangle_join(*c->box, row);
}

static void add_all(comparison *c) {
  add_cells(c, 0, c->is.w - 1, 0);
  add_cells(c, 0, c->is.w - 1, c->is.h - 1);
}

/* Rows of weights. */
static void compare_weights(comparison *c) {
  ovi_slot_source old;
  ovi_slot_source now;
  ovi_find_weights(&old, c->before, &c->was);
  ovi_find_weights(&now, c->after, &c->is);
  for (int32_t y = 0; y < c->is.h; y++) {
    uint8_t before[OVL_MAX_REGION_CELLS];
    uint8_t after[OVL_MAX_REGION_CELLS];
    int32_t first = INT32_MAX;
    int32_t last = -1;
    ovi_read_weights(&old, &c->was, y, before);
    ovi_read_weights(&now, &c->is, y, after);
    for (int32_t x = 0; x < c->is.w; x++) {
      if (after[x] != 0 && (before[x] == 0 || after[x] < before[x])) {
        first = x < first ? x : first;
        last = x;
      }
    }
    if (last >= 0) {
      add_cells(c, first, last, y);
    }
  }
}

/* Any other height may make a climb less, wherever the cell lies. */
static void compare_heights(comparison *c) {
  for (int32_t y = 0; y < c->is.h; y++) {
    for (int32_t x = 0; x < c->is.w; x++) {
      if (ovi_region_height(&c->was, x, y) != ovi_region_height(&c->is, x, y)) {
        add_cells(c, x, x, y);
      }
    }
  }
}

static bool has_new_link(const comparison *c) {
  for (uint32_t i = 0; i < c->is.ports.links_out + c->is.ports.links_in; i++) {
    const uint32_t number = ovi_region_link(&c->is, i);
    if (ovi_region_link_place(&c->was, number, i >= c->is.ports.links_out) == OVI_NO_LINK) {
      return true;
    }
  }
  return false;
}

static bool has_other_exceptions(const comparison *c) {
  return c->was.costs.exceptions != c->is.costs.exceptions ||
         (c->is.costs.exceptions != 0 &&
          memcmp(c->was.costs.exception_list, c->is.costs.exception_list,
                 8 * (size_t)c->is.costs.exceptions) != 0);
}

bool ovi_find_cheaper(const ovi_layer *before, const ovi_layer *after, uint32_t id,
                      ovi_rectangle *box) {
  comparison c = {.before = before,
                  .after = after,
                  .was = ovi_region_view(before, id),
                  .is = ovi_region_view(after, id),
                  .box = box};
  *box = (ovi_rectangle){0, 0, 0, 0};
  if (c.was.block == c.is.block && before->profile.is_directed == after->profile.is_directed) {
    return false;
  }
  if (has_new_link(&c) || has_other_exceptions(&c)) {
    add_all(&c);
    return true;
  }
  compare_weights(&c);
  if (ovi_layer_has_rule(before) || ovi_layer_has_rule(after)) {
    compare_heights(&c);
  }
  return !ovi_rectangle_is_empty(*box);
}
