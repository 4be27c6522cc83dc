/* The version of the library, and the texts of results and methods. */
#include "overland_inspect.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/test.h"

static void header_version(test_state *t) {
  char expected[64];
  snprintf(expected, sizeof expected, "%d.%d.%d", OVL_VERSION_MAJOR, OVL_VERSION_MINOR,
           OVL_VERSION_PATCH);
  CHECK(t, strcmp(ovl_version(), expected) == 0, "the library says %s, its header %s",
        ovl_version(), expected);
}

static void header_result_texts(test_state *t) {
  for (int i = 0; i < OVL_RESULT_COUNT; i++) {
    const char *text = ovl_result_text((ovl_result)i);
    if (text == NULL || text[0] == '\0') {
      CHECK(t, false, "result %d has no text", i);
      continue;
    }
    CHECK(t, text[strlen(text) - 1] != '.' && strchr(text, '\n') == NULL,
          "text of result %d: \"%s\"", i, text);
    CHECK(t, strcmp(text, ovl_result_text(OVL_RESULT_COUNT)) != 0, "result %d is unknown", i);
    for (int k = 0; k < i; k++) {
      CHECK(t, strcmp(text, ovl_result_text((ovl_result)k)) != 0,
            "results %d and %d share the text \"%s\"", k, i, text);
    }
  }
  CHECK(t, ovl_result_text((ovl_result)1000) != NULL, "an unknown result has no text");
}

static void header_method_texts(test_state *t) {
  for (int i = 0; i < OVL_METHOD_COUNT; i++) {
    const char *text = ovl_method_text((ovl_method)i);
    for (int k = 0; k < i; k++) {
      CHECK(t, strcmp(text, ovl_method_text((ovl_method)k)) != 0,
            "methods %d and %d share the text \"%s\"", k, i, text);
    }
  }
  CHECK(t, strcmp(ovl_method_text(OVL_METHOD_NONE), "none") == 0, "none is called %s",
        ovl_method_text(OVL_METHOD_NONE));
}

static void header_defaults(test_state *t) {
  ovl_bake_def def = ovl_bake_def_default();
  CHECK(t, def.weights[0] == 0 && def.weights[1] == OVL_PLAIN_WEIGHT && def.weights[255] == 8,
        "default weights %d, %d, %d", def.weights[0], def.weights[1], def.weights[255]);
  CHECK(t,
        def.tuning.region_cells == 0 && def.tuning.spacing_cells == 0 &&
            def.corners == OVL_CORNERS_STRICT,
        "default region %d, spacing %d", (int)def.tuning.region_cells,
        (int)def.tuning.spacing_cells);
  ovl_query query = ovl_query_default();
  CHECK(t, query.smoothing == OVL_SMOOTH_GRID && query.profile == 0 && query.more == NULL,
        "default smoothing %d", (int)query.smoothing);
  CHECK(t, sizeof(ovl_route) == 64, "a route has %zu bytes", sizeof(ovl_route));
  const ovl_allocator *allocator = ovl_default_allocator();
  void *memory = allocator->allocate(allocator->user, 100);
  CHECK(t, memory != NULL, "the default allocator has no 100 bytes");
  allocator->release(allocator->user, memory, 100);
}

const test_entry test_header_table[] = {
    {"header_version", header_version},
    {"header_result_texts", header_result_texts},
    {"header_method_texts", header_method_texts},
    {"header_defaults", header_defaults},
    {NULL, NULL},
};
