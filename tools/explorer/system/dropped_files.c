/* Files that were dropped on the page together: to the readers of maps they are the files of a
 * folder. They are found by the last part of a path. */
#include "tools/explorer/module/module_memory.h"

#ifdef __wasm__

#include "tools/base/platform.h"
#include "tools/base/platform_files.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 1024 };

struct dropped_file {
  char *name;
  uint8_t *bytes;
  uint32_t byte_count;
};

static struct {
  struct dropped_file list[MOST_FILES];
  size_t count;
} files;

/* Takes a file; its bytes, and its name with them, were allocated by the page and are the module's
 * from now on. Returns false if there is no room for one more. */
EXPLORER_CALL(module_give_file)
bool module_give_file(char *name, uint8_t *bytes, uint32_t byte_count) {
  if (files.count == MOST_FILES) {
    return false;
  }
  files.list[files.count++] = (struct dropped_file){name, bytes, byte_count};
  return true;
}

/* Forgets all files. */
EXPLORER_CALL(module_take_files_away) void module_take_files_away(void) {
  for (size_t i = 0; i < files.count; i++) {
    module_release(files.list[i].name, (uint32_t)strlen(files.list[i].name) + 1);
    module_release(files.list[i].bytes, files.list[i].byte_count);
  }
  files.count = 0;
}

bool platform_is_separator(char letter) { return letter == '/' || letter == '\\'; }

static const struct dropped_file *find_file(const char *path) {
  const char *name = path;
  for (; *path != '\0'; path++) {
    name = platform_is_separator(*path) ? path + 1 : name;
  }
  for (size_t i = 0; i < files.count; i++) {
    if (strcmp(files.list[i].name, name) == 0) {
      return &files.list[i];
    }
  }
  return NULL;
}

static const char *const missing = "it was not dropped together with the map";

const char *platform_map_file(const char *path, struct platform_mapping *mapping) {
  const struct dropped_file *file = find_file(path);
  if (file == NULL) {
    return missing;
  }
  *mapping = (struct platform_mapping){file->bytes, file->byte_count};
  return NULL;
}

void platform_unmap_file(struct platform_mapping *mapping) { (void)mapping; }

enum platform_file_kind platform_file_kind(const char *path) {
  return find_file(path) != NULL ? PLATFORM_FILE_REGULAR : PLATFORM_FILE_NONE;
}

const char *platform_reader_open(struct platform_reader *reader, const char *path) {
  const struct dropped_file *file = find_file(path);
  if (file == NULL) {
    return missing;
  }
  *reader = (struct platform_reader){file - files.list, file->byte_count};
  return NULL;
}

void platform_reader_close(struct platform_reader *reader) { (void)reader; }

bool platform_reader_read(const struct platform_reader *reader, uint64_t offset, void *bytes,
                          size_t byte_count) {
  if (offset > reader->byte_count || byte_count > reader->byte_count - offset) {
    return false;
  }
  memcpy(bytes, files.list[reader->handle].bytes + offset, byte_count);
  return true;
}

/* All files lie in one folder, the root. */
char *platform_real_path(const char *path) {
  const struct dropped_file *file = find_file(path);
  const char *name = file != NULL ? file->name : "";
  char *real = malloc(strlen(name) + 2);
  if (real != NULL) {
    real[0] = '/';
    memcpy(real + 1, name, strlen(name) + 1);
  }
  return real;
}

/* There are no folders. */
bool platform_list_folder(const char *path, bool (*take)(void *user, const char *name),
                          void *user) {
  (void)path, (void)take, (void)user;
  return false;
}

#endif
