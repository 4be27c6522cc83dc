/* Bakes a map band by band into a file, or puts a version of a world into one: the two sources of
 * blocks that are in memory. */
#include "coarse/file/bake_file.h"

#include "coarse/blocks/band_baker.h"
#include "common/compiler.h"

/* ---- Blocks of a version of a world ------------------------------------------- */

/* Each block may leave memory at once, since the cache of a reader need not hold a band. */
static ovl_result load_version_band(void *user, int32_t band, uint32_t *lengths) {
  ovi_version_source *source = user;
  const ovi_layer *layer = source->layers;
  const uint32_t row = (uint32_t)layer->partition.regions_x;
  source->lengths = lengths;
  for (uint32_t rx = 0; rx < row && ovi_layer_outcome(layer) == OVL_OK; rx++) {
    lengths[rx] = ovi_region_block_bytes(layer, (uint32_t)band * row + rx);
    ovi_layer_unpin(layer);
  }
  return ovi_layer_outcome(layer);
}

/* OVL_CORRUPT: a block has another length than before, for the file changed in between. */
static ovl_result copy_version_band(void *user, int32_t band, uint8_t *out) {
  const ovi_version_source *source = user;
  const ovi_layer *layer = source->layers;
  const uint32_t row = (uint32_t)layer->partition.regions_x;
  ovl_result result = ovi_layer_outcome(layer);
  for (uint32_t rx = 0; rx < row && result == OVL_OK; rx++) {
    const uint32_t id = (uint32_t)band * row + rx;
    const uint8_t *block = ovi_region_block(layer, id);
    const uint32_t bytes = ovi_region_block_bytes(layer, id);
    result = ovi_layer_outcome(layer);
    if (result == OVL_OK && bytes != source->lengths[rx]) {
      result = OVL_CORRUPT;
    } else if (result == OVL_OK) {
      memcpy(out, block, bytes);
      out += bytes;
    }
    ovi_layer_unpin(layer);
  }
  return result;
}

ovi_block_source ovi_version_blocks(ovi_version_source *source, const ovi_layer *layers) {
  *source = (ovi_version_source){.layers = layers};
  return (ovi_block_source){load_version_band, copy_version_band, source};
}

ovi_bake ovi_bake_of_sections(const ovi_shared *shared) {
  return (ovi_bake){.map = {.floor_count = (int32_t)shared->floor_count,
                            .profile_count = (int32_t)shared->profile_count,
                            .link_count = (int32_t)shared->link_count,
                            .plane = shared->plane,
                            .has_heights = shared->has_heights},
                    .given = {shared->file.profiles, shared->file.floors, shared->file.links,
                              shared->map_fingerprint},
                    .label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET],
                    .overlays = shared->overlays};
}

ovi_bake ovi_bake_of_version(const ovi_layer *layers) {
  ovi_bake bake = ovi_bake_of_sections(layers->shared);
  bake.version = layers;
  return bake;
}

/* ---- Blocks of a map ----------------------------------------------------------- */

static ovl_result load_map_band(void *user, int32_t band, uint32_t *lengths) {
  ovi_band_baker *bands = user;
  const ovl_result result = ovi_bands_bake(bands, band);
  for (int32_t rx = 0; result == OVL_OK && rx < bands->map->plane.regions_x; rx++) {
    ovi_bands_block(bands, rx, &lengths[rx]);
  }
  return result;
}

static ovl_result copy_map_band(void *user, int32_t band, uint8_t *out) {
  const ovi_band_baker *bands = user;
  (void)band;
  for (int32_t rx = 0; rx < bands->map->plane.regions_x; rx++) {
    uint32_t bytes;
    const uint8_t *block = ovi_bands_block(bands, rx, &bytes);
    memcpy(out, block, bytes);
    out += bytes;
  }
  return OVL_OK;
}

/* ---- Baking ---------------------------------------------------------------------- */

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *file) {
  const ovi_file_sink sink = {.buffer = file};
  if (bake->version != NULL) {
    ovi_version_source version;
    const ovi_block_source source = ovi_version_blocks(&version, bake->version);
    return ovi_file_write(bake, &source, &sink);
  }
  ovi_band_baker bands = {
      .map = &bake->map, .allocator = bake->allocator, .jobs = bake->jobs, .fault = bake->fault};
  const ovi_block_source source = {load_map_band, copy_map_band, &bands};
  ovl_result result = ovi_bands_begin(&bands);
  result = result == OVL_OK ? ovi_file_write(bake, &source, &sink) : result;
  ovi_bands_release(&bands);
  return result;
}
