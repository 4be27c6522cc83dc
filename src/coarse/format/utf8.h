/* Texts in UTF-8, as RFC 3629 has it: no long forms, no surrogates, nothing above U+10FFFF. */
#ifndef OVERLAND_COARSE_FORMAT_UTF8_H
#define OVERLAND_COARSE_FORMAT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Returns the bytes of the letter that a text begins with; 0: it begins with none. Reads nothing
 * behind a byte that does not belong to the letter, such as the 0 at the end. */
static inline size_t ovi_letter_bytes(const uint8_t *text) {
  const uint32_t first = text[0];
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xc2 || first > 0xf4) {
    return 0;
  }
  /* Long forms, surrogates and what is too high show in the second byte. */
  const uint32_t least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const uint32_t most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (text[1] < least || text[1] > most) {
    return 0;
  }
  const size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (size_t i = 2; i < bytes; i++) {
    if ((text[i] & 0xc0) != 0x80) {
      return 0;
    }
  }
  return bytes;
}

/* Returns the length of a text that ends with a 0 within `most` bytes; 0: it is empty, does not end
 * there, or is no UTF-8. */
static inline size_t ovi_text_bytes(const uint8_t *text, size_t most) {
  size_t at = 0;
  while (at < most && text[at] != 0) {
    const size_t letter = ovi_letter_bytes(text + at);
    if (letter == 0) {
      return 0;
    }
    at += letter;
  }
  return at < most ? at : 0;
}

#endif
