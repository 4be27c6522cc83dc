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

static void header_route(test_state *t) {
  CHECK(t, sizeof(ovl_route) == 64, "a route has %zu bytes", sizeof(ovl_route));
}

const test_entry test_header_table[] = {
    {"header_version", header_version},
    {"header_result_texts", header_result_texts},
    {"header_method_texts", header_method_texts},
    {"header_route", header_route},
    {NULL, NULL},
};
