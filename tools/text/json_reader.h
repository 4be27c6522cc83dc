/* JSON, an event at a time: the values of one document in their order.
 *
 *     struct json_reader reader;
 *     json_reader_open(&reader, bytes, byte_count);
 *     while ((event = json_reader_next(&reader)) > JSON_END)
 *       ...
 *     if (event == JSON_FAILED)
 *       ... reader.event_line, reader.wrong ...
 *
 * Strict JSON (RFC 8259) in UTF-8; no text may hold a zero. It holds nothing but which groups are
 * open, JSON_MOST_DEPTH at most. json.h writes JSON. */
#ifndef OVERLAND_TOOLS_TEXT_JSON_READER_H
#define OVERLAND_TOOLS_TEXT_JSON_READER_H

#include "tools/text/text_span.h"

#include <stdbool.h>
#include <stddef.h>

#define JSON_MOST_DEPTH 64

enum json_event {
  JSON_FAILED, /* `wrong` says why; there is no next event */
  JSON_END,    /* the value is whole, and nothing follows */
  JSON_OBJECT, /* a group begins */
  JSON_ARRAY,
  JSON_CLOSE,  /* the innermost group ends */
  JSON_STRING, /* `value`: what stands between the quotes */
  JSON_NUMBER, /* `value`: as it is written, as are the next three */
  JSON_TRUE,
  JSON_FALSE,
  JSON_NULL
};

struct json_reader {
  const char *at, *end; /* what is not read yet */
  size_t line;          /* that `at` stands in, from 1 */
  size_t event_line;    /* that the last event began in; where the fault is if it failed */
  struct text_span key; /* of a member of an object, as it is written; else empty */
  struct text_span value;
  bool is_first; /* nothing was read yet in the innermost group */
  int depth;
  bool is_object[JSON_MOST_DEPTH]; /* the groups around `at` */
  char wrong[160];
};

/* The bytes must outlive the reader. */
void json_reader_open(struct json_reader *reader, const char *bytes, size_t byte_count);
enum json_event json_reader_next(struct json_reader *reader);

/* Writes what the text of a string or key means. `out` holds text.length bytes;
 * returns how many were written. No byte of it is zero. */
size_t json_reader_decode(struct text_span text, char *out);

#endif
