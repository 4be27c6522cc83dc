/* Joins the components in the rebuilt regions and those beside them to sets, by the ports between
 * them. The components beside them belong to pieces of old islands. A set takes the number of the
 * old island whose heir it contains; of several, that of the largest. Pieces that get another
 * number are relabelled, for which all their components must be found; so the largest keeps its
 * number.
 *
 * Invariant: from the beginning the rebuilt regions have blobs of their own, with 0 for each
 * component whose island is not known yet. */
#include "coarse/edit/island_update.h"

#include "coarse/edit/component_graph.h"
#include "coarse/edit/island_pieces.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"

/* The update of one undirected layer. */
typedef struct island_updater {
  const ovi_update *update;
  const ovi_layer *before;
  ovi_layer *after;
  uint32_t profile;
  ovi_component_graph graph;
  ovi_island_pieces pieces;
  ovi_number_map inner; /* by number of an old island that lay in rebuilt regions alone: 1 if a new
                           island has the number, else 0 */
  uint32_t old_count, new_count; /* islands in and beside the rebuilt regions */
} island_updater;

/* ---- Blobs of islands --------------------------------------------------------- */

static uint32_t component_count(const ovi_layer *layer, uint32_t id) {
  return ovi_get_u16(ovi_region_layer_block(layer, id) + OVI_LAYER_COMPONENTS);
}

/* Makes a blob for the islands of a region after the edit, all 0. NULL: no memory. */
static ovi_blob *make_blob(const ovi_update *update, uint32_t id) {
  uint32_t begins[OVL_MAX_PROFILES + 1];
  begins[0] = update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    begins[i + 1] = begins[i] + (layer->profile.is_directed ? 0 : component_count(layer, id));
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

/* The islands of the layer's components in a region that has a blob of its own. */
static uint32_t *islands_of(const island_updater *updater, uint32_t id) {
  return ovi_replaced_islands(ovi_delta_tree_find(updater->update->delta, id), updater->profile);
}

static bool clear_rebuilt(const ovi_update *update) {
  for (uint32_t i = 0; i < update->region_count; i++) {
    if (!update_put_islands(update, update->regions[i], make_blob(update, update->regions[i]))) {
      return false;
    }
  }
  return true;
}

/* Reads the islands of a region in an undirected layer; returns the end of `out`. */
static uint32_t *read_islands(const ovi_layer *layer, uint32_t id, uint32_t *out) {
  const ovi_region region = ovi_region_view(layer, id);
  for (uint32_t c = 0; c < region.components.count; c++) {
    *out++ = ovi_region_island(layer, &region, c);
  }
  return out;
}

/* Makes a blob for a region that was not rebuilt, with its present islands. NULL: no memory. */
static ovi_blob *copy_islands(const ovi_update *update, uint32_t id) {
  ovi_blob *blob = make_blob(update, id);
  if (blob == NULL) {
    return NULL;
  }
  uint32_t *out = (uint32_t *)(void *)blob->data + update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    out = layer->profile.is_directed ? out : read_islands(layer, id, out);
  }
  return blob;
}

/* Sets the island of a component. A region that shares its blob with the version before gets a copy
 * first. False: no memory. */
static bool set_island(const island_updater *updater, uint32_t id, uint32_t component,
                       uint32_t island) {
  const ovi_delta_tree *delta_before = updater->before->store.delta;
  const ovi_replaced *before = delta_before != NULL ? ovi_delta_tree_find(delta_before, id) : NULL;
  const ovi_replaced *now = ovi_delta_tree_find(updater->update->delta, id);
  const ovi_blob *shared = before != NULL ? before->islands : NULL;
  if ((now == NULL || now->islands == shared) &&
      !update_put_islands(updater->update, id, copy_islands(updater->update, id))) {
    return false;
  }
  islands_of(updater, id)[component] = island;
  return true;
}

/* ---- Components around the edit ------------------------------------------------- */

