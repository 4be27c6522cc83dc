/* Finds the sections of a file, refuses wrong names, places and lengths of them, and checks their
 * checksums. */
#include "coarse/format/sections.h"

#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

/* ---- Finding ------------------------------------------------------------------------- */

uint32_t ovi_section_number(uint32_t profiles, ovi_section kind, uint32_t profile) {
  OVI_ASSERT(kind < OVI_SECTION_COUNT);
  if (kind < OVI_SECTION_ISLANDS) {
    return (uint32_t)kind;
  }
  return OVI_SHARED_SECTIONS + (uint32_t)(kind - OVI_SECTION_ISLANDS) * profiles + profile;
}

ovi_section ovi_section_kind(uint32_t profiles, uint32_t number, uint32_t *profile) {
  const uint32_t own = number - OVI_SHARED_SECTIONS;
  OVI_ASSERT(number < ovi_section_count(profiles));
  *profile = 0;
  if (number < OVI_SHARED_SECTIONS) {
    return (ovi_section)number;
  }
  *profile = own % profiles;
  return (ovi_section)(OVI_SECTION_ISLANDS + own / profiles);
}

ovl_result ovi_sections_find(ovi_section_views *sections, const uint8_t *header,
                             uint64_t file_bytes, ovl_fault *fault) {
  static const char names[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;
  const uint32_t profiles = ovi_get_u16(header + OVI_AT_PROFILES);
  uint32_t count = ovi_get_u32(header + OVI_AT_SECTION_COUNT);
  uint64_t at = ovi_header_bytes(count);
  uint32_t known = 0;
  memset(sections, 0, sizeof(*sections));
  sections->profiles = profiles;
  if (!ovi_check_range(fault, "bytes of zero", OVI_AT_SECTION_COUNT + 4,
                       ovi_get_u32(header + OVI_AT_SECTION_COUNT + 4), 0, 0)) {
    return OVL_CORRUPT;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint64_t entry_at = OVI_AT_SECTIONS + (uint64_t)i * OVI_SECTION_BYTES;
    const uint8_t *entry = header + entry_at;
    ovi_section_view view = {.at = ovi_get_u64(entry + 8),
                             .bytes = ovi_get_u64(entry + 16),
                             .checksum = ovi_get_u64(entry + 24)};
    if (view.at != at || view.bytes > file_bytes - at || view.bytes % 8 != 0) {
      return ovi_check_fail_values(fault, OVL_CORRUPT, "place of a section", entry_at, view.at, at);
    }
    at += view.bytes;
    int kind = 0;
    while (kind < OVI_SECTION_COUNT && memcmp(entry, names[kind], 4) != 0) {
      kind++;
    }
    if (kind == OVI_SECTION_COUNT) {
      continue; /* its name is unknown */
    }
    const uint32_t profile = ovi_get_u32(entry + 4);
    const uint32_t number = ovi_section_number(profiles, (ovi_section)kind, profile);
    if (profile >= (kind < OVI_SECTION_ISLANDS ? 1u : profiles) || sections->list[number].at != 0) {
      return ovi_check_fail(fault, OVL_CORRUPT, "names of the sections", entry_at);
    }
    sections->list[number] = view;
    known++;
  }
  const bool has_places = sections->list[OVI_SECTION_PLACES].at != 0;
  const uint32_t expected = ovi_section_count(profiles) - (has_places ? 0 : 1);
  if (known != expected) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "names of the sections", OVI_AT_SECTIONS,
                                 known, expected);
  }
  if (at != file_bytes) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "lengths of the sections", OVI_AT_SECTIONS, at,
                                 file_bytes);
  }
  return OVL_OK;
}

void ovi_sections_hold_all(ovi_section_views *sections, const uint8_t *bytes) {
  for (uint32_t number = 0; number < ovi_section_count(sections->profiles); number++) {
    ovi_section_view *section = &sections->list[number];
    uint32_t profile;
    const ovi_section kind = ovi_section_kind(sections->profiles, number, &profile);
    section->data = bytes + section->at;
    section->held = section->bytes;
    if (ovi_section_is_chunked(kind)) {
      section->sums = section->data + ovi_chunked_content(section->bytes);
    }
  }
}

/* ---- Checksums ----------------------------------------------------------------------- */

enum { SUM_BYTES = 8 };

uint64_t ovi_chunked_content(uint64_t section_bytes) {
  const uint64_t full = section_bytes / (OVI_CHUNK_BYTES + SUM_BYTES);
  const uint64_t rest = section_bytes % (OVI_CHUNK_BYTES + SUM_BYTES);
  if (rest == 0) {
    return full * OVI_CHUNK_BYTES;
  }
  return rest > SUM_BYTES ? full * OVI_CHUNK_BYTES + rest - SUM_BYTES : UINT64_MAX;
}

uint64_t ovi_chunk_sum(const uint8_t *chunk, uint64_t bytes) {
  return ovi_hash64(0, chunk, (size_t)bytes);
}

uint64_t ovi_chunks_end(uint8_t *section, uint64_t bytes) {
  const uint64_t chunks = ovi_chunk_count(bytes);
  if (chunks == 0) {
    return ovi_chunks_checksum(section, 0);
  }
  for (uint64_t i = 0; i < chunks; i++) {
    ovi_put_u64(section + bytes + SUM_BYTES * i,
                ovi_chunk_sum(section + i * OVI_CHUNK_BYTES, ovi_chunk_length(bytes, i)));
  }
  return ovi_chunks_checksum(section + bytes, chunks);
}

uint64_t ovi_chunks_checksum(const uint8_t *sums, uint64_t chunks) {
  return ovi_hash64(0, sums, (size_t)(SUM_BYTES * chunks));
}

uint64_t ovi_chunks_check(const ovi_section_view *section, uint64_t from, uint64_t end) {
  const uint64_t content = ovi_chunked_content(section->bytes);
  OVI_ASSERT(end <= ovi_chunk_count(content));
  while (from < end && ovi_get_u64(section->sums + SUM_BYTES * from) ==
                           ovi_chunk_sum(ovi_section_bytes(section, from * OVI_CHUNK_BYTES),
                                         ovi_chunk_length(content, from))) {
    from++;
  }
  return from;
}

uint64_t ovi_primary_fingerprint(const uint8_t *header, const ovi_section_view *sections,
                                 uint32_t profiles) {
  /* The setting of labels, which follows in the header, does not count. */
  uint64_t hash = ovi_hash64(1, header + OVI_AT_ORIGIN, OVI_AT_LABEL_BUDGET - OVI_AT_ORIGIN);
  for (uint32_t i = 0; i < OVI_SHARED_SECTIONS + 2 * profiles; i++) {
    const bool is_missing = i == OVI_SECTION_PLACES && sections[i].checksum == 0;
    hash = is_missing ? hash : ovi_mix64(hash ^ sections[i].checksum);
  }
  return hash;
}
