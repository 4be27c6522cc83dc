/* A part of a text that lies elsewhere: it ends with its length, not with a zero. */
#ifndef OVERLAND_TOOLS_TEXT_TEXT_SPAN_H
#define OVERLAND_TOOLS_TEXT_TEXT_SPAN_H

#include <stddef.h>
#include <stdint.h>

struct text_span {
  const char *bytes;
  size_t length;
};

/* Writes a letter, 1 to 0x10FFFF, as UTF-8: 1 to 4 bytes; returns how many. */
size_t text_write_utf8(uint32_t letter, char *out);

#endif
