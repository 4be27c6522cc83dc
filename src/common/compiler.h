/* Attributes, builtins, assertions and the four memory functions, which depend on the compiler or
 * on whether there is a C library. No other file of the library has an attribute or a builtin, and
 * none includes <string.h> or <assert.h>. */
#ifndef OVERLAND_COMMON_COMPILER_H
#define OVERLAND_COMMON_COMPILER_H

#include <stddef.h>
#include <stdint.h>

/* OVI_FORCE_INLINE: for a function that is written once and compiled anew for each set of constants
 * that it is called with, such as a search loop with each of its successor generators.
 * OVI_NOINLINE: for rare work, which would cost the hot loop around it registers. */
#if defined(_MSC_VER)
#define OVI_FORCE_INLINE static __forceinline
#define OVI_NOINLINE __declspec(noinline)
#elif defined(__GNUC__)
#define OVI_FORCE_INLINE static inline __attribute__((always_inline))
#define OVI_NOINLINE __attribute__((noinline))
#else
#define OVI_FORCE_INLINE static inline
#define OVI_NOINLINE
#endif

/* Zero bits below the lowest and above the highest set bit of a 64-bit word that is not 0. Not
 * defined for a compiler without them: common/bits.h counts by itself then. */
#if defined(__GNUC__) || defined(__clang__)
#define OVI_CTZ64(bits) __builtin_ctzll(bits)
#define OVI_CLZ64(bits) __builtin_clzll(bits)
#endif

/* OVI_FREESTANDING: there is no C library, or the compiler was told so. */
#if __STDC_HOSTED__ == 0
#define OVI_FREESTANDING
#endif
#ifdef __has_include
#if !__has_include(<string.h>)
#define OVI_FREESTANDING
#define OVI_NO_STRING_H
#endif
#endif

/* The four memory functions are all that the library needs from outside. Where there is no C
 * library, the program that links the library supplies them. */
#ifndef OVI_NO_STRING_H
#include <string.h>
#else
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
#endif

/* A freestanding compilation makes each of them a call, even for 8 bytes; WebAssembly code was 7
 * times slower so. The builtins copy small blocks in place. */
#if defined(OVI_FREESTANDING) && (defined(__GNUC__) || defined(__clang__))
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset
#define memcmp __builtin_memcmp
#endif

/* Assertions state the invariants of the library's own data that comments claim. They are on in the
 * build that tests and fuzz targets use (OVI_ASSERTIONS), where the program ends at one that does
 * not hold; elsewhere they are compiled, but not evaluated. No byte of a file may lead to one: what
 * a forged file can cause is OVL_CORRUPT, and what contradicts the library in a release is
 * OVL_INTERNAL. */
#if defined(OVI_ASSERTIONS)
#include <assert.h>
#define OVI_ASSERT(condition) assert(condition)
#else
#define OVI_ASSERT(condition) ((void)(0 && (condition)))
#endif

#endif
