/* Verifies a world: bakes it anew from the cells, profiles and links that it holds, and compares
 * what is baked with what is held, piece by piece.
 *
 * The work goes in slices, and where a reader is late or fails, the next step goes on. The range of
 * all heights is found first, then which layers are directed, and then bands are baked, each after
 * the cells around it were read. Overlays of a streamed file need all blocks again; these are read
 * from the world, to which the blocks that were baked have been compared. */
#include "bake/verify_compare.h"
#include "bake/verify_input.h"
#include "coarse/blocks/band_baker.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_edit.h"

/* The amounts of work that take as long as one expansion, and the expansions after which the pieces
 * that wait are compared. */
enum { BAKED_CELLS = 5, READ_CELLS = 64, BETWEEN_PIECES = 1000 };

/* The blocks that are baked, and those of the world. */
typedef struct verify_blocks {
  ovi_band_baker baker;
  int32_t baked;  /* bands */
  bool is_again;  /* the band that was loaded last was baked before */
  uint64_t spent; /* expansions on bands since the writer was called */
  ovi_version_source version;
  ovi_block_source held; /* of the world's own blocks */
} verify_blocks;

/* The file that they are put into. */
typedef struct verify_file {
  ovi_buffer held; /* of a file that can't be streamed */
  ovi_file_writer writer;
  bool is_begun;
  bool is_made; /* or can't be made */
} verify_file;

struct ovl_verifying {
  ovl_world *world;
  ovi_verify_input input;
  ovi_survey survey;
  ovi_surveyor surveyor;
  verify_blocks blocks;
  verify_file file;
  ovi_verify_compare compare;
  ovi_stages stages;
  bool is_done;
  ovl_result read;   /* not OVL_OK: the step waits for the reader */
  ovl_result result; /* not OVL_OK: it can't go on */
  ovl_fault wrong;   /* what the bake refuses; else empty */
  ovl_fault fault;   /* of the last step */
};

/* ---- Before the bake --------------------------------------------------------------------- */

static uint64_t band_cells(const ovl_verifying *v) {
  const ovi_plane *plane = &v->world->shared.plane;
  return (uint64_t)plane->width * (uint64_t)plane->region_cells;
}

/* Loads the cells that a band depends on. OVL_OK, OVL_NO_MEMORY, or why they can't be read. */
static ovl_result load_cells(ovl_verifying *v, int32_t band) {
  const ovl_result result = ovi_verify_cells_load(&v->input.cells, band);
  if (result != OVL_OK && result != OVL_NO_MEMORY) {
    v->fault = ovi_verify_outcome_fault(v->world, "block of a region", v->input.cells.region);
  }
  return result;
}

/* Loads the cells that a band depends on. False: `read` or `result` says why there are none. */
static bool has_cells(ovl_verifying *v, int32_t band) {
  const ovl_result result = load_cells(v, band);
  v->result = result == OVL_NO_MEMORY ? result : OVL_OK;
  v->read = result == OVL_NO_MEMORY ? OVL_OK : result;
  return result == OVL_OK;
}

/* Finds the range of heights, if there are any. */
static bool verify_heights_stage(void *work, uint64_t *budget) {
  ovl_verifying *v = work;
  const ovi_shared *shared = &v->world->shared;
  while (shared->has_heights && v->stages.at < (uint64_t)shared->plane.regions_y) {
    const int32_t band = (int32_t)v->stages.at;
    if (*budget == 0 || !has_cells(v, band)) {
      return v->result != OVL_OK;
    }
    ovi_verify_input_widen(&v->input, band);
    v->stages.at++;
    ovi_slice_pay(budget, 1 + band_cells(v) / READ_CELLS);
  }
  v->result = ovi_verify_input_end(&v->input, &v->wrong);
  return true;
}

static bool verify_survey_stage(void *work, uint64_t *budget) {
  static const ovi_survey_rows all_held = {.read = NULL};
  ovl_verifying *v = work;
  ovi_map *map = &v->input.request.bake.map;
  if (v->stages.at == 0) {
    v->result = ovi_survey_begin(&v->surveyor, &v->survey, map, &all_held, &v->input.def.allocator);
    v->stages.at = 1;
  }
  while (v->result == OVL_OK && v->surveyor.band < map->plane.regions_y) {
    const bool reads = ovi_survey_reads(&v->surveyor);
    if (*budget == 0 || (reads && !has_cells(v, v->surveyor.band))) {
      return v->result != OVL_OK;
    }
    v->result = ovi_survey_band(&v->surveyor);
    ovi_slice_pay(budget, 1 + (reads ? band_cells(v) / READ_CELLS : 0));
  }
  map->survey = &v->survey;
  return true;
}

/* ---- The bake ---------------------------------------------------------------------------- */

