/* Reads a text file line by line: see text_lines.h.
 *
 * Invariant: `text` holds one whole line and ends in a zero byte, whatever the bytes of the file
 * are. */
#include "tools/text/text_lines.h"

#include "tools/base/fail.h"
#include "tools/base/file_kind.h"

#include <string.h>

/* Some editors begin a file of UTF-8 with it. */
static const char byte_order_mark[3] = {'\xef', '\xbb', '\xbf'};

int text_lines_open(struct text_lines *lines, const char *path) {
  const char *why = platform_map_file(path, &lines->mapping);
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  if (!file_kind_is_text(lines->mapping.bytes, lines->mapping.byte_count)) {
    const char *kind = file_kind_name(lines->mapping.bytes, lines->mapping.byte_count);
    platform_unmap_file(&lines->mapping);
    return command_fail(EXIT_INPUT, "%s: this is %s; it should be a text in UTF-8", path,
                        kind != NULL ? kind : "no text: it has bytes that are 0");
  }
  lines->path = path;
  lines->at = lines->mapping.bytes;
  lines->end = lines->at + lines->mapping.byte_count;
  if (lines->mapping.byte_count >= sizeof byte_order_mark &&
      memcmp(lines->at, byte_order_mark, sizeof byte_order_mark) == 0) {
    lines->at += sizeof byte_order_mark;
  }
  lines->number = 0;
  lines->text[0] = '\0';
  lines->end_letter = '\n';
  return EXIT_DONE;
}

void text_lines_use(struct text_lines *lines, const char *name, const char *text, char end_letter) {
  *lines = (struct text_lines){
      .path = name, .at = text, .end = text + strlen(text), .end_letter = end_letter};
}

void text_lines_close(struct text_lines *lines) { platform_unmap_file(&lines->mapping); }

int text_lines_next(struct text_lines *lines, bool *more) {
  *more = lines->at != lines->end;
  if (!*more) {
    return EXIT_DONE;
  }
  const size_t left = (size_t)(lines->end - lines->at);
  const char *stop = memchr(lines->at, lines->end_letter, left);
  const size_t length = stop != NULL ? (size_t)(stop - lines->at) : left;
  lines->number++;
  if (length >= TEXT_LINE_BYTES) {
    return command_fail(EXIT_INPUT, "%s: line %zu has %zu letters; it may have %d", lines->path,
                        lines->number, length, TEXT_LINE_BYTES - 1);
  }
  memcpy(lines->text, lines->at, length);
  lines->text[length] = '\0';
  lines->at = stop != NULL ? stop + 1 : lines->end;
  return EXIT_DONE;
}

size_t text_lines_left(const struct text_lines *lines) {
  size_t count = 1; /* the last one may lack its end */
  for (const char *at = lines->at; at != lines->end; at++) {
    count += *at == '\n' ? 1 : 0;
  }
  return count;
}
