/* Joins the components in the rebuilt regions and those beside them to sets, by the ports between
 * them. The components beside them belong to pieces of old islands. A set takes the number of the
 * old island whose heir it contains; of several, that of the largest; without one, that of an inner
 * island that it joins. Pieces that get another number are relabelled, for which all their
 * components must be found; so the largest keeps its number.
 *
 * Invariant: from the beginning the rebuilt regions have blobs of their own, with 0 for each
 * component whose island is not known yet. */
#include "coarse/update/island_update.h"

#include "coarse/update/directed_update.h"
#include "coarse/update/island_pieces.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Blobs -------------------------------------------------------------------- */

/* The islands of regions that an edit changes are blobs in the tree of replaced regions, which
 * versions share. A region that was rebuilt has a blob of its own from the beginning; another gets
 * one when the island of one of its components changes. */

/* The islands of a layer's components in a region that has a blob of its own. */
static uint32_t *islands_of(const ovi_update *update, uint32_t profile, uint32_t id) {
  return ovi_replaced_islands(ovi_delta_tree_find(update->delta, id), profile);
}

/* How many islands such a blob has for a layer: the local components that the region had when the
 * blob was made. It has others if the file of a reader was changed since. */
static uint32_t island_count(const ovi_update *update, uint32_t profile, uint32_t id) {
  const ovi_blob *blob = ovi_delta_tree_find(update->delta, id)->islands;
  const uint32_t *begins = (const uint32_t *)(const void *)blob->data;
  return begins[profile + 1] - begins[profile];
}

/* A local component of a region in a layer. */
typedef struct island_place {
  uint32_t profile, id, component;
} island_place;

/* Makes a blob for the islands of a region, all 0. NULL: no memory. */
static ovi_blob *make_blob(const ovi_update *update, uint32_t id) {
  uint32_t begins[OVL_MAX_PROFILES + 1];
  OVI_ASSERT(update->profiles <= OVL_MAX_PROFILES);
  begins[0] = update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    const uint8_t *layer_block = ovi_region_layer_block(layer, id);
    begins[i + 1] =
        begins[i] +
        (ovi_layer_has_arcs(layer) ? 0 : ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS));
  }
  const uint64_t bytes = (uint64_t)begins[update->profiles] * sizeof(uint32_t);
  ovi_blob *blob = ovi_blob_make(update->allocator, bytes);
  if (blob != NULL) {
    memset(blob->data, 0, (size_t)bytes);
    memcpy(blob->data, begins, ((size_t)update->profiles + 1) * sizeof(uint32_t));
  }
  return blob;
}

/* Puts a blob of islands into the tree and takes over the reference. False: there is no memory, or
 * the blob is NULL for want of it. */
static bool update_put_islands(const ovi_update *update, uint32_t id, ovi_blob *blob) {
  if (blob == NULL) {
    return false;
  }
  const ovi_replaced *old = ovi_delta_tree_find(update->delta, id);
  ovi_replaced replaced = {.islands = blob};
  if (old != NULL) {
    replaced.version = old->version;
    replaced.block = ovi_blob_retain(old->block);
  }
  return ovi_delta_tree_put(update->delta, id, replaced);
}

/* The local component of a linked one. */
static uint32_t component_of(const ovi_layer *layer, uint32_t id, uint32_t linked) {
  if (!layer->profile.is_mutual) {
    return linked; /* the region need not be read */
  }
  const ovi_region region = ovi_region_view(layer, id);
  return ovi_linked_component(&region, linked);
}

/* Reads the islands of a region in a layer without arcs, which has `count` local components. */
static void read_islands(const ovi_layer *layer, uint32_t id, uint32_t count, uint32_t *out) {
  const ovi_region region = ovi_region_place(layer, id);
  for (uint32_t c = 0; c < count; c++) {
    out[c] = ovi_region_island(layer, &region, c);
  }
}

/* Sets the island of a component; a region that shares its blob with the version before gets a copy
 * first. OVL_OK or OVL_NO_MEMORY, or why the present islands could not be read. */
