/* Opens a world file in place or through a reader. From a reader, what all regions share is copied
 * at once: the header, the sections of what was given to the bake, and of the others what is not
 * fetched region by region. The rest is fetched when it is first needed.
 *
 * Invariant: copied bytes are checked after the copy, never before. */
#include "coarse/check/label_check.h"
#include "coarse/check/world_check.h"
#include "coarse/format/fault.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/paging/pager_check.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "world/world_open.h"

enum { OPENING_RESIDENT_BYTES = 8 << 20 };
enum { COPIED_BYTES_A_STEP = 4096 }; /* which progress counts as 1 */

/* The parts of a section that are copied. */
typedef struct section_copy {
  uint64_t first;   /* the length of its first bytes */
  uint64_t last_at; /* those from here on are copied as well */
} section_copy;

/* A copy that is being made. Some 10 KB: it is never on a stack. */
typedef struct shared_sections {
  const ovl_open_def *def;
  ovi_found_file file;
  uint8_t *bytes; /* the header, and behind it the copied parts of sections */
  uint64_t capacity;
  section_copy copies[OVI_FILE_MOST_SECTIONS];
} shared_sections;

static ovl_result fetch_shared(const shared_sections *shared, uint64_t at, uint8_t *to,
                               uint64_t bytes, ovl_fault *fault) {
  if (bytes != 0 && !shared->def->read(shared->def->read_user, at, to, (size_t)bytes)) {
    *fault = (ovl_fault){"read", at, 0, bytes};
    return OVL_READ_FAILED;
  }
  return OVL_OK;
}

/* ---- The header -------------------------------------------------------------------------- */

/* Copies the beginning of the header, which has its length, and then the rest. Nothing is read
 * twice: a forged file might give another length the second time. */
