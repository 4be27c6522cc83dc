/* Opens a world file in place or through a reader. From a reader, the sections that all regions
 * share are copied at once, and the rest is fetched when it is first needed. */
#include "coarse/check/world_check.h"
#include "coarse/format/fault.h"
#include "coarse/paging/pager_check.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "world/shared_sections.h"

enum { OPENING_RESIDENT_BYTES = 8 << 20 };

/* ---- Through a reader ---------------------------------------------------------------------- */

/* Makes the cache of calls without a planner. */
static ovl_result make_cache(ovi_base *base, uint64_t bytes) {
  ovi_page_cache counted;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(&counted, &arena, bytes);
  const uint64_t all = arena.used;
  arena = (ovi_arena){ovi_allocate(&base->allocator, all), 0};
  if (arena.block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_page_cache *cache = ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(cache, &arena, bytes);
  base->resident_bytes = bytes;
  base->cache_bytes = all;
  base->pager.cache = cache;
  return OVL_OK;
}

/* Copies and checks what all regions share, and makes the world, which owns the copy then. */
static ovl_result open_by_reader(ovl_world **world, ovi_shared_sections *shared, ovl_fault *fault) {
  const ovl_open_def *def = shared->def;
  ovl_result result = ovi_shared_sections_copy(shared, fault);
  if (result == OVL_OK) {
    shared->file.on_touch = true;
    result = ovi_world_make(world, &shared->file, &def->allocator, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  ovi_base *base = (*world)->base;
  base->owned = shared->bytes;
  base->owned_bytes = shared->capacity;
  base->paged->blocks.read = def->read;
  base->paged->blocks.read_user = def->read_user;
  shared->bytes = NULL;
  result = make_cache(base, def->resident_bytes);
  return result == OVL_OK && def->check_all
             ? ovi_pager_check_all(&base->pager, (*world)->layers, &shared->file.progress, fault)
             : result;
}

/* ---- Calls ----------------------------------------------------------------------------- */

ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  ovl_open_def filled = *def;
  filled.resident_bytes = def->resident_bytes != 0 ? def->resident_bytes : OPENING_RESIDENT_BYTES;
  filled.allocator = *ovi_allocator_of(&def->allocator);
  def = &filled;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  const ovi_argument arguments[] = {OVI_ALLOCATOR_ARGUMENT(&def->allocator),
                                    {"read", def->bytes != NULL || def->read != NULL, 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_shared_sections *shared = ovi_allocate(&def->allocator, sizeof *shared);
  ovl_result result = OVL_NO_MEMORY;
  if (shared != NULL) {
    memset(shared, 0, sizeof *shared);
    shared->def = def;
    shared->file.progress = (ovi_progress){.report = def->progress, .user = def->progress_user};
    if (def->bytes != NULL) {
      const ovi_file_bytes bytes = {def->bytes, def->byte_count,
                                    def->check_all ? OVI_CHECK_ALL : OVI_CHECK_ON_TOUCH};
      result = ovi_world_find(world, &shared->file, &bytes, &def->allocator, fault);
    } else {
      result = open_by_reader(world, shared, fault);
    }
    ovi_release(&def->allocator, shared->bytes, shared->capacity);
    ovi_release(&def->allocator, shared, sizeof *shared);
  }
  if (result != OVL_OK) {
    ovl_world_close(*world);
    *world = NULL;
  }
  return ovi_fault_end(fault, result);
}
