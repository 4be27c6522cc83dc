/* Checks of what a caller passes: the fault of the first argument that is wrong. */
#ifndef OVERLAND_COMMON_ARGUMENT_H
#define OVERLAND_COMMON_ARGUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "overland.h"

/* A number that the caller set, and its range; a condition is a number of 0 or 1. */
typedef struct ovi_argument {
  const char *what;
  int64_t value, low, high;
} ovi_argument;

/* Fills a fault, if it is wanted, and returns OVL_BAD_ARGUMENT. */
static inline ovl_result ovi_argument_fail(ovl_fault *fault, const char *what, uint64_t where,
                                           uint64_t found, uint64_t expected) {
  if (fault != NULL) {
    *fault = (ovl_fault){what, where, found, expected};
  }
  return OVL_BAD_ARGUMENT;
}

/* Checks arguments in their order; `where` is the index of the struct that they stand in. */
static inline ovl_result ovi_arguments_check(const ovi_argument *arguments, size_t count,
                                             uint64_t where, ovl_fault *fault) {
  if (fault != NULL) {
    *fault = (ovl_fault){.what = ""};
  }
  for (size_t i = 0; i < count; i++) {
    const ovi_argument *argument = &arguments[i];
    if (argument->value < argument->low || argument->value > argument->high) {
      return ovi_argument_fail(
          fault, argument->what, where, (uint64_t)argument->value,
          (uint64_t)(argument->value < argument->low ? argument->low : argument->high));
    }
  }
  return OVL_OK;
}

/* Checks the arguments of a table. */
#define OVI_ARGUMENTS_CHECK(arguments, where, fault)                                               \
  ovi_arguments_check(arguments, sizeof(arguments) / sizeof *(arguments), where, fault)

/* An allocator that can be used, in a table of arguments. */
#define OVI_ALLOCATOR_ARGUMENT(hooks)                                                              \
  { "allocator", (hooks)->allocate != NULL && (hooks)->release != NULL, 1, 1 }

#endif
