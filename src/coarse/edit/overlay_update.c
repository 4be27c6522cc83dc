/* Updates level after level, beginning with the clusters that contain changed regions. */
#include "coarse/edit/overlay_update.h"

#include "coarse/overlay/make/overlay_borders.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "common/bits.h"
#include "common/compiler.h"

/* The update of one layer, level after level. */
typedef struct overlay_update {
  const ovi_update *update;
  const ovi_layer *before;
  ovi_layer *layer;
  uint32_t level;
  int32_t clusters_x, clusters_y;
  ovi_cluster_maker maker;
  ovi_overlay_contents contents_before;
  ovi_scratch scratch; /* holds the arrays below */
  uint64_t *below;     /* bits of the parts, regions or clusters of the level below, that changed */
  uint64_t *inside;    /* bits of the clusters with a part that changed */
  uint64_t *touched;   /* bits of the clusters whose ports may have changed */
  uint64_t *changed;   /* bits of the clusters that changed */
  uint32_t *ids;       /* of one row: the clusters to be built, and what of each */
  ovi_cluster_action *actions;
} overlay_update;

/* ---- Regions ------------------------------------------------------------------------ */

static bool u16s_are_equal(const uint8_t *a, const uint8_t *b, uint32_t count) {
  return memcmp(a, b, 2 * (size_t)count) == 0;
}

/* Whether a region has the same waypoint graph before and after the edit. */
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

/* Marks the clusters of level 1 that contain a region with another graph; returns whether there are
 * any. */
static bool update_mark_regions(overlay_update *work) {
  bool any = false;
  for (uint32_t i = 0; i < work->update->region_count; i++) {
    const uint32_t id = work->update->regions[i];
    const ovi_region old_region = ovi_region_view(work->before, id);
    const ovi_region new_region = ovi_region_view(work->layer, id);
    if (work->layer->profile.is_directed ? !ovi_layer_block_is_same(work->before, work->layer, id)
                                         : !graph_is_same(&old_region, &new_region)) {
      ovi_set_bit(work->below, (int32_t)id);
      ovi_set_bit(work->inside, (int32_t)ovi_cluster_of(work->layer, 1, id));
      any = true;
    }
  }
  return any;
}

/* ---- Clusters -------------------------------------------------------------------------- */

static bool is_in_level(const overlay_update *work, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < work->clusters_x && y < work->clusters_y;
}

/* Marks a cluster and its neighbours as touched. */
static void mark_around(overlay_update *work, uint32_t id) {
  const int32_t cx = (int32_t)id % work->clusters_x;
  const int32_t cy = (int32_t)id / work->clusters_x;
  for (int32_t y = cy - 1; y <= cy + 1; y++) {
    for (int32_t x = cx - 1; x <= cx + 1; x++) {
      if (is_in_level(work, x, y)) {
        ovi_set_bit(work->touched, y * work->clusters_x + x);
      }
    }
  }
}

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

static uint32_t cluster_count(const overlay_update *work) {
  return (uint32_t)work->clusters_x * (uint32_t)work->clusters_y;
}

/* Marks the clusters whose ports may have changed: those around clusters whose borders changed.
 * OVL_OK or OVL_NO_MEMORY. */
static ovl_result compare_borders(overlay_update *work) {
  ovl_result result = OVL_OK;
  ovi_overlay_contents_set_level(&work->contents_before, work->before, work->level);
  ovi_overlay_contents_set_level(&work->maker.contents, work->layer, work->level);
  const uint32_t count = cluster_count(work);
  for (uint32_t id = next_set(work->inside, 0, count); result == OVL_OK && id != count;
       id = next_set(work->inside, id + 1, count)) {
    bool stay;
    result = ovi_cluster_borders_are_equal(&work->contents_before, &work->maker.contents, id,
                                           &work->scratch, &stay);
    if (result == OVL_OK && !stay) {
      mark_around(work, id);
    }
  }
  return result;
}

/* Whether the ports of a cluster whose block is the same lie in the same regions as before the
 * edit: then the level above need not be updated. In a directed layer that level also depends on
 * the local components of those regions, which are not compared: there the answer is no. */
static bool ports_stay(const overlay_update *work, uint32_t id, uint32_t ports) {
  if (work->layer->profile.is_directed) {
    return false;
  }
  for (uint32_t port = 0; port < ports; port++) {
    if (ovi_overlay_port_region(work->before, work->level, id, port).cluster !=
        ovi_overlay_port_region(work->layer, work->level, id, port).cluster) {
      return false;
    }
  }
  return true;
}

/* Updates the totals of the layer with a new block. They are upper bounds and only grow. */
static void count_cluster(overlay_update *work, const uint8_t *before,
                          const ovi_made_cluster *made) {
  ovi_overlays *overlay = &work->layer->overlay;
  const uint32_t ports = ovi_get_u16(made->block + OVI_CLUSTER_PORTS);
  const uint32_t now = ovi_overlay_own_waypoints(made->block);
  const uint32_t old = before != NULL ? ovi_overlay_own_waypoints(before) : 0;
  overlay->max_ports = ports > overlay->max_ports ? ports : overlay->max_ports;
  overlay->waypoints += now > old ? now - old : 0;
}

