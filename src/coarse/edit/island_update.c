/* Components in the rebuilt regions, and those that touch them, are joined to sets by the ports
 * between them. What touches them was part of old islands: those are the pieces. A set becomes
 * the old island whose heir it has; of several the largest. Pieces that come to another number
 * are relabelled, which needs all their components, so they are exhausted; that is why the
 * largest stays as it is.
 *
 * Invariant: the rebuilt regions have blobs of their own from the beginning, with a 0 for every
 * component whose island is not known yet. */
#include "coarse/edit/island_update.h"

#include "coarse/edit/component_graph.h"
#include "coarse/edit/island_pieces.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"

/* The update of one undirected layer. */
typedef struct updater {
  const ovi_islands_update *update;
  const ovi_layer *before;
  ovi_layer *after;
  uint32_t profile;
  ovi_component_graph graph;
  ovi_island_pieces pieces;
  ovi_number_map inner; /* old islands that lay in rebuilt regions alone: 1 if one of the new ones
                           has its number */
  uint32_t olds, news;  /* islands that the edit touched, and those that came of them */
} updater;

/* ---- Blobs of islands --------------------------------------------------------- */

/* A blob for the islands of a region as it is now, all 0; NULL: no memory. */
static ovi_blob *make_blob(const ovi_islands_update *update, uint32_t id) {
  uint32_t begins[OVL_MAX_PROFILES + 1];
  begins[0] = update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    const uint8_t *layer_block = ovi_region_layer_block(layer, id);
    begins[i + 1] =
        begins[i] +
        (layer->profile.is_directed ? 0 : ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS));
  }
  const uint64_t bytes = (uint64_t)begins[update->profiles] * sizeof(uint32_t);
  ovi_blob *blob = ovi_blob_make(update->allocator, bytes);
  if (blob != NULL) {
    memset(blob->data, 0, (size_t)bytes);
    memcpy(blob->data, begins, ((size_t)update->profiles + 1) * sizeof(uint32_t));
  }
  return blob;
}

/* Puts a blob, or NULL for want of memory, in the place of a region's; all else that stands for
 * the region stays. */
static bool put_blob(const ovi_islands_update *update, uint32_t id, ovi_blob *blob) {
  const ovi_replaced *old = ovi_delta_tree_find(update->living, id);
  ovi_replaced replaced = {.islands = blob};
  if (blob == NULL) {
    return false;
  }
  if (old != NULL) {
    replaced.version = old->version;
    replaced.block = ovi_blob_retain(old->block);
    replaced.landmarks = ovi_blob_retain(old->landmarks);
  }
  return ovi_delta_tree_put(update->living, id, replaced);
}

/* The islands of a layer's components in a rebuilt region. */
static uint32_t *islands_of(const updater *u, uint32_t id) {
  return ovi_replaced_islands(ovi_delta_tree_find(u->update->living, id), u->profile);
}

static bool begin_rebuilt(const ovi_islands_update *update) {
  for (uint32_t i = 0; i < update->region_count; i++) {
    if (!put_blob(update, update->regions[i], make_blob(update, update->regions[i]))) {
      return false;
    }
  }
  return true;
}

/* A blob for a region that was not rebuilt, with the islands that it has now. */
static ovi_blob *copy_islands(const ovi_islands_update *update, uint32_t id) {
  ovi_blob *blob = make_blob(update, id);
  if (blob == NULL) {
    return NULL;
  }
  uint32_t *out = (uint32_t *)(void *)blob->data + update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    const ovi_region region = ovi_region_view(layer, id);
    for (uint32_t c = 0; !layer->profile.is_directed && c < region.components.count; c++) {
      *out++ = ovi_region_island(layer, &region, c);
    }
  }
  return blob;
}

/* Tells the island of a component; of regions that nobody told it of, all others stay. */
static bool set_island(const updater *u, uint32_t id, uint32_t component, uint32_t island) {
  const ovi_delta_tree *living_before = u->before->store.delta;
  const ovi_replaced *before =
      living_before != NULL ? ovi_delta_tree_find(living_before, id) : NULL;
  const ovi_replaced *now = ovi_delta_tree_find(u->update->living, id);
  const ovi_blob *shared = before != NULL ? before->islands : NULL;
  if ((now == NULL || now->islands == shared) &&
      !put_blob(u->update, id, copy_islands(u->update, id))) {
    return false;
  }
  islands_of(u, id)[component] = island;
  return true;
}

/* ---- What the edit touches ------------------------------------------------------ */

