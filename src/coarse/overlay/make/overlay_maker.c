/* Rows of cells, and the section that they become. */
#include "coarse/overlay/make/overlay_maker.h"

#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"

ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs) {
  maker->allocator = allocator;
  ovi_clusters_begin(&maker->cells, allocator, jobs);
  maker->layer = *layer;
  maker->layer.overlay = (ovi_overlays){.levels = 0};
  ovi_overlays *overlay = &maker->layer.overlay;
  overlay->levels = ovi_overlay_levels(layer, overlay->first_clusters);
  maker->cell_count = overlay->first_clusters[overlay->levels];
  maker->level = 1;
  maker->row = 0;
  const uint64_t row = (uint64_t)ovi_clusters_x(layer, 1);
  maker->blocks = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->blocks));
  maker->bytes = ovi_allocate(allocator, maker->cell_count * sizeof(*maker->bytes));
  maker->ids = ovi_allocate(allocator, row * sizeof(*maker->ids));
  for (uint32_t cell = 0; maker->blocks != NULL && cell < maker->cell_count; cell++) {
    maker->blocks[cell] = NULL;
  }
  if (maker->blocks == NULL || maker->bytes == NULL || maker->ids == NULL) {
    return OVL_NO_MEMORY;
  }
  overlay->made = (const uint8_t *const *)maker->blocks;
  overlay->made_bytes = maker->bytes;
  return OVL_OK;
}

void ovi_overlays_release(ovi_overlay_maker *maker) {
  const ovl_allocator *allocator = maker->allocator;
  const uint64_t row = (uint64_t)ovi_clusters_x(&maker->layer, 1);
  ovi_clusters_release(&maker->cells);
  for (uint32_t cell = 0; maker->blocks != NULL && cell < maker->cell_count; cell++) {
    if (maker->blocks[cell] != NULL) {
      ovi_release(allocator, maker->blocks[cell], maker->bytes[cell]);
    }
  }
  ovi_release(allocator, maker->blocks, maker->cell_count * sizeof(*maker->blocks));
  ovi_release(allocator, maker->bytes, maker->cell_count * sizeof(*maker->bytes));
  ovi_release(allocator, maker->ids, row * sizeof(*maker->ids));
}

/* ---- Rows --------------------------------------------------------------------------- */

/* Keeps the blocks of the row that was made. */
static bool keep_row(ovi_overlay_maker *maker, uint32_t count) {
  const uint32_t first = maker->layer.overlay.first_clusters[maker->level - 1];
  for (uint32_t i = 0; i < count; i++) {
    const ovi_made_cell *made = &maker->cells.made[i];
    uint8_t *block = ovi_allocate(maker->allocator, made->bytes);
    if (block == NULL) {
      return false;
    }
    memcpy(block, made->block, made->bytes);
    maker->blocks[first + maker->ids[i]] = block;
    maker->bytes[first + maker->ids[i]] = made->bytes;
  }
  return true;
}

ovl_result ovi_overlays_make_row(ovi_overlay_maker *maker, const ovi_layer *layer) {
  const uint32_t count = (uint32_t)ovi_clusters_x(layer, maker->level);
  const ovi_overlays overlay = maker->layer.overlay;
  maker->layer = *layer;
  maker->layer.overlay = overlay;
  for (uint32_t i = 0; i < count; i++) {
    maker->ids[i] = (uint32_t)maker->row * count + i;
  }
  const ovl_result result =
      ovi_clusters_make(&maker->cells, &maker->layer, maker->level, maker->ids, NULL, count);
  if (result != OVL_OK) {
    return result;
  }
  if (maker->cells.too_long) {
    maker->layer.overlay.levels = maker->level - 1;
    return OVL_OK;
  }
  if (!keep_row(maker, count)) {
    return OVL_NO_MEMORY;
  }
  if (++maker->row == ovi_clusters_y(layer, maker->level)) {
    maker->level++;
    maker->row = 0;
  }
  return OVL_OK;
}

/* Plans are made one after the other, for they take memory; what follows on them in parallel. */

void ovi_clusters_begin(ovi_cluster_maker *cells, const ovl_allocator *allocator,
                        const ovl_jobs *jobs) {
  ovi_overlay_contents_begin(&cells->parts, allocator);
  cells->jobs = jobs;
  cells->scratch = (ovi_scratch){.allocator = allocator};
  cells->rooms = NULL;
  cells->plans = NULL;
  cells->outs = NULL;
  cells->made = NULL;
  cells->count = 0;
  cells->too_long = false;
}