/* Whether the pieces of a block are those of one that was built. */
static bool block_is_made(ovi_piece_bytes front, ovi_piece_bytes tables,
                          const ovi_made_cluster *made) {
  return front.bytes != NULL && tables.bytes != NULL &&
         (uint64_t)front.count + tables.count == made->bytes &&
         memcmp(front.bytes, made->block, front.count) == 0 &&
         memcmp(tables.bytes, made->block + front.count, tables.count) == 0;
}

/* Replaces the block of a cluster; one that equals the base's is not stored. False: no memory. */
static bool update_put_block(const overlay_update *work, uint32_t number,
                             const ovi_made_cluster *made) {
  const ovi_overlays *overlay = &work->layer->overlay;
  ovi_replaced replaced = {.version = work->update->version};
  bool is_base = false;
  if (number < overlay->first_clusters[overlay->base_levels]) {
    is_base = block_is_made(ovi_overlay_base(work->layer, number, OVI_CLUSTER_FRONT),
                            ovi_overlay_base(work->layer, number, OVI_CLUSTER_TABLES), made);
  }
  if (!is_base) {
    replaced.block = ovi_blob_make(work->update->allocator, made->bytes);
    if (replaced.block == NULL) {
      return false;
    }
    memcpy(replaced.block->data, made->block, made->bytes);
  }
  return ovi_delta_tree_put(work->update->overlay_delta, overlay->first_key + number, replaced);
}

/* Replaces the block of a cluster by the one that was built, if it differs, and marks the cluster
 * as changed if its block or the regions of its ports changed. False: no memory. */
static bool update_cluster(overlay_update *work, uint32_t id, const ovi_made_cluster *made) {
  const uint32_t number = ovi_overlay_number(work->layer, work->level, id);
  if (made->block == NULL) {
    return true;
  }
  const ovi_piece_bytes front = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_FRONT);
  const ovi_piece_bytes tables = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_TABLES);
  if (block_is_made(front, tables, made)) {
    if (!ports_stay(work, id, ovi_get_u16(front.bytes + OVI_CLUSTER_PORTS))) {
      ovi_set_bit(work->changed, (int32_t)id);
    }
    return true;
  }
  ovi_set_bit(work->changed, (int32_t)id);
  count_cluster(work, front.bytes, made);
  work->layer->overlay.bytes += made->bytes;
  work->layer->overlay.bytes -= (uint64_t)front.count + tables.count;
  return update_put_block(work, number, made);
}

/* Builds the marked clusters of a row. OVL_OK or OVL_NO_MEMORY. */
static ovl_result update_make_row(overlay_update *work, int32_t row) {
  const uint32_t begin = (uint32_t)(row * work->clusters_x);
  const uint32_t end = begin + (uint32_t)work->clusters_x;
  uint32_t count = 0;
  for (uint32_t id = begin; id < end; id++) {
    const bool is_inside = ovi_get_bit(work->inside, (int32_t)id) != 0;
    const bool is_touched = ovi_get_bit(work->touched, (int32_t)id) != 0;
    if (is_inside || is_touched) {
      work->ids[count] = id;
      work->actions[count++] = !is_touched ? OVI_CLUSTER_COSTS
                               : is_inside ? OVI_CLUSTER_REBUILD
                                           : OVI_CLUSTER_IF_CHANGED;
    }
  }
  ovl_result result = count != 0 ? ovi_clusters_make(&work->maker, work->layer, work->level,
                                                     work->ids, work->actions, work->below, count)
                                 : OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && !work->maker.too_large && i < count; i++) {
    result = update_cluster(work, work->ids[i], &work->maker.made[i]) ? OVL_OK : OVL_NO_MEMORY;
  }
  return result;
}

/* ---- Levels ---------------------------------------------------------------------------- */

static uint64_t *take_bits(ovi_scratch *scratch, uint32_t count) {
  const uint64_t words = (uint64_t)count / 64 + 1;
  uint64_t *bits = ovi_scratch_take(scratch, words, sizeof(uint64_t));
  if (bits != NULL) {
    memset(bits, 0, (size_t)words * sizeof(uint64_t));
  }
  return bits;
}

/* Begins a level with no cluster marked. False: no memory. */
static bool update_begin_level(overlay_update *work, uint32_t level) {
  work->level = level;
  work->clusters_x = ovi_clusters_x(work->layer, level);
  work->clusters_y = ovi_clusters_y(work->layer, level);
  const uint32_t row = (uint32_t)work->clusters_x;
  work->inside = take_bits(&work->scratch, cluster_count(work));
  work->touched = take_bits(&work->scratch, cluster_count(work));
  work->changed = take_bits(&work->scratch, cluster_count(work));
  work->ids = ovi_scratch_take(&work->scratch, row, sizeof(uint32_t));
  work->actions = ovi_scratch_take(&work->scratch, row, sizeof(ovi_cluster_action));
  return work->inside != NULL && work->touched != NULL && work->changed != NULL &&
         work->ids != NULL && work->actions != NULL;
}

