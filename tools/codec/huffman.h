/* Prefix codes of bounded length, as deflate stores them. */
#ifndef OVERLAND_TOOLS_CODEC_HUFFMAN_H
#define OVERLAND_TOOLS_CODEC_HUFFMAN_H

#include <stdbool.h>
#include <stdint.h>

#define HUFFMAN_MAX_SYMBOLS 288
#define HUFFMAN_MAX_BITS 15
#define HUFFMAN_FAST_BITS 10

struct huffman {
  uint8_t bits[HUFFMAN_MAX_SYMBOLS];  /* length of each symbol's code; 0: the symbol is not used */
  uint16_t code[HUFFMAN_MAX_SYMBOLS]; /* the code with its first bit lowest, ready to be written */
};

/* Makes the shortest code for symbols that occur counts[i] times, none longer than max_bits.
 * At least two symbols get a code, whatever the counts, so that the code is always complete. */
void huffman_build(struct huffman *huffman, const uint32_t *counts, int symbol_count, int max_bits);

/* The same code for reading: short codes by a table of what may come next, longer ones by the first
 * code of each length. */
struct huffman_decoder {
  uint16_t fast[1 << HUFFMAN_FAST_BITS];     /* symbol * 16 + bits; 0: a longer code, or none */
  uint16_t end_code[HUFFMAN_MAX_BITS + 1];   /* behind the last code of that many bits */
  uint16_t end_symbol[HUFFMAN_MAX_BITS + 1]; /* its place in `symbols` */
  uint16_t symbols[HUFFMAN_MAX_SYMBOLS];     /* by rising code */
};

/* Makes the decoder of a code given by the length of each symbol's code, 0 to HUFFMAN_MAX_BITS.
 * Returns false if the lengths overfill the code space, or do not fill it: of those, only a code
 * with one symbol of one bit is allowed, and one without symbols, which decodes nothing. */
bool huffman_decoder_build(struct huffman_decoder *decoder, const uint8_t *bits, int symbol_count);

/* The symbol whose code the next bits begin with, the first bit lowest; *bits is set to the length
 * of its code. -1 if no code begins so. */
int huffman_decode(const struct huffman_decoder *decoder, uint32_t next, unsigned *bits);

#endif
