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

static void fail(struct inflater *inflater, const char *wrong) {
  if (inflater->wrong == NULL) {
    inflater->wrong = wrong;
  }
}

/* ---- Bits and bytes ------------------------------------------------------ */

static void refill(struct inflater *inflater) {
  while (inflater->bit_count <= 56 && inflater->at != inflater->end) {
    inflater->bit_buffer |= (uint64_t)*inflater->at++ << inflater->bit_count;
    inflater->bit_count += 8;
  }
}

static void drop_bits(struct inflater *inflater, unsigned bits) {
  if (bits > inflater->bit_count) {
    fail(inflater, CUT_OFF);
    bits = inflater->bit_count;
  }
  inflater->bit_buffer = bits < 64 ? inflater->bit_buffer >> bits : 0;
  inflater->bit_count -= bits;
}

/* At most 32 bits. */
static uint32_t take_bits(struct inflater *inflater, unsigned bits) {
  refill(inflater);
  const uint32_t value = (uint32_t)(inflater->bit_buffer & ((1ULL << bits) - 1U));
  drop_bits(inflater, bits);
  return value;
}

static int take_symbol(struct inflater *inflater, const struct huffman_decoder *decoder) {
  unsigned bits = 0;
  refill(inflater);
  const int symbol = huffman_decode(decoder, (uint32_t)inflater->bit_buffer, &bits);
  if (symbol < 0) {
    fail(inflater,
         inflater->bit_count < HUFFMAN_MAX_BITS ? CUT_OFF : "a code stands for no symbol");
    return DEFLATE_END_OF_BLOCK;
  }
  drop_bits(inflater, bits);
  return symbol;
}

/* Goes on at the next whole byte, with nothing left in the buffer. */
static void align_to_byte(struct inflater *inflater) {
  inflater->at -= inflater->bit_count / 8;
  inflater->bit_buffer = 0;
  inflater->bit_count = 0;
}

/* Makes room for some more bytes. */
static bool reserve(struct inflater *inflater, size_t count) {
  if (count <= inflater->room - inflater->out_count) {
    return true;
  }
  if (count > inflater->most - inflater->out_count) {
    fail(inflater, "more bytes come out of it than should be in it");
    return false;
  }
  const size_t needed = inflater->out_count + count;
  size_t room = inflater->room < inflater->most / 2 ? inflater->room * 2 : inflater->most;
  room = room < needed ? needed : room;
  uint8_t *out = realloc(inflater->out, room);
  if (out == NULL) {
    fail(inflater, inflate_no_memory);
    return false;
  }
  inflater->out = out;
  inflater->room = room;
  return true;
}

/* ---- Blocks -------------------------------------------------------------- */

static void read_stored_block(struct inflater *inflater) {
  drop_bits(inflater, inflater->bit_count % 8);
  const uint32_t count = take_bits(inflater, 16);
  const uint32_t complement = take_bits(inflater, 16);
  align_to_byte(inflater);
  if ((count ^ complement) != 0xFFFFU) {
    fail(inflater, "the length of a stored block is damaged");
  } else if (count > (size_t)(inflater->end - inflater->at)) {
    fail(inflater, CUT_OFF);
  } else if (reserve(inflater, count)) {
    memcpy(inflater->out + inflater->out_count, inflater->at, count);
    inflater->out_count += count;
    inflater->at += count;
  }
}

static void use_fixed_codes(struct inflater *inflater) {
  uint8_t bits[HUFFMAN_MAX_SYMBOLS];
  memset(bits, 8, 144);
  memset(bits + 144, 9, 112);
  memset(bits + 256, 7, 24);
  memset(bits + 280, 8, 8);
  huffman_decoder_build(&inflater->literals, bits, HUFFMAN_MAX_SYMBOLS);
  /* The last two stand for nothing, but fill the code space. */
  memset(bits, 5, DEFLATE_DISTANCE_CODES + 2);
  huffman_decoder_build(&inflater->distances, bits, DEFLATE_DISTANCE_CODES + 2);
}

/* Reads the lengths of both codes, which are themselves coded: 16 repeats the last length, 17 and
 * 18 stand for zeros. */