/* Whether a rebuilt region's part is not as it was. */
static bool part_changed(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region place = ovi_region_place(after, id);
  const uint8_t *was = ovi_region_layer_block(before, id);
  const uint8_t *is = ovi_region_layer_block(after, id);
  const uint64_t bytes = ovi_layer_block_bytes(&place, is, UINT64_MAX);
  return ovi_layer_block_bytes(&place, was, UINT64_MAX) != bytes ||
         memcmp(was, is, (size_t)bytes) != 0;
}

/* Meets the rebuilt regions whose part changed; those of the others are as they were. */
static void meet_rebuilt(updater *u) {
  for (uint32_t i = 0; i < u->update->region_count && !u->graph.full; i++) {
    const uint32_t id = u->update->regions[i];
    if (part_changed(u->before, u->after, id)) {
      const uint8_t *layer_block = ovi_region_layer_block(u->after, id);
      ovi_component_graph_meet(&u->graph, id, ovi_get_u16(layer_block + OVI_LAYER_LINKED), true);
      continue;
    }
    const ovi_region region = ovi_region_view(u->before, id);
    uint32_t *islands = islands_of(u, id);
    for (uint32_t c = 0; c < region.components.count; c++) {
      islands[c] = ovi_region_island(u->before, &region, c);
    }
  }
}

static uint32_t met_regions(const updater *u) {
  return (uint32_t)(u->graph.regions.used / sizeof(ovi_met_region));
}

/* Joins what ports join in the rebuilt regions and around them. */
static void join_sets(updater *u, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt; i++) {
    const ovi_met_region region = *ovi_met_region_at(&u->graph, i);
    ovi_beyond beyond;
    ovi_beyond_region(&beyond, &u->graph, region.id);
    for (uint32_t c = 0; c < region.linked; c++) {
      uint32_t node;
      ovi_beyond_component(&beyond, c);
      while ((node = ovi_beyond_next(&beyond)) != OVI_NO_COMPONENT_NODE) {
        ovi_component_node_at(&u->graph, node)->is_rim = true;
        ovi_component_join(&u->graph, region.first + c, node);
      }
    }
  }
}

/* Components that touch the rebuilt regions come to pieces of their old islands. */
static void find_pieces(updater *u, uint32_t rebuilt) {
  for (uint32_t i = rebuilt; i < met_regions(u) && !u->graph.full; i++) {
    const ovi_met_region met = *ovi_met_region_at(&u->graph, i);
    const ovi_region region = ovi_region_view(u->before, met.id);
    for (uint32_t c = 0; c < met.linked; c++) {
      if (ovi_component_node_at(&u->graph, met.first + c)->is_rim) {
        const uint32_t island = ovi_region_island(u->before, &region, c);
        ovi_island_pieces_add(&u->pieces, met.first + c, island);
      }
    }
  }
}

/* Counts the old islands in the rebuilt regions; those of no piece lay in them alone. */
static void find_inner(updater *u, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt && !u->graph.full; i++) {
    const ovi_region region = ovi_region_view(u->before, ovi_met_region_at(&u->graph, i)->id);
    u->olds += region.components.count - region.components.linked;
    for (uint32_t c = 0; c < region.components.linked; c++) {
      const uint32_t island = ovi_region_island(u->before, &region, c);
      if (ovi_number_map_find(&u->pieces.olds_by_island, island) == NULL) {
        uint32_t *found = ovi_number_map_add(&u->inner, island);
        if (found == NULL) {
          u->graph.full = true;
          return;
        }
        u->olds += *found == OVI_NO_VALUE;
        *found = 0;
      }
    }
  }
  u->olds += ovi_old_island_count(&u->pieces);
}

/* ---- Numbers -------------------------------------------------------------------- */

static ovi_component_node *set_of(updater *u, uint32_t node) {
  return ovi_component_node_at(&u->graph, ovi_component_set(&u->graph, node));
}

/* A number that no island has; 0: there is none. */
static uint32_t take_number(updater *u) {
  uint32_t *next = &u->update->own[u->profile].next;
  if (*next == UINT32_MAX) {
    u->graph.full = true;
    return 0;
  }
  return (*next)++;
}

/* The old islands whose heirs are in a set stand in a list of the set's, by rising place. */
static void list_heirs(updater *u) {
  for (uint32_t old = ovi_old_island_count(&u->pieces); old-- > 0;) {
    ovi_old_island *island = ovi_old_island_at(&u->pieces, old);
    ovi_component_node *set = set_of(u, ovi_piece_at(&u->pieces, island->heir)->node);
    island->next_old = set->first_old != 0 ? set->first_old - 1 : OVI_NO_VALUE;
    set->first_old = old + 1;
  }
}

