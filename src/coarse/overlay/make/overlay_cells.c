/* Plans are made one after the other, for they take memory; what follows on them in parallel. */
#include "coarse/overlay/make/overlay_cells.h"

#include <string.h>

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

static int32_t workers_of(const ovi_cluster_maker *cells) {
  return cells->jobs != NULL ? cells->jobs->workers : 1;
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
  for (int32_t worker = 0; worker < workers_of(cells); worker++) {
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

static void write_job(void *context, int32_t index, int32_t worker) {
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
  cells->rooms = ovi_scratch_take(scratch, (uint64_t)workers_of(cells), sizeof(ovi_overlay_room *));
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
  if (cells->jobs != NULL) {
    cells->jobs->run(cells->jobs->user, (int32_t)count, write_job, cells);
  } else {
    for (uint32_t i = 0; i < count; i++) {
      write_job(cells, (int32_t)i, 0);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    cells->too_long =
        cells->too_long || (cells->made[i].block != NULL && cells->made[i].bytes == 0);
  }
  return OVL_OK;
}
