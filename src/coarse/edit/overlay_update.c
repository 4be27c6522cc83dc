/* From changed regions up. */
#include "coarse/edit/overlay_update.h"

#include "coarse/overlay/make/overlay_maker.h"
#include "common/bits.h"
#include "common/compiler.h"

/* One layer, a level after the other. */
typedef struct update_work {
  const ovi_overlay_update *update;
  const ovi_layer *before;
  ovi_layer *layer;
  uint32_t level;
  int32_t cells_x, cells_y;
  ovi_cluster_maker cells; /* of what is now */
  ovi_overlay_contents was;
  ovi_scratch scratch; /* of the level */
  uint64_t *inside;    /* cells in which something changed */
  uint64_t *touched;   /* those whose ports may be others */
  uint64_t *changed;   /* those that came out otherwise */
  uint32_t *ids;       /* of a row */
  ovi_cluster_action *wishes;
} update_work;

/* ---- Regions ------------------------------------------------------------------------ */

/* Whether a region's part of the graph is as it was. */
static bool graph_is_same(const ovi_region *was, const ovi_region *is) {
  const uint32_t wide = OVI_FLAG_WIDE;
  const uint32_t costs = ovi_get_u32(is->layer_block + OVI_LAYER_COSTS);
  return was->ports.count == is->ports.count && was->components.linked == is->components.linked &&
         (was->flags & wide) == (is->flags & wide) &&
         was->layer_block[OVI_LAYER_COST_SHIFT] == is->layer_block[OVI_LAYER_COST_SHIFT] &&
         ovi_get_u32(was->layer_block + OVI_LAYER_COSTS) == costs &&
         memcmp(was->layer_block + OVI_LAYER_GROUPS, is->layer_block + OVI_LAYER_GROUPS,
                2 * OVI_GROUP_COUNT) == 0 &&
         memcmp(was->ports.cells, is->ports.cells, 2 * (size_t)is->ports.count) == 0 &&
         (is->components.linked <= 1 ||
          (memcmp(was->ports.linked_begins, is->ports.linked_begins,
                  2 * ((size_t)is->components.linked + 1)) == 0 &&
           memcmp(was->ports.order, is->ports.order, 2 * (size_t)is->ports.count) == 0)) &&
         memcmp(was->costs.values, is->costs.values,
                (size_t)costs * ((is->flags & wide) != 0 ? 4 : 2)) == 0;
}

/* Marks the cells of level 1 in which some region's graph is another. */
static bool update_mark_regions(update_work *work) {
  bool any = false;
  for (uint32_t i = 0; i < work->update->region_count; i++) {
    const uint32_t id = work->update->regions[i];
    const ovi_region was = ovi_region_view(work->before, id);
    const ovi_region is = ovi_region_view(work->layer, id);
    if (!graph_is_same(&was, &is)) {
      ovi_set_bit(work->inside, (int32_t)ovi_cluster_of(work->layer, 1, id));
      any = true;
    }
  }
  return any;
}

/* ---- Cells ---------------------------------------------------------------------------- */

static bool in_level(const update_work *work, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < work->cells_x && y < work->cells_y;
}

