/* Output files that are there whole or not at all: see out_file.h.
 *
 * Invariant: while `stream` is not NULL, the file at temporary_path is this
 * process's own. */
#include "tools/base/out_file.h"

#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char standard_output[] = "-";

static char *copy_text(const char *text, size_t extra_bytes) {
  const size_t bytes = strlen(text) + 1;
  char *copy = malloc(bytes + extra_bytes);
  if (copy != NULL) {
    memcpy(copy, text, bytes);
  }
  return copy;
}

/* Why `path` can't be opened for writing. */
static int fail_open(const char *path, int why) {
  char *folder = copy_text(path, 0);
  if (folder != NULL) {
    const size_t length = (size_t)(platform_file_name(folder) - folder);
    folder[length > 1 ? length - 1 : length] = '\0';
    if (length > 0 && platform_file_kind(folder) != PLATFORM_FILE_FOLDER) {
      command_fail(EXIT_SYSTEM, "%s: the folder %s does not exist", path, folder);
      free(folder);
      return EXIT_SYSTEM;
    }
  }
  free(folder);
  return command_fail(EXIT_SYSTEM, "%s: can't be written: %s", path, strerror(why));
}

static void release(struct out_file *file) {
  platform_spare_file(file->doomed);
  free(file->path);
  free(file->temporary_path);
  *file = (struct out_file){.code = file->code, .why = file->why};
}

int out_file_check_ending(const char *path, const char *what, const char *ending) {
  static const char *const known[] = {
      ".world", ".part", ".map", ".scen", ".patch", ".legend", ".csv",  ".png", ".pgm",
      ".ppm",   ".pnm",  ".jpg", ".jpeg", ".gif",   ".bmp",    ".webp", ".tif", ".tiff",
      ".svg",   ".tmx",  ".tmj", ".json", ".xml",   ".txt",    ".zip",  ".gz"};
  const char *dot = path != NULL ? strrchr(path, '.') : NULL;
  if (dot == NULL || strcmp(dot, ending) == 0) {
    return EXIT_DONE;
  }
  struct nearest_word misspelt = {dot, strlen(dot), NULL, 0};
  nearest_word_try(&misspelt, ending);
  bool is_other = misspelt.found != NULL;
  for (size_t i = 0; i < sizeof known / sizeof known[0] && !is_other; i++) {
    is_other = strcmp(dot, known[i]) == 0;
  }
  return is_other ? command_fail(EXIT_USAGE, "%s: %s is written, whose name should end in %s", path,
                                 what, ending)
                  : EXIT_DONE;
}

/* "BASE.tmp-" and 16 digits; NULL: no memory. */
static char *choose_temporary(const char *base) {
  const size_t suffix_bytes = 32;
  char *temporary = copy_text(base, suffix_bytes);
  if (temporary != NULL) {
    snprintf(temporary + strlen(base), suffix_bytes, ".tmp-%016" PRIx64, platform_random());
  }
  return temporary;
}

/* Opens the file at its temporary name. False, with errno. */
static bool open_temporary(struct out_file *file, const char *base) {
  errno = ENOMEM;
  file->temporary_path = choose_temporary(base);
  if (file->temporary_path != NULL) {
    file->stream = platform_create_file(file->temporary_path, file->path, &file->doomed);
  }
  return file->stream != NULL;
}

int out_file_open_at(struct out_file *file, const char *path, const char *base) {
  *file = (struct out_file){.code = EXIT_SYSTEM};
  const bool standard = strcmp(path, standard_output) == 0;
  const enum platform_file_kind kind = standard ? PLATFORM_FILE_OTHER : platform_file_kind(path);
  if (kind == PLATFORM_FILE_FOLDER) {
    return command_fail(EXIT_SYSTEM, "%s: this is a folder; name a file", path);
  }
  errno = 0;
  file->path = standard ? copy_text("standard output", 0) : platform_follow_link(path);
  if (file->path == NULL) {
    return fail_open(path, errno != 0 ? errno : ENOMEM);
  }
  if (standard) {
    file->stream = stdout;
  } else if (kind == PLATFORM_FILE_OTHER) {
    file->stream = fopen(path, "wb");
  } else {
    const bool is_link = strcmp(path, file->path) != 0;
    open_temporary(file, base == NULL || is_link ? file->path : base);
  }
  if (file->stream == NULL) {
    const int why = errno;
    fail_open(file->path, why);
    release(file);
    return EXIT_SYSTEM;
  }
  file->code = EXIT_DONE;
  return EXIT_DONE;
}

