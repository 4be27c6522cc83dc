/* World files, opened in place or by a reader, and patched: see world_file.h. */
#include "tools/base/world_file.h"

#include "overland_edit.h"
#include "overland_stream.h"
#include "tools/base/fail.h"
#include "tools/base/file_kind.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A file of another kind: a part gets words of its own, as it may be taken for a world. */
static int fail_kind(const char *path, const char *otherwise, const char *right) {
  uint8_t bytes[FILE_KIND_BYTES];
  size_t count = 0;
  const bool is_read = file_kind_read(path, bytes, sizeof bytes, &count) == NULL;
  const char *kind = is_read ? file_kind_name(bytes, count) : NULL;
  if (is_read && file_kind_is_part(bytes, count)) {
    right = "overland merge makes a world of all its parts";
  }
  return command_fail(EXIT_INPUT, "%s: this is %s%s%s; %s", path, kind != NULL ? kind : otherwise,
                      kind != NULL ? ", " : "", kind != NULL ? otherwise : "", right);
}

/* A file without a byte is of no kind. */
static bool is_empty(ovl_result result, const ovl_fault *fault) {
  return result == OVL_WRONG_LENGTH && fault->where == 0 && fault->found == 0;
}

/* The faults that a reader of the line can do something about get words of
 * their own. */
int world_file_fail(const char *path, ovl_result result, const ovl_fault *fault) {
  const char *text = ovl_result_text(result);
  switch (result) {
  case OVL_NOT_A_WORLD:
    return fail_kind(path, "no world file", "overland build makes a world of a map");
  case OVL_OTHER_VERSION:
    return command_fail(EXIT_INPUT,
                        "%s: a world file of version %" PRIu64 "; this program reads version "
                        "%" PRIu64 ", so build it again from its map",
                        path, fault->found, fault->expected);
  case OVL_WRONG_LENGTH:
    if (is_empty(result, fault)) {
      return command_fail(EXIT_INPUT,
                          "%s: the file is empty; overland build makes a world of a map", path);
    }
    if (fault->found > fault->expected) {
      return command_fail(EXIT_INPUT, "%s: too long: %" PRIu64 " bytes; the header says %" PRIu64,
                          path, fault->found, fault->expected);
    }
    return command_fail(EXIT_INPUT, "%s: cut short: %" PRIu64 " of %s%" PRIu64 " bytes", path,
                        fault->found, fault->where == 0 ? "at least " : "", fault->expected);
  case OVL_WRONG_CHECKSUM:
    return command_fail(EXIT_INPUT, "%s: damaged: %s at byte %" PRIu64, path, fault->what,
                        fault->where);
  case OVL_CORRUPT:
    return command_fail(EXIT_INPUT, "%s: %s: %s at %" PRIu64, path, text, fault->what,
                        fault->where);
  default:
    return command_fail_result(path, result, fault);
  }
}

/* Whether a fault is about the patch itself, not about the world that it is of. */
static bool is_of_patch(const ovl_fault *fault) {
  return strstr(fault->what, "of a patch") != NULL;
}

#define PATCH_AGAIN "overland edit --patch makes it again"

static int fail_patch(const struct world_file_def *def, ovl_result result, const ovl_fault *fault) {
  const char *path = def->patch;
  if (is_empty(result, fault)) {
    return command_fail(EXIT_INPUT, "%s: the file is empty; overland edit --patch makes a patch",
                        path);
  }
  switch (result) {
  case OVL_NOT_A_WORLD:
    return fail_kind(path, "no patch", "overland edit --patch makes one");
  case OVL_OTHER_WORLD:
    return command_fail(EXIT_INPUT, "%s: a patch of another world", path);
  case OVL_OTHER_VERSION:
    return command_fail(EXIT_INPUT,
                        "%s: a patch of version %" PRIu64 "; this program reads version %" PRIu64
                        "; " PATCH_AGAIN,
                        path, fault->found, fault->expected);
  case OVL_WRONG_LENGTH:
    return command_fail(EXIT_INPUT,
                        "%s: a patch of %" PRIu64 " bytes, which should have %s%" PRIu64
                        "; " PATCH_AGAIN,
                        path, fault->found, fault->where == 0 ? "at least " : "", fault->expected);
  case OVL_WRONG_CHECKSUM:
  case OVL_CORRUPT:
    return is_of_patch(fault)
               ? command_fail(EXIT_INPUT, "%s: damaged: %s at byte %" PRIu64 "; " PATCH_AGAIN, path,
                              fault->what, fault->where)
               : world_file_fail(def->path, result, fault);
  default:
    return command_fail_result(path, result, fault);
  }
}

