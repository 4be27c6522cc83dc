/* Opening a world by a reader: what all regions share is fetched and kept, the rest when it is
 * needed. A world with directed profiles or estimates, whose checks need all of it, is fetched
 * whole.
 *
 * Invariant: what is kept was copied before it was checked. */
#include "coarse/format/checksums.h"
#include "coarse/overlay/overlay.h"
#include "coarse/paging/pager_check.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_stream.h"
#include "world/world.h"

/* A file while what is needed of it is fetched. */
typedef struct world_opening {
  const ovl_open_def *def;
  ovl_fault *fault;
  uint8_t *bytes; /* the header, and behind it what is kept */
  uint64_t used, capacity;
  ovi_found_file file;
} world_opening;

static ovl_result fetch(const world_opening *opening, uint64_t at, uint8_t *to, uint64_t bytes) {
  if (bytes == 0) {
    return OVL_OK;
  }
  switch (opening->def->read(opening->def->read_user, at, to, (size_t)bytes)) {
  case OVL_READ_DONE:
    return OVL_OK;
  case OVL_READ_LATER:
    return OVL_NEEDS_REGIONS;
  default:
    *opening->fault = (ovl_fault){"read", at, 0, bytes};
    return OVL_READ_FAILED;
  }
}

/* Makes room for so many bytes in all; what was there stays, where it is another place. */
static bool world_read_grow(world_opening *opening, uint64_t bytes) {
  const ovl_allocator *allocator = &opening->def->allocator;
  uint8_t *grown = ovi_allocate(allocator, bytes);
  if (grown != NULL && opening->used != 0) {
    memcpy(grown, opening->bytes, (size_t)opening->used);
  }
  if (grown != NULL) {
    ovi_release(allocator, opening->bytes, opening->capacity);
    opening->bytes = grown;
    opening->capacity = bytes;
  }
  return grown != NULL;
}

/* ---- The header ---------------------------------------------------------------------- */

/* Its beginning, which tells how long it is, and then the rest: read twice, it might tell otherwise
 * when the room for it is there. */
static ovl_result fetch_header(world_opening *opening) {
  const uint64_t all = opening->def->byte_count;
  const uint64_t begin = all < OVI_AT_SECTIONS ? all : OVI_AT_SECTIONS;
  uint64_t header_bytes = 0;
  if (!world_read_grow(opening, OVI_AT_SECTIONS)) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = fetch(opening, 0, opening->bytes, begin);
  if (result == OVL_OK) {
    opening->used = begin;
    result = ovi_world_check_begin(opening->bytes, all, &header_bytes, opening->fault);
  }
  if (result == OVL_OK && !world_read_grow(opening, header_bytes)) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    result = fetch(opening, begin, opening->bytes + begin, header_bytes - begin);
  }
  if (result == OVL_OK) {
    opening->used = header_bytes;
    result = ovi_world_check_frame(&opening->file.shared, &opening->file.sections, opening->bytes,
                                   all, opening->fault);
  }
  return result;
}

/* ---- Sections -------------------------------------------------------------------------- */

/* Bytes of a section of overlays before the blocks of its cells. */
static ovl_result overlay_head_bytes(const world_opening *opening, const ovi_section_view *section,
                                     uint64_t *bytes) {
  const ovi_layer layer = {.regions_x = opening->file.shared.regions_x,
                           .regions_y = opening->file.shared.regions_y};
  uint32_t first_cells[OVI_OVERLAY_MOST_LEVELS + 1];
  uint8_t head[OVI_OVERLAYS_HEAD_BYTES] = {0};
  *bytes = section->bytes < sizeof(head) ? section->bytes : sizeof(head);
  const ovl_result result = fetch(opening, section->at, head, *bytes);
  const uint32_t levels = ovi_get_u32(head + OVI_OVERLAYS_LEVELS);
  if (result == OVL_OK && levels != 0 && levels <= ovi_overlay_levels(&layer, first_cells)) {
    const uint64_t all = OVI_OVERLAYS_HEAD_BYTES + (uint64_t)levels * OVI_LEVEL_BYTES +
                         (uint64_t)first_cells[levels] * OVI_CELL_ENTRY_BYTES;
    *bytes = all < section->bytes ? all : section->bytes;
  }
  return result;
}

/* What is kept of a section: so many bytes, from its beginning or, of sums, from behind what they
 * are of. */
typedef struct kept_part {
  uint64_t from, bytes;
} kept_part;

static ovl_result find_kept(const world_opening *opening, ovi_section kind,
                            const ovi_section_view *section, kept_part *kept) {
  const uint64_t content = ovi_chunked_content(section->bytes);
  *kept = (kept_part){0, section->bytes};
  switch (kind) {
  case OVI_SECTION_BLOCKS:
    kept->bytes = 0;
    return OVL_OK;
  case OVI_SECTION_TABLE:
  case OVI_SECTION_ISLANDS:
    *kept = (kept_part){content, section->bytes - content};
    return OVL_OK;
  case OVI_SECTION_OVERLAYS:
    return overlay_head_bytes(opening, section, &kept->bytes);
  case OVI_SECTION_LANDMARKS:
    kept->bytes = section->bytes < OVI_LANDMARKS_FIRSTS ? section->bytes : OVI_LANDMARKS_FIRSTS;
    return OVL_OK;
  case OVI_SECTION_LABELS:
    kept->bytes = section->bytes < OVI_LABELS_TABLE ? section->bytes : OVI_LABELS_TABLE;
    return OVL_OK;
  default:
    return OVL_OK;
  }
}

