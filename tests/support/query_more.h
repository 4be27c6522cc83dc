/* Settings of a query that a test changes: a query points to them. */
#ifndef OVERLAND_TESTS_SUPPORT_QUERY_MORE_H
#define OVERLAND_TESTS_SUPPORT_QUERY_MORE_H

#include "overland.h"
#include "overland_query.h"

/* Gives a query settings of its own, a copy of those that it had; they live as long as `more`. */
static inline void query_own_more(ovl_query *query, ovl_query_more *more) {
  *more = query->more != NULL ? *query->more : (ovl_query_more){0};
  query->more = more;
}

#endif
