/* Files that were dropped on the page together: to the readers of maps they are the files of a
 * folder. They are found by the last part of a path. */
#ifndef OVERLAND_EXPLORER_DROPPED_FILES_H
#define OVERLAND_EXPLORER_DROPPED_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* Takes a file; its bytes, and its name with them, were allocated by the page and are the module's
 * from now on. Returns false if there is no room for one more. */
bool module_give_file(char *name, uint8_t *bytes, uint32_t byte_count);

/* Forgets all files. */
void module_take_files_away(void);

#endif
