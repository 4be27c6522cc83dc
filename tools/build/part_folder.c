/* The work folder of a large build: see part_folder.h. */
#include "tools/build/part_folder.h"

#include "tools/base/fail.h"
#include "tools/base/interrupt_notice.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 96 };

/* Behind the number of parts that are finished. */
#define GOES_ON                                                                                    \
  " of %" PRId32 " parts are finished and kept; the same command with --resume goes on from them"

/* What the name of a part says. */
struct part_name {
  int32_t index, count; /* 0 to count - 1 */
  uint64_t hash;
  bool by_rows;
  uint64_t rows; /* their hash; 0 if it is not there */
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
  char rows[18] = "";
  if (name->by_rows) {
    snprintf(rows, sizeof rows, "-%016" PRIx64, name->rows);
  }
  snprintf(text, NAME_BYTES, "%" PRId32 "-of-%" PRId32 "-%016" PRIx64 "%s.part", name->index + 1,
           name->count, name->hash, rows);
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
  *name = (struct part_name){
      .index = (int32_t)index - 1, .count = (int32_t)count, .hash = strtoull(end + 1, &end, 16)};
  name->by_rows = *end == '-';
  name->rows = name->by_rows ? strtoull(end + 1, NULL, 16) : 0;
  write_name(again, name);
  return strcmp(again, text) == 0;
}

/* What was being written when a build ended. */
static bool is_unfinished(const char *text) {
  return strstr(text, ".part.tmp-") != NULL || strncmp(text, "world.tmp-", 10) == 0;
}

char *part_folder_name(const struct part_folder *folder, int32_t index) {
  char text[NAME_BYTES];
  const struct part_name name = {.index = index,
                                 .count = folder->count,
                                 .hash = folder->hash,
                                 .by_rows = folder->by_rows,
                                 .rows = folder->by_rows ? folder->rows[index] : 0};
  write_name(text, &name);
  return join(folder->path, text);
}

char *part_folder_world_name(const struct part_folder *folder) {
  return join(folder->path, "world");
}

/* ---- Opening ------------------------------------------------------------- */

/* Another build may remove the folder between the two steps, when it ends. */
static int make_and_lock(struct part_folder *folder) {
  enum { TRIES = 100 };
  char *path = join(folder->path, "lock");
  enum platform_lock_result result = PLATFORM_LOCK_FAILED;
  uint64_t holder = 0;
  bool made = path != NULL;
  for (int i = 0; i < TRIES && made && result == PLATFORM_LOCK_FAILED; i++) {
    made = platform_make_folder(folder->path);
    result = made ? platform_lock_file(path, &folder->lock, &holder) : result;
  }
  free(path);
  if (result == PLATFORM_LOCK_HELD && holder != 0) {
    return command_fail(EXIT_SYSTEM,
                        "%s: process %" PRIu64 " builds it, with its parts in %s; wait for its "
                        "end, or name another output",
                        folder->of, holder, folder->path);
  }
  if (result == PLATFORM_LOCK_HELD) {
    return command_fail(EXIT_SYSTEM,
                        "%s: another process builds it, with its parts in %s; wait for its end, or "
                        "name another output",
                        folder->of, folder->path);
  }
  folder->is_locked = result == PLATFORM_LOCK_TAKEN;
  return folder->is_locked
             ? EXIT_DONE
             : command_fail(EXIT_SYSTEM, "%s: the folder for its parts, %s, can't be %s",
                            folder->of, folder->path, made ? "locked" : "made");
}

int part_folder_open(struct part_folder *folder, const char *world, uint64_t hash, bool by_rows) {
  static const char suffix[] = ".parts";
  *folder = (struct part_folder){.of = world, .hash = hash, .by_rows = by_rows};
  const size_t bytes = strlen(world) + sizeof suffix;
  folder->path = malloc(bytes);
  if (folder->path == NULL) {
    return command_fail_memory("the name of a folder");
  }
  snprintf(folder->path, bytes, "%s%s", world, suffix);
  const int code = make_and_lock(folder);
  if (code != EXIT_DONE) {
    part_folder_close(folder);
  }
  return code;
}

