/* Checks of directed layers: whether steps and links may be taken, and what they cost, is checked
 * against the cells; the costs of paths inside a region are left to `overland verify`. */
#include "coarse/check/directed_check.h"

#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/region_cells.h"

bool ovi_is_in_clique_of(const ovi_region *region, int32_t x, int32_t y, uint32_t port) {
  const uint32_t component = ovi_region_component(region, x, y);
  return component != OVI_NO_COMPONENT &&
         ovi_region_clique_of(region, component) == ovi_port_component(region, port);
}

/* ---- One block ------------------------------------------------------------ */

static bool link_is_valid(const ovi_layer *layer, const ovi_region *region, uint32_t first_port,
                          uint32_t place) {
  const uint32_t number = ovi_region_link(region, place);
  const bool rises =
      place == 0 || place == region->ports.links_out || ovi_region_link(region, place - 1) < number;
  if (!rises || number >= layer->shared->link_count) {
    return false;
  }
  const ovi_link link = ovi_link_at(layer, number);
  const ovl_cell end = place < region->ports.links_out ? link.first : link.second;
  const uint32_t cell = ovi_port_cell(region, first_port + place);
  return ovi_link_is_for(layer, number) && cell >> 14 == 0 && ovi_port_x(cell) < region->w &&
         ovi_port_y(cell) < region->h && region->x + ovi_port_x(cell) == end.x &&
         region->y + ovi_port_y(cell) == end.y &&
         ovi_is_in_clique_of(region, ovi_port_x(cell), ovi_port_y(cell), first_port + place);
}

static bool exceptions_are_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint32_t keys = 8 * (uint32_t)(region->w * region->h);
  uint32_t before = 0;
  if (region->costs.exceptions > layer->profile.max_exceptions) {
    return false;
  }
  for (uint32_t i = 0; i < region->costs.exceptions; i++) {
    const uint8_t *entry = region->costs.exception_list + 8 * (uint64_t)i;
    const uint32_t key = ovi_get_u32(entry);
    const uint32_t extra = ovi_get_u32(entry + 4);
    const int32_t cell = (int32_t)(key >> 3);
    if (key >= keys || (i != 0 && key <= before) || extra == 0 ||
        (extra > OVI_MOST_STEP_COST && extra != OVI_STEP_BLOCKED) ||
        ovi_region_component(region, cell % region->w, cell / region->w) == OVI_NO_COMPONENT) {
      return false;
    }
    before = key;
  }
  return true;
}

const char *ovi_directed_block_check(const ovi_layer *layer, const ovi_region *region) {
  for (int32_t y = 0; region->components.breaks != NULL && y < region->h; y++) {
    uint64_t breaks[2];
    ovi_region_break_row(region, y, breaks);
    for (int32_t x = 0; x < region->w; x++) { /* a break separates two components */
      if (ovi_get_bit(breaks, x) != 0 &&
          ovi_region_component(region, x, y) == ovi_region_component(region, x - 1, y)) {
        return "local components of a region";
      }
    }
  }
  for (uint32_t i = 0; region->components.cliques != NULL && i < region->components.count; i++) {
    const uint32_t clique = ovi_region_clique_of(region, i);
    if (clique >= region->components.linked && clique != OVI_NO_CLIQUE) {
      return "local components of a region";
    }
  }
  const uint32_t first_port = ovi_port_groups_of(region).begins[OVI_GROUP_COUNT];
  for (uint32_t place = 0; place < region->ports.links_out + region->ports.links_in; place++) {
    if (!link_is_valid(layer, region, first_port, place)) {
      return "links of a region";
    }
  }
  if (!exceptions_are_valid(layer, region)) {
    return "steps of a region that cost more";
  }
  /* The cost of entering by one port and leaving by another is at least that of leaving; where
   * leaving has no cost, there is no path. */
  for (uint32_t c = 0; c < region->components.linked; c++) {
    const ovi_clique clique = ovi_region_clique(region, c);
    for (uint32_t to = 0; to < clique.count; to++) {
      const uint32_t exit = ovi_square_exit(&clique, to);
      for (uint32_t from = 0; from < clique.count; from++) {
        if (ovi_square_cost(&clique, to, from) < exit) {
          return "costs of a region";
        }
      }
    }
  }
  return NULL;
}

