/* The plane of a world, and its partition into regions. */
#ifndef OVERLAND_COARSE_FORMAT_PLANE_H
#define OVERLAND_COARSE_FORMAT_PLANE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ovi_plane {
  int32_t origin_x, origin_y; /* cell of the world at the upper left of each floor of cells */
  int32_t width, height;      /* cells */
  int32_t region_cells;       /* side of a region */
  int32_t regions_x, regions_y;
  int32_t spacing; /* greatest distance of places of an entrance, in cells */
} ovi_plane;

/* Sets the number of regions from the size of the plane. */
static inline void ovi_plane_divide(ovi_plane *plane) {
  plane->regions_x = (plane->width + plane->region_cells - 1) / plane->region_cells;
  plane->regions_y = (plane->height + plane->region_cells - 1) / plane->region_cells;
}

/* The number of regions. */
static inline uint32_t ovi_plane_regions(const ovi_plane *plane) {
  return (uint32_t)plane->regions_x * (uint32_t)plane->regions_y;
}

/* The region in a column and row; UINT32_MAX: there is none. */
static inline uint32_t ovi_plane_region(const ovi_plane *plane, int32_t rx, int32_t ry) {
  const bool is_inside = rx >= 0 && ry >= 0 && rx < plane->regions_x && ry < plane->regions_y;
  return is_inside ? (uint32_t)(ry * plane->regions_x + rx) : UINT32_MAX;
}

#endif