/* Visits the rebuilt regions whose layer block changed; the others keep their islands. */
static void visit_rebuilt(island_updater *updater) {
  for (uint32_t i = 0; i < updater->update->region_count && !updater->graph.failed; i++) {
    const uint32_t id = updater->update->regions[i];
    if (!ovi_layer_block_is_same(updater->before, updater->after, id)) {
      const uint8_t *layer_block = ovi_region_layer_block(updater->after, id);
      ovi_component_graph_visit(&updater->graph, id, ovi_get_u16(layer_block + OVI_LAYER_LINKED),
                                true);
      continue;
    }
    read_islands(updater->before, id, islands_of(updater, id));
  }
}

/* Joins the components of the rebuilt regions to their neighbours. */
static void join_sets(island_updater *updater, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt; i++) {
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
  }
}

/* Adds the components beside the rebuilt regions to pieces of their old islands. */
static void add_pieces(island_updater *updater, uint32_t rebuilt) {
  for (uint32_t i = rebuilt; i < ovi_visited_regions(&updater->graph) && !updater->graph.failed;
       i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const ovi_region region = ovi_region_view(updater->before, visited.id);
    for (uint32_t c = 0; c < visited.linked; c++) {
      if (ovi_component_node_at(&updater->graph, visited.first + c)->is_rim) {
        const uint32_t island = ovi_region_island(updater->before, &region, c);
        ovi_island_pieces_add(&updater->pieces, visited.first + c, island);
      }
    }
  }
}

/* Counts the old islands in the rebuilt regions; those without a piece are inner ones. */
static void find_inner(island_updater *updater, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt && !updater->graph.failed; i++) {
    const ovi_region region =
        ovi_region_view(updater->before, ovi_visited_region_at(&updater->graph, i)->id);
    updater->old_count += region.components.count - region.components.linked;
    for (uint32_t c = 0; c < region.components.linked; c++) {
      const uint32_t island = ovi_region_island(updater->before, &region, c);
      if (ovi_number_map_find(&updater->pieces.olds_by_island, island) == NULL) {
        uint32_t *found = ovi_number_map_add(&updater->inner, island);
        if (found == NULL) {
          updater->graph.failed = true;
          return;
        }
        updater->old_count += *found == OVI_NO_VALUE;
        *found = 0;
      }
    }
  }
  updater->old_count += ovi_old_island_count(&updater->pieces);
}

/* ---- Numbers -------------------------------------------------------------------- */

static ovi_component_node *set_of(island_updater *updater, uint32_t node) {
  return ovi_component_node_at(&updater->graph, ovi_component_set(&updater->graph, node));
}

/* A number that no island ever had. 0: all are used. */
static uint32_t new_number(island_updater *updater) {
  uint32_t *next = &updater->update->own[updater->profile].next;
  if (*next == UINT32_MAX) {
    updater->graph.failed = true;
    return 0;
  }
  return (*next)++;
}

/* Lists the old islands whose heirs are in a set, by rising index. */
static void list_heirs(island_updater *updater) {
  for (uint32_t old = ovi_old_island_count(&updater->pieces); old-- > 0;) {
    ovi_old_island *island = ovi_old_island_at(&updater->pieces, old);
    ovi_component_node *set = set_of(updater, ovi_piece_at(&updater->pieces, island->heir)->node);
    island->next_old = set->first_old != 0 ? set->first_old - 1 : OVI_NO_VALUE;
    set->first_old = old + 1;
  }
}

/* A set with heirs takes the number of the largest of their islands. */
static void choose_islands(island_updater *updater, uint32_t nodes) {
  for (uint32_t node = 0; node < nodes && !updater->graph.failed; node++) {
    const ovi_component_node *set = ovi_component_node_at(&updater->graph, node);
    if (set->parent == node && set->first_old != 0) {
      const uint32_t old = ovi_island_pieces_largest(&updater->pieces, set->first_old - 1);
      ovi_component_node_at(&updater->graph, node)->island =
          ovi_old_island_at(&updater->pieces, old)->island;
    }
  }
}

/* Sets the island of all components of a piece. */
static void relabel(island_updater *updater, uint32_t piece, uint32_t island) {
  ovi_island_pieces_exhaust(&updater->pieces, piece);
  uint32_t node = ovi_piece_at(&updater->pieces, piece)->done.first;
  while (node != OVI_NO_COMPONENT_NODE && !updater->graph.failed) {
    const ovi_component_node *found = ovi_component_node_at(&updater->graph, node);
    const ovi_visited_region *region = ovi_visited_region_at(&updater->graph, found->region);
    updater->graph.failed = !set_island(updater, region->id, node - region->first, island);
    node = found->next;
  }
}

