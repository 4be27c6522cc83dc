/* Reader of compressed bytes: see inflate.h.
 *
 * Invariant: `wrong` is set by the first thing that is wrong and stays; every loop ends when it is
 * set. Reading beyond the end gives zero bits, so no reader of bits needs to look for it first. */
#include "tools/codec/inflate.h"

#include "tools/codec/checksums.h"
#include "tools/codec/deflate_codes.h"
#include "tools/codec/huffman.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 4096U
#define CODE_LENGTHS (DEFLATE_LITERAL_CODES + DEFLATE_DISTANCE_CODES)

enum { METHOD_DEFLATE = 8 };

enum gzip_flags {
  GZIP_HEADER_SUM = 2,
  GZIP_EXTRA = 4,
  GZIP_NAME = 8,
  GZIP_COMMENT = 16,
  GZIP_UNKNOWN = 0xE0
};

const char inflate_no_memory[] = "no memory to decompress it";
static const char CUT_OFF[] = "the compressed data is cut off";

struct inflater {
  const char *wrong;
  const uint8_t *at, *end; /* what is not in bit_buffer yet */
  uint64_t bit_buffer;
  unsigned bit_count;
  uint8_t *out;
  size_t out_count, room, most;
  size_t first; /* where in `out` this stream began: repeats reach no further back */
  struct huffman_decoder literals, distances;
};

static void fail(struct inflater *s, const char *wrong) {
  if (s->wrong == NULL) {
    s->wrong = wrong;
  }
}

/* ---- Bits and bytes ------------------------------------------------------ */

static void refill(struct inflater *s) {
  while (s->bit_count <= 56 && s->at != s->end) {
    s->bit_buffer |= (uint64_t)*s->at++ << s->bit_count;
    s->bit_count += 8;
  }
}

static void drop_bits(struct inflater *s, unsigned bits) {
  if (bits > s->bit_count) {
    fail(s, CUT_OFF);
    bits = s->bit_count;
  }
  s->bit_buffer = bits < 64 ? s->bit_buffer >> bits : 0;
  s->bit_count -= bits;
}

/* At most 32 bits. */
static uint32_t take_bits(struct inflater *s, unsigned bits) {
  refill(s);
  const uint32_t value = (uint32_t)(s->bit_buffer & ((1ULL << bits) - 1U));
  drop_bits(s, bits);
  return value;
}

static int take_symbol(struct inflater *s, const struct huffman_decoder *decoder) {
  unsigned bits = 0;
  refill(s);
  const int symbol = huffman_decode(decoder, (uint32_t)s->bit_buffer, &bits);
  if (symbol < 0) {
    fail(s, s->bit_count < HUFFMAN_MAX_BITS ? CUT_OFF : "a code stands for no symbol");
    return DEFLATE_END_OF_BLOCK;
  }
  drop_bits(s, bits);
  return symbol;
}

/* Goes on at the next whole byte, with nothing left in the buffer. */
static void align_to_byte(struct inflater *s) {
  s->at -= s->bit_count / 8;
  s->bit_buffer = 0;
  s->bit_count = 0;
}

/* Makes room for some more bytes. */
static bool reserve(struct inflater *s, size_t count) {
  if (count <= s->room - s->out_count) {
    return true;
  }
  if (count > s->most - s->out_count) {
    fail(s, "more bytes come out of it than should be in it");
    return false;
  }
  const size_t needed = s->out_count + count;
  size_t room = s->room < s->most / 2 ? s->room * 2 : s->most;
  room = room < needed ? needed : room;
  uint8_t *out = realloc(s->out, room);
  if (out == NULL) {
    fail(s, inflate_no_memory);
    return false;
  }
  s->out = out;
  s->room = room;
  return true;
}

/* ---- Blocks -------------------------------------------------------------- */

static void read_stored_block(struct inflater *s) {
  drop_bits(s, s->bit_count % 8);
  const uint32_t count = take_bits(s, 16);
  const uint32_t complement = take_bits(s, 16);
  align_to_byte(s);
  if ((count ^ complement) != 0xFFFFU) {
    fail(s, "the length of a stored block is damaged");
  } else if (count > (size_t)(s->end - s->at)) {
    fail(s, CUT_OFF);
  } else if (reserve(s, count)) {
    memcpy(s->out + s->out_count, s->at, count);
    s->out_count += count;
    s->at += count;
  }
}

static void use_fixed_codes(struct inflater *s) {
  uint8_t bits[HUFFMAN_MAX_SYMBOLS];
  memset(bits, 8, 144);
  memset(bits + 144, 9, 112);
  memset(bits + 256, 7, 24);
  memset(bits + 280, 8, 8);
  huffman_decoder_build(&s->literals, bits, HUFFMAN_MAX_SYMBOLS);
  /* The last two stand for nothing, but fill the code space. */
  memset(bits, 5, DEFLATE_DISTANCE_CODES + 2);
  huffman_decoder_build(&s->distances, bits, DEFLATE_DISTANCE_CODES + 2);
}

