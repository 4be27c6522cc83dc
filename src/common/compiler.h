/* For functions that are written once and made anew for each set of constants: a
 * search loop with each of its generators of successors. */
#ifndef OVERLAND_COMMON_COMPILER_H
#define OVERLAND_COMMON_COMPILER_H

#define OVI_FORCE_INLINE static inline __attribute__((always_inline))

#endif