static void touch_around(update_work *work, uint32_t id) {
  const int32_t cx = (int32_t)id % work->cells_x;
  const int32_t cy = (int32_t)id / work->cells_x;
  for (int32_t y = cy - 1; y <= cy + 1; y++) {
    for (int32_t x = cx - 1; x <= cx + 1; x++) {
      if (in_level(work, x, y)) {
        ovi_set_bit(work->touched, y * work->cells_x + x);
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

static uint32_t cell_count(const update_work *work) {
  return (uint32_t)work->cells_x * (uint32_t)work->cells_y;
}

/* Marks all whose ports may be others: around cells whose borders do not stay. */
static ovl_result look_at_borders(update_work *work) {
  ovl_result result = OVL_OK;
  ovi_overlay_contents_set_level(&work->was, work->before, work->level);
  ovi_overlay_contents_set_level(&work->cells.contents, work->layer, work->level);
  const uint32_t count = cell_count(work);
  for (uint32_t id = next_set(work->inside, 0, count); result == OVL_OK && id != count;
       id = next_set(work->inside, id + 1, count)) {
    bool stay;
    result =
        ovi_cluster_borders_are_equal(&work->was, &work->cells.contents, id, &work->scratch, &stay);
    if (result == OVL_OK && !stay) {
      touch_around(work, id);
    }
  }
  return result;
}

/* Whether the ports of a cell lie in the regions where they lay. */
static bool regions_stay(const update_work *work, uint32_t id, uint32_t ports) {
  for (uint32_t port = 0; port < ports; port++) {
    if (ovi_overlay_port_region(work->before, work->level, id, port).cluster !=
        ovi_overlay_port_region(work->layer, work->level, id, port).cluster) {
      return false;
    }
  }
  return true;
}

/* What only bounds something grows. */
static void count_block(update_work *work, const uint8_t *was, const ovi_made_cluster *made) {
  ovi_overlays *overlay = &work->layer->overlay;
  const uint32_t ports = ovi_get_u16(made->block + OVI_CLUSTER_PORTS);
  const uint32_t now = ovi_overlay_own_waypoints(made->block);
  const uint32_t old = was != NULL ? ovi_overlay_own_waypoints(was) : 0;
  overlay->max_ports = ports > overlay->max_ports ? ports : overlay->max_ports;
  overlay->waypoints += now > old ? now - old : 0;
}

/* Puts a block over that of the version before. One that is as in the file is the file's. */
static bool update_put_block(const update_work *work, uint32_t number,
                             const ovi_made_cluster *made) {
  const ovi_overlays *overlay = &work->layer->overlay;
  ovi_replaced replaced = {.version = work->update->born};
  bool is_base = false;
  if (number < overlay->first_clusters[overlay->base_levels]) {
    is_base = ovi_overlay_base_bytes(work->layer, number) == made->bytes &&
              memcmp(ovi_overlay_base(work->layer, number), made->block, made->bytes) == 0;
  }
  if (!is_base) {
    replaced.block = ovi_blob_make(work->update->allocator, made->bytes);
    if (replaced.block == NULL) {
      return false;
    }
    memcpy(replaced.block->data, made->block, made->bytes);
  }
  return ovi_delta_tree_put(work->update->living, overlay->first_key + number, replaced);
}

/* Takes over a cell that was made, if it is another. */
static bool update_adopt(update_work *work, uint32_t id, const ovi_made_cluster *made) {
  const uint32_t number = ovi_overlay_number(work->layer, work->level, id);
  const uint8_t *was = ovi_overlay_numbered(work->layer, number);
  const uint32_t bytes = ovi_overlay_block_bytes(work->layer, number);
  if (made->block == NULL) {
    return true;
  }
  if (bytes == made->bytes && memcmp(was, made->block, bytes) == 0) {
    if (!regions_stay(work, id, ovi_get_u16(was + OVI_CLUSTER_PORTS))) {
      ovi_set_bit(work->changed, (int32_t)id);
    }
    return true;
  }
  ovi_set_bit(work->changed, (int32_t)id);
  count_block(work, was, made);
  work->layer->overlay.bytes += made->bytes;
  work->layer->overlay.bytes -= bytes;
  return update_put_block(work, number, made);
}

static ovl_result update_make_row(update_work *work, int32_t row) {
  const uint32_t begin = (uint32_t)(row * work->cells_x);
  const uint32_t end = begin + (uint32_t)work->cells_x;
  uint32_t count = 0;
  for (uint32_t id = begin; id < end; id++) {
    const bool is_inside = ovi_get_bit(work->inside, (int32_t)id) != 0;
    const bool is_touched = ovi_get_bit(work->touched, (int32_t)id) != 0;
    if (is_inside || is_touched) {
      work->ids[count] = id;
      work->wishes[count++] = !is_touched ? OVI_CLUSTER_COSTS
                              : is_inside ? OVI_CLUSTER_REBUILD
                                          : OVI_CLUSTER_IF_CHANGED;
    }
  }
  ovl_result result = count != 0 ? ovi_clusters_make(&work->cells, work->layer, work->level,
                                                     work->ids, work->wishes, count)
                                 : OVL_OK;
  for (uint32_t i = 0; result == OVL_OK && !work->cells.too_large && i < count; i++) {
    result = update_adopt(work, work->ids[i], &work->cells.made[i]) ? OVL_OK : OVL_NO_MEMORY;
  }
  return result;
}

/* ---- Levels ---------------------------------------------------------------------------- */

static uint64_t *update_take_bits(ovi_scratch *scratch, uint32_t count) {
  const uint64_t words = (uint64_t)count / 64 + 1;
  uint64_t *bits = ovi_scratch_take(scratch, words, sizeof(uint64_t));
  if (bits != NULL) {
    memset(bits, 0, (size_t)words * sizeof(uint64_t));
  }
  return bits;
}

/* Begins a level with nothing marked. False: no memory. */
static bool update_begin_level(update_work *work, uint32_t level) {
  work->level = level;
  work->cells_x = ovi_clusters_x(work->layer, level);
  work->cells_y = ovi_clusters_y(work->layer, level);
  const uint32_t row = (uint32_t)work->cells_x;
  work->inside = update_take_bits(&work->scratch, cell_count(work));
  work->touched = update_take_bits(&work->scratch, cell_count(work));
  work->changed = update_take_bits(&work->scratch, cell_count(work));
  work->ids = ovi_scratch_take(&work->scratch, row, sizeof(uint32_t));
  work->wishes = ovi_scratch_take(&work->scratch, row, sizeof(ovi_cluster_action));
  return work->inside != NULL && work->touched != NULL && work->changed != NULL &&
         work->ids != NULL && work->wishes != NULL;
}

/* Begins the level above with the cells in which something changed. */
static bool go_up(update_work *work) {
  const uint64_t *changed = work->changed;
  const int32_t below_x = work->cells_x;
  const uint32_t below = cell_count(work);
  if (!update_begin_level(work, work->level + 1)) {
    return false;
  }
  for (uint32_t id = next_set(changed, 0, below); id != below;
       id = next_set(changed, id + 1, below)) {
    ovi_set_bit(work->inside,
                (int32_t)id / below_x / 2 * work->cells_x + (int32_t)id % below_x / 2);
  }
  return true;
}

static ovl_result update_level(update_work *work) {
  ovl_result result = look_at_borders(work);
  for (int32_t row = 0; result == OVL_OK && !work->cells.too_large && row < work->cells_y; row++) {
    result = update_make_row(work, row);
  }
  return result;
}

/* Makes all of a level that was not possible before, or finds that it still is not. */
static ovl_result try_level(update_work *work) {
  const uint32_t count = (uint32_t)work->cells_x;
  ovl_result result = OVL_OK;
  for (int pass = 0; pass < 2; pass++) { /* whether it is possible is known at its end */
    for (int32_t row = 0; result == OVL_OK && !work->cells.too_large && row < work->cells_y;
         row++) {
      for (uint32_t i = 0; i < count; i++) {
        work->ids[i] = (uint32_t)row * count + i;
      }
      result = ovi_clusters_make(&work->cells, work->layer, work->level, work->ids, NULL, count);
      for (uint32_t i = 0; pass == 1 && result == OVL_OK && i < count; i++) {
        const uint32_t number = ovi_overlay_number(work->layer, work->level, work->ids[i]);
        count_block(work, NULL, &work->cells.made[i]);
        result = update_put_block(work, number, &work->cells.made[i]) ? OVL_OK : OVL_NO_MEMORY;
      }
    }
  }
  return result;
}

/* Updates the levels that are there, as far up as something changes; `changes`: up to the last. */
static ovl_result update_levels(update_work *work, bool *changes) {
  ovi_overlays *overlay = &work->layer->overlay;
  if (!update_begin_level(work, 1)) {
    return OVL_NO_MEMORY;
  }
  *changes = update_mark_regions(work);
  while (*changes && work->level <= overlay->levels) {
    const ovl_result result = update_level(work);
    if (result != OVL_OK) {
      return result;
    }
    if (work->cells.too_large) { /* the level is not possible any more */
      overlay->levels = work->level - 1;
      *changes = false;
      return OVL_OK;
    }
    const uint32_t count = cell_count(work);
    *changes = next_set(work->changed, 0, count) != count;
    if (work->level == overlay->levels) {
      return OVL_OK;
    }
    if (!go_up(work)) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

static ovl_result try_levels(update_work *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t most = ovi_overlay_levels(work->layer, firsts);
  while (overlay->levels < most) {
    const ovl_result result =
        update_begin_level(work, overlay->levels + 1) ? try_level(work) : OVL_NO_MEMORY;
    if (result != OVL_OK || work->cells.too_large) {
      return result;
    }
    overlay->levels++;
  }
  return OVL_OK;
}

static ovl_result update_layer(update_work *work) {
  const uint32_t levels = work->layer->overlay.levels;
  bool changes = false;
  ovl_result result = update_levels(work, &changes);
  if (result == OVL_OK && changes) {
    result = try_levels(work);
  }
  if (result == OVL_OK && work->layer->overlay.levels != levels) {
    work->layer->overlay.bytes = ovi_overlays_bytes(work->layer);
  }
  return result;
}

ovl_result ovi_overlays_update(const ovi_overlay_update *update) {
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < update->profiles; profile++) {
    ovi_layer *layer = &update->after[profile];
    if (!layer->shared->has_overlays || layer->profile.is_directed || update->region_count == 0) {
      continue;
    }
    update_work work = {.update = update,
                        .before = &update->before[profile],
                        .layer = layer,
                        .scratch = {.allocator = update->allocator}};
    ovi_clusters_begin(&work.cells, update->allocator, update->jobs);
    ovi_overlay_contents_begin(&work.was, update->allocator);
    result = update_layer(&work);
    ovi_clusters_release(&work.cells);
    ovi_overlay_contents_release(&work.was);
    ovi_scratch_release(&work.scratch);
  }
  return result;
}
