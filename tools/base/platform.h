/* All that differs between systems: clock, memory, terminal, files in memory, threads. Only this
 * file and platform_files contain code for particular systems. */
#ifndef OVERLAND_TOOLS_BASE_PLATFORM_H
#define OVERLAND_TOOLS_BASE_PLATFORM_H

#include "overland.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A clock that never goes back; its beginning means nothing. */
double platform_now_us(void);

/* The most memory that this process has held at once; 0 if the system can't
 * tell. */
uint64_t platform_peak_memory_bytes(void);

bool platform_is_terminal_stderr(void);

uint64_t platform_process_id(void);

/* The number of processor cores that are online, 1 to 64. Limits of this process, such as its
 * affinity, do not count. */
int32_t platform_core_count(void);

/* The kind of file at a path. */
enum platform_file_kind {
  PLATFORM_FILE_NONE,    /* nothing, or nothing that can be seen */
  PLATFORM_FILE_REGULAR, /* bytes of a known length */
  PLATFORM_FILE_FOLDER,
  PLATFORM_FILE_OTHER /* a device, a pipe */
};
enum platform_file_kind platform_file_kind(const char *path);

/* Whether two paths lead to one file that is there. */
bool platform_is_same_file(const char *a, const char *b);

/* Whether a letter parts folders in a path. */
bool platform_is_separator(char letter);

/* Where the name of a file begins in its path, behind its folders. */
static inline const char *platform_file_name(const char *path) {
  const char *name = path;
  for (const char *at = path; *at != '\0'; at++) {
    name = platform_is_separator(*at) ? at + 1 : name;
  }
  return name;
}

/* Renames a file, replacing what has the new name. */
bool platform_replace_file(const char *from, const char *to);

/* To be called first. Standard output carries bytes as they are given (no CR added), and to write
 * more than a file may hold fails and no longer ends the program. */
void platform_begin(void);

/* A file's bytes, read-only, at a multiple of 8. */
struct platform_mapping {
  const void *bytes; /* not NULL, even if there are none */
  size_t byte_count;
};

/* Maps a regular file. Returns NULL, or why it can't be done: static text, or
 * text that holds until the next call of the system. */
const char *platform_map_file(const char *path, struct platform_mapping *mapping);
void platform_unmap_file(struct platform_mapping *mapping);

/* Takes the pages that lie wholly in a range out of this process, so that what it costs to touch
 * them first can be measured. Those of a mapped file come back from the system's file cache, those
 * of allocated memory are then 0. False: this system can't, and they stay. */
bool platform_drop_pages(void *begin, size_t byte_count);

/* Threads for the library's jobs. */
struct platform_pool;

/* `workers` is 1 to 64 and counts the calling thread. NULL: no memory, or the
 * system gives no thread. */
struct platform_pool *platform_pool_create(int32_t workers);
const ovl_jobs *platform_pool_jobs(const struct platform_pool *pool); /* NULL has none */
void platform_pool_destroy(struct platform_pool *pool);               /* NULL is allowed */

/* A mutex. Create returns NULL without memory. */
struct platform_lock;
struct platform_lock *platform_lock_create(void);
void platform_lock_destroy(struct platform_lock *lock); /* NULL is allowed */
void platform_lock_take(struct platform_lock *lock);
void platform_lock_give(struct platform_lock *lock);

#endif
