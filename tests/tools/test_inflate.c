/* Compressed bytes are read back as they were written; a damaged or hostile stream gives one line
 * of text and does no harm. */
#include "tools/codec/inflate.h"

#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"
#include "tools/codec/checksums.h"
#include "tools/codec/deflate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 100000, STREAM_BYTES = 2 * MOST_BYTES + 1000 };

/* Bytes that are written to one after another, or those of a stream. */
typedef struct bytes {
  size_t count;
  uint8_t at[STREAM_BYTES];
} bytes;

static void put(bytes *b, uint32_t value, int byte_count) {
  for (int i = 0; i < byte_count; i++) {
    b->at[b->count++] = (uint8_t)(value >> (8 * i));
  }
}

static bool take(void *user, const uint8_t *more, size_t byte_count) {
  bytes *b = user;
  memcpy(b->at + b->count, more, byte_count);
  b->count += byte_count;
  return true;
}

/* Text of some letters with repeats, near and far, of all lengths. */
static void fill(bytes *plain, size_t count, test_random *random) {
  const int32_t letters = 1 << test_random_between(random, 0, 8);
  plain->count = 0;
  while (plain->count < count) {
    if (plain->count > 0 && test_random_percent(random, 30)) {
      const int32_t distance = test_random_between(random, 1, (int32_t)plain->count);
      const int32_t length = test_random_between(random, 3, 300);
      for (int32_t i = 0; i < length && plain->count < count; i++, plain->count++) {
        plain->at[plain->count] = plain->at[plain->count - (size_t)distance];
      }
    } else {
      put(plain, (uint32_t)test_random_between(random, 0, letters - 1), 1);
    }
  }
}

static void check_reads_as(test_state *t, const bytes *stream, inflate_format format,
                           const bytes *plain) {
  uint8_t *out = NULL;
  size_t out_bytes = 0;
  const char *wrong =
      inflate_bytes(stream->at, stream->count, format, plain->count, &out, &out_bytes);
  if (CHECK(t, wrong == NULL, "format %d: %s", format, wrong != NULL ? wrong : "")) {
    CHECK(t, out_bytes == plain->count && memcmp(out, plain->at, out_bytes) == 0,
          "format %d: %zu bytes come out of it, or others than went in: %zu", format, out_bytes,
          plain->count);
  }
  free(out);
}

/* `what` is said, or any text if it is NULL, and nothing is handed out. */
static void check_fails(test_state *t, const bytes *stream, inflate_format format, size_t most,
                        const char *what) {
  uint8_t *out = NULL;
  size_t out_bytes = 1;
  const char *wrong = inflate_bytes(stream->at, stream->count, format, most, &out, &out_bytes);
  CHECK(t, wrong != NULL && out == NULL && out_bytes == 0, "a wrong stream is read: %zu bytes",
        out_bytes);
  CHECK(t, wrong == NULL || what == NULL || strcmp(wrong, what) == 0, "'%s' instead of '%s'",
        wrong != NULL ? wrong : "", what != NULL ? what : "");
  free(out);
}

/* What is taken has the sum that stands at the stream's end. */
static void check_sum_or_fails(test_state *t, const bytes *zlib) {
  uint8_t *out = NULL;
  size_t out_bytes = 0;
  uint32_t sum = 0;
  const char *wrong =
      inflate_bytes(zlib->at, zlib->count, INFLATE_ZLIB, MOST_BYTES, &out, &out_bytes);
  for (size_t i = zlib->count - 4; i < zlib->count; i++) {
    sum = sum << 8 | zlib->at[i];
  }
  CHECK(t, (wrong == NULL) == (out != NULL), "%zu bytes", out_bytes);
  CHECK(t, wrong != NULL || sum == adler32_add(ADLER32_BEGIN, out, out_bytes),
        "damaged bytes are taken");
  free(out);
}

/* A gzip member of a zlib stream, with whatever `flags` ask for in its header. */
static void put_gzip(bytes *gzip, const bytes *zlib, const bytes *plain, uint32_t flags) {
  const size_t begin = gzip->count;
  put(gzip, 0x00088B1F | flags << 24, 4);
  put(gzip, 0, 4);
  put(gzip, 0xFF00, 2);
  if ((flags & 4) != 0) {
    put(gzip, 3, 2);
    take(gzip, (const uint8_t *)"abc", 3);
  }
  if ((flags & 8) != 0) {
    take(gzip, (const uint8_t *)"name", 5);
  }
  if ((flags & 16) != 0) {
    take(gzip, (const uint8_t *)"comment", 8);
  }
  if ((flags & 2) != 0) {
    put(gzip, crc32_add(CRC32_BEGIN, gzip->at + begin, gzip->count - begin), 2);
  }
  take(gzip, zlib->at + 2, zlib->count - 6);
  put(gzip, crc32_add(CRC32_BEGIN, plain->at, plain->count), 4);
  put(gzip, (uint32_t)plain->count, 4);
}

