/* A Tiled file that is being read: its name, the receiver of messages, and the memory of the whole
 * map. */
#ifndef OVERLAND_TOOLS_TILED_TREE_TILED_FILE_H
#define OVERLAND_TOOLS_TILED_TREE_TILED_FILE_H

#include "tools/text/reader_talk.h"
#include "tools/text/text_span.h"

#include <stdbool.h>
#include <stddef.h>

struct tiled_arena;

struct tiled_file {
  struct reader_file reader;
  struct tiled_arena *arena;
};

/* NULL: no memory. */
struct tiled_arena *tiled_arena_create(void);
void tiled_arena_destroy(struct tiled_arena *arena); /* NULL is allowed */

/* Memory that is all zero, for count things of size bytes; NULL: there is none. */
void *tiled_arena_take(struct tiled_arena *arena, size_t count, size_t size);

/* The text of a span, with a 0 at its end; NULL: no memory. */
char *tiled_arena_copy(struct tiled_arena *arena, struct text_span span);

/* The path of a file that this one names, from the folder that this one is in; NULL: no memory. */
char *tiled_path_beside(const struct tiled_file *file, const char *name);

/* Returns whether a path ends as maps and tilesets do. A map may come from anywhere: files of other
 * kinds that it names are not opened, and so never quoted. */
bool tiled_path_is_of_tiled(const char *path);

#endif
