/* Updates level after level, beginning with the clusters that contain changed regions. */
#include "coarse/update/overlay_update.h"

#include "coarse/overlay/make/overlay_borders.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"
#include "common/compiler.h"

/* Sets of parts and clusters of a level, as bits. */
typedef struct overlay_marks {
  uint64_t *below;   /* the parts, regions or clusters of the level below, that changed */
  uint64_t *inside;  /* the clusters with a part that changed */
  uint64_t *touched; /* the clusters whose ports may have changed */
  uint64_t *changed; /* the clusters that changed */
} overlay_marks;

/* The update of a layer. */
typedef struct overlay_updater {
  const ovi_update *update;
  const ovi_layer *before;
  ovi_layer *layer;
  bool changes;   /* some region or some cluster of the level changed */
  uint32_t level; /* that is updated */
  int32_t clusters_x, clusters_y;
  uint32_t *ids;               /* the clusters of a row that are to be built */
  ovi_cluster_action *actions; /* and what of each */
  uint32_t count;
  ovi_cluster_maker maker;
  ovi_overlay_contents contents_before;
  ovi_scratch scratch; /* holds the arrays above, and those of marks */
  overlay_marks marks;
} overlay_updater;

/* ---- Regions ------------------------------------------------------------------------ */

static bool u16s_are_equal(const uint8_t *a, const uint8_t *b, uint32_t count) {
  return memcmp(a, b, 2 * (size_t)count) == 0;
}

/* Returns whether the cells along the sides of a region weigh what they did before the edit: on
 * them depends which of its waypoints clusters keep. */
static bool sides_are_same(const ovi_layer *old_layer, const ovi_region *before,
                           const ovi_layer *layer, const ovi_region *after) {
  bool same = true;
  for (int32_t y = 0; same && y < after->h; y++) {
    const bool is_end = y == 0 || y == after->h - 1;
    for (int32_t x = 0; same && x < after->w; x++) {
      same = (!is_end && x != 0 && x != after->w - 1) ||
             ovi_region_weight(old_layer, before, x, y) == ovi_region_weight(layer, after, x, y);
    }
  }
  return same;
}

/* Returns whether a region has the same waypoint graph before and after the edit. */
static bool graph_is_same(const ovi_region *before, const ovi_region *after) {
  const uint8_t *old_block = before->layer_block;
  const uint8_t *block = after->layer_block;
  const uint32_t wide = OVI_FLAG_WIDE;
  const uint32_t ports = after->ports.count;
  const uint32_t linked = after->components.linked;
  const uint32_t costs = ovi_get_u32(block + OVI_LAYER_COSTS);
  return before->ports.count == ports && before->components.linked == linked &&
         (before->flags & wide) == (after->flags & wide) &&
         old_block[OVI_LAYER_COST_SHIFT] == block[OVI_LAYER_COST_SHIFT] &&
         ovi_get_u32(old_block + OVI_LAYER_COSTS) == costs &&
         u16s_are_equal(old_block + OVI_LAYER_GROUPS, block + OVI_LAYER_GROUPS, OVI_GROUP_COUNT) &&
         u16s_are_equal(before->ports.cells, after->ports.cells, ports) &&
         (linked <= 1 ||
          (u16s_are_equal(before->ports.linked_begins, after->ports.linked_begins, linked + 1) &&
           u16s_are_equal(before->ports.order, after->ports.order, ports))) &&
         u16s_are_equal(before->costs.values, after->costs.values,
                        (after->flags & wide) != 0 ? 2 * costs : costs);
}

/* Returns whether the waypoints of a region of a directed layer, which are in the same cells, lie
 * in the components in which they were, and its links are the same. */
static bool ways_are_same(const ovi_region *before, const ovi_region *after) {
  bool same = before->ports.links_out == after->ports.links_out &&
              before->ports.links_in == after->ports.links_in;
  for (uint32_t port = 0; same && port < after->ports.count; port++) {
    const uint32_t cell = ovi_port_cell(after, port);
    const int32_t x = (int32_t)ovi_port_x(cell);
    const int32_t y = (int32_t)ovi_port_y(cell);
    same = ovi_region_component(before, x, y) == ovi_region_component(after, x, y);
  }
  for (uint32_t i = 0; same && i < after->ports.links_out + after->ports.links_in; i++) {
    same = ovi_region_link(before, i) == ovi_region_link(after, i);
  }
  return same;
}

