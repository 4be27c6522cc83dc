/* Joins the components in the rebuilt regions and those beside them to sets, by the ports between
 * them. The components beside them belong to pieces of old islands. A set takes the number of the
 * old island whose heir it contains; of several, that of the largest. Pieces that get another
 * number are relabelled, for which all their components must be found; so the largest keeps its
 * number.
 *
 * Invariant: from the beginning the rebuilt regions have blobs of their own, with 0 for each
 * component whose island is not known yet. */
#include "coarse/update/island_update.h"

#include "coarse/update/island_blobs.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Components around the edit ------------------------------------------------- */

/* Lets a reader fetch the islands of the rebuilt regions before the edit. */
static ovl_result touch_islands(ovi_island_update *updater) {
  const ovi_update *update = updater->update;
  for (uint32_t i = 0; ovi_layer_is_fetched(updater->before) && i < update->region_count; i++) {
    const ovi_region region = ovi_region_view(updater->before, update->regions[i]);
    for (uint32_t c = 0; c < region.components.count; c++) {
      ovi_region_island(updater->before, &region, c);
    }
  }
  return ovi_layer_outcome(updater->before);
}

/* Visits the rebuilt regions whose layer block changed; the others keep their islands. */
static ovl_result visit_rebuilt(ovi_island_update *updater) {
  for (uint32_t i = 0; i < updater->update->region_count && !updater->graph.failed; i++) {
    const uint32_t id = updater->update->regions[i];
    if (!ovi_layer_block_is_same(updater->before, updater->after, id)) {
      const uint8_t *layer_block = ovi_region_layer_block(updater->after, id);
      ovi_component_graph_visit(&updater->graph, id, ovi_get_u16(layer_block + OVI_LAYER_LINKED),
                                true);
      continue;
    }
    ovi_islands_read(updater->before, id, ovi_islands_of(updater->update, updater->profile, id));
  }
  updater->counts.rebuilt = ovi_visited_regions(&updater->graph);
  updater->counts.nodes = ovi_component_nodes(&updater->graph);
  if (updater->counts.rebuilt == 0) {
    ovi_stages_skip(&updater->stages);
  }
  return updater->graph.failed ? OVL_NO_MEMORY : OVL_OK;
}

/* Joins the components of the rebuilt regions to their neighbours. */
static ovl_result join_sets(ovi_island_update *updater) {
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && updater->stages.at < updater->counts.rebuilt;
       updater->stages.at += result == OVL_OK) {
    const ovi_visited_region region =
        *ovi_visited_region_at(&updater->graph, (uint32_t)updater->stages.at);
    ovi_component_neighbours neighbours;
    ovi_neighbours_region(&neighbours, &updater->graph, region.id);
    for (uint32_t c = 0; c < region.linked; c++) {
      uint32_t node;
      ovi_neighbours_component(&neighbours, c);
      while ((node = ovi_neighbours_next(&neighbours)) != OVI_NO_COMPONENT_NODE) {
        ovi_component_node_at(&updater->graph, node)->is_rim = true;
        ovi_component_join(&updater->graph, region.first + c, node);
      }
    }
    result = ovi_component_graph_pass(&updater->graph);
  }
  return result;
}

/* Finds the areas of the edit: rebuilt regions beside each other, and the regions around them. */
static ovl_result find_areas(ovi_island_update *updater) {
  for (uint32_t i = 0; i < updater->counts.rebuilt; i++) {
    ovi_component_graph_join_area(&updater->graph, i);
  }
  return OVL_OK;
}

static bool is_rim(const ovi_island_update *updater, const ovi_visited_region *visited,
                   uint32_t component) {
  return ovi_component_node_at(&updater->graph, visited->first + component)->is_rim;
}

/* Lets a reader fetch the old islands of the components beside the rebuilt regions. */
static ovl_result touch_pieces(ovi_island_update *updater) {
  const uint32_t count =
      ovi_layer_is_fetched(updater->before) ? ovi_visited_regions(&updater->graph) : 0;
  for (uint32_t i = updater->counts.rebuilt; i < count; i++) {
    const ovi_visited_region *visited = ovi_visited_region_at(&updater->graph, i);
    const ovi_region region = ovi_region_place(updater->before, visited->id);
    for (uint32_t c = 0; c < visited->linked; c++) {
      if (is_rim(updater, visited, c)) {
        ovi_region_island(updater->before, &region, c);
      }
    }
  }
  return ovi_layer_outcome(updater->before);
}

