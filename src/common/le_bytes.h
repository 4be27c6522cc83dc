/* Little-endian numbers in a world file, read and written in place, at any alignment.
 *
 * Invariant: the bytes of a file mean the same on every host. */
#ifndef OVERLAND_COMMON_LE_BYTES_H
#define OVERLAND_COMMON_LE_BYTES_H

#include <stdint.h>

#include "common/compiler.h"

/* Loads and stores of 16 and 32 bits are single ones on a little-endian host, so that compilers can
 * vectorize loops over them. A load of 64 bits is composed of bytes, which compilers turn into one
 * load. */
static inline uint16_t ovi_get_u16(const uint8_t *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint16_t value;
  memcpy(&value, bytes, sizeof(value));
  return value;
#else
  return (uint16_t)(bytes[0] | (uint16_t)(bytes[1] << 8));
#endif
}

static inline uint32_t ovi_get_u32(const uint8_t *bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint32_t value;
  memcpy(&value, bytes, sizeof(value));
  return value;
#else
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24;
#endif
}

static inline uint64_t ovi_get_u64(const uint8_t *bytes) {
  return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
         (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
         (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

static inline void ovi_put_u16(uint8_t *bytes, uint32_t value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const uint16_t low = (uint16_t)value;
  memcpy(bytes, &low, sizeof(low));
#else
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
#endif
}

static inline void ovi_put_u32(uint8_t *bytes, uint32_t value) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  memcpy(bytes, &value, sizeof(value));
#else
  ovi_put_u16(bytes, value);
  ovi_put_u16(bytes + 2, value >> 16);
#endif
}

static inline void ovi_put_u64(uint8_t *bytes, uint64_t value) {
  ovi_put_u32(bytes, (uint32_t)value);
  ovi_put_u32(bytes + 4, (uint32_t)(value >> 32));
}

/* Returns the place of a number in a list of u32, `stride` bytes apart, which rise from place
 * `begin` to the one before `end`. UINT32_MAX: it is not there. */
static inline uint32_t ovi_find_u32(const uint8_t *list, uint32_t stride, uint32_t begin,
                                    uint32_t end, uint32_t number) {
  uint32_t low = begin;
  uint32_t high = end;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (ovi_get_u32(list + stride * (uint64_t)middle) < number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < end && ovi_get_u32(list + stride * (uint64_t)low) == number ? low : UINT32_MAX;
}

/* A length rounded up to a multiple of 2, and of 8, as parts of files are padded. */
static inline uint64_t ovi_padded2(uint64_t bytes) { return (bytes + 1) & ~(uint64_t)1; }
static inline uint64_t ovi_padded8(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

#endif
