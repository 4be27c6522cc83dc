/* Updates level after level, beginning with the clusters that contain changed regions. */
#include "coarse/update/overlay_update.h"

#include "coarse/overlay/make/overlay_borders.h"
#include "common/bits.h"
#include "common/compiler.h"

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
static bool update_mark_regions(ovi_overlay_update *work) {
  bool any = false;
  for (uint32_t i = 0; i < work->update->region_count; i++) {
    const uint32_t id = work->update->regions[i];
    const ovi_region old_region = ovi_region_view(work->before, id);
    const ovi_region new_region = ovi_region_view(work->layer, id);
    if (work->layer->profile.is_directed ? !ovi_layer_block_is_same(work->before, work->layer, id)
                                         : !graph_is_same(&old_region, &new_region)) {
      ovi_set_bit(work->marks.below, (int32_t)id);
      ovi_set_bit(work->marks.inside, (int32_t)ovi_cluster_of(work->layer, 1, id));
      any = true;
    }
  }
  return any;
}

/* ---- Clusters -------------------------------------------------------------------------- */

static bool is_in_level(const ovi_overlay_update *work, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < work->place.clusters_x && y < work->place.clusters_y;
}

/* Marks a cluster and its neighbours as touched. */
static void mark_around(ovi_overlay_update *work, uint32_t id) {
  const int32_t cx = (int32_t)id % work->place.clusters_x;
  const int32_t cy = (int32_t)id / work->place.clusters_x;
  for (int32_t y = cy - 1; y <= cy + 1; y++) {
    for (int32_t x = cx - 1; x <= cx + 1; x++) {
      if (is_in_level(work, x, y)) {
        ovi_set_bit(work->marks.touched, y * work->place.clusters_x + x);
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

static uint32_t cluster_count(const ovi_overlay_update *work) {
  return (uint32_t)work->place.clusters_x * (uint32_t)work->place.clusters_y;
}

/* The result of what was read of the layer: the answer of a reader takes its place, for what
 * follows from a placeholder is not used. */
static ovl_result read_result(const ovi_overlay_update *work, ovl_result result) {
  const ovl_result outcome = ovi_layer_outcome(work->layer);
  return outcome != OVL_OK ? outcome : result;
}

/* Marks the clusters whose ports may have changed: those around clusters whose borders changed,
 * from work->place.compared on. */
static ovl_result compare_borders(ovi_overlay_update *work) {
  ovi_overlay_contents_set_level(&work->contents_before, work->before, work->place.level);
  ovi_overlay_contents_set_level(&work->maker.contents, work->layer, work->place.level);
  const uint32_t count = cluster_count(work);
  for (uint32_t id = next_set(work->marks.inside, work->place.compared, count); id != count;
       id = next_set(work->marks.inside, id + 1, count)) {
    bool stay;
    work->place.compared = id;
    const ovl_result result = read_result(
        work, ovi_cluster_borders_are_equal(&work->contents_before, &work->maker.contents, id,
                                            &work->scratch, &stay));
    if (result != OVL_OK) {
      return result;
    }
    if (!stay) {
      mark_around(work, id);
    }
  }
  work->place.compared = count;
  return OVL_OK;
}

/* Called for a cluster whose block did not change. True if each of its ports lies in the same
 * region as before the edit; the level above need not be updated then. False for directed layers:
 * their level above also depends on the local components of those regions, which are not compared.
 */
static bool ports_stay(const ovi_overlay_update *work, uint32_t id, uint32_t ports) {
  if (work->layer->profile.is_directed) {
    return false;
  }
  for (uint32_t port = 0; port < ports; port++) {
    if (ovi_overlay_port_region(work->before, work->place.level, id, port).cluster !=
        ovi_overlay_port_region(work->layer, work->place.level, id, port).cluster) {
      return false;
    }
  }
  return true;
}

/* Updates the totals of the layer with a new block. They are upper bounds and only grow. */
static void count_cluster(ovi_overlay_update *work, const uint8_t *before,
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

/* Whether a block that was built is the base's. */
static bool base_has_block(const ovi_overlay_update *work, uint32_t number,
                           const ovi_made_cluster *made) {
  const ovi_overlays *overlay = &work->layer->overlay;
  return number < overlay->first_clusters[overlay->base_levels] &&
         block_is_made(ovi_overlay_base(work->layer, number, OVI_CLUSTER_FRONT),
                       ovi_overlay_base(work->layer, number, OVI_CLUSTER_TABLES), made);
}

/* Replaces the block of a cluster; one that equals the base's is not stored. False: no memory. */
static bool update_put_block(const ovi_overlay_update *work, uint32_t number,
                             const ovi_made_cluster *made, bool is_base) {
  ovi_replaced replaced = {.version = work->update->version};
  if (!is_base) {
    replaced.block = ovi_blob_make(work->update->allocator, made->bytes);
    if (replaced.block == NULL) {
      return false;
    }
    memcpy(replaced.block->data, made->block, made->bytes);
  }
  return ovi_delta_tree_put(work->update->overlay_delta, work->layer->overlay.first_key + number,
                            replaced);
}

/* Replaces the block of a cluster by the one that was built, if it differs, and marks the cluster
 * as changed if its block or the regions of its ports changed. */
static ovl_result update_cluster(ovi_overlay_update *work, uint32_t id,
                                 const ovi_made_cluster *made) {
  const uint32_t number = ovi_overlay_number(work->layer, work->place.level, id);
  if (made->block == NULL) {
    return OVL_OK;
  }
  const ovi_piece_bytes front = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_FRONT);
  const ovi_piece_bytes tables = ovi_overlay_piece(work->layer, number, OVI_CLUSTER_TABLES);
  const bool is_same = block_is_made(front, tables, made);
  const bool is_base = !is_same && base_has_block(work, number, made);
  const bool stays = is_same && ports_stay(work, id, ovi_get_u16(front.bytes + OVI_CLUSTER_PORTS));
  if (ovi_layer_outcome(work->layer) != OVL_OK) {
    return ovi_layer_outcome(work->layer);
  }
  if (!stays) {
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

/* Lists the marked clusters of the row, and what of each is to be built. */
static void list_marked(ovi_overlay_update *work) {
  const uint32_t begin = (uint32_t)(work->row.number * work->place.clusters_x);
  const uint32_t end = begin + (uint32_t)work->place.clusters_x;
  work->row.count = 0;
  for (uint32_t id = begin; id < end; id++) {
    const bool is_inside = ovi_get_bit(work->marks.inside, (int32_t)id) != 0;
    const bool is_touched = ovi_get_bit(work->marks.touched, (int32_t)id) != 0;
    if (is_inside || is_touched) {
      work->row.ids[work->row.count] = id;
      work->row.actions[work->row.count++] = !is_touched ? OVI_CLUSTER_COSTS
                                             : is_inside ? OVI_CLUSTER_REBUILD
                                                         : OVI_CLUSTER_IF_CHANGED;
    }
  }
}

/* Builds the listed clusters of the row, unless they are built. */
static ovl_result make_listed(ovi_overlay_update *work, const ovi_cluster_action *actions,
                              const uint64_t *changed) {
  ovl_result result = OVL_OK;
  if (!work->row.is_made && work->row.count != 0) {
    result = read_result(work, ovi_clusters_make(&work->maker, work->layer, work->place.level,
                                                 work->row.ids, actions, changed, work->row.count));
    work->row.next = 0;
  }
  work->row.is_made = result == OVL_OK;
  if (!work->row.is_made) {
    work->maker.too_large = false; /* it may follow from a placeholder */
  }
  return result;
}

/* Ends a row. */
static void end_row(ovi_overlay_update *work) {
  work->row.is_made = false;
  work->row.number++;
}

/* Builds the marked clusters of the row, and replaces their blocks. */
static ovl_result update_make_row(ovi_overlay_update *work) {
  if (!work->row.is_made) {
    list_marked(work);
  }
  ovl_result result = make_listed(work, work->row.actions, work->marks.below);
  while (result == OVL_OK && !work->maker.too_large && work->row.next < work->row.count) {
    result = update_cluster(work, work->row.ids[work->row.next], &work->maker.made[work->row.next]);
    work->row.next += result == OVL_OK;
  }
  if (result == OVL_OK) {
    end_row(work);
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
static bool update_begin_level(ovi_overlay_update *work, uint32_t level) {
  work->place.level = level;
  work->place.compared = 0;
  work->row.number = 0;
  work->row.is_made = false;
  work->place.clusters_x = ovi_clusters_x(work->layer, level);
  work->place.clusters_y = ovi_clusters_y(work->layer, level);
  const uint32_t row = (uint32_t)work->place.clusters_x;
  work->marks.inside = take_bits(&work->scratch, cluster_count(work));
  work->marks.touched = take_bits(&work->scratch, cluster_count(work));
  work->marks.changed = take_bits(&work->scratch, cluster_count(work));
  work->row.ids = ovi_scratch_take(&work->scratch, row, sizeof(uint32_t));
  work->row.actions = ovi_scratch_take(&work->scratch, row, sizeof(ovi_cluster_action));
  return work->marks.inside != NULL && work->marks.touched != NULL && work->marks.changed != NULL &&
         work->row.ids != NULL && work->row.actions != NULL;
}

/* Begins the level above, and marks the clusters that contain changed ones. False: no memory. */
static bool begin_level_above(ovi_overlay_update *work) {
  uint64_t *changed = work->marks.changed;
  const int32_t below_x = work->place.clusters_x;
  const uint32_t below = cluster_count(work);
  if (!update_begin_level(work, work->place.level + 1)) {
    return false;
  }
  work->marks.below = changed;
  for (uint32_t id = next_set(changed, 0, below); id != below;
       id = next_set(changed, id + 1, below)) {
    ovi_set_bit(work->marks.inside,
                (int32_t)id / below_x / 2 * work->place.clusters_x + (int32_t)id % below_x / 2);
  }
  return true;
}

static ovl_result update_level(ovi_overlay_update *work) {
  ovl_result result = compare_borders(work);
  while (result == OVL_OK && !work->maker.too_large && work->row.number < work->place.clusters_y) {
    result = update_make_row(work);
  }
  return result;
}

/* Builds all clusters of a row of a level that was impossible before; in the second pass replaces
 * their blocks. */
static ovl_result add_row(ovi_overlay_update *work) {
  const uint32_t count = (uint32_t)work->place.clusters_x;
  for (uint32_t i = 0; i < count; i++) {
    work->row.ids[i] = (uint32_t)work->row.number * count + i;
  }
  work->row.count = count;
  ovl_result result = make_listed(work, NULL, NULL);
  while (result == OVL_OK && work->adding.pass == 1 && work->row.next < count) {
    const ovi_made_cluster *made = &work->maker.made[work->row.next];
    const uint32_t number =
        ovi_overlay_number(work->layer, work->place.level, work->row.ids[work->row.next]);
    const bool is_base = base_has_block(work, number, made);
    result = ovi_layer_outcome(work->layer);
    if (result == OVL_OK) {
      count_cluster(work, NULL, made);
      result = update_put_block(work, number, made, is_base) ? OVL_OK : OVL_NO_MEMORY;
      work->row.next++;
    }
  }
  if (result == OVL_OK) {
    end_row(work);
  }
  return result;
}

/* Builds all clusters of a level that was impossible before. If it still is, sets too_large and
 * changes nothing. */
static ovl_result add_level(ovi_overlay_update *work) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && !work->maker.too_large && work->adding.pass < 2) {
    result = add_row(work);
    if (result == OVL_OK && work->row.number == work->place.clusters_y) {
      work->row.number = 0;
      work->adding.pass++; /* the first one finds whether it is possible */
    }
  }
  return result;
}

/* ---- Stages ---------------------------------------------------------------------------- */

/* Begins a layer, and marks its changed regions. */
static ovl_result mark_layer(ovi_overlay_update *work) {
  work->marks.below = take_bits(&work->scratch, ovi_region_count(work->layer));
  if (work->marks.below == NULL || !update_begin_level(work, 1)) {
    return OVL_NO_MEMORY;
  }
  work->changes = update_mark_regions(work);
  return OVL_OK;
}

/* Updates the existing levels, as far up as clusters change; work->changes: some cluster of the
 * last level does. */
static ovl_result update_levels(ovi_overlay_update *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  while (work->changes && work->place.level <= overlay->levels) {
    const ovl_result result = update_level(work);
    if (result != OVL_OK) {
      return result;
    }
    if (work->maker.too_large) { /* the level has become impossible */
      overlay->levels = work->place.level - 1;
      work->changes = false;
      return OVL_OK;
    }
    const uint32_t count = cluster_count(work);
    work->changes = next_set(work->marks.changed, 0, count) != count;
    if (work->place.level == overlay->levels) {
      return OVL_OK;
    }
    if (!begin_level_above(work)) {
      return OVL_NO_MEMORY;
    }
  }
  return OVL_OK;
}

/* Adds the levels that have become possible. */
static ovl_result add_levels(ovi_overlay_update *work) {
  ovi_overlays *overlay = &work->layer->overlay;
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t most = ovi_overlay_levels(work->layer, firsts);
  while (work->changes && overlay->levels < most) {
    if (!work->adding.is_begun && !update_begin_level(work, overlay->levels + 1)) {
      return OVL_NO_MEMORY;
    }
    work->adding.pass = work->adding.is_begun ? work->adding.pass : 0;
    work->adding.is_begun = true;
    const ovl_result result = add_level(work);
    if (result != OVL_OK || work->maker.too_large) {
      return result;
    }
    overlay->levels++;
    work->adding.is_begun = false;
  }
  return OVL_OK;
}

static ovl_result count_bytes(ovi_overlay_update *work) {
  if (work->layer->overlay.levels != work->levels) {
    work->layer->overlay.bytes = ovi_overlays_bytes(work->layer);
  }
  return OVL_OK;
}

/* The stages of a layer. One that meets a reader which is late or fails is called again, and goes
 * on with the row of clusters that could not be read. */
static ovl_result (*const layer_stages[])(ovi_overlay_update *work) = {mark_layer, update_levels,
                                                                       add_levels, count_bytes};

static void begin_updated_layer(ovi_overlay_update *work) {
  const ovi_update *update = work->update;
  const uint32_t profile = work->profile;
  *work = (ovi_overlay_update){.update = update,
                               .profile = profile,
                               .is_begun = true,
                               .before = &update->before[profile],
                               .layer = &update->after[profile],
                               .levels = update->after[profile].overlay.levels,
                               .scratch = {.allocator = update->allocator}};
  ovi_clusters_begin(&work->maker, update->allocator, update->jobs);
  ovi_overlay_contents_begin(&work->contents_before, update->allocator);
}

static ovl_result run_overlays(ovi_overlay_update *work) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && work->stage < OVI_STEPS(layer_stages)) {
    result = layer_stages[work->stage](work);
    work->stage += result == OVL_OK;
  }
  return result;
}

void ovi_overlay_update_begin(ovi_overlay_update *work, const ovi_update *update) {
  work->update = update;
  work->profile = 0;
  work->is_begun = false;
}

void ovi_overlay_update_release(ovi_overlay_update *work) {
  if (work->is_begun) {
    ovi_clusters_release(&work->maker);
    ovi_overlay_contents_release(&work->contents_before);
    ovi_scratch_release(&work->scratch);
    work->is_begun = false;
  }
}

ovl_result ovi_overlay_update_run(ovi_overlay_update *work) {
  const ovi_update *update = work->update;
  ovl_result result = OVL_OK;
  for (; result == OVL_OK && work->profile < update->profiles; work->profile += result == OVL_OK) {
    const ovi_layer *layer = &update->after[work->profile];
    if (!layer->shared->has_overlays || update->region_count == 0) {
      continue;
    }
    if (!work->is_begun) {
      begin_updated_layer(work);
    }
    result = run_overlays(work);
    if (result == OVL_OK) {
      ovi_overlay_update_release(work);
    }
  }
  return result;
}
