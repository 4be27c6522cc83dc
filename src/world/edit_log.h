/* The edits that a fork remembers, so that they can be made to another version. */
#ifndef OVERLAND_WORLD_EDIT_LOG_H
#define OVERLAND_WORLD_EDIT_LOG_H

#include "common/atomic.h"
#include "overland_edit.h"

typedef struct ovi_edit_log ovi_edit_log;

/* The edits of one call, with copies of their stamps and masks; newer ones refer to older ones. */
struct ovi_edit_log {
  ovi_references references;
  ovi_edit_log *older; /* NULL: these are the first */
  uint64_t total;      /* edits, the older ones' included */
  uint64_t count;      /* of this call */
  uint64_t bytes;      /* of this block */
  ovl_edit edits[];    /* stamps and masks follow */
};

/* A log with a call's edits on top of an older one, to which it takes another reference. NULL: no
 * memory. */
ovi_edit_log *ovi_edit_log_add(const ovl_allocator *allocator, ovi_edit_log *older,
                               const ovl_edit *edits, size_t count);

ovi_edit_log *ovi_edit_log_retain(ovi_edit_log *log); /* NULL is allowed */
void ovi_edit_log_drop(const ovl_allocator *allocator, ovi_edit_log *log);

/* All edits in their order, `total` of them; stamps and masks stay the log's. */
void ovi_edit_log_list(const ovi_edit_log *log, ovl_edit *edits);

#endif