/* One stored block a byte count of at most 65,535. */
static void put_stored(bytes *raw, const bytes *plain) {
  size_t at = 0;
  do {
    const size_t left = plain->count - at;
    const size_t part = left < 65535 ? left : 65535;
    put(raw, part == left ? 1 : 0, 1);
    put(raw, (uint32_t)part, 2);
    put(raw, ~(uint32_t)part, 2);
    take(raw, plain->at + at, part);
    at += part;
  } while (at < plain->count);
}

/* ---- Streams that are right ---------------------------------------------- */

static void inflate_round_trips(test_state *t) {
  bytes *b = test_allocate(3, sizeof(bytes));
  bytes *plain = b;
  bytes *stream = b + 1;
  bytes *other = b + 2;
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    fill(plain, (size_t)test_random_between(&random, 0, i % 4 == 0 ? MOST_BYTES : 300), &random);
    stream->count = other->count = 0;
    deflate_zlib(plain->at, plain->count, take, stream);
    check_reads_as(t, stream, INFLATE_ZLIB, plain);
    const uint32_t flags = (uint32_t)test_random_between(&random, 0, 31);
    put_gzip(other, stream, plain, flags);
    check_reads_as(t, other, INFLATE_GZIP, plain);
    other->count = 0;
    take(other, stream->at + 2, stream->count - 6);
    check_reads_as(t, other, INFLATE_RAW, plain);
    other->count = 0;
    put_stored(other, plain);
    check_reads_as(t, other, INFLATE_RAW, plain);
    if (plain->count > 0) {
      check_fails(t, stream, INFLATE_ZLIB, plain->count - 1,
                  "more bytes come out of it than should be in it");
    }
  }
  free(b);
}

/* Made by hand from RFC 1951: "a", then a repeat of 258 at distance 1, in the fixed codes. */
static const uint8_t fixed_block[] = {0x4B, 0x1C, 0x05, 0x00};

static void inflate_fixed_codes(test_state *t) {
  bytes *b = test_allocate(2, sizeof(bytes));
  take(b, fixed_block, sizeof fixed_block);
  b[1].count = 259;
  memset(b[1].at, 'a', 259);
  check_reads_as(t, b, INFLATE_RAW, b + 1);
  free(b);
}

static void inflate_gzip_members(test_state *t) {
  bytes *b = test_allocate(3, sizeof(bytes));
  take(b, (const uint8_t *)"overoverover", 12);
  deflate_zlib(b[0].at, b[0].count, take, b + 1);
  put_gzip(b + 2, b + 1, b, 0);
  put_gzip(b + 2, b + 1, b, 8);
  take(b, (const uint8_t *)"overoverover", 12);
  check_reads_as(t, b + 2, INFLATE_GZIP, b);
  free(b);
}

/* ---- Streams that are wrong ---------------------------------------------- */

typedef struct wrong_stream {
  inflate_format format;
  size_t count;
  const char *bytes;
  const char *what;
} wrong_stream;

static const wrong_stream wrong_streams[] = {
    {INFLATE_ZLIB, 0, "", "the compressed data is cut off"},
    {INFLATE_ZLIB, 2, "\x78\x9D", "it does not begin as a zlib stream does"},
    {INFLATE_ZLIB, 2, "\x79\x9A", "it does not begin as a zlib stream does"},
    {INFLATE_ZLIB, 2, "\x88\x1C", "it does not begin as a zlib stream does"},
    {INFLATE_ZLIB, 2, "\x78\xBB", "it needs a dictionary that it does not hold"},
    {INFLATE_ZLIB, 2, "\x78\x9C", "the compressed data is cut off"},
    {INFLATE_ZLIB, 8, "\x78\x9C\x03\x00\x00\x00\x00\x02", "its Adler-32 is not that of its bytes"},
    {INFLATE_ZLIB, 9, "\x78\x9C\x03\x00\x00\x00\x00\x01\x00", "bytes follow its end"},
    {INFLATE_GZIP, 10, "\x1F\x8B\x08\x20\0\0\0\0\0\xFF", "it does not begin as a gzip file does"},
    {INFLATE_GZIP, 10, "\x1F\x8C\x08\x00\0\0\0\0\0\xFF", "it does not begin as a gzip file does"},
    {INFLATE_GZIP, 20, "\x1F\x8B\x08\x00\0\0\0\0\0\xFF\x03\x00\0\0\0\1\0\0\0\0",
     "its CRC-32 is not that of its bytes"},
    {INFLATE_GZIP, 20, "\x1F\x8B\x08\x00\0\0\0\0\0\xFF\x03\x00\0\0\0\0\1\0\0\0",
     "it has not as many bytes as its end says"},
    {INFLATE_GZIP, 12, "\x1F\x8B\x08\x02\0\0\0\0\0\xFF\0\0", "the CRC of its gzip header is wrong"},
    {INFLATE_RAW, 1, "\x07", "a block is of a kind that does not exist"},
    {INFLATE_RAW, 5, "\x01\x01\x00\xFF\xFF", "the length of a stored block is damaged"},
    {INFLATE_RAW, 5, "\x01\x01\x00\xFE\xFF", "the compressed data is cut off"},
    /* Fixed codes: a repeat as the first symbol; the symbol 286; the distance 30. */
    {INFLATE_RAW, 2, "\x03\x02", "a repeat reaches back before the first byte"},
    {INFLATE_RAW, 2, "\x1B\x03", "a length has a code that stands for nothing"},
    {INFLATE_RAW, 3, "\x4B\x04\x3E", "a distance has a code that stands for nothing"},
    /* Codes of the block's own. */
    {INFLATE_RAW, 3, "\xF5\x00\x00", "a code has more symbols than there are"},
    {INFLATE_RAW, 4, "\x05\x00\x92\x00", "the code of the code lengths is not complete"},
    {INFLATE_RAW, 4, "\x05\x00\x02\x24", "a code's lengths begin with a repeat"},
    {INFLATE_RAW, 12, "\x05\xE0\x01\x09\x00\x00\x00\x80\x20\xFC\xFF\x0F",
     "a code has more lengths than symbols"},
    {INFLATE_RAW, 12, "\x05\xE0\x01\x09\x00\x00\x00\x80\x20\xFC\x7F\x8D",
     "a block has no code for its end"},
    {INFLATE_RAW, 13, "\x05\xE0\x01\x09\x00\x00\x00\x80\x20\xF4\x7F\xB5\x02",
     "a code is not complete"},
    {INFLATE_RAW, 15, "\x05\xE0\x01\x09\x00\x00\x00\x80\x20\xFC\x7F\x2D\x01\x00\x00",
     "a code stands for no symbol"},
};

