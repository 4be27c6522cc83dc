/* From the waypoints of a borders_border to those that are kept of it. */
#include "coarse/overlay/make/overlay_borders.h"

#include "common/compiler.h"

enum { WINDOWS = 8 }; /* along the side of a cell */

/* A borders_border between two cells, while it is thinned. */
typedef struct borders_border {
  ovi_overlay_contents *parts;
  int group; /* of the owner */
  uint32_t ids[2];
  ovi_below_box boxes[2];
  const ovi_part_labels *labels[2];
  ovi_kept *kept; /* room for all candidates */
  uint32_t count;
  uint32_t from; /* the first kept one of the place that is looked at */
} borders_border;

/* ---- Thinning --------------------------------------------------------------------- */

/* Where along the borders_border a waypoint crosses it, in cells. */
static int32_t crossing_of(const borders_border *border, uint32_t id, uint32_t port) {
  const ovi_layer *layer = border->parts->layer;
  const bool is_east = border->group == OVI_GROUP_E;
  if (border->parts->level == 1) {
    const ovl_cell cell = ovi_overlay_port_cell(layer, 0, id, port);
    return is_east ? cell.y : cell.x;
  }
  const uint32_t region = ovi_overlay_port_region(layer, border->parts->level - 1, id, port).cell;
  const uint32_t row = (uint32_t)layer->regions_x;
  return (int32_t)(is_east ? region / row : region % row) * layer->region_cells +
         layer->region_cells / 2;
}

static void find_window(const borders_border *border, uint32_t id, uint32_t port, ovi_kept *kept) {
  kept->window = 0;
  kept->distance = 0;
  if (border->group != OVI_GROUP_E && border->group != OVI_GROUP_S) {
    return;
  }
  const int32_t side = ovi_overlay_side(border->parts->level) * border->parts->layer->region_cells;
  const int32_t wide = side / WINDOWS;
  const int32_t at = crossing_of(border, id, port) % side;
  const int32_t from_middle = 2 * (at % wide) + 1 - wide;
  kept->window = (uint32_t)(at / wide);
  kept->distance = (uint32_t)(from_middle < 0 ? -from_middle : from_middle);
}

/* Keeps a candidate, unless one of the same window and components is as near. */
static void consider(borders_border *border, const ovi_kept *candidate) {
  for (uint32_t i = border->from; i < border->count; i++) {
    ovi_kept *kept = &border->kept[i];
    if (kept->window == candidate->window && kept->cliques[0] == candidate->cliques[0] &&
        kept->cliques[1] == candidate->cliques[1]) {
      if (candidate->distance < kept->distance) {
        memmove(kept, kept + 1, (border->count - i - 1) * sizeof(*kept));
        border->kept[border->count - 1] = *candidate;
      }
      return;
    }
  }
  border->kept[border->count++] = *candidate;
}

/* The candidates that lead from a place of the owner in one direction. */
static void look_over(borders_border *border, const ovi_below *from, uint32_t place, int group) {
  const int32_t fan = ovi_overlay_fan(border->parts->level);
  const int32_t row = border->boxes[0].row;
  if (row <= 0) {
    return; /* a layer without cells has no borders */
  }
  const int32_t x = (int32_t)from->id % row + ovi_group_x(group) - border->boxes[1].x;
  const int32_t y = (int32_t)from->id / row + ovi_group_y(group) - border->boxes[1].y;
  if (from->groups.begins[group + 1] == from->groups.begins[group] || x < 0 || y < 0 ||
      x >= border->boxes[1].w || y >= border->boxes[1].h) {
    return;
  }
  ovi_below to;
  ovi_below_view(&to, border->parts->layer, border->parts->level - 1,
                 ovi_below_id(&border->boxes[1], x, y));
  const uint32_t count = ovi_below_shared(from, &to, group);
  const uint32_t beside = (uint32_t)(y * fan + x);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t here = from->groups.begins[group] + i;
    const uint32_t there = to.groups.begins[ovi_group_opposite(group)] + i;
    const uint32_t port[2] = {border->labels[0]->begins[place] + here,
                              border->labels[1]->begins[beside] + there};
    ovi_kept candidate = {.below = {place << 16 | here, beside << 16 | there}};
    for (int side = 0; side < 2; side++) {
      candidate.labels[side] = border->labels[side]->labels[port[side]];
      candidate.cliques[side] = border->labels[side]->cliques_of[port[side]];
    }
    find_window(border, from->id, here, &candidate);
    consider(border, &candidate);
  }
}