/* Begins the level above, and marks the clusters that contain changed ones. False: no memory. */
static bool begin_level_above(overlay_update *work) {
  uint64_t *changed = work->changed;
  const int32_t below_x = work->clusters_x;
  const uint32_t below = cluster_count(work);
  if (!update_begin_level(work, work->level + 1)) {
    return false;
  }
  work->below = changed;
  for (uint32_t id = next_set(changed, 0, below); id != below;
       id = next_set(changed, id + 1, below)) {
    ovi_set_bit(work->inside,
                (int32_t)id / below_x / 2 * work->clusters_x + (int32_t)id % below_x / 2);
  }
  return true;
}

static ovl_result update_level(overlay_update *work) {
  ovl_result result = compare_borders(work);
  for (int32_t row = 0; result == OVL_OK && !work->maker.too_large && row < work->clusters_y;
       row++) {
    result = update_make_row(work, row);
  }
  return result;
}

/* Builds all clusters of a level that was impossible before. If it still is, sets too_large and
 * changes nothing. OVL_OK or OVL_NO_MEMORY. */
static ovl_result add_level(overlay_update *work) {
  const uint32_t count = (uint32_t)work->clusters_x;
  ovl_result result = OVL_OK;
  for (int pass = 0; pass < 2; pass++) { /* the first pass finds whether it is possible */
    for (int32_t row = 0; result == OVL_OK && !work->maker.too_large && row < work->clusters_y;
         row++) {
      for (uint32_t i = 0; i < count; i++) {
        work->ids[i] = (uint32_t)row * count + i;
      }
      result =
          ovi_clusters_make(&work->maker, work->layer, work->level, work->ids, NULL, NULL, count);
      for (uint32_t i = 0; pass == 1 && result == OVL_OK && i < count; i++) {
        const uint32_t number = ovi_overlay_number(work->layer, work->level, work->ids[i]);
        count_cluster(work, NULL, &work->maker.made[i]);
        result = update_put_block(work, number, &work->maker.made[i]) ? OVL_OK : OVL_NO_MEMORY;
      }
    }
  }
  return result;
}

/* Updates the existing levels, as far up as clusters change; `changes`: some cluster of the last
 * level does. OVL_OK or OVL_NO_MEMORY. */
static ovl_result update_levels(overlay_update *work, bool *changes) {
  ovi_overlays *overlay = &work->layer->overlay;
  work->below = take_bits(&work->scratch, ovi_region_count(work->layer));
  if (work->below == NULL || !update_begin_level(work, 1)) {
    return OVL_NO_MEMORY;
  }
  *changes = update_mark_regions(work);
  while (*changes && work->level <= overlay->levels) {
    const ovl_result result = update_level(work);
    if (result != OVL_OK) {
      return result;
    }
    if (work->maker.too_large) { /* the level has become impossible */
      overlay->levels = work->level - 1;
      *changes = false;
      return OVL_OK;
    }
    const uint32_t count = cluster_count(work);
    *changes = next_set(work->changed, 0, count) != count;
    if (work->level == overlay->levels) {
      return OVL_OK;
    }
    if (!begin_level_above(work)) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

/* Adds the levels that have become possible. OVL_OK or OVL_NO_MEMORY. */
static ovl_result add_levels(overlay_update *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t most = ovi_overlay_levels(work->layer, firsts);
  while (overlay->levels < most) {
    const ovl_result result =
        update_begin_level(work, overlay->levels + 1) ? add_level(work) : OVL_NO_MEMORY;
    if (result != OVL_OK || work->maker.too_large) {
      return result;
    }
    overlay->levels++;
  }
  return OVL_OK;
}

static ovl_result update_layer(overlay_update *work) {
  const uint32_t levels = work->layer->overlay.levels;
  bool changes = false;
  ovl_result result = update_levels(work, &changes);
  if (result == OVL_OK && changes) {
    result = add_levels(work);
  }
  if (result == OVL_OK && work->layer->overlay.levels != levels) {
    work->layer->overlay.bytes = ovi_overlays_bytes(work->layer);
  }
  return result;
}

ovl_result ovi_overlays_update(const ovi_update *update) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < update->profiles; profile++) {
    ovi_layer *layer = &update->after[profile];
    if (!layer->shared->has_overlays || update->region_count == 0) {
      continue;
    }
    overlay_update work = {.update = update,
                           .before = &update->before[profile],
                           .layer = layer,
                           .scratch = {.allocator = update->allocator}};
    ovi_clusters_begin(&work.maker, update->allocator, update->jobs);
    ovi_overlay_contents_begin(&work.contents_before, update->allocator);
    result = update_layer(&work);
    ovi_clusters_release(&work.maker);
    ovi_overlay_contents_release(&work.contents_before);
    ovi_scratch_release(&work.scratch);
  }
  return result;
}