/* Adds the components beside the rebuilt regions to pieces of their old islands. */
static ovl_result add_pieces(ovi_island_update *updater) {
  for (uint32_t i = updater->counts.rebuilt;
       i < ovi_visited_regions(&updater->graph) && !updater->graph.failed; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const ovi_region region = ovi_region_place(updater->before, visited.id);
    for (uint32_t c = 0; c < visited.linked; c++) {
      if (is_rim(updater, &visited, c)) {
        const uint32_t island = ovi_region_island(updater->before, &region, c);
        ovi_island_pieces_add(&updater->pieces, visited.first + c, island);
      }
    }
  }
  return updater->graph.failed ? OVL_NO_MEMORY : OVL_OK;
}

/* Counts the old islands in the rebuilt regions; those without a piece are inner ones. */
static ovl_result find_inner(ovi_island_update *updater) {
  for (uint32_t i = 0; i < updater->counts.rebuilt; i++) {
    const ovi_region region =
        ovi_region_view(updater->before, ovi_visited_region_at(&updater->graph, i)->id);
    updater->counts.old += region.components.count - region.components.linked;
    for (uint32_t c = 0; c < region.components.linked; c++) {
      const uint32_t island = ovi_region_island(updater->before, &region, c);
      if (ovi_number_map_find(&updater->pieces.olds_by_island, island) == NULL) {
        uint32_t *found = ovi_number_map_add(&updater->inner, island);
        if (found == NULL) {
          return OVL_NO_MEMORY;
        }
        updater->counts.old += *found == OVI_NO_VALUE;
        *found = 0;
      }
    }
  }
  updater->counts.old += ovi_old_island_count(&updater->pieces);
  return OVL_OK;
}

/* Finds which pieces of old islands are still connected. */
static ovl_result connect_pieces(ovi_island_update *updater) {
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && updater->stages.at < ovi_old_island_count(&updater->pieces);
       updater->stages.at += result == OVL_OK) {
    result = ovi_island_pieces_connect(&updater->pieces, (uint32_t)updater->stages.at);
  }
  return result;
}

/* ---- Numbers -------------------------------------------------------------------- */

static ovi_component_node *set_of(ovi_island_update *updater, uint32_t node) {
  return ovi_component_node_at(&updater->graph, ovi_component_set(&updater->graph, node));
}

/* A number that no island ever had. 0: all are used. */
static uint32_t new_number(ovi_island_update *updater) {
  uint32_t *next = &updater->update->own[updater->profile].next;
  if (*next == UINT32_MAX) {
    updater->graph.failed = true;
    return 0;
  }
  return (*next)++;
}

/* Lists the old islands whose heirs are in a set, by rising index. */
static ovl_result list_heirs(ovi_island_update *updater) {
  for (uint32_t old = ovi_old_island_count(&updater->pieces); old-- > 0;) {
    ovi_old_island *island = ovi_old_island_at(&updater->pieces, old);
    ovi_component_node *set = set_of(updater, ovi_piece_at(&updater->pieces, island->heir)->node);
    island->next_old = set->first_old != 0 ? set->first_old - 1 : OVI_NO_VALUE;
    set->first_old = old + 1;
  }
  return OVL_OK;
}

/* A set with heirs takes the number of the largest of their islands. */
static ovl_result choose_islands(ovi_island_update *updater) {
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && updater->stages.at < updater->counts.nodes;
       updater->stages.at += result == OVL_OK) {
    const uint32_t node = (uint32_t)updater->stages.at;
    const ovi_component_node *set = ovi_component_node_at(&updater->graph, node);
    if (set->parent == node && set->first_old != 0) {
      uint32_t old = 0;
      result = ovi_island_pieces_largest(&updater->pieces, set->first_old - 1, &old);
      if (result == OVL_OK) {
        ovi_component_node_at(&updater->graph, node)->island =
            ovi_old_island_at(&updater->pieces, old)->island;
      }
    }
  }
  return result;
}