static ovl_result set_island(const ovi_update *update, const island_place *place, uint32_t island) {
  const ovi_delta_tree *delta_before = update->before->store.delta;
  const ovi_replaced *before =
      delta_before != NULL ? ovi_delta_tree_find(delta_before, place->id) : NULL;
  const ovi_replaced *now = ovi_delta_tree_find(update->delta, place->id);
  const ovi_blob *shared = before != NULL ? before->islands : NULL;
  if (now == NULL || now->islands == shared) {
    /* A region that was not rebuilt gets a blob with its present islands. */
    ovi_blob *blob = make_blob(update, place->id);
    uint32_t *begins = blob != NULL ? (uint32_t *)(void *)blob->data : NULL;
    for (uint32_t i = 0; blob != NULL && i < update->profiles; i++) {
      read_islands(&update->after[i], place->id, begins[i + 1] - begins[i], begins + begins[i]);
    }
    ovi_layer_unpin(update->after);
    if (!update_put_islands(update, place->id, blob)) {
      return OVL_NO_MEMORY;
    }
  }
  if (ovi_layer_outcome(update->after) != OVL_OK) {
    return ovi_layer_outcome(update->after);
  }
  if (place->component >= island_count(update, place->profile, place->id)) {
    return OVL_CORRUPT; /* the file was changed after the region was visited */
  }
  islands_of(update, place->profile, place->id)[place->component] = island;
  return OVL_OK;
}

/* The update of a layer without arcs. */
typedef struct islands_updater {
  const ovi_update *update;
  uint32_t profile;
  const ovi_layer *before;
  ovi_layer *after;
  ovi_component_graph graph;
  ovi_island_pieces pieces;
  ovi_number_map inner; /* by number of an old island that lay in rebuilt regions alone: 1 if a new
                           island has the number, else 0 */
  uint32_t rebuilt, nodes; /* visited regions that were rebuilt, and their nodes */
  uint32_t old, now;       /* islands in and beside the rebuilt regions, before and after */
} islands_updater;

/* Ends the reading of a region, which may leave the cache of a reader. OVL_OK, OVL_NO_MEMORY, or
 * why it could not be read. */
static ovl_result end_region(const islands_updater *updater) {
  const ovl_result outcome = ovi_layer_outcome(updater->before);
  ovi_layer_unpin(updater->before);
  return updater->graph.failed ? OVL_NO_MEMORY : outcome;
}

/* ---- Components around the edit ------------------------------------------------- */

/* Visits the rebuilt regions whose layer block changed; the others keep their islands. */
static ovl_result visit_rebuilt(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; i < updater->update->region_count && result == OVL_OK; i++) {
    const uint32_t id = updater->update->regions[i];
    if (ovi_layer_block_is_same(updater->before, updater->after, id)) {
      read_islands(updater->before, id, island_count(updater->update, updater->profile, id),
                   islands_of(updater->update, updater->profile, id));
    } else {
      const uint8_t *layer_block = ovi_region_layer_block(updater->after, id);
      ovi_component_graph_visit(&updater->graph, id, ovi_get_u16(layer_block + OVI_LAYER_LINKED),
                                true);
    }
    result = end_region(updater);
  }
  updater->rebuilt = ovi_visited_regions(&updater->graph);
  updater->nodes = ovi_component_nodes(&updater->graph);
  OVI_ASSERT(updater->rebuilt <= updater->update->region_count || result != OVL_OK);
  return result;
}

/* Joins the components of the rebuilt regions to their neighbours. */
static ovl_result join_sets(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < updater->rebuilt; i++) {
    const ovi_visited_region region = *ovi_visited_region_at(&updater->graph, i);
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

/* Adds the components beside the rebuilt regions to pieces of their old islands. */
static ovl_result add_pieces(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t i = updater->rebuilt; i < ovi_visited_regions(&updater->graph) && result == OVL_OK;
       i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const ovi_region region = ovi_region_place(updater->before, visited.id);
    for (uint32_t c = 0; c < visited.linked; c++) {
      if (ovi_component_node_at(&updater->graph, visited.first + c)->is_rim) {
        const uint32_t island = ovi_region_island(updater->before, &region,
                                                  component_of(updater->before, region.id, c));
        ovi_island_pieces_add(&updater->pieces, visited.first + c, island);
      }
    }
    result = end_region(updater);
  }
  return result;
}

/* Counts the old islands in the rebuilt regions; those without a piece are inner ones. */
static ovl_result find_inner(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; i < updater->rebuilt && result == OVL_OK; i++) {
    const ovi_region region =
        ovi_region_view(updater->before, ovi_visited_region_at(&updater->graph, i)->id);
    updater->old += region.components.count - region.components.linked;
    for (uint32_t c = 0; c < region.components.linked; c++) {
      const uint32_t island =
          ovi_region_island(updater->before, &region, ovi_linked_component(&region, c));
      if (ovi_number_map_find(&updater->pieces.olds_by_island, island) == NULL) {
        uint32_t *found = ovi_number_map_add(&updater->inner, island);
        if (found == NULL) {
          return OVL_NO_MEMORY;
        }
        updater->old += *found == OVI_NO_VALUE;
        *found = 0;
      }
    }
    result = end_region(updater);
  }
  updater->old += ovi_old_island_count(&updater->pieces);
  return result;
}