/* ---- Steps ------------------------------------------------------------------ */

/* Returns whether the steps from a cell that stay inside its region cost what their weights say:
 * heights and exceptions change none that weights and corners alone allow. */
static bool cell_is_even(const ovi_layer *layer, const ovi_region *region, ovl_cell from) {
  const ovi_step_rule rule = ovi_layer_rule(layer);
  const ovi_step_end begin = {1, ovi_region_height(region, from.x, from.y)};
  for (int direction = 0; direction < 8; direction++) {
    const ovl_cell to = {from.x + ovi_direction_x(direction), from.y + ovi_direction_y(direction),
                         0};
    if (to.x < 0 || to.y < 0 || to.x >= region->w || to.y >= region->h ||
        ovi_region_component(region, to.x, to.y) == OVI_NO_COMPONENT) {
      continue;
    }
    if (ovi_is_diagonal(direction) &&
        !ovi_diagonal_is_free(layer->profile.corners, direction,
                              ovi_region_component(region, to.x, from.y) != OVI_NO_COMPONENT,
                              ovi_region_component(region, from.x, to.y) != OVI_NO_COMPONENT)) {
      continue;
    }
    const ovi_step_end end = {1, ovi_region_height(region, to.x, to.y)};
    if (ovi_step_between(&rule, begin, end, 0, 0) != ovi_step_cost(2, 0) ||
        ovi_region_exception(region, from.x, from.y, direction) != 0) {
      return false;
    }
  }
  return true;
}

/* ---- Heights ----------------------------------------------------------------- */

void ovi_directed_heights_add(ovi_directed_heights *heights, const ovi_region *region) {
  uint32_t height;
  const bool is_level = ovi_region_is_level(region, &height);
  const bool is_open = region->components.count != 0; /* some position is */
  const int32_t cells = !is_open ? 0 : is_level ? 1 : region->w * region->h;
  for (int32_t i = 0; i < cells; i++) {
    const int32_t x = i % region->w;
    const int32_t y = i / region->w;
    if (is_level || ovi_region_component(region, x, y) != OVI_NO_COMPONENT) {
      height = is_level ? height : ovi_region_height(region, x, y);
      heights->least = height < heights->least ? height : heights->least;
      heights->most = height > heights->most ? height : heights->most;
    }
  }
}

static bool costs_fit(const ovi_layer *layer, uint32_t rise) {
  const ovl_profile_def profile = {.max_climb = ovi_climb_of((uint32_t)layer->profile.climb),
                                   .max_drop = ovi_climb_of((uint32_t)layer->profile.drop),
                                   .climb_cost = layer->profile.climb_cost,
                                   .drop_cost = layer->profile.drop_cost};
  return ovi_most_inner_cost(&profile, layer->partition.region_cells, rise,
                             layer->profile.max_exceptions != 0) < OVI_INNER_COST_END;
}

static uint32_t rise_of(const ovi_directed_heights *heights) {
  return heights->most > heights->least ? heights->most - heights->least : 0;
}

static const char wrong_steps[] = "flags of a region's steps";
static const char costs_too_high[] = "highest possible cost of a path inside a region";

ovl_result ovi_directed_heights_check(const ovi_directed_heights *heights, const ovi_layer *layer,
                                      ovl_fault *fault) {
  return costs_fit(layer, rise_of(heights))
             ? OVL_OK
             : ovi_check_fail(fault, OVL_CORRUPT, costs_too_high, layer->number);
}

/* ---- One region -------------------------------------------------------------- */

