/* Copies of versions and their identities.
 *
 * Invariant: an identity is a hash of all changes since the world was baked or opened, with the
 * number of the version in its lower bits: see world.c. */
#include "version/version.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_edit.h"

ovl_world *ovi_version_copy(const ovl_world *from) {
  ovl_world *made = ovi_allocate(from->allocator, from->object_bytes);
  if (made == NULL) {
    return NULL;
  }
  ovi_world_copy(made, from);
  ovi_references_add(&made->base->references);
  ovi_delta_tree_retain(&made->delta, &from->delta);
  ovi_delta_tree_retain(&made->overlay_delta, &from->overlay_delta);
  made->links = ovi_blob_retain(from->links);
  made->history.identities = ovi_blob_retain(from->history.identities);
  made->fork.log = ovi_edit_log_retain(from->fork.log);
  for (uint32_t i = 0; i < made->shared.profile_count; i++) {
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
    ovi_layer_set_sources(&version->layers[i], &version->delta, version->layers[i].store.source);
    version->layers[i].overlay.delta = &version->overlay_delta;
  }
}

static void set_identity(ovl_world *version, uint64_t identity) {
  version->shared.fingerprint = identity;
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    version->layers[i].fingerprint = identity;
  }
}

void ovi_version_follow(ovl_world *version, const ovl_world *before) {
  version->history.identities = ovi_blob_retain(before->history.identities);
  version->history.version = before->history.version;
  version->fork = before->fork;
  ovi_edit_log_retain(version->fork.log);
  version->shared.fingerprint = before->shared.fingerprint;
}

void ovi_version_end_routes(ovl_world *version) {
  version->history.routes_since = version->history.labels_since = version->history.version;
}

bool ovi_version_advance(ovl_world *version, uint64_t change) {
  ovi_blob *history = ovi_blob_make(version->allocator, OVI_HISTORY_VERSIONS * sizeof(uint64_t));
  if (history == NULL) {
    return false;
  }
  if (version->history.identities != NULL) {
    memcpy(history->data, version->history.identities->data, (size_t)history->bytes);
  } else {
    memset(history->data, 0, (size_t)history->bytes);
  }
  ovi_blob_drop(version->allocator, version->history.identities);
  version->history.identities = history;
  history->data[version->history.version % OVI_HISTORY_VERSIONS] = version->shared.fingerprint;
  ovi_version_pass(version, change);
  return true;
}

void ovi_version_pass(ovl_world *version, uint64_t change) {
  version->history.version++;
  const uint64_t hash = ovi_mix64(version->shared.fingerprint ^ ovi_mix64(change));
  set_identity(version, (hash & ~OVI_VERSION_NUMBER_MASK) |
                            (version->history.version & OVI_VERSION_NUMBER_MASK));
}

bool ovi_version_log(ovl_world *version, const ovl_edit *edits, size_t count) {
  if (!version->fork.is_fork) {
    return true;
  }
  ovi_edit_log *log = ovi_edit_log_add(version->allocator, version->fork.log, edits, count);
  if (log == NULL) {
    return false;
  }
  ovi_edit_log_drop(version->allocator, version->fork.log);
  version->fork.log = log;
  return true;
}

void ovi_version_put_links(ovl_world *version, ovi_blob *links) {
  if (memcmp(ovi_blob_bytes(links), version->base_links, (size_t)links->bytes) == 0) {
    ovi_blob_drop(version->allocator, links);
    links = NULL;
  }
  ovi_blob_drop(version->allocator, version->links);
  version->links = links;
  version->shared.file.links = links != NULL ? ovi_blob_bytes(links) : version->base_links;
}

bool ovi_version_base_has(const ovi_layer *layer, uint32_t region, const uint8_t *block,
                          uint64_t bytes) {
  return bytes == ovi_base_block_bytes(layer, region) &&
         memcmp(block, ovi_base_block(layer, region), (size_t)bytes) == 0;
}

bool ovi_versions_share_memory(const ovl_world *a, const ovl_world *b) {
  return a->allocator->allocate == b->allocator->allocate &&
         a->allocator->release == b->allocator->release && a->allocator->user == b->allocator->user;
}