/* Sets the island of all components of a piece. */
static ovl_result relabel(ovi_island_update *updater, uint32_t piece, uint32_t island) {
  ovl_result result = ovi_island_pieces_exhaust(&updater->pieces, piece);
  if (result == OVL_OK && updater->relabelled != piece) {
    updater->relabelled = piece;
    updater->next_node = ovi_piece_at(&updater->pieces, piece)->done.first;
  }
  while (result == OVL_OK && updater->next_node != OVI_NO_COMPONENT_NODE) {
    const ovi_component_node *found = ovi_component_node_at(&updater->graph, updater->next_node);
    const ovi_visited_region *region = ovi_visited_region_at(&updater->graph, found->region);
    const ovi_island_place place = {updater->profile, region->id,
                                    updater->next_node - region->first};
    result = ovi_island_blobs_set(updater->update, &place, island);
    updater->next_node = result == OVL_OK ? found->next : updater->next_node;
  }
  return result;
}

static ovl_result relabel_pieces(ovi_island_update *updater) {
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && updater->stages.at < ovi_piece_count(&updater->pieces);
       updater->stages.at += result == OVL_OK) {
    const uint32_t number = (uint32_t)updater->stages.at;
    const ovi_piece piece = *ovi_piece_at(&updater->pieces, number);
    if (piece.parent != number) {
      continue;
    }
    ovi_component_node *set = set_of(updater, piece.node);
    set->island = set->island != 0 ? set->island : new_number(updater);
    if (updater->graph.failed) {
      return OVL_NO_MEMORY;
    }
    if (set->island != ovi_old_island_at(&updater->pieces, piece.old)->island) {
      result = relabel(updater, number, set->island);
    }
  }
  return result;
}

/* ---- Rebuilt regions -------------------------------------------------------------- */

/* The place where the island of a component is stored: its set, or the blob if it has no ports. */
static uint32_t *island_slot(ovi_island_update *updater, const ovi_visited_region *region,
                             uint32_t *islands, uint32_t component) {
  return component < region->linked ? &set_of(updater, region->first + component)->island
                                    : &islands[component];
}

/* The number of the old island of a cell, if that is an inner one and its number is free; else 0.
 */
static uint32_t inner_number(ovi_island_update *updater, const ovi_region *before_region, int32_t x,
                             int32_t y) {
  const uint32_t component = ovi_region_component(before_region, x, y);
  const uint32_t island = ovi_region_island(updater->before, before_region, component);
  if (component < before_region->components.linked &&
      ovi_number_map_find(&updater->inner, island) == NULL) {
    return 0;
  }
  uint32_t *taken = ovi_number_map_add(&updater->inner, island);
  if (taken == NULL) {
    updater->graph.failed = true;
    return 0;
  }
  const bool is_free = *taken != 1;
  *taken = 1;
  return is_free ? island : 0;
}

/* Components without an island take the number of an inner island that had one of their cells. */
static void keep_inner_numbers(ovi_island_update *updater, const ovi_visited_region *visited) {
  const ovi_region before_region = ovi_region_view(updater->before, visited->id);
  const ovi_region after_region = ovi_region_view(updater->after, visited->id);
  uint32_t *islands = ovi_islands_of(updater->update, updater->profile, visited->id);
  for (int32_t y = 0; y < after_region.h && !updater->graph.failed; y++) {
    uint64_t both[2];
    uint64_t other[2];
    ovi_region_open_row(&before_region, y, both);
    ovi_region_open_row(&after_region, y, other);
    both[0] &= other[0];
    both[1] &= other[1];
    uint64_t begins[2] = {both[0] & ~(both[0] << 1), both[1] & ~(both[1] << 1 | both[0] >> 63)};
    for (int half = 0; half < 2; half++) {
      for (; begins[half] != 0; begins[half] &= begins[half] - 1) {
        const int32_t x = 64 * half + ovi_lowest_bit(begins[half]);
        uint32_t *island =
            island_slot(updater, visited, islands, ovi_region_component(&after_region, x, y));
        *island = *island != 0 ? *island : inner_number(updater, &before_region, x, y);
      }
    }
  }
}

static bool has_unknown_island(ovi_island_update *updater, const ovi_visited_region *visited,
                               uint32_t components) {
  bool unknown = components > visited->linked;
  for (uint32_t c = 0; c < visited->linked && !unknown; c++) {
    unknown = set_of(updater, visited->first + c)->island == 0;
  }
  return unknown;
}

