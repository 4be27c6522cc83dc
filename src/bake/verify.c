/* Verifying: what a world holds is baked anew and compared, byte by byte. */
#include "bake/bake.h"
#include "bake/bake_request.h"
#include "coarse/file/bake_file.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_inspect.h"
#include "world/world.h"

/* All that was given to the bake of a world, read back from it. */
typedef struct verify_recovery {
  const ovl_world *world;
  ovl_bake_def def;
  uint8_t *memory;
  uint64_t memory_bytes;
  ovl_floor_def *floors;
  ovl_profile_def *profiles;
  ovl_link_def *links;
  uint8_t *cells[OVL_MAX_FLOORS]; /* terrain, then extra costs for each profile */
  uint16_t *heights[OVL_MAX_FLOORS];
  const uint8_t **extras; /* for each floor one a profile */
} verify_recovery;

static uint64_t verify_cells_of(const verify_recovery *recovery, int32_t floor) {
  ovl_floor_info info;
  ovl_world_floor(recovery->world, floor, &info);
  return (uint64_t)info.width * (uint64_t)info.height;
}

static void verify_reserve(verify_recovery *recovery, ovi_arena *arena) {
  const ovi_shared *shared = &recovery->world->shared;
  recovery->floors = ovi_arena_take(arena, shared->floor_count, sizeof(ovl_floor_def));
  recovery->profiles = ovi_arena_take(arena, shared->profile_count, sizeof(ovl_profile_def));
  recovery->links = ovi_arena_take(arena, (uint64_t)shared->link_count + 1, sizeof(ovl_link_def));
  recovery->extras = ovi_arena_take(arena, (uint64_t)shared->floor_count * shared->profile_count,
                                    sizeof(uint8_t *));
  for (int32_t floor = 0; (uint32_t)floor < shared->floor_count; floor++) {
    uint64_t cells = verify_cells_of(recovery, floor);
    recovery->cells[floor] =
        ovi_arena_take(arena, cells * (1 + shared->profile_count), sizeof(uint8_t));
    recovery->heights[floor] =
        ovi_arena_take(arena, shared->has_heights ? cells : 0, sizeof(uint16_t));
  }
}

/* What a position weighs beyond its terrain. Where nobody can stand it does not matter. */
static void read_extra(const verify_recovery *recovery, int32_t floor, int32_t profile,
                       uint8_t *out) {
  const ovl_floor_def *def = &recovery->floors[floor];
  const uint8_t *weights = recovery->profiles[profile].weights;
  for (int32_t y = 0; y < def->height; y++) {
    for (int32_t x = 0; x < def->width; x++) {
      uint32_t weight = ovl_world_weight(recovery->world, profile, (ovl_cell){x, y, floor});
      uint32_t plain = weights[def->terrain[(size_t)y * (size_t)def->width + (size_t)x]];
      *out++ = (uint8_t)(weight > plain ? weight - plain : 0);
    }
  }
}

static void read_floor(verify_recovery *recovery, int32_t floor) {
  const ovi_shared *shared = &recovery->world->shared;
  ovl_floor_info info;
  ovl_world_floor(recovery->world, floor, &info);
  ovl_floor_def *def = &recovery->floors[floor];
  uint64_t cells = verify_cells_of(recovery, floor);
  uint8_t *out = recovery->cells[floor];
  *def = (ovl_floor_def){
      .width = info.width, .height = info.height, .terrain = out, .graph = info.graph};
  for (int32_t y = 0; y < info.height; y++) {
    for (int32_t x = 0; x < info.width; x++) {
      ovl_cell cell = {x, y, floor};
      out[(size_t)y * (size_t)info.width + (size_t)x] = ovl_world_terrain(recovery->world, cell);
      if (shared->has_heights) {
        recovery->heights[floor][(size_t)y * (size_t)info.width + (size_t)x] =
            ovl_world_height(recovery->world, cell);
      }
    }
  }
  def->heights = shared->has_heights ? recovery->heights[floor] : NULL;
  if (info.graph) {
    return;
  }
  def->extra = recovery->extras + (size_t)floor * shared->profile_count;
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    out += cells;
    read_extra(recovery, floor, (int32_t)profile, out);
    recovery->extras[(size_t)floor * shared->profile_count + profile] = out;
  }
}

static void read_all(verify_recovery *recovery) {
  const ovi_shared *shared = &recovery->world->shared;
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    ovl_profile_info info;
    ovl_world_profile(recovery->world, (int32_t)profile, &info);
    recovery->profiles[profile] = info.def;
    recovery->def.step_rule_profiles |= info.uses_step_rule ? (uint32_t)1 << profile : 0u;
  }
  for (uint32_t floor = 0; floor < shared->floor_count; floor++) {
    read_floor(recovery, (int32_t)floor);
  }
  for (uint32_t link = 0; link < shared->link_count; link++) {
    ovl_world_link(recovery->world, link, &recovery->links[link]);
  }
  recovery->def.floors = recovery->floors;
  recovery->def.floor_count = (int32_t)shared->floor_count;
  recovery->def.profiles = recovery->profiles;
  recovery->def.profile_count = (int32_t)shared->profile_count;
  recovery->def.blocked_links = true; /* as edits may leave them */
  recovery->def.links = recovery->links;
  recovery->def.link_count = (int32_t)shared->link_count;
  recovery->def.region_cells = shared->plane.region_cells;
  recovery->def.spacing_cells = shared->plane.spacing;
  recovery->def.landmarks = shared->file.bytes[OVI_AT_LANDMARKS];
  recovery->def.label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET];
  recovery->def.overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS];
}

