/* Openings: a world file is opened in place in one step, or through a reader step by step: what was
 * copied and how far the checks came is kept. So nothing is read again because a reader was late or
 * failed later.
 *
 * From a reader, the sections that all regions share are copied at once, and the rest is fetched
 * when it is first needed. */
#include "coarse/format/fault.h"
#include "coarse/paging/pager_check.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "world/shared_sections.h"

enum { OPENING_RESIDENT_BYTES = 8 << 20 };

/* An opening. It is allocated, for it is too large for a stack. */
struct ovl_opening {
  ovl_open_def def;
  ovi_shared_sections shared; /* through a reader; in place only its file is used */
  ovi_pager_progress checked; /* with check_all, through a reader */
  ovl_world *world;           /* NULL: not made yet, or handed out */
  bool is_done;
  ovl_fault fault; /* of the last call of the library */
};

/* ---- Through a reader ---------------------------------------------------------------------- */

/* Copies and checks what all regions share, and makes the world, which owns the copy then. What is
 * wrong may be right when it is read once more. */
static ovl_result make_read(ovl_opening *opening) {
  ovi_shared_sections *shared = &opening->shared;
  ovl_result result = ovi_shared_sections_copy(shared, &opening->fault);
  if (result != OVL_OK) {
    return result;
  }
  shared->file.on_touch = true;
  result = ovi_world_make(&opening->world, &shared->file, &opening->def.allocator, &opening->fault);
  if (result != OVL_OK) {
    ovi_shared_sections_read_again(shared, opening->fault.where);
    return result;
  }
  ovi_base *base = opening->world->base;
  base->owned = shared->bytes;
  base->owned_bytes = shared->capacity;
  base->paged->blocks.read = opening->def.read;
  base->paged->blocks.read_user = opening->def.read_user;
  shared->bytes = NULL;
  return OVL_OK;
}

/* Makes the cache of calls without a planner. */
static ovl_result make_cache(ovl_opening *opening) {
  const uint64_t bytes = opening->def.resident_bytes;
  ovi_page_cache counted;
  ovi_arena arena = {NULL, 0};
  ovi_base *base = opening->world->base;
  ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(&counted, &arena, bytes);
  const uint64_t all = arena.used;
  arena = (ovi_arena){ovi_allocate(&opening->def.allocator, all), 0};
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

/* Goes on checking all regions, clusters and labels. */
static ovl_result check_read(ovl_opening *opening) {
  ovi_pager *pager = &opening->world->base->pager;
  const ovl_result result =
      ovi_pager_check_all(pager, opening->world->layers, &opening->checked, &opening->fault);
  if (result != OVL_OK && opening->fault.what[0] == 0) {
    opening->fault = ovi_paged_fault(pager);
  }
  return result;
}

static ovl_result open_by_reader(ovl_opening *opening) {
  ovl_result result = opening->world == NULL ? make_read(opening) : OVL_OK;
  if (result == OVL_OK && !ovi_world_is_read(opening->world)) {
    result = make_cache(opening);
  }
  return result == OVL_OK && opening->def.check_all ? check_read(opening) : result;
}

/* ---- Calls ----------------------------------------------------------------------------- */

static ovl_result open_in_place(ovl_opening *opening) {
  const ovl_open_def *def = &opening->def;
  const ovi_file_bytes bytes = {def->bytes, def->byte_count,
                                def->check_all ? OVI_CHECK_ALL : OVI_CHECK_ON_TOUCH};
  return ovi_world_find(&opening->world, &opening->shared.file, &bytes, &def->allocator,
                        &opening->fault);
}

ovl_open_def ovl_open_def_default(void) {
  return (ovl_open_def){.resident_bytes = OPENING_RESIDENT_BYTES,
                        .allocator = *ovl_default_allocator()};
}

ovl_result ovl_opening_create(const ovl_open_def *def, ovl_opening **opening, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *opening = NULL;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    OVI_ALLOCATOR_ARGUMENT(&def->allocator),
                                    {"read", def->bytes != NULL || def->read != NULL, 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_opening *made = ovi_allocate(&def->allocator, sizeof *made);
  if (made == NULL) {
    return ovi_check_fail(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0);
  }
  memset(made, 0, sizeof *made);
  made->def = *def;
  made->shared.def = &made->def;
  made->fault.what = "";
  *opening = made;
  return OVL_OK;
}

void ovl_opening_destroy(ovl_opening *opening) {
  if (opening == NULL) {
    return;
  }
  const ovl_allocator allocator = opening->def.allocator;
  ovl_world_close(opening->world);
  ovi_shared_sections_release(&opening->shared);
  ovi_release(&allocator, opening, sizeof *opening);
}

ovl_result ovl_opening_step(ovl_opening *opening, bool *done) {
  ovl_result result = OVL_OK;
  opening->fault = (ovl_fault){.what = ""};
  if (!opening->is_done) {
    result = opening->def.bytes != NULL ? open_in_place(opening) : open_by_reader(opening);
    opening->is_done = result == OVL_OK;
  }
  if (result == OVL_NO_MEMORY) {
    opening->fault.what = "allocator: it has no memory";
  }
  *done = opening->is_done;
  return result;
}

ovl_result ovl_opening_take(ovl_opening *opening, ovl_world **world) {
  const bool was_taken = opening->is_done && opening->world == NULL;
  *world = NULL;
  opening->fault = (ovl_fault){.what = ""};
  if (!opening->is_done || was_taken) {
    return ovi_check_fail_values(&opening->fault, OVL_BAD_ARGUMENT,
                                 was_taken ? "opening: its world was taken already"
                                           : "opening: it is not done",
                                 0, was_taken, !was_taken);
  }
  *world = opening->world;
  opening->world = NULL;
  return OVL_OK;
}

const ovl_fault *ovl_opening_fault(const ovl_opening *opening) { return &opening->fault; }

ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  ovl_opening *opening;
  bool done;
  fault = fault != NULL ? fault : &unused;
  *world = NULL;
  ovl_result result = ovl_opening_create(def, &opening, fault);
  if (result == OVL_OK) {
    result = ovl_opening_step(opening, &done);
    *fault = opening->fault;
  }
  if (result == OVL_OK) {
    ovl_opening_take(opening, world);
  }
  ovl_opening_destroy(opening);
  return result;
}