static void inflate_wrong_streams(test_state *t) {
  bytes *stream = test_allocate(1, sizeof(bytes));
  const size_t count = sizeof wrong_streams / sizeof wrong_streams[0];
  for (size_t i = 0; i < count; i++) {
    test_context(t, "stream %zu of the table", i);
    stream->count = 0;
    take(stream, (const uint8_t *)wrong_streams[i].bytes, wrong_streams[i].count);
    check_fails(t, stream, wrong_streams[i].format, 1000, wrong_streams[i].what);
  }
  free(stream);
}

/* A stream that is cut off anywhere, or goes on, is never taken for the whole. */
static void inflate_truncations(test_state *t) {
  bytes *b = test_allocate(3, sizeof(bytes));
  for (uint64_t i = 0; test_more(t, i, 10, 300); i++) {
    test_random random = {test_begin_case(t, i)};
    fill(b, (size_t)test_random_between(&random, 0, 2000), &random);
    b[1].count = b[2].count = 0;
    deflate_zlib(b[0].at, b[0].count, take, b + 1);
    put_gzip(b + 2, b + 1, b, (uint32_t)test_random_between(&random, 0, 31));
    for (inflate_format format = INFLATE_ZLIB; format <= INFLATE_GZIP; format++) {
      bytes *stream = b + (format == INFLATE_ZLIB ? 1 : 2);
      put(stream, 0, 1);
      check_fails(t, stream, format, MOST_BYTES, NULL);
      for (stream->count -= 2; stream->count + 1 > 0; stream->count--) {
        check_fails(t, stream, format, MOST_BYTES, NULL);
      }
    }
  }
  free(b);
}

/* A flipped bit is found by the sum, or it changed nothing; without the sum it does no harm. */
static void inflate_flipped_bits(test_state *t) {
  bytes *b = test_allocate(2, sizeof(bytes));
  for (uint64_t i = 0; test_more(t, i, 3000, 100000); i++) {
    test_random random = {test_begin_case(t, i)};
    fill(b, (size_t)test_random_between(&random, 1, i % 100 == 0 ? 3000 : 60), &random);
    b[1].count = 0;
    deflate_zlib(b[0].at, b[0].count, take, b + 1);
    const size_t at = (size_t)test_random_between(&random, 0, (int32_t)b[1].count - 1);
    b[1].at[at] ^= (uint8_t)(1U << test_random_between(&random, 0, 7));
    check_sum_or_fails(t, b + 1);
    uint8_t *out = NULL;
    size_t out_bytes = 0;
    const char *wrong =
        inflate_bytes(b[1].at + 2, b[1].count - 6, INFLATE_RAW, MOST_BYTES, &out, &out_bytes);
    CHECK(t, (wrong == NULL) == (out != NULL) && out_bytes <= MOST_BYTES, "%zu bytes", out_bytes);
    free(out);
  }
  free(b);
}

const test_entry test_inflate_table[] = {
    {"inflate_round_trips", inflate_round_trips},
    {"inflate_fixed_codes", inflate_fixed_codes},
    {"inflate_gzip_members", inflate_gzip_members},
    {"inflate_wrong_streams", inflate_wrong_streams},
    {"inflate_truncations", inflate_truncations},
    {"inflate_flipped_bits", inflate_flipped_bits},
    {NULL, NULL},
};
