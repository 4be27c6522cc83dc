/* Messages of file readers: see reader_talk.h. */
#include "tools/text/reader_talk.h"

#include "tools/base/fail.h"

#include <stdarg.h>

enum { LINE_BYTES = 1024 };

static void write_line(char line[LINE_BYTES], const struct reader_file *file, const char *format,
                       va_list arguments) {
  const int length = snprintf(line, LINE_BYTES, "%s: ", file->path);
  if (length >= 0 && length < LINE_BYTES) {
    vsnprintf(line + length, LINE_BYTES - (size_t)length, format, arguments);
  }
}

int reader_fail(const struct reader_file *file, const char *format, ...) {
  char line[LINE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  write_line(line, file, format, arguments);
  va_end(arguments);
  if (file->talk == NULL || file->talk->fail == NULL) {
    return command_fail(EXIT_INPUT, "%s", line);
  }
  file->talk->fail(file->talk->user, line);
  return EXIT_INPUT;
}

void reader_warn(const struct reader_file *file, const char *format, ...) {
  char line[LINE_BYTES];
  va_list arguments;
  va_start(arguments, format);
  write_line(line, file, format, arguments);
  va_end(arguments);
  if (file->talk == NULL || file->talk->warn == NULL) {
    command_note("warning: %s", line);
    return;
  }
  file->talk->warn(file->talk->user, line);
}

static void warn_within(void *user, const char *line) { reader_warn(user, "%s", line); }

static void fail_within(void *user, const char *line) { reader_fail(user, "%s", line); }

struct reader_talk reader_talk_within(const struct reader_file *file) {
  return (struct reader_talk){warn_within, fail_within, (void *)file};
}

int reader_fail_memory(const struct reader_file *file) {
  reader_fail(file, "no memory for what it holds");
  return EXIT_SYSTEM;
}