/* Visits the places of the owner that touch the borders_border, and counts or keeps. A window lies
 * in one place. */
static uint32_t visit_places(borders_border *border, bool counts) {
  const ovi_below_box *box = &border->boxes[0];
  const int32_t fan = ovi_overlay_fan(border->parts->level);
  const int32_t dx = ovi_group_x(border->group);
  const int32_t dy = ovi_group_y(border->group);
  const int32_t x0 = dx > 0 ? box->w - 1 : 0;
  const int32_t y0 = dy > 0 ? box->h - 1 : 0;
  const int32_t steps = dx == 0 ? box->w : dy == 0 ? box->h : 1;
  uint32_t ports = 0;
  for (int32_t i = 0; i < steps; i++) {
    const int32_t x = x0 + (dx == 0 ? i : 0);
    const int32_t y = y0 + (dy == 0 ? i : 0);
    ovi_below from;
    ovi_below_view(&from, border->parts->layer, border->parts->level - 1, ovi_below_id(box, x, y));
    ports += from.ports;
    border->from = border->count;
    for (int group = 0; !counts && group < OVI_GROUP_COUNT; group++) {
      look_over(border, &from, (uint32_t)(y * fan + x), group);
    }
  }
  return ports;
}

/* Thins the borders_border of a cell over one of its own groups. False: no memory. */
static bool thin(borders_border *border, ovi_overlay_contents *parts, uint32_t id, int group,
                 ovi_scratch *scratch) {
  const int32_t cells_x = ovi_clusters_x(parts->layer, parts->level);
  *border = (borders_border){.parts = parts, .group = group};
  border->ids[0] = id;
  border->ids[1] = (uint32_t)((int32_t)id + ovi_group_y(group) * cells_x + ovi_group_x(group));
  for (int side = 0; side < 2; side++) {
    border->boxes[side] = ovi_below_box_of(parts->layer, parts->level, border->ids[side]);
    border->labels[side] = ovi_overlay_labels(parts, border->ids[side]);
    if (border->labels[side] == NULL) {
      return false;
    }
  }
  border->kept =
      ovi_scratch_take(scratch, (uint64_t)visit_places(border, true) + 1, sizeof(ovi_kept));
  if (border->kept == NULL) {
    return false;
  }
  visit_places(border, false);
  return true;
}

/* ---- The ports of a cell ------------------------------------------------------------ */

/* Numbers the components of a cell's ports by their first ports, and puts the ports in order.
 * `labels` has each port's. */
static bool borders_find_components(ovi_cell_plan *plan, const uint32_t *labels,
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
    plan->costs += (uint64_t)begins[c + 1] * (begins[c + 1] - 1) / 2;
    begins[c + 1] += begins[c];
  }
  for (uint32_t port = 0; port < ports; port++) {
    plan->order[begins[numbers[labels[port]]]++] = port;
  }
  for (uint32_t c = plan->linked; c != 0; c--) { /* each went on to where the next begins */
    begins[c] = begins[c - 1];
  }
  begins[0] = 0;
  return true;
}

static bool has_neighbour(const ovi_overlay_contents *parts, uint32_t id, int group) {
  const int32_t cells_x = ovi_clusters_x(parts->layer, parts->level);
  const int32_t x = (int32_t)id % cells_x + ovi_group_x(group);
  const int32_t y = (int32_t)id / cells_x + ovi_group_y(group);
  return x >= 0 && y >= 0 && x < cells_x && y < ovi_clusters_y(parts->layer, parts->level);
}

