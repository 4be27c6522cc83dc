/* A world file, mapped into memory and opened in place: see world_file.h. */
#include "world_file.h"

#include "command.h"

#include <inttypes.h>

/* The faults that a reader of the line can do something about get words of
 * their own. */
static int fail(const char *path, ovl_result result, const ovl_fault *fault) {
  const char *text = ovl_result_text(result);
  switch (result) {
  case OVL_NOT_A_WORLD:
    return command_fail(EXIT_INPUT, "%s: this is no world file; overland build makes one", path);
  case OVL_OTHER_VERSION:
    return command_fail(EXIT_INPUT,
                        "%s: a world file of version %" PRIu64 "; this program reads version "
                        "%" PRIu64 ", so build it again from its map",
                        path, fault->found, fault->expected);
  case OVL_WRONG_LENGTH:
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

int world_file_open(const char *path, struct world_file *file) {
  *file = (struct world_file){0};
  const char *why = platform_map_file(path, &file->mapping);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  ovl_fault fault = {.what = ""};
  const ovl_result result =
      ovl_world_open(file->mapping.bytes, file->mapping.byte_count, NULL, &file->world, &fault);
  if (result != OVL_OK) {
    const int code = fail(path, result, &fault);
    platform_unmap_file(&file->mapping);
    *file = (struct world_file){0};
    return code;
  }
  return EXIT_DONE;
}

void world_file_close(struct world_file *file) {
  ovl_world_close(file->world);
  platform_unmap_file(&file->mapping);
  *file = (struct world_file){0};
}