static void read_code_lengths(struct inflater *inflater, uint8_t *bits, int count) {
  for (int i = 0; i < count && inflater->wrong == NULL;) {
    const int symbol = take_symbol(inflater, &inflater->distances);
    if (symbol < DEFLATE_BITS_REPEAT) {
      bits[i++] = (uint8_t)symbol;
      continue;
    }
    if (inflater->wrong != NULL || (symbol == DEFLATE_BITS_REPEAT && i == 0)) {
      fail(inflater, "a code's lengths begin with a repeat");
      return;
    }
    const uint8_t value = symbol == DEFLATE_BITS_REPEAT ? bits[i - 1] : 0;
    const int repeats = symbol == DEFLATE_BITS_REPEAT       ? 3 + (int)take_bits(inflater, 2)
                        : symbol == DEFLATE_BITS_REPEAT + 1 ? 3 + (int)take_bits(inflater, 3)
                                                            : 11 + (int)take_bits(inflater, 7);
    if (repeats > count - i) {
      fail(inflater, "a code has more lengths than symbols");
      return;
    }
    memset(bits + i, value, (size_t)repeats);
    i += repeats;
  }
}

static void read_codes(struct inflater *inflater) {
  uint8_t bits[CODE_LENGTHS] = {0};
  const int literals = (int)take_bits(inflater, 5) + DEFLATE_FIRST_REPEAT;
  const int distances = (int)take_bits(inflater, 5) + 1;
  const int lengths = (int)take_bits(inflater, 4) + 4;
  if (literals > DEFLATE_LITERAL_CODES || distances > DEFLATE_DISTANCE_CODES) {
    fail(inflater, "a code has more symbols than there are");
    return;
  }
  for (int i = 0; i < lengths; i++) {
    bits[deflate_bits_order[i]] = (uint8_t)take_bits(inflater, 3);
  }
  /* The distances' decoder is free until their own code is known. */
  if (!huffman_decoder_build(&inflater->distances, bits, DEFLATE_BITS_CODES)) {
    fail(inflater, "the code of the code lengths is not complete");
    return;
  }
  memset(bits, 0, sizeof bits);
  read_code_lengths(inflater, bits, literals + distances);
  if (inflater->wrong == NULL && bits[DEFLATE_END_OF_BLOCK] == 0) {
    fail(inflater, "a block has no code for its end");
  }
  if (inflater->wrong == NULL &&
      (!huffman_decoder_build(&inflater->literals, bits, literals) ||
       !huffman_decoder_build(&inflater->distances, bits + literals, distances))) {
    fail(inflater, "a code is not complete");
  }
}

static void copy_repeat(struct inflater *inflater, int length_code) {
  if (length_code >= DEFLATE_REPEAT_CODES) {
    fail(inflater, "a length has a code that stands for nothing");
    return;
  }
  const size_t length =
      deflate_length_bases[length_code] + take_bits(inflater, deflate_length_extra[length_code]);
  const int distance_code = take_symbol(inflater, &inflater->distances);
  if (inflater->wrong != NULL || distance_code >= DEFLATE_DISTANCE_CODES) {
    fail(inflater, "a distance has a code that stands for nothing");
    return;
  }
  const size_t distance = deflate_distance_bases[distance_code] +
                          take_bits(inflater, deflate_distance_extra(distance_code));
  if (distance > inflater->out_count - inflater->first) {
    fail(inflater, "a repeat reaches back before the first byte");
    return;
  }
  if (inflater->wrong != NULL || !reserve(inflater, length)) {
    return;
  }
  uint8_t *to = inflater->out + inflater->out_count;
  const uint8_t *from = to - distance;
  for (size_t i = 0; i < length; i++) { /* what is copied may be what was just written */
    to[i] = from[i];
  }
  inflater->out_count += length;
}

static void read_coded_block(struct inflater *inflater) {
  while (inflater->wrong == NULL) {
    const int symbol = take_symbol(inflater, &inflater->literals);
    if (inflater->wrong != NULL || symbol == DEFLATE_END_OF_BLOCK) {
      return;
    }
    if (symbol >= DEFLATE_FIRST_REPEAT) {
      copy_repeat(inflater, symbol - DEFLATE_FIRST_REPEAT);
    } else if (reserve(inflater, 1)) {
      inflater->out[inflater->out_count++] = (uint8_t)symbol;
    }
  }
}

/* One stream of deflate, up to the byte after it. */
static void read_blocks(struct inflater *inflater) {
  bool last = false;
  inflater->first = inflater->out_count;
  while (!last && inflater->wrong == NULL) {
    last = take_bits(inflater, 1) != 0;
    switch (take_bits(inflater, 2)) {
    case 0:
      read_stored_block(inflater);
      break;
    case 1:
      use_fixed_codes(inflater);
      read_coded_block(inflater);
      break;
    case 2:
      read_codes(inflater);
      read_coded_block(inflater);
      break;
    default:
      fail(inflater, "a block is of a kind that does not exist");
    }
  }
  align_to_byte(inflater);
}

/* ---- Formats ------------------------------------------------------------- */

