/* Verifies a world: bakes it anew from the cells, profiles and links that it holds, and compares
 * what is baked with what is held, piece by piece. */
#include "bake/bake_request.h"
#include "bake/verify_cells.h"
#include "bake/verify_compare.h"
#include "coarse/blocks/band_baker.h"
#include "coarse/blocks/map_sections.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_inspect.h"
#include "world/world.h"

/* The input of the bake of a world, read back from it. */
typedef struct verify_recovery {
  const ovl_world *world;
  ovl_bake_def def;
  ovi_scratch scratch;
  ovi_verify_cells cells;
} verify_recovery;

/* ---- Reading the input ----------------------------------------------------------- */

static bool recover_floors(verify_recovery *recovery) {
  const uint32_t count = recovery->world->shared.floor_count;
  ovl_floor_def *floors = ovi_scratch_take(&recovery->scratch, count, sizeof(ovl_floor_def));
  for (uint32_t i = 0; floors != NULL && i < count; i++) {
    ovl_floor_info info;
    ovl_world_floor(recovery->world, (int32_t)i, &info);
    floors[i] = (ovl_floor_def){.width = info.width, .height = info.height, .graph = info.graph};
  }
  recovery->def.more.floors = floors;
  recovery->def.more.floor_count = (int32_t)count;
  return floors != NULL;
}

static bool recover_profiles(verify_recovery *recovery) {
  const uint32_t count = recovery->world->shared.profile_count;
  ovl_profile_def *profiles = ovi_scratch_take(&recovery->scratch, count, sizeof(ovl_profile_def));
  for (uint32_t i = 0; profiles != NULL && i < count; i++) {
    profiles[i] = ovi_world_profile_def(recovery->world, i);
    recovery->def.more.step_rule_profiles |= (uint32_t)recovery->world->layers[i].profile.asks_rule
                                             << i;
  }
  recovery->def.more.profiles = profiles;
  recovery->def.more.profile_count = (int32_t)count;
  return profiles != NULL;
}

static bool recover_links(verify_recovery *recovery) {
  const uint32_t count = recovery->world->shared.link_count;
  ovl_link_def *links =
      ovi_scratch_take(&recovery->scratch, (uint64_t)count + 1, sizeof(ovl_link_def));
  for (uint32_t i = 0; links != NULL && i < count; i++) {
    ovl_world_link(recovery->world, i, &links[i]);
  }
  recovery->def.more.links = links;
  recovery->def.more.link_count = (int32_t)count;
  recovery->def.more.blocked_links = true; /* an edit may have blocked their ends */
  return links != NULL;
}

/* Reads settings, floors, profiles and links. False: no memory. */
static bool recover_input(verify_recovery *recovery) {
  const ovi_shared *shared = &recovery->world->shared;
  recovery->def.tuning.region_cells = shared->plane.region_cells;
  recovery->def.tuning.spacing_cells = shared->plane.spacing;
  recovery->def.tuning.label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET];
  recovery->def.tuning.overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS];
  return recover_floors(recovery) && recover_profiles(recovery) && recover_links(recovery) &&
         ovi_verify_cells_begin(&recovery->cells, shared, recovery->world->layers,
                                recovery->scratch.allocator) == OVL_OK;
}

/* ---- Baking ------------------------------------------------------------------------------ */

/* The blocks of the bake. */
typedef struct verify_bake {
  ovi_bake *bake;
  ovi_band_baker bands;
  const ovi_verify_cells *cells;
  const ovi_layer *held;   /* a layer of the world, whose blocks equal those that were baked */
  const uint32_t *lengths; /* of the blocks of the band that was loaded last */
  uint32_t passes;         /* that have begun */
} verify_bake;

/* The outcome of reading a region of the world. */
static ovl_result held_outcome(const verify_bake *work, uint32_t id) {
  const ovl_result outcome = ovi_layer_outcome(work->held);
  ovi_layer_unpin(work->held);
  return outcome == OVL_OK ? OVL_OK
                           : ovi_check_fail(work->bake->fault, outcome, "block of a region", id);
}

