/* Forks: rebasing a fork onto another version, and committing it to its parent. Both are applyings
 * of the calls that the fork remembers. */
#include "coarse/format/fault.h"
#include "version/applying.h"
#include "version/logged_calls.h"

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

/* ---- Rebasing and committing -------------------------------------------------------- */

/* Whether a world is a fork; if not, fills the fault. */
static bool check_fork(const ovl_world *fork, ovl_fault *fault) {
  if (!fork->fork.is_fork) {
    ovi_check_fail_values(fault, OVL_BAD_ARGUMENT, "fork: it is none", 0, 0, 1);
  }
  return fork->fork.is_fork;
}

ovl_result ovl_applying_create_rebase(const ovl_world *fork, const ovl_world *onto,
                                      const ovl_apply_def *def, ovl_applying **applying,
                                      ovl_fault *fault) {
  ovl_fault unused;
  ovl_world *empty = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *applying = NULL;
  if (!check_fork(fork, fault)) {
    return OVL_BAD_ARGUMENT;
  }
  if (ovl_world_fork(onto, &empty) != OVL_OK) {
    return ovi_check_fail(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0);
  }
  const ovi_apply_task task = {
      .world = empty, .log = fork->fork.log, .log_owner = fork, .def = def};
  const ovl_result result = ovi_applying_begin(&task, applying, fault);
  ovl_world_close(empty);
  return result;
}

/* Whether a commit can hand out the fork itself: `parent` is the version that was forked, and the
 * bytes of the fork's base are the parent's too, or memory that the library allocated. */
static bool can_be_next(const ovl_world *fork, const ovl_world *parent) {
  const ovi_base *base = fork->base;
  return parent->shared.fingerprint == fork->fork.identity &&
         (parent->base == base || (base->owned != NULL && !ovi_world_is_paged(fork) &&
                                   ovi_versions_share_memory(parent, fork)));
}

/* Adds the calls of a log to that of a version, if it is a fork. False: no memory. */
static bool log_calls(ovl_world *version, ovi_edit_log *log, const ovl_world *owner) {
  ovi_logged_calls calls = {.log = NULL};
  if (!version->fork.is_fork || log == NULL) {
    return true;
  }
  bool is_logged = ovi_logged_calls_begin(&calls, log, owner, version->allocator);
  for (uint64_t i = 0, at = 0; i < calls.calls && is_logged; at += calls.counts[i++]) {
    is_logged = ovi_version_log(version, calls.edits + at, (size_t)calls.counts[i]);
  }
  ovi_logged_calls_release(&calls);
  return is_logged;
}

/* Makes the fork itself the parent's next version. NULL: no memory. */
static ovl_world *adopt_fork(const ovl_world *parent, const ovl_world *fork) {
  ovl_world *next = ovi_version_copy(fork);
  if (next == NULL) {
    return NULL;
  }
  ovi_edit_log_drop(next->allocator, next->fork.log);
  next->fork = parent->fork;
  ovi_edit_log_retain(next->fork.log);
  if (!log_calls(next, fork->fork.log, fork)) {
    ovl_world_close(next);
    return NULL;
  }
  return next;
}

ovl_result ovl_applying_create_commit(const ovl_world *parent, const ovl_world *fork,
                                      const ovl_apply_def *def, ovl_applying **applying,
                                      ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *applying = NULL;
  if (!check_fork(fork, fault)) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_apply_task task = {.world = parent, .log = fork->fork.log, .log_owner = fork, .def = def};
  if (can_be_next(fork, parent)) {
    task.log = NULL;
    task.made = adopt_fork(parent, fork);
    if (task.made == NULL) {
      return ovi_check_fail(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0);
    }
  }
  return ovi_applying_begin(&task, applying, fault);
}

ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto, const ovl_apply_def *def,
                            ovl_world **rebased, ovl_fault *fault) {
  ovl_applying *applying;
  const ovl_result created = ovl_applying_create_rebase(fork, onto, def, &applying, fault);
  return ovi_applying_finish(created, applying, rebased, fault);
}

ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                            const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_applying *applying;
  const ovl_result created = ovl_applying_create_commit(parent, fork, def, &applying, fault);
  return ovi_applying_finish(created, applying, version, fault);
}
