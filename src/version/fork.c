/* Forks: rebasing a fork onto another version, and committing it to its parent.
 *
 * Invariant: the version that results is the one that repeating the fork's calls of ovl_world_apply
 * gives, one after the other, with its number and identity. All edits are applied in one call where
 * the result is the same. The only difference that splitting edits into calls can make is in extra
 * costs, which a call discards where a profile can't stand when it ends. */
#include "coarse/format/fault.h"
#include "coarse/view/region.h"
#include "coarse/view/region_cells.h"
#include "common/arena.h"
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

/* ---- Applying a log ------------------------------------------------------------- */

/* Whether some region has extra costs; a region that can't be read counts as if it had. */
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

/* Whether applying all edits of a log in one call gives the same as its calls one by one. */
static bool is_one_call(const ovl_world *onto, const ovi_edit_log *log) {
  if (log->older == NULL) {
    return true;
  }
  for (const ovi_edit_log *call = log; call != NULL; call = call->older) {
    for (uint64_t i = 0; i < call->count; i++) {
      if (call->edits[i].kind == OVL_EDIT_WEIGHT || call->edits[i].kind == OVL_EDIT_EXTRA) {
        return false;
      }
    }
  }
  return !fork_has_extra(onto);
}

/* Applies the edits of a log to the task's world. `where` of the fault is the number of the bad
 * edit in the whole log. */
static ovl_result apply_log(ovi_apply_task *task, const ovi_edit_log *log, ovl_world **version) {
  const ovl_world *first = task->world;
  const bool in_one = is_one_call(first, log);
  const uint64_t bytes = log->total * sizeof(ovl_edit);
  ovl_edit *edits = ovi_allocate(first->allocator, bytes);
  uint64_t applied = 0;
  ovl_result result = edits != NULL ? OVL_OK : OVL_NO_MEMORY;
  *version = NULL;
  if (edits != NULL) {
    ovi_edit_log_list(log, edits);
  }
  while (result == OVL_OK && applied < log->total) {
    ovl_world *next = NULL;
    task->world = *version != NULL ? *version : first;
    task->edits = edits + applied;
    task->calls = in_one ? log : NULL;
    task->count = (size_t)(in_one ? log->total : ovi_edit_log_call(log, applied)->count);
    result = ovi_apply(task, &next);
    ovl_world_close(*version);
    *version = next;
    if (result == OVL_BAD_ARGUMENT) {
      task->fault->where += applied;
    }
    applied += task->count;
  }
  ovi_release(first->allocator, edits, bytes);
  return result;
}

/* ---- The calls ---------------------------------------------------------------------- */

/* Whether a world is a fork; if not, fills the fault. */
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
  if (result == OVL_OK && ovi_versions_share_memory(fork, onto)) {
    ovi_edit_log_drop(onto->allocator, (*rebased)->fork.log);
    (*rebased)->fork.log = ovi_edit_log_retain(fork->fork.log); /* the same edits, call by call */
  }
  return result;
}

/* Adds the calls of a log to the log of a version. False: no memory. */
static bool log_calls(ovl_world *version, const ovi_edit_log *log) {
  bool is_logged = true;
  for (uint64_t at = 0; log != NULL && at < log->total && is_logged;) {
    const ovi_edit_log *call = ovi_edit_log_call(log, at);
    is_logged = ovi_version_log(version, call->edits, (size_t)call->count);
    at += call->count;
  }
  return is_logged;
}

/* Makes the fork itself the parent's next version. */
static ovl_result commit_fork(const ovl_world *parent, const ovl_world *fork, ovl_world **version) {
  ovl_world *next = ovi_version_copy(fork);
  if (next == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_edit_log_drop(next->allocator, next->fork.log);
  next->fork = parent->fork;
  ovi_edit_log_retain(next->fork.log);
  if (!log_calls(next, fork->fork.log)) {
    ovl_world_close(next);
    return OVL_NO_MEMORY;
  }
  *version = next;
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
    return commit_fork(parent, fork, version);
  }
  if (fork->fork.log == NULL) {
    *version = ovi_version_copy(parent);
    return *version != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_apply_task task = {.world = parent, .def = def, .fault = fault};
  return apply_log(&task, fork->fork.log, version);
}
