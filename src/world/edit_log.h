/* The edits of a fork, so that they can be applied to another version. */
#ifndef OVERLAND_WORLD_EDIT_LOG_H
#define OVERLAND_WORLD_EDIT_LOG_H

#include "common/atomic.h"
#include "overland_edit.h"

/* The cells of an edit, and the bytes of its stamp and mask, each padded to 8. */
uint64_t ovi_edit_cells(const ovl_edit *edit);
uint64_t ovi_edit_stamp_bytes(const ovl_edit *edit);

typedef struct ovi_edit_log ovi_edit_log;

/* The edits of one call, with copies of their stamps and masks. Newer logs refer to older ones. */
struct ovi_edit_log {
  ovi_references references;
  ovi_edit_log *older; /* NULL: these edits are the first */
  uint64_t total;      /* edits, with those of older logs */
  uint64_t calls;      /* with those of older logs */
  uint64_t count;      /* edits of this call */
  uint64_t bytes;      /* of this block */
  ovl_edit edits[];    /* stamps and masks follow */
};

/* Makes a log with the edits of a call on top of an older one, of which it becomes an owner. NULL:
 * no memory. */
ovi_edit_log *ovi_edit_log_add(const ovl_allocator *allocator, ovi_edit_log *older,
                               const ovl_edit *edits, size_t count);

ovi_edit_log *ovi_edit_log_retain(ovi_edit_log *log); /* NULL is allowed */
void ovi_edit_log_drop(const ovl_allocator *allocator, ovi_edit_log *log);

/* Lists all edits in their order, log->total of them, and how many each call has, log->calls of
 * them; stamps and masks stay the log's. */
void ovi_edit_log_list(const ovi_edit_log *log, ovl_edit *edits, uint64_t *counts);

#endif
