/* Shapes of objects: see tiled_shapes.h. */
#include "tools/tiled/tiled_shapes.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Further off than any map reaches: 65536 tiles of 4096 pixels. */
#define FARTHEST_PIXELS 268435456.0

static bool is_far(double pixels) {
  return !(pixels >= -FARTHEST_PIXELS && pixels <= FARTHEST_PIXELS);
}

static int fail_object(const struct tiled_file *file, const struct tiled_object *object,
                       const char *wrong) {
  return reader_fail(&file->reader, "line %zu: object %" PRIu32 " %s", object->line, object->id,
                     wrong);
}

/* ---- Points of polygons and polylines ------------------------------------ */

/* Reads "12.5,-3" from where *at is. False: it does not stand there. */
static bool read_pair(const char **at, struct tiled_point *point) {
  double *const numbers[2] = {&point->x, &point->y};
  for (int i = 0; i < 2; i++) {
    char number[48];
    const size_t length = strcspn(*at, ", \t\r\n");
    if (length >= sizeof number || (i == 0 && (*at)[length] != ',')) {
      return false;
    }
    memcpy(number, *at, length);
    number[length] = '\0';
    if (!tiled_parse_real(number, numbers[i])) {
      return false;
    }
    *at += length + (i == 0 ? 1 : 0);
  }
  return **at != ',';
}