/* Marks the clusters of level 1 that contain a region with another graph; returns whether there are
 * any. */
static bool update_mark_regions(overlay_updater *work) {
  bool any = false;
  for (uint32_t i = 0; i < work->update->region_count; i++) {
    const uint32_t id = work->update->regions[i];
    const ovi_region old_region = ovi_region_view(work->before, id);
    const ovi_region new_region = ovi_region_view(work->layer, id);
    if (!graph_is_same(&old_region, &new_region) ||
        !sides_are_same(work->before, &old_region, work->layer, &new_region) ||
        (work->layer->profile.is_directed && !ways_are_same(&old_region, &new_region))) {
      ovi_set_bit(work->marks.below, (int32_t)id);
      ovi_set_bit(work->marks.inside, (int32_t)ovi_cluster_of(work->layer, 1, id));
      any = true;
    }
    ovi_layer_unpin(work->layer);
  }
  return any;
}

/* ---- Clusters -------------------------------------------------------------------------- */

/* The first set bit from `from` on, before `end`; `end` if there is none. */
static uint32_t next_set(const uint64_t *bits, uint32_t from, uint32_t end) {
  while (from < end) {
    const uint64_t word = bits[from / 64] >> (from % 64);
    if (word != 0) {
      const uint32_t at = from + (uint32_t)ovi_lowest_bit(word);
      return at < end ? at : end;
    }
    from = (from / 64 + 1) * 64;
  }
  return end;
}

static uint32_t cluster_count(const overlay_updater *work) {
  return (uint32_t)work->clusters_x * (uint32_t)work->clusters_y;
}

/* Ends the reading of clusters. Of a world that a reader fetches what was read may leave the cache,
 * so nothing that is known of it is kept. Returns the result, or why something could not be read:
 * what follows from a placeholder is not used. */
static ovl_result update_end_reading(overlay_updater *work, ovl_result result) {
  const ovl_result outcome = ovi_layer_outcome(work->layer);
  if (ovi_layer_is_fetched(work->layer)) {
    ovi_overlay_contents_set_level(&work->contents_before, work->before, 0);
    ovi_overlay_contents_set_level(&work->maker.contents, work->layer, 0);
    ovi_layer_unpin(work->layer);
  }
  return outcome != OVL_OK ? outcome : result;
}

/* Marks the clusters whose ports may have changed: those around clusters whose borders changed. */
static ovl_result compare_borders(overlay_updater *work) {
  const uint32_t count = cluster_count(work);
  ovl_result result = OVL_OK;
  for (uint32_t id = next_set(work->marks.inside, 0, count); id != count && result == OVL_OK;
       id = next_set(work->marks.inside, id + 1, count)) {
    bool stay = true;
    ovi_overlay_contents_set_level(&work->contents_before, work->before, work->level);
    ovi_overlay_contents_set_level(&work->maker.contents, work->layer, work->level);
    result = update_end_reading(work, ovi_cluster_borders_are_equal(&work->contents_before,
                                                                    &work->maker.contents, id,
                                                                    &work->scratch, &stay));
    const int32_t cx = (int32_t)id % work->clusters_x;
    const int32_t cy = (int32_t)id / work->clusters_x;
    for (int32_t i = 0; !stay && i < 9; i++) {
      const int32_t x = cx - 1 + i % 3;
      const int32_t y = cy - 1 + i / 3;
      if (x >= 0 && y >= 0 && x < work->clusters_x && y < work->clusters_y) {
        ovi_set_bit(work->marks.touched, y * work->clusters_x + x);
      }
    }
  }
  return result;
}

/* Updates the totals of the layer with a new block. They are upper bounds and only grow. */
static void count_cluster(overlay_updater *work, const uint8_t *before,
                          const ovi_made_cluster *made) {
  ovi_overlays *overlay = &work->layer->overlay;
  const uint32_t ports = ovi_get_u16(made->block + OVI_CLUSTER_PORTS);
  const uint32_t now = ovi_cluster_own_waypoints(made->block);
  const uint32_t old = before != NULL ? ovi_cluster_own_waypoints(before) : 0;
  overlay->max_ports = ports > overlay->max_ports ? ports : overlay->max_ports;
  overlay->waypoints += now > old ? now - old : 0;
}