/* Fetches what is kept of a section. */
static ovl_result world_read_keep(world_opening *opening, ovi_section kind,
                                  ovi_section_view *section, kept_part kept) {
  uint8_t *to = opening->bytes + opening->used;
  opening->used += kept.bytes;
  if (kind == OVI_SECTION_TABLE || kind == OVI_SECTION_ISLANDS) {
    section->sums = to;
  } else if (kind != OVI_SECTION_BLOCKS) {
    section->data = to;
    section->held = kept.bytes;
  }
  return fetch(opening, section->at + kept.from, to, kept.bytes);
}

/* All sections of a file, those of each profile one behind the other. */
static ovi_section_view *section_at(world_opening *opening, uint32_t number, ovi_section *kind) {
  ovi_section_views *sections = &opening->file.sections;
  if (number < OVI_SHARED_SECTIONS) {
    *kind = (ovi_section)number;
    return &sections->shared[number];
  }
  const uint32_t own = number - OVI_SHARED_SECTIONS;
  *kind = (ovi_section)(OVI_SHARED_SECTIONS + own % OVI_OWN_SECTIONS);
  return &sections->own[own % OVI_OWN_SECTIONS][own / OVI_OWN_SECTIONS];
}

static ovl_result keep_sections(world_opening *opening) {
  kept_part kept[OVI_SHARED_SECTIONS + OVI_OWN_SECTIONS * OVL_MAX_PROFILES];
  const uint32_t count = ovi_section_count(opening->file.shared.profile_count);
  uint64_t bytes = opening->used;
  ovl_result result = OVL_OK;
  ovi_section kind;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    const ovi_section_view *section = section_at(opening, i, &kind);
    result = find_kept(opening, kind, section, &kept[i]);
    bytes += kept[i].bytes;
  }
  if (result == OVL_OK && !world_read_grow(opening, bytes)) {
    result = OVL_NO_MEMORY;
  }
  opening->file.shared.bytes = opening->bytes;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    ovi_section_view *section = section_at(opening, i, &kind);
    result = world_read_keep(opening, kind, section, kept[i]);
  }
  return result;
}

/* ---- Worlds ----------------------------------------------------------------------------- */

/* Of a file that is fetched whole. */
static ovl_result open_whole(const world_opening *opening, ovl_world **world) {
  const uint64_t part_bytes = 1u << 20;
  const uint64_t count = opening->def->byte_count;
  ovi_buffer image = {.allocator = &opening->def->allocator,
                      .bytes = ovi_allocate(&opening->def->allocator, count),
                      .used = count,
                      .capacity = count};
  if (image.bytes == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint64_t at = 0; at < count; at += part_bytes) {
    const uint64_t bytes = count - at < part_bytes ? count - at : part_bytes;
    const ovl_result result = fetch(opening, at, image.bytes + at, bytes);
    if (result != OVL_OK) {
      ovi_release(image.allocator, image.bytes, image.capacity);
      return result;
    }
  }
  return ovi_world_of_buffer(world, &image, opening->fault);
}

/* The cache of calls without a planner. */
static ovl_result make_cache(ovl_world *world, uint64_t bytes) {
  ovi_page_cache counted;
  ovi_arena arena = {NULL, 0};
  ovi_base *base = world->base;
  ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(&counted, &arena, bytes);
  const uint64_t all = arena.used;
  arena = (ovi_arena){ovi_allocate(world->allocator, all), 0};
  if (arena.block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_page_cache *cache = ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(cache, &arena, bytes);
  ovi_page_cache_clear(cache);
  base->resident_bytes = bytes;
  base->cache_bytes = all;
  base->pager.cache = cache;
  return OVL_OK;
}

/* The world owns what was kept from then on, also if it fails. */
static ovl_result open_paged(world_opening *opening, ovl_world **world) {
  opening->file.on_touch = true;
  ovl_result result =
      ovi_world_make(world, &opening->file, &opening->def->allocator, opening->fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_base *base = (*world)->base;
  base->owned = opening->bytes;
  base->owned_bytes = opening->capacity;
  base->paged->read = opening->def->read;
  base->paged->read_user = opening->def->read_user;
  opening->bytes = NULL;
  result = make_cache(*world, opening->def->resident_bytes);
  if (result == OVL_OK && opening->def->check_all) {
    result = ovi_pager_check_all(&base->pager, (*world)->layers, opening->fault);
  }
  if (result != OVL_OK) {
    ovl_world_close(*world);
    *world = NULL;
  }
  return result;
}

ovl_result ovi_world_open_read(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  world_opening opening = {.def = def, .fault = fault};
  ovl_result result = fetch_header(&opening);
  if (result == OVL_OK) {
    result = keep_sections(&opening);
  }
  if (result == OVL_OK) {
    result = ovi_world_can_page(&opening.file.shared, &opening.file.sections)
                 ? open_paged(&opening, world)
                 : open_whole(&opening, world);
  }
  ovi_release(&def->allocator, opening.bytes, opening.capacity);
  return result;
}
