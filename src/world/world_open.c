/* Opening worlds.
 *
 * A file in memory is used where it lies. From a reader, the sections that all regions share are
 * copied at once, and the rest is fetched when it is first needed.
 *
 * Invariant: copied bytes are checked after the copy, never before. */
#include "world/world_open.h"

#include "coarse/check/label_check.h"
#include "coarse/check/world_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/sections.h"
#include "coarse/overlay/overlay.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_stream.h"

enum { OPEN_RESIDENT_BYTES = 8 << 20 };

/* When the parts of a file are checked. */
typedef enum world_checks {
  CHECK_ALL,
  CHECK_ON_TOUCH, /* regions, islands, clusters and labels when they are first touched */
  CHECK_FRAME     /* only the header and the profiles: the bytes were written by the library */
} world_checks;

/* A world file whose header was checked and whose sections were found. Some 7 KB: it is never on a
 * stack. */
typedef struct found_file {
  ovi_shared shared;
  ovi_section_views sections;
  bool on_touch;
} found_file;

/* ---- Worlds --------------------------------------------------------------------------- */

/* Counts the numbers of islands that are in use. */
static void begin_own(ovl_world *world) {
  world->own = (ovi_own_islands *)(void *)(world->layers + world->shared.profile_count);
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    world->own[i] = (ovi_own_islands){.next = world->layers[i].islands.count + 1};
  }
}

static ovi_base *make_base(const ovl_allocator *allocator) {
  ovi_base *base = ovi_allocate(allocator, sizeof(*base));
  if (base != NULL) {
    *base = (ovi_base){.allocator = *allocator};
    ovi_references_begin(&base->references);
  }
  return base;
}

/* Gives each layer keys of its own in the tree of replaced clusters, one for every cluster that it
 * can have. */
static void begin_overlays(ovl_world *made) {
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t clusters = firsts[ovi_overlay_levels(&made->layers[0], firsts)];
  for (uint32_t i = 0; i < made->shared.profile_count; i++) {
    made->layers[i].overlay.first_key = i * clusters;
  }
  ovi_delta_tree_begin(&made->overlay_delta, made->allocator,
                       made->shared.profile_count * clusters);
}

/* Makes a pager the source of all layers. */
static ovl_result make_paged(ovl_world *world, const found_file *file) {
  ovi_base *base = world->base;
  const ovl_result result = ovi_paged_file_make(&base->paged, &world->shared, world->layers,
                                                &file->sections, world->allocator);
  if (result == OVL_OK) {
    base->pager = ovi_pager_make(base->paged, NULL);
  }
  for (uint32_t i = 0; i < world->shared.profile_count && result == OVL_OK; i++) {
    ovi_layer_set_sources(&world->layers[i], NULL, &base->pager.source);
    world->layers[i].labels.ready = base->paged->labels[i].checked;
  }
  return result;
}

static ovl_result make_world(ovl_world **world, const found_file *file,
                             const ovl_allocator *allocator, ovl_fault *fault) {
  const uint64_t object_bytes =
      sizeof(ovl_world) +
      file->shared.profile_count * (sizeof(ovi_layer) + sizeof(ovi_own_islands));
  ovl_world *made = ovi_allocate(allocator, object_bytes);
  ovi_base *base = made != NULL ? make_base(allocator) : NULL;
  if (base == NULL) {
    ovi_release(allocator, made, object_bytes);
    return OVL_NO_MEMORY;
  }
  *made = (ovl_world){.base = base, .allocator = &base->allocator, .object_bytes = object_bytes};
  made->shared = file->shared;
  ovi_references_begin(&made->references);
  ovl_result result =
      ovi_world_check(&made->shared, made->layers, &file->sections, file->on_touch, fault);
  if (result == OVL_OK && file->on_touch) {
    result = make_paged(made, file);
  }
  if (result != OVL_OK) {
    ovi_release(allocator, base, sizeof(*base));
    ovi_release(allocator, made, object_bytes);
    return result;
  }
  made->base_links = made->shared.file.links;
  begin_own(made);
  ovi_delta_tree_begin(&made->delta, made->allocator, ovi_region_count(&made->layers[0]));
  begin_overlays(made);
  *world = made;
  return OVL_OK;
}

