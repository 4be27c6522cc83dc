/* One chunk at a time. */
#include "coarse/file/chunk_writer.h"

#include "common/arena.h"
#include "common/compiler.h"
#include "common/le_bytes.h"

static uint64_t memory_of(const ovi_chunk_writer *writer) {
  return OVI_CHUNK_BYTES + 8 * writer->chunks;
}

ovl_result ovi_chunk_writer_begin(ovi_chunk_writer *writer, uint64_t bytes) {
  writer->chunks = ovi_chunk_count(bytes);
  writer->done = 0;
  writer->used = 0;
  writer->chunk = ovi_allocate(writer->allocator, memory_of(writer));
  return writer->chunk != NULL ? OVL_OK : OVL_NO_MEMORY;
}

static bool chunk_flush(ovi_chunk_writer *writer) {
  if (writer->used == 0) {
    return true;
  }
  ovi_put_u64(writer->chunk + OVI_CHUNK_BYTES + 8 * writer->done++,
              ovi_chunk_sum(writer->chunk, writer->used));
  const bool is_written =
      writer->write(writer->write_user, writer->at, writer->chunk, writer->used);
  writer->at += writer->used;
  writer->used = 0;
  return is_written;
}

bool ovi_chunk_writer_put(ovi_chunk_writer *writer, const uint8_t *bytes, size_t count) {
  while (count != 0) {
    const size_t room = OVI_CHUNK_BYTES - writer->used;
    const size_t now = count < room ? count : room;
    memcpy(writer->chunk + writer->used, bytes, now);
    writer->used += now;
    bytes += now;
    count -= now;
    if (writer->used == OVI_CHUNK_BYTES && !chunk_flush(writer)) {
      return false;
    }
  }
  return true;
}

bool ovi_chunk_writer_end(ovi_chunk_writer *writer, uint64_t *checksum) {
  const uint8_t *sums = writer->chunk + OVI_CHUNK_BYTES;
  if (!chunk_flush(writer)) {
    return false;
  }
  *checksum = ovi_chunks_checksum(sums, writer->chunks);
  return writer->chunks == 0 ||
         writer->write(writer->write_user, writer->at, sums, (size_t)(8 * writer->chunks));
}

void ovi_chunk_writer_release(ovi_chunk_writer *writer) {
  ovi_release(writer->allocator, writer->chunk, memory_of(writer));
}
