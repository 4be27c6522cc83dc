/* Making worlds of files: checks them, and finds the sections for the layers. A file in memory is
 * used where it lies. */
#include "world/world_open.h"

#include "coarse/check/world_check.h"
#include "coarse/format/sections.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/arena.h"
#include "common/compiler.h"

/* ---- Worlds --------------------------------------------------------------------------- */

ovl_result ovi_world_make(ovl_world **world, ovi_found_file *file, const ovl_allocator *allocator,
                          ovl_fault *fault) {
  const uint64_t object_bytes =
      sizeof(ovl_world) +
      file->shared.profile_count * (sizeof(ovi_layer) + sizeof(ovi_own_islands));
  ovl_world *made = ovi_allocate(allocator, object_bytes);
  ovi_base *base = made != NULL ? ovi_allocate(allocator, sizeof(*base)) : NULL;
  if (base == NULL) {
    ovi_release(allocator, made, object_bytes);
    return OVL_NO_MEMORY;
  }
  *base = (ovi_base){.allocator = *allocator};
  ovi_references_begin(&base->references);
  *made = (ovl_world){.base = base, .allocator = &base->allocator, .object_bytes = object_bytes};
  made->shared = file->shared;
  ovi_references_begin(&made->references);
  ovl_result result = ovi_world_check(&made->shared, made->layers, &file->sections, file->on_touch,
                                      &file->progress, fault);
  if (result == OVL_OK && file->on_touch) {
    result = ovi_paged_file_make(&base->paged, &made->shared, made->layers, &file->sections,
                                 made->allocator);
  }
  if (result == OVL_OK && file->on_touch) { /* a pager is the source of all layers */
    base->pager = ovi_pager_make(base->paged, NULL);
    for (uint32_t i = 0; i < made->shared.profile_count; i++) {
      ovi_layer_set_sources(&made->layers[i], NULL, &base->pager.source);
      made->layers[i].labels.ready = base->paged->labels[i].checked;
    }
  }
  if (result != OVL_OK) {
    ovi_release(allocator, base, sizeof(*base));
    ovi_release(allocator, made, object_bytes);
    return result;
  }
  made->base_links = made->shared.file.links;
  OVI_ASSERT(made->shared.floor_count >= 1 && made->shared.profile_count >= 1);
  made->own = (ovi_own_islands *)(void *)(made->layers + made->shared.profile_count);
  ovi_delta_tree_begin(&made->delta, made->allocator, ovi_region_count(&made->layers[0]));
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t clusters = firsts[ovi_overlay_levels(&made->layers[0], firsts)];
  for (uint32_t i = 0; i < made->shared.profile_count; i++) {
    ovi_layer *layer = &made->layers[i];
    made->own[i] = (ovi_own_islands){.next = layer->islands.count + 1}; /* behind those in use */
    /* Each layer has keys of its own in the tree of replaced clusters, one for every cluster that
     * it can have. */
    layer->overlay.first_key = i * clusters;
  }
  ovi_delta_tree_begin(&made->overlay_delta, made->allocator,
                       made->shared.profile_count * clusters);
  *world = made;
  return OVL_OK;
}

ovl_result ovi_world_find(ovl_world **world, ovi_found_file *file, const ovi_file_bytes *bytes,
                          const ovl_allocator *allocator, ovl_fault *fault) {
  ovl_result result =
      ovi_world_check_frame(&file->shared, &file->sections, bytes->data, bytes->count, fault);
  if (result != OVL_OK) {
    return result;
  }
  file->shared.is_made = bytes->checks == OVI_CHECK_FRAME;
  file->on_touch = bytes->checks == OVI_CHECK_ON_TOUCH;
  ovi_sections_hold_all(&file->sections, bytes->data);
  file->progress.total = ovi_world_check_work(&file->shared);
  return ovi_world_make(world, file, allocator, fault);
}

ovl_result ovi_world_of_buffer(ovl_world **world, const ovi_buffer *buffer, ovi_world_checks checks,
                               ovl_fault *fault) {
  const ovi_file_bytes bytes = {buffer->bytes, buffer->used, checks};
  ovi_found_file *file = ovi_allocate(buffer->allocator, sizeof *file);
  ovl_result result = OVL_NO_MEMORY;
  if (file != NULL) {
    memset(file, 0, sizeof *file);
    result = ovi_world_find(world, file, &bytes, buffer->allocator, fault);
    ovi_release(buffer->allocator, file, sizeof *file);
  }
  if (result != OVL_OK) {
    ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
    return result;
  }
  (*world)->base->owned = buffer->bytes;
  (*world)->base->owned_bytes = buffer->capacity;
  return OVL_OK;
}
