/* XML, an event at a time: elements, their attributes, and the text between them.
 *
 *     struct xml_reader reader;
 *     xml_reader_open(&reader, bytes, byte_count);
 *     while ((event = xml_reader_next(&reader)) > XML_END)
 *       ...
 *     if (event == XML_FAILED)
 *       ... reader.event_line, reader.wrong ...
 *
 * It reads XML 1.0 in UTF-8, without declarations of entities or elements: of entities there are
 * the five that need none, and letters by number. Comments, processing instructions and a plain
 * DOCTYPE are skipped. It holds nothing but the names of the open elements, XML_MOST_DEPTH at most.
 * */
#ifndef OVERLAND_TOOLS_TEXT_XML_READER_H
#define OVERLAND_TOOLS_TEXT_XML_READER_H

#include "tools/text/text_span.h"

#include <stdbool.h>
#include <stddef.h>

#define XML_MOST_DEPTH 64

enum xml_event {
  XML_FAILED,    /* `wrong` says why; there is no next event */
  XML_END,       /* the root element is closed, and nothing follows */
  XML_OPEN,      /* an element begins: `name` */
  XML_ATTRIBUTE, /* of the element that began last: `name` and `value` */
  XML_TEXT,      /* text in the innermost element: `value`; may come in pieces */
  XML_CLOSE      /* an element ends: `name` */
};

struct xml_reader {
  const char *at, *end; /* what is not read yet */
  size_t line;          /* that `at` stands in, from 1 */
  size_t event_line;    /* that the last event began in; where the fault is if it failed */
  struct text_span name;
  struct text_span value; /* as it is written: see xml_reader_decode() */
  bool is_literal;        /* the text is that of a CDATA section */
  bool in_tag;            /* attributes may follow */
  bool root_seen;
  int depth;
  struct text_span open[XML_MOST_DEPTH]; /* the elements around `at` */
  char wrong[160];
};

/* The bytes must outlive the reader. */
void xml_reader_open(struct xml_reader *reader, const char *bytes, size_t byte_count);
enum xml_event xml_reader_next(struct xml_reader *reader);

/* Writes what the value of the last attribute or text means: entities replaced,
 * every end of line an LF. `out` holds value.length bytes; returns how many were
 * written. No byte of it is zero. */
size_t xml_reader_decode(const struct xml_reader *reader, char *out);

#endif
