/* Doubly linked lists of numbered items, threaded through the items. A list is the number of its
 * first item, OVI_LIST_END if it is empty.
 *
 * Invariant: `previous` of the first item is the last one, so that both ends are at hand. */
#ifndef OVERLAND_COMMON_LIST_H
#define OVERLAND_COMMON_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "common/compiler.h"

#define OVI_LIST_END UINT32_MAX

typedef struct ovi_list_link {
  uint32_t next, previous;
} ovi_list_link;

/* The links of an array of structs. */
typedef struct ovi_list_links {
  ovi_list_link *first;
  size_t stride; /* bytes from one to the next */
} ovi_list_links;

/* Of an array whose structs have a field `link`. */
#define OVI_LIST_LINKS(items) ((ovi_list_links){&(items)->link, sizeof *(items)})

static inline ovi_list_link *ovi_list_at(ovi_list_links links, uint32_t number) {
  return (ovi_list_link *)(void *)((uint8_t *)links.first + number * links.stride);
}

/* Adds an item that is in no list, before the first. */
static inline void ovi_list_prepend(ovi_list_links links, uint32_t *list, uint32_t number) {
  ovi_list_link *link = ovi_list_at(links, number);
  *link = (ovi_list_link){*list, number};
  if (*list != OVI_LIST_END) {
    OVI_ASSERT(ovi_list_at(links, ovi_list_at(links, *list)->previous)->next == OVI_LIST_END);
    link->previous = ovi_list_at(links, *list)->previous;
    ovi_list_at(links, *list)->previous = number;
  }
  *list = number;
}

/* Adds an entry behind the last one. */
static inline void ovi_list_append(ovi_list_links links, uint32_t *list, uint32_t number) {
  const uint32_t first = *list;
  ovi_list_prepend(links, list, number);
  if (first != OVI_LIST_END) {
    ovi_list_at(links, ovi_list_at(links, number)->previous)->next = number;
    ovi_list_at(links, number)->next = OVI_LIST_END;
    *list = first;
  }
}

/* Adds the items of another list behind the last one. */
static inline void ovi_list_join(ovi_list_links links, uint32_t *list, uint32_t more) {
  if (*list == OVI_LIST_END || more == OVI_LIST_END) {
    *list = *list == OVI_LIST_END ? more : *list;
    return;
  }
  const uint32_t last = ovi_list_at(links, *list)->previous;
  OVI_ASSERT(ovi_list_at(links, last)->next == OVI_LIST_END);
  ovi_list_at(links, last)->next = more;
  ovi_list_at(links, *list)->previous = ovi_list_at(links, more)->previous;
  ovi_list_at(links, more)->previous = last;
}

/* Removes an item from its list. */
static inline void ovi_list_remove(ovi_list_links links, uint32_t *list, uint32_t number) {
  const ovi_list_link link = *ovi_list_at(links, number);
  OVI_ASSERT(*list == number || ovi_list_at(links, link.previous)->next == number);
  *(*list == number ? list : &ovi_list_at(links, link.previous)->next) = link.next;
  if (link.next != OVI_LIST_END || *list != OVI_LIST_END) {
    ovi_list_at(links, link.next != OVI_LIST_END ? link.next : *list)->previous = link.previous;
  }
}

#endif
