/* Rebases: what differs between two versions is applied to a third one as one step of its history.
 */
#include "coarse/format/fault.h"
#include "common/hash64.h"
#include "version/difference.h"
#include "version/difference_edits.h"

static uint64_t hash_rebase(const ovl_world *old_base, const ovl_world *new_base, ovl_keep keep) {
  const uint64_t ends =
      ovi_mix64(old_base->shared.fingerprint ^ ovi_mix64(new_base->shared.fingerprint));
  return ovi_mix64(ends ^ ovi_mix64((uint64_t)keep));
}

ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *old_base,
                            const ovl_world *new_base, const ovl_apply_def *def,
                            ovl_world **rebased, ovl_fault *fault) {
  ovl_fault unused;
  ovi_difference difference = {.bytes = {.allocator = fork->allocator}};
  const ovl_keep keep = def != NULL ? def->keep : OVL_KEEP_FIRST;
  const ovi_difference_ends ends = {
      .from = old_base, .to = new_base, .kept = keep == OVL_KEEP_FIRST ? fork : NULL};
  fault = ovi_fault_begin(fault, &unused);
  *rebased = NULL;
  ovl_result result = ovi_worlds_match(fork, old_base, fault);
  result = result == OVL_OK ? ovi_worlds_match(fork, new_base, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  result = ovi_difference_find(&difference, &ends, fault);
  if (result == OVL_OK) {
    const ovi_version_step step = {.change = hash_rebase(old_base, new_base, keep)};
    const ovi_difference_bytes bytes = {.bytes = difference.bytes.bytes,
                                        .end = difference.bytes.used,
                                        .links = difference.links,
                                        .edits = difference.edits};
    result = ovi_difference_apply(&bytes, fork, &step, def, rebased, fault);
  }
  ovi_buffer_release(&difference.bytes);
  return result;
}
