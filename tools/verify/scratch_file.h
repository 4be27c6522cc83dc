/* A file for bytes that need not be kept in memory: written once, then read at any place. It lies
 * in the folder that TMPDIR names, without it in TEMP or /tmp, and is removed when it is closed or
 * the program is interrupted. */
#ifndef OVERLAND_TOOLS_VERIFY_SCRATCH_FILE_H
#define OVERLAND_TOOLS_VERIFY_SCRATCH_FILE_H

#include "tools/base/platform_files.h"

struct scratch_file {
  char *path;
  FILE *stream; /* NULL: it is not written any more */
  struct platform_doomed *doomed;
  struct platform_reader reader;
  bool is_read;
  uint64_t byte_count; /* that were written */
  int why;             /* it can't be made, written or read: an errno, or 0 if that is not known */
};

/* The folder. */
const char *scratch_file_folder(void);

/* Makes the file, with the mode of the file at `like` if there is one. False: `why` says why it
 * can't be; close it in any case. */
bool scratch_file_open(struct scratch_file *file, const char *like);

/* An ovl_write_fn; `user` is the struct scratch_file. False: `why` says why. */
bool scratch_file_write(void *user, const void *bytes, size_t byte_count);

/* Ends writing, and begins to read. As above. */
bool scratch_file_turn(struct scratch_file *file);
bool scratch_file_read(struct scratch_file *file, uint64_t offset, void *bytes, size_t byte_count);

void scratch_file_close(struct scratch_file *file);

#endif
