/* Applyings: the edits of a call, step by step. Also
 * answers "what if" for edits that are not kept.
 *
 * Of a world that a reader fetches, an applying keeps copies of what it has read until it is
 * destroyed. Passes over all regions keep no copies, and remember how far they came. So nothing is
 * read again because a reader was late or failed later. */
#include "version/applying.h"

#include "coarse/edit/kept_pages.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "version/apply.h"

/* A version, as it is and with what is read of it kept. */
typedef struct version_views {
  ovl_world *plain;
  ovl_world *kept; /* of a version in memory, another handle */
} version_views;

/* An applying. It is allocated, for it is too large for a stack. */
struct ovl_applying {
  version_views first; /* the version that it began with */
  ovi_kept_pages kept; /* if the first version is read by a reader */
  ovl_apply_def def;   /* as given */
  ovi_call_edits edits;
  bool has_begun;  /* to apply them */
  ovi_apply call;  /* what it has done so far */
  ovl_world *next; /* that was made; NULL: not made yet, or handed out */
  bool is_done;
  ovl_result result; /* not OVL_OK: it can't go on, and `reason` says why */
  ovl_fault reason;
  ovl_fault fault; /* of the last call of the library */
};

/* ---- Views of versions --------------------------------------------------------- */

static void set_source(ovl_world *version, ovi_source *source) {
  for (uint32_t i = 0; i < version->shared.profile_count; i++) {
    ovi_layer_set_sources(&version->layers[i], version->layers[i].store.delta, source);
  }
}

/* Makes the views of a version, of which *views becomes an owner. False: no memory. */
static bool begin_views(ovl_applying *applying, ovl_world *version, version_views *views) {
  *views = (version_views){.plain = version};
  if (!ovi_world_is_read(version)) {
    return ovl_world_retain(version, &views->kept) == OVL_OK;
  }
  views->kept = ovi_version_copy(version);
  if (views->kept != NULL) {
    set_source(views->kept, &applying->kept.source);
  }
  return views->kept != NULL;
}

/* Lets a version read as others do, without what was kept. */
static void end_keeping(ovl_applying *applying, ovl_world *version) {
  if (version->layers[0].store.source == &applying->kept.source) {
    set_source(version, applying->first.plain->layers[0].store.source);
  }
}

/* ---- Calls ----------------------------------------------------------------------- */

static ovl_result run_edits(ovl_applying *applying) {
  if (!applying->has_begun) {
    const ovi_apply_input input = {.world = applying->first.plain,
                                   .kept = applying->first.kept,
                                   .edits = applying->edits,
                                   .def = &applying->def,
                                   .fault = &applying->fault};
    ovi_apply_begin(&applying->call, &input);
    applying->has_begun = true;
  }
  return ovi_apply_run(&applying->call);
}

/* Ends the call: its version is the result. */
static void end_edits(ovl_applying *applying) {
  applying->next = applying->call.next;
  applying->call.next = NULL;
  ovi_apply_release(&applying->call);
  applying->has_begun = false;
  applying->is_done = true;
}

/* ---- Applyings ------------------------------------------------------------------- */

/* Fills an applying that is all zeros. False: no memory. */
static bool begin_applying(ovl_applying *applying, const ovl_world *world,
                           const ovi_call_edits *edits) {
  ovl_world *first = NULL;
  ovl_world_retain(world, &first);
  if (ovi_world_is_read(first)) {
    ovi_kept_pages_begin(&applying->kept, &first->base->pager, first->allocator);
  }
  applying->edits = *edits;
  return begin_views(applying, first, &applying->first);
}

/* Begins an applying. On errors *applying is NULL, with the fault: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY. */
static ovl_result create_applying(const ovl_world *world, const ovi_call_edits *edits,
                                  const ovl_apply_def *def, ovl_applying **applying,
                                  ovl_fault *fault) {
  const ovl_apply_def usual = ovl_apply_def_default();
  def = def != NULL ? def : &usual;
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"jobs", ovi_jobs_are_valid(def->jobs), 1, 1},
                                    {"keep", (int64_t)def->keep, 0, OVL_KEEP_COUNT - 1}};
  *applying = NULL;
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_applying *made = ovi_allocate(world->allocator, sizeof *made);
  if (made != NULL) {
    memset(made, 0, sizeof *made);
    made->def = *def;
    made->fault.what = "";
    if (begin_applying(made, world, edits)) {
      *applying = made;
      return OVL_OK;
    }
    ovl_applying_destroy(made);
  }
  return ovi_check_fail(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0);
}

ovl_result ovl_applying_create(const ovl_world *world, const ovl_edit *edits, size_t count,
                               const ovl_apply_def *def, ovl_applying **applying,
                               ovl_fault *fault) {
  ovl_fault unused;
  const ovi_call_edits call = {edits, count, NULL};
  return create_applying(world, &call, def, applying, ovi_fault_begin(fault, &unused));
}

void ovl_applying_destroy(ovl_applying *applying) {
  if (applying == NULL) {
    return;
  }
  version_views first = applying->first;
  ovi_apply_release(&applying->call);
  ovl_world_close(applying->next);
  ovl_world_close(first.kept);
  ovi_kept_pages_release(&applying->kept);
  ovi_release(first.plain->allocator, applying, sizeof *applying);
  ovl_world_close(first.plain); /* which owns the allocator */
}

/* ---- Stepping -------------------------------------------------------------------- */

/* Ends an applying that can't go on. */
static ovl_result stop(ovl_applying *applying, ovl_result result) {
  applying->result = result;
  if (applying->fault.what[0] == 0) {
    applying->fault.what = result == OVL_NO_MEMORY    ? "allocator: it has no memory"
                           : result == OVL_NEEDS_RULE ? "step_rule"
                                                      : "world";
  }
  applying->reason = applying->fault;
  return result;
}

