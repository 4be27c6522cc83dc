/* Faults: a check reports the first wrong byte or field of a file, and what it expected there. */
#ifndef OVERLAND_COARSE_FORMAT_FAULT_H
#define OVERLAND_COARSE_FORMAT_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"
#include "overland.h"

/* Clears the fault of a call, or `unused` if the caller wants none; returns the one to fill. */
static inline ovl_fault *ovi_fault_begin(ovl_fault *fault, ovl_fault *unused) {
  fault = fault != NULL ? fault : unused;
  *fault = (ovl_fault){.what = ""};
  return fault;
}

/* Fills a fault and returns the result, which is an error. `what` names the field, `where` is its
 * offset in the file or the number of its region, profile or link. */
static inline ovl_result ovi_check_fail(ovl_fault *fault, ovl_result result, const char *what,
                                        uint64_t where) {
  OVI_ASSERT(result != OVL_OK && what[0] != 0);
  fault->what = what;
  fault->where = where;
  return result;
}

/* Does the same with the value that was found and the value that would be right. */
static inline ovl_result ovi_check_fail_values(ovl_fault *fault, ovl_result result,
                                               const char *what, uint64_t where, uint64_t found,
                                               uint64_t expected) {
  fault->found = found;
  fault->expected = expected;
  return ovi_check_fail(fault, result, what, where);
}

/* Ends a call: names what its result alone tells, where its fault says nothing yet. Returns the
 * result. */
static inline ovl_result ovi_fault_end(ovl_fault *fault, ovl_result result) {
  OVI_ASSERT(result != OVL_OK || fault->what[0] == 0);
  if (result != OVL_OK && fault->what[0] == 0) {
    fault->what = result == OVL_WRITE_FAILED ? "write"
                  : result == OVL_NO_MEMORY  ? "allocator: it has no memory"
                  : result == OVL_NEEDS_RULE ? "step_rule"
                  : result == OVL_STOPPED    ? "progress: it returned false"
                                             : "world";
  }
  return result;
}

/* OVL_OK if a field has the value that it must have; else fills the fault and returns `error`. */
static inline ovl_result ovi_check_equal(ovl_fault *fault, ovl_result error, const char *what,
                                         uint64_t where, uint64_t found, uint64_t expected) {
  return found == expected ? OVL_OK
                           : ovi_check_fail_values(fault, error, what, where, found, expected);
}

/* Returns whether a field lies between two bounds, both included; if not, fills the fault:
 * OVL_CORRUPT. */
static inline bool ovi_check_range(ovl_fault *fault, const char *what, uint64_t where,
                                   uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high) {
    return true;
  }
  ovi_check_fail_values(fault, OVL_CORRUPT, what, where, value, value < low ? low : high);
  return false;
}

#endif
