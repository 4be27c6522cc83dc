/* Files that are gone when the program ends: see scratch_file.h. */
#include "tools/verify/scratch_file.h"

#include "tools/base/platform.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *scratch_file_folder(void) {
  static const char *const names[] = {"TMPDIR", "TEMP"};
  const char *folder = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && folder == NULL; i++) {
    const char *named = getenv(names[i]);
    folder = named != NULL && named[0] != '\0' ? named : NULL;
  }
  return folder != NULL ? folder : "/tmp";
}

static bool fail(struct scratch_file *file) {
  file->why = errno;
  return false;
}

bool scratch_file_open(struct scratch_file *file, const char *like) {
  const char *folder = scratch_file_folder();
  const size_t bytes = strlen(folder) + sizeof "/overland-0123456789abcdef.tmp";
  *file = (struct scratch_file){.path = malloc(bytes)};
  errno = ENOMEM;
  if (file->path != NULL) {
    snprintf(file->path, bytes, "%s/overland-%016" PRIx64 ".tmp", folder, platform_random());
    file->stream = platform_create_file(file->path, like, &file->doomed);
  }
  if (file->stream == NULL) {
    fail(file);
    platform_spare_file(file->doomed);
    file->doomed = NULL;
  }
  return file->stream != NULL;
}

bool scratch_file_write(void *user, const void *bytes, size_t byte_count) {
  struct scratch_file *file = user;
  errno = 0;
  file->byte_count += byte_count;
  return fwrite(bytes, 1, byte_count, file->stream) == byte_count || fail(file);
}

bool scratch_file_turn(struct scratch_file *file) {
  errno = 0;
  const bool is_written = fclose(file->stream) == 0;
  file->stream = NULL;
  file->is_read = is_written && platform_reader_open(&file->reader, file->path) == NULL;
  return file->is_read || fail(file);
}

bool scratch_file_read(struct scratch_file *file, uint64_t offset, void *bytes, size_t byte_count) {
  errno = 0;
  return platform_reader_read(&file->reader, offset, bytes, byte_count) || fail(file);
}

void scratch_file_close(struct scratch_file *file) {
  if (file->stream != NULL) {
    fclose(file->stream);
  }
  if (file->is_read) {
    platform_reader_close(&file->reader);
  }
  if (file->doomed != NULL) {
    remove(file->path);
    platform_spare_file(file->doomed);
  }
  free(file->path);
  *file = (struct scratch_file){.why = file->why};
}