/* Returns whether the pieces of a block are those of one that was built. */
static bool block_is_made(ovi_piece_bytes front, ovi_piece_bytes tables,
                          const ovi_made_cluster *made) {
  return front.bytes != NULL && tables.bytes != NULL &&
         (uint64_t)front.count + tables.count == made->bytes &&
         memcmp(front.bytes, made->block, front.count) == 0 &&
         memcmp(tables.bytes, made->block + front.count, tables.count) == 0;
}

/* Returns whether a block that was built is the base's. */
static bool base_has_block(const overlay_updater *work, uint32_t number,
                           const ovi_made_cluster *made) {
  const ovi_overlays *overlay = &work->layer->overlay;
  return number < overlay->first_clusters[overlay->base_levels] &&
         block_is_made(ovi_overlay_base(work->layer, number, OVI_CLUSTER_FRONT),
                       ovi_overlay_base(work->layer, number, OVI_CLUSTER_TABLES), made);
}

/* Replaces the block of a cluster; one that equals the base's is not stored. False: no memory. */
static bool update_put_block(const overlay_updater *work, uint32_t number,
                             const ovi_made_cluster *made, bool is_base) {
  ovi_replaced replaced = {.version = work->update->version};
  if (!is_base) {
    replaced.block = ovi_blob_copy(work->update->allocator, made->block, made->bytes);
    if (replaced.block == NULL) {
      return false;
    }
  }
  return ovi_delta_tree_put(work->update->overlay_delta, work->layer->overlay.first_key + number,
                            replaced);
}

/* Returns whether the ports of a cluster of a directed layer, whose front did not change, can be
 * crossed as before, and lie in the same components of their regions. */
static bool port_ways_are_same(const overlay_updater *work, uint32_t id) {
  const ovi_cluster cluster = ovi_overlay_view(work->layer, work->level, id);
  bool same = true;
  for (uint32_t port = 0; same && port < cluster.groups.begins[OVI_GROUP_COUNT]; port++) {
    const ovi_overlay_port here = {id, port};
    const ovi_overlay_port was = ovi_overlay_port_on(work->before, work->level, here, 0);
    const ovi_overlay_port is = ovi_overlay_port_on(work->layer, work->level, here, 0);
    same = was.cluster == is.cluster &&
           ovi_border_way(work->before, was) == ovi_border_way(work->layer, is);
  }
  return same;
}

/* Replaces the block of a cluster, or adds one to a new level, by the one that was built, if it
 * differs, and marks the cluster as changed if its front does, or, of a directed layer, the ways
 * over its ports, on which the level above depends, too. */
static ovl_result update_cluster(overlay_updater *work, uint32_t id, const ovi_made_cluster *made) {
  const uint32_t number = ovi_overlay_number(work->layer, work->level, id);
  const bool is_new = work->level > work->layer->overlay.levels;
  OVI_ASSERT(!is_new || (made->block != NULL && work->level == work->layer->overlay.levels + 1));
  if (made->block == NULL) {
    return OVL_OK;
  }
  ovi_piece_bytes front = {NULL, 0};
  ovi_piece_bytes tables = {NULL, 0};
  if (!is_new) {
    OVI_ASSERT(number >= work->layer->overlay.first_clusters[work->level - 1] &&
               number < work->layer->overlay.first_clusters[work->level]);
    front = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_FRONT);
    tables = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_TABLES);
  }
  const bool is_same = block_is_made(front, tables, made);
  const bool has_front = front.bytes != NULL && /* which is all that the level above depends on */
                         ovi_get_u32(made->block + OVI_CLUSTER_FRONT_BYTES) == front.count &&
                         memcmp(front.bytes, made->block, front.count) == 0;
  const bool is_base = !is_same && base_has_block(work, number, made);
  if (!has_front || (work->layer->profile.is_directed && !port_ways_are_same(work, id))) {
    ovi_set_bit(work->marks.changed, (int32_t)id);
  }
  if (is_same) {
    return OVL_OK;
  }
  count_cluster(work, front.bytes, made);
  work->layer->overlay.bytes += made->bytes;
  work->layer->overlay.bytes -= (uint64_t)front.count + tables.count;
  return update_put_block(work, number, made, is_base) ? OVL_OK : OVL_NO_MEMORY;
}