/* ---- Comparing ------------------------------------------------------------- */

/* The name of the section that a byte of a world lies in. */
static const char *verify_part_at(const ovi_buffer *held, uint64_t at) {
  static const char *const names[OVI_SECTION_COUNT] = {
      "region table", "block of a region", "profiles",  "floors", "links",
      "islands",      "overlays",          "landmarks", "labels"};
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

/* Where a world first differs from the image baked anew, from some place on. */
static uint64_t find_difference(const ovi_buffer *held, const ovi_buffer *image, uint64_t from) {
  uint64_t shorter = held->used < image->used ? held->used : image->used;
  uint64_t at = from < shorter ? from : shorter;
  while (at < shorter && held->bytes[at] == image->bytes[at]) {
    at++;
  }
  return at;
}

static bool are_over(const ovi_buffer *held, const ovi_buffer *image, uint64_t at) {
  return at == held->used && at == image->used;
}

/* Names the first difference. The header holds checksums of all behind it, so it
 * differs with them and is named last. */
static ovl_result verify_compare(const ovi_buffer *held, const ovi_buffer *image,
                                 ovl_fault *fault) {
  uint64_t at = find_difference(held, image, ovi_get_u32(held->bytes + OVI_AT_HEADER_BYTES));
  if (are_over(held, image, at)) {
    at = find_difference(held, image, 0);
  }
  if (are_over(held, image, at)) {
    return OVL_OK;
  }
  fault->what = verify_part_at(held, at);
  fault->where = at;
  fault->found = at < held->used ? held->bytes[at] : 0;
  fault->expected = at < image->used ? image->bytes[at] : 0;
  return OVL_CORRUPT;
}

/* Compares what a world holds, as a file, with a bake anew. */
static ovl_result rebake(verify_recovery *recovery, const ovi_buffer *held, ovl_fault *fault) {
  ovi_bake_request request;
  ovl_result result = ovi_bake_request_make(&request, &recovery->def, fault);
  if (result != OVL_OK) {
    return OVL_CORRUPT; /* no bake would have taken that */
  }
  ovi_buffer image = {.allocator = &recovery->def.allocator};
  request.bake.without_derived = ovi_world_is_edited(recovery->world) ||
                                 recovery->world->layers[0].labels.state == OVL_LABELS_STALE;
  result = ovi_bake_world(&request.bake, &image);
  if (result == OVL_OK) {
    result = verify_compare(held, &image, fault);
  }
  ovi_release(&recovery->def.allocator, image.bytes, image.capacity);
  return result;
}

static ovl_result compare_anew(verify_recovery *recovery, ovl_fault *fault) {
  const ovl_world *world = recovery->world;
  if (!ovi_world_is_edited(world)) {
    const ovi_buffer held = {.bytes = (uint8_t *)(uintptr_t)world->shared.file.bytes,
                             .used = world->shared.file.count};
    return rebake(recovery, &held, fault);
  }
  ovi_buffer held;
  ovl_result result = ovi_world_buffer(world, &held);
  result = result == OVL_OK ? rebake(recovery, &held, fault) : result;
  ovi_release(held.allocator, held.bytes, held.capacity);
  return result;
}

static bool needs_rule(const ovl_world *world) {
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    const uint8_t *entry = world->shared.file.profiles + (uint64_t)profile * OVI_PROFILE_BYTES;
    if ((entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_RULE) != 0) {
      return true;
    }
  }
  return false;
}

ovl_verify_def ovl_verify_def_default(void) {
  return (ovl_verify_def){.allocator = *ovl_default_allocator()};
}

ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  const bool asks = needs_rule(world);
  verify_recovery recovery = {.world = world,
                              .def = {.allocator = def->allocator,
                                      .progress = def->progress,
                                      .progress_user = def->progress_user,
                                      .step_rule = asks ? def->step_rule : NULL,
                                      .step_rule_user = def->step_rule_user}};
  if (def->allocator.allocate == NULL || def->allocator.release == NULL) {
    fault->what = "allocator";
    return OVL_BAD_ARGUMENT;
  }
  if (asks && def->step_rule == NULL) {
    return OVL_NEEDS_RULE;
  }
  if (ovi_world_is_read(world)) {
    return OVL_NEEDS_REGIONS; /* all of them */
  }
  ovi_arena counted = {NULL, 0};
  verify_reserve(&recovery, &counted);
  recovery.memory_bytes = counted.used + 1;
  recovery.memory = ovi_allocate(&def->allocator, recovery.memory_bytes);
  if (recovery.memory == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {recovery.memory, 0};
  verify_reserve(&recovery, &cut);
  read_all(&recovery);
  const ovl_result result = ovi_world_end_call(world, compare_anew(&recovery, fault));
  ovi_release(&def->allocator, recovery.memory, recovery.memory_bytes);
  return result;
}