/* Checks that a region says rightly whether its steps cost what their weights say. */
static bool steps_are_flagged(const ovi_layer *layer, const ovi_region *region) {
  uint32_t height;
  if ((region->flags & OVI_FLAG_STEPPED) != 0) {
    return ovi_layer_has_rule(layer);
  }
  if (region->costs.exceptions == 0 && ovi_region_is_level(region, &height)) {
    return true;
  }
  for (int32_t i = 0; i < region->w * region->h; i++) {
    const ovl_cell cell = {i % region->w, i / region->w, 0};
    if (ovi_region_component(region, cell.x, cell.y) != OVI_NO_COMPONENT &&
        !cell_is_even(layer, region, cell)) {
      return false;
    }
  }
  return true;
}

const char *ovi_directed_alone_check(const ovi_layer *layer, const ovi_region *region) {
  if (!costs_fit(layer, UINT16_MAX)) { /* heights are read only if it depends on them */
    ovi_directed_heights heights = OVI_NO_HEIGHTS;
    ovi_directed_heights_add(&heights, region);
    if (!costs_fit(layer, rise_of(&heights))) {
      return costs_too_high;
    }
  }
  if (!steps_are_flagged(layer, region)) {
    return wrong_steps;
  }
  return !layer->profile.has_links && region->ports.links_out + region->ports.links_in != 0
             ? "flags of a profile"
             : NULL;
}

/* ---- Ports ------------------------------------------------------------------ */

/* Masks of groups of ports. */
enum { LINK_PORTS = 1 << OVI_GROUP_COUNT, ALL_PORTS = 2 * LINK_PORTS - 1 };

static const char wrong_exits[] = "costs of leaving a region";

static bool can_read(const ovi_readable_regions *readable, uint32_t region) {
  return readable->has == NULL || readable->has(readable->user, region);
}

/* The groups whose ports depend on region `on` and on readable regions alone, as a mask; links, the
 * last bit, depend on no cells of other regions. */
static uint32_t groups_to_check(const ovi_layer *layer, const ovi_region *region, uint32_t on,
                                const ovi_readable_regions *readable) {
  uint32_t groups = region->id == on ? LINK_PORTS : 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    bool depends = region->id == on;
    bool is_readable = true;
    if (ovi_region_group_count(region, group) == 0 ||
        !ovi_region_has_neighbour(layer, region, group)) {
      continue;
    }
    /* They depend on the region on the other side, and behind a corner on those on both sides. */
    const int32_t x = ovi_group_x(group);
    const int32_t y = ovi_group_y(group);
    const uint32_t beyond[3] = {ovi_neighbour_id(layer, region->id, group),
                                (uint32_t)((int32_t)region->id + x),
                                (uint32_t)((int32_t)region->id + y * layer->partition.regions_x)};
    const int count = x != 0 && y != 0 ? 3 : 1;
    for (int i = 0; i < count; i++) {
      depends = depends || beyond[i] == on;
      is_readable = is_readable && can_read(readable, beyond[i]);
    }
    groups |= depends && is_readable ? 1u << group : 0;
  }
  return groups;
}

/* Checks that the ports of some groups can be left and entered exactly where the step or the link
 * allows it, at its cost. */
static bool ports_are_valid(const ovi_layer *layer, const ovi_region *region, uint32_t checked) {
  ovi_layer_ground ground;
  const ovi_port_groups groups = ovi_port_groups_of(region);
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){region->x, region->y, 0}, NULL);
  for (uint32_t c = 0; c < region->components.linked; c++) {
    const ovi_clique clique = ovi_region_clique(region, c);
    for (uint32_t place = 0; place < clique.count; place++) {
      const uint32_t port = ovi_clique_port(&clique, place);
      const int group =
          ovi_port_is_link(&groups, port) ? OVI_GROUP_COUNT : ovi_port_group(&groups, port);
      if ((checked >> group & 1u) == 0) {
        continue;
      }
      const uint64_t leaving = ovi_port_half(&ground, region, &groups, port, true);
      const uint64_t expected = leaving != OVI_NO_STEP ? leaving : OVI_NO_COST_32;
      if (ovi_square_exit(&clique, place) != expected) {
        return false;
      }
      /* No path begins with a port that can't be entered by. */
      const bool is_entry = ovi_port_half(&ground, region, &groups, port, false) != OVI_NO_STEP;
      for (uint32_t to = 0; !is_entry && to < clique.count; to++) {
        if (to != place && ovi_square_cost(&clique, to, place) != OVI_NO_COST_32) {
          return false;
        }
      }
    }
  }
  return true;
}