bool ovi_cell_plan_make(ovi_cell_plan *plan, ovi_overlay_contents *parts, uint32_t id,
                        ovi_scratch *scratch) {
  const int32_t cells_x = ovi_clusters_x(parts->layer, parts->level);
  borders_border borders[OVI_GROUP_COUNT];
  *plan = (ovi_cell_plan){.id = id, .labels = ovi_overlay_labels(parts, id)};
  if (plan->labels == NULL) {
    return false;
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const bool is_own = group < OVI_OWN_GROUPS;
    if (!has_neighbour(parts, id, group)) {
      continue;
    }
    const uint32_t beside =
        (uint32_t)((int32_t)id + ovi_group_y(group) * cells_x + ovi_group_x(group));
    if (!thin(&borders[group], parts, is_own ? id : beside, group % OVI_OWN_GROUPS, scratch)) {
      return false;
    }
    plan->groups[group] = borders[group].count;
    plan->ports += borders[group].count;
  }
  uint32_t *labels = ovi_scratch_take(scratch, (uint64_t)plan->ports + 1, sizeof(uint32_t));
  plan->below = ovi_scratch_take(scratch, (uint64_t)plan->ports + 1, sizeof(uint32_t));
  if (labels == NULL || plan->below == NULL) {
    return false;
  }
  uint32_t port = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const uint32_t side = group < OVI_OWN_GROUPS ? 0 : 1;
    for (uint32_t i = 0; i < plan->groups[group]; i++, port++) {
      plan->below[port] = borders[group].kept[i].below[side];
      labels[port] = borders[group].kept[i].labels[side];
    }
  }
  plan->too_large = plan->ports > UINT16_MAX;
  return borders_find_components(plan, labels, scratch);
}

/* ---- What was there before ------------------------------------------------------------ */

bool ovi_cell_plan_read(ovi_cell_plan *plan, ovi_overlay_contents *parts, uint32_t id,
                        ovi_scratch *scratch) {
  const ovi_cluster cell = ovi_overlay_view(parts->layer, parts->level, id);
  *plan = (ovi_cell_plan){.id = id,
                          .ports = cell.ports,
                          .linked = cell.linked,
                          .labels = ovi_overlay_labels(parts, id)};
  plan->below = ovi_scratch_take(scratch, (uint64_t)cell.ports + 1, sizeof(uint32_t));
  plan->linked_begins = ovi_scratch_take(scratch, (uint64_t)cell.linked + 1, sizeof(uint32_t));
  plan->order = ovi_scratch_take(scratch, (uint64_t)cell.ports + 1, sizeof(uint32_t));
  if (plan->labels == NULL || plan->below == NULL || plan->linked_begins == NULL ||
      plan->order == NULL) {
    return false;
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    plan->groups[group] = cell.groups.begins[group + 1] - cell.groups.begins[group];
  }
  for (uint32_t port = 0; port < cell.ports; port++) {
    plan->below[port] = ovi_get_u32(cell.below + 4 * (uint64_t)port);
    plan->order[port] = ovi_get_u16(cell.order + 2 * (uint64_t)port);
  }
  for (uint32_t c = 0; c <= cell.linked; c++) {
    plan->linked_begins[c] = ovi_get_u16(cell.linked_begins + 2 * (uint64_t)c);
  }
  for (uint32_t c = 0; c < cell.linked; c++) {
    const uint64_t size = plan->linked_begins[c + 1] - plan->linked_begins[c];
    plan->costs += size * (size - 1) / 2;
  }
  return true;
}

bool ovi_cell_plan_is_there(const ovi_cell_plan *plan, const ovi_overlay_contents *parts) {
  const ovi_cluster cell = ovi_overlay_view(parts->layer, parts->level, plan->id);
  if (cell.ports != plan->ports || cell.linked != plan->linked) {
    return false;
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (cell.groups.begins[group + 1] - cell.groups.begins[group] != plan->groups[group]) {
      return false;
    }
  }
  for (uint32_t port = 0; port < cell.ports; port++) {
    if (ovi_get_u32(cell.below + 4 * (uint64_t)port) != plan->below[port] ||
        ovi_get_u16(cell.order + 2 * (uint64_t)port) != plan->order[port]) {
      return false;
    }
  }
  for (uint32_t c = 0; c <= cell.linked; c++) {
    if (ovi_get_u16(cell.linked_begins + 2 * (uint64_t)c) != plan->linked_begins[c]) {
      return false;
    }
  }
  return true;
}

/* A cell in two versions. */
typedef struct two_versions {
  ovi_overlay_contents *parts[2];
  const ovi_part_labels *labels[2];
  ovi_below below[2];
  uint32_t *pairs[2][2]; /* for each label, and each linked component of what lies there, of one
                            version that of the other; UINT32_MAX: none yet */
} two_versions;