/* ---- Numbers -------------------------------------------------------------------- */

/* The node that identifies the set of a node, with the number of its island. */
static ovi_component_node *set_of(islands_updater *updater, uint32_t node) {
  return ovi_component_node_at(&updater->graph, ovi_component_set(&updater->graph, node));
}

/* A number that no island ever had. 0: all are used. */
static uint32_t new_number(islands_updater *updater) {
  uint32_t *next = &updater->update->own[updater->profile].next;
  if (*next == UINT32_MAX) {
    updater->graph.failed = true;
    return 0;
  }
  return (*next)++;
}

/* A set with heirs takes the number of the largest of their islands. Lists the old islands whose
 * heirs are in a set first, by rising index. */
static ovl_result choose_islands(islands_updater *updater) {
  for (uint32_t old = ovi_old_island_count(&updater->pieces); old-- > 0;) {
    ovi_old_island *island = ovi_old_island_at(&updater->pieces, old);
    OVI_ASSERT(island->heir < ovi_piece_count(&updater->pieces));
    ovi_component_node *set = set_of(updater, ovi_piece_at(&updater->pieces, island->heir)->node);
    island->next_old = set->first_old != 0 ? set->first_old - 1 : OVI_NO_VALUE;
    set->first_old = old + 1;
  }
  ovl_result result = OVL_OK;
  for (uint32_t node = 0; result == OVL_OK && node < updater->nodes; node++) {
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

/* Sets the islands of the components of all pieces whose island gets another number. */
static ovl_result relabel_pieces(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t number = 0; result == OVL_OK && number < ovi_piece_count(&updater->pieces);
       number++) {
    const ovi_piece piece = *ovi_piece_at(&updater->pieces, number);
    if (piece.parent != number) {
      continue;
    }
    ovi_component_node *set = set_of(updater, piece.node);
    set->island = set->island != 0 ? set->island : new_number(updater);
    if (updater->graph.failed) {
      return OVL_NO_MEMORY;
    }
    const uint32_t island = set->island;
    if (island == ovi_old_island_at(&updater->pieces, piece.old)->island) {
      continue;
    }
    result = ovi_island_pieces_exhaust(&updater->pieces, number);
    uint32_t node = ovi_piece_at(&updater->pieces, number)->done;
    while (result == OVL_OK && node != OVI_LIST_END) {
      const ovi_component_node *found = ovi_component_node_at(&updater->graph, node);
      const ovi_visited_region *region = ovi_visited_region_at(&updater->graph, found->region);
      const uint32_t component = component_of(updater->after, region->id, node - region->first);
      const island_place place = {updater->profile, region->id, component};
      result = set_island(updater->update, &place, island);
      node = found->link.next;
    }
  }
  return result;
}

/* ---- Rebuilt regions -------------------------------------------------------------- */

/* The place where the island of a component is stored: its set, or the blob if it has no ports. */
static uint32_t *island_slot(islands_updater *updater, const ovi_visited_region *visited,
                             const ovi_region *region, uint32_t *islands, uint32_t component) {
  const uint32_t linked = ovi_region_clique_of(region, component);
  return linked < visited->linked ? &set_of(updater, visited->first + linked)->island
                                  : &islands[component];
}

/* The number of the old island of a cell, if that is an inner one and its number is free; else 0.
 */
static uint32_t inner_number(islands_updater *updater, const ovi_region *before_region, int32_t x,
                             int32_t y) {
  const uint32_t component = ovi_region_component(before_region, x, y);
  const uint32_t island = ovi_region_island(updater->before, before_region, component);
  if (ovi_region_clique_of(before_region, component) < before_region->components.linked &&
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
static void keep_numbers_in(islands_updater *updater, const ovi_visited_region *visited,
                            uint32_t components) {
  const ovi_region before_region = ovi_region_view(updater->before, visited->id);
  const ovi_region after_region = ovi_region_view(updater->after, visited->id);
  uint32_t *islands = islands_of(updater->update, updater->profile, visited->id);
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
        const uint32_t component = ovi_region_component(&after_region, x, y);
        if (component < components) { /* else the file of a reader was changed */
          uint32_t *island = island_slot(updater, visited, &after_region, islands, component);
          *island = *island != 0 ? *island : inner_number(updater, &before_region, x, y);
        }
      }
    }
  }
}

/* Keeps the numbers of inner islands, in all rebuilt regions. */
static ovl_result keep_inner_numbers(islands_updater *updater) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; i < updater->rebuilt && result == OVL_OK; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    keep_numbers_in(updater, &visited, island_count(updater->update, updater->profile, visited.id));
    result = end_region(updater);
  }
  return result;
}

