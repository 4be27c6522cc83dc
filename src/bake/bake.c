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

ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.without_derived = true;
  *file = (ovi_buffer){.allocator = world->allocator};
  return ovi_world_end_call(world, ovi_bake_world(&bake, file));
}
