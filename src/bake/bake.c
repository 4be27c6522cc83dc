/* Bakes a world from a map, and writes a version as a file in memory. */
#include "bake/bake.h"

#include "bake/bake_request.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/argument.h"
#include "overland_bake.h"
#include "overland_stream.h"
#include "world/world_open.h"

static ovl_result bake_request(ovi_bake_request *request, const ovl_bake_def *def,
                               ovl_world **world, ovl_fault *fault) {
  ovl_result result = ovi_bake_request_make(request, def, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_buffer file = {.allocator = &def->allocator};
  result = ovi_bake_world(&request->bake, &file);
  if (result != OVL_OK) {
    ovi_buffer_release(&file);
    return result;
  }
  return ovi_world_of_buffer(world, &file, fault);
}

/* Bakes a definition whose size of regions is given. A request is too large for a stack. */
static ovl_result bake_chosen(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  const ovl_allocator *allocator = &def->allocator;
  const ovi_argument arguments[] = {OVI_ALLOCATOR_ARGUMENT(allocator)};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_bake_request *request = ovi_allocate(allocator, sizeof *request);
  if (request == NULL) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = bake_request(request, def, world, fault);
  ovi_release(allocator, request, sizeof *request);
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

ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.without_derived = true;
  *file = (ovi_buffer){.allocator = world->allocator};
  return ovi_world_is_read(world) ? OVL_NEEDS_REGIONS
                                  : ovi_world_end_call(world, ovi_bake_world(&bake, file));
}
