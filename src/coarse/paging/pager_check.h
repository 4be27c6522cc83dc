/* Checking all of a file that a reader fetches. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_CHECK_H
#define OVERLAND_COARSE_PAGING_PAGER_CHECK_H

#include "coarse/paging/pager.h"
#include "common/slice.h"

/* Checks everything that is checked of a world that is opened whole. `layers` are those that have
 * this pager as their source. Reads all of the file, and what lies below overlay clusters again.
 * The fault says what is wrong; OVL_STOPPED: the progress stopped it. */
ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovi_progress *progress,
                               ovl_fault *fault);

#endif
