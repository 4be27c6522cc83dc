/* Edit logs: linked lists that share their older parts. */
#include "world/edit_log.h"

#include "common/arena.h"
#include "common/compiler.h"
#include "common/le_bytes.h"
#include "overland_edit.h"

uint64_t ovi_edit_cells(const ovl_edit *edit) {
  return edit->kind != OVL_EDIT_LINK ? (uint64_t)edit->w * (uint64_t)edit->h : 0;
}

uint64_t ovi_edit_stamp_bytes(const ovl_edit *edit) {
  return (edit->stamp != NULL ? ovi_padded8(2 * ovi_edit_cells(edit)) : 0) +
         (edit->mask != NULL ? ovi_padded8(ovi_edit_cells(edit)) : 0);
}

/* Copies the stamp and the mask of an edit to `at`; returns the end of the copies. */
static uint8_t *copy_stamp(ovl_edit *edit, uint8_t *at) {
  const uint64_t cells = ovi_edit_cells(edit);
  if (edit->stamp != NULL) {
    memcpy(at, edit->stamp, (size_t)(2 * cells));
    edit->stamp = (const uint16_t *)(const void *)at;
    at += ovi_padded8(2 * cells);
  }
  if (edit->mask != NULL) {
    memcpy(at, edit->mask, (size_t)cells);
    edit->mask = at;
    at += ovi_padded8(cells);
  }
  return at;
}

ovi_edit_log *ovi_edit_log_add(const ovl_allocator *allocator, ovi_edit_log *older,
                               const ovl_edit *edits, size_t count) {
  uint64_t bytes = sizeof(ovi_edit_log) + (uint64_t)count * sizeof(ovl_edit);
  for (size_t i = 0; i < count; i++) {
    bytes += ovi_edit_stamp_bytes(&edits[i]);
  }
  ovi_edit_log *log = ovi_allocate(allocator, bytes);
  if (log == NULL) {
    return NULL;
  }
  ovi_references_begin(&log->references);
  log->older = ovi_edit_log_retain(older);
  log->total = count + (older != NULL ? older->total : 0);
  log->calls = 1 + (older != NULL ? older->calls : 0);
  log->count = count;
  log->bytes = bytes;
  uint8_t *at = (uint8_t *)(log->edits + count);
  for (size_t i = 0; i < count; i++) {
    log->edits[i] = edits[i];
    at = copy_stamp(&log->edits[i], at);
  }
  return log;
}

ovi_edit_log *ovi_edit_log_retain(ovi_edit_log *log) {
  if (log != NULL) {
    ovi_references_add(&log->references);
  }
  return log;
}

void ovi_edit_log_drop(const ovl_allocator *allocator, ovi_edit_log *log) {
  while (log != NULL && ovi_references_drop(&log->references)) {
    ovi_edit_log *older = log->older;
    ovi_release(allocator, log, log->bytes);
    log = older;
  }
}

void ovi_edit_log_list(const ovi_edit_log *log, ovl_edit *edits, uint64_t *counts) {
  for (; log != NULL; log = log->older) {
    const uint64_t first = log->total - log->count;
    memcpy(edits + first, log->edits, (size_t)log->count * sizeof(ovl_edit));
    counts[log->calls - 1] = log->count;
  }
}
