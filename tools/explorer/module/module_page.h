/* What the module asks of the page, which answers within the call. In a build for this machine
 * there is no page: nothing can be read, and nothing is taken. */
#ifndef OVERLAND_EXPLORER_MODULE_PAGE_H
#define OVERLAND_EXPLORER_MODULE_PAGE_H

#include "overland.h"

#ifdef __wasm__
#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(#name)))

/* Reads bytes of one of the page's files, numbered by the page. False: the page knows why not. */
extern FROM_PAGE(read) bool page_read(int32_t file, double offset, void *bytes,
                                      uint32_t byte_count);

/* Takes the next bytes of what is saved. False: there is no room for them. */
extern FROM_PAGE(take) bool page_take(const void *bytes, uint32_t byte_count);

#else

static inline bool page_read(int32_t file, double offset, void *bytes, uint32_t byte_count) {
  (void)file, (void)offset, (void)bytes, (void)byte_count;
  return false;
}

static inline bool page_take(const void *bytes, uint32_t byte_count) {
  (void)bytes, (void)byte_count;
  return false;
}

#endif

#endif