void ovi_clusters_release(ovi_cluster_maker *cells) {
  ovi_overlay_contents_release(&cells->parts);
  ovi_scratch_release(&cells->scratch);
}

/* Plans a cell; `stays` if nothing of it is made. False: no memory. */
static bool plan_cell(ovi_cluster_maker *cells, ovi_cell_plan *plan, uint32_t id,
                      ovi_cell_wish wish, bool *stays) {
  *stays = false;
  if (wish == OVI_CELL_COSTS) {
    return ovi_cell_plan_read(plan, &cells->parts, id, &cells->scratch);
  }
  if (!ovi_cell_plan_make(plan, &cells->parts, id, &cells->scratch)) {
    return false;
  }
  *stays = wish == OVI_CELL_IF_OTHER && ovi_cell_plan_is_there(plan, &cells->parts);
  return true;
}

/* Plans all cells, and takes the memory for their blocks. */
static ovl_result plan_all(ovi_cluster_maker *cells, const uint32_t *ids,
                           const ovi_cell_wish *wishes, ovi_overlay_room_sizes *sizes) {
  for (uint32_t i = 0; i < cells->count && !cells->too_long; i++) {
    ovi_cell_plan *plan = &cells->plans[i];
    bool stays;
    cells->outs[i] = NULL;
    if (!plan_cell(cells, plan, ids[i], wishes != NULL ? wishes[i] : OVI_CELL_ANEW, &stays)) {
      return OVL_NO_MEMORY;
    }
    if (stays) {
      continue;
    }
    const uint64_t most = ovi_overlay_block_most(plan);
    if (most == UINT64_MAX) {
      cells->too_long = true;
      break;
    }
    cells->outs[i] = ovi_scratch_take(&cells->scratch, most, 1);
    if (cells->outs[i] == NULL) {
      return OVL_NO_MEMORY;
    }
    memset(cells->outs[i], 0, (size_t)most);
    ovi_overlay_room_grow(sizes, plan);
  }
  return OVL_OK;
}

static bool take_rooms(ovi_cluster_maker *cells, const ovi_overlay_room_sizes *sizes) {
  for (int32_t worker = 0; worker < ovi_jobs_workers(cells->jobs); worker++) {
    ovi_overlay_room *room = ovi_scratch_take(&cells->scratch, 1, sizeof(ovi_overlay_room));
    if (room == NULL) {
      return false;
    }
    ovi_arena arena = {NULL, 0};
    ovi_overlay_room_reserve(room, sizes, &arena);
    arena = (ovi_arena){ovi_scratch_take(&cells->scratch, arena.used + 1, 1), 0};
    if (arena.block == NULL) {
      return false;
    }
    ovi_overlay_room_reserve(room, sizes, &arena);
    cells->rooms[worker] = room;
  }
  return true;
}

static void clusters_write_job(void *context, int32_t index, int32_t worker) {
  ovi_cluster_maker *cells = context;
  uint8_t *out = cells->outs[index];
  if (out == NULL) {
    cells->made[index] = (ovi_made_cell){NULL, 0};
    return;
  }
  cells->made[index] =
      (ovi_made_cell){out, ovi_overlay_block_write(cells->rooms[worker], cells->parts.layer,
                                                   cells->parts.level, &cells->plans[index], out)};
}

static bool take_lists(ovi_cluster_maker *cells) {
  ovi_scratch_release(&cells->scratch);
  ovi_scratch *scratch = &cells->scratch;
  cells->plans = ovi_scratch_take(scratch, cells->count, sizeof(ovi_cell_plan));
  cells->outs = ovi_scratch_take(scratch, cells->count, sizeof(uint8_t *));
  cells->made = ovi_scratch_take(scratch, cells->count, sizeof(ovi_made_cell));
  cells->rooms = ovi_scratch_take(scratch, (uint64_t)ovi_jobs_workers(cells->jobs),
                                  sizeof(ovi_overlay_room *));
  return cells->plans != NULL && cells->outs != NULL && cells->made != NULL && cells->rooms != NULL;
}