/* The result of a call that read a version. The answer of a reader takes the place of a result that
 * may have come of a placeholder, and the applying can go on; any other error ends it. */
static ovl_result end_reading(ovl_applying *applying, const ovl_world *world, ovl_result result) {
  if (ovi_world_end_call(world, result) != result) {
    applying->fault = ovi_paged_fault(&world->base->pager);
    return ovi_world_end_call(world, result);
  }
  if (ovi_world_end_call(world, OVL_OK) == result) {
    applying->fault = result != OVL_OK ? ovi_paged_fault(&world->base->pager) : applying->fault;
    return result;
  }
  return stop(applying, result);
}

/* Runs the call that is to be applied now, and ends it. */
static ovl_result apply_edits(ovl_applying *applying) {
  const ovl_world *world = applying->first.plain;
  ovi_world_begin_call(world);
  const ovl_result result = end_reading(applying, world, run_edits(applying));
  if (result == OVL_OK) {
    end_edits(applying);
  }
  return result;
}

ovl_result ovl_applying_step(ovl_applying *applying, bool *done) {
  applying->fault = applying->result == OVL_OK ? (ovl_fault){.what = ""} : applying->reason;
  ovl_result result = applying->result;
  while (result == OVL_OK && !applying->is_done) {
    result = apply_edits(applying);
  }
  *done = result == OVL_OK;
  return result;
}

/* Whether there is a version that was not taken; if not, fills the fault. */
static bool has_version(ovl_applying *applying) {
  const bool has_one = applying->is_done && applying->next != NULL;
  if (!has_one) {
    applying->fault = (ovl_fault){applying->is_done ? "applying: its version was taken already"
                                                    : "applying: it is not done",
                                  0, applying->is_done, !applying->is_done};
  }
  return has_one;
}

ovl_result ovl_applying_take(ovl_applying *applying, ovl_world **version) {
  *version = NULL;
  if (!has_version(applying)) {
    return OVL_BAD_ARGUMENT;
  }
  end_keeping(applying, applying->next);
  applying->fault = (ovl_fault){.what = ""};
  *version = applying->next;
  applying->next = NULL;
  return OVL_OK;
}

const ovl_fault *ovl_applying_fault(const ovl_applying *applying) { return &applying->fault; }

/* ---- In one go --------------------------------------------------------------------- */

ovl_result ovi_version_apply(const ovl_world *world, const ovi_call_edits *edits,
                             const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_applying *applying;
  ovl_result result = create_applying(world, edits, def, &applying, fault);
  *version = NULL;
  if (result == OVL_OK) {
    bool done;
    result = ovl_applying_step(applying, &done);
    *fault = applying->fault;
  }
  if (result == OVL_OK) {
    ovl_applying_take(applying, version);
  }
  ovl_applying_destroy(applying);
  return result;
}

ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                           const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_fault unused;
  const ovi_call_edits call = {edits, count, NULL};
  return ovi_version_apply(world, &call, def, version, ovi_fault_begin(fault, &unused));
}

/* ---- What if ------------------------------------------------------------------------ */

/* Lists the units that are on the island of `home` before the edits and no longer after them;
 * returns their number. */
static size_t find_cut(const ovl_what_if *what, const ovl_world *before, const ovl_world *after,
                       uint32_t *cut, size_t capacity) {
  const uint32_t home = ovi_world_island(before, what->profile, what->home);
  const uint32_t home_after = ovi_world_island(after, what->profile, what->home);
  size_t count = 0;
  for (size_t i = 0; home != 0 && i < what->unit_count; i++) {
    if (ovi_world_island(before, what->profile, what->units[i]) != home) {
      continue;
    }
    if (home_after == 0 || ovi_world_island(after, what->profile, what->units[i]) != home_after) {
      if (count < capacity) {
        cut[count] = (uint32_t)i;
      }
      count++;
    }
  }
  return count;
}

ovl_result ovl_applying_find_cut(ovl_applying *applying, const ovl_what_if *what, uint32_t *cut,
                                 size_t capacity, size_t *needed) {
  const ovl_world *world = applying->first.plain;
  *needed = 0;
  applying->fault = (ovl_fault){.what = ""};
  const ovi_argument arguments[] = {
      OVI_RESERVED_ARGUMENT("reserved", what->reserved),
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1}};
  if (ovi_arguments_check(arguments, 2, 0, &applying->fault) != OVL_OK || !has_version(applying)) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_world_begin_call(world);
  const size_t count = find_cut(what, applying->first.kept, applying->next, cut, capacity);
  const ovl_result result =
      end_reading(applying, world, ovi_layer_outcome(applying->first.kept->layers));
  if (result != OVL_OK) {
    return result;
  }
  *needed = count;
  return count <= capacity ? OVL_OK : OVL_MORE_ROOM;
}

ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                             const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                             size_t *needed, ovl_fault *fault) {
  ovl_fault unused;
  ovl_applying *applying = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  const ovi_argument arguments[] = {
      OVI_RESERVED_ARGUMENT("reserved", what->reserved),
      {"profile", what->profile, 0, (int64_t)world->shared.profile_count - 1}};
  if (ovi_arguments_check(arguments, 2, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result =
      ovl_applying_create(world, what->edits, what->edit_count, def, &applying, fault);
  if (result == OVL_OK) {
    bool done;
    result = ovl_applying_step(applying, &done);
    result = done ? ovl_applying_find_cut(applying, what, cut, capacity, needed) : result;
    *fault = applying->fault;
  }
  ovl_applying_destroy(applying);
  return result;
}
