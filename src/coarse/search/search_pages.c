/* The hash table of pages, and the nodes of ports. */
#include "coarse/search/search_pages.h"

#include "common/compiler.h"
#include "common/hash64.h"

void ovi_coarse_reserve(ovi_coarse_search *search, ovi_arena *arena, uint32_t nodes,
                        uint32_t regions) {
  search->table.node_capacity = nodes;
  search->table.page_capacity = regions;
  search->table.slot_mask = (uint32_t)ovi_hash_slots(4, 2 * (uint64_t)regions) - 1;
  search->open.nodes = ovi_arena_take(arena, nodes, sizeof(ovi_coarse_node));
  search->table.pages = ovi_arena_take(arena, regions, sizeof(ovi_coarse_page));
  search->table.places = ovi_arena_take(arena, 2 * (uint64_t)nodes, sizeof(uint32_t));
  search->table.slots =
      ovi_arena_take(arena, (uint64_t)search->table.slot_mask + 1, sizeof(ovi_coarse_slot));
  search->expanded = 0;
  search->trace = NULL;
  if (search->table.slots != NULL) {
    ovi_coarse_clear_slots(search);
  }
}

void ovi_coarse_clear_slots(ovi_coarse_search *search) {
  memset(search->table.slots, 0, ((size_t)search->table.slot_mask + 1) * sizeof(ovi_coarse_slot));
  search->table.stamp = 0;
}

ovi_coarse_slot *ovi_coarse_find_slot(const ovi_coarse_search *search, uint32_t id) {
  uint32_t slot = (uint32_t)ovi_mix64(id) & search->table.slot_mask;
  OVI_ASSERT(search->table.page_count <= search->table.slot_mask); /* a slot is free */
  while (search->table.slots[slot].stamp == search->table.stamp &&
         search->table.pages[search->table.slots[slot].page].region.id != id) {
    slot = (slot + 1) & search->table.slot_mask;
  }
  return &search->table.slots[slot];
}

ovi_coarse_page *ovi_coarse_page_of(ovi_coarse_search *search, uint32_t id) {
  ovi_coarse_slot *slot = ovi_coarse_find_slot(search, id);
  if (slot->stamp == search->table.stamp) {
    ovi_coarse_page *page = &search->table.pages[slot->page];
    return ovi_coarse_renew(search, page) ? page : NULL;
  }
  if (search->table.page_count == search->table.page_capacity) {
    search->full = true;
    return NULL;
  }
  ovi_coarse_page *page = &search->table.pages[search->table.page_count];
  page->region = ovi_region_view(search->layer, id);
  page->groups = ovi_port_groups_of(&page->region);
  uint32_t own = ovi_region_waypoints(&page->region);
  if (own > search->table.node_capacity - search->table.node_count) {
    search->full = true;
    return NULL;
  }
  *slot = (ovi_coarse_slot){search->table.stamp, search->table.page_count++};
  page->first = search->table.node_count;
  page->places = NULL;
  for (uint32_t waypoint = 0; waypoint < own; waypoint++) {
    ovi_coarse_node *node = &search->open.nodes[search->table.node_count++];
    node->cost = UINT64_MAX;
    node->heuristic = 0;
    node->page = slot->page;
    node->number = (uint16_t)waypoint;
    node->state = OVI_NODE_NEW;
  }
  OVI_ASSERT(search->table.node_count <= search->table.node_capacity);
  return page;
}

/* The list entry of a port's node. */
static uint32_t *listed_at(ovi_coarse_search *search, const ovi_region *region, uint32_t port) {
  uint32_t place =
      region->components.linked > 1 ? ovi_get_u16(region->ports.places + 2 * (uint64_t)port) : port;
  return search->table.places + search->table.place_count + place;
}

/* Lists the nodes of links: those that begin in the region are its own, the others belong to the
 * region where they begin. False if there is no room. It is not inlined, so that undirected layers
 * have more registers. */
OVI_NOINLINE static bool list_link_ports(ovi_coarse_search *search, const ovi_coarse_page *page) {
  const ovi_region *region = &page->region;
  const uint32_t begin = page->groups.begins[OVI_GROUP_COUNT];
  for (uint32_t i = 0; i < region->ports.links_out; i++) {
    *listed_at(search, region, begin + i) = page->first + page->groups.begins[OVI_OWN_GROUPS] + i;
  }
  for (uint32_t i = region->ports.links_out; i < region->ports.links_out + region->ports.links_in;
       i++) {
    const uint32_t link = ovi_region_link(region, i);
    const ovi_coarse_page *owner =
        ovi_coarse_page_of(search, ovi_link_region(search->layer, link, false));
    const uint32_t place =
        owner != NULL ? ovi_region_link_place(&owner->region, link, false) : OVI_NO_LINK;
    if (place == OVI_NO_LINK) { /* or a placeholder */
      search->corrupt = search->corrupt || owner != NULL;
      return false;
    }
    *listed_at(search, region, begin + i) =
        owner->first + owner->groups.begins[OVI_OWN_GROUPS] + place;
  }
  return true;
}

/* Goes group by group, since a group's nodes follow each other in the page of its owner. */
bool ovi_coarse_list_ports(ovi_coarse_search *search, ovi_coarse_page *page) {
  uint32_t *places = search->table.places + search->table.place_count;
  const uint8_t *place_of = page->region.components.linked > 1 ? page->region.ports.places : NULL;
  /* So many ports have more waypoints than there is room for. */
  if (page->region.ports.count >
      2 * (uint64_t)search->table.node_capacity - search->table.place_count) {
    search->full = true;
    return false;
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    uint32_t begin = page->groups.begins[group];
    uint32_t end = page->groups.begins[group + 1];
    if (begin == end) {
      continue;
    }
    const ovi_coarse_page *owner =
        group < OVI_OWN_GROUPS
            ? page
            : ovi_coarse_page_of(search, ovi_region_neighbour(search->layer, &page->region, group));
    if (owner == NULL) {
      return false;
    }
    const uint32_t *owned = owner->groups.begins + (group & 3);
    if (owned[1] - owned[0] !=
        end - begin) { /* the regions do not agree on the waypoints of their border */
      search->corrupt = true;
      return false;
    }
    uint32_t node = owner->first + owned[0];
    for (uint32_t port = begin; port < end; port++) {
      places[place_of != NULL ? ovi_get_u16(place_of + 2 * (uint64_t)port) : port] = node++;
    }
  }
  if (search->layer->profile.is_directed && !list_link_ports(search, page)) {
    return false;
  }
  search->table.place_count += page->region.ports.count;
  OVI_ASSERT(search->table.place_count <= 2 * (uint64_t)search->table.node_capacity);
  page->places = places;
  return true;
}
