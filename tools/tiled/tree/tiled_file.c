/* The memory of a Tiled map: see tiled_file.h.
 *
 * The arena is a list of blocks; small objects share one, large ones have one of their own. All of
 * it is freed at once. */
#include "tools/tiled/tree/tiled_file.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16 };

struct block {
  struct block *next;
  max_align_t bytes[];
};

struct tiled_arena {
  struct block *blocks;
  char *at;    /* free bytes of the first shared block */
  size_t left; /* how many */
};

struct tiled_arena *tiled_arena_create(void) {
  return calloc(1, sizeof(struct tiled_arena));
}

void tiled_arena_destroy(struct tiled_arena *arena) {
  if (arena == NULL) {
    return;
  }
  struct block *block = arena->blocks;
  while (block != NULL) {
    struct block *next = block->next;
    free(block);
    block = next;
  }
  free(arena);
}

static char *add_block(struct tiled_arena *arena, size_t bytes) {
  struct block *block = calloc(1, sizeof *block + bytes);
  if (block == NULL) {
    return NULL;
  }
  block->next = arena->blocks;
  arena->blocks = block;
  return (char *)block->bytes;
}

void *tiled_arena_take(struct tiled_arena *arena, size_t count, size_t size) {
  const size_t align = alignof(max_align_t);
  if (size != 0 && count > (SIZE_MAX / 2 - sizeof(struct block)) / size) {
    return NULL;
  }
  const size_t wanted = count * size > 0 ? count * size : 1;
  const size_t bytes = (wanted + align - 1) / align * align;
  if (bytes > BLOCK_BYTES / 4) {
    return add_block(arena, bytes);
  }
  if (bytes > arena->left) {
    char *at = add_block(arena, BLOCK_BYTES);
    if (at == NULL) {
      return NULL;
    }
    arena->at = at;
    arena->left = BLOCK_BYTES;
  }
  char *taken = arena->at;
  arena->at += bytes;
  arena->left -= bytes;
  return taken;
}

char *tiled_arena_copy(struct tiled_arena *arena, struct text_span span) {
  char *text = tiled_arena_take(arena, span.length + 1, 1);
  if (text != NULL && span.length > 0) {
    memcpy(text, span.bytes, span.length);
  }
  return text;
}
