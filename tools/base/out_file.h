/* Output files that appear whole or not at all.
 *
 * Bytes go to a new file beside the file, FILE.tmp- and 16 random digits, which is synced and
 * renamed when all of them are written, keeps the mode of the file that it replaces, and is removed
 * if the program is interrupted. Where FILE is a symbolic link, the file that it leads to is
 * replaced. A device or a pipe is written to directly.
 *
 * All calls return an exit code, after one line on standard error that names the file if it is not
 * EXIT_DONE. After a failure the temporary file is gone. */
#ifndef OVERLAND_TOOLS_BASE_OUT_FILE_H
#define OVERLAND_TOOLS_BASE_OUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct out_file {
  FILE *stream;                   /* NULL once committed, discarded or failed */
  char *path;                     /* its name in the end: where links lead */
  char *temporary_path;           /* its name until then; NULL: written directly */
  struct platform_doomed *doomed; /* the temporary file */
  bool quiet;        /* set by the caller: out_file_tell prints why it can't be written */
  int why;           /* it can't be written: an errno */
  uint64_t position; /* of the next byte that is written in order */
  int code;          /* of the first failure, else EXIT_DONE */
};

/* For the command line, of each output before any work: wrong usage if it is "-", or if it would
 * replace one of the `others`, files of the same command (NULL: not given); a failure of the system
 * if no file can be made there, as in a folder that does not exist. Leaves nothing behind. */
int out_file_check(const char *path, const char *const *others, size_t other_count);

/* Wrong usage if the output's name ends as files of another kind do, or in a misspelt ending;
 * `ending` is that of its own kind, ".png", and `what` names it, "a picture". Names without an
 * ending, and with one that is like no other, are allowed. NULL for `path`: nothing is wrong. */
int out_file_check_ending(const char *path, const char *what, const char *ending);

/* Both checks of a picture, ".png"; NULL for `path`: nothing is wrong. */
int out_file_check_picture(const char *path, const char *const *others, size_t other_count);

/* "-" is standard output, for commands that allow it. */
int out_file_open(struct out_file *file, const char *path);

/* The same; unless `path` is a link, the temporary file is `base`, .tmp- and digits; it must lie on
 * the same disk. */
int out_file_open_at(struct out_file *file, const char *path, const char *base);
int out_file_write(struct out_file *file, const void *bytes, size_t byte_count);
/* The line that a quiet file kept back. Returns EXIT_SYSTEM. */
int out_file_tell(const char *path, int why);

/* Writes at any place of a file that is written beside. */
int out_file_write_at(struct out_file *file, uint64_t offset, const void *bytes, size_t byte_count);
int out_file_commit(struct out_file *file);
void out_file_discard(struct out_file *file);

/* An ovl_write_fn; `user` is the struct out_file. */
bool out_file_take(void *user, const void *bytes, size_t byte_count);

/* An ovl_write_at_fn; the same. */
bool out_file_take_at(void *user, uint64_t offset, const void *bytes, size_t byte_count);

#endif
