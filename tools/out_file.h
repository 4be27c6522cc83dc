/* Output files that are there whole or not at all.
 *
 * Bytes go to FILE.tmp-<process> beside the file, which takes its name only
 * when all of them are on disk. A device or a pipe is written to directly.
 *
 * All calls return an exit code, after one line on standard error that names
 * the file if it is not EXIT_DONE. After a failed write the file is already
 * discarded: commit then fails with the same code and without a second line,
 * and discard is allowed and does nothing. */
#ifndef OVERLAND_TOOLS_OUT_FILE_H
#define OVERLAND_TOOLS_OUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct out_file {
  FILE *stream;         /* NULL once committed, discarded or failed */
  char *path;           /* its name in the end */
  char *temporary_path; /* its name until then; NULL: written directly */
  int code;             /* of the first failure, else EXIT_DONE */
};

/* For the command line, before any work: wrong usage if the output is "-", or if
 * it would replace `other`, a file of the same command (NULL: there is none). */
int out_file_check(const char *path, const char *other);

int out_file_open(struct out_file *file, const char *path);
int out_file_write(struct out_file *file, const void *bytes, size_t byte_count);
int out_file_commit(struct out_file *file);
void out_file_discard(struct out_file *file);

/* An ovl_write_fn; `user` is the struct out_file. */
bool out_file_take(void *user, const void *bytes, size_t byte_count);

#endif
