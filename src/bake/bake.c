/* Bakes a world from a map, reads a world through a cache of its own, and writes a version as a
 * file in memory. */
#include "bake/bake.h"

#include "bake/bake_request.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/argument.h"
#include "overland_bake.h"
#include "overland_stream.h"
#include "world/world_open.h"

/* Bakes a definition whose size of regions is given. */
static ovl_result bake_chosen(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovi_bake_request *request;
  ovl_result result = ovi_bake_request_make(&request, def, NULL, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_buffer file = {.allocator = &def->allocator};
  result = ovi_bake_world(&request->bake, &file);
  if (result == OVL_OK) {
    result = ovi_world_of_buffer(world, &file, fault);
  } else {
    ovi_buffer_release(&file);
  }
  ovi_bake_request_release(request);
  return result;
}

ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  ovl_bake_def chosen = *def;
  ovl_result result = OVL_OK;
  if (chosen.tuning.region_cells == 0) {
    result = ovl_bake_choose(&chosen, NULL, NULL, fault);
  }
  return result == OVL_OK ? bake_chosen(&chosen, world, fault) : result;
}

/* ---- Views -------------------------------------------------------------------------------- */

/* The copy of a world object, whose layers read through the pager of the view, and the cache. */
static void reserve_view(void *user, ovi_arena *arena) {
  ovi_world_view *view = user;
  view->world = ovi_arena_take(arena, 1, view->of->object_bytes);
  ovi_page_cache_reserve(&view->cache, arena, view->of->base->resident_bytes);
}

bool ovi_world_view_begin(ovi_world_view *view, const ovl_world *world) {
  *view = (ovi_world_view){.world = world, .of = world};
  if (!ovi_world_is_read(world)) {
    return true;
  }
  if (!ovi_memory_take(&view->memory, world->allocator, reserve_view, view)) {
    return false;
  }
  ovl_world *copy = (ovl_world *)(uintptr_t)view->world;
  view->pager = ovi_pager_make(world->base->paged, &view->cache);
  ovi_world_copy(copy, world);
  for (uint32_t i = 0; i < copy->shared.profile_count; i++) {
    ovi_layer_set_sources(&copy->layers[i], world->layers[i].store.delta, &view->pager.source);
  }
  ovi_pager_begin(&view->pager);
  return true;
}

ovl_result ovi_world_view_end(const ovi_world_view *view, ovl_result result, ovl_fault *fault) {
  const ovi_pager *pager = view->memory.block != NULL ? &view->pager : &view->of->base->pager;
  if (!ovi_world_is_paged(view->of) || ovi_pager_outcome(pager) == OVL_OK) {
    return result;
  }
  *fault = ovi_paged_fault(pager);
  return ovi_paged_result(pager, result);
}

void ovi_world_view_release(ovi_world_view *view) { ovi_memory_release(&view->memory); }

/* ---- Files in memory ------------------------------------------------------------------------ */

/* The progress of a file that is a part of other work. */
typedef struct buffer_progress {
  ovi_progress *all;
  uint64_t done, total; /* before the file */
} buffer_progress;

static bool report_buffer(void *user, uint64_t done, uint64_t total) {
  const buffer_progress *progress = user;
  progress->all->done = progress->done + done;
  progress->all->total = progress->total + total;
  return ovi_progress_add(progress->all, 0) == OVL_OK;
}

ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file, ovi_progress *progress) {
  buffer_progress reported = {progress, progress->done, progress->total};
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.without_derived = true;
  bake.progress = report_buffer;
  bake.progress_user = &reported;
  *file = (ovi_buffer){.allocator = world->allocator};
  return ovi_world_end_call(world, ovi_bake_world(&bake, file));
}
