/* A file of a Tiled map under reading: its name, who hears what is wrong with it,
 * and the memory that all of the map lies in. */
#ifndef OVERLAND_TOOLS_TILED_FILE_H
#define OVERLAND_TOOLS_TILED_FILE_H

#include "command.h"
#include "tiled_map.h"

#include <stddef.h>

struct tiled_file {
  const char *path;
  const struct tiled_talk *talk;
  struct tiled_arena *arena;
};

/* One line that begins with the file's name. Bytes that would spoil a line become
 * '?'. Returns EXIT_INPUT. */
COMMAND_FORMAT(2, 3) int tiled_fail(const struct tiled_file *file, const char *format, ...);
COMMAND_FORMAT(2, 3) void tiled_warn(const struct tiled_file *file, const char *format, ...);

/* No memory. Returns EXIT_SYSTEM. */
int tiled_fail_memory(const struct tiled_file *file);

/* NULL: no memory. */
struct tiled_arena *tiled_arena_create(void);
void tiled_arena_destroy(struct tiled_arena *arena); /* NULL is allowed */

/* Memory that is all zero, for count things of size bytes; NULL: there is none. */
void *tiled_arena_take(struct tiled_arena *arena, size_t count, size_t size);

#endif
