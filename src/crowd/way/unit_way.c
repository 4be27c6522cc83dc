/* Turns the legs of paths into steps. */
#include "crowd/way/unit_way.h"

/* The neighbours of hexagons are some of those of squares, and their runs are as long. */
int32_t ovi_direction_to(ovl_cell from, ovl_cell to) {
  const bool is_beside = from.floor == to.floor && ovi_steps_between(OVI_SQUARES, from, to) == 1;
  return is_beside ? ovi_direction_of(to.x - from.x, to.y - from.y) : -1;
}

/* A leg of a path: `count` steps in one direction, or a link. */
typedef struct leg {
  int32_t step;
  uint32_t count;
} leg;

static leg leg_to(const ovl_path *path, size_t point) {
  if (path->link_count != 0 && path->links[0].point == point) {
    return (leg){OVI_STEP_LINK, 1};
  }
  const ovl_cell from = path->points[point - 1];
  const ovl_cell to = path->points[point];
  return (leg){ovi_direction_to(from, ovi_cell_toward(from, to)),
               (uint32_t)ovi_steps_between(OVI_SQUARES, from, to)};
}

uint32_t ovi_way_append(ovi_way *way, const ovl_path *path, uint32_t skipped, ovl_cell *end) {
  uint32_t passed = 0;
  *end = path->points[0];
  for (size_t point = 1; point < path->count; point++) {
    const leg to = leg_to(path, point);
    for (uint32_t i = 0; i < to.count; i++, passed++) {
      if (passed >= skipped) {
        if (ovi_way_room(way) <= OVI_WAY_SPARE) {
          return passed;
        }
        ovi_way_push_back(way, to.step);
      }
      *end = to.step == OVI_STEP_LINK ? path->points[point] : ovi_cell_beside(*end, to.step);
      if (to.step == OVI_STEP_LINK) {
        way->link_to = *end;
        way->link = path->links[0].link;
      }
    }
  }
  return passed;
}

bool ovi_way_prepend(ovi_way *way, const ovl_path *path) {
  uint64_t count = 0;
  for (size_t point = 1; point < path->count; point++) {
    count += leg_to(path, point).count;
  }
  if (count > ovi_way_room(way)) {
    return false;
  }
  for (size_t point = path->count - 1; point > 0; point--) {
    const leg to = leg_to(path, point);
    for (uint32_t i = 0; i < to.count; i++) {
      ovi_way_push_front(way, to.step);
    }
  }
  return true;
}
