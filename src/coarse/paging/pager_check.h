/* The check of a whole file that is read by a reader. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHECK_H
#define OVERLAND_COARSE_PAGING_PAGER_CHECK_H

#include "coarse/paging/pager.h"

/* Checks everything that is checked of a world that is opened whole; the fault says what is wrong.
 * `layers` are those that have this pager as their source. Reads all of the file, and what lies
 * below overlay clusters again. */
ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovl_fault *fault);

#endif
