/* The work folder of a large build, FILE.world.parts: a file for each finished part. Its name says
 * which part it is and of what, so that a build that goes on knows what it can keep:
 *
 *     I-of-N-<16 digits>.part     the digits are a hash of the map's identity and of the settings
 *
 * and of a map that comes through a pipe, which nothing is known of before it is read,
 *
 *     I-of-N-<16 digits>-<16 digits>.part     the last ones are a hash of the part's rows
 *
 * A file that is not finished has another name, and is removed by whoever comes next. */
#ifndef OVERLAND_TOOLS_BUILD_PART_FOLDER_H
#define OVERLAND_TOOLS_BUILD_PART_FOLDER_H

#include "tools/base/platform_files.h"

#include <stdbool.h>
#include <stdint.h>

struct part_folder {
  char *path;                     /* of the folder */
  struct platform_file_lock lock; /* no other build uses the folder */
  bool is_locked;
  const char *of;     /* the world that it is for; the caller's */
  uint64_t hash;      /* of map and settings */
  int32_t count;      /* parts */
  bool *finished;     /* of each part */
  bool by_rows;       /* the names have a hash of rows */
  uint64_t *rows;     /* then: it, of each part that is finished or was begun */
  int32_t kept_count; /* parts that were finished before */
};

/* Makes the folder beside `world` if it is not there, and locks it: it fails where another build
 * uses it. All calls return an exit code, after one line
 * on standard error if it is not EXIT_DONE; after a failed open there is nothing to close. */
int part_folder_open(struct part_folder *folder, const char *world, uint64_t hash, bool by_rows);
void part_folder_close(struct part_folder *folder);

/* The number of parts into which most finished parts of this map and these settings divide it; 0
 * without any. */
int32_t part_folder_find_count(const struct part_folder *folder);

/* Begins a build of `count` parts. `keep`: finished parts of this map and these settings are kept,
 * and others are reported; otherwise all are removed. */
int part_folder_begin(struct part_folder *folder, int32_t count, bool keep);

/* Takes the hash of a part's rows, by_rows. True: the part is finished and was made from these
 * rows; a part made from others is reported and removed. */
bool part_folder_take_rows(struct part_folder *folder, int32_t index, uint64_t rows);

/* Counts one more finished part, for the line that an interrupted build prints. Threads may call
 * it. */
void part_folder_note_finished(void);

/* The path of a part, for the caller to free; NULL: no memory. */
char *part_folder_name(const struct part_folder *folder, int32_t index);

/* The path of the world until it is finished, to which out_file_open_at adds; the same. */
char *part_folder_world_name(const struct part_folder *folder);

/* Says on standard error how many parts are finished, if any, and how to go on from them. */
void part_folder_tell_finished(const struct part_folder *folder);

/* Removes the parts if that is asked for, and the folder if nothing is in it. */
void part_folder_end(struct part_folder *folder, bool remove_parts);

#endif
