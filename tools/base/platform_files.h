/* Files and folders beyond what C has, for files that may be larger than memory: reading at any
 * place, writing that is on disk when it is said to be, folders. */
#ifndef OVERLAND_TOOLS_BASE_PLATFORM_FILES_H
#define OVERLAND_TOOLS_BASE_PLATFORM_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Reading ------------------------------------------------------------- */

/* A regular file, read at any place. Threads may read one at once. */
struct platform_reader {
  intptr_t handle;
  uint64_t byte_count; /* when it was opened */
};

/* NULL, or why it can't be done: static text, or text that holds until the next call of the
 * system. */
const char *platform_reader_open(struct platform_reader *reader, const char *path);
void platform_reader_close(struct platform_reader *reader);

/* Reads byte_count bytes from `offset` on. False: the file ends before, or the system can't. */
bool platform_reader_read(const struct platform_reader *reader, uint64_t offset, void *bytes,
                          size_t byte_count);

/* ---- Writing ------------------------------------------------------------- */

/* Goes to a place of a stream, beyond 2^31 as well. */
bool platform_seek(FILE *stream, uint64_t offset);

/* Flushes a stream to disk; false if that failed. */
bool platform_sync(FILE *stream);

/* The same of a renamed file's name, as far as the system can: a file keeps its name or has none
 * if power fails. */
void platform_sync_folder_of(const char *path);

/* ---- Folders ------------------------------------------------------------- */

/* True as well if it is there already. */
bool platform_make_folder(const char *path);

/* Removes a folder that is empty. */
bool platform_remove_folder(const char *path);

/* Calls `take` with the name of each file in a folder, in no order; false from it ends the list.
 * False if the folder can't be read. */
bool platform_list_folder(const char *path, bool (*take)(void *user, const char *name), void *user);

#endif
