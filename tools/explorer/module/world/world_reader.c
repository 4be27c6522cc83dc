/* See world_reader.h. */
#include "tools/explorer/module/world/world_reader.h"

#include "tools/explorer/module/module_memory.h"

static void *allocate_all(uint64_t bytes) {
  void *memory = bytes < SIZE_MAX / 2 ? module_allocate((uint32_t)bytes) : NULL;
  if (memory != NULL) {
    memset(memory, 0, (size_t)bytes);
  }
  return memory;
}

bool world_reader_begin(world_reader *reader, uint64_t file_bytes, uint32_t most_chunks) {
  *reader = (world_reader){.file_bytes = file_bytes};
  const uint64_t chunks = (file_bytes + WORLD_CHUNK_BYTES - 1) / WORLD_CHUNK_BYTES;
  if (chunks >= UINT32_MAX / 4) {
    return false;
  }
  reader->chunks = (uint32_t)chunks;
  reader->slots = reader->chunks < most_chunks ? reader->chunks : most_chunks;
  reader->bytes = allocate_all((uint64_t)reader->slots * WORLD_CHUNK_BYTES);
  reader->chunk_of = allocate_all(4 * (uint64_t)reader->slots);
  reader->used_at = allocate_all(4 * (uint64_t)reader->slots);
  reader->slot_of = allocate_all(4 * (uint64_t)reader->chunks);
  if (reader->bytes != NULL && reader->chunk_of != NULL && reader->used_at != NULL &&
      reader->slot_of != NULL) {
    return true;
  }
  world_reader_end(reader);
  return false;
}

void world_reader_end(world_reader *reader) {
  module_release(reader->bytes, reader->slots * WORLD_CHUNK_BYTES);
  module_release(reader->chunk_of, 4 * reader->slots);
  module_release(reader->used_at, 4 * reader->slots);
  module_release(reader->slot_of, 4 * reader->chunks);
  *reader = (world_reader){.bytes = NULL};
}

void world_reader_ask(world_reader *reader) { reader->wanted_count = 0; }

uint8_t *world_reader_place(world_reader *reader, uint32_t chunk) {
  if (chunk >= reader->chunks) {
    return NULL;
  }
  uint32_t slot = reader->slot_of[chunk];
  if (slot == 0) {
    uint32_t oldest = 0;
    for (uint32_t i = 0; i < reader->slots; i++) {
      oldest = reader->used_at[i] < reader->used_at[oldest] ? i : oldest;
    }
    if (reader->chunk_of[oldest] != 0) {
      reader->slot_of[reader->chunk_of[oldest] - 1] = 0;
    }
    slot = oldest + 1;
    reader->chunk_of[oldest] = chunk + 1;
    reader->slot_of[chunk] = slot;
  }
  reader->used_at[slot - 1] = ++reader->clock;
  return reader->bytes + (size_t)(slot - 1) * WORLD_CHUNK_BYTES;
}

static void want(world_reader *reader, uint32_t chunk) {
  for (uint32_t i = reader->wanted_count; i > 0; i--) {
    if (reader->wanted[i - 1] == chunk) {
      return;
    }
  }
  if (reader->wanted_count < WORLD_MOST_WANTED) {
    reader->wanted[reader->wanted_count++] = chunk;
  }
}

ovl_read world_reader_read(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  world_reader *reader = user;
  if (offset > reader->file_bytes || byte_count > reader->file_bytes - offset) {
    return OVL_READ_ERROR;
  }
  bool is_late = false;
  const uint64_t end = offset + byte_count;
  for (uint64_t at = offset / WORLD_CHUNK_BYTES; at * WORLD_CHUNK_BYTES < end; at++) {
    if (reader->slot_of[at] == 0) {
      want(reader, (uint32_t)at);
      is_late = true;
    } else {
      reader->used_at[reader->slot_of[at] - 1] = ++reader->clock;
    }
  }
  if (is_late) {
    return OVL_READ_LATER;
  }
  uint8_t *to = bytes;
  while (offset < end) {
    const uint64_t begin = offset % WORLD_CHUNK_BYTES;
    const uint64_t here =
        end - offset < WORLD_CHUNK_BYTES - begin ? end - offset : WORLD_CHUNK_BYTES - begin;
    const uint32_t slot = reader->slot_of[offset / WORLD_CHUNK_BYTES] - 1;
    memcpy(to, reader->bytes + (size_t)slot * WORLD_CHUNK_BYTES + begin, (size_t)here);
    to += here;
    offset += here;
  }
  return OVL_READ_DONE;
}
