/* Builds the overlay levels row by row, clusters of a row in parallel, and writes the section. */
#include "coarse/overlay/make/overlay_maker.h"

#include "coarse/overlay/make/overlay_borders.h"
#include "coarse/overlay/make/overlay_bounds.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"

ovl_result ovi_overlays_begin(ovi_overlay_maker *maker, const ovi_layer *layer,
                              const ovl_allocator *allocator, const ovl_jobs *jobs) {
  maker->allocator = allocator;
  ovi_clusters_begin(&maker->clusters, allocator, jobs);
  maker->layer = *layer;
  maker->layer.overlay = (ovi_overlays){.levels = 0};
  ovi_overlays *overlay = &maker->layer.overlay;
  overlay->levels = ovi_overlay_levels(layer, overlay->first_clusters);
  maker->cluster_count = overlay->first_clusters[overlay->levels];
  maker->level = 1;
  maker->row = 0;
  const uint64_t row = (uint64_t)ovi_clusters_x(layer, 1);
  maker->blocks = ovi_allocate(allocator, maker->cluster_count * sizeof(*maker->blocks));
  maker->bytes = ovi_allocate(allocator, maker->cluster_count * sizeof(*maker->bytes));
  maker->ids = ovi_allocate(allocator, row * sizeof(*maker->ids));
  maker->scratch = (ovi_scratch){.allocator = allocator};
  maker->ways = NULL;
  for (uint32_t cluster = 0; maker->blocks != NULL && cluster < maker->cluster_count; cluster++) {
    maker->blocks[cluster] = NULL;
  }
  if (layer->profile.is_directed) {
    maker->ways =
        ovi_scratch_take(&maker->scratch, overlay->first_clusters[1], sizeof(*maker->ways));
  }
  if (maker->blocks == NULL || maker->bytes == NULL || maker->ids == NULL ||
      (layer->profile.is_directed && maker->ways == NULL)) {
    return OVL_NO_MEMORY;
  }
  overlay->made = (ovi_made_clusters){(const uint8_t *const *)maker->blocks, maker->bytes,
                                      (const uint32_t *const *)maker->ways, 0};
  return OVL_OK;
}

void ovi_overlays_release(ovi_overlay_maker *maker) {
  const ovl_allocator *allocator = maker->allocator;
  const uint64_t row = (uint64_t)ovi_clusters_x(&maker->layer, 1);
  ovi_clusters_release(&maker->clusters);
  for (uint32_t cluster = maker->layer.overlay.made.shortened;
       maker->blocks != NULL && cluster < maker->cluster_count; cluster++) {
    if (maker->blocks[cluster] != NULL) {
      ovi_release(allocator, maker->blocks[cluster], maker->bytes[cluster]);
    }
  }
  ovi_release(allocator, maker->blocks, maker->cluster_count * sizeof(*maker->blocks));
  ovi_release(allocator, maker->bytes, maker->cluster_count * sizeof(*maker->bytes));
  ovi_release(allocator, maker->ids, row * sizeof(*maker->ids));
  ovi_scratch_release(&maker->scratch);
}

/* ---- Rows --------------------------------------------------------------------------- */