static ovl_result read_held_lengths(const verify_bake *work, int32_t band, uint32_t *lengths) {
  const uint32_t row = (uint32_t)work->held->partition.regions_x;
  ovl_result result = OVL_OK;
  for (uint32_t rx = 0; rx < row && result == OVL_OK; rx++) {
    const uint32_t id = (uint32_t)band * row + rx;
    lengths[rx] = ovi_region_block_bytes(work->held, id);
    result = held_outcome(work, id);
  }
  return result;
}

/* Copies the world's blocks of a band, which still have the lengths that were read, unless a reader
 * fails or its file changes. */
static ovl_result copy_held(const verify_bake *work, int32_t band, uint8_t *out) {
  const uint32_t row = (uint32_t)work->held->partition.regions_x;
  ovl_result result = OVL_OK;
  for (uint32_t rx = 0; rx < row && result == OVL_OK; rx++) {
    const uint32_t id = (uint32_t)band * row + rx;
    const uint8_t *block = ovi_region_block(work->held, id);
    const bool is_same = ovi_region_block_bytes(work->held, id) == work->lengths[rx];
    if (is_same) {
      memcpy(out, block, work->lengths[rx]);
    }
    out += work->lengths[rx];
    result = held_outcome(work, id);
    if (result == OVL_OK && !is_same) {
      result = ovi_check_fail(work->bake->fault, OVL_CORRUPT,
                              "blocks that changed while they were read", id);
    }
  }
  return result;
}

/* Bakes a band. The overlays of a streamed file need all bands again: then they equal those of the
 * world, which are read instead. */
static ovl_result load_verified(void *user, int32_t band, uint32_t *lengths) {
  verify_bake *work = user;
  const ovi_plane *plane = &work->bake->map.plane;
  work->passes += band == 0;
  work->lengths = lengths;
  if (work->passes > 1) {
    return read_held_lengths(work, band, lengths);
  }
  const ovl_result result = ovi_bands_bake(&work->bands, band);
  for (int32_t rx = 0; result == OVL_OK && rx < plane->regions_x; rx++) {
    ovi_bands_block(&work->bands, rx, &lengths[rx]);
  }
  const int32_t y = band * plane->region_cells;
  const int32_t rest = plane->height - y;
  work->bake->given.map_fingerprint += ovi_rows_fingerprint(
      &work->bake->map, y, rest < plane->region_cells ? rest : plane->region_cells);
  return work->cells->result != OVL_OK ? work->cells->result : result;
}

static ovl_result copy_verified(void *user, int32_t band, uint8_t *out) {
  const verify_bake *work = user;
  if (work->passes > 1) {
    return copy_held(work, band, out);
  }
  for (int32_t rx = 0; rx < work->bake->map.plane.regions_x; rx++) {
    uint32_t bytes;
    const uint8_t *block = ovi_bands_block(&work->bands, rx, &bytes);
    memcpy(out, block, bytes);
    out += bytes;
  }
  return OVL_OK;
}

/* States the sections of profiles, floors and links as the map gives them. False: no memory. */
static bool give_sections(verify_recovery *recovery, ovi_bake *bake) {
  const ovi_map *map = &bake->map;
  const uint64_t profiles = (uint64_t)map->profile_count * OVI_PROFILE_BYTES;
  const uint64_t floors = (uint64_t)map->floor_count * OVI_FLOOR_BYTES;
  const uint64_t links = (uint64_t)map->link_count * OVI_LINK_BYTES;
  uint8_t *given = ovi_scratch_take(&recovery->scratch, profiles + floors + links, 1);
  if (given == NULL) {
    return false;
  }
  memset(given, 0, (size_t)(profiles + floors + links));
  for (int32_t i = 0; i < map->profile_count; i++) {
    ovi_put_profile(given + (uint64_t)i * OVI_PROFILE_BYTES, map, i);
  }
  ovi_put_floors(given + profiles, map);
  ovi_put_links(given + profiles + floors, map);
  bake->given =
      (ovi_given){given, given + profiles, given + profiles + floors, ovi_frame_fingerprint(map)};
  return true;
}

/* Compares which layers are directed, which decides how their blocks are read. */
static ovl_result check_directed(const verify_recovery *recovery, const ovi_directed *directed,
                                 ovl_fault *fault) {
  for (uint32_t i = 0; i < recovery->world->shared.profile_count; i++) {
    const bool is_directed = recovery->world->layers[i].profile.is_directed;
    if (is_directed != ovi_directed_has(directed, (int32_t)i)) {
      return ovi_check_fail_values(fault, OVL_CORRUPT, "profiles", i, is_directed, !is_directed);
    }
  }
  return OVL_OK;
}

