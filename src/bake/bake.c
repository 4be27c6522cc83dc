/* Bakes a world from a map, and saves worlds as files. */
#include "bake/bake.h"

#include "bake/bake_request.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "overland_bake.h"
#include "overland_stream.h"
#include "world/world_open.h"

ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  ovl_bake_def chosen = *def;
  ovi_bake_request request;
  ovl_result result = OVL_OK;
  if (chosen.tuning.region_cells == 0) {
    result = ovl_bake_choose(&chosen, NULL, NULL, fault);
  }
  if (result == OVL_OK) {
    result = ovi_bake_request_make(&request, &chosen, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  ovi_buffer file = {.allocator = &def->allocator};
  result = ovi_bake_world(&request.bake, &file);
  if (result != OVL_OK) {
    ovi_buffer_release(&file);
    return result;
  }
  return ovi_world_of_buffer(world, &file, fault);
}

static ovl_result write_all(const uint8_t *bytes, uint64_t byte_count, ovl_write_fn write,
                            void *user) {
  const uint64_t piece_bytes = 1u << 20;
  for (uint64_t at = 0; at < byte_count; at += piece_bytes) {
    uint64_t rest = byte_count - at;
    if (!write(user, bytes + at, (size_t)(rest < piece_bytes ? rest : piece_bytes))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *file) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.without_derived = true;
  *file = (ovi_buffer){.allocator = world->allocator};
  return ovi_world_is_read(world) ? OVL_NEEDS_REGIONS
                                  : ovi_world_end_call(world, ovi_bake_world(&bake, file));
}

/* Copies the file of a world that is read through a reader, piece by piece. */
static ovl_result copy_file(const ovl_world *world, ovl_write_fn write, void *user) {
  const ovi_paged_file *paged = world->base->paged;
  const uint64_t piece_bytes = 1u << 16;
  const uint64_t all = world->shared.file.count;
  uint8_t *piece = ovi_allocate(world->allocator, piece_bytes);
  ovl_result result = piece != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (uint64_t at = 0; at < all && result == OVL_OK; at += piece_bytes) {
    const size_t bytes = (size_t)(all - at < piece_bytes ? all - at : piece_bytes);
    const ovl_read answer = paged->blocks.read(paged->blocks.read_user, at, piece, bytes);
    result = answer == OVL_READ_LATER     ? OVL_NEEDS_REGIONS
             : answer != OVL_READ_DONE    ? OVL_READ_FAILED
             : !write(user, piece, bytes) ? OVL_WRITE_FAILED
                                          : OVL_OK;
  }
  ovi_release(world->allocator, piece, piece_bytes);
  return result;
}

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user) {
  if (!ovi_world_is_edited(world) && ovi_world_is_read(world)) {
    return copy_file(world, write, user);
  }
  if (!ovi_world_is_edited(world)) {
    return write_all(world->shared.file.bytes, world->shared.file.count, write, user);
  }
  ovi_buffer file;
  ovl_result result = ovi_world_buffer(world, &file);
  if (result == OVL_OK) {
    result = write_all(file.bytes, file.used, write, user);
  }
  ovi_buffer_release(&file);
  return result;
}
