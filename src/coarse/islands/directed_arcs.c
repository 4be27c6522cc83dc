/* Steps inside a region with several components are found in a window of it; a waypoint or link
 * gives an arc if its port can be left. */
#include "coarse/islands/directed_arcs.h"

#include "coarse/view/links.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/binary_heap.h"
#include "common/compiler.h"
#include "common/union_find.h"
#include "fine/window_steps.h"

typedef struct arcs_finder {
  ovi_directed_arcs *arcs;
  const ovi_layer *layer;
  uint32_t *sets;
  ovi_window window;
  uint32_t most_exceptions; /* of a region */
  uint64_t last;            /* the arc added last: neighbouring steps often repeat it */
  bool full;
} arcs_finder;

/* Adds an arc between two slots, unless it is that which was added last. */
static void add_arc(arcs_finder *finder, uint32_t from, uint32_t to) {
  const uint64_t arc = ovi_arc(from, to);
  OVI_ASSERT(from != UINT32_MAX && to != UINT32_MAX);
  if (from == to || finder->last == arc) {
    return;
  }
  uint8_t *out = ovi_buffer_add(&finder->arcs->arcs, sizeof(arc));
  finder->full = finder->full || out == NULL;
  if (out != NULL) {
    finder->last = arc;
    memcpy(out, &arc, sizeof(arc));
  }
}

/* Joins two slots that reach each other. */
static void join_slots(arcs_finder *finder, uint32_t one, uint32_t other) {
  if (finder->sets != NULL) {
    ovi_union_join(finder->sets, 1, one, other);
  } else {
    add_arc(finder, one, other);
    add_arc(finder, other, one);
  }
}

/* ---- Steps inside a region -------------------------------------------------- */

/* Adds the steps of a region that lead from one of its components to another. There is none where
 * each step can be taken back: where rises and falls have one limit, and no rule answers. */
static void add_steps(arcs_finder *finder, const ovi_region *region) {
  const ovi_layer_profile *profile = &finder->layer->profile;
  if (region->components.count < 2 || (region->flags & OVI_FLAG_STEPPED) == 0 ||
      (profile->climb == profile->drop && region->costs.exceptions == 0)) {
    return;
  }
  const uint32_t first = ovi_region_first_slot(finder->layer, region->id);
  const ovi_window_ground ground = {finder->layer->profile.min_weight, false, true};
  ovi_region_open(finder->layer, region, &finder->window, &ground);
  for (int32_t cell = 0; cell < region->w * region->h; cell++) {
    const int32_t x = cell % region->w;
    const int32_t y = cell / region->w;
    const uint32_t from = ovi_region_component(region, x, y);
    for (int direction = 0; from != OVI_NO_COMPONENT && direction < 8; direction++) {
      uint64_t cost;
      if (ovi_window_step(&finder->window, x, y, direction, &cost)) {
        const uint32_t to = ovi_region_component(region, x + ovi_direction_x(direction),
                                                 y + ovi_direction_y(direction));
        add_arc(finder, first + from, first + to);
      }
    }
  }
}

/* ---- Ports ------------------------------------------------------------------ */

/* Returns whether paths can leave the region by a port. */
static bool is_exit(const ovi_region *region, uint32_t port) {
  const uint32_t component = ovi_port_component(region, port);
  const ovi_clique clique = ovi_region_clique(region, component);
  return ovi_square_exit(&clique, ovi_port_place(region, port, component)) != OVI_NO_COST_32;
}

/* The slot of the local component that a port belongs to. */
static uint32_t arcs_slot_of(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  return ovi_region_first_slot(layer, region->id) +
         ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
}

static void arcs_add_group(arcs_finder *finder, const ovi_region *region, int group,
                           const ovi_port_groups *groups) {
  if (groups->begins[group] == groups->begins[group + 1]) {
    return;
  }
  ovi_region other =
      ovi_region_view(finder->layer, ovi_region_neighbour(finder->layer, region, group));
  const ovi_port_groups other_groups = ovi_port_groups_of(&other);
  if (ovi_region_group_count(&other, ovi_group_opposite(group)) !=
      groups->begins[group + 1] - groups->begins[group]) {
    return; /* the neighbour is a placeholder for a region that is corrupt or not loaded */
  }
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    const uint32_t there =
        other_groups.begins[ovi_group_opposite(group)] + port - groups->begins[group];
    const uint32_t from = arcs_slot_of(finder->layer, region, port);
    const uint32_t to = arcs_slot_of(finder->layer, &other, there);
    const bool leads_there = is_exit(region, port);
    const bool leads_back = is_exit(&other, there);
    if (leads_there && leads_back) {
      join_slots(finder, from, to);
    } else if (leads_there) {
      add_arc(finder, from, to);
    } else if (leads_back) {
      add_arc(finder, to, from);
    }
  }
}

/* Joins what the arcs behind the first `before` ones connect in both directions, and drops those
 * that are repeated or lead to where they begin. */