ovl_result ovi_overlays_make_row(ovi_overlay_maker *maker, const ovi_layer *layer) {
  const uint32_t count = (uint32_t)ovi_clusters_x(layer, maker->level);
  const ovi_overlays overlay = maker->layer.overlay;
  maker->layer = *layer;
  maker->layer.overlay = overlay;
  for (uint32_t i = 0; i < count; i++) {
    maker->ids[i] = (uint32_t)maker->row * count + i;
  }
  const ovl_result result = ovi_clusters_make(&maker->clusters, &maker->layer, maker->level,
                                              maker->ids, NULL, NULL, count);
  if (result != OVL_OK) {
    return result;
  }
  if (maker->clusters.too_large) {
    maker->layer.overlay.levels = maker->level - 1;
    return OVL_OK;
  }
  /* Copies the blocks of the row that was built. */
  const uint32_t first = maker->layer.overlay.first_clusters[maker->level - 1];
  for (uint32_t i = 0; i < count; i++) {
    const ovi_made_cluster *made = &maker->clusters.made[i];
    uint8_t *block = made->block != NULL ? ovi_allocate(maker->allocator, made->bytes) : NULL;
    if (block == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(block, made->block, made->bytes);
    OVI_ASSERT(made->bytes % 8 == 0 && maker->blocks[first + maker->ids[i]] == NULL);
    maker->blocks[first + maker->ids[i]] = block;
    maker->bytes[first + maker->ids[i]] = made->bytes;
    if (maker->ways == NULL || maker->level != 1) {
      continue;
    }
    /* Keeps the ways of the ports of the cluster. */
    const ovi_cluster cluster = ovi_overlay_view(&maker->layer, 1, maker->ids[i]);
    uint32_t *ways =
        ovi_scratch_take(&maker->scratch, (uint64_t)cluster.ports + 1, sizeof(uint32_t));
    maker->ways[maker->ids[i]] = ways;
    if (ways == NULL) {
      return OVL_NO_MEMORY;
    }
    for (uint32_t port = 0; port < cluster.ports; port++) {
      ways[port] =
          ovi_border_way(&maker->layer, ovi_overlay_port_below(&maker->layer, &cluster, port));
    }
  }
  if (++maker->row == ovi_clusters_y(layer, maker->level)) {
    maker->level++;
    maker->row = 0;
  }
  return OVL_OK;
}

/* ---- Tables ------------------------------------------------------------------------- */

bool ovi_overlays_drop_tables(ovi_overlay_maker *maker, uint32_t end) {
  uint32_t *shortened = &maker->layer.overlay.made.shortened;
  for (; *shortened < end; (*shortened)++) {
    const uint32_t number = *shortened;
    const uint32_t bytes = ovi_get_u32(maker->blocks[number] + OVI_CLUSTER_FRONT_BYTES);
    OVI_ASSERT(bytes < maker->bytes[number]); /* it still has tables */
    uint8_t *block = ovi_scratch_take(&maker->scratch, bytes, 1);
    if (block == NULL) {
      return false;
    }
    memcpy(block, maker->blocks[number], bytes);
    ovi_release(maker->allocator, maker->blocks[number], maker->bytes[number]);
    maker->blocks[number] = block;
    maker->bytes[number] = bytes;
  }
  return true;
}

/* ---- Clusters of one row ------------------------------------------------------------ */

/* Plans are made one after the other, because they allocate memory; blocks are written in parallel.
 */

void ovi_clusters_begin(ovi_cluster_maker *maker, const ovl_allocator *allocator,
                        const ovl_jobs *jobs) {
  *maker = (ovi_cluster_maker){.jobs = jobs, .scratch = {.allocator = allocator}};
  ovi_overlay_contents_begin(&maker->contents, allocator);
}

void ovi_clusters_release(ovi_cluster_maker *maker) {
  ovi_overlay_contents_release(&maker->contents);
  ovi_scratch_release(&maker->scratch);
}

/* Plans all clusters, and allocates the memory for their blocks. */
static ovl_result plan_clusters(ovi_cluster_maker *maker, const uint32_t *ids,
                                const ovi_cluster_action *actions, const uint64_t *changed,
                                ovi_overlay_sizes *sizes) {
  ovi_overlay_contents *contents = &maker->contents;
  for (uint32_t i = 0; i < maker->count && !maker->too_large; i++) {
    ovi_cluster_plan *plan = &maker->plans[i];
    const ovi_cluster_action action = actions != NULL ? actions[i] : OVI_CLUSTER_REBUILD;
    ovi_made_cluster *made = &maker->made[i];
    *made = (ovi_made_cluster){NULL, 0};
    const bool is_planned = action == OVI_CLUSTER_COSTS
                                ? ovi_cluster_plan_read(plan, contents, ids[i], &maker->scratch)
                                : ovi_cluster_plan_make(plan, contents, ids[i], &maker->scratch);
    if (!is_planned) {
      return ovi_overlay_contents_fault(contents);
    }
    if (action == OVI_CLUSTER_IF_CHANGED && ovi_cluster_plan_matches_block(plan, contents)) {
      continue; /* its existing block stays valid */
    }
    plan->changed = changed;
    if (changed != NULL && contents->level == 1) {
      plan->old = ovi_overlay_view(contents->layer, contents->level, ids[i]);
      plan->has_old = ovi_overlay_view_tables(contents->layer, &plan->old);
    }
    const uint64_t most = ovi_overlay_block_most(plan, contents->level);
    const bool has_too_many_links =
        plan->links[0] + plan->links[1] != 0 &&
        most > ovi_overlay_most_linked(contents->layer, contents->level);
    if (most == UINT64_MAX || has_too_many_links) {
      maker->too_large = true;
      break;
    }
    made->block = ovi_scratch_take(&maker->scratch, most, 1);
    if (made->block == NULL) {
      return OVL_NO_MEMORY;
    }
    ovi_overlay_sizes_add(sizes, plan, contents->level);
  }
  return OVL_OK;
}

static void clusters_write_job(void *context, int32_t index, int32_t worker) {
  ovi_cluster_maker *maker = context;
  ovi_made_cluster *made = &maker->made[index];
  if (made->block != NULL) {
    made->bytes = ovi_overlay_block_write(maker->workspaces[worker], maker->contents.layer,
                                          maker->contents.level, &maker->plans[index], made->block);
  }
}

ovl_result ovi_clusters_make(ovi_cluster_maker *maker, const ovi_layer *layer, uint32_t level,
                             const uint32_t *ids, const ovi_cluster_action *actions,
                             const uint64_t *changed, uint32_t count) {
  ovi_overlay_sizes sizes = {0};
  ovi_overlay_contents_set_level(&maker->contents, layer, level);
  maker->count = count;
  ovi_scratch *scratch = &maker->scratch;
  ovi_scratch_release(scratch);
  maker->plans = ovi_scratch_take(scratch, count, sizeof(ovi_cluster_plan));
  maker->made = ovi_scratch_take(scratch, count, sizeof(ovi_made_cluster));
  maker->workspaces = ovi_scratch_take(scratch, (uint64_t)ovi_jobs_workers(maker->jobs),
                                       sizeof(ovi_overlay_workspace *));
  if (maker->plans == NULL || maker->made == NULL || maker->workspaces == NULL) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = plan_clusters(maker, ids, actions, changed, &sizes);
  if (result != OVL_OK || maker->too_large) {
    return result;
  }
  for (int32_t worker = 0; worker < ovi_jobs_workers(maker->jobs); worker++) {
    ovi_overlay_workspace *work = ovi_scratch_take(scratch, 1, sizeof(ovi_overlay_workspace));
    ovi_arena arena = {NULL, 0};
    if (work == NULL) {
      return OVL_NO_MEMORY;
    }
    ovi_overlay_workspace_reserve(work, &sizes, &arena);
    arena = (ovi_arena){ovi_scratch_take(scratch, arena.used + 1, 1), 0};
    if (arena.block == NULL) {
      return OVL_NO_MEMORY;
    }
    ovi_overlay_workspace_reserve(work, &sizes, &arena);
    maker->workspaces[worker] = work;
  }
  ovi_jobs_run(maker->jobs, count, clusters_write_job, maker);
  for (uint32_t i = 0; i < count; i++) {
    maker->too_large =
        maker->too_large || (maker->made[i].block != NULL && maker->made[i].bytes == 0);
  }
  return OVL_OK;
}
