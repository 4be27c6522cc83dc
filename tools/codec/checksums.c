/* Adler-32 (RFC 1950) and the CRC-32 of gzip and PNG (RFC 1952, ISO/IEC 15948 annex D). */
#include "tools/codec/checksums.h"

#define ADLER_PRIME 65521U

uint32_t adler32_add(uint32_t sum, const uint8_t *bytes, size_t byte_count) {
  uint32_t a = sum & 0xFFFFU;
  uint32_t b = sum >> 16;
  while (byte_count > 0) {
    /* The sums of so many bytes fit 32 bits before they are reduced. */
    const size_t part = byte_count < 5552 ? byte_count : 5552;
    for (size_t i = 0; i < part; i++) {
      a += bytes[i];
      b += a;
    }
    a %= ADLER_PRIME;
    b %= ADLER_PRIME;
    bytes += part;
    byte_count -= part;
  }
  return b << 16 | a;
}

uint32_t crc32_add(uint32_t sum, const uint8_t *bytes, size_t byte_count) {
  /* What four bits that leave the register add to it, by the reversed polynomial 0xEDB88320. */
  static const uint32_t LEAVING[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                       0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                       0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
  uint32_t crc = ~sum;
  for (size_t i = 0; i < byte_count; i++) {
    crc ^= bytes[i];
    crc = crc >> 4 ^ LEAVING[crc & 15U];
    crc = crc >> 4 ^ LEAVING[crc & 15U];
  }
  return ~crc;
}
