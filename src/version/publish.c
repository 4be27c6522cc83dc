/* Publishing: one thread makes versions current, any number of threads read them without locks.
 *
 * References are counted in two parts (Anthony Williams, "C++ Concurrency in Action", 2012, section
 * 7.2.4). One atomic word holds the number of the current slot and a count of entries since the
 * word was last exchanged; each slot has a counter of its own, which leaving decrements. Entering
 * is a single addition to the word: it returns the slot and counts the reader at the same moment,
 * so there is no retry loop. When another slot becomes current, and when versions are collected,
 * the word is exchanged and its entries are added to the slot's counter.
 *
 * Invariant: the readers of a slot are its counter plus, if it is current, the entries in the word.
 * So the counter of a slot that is not current is the number of its readers. Nobody can enter such
 * a slot any more: once its counter is 0 it stays 0, and the version may be closed. While a slot is
 * current its counter may be below 0, modulo 2^n, and has no meaning alone.
 *
 * Memory order: a slot is filled before the exchange that makes it current (release). A reader that
 * enters reads that exchange, or an addition to the word that it wrote (acquire; additions continue
 * its release sequence). Leaving is a release, and the thread that reads 0 from the counter has
 * acquired the work of all readers that left. A version stays in its slot while a reader is inside,
 * so a reader that leaves finds the slot by the version. It may see outdated contents of other
 * slots, but never its own version there: the version was created after the one that had its
 * address before was closed, and so after that slot was emptied. A version is never in two slots.
 *
 * The slot takes 6 bits of the word. Of 64 bits, 58 remain for the entries between two exchanges,
 * more than there will ever be; a host without atomics of 64 bits has 26. */
#include "common/arena.h"
#include "common/atomic.h"
#include "overland_edit.h"
#include "world/world.h"

#if ATOMIC_LLONG_LOCK_FREE == 2
typedef atomic_ullong publisher_count;
typedef unsigned long long publisher_word;
#else
typedef atomic_uint publisher_count;
typedef unsigned int publisher_word;
#endif

enum { SLOT_BITS = 6, ENTRY_BITS = 8 * sizeof(publisher_word) - SLOT_BITS, LINE_BYTES = 64 };

_Static_assert(OVL_PUBLISHER_MAX_VERSIONS == 1 << SLOT_BITS, "a slot number fills its bits");

typedef OVI_ATOMIC(ovl_world *) publisher_slot;

struct ovl_publisher {
  ovi_object object;
  publisher_count word;        /* the current slot, and the entries since the last exchange */
  uint8_t padding[LINE_BYTES]; /* keeps readers that enter off the cache line of the slots */
  publisher_slot versions[OVL_PUBLISHER_MAX_VERSIONS]; /* NULL: the slot is free */
  publisher_count inside[OVL_PUBLISHER_MAX_VERSIONS];  /* counters of the slots */
};

static uint32_t publisher_slot_of(publisher_word word) { return (uint32_t)(word >> ENTRY_BITS); }

static ovl_world *version_in(const ovl_publisher *publisher, uint32_t slot) {
  return atomic_load_explicit(&publisher->versions[slot], memory_order_relaxed);
}

/* Makes a slot current, perhaps the one that is, and adds the entries in the word to the counter of
 * the slot that was current. */
static void make_current(ovl_publisher *publisher, uint32_t slot) {
  OVI_ASSERT(slot < OVL_PUBLISHER_MAX_VERSIONS && version_in(publisher, slot) != NULL);
  const publisher_word word = atomic_exchange_explicit(
      &publisher->word, (publisher_word)slot << ENTRY_BITS, memory_order_acq_rel);
  const publisher_word entries = word & (((publisher_word)1 << ENTRY_BITS) - 1);
  atomic_fetch_add_explicit(&publisher->inside[publisher_slot_of(word)], entries,
                            memory_order_relaxed);
}

