/* Memory of the Explorer's module: an allocator over the pages of a WebAssembly memory. In a build
 * for this machine, which exists for the compilers' warnings and to compare times, the pages come
 * from the library's default allocator. */
#ifndef OVERLAND_EXPLORER_MODULE_MEMORY_H
#define OVERLAND_EXPLORER_MODULE_MEMORY_H

#include "overland.h"

/* The memory functions, which the module brings along where there is no C library. */
#ifdef __wasm__
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
#else
#include <string.h>
#endif

/* Marks a function that the page calls, and no other file; it is declared nowhere else. Numbers go
 * both ways as 32-bit integers and doubles. EXPLORER_EXPORT: other files call it, too. */
#ifdef __wasm__
#define EXPLORER_CALL(name) __attribute__((export_name(#name)))
#define EXPLORER_EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPLORER_CALL(name) static __attribute__((unused))
#define EXPLORER_EXPORT(name)
#endif

/* The allocator that the module passes to every call of the library. */
const ovl_allocator *module_allocator(void);

/* Memory for the page's arguments, aligned to 16; NULL if there is no more. */
void *module_allocate(uint32_t bytes);
void module_release(void *memory, uint32_t bytes);

/* Makes the array at whose pointer `array` points hold at least `count` elements of `size` bytes;
 * its contents are lost if it grows. Returns false if there is no memory: it is then as before. */
bool module_reserve(void *array, size_t *capacity, size_t count, size_t size);

#endif