static void drop_needless(arcs_finder *finder, uint64_t before) {
  ovi_directed_arcs *arcs = finder->arcs;
  uint64_t *list = ovi_arc_list(arcs);
  uint64_t kept = before;
  if (ovi_arc_count(arcs) == before) {
    return; /* there may be no list */
  }
  ovi_sort_u64(list + before, ovi_arc_count(arcs) - before);
  const uint64_t end = before + ovi_drop_repeated_u64(list + before, ovi_arc_count(arcs) - before);
  for (uint64_t i = before; i < end; i++) {
    const uint64_t back = ovi_arc(ovi_arc_to(list[i]), ovi_arc_from(list[i]));
    uint64_t low = i;
    uint64_t high = end;
    while (high - low > 1) {
      const uint64_t middle = low + (high - low) / 2;
      *(list[middle] <= back ? &low : &high) = middle;
    }
    if (list[low] == back) {
      ovi_union_join(finder->sets, 1, ovi_arc_from(back), ovi_arc_to(back));
    }
  }
  for (uint64_t i = before; i < end; i++) {
    if (ovi_union_find(finder->sets, 1, ovi_arc_from(list[i])) !=
        ovi_union_find(finder->sets, 1, ovi_arc_to(list[i]))) {
      list[kept++] = list[i];
    }
  }
  OVI_ASSERT(kept <= end);
  arcs->arcs.used = kept * sizeof(*list);
  finder->last = 0;
}

/* ---- Links ------------------------------------------------------------------ */

static uint32_t *link_ends_of(const ovi_directed_arcs *arcs, uint32_t link) {
  return (uint32_t *)(void *)arcs->link_ends.bytes + 2 * (uint64_t)link;
}

/* Stores the slots of the ends of links in a region. */
static void store_link_ends(arcs_finder *finder, const ovi_region *region, uint32_t first_port) {
  const uint32_t links = region->ports.links_out + region->ports.links_in;
  if (links == 0) {
    return;
  }
  ovi_buffer *ends = &finder->arcs->link_ends;
  if (ends->used == 0) { /* makes room for the slots of all links */
    const uint64_t bytes = 2 * (uint64_t)finder->layer->shared->link_count * sizeof(uint32_t);
    if (ovi_buffer_add(ends, bytes) == NULL) {
      finder->full = true;
      return;
    }
    memset(ends->bytes, 0xff, (size_t)bytes); /* OVI_NO_END */
  }
  for (uint32_t i = 0; i < links; i++) {
    const uint32_t end = i < region->ports.links_out ? 0 : 1;
    link_ends_of(finder->arcs, ovi_region_link(region, i))[end] =
        arcs_slot_of(finder->layer, region, first_port + i);
  }
}

ovl_result ovi_directed_arcs_add_links(ovi_directed_arcs *arcs, const ovi_layer *layer,
                                       uint32_t *sets, uint32_t *broken) {
  arcs_finder finder = {.arcs = arcs, .layer = layer, .sets = sets};
  const uint32_t count = arcs->link_ends.used != 0 ? layer->shared->link_count : 0;
  *broken = UINT32_MAX;
  for (uint32_t link = 0; link < count; link++) {
    const uint32_t *ends = link_ends_of(arcs, link);
    if ((ends[0] == OVI_NO_END) != (ends[1] == OVI_NO_END)) {
      *broken = link < *broken ? link : *broken;
    } else if (ends[0] == OVI_NO_END) {
      continue; /* the profile can't take it */
    } else if (ovi_link_at(layer, link).cost_back != 0) {
      ovi_union_join(sets, 1, ends[0], ends[1]);
    } else {
      add_arc(&finder, ends[0], ends[1]);
    }
  }
  return finder.full ? OVL_NO_MEMORY : OVL_OK;
}

/* ---- All -------------------------------------------------------------------- */

static void arcs_reserve(void *user, ovi_arena *arena) {
  arcs_finder *finder = user;
  const int32_t side = finder->layer->partition.region_cells;
  ovi_window_shape shape = {0, 0, side, side, 0, 0, false};
  ovi_window_reserve(&finder->window, arena, shape, false);
  ovi_window_reserve_steps(&finder->window, arena, true, finder->most_exceptions);
}

ovl_result ovi_directed_arcs_add(ovi_directed_arcs *arcs, const ovi_layer *layer, uint32_t first,
                                 uint32_t end, uint32_t *sets) {
  arcs_finder finder = {.arcs = arcs, .layer = layer, .sets = sets};
  ovi_memory memory;
  for (uint32_t id = first; id < end; id++) {
    const uint32_t exceptions = ovi_region_view(layer, id).costs.exceptions;
    finder.most_exceptions =
        exceptions > finder.most_exceptions ? exceptions : finder.most_exceptions;
    ovi_layer_unpin(layer);
  }
  if (ovi_layer_outcome(layer) != OVL_OK) {
    return OVL_OK; /* the call will end with the error of the reader */
  }
  if (!ovi_memory_take(&memory, arcs->arcs.allocator, arcs_reserve, &finder)) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t id = first; id < end && !finder.full; id++) {
    const uint64_t before = ovi_arc_count(arcs);
    const ovi_region region = ovi_region_view(layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    add_steps(&finder, &region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      arcs_add_group(&finder, &region, group, &groups);
    }
    if (sets != NULL) {
      drop_needless(&finder, before);
    }
    store_link_ends(&finder, &region, groups.begins[OVI_GROUP_COUNT]);
    ovi_layer_unpin(layer);
  }
  ovi_memory_release(&memory);
  return finder.full ? OVL_NO_MEMORY : OVL_OK;
}

void ovi_directed_arcs_release(ovi_directed_arcs *arcs) {
  ovi_buffer_release(&arcs->arcs);
  ovi_buffer_release(&arcs->link_ends);
  ovi_directed_arcs_begin(arcs, arcs->arcs.allocator);
}