static void read_zlib(struct inflater *inflater) {
  const uint32_t method = take_bits(inflater, 8);
  const uint32_t flags = take_bits(inflater, 8);
  if ((method & 15U) != METHOD_DEFLATE || method >> 4 > 7 || (method << 8 | flags) % 31 != 0) {
    fail(inflater, "it does not begin as a zlib stream does");
  } else if ((flags & 0x20U) != 0) {
    fail(inflater, "it needs a dictionary that it does not hold");
  }
  align_to_byte(inflater);
  read_blocks(inflater);
  uint32_t sum = 0;
  for (int i = 0; i < 4; i++) {
    sum = sum << 8 | take_bits(inflater, 8);
  }
  if (inflater->wrong == NULL &&
      sum != adler32_add(ADLER32_BEGIN, inflater->out, inflater->out_count)) {
    fail(inflater, "its Adler-32 is not that of its bytes");
  }
}

static void skip_text(struct inflater *inflater) {
  while (inflater->wrong == NULL && take_bits(inflater, 8) != 0) {
  }
}

static void read_gzip_header(struct inflater *inflater) {
  const uint8_t *begin = inflater->at;
  const uint32_t magic = take_bits(inflater, 16);
  const uint32_t method = take_bits(inflater, 8);
  const uint32_t flags = take_bits(inflater, 8);
  if (magic != 0x8B1FU || method != METHOD_DEFLATE || (flags & GZIP_UNKNOWN) != 0) {
    fail(inflater, "it does not begin as a gzip file does");
  }
  take_bits(inflater, 32); /* the time */
  take_bits(inflater, 16); /* the effort and the system */
  if ((flags & GZIP_EXTRA) != 0) {
    for (uint32_t left = take_bits(inflater, 16); left > 0 && inflater->wrong == NULL; left--) {
      take_bits(inflater, 8);
    }
  }
  if ((flags & GZIP_NAME) != 0) {
    skip_text(inflater);
  }
  if ((flags & GZIP_COMMENT) != 0) {
    skip_text(inflater);
  }
  align_to_byte(inflater);
  if ((flags & GZIP_HEADER_SUM) != 0) {
    const uint32_t sum = crc32_add(CRC32_BEGIN, begin, (size_t)(inflater->at - begin));
    if (take_bits(inflater, 16) != (sum & 0xFFFFU)) {
      fail(inflater, "the CRC of its gzip header is wrong");
    }
    align_to_byte(inflater);
  }
}

/* A gzip file is one stream after another, each with a header and sums. */
static void read_gzip(struct inflater *inflater) {
  do {
    read_gzip_header(inflater);
    read_blocks(inflater);
    const uint32_t sum = take_bits(inflater, 32);
    const uint32_t length = take_bits(inflater, 32);
    align_to_byte(inflater);
    if (inflater->wrong != NULL) {
      return;
    }
    const size_t count = inflater->out_count - inflater->first;
    if (sum != crc32_add(CRC32_BEGIN, inflater->out + inflater->first, count)) {
      fail(inflater, "its CRC-32 is not that of its bytes");
    } else if (length != (uint32_t)(count & 0xFFFFFFFFU)) {
      fail(inflater, "it has not as many bytes as its end says");
    }
  } while (inflater->wrong == NULL && inflater->at != inflater->end);
}

const char *inflate_bytes(const uint8_t *bytes, size_t byte_count, inflate_format format,
                          size_t most_bytes, uint8_t **out, size_t *out_bytes) {
  *out = NULL;
  *out_bytes = 0;
  struct inflater *inflater = calloc(1, sizeof *inflater);
  uint8_t *first_room = malloc(FIRST_ROOM);
  if (inflater == NULL || first_room == NULL) {
    free(inflater);
    free(first_room);
    return inflate_no_memory;
  }
  inflater->at = bytes;
  inflater->end = bytes + byte_count;
  inflater->out = first_room;
  inflater->room = most_bytes < FIRST_ROOM ? most_bytes : FIRST_ROOM;
  inflater->most = most_bytes;
  switch (format) {
  case INFLATE_ZLIB:
    read_zlib(inflater);
    break;
  case INFLATE_GZIP:
    read_gzip(inflater);
    break;
  default:
    read_blocks(inflater);
  }
  align_to_byte(inflater);
  if (inflater->at != inflater->end) {
    fail(inflater, "bytes follow its end");
  }
  const char *wrong = inflater->wrong;
  if (wrong == NULL) {
    *out = inflater->out;
    *out_bytes = inflater->out_count;
  } else {
    free(inflater->out);
  }
  free(inflater);
  return wrong;
}
