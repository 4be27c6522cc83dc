/* Worlds: baked, opened, saved, verified.
 *
 * Invariant: a world is a view of the bytes of one world file, whether they are
 * the caller's or were baked a moment ago; there is one form and one reader. */
#include "bake/bake_request.h"
#include "coarse/check/world_check.h"
#include "coarse/file/bake_file.h"
#include "coarse/overlay/overlay.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "overland_stream.h"
#include "version/version.h"
#include "world/world.h"

static void begin_own(ovl_world *world) {
  world->own = (ovi_own_islands *)(void *)(world->layers + world->shared.profile_count);
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    ovi_layer *layer = &world->layers[i];
    world->own[i] = (ovi_own_islands){.next = layer->islands.count + 1};
    for (uint32_t id = 0; layer->profile.has_links && id < ovi_region_count(layer); id++) {
      layer->graph.link_ports +=
          ovi_get_u16(ovi_region_layer_block(layer, id) + OVI_LAYER_LINKS_OUT);
    }
  }
}

static ovi_base *make_base(const ovl_allocator *allocator) {
  ovi_base *base = ovi_allocate(allocator, sizeof(*base));
  if (base != NULL) {
    *base = (ovi_base){.allocator = *allocator};
    ovi_references_begin(&base->references);
  }
  return base;
}

/* Each layer has keys of its own for all cells that there can be. */
static void bake_begin_overlays(ovl_world *made) {
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t cells = firsts[ovi_overlay_levels(&made->layers[0], firsts)];
  for (uint32_t i = 0; i < made->shared.profile_count; i++) {
    made->layers[i].overlay.first_key = i * cells;
  }
  ovi_delta_tree_begin(&made->overlay_delta, made->allocator, made->shared.profile_count * cells);
}

/* Looks into a world by a pager. */
static ovl_result make_paged(ovl_world *world, const ovi_found_file *file) {
  ovi_base *base = world->base;
  const ovl_result result = ovi_paged_file_make(&base->paged, &world->shared, world->layers,
                                                &file->sections, world->allocator);
  base->pager = ovi_pager_make(base->paged, NULL);
  for (uint32_t i = 0; i < world->shared.profile_count && result == OVL_OK; i++) {
    ovi_layer_show(&world->layers[i], NULL, &base->pager.source);
  }
  return result;
}

ovl_result ovi_world_make(ovl_world **world, const ovi_found_file *file,
                          const ovl_allocator *allocator, ovl_fault *fault) {
  const uint64_t object_bytes =
      sizeof(ovl_world) +
      file->shared.profile_count * (sizeof(ovi_layer) + sizeof(ovi_own_islands));
  ovl_world *made = ovi_allocate(allocator, object_bytes);
  ovi_base *base = made != NULL ? make_base(allocator) : NULL;
  if (base == NULL) {
    ovi_release(allocator, made, object_bytes);
    return OVL_NO_MEMORY;
  }
  *made = (ovl_world){.base = base, .allocator = &base->allocator, .object_bytes = object_bytes};
  made->shared = file->shared;
  ovi_references_begin(&made->references);
  ovl_result result =
      ovi_world_check(&made->shared, made->layers, &file->sections, file->on_touch, fault);
  if (result == OVL_OK && file->on_touch) {
    result = make_paged(made, file);
  }
  if (result != OVL_OK) {
    ovi_release(allocator, base, sizeof(*base));
    ovi_release(allocator, made, object_bytes);
    return result;
  }
  made->base_links = made->shared.links;
  begin_own(made);
  ovi_delta_tree_begin(&made->delta, made->allocator, ovi_region_count(&made->layers[0]));
  bake_begin_overlays(made);
  *world = made;
  return OVL_OK;
}

/* Of bytes that are all in memory, all of them checked unless they were made a moment ago. */
static ovl_result make_whole(ovl_world **world, const uint8_t *bytes, uint64_t count, bool is_made,
                             const ovl_allocator *allocator, ovl_fault *fault) {
  ovi_found_file file = {.on_touch = false};
  ovl_result result = ovi_world_check_frame(&file.shared, &file.sections, bytes, count, fault);
  if (result == OVL_OK) {
    file.shared.is_made = is_made;
    ovi_sections_hold_all(&file.sections, bytes);
    result = ovi_world_make(world, &file, allocator, fault);
  }
  return result;
}