int out_file_open(struct out_file *file, const char *path) {
  return out_file_open_at(file, path, NULL);
}

/* Standard output stays open: main looks whether it could be written. */
static bool close_stream(struct out_file *file) {
  const bool closed = file->stream == stdout || fclose(file->stream) == 0;
  file->stream = NULL;
  return closed;
}

void out_file_discard(struct out_file *file) {
  if (file->stream != NULL) {
    close_stream(file);
    if (file->temporary_path != NULL) {
      remove(file->temporary_path);
    }
  }
  file->code = file->code == EXIT_DONE ? EXIT_SYSTEM : file->code;
  release(file);
}

/* Opens the file as if it were written now: the system's answer may differ by the time that it is,
 * but a wrong name is told before the work. */
static int try_place(const char *path) {
  struct out_file file;
  const int code = out_file_open(&file, path);
  if (code == EXIT_DONE) {
    out_file_discard(&file);
  }
  return code;
}

int out_file_check(const char *path, const char *const *others, size_t other_count) {
  if (strcmp(path, standard_output) == 0) {
    return command_fail(EXIT_USAGE, "-: output can't go to standard output; name a file");
  }
  if (platform_file_kind(path) == PLATFORM_FILE_OTHER) {
    return EXIT_DONE;
  }
  for (size_t i = 0; i < other_count; i++) {
    const char *other = others[i];
    if (other != NULL && (strcmp(path, other) == 0 || platform_is_same_file(path, other))) {
      return command_fail(
          EXIT_USAGE, "%s: this is the same file as %s; name another for the output", path, other);
    }
  }
  return try_place(path);
}

int out_file_check_picture(const char *path, const char *const *others, size_t other_count) {
  const int code = path != NULL ? out_file_check(path, others, other_count) : EXIT_DONE;
  return code == EXIT_DONE ? out_file_check_ending(path, "a PNG picture", ".png") : code;
}

int out_file_tell(const char *path, int why) {
  return command_fail(EXIT_SYSTEM, "%s: can't be written: %s", path,
                      why != 0 ? strerror(why) : "the system does not say why");
}

static void note_failure(struct out_file *file, int why) {
  file->code = EXIT_SYSTEM;
  file->why = why;
  if (!file->quiet) {
    out_file_tell(file->path, why);
  }
}

static int fail_write(struct out_file *file, int why) {
  note_failure(file, why);
  out_file_discard(file);
  return file->code;
}

int out_file_write(struct out_file *file, const void *bytes, size_t byte_count) {
  if (file->stream == NULL) {
    return file->code;
  }
  errno = 0;
  if (fwrite(bytes, 1, byte_count, file->stream) != byte_count) {
    return fail_write(file, errno);
  }
  file->position += byte_count;
  return EXIT_DONE;
}

int out_file_write_at(struct out_file *file, uint64_t offset, const void *bytes,
                      size_t byte_count) {
  if (file->stream == NULL) {
    return file->code;
  }
  errno = 0;
  if (offset != file->position && !platform_seek(file->stream, offset)) {
    return fail_write(file, errno);
  }
  file->position = offset;
  return out_file_write(file, bytes, byte_count);
}

int out_file_commit(struct out_file *file) {
  if (file->stream == NULL) {
    return file->code;
  }
  errno = 0;
  const bool synced = file->temporary_path == NULL || platform_sync(file->stream);
  if (!synced || fflush(file->stream) != 0 || ferror(file->stream)) {
    return fail_write(file, errno);
  }
  /* Some file systems say only here that the disk is full. */
  bool named = close_stream(file);
  if (named && file->temporary_path != NULL) {
    named = platform_replace_file(file->temporary_path, file->path);
  }
  if (named && file->temporary_path != NULL) {
    platform_sync_folder_of(file->path);
  }
  if (!named) {
    note_failure(file, errno != 0 ? errno : EIO);
    if (file->temporary_path != NULL) {
      remove(file->temporary_path);
    }
  }
  release(file);
  return file->code;
}

bool out_file_take(void *user, const void *bytes, size_t byte_count) {
  return out_file_write(user, bytes, byte_count) == EXIT_DONE;
}

bool out_file_take_at(void *user, uint64_t offset, const void *bytes, size_t byte_count) {
  return out_file_write_at(user, offset, bytes, byte_count) == EXIT_DONE;
}
