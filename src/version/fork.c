/* Forks: their edits made to another version, and made the parent's own.
 *
 * Invariant: a version that comes out is what one gets by making the fork's calls of
 * ovl_world_apply again, one after the other. They are made in one call where that is the same:
 * what a call forgets of extra costs, where a profile can't stand once it is done, is the only
 * thing that depends on how edits are parted. */
#include "coarse/format/fault.h"
#include "coarse/view/region.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_edit.h"
#include "version/apply.h"

ovl_result ovl_world_fork(const ovl_world *parent, ovl_world **fork) {
  *fork = ovi_version_copy(parent);
  if (*fork == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_edit_log_drop(parent->allocator, (*fork)->fork.log);
  (*fork)->fork.log = NULL;
  (*fork)->fork.is_fork = true;
  (*fork)->fork.identity = parent->shared.fingerprint;
  return OVL_OK;
}

bool ovl_world_is_fork(const ovl_world *world, size_t *edits) {
  *edits = world->fork.log != NULL ? (size_t)world->fork.log->total : 0;
  return world->fork.is_fork;
}

/* ---- Making edits again ----------------------------------------------------------- */

/* What can't be known counts as extra cost. */
static bool fork_has_extra(const ovl_world *world) {
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    const ovi_layer *layer = &world->layers[profile];
    for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
      ovi_world_begin_call(world);
      const ovi_region region = ovi_region_view(layer, id);
      if (ovi_region_may_have_extra(layer, &region) ||
          ovi_world_end_call(world, OVL_OK) != OVL_OK) {
        return true;
      }
    }
  }
  return false;
}

/* Whether a log's edits come to the same in one call. */
static bool is_one_call(const ovl_world *onto, const ovi_edit_log *log) {
  if (log->older == NULL) {
    return true;
  }
  for (const ovi_edit_log *part = log; part != NULL; part = part->older) {
    for (uint64_t i = 0; i < part->count; i++) {
      if (part->edits[i].kind == OVL_EDIT_WEIGHT || part->edits[i].kind == OVL_EDIT_EXTRA) {
        return false;
      }
    }
  }
  return !fork_has_extra(onto);
}

/* The call in which a log's edit `from` was made. */
static const ovi_edit_log *part_at(const ovi_edit_log *log, uint64_t from) {
  while (log->total - log->count > from) {
    log = log->older;
  }
  return log;
}

/* Makes a log's edits to the task's world; of an edit that does not fit, its place in the log is
 * told. */
static ovl_result apply_log(ovi_apply_task *task, const ovi_edit_log *log, ovl_world **version) {
  const ovl_world *first = task->world;
  const bool in_one = is_one_call(first, log);
  const uint64_t bytes = log->total * sizeof(ovl_edit);
  ovl_edit *edits = ovi_allocate(first->allocator, bytes);
  uint64_t made = 0;
  ovl_result result = edits != NULL ? OVL_OK : OVL_NO_MEMORY;
  *version = NULL;
  if (edits != NULL) {
    ovi_edit_log_list(log, edits);
  }
  while (result == OVL_OK && made < log->total) {
    ovl_world *next = NULL;
    task->world = *version != NULL ? *version : first;
    task->edits = edits + made;
    task->count = (size_t)(in_one ? log->total : part_at(log, made)->count);
    result = ovi_apply(task, &next);
    ovl_world_close(*version);
    *version = next;
    if (result == OVL_BAD_ARGUMENT) {
      task->fault->where += made;
    }
    made += task->count;
  }
  ovi_release(first->allocator, edits, bytes);
  return result;
}

/* ---- The calls ---------------------------------------------------------------------- */

/* Whether a world is a fork, whose edits may be made again; if not, the fault says so. */
static bool check_fork(const ovl_world *fork, ovl_fault *fault) {
  fault->what = fork->fork.is_fork ? "" : "fork";
  return fork->fork.is_fork;
}

ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto, const ovl_apply_def *def,
                            ovl_world **rebased, ovl_fault *fault) {
  ovl_fault unused;
  ovl_world *empty = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *rebased = NULL;
  if (!check_fork(fork, fault)) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = ovl_world_fork(onto, &empty);
  if (result != OVL_OK || fork->fork.log == NULL) {
    *rebased = empty;
    return result;
  }
  ovi_apply_task task = {.world = empty, .def = def, .fault = fault};
  result = apply_log(&task, fork->fork.log, rebased);
  ovl_world_close(empty);
  if (result == OVL_OK && ovi_version_is_one_memory(fork, onto)) {
    ovi_edit_log_drop(onto->allocator, (*rebased)->fork.log);
    (*rebased)->fork.log = ovi_edit_log_retain(fork->fork.log); /* as it was parted into calls */
  }
  return result;
}

/* Adds a log's calls to those that a version remembers. */
static bool remember_calls(ovl_world *version, const ovi_edit_log *log) {
  for (uint64_t at = 0; log != NULL && at < log->total;) {
    const ovi_edit_log *part = part_at(log, at);
    ovi_edit_log *longer =
        ovi_edit_log_add(version->allocator, version->fork.log, part->edits, (size_t)part->count);
    if (longer == NULL) {
      return false;
    }
    ovi_edit_log_drop(version->allocator, version->fork.log);
    version->fork.log = longer;
    at += part->count;
  }
  return true;
}

/* The fork itself, as the parent's next version. */
static ovl_result take_over(const ovl_world *parent, const ovl_world *fork, ovl_world **version) {
  ovl_world *made = ovi_version_copy(fork);
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_edit_log_drop(made->allocator, made->fork.log);
  made->fork.log = ovi_edit_log_retain(parent->fork.log);
  made->fork.is_fork = parent->fork.is_fork;
  made->fork.identity = parent->fork.identity;
  if (parent->fork.is_fork && !remember_calls(made, fork->fork.log)) {
    ovl_world_close(made);
    return OVL_NO_MEMORY;
  }
  *version = made;
  return OVL_OK;
}

ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                            const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *version = NULL;
  if (!check_fork(fork, fault)) {
    return OVL_BAD_ARGUMENT;
  }
  if (parent->shared.fingerprint == fork->fork.identity && parent->base == fork->base) {
    return take_over(parent, fork, version);
  }
  if (fork->fork.log == NULL) {
    *version = ovi_version_copy(parent);
    return *version != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_apply_task task = {.world = parent, .def = def, .fault = fault};
  return apply_log(&task, fork->fork.log, version);
}
