/* Bakes a map band by band into a file, puts a version of a world into one, or merges parts: the
 * three sources of blocks. Parts are merged as their bands are read, or, if the world gets labels,
 * in memory. */
#include "coarse/file/bake_file.h"

#include "coarse/blocks/band_baker.h"
#include "coarse/file/part_reader.h"
#include "common/compiler.h"

/* ---- Blocks of a version of a world ------------------------------------------- */

/* Each block may leave memory at once, since the cache of a reader need not hold a band. */
static ovl_result take_version_band(void *user, int32_t band, ovi_buffer *out, uint32_t *lengths) {
  const ovi_layer *layer = user;
  const uint32_t row = (uint32_t)layer->partition.regions_x;
  ovl_result result = ovi_layer_outcome(layer);
  for (uint32_t rx = 0; rx < row && result == OVL_OK; rx++) {
    const uint32_t id = (uint32_t)band * row + rx;
    const uint8_t *block = ovi_region_block(layer, id);
    lengths[rx] = ovi_region_block_bytes(layer, id);
    result = ovi_layer_outcome(layer);
    if (result == OVL_OK) {
      uint8_t *copy = ovi_buffer_extend(out, lengths[rx]);
      result = copy != NULL ? OVL_OK : OVL_NO_MEMORY;
      if (copy != NULL) {
        memcpy(copy, block, lengths[rx]);
      }
    }
    ovi_layer_unpin(layer);
  }
  return result;
}

ovi_block_source ovi_version_blocks(const ovi_layer *layers) {
  return (ovi_block_source){take_version_band, (void *)(uintptr_t)layers};
}

ovi_bake ovi_bake_of_sections(const ovi_shared *shared) {
  return (ovi_bake){.map = {.floor_count = (int32_t)shared->floor_count,
                            .profile_count = (int32_t)shared->profile_count,
                            .link_count = (int32_t)shared->link_count,
                            .place_count = (int32_t)shared->file.place_count,
                            .plane = shared->plane,
                            .has_heights = shared->has_heights},
                    .given = {shared->file.profiles, shared->file.floors, shared->file.links,
                              shared->file.places, shared->map_fingerprint},
                    .cost_scale = shared->file.bytes[OVI_AT_COST_SCALE],
                    .label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET],
                    .overlays = shared->overlays};
}

ovi_bake ovi_bake_of_version(const ovi_layer *layers) {
  ovi_bake bake = ovi_bake_of_sections(layers->shared);
  bake.version = layers;
  return bake;
}

/* ---- Blocks of a map ----------------------------------------------------------- */

static ovl_result take_map_band(void *user, int32_t band, ovi_buffer *out, uint32_t *lengths) {
  ovi_band_baker *bands = user;
  const int32_t row = bands->map->plane.regions_x;
  uint64_t bytes = 0;
  const ovl_result result = ovi_bands_bake(bands, band);
  for (int32_t rx = 0; result == OVL_OK && rx < row; rx++) {
    ovi_bands_block(bands, rx, &lengths[rx]);
    bytes += lengths[rx];
  }
  uint8_t *copy = result == OVL_OK ? ovi_buffer_extend(out, bytes) : NULL;
  for (int32_t rx = 0; copy != NULL && rx < row; rx++) {
    memcpy(copy, ovi_bands_block(bands, rx, &lengths[rx]), lengths[rx]);
    copy += lengths[rx];
  }
  return result != OVL_OK || copy != NULL ? result : OVL_NO_MEMORY;
}

/* ---- Baking ---------------------------------------------------------------------- */

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *file) {
  const ovi_file_sink sink = {.buffer = file};
  ovi_band_baker bands = {
      .map = &bake->map, .allocator = bake->allocator, .jobs = bake->jobs, .fault = bake->fault};
  const ovi_block_source source = {take_map_band, &bands};
  ovl_result result = ovi_bands_begin(&bands);
  result = result == OVL_OK ? ovi_file_write(bake, &source, &sink) : result;
  ovi_bands_release(&bands);
  return result;
}

/* ---- Merging ---------------------------------------------------------------------- */

/* A merge under way. */
typedef struct merge_work {
  ovi_part_reader *parts;
  ovi_bake bake;
  bool has_bad_part; /* the reader refused a part */
} merge_work;

/* The parts as a source of blocks. */
static ovl_result take_part_band(void *user, int32_t band, ovi_buffer *out, uint32_t *lengths) {
  merge_work *work = user;
  const ovi_part_reader *parts = work->parts;
  const ovl_result result = ovi_parts_take(work->parts, band, out, lengths);
  work->has_bad_part = result != OVL_OK;
  work->bake.given.map_fingerprint = parts->shared.map_fingerprint + parts->cells.all;
  return result;
}

static ovl_result write_piece(void *user, uint64_t at, const uint8_t *bytes, uint64_t count) {
  const ovl_merge_def *def = user;
  return def->write(def->write_user, at, bytes, (size_t)count) ? OVL_OK : OVL_WRITE_FAILED;
}

ovl_result ovi_merge_parts(const ovl_merge_def *def, ovl_fault *fault) {
  const ovl_allocator *allocator = ovi_allocator_of(&def->allocator);
  ovi_part_reader parts = {.count = def->part_count,
                           .read = def->read,
                           .read_user = def->read_user,
                           .scratch = {.allocator = allocator},
                           .fault = fault,
                           .jobs = def->jobs};
  ovl_result result = ovi_parts_open(&parts);
  if (result == OVL_OK) {
    /* The bake that the parts are of, as far as their common settings say. */
    ovi_progress progress = {.report = def->progress, .user = def->progress_user};
    merge_work work = {.parts = &parts, .bake = ovi_bake_of_sections(&parts.shared)};
    const ovi_plane *plane = &work.bake.map.plane;
    work.bake.checks_blocks = true;
    work.bake.allocator = allocator;
    work.bake.jobs = def->jobs;
    work.bake.progress = &progress;
    work.bake.fault = fault;
    ovi_buffer file = {.allocator = allocator};
    const bool has_labels = /* which need all of a world at once */
        ovi_labels_are_wanted(work.bake.overlays, plane->width, plane->height);
    const ovi_block_source source = {take_part_band, &work};
    const ovi_file_sink sink = {has_labels ? &file : NULL, write_piece, (void *)(uintptr_t)def};
    result = ovi_file_write(&work.bake, &source, &sink);
    if (result == OVL_CORRUPT && !work.has_bad_part) {
      /* The fault of blocks that do not agree names a region, or a profile: names its part. */
      const uint64_t band = fault->where / (uint64_t)plane->regions_x;
      const uint64_t last = (uint64_t)plane->regions_y - 1;
      fault->where = (uint64_t)parts.owners[band < last ? band : last];
    }
    ovi_buffer_release(&file);
  }
  ovi_scratch_release(&parts.scratch);
  return result;
}
