/* Opening worlds that are larger than memory: in place, or by a reader. */
#include "overland_stream.h"
#include "world/world.h"

enum { RESIDENT_BYTES = 8 << 20 };

ovl_open_def ovl_open_def_default(void) {
  return (ovl_open_def){.resident_bytes = RESIDENT_BYTES, .allocator = *ovl_default_allocator()};
}

static ovl_result open_in_place(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovi_found_file file = {.on_touch = false};
  ovl_result result =
      ovi_world_check_frame(&file.shared, &file.sections, def->bytes, def->byte_count, fault);
  if (result == OVL_OK) {
    ovi_sections_hold_all(&file.sections, def->bytes);
    file.on_touch = !def->check_all && ovi_world_can_page(&file.shared, &file.sections);
    result = ovi_world_make(world, &file, &def->allocator, fault);
  }
  return result;
}

ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  *world = NULL;
  if (def->allocator.allocate == NULL || def->allocator.release == NULL) {
    fault->what = "allocator";
    return OVL_BAD_ARGUMENT;
  }
  if (def->bytes != NULL) {
    return open_in_place(def, world, fault);
  }
  if (def->read == NULL) {
    fault->what = "read";
    return OVL_BAD_ARGUMENT;
  }
  return ovi_world_open_read(def, world, fault);
}
