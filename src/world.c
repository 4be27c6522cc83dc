/* Worlds: baked, opened, saved, verified.
 *
 * Invariant: a world is a view of the bytes of one world file, whether they are
 * the caller's or were baked a moment ago; there is one form and one reader. */
#include <string.h>

#include "bake_request.h"
#include "baker.h"
#include "overland.h"
#include "region.h"
#include "world_check.h"
#include "world_object.h"

/* Makes a world of bytes that were read or baked. */
static ovl_result make_world(ovl_world **world, const uint8_t *bytes, uint64_t byte_count,
                             const ovl_allocator *allocator, ovl_fault *fault) {
  ovi_shared shared;
  ovl_result result = ovi_world_check_frame(&shared, bytes, byte_count, fault);
  if (result != OVL_OK) {
    return result;
  }
  uint64_t object_bytes = sizeof(ovl_world) + shared.profile_count * sizeof(ovi_layer);
  ovl_world *made = ovi_allocate(allocator, object_bytes);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  *made = (ovl_world){.shared = shared, .allocator = *allocator, .object_bytes = object_bytes};
  result = ovi_world_check(&made->shared, made->layers, fault);
  if (result != OVL_OK) {
    ovi_release(allocator, made, object_bytes);
    return result;
  }
  *world = made;
  return OVL_OK;
}

ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  *world = NULL;
  ovi_bake_request request;
  ovl_result result = ovi_bake_request_make(&request, def, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_image image = {.allocator = &def->allocator};
  result = ovi_bake_world(&request.bake, &image);
  if (result == OVL_OK) {
    result = make_world(world, image.bytes, image.used, &def->allocator, fault);
  }
  if (result != OVL_OK) {
    ovi_release(&def->allocator, image.bytes, image.capacity);
    return result;
  }
  (*world)->owned = image.bytes;
  (*world)->owned_bytes = image.capacity;
  return OVL_OK;
}

ovl_result ovl_world_open(const void *bytes, size_t byte_count, const ovl_allocator *allocator,
                          ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  *world = NULL;
  allocator = allocator != NULL ? allocator : ovl_default_allocator();
  if (allocator->allocate == NULL || allocator->release == NULL) {
    fault->what = "allocator";
    return OVL_BAD_ARGUMENT;
  }
  return make_world(world, bytes, byte_count, allocator, fault);
}

void ovl_world_close(ovl_world *world) {
  if (world != NULL) {
    ovl_allocator allocator = world->allocator;
    ovi_release(&allocator, world->owned, world->owned_bytes);
    ovi_release(&allocator, world, world->object_bytes);
  }
}

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user) {
  const uint64_t part_bytes = 1u << 20;
  const ovi_shared *shared = &world->shared;
  for (uint64_t at = 0; at < shared->byte_count; at += part_bytes) {
    uint64_t left = shared->byte_count - at;
    if (!write(user, shared->bytes + at, (size_t)(left < part_bytes ? left : part_bytes))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}
