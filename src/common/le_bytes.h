/* Little-endian numbers in a world file, read and written in place.
 *
 * Invariant: the bytes of a file mean the same on every host. The loads are
 * composed byte by byte, which compilers turn into one load where the host is
 * little-endian, so neither byte order nor alignment needs a second path. */
#ifndef OVERLAND_COMMON_LE_BYTES_H
#define OVERLAND_COMMON_LE_BYTES_H

#include <stdint.h>

#include "common/compiler.h"

/* In one piece where the host allows: composed bytes would keep compilers from
 * reading several numbers at once. */
/* In one piece where the host allows: composed bytes would keep compilers from
 * reading several numbers at once. */
static inline uint16_t ovi_get_u16(const uint8_t *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint16_t value;
  memcpy(&value, p, sizeof(value));
  return value;
#else
  return (uint16_t)(p[0] | (uint16_t)(p[1] << 8));
#endif
}

static inline uint32_t ovi_get_u32(const uint8_t *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint32_t value;
  memcpy(&value, p, sizeof(value));
  return value;
#else
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
#endif
}

static inline uint64_t ovi_get_u64(const uint8_t *p) {
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
         (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void ovi_put_u16(uint8_t *p, uint32_t value) {
  p[0] = (uint8_t)value;
  p[1] = (uint8_t)(value >> 8);
}

static inline void ovi_put_u32(uint8_t *p, uint32_t value) {
  ovi_put_u16(p, value);
  ovi_put_u16(p + 2, value >> 16);
}

static inline void ovi_put_u64(uint8_t *p, uint64_t value) {
  ovi_put_u32(p, (uint32_t)value);
  ovi_put_u32(p + 4, (uint32_t)(value >> 32));
}

/* A length rounded up to a multiple of 2, and of 8, as parts of files are padded. */
static inline uint64_t ovi_padded2(uint64_t bytes) { return (bytes + 1) & ~(uint64_t)1; }
static inline uint64_t ovi_padded8(uint64_t bytes) { return (bytes + 7) & ~(uint64_t)7; }

#endif