/* Checks that links that begin or end in a region are ports of the region at their other end, if
 * that is readable. */
static bool links_are_shared(const ovi_layer *layer, const ovi_region *region,
                             const ovi_readable_regions *readable) {
  for (uint32_t place = 0; place < region->ports.links_out + region->ports.links_in; place++) {
    const uint32_t link = ovi_region_link(region, place);
    const bool begins = place < region->ports.links_out;
    const uint32_t beyond = ovi_link_region(layer, link, begins);
    if (can_read(readable, beyond)) {
      const ovi_region other = ovi_region_view(layer, beyond);
      if (ovi_region_link_place(&other, link, begins) == OVI_NO_LINK) {
        return false;
      }
    }
  }
  return true;
}

const char *ovi_directed_ports_check(const ovi_layer *layer, const ovi_region *region, uint32_t on,
                                     const ovi_readable_regions *readable) {
  const uint32_t groups = groups_to_check(layer, region, on, readable);
  if (groups != 0 && !ports_are_valid(layer, region, groups)) {
    return wrong_exits;
  }
  return region->id == on && !links_are_shared(layer, region, readable) ? OVI_LINKS_NOT_SHARED
                                                                        : NULL;
}

/* ---- Regions ----------------------------------------------------------------- */

ovl_result ovi_directed_region_check(const ovi_layer *layer, const ovi_region *region,
                                     ovl_fault *fault) {
  if (!steps_are_flagged(layer, region)) {
    return ovi_check_fail(fault, OVL_CORRUPT, wrong_steps, region->id);
  }
  return ports_are_valid(layer, region, ALL_PORTS)
             ? OVL_OK
             : ovi_check_fail(fault, OVL_CORRUPT, wrong_exits, region->id);
}

/* ---- Islands ----------------------------------------------------------------- */

static bool island_is_valid(const ovi_layer *layer, uint32_t island) {
  const uint32_t weak = ovi_layer_weak_island(layer, island);
  uint32_t begin;
  uint32_t end;
  uint32_t before = 0;
  ovi_island_arcs(layer, island, &begin, &end);
  for (; begin < end; begin++) {
    const uint32_t to = ovi_island_of_arc(layer, begin);
    if (to <= before || to > layer->islands.count || to == island ||
        ovi_layer_weak_island(layer, to) != weak) {
      return false;
    }
    before = to;
  }
  return weak != 0 && weak <= layer->islands.count;
}

ovl_result ovi_directed_islands_check(const ovi_layer *layer, ovl_fault *fault) {
  uint32_t expected =
      0; /* where the arcs of an island begin; the section's length was checked against the last */
  for (uint32_t island = 1; island <= layer->islands.count; island++) {
    uint32_t begin;
    uint32_t end;
    ovi_island_arcs(layer, island, &begin, &end);
    if (begin != expected || end < begin) {
      return ovi_check_fail(fault, OVL_CORRUPT, "arcs of an island", island);
    }
    expected = end;
  }
  for (uint32_t island = 1; island <= layer->islands.count; island++) {
    if (!island_is_valid(layer, island)) {
      return ovi_check_fail(fault, OVL_CORRUPT, "arcs of an island", island);
    }
  }
  return OVL_OK;
}
