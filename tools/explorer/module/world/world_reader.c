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

/* Makes room for so many chunks, and keeps those that are there. */
static bool grow(world_reader *reader, uint32_t slots) {
  const uint32_t more = slots < reader->chunks ? slots : reader->chunks;
  if (more <= reader->slots) {
    return true;
  }
  uint8_t *bytes = allocate_all((uint64_t)more * WORLD_CHUNK_BYTES);
  uint32_t *chunk_of = allocate_all(4 * (uint64_t)more);
  uint32_t *used_at = allocate_all(4 * (uint64_t)more);
  if (bytes == NULL || chunk_of == NULL || used_at == NULL) {
    module_release(bytes, more * WORLD_CHUNK_BYTES);
    module_release(chunk_of, 4 * more);
    module_release(used_at, 4 * more);
    return false;
  }
  const size_t held = reader->filled;
  if (held != 0) {
    memcpy(bytes, reader->bytes, held * WORLD_CHUNK_BYTES);
    memcpy(chunk_of, reader->chunk_of, 4 * held);
    memcpy(used_at, reader->used_at, 4 * held);
  }
  module_release(reader->bytes, reader->slots * WORLD_CHUNK_BYTES);
  module_release(reader->chunk_of, 4 * reader->slots);
  module_release(reader->used_at, 4 * reader->slots);
  reader->bytes = bytes;
  reader->chunk_of = chunk_of;
  reader->used_at = used_at;
  reader->slots = more;
  return true;
}

bool world_reader_begin(world_reader *reader, uint64_t file_bytes, uint32_t chunks) {
  *reader = (world_reader){.file_bytes = file_bytes, .keeps = true};
  const uint64_t all = (file_bytes + WORLD_CHUNK_BYTES - 1) / WORLD_CHUNK_BYTES;
  if (all >= UINT32_MAX / 4) {
    return false;
  }
  reader->chunks = (uint32_t)all;
  reader->slot_of = allocate_all(4 * all);
  if (reader->slot_of != NULL && grow(reader, chunks)) {
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

void world_reader_settle(world_reader *reader, uint32_t chunks) {
  reader->keeps = false;
  grow(reader, chunks);
}

void world_reader_ask(world_reader *reader) { reader->wanted_count = 0; }

/* The slot that the next chunk takes; UINT32_MAX: there is no memory for it. */
static uint32_t free_slot(world_reader *reader) {
  if (reader->filled == reader->slots && reader->keeps && !grow(reader, 2 * reader->slots)) {
    return UINT32_MAX;
  }
  if (reader->filled < reader->slots) {
    return reader->filled++;
  }
  uint32_t oldest = 0;
  for (uint32_t i = 0; i < reader->slots; i++) {
    oldest = reader->used_at[i] < reader->used_at[oldest] ? i : oldest;
  }
  reader->slot_of[reader->chunk_of[oldest] - 1] = 0;
  return oldest;
}

uint8_t *world_reader_place(world_reader *reader, uint32_t chunk) {
  if (chunk >= reader->chunks) {
    return NULL;
  }
  if (reader->slot_of[chunk] == 0) {
    const uint32_t slot = free_slot(reader);
    if (slot == UINT32_MAX) {
      return NULL;
    }
    reader->chunk_of[slot] = chunk + 1;
    reader->slot_of[chunk] = slot + 1;
  }
  const uint32_t slot = reader->slot_of[chunk] - 1;
  reader->used_at[slot] = ++reader->clock;
  return reader->bytes + (size_t)slot * WORLD_CHUNK_BYTES;
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
  if (byte_count / WORLD_CHUNK_BYTES + 2 > reader->slots &&
      !grow(reader, (uint32_t)(byte_count / WORLD_CHUNK_BYTES) + 2)) {
    return OVL_READ_ERROR;
  }
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