/* A set with heirs becomes the largest of their islands. */
static void choose_heirs(updater *u, uint32_t nodes) {
  for (uint32_t node = 0; node < nodes && !u->graph.full; node++) {
    const ovi_component_node *set = ovi_component_node_at(&u->graph, node);
    if (set->parent == node && set->first_old != 0) {
      const uint32_t old = ovi_island_pieces_largest(&u->pieces, set->first_old - 1);
      ovi_component_node_at(&u->graph, node)->island = ovi_old_island_at(&u->pieces, old)->island;
    }
  }
}

/* Tells all components of a piece their island. */
static void relabel(updater *u, uint32_t piece, uint32_t island) {
  ovi_island_pieces_exhaust(&u->pieces, piece);
  uint32_t node = ovi_piece_at(&u->pieces, piece)->done.first;
  while (node != OVI_NO_COMPONENT_NODE && !u->graph.full) {
    const ovi_component_node *found = ovi_component_node_at(&u->graph, node);
    const ovi_met_region *region = ovi_met_region_at(&u->graph, found->region);
    u->graph.full = !set_island(u, region->id, node - region->first, island);
    node = found->next;
  }
}

static void relabel_pieces(updater *u) {
  for (uint32_t i = 0; i < ovi_piece_count(&u->pieces) && !u->graph.full; i++) {
    const ovi_piece piece = *ovi_piece_at(&u->pieces, i);
    if (piece.parent != i) {
      continue;
    }
    ovi_component_node *set = set_of(u, piece.node);
    set->island = set->island != 0 ? set->island : take_number(u);
    if (set->island != ovi_old_island_at(&u->pieces, piece.old)->island) {
      relabel(u, i, set->island);
    }
  }
}

/* ---- Rebuilt regions -------------------------------------------------------------- */

/* Where the island of a component is told: with its set's, or where it is told alone. */
static uint32_t *island_place(updater *u, const ovi_met_region *region, uint32_t *islands,
                              uint32_t component) {
  return component < region->linked ? &set_of(u, region->first + component)->island
                                    : &islands[component];
}

/* An old island's number for one of its cells, unless it lives on elsewhere. */
static uint32_t take_inner(updater *u, const ovi_region *was, int32_t x, int32_t y) {
  const uint32_t component = ovi_region_component(was, x, y);
  const uint32_t island = ovi_region_island(u->before, was, component);
  if (component < was->components.linked && ovi_number_map_find(&u->inner, island) == NULL) {
    return 0;
  }
  uint32_t *taken = ovi_number_map_add(&u->inner, island);
  if (taken == NULL) {
    u->graph.full = true;
    return 0;
  }
  const bool is_free = *taken != 1;
  *taken = 1;
  return is_free ? island : 0;
}

/* New components without an island take those of old ones that they overlap. */
static void keep_inner(updater *u, const ovi_met_region *met) {
  const ovi_region was = ovi_region_view(u->before, met->id);
  const ovi_region is = ovi_region_view(u->after, met->id);
  uint32_t *islands = islands_of(u, met->id);
  for (int32_t y = 0; y < is.h && !u->graph.full; y++) {
    uint64_t both[2];
    uint64_t other[2];
    ovi_region_open_row(&was, y, both);
    ovi_region_open_row(&is, y, other);
    both[0] &= other[0];
    both[1] &= other[1];
    uint64_t begins[2] = {both[0] & ~(both[0] << 1), both[1] & ~(both[1] << 1 | both[0] >> 63)};
    for (int half = 0; half < 2; half++) {
      for (; begins[half] != 0; begins[half] &= begins[half] - 1) {
        const int32_t x = 64 * half + ovi_lowest_bit(begins[half]);
        uint32_t *island = island_place(u, met, islands, ovi_region_component(&is, x, y));
        *island = *island != 0 ? *island : take_inner(u, &was, x, y);
      }
    }
  }
}

static bool has_unknown(updater *u, const ovi_met_region *met, uint32_t components) {
  bool unknown = components > met->linked;
  for (uint32_t c = 0; c < met->linked && !unknown; c++) {
    unknown = set_of(u, met->first + c)->island == 0;
  }
  return unknown;
}

static void tell_rebuilt(updater *u, uint32_t rebuilt) {
  for (uint32_t i = 0; i < rebuilt; i++) {
    const ovi_met_region met = *ovi_met_region_at(&u->graph, i);
    const uint8_t *layer_block = ovi_region_layer_block(u->after, met.id);
    if (has_unknown(u, &met, ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS))) {
      keep_inner(u, &met);
    }
  }
  for (uint32_t i = 0; i < rebuilt; i++) {
    const ovi_met_region met = *ovi_met_region_at(&u->graph, i);
    const uint32_t components =
        ovi_get_u16(ovi_region_layer_block(u->after, met.id) + OVI_LAYER_COMPONENTS);
    uint32_t *islands = islands_of(u, met.id);
    u->news += components - met.linked;
    for (uint32_t c = 0; c < components; c++) {
      uint32_t *island = island_place(u, &met, islands, c);
      *island = *island != 0 ? *island : take_number(u);
      islands[c] = *island;
    }
  }
}