/* In XML: an attribute of pairs, parted by blanks. */
static int read_pairs(const struct tiled_file *file, const char *text,
                      struct tiled_object *object) {
  object->points = tiled_arena_take(file->arena, strlen(text) / 4 + 1, sizeof *object->points);
  if (object->points == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (text += strspn(text, " \t\r\n"); *text != '\0'; text += strspn(text, " \t\r\n")) {
    if (!read_pair(&text, &object->points[object->point_count++])) {
      return fail_object(file, object, "has points that are no pairs of numbers 'x,y'");
    }
  }
  return EXIT_DONE;
}

/* In JSON: an array of objects with x and y. */
static int read_point_list(const struct tiled_file *file, const struct tiled_node *list,
                           struct tiled_object *object) {
  size_t count = 0;
  for (const struct tiled_node *node = list->first; node != NULL; node = node->next) {
    count++;
  }
  object->points = tiled_arena_take(file->arena, count, sizeof *object->points);
  if (object->points == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_node *node = list->first; node != NULL; node = node->next) {
    struct tiled_point *point = &object->points[object->point_count++];
    if (tiled_attribute(node, "x") == NULL || tiled_attribute(node, "y") == NULL) {
      return fail_object(file, object, "has a point without x or y");
    }
    int code = tiled_real(file, node, "x", &point->x);
    if (code == EXIT_DONE) {
      code = tiled_real(file, node, "y", &point->y);
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}

static int read_points(const struct tiled_file *file, const struct tiled_node *shape,
                       struct tiled_object *object) {
  const char *pairs = shape->text == NULL ? tiled_attribute(shape, "points") : shape->text;
  const int code =
      pairs != NULL ? read_pairs(file, pairs, object) : read_point_list(file, shape, object);
  if (code != EXIT_DONE) {
    return code;
  }
  if (object->point_count < 2) {
    return fail_object(file, object, "has fewer than two points");
  }
  for (size_t i = 0; i < object->point_count; i++) {
    struct tiled_point *point = &object->points[i];
    point->x += object->box.x;
    point->y += object->box.y;
    if (is_far(point->x) || is_far(point->y)) {
      return fail_object(file, object, "has a point that is far off any map");
    }
  }
  return EXIT_DONE;
}

/* ---- What a shape is --------------------------------------------------- */

static int read_shape(const struct tiled_file *file, const struct tiled_node *node,
                      struct tiled_object *object) {
  static const struct {
    const char *name;
    enum tiled_shape shape;
  } shapes[] = {{"point", TILED_POINT},
                {"ellipse", TILED_ELLIPSE},
                {"polygon", TILED_POLYGON},
                {"polyline", TILED_POLYLINE},
                {"text", TILED_TEXT}};
  object->shape = tiled_attribute(node, "gid") != NULL ? TILED_TILE : TILED_RECTANGLE;
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    const struct tiled_node *shape = tiled_find(node, shapes[i].name);
    bool is_so = true; /* a member of JSON may say that it is not */
    if (shape == NULL ||
        (shape->text != NULL && tiled_parse_truth(shape->text, &is_so) && !is_so)) {
      continue;
    }
    object->shape = shapes[i].shape;
    if (object->shape == TILED_POLYGON || object->shape == TILED_POLYLINE) {
      return read_points(file, shape, object);
    }
  }
  return EXIT_DONE;
}

/* Its place and size in pixels. */
static int read_frame(const struct tiled_file *file, const struct tiled_node *node,
                      struct tiled_object *object) {
  struct {
    const char *name;
    double *value;
  } const numbers[] = {{"x", &object->box.x},
                       {"y", &object->box.y},
                       {"width", &object->box.width},
                       {"height", &object->box.height},
                       {"rotation", &object->rotation}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    double value = 0;
    const int code = tiled_real(file, node, numbers[i].name, &value);
    if (code != EXIT_DONE) {
      return code;
    }
    *numbers[i].value += value;
  }
  if (is_far(object->box.x) || is_far(object->box.y) || is_far(object->box.width) ||
      is_far(object->box.height)) {
    return fail_object(file, object, "is far off any map");
  }
  if (object->box.width < 0 || object->box.height < 0) {
    return fail_object(file, object, "has a width or height below zero");
  }
  return EXIT_DONE;
}

int tiled_read_shape(const struct tiled_file *file, const struct tiled_node *node,
                     struct tiled_object *object) {
  const int code = read_frame(file, node, object);
  return code == EXIT_DONE ? read_shape(file, node, object) : code;
}

/* ---- What it covers ------------------------------------------------------ */

/* Counts the edges that a ray from the point to the right crosses. */
static bool polygon_covers(const struct tiled_object *object, double x, double y) {
  bool is_inside = false;
  for (size_t i = 0; i < object->point_count; i++) {
    const struct tiled_point *a = &object->points[i];
    const struct tiled_point *b = &object->points[i > 0 ? i - 1 : object->point_count - 1];
    if ((a->y > y) != (b->y > y) && x < (b->x - a->x) * (y - a->y) / (b->y - a->y) + a->x) {
      is_inside = !is_inside;
    }
  }
  return is_inside;
}

/* Objects turn clockwise around x, y; a tile around its foot. The point is turned back. */
static struct tiled_point turn_back(const struct tiled_object *object, double x, double y) {
  const struct tiled_box *box = &object->box;
  const double foot = box->y + (object->shape == TILED_TILE ? box->height : 0);
  const double turn = object->rotation * 0.017453292519943295; /* degrees */
  const double dx = x - box->x, dy = y - foot;
  return (struct tiled_point){box->x + dx * cos(turn) + dy * sin(turn),
                              foot - dx * sin(turn) + dy * cos(turn)};
}

bool tiled_shape_covers(const struct tiled_object *object, double x, double y) {
  const struct tiled_box *box = &object->box;
  const struct tiled_point at =
      object->rotation != 0 ? turn_back(object, x, y) : (struct tiled_point){x, y};
  const double radius_x = box->width / 2, radius_y = box->height / 2;
  switch (object->shape) {
  case TILED_POLYGON:
    return polygon_covers(object, at.x, at.y);
  case TILED_ELLIPSE:
    return radius_x > 0 && radius_y > 0 &&
           pow((at.x - box->x) / radius_x - 1, 2) + pow((at.y - box->y) / radius_y - 1, 2) <= 1;
  case TILED_RECTANGLE:
  case TILED_TILE:
    return at.x >= box->x && at.x < box->x + box->width && at.y >= box->y &&
           at.y < box->y + box->height;
  default:
    return false;
  }
}

static int32_t clamp_to_side(double place, int32_t most) {
  return (int32_t)fmin(fmax(place, 0), most);
}

/* The cells of the edges of a box of pixels lie between those of its corners, or one beside. */
static struct tiled_box cells_of_pixels(const struct tiled_grid *grid,
                                        const struct tiled_box *box) {
  if (!tiled_grid_is_shifted(grid)) {
    const double left = floor(box->x / grid->tile_width), top = floor(box->y / grid->tile_height);
    return (struct tiled_box){left, top, ceil((box->x + box->width) / grid->tile_width) - left,
                              ceil((box->y + box->height) / grid->tile_height) - top};
  }
  ovl_cell least = {INT32_MAX, INT32_MAX, 0}, most = {INT32_MIN, INT32_MIN, 0};
  for (int i = 0; i < 4; i++) {
    const struct tiled_point corner = {box->x + (i % 2 != 0 ? box->width : 0),
                                       box->y + (i / 2 != 0 ? box->height : 0)};
    const ovl_cell cell = tiled_grid_at(grid, corner, 0);
    least.x = cell.x < least.x ? cell.x : least.x;
    least.y = cell.y < least.y ? cell.y : least.y;
    most.x = cell.x > most.x ? cell.x : most.x;
    most.y = cell.y > most.y ? cell.y : most.y;
  }
  return (struct tiled_box){(double)least.x - 1, (double)least.y - 1, (double)most.x - least.x + 3,
                            (double)most.y - least.y + 3};
}

struct tiled_area tiled_cells_around(const struct tiled_map *map, int32_t floor_number,
                                     const struct tiled_object *object) {
  const struct tiled_floor *floor = &map->floors[floor_number];
  const struct tiled_box *box = &object->box;
  double left = box->x, top = box->y, right = box->x + box->width, bottom = box->y + box->height;
  double reach = object->rotation != 0 ? box->width + box->height : 0;
  for (size_t i = 0; i < object->point_count; i++) {
    const struct tiled_point *point = &object->points[i];
    left = point->x < left ? point->x : left;
    right = point->x > right ? point->x : right;
    top = point->y < top ? point->y : top;
    bottom = point->y > bottom ? point->y : bottom;
    if (object->rotation != 0) {
      reach = fmax(reach, fabs(point->x - box->x) + fabs(point->y - box->y));
    }
  }
  const struct tiled_box pixels = {left - reach, top - reach, right - left + 2 * reach,
                                   bottom - top + 2 * reach};
  const struct tiled_box cells = cells_of_pixels(&map->grid, &pixels);
  return (struct tiled_area){clamp_to_side(cells.x, floor->width),
                             clamp_to_side(cells.y, floor->height),
                             clamp_to_side(cells.x + cells.width, floor->width),
                             clamp_to_side(cells.y + cells.height, floor->height)};
}
