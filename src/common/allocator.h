/* The allocator that a call uses. */
#ifndef OVERLAND_COMMON_ALLOCATOR_H
#define OVERLAND_COMMON_ALLOCATOR_H

#include "overland.h"

/* Returns the caller's allocator, or, if that is NULL or zeroed, the default one: malloc and free.
 * Without a C library that one has no functions, which the checks of arguments refuse. */
const ovl_allocator *ovi_allocator_of(const ovl_allocator *given);

#endif
