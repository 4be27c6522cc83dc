/* Merging parts: what is given is checked, then put together. */
#include "coarse/file/merge.h"
#include "overland_bake.h"

ovl_merge_def ovl_merge_def_default(void) {
  return (ovl_merge_def){.allocator = *ovl_default_allocator()};
}

/* The field that can't be used; NULL: all can. */
static const char *wrong_field(const ovl_merge_def *def) {
  if (def->allocator.allocate == NULL || def->allocator.release == NULL) {
    return "allocator";
  }
  if (def->part_count < 1) {
    return "part_count";
  }
  if (def->read == NULL) {
    return "read";
  }
  if (def->write == NULL) {
    return "write";
  }
  return def->jobs != NULL &&
                 (def->jobs->run == NULL || def->jobs->workers < 1 || def->jobs->workers > 64)
             ? "jobs"
             : NULL;
}

ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  const char *wrong = wrong_field(def);
  if (wrong != NULL) {
    fault->what = wrong;
    return OVL_BAD_ARGUMENT;
  }
  ovi_part_reader parts = {.count = def->part_count,
                           .read = def->read,
                           .read_user = def->read_user,
                           .allocator = &def->allocator,
                           .fault = fault};
  const ovi_merge merge = {.parts = &parts,
                           .write = def->write,
                           .write_user = def->write_user,
                           .jobs = def->jobs,
                           .progress = def->progress,
                           .progress_user = def->progress_user};
  return ovi_merge_parts(&merge);
}
