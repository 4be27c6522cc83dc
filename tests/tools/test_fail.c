/* Messages about refused arguments: a negative value is shown as one. */
#include "overland_bake.h"
#include "tests/support/test.h"
#include "tools/base/fail.h"

#include <string.h>

static void fail_shows_negative_values(test_state *t) {
  char text[COMMAND_LIMIT_BYTES];
  ovl_fault fault = {.what = ""};
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.width = -1;
  CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_BAD_ARGUMENT, "a width of -1");
  CHECK(t, (int64_t)fault.found == -1, "found is no -1");
  command_limit_text(&fault, text);
  CHECK(t, strcmp(text, "width is -1; the limit is 1") == 0, "'%s'", text);
  fault = (ovl_fault){"drop", 0, 70000, (uint64_t)-1};
  command_limit_text(&fault, text);
  CHECK(t, strcmp(text, "drop is 70000; the limit is -1") == 0, "'%s'", text);
}

const test_entry test_fail_table[] = {
    {"fail/shows-negative-values", fail_shows_negative_values},
    {NULL, NULL},
};