/* Bakes the file anew and compares it as it is made. A file that can't be streamed is held. */
static ovl_result compare_bake(verify_recovery *recovery, verify_bake *work) {
  const ovl_allocator *allocator = work->bake->allocator;
  ovi_buffer file = {.allocator = allocator};
  ovi_verify_compare compare = {.world = recovery->world, .fault = work->bake->fault};
  const ovi_block_source source = {load_verified, copy_verified, work};
  const ovi_file_sink sink = {ovi_file_can_stream(work->bake) ? NULL : &file, ovi_verify_piece,
                              &compare};
  compare.buffer = ovi_scratch_take(&recovery->scratch, OVI_VERIFY_BUFFER_BYTES, 1);
  const ovl_result result =
      compare.buffer != NULL ? ovi_file_write(work->bake, &source, &sink) : OVL_NO_MEMORY;
  ovi_buffer_release(&file);
  return result;
}

/* A request and its bake are too large for a stack. */
static ovl_result rebake(verify_recovery *recovery, ovl_fault *fault) {
  const ovl_world *world = recovery->world;
  const ovi_cell_source source = ovi_verify_cells_source(&recovery->cells);
  ovi_bake_request *request = ovi_scratch_take(&recovery->scratch, 1, sizeof *request);
  verify_bake *work = ovi_scratch_take(&recovery->scratch, 1, sizeof *work);
  if (request == NULL || work == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_bake *bake = &request->bake;
  if (ovi_bake_request_make_from(request, &recovery->def, &source, fault) != OVL_OK) {
    return OVL_CORRUPT; /* a bake would have refused such input */
  }
  bake->without_derived =
      ovi_world_is_edited(world) || world->layers[0].labels.state == OVL_LABELS_STALE;
  if (!give_sections(recovery, bake)) {
    return OVL_NO_MEMORY;
  }
  memset(work, 0, sizeof *work);
  work->bake = bake;
  work->bands.map = &bake->map;
  work->bands.allocator = bake->allocator;
  work->bands.fault = bake->fault;
  work->cells = &recovery->cells;
  work->held = world->layers;
  ovl_result result = ovi_bands_begin(&work->bands);
  result = result == OVL_OK ? check_directed(recovery, &work->bands.directed, fault) : result;
  result = result == OVL_OK ? compare_bake(recovery, work) : result;
  ovi_bands_release(&work->bands);
  return result == OVL_BAD_ARGUMENT ? OVL_CORRUPT : result;
}

/* The result of a verification: where cells could not be read, why. */
static ovl_result end_verify(const verify_recovery *recovery, ovl_result result, ovl_fault *fault) {
  const ovi_verify_cells *cells = &recovery->cells;
  if (cells->result != OVL_OK) {
    return ovi_check_fail(fault, cells->result, "block of a region", cells->region);
  }
  return ovi_world_end_call(recovery->world, result);
}

static bool needs_rule(const ovl_world *world) {
  bool asks = false;
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    asks = asks || world->layers[profile].profile.asks_rule;
  }
  return asks;
}

ovl_verify_def ovl_verify_def_default(void) {
  return (ovl_verify_def){.allocator = *ovl_default_allocator()};
}

ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const bool asks = needs_rule(world);
  verify_recovery recovery = {.world = world,
                              .def = {.allocator = def->allocator,
                                      .progress = def->progress,
                                      .progress_user = def->progress_user,
                                      .more.step_rule = asks ? def->step_rule : NULL,
                                      .more.step_rule_user = def->step_rule_user}};
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    OVI_ALLOCATOR_ARGUMENT(&def->allocator)};
  if (ovi_arguments_check(arguments, 2, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (asks && def->step_rule == NULL) {
    return OVL_NEEDS_RULE;
  }
  recovery.scratch = (ovi_scratch){.allocator = &def->allocator};
  ovi_world_begin_call(world);
  const ovl_result made = recover_input(&recovery) ? rebake(&recovery, fault) : OVL_NO_MEMORY;
  const ovl_result result = end_verify(&recovery, made, fault);
  ovi_verify_cells_release(&recovery.cells);
  ovi_scratch_release(&recovery.scratch);
  return result;
}
