/* The bytes of a world file that the page has fetched: chunks of it, of which the ones that were
 * used least recently make room for others once the world is open. What is missing is listed, so
 * that the page fetches it and asks again. */
#ifndef OVERLAND_EXPLORER_WORLD_READER_H
#define OVERLAND_EXPLORER_WORLD_READER_H

#include "overland_stream.h"

enum { WORLD_CHUNK_BYTES = 65536, WORLD_MOST_WANTED = 128 };

typedef struct world_reader {
  uint64_t file_bytes;
  uint32_t chunks;    /* of the file */
  uint32_t slots;     /* chunks for which there is room */
  uint32_t filled;    /* slots that hold a chunk: the first ones */
  bool keeps;         /* it grows instead of letting a chunk go */
  uint8_t *bytes;     /* of the slots */
  uint32_t *chunk_of; /* a slot: its chunk, plus 1; 0: none */
  uint32_t *used_at;  /* a slot: when it was used last */
  uint32_t *slot_of;  /* a chunk: its slot, plus 1; 0: it is not there */
  uint32_t clock;
  uint32_t wanted_count;
  uint32_t wanted[WORLD_MOST_WANTED];
} world_reader;

/* Begins a reader of a file with so many bytes, with room for so many chunks. It keeps all that it
 * has until world_reader_settle: opening a world begins anew after each chunk that it misses.
 * False: no memory, and nothing to end. */
bool world_reader_begin(world_reader *reader, uint64_t file_bytes, uint32_t chunks);
void world_reader_end(world_reader *reader);

/* From now on chunks make room for others, of which there is room for at least so many, if there is
 * memory. */
void world_reader_settle(world_reader *reader, uint32_t chunks);

/* Forgets which chunks were missing. */
void world_reader_ask(world_reader *reader);

/* The memory to write a chunk to, which counts as fetched from now on; NULL: there is none. */
uint8_t *world_reader_place(world_reader *reader, uint32_t chunk);

/* An ovl_read_fn; `user` is the reader, which grows for bytes that lie in more chunks than it has
 * room for. */
ovl_read world_reader_read(void *user, uint64_t offset, void *bytes, size_t byte_count);

#endif
