/* Copies what all regions share: the header, the sections of what was given to the bake, and of the
 * others what is not fetched region by region.
 *
 * Invariants: copied bytes are checked after the copy, never before. Nothing that was copied is
 * read again, unless it was found to be wrong. */
#include "world/shared_sections.h"

#include "coarse/check/label_check.h"
#include "coarse/check/world_check.h"
#include "coarse/overlay/overlay.h"
#include "common/compiler.h"

static ovl_result fetch_shared(const ovi_shared_sections *shared, uint64_t at, uint8_t *to,
                               uint64_t bytes, ovl_fault *fault) {
  if (bytes == 0) {
    return OVL_OK;
  }
  switch (shared->def->read(shared->def->read_user, at, to, (size_t)bytes)) {
  case OVL_READ_DONE:
    return OVL_OK;
  case OVL_READ_LATER:
    *fault = (ovl_fault){"read: the bytes have not arrived yet", at, 0, bytes};
    return OVL_NEEDS_REGIONS;
  default:
    *fault = (ovl_fault){"read", at, 0, bytes};
    return OVL_READ_FAILED;
  }
}

/* ---- The header -------------------------------------------------------------------------- */

/* Gives the header memory of so many bytes, and moves what was read of it. */
static bool grow_header(ovi_shared_sections *shared, uint64_t bytes) {
  const ovl_allocator *allocator = &shared->def->allocator;
  if (bytes <= shared->capacity) {
    return true;
  }
  uint8_t *grown = ovi_allocate(allocator, bytes);
  if (grown == NULL) {
    return false;
  }
  if (shared->header_read != 0) {
    memcpy(grown, shared->bytes, (size_t)shared->header_read);
  }
  ovi_release(allocator, shared->bytes, shared->capacity);
  shared->bytes = grown;
  shared->capacity = bytes;
  return true;
}

/* Fetches the header up to `end`, from where it was fetched to. */
static ovl_result fetch_header(ovi_shared_sections *shared, uint64_t end, ovl_fault *fault) {
  const uint64_t at = shared->header_read;
  if (at >= end) {
    return OVL_OK;
  }
  const ovl_result result = fetch_shared(shared, at, shared->bytes + at, end - at, fault);
  shared->header_read = result == OVL_OK ? end : at;
  return result;
}

/* Copies the beginning of the header, which has its length, and then the rest. Nothing is read
 * twice: a forged file might give another length the second time. */
static ovl_result copy_header(ovi_shared_sections *shared, ovl_fault *fault) {
  const uint64_t all = shared->def->byte_count;
  uint64_t header_bytes = 0;
  if (!grow_header(shared, OVI_AT_SECTIONS)) {
    return OVL_NO_MEMORY;
  }
  ovl_result result = fetch_header(shared, all < OVI_AT_SECTIONS ? all : OVI_AT_SECTIONS, fault);
  if (result != OVL_OK) {
    return result;
  }
  result = ovi_world_check_begin(shared->bytes, all, &header_bytes, fault);
  if (result == OVL_OK && !grow_header(shared, header_bytes)) {
    return OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    result = fetch_header(shared, header_bytes, fault);
    if (result != OVL_OK) {
      return result;
    }
    result = ovi_world_check_frame(&shared->file.shared, &shared->file.sections, shared->bytes, all,
                                   fault);
  }
  shared->has_header = result == OVL_OK;
  shared->header_read = result == OVL_OK ? header_bytes : 0;
  return result;
}

/* ---- What is copied of a section ----------------------------------------------------------- */

/* Of overlays, all before the blocks of the clusters. */
static ovl_result find_copied_overlays(const ovi_shared_sections *shared,
                                       const ovi_section_view *section, ovi_section_copy *parts,
                                       ovl_fault *fault) {
  const ovi_layer layer = {.partition = shared->file.shared.plane};
  uint8_t head[OVI_OVERLAYS_HEAD_BYTES] = {0};
  parts->first = section->bytes < sizeof(head) ? section->bytes : sizeof(head);
  const ovl_result result = fetch_shared(shared, section->at, head, parts->first, fault);
  if (result == OVL_OK && ovi_get_u32(head + OVI_OVERLAYS_LEVELS) != 0) {
    const uint64_t all = ovi_overlay_head_of(&layer).bytes;
    parts->first = all < section->bytes ? all : section->bytes;
  }
  return result;
}

static uint64_t chunk_begin(uint64_t at) { return at / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES; }

/* Of the islands of a directed layer, the chunks behind the numbers. The profile is read again with
 * its section, which is checked then. */
static ovl_result find_copied_islands(const ovi_shared_sections *shared, uint32_t profile,
                                      ovi_section_copy *parts, ovl_fault *fault) {
  const uint64_t profiles_at = shared->file.sections.list[OVI_SECTION_PROFILES].at;
  uint8_t entry[OVI_PROFILE_BYTES];
  const ovl_result result = fetch_shared(
      shared, profiles_at + (uint64_t)profile * OVI_PROFILE_BYTES, entry, sizeof(entry), fault);
  if (result == OVL_OK && (entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_DIRECTED) != 0) {
    const uint64_t begin = chunk_begin(4 * (uint64_t)ovi_get_u32(entry + OVI_PROFILE_SLOTS));
    parts->last_at = begin < parts->last_at ? begin : parts->last_at;
  }
  return result;
}

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
  case OVI_SECTION_ISLANDS:
    *parts = (ovi_section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return find_copied_islands(shared, profile, parts, fault);
  case OVI_SECTION_OVERLAYS:
    *parts = (ovi_section_copy){.last_at = section->bytes};
    return find_copied_overlays(shared, section, parts, fault);
  case OVI_SECTION_LABELS:
    *parts = (ovi_section_copy){.last_at = ovi_chunked_content(section->bytes)};
    return find_copied_labels(shared, section, parts, fault);
  default:
    *parts = (ovi_section_copy){.first = section->bytes, .last_at = section->bytes};
    return OVL_OK;
  }
}