/* Lists the marked clusters of a row, and what of each is to be built. */
static void list_marked(overlay_updater *work, int32_t row) {
  const uint32_t begin = (uint32_t)(row * work->clusters_x);
  const uint32_t end = begin + (uint32_t)work->clusters_x;
  work->count = 0;
  for (uint32_t id = begin; id < end; id++) {
    const bool is_inside = ovi_get_bit(work->marks.inside, (int32_t)id) != 0;
    const bool is_touched = ovi_get_bit(work->marks.touched, (int32_t)id) != 0;
    if (is_inside || is_touched) {
      work->ids[work->count] = id;
      work->actions[work->count++] = !is_touched ? OVI_CLUSTER_COSTS
                                     : is_inside ? OVI_CLUSTER_REBUILD
                                                 : OVI_CLUSTER_IF_CHANGED;
    }
  }
}

/* Builds the listed clusters of a row, and puts them, if `puts`; of a world that a reader fetches
 * one by one, so that its cache need not hold the parts of all. Sets too_large and puts no other if
 * one is. `changed` NULL: all of each is built. */
static ovl_result update_make_row(overlay_updater *work, const uint64_t *changed, bool puts) {
  const uint32_t most = ovi_layer_is_fetched(work->layer) ? 1 : work->count;
  OVI_ASSERT(work->count <= (uint32_t)work->clusters_x);
  ovl_result result = OVL_OK;
  ovi_progress_expect(work->update->progress, work->count);
  for (uint32_t first = 0; result == OVL_OK && !work->maker.too_large && first < work->count;
       first += most) {
    const uint32_t rest = work->count - first;
    const uint32_t count = rest < most ? rest : most;
    const uint32_t *ids = work->ids + first;
    result = ovi_clusters_make(&work->maker, work->layer, work->level, ids,
                               changed != NULL ? work->actions + first : NULL, changed, count);
    for (uint32_t i = 0; result == OVL_OK && !work->maker.too_large && puts && i < count; i++) {
      result = update_cluster(work, ids[i], &work->maker.made[i]);
    }
    result = update_end_reading(work, result);
    result = result == OVL_OK ? ovi_progress_add(work->update->progress, count) : result;
  }
  return result;
}

/* ---- Levels ---------------------------------------------------------------------------- */

/* Takes a set of bits that are 0. NULL: no memory. */
static uint64_t *take_bits(ovi_scratch *scratch, uint32_t count) {
  const uint64_t words = (uint64_t)count / 64 + 1;
  uint64_t *bits = ovi_scratch_take(scratch, words, sizeof(uint64_t));
  if (bits != NULL) {
    memset(bits, 0, (size_t)words * sizeof(uint64_t));
  }
  return bits;
}

/* Begins a level with no cluster marked. False: no memory. */
static bool update_begin_level(overlay_updater *work, uint32_t level) {
  work->level = level;
  work->clusters_x = ovi_clusters_x(work->layer, level);
  work->clusters_y = ovi_clusters_y(work->layer, level);
  const uint32_t row = (uint32_t)work->clusters_x;
  work->marks.inside = take_bits(&work->scratch, cluster_count(work));
  work->marks.touched = take_bits(&work->scratch, cluster_count(work));
  work->marks.changed = take_bits(&work->scratch, cluster_count(work));
  work->ids = ovi_scratch_take(&work->scratch, row, sizeof(uint32_t));
  work->actions = ovi_scratch_take(&work->scratch, row, sizeof(ovi_cluster_action));
  return work->marks.inside != NULL && work->marks.touched != NULL && work->marks.changed != NULL &&
         work->ids != NULL && work->actions != NULL;
}

