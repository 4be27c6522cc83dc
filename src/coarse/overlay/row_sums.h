/* Sums of a number and a row of numbers, eight side by side: the inner loop of plans over overlays.
 * In plain C, which compilers turn into vector code, and by hand where they do it badly.
 *
 * Invariant: all forms give the same sums. */
#ifndef OVERLAND_COARSE_OVERLAY_ROW_SUMS_H
#define OVERLAND_COARSE_OVERLAY_ROW_SUMS_H

#include <stddef.h>

#include "coarse/overlay/cluster/overlay_section.h"
#include "common/le_bytes.h"
#if defined(__SSE2__) && defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 1
#include <emmintrin.h>
#define OVI_SUMS_BY_SSE2 1
#endif

/* Lowers `count` sums, a multiple of OVI_ROW_LANES, to `above`, at most 65535, plus the u16 of a
 * row; what is more than 65535 becomes 65535. */
static inline void ovi_lower_sums(const uint8_t *row, uint32_t above, uint32_t count,
                                  uint16_t *sums) {
#if defined(OVI_SUMS_BY_SSE2)
  const __m128i cost = _mm_set1_epi16((short)above);
  for (uint32_t i = 0; i < count; i += OVI_ROW_LANES) {
    __m128i *at = (__m128i *)(void *)(sums + i);
    const __m128i stored = _mm_loadu_si128((const __m128i *)(const void *)(row + 2 * (size_t)i));
    const __m128i sum = _mm_adds_epu16(stored, cost);
    const __m128i before = _mm_loadu_si128(at);
    _mm_storeu_si128(at, _mm_sub_epi16(before, _mm_subs_epu16(before, sum)));
  }
#else
  const uint16_t cost = (uint16_t)above;
  const uint16_t most = (uint16_t)(UINT16_MAX - above);
  for (uint32_t i = 0; i < count; i++) {
    const uint16_t stored = ovi_get_u16(row + 2 * (size_t)i);
    const uint16_t sum = (uint16_t)((stored < most ? stored : most) + cost);
    sums[i] = sum < sums[i] ? sum : sums[i];
  }
#endif
}

#endif
