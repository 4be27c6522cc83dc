/* Lookup, insertion and removal with backward shift: see unit_cells.h. */
#include "units/unit_cells.h"

#include "common/compiler.h"
#include "common/hash64.h"

/* Twice as many entries as cells keep the probe runs short. */
static uint32_t entries_for(uint64_t count) {
  uint32_t entries = 64;
  while (entries < 2 * count && entries < UINT32_C(1) << 31) {
    entries *= 2;
  }
  return entries;
}

void ovi_cell_table_reserve(ovi_cell_table *table, ovi_arena *arena, uint64_t count) {
  const uint32_t entries = entries_for(count);
  table->entries = ovi_arena_take(arena, entries, sizeof(ovi_cell_entry));
  table->mask = entries - 1;
}

void ovi_cell_table_clear(ovi_cell_table *table) {
  memset(table->entries, 0, ((size_t)table->mask + 1) * sizeof(ovi_cell_entry));
}

static uint32_t home_of(const ovi_cell_table *table, uint64_t key) {
  return (uint32_t)ovi_mix64(key) & table->mask;
}

/* Returns the entry of a key, or the free entry where it would be inserted. */
static uint32_t entry_of(const ovi_cell_table *table, uint64_t key) {
  uint32_t at = home_of(table, key);
  while (table->entries[at].key != 0 && table->entries[at].key != key) {
    at = (at + 1) & table->mask;
  }
  return at;
}

uint32_t ovi_cell_table_find(const ovi_cell_table *table, uint64_t key) {
  const ovi_cell_entry *entry = &table->entries[entry_of(table, key)];
  return entry->key != 0 ? entry->value : 0;
}

/* Frees an entry and moves back the entries after it that would no longer be found. */
static void free_entry(ovi_cell_table *table, uint32_t at) {
  ovi_cell_entry *entries = table->entries;
  for (uint32_t next = (at + 1) & table->mask; entries[next].key != 0;
       next = (next + 1) & table->mask) {
    const uint32_t home = home_of(table, entries[next].key);
    if (((next - home) & table->mask) >= ((next - at) & table->mask)) {
      entries[at] = entries[next];
      at = next;
    }
  }
  entries[at].key = 0;
}

void ovi_cell_table_set(ovi_cell_table *table, uint64_t key, uint32_t value) {
  const uint32_t at = entry_of(table, key);
  ovi_cell_entry *entry = &table->entries[at];
  if (value != 0) {
    *entry = (ovi_cell_entry){key, value};
  } else if (entry->key != 0) {
    free_entry(table, at);
  }
}

void ovi_cell_table_add(ovi_cell_table *table, uint64_t key, int32_t more) {
  const uint32_t at = entry_of(table, key);
  ovi_cell_entry *entry = &table->entries[at];
  const uint32_t before = entry->key != 0 ? entry->value : 0;
  const uint32_t after = before + (uint32_t)more;
  if (after != 0) {
    *entry = (ovi_cell_entry){key, after};
  } else if (entry->key != 0) {
    free_entry(table, at);
  }
}
