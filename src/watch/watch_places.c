/* A loose quadtree of regions. */
#include "watch/watch_places.h"

static int32_t nodes_across(int32_t regions, uint32_t level) {
  return ((regions - 1) >> level) + 1;
}

void ovi_watch_places_reserve(ovi_watch_places *places, ovi_arena *arena, int32_t regions_x,
                              int32_t regions_y, uint32_t count) {
  const int32_t side = regions_x > regions_y ? regions_x : regions_y;
  uint32_t nodes = 0;
  places->regions_x = regions_x;
  places->regions_y = regions_y;
  places->count = count;
  places->levels = 0;
  do {
    places->begins[places->levels] = nodes;
    nodes += (uint32_t)nodes_across(regions_x, places->levels) *
             (uint32_t)nodes_across(regions_y, places->levels);
    places->levels++;
  } while ((int64_t)1 << (places->levels - 1) < side);
  places->begins[places->levels] = nodes;
  places->heads = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  places->places = ovi_arena_take(arena, count, sizeof(ovi_watch_place));
}

void ovi_watch_places_clear(ovi_watch_places *places) {
  for (uint32_t node = 0; node < places->begins[places->levels]; node++) {
    places->heads[node] = OVI_NO_PLACE;
  }
  for (uint32_t number = 0; number < places->count; number++) {
    places->places[number].node = OVI_NO_PLACE;
  }
}

static uint32_t node_at(const ovi_watch_places *places, uint32_t level, int32_t x, int32_t y) {
  return places->begins[level] + (uint32_t)(y * nodes_across(places->regions_x, level)) +
         (uint32_t)x;
}

void ovi_watch_places_put(ovi_watch_places *places, uint32_t number, ovi_rectangle box) {
  const int32_t w = box.x1 - box.x0;
  const int32_t h = box.y1 - box.y0;
  uint32_t level = 0;
  while (level + 1 < places->levels && (int64_t)1 << level < (w > h ? w : h)) {
    level++;
  }
  ovi_watch_place *place = &places->places[number];
  place->box = box;
  place->node = node_at(places, level, (box.x0 + w / 2) >> level, (box.y0 + h / 2) >> level);
  place->previous = OVI_NO_PLACE;
  place->next = places->heads[place->node];
  if (place->next != OVI_NO_PLACE) {
    places->places[place->next].previous = number;
  }
  places->heads[place->node] = number;
}

void ovi_watch_places_take(ovi_watch_places *places, uint32_t number) {
  ovi_watch_place *place = &places->places[number];
  if (place->node == OVI_NO_PLACE) {
    return;
  }
  if (place->previous != OVI_NO_PLACE) {
    places->places[place->previous].next = place->next;
  } else {
    places->heads[place->node] = place->next;
  }
  if (place->next != OVI_NO_PLACE) {
    places->places[place->next].previous = place->previous;
  }
  place->node = OVI_NO_PLACE;
}

/* ---- Looking --------------------------------------------------------------- */

static int32_t first_node(int32_t at, uint32_t level) {
  const int32_t reach = (int32_t)(((int64_t)1 << level) / 2);
  return at > reach ? (at - reach) >> level : 0;
}

static int32_t last_node(int32_t at, uint32_t level, int32_t regions) {
  const int64_t reach = ((int64_t)1 << level) / 2;
  return (int32_t)(at + reach < regions ? at + reach : regions - 1) >> level;
}

/* Stands before the first node of a level. */
static void watch_places_begin_level(ovi_watch_look *look) {
  const ovi_watch_places *places = look->places;
  look->x0 = first_node(look->x, look->level);
  look->x1 = last_node(look->x, look->level, places->regions_x);
  look->y1 = last_node(look->y, look->level, places->regions_y);
  look->node_x = look->x0 - 1;
  look->node_y = first_node(look->y, look->level);
}

ovi_watch_look ovi_watch_look_at(const ovi_watch_places *places, int32_t x, int32_t y) {
  ovi_watch_look look = {.places = places, .x = x, .y = y, .at = OVI_NO_PLACE};
  watch_places_begin_level(&look);
  return look;
}

/* False: there is none. */
static bool next_node(ovi_watch_look *look) {
  if (look->node_x == look->x1) {
    look->node_x = look->x0 - 1;
    look->node_y++;
  }
  if (look->node_y > look->y1) {
    if (++look->level == look->places->levels) {
      return false;
    }
    watch_places_begin_level(look);
  }
  look->node_x++;
  look->at = look->places->heads[node_at(look->places, look->level, look->node_x, look->node_y)];
  return true;
}

uint32_t ovi_watch_look_next(ovi_watch_look *look) {
  for (;;) {
    while (look->at == OVI_NO_PLACE) {
      if (look->level == look->places->levels || !next_node(look)) {
        return OVI_NO_PLACE;
      }
    }
    const uint32_t number = look->at;
    const ovi_watch_place *place = &look->places->places[number];
    look->at = place->next;
    if (ovi_rectangle_has(place->box, look->x, look->y)) {
      return number;
    }
  }
}
