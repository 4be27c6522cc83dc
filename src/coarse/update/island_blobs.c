/* A region that was rebuilt has a blob from the beginning; another gets one when the island of one
 * of its components changes. */
#include "coarse/update/island_blobs.h"

#include "common/compiler.h"

/* Makes a blob for the islands of a region, all 0. NULL: no memory. */
static ovi_blob *make_blob(const ovi_update *update, uint32_t id) {
  uint32_t begins[OVL_MAX_PROFILES + 1];
  OVI_ASSERT(update->profiles <= OVL_MAX_PROFILES);
  begins[0] = update->profiles + 1;
  for (uint32_t i = 0; i < update->profiles; i++) {
    const ovi_layer *layer = &update->after[i];
    const uint8_t *layer_block = ovi_region_layer_block(layer, id);
    begins[i + 1] =
        begins[i] +
        (layer->profile.is_directed ? 0 : ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS));
  }
  const uint64_t bytes = (uint64_t)begins[update->profiles] * sizeof(uint32_t);
  ovi_blob *blob = ovi_blob_make(update->allocator, bytes);
  if (blob != NULL) {
    memset(blob->data, 0, (size_t)bytes);
    memcpy(blob->data, begins, ((size_t)update->profiles + 1) * sizeof(uint32_t));
  }
  return blob;
}

/* Puts a blob of islands into the tree and takes over the reference. False: there is no memory, or
 * the blob is NULL for want of it. */
static bool update_put_islands(const ovi_update *update, uint32_t id, ovi_blob *blob) {
  if (blob == NULL) {
    return false;
  }
  const ovi_replaced *old = ovi_delta_tree_find(update->delta, id);
  ovi_replaced replaced = {.islands = blob};
  if (old != NULL) {
    replaced.version = old->version;
    replaced.block = ovi_blob_retain(old->block);
  }
  return ovi_delta_tree_put(update->delta, id, replaced);
}

bool ovi_island_blobs_clear(const ovi_update *update) {
  for (uint32_t i = 0; i < update->region_count; i++) {
    const uint32_t id = update->regions[i];
    if (!update_put_islands(update, id, make_blob(update, id))) {
      return false;
    }
  }
  return true;
}

void ovi_islands_read(const ovi_layer *layer, uint32_t id, uint32_t count, uint32_t *out) {
  const ovi_region region = ovi_region_place(layer, id);
  for (uint32_t c = 0; c < count; c++) {
    out[c] = ovi_region_island(layer, &region, c);
  }
}

ovl_result ovi_island_blobs_set(const ovi_update *update, const ovi_island_place *place,
                                uint32_t island) {
  const ovi_delta_tree *delta_before = update->before->store.delta;
  const ovi_replaced *before =
      delta_before != NULL ? ovi_delta_tree_find(delta_before, place->id) : NULL;
  const ovi_replaced *now = ovi_delta_tree_find(update->delta, place->id);
  const ovi_blob *shared = before != NULL ? before->islands : NULL;
  if (now == NULL || now->islands == shared) {
    /* A region that was not rebuilt gets a blob with its present islands. */
    ovi_blob *blob = make_blob(update, place->id);
    uint32_t *begins = blob != NULL ? (uint32_t *)(void *)blob->data : NULL;
    for (uint32_t i = 0; blob != NULL && i < update->profiles; i++) {
      ovi_islands_read(&update->after[i], place->id, begins[i + 1] - begins[i], begins + begins[i]);
    }
    ovi_layer_unpin(update->after);
    if (!update_put_islands(update, place->id, blob)) {
      return OVL_NO_MEMORY;
    }
  }
  if (ovi_layer_outcome(update->after) != OVL_OK) {
    return ovi_layer_outcome(update->after);
  }
  if (place->component >= ovi_islands_count(update, place->profile, place->id)) {
    return OVL_CORRUPT; /* the file was changed after the region was visited */
  }
  ovi_islands_of(update, place->profile, place->id)[place->component] = island;
  return OVL_OK;
}