static void relabel_pieces(island_updater *updater) {
  for (uint32_t i = 0; i < ovi_piece_count(&updater->pieces) && !updater->graph.failed; i++) {
    const ovi_piece piece = *ovi_piece_at(&updater->pieces, i);
    if (piece.parent != i) {
      continue;
    }
    ovi_component_node *set = set_of(updater, piece.node);
    set->island = set->island != 0 ? set->island : new_number(updater);
    if (set->island != ovi_old_island_at(&updater->pieces, piece.old)->island) {
      relabel(updater, i, set->island);
    }
  }
}

/* ---- Rebuilt regions -------------------------------------------------------------- */

/* The place where the island of a component is stored: its set, or the blob if it has no ports. */
static uint32_t *island_slot(island_updater *updater, const ovi_visited_region *region,
                             uint32_t *islands, uint32_t component) {
  return component < region->linked ? &set_of(updater, region->first + component)->island
                                    : &islands[component];
}

/* The number of the old island of a cell, if that is an inner one and its number is free; else 0.
 */
static uint32_t inner_number(island_updater *updater, const ovi_region *before_region, int32_t x,
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
static void keep_inner_numbers(island_updater *updater, const ovi_visited_region *visited) {
  const ovi_region before_region = ovi_region_view(updater->before, visited->id);
  const ovi_region after_region = ovi_region_view(updater->after, visited->id);
  uint32_t *islands = islands_of(updater, visited->id);
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

static bool has_unknown_island(island_updater *updater, const ovi_visited_region *visited,
                               uint32_t components) {
  bool unknown = components > visited->linked;
  for (uint32_t c = 0; c < visited->linked && !unknown; c++) {
    unknown = set_of(updater, visited->first + c)->island == 0;
  }
  return unknown;
}

static void number_rebuilt(island_updater *updater, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    if (has_unknown_island(updater, &visited, component_count(updater->after, visited.id))) {
      keep_inner_numbers(updater, &visited);
    }
  }
  for (uint32_t i = 0; i < rebuilt; i++) {
    const ovi_visited_region visited = *ovi_visited_region_at(&updater->graph, i);
    const uint32_t components = component_count(updater->after, visited.id);
    uint32_t *islands = islands_of(updater, visited.id);
    updater->new_count += components - visited.linked;
    for (uint32_t c = 0; c < components; c++) {
      uint32_t *island = island_slot(updater, &visited, islands, c);
      *island = *island != 0 ? *island : new_number(updater);
      islands[c] = *island;
    }
  }
}

/* ---- Undirected layers ------------------------------------------------------------ */

static void run_undirected(island_updater *updater) {
  visit_rebuilt(updater);
  const uint32_t rebuilt = ovi_visited_regions(&updater->graph);
  const uint32_t nodes = ovi_component_nodes(&updater->graph);
  if (rebuilt == 0 || updater->graph.failed) {
    return;
  }
  join_sets(updater, rebuilt);
  add_pieces(updater, rebuilt);
  find_inner(updater, rebuilt);
  for (uint32_t old = 0; old < ovi_old_island_count(&updater->pieces) && !updater->graph.failed;
       old++) {
    ovi_island_pieces_connect(&updater->pieces, old);
  }
  if (!updater->graph.failed) {
    list_heirs(updater);
    choose_islands(updater, nodes);
    relabel_pieces(updater);
  }
  if (!updater->graph.failed) {
    number_rebuilt(updater, rebuilt);
  }
  for (uint32_t node = 0; node < nodes; node++) { /* the first node of a set identifies it */
    updater->new_count += ovi_component_node_at(&updater->graph, node)->parent == node;
  }
  updater->after->islands.count += updater->new_count - updater->old_count;
}

static bool update_undirected(const ovi_update *update, uint32_t profile) {
  island_updater updater = {.update = update,
                            .before = &update->before[profile],
                            .after = &update->after[profile],
                            .profile = profile,
                            .inner = {.allocator = update->allocator}};
  ovi_component_graph_begin(&updater.graph, updater.after, update->allocator);
  ovi_island_pieces_begin(&updater.pieces, &updater.graph, update->allocator);
  run_undirected(&updater);
  const bool done = !updater.graph.failed;
  ovi_island_pieces_release(&updater.pieces);
  ovi_component_graph_release(&updater.graph);
  ovi_number_map_release(&updater.inner);
  return done;
}

/* ---- Directed layers -------------------------------------------------------------- */

static bool heights_changed(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region before_region = ovi_region_view(before, id);
  const ovi_region after_region = ovi_region_view(after, id);
  if (before_region.cells.heights == NULL || after_region.cells.heights == NULL) {
    return before_region.cells.heights != after_region.cells.heights;
  }
  const uint32_t cell_bytes = ovi_get_u16(after_region.cells.heights + 2);
  const size_t bytes = 4 + (size_t)(after_region.w * after_region.h) * cell_bytes;
  return ovi_get_u16(before_region.cells.heights + 2) != cell_bytes ||
         memcmp(before_region.cells.heights, after_region.cells.heights, bytes) != 0;
}

/* Whether a directed layer may have changed. Heights are not in its layer blocks: where they limit
 * steps, an edit may turn a one-way step and leave the layer block the same. A link that is opened
 * or closed changes the layer block, because closed links have no ports. */
static bool directed_changed(const ovi_update *update, uint32_t profile) {
  const ovi_layer *before = &update->before[profile];
  const ovi_layer *after = &update->after[profile];
  const bool is_limited = after->profile.climb >= 0 || after->profile.drop >= 0;
  bool changed = false;
  for (uint32_t i = 0; i < update->region_count && !changed; i++) {
    const uint32_t id = update->regions[i];
    changed = !ovi_layer_block_is_same(before, after, id) ||
              (is_limited && heights_changed(before, after, id));
  }
  return changed;
}

/* Counts the slots of components in the order of regions, as in a base. False: no memory. */
static bool count_slots(const ovi_update *update, uint32_t profile) {
  ovi_layer *layer = &update->after[profile];
  ovi_own_islands *own = &update->own[profile];
  const uint32_t regions = ovi_region_count(layer);
  ovi_blob *firsts = ovi_blob_make(update->allocator, 4 * (uint64_t)regions);
  if (firsts == NULL) {
    return false;
  }
  layer->islands.slots = 0;
  for (uint32_t id = 0; id < regions; id++) {
    ovi_put_u32((uint8_t *)firsts->data + 4 * (uint64_t)id, layer->islands.slots);
    layer->islands.slots += component_count(layer, id);
    ovi_layer_unpin(layer);
  }
  ovi_blob_drop(update->allocator, own->firsts);
  own->firsts = firsts;
  layer->islands.firsts = ovi_blob_bytes(firsts);
  return true;
}

static bool update_directed(const ovi_update *update, uint32_t profile) {
  ovi_layer *layer = &update->after[profile];
  ovi_own_islands *own = &update->own[profile];
  ovi_directed_islands found;
  if (!directed_changed(update, profile)) {
    return true;
  }
  if (!count_slots(update, profile)) {
    return false;
  }
  if (ovi_layer_outcome(layer) != OVL_OK) {
    return true; /* the call will end with the error of the reader */
  }
  ovi_blob *section = NULL;
  if (ovi_directed_islands_find(&found, layer, update->allocator) == OVL_OK) {
    section = ovi_blob_make(update->allocator, ovi_directed_islands_bytes(&found));
  }
  if (section != NULL) {
    memset(section->data, 0, (size_t)section->bytes);
    ovi_directed_islands_write(&found, (uint8_t *)section->data);
    ovi_blob_drop(update->allocator, own->islands);
    own->islands = section;
    layer->islands.count = found.count;
    ovi_layer_find_islands(layer, ovi_blob_bytes(section));
  }
  ovi_directed_islands_release(&found);
  return section != NULL;
}

/* ---- All -------------------------------------------------------------------------- */

ovl_result ovi_islands_update(const ovi_update *update) {
  bool done = clear_rebuilt(update);
  for (uint32_t i = 0; i < update->profiles && done; i++) {
    done = update->after[i].profile.is_directed ? update_directed(update, i)
                                                : update_undirected(update, i);
  }
  return done ? OVL_OK : OVL_NO_MEMORY;
}