/* ---- Undirected layers ------------------------------------------------------------ */

static void run(updater *u) {
  meet_rebuilt(u);
  const uint32_t rebuilt = met_regions(u);
  const uint32_t nodes = ovi_component_nodes(&u->graph);
  if (rebuilt == 0 || u->graph.full) {
    return;
  }
  join_sets(u, rebuilt);
  find_pieces(u, rebuilt);
  find_inner(u, rebuilt);
  for (uint32_t old = 0; old < ovi_old_island_count(&u->pieces) && !u->graph.full; old++) {
    ovi_island_pieces_reunite(&u->pieces, old);
  }
  if (!u->graph.full) {
    list_heirs(u);
    choose_heirs(u, nodes);
    relabel_pieces(u);
  }
  if (!u->graph.full) {
    tell_rebuilt(u, rebuilt);
  }
  for (uint32_t node = 0; node < nodes; node++) { /* a set is known by its first node */
    u->news += ovi_component_node_at(&u->graph, node)->parent == node;
  }
  u->after->islands.count += u->news - u->olds;
}

static bool update_undirected(const ovi_islands_update *update, uint32_t profile) {
  updater u = {.update = update,
               .before = &update->before[profile],
               .after = &update->after[profile],
               .profile = profile,
               .inner = {.allocator = update->allocator}};
  ovi_component_graph_begin(&u.graph, u.after, update->allocator);
  ovi_island_pieces_begin(&u.pieces, &u.graph, update->allocator);
  run(&u);
  const bool done = !u.graph.full;
  ovi_island_pieces_release(&u.pieces);
  ovi_component_graph_release(&u.graph);
  ovi_number_map_release(&u.inner);
  return done;
}

/* ---- Directed layers -------------------------------------------------------------- */

static bool heights_changed(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region was = ovi_region_view(before, id);
  const ovi_region is = ovi_region_view(after, id);
  if (was.cells.heights == NULL || is.cells.heights == NULL) {
    return was.cells.heights != is.cells.heights;
  }
  const uint32_t cell_bytes = ovi_get_u16(is.cells.heights + 2);
  const size_t bytes = 4 + (size_t)(is.w * is.h) * cell_bytes;
  return ovi_get_u16(was.cells.heights + 2) != cell_bytes ||
         memcmp(was.cells.heights, is.cells.heights, bytes) != 0;
}

/* Heights do not stand in a layer's part, and where they limit steps they may turn one that leads
 * one way, and leave all that the part tells as it is. Links that are closed have no ports, so
 * parts tell of them. */
static bool directed_changed(const ovi_islands_update *update, uint32_t profile) {
  const ovi_layer *before = &update->before[profile];
  const ovi_layer *after = &update->after[profile];
  const bool is_limited = after->profile.climb >= 0 || after->profile.drop >= 0;
  bool changed = false;
  for (uint32_t i = 0; i < update->region_count && !changed; i++) {
    const uint32_t id = update->regions[i];
    changed = part_changed(before, after, id) || (is_limited && heights_changed(before, after, id));
  }
  return changed;
}

/* Slots in the order of regions, as a base has them. */
static bool count_slots(const ovi_islands_update *update, uint32_t profile) {
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
    layer->islands.slots += ovi_get_u16(ovi_region_layer_block(layer, id) + OVI_LAYER_COMPONENTS);
  }
  ovi_blob_drop(update->allocator, own->firsts);
  own->firsts = firsts;
  layer->islands.firsts = ovi_blob_bytes(firsts);
  return true;
}

static bool update_directed(const ovi_islands_update *update, uint32_t profile) {
  ovi_layer *layer = &update->after[profile];
  ovi_own_islands *own = &update->own[profile];
  ovi_directed_islands found;
  if (!directed_changed(update, profile)) {
    return true;
  }
  if (!count_slots(update, profile)) {
    return false;
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

ovl_result ovi_update_islands(const ovi_islands_update *update) {
  bool done = begin_rebuilt(update);
  for (uint32_t i = 0; i < update->profiles && done; i++) {
    done = update->after[i].profile.is_directed ? update_directed(update, i)
                                                : update_undirected(update, i);
  }
  return done ? OVL_OK : OVL_NO_MEMORY;
}
