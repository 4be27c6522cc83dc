/* Edits by a reader, judged by those in memory. */
#include "tests/version/read_case.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "overland_stream.h"
#include "tests/model/edit_model.h"
#include "tests/model/tame_edits.h"

bool read_case_open(read_case *c, test_state *t, const ovl_world *world, size_t cache,
                    const ovl_allocator *hooks) {
  ovl_open_def def = {0};
  memset(c, 0, sizeof *c);
  c->random = (test_random){t->case_seed ^ 5};
  c->bytes = fixture_save(t, world);
  c->is_ample = cache == AMPLE_CACHE || cache == 0;
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  def.byte_count = c->bytes.count;
  def.bytes = cache == 0 ? c->bytes.bytes : NULL;
  def.read = cache == 0 ? NULL : paged_read;
  def.read_user = &c->reader;
  def.resident_bytes = cache;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  ovl_world_retain(world, &c->in_memory);
  return CHECK(t, ovl_world_open_def(&def, &c->read, NULL) == OVL_OK, "open");
}

void read_case_close(read_case *c) {
  ovl_world_close(c->read);
  ovl_world_close(c->in_memory);
  free(c->bytes.bytes);
}

void read_case_compare(test_state *t, const ovl_world *expected, const ovl_world *found) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(expected, &a);
  ovl_world_version(found, &b);
  CHECK(t,
        a.version == b.version && a.identity == b.identity && a.refreshed == b.refreshed &&
            a.rebuilt_regions == b.rebuilt_regions,
        "version %" PRIu64 " with %" PRIu64 " regions, by a reader %" PRIu64 " with %" PRIu64,
        a.version, a.rebuilt_regions, b.version, b.rebuilt_regions);
  fixture_check_same_file(t, expected, found, "by a reader");
  const ovi_plane *plane = &expected->shared.plane;
  for (int32_t i = 0; i < plane->width * plane->height && t->failures == 0; i += 7) {
    const ovl_cell cell = {i % plane->width, i / plane->width, 0};
    for (int32_t profile = 0; profile < (int32_t)expected->shared.profile_count; profile++) {
      CHECK(t, ovl_world_island(expected, profile, cell) == ovl_world_island(found, profile, cell),
            "island of %d,%d for profile %d", cell.x, cell.y, profile);
    }
  }
}

bool read_case_edit(read_case *c, test_state *t, const ovl_edit *edits, size_t count,
                    const ovl_apply_def *def) {
  ovl_world *expected = NULL;
  ovl_world *found = NULL;
  ovl_fault fault;
  const ovl_result wanted = ovl_world_apply_def(c->in_memory, edits, count, def, &expected, NULL);
  const ovl_result result = ovl_world_apply_def(c->read, edits, count, def, &found, &fault);
  const bool is_small = result == OVL_CACHE_TOO_SMALL && !c->is_ample &&
                        strcmp(fault.what, "resident_bytes") == 0 && fault.expected > fault.found;
  CHECK(t, result == wanted || is_small, "in memory '%s', by a reader '%s': %s",
        ovl_result_text(wanted), ovl_result_text(result), fault.what);
  if (wanted != OVL_OK || found == NULL || t->failures != 0) {
    ovl_world_close(expected);
    ovl_world_close(found);
    return false;
  }
  read_case_compare(t, expected, found);
  ovl_world_close(c->in_memory);
  ovl_world_close(c->read);
  c->in_memory = expected;
  c->read = found;
  return true;
}

bool read_case_edit_model(read_case *c, test_state *t, model_fixture *f) {
  static tame_edits edits;
  const ovl_apply_def def = edit_model_apply_def(&f->model);
  tame_edits_draw(&edits, &f->model, &f->random);
  return read_case_edit(c, t, edits.edits, edits.count, &def);
}