/* Finds what is copied of the sections of which this is not known. */
static ovl_result find_all_copied(ovi_shared_sections *shared, ovl_fault *fault) {
  const uint32_t count = ovi_section_count(shared->file.sections.profiles);
  for (uint32_t i = 0; i < count; i++) {
    ovi_section_copy *copy = &shared->copies[i];
    if (copy->state != OVI_COPY_UNKNOWN) {
      continue;
    }
    const ovl_result result = find_copied(shared, i, copy, fault);
    if (result != OVL_OK) {
      return result;
    }
    copy->state = OVI_COPY_FOUND;
  }
  return OVL_OK;
}

/* ---- Copying sections ---------------------------------------------------------------------- */

static uint64_t copied_bytes(const ovi_section_view *section, const ovi_section_copy *copy) {
  return copy->first + (section->bytes - copy->last_at);
}

/* Lets a section be read from its parts, one behind the other. */
static void view_copied(ovi_section_view *section, const ovi_section_copy *copy, bool is_chunked,
                        const uint8_t *at) {
  section->held = copy->first == copy->last_at ? section->bytes : copy->first;
  section->data = copy->first != 0 || section->held == section->bytes ? at : NULL;
  section->last = at + copy->first;
  section->last_at = copy->last_at;
  if (is_chunked) {
    section->sums = section->last + (ovi_chunked_content(section->bytes) - copy->last_at);
  }
}

/* Makes memory for the header and all parts, and moves those that were copied before a section had
 * to be read again. False: no memory. */
static bool lay_out_copies(ovi_shared_sections *shared) {
  ovi_section_views *sections = &shared->file.sections;
  const ovl_allocator *allocator = &shared->def->allocator;
  const uint32_t count = ovi_section_count(sections->profiles);
  uint64_t bytes = shared->header_read;
  for (uint32_t i = 0; i < count; i++) {
    bytes += copied_bytes(&sections->list[i], &shared->copies[i]);
  }
  uint8_t *laid = ovi_allocate(allocator, bytes);
  if (laid == NULL) {
    return false;
  }
  memcpy(laid, shared->bytes, (size_t)shared->header_read);
  uint64_t place = shared->header_read;
  for (uint32_t i = 0; i < count; i++) {
    ovi_section_copy *copy = &shared->copies[i];
    const uint64_t length = copied_bytes(&sections->list[i], copy);
    uint32_t profile;
    if (copy->state == OVI_COPY_HAS_ALL) {
      memcpy(laid + place, shared->bytes + copy->place, (size_t)length);
    }
    copy->place = place;
    view_copied(&sections->list[i], copy,
                ovi_section_is_chunked(ovi_section_kind(sections->profiles, i, &profile)),
                laid + place);
    place += length;
  }
  ovi_release(allocator, shared->bytes, shared->capacity);
  shared->bytes = laid;
  shared->capacity = bytes;
  shared->file.shared.file.bytes = laid;
  shared->is_laid_out = true;
  return true;
}

static ovl_result copy_section(ovi_shared_sections *shared, uint32_t number, ovl_fault *fault) {
  const ovi_section_view *section = &shared->file.sections.list[number];
  ovi_section_copy *copy = &shared->copies[number];
  uint8_t *to = shared->bytes + copy->place;
  ovl_result result = OVL_OK;
  if (copy->state == OVI_COPY_FOUND) {
    result = fetch_shared(shared, section->at, to, copy->first, fault);
    copy->state = result == OVL_OK ? OVI_COPY_HAS_FIRST : copy->state;
  }
  if (copy->state == OVI_COPY_HAS_FIRST) {
    result = fetch_shared(shared, section->at + copy->last_at, to + copy->first,
                          section->bytes - copy->last_at, fault);
    copy->state = result == OVL_OK ? OVI_COPY_HAS_ALL : copy->state;
  }
  return result;
}

ovl_result ovi_shared_sections_copy(ovi_shared_sections *shared, ovl_fault *fault) {
  ovl_result result = shared->has_header ? OVL_OK : copy_header(shared, fault);
  if (result == OVL_OK) {
    result = find_all_copied(shared, fault);
  }
  if (result == OVL_OK && !shared->is_laid_out && !lay_out_copies(shared)) {
    result = OVL_NO_MEMORY;
  }
  const uint32_t count = result == OVL_OK ? ovi_section_count(shared->file.sections.profiles) : 0;
  for (uint32_t i = 0; i < count && result == OVL_OK; i++) {
    result = copy_section(shared, i, fault);
  }
  return result;
}

void ovi_shared_sections_read_again(ovi_shared_sections *shared, uint64_t where) {
  const uint32_t count = ovi_section_count(shared->file.sections.profiles);
  for (uint32_t i = 0; i < count; i++) {
    const ovi_section_view *section = &shared->file.sections.list[i];
    if (where >= section->at && where - section->at < section->bytes) {
      shared->copies[i].state = OVI_COPY_UNKNOWN;
      shared->is_laid_out = false;
    }
  }
}

void ovi_shared_sections_release(ovi_shared_sections *shared) {
  ovi_release(&shared->def->allocator, shared->bytes, shared->capacity);
  shared->bytes = NULL;
}
