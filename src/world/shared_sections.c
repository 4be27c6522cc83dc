/* Copies what all regions share: the header, the sections of what was given to the bake, and of the
 * others what is not fetched region by region.
 *
 * Invariant: copied bytes are checked after the copy, never before. */
#include "world/shared_sections.h"

#include "coarse/check/label_check.h"
#include "coarse/check/world_check.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/compiler.h"

enum { COPIED_BYTES_A_STEP = 4096 }; /* which progress counts as 1 */

static ovl_result fetch_shared(const ovi_shared_sections *shared, uint64_t at, uint8_t *to,
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
static ovl_result copy_header(ovi_shared_sections *shared, ovl_fault *fault) {
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
static uint64_t copied_header_bytes(const ovi_shared_sections *shared) {
  return ovi_get_u32(shared->bytes + OVI_AT_HEADER_BYTES);
}

/* ---- What is copied of a section ----------------------------------------------------------- */

static uint64_t chunk_begin(uint64_t at) { return at / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES; }

/* Of labels, all chunks but those of the bundles. The header is read again with the first chunk,
 * which is checked then. */
static ovl_result find_copied_labels(const ovi_shared_sections *shared,
                                     const ovi_section_view *section, ovi_section_copy *parts,
                                     ovl_fault *fault) {
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
static ovl_result find_copied(const ovi_shared_sections *shared, uint32_t number,
                              ovi_section_copy *parts, ovl_fault *fault) {
  const ovi_section_view *section = &shared->file.sections.list[number];
  uint32_t profile;
  switch (ovi_section_kind(shared->file.sections.profiles, number, &profile)) {
  case OVI_SECTION_BLOCKS:
    *parts = (ovi_section_copy){.last_at = section->bytes};
    return OVL_OK;
  case OVI_SECTION_TABLE:
    *parts = (ovi_section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return OVL_OK;
  case OVI_SECTION_ISLANDS: { /* of a directed layer, the chunks behind the numbers */
    const uint64_t profile_at =
        shared->file.sections.list[OVI_SECTION_PROFILES].at + (uint64_t)profile * OVI_PROFILE_BYTES;
    uint8_t entry[OVI_PROFILE_BYTES]; /* read again with its section, which is checked then */
    *parts = (ovi_section_copy){.last_at = ovi_chunked_content(section->bytes)};
    const ovl_result result = fetch_shared(shared, profile_at, entry, sizeof(entry), fault);
    if (result == OVL_OK && (entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
      const uint64_t begin = chunk_begin(4 * (uint64_t)ovi_get_u32(entry + OVI_PROFILE_SLOTS));
      parts->last_at = begin < parts->last_at ? begin : parts->last_at;
    }
    return result;
  }
  case OVI_SECTION_OVERLAYS: { /* all before the blocks of the clusters */
    const ovi_layer layer = {.partition = shared->file.shared.plane};
    uint8_t head[OVI_OVERLAYS_HEAD_BYTES] = {0};
    const uint64_t first = section->bytes < sizeof(head) ? section->bytes : sizeof(head);
    *parts = (ovi_section_copy){.first = first, .last_at = section->bytes};
    const ovl_result result = fetch_shared(shared, section->at, head, first, fault);
    if (result == OVL_OK && ovi_get_u32(head + OVI_OVERLAYS_LEVELS) != 0) {
      const uint64_t all = ovi_overlay_head_of(&layer).bytes;
      parts->first = all < section->bytes ? all : section->bytes;
    }
    return result;
  }
  case OVI_SECTION_LABELS:
    *parts = (ovi_section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return find_copied_labels(shared, section, parts, fault);
  default:
    *parts = (ovi_section_copy){.first = section->bytes, .last_at = section->bytes};
    return OVL_OK;
  }
}

/* ---- Their memory -------------------------------------------------------------------------- */

static uint64_t copied_bytes(const ovi_section_view *section, const ovi_section_copy *copy) {
  return copy->first + (section->bytes - copy->last_at);
}

/* Makes memory for the header and all parts, and lets the sections be read there. False: no memory.
 */
static bool lay_out_copies(ovi_shared_sections *shared) {
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
    const ovi_section_copy *copy = &shared->copies[i];
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
  }
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

ovl_result ovi_shared_sections_copy(ovi_shared_sections *shared, ovl_fault *fault) {
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
    const ovi_section_copy *copy = &shared->copies[i];
    const uint64_t last = section->bytes - copy->last_at;
    result = fetch_shared(shared, section->at, to, copy->first, fault);
    if (result == OVL_OK) {
      result = fetch_shared(shared, section->at + copy->last_at, to + copy->first, last, fault);
    }
    if (result == OVL_OK) {
      result = ovi_progress_add(progress, copying_work(copy->first + last));
    }
    to += copy->first + last;
  }
  return result;
}
