/* Prefix codes of bounded length, as deflate stores them. */
#ifndef OVERLAND_TOOLS_HUFFMAN_H
#define OVERLAND_TOOLS_HUFFMAN_H

#include <stdint.h>

#define HUFFMAN_MAX_SYMBOLS 288
#define HUFFMAN_MAX_BITS 15

struct huffman {
  uint8_t bits[HUFFMAN_MAX_SYMBOLS];  /* length of each symbol's code; 0: the symbol is not used */
  uint16_t code[HUFFMAN_MAX_SYMBOLS]; /* the code with its first bit lowest, ready to be written */
};

/* Makes the shortest code for symbols that occur counts[i] times, none longer than max_bits.
 * At least two symbols get a code, whatever the counts, so that the code is always complete. */
void huffman_build(struct huffman *huffman, const uint32_t *counts, int symbol_count, int max_bits);

#endif