ovl_result ovi_clusters_make(ovi_cluster_maker *cells, const ovi_layer *layer, uint32_t level,
                             const uint32_t *ids, const ovi_cell_wish *wishes, uint32_t count) {
  ovi_overlay_room_sizes sizes = {0};
  ovi_overlay_contents_scan(&cells->parts, layer, level);
  cells->count = count;
  if (!take_lists(cells)) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = plan_all(cells, ids, wishes, &sizes);
  if (result != OVL_OK || cells->too_long) {
    return result;
  }
  if (!take_rooms(cells, &sizes)) {
    return OVL_NO_MEMORY;
  }
  ovi_jobs_run(cells->jobs, count, clusters_write_job, cells);
  for (uint32_t i = 0; i < count; i++) {
    cells->too_long =
        cells->too_long || (cells->made[i].block != NULL && cells->made[i].bytes == 0);
  }
  return OVL_OK;
}

/* What a head says follows from the blocks. */

uint64_t ovi_overlays_head_bytes(const ovi_layer *layer) {
  const uint64_t levels = layer->overlay.levels;
  return levels != 0 ? OVI_OVERLAYS_HEAD_BYTES + levels * OVI_LEVEL_BYTES +
                           (uint64_t)ovi_cluster_count(layer) * OVI_CLUSTER_ENTRY_BYTES
                     : 0;
}

uint64_t ovi_overlays_bytes(const ovi_layer *layer) {
  uint64_t bytes = ovi_overlays_head_bytes(layer);
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    bytes += ovi_overlay_block_bytes(layer, cell);
  }
  return bytes;
}

static void put_level(const ovi_layer *layer, uint32_t level, uint8_t *out) {
  const uint32_t *firsts = layer->overlay.first_clusters;
  uint64_t waypoints = 0;
  uint32_t most = 0;
  for (uint32_t cell = firsts[level - 1]; cell < firsts[level]; cell++) {
    const uint8_t *block = ovi_overlay_numbered(layer, cell);
    const uint32_t ports = ovi_get_u16(block + OVI_CLUSTER_PORTS);
    waypoints += ovi_overlay_own_waypoints(block);
    most = ports > most ? ports : most;
  }
  ovi_put_u32(out + OVI_LEVEL_CLUSTERS_X, (uint32_t)ovi_clusters_x(layer, level));
  ovi_put_u32(out + OVI_LEVEL_CLUSTERS_Y, (uint32_t)ovi_clusters_y(layer, level));
  ovi_put_u64(out + OVI_LEVEL_WAYPOINTS, waypoints);
  ovi_put_u32(out + OVI_LEVEL_MAX_PORTS, most);
  ovi_put_u32(out + OVI_LEVEL_SIDE_REGIONS, (uint32_t)ovi_overlay_side(level));
}

uint64_t ovi_overlays_put_head(const ovi_layer *layer, uint8_t *out) {
  const uint32_t levels = layer->overlay.levels;
  uint8_t *at = out;
  if (levels == 0) {
    return ovi_hash64(0, out, 0);
  }
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS, levels);
  ovi_put_u32(at + OVI_OVERLAYS_LEVELS + 4, 0);
  at += OVI_OVERLAYS_HEAD_BYTES;
  for (uint32_t level = 1; level <= levels; level++, at += OVI_LEVEL_BYTES) {
    put_level(layer, level, at);
  }
  uint64_t begin = 0;
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    const uint32_t bytes = ovi_overlay_block_bytes(layer, cell);
    ovi_put_u64(at, begin);
    ovi_put_u32(at + OVI_CLUSTER_LENGTH, bytes);
    ovi_put_u32(at + OVI_CLUSTER_LENGTH + 4, 0);
    ovi_put_u64(at + OVI_CLUSTER_CHECKSUM, ovi_hash64(0, ovi_overlay_numbered(layer, cell), bytes));
    begin += bytes;
    at += OVI_CLUSTER_ENTRY_BYTES;
  }
  return ovi_hash64(0, out, (size_t)(at - out));
}

ovl_result ovi_overlays_add(const ovi_layer *layer, ovi_buffer *image, uint64_t *checksum) {
  uint8_t *out = ovi_buffer_add(image, ovi_overlays_bytes(layer));
  if (out == NULL) {
    return OVL_NO_MEMORY;
  }
  *checksum = ovi_overlays_put_head(layer, out);
  out += ovi_overlays_head_bytes(layer);
  for (uint32_t cell = 0; cell < ovi_cluster_count(layer); cell++) {
    const uint32_t bytes = ovi_overlay_block_bytes(layer, cell);
    memcpy(out, ovi_overlay_numbered(layer, cell), bytes);
    out += bytes;
  }
  return OVL_OK;
}
