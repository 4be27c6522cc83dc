/* Publishing: one thread makes versions current, any number of threads read them.
 *
 * References are counted in two parts (Anthony Williams, "C++ Concurrency in Action", 2012, section
 * 7.2.4): one atomic word holds which slot is current, and how often it was entered since that was
 * noted last; each slot holds a count of its own, which leaving lowers by one. So to enter is a
 * single addition to the word: it tells the slot and counts the reader at the same moment, and
 * there is nothing to try again. When another slot becomes current, and when versions are
 * collected, the exchange of the word tells how often the old one was entered, and that is added to
 * the slot's own count.
 *
 * Invariant: for each slot, entries noted in the word (none, if it is not current) plus its own
 * count are the readers inside. So the count of a slot that is not current is the number of its
 * readers, and nobody can enter it any more: at 0 it stays 0, and its version may be closed. While
 * a slot is current its count may be below 0, modulo 2^n, and says nothing.
 *
 * Why nothing is read too early or closed too soon: a slot is filled before the exchange that makes
 * it current (release), and who enters reads that exchange, or an addition to what it wrote
 * (acquire; additions carry a release on). Leaving is a release, and who finds the count at 0 has
 * acquired all that left. A version's slot does not change while somebody is inside; so who leaves
 * finds it by the version. What it sees of other slots may be old, but never its own version: that
 * began its life after whatever stood at its address before was closed, and so after that slot was
 * emptied. A version is never in two slots.
 *
 * The word has 6 bits for the slot. Of 64 bits, 58 are left for entries between two exchanges, more
 * than there will ever be; a host without atomics of 64 bits has 26. */
#include "common/arena.h"
#include "common/atomic.h"
#include "common/compiler.h"
#include "overland_edit.h"
#include "world/world.h"

#if ATOMIC_LLONG_LOCK_FREE == 2
typedef atomic_ullong live_count;
typedef unsigned long long live_number;
#else
typedef atomic_uint live_count;
typedef unsigned int live_number;
#endif

enum { SLOT_BITS = 6, ENTRY_BITS = 8 * sizeof(live_number) - SLOT_BITS, LINE_BYTES = 64 };

_Static_assert(OVL_PUBLISHER_MAX_VERSIONS == 1 << SLOT_BITS, "slots fill the bits that name one");

typedef OVI_ATOMIC(ovl_world *) live_place;

struct ovl_publisher {
  live_count word;           /* the current slot, and entries */
  uint8_t apart[LINE_BYTES]; /* so that who enters does not disturb who looks for a version */
  ovl_allocator allocator;
  live_place versions[OVL_PUBLISHER_MAX_VERSIONS]; /* NULL: the slot is free */
  live_count inside[OVL_PUBLISHER_MAX_VERSIONS];   /* less what the word notes of the current one */
};

static uint32_t publisher_slot_of(live_number word) { return (uint32_t)(word >> ENTRY_BITS); }

static live_number entries_of(live_number word) {
  return word & (((live_number)1 << ENTRY_BITS) - 1);
}

/* Makes a slot the current one, maybe again, and notes who has entered so far. */
static void make_current(ovl_publisher *live, uint32_t slot) {
  const live_number word =
      atomic_exchange_explicit(&live->word, (live_number)slot << ENTRY_BITS, memory_order_acq_rel);
  atomic_fetch_add_explicit(&live->inside[publisher_slot_of(word)], entries_of(word),
                            memory_order_relaxed);
}

static uint32_t current_slot(const ovl_publisher *live) {
  return publisher_slot_of(atomic_load_explicit(&live->word, memory_order_relaxed));
}

static ovl_world *version_in(const ovl_publisher *live, uint32_t slot) {
  return atomic_load_explicit(&live->versions[slot], memory_order_relaxed);
}

/* The slot of a version, or with NULL a free one; the number of slots if there is none. */
static uint32_t find_slot(const ovl_publisher *live, const ovl_world *version) {
  uint32_t slot = 0;
  while (slot < OVL_PUBLISHER_MAX_VERSIONS && version_in(live, slot) != version) {
    slot++;
  }
  return slot;
}

ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                ovl_publisher **live) {
  *live = NULL;
  allocator = allocator != NULL ? allocator : world->allocator;
  if (allocator->allocate == NULL || allocator->release == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_publisher *made = ovi_allocate(allocator, sizeof(*made));
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(made->apart, 0, sizeof(made->apart));
  made->allocator = *allocator;
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    atomic_init(&made->versions[slot], slot == 0 ? world : NULL);
    atomic_init(&made->inside[slot], 0);
  }
  atomic_init(&made->word, 0);
  *live = made;
  return OVL_OK;
}

void ovl_publisher_destroy(ovl_publisher *live) {
  if (live == NULL) {
    return;
  }
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    ovl_world_close(version_in(live, slot));
  }
  const ovl_allocator allocator = live->allocator;
  ovi_release(&allocator, live, sizeof(*live));
}

const ovl_world *ovl_publisher_enter(ovl_publisher *live) {
  return version_in(
      live, publisher_slot_of(atomic_fetch_add_explicit(&live->word, 1, memory_order_acquire)));
}

void ovl_publisher_leave(ovl_publisher *live, const ovl_world *world) {
  const uint32_t slot = world != NULL ? find_slot(live, world) : OVL_PUBLISHER_MAX_VERSIONS;
  if (slot < OVL_PUBLISHER_MAX_VERSIONS) {
    atomic_fetch_sub_explicit(&live->inside[slot], 1, memory_order_release);
  }
}

const ovl_world *ovl_publisher_current(const ovl_publisher *live) {
  return version_in(live, current_slot(live));
}

/* Closes versions that no reader is in; how many older ones are left. */
static uint32_t close_unread(ovl_publisher *live) {
  const uint32_t current = current_slot(live);
  uint32_t left = 0;
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    ovl_world *version = version_in(live, slot);
    if (slot == current || version == NULL) {
      continue;
    }
    if (atomic_load_explicit(&live->inside[slot], memory_order_acquire) != 0) {
      left++;
      continue;
    }
    atomic_store_explicit(&live->versions[slot], NULL, memory_order_relaxed);
    ovl_world_close(version);
  }
  return left;
}

ovl_result ovl_publisher_publish(ovl_publisher *live, ovl_world *version) {
  uint32_t slot = find_slot(live, version);
  if (slot < OVL_PUBLISHER_MAX_VERSIONS) {
    make_current(live, slot);
    close_unread(live);
    ovl_world_close(version); /* one handle of it is held already */
    return OVL_OK;
  }
  close_unread(live);
  slot = find_slot(live, NULL);
  if (slot == OVL_PUBLISHER_MAX_VERSIONS) {
    return OVL_BUSY;
  }
  atomic_store_explicit(&live->versions[slot], version, memory_order_relaxed);
  make_current(live, slot);
  close_unread(live);
  return OVL_OK;
}

uint32_t ovl_publisher_collect(ovl_publisher *live) {
  make_current(live, current_slot(live));
  return close_unread(live);
}
