/* A world file, mapped into memory and opened in place; or with --safe read by ranges of bytes that
 * are copied and then checked. */
#ifndef OVERLAND_TOOLS_BASE_WORLD_FILE_H
#define OVERLAND_TOOLS_BASE_WORLD_FILE_H

#include "overland.h"
#include "tools/base/options.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"

/* How it is opened. */
struct world_file_def {
  const char *path;
  const char *patch; /* NULL, or a patch that is applied */
  bool safe;         /* by a reader */
  bool whole;        /* all is checked at once */
  bool held;         /* with `safe`: all is copied into memory first */
};

struct world_file {
  ovl_world *world; /* patched */
  ovl_world *base;  /* as the file; NULL: there is no patch */
  struct platform_mapping mapping;
  struct platform_reader reader;
  void *copy; /* of the whole file; NULL: none */
  bool is_mapped, is_read;
};

/* Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; there is then nothing to close. The file stays where it is while it is open. */
int world_file_open_def(const struct world_file_def *def, struct world_file *file);
void world_file_close(struct world_file *file);

/* Says in one line on standard error what is wrong with a world file. Returns an exit code. */
int world_file_fail(const char *path, ovl_result result, const ovl_fault *fault);

/* The length of the file, and an ovl_read_fn of it; `user` is the struct world_file. */
uint64_t world_file_bytes(const struct world_file *file);
bool world_file_read(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* Options of commands that open one. */
struct option_def world_file_safe(bool *target);
struct option_def world_file_patch(const char **target);

#endif
