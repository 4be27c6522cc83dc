/* The tables of lengths and distances of deflate (RFC 1951), for its writer and its reader.
 *
 * A length or a distance is a base, which has a code, and some bits that are added to it. */
#ifndef OVERLAND_TOOLS_CODEC_DEFLATE_CODES_H
#define OVERLAND_TOOLS_CODEC_DEFLATE_CODES_H

#include <stdint.h>

enum {
  DEFLATE_END_OF_BLOCK = 256,
  DEFLATE_FIRST_REPEAT = 257, /* the first code of a length */
  DEFLATE_REPEAT_CODES = 29,
  DEFLATE_LITERAL_CODES = DEFLATE_FIRST_REPEAT + DEFLATE_REPEAT_CODES,
  DEFLATE_DISTANCE_CODES = 30,
  DEFLATE_BITS_CODES = 19,  /* of the code that the lengths of the two others are written in */
  DEFLATE_BITS_REPEAT = 16, /* the first of these that stands for several lengths */
  DEFLATE_BITS_MAX = 7
};

extern const uint16_t deflate_length_bases[DEFLATE_REPEAT_CODES];
extern const uint8_t deflate_length_extra[DEFLATE_REPEAT_CODES];
extern const uint16_t deflate_distance_bases[DEFLATE_DISTANCE_CODES];

/* The order in which the lengths of the third code are stored. */
extern const uint8_t deflate_bits_order[DEFLATE_BITS_CODES];

static inline unsigned deflate_distance_extra(int code) {
  return code < 4 ? 0U : (unsigned)code / 2U - 1U;
}

#endif
