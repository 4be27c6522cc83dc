/* Error messages of commands: see fail.h.
 *
 * A line names the file or argument first, then what is wrong, then what would be right. */
#include "tools/base/fail.h"

#include "overland_inspect.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void print_line(const char *format, va_list arguments) {
  print_error("overland: ");
  print_error_list(format, arguments);
  print_error("\n");
}

int command_fail(int exit_code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
  return exit_code;
}

int command_fail_line(const char *path, size_t line, const char *format, va_list arguments) {
  print_error("overland: %s:%zu: ", path, line);
  print_error_list(format, arguments);
  print_error("\n");
  return EXIT_INPUT;
}

int command_answer_no(char **why, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  *why = length >= 0 ? malloc((size_t)length + 1) : NULL;
  if (*why == NULL) {
    return command_fail_memory("the answer");
  }
  va_start(arguments, format);
  vsnprintf(*why, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return EXIT_NO;
}

void command_note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
}

int command_fail_memory(const char *what) {
  return command_fail(EXIT_SYSTEM, "no memory for %s", what);
}

const char *const command_corners[] = {"strict", "one", "free", "none", NULL};

const char *command_corners_text(ovl_corners corners) {
  return (unsigned)corners < OVL_CORNERS_COUNT ? command_corners[corners] : NULL;
}

bool command_parse_corners(const char *text, ovl_corners *corners) {
  for (int i = 0; i < OVL_CORNERS_COUNT; i++) {
    if (strcmp(text, command_corners_text((ovl_corners)i)) == 0) {
      *corners = (ovl_corners)i;
      return true;
    }
  }
  return false;
}

static int exit_code_of(ovl_result result) {
  switch (result) {
  case OVL_OK:
    return EXIT_DONE;
  case OVL_UNREACHABLE:
  case OVL_START_BLOCKED:
  case OVL_GOAL_BLOCKED:
    return EXIT_NO;
  case OVL_BAD_ARGUMENT:
    return EXIT_USAGE;
  case OVL_PLANNER_TOO_SMALL:
  case OVL_CACHE_TOO_SMALL:
  case OVL_STOPPED:
  case OVL_NO_MEMORY:
  case OVL_WRITE_FAILED:
  case OVL_INTERNAL:
    return EXIT_SYSTEM;
  default: /* an end outside the world, or bytes that are no world */
    return EXIT_INPUT;
  }
}

const char *command_limit_text(const ovl_fault *fault, char text[COMMAND_LIMIT_BYTES]) {
  snprintf(text, COMMAND_LIMIT_BYTES, "%s is %" PRId64 "; the limit is %" PRId64, fault->what,
           (int64_t)fault->found, (int64_t)fault->expected);
  return text;
}

int command_fail_result(const char *what, ovl_result result, const ovl_fault *fault) {
  const char *text = ovl_result_text(result);
  const int exit_code = exit_code_of(result);
  if (fault == NULL || fault->what == NULL || fault->what[0] == '\0') {
    return command_fail(exit_code, "%s: %s", what, text);
  }
  if (result == OVL_BAD_ARGUMENT) {
    char limit[COMMAND_LIMIT_BYTES];
    return command_fail(exit_code, "%s: %s: %s", what, text, command_limit_text(fault, limit));
  }
  if (exit_code != EXIT_INPUT || fault->found == fault->expected) {
    return command_fail(exit_code, "%s: %s: %s", what, text, fault->what);
  }
  return command_fail(exit_code, "%s: %s: %s at %" PRIu64 ": found %" PRIu64 ", expected %" PRIu64,
                      what, text, fault->what, fault->where, fault->found, fault->expected);
}