/* Reads the lengths of both codes, which are themselves coded: 16 repeats the last length, 17 and
 * 18 stand for zeros. */
static void read_code_lengths(struct inflater *s, uint8_t *bits, int count) {
  for (int i = 0; i < count && s->wrong == NULL;) {
    const int symbol = take_symbol(s, &s->distances);
    if (symbol < DEFLATE_BITS_REPEAT) {
      bits[i++] = (uint8_t)symbol;
      continue;
    }
    if (s->wrong != NULL || (symbol == DEFLATE_BITS_REPEAT && i == 0)) {
      fail(s, "a code's lengths begin with a repeat");
      return;
    }
    const uint8_t value = symbol == DEFLATE_BITS_REPEAT ? bits[i - 1] : 0;
    const int repeats = symbol == DEFLATE_BITS_REPEAT       ? 3 + (int)take_bits(s, 2)
                        : symbol == DEFLATE_BITS_REPEAT + 1 ? 3 + (int)take_bits(s, 3)
                                                            : 11 + (int)take_bits(s, 7);
    if (repeats > count - i) {
      fail(s, "a code has more lengths than symbols");
      return;
    }
    memset(bits + i, value, (size_t)repeats);
    i += repeats;
  }
}

static void read_codes(struct inflater *s) {
  uint8_t bits[CODE_LENGTHS] = {0};
  const int literals = (int)take_bits(s, 5) + DEFLATE_FIRST_REPEAT;
  const int distances = (int)take_bits(s, 5) + 1;
  const int lengths = (int)take_bits(s, 4) + 4;
  if (literals > DEFLATE_LITERAL_CODES || distances > DEFLATE_DISTANCE_CODES) {
    fail(s, "a code has more symbols than there are");
    return;
  }
  for (int i = 0; i < lengths; i++) {
    bits[deflate_bits_order[i]] = (uint8_t)take_bits(s, 3);
  }
  /* The distances' decoder is free until their own code is known. */
  if (!huffman_decoder_build(&s->distances, bits, DEFLATE_BITS_CODES)) {
    fail(s, "the code of the code lengths is not complete");
    return;
  }
  memset(bits, 0, sizeof bits);
  read_code_lengths(s, bits, literals + distances);
  if (s->wrong == NULL && bits[DEFLATE_END_OF_BLOCK] == 0) {
    fail(s, "a block has no code for its end");
  }
  if (s->wrong == NULL && (!huffman_decoder_build(&s->literals, bits, literals) ||
                           !huffman_decoder_build(&s->distances, bits + literals, distances))) {
    fail(s, "a code is not complete");
  }
}

static void copy_repeat(struct inflater *s, int length_code) {
  if (length_code >= DEFLATE_REPEAT_CODES) {
    fail(s, "a length has a code that stands for nothing");
    return;
  }
  const size_t length =
      deflate_length_bases[length_code] + take_bits(s, deflate_length_extra[length_code]);
  const int distance_code = take_symbol(s, &s->distances);
  if (s->wrong != NULL || distance_code >= DEFLATE_DISTANCE_CODES) {
    fail(s, "a distance has a code that stands for nothing");
    return;
  }
  const size_t distance =
      deflate_distance_bases[distance_code] + take_bits(s, deflate_distance_extra(distance_code));
  if (distance > s->out_count - s->first) {
    fail(s, "a repeat reaches back before the first byte");
    return;
  }
  if (s->wrong != NULL || !reserve(s, length)) {
    return;
  }
  uint8_t *to = s->out + s->out_count;
  const uint8_t *from = to - distance;
  for (size_t i = 0; i < length; i++) { /* what is copied may be what was just written */
    to[i] = from[i];
  }
  s->out_count += length;
}

static void read_coded_block(struct inflater *s) {
  while (s->wrong == NULL) {
    const int symbol = take_symbol(s, &s->literals);
    if (s->wrong != NULL || symbol == DEFLATE_END_OF_BLOCK) {
      return;
    }
    if (symbol >= DEFLATE_FIRST_REPEAT) {
      copy_repeat(s, symbol - DEFLATE_FIRST_REPEAT);
    } else if (reserve(s, 1)) {
      s->out[s->out_count++] = (uint8_t)symbol;
    }
  }
}