static ovl_result copy_header(shared_sections *shared, ovl_fault *fault) {
  const uint64_t all = shared->def->byte_count;
  const uint64_t begin = all < OVI_AT_SECTIONS ? all : OVI_AT_SECTIONS;
  uint64_t header_bytes = 0;
  shared->capacity = ovi_header_bytes(OVI_MOST_SECTIONS);
  shared->bytes = ovi_allocate(&shared->def->allocator, shared->capacity);
  if (shared->bytes == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = fetch_shared(shared, 0, shared->bytes, begin, fault);
  if (result == OVL_OK) {
    result = ovi_world_check_begin(shared->bytes, all, &header_bytes, fault);
  }
  if (result == OVL_OK) {
    result = fetch_shared(shared, begin, shared->bytes + begin, header_bytes - begin, fault);
  }
  return result == OVL_OK ? ovi_world_check_frame(&shared->file.shared, &shared->file.sections,
                                                  shared->bytes, all, fault)
                          : result;
}

/* The length of the header, which was copied. */
static uint64_t copied_header_bytes(const shared_sections *shared) {
  return ovi_get_u32(shared->bytes + OVI_AT_HEADER_BYTES);
}

/* ---- What is copied of a section ----------------------------------------------------------- */

static uint64_t chunk_begin(uint64_t at) { return at / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES; }

/* Of labels, all chunks but those of the bundles. The header is read again with the first chunk,
 * which is checked then. */
static ovl_result find_copied_labels(const shared_sections *shared, const ovi_section_view *section,
                                     section_copy *parts, ovl_fault *fault) {
  uint8_t head[OVI_LABELS_TABLE] = {0};
  const uint64_t content = parts->last_at;
  const uint64_t regions = ovi_plane_regions(&shared->file.shared.plane);
  const ovl_result result = fetch_shared(shared, section->at, head,
                                         content < sizeof(head) ? content : sizeof(head), fault);
  const ovi_labels_layout at = ovi_labels_layout_of(ovi_labels_read_counts(head, regions));
  const uint64_t first = chunk_begin(at.data + OVI_CHUNK_BYTES - 1);
  const uint64_t last = chunk_begin(at.links);
  parts->first = first < content ? first : content;
  parts->last_at = last < parts->first ? parts->first : last < content ? last : content;
  return result;
}

/* Of a section that is checked chunk by chunk, the checksums at its end are always copied. */
static ovl_result find_copied(const shared_sections *shared, uint32_t number, section_copy *parts,
                              ovl_fault *fault) {
  const ovi_section_view *section = &shared->file.sections.list[number];
  uint32_t profile;
  switch (ovi_section_kind(shared->file.sections.profiles, number, &profile)) {
  case OVI_SECTION_BLOCKS:
    *parts = (section_copy){.last_at = section->bytes};
    return OVL_OK;
  case OVI_SECTION_TABLE:
    *parts = (section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return OVL_OK;
  case OVI_SECTION_ISLANDS: { /* of a layer with arcs, the chunks behind the numbers */
    const uint64_t profile_at =
        shared->file.sections.list[OVI_SECTION_PROFILES].at + (uint64_t)profile * OVI_PROFILE_BYTES;
    uint8_t entry[OVI_PROFILE_BYTES]; /* read again with its section, which is checked then */
    *parts = (section_copy){.last_at = ovi_chunked_content(section->bytes)};
    const ovl_result result = fetch_shared(shared, profile_at, entry, sizeof(entry), fault);
    if (result == OVL_OK && (entry[OVI_PROFILE_FLAGS] &
                             (OVI_PROFILE_DIRECTED | OVI_PROFILE_MUTUAL)) == OVI_PROFILE_DIRECTED) {
      const uint64_t begin = chunk_begin(4 * (uint64_t)ovi_get_u32(entry + OVI_PROFILE_SLOTS));
      parts->last_at = begin < parts->last_at ? begin : parts->last_at;
    }
    return result;
  }
  case OVI_SECTION_OVERLAYS: { /* all before the blocks of the clusters */
    const ovi_layer layer = {.partition = shared->file.shared.plane};
    uint8_t head[OVI_OVERLAYS_HEAD_BYTES] = {0};
    const uint64_t first = section->bytes < sizeof(head) ? section->bytes : sizeof(head);
    *parts = (section_copy){.first = first, .last_at = section->bytes};
    const ovl_result result = fetch_shared(shared, section->at, head, first, fault);
    if (result == OVL_OK && ovi_get_u32(head + OVI_OVERLAYS_LEVELS) != 0) {
      const uint64_t all = ovi_overlay_head_of(&layer).bytes;
      parts->first = all < section->bytes ? all : section->bytes;
    }
    return result;
  }
  case OVI_SECTION_LABELS:
    *parts = (section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return find_copied_labels(shared, section, parts, fault);
  default:
    *parts = (section_copy){.first = section->bytes, .last_at = section->bytes};
    return OVL_OK;
  }
}

/* ---- Their memory -------------------------------------------------------------------------- */

static uint64_t copied_bytes(const ovi_section_view *section, const section_copy *copy) {
  return copy->first + (section->bytes - copy->last_at);
}

/* Makes memory for the header and all parts, and lets the sections be read there. False: no memory.
 */
static bool lay_out_copies(shared_sections *shared) {
  ovi_section_views *sections = &shared->file.sections;
  const ovl_allocator *allocator = &shared->def->allocator;
  const uint32_t count = ovi_section_count(sections->profiles);
  uint64_t place = copied_header_bytes(shared);
  uint64_t bytes = place;
  for (uint32_t i = 0; i < count; i++) {
    bytes += copied_bytes(&sections->list[i], &shared->copies[i]);
  }
  uint8_t *laid = ovi_allocate(allocator, bytes);
  if (laid == NULL) {
    return false;
  }
  memcpy(laid, shared->bytes, (size_t)place);
  for (uint32_t i = 0; i < count; i++) {
    /* The section is read from its parts, one behind the other. */
    ovi_section_view *section = &sections->list[i];
    const section_copy *copy = &shared->copies[i];
    const uint64_t length = copied_bytes(section, copy);
    uint32_t profile;
    section->held = copy->first == copy->last_at ? section->bytes : copy->first;
    section->data = copy->first != 0 || section->held == section->bytes ? laid + place : NULL;
    section->last = laid + place + copy->first;
    section->last_at = copy->last_at;
    if (ovi_section_is_chunked(ovi_section_kind(sections->profiles, i, &profile))) {
      section->sums = section->last + (ovi_chunked_content(section->bytes) - copy->last_at);
    }
    place += length;
    OVI_ASSERT(copy->first <= copy->last_at && copy->last_at <= section->bytes);
  }
  OVI_ASSERT(place == bytes);
  ovi_release(allocator, shared->bytes, shared->capacity);
  shared->bytes = laid;
  shared->capacity = bytes;
  shared->file.shared.file.bytes = laid;
  return true;
}

/* ---- Copying ------------------------------------------------------------------------------- */

static uint64_t copying_work(uint64_t bytes) {
  return (bytes + COPIED_BYTES_A_STEP - 1) / COPIED_BYTES_A_STEP;
}

/* Copies and checks the header, finds what is copied of each section, makes memory for all and
 * copies the parts, which are not checked. The copy was all zeros, but for its def and what its
 * progress reports to. The total of the progress is the work of copying, and of checking all
 * regions if the def asks for it. The caller releases the bytes, also after an error.
 * OVL_READ_FAILED, OVL_STOPPED, OVL_NO_MEMORY, or the error of a wrong header, with the fault. */
static ovl_result copy_shared_sections(shared_sections *shared, ovl_fault *fault) {
  ovi_progress *progress = &shared->file.progress;
  ovl_result result = copy_header(shared, fault);
  const uint32_t count = result == OVL_OK ? ovi_section_count(shared->file.sections.profiles) : 0;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    result = find_copied(shared, i, &shared->copies[i], fault);
  }
  if (result != OVL_OK || !lay_out_copies(shared)) {
    return result != OVL_OK ? result : OVL_NO_MEMORY;
  }
  progress->total = shared->def->check_all ? ovi_world_check_work(&shared->file.shared) : 0;
  for (uint32_t i = 0; i < count; i++) {
    progress->total +=
        copying_work(copied_bytes(&shared->file.sections.list[i], &shared->copies[i]));
  }
  uint8_t *to = shared->bytes + copied_header_bytes(shared);
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    const ovi_section_view *section = &shared->file.sections.list[i];
    const section_copy *copy = &shared->copies[i];
    const uint64_t last = section->bytes - copy->last_at;
    result = fetch_shared(shared, section->at, to, copy->first, fault);
    if (result == OVL_OK) {
      result = fetch_shared(shared, section->at + copy->last_at, to + copy->first, last, fault);
    }
    if (result == OVL_OK) {
      result = ovi_progress_add(progress, copying_work(copy->first + last));
    }
    to += copy->first + last;
    OVI_ASSERT(to <= shared->bytes + shared->capacity);
  }
  return result;
}

/* ---- Through a reader ---------------------------------------------------------------------- */

/* Makes the cache of calls without a planner. */
static ovl_result make_cache(ovi_base *base, uint64_t bytes) {
  ovi_page_cache counted;
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(&counted, &arena, bytes);
  const uint64_t all = arena.used;
  arena = (ovi_arena){ovi_allocate(&base->allocator, all), 0};
  if (arena.block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_page_cache *cache = ovi_arena_take(&arena, 1, sizeof(ovi_page_cache));
  ovi_page_cache_reserve(cache, &arena, bytes);
  OVI_ASSERT(arena.used == all);
  base->resident_bytes = bytes;
  base->cache_bytes = all;
  base->pager.cache = cache;
  return OVL_OK;
}

/* Copies and checks what all regions share, and makes the world, which owns the copy then. */
static ovl_result open_by_reader(ovl_world **world, shared_sections *shared, ovl_fault *fault) {
  const ovl_open_def *def = shared->def;
  ovl_result result = copy_shared_sections(shared, fault);
  if (result == OVL_OK) {
    shared->file.on_touch = true;
    result = ovi_world_make(world, &shared->file, &def->allocator, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  ovi_base *base = (*world)->base;
  base->owned = shared->bytes;
  base->owned_bytes = shared->capacity;
  base->paged->blocks.read = def->read;
  base->paged->blocks.read_user = def->read_user;
  shared->bytes = NULL;
  result = make_cache(base, def->resident_bytes);
  return result == OVL_OK && def->check_all
             ? ovi_pager_check_all(&base->pager, (*world)->layers, &shared->file.progress, fault)
             : result;
}

/* ---- Calls ----------------------------------------------------------------------------- */

ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  ovl_open_def filled = *def;
  filled.resident_bytes = def->resident_bytes != 0 ? def->resident_bytes : OPENING_RESIDENT_BYTES;
  filled.allocator = *ovi_allocator_of(&def->allocator);
  def = &filled;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  const ovi_argument arguments[] = {OVI_ALLOCATOR_ARGUMENT(&def->allocator),
                                    {"read", def->bytes != NULL || def->read != NULL, 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  shared_sections *shared = ovi_allocate(&def->allocator, sizeof *shared);
  ovl_result result = OVL_NO_MEMORY;
  if (shared != NULL) {
    memset(shared, 0, sizeof *shared);
    shared->def = def;
    shared->file.progress = (ovi_progress){.report = def->progress, .user = def->progress_user};
    if (def->bytes != NULL) {
      const ovi_file_bytes bytes = {def->bytes, def->byte_count,
                                    def->check_all ? OVI_CHECK_ALL : OVI_CHECK_ON_TOUCH};
      result = ovi_world_find(world, &shared->file, &bytes, &def->allocator, fault);
    } else {
      result = open_by_reader(world, shared, fault);
    }
    ovi_release(&def->allocator, shared->bytes, shared->capacity);
    ovi_release(&def->allocator, shared, sizeof *shared);
  }
  if (result != OVL_OK) {
    ovl_world_close(*world);
    *world = NULL;
  }
  return ovi_fault_end(fault, result);
}

ovl_result ovl_world_open(const void *bytes, size_t byte_count, ovl_world **world,
                          ovl_fault *fault) {
  if (bytes == NULL) {
    *world = NULL;
    return ovi_argument_fail(fault, "bytes", 0, 0, 1);
  }
  const ovl_open_def def = {.bytes = bytes, .byte_count = byte_count, .check_all = true};
  return ovl_world_open_def(&def, world, fault);
}