/* Bakes a band. */
static ovl_result load_verified(void *user, int32_t band, uint32_t *lengths) {
  ovl_verifying *v = user;
  const ovi_plane *plane = &v->world->shared.plane;
  v->blocks.is_again = v->blocks.baked == plane->regions_y;
  if (v->blocks.is_again) {
    return v->blocks.held.load(v->blocks.held.user, band, lengths);
  }
  ovl_result result = load_cells(v, band);
  result = result == OVL_OK ? ovi_bands_bake(&v->blocks.baker, band) : result;
  if (result != OVL_OK) {
    return result;
  }
  for (int32_t rx = 0; rx < plane->regions_x; rx++) {
    ovi_bands_block(&v->blocks.baker, rx, &lengths[rx]);
  }
  ovi_bake *bake = &v->input.request.bake;
  const int32_t y = band * plane->region_cells;
  const int32_t rest = plane->height - y;
  bake->given.map_fingerprint +=
      ovi_rows_fingerprint(&bake->map, y, rest < plane->region_cells ? rest : plane->region_cells);
  v->blocks.baked++;
  v->blocks.spent += band_cells(v) / BAKED_CELLS;
  return OVL_OK;
}

static ovl_result copy_verified(void *user, int32_t band, uint8_t *out) {
  const ovl_verifying *v = user;
  if (v->blocks.is_again) {
    return v->blocks.held.copy(v->blocks.held.user, band, out);
  }
  for (int32_t rx = 0; rx < v->world->shared.plane.regions_x; rx++) {
    uint32_t bytes;
    const uint8_t *block = ovi_bands_block(&v->blocks.baker, rx, &bytes);
    memcpy(out, block, bytes);
    out += bytes;
  }
  return OVL_OK;
}

/* Compares which layers are directed, which decides how their blocks are read. */
static ovl_result check_directed(ovl_verifying *v) {
  for (uint32_t i = 0; i < v->world->shared.profile_count; i++) {
    const bool is_directed = v->world->layers[i].profile.is_directed;
    if (is_directed != ovi_directed_has(&v->blocks.baker.directed, (int32_t)i)) {
      return ovi_check_fail_values(&v->fault, OVL_CORRUPT, "profiles", i, is_directed,
                                   !is_directed);
    }
  }
  return OVL_OK;
}

/* Begins the file that is baked; one that can't be streamed is held. */
static ovl_result begin_verified_file(ovl_verifying *v) {
  const ovi_bake *bake = &v->input.request.bake;
  v->blocks.baker.map = &bake->map;
  v->blocks.baker.allocator = bake->allocator;
  v->blocks.baker.fault = bake->fault;
  const ovl_result result = ovi_bands_begin(&v->blocks.baker);
  if (result != OVL_OK) {
    return result;
  }
  v->compare.world = v->world;
  v->compare.allocator = bake->allocator;
  v->compare.fault = &v->fault;
  v->compare.buffer = ovi_scratch_take(&v->input.scratch, OVI_VERIFY_BUFFER_BYTES, 1);
  if (v->compare.buffer == NULL) {
    return OVL_NO_MEMORY;
  }
  v->file.held.allocator = bake->allocator;
  v->blocks.held = ovi_version_blocks(&v->blocks.version, v->world->layers);
  const ovi_block_source source = {load_verified, copy_verified, v};
  const ovi_file_sink sink = {ovi_file_can_stream(bake) ? NULL : &v->file.held, ovi_verify_piece,
                              &v->compare};
  ovi_file_begin(&v->file.writer, bake, &source, &sink);
  v->file.is_begun = true;
  return check_directed(v);
}

static bool verify_begin_stage(void *work, uint64_t *budget) {
  ovl_verifying *v = work;
  v->result = begin_verified_file(v);
  ovi_slice_pay(budget, 1);
  return true;
}

/* How far the writer goes at once: by one band while bands are baked, since it does not know what
 * that takes; and where reading may fail by little, so that few pieces wait. */
static uint64_t write_budget(const ovl_verifying *v, uint64_t budget) {
  const uint64_t most = v->blocks.baked < v->world->shared.plane.regions_y ? 1
                        : ovi_world_is_paged(v->world)                     ? BETWEEN_PIECES
                                                                           : UINT64_MAX;
  return budget < most ? budget : most;
}

/* Goes on writing the file. */
static void write_verified(ovl_verifying *v, uint64_t *budget) {
  const uint64_t given = write_budget(v, *budget);
  uint64_t rest = given;
  v->blocks.spent = 0;
  v->file.is_made = ovi_file_make(&v->file.writer, &rest);
  if (ovi_layer_outcome(v->world->layers) != OVL_OK && v->fault.what[0] == 0) {
    v->fault = ovi_paged_fault(&v->world->base->pager);
  }
  ovi_slice_pay(budget, given - rest + v->blocks.spent);
}

