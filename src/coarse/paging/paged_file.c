/* Making a paged file: its sections, its bits, and the placeholder. */
#include "coarse/paging/paged_file.h"

#include "coarse/format/sections.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"

/* ---- The placeholder ------------------------------------------------------------------ */

static uint32_t placeholder_bytes(const ovi_shared *shared) {
  const uint32_t head = shared->block_head_bytes + 2; /* a palette of one terrain */
  const uint32_t heights = shared->has_heights ? 4 : 0;
  return (head + heights + shared->profile_count * OVI_LAYER_HEADER_BYTES + 7) & ~7u;
}

/* Writes the block of a closed region, which serves for a region of any size. */
static void write_placeholder(const ovi_shared *shared, uint8_t *block) {
  uint32_t at = shared->block_head_bytes + 2;
  memset(block, 0, placeholder_bytes(shared));
  ovi_put_u16(block + OVI_BLOCK_SLOTS, 1);
  block[OVI_BLOCK_CELLS] = OVI_CELLS_CLOSED;
  if (shared->has_heights) {
    block[OVI_BLOCK_CELLS] |= OVI_CELLS_HEIGHTS;
    at += 4;
  }
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    if (shared->profile_count == 1) {
      ovi_put_u16(block + OVI_BLOCK_LAYERS, at / 2);
    } else {
      ovi_put_u32(block + OVI_BLOCK_LAYERS + 4 * profile, at);
    }
    block[at + OVI_LAYER_FLAGS] = OVI_FLAG_CLOSED;
    at += OVI_LAYER_HEADER_BYTES;
  }
  OVI_ASSERT(at <= placeholder_bytes(shared));
  ovi_put_u64(block, ovi_hash64(0, block + 8, placeholder_bytes(shared) - 8));
}

/* ---- Sections -------------------------------------------------------------------------- */

static ovi_shared_bits paged_file_take_bits(ovi_arena *arena, uint64_t count) {
  ovi_shared_bits bits = {ovi_arena_take(arena, (count + 31) / 32, sizeof(atomic_uint))};
  for (uint64_t i = 0; bits.words != NULL && i < (count + 31) / 32; i++) {
    atomic_init(&bits.words[i], 0);
  }
  return bits;
}

static ovi_paged_chunks view_chunks(const ovi_section_view *section, ovi_arena *arena) {
  ovi_paged_chunks chunks = {.at = section->at,
                             .bytes = ovi_chunked_content(section->bytes),
                             .data = section->held == section->bytes ? section->data : NULL,
                             .sums = section->sums};
  chunks.numbers = chunks.bytes / 4;
  if (chunks.data != NULL) {
    chunks.checked = paged_file_take_bits(arena, ovi_chunk_count(chunks.bytes));
  }
  return chunks;
}

/* Takes the memory of a paged file and finds its sections. With an arena that only counts, the
 * memory is NULL. */
static void paged_file_reserve(ovi_paged_file *file, ovi_arena *arena, const ovi_layer *layers,
                               const ovi_section_views *sections) {
  const ovi_shared *shared = &file->shared;
  const uint64_t regions = ovi_region_count(layers);
  const ovi_section_view *blocks = &sections->list[OVI_SECTION_BLOCKS];
  file->layers = ovi_arena_take(arena, shared->profile_count, sizeof(ovi_layer));
  file->islands = ovi_arena_take(arena, shared->profile_count, sizeof(ovi_paged_chunks));
  file->overlays = ovi_arena_take(arena, shared->profile_count, sizeof(ovi_paged_overlays));
  file->labels = ovi_arena_take(arena, shared->profile_count, sizeof(ovi_paged_labels));
  file->placeholder_bytes = placeholder_bytes(shared);
  file->placeholder = ovi_arena_take(arena, file->placeholder_bytes, 1);
  file->table = view_chunks(&sections->list[OVI_SECTION_TABLE], arena);
  file->table.numbers = regions * shared->entry_bytes / 4;
  file->blocks.at = blocks->at;
  file->blocks.bytes = blocks->bytes;
  file->blocks.data = blocks->data;
  for (uint32_t i = 0; i < shared->profile_count; i++) {
    const ovi_layer *layer = &layers[i];
    ovi_paged_chunks islands = view_chunks(ovi_section_of(sections, OVI_SECTION_ISLANDS, i), arena);
    islands.numbers = layer->islands.slots;
    islands.most = layer->islands.count;
    const ovi_section_view *section = ovi_section_of(sections, OVI_SECTION_OVERLAYS, i);
    const uint32_t levels = layer->overlay.levels;
    ovi_paged_overlays overlays = {.at = section->at + (uint64_t)((uintptr_t)layer->overlay.blocks -
                                                                  (uintptr_t)section->data)};
    if (section->held == section->bytes && levels != 0) {
      overlays.data = layer->overlay.blocks;
      overlays.checked = paged_file_take_bits(
          arena, OVI_CLUSTER_PIECES * (uint64_t)layer->overlay.first_clusters[levels]);
    }
    section = ovi_section_of(sections, OVI_SECTION_LABELS, i);
    ovi_paged_labels labels = {.chunks = {.bytes = 0}};
    if (layer->labels.count != 0) {
      labels.chunks = view_chunks(section, arena);
      labels.chunks.numbers = 0;
      labels.data_at = (uint64_t)(layer->labels.begins - section->data) +
                       ovi_padded8(4 * ((uint64_t)layer->labels.count + 1));
    }
    if (labels.chunks.data != NULL) {
      labels.checked = paged_file_take_bits(arena, layer->labels.count);
    }
    if (file->islands != NULL) {
      file->islands[i] = islands;
      file->labels[i] = labels;
      file->overlays[i] = overlays;
    }
  }
  if (file->blocks.data != NULL) {
    file->checked = paged_file_take_bits(arena, regions);
    file->compared = paged_file_take_bits(arena, regions);
  }
}

ovl_result ovi_paged_file_make(ovi_paged_file **file, const ovi_shared *shared,
                               const ovi_layer *layers, const ovi_section_views *sections,
                               const ovl_allocator *allocator) {
  ovi_paged_file counted = {.shared = *shared};
  ovi_arena arena = {NULL, 0};
  ovi_arena_take(&arena, 1, sizeof(ovi_paged_file));
  paged_file_reserve(&counted, &arena, layers, sections);
  const ovi_object object = {*allocator, arena.used, NULL};
  const ovl_result result = ovi_object_make(&object, 0, sizeof(ovi_paged_file), &arena, NULL);
  if (result != OVL_OK) {
    return result;
  }
  ovi_paged_file *made = (ovi_paged_file *)(void *)arena.block;
  made->shared = *shared;
  atomic_init(&made->fault, OVL_OK);
  atomic_init(&made->has_first_fault, false);
  paged_file_reserve(made, &arena, layers, sections);
  OVI_ASSERT(arena.used <= object.bytes);
  memcpy(made->layers, layers, shared->profile_count * sizeof(ovi_layer));
  for (uint32_t i = 0; i < shared->profile_count; i++) {
    made->layers[i].shared = &made->shared;
  }
  write_placeholder(shared, made->placeholder);
  *file = made;
  return OVL_OK;
}