static ovl_result own_image(ovl_world **world, const ovi_buffer *image, bool is_made,
                            ovl_fault *fault) {
  ovl_result result =
      make_whole(world, image->bytes, image->used, is_made, image->allocator, fault);
  if (result != OVL_OK) {
    ovi_release(image->allocator, image->bytes, image->capacity);
    return result;
  }
  (*world)->base->owned = image->bytes;
  (*world)->base->owned_bytes = image->capacity;
  return OVL_OK;
}

ovl_result ovi_world_of_buffer(ovl_world **world, const ovi_buffer *image, ovl_fault *fault) {
  return own_image(world, image, false, fault);
}

ovl_result ovi_world_of_refreshed_buffer(ovl_world **world, const ovi_buffer *image) {
  ovl_fault unused;
  return own_image(world, image, true, &unused);
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
  ovi_buffer image = {.allocator = &def->allocator};
  result = ovi_bake_world(&request.bake, &image);
  if (result != OVL_OK) {
    ovi_release(&def->allocator, image.bytes, image.capacity);
    return result;
  }
  return ovi_world_of_buffer(world, &image, fault);
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
  return make_whole(world, bytes, byte_count, false, allocator, fault);
}

static void drop_base(ovi_base *base) {
  if (ovi_references_drop(&base->references)) {
    const ovl_allocator allocator = base->allocator;
    ovi_release(&allocator, base->pager.cache, base->cache_bytes);
    ovi_paged_file_release(base->paged);
    ovi_release(&allocator, base->owned, base->owned_bytes);
    ovi_release(&allocator, base, sizeof(*base));
  }
}

void ovl_world_close(ovl_world *world) {
  if (world == NULL || !ovi_references_drop(&world->references)) {
    return;
  }
  const ovl_allocator *allocator = world->allocator;
  ovi_delta_tree_drop(&world->delta);
  ovi_delta_tree_drop(&world->overlay_delta);
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    ovi_blob_drop(allocator, world->own[i].islands);
    ovi_blob_drop(allocator, world->own[i].firsts);
  }
  ovi_blob_drop(allocator, world->links);
  ovi_blob_drop(allocator, world->history);
  ovi_edit_log_drop(allocator, world->log);
  ovi_base *base = world->base;
  ovi_release(allocator, world, world->object_bytes);
  drop_base(base); /* the allocator is its own */
}

static ovl_result write_all(const uint8_t *bytes, uint64_t byte_count, ovl_write_fn write,
                            void *user) {
  const uint64_t part_bytes = 1u << 20;
  for (uint64_t at = 0; at < byte_count; at += part_bytes) {
    uint64_t left = byte_count - at;
    if (!write(user, bytes + at, (size_t)(left < part_bytes ? left : part_bytes))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

ovl_result ovi_world_buffer(const ovl_world *world, ovi_buffer *image) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.later = true;
  *image = (ovi_buffer){.allocator = world->allocator};
  return ovi_world_is_read(world) ? OVL_NEEDS_REGIONS
                                  : ovi_world_end_call(world, ovi_bake_world(&bake, image));
}

/* The file of a world that is read, as the reader gives it. */
static ovl_result write_read(const ovl_world *world, ovl_write_fn write, void *user) {
  const ovi_paged_file *file = world->base->paged;
  const uint64_t part_bytes = 1u << 16;
  const uint64_t all = world->shared.byte_count;
  uint8_t *part = ovi_allocate(world->allocator, part_bytes);
  ovl_result result = part != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (uint64_t at = 0; at < all && result == OVL_OK; at += part_bytes) {
    const size_t bytes = (size_t)(all - at < part_bytes ? all - at : part_bytes);
    const ovl_read answer = file->read(file->read_user, at, part, bytes);
    result = answer == OVL_READ_LATER    ? OVL_NEEDS_REGIONS
             : answer != OVL_READ_DONE   ? OVL_READ_FAILED
             : !write(user, part, bytes) ? OVL_WRITE_FAILED
                                         : OVL_OK;
  }
  ovi_release(world->allocator, part, part_bytes);
  return result;
}

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user) {
  if (!ovi_world_is_edited(world) && ovi_world_is_read(world)) {
    return write_read(world, write, user);
  }
  if (!ovi_world_is_edited(world)) {
    return write_all(world->shared.bytes, world->shared.byte_count, write, user);
  }
  ovi_buffer image;
  ovl_result result = ovi_world_buffer(world, &image);
  if (result == OVL_OK) {
    result = write_all(image.bytes, image.used, write, user);
  }
  ovi_release(image.allocator, image.bytes, image.capacity);
  return result;
}
