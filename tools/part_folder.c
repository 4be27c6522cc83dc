/* The work folder of a large build: see part_folder.h. */
#include "part_folder.h"

#include "command.h"
#include "platform.h"
#include "platform_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64 };

/* What the name of a part says. */
struct part_name {
  int32_t index, count; /* 0 to count - 1 */
  uint64_t hash;
};

/* ---- Names --------------------------------------------------------------- */

static char *join(const char *path, const char *name) {
  const size_t bytes = strlen(path) + 1 + strlen(name) + 1;
  char *joined = malloc(bytes);
  if (joined != NULL) {
    snprintf(joined, bytes, "%s/%s", path, name);
  }
  return joined;
}

static void write_name(char text[NAME_BYTES], const struct part_name *name) {
  snprintf(text, NAME_BYTES, "%" PRId32 "-of-%" PRId32 "-%016" PRIx64 ".part", name->index + 1,
           name->count, name->hash);
}

/* False if the file is no part: only what would be written the same way is one. */
static bool read_name(const char *text, struct part_name *name) {
  char again[NAME_BYTES];
  char *end;
  const unsigned long index = strtoul(text, &end, 10);
  if (strncmp(end, "-of-", 4) != 0 || index < 1 || index > INT32_MAX) {
    return false;
  }
  const unsigned long count = strtoul(end + 4, &end, 10);
  if (*end != '-' || count < index || count > INT32_MAX) {
    return false;
  }
  *name = (struct part_name){(int32_t)index - 1, (int32_t)count, strtoull(end + 1, NULL, 16)};
  write_name(again, name);
  return strcmp(again, text) == 0;
}

/* What was being written when a build ended. */
static bool is_unfinished(const char *text) {
  return strstr(text, ".part.tmp-") != NULL || strcmp(text, "world.tmp") == 0;
}

char *part_folder_name(const struct part_folder *folder, int32_t index) {
  char text[NAME_BYTES];
  const struct part_name name = {index, folder->count, folder->hash};
  write_name(text, &name);
  return join(folder->path, text);
}

char *part_folder_world_name(const struct part_folder *folder) {
  return join(folder->path, "world.tmp");
}

/* ---- Opening ------------------------------------------------------------- */

int part_folder_open(struct part_folder *folder, const char *world, uint64_t hash) {
  static const char suffix[] = ".parts";
  *folder = (struct part_folder){.of = world, .hash = hash};
  const size_t bytes = strlen(world) + sizeof suffix;
  folder->path = malloc(bytes);
  if (folder->path == NULL) {
    return command_fail_memory("the name of a folder");
  }
  snprintf(folder->path, bytes, "%s%s", world, suffix);
  if (!platform_make_folder(folder->path)) {
    const int code = command_fail(EXIT_SYSTEM, "%s: the folder for its parts, %s, can't be made",
                                  world, folder->path);
    part_folder_close(folder);
    return code;
  }
  return EXIT_DONE;
}

void part_folder_close(struct part_folder *folder) {
  free(folder->path);
  free(folder->finished);
  *folder = (struct part_folder){0};
}

/* ---- What is there already ----------------------------------------------- */

/* How often a number of parts is found; a few numbers are enough. */
struct tally {
  const struct part_folder *folder;
  struct {
    int32_t count, found;
  } list[8];
  int32_t length;
};

static bool count_part(void *user, const char *text) {
  struct tally *tally = user;
  struct part_name name;
  if (!read_name(text, &name) || name.hash != tally->folder->hash) {
    return true;
  }
  int32_t i = 0;
  while (i < tally->length && tally->list[i].count != name.count) {
    i++;
  }
  if (i == tally->length && i < (int32_t)(sizeof tally->list / sizeof tally->list[0])) {
    tally->list[tally->length++].count = name.count;
  }
  if (i < tally->length) {
    tally->list[i].found++;
  }
  return true;
}

int32_t part_folder_find_count(const struct part_folder *folder) {
  struct tally tally = {.folder = folder};
  int32_t best = 0, count = 0;
  platform_list_folder(folder->path, count_part, &tally);
  for (int32_t i = 0; i < tally.length; i++) {
    if (tally.list[i].found > best) {
      best = tally.list[i].found;
      count = tally.list[i].count;
    }
  }
  return count;
}

struct sweep {
  struct part_folder *folder;
  bool keep;
  int32_t foreign;          /* finished parts of something else */
  char example[NAME_BYTES]; /* one of them */
};

static bool sweep_file(void *user, const char *text) {
  struct sweep *sweep = user;
  struct part_folder *folder = sweep->folder;
  struct part_name name;
  const bool finished = read_name(text, &name);
  if (!finished && !is_unfinished(text)) {
    return true;
  }
  if (finished && sweep->keep && name.hash == folder->hash && name.count == folder->count) {
    folder->finished[name.index] = true;
    folder->kept_count++;
    return true;
  }
  if (finished && name.hash != folder->hash && sweep->foreign++ == 0) {
    snprintf(sweep->example, sizeof sweep->example, "%s", text);
  }
  char *path = join(folder->path, text);
  if (path != NULL) {
    remove(path);
  }
  free(path);
  return true;
}

int part_folder_begin(struct part_folder *folder, int32_t count, bool keep) {
  struct sweep sweep = {.folder = folder, .keep = keep};
  folder->count = count;
  folder->finished = calloc((size_t)count, sizeof *folder->finished);
  if (folder->finished == NULL) {
    return command_fail_memory("the list of parts");
  }
  platform_list_folder(folder->path, sweep_file, &sweep);
  if (keep && sweep.foreign > 0) {
    fprintf(stderr, "overland: %s/%s%s: of another map or of other settings; baked anew\n",
            folder->path, sweep.example, sweep.foreign > 1 ? " and others" : "");
  }
  return EXIT_DONE;
}

/* ---- The end ------------------------------------------------------------- */

void part_folder_end(struct part_folder *folder, bool remove_parts) {
  for (int32_t i = 0; i < folder->count && remove_parts; i++) {
    char *path = part_folder_name(folder, i);
    if (path != NULL) {
      remove(path);
    }
    free(path);
  }
  platform_remove_folder(folder->path);
}
