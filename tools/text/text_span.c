/* Parts of texts: see text_span.h. UTF-8 as RFC 3629 has it. */
#include "tools/text/text_span.h"

size_t text_write_utf8(uint32_t letter, char *out) {
  if (letter < 0x80) {
    out[0] = (char)letter;
    return 1;
  }
  size_t length = 2;
  if (letter >= 0x800) {
    length = letter < 0x10000 ? 3 : 4;
  }
  for (size_t i = length - 1; i > 0; i--) {
    out[i] = (char)(0x80 | (letter & 0x3F));
    letter >>= 6;
  }
  out[0] = (char)((0xF00u >> length & 0xFF) | letter); /* as many ones as bytes, and a zero */
  return length;
}