static void unlock(struct part_folder *folder) {
  if (folder->is_locked) {
    platform_unlock_file(&folder->lock);
    folder->is_locked = false;
  }
}

void part_folder_close(struct part_folder *folder) {
  interrupt_notice_set(NULL);
  unlock(folder);
  free(folder->path);
  free(folder->finished);
  free(folder->rows);
  *folder = (struct part_folder){0};
}

/* ---- What is there already ----------------------------------------------- */

static bool is_ours(const struct part_folder *folder, const struct part_name *name) {
  return name->hash == folder->hash && name->by_rows == folder->by_rows;
}

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
  if (!read_name(text, &name) || !is_ours(tally->folder, &name)) {
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

/* The line that an interrupted build prints: the same as part_folder_tell_finished prints. */
static struct interrupt_notice kept_parts;

static void begin_notice(const struct part_folder *folder) {
  char path[400];
  snprintf(kept_parts.before, sizeof kept_parts.before,
           "%soverland: %s: ", platform_is_terminal_stderr() ? "\n" : "",
           print_escaped(folder->path, path, sizeof path));
  snprintf(kept_parts.after, sizeof kept_parts.after, GOES_ON "\n", folder->count);
  atomic_store(&kept_parts.count, folder->kept_count);
  interrupt_notice_set(&kept_parts);
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
  if (finished && sweep->keep && is_ours(folder, &name) && name.count == folder->count &&
      !folder->finished[name.index]) {
    folder->finished[name.index] = true;
    folder->rows[name.index] = name.rows;
    folder->kept_count++;
    return true;
  }
  if (finished && !is_ours(folder, &name) && sweep->foreign++ == 0) {
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
  folder->rows = calloc((size_t)count, sizeof *folder->rows);
  if (folder->finished == NULL || folder->rows == NULL) {
    return command_fail_memory("the list of parts");
  }
  platform_list_folder(folder->path, sweep_file, &sweep);
  if (keep && sweep.foreign > 0) {
    command_note("%s/%s%s: of another map or of other settings; baked anew", folder->path,
                 sweep.example, sweep.foreign > 1 ? " and others" : "");
  }
  begin_notice(folder);
  return EXIT_DONE;
}

bool part_folder_take_rows(struct part_folder *folder, int32_t index, uint64_t rows) {
  if (folder->finished[index] && folder->rows[index] == rows) {
    return true;
  }
  char *path = folder->finished[index] ? part_folder_name(folder, index) : NULL;
  if (path != NULL) {
    command_note("%s: of other rows; baked anew", path);
    remove(path);
    atomic_fetch_sub(&kept_parts.count, 1);
  }
  free(path);
  folder->finished[index] = false;
  folder->rows[index] = rows;
  return false;
}

void part_folder_note_finished(void) { atomic_fetch_add(&kept_parts.count, 1); }

/* ---- The end ------------------------------------------------------------- */

void part_folder_tell_finished(const struct part_folder *folder) {
  struct tally tally = {.folder = folder};
  platform_list_folder(folder->path, count_part, &tally);
  for (int32_t i = 0; i < tally.length; i++) {
    if (tally.list[i].count == folder->count) {
      command_note("%s: %" PRId32 GOES_ON, folder->path, tally.list[i].found, folder->count);
    }
  }
}

void part_folder_end(struct part_folder *folder, bool remove_parts) {
  interrupt_notice_set(NULL);
  for (int32_t i = 0; i < folder->count && remove_parts; i++) {
    char *path = part_folder_name(folder, i);
    if (path != NULL) {
      remove(path);
    }
    free(path);
  }
  unlock(folder); /* its file is in the folder */
  platform_remove_folder(folder->path);
}
