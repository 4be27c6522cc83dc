/* Verifies a world: bakes it anew from the cells, profiles and links that it holds, and compares
 * the files byte by byte. */
#include "bake/bake.h"
#include "bake/bake_request.h"
#include "coarse/edit/sites.h"
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
  ovi_sites sites; /* the cells of all regions */
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
    ovl_profile_info info;
    ovl_world_profile(recovery->world, (int32_t)i, &info);
    profiles[i] = info.def;
    recovery->def.more.step_rule_profiles |= info.uses_step_rule ? (uint32_t)1 << i : 0u;
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

/* Reads settings, floors, profiles, links and cells. False: no memory. */
static bool recover_input(verify_recovery *recovery) {
  const ovi_shared *shared = &recovery->world->shared;
  const ovi_rectangle all = {0, 0, shared->plane.width, shared->plane.height};
  recovery->def.tuning.region_cells = shared->plane.region_cells;
  recovery->def.tuning.spacing_cells = shared->plane.spacing;
  recovery->def.tuning.label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET];
  recovery->def.tuning.overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS];
  ovi_sites_begin(&recovery->sites, shared, recovery->world->layers, &recovery->scratch);
  return recover_floors(recovery) && recover_profiles(recovery) && recover_links(recovery) &&
         ovi_sites_read(&recovery->sites, all);
}

/* ---- Comparing ------------------------------------------------------------- */

/* The name of the section of a file that has a byte. */
static const char *verify_section_at(const ovi_buffer *held, uint64_t at) {
  static const char *const names[OVI_SECTION_COUNT] = {
      "region table", "block of a region", "profiles", "floors",
      "links",        "islands",           "overlays", "labels"};
  static const char letters[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  const char *name = "header";
  uint32_t sections = ovi_get_u32(held->bytes + OVI_AT_SECTION_COUNT);
  for (uint32_t i = 0; i < sections; i++) {
    const uint8_t *entry = held->bytes + OVI_AT_SECTIONS + (uint64_t)i * OVI_SECTION_BYTES;
    for (int kind = 0; kind < OVI_SECTION_COUNT; kind++) {
      if (memcmp(entry, letters[kind], 4) == 0 && ovi_get_u64(entry + 8) <= at) {
        name = names[kind];
      }
    }
  }
  return name;
}

/* The first byte from `from` on in which two files differ; the end of the shorter one if there is
 * none. */
static uint64_t find_difference(const ovi_buffer *held, const ovi_buffer *baked, uint64_t from) {
  uint64_t shorter = held->used < baked->used ? held->used : baked->used;
  uint64_t at = from < shorter ? from : shorter;
  while (at < shorter && held->bytes[at] == baked->bytes[at]) {
    at++;
  }
  return at;
}

/* Whether both files end at a byte. */
static bool both_end(const ovi_buffer *held, const ovi_buffer *baked, uint64_t at) {
  return at == held->used && at == baked->used;
}

/* Compares two files and names the first difference. The header comes last: it has checksums of all
 * sections, so it differs with each of them. */
static ovl_result verify_compare(const ovi_buffer *held, const ovi_buffer *baked,
                                 ovl_fault *fault) {
  uint64_t at = find_difference(held, baked, ovi_get_u32(held->bytes + OVI_AT_HEADER_BYTES));
  if (both_end(held, baked, at)) {
    at = find_difference(held, baked, 0);
  }
  if (both_end(held, baked, at)) {
    return OVL_OK;
  }
  fault->what = verify_section_at(held, at);
  fault->where = at;
  fault->found = at < held->used ? held->bytes[at] : 0;
  fault->expected = at < baked->used ? baked->bytes[at] : 0;
  return OVL_CORRUPT;
}

/* Bakes a world anew and compares the result with its file. */
static ovl_result rebake(verify_recovery *recovery, const ovi_buffer *held, ovl_fault *fault) {
  ovi_bake_request request;
  const ovi_cell_source source = ovi_sites_source(&recovery->sites);
  ovl_result result = ovi_bake_request_make_from(&request, &recovery->def, &source, fault);
  if (result != OVL_OK) {
    return OVL_CORRUPT; /* a bake would have refused such input */
  }
  ovi_buffer baked = {.allocator = &recovery->def.allocator};
  request.bake.without_derived = ovi_world_is_edited(recovery->world) ||
                                 recovery->world->layers[0].labels.state == OVL_LABELS_STALE;
  result = ovi_bake_world(&request.bake, &baked);
  if (result == OVL_OK) {
    result = verify_compare(held, &baked, fault);
  }
  ovi_buffer_release(&baked);
  return result;
}

static ovl_result rebake_version(verify_recovery *recovery, ovl_fault *fault) {
  const ovl_world *world = recovery->world;
  if (!ovi_world_is_edited(world)) {
    const ovi_buffer held = {.bytes = (uint8_t *)(uintptr_t)world->shared.file.bytes,
                             .used = world->shared.file.count};
    return rebake(recovery, &held, fault);
  }
  ovi_buffer held;
  ovl_result result = ovi_world_buffer(world, &held);
  result = result == OVL_OK ? rebake(recovery, &held, fault) : result;
  ovi_buffer_release(&held);
  return result;
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
  if (ovi_world_is_read(world)) {
    return OVL_NEEDS_REGIONS; /* a verification reads all of them */
  }
  recovery.scratch = (ovi_scratch){.allocator = &def->allocator};
  ovi_world_begin_call(world);
  const ovl_result made =
      recover_input(&recovery) ? rebake_version(&recovery, fault) : OVL_NO_MEMORY;
  const ovl_result result = ovi_world_end_call(world, made);
  ovi_sites_release(&recovery.sites);
  ovi_scratch_release(&recovery.scratch);
  return result;
}
