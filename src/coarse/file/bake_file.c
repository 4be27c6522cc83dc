/* Bakes a map band by band into a file, or puts a version of a world into one: the two sources of
 * blocks that are in memory. */
#include "coarse/file/bake_file.h"

#include "coarse/blocks/band_baker.h"
#include "common/compiler.h"

/* ---- Blocks of a version of a world ------------------------------------------- */

/* Blocks that are asked for from one that is late on: they may leave a small cache unused. */
enum { ASKED_AHEAD = 32 };

/* Passes a block: stores its length, or copies it to `out`. OVL_CORRUPT: it has another length than
 * before, for the file changed in between. */
static ovl_result pass_version_block(ovi_version_source *source, const uint8_t *block,
                                     uint32_t bytes, uint32_t *lengths, uint8_t *out) {
  if (lengths != NULL) {
    lengths[source->passed] = bytes;
  } else if (bytes != source->lengths[source->passed]) {
    return OVL_CORRUPT;
  } else {
    memcpy(out + source->copied, block, bytes);
    source->copied += bytes;
  }
  source->passed++;
  return OVL_OK;
}

/* Passes the blocks of a band, from the first that was not passed yet. Each block may leave memory
 * at once, since a cache need not hold a band. Where a block is late, some behind it are asked for
 * as well, but passed by the next call. */
static ovl_result pass_version_band(ovi_version_source *source, int32_t band, uint32_t *lengths,
                                    uint8_t *out) {
  const ovi_layer *layer = source->layers;
  const uint32_t row = (uint32_t)layer->partition.regions_x;
  ovl_result result = OVL_OK;
  for (uint32_t rx = source->passed;
       rx < row && rx < source->passed + ASKED_AHEAD && result == OVL_OK; rx++) {
    const uint32_t id = (uint32_t)band * row + rx;
    const uint8_t *block = ovi_region_block(layer, id);
    const uint32_t bytes = ovi_region_block_bytes(layer, id);
    if (ovi_layer_outcome(layer) == OVL_OK) {
      result = pass_version_block(source, block, bytes, lengths, out);
    }
    ovi_layer_unpin(layer);
  }
  if (source->passed == row) {
    source->passed = 0;
    source->copied = 0;
  }
  return result == OVL_OK ? ovi_layer_outcome(layer) : result;
}

static ovl_result load_version_band(void *user, int32_t band, uint32_t *lengths) {
  ovi_version_source *source = user;
  source->lengths = lengths;
  return pass_version_band(source, band, lengths, NULL);
}

static ovl_result copy_version_band(void *user, int32_t band, uint8_t *out) {
  return pass_version_band(user, band, NULL, out);
}

ovi_block_source ovi_version_blocks(ovi_version_source *source, const ovi_layer *layers) {
  *source = (ovi_version_source){.layers = layers};
  return (ovi_block_source){load_version_band, copy_version_band, source, layers};
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
                    .overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS]};
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

static ovl_result write_file(const ovi_bake *bake, const ovi_block_source *source,
                             ovi_buffer *file) {
  const ovi_file_sink sink = {.buffer = file};
  return ovi_file_write(bake, source, &sink);
}

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *file) {
  if (bake->version != NULL) {
    ovi_version_source version;
    const ovi_block_source source = ovi_version_blocks(&version, bake->version);
    return write_file(bake, &source, file);
  }
  ovi_band_baker bands = {
      .map = &bake->map, .allocator = bake->allocator, .jobs = bake->jobs, .fault = bake->fault};
  const ovi_block_source source = {load_map_band, copy_map_band, &bands, NULL};
  ovl_result result = ovi_bands_begin(&bands);
  result = result == OVL_OK ? write_file(bake, &source, file) : result;
  ovi_bands_release(&bands);
  return result;
}
