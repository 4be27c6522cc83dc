/* Reads numbers that may be anything, and ends records. */
#include "crowd/snapshot/unit_codec.h"

#include "common/hash64.h"

void ovi_codec_refuse(ovi_codec *codec, const char *what, uint64_t found, uint64_t expected) {
  if (codec->fault.what == NULL) {
    codec->fault = (ovl_fault){what, codec->at, found, expected};
  }
  codec->end = codec->at; /* nothing more is read */
}

uint64_t ovi_codec_read(ovi_codec *codec, uint64_t most, const char *what) {
  uint64_t value = 0;
  for (uint32_t shift = 0;; shift += 7) {
    if (codec->at == codec->end) {
      ovi_codec_refuse(codec, "bytes: there are fewer than its numbers need", codec->end, 0);
      return 0;
    }
    const uint8_t byte = codec->in[codec->at++];
    const uint64_t bits = (uint64_t)(byte & 0x7f);
    if (shift > 63 || bits << shift >> shift != bits) {
      ovi_codec_refuse(codec, what, UINT64_MAX, most);
      return 0;
    }
    value |= bits << shift;
    if (byte < 0x80) {
      break;
    }
  }
  if (value > most) {
    ovi_codec_refuse(codec, what, value, most);
    return 0;
  }
  return value;
}

void ovi_codec_end_record(ovi_codec *codec) {
  if (ovi_codec_reads(codec)) {
    return;
  }
  OVI_ASSERT(codec->at <= OVI_RECORD_BYTES);
  if (codec->out == NULL) {
    const uint64_t end = (codec->at + 15) & ~UINT64_C(15); /* whole words are hashed faster */
    memset(codec->record + codec->at, 0, end - codec->at);
    codec->hash = ovi_hash64(codec->hash, codec->record, end);
  } else if (codec->used + codec->at <= codec->end) {
    memcpy(codec->out + codec->used, codec->record, codec->at);
  }
  codec->used += codec->at;
  codec->at = 0;
}