/* ---- The file's bytes --------------------------------------------------------------- */

static int map_file(const char *path, struct world_file *file) {
  const char *why = platform_map_file(path, &file->mapping);
  file->is_mapped = why == NULL;
  return why == NULL ? EXIT_DONE : command_fail(EXIT_INPUT, "%s: %s", path, why);
}

static int read_file(const struct world_file_def *def, struct world_file *file) {
  const char *why = platform_reader_open(&file->reader, def->path);
  file->is_read = why == NULL;
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", def->path, why);
  }
  if (!def->held) {
    return EXIT_DONE;
  }
  const uint64_t bytes = file->reader.byte_count;
  file->copy = bytes < SIZE_MAX ? malloc((size_t)bytes + 1) : NULL;
  if (file->copy == NULL) {
    return command_fail_memory("the world file");
  }
  return platform_reader_read(&file->reader, 0, file->copy, (size_t)bytes)
             ? EXIT_DONE
             : command_fail(EXIT_INPUT, "%s: it can't be read", def->path);
}

/* ---- The world ----------------------------------------------------------------------- */

static int open_world(const struct world_file_def *def, struct world_file *file) {
  ovl_fault fault = {.what = ""};
  ovl_open_def open = {0};
  open.check_all = def->whole;
  open.byte_count = world_file_bytes(file);
  open.bytes = file->is_mapped ? file->mapping.bytes : file->copy;
  if (open.bytes == NULL) {
    open.read = world_file_read;
    open.read_user = file;
  }
  const ovl_result result = ovl_world_open_def(&open, &file->world, &fault);
  return result == OVL_OK ? EXIT_DONE : world_file_fail(def->path, result, &fault);
}

static int apply_patch(const struct world_file_def *def, struct world_file *file) {
  struct platform_mapping mapping;
  ovl_fault fault = {.what = ""};
  const char *why = platform_map_file(def->patch, &mapping);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", def->patch, why);
  }
  file->base = file->world;
  const ovl_result result = ovl_world_open_patch(file->base, mapping.bytes, mapping.byte_count,
                                                 NULL, &file->world, &fault);
  platform_unmap_file(&mapping);
  return result == OVL_OK ? EXIT_DONE : fail_patch(def, result, &fault);
}

int world_file_open_def(const struct world_file_def *def, struct world_file *file) {
  *file = (struct world_file){0};
  int code = def->safe ? read_file(def, file) : map_file(def->path, file);
  if (code == EXIT_DONE) {
    code = open_world(def, file);
  }
  if (code == EXIT_DONE && def->patch != NULL) {
    code = apply_patch(def, file);
  }
  if (code != EXIT_DONE) {
    world_file_close(file);
  }
  return code;
}

void world_file_close(struct world_file *file) {
  ovl_world_close(file->world);
  ovl_world_close(file->base);
  if (file->is_mapped) {
    platform_unmap_file(&file->mapping);
  }
  if (file->is_read) {
    platform_reader_close(&file->reader);
  }
  free(file->copy);
  *file = (struct world_file){0};
}

uint64_t world_file_bytes(const struct world_file *file) {
  return file->is_mapped ? file->mapping.byte_count : file->reader.byte_count;
}

bool world_file_read(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  const struct world_file *file = user;
  if (!file->is_mapped) {
    return platform_reader_read(&file->reader, offset, bytes, byte_count);
  }
  const bool fits =
      offset <= file->mapping.byte_count && byte_count <= file->mapping.byte_count - offset;
  if (fits) {
    memcpy(bytes, (const uint8_t *)file->mapping.bytes + offset, byte_count);
  }
  return fits;
}

/* ---- Options --------------------------------------------------------------------------- */

struct option_def world_file_safe(bool *target) {
  return option_flag("--safe", target,
                     "read the file instead of mapping it: it may change meanwhile");
}

struct option_def world_file_patch(const char **target) {
  return option_text("--patch", target, "FILE.patch",
                     "open the world as overland edit --patch has saved it");
}