/* Makes a world of a file that is in memory. */
static ovl_result open_in_memory(ovl_world **world, const uint8_t *bytes, uint64_t count,
                                 world_checks checks, const ovl_allocator *allocator,
                                 ovl_fault *fault) {
  found_file *file = ovi_allocate(allocator, sizeof *file);
  if (file == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(file, 0, sizeof *file);
  ovl_result result = ovi_world_check_frame(&file->shared, &file->sections, bytes, count, fault);
  if (result == OVL_OK) {
    file->shared.is_made = checks == CHECK_FRAME;
    ovi_sections_hold_all(&file->sections, bytes);
    file->on_touch = checks == CHECK_ON_TOUCH;
    result = make_world(world, file, allocator, fault);
  }
  ovi_release(allocator, file, sizeof *file);
  return result;
}

static ovl_result own_buffer(ovl_world **world, const ovi_buffer *buffer, world_checks checks,
                             ovl_fault *fault) {
  ovl_result result =
      open_in_memory(world, buffer->bytes, buffer->used, checks, buffer->allocator, fault);
  if (result != OVL_OK) {
    ovi_release(buffer->allocator, buffer->bytes, buffer->capacity);
    return result;
  }
  (*world)->base->owned = buffer->bytes;
  (*world)->base->owned_bytes = buffer->capacity;
  return OVL_OK;
}

ovl_result ovi_world_of_buffer(ovl_world **world, const ovi_buffer *buffer, ovl_fault *fault) {
  return own_buffer(world, buffer, CHECK_ALL, fault);
}

ovl_result ovi_world_of_refreshed_buffer(ovl_world **world, const ovi_buffer *buffer) {
  ovl_fault unused;
  return own_buffer(world, buffer, CHECK_FRAME, &unused);
}

/* ---- Fetching the header ---------------------------------------------------------------- */

/* The parts of a section that are copied: its first bytes, and those from `last_at` on. */
typedef struct copied_parts {
  uint64_t first, last_at;
} copied_parts;

/* A file that is fetched from a reader. It is large for a stack. */
typedef struct world_opening {
  const ovl_open_def *def;
  ovl_fault *fault;
  uint8_t *bytes; /* the header, and behind it the copied parts of sections */
  uint64_t used, capacity;
  found_file file;
  copied_parts parts[OVI_FILE_MOST_SECTIONS]; /* of each section */
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

/* Grows the memory of the file to so many bytes; it moves, with what was in it. */
static bool grow_opening(world_opening *opening, uint64_t bytes) {
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

/* Fetches the beginning of the header, which has its length, and then the rest. Nothing is read
 * twice: a forged file might give another length the second time. */
static ovl_result fetch_header(world_opening *opening) {
  const uint64_t all = opening->def->byte_count;
  const uint64_t begin = all < OVI_AT_SECTIONS ? all : OVI_AT_SECTIONS;
  uint64_t header_bytes = 0;
  if (!grow_opening(opening, OVI_AT_SECTIONS)) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = fetch(opening, 0, opening->bytes, begin);
  if (result == OVL_OK) {
    opening->used = begin;
    result = ovi_world_check_begin(opening->bytes, all, &header_bytes, opening->fault);
  }
  if (result == OVL_OK && !grow_opening(opening, header_bytes)) {
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

/* ---- Copying sections ------------------------------------------------------------------ */

/* Of overlays, all before the blocks of the clusters. */
static ovl_result find_copied_overlays(const world_opening *opening,
                                       const ovi_section_view *section, copied_parts *parts) {
  const ovi_layer layer = {.partition = opening->file.shared.plane};
  uint8_t head[OVI_OVERLAYS_HEAD_BYTES] = {0};
  parts->first = section->bytes < sizeof(head) ? section->bytes : sizeof(head);
  const ovl_result result = fetch(opening, section->at, head, parts->first);
  if (result == OVL_OK && ovi_get_u32(head + OVI_OVERLAYS_LEVELS) != 0) {
    const uint64_t all = ovi_overlay_head_of(&layer).bytes;
    parts->first = all < section->bytes ? all : section->bytes;
  }
  return result;
}

static uint64_t chunk_begin(uint64_t at) { return at / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES; }

/* Of the islands of a directed layer, the chunks behind the numbers. The profile is read again with
 * its section, which is checked then. */
static ovl_result find_copied_islands(const world_opening *opening, uint32_t profile,
                                      copied_parts *parts) {
  const uint64_t profiles_at = opening->file.sections.list[OVI_SECTION_PROFILES].at;
  uint8_t entry[OVI_PROFILE_BYTES];
  const ovl_result result =
      fetch(opening, profiles_at + (uint64_t)profile * OVI_PROFILE_BYTES, entry, sizeof(entry));
  if (result == OVL_OK && (entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
    const uint64_t begin = chunk_begin(4 * (uint64_t)ovi_get_u32(entry + OVI_PROFILE_SLOTS));
    parts->last_at = begin < parts->last_at ? begin : parts->last_at;
  }
  return result;
}

/* Of labels, all chunks but those of the bundles. The header is read again with the first chunk,
 * which is checked then. */
static ovl_result find_copied_labels(const world_opening *opening, const ovi_section_view *section,
                                     copied_parts *parts) {
  uint8_t head[OVI_LABELS_TABLE] = {0};
  const uint64_t content = parts->last_at;
  const uint64_t regions = ovi_plane_regions(&opening->file.shared.plane);
  const ovl_result result =
      fetch(opening, section->at, head, content < sizeof(head) ? content : sizeof(head));
  const ovi_labels_layout at = ovi_labels_layout_of(ovi_labels_read_counts(head, regions));
  const uint64_t first = chunk_begin(at.data + OVI_CHUNK_BYTES - 1);
  const uint64_t last = chunk_begin(at.links);
  parts->first = first < content ? first : content;
  parts->last_at = last < parts->first ? parts->first : last < content ? last : content;
  return result;
}

/* Of a section that is checked chunk by chunk, the checksums at its end are always copied. */
static ovl_result find_copied(const world_opening *opening, uint32_t number, copied_parts *parts) {
  const ovi_section_view *section = &opening->file.sections.list[number];
  uint32_t profile;
  switch (ovi_section_kind(opening->file.sections.profiles, number, &profile)) {
  case OVI_SECTION_BLOCKS:
    *parts = (copied_parts){0, section->bytes};
    return OVL_OK;
  case OVI_SECTION_TABLE:
    *parts = (copied_parts){0, ovi_chunked_content(section->bytes)};
    return OVL_OK;
  case OVI_SECTION_ISLANDS:
    *parts = (copied_parts){0, ovi_chunked_content(section->bytes)};
    return find_copied_islands(opening, profile, parts);
  case OVI_SECTION_OVERLAYS:
    *parts = (copied_parts){0, section->bytes};
    return find_copied_overlays(opening, section, parts);
  case OVI_SECTION_LABELS:
    *parts = (copied_parts){0, ovi_chunked_content(section->bytes)};
    return find_copied_labels(opening, section, parts);
  default:
    *parts = (copied_parts){section->bytes, section->bytes};
    return OVL_OK;
  }
}

/* Fetches the parts of a section, one behind the other. */
static ovl_result copy_section(world_opening *opening, ovi_section_view *section, bool is_chunked,
                               copied_parts parts) {
  const uint64_t last = section->bytes - parts.last_at;
  uint8_t *to = opening->bytes + opening->used;
  opening->used += parts.first + last;
  section->held = parts.first == parts.last_at ? section->bytes : parts.first;
  section->data = parts.first != 0 || section->held == section->bytes ? to : NULL;
  section->last = to + parts.first;
  section->last_at = parts.last_at;
  if (is_chunked) {
    section->sums = section->last + (ovi_chunked_content(section->bytes) - parts.last_at);
  }
  const ovl_result result = fetch(opening, section->at, to, parts.first);
  return result == OVL_OK ? fetch(opening, section->at + parts.last_at, to + parts.first, last)
                          : result;
}

static ovl_result copy_sections(world_opening *opening) {
  ovi_section_views *sections = &opening->file.sections;
  copied_parts *parts = opening->parts;
  const uint32_t count = ovi_section_count(sections->profiles);
  uint64_t bytes = opening->used;
  ovl_result result = OVL_OK;
  uint32_t profile;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    result = find_copied(opening, i, &parts[i]);
    bytes += parts[i].first + (sections->list[i].bytes - parts[i].last_at);
  }
  if (result == OVL_OK && !grow_opening(opening, bytes)) {
    result = OVL_NO_MEMORY;
  }
  opening->file.shared.file.bytes = opening->bytes;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    const ovi_section kind = ovi_section_kind(sections->profiles, i, &profile);
    result = copy_section(opening, &sections->list[i], ovi_section_is_chunked(kind), parts[i]);
  }
  return result;
}

/* ---- Region by region -------------------------------------------------------------------- */

/* Makes the cache of calls without a planner. */
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
  base->resident_bytes = bytes;
  base->cache_bytes = all;
  base->pager.cache = cache;
  return OVL_OK;
}

/* Opens a file whose regions are fetched when they are needed. Takes the memory of the copied
 * sections. */
static ovl_result open_paged(world_opening *opening, ovl_world **world) {
  opening->file.on_touch = true;
  ovl_result result = make_world(world, &opening->file, &opening->def->allocator, opening->fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_base *base = (*world)->base;
  base->owned = opening->bytes;
  base->owned_bytes = opening->capacity;
  base->paged->blocks.read = opening->def->read;
  base->paged->blocks.read_user = opening->def->read_user;
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

static ovl_result open_by_reader(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  world_opening *opening = ovi_allocate(&def->allocator, sizeof *opening);
  if (opening == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(opening, 0, sizeof *opening);
  opening->def = def;
  opening->fault = fault;
  ovl_result result = fetch_header(opening);
  if (result == OVL_OK) {
    result = copy_sections(opening);
  }
  if (result == OVL_OK) {
    result = open_paged(opening, world);
  }
  ovi_release(&def->allocator, opening->bytes, opening->capacity);
  ovi_release(&def->allocator, opening, sizeof *opening);
  return result;
}

/* ---- Calls ---- */

ovl_result ovl_world_open(const void *bytes, size_t byte_count, const ovl_allocator *allocator,
                          ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  allocator = allocator != NULL ? allocator : ovl_default_allocator();
  if (allocator->allocate == NULL || allocator->release == NULL) {
    fault->what = "allocator";
    return OVL_BAD_ARGUMENT;
  }
  return open_in_memory(world, bytes, byte_count, CHECK_ALL, allocator, fault);
}

ovl_open_def ovl_open_def_default(void) {
  return (ovl_open_def){.resident_bytes = OPEN_RESIDENT_BYTES,
                        .allocator = *ovl_default_allocator()};
}

ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    OVI_ALLOCATOR_ARGUMENT(&def->allocator)};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (def->bytes != NULL) {
    return open_in_memory(world, def->bytes, def->byte_count,
                          def->check_all ? CHECK_ALL : CHECK_ON_TOUCH, &def->allocator, fault);
  }
  return def->read != NULL ? open_by_reader(def, world, fault)
                           : ovi_argument_fail(fault, "read", 0, 0, 1);
}