/* Whether a number of each version goes with one of the other alone. */
static bool go_together(uint32_t *const pairs[2], const uint32_t numbers[2]) {
  for (int side = 0; side < 2; side++) {
    uint32_t *pair = &pairs[side][numbers[side]];
    *pair = *pair == UINT32_MAX ? numbers[1 - side] : *pair;
    if (*pair != numbers[1 - side]) {
      return false;
    }
  }
  return true;
}

/* Whether the waypoints of one group lie where they did, and their labels go together. */
static bool group_stays(two_versions *versions, uint32_t place, int group) {
  const uint32_t *begins = versions->below[0].groups.begins;
  if (begins[group] == begins[group + 1] &&
      versions->below[1].groups.begins[group] == versions->below[1].groups.begins[group + 1]) {
    return true;
  }
  if (begins[group] != versions->below[1].groups.begins[group] ||
      begins[group + 1] != versions->below[1].groups.begins[group + 1]) {
    return false;
  }
  for (uint32_t port = begins[group]; port < begins[group + 1]; port++) {
    uint32_t numbers[2][2];
    ovl_cell cells[2];
    uint32_t regions[2];
    for (int side = 0; side < 2; side++) {
      const ovi_layer *layer = versions->parts[side]->layer;
      const uint32_t below = versions->parts[side]->level - 1;
      const uint32_t at = versions->labels[side]->begins[place] + port;
      numbers[0][side] = versions->labels[side]->labels[at];
      numbers[1][side] = versions->labels[side]->cliques_of[at];
      regions[side] = ovi_overlay_port_region(layer, below, versions->below[side].id, port).cell;
      cells[side] = below == 0 ? ovi_overlay_port_cell(layer, 0, versions->below[side].id, port)
                               : (ovl_cell){0, 0, 0};
    }
    if (!go_together(versions->pairs[0], numbers[0]) ||
        !go_together(versions->pairs[1], numbers[1])) {
      return false;
    }
    if (regions[0] != regions[1] || cells[0].x != cells[1].x || cells[0].y != cells[1].y) {
      return false;
    }
  }
  return true;
}

static bool take_pairs(two_versions *versions, ovi_scratch *scratch) {
  for (int i = 0; i < 4; i++) {
    const uint32_t count = versions->labels[i % 2]->components;
    uint32_t *pairs = ovi_scratch_take(scratch, (uint64_t)count + 1, sizeof(uint32_t));
    if (pairs == NULL) {
      return false;
    }
    memset(pairs, 0xff, count * sizeof(*pairs));
    versions->pairs[i / 2][i % 2] = pairs;
  }
  return true;
}

ovl_result ovi_cell_borders_stay(ovi_overlay_contents *was, ovi_overlay_contents *is, uint32_t id,
                                 ovi_scratch *scratch, bool *stay) {
  two_versions versions = {.parts = {was, is},
                           .labels = {ovi_overlay_labels(was, id), ovi_overlay_labels(is, id)}};
  if (versions.labels[0] == NULL || versions.labels[1] == NULL || !take_pairs(&versions, scratch)) {
    return OVL_NO_MEMORY;
  }
  const ovi_below_box box = ovi_below_box_of(is->layer, is->level, id);
  const int32_t fan = ovi_overlay_fan(is->level);
  *stay = true;
  for (int32_t place = 0; *stay && place < box.w * box.h; place++) {
    const int32_t x = place % box.w;
    const int32_t y = place / box.w;
    if (x != 0 && y != 0 && x != box.w - 1 && y != box.h - 1) {
      continue;
    }
    for (int side = 0; side < 2; side++) {
      ovi_below_view(&versions.below[side], versions.parts[side]->layer, is->level - 1,
                     ovi_below_id(&box, x, y));
    }
    for (int group = 0; *stay && group < OVI_GROUP_COUNT; group++) {
      const int32_t to_x = x + ovi_group_x(group);
      const int32_t to_y = y + ovi_group_y(group);
      if (to_x < 0 || to_y < 0 || to_x >= box.w || to_y >= box.h) {
        *stay = group_stays(&versions, (uint32_t)(y * fan + x), group);
      }
    }
  }
  return OVL_OK;
}
