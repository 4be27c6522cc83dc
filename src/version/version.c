/* Versions: copied, numbered, told apart.
 *
 * Invariant: an identity is a hash of all that was done since the world was baked or opened, with
 * the number of the version in its lower bits; that of the first version is the fingerprint of the
 * file. So equal histories have equal identities, and a version finds an older one of its own by
 * the number. */
#include "version/version.h"

#include <stddef.h>

#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_edit.h"

enum { VERSION_NUMBER_BITS = 24 };
#define NUMBER_MASK (((uint64_t)1 << VERSION_NUMBER_BITS) - 1)

ovl_world *ovi_version_copy(const ovl_world *from) {
  ovl_world *made = ovi_allocate(from->allocator, from->object_bytes);
  if (made == NULL) {
    return NULL;
  }
  /* But for the count of handles, which other threads may be changing. */
  made->shared = from->shared;
  const size_t counted = offsetof(ovl_world, base);
  memcpy((uint8_t *)made + counted, (const uint8_t *)from + counted,
         (size_t)from->object_bytes - counted);
  ovi_references_begin(&made->references);
  ovi_references_add(&made->base->references);
  ovi_delta_tree_retain(&made->delta, &from->delta);
  ovi_delta_tree_retain(&made->overlay_delta, &from->overlay_delta);
  made->links = ovi_blob_retain(from->links);
  made->history = ovi_blob_retain(from->history);
  made->log = ovi_edit_log_retain(from->log);
  made->own = (ovi_own_islands *)(void *)(made->layers + made->shared.profile_count);
  for (uint32_t i = 0; i < made->shared.profile_count; i++) {
    made->layers[i].shared = &made->shared;
    ovi_blob_retain(made->own[i].islands);
    ovi_blob_retain(made->own[i].firsts);
  }
  if (from->shared.delta != NULL) {
    ovi_version_begin_delta(made);
  }
  return made;
}

void ovi_version_begin_delta(ovl_world *version) {
  version->shared.delta = &version->delta;
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    ovi_layer_show(&version->layers[i], &version->delta, version->layers[i].source);
    version->layers[i].overlay.delta = &version->overlay_delta;
  }
}

static void set_identity(ovl_world *version, uint64_t identity) {
  version->shared.fingerprint = identity;
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    version->layers[i].fingerprint = identity;
  }
}

bool ovi_version_follow(ovl_world *version, const ovl_world *before, uint64_t done) {
  version->history = ovi_blob_retain(before->history);
  version->log = ovi_edit_log_retain(before->log);
  version->version = before->version;
  version->is_fork = before->is_fork;
  version->fork_identity = before->fork_identity;
  version->shared.fingerprint = before->shared.fingerprint;
  version->routes_since = version->labels_since = before->version + 1;
  return ovi_version_advance(version, done);
}

bool ovi_version_advance(ovl_world *version, uint64_t done) {
  ovi_blob *history = ovi_blob_make(version->allocator, OVI_HISTORY_VERSIONS * sizeof(uint64_t));
  if (history == NULL) {
    return false;
  }
  if (version->history != NULL) {
    memcpy(history->data, version->history->data, (size_t)history->bytes);
  } else {
    memset(history->data, 0, (size_t)history->bytes);
  }
  ovi_blob_drop(version->allocator, version->history);
  version->history = history;
  const uint64_t before = version->shared.fingerprint;
  history->data[version->version % OVI_HISTORY_VERSIONS] = before;
  version->version++;
  const uint64_t hash = ovi_mix64(before ^ ovi_mix64(done));
  set_identity(version, (hash & ~NUMBER_MASK) | (version->version & NUMBER_MASK));
  return true;
}

uint64_t ovi_version_number(const ovl_world *world, uint64_t identity) {
  if (identity == world->shared.fingerprint) {
    return world->version;
  }
  if (world->history == NULL) {
    return UINT64_MAX;
  }
  const uint64_t age = (world->version - identity) & NUMBER_MASK;
  const uint64_t kept =
      world->version < OVI_HISTORY_VERSIONS ? world->version : OVI_HISTORY_VERSIONS;
  if (age >= 1 && age <= kept &&
      world->history->data[(world->version - age) % OVI_HISTORY_VERSIONS] == identity) {
    return world->version - age;
  }
  const bool has_first = world->version <= OVI_HISTORY_VERSIONS; /* it says nothing of its number */
  return has_first && world->history->data[0] == identity ? 0 : UINT64_MAX;
}

ovl_result ovl_world_retain(const ovl_world *world, ovl_world **shared) {
  *shared = (ovl_world *)(uintptr_t)world;
  ovi_references_add(&(*shared)->references);
  return OVL_OK;
}

bool ovi_version_is_one_memory(const ovl_world *a, const ovl_world *b) {
  return a->allocator->allocate == b->allocator->allocate &&
         a->allocator->release == b->allocator->release && a->allocator->user == b->allocator->user;
}

void ovl_world_version(const ovl_world *world, ovl_version_info *info) {
  const ovi_delta_tree *living = &world->delta;
  *info =
      (ovl_version_info){.version = world->version,
                         .identity = world->shared.fingerprint,
                         .rebuilt_regions = living->blocks,
                         .bytes = living->bytes + world->overlay_delta.bytes + world->object_bytes,
                         .refreshed = living->blocks == 0};
  info->bytes += world->history != NULL ? world->history->bytes : 0;
  info->bytes += world->links != NULL ? world->links->bytes : 0;
  info->bytes += world->log != NULL ? world->log->bytes : 0;
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_own_islands *own = &world->own[i];
    info->bytes += own->islands != NULL ? own->islands->bytes : 0;
    info->bytes += own->firsts != NULL ? own->firsts->bytes : 0;
  }
}

/* The first region from `from` on that was rebuilt after a version; UINT32_MAX: none. */
static uint32_t next_rebuilt(const ovl_world *world, uint64_t since, uint32_t from) {
  if (since < world->routes_since) {
    return from < ovi_region_count(&world->layers[0]) ? from : UINT32_MAX;
  }
  uint32_t id = ovi_delta_tree_next(&world->delta, from);
  while (id != UINT32_MAX && ovi_delta_tree_find(&world->delta, id)->born <= since) {
    id = ovi_delta_tree_next(&world->delta, id + 1);
  }
  return id;
}

uint32_t ovi_version_next_rebuilt(const ovl_world *world, const ovl_world *before, uint32_t from) {
  if (before->version < world->routes_since) {
    return next_rebuilt(world, before->version, from);
  }
  uint32_t id = ovi_delta_tree_next_apart(&world->delta, &before->delta, from);
  while (id != UINT32_MAX && ovi_delta_tree_find(&world->delta, id)->born <= before->version) {
    id = ovi_delta_tree_next_apart(&world->delta, &before->delta, id + 1);
  }
  return id;
}

ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                             size_t capacity, size_t *needed) {
  size_t count = 0;
  for (uint32_t id = next_rebuilt(world, since, 0); id != UINT32_MAX;
       id = next_rebuilt(world, since, id + 1)) {
    if (count < capacity) {
      regions[count] = id;
    }
    count++;
  }
  *needed = count;
  return count <= capacity ? OVL_OK : OVL_MORE_ROOM;
}
