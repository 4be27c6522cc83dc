/* A file of a Tiled map under reading: see tiled_file.h.
 *
 * The arena is a list of blocks; small things share one, large ones have one of
 * their own. All of it is freed at once. */
#include "tiled_file.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 16, LINE_BYTES = 1024 };

/* ---- Lines --------------------------------------------------------------- */

static void write_line(char line[LINE_BYTES], const struct tiled_file *file, const char *format,
                       va_list arguments) {
  const int length = snprintf(line, LINE_BYTES, "%s: ", file->path);
  if (length >= 0 && length < LINE_BYTES) {
    vsnprintf(line + length, LINE_BYTES - (size_t)length, format, arguments);
  }
  for (char *at = line; *at != '\0'; at++) {
    const unsigned char letter = (unsigned char)*at;
    *at = letter < 0x20 || letter == 0x7F ? '?' : *at;
  }
}

int tiled_fail(const struct tiled_file *file, const char *format, ...) {
  char line[LINE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  write_line(line, file, format, arguments);
  va_end(arguments);
  if (file->talk->fail == NULL) {
    return command_fail(EXIT_INPUT, "%s", line);
  }
  file->talk->fail(file->talk->user, line);
  return EXIT_INPUT;
}

void tiled_warn(const struct tiled_file *file, const char *format, ...) {
  char line[LINE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  write_line(line, file, format, arguments);
  va_end(arguments);
  if (file->talk->warn != NULL) {
    file->talk->warn(file->talk->user, line);
  }
}

int tiled_fail_memory(const struct tiled_file *file) {
  tiled_fail(file, "no memory for the map");
  return EXIT_SYSTEM;
}

/* ---- Memory -------------------------------------------------------------- */

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