/* Stores the islands of all components of the rebuilt regions; those without one get new
 * numbers. */
static ovl_result number_rebuilt(islands_updater *updater) {
  for (uint32_t i = 0; i < updater->rebuilt; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const uint32_t components = island_count(updater->update, updater->profile, visited.id);
    uint32_t *islands = islands_of(updater->update, updater->profile, visited.id);
    const ovi_region region = ovi_region_view(updater->after, visited.id);
    updater->now += components - visited.linked;
    for (uint32_t c = 0; c < components; c++) {
      uint32_t *island = island_slot(updater, &visited, &region, islands, c);
      *island = *island != 0 ? *island : new_number(updater);
      OVI_ASSERT(*island != 0 || updater->graph.failed);
      islands[c] = *island;
    }
  }
  return updater->graph.failed ? OVL_NO_MEMORY : OVL_OK;
}

/* ---- Layers ---------------------------------------------------------------------- */

static ovl_result update_islands(islands_updater *updater) {
  ovl_result result = visit_rebuilt(updater);
  if (result != OVL_OK || updater->rebuilt == 0) {
    return result;
  }
  result = join_sets(updater);
  if (result == OVL_OK) {
    /* The areas of the edit: rebuilt regions beside each other, and the regions around them. */
    for (uint32_t i = 0; i < updater->rebuilt; i++) {
      ovi_component_graph_join_area(&updater->graph, i);
    }
    result = add_pieces(updater);
  }
  result = result == OVL_OK ? find_inner(updater) : result;
  /* Which pieces of old islands are still connected. */
  for (uint32_t old = 0; result == OVL_OK && old < ovi_old_island_count(&updater->pieces); old++) {
    result = ovi_island_pieces_connect(&updater->pieces, old);
  }
  result = result == OVL_OK ? choose_islands(updater) : result;
  /* Before the other sets get new numbers, for a piece that was cut off may join an inner island.
   */
  result = result == OVL_OK ? keep_inner_numbers(updater) : result;
  result = result == OVL_OK ? relabel_pieces(updater) : result;
  result = result == OVL_OK ? number_rebuilt(updater) : result;
  if (result != OVL_OK) {
    return result;
  }
  for (uint32_t node = 0; node < updater->nodes; node++) {
    /* The first of a set identifies it. */
    updater->now += ovi_component_node_at(&updater->graph, node)->parent == node;
  }
  updater->after->islands.count += updater->now - updater->old;
  return OVL_OK;
}

/* Updates the islands of a layer without arcs, with memory that is released at the end. */
static ovl_result update_around(const ovi_update *update, uint32_t profile) {
  islands_updater updater = {.update = update,
                             .profile = profile,
                             .before = &update->before[profile],
                             .after = &update->after[profile],
                             .inner = {.allocator = update->allocator}};
  ovi_component_graph *graph = &updater.graph;
  ovi_island_pieces *pieces = &updater.pieces;
  graph->layer = updater.after;
  graph->progress = update->progress;
  pieces->graph = graph;
  ovi_number_map *const maps[] = {&graph->indices, &pieces->olds_by_island, &pieces->pieces_by_set,
                                  &pieces->pieces_by_area};
  ovi_buffer *const buffers[] = {&graph->regions, &graph->nodes, &pieces->olds, &pieces->pieces,
                                 &pieces->active};
  for (size_t i = 0; i < sizeof maps / sizeof(ovi_number_map *); i++) {
    maps[i]->allocator = update->allocator;
  }
  for (size_t i = 0; i < sizeof buffers / sizeof(ovi_buffer *); i++) {
    buffers[i]->allocator = update->allocator;
  }
  const ovl_result result = update_islands(&updater);
  for (size_t i = 0; i < sizeof maps / sizeof(ovi_number_map *); i++) {
    ovi_number_map_release(maps[i]);
  }
  for (size_t i = 0; i < sizeof buffers / sizeof(ovi_buffer *); i++) {
    ovi_buffer_release(buffers[i]);
  }
  ovi_number_map_release(&updater.inner);
  return result;
}

ovl_result ovi_islands_update(const ovi_update *update) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && i < update->region_count; i++) {
    const uint32_t id = update->regions[i];
    result = update_put_islands(update, id, make_blob(update, id)) ? OVL_OK : OVL_NO_MEMORY;
  }
  for (uint32_t profile = 0; result == OVL_OK && profile < update->profiles; profile++) {
    result = ovi_layer_has_arcs(&update->after[profile]) ? ovi_directed_update(update, profile)
                                                         : update_around(update, profile);
  }
  return result;
}
