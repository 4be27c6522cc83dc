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

struct platform_doomed;

/* Creates a file that is not there yet, for writing; a link of that name is not followed. Where
 * there is a file at `like`, the new one gets its mode, and its owner if the system allows that.
 * NULL, with errno, if it can't be created. *doomed is noted: the file is removed if the program is
 * interrupted, until it is spared. Threads may call it. */
FILE *platform_create_file(const char *path, const char *like, struct platform_doomed **doomed);

/* The path that a symbolic link leads to, also if nothing is there; else a copy of `path`. For the
 * caller to free. NULL, with errno: no memory, or links that lead in a circle. */
char *platform_follow_link(const char *path);

/* The path of what is there, from the root on, without links. For the caller to free. NULL: nothing
 * is there, or no memory. */
char *platform_real_path(const char *path);

/* A number that other processes can't foresee. */
uint64_t platform_random(void);

/* Goes to a place of a stream, beyond 2^31 as well. */
bool platform_seek(FILE *stream, uint64_t offset);

/* Flushes a stream to disk; false if that failed. */
bool platform_sync(FILE *stream);

/* The same of a renamed file's name, as far as the system can: a file keeps its name or has none
 * if power fails. */
void platform_sync_folder_of(const char *path);

/* ---- Interruption -------------------------------------------------------- */

/* Makes the signals INT, TERM, HUP and PIPE remove the files that were created and not spared
 * before they end the program, and print the notice of interrupt_notice.h; those that are ignored
 * stay ignored. So does the end of a mapped file that another program cut short, which is bad
 * input. To be called once, first. On Windows it does nothing: no file can be removed there while
 * it is open. */
void platform_interrupts_begin(void);

/* The file stays: it has its name, or was removed. */
void platform_spare_file(struct platform_doomed *file); /* NULL is allowed */

/* ---- Locks --------------------------------------------------------------- */

/* A file that one process at a time has locked; the system gives a lock free when its process ends,
 * in whatever way. */
struct platform_file_lock {
  intptr_t handle;
  char *path;
};

enum platform_lock_result {
  PLATFORM_LOCK_TAKEN,
  PLATFORM_LOCK_HELD,  /* by another process */
  PLATFORM_LOCK_FAILED /* the file can't be made; errno says why */
};

/* *holder: the number of the process that holds it, or 0 if that is not known. */
enum platform_lock_result platform_lock_file(const char *path, struct platform_file_lock *lock,
                                             uint64_t *holder);

/* Removes the file and gives the lock free. */
void platform_unlock_file(struct platform_file_lock *lock);

/* ---- Folders ------------------------------------------------------------- */

/* True as well if it is there already. */
bool platform_make_folder(const char *path);

/* Removes a folder that is empty. */
bool platform_remove_folder(const char *path);

/* Calls `take` with the name of each file in a folder, in no order; false from it ends the list.
 * False if the folder can't be read. */
bool platform_list_folder(const char *path, bool (*take)(void *user, const char *name), void *user);

#endif
