/* The memory of a Tiled map: see tiled_file.h.
 *
 * The arena is a list of blocks; small objects share one, large ones have one of their own. All of
 * it is freed at once. */
#include "tools/tiled/tree/tiled_file.h"

#include "tools/base/file_kind.h"
#include "tools/base/platform.h"

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

char *tiled_path_beside(const struct tiled_file *file, const char *name) {
  const char *path = file->reader.path;
  const size_t folder =
      platform_is_separator(name[0]) ? 0 : (size_t)(platform_file_name(path) - path);
  const size_t length = strlen(name);
  char *beside = tiled_arena_take(file->arena, folder + length + 1, 1);
  if (beside != NULL) {
    memcpy(beside, path, folder);
    for (size_t i = 0; i < length; i++) { /* some maps were saved on Windows */
      beside[folder + i] = name[i] == '\\' ? '/' : name[i];
    }
  }
  return beside;
}

bool tiled_path_is_of_tiled(const char *path) {
  static const char *const endings[] = {".tmx", ".tmj",  ".tsx", ".tsj",
                                        ".xml", ".json", ".tx",  ".tj"};
  bool found = false;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    found = found || file_kind_has_ending(path, endings[i]);
  }
  return found;
}
