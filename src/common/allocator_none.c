/* What a freestanding build has instead of malloc: no default allocator. Every
 * definition must then name one of the caller's. A hosted build gets nothing from
 * this file. */
#include "overland.h"

#if __STDC_HOSTED__ == 0
const ovl_allocator *ovl_default_allocator(void) {
  static const ovl_allocator none = {NULL, NULL, NULL};
  return &none;
}
#endif
