/* See world_history.h. */
#include "tools/explorer/module/world/world_history.h"

#include "tools/explorer/module/module_memory.h"

enum { MOST_VERSIONS = 33 };

static struct {
  ovl_world *file;
  ovl_world *versions[MOST_VERSIONS]; /* the oldest first */
  int32_t count, at;                  /* how many, and which of them is shown */
} history;

/* The world of the file stays: its holder closes it. */
static void close_version(ovl_world *version) {
  if (version != history.file) {
    ovl_world_close(version);
  }
}

/* Closes all versions but so many of the oldest. */
static void keep_first(int32_t count) {
  while (history.count > count) {
    close_version(history.versions[--history.count]);
  }
}

void world_history_begin(ovl_world *file, ovl_world *first) {
  keep_first(0);
  history.file = file;
  history.at = 0;
  if (first != NULL) {
    history.versions[history.count++] = first;
  }
}

void world_history_add(ovl_world *next) {
  keep_first(history.at + 1);
  if (history.count == MOST_VERSIONS) {
    /* The oldest one can no longer be undone to. */
    close_version(history.versions[0]);
    memmove(&history.versions[0], &history.versions[1],
            (size_t)(MOST_VERSIONS - 1) * sizeof(ovl_world *));
    history.count--;
  }
  history.at = history.count;
  history.versions[history.count++] = next;
}

ovl_world *world_history_at(int32_t edits) {
  const int32_t at = history.at + edits;
  return at < 0 || at >= history.count ? NULL : history.versions[at];
}

void world_history_move(int32_t edits) { history.at += edits; }

int32_t world_history_undoable(void) { return history.at; }
int32_t world_history_redoable(void) {
  return history.count > 0 ? history.count - 1 - history.at : 0;
}