static uint32_t current_slot(const ovl_publisher *publisher) {
  return publisher_slot_of(atomic_load_explicit(&publisher->word, memory_order_relaxed));
}

/* The slot of a version, or of NULL a free slot; OVL_PUBLISHER_MAX_VERSIONS: there is none. */
static uint32_t find_slot(const ovl_publisher *publisher, const ovl_world *version) {
  uint32_t slot = 0;
  while (slot < OVL_PUBLISHER_MAX_VERSIONS && version_in(publisher, slot) != version) {
    slot++;
  }
  return slot;
}

ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                ovl_publisher **publisher) {
  *publisher = NULL;
  allocator = allocator != NULL ? allocator : world->allocator;
  const ovi_object object = {*allocator, sizeof(ovl_publisher), NULL};
  ovi_arena arena;
  const ovl_result result = ovi_object_make(&object, 0, sizeof(ovl_publisher), &arena, NULL);
  if (result != OVL_OK) {
    return result;
  }
  ovl_publisher *made = (ovl_publisher *)(void *)arena.block;
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    atomic_init(&made->versions[slot], slot == 0 ? world : NULL);
    atomic_init(&made->inside[slot], 0);
  }
  atomic_init(&made->word, 0);
  *publisher = made;
  return OVL_OK;
}

void ovl_publisher_destroy(ovl_publisher *publisher) {
  if (publisher == NULL) {
    return;
  }
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    ovl_world_close(version_in(publisher, slot));
  }
  ovi_object_destroy(publisher);
}

const ovl_world *ovl_publisher_enter(ovl_publisher *publisher) {
  return version_in(publisher, publisher_slot_of(atomic_fetch_add_explicit(&publisher->word, 1,
                                                                           memory_order_acquire)));
}

void ovl_publisher_leave(ovl_publisher *publisher, const ovl_world *world) {
  const uint32_t slot = world != NULL ? find_slot(publisher, world) : OVL_PUBLISHER_MAX_VERSIONS;
  if (slot < OVL_PUBLISHER_MAX_VERSIONS) {
    atomic_fetch_sub_explicit(&publisher->inside[slot], 1, memory_order_release);
  }
}

const ovl_world *ovl_publisher_current(const ovl_publisher *publisher) {
  return version_in(publisher, current_slot(publisher));
}

/* Closes the versions that are not current and have no reader; returns how many others remain. */
static uint32_t close_unread(ovl_publisher *publisher) {
  const uint32_t current = current_slot(publisher);
  uint32_t remaining = 0;
  for (uint32_t slot = 0; slot < OVL_PUBLISHER_MAX_VERSIONS; slot++) {
    ovl_world *version = version_in(publisher, slot);
    if (slot == current || version == NULL) {
      continue;
    }
    if (atomic_load_explicit(&publisher->inside[slot], memory_order_acquire) != 0) {
      remaining++;
      continue;
    }
    atomic_store_explicit(&publisher->versions[slot], NULL, memory_order_relaxed);
    ovl_world_close(version);
  }
  return remaining;
}

ovl_result ovl_publisher_publish(ovl_publisher *publisher, ovl_world *version) {
  uint32_t slot = find_slot(publisher, version);
  if (slot < OVL_PUBLISHER_MAX_VERSIONS) {
    make_current(publisher, slot);
    close_unread(publisher);
    ovl_world_close(version); /* its slot has a handle already */
    return OVL_OK;
  }
  close_unread(publisher);
  slot = find_slot(publisher, NULL);
  if (slot == OVL_PUBLISHER_MAX_VERSIONS) {
    return OVL_FULL;
  }
  atomic_store_explicit(&publisher->versions[slot], version, memory_order_relaxed);
  make_current(publisher, slot);
  close_unread(publisher);
  return OVL_OK;
}

uint32_t ovl_publisher_collect(ovl_publisher *publisher) {
  make_current(publisher, current_slot(publisher));
  return close_unread(publisher);
}
