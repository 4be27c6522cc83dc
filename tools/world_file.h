/* A world file, mapped into memory and opened in place. */
#ifndef OVERLAND_TOOLS_WORLD_FILE_H
#define OVERLAND_TOOLS_WORLD_FILE_H

#include "overland.h"
#include "platform.h"

struct world_file {
  struct platform_mapping mapping;
  ovl_world *world;
};

/* Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; there is then nothing to close. */
int world_file_open(const char *path, struct world_file *file);
void world_file_close(struct world_file *file);

#endif