/* Writes the file and compares it. */
static bool verify_file_stage(void *work, uint64_t *budget) {
  ovl_verifying *v = work;
  v->result = ovi_verify_waiting_pieces(&v->compare);
  while (v->result == OVL_OK && !ovi_verify_waits(&v->compare)) {
    if (v->file.is_made) {
      v->result = v->file.writer.result;
      return true;
    }
    if (*budget == 0) {
      return false;
    }
    write_verified(v, budget);
  }
  v->read = v->result == OVL_OK ? v->compare.answer : OVL_OK;
  return v->result != OVL_OK;
}

/* ---- The calls --------------------------------------------------------------------------- */

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

static void begin_verifying(ovl_verifying *v, const ovl_world *world, const ovl_verify_def *def) {
  const bool asks = needs_rule(world);
  memset(v, 0, sizeof *v);
  ovl_world_retain(world, &v->world);
  v->fault.what = "";
  v->wrong.what = "";
  v->input.world = world;
  v->input.def = (ovl_bake_def){.allocator = def->allocator,
                                .progress = def->progress,
                                .progress_user = def->progress_user,
                                .more.step_rule = asks ? def->step_rule : NULL,
                                .more.step_rule_user = def->step_rule_user};
}

ovl_result ovl_verifying_create(const ovl_world *world, const ovl_verify_def *def,
                                ovl_verifying **verifying, ovl_fault *fault) {
  ovl_fault unused;
  const ovl_verify_def usual = ovl_verify_def_default();
  fault = ovi_fault_begin(fault, &unused);
  def = def != NULL ? def : &usual;
  *verifying = NULL;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    OVI_ALLOCATOR_ARGUMENT(&def->allocator)};
  if (ovi_arguments_check(arguments, 2, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (needs_rule(world) && def->step_rule == NULL) {
    return OVL_NEEDS_RULE;
  }
  ovl_verifying *made = ovi_allocate(&def->allocator, sizeof *made);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  begin_verifying(made, world, def);
  ovi_world_begin_call(world);
  const ovl_result result = ovi_verify_input_begin(&made->input, &made->wrong);
  if (result == OVL_NO_MEMORY) {
    ovl_verifying_destroy(made);
    return OVL_NO_MEMORY;
  }
  made->result = result == OVL_OK ? OVL_OK : OVL_CORRUPT; /* which the first step says */
  *verifying = made;
  return OVL_OK;
}

void ovl_verifying_destroy(ovl_verifying *v) {
  if (v == NULL) {
    return;
  }
  ovl_world *world = v->world;
  const ovl_allocator allocator = v->input.def.allocator;
  if (v->file.is_begun) {
    ovi_file_release(&v->file.writer);
  }
  ovi_verify_compare_release(&v->compare);
  ovi_buffer_release(&v->file.held);
  ovi_bands_release(&v->blocks.baker);
  ovi_survey_release(&v->surveyor);
  ovi_memory_release(&v->survey.memory);
  ovi_verify_input_release(&v->input);
  ovi_release(&allocator, v, sizeof *v);
  ovl_world_close(world);
}

/* Names what an error came from, if nothing else was named. */
static void note_verify_fault(ovl_result result, const ovl_fault *wrong, ovl_fault *fault) {
  if (result == OVL_CORRUPT && fault->what[0] == 0) {
    *fault = *wrong;
  }
  if (result != OVL_OK && fault->what[0] == 0) {
    fault->what = result == OVL_STOPPED     ? "progress: it returned false"
                  : result == OVL_NO_MEMORY ? "allocator: it has no memory"
                                            : "world";
  }
}

ovl_result ovl_verifying_step(ovl_verifying *v, uint64_t budget, bool *done) {
  static const ovi_stage_fn stages[] = {verify_heights_stage, verify_survey_stage,
                                        verify_begin_stage, verify_file_stage};
  v->read = OVL_OK;
  if (v->result == OVL_OK && !v->is_done) {
    v->fault = (ovl_fault){.what = ""};
    ovi_world_begin_call(v->world);
    while (v->result == OVL_OK && v->stages.number < OVI_STEPS(stages) &&
           ovi_stages_run(&v->stages, stages, v->stages.number + 1, v, &budget)) {
    }
    v->result = v->result == OVL_BAD_ARGUMENT ? OVL_CORRUPT : v->result;
    v->is_done = v->result == OVL_OK && v->stages.number == OVI_STEPS(stages);
  }
  const ovl_result result = v->result != OVL_OK ? v->result : v->read;
  note_verify_fault(result, &v->wrong, &v->fault);
  *done = v->is_done;
  return result;
}

const ovl_fault *ovl_verifying_fault(const ovl_verifying *v) { return &v->fault; }

ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def, ovl_fault *fault) {
  ovl_fault unused;
  ovl_verifying *verifying;
  bool done;
  fault = ovi_fault_begin(fault, &unused);
  ovl_result result = ovl_verifying_create(world, def, &verifying, fault);
  if (result == OVL_OK) {
    result = ovl_verifying_step(verifying, OVI_SLICE_ENDLESS, &done);
    *fault = verifying->fault;
  }
  ovl_verifying_destroy(verifying);
  return result;
}