/* Begins the level above, and marks the clusters that contain changed ones. False: no memory. */
static bool begin_level_above(overlay_updater *work) {
  uint64_t *changed = work->marks.changed;
  const int32_t below_x = work->clusters_x;
  const uint32_t below = cluster_count(work);
  if (!update_begin_level(work, work->level + 1)) {
    return false;
  }
  work->marks.below = changed;
  for (uint32_t id = next_set(changed, 0, below); id != below;
       id = next_set(changed, id + 1, below)) {
    ovi_set_bit(work->marks.inside,
                (int32_t)id / below_x / 2 * work->clusters_x + (int32_t)id % below_x / 2);
  }
  return true;
}

/* Builds all clusters of a level that was impossible before. */
static ovl_result update_make_level(overlay_updater *work, bool puts) {
  const uint32_t count = (uint32_t)work->clusters_x;
  ovl_result result = OVL_OK;
  for (int32_t row = 0; result == OVL_OK && !work->maker.too_large && row < work->clusters_y;
       row++) {
    for (uint32_t i = 0; i < count; i++) {
      work->ids[i] = (uint32_t)row * count + i;
    }
    work->count = count;
    result = update_make_row(work, NULL, puts);
  }
  return result;
}

/* ---- Layers ---------------------------------------------------------------------------- */

/* Updates the existing levels, as far up as clusters change; work->changes: some cluster of the
 * last level does. */
static ovl_result update_levels(overlay_updater *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  while (work->changes && work->level <= overlay->levels) {
    ovl_result result = compare_borders(work);
    for (int32_t row = 0; result == OVL_OK && !work->maker.too_large && row < work->clusters_y;
         row++) {
      list_marked(work, row);
      result = update_make_row(work, work->marks.below, true);
    }
    if (result != OVL_OK) {
      return result;
    }
    if (work->maker.too_large) { /* the level has become impossible */
      overlay->levels = work->level - 1;
      work->changes = false;
      return OVL_OK;
    }
    const uint32_t count = cluster_count(work);
    work->changes = next_set(work->marks.changed, 0, count) != count;
    if (work->level == overlay->levels) {
      return OVL_OK;
    }
    if (!begin_level_above(work)) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

/* Adds the levels that have become possible. Each is built twice: the first time finds whether it
 * is possible. */
static ovl_result add_levels(overlay_updater *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t most = ovi_overlay_levels(work->layer, firsts);
  ovl_result result = OVL_OK;
  while (work->changes && overlay->levels < most) {
    if (!update_begin_level(work, overlay->levels + 1)) {
      return OVL_NO_MEMORY;
    }
    result = update_make_level(work, false);
    if (result == OVL_OK && !work->maker.too_large) {
      result = update_make_level(work, true);
    }
    if (result != OVL_OK || work->maker.too_large) {
      return result;
    }
    overlay->levels++;
  }
  return OVL_OK;
}

/* Marks the changed regions of a layer, and updates what depends on them. */
static ovl_result update_overlay(overlay_updater *work) {
  const uint32_t levels = work->layer->overlay.levels;
  work->marks.below = take_bits(&work->scratch, ovi_region_count(work->layer));
  if (work->marks.below == NULL || !update_begin_level(work, 1)) {
    return OVL_NO_MEMORY;
  }
  OVI_ASSERT(levels <= OVI_OVERLAY_MOST_LEVELS);
  work->changes = update_mark_regions(work);
  ovl_result result = ovi_layer_outcome(work->layer);
  result = result == OVL_OK ? update_levels(work) : result;
  result = result == OVL_OK ? add_levels(work) : result;
  if (result == OVL_OK && work->layer->overlay.levels != levels) {
    work->layer->overlay.bytes = ovi_overlays_bytes(work->layer);
  }
  return result;
}

ovl_result ovi_overlays_update(const ovi_update *update) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < update->profiles; profile++) {
    overlay_updater work = {.update = update,
                            .before = &update->before[profile],
                            .layer = &update->after[profile],
                            .scratch = {.allocator = update->allocator}};
    if (update->region_count == 0) {
      continue;
    }
    ovi_clusters_begin(&work.maker, update->allocator, update->jobs);
    ovi_overlay_contents_begin(&work.contents_before, update->allocator);
    result = update_overlay(&work);
    ovi_clusters_release(&work.maker);
    ovi_overlay_contents_release(&work.contents_before);
    ovi_scratch_release(&work.scratch);
  }
  return result;
}
