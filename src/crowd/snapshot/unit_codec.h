/* Numbers as bytes, in both directions: each call names a field once, and the field is written or
 * read. Numbers have seven bits a byte, the lowest first, so that bytes are the same on every
 * machine and small numbers are short.
 *
 * Invariant: what is read is at most what the call says it may be. The first number that is not
 * sets the fault; all that are read after it are 0. */
#ifndef OVERLAND_CROWD_UNIT_CODEC_H
#define OVERLAND_CROWD_UNIT_CODEC_H

#include "common/compiler.h"
#include "overland.h"

enum { OVI_RECORD_BYTES = 512 };

typedef struct ovi_codec {
  const uint8_t *in; /* reading: all bytes; NULL: it writes */
  uint8_t *out;      /* writing: where whole records go; NULL: they are hashed */
  uint64_t at;       /* reading: the next byte; writing: bytes of the record so far */
  uint64_t end;      /* bytes of `in` or `out` */
  uint64_t used;     /* bytes of all records written, even if they did not fit */
  uint64_t hash;     /* of the records */
  ovl_fault fault;   /* where reading failed; what is NULL: nowhere */
  uint8_t record[OVI_RECORD_BYTES];
} ovi_codec;

/* Notes that the byte just read is wrong. */
void ovi_codec_refuse(ovi_codec *codec, const char *what, uint64_t found, uint64_t expected);

/* Reads a number of more than one byte. */
uint64_t ovi_codec_read(ovi_codec *codec, uint64_t most, const char *what);

/* Ends a record, a few numbers that fit OVI_RECORD_BYTES. */
void ovi_codec_end_record(ovi_codec *codec);

static inline bool ovi_codec_reads(const ovi_codec *codec) { return codec->in != NULL; }

/* Writes a number and returns it, or returns the one that is read, at most `most`. */
static inline uint64_t ovi_code(ovi_codec *codec, uint64_t value, uint64_t most, const char *what) {
  if (ovi_codec_reads(codec)) {
    const uint64_t first = codec->at < codec->end ? codec->in[codec->at] : UINT64_MAX;
    if (first < 0x80 && first <= most) {
      codec->at++;
      return first;
    }
    return ovi_codec_read(codec, most, what);
  }
  OVI_ASSERT(codec->at + 10 <= OVI_RECORD_BYTES);
  uint64_t left = value;
  for (; left >= 0x80; left >>= 7) {
    codec->record[codec->at++] = (uint8_t)(left | 0x80);
  }
  codec->record[codec->at++] = (uint8_t)left;
  return value;
}

static inline void ovi_code_8(ovi_codec *codec, uint8_t *field, uint8_t most, const char *what) {
  *field = (uint8_t)ovi_code(codec, *field, most, what);
}

static inline void ovi_code_16(ovi_codec *codec, uint16_t *field, uint16_t most, const char *what) {
  *field = (uint16_t)ovi_code(codec, *field, most, what);
}

static inline void ovi_code_32(ovi_codec *codec, uint32_t *field, uint32_t most, const char *what) {
  *field = (uint32_t)ovi_code(codec, *field, most, what);
}

static inline void ovi_code_64(ovi_codec *codec, uint64_t *field, uint64_t most, const char *what) {
  *field = ovi_code(codec, *field, most, what);
}

/* A number that is mostly near another one: the difference, with its sign in the lowest bit. */
static inline void ovi_code_near(ovi_codec *codec, uint32_t *field, uint32_t near) {
  const uint32_t apart = *field - near;
  const uint32_t coded = (uint32_t)ovi_code(codec, apart << 1 ^ (apart >> 31 != 0 ? UINT32_MAX : 0),
                                            UINT32_MAX, "a difference");
  *field = near + (coded >> 1 ^ ((coded & 1) != 0 ? UINT32_MAX : 0));
}

/* Up to 3 bytes, the lowest first. */
static inline uint32_t ovi_code_bytes(ovi_codec *codec, uint32_t bits, uint32_t count) {
  if (ovi_codec_reads(codec)) {
    bits = 0;
    for (uint32_t i = 0; i < count && codec->at < codec->end; i++) {
      bits |= (uint32_t)codec->in[codec->at++] << 8 * i;
    }
    return bits;
  }
  OVI_ASSERT(codec->at + count <= OVI_RECORD_BYTES);
  for (uint32_t i = 0; i < count; i++) {
    codec->record[codec->at++] = (uint8_t)(bits >> 8 * i);
  }
  return bits;
}

static inline bool ovi_code_flag(ovi_codec *codec, bool flag) {
  return ovi_code(codec, flag ? 1 : 0, 1, "flags") != 0;
}

/* Up to 7 flags. */
static inline void ovi_code_flags(ovi_codec *codec, bool *const *flags, uint32_t count) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; i++) {
    bits |= (uint64_t)(*flags[i] ? 1 : 0) << i;
  }
  bits = ovi_code(codec, bits, (UINT64_C(1) << count) - 1, "flags");
  for (uint32_t i = 0; i < count; i++) {
    *flags[i] = (bits >> i & 1) != 0;
  }
}

#endif