static ovl_result number_rebuilt(ovi_island_update *updater) {
  for (uint32_t i = 0; i < updater->counts.rebuilt; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    if (has_unknown_island(updater, &visited, ovi_component_count(updater->after, visited.id))) {
      keep_inner_numbers(updater, &visited);
    }
  }
  for (uint32_t i = 0; i < updater->counts.rebuilt; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const uint32_t components = ovi_component_count(updater->after, visited.id);
    uint32_t *islands = ovi_islands_of(updater->update, updater->profile, visited.id);
    updater->counts.now += components - visited.linked;
    for (uint32_t c = 0; c < components; c++) {
      uint32_t *island = island_slot(updater, &visited, islands, c);
      *island = *island != 0 ? *island : new_number(updater);
      islands[c] = *island;
    }
  }
  return updater->graph.failed ? OVL_NO_MEMORY : OVL_OK;
}

/* ---- Undirected layers ------------------------------------------------------------ */

static ovl_result count_islands(ovi_island_update *updater) {
  for (uint32_t node = 0; node < updater->counts.nodes;
       node++) { /* the first of a set identifies it */
    updater->counts.now += ovi_component_node_at(&updater->graph, node)->parent == node;
  }
  updater->after->islands.count += updater->counts.now - updater->counts.old;
  return OVL_OK;
}

/* The stages of an undirected layer. One that meets a reader which is late or fails is called
 * again, and goes on with the component that could not be read. */
static ovl_result (*const undirected_stages[])(ovi_island_update *updater) = {
    touch_islands,  visit_rebuilt,  join_sets,      find_areas, touch_pieces,
    add_pieces,     find_inner,     connect_pieces, list_heirs, choose_islands,
    relabel_pieces, number_rebuilt, count_islands};

static void begin_undirected(ovi_island_update *updater) {
  const ovi_update *update = updater->update;
  updater->before = &update->before[updater->profile];
  updater->after = &update->after[updater->profile];
  updater->inner = (ovi_number_map){.allocator = update->allocator};
  updater->counts.old = updater->counts.now = 0;
  updater->relabelled = OVI_NO_PIECE;
  updater->stages = (ovi_stages){0, 0};
  ovi_component_graph_begin(&updater->graph, &update->passing[updater->profile], update->allocator);
  ovi_island_pieces_begin(&updater->pieces, &updater->graph, update->allocator);
}

static void end_undirected(ovi_island_update *updater) {
  ovi_island_pieces_release(&updater->pieces);
  ovi_component_graph_release(&updater->graph);
  ovi_number_map_release(&updater->inner);
}

static ovl_result run_undirected(ovi_island_update *updater) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && updater->stages.number < OVI_STEPS(undirected_stages)) {
    result = undirected_stages[updater->stages.number](updater);
    if (result == OVL_OK) {
      updater->stages = (ovi_stages){updater->stages.number + 1, 0};
    }
  }
  return result;
}

/* ---- All -------------------------------------------------------------------------- */

static bool is_directed(const ovi_island_update *updater) {
  return updater->update->after[updater->profile].profile.is_directed;
}

static void begin_layer(ovi_island_update *updater) {
  updater->is_begun = true;
  if (is_directed(updater)) {
    ovi_directed_update_begin(&updater->directed, updater->update, updater->profile);
  } else {
    begin_undirected(updater);
  }
}

static void end_layer(ovi_island_update *updater) {
  updater->is_begun = false;
  if (is_directed(updater)) {
    ovi_directed_update_release(&updater->directed);
  } else {
    end_undirected(updater);
  }
}

void ovi_island_update_begin(ovi_island_update *updater, const ovi_update *update) {
  updater->update = update;
  updater->profile = 0;
  updater->is_begun = updater->is_cleared = false;
}

void ovi_island_update_release(ovi_island_update *updater) {
  if (updater->is_begun) {
    end_layer(updater);
  }
}

ovl_result ovi_island_update_run(ovi_island_update *updater) {
  const ovi_update *update = updater->update;
  updater->is_cleared = updater->is_cleared || ovi_island_blobs_clear(update);
  ovl_result result = updater->is_cleared ? OVL_OK : OVL_NO_MEMORY;
  while (result == OVL_OK && updater->profile < update->profiles) {
    if (!updater->is_begun) {
      begin_layer(updater);
    }
    result = is_directed(updater) ? ovi_directed_update_run(&updater->directed)
                                  : run_undirected(updater);
    if (result == OVL_OK) {
      end_layer(updater);
      updater->profile++;
    }
  }
  return result;
}