/* One stream of deflate, up to the byte after it. */
static void read_blocks(struct inflater *s) {
  bool last = false;
  s->first = s->out_count;
  while (!last && s->wrong == NULL) {
    last = take_bits(s, 1) != 0;
    switch (take_bits(s, 2)) {
    case 0:
      read_stored_block(s);
      break;
    case 1:
      use_fixed_codes(s);
      read_coded_block(s);
      break;
    case 2:
      read_codes(s);
      read_coded_block(s);
      break;
    default:
      fail(s, "a block is of a kind that does not exist");
    }
  }
  align_to_byte(s);
}

/* ---- Formats ------------------------------------------------------------- */

static void read_zlib(struct inflater *s) {
  const uint32_t method = take_bits(s, 8);
  const uint32_t flags = take_bits(s, 8);
  if ((method & 15U) != METHOD_DEFLATE || method >> 4 > 7 || (method << 8 | flags) % 31 != 0) {
    fail(s, "it does not begin as a zlib stream does");
  } else if ((flags & 0x20U) != 0) {
    fail(s, "it needs a dictionary that it does not hold");
  }
  align_to_byte(s);
  read_blocks(s);
  uint32_t sum = 0;
  for (int i = 0; i < 4; i++) {
    sum = sum << 8 | take_bits(s, 8);
  }
  if (s->wrong == NULL && sum != adler32_add(ADLER32_BEGIN, s->out, s->out_count)) {
    fail(s, "its Adler-32 is not that of its bytes");
  }
}

static void skip_text(struct inflater *s) {
  while (s->wrong == NULL && take_bits(s, 8) != 0) {
  }
}

static void read_gzip_header(struct inflater *s) {
  const uint8_t *begin = s->at;
  const uint32_t magic = take_bits(s, 16);
  const uint32_t method = take_bits(s, 8);
  const uint32_t flags = take_bits(s, 8);
  if (magic != 0x8B1FU || method != METHOD_DEFLATE || (flags & GZIP_UNKNOWN) != 0) {
    fail(s, "it does not begin as a gzip file does");
  }
  take_bits(s, 32); /* the time */
  take_bits(s, 16); /* the effort and the system */
  if ((flags & GZIP_EXTRA) != 0) {
    for (uint32_t left = take_bits(s, 16); left > 0 && s->wrong == NULL; left--) {
      take_bits(s, 8);
    }
  }
  if ((flags & GZIP_NAME) != 0) {
    skip_text(s);
  }
  if ((flags & GZIP_COMMENT) != 0) {
    skip_text(s);
  }
  align_to_byte(s);
  if ((flags & GZIP_HEADER_SUM) != 0) {
    const uint32_t sum = crc32_add(CRC32_BEGIN, begin, (size_t)(s->at - begin));
    if (take_bits(s, 16) != (sum & 0xFFFFU)) {
      fail(s, "the CRC of its gzip header is wrong");
    }
    align_to_byte(s);
  }
}

/* A gzip file is one stream after another, each with a header and sums. */
static void read_gzip(struct inflater *s) {
  do {
    read_gzip_header(s);
    read_blocks(s);
    const uint32_t sum = take_bits(s, 32);
    const uint32_t length = take_bits(s, 32);
    align_to_byte(s);
    if (s->wrong != NULL) {
      return;
    }
    const size_t count = s->out_count - s->first;
    if (sum != crc32_add(CRC32_BEGIN, s->out + s->first, count)) {
      fail(s, "its CRC-32 is not that of its bytes");
    } else if (length != (uint32_t)(count & 0xFFFFFFFFU)) {
      fail(s, "it has not as many bytes as its end says");
    }
  } while (s->wrong == NULL && s->at != s->end);
}

const char *inflate_bytes(const uint8_t *bytes, size_t byte_count, inflate_format format,
                          size_t most_bytes, uint8_t **out, size_t *out_bytes) {
  *out = NULL;
  *out_bytes = 0;
  struct inflater *s = calloc(1, sizeof *s);
  uint8_t *first_room = malloc(FIRST_ROOM);
  if (s == NULL || first_room == NULL) {
    free(s);
    free(first_room);
    return inflate_no_memory;
  }
  s->at = bytes;
  s->end = bytes + byte_count;
  s->out = first_room;
  s->room = most_bytes < FIRST_ROOM ? most_bytes : FIRST_ROOM;
  s->most = most_bytes;
  switch (format) {
  case INFLATE_ZLIB:
    read_zlib(s);
    break;
  case INFLATE_GZIP:
    read_gzip(s);
    break;
  default:
    read_blocks(s);
  }
  align_to_byte(s);
  if (s->at != s->end) {
    fail(s, "bytes follow its end");
  }
  const char *wrong = s->wrong;
  if (wrong == NULL) {
    *out = s->out;
    *out_bytes = s->out_count;
  } else {
    free(s->out);
  }
  free(s);
  return wrong;
}
