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

/* Gives a version, and its layers, an identity. */
static void set_identity(ovl_world *version, uint64_t identity) {
  version->shared.fingerprint = identity;
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    version->layers[i].fingerprint = identity;
  }
}

void ovi_version_follow(ovl_world *version, const ovl_world *before) {
  OVI_ASSERT(version->delta.blocks == 0 && version->history.identities == NULL);
  version->history.identities = ovi_blob_retain(before->history.identities);
  version->history.version = before->history.version;
  version->shared.fingerprint = before->shared.fingerprint;
}

/* Gives a version a list of identities of its own, with those of the versions before it and its own
 * at the place of its number; those of the numbers from there to before `number` are not known.
 * False: no memory. */
static bool add_identity(ovl_world *version, uint64_t number) {
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
  const uint64_t first = version->history.version;
  OVI_ASSERT(number > first);
  for (uint64_t i = 1; i < number - first && i <= OVI_HISTORY_VERSIONS; i++) {
    history->data[(first + i) % OVI_HISTORY_VERSIONS] = 0;
  }
  if (number - first <= OVI_HISTORY_VERSIONS) {
    history->data[first % OVI_HISTORY_VERSIONS] = version->shared.fingerprint;
  }
  return true;
}

bool ovi_version_advance(ovl_world *version, uint64_t change) {
  if (!add_identity(version, version->history.version + 1)) {
    return false;
  }
  version->history.version++;
  const uint64_t hash = ovi_mix64(version->shared.fingerprint ^ ovi_mix64(change));
  set_identity(version, (hash & ~OVI_VERSION_NUMBER_MASK) |
                            (version->history.version & OVI_VERSION_NUMBER_MASK));
  OVI_ASSERT(ovi_version_number(version, version->shared.fingerprint) == version->history.version);
  return true;
}

/* Lowers the numbers of the versions in which regions were replaced to that of a version whose
 * history begins anew. False: no memory. */
static bool begin_history(ovl_world *version, uint64_t number) {
  for (uint32_t id = ovi_delta_tree_next(&version->delta, 0); id != UINT32_MAX;
       id = ovi_delta_tree_next(&version->delta, id + 1)) {
    const ovi_replaced *was = ovi_delta_tree_find(&version->delta, id);
    if (was->version > number &&
        !ovi_delta_tree_put(&version->delta, id,
                            (ovi_replaced){.version = number,
                                           .block = ovi_blob_retain(was->block),
                                           .islands = ovi_blob_retain(was->islands)})) {
      return false;
    }
  }
  ovi_blob_drop(version->allocator, version->history.identities);
  version->history.identities = NULL;
  version->history.routes_since = number;
  if (version->history.labels_since > number) {
    version->history.labels_since = number;
  }
  return true;
}

bool ovi_version_jump(ovl_world *version, uint64_t number, uint64_t identity) {
  if (identity == version->shared.fingerprint) {
    return true;
  }
  const bool has_memory = number > version->history.version ? add_identity(version, number)
                                                            : begin_history(version, number);
  version->history.version = number;
  set_identity(version, identity);
  return has_memory;
}

void ovi_version_put_links(ovl_world *version, ovi_blob *links) {
  OVI_ASSERT(links->bytes == (uint64_t)version->shared.link_count * OVI_LINK_BYTES);
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
