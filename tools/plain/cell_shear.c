/* Where tiles of shifted rows lie in a world: see cell_shear.h. */
#include "tools/plain/cell_shear.h"

static const char *const LAYOUTS[OVL_LAYOUT_COUNT] = {
    [OVL_LAYOUT_AXIAL] = "axial",
    [OVL_LAYOUT_ODD_R] = "odd-r",
    [OVL_LAYOUT_EVEN_R] = "even-r",
    [OVL_LAYOUT_ODD_Q] = "odd-q",
    [OVL_LAYOUT_EVEN_Q] = "even-q",
    [OVL_LAYOUT_DOUBLE_WIDTH] = "double-width",
    [OVL_LAYOUT_DOUBLE_HEIGHT] = "double-height",
};

bool cell_shear_moves(const struct cell_shear *shear) { return shear->layout != OVL_LAYOUT_AXIAL; }

/* Diamonds lie as hexagons do: each edge leads to a neighbour, but two of the six are joined by a
 * corner, at the ends of a row or column. */
ovl_cell cell_shear_take(const struct cell_shear *shear, ovl_cell tile) {
  const ovl_cell axial = ovl_hexagon_from(shear->layout, tile);
  if (shear->kind != CELL_DIAMONDS) {
    return axial;
  }
  const bool has_columns = shear->layout == OVL_LAYOUT_ODD_Q || shear->layout == OVL_LAYOUT_EVEN_Q;
  return (ovl_cell){axial.x + axial.y, has_columns ? axial.y : -axial.x, tile.floor};
}

/* Each coordinate of a cell only grows, or only falls, with that of its tile. */
void cell_shear_box(const struct cell_shear *shear, ovl_cell first, ovl_cell last, ovl_cell *least,
                    ovl_cell *most) {
  *least = *most = cell_shear_take(shear, first);
  for (int i = 1; i < 4; i++) {
    const ovl_cell corner = {i % 2 != 0 ? last.x : first.x, i / 2 != 0 ? last.y : first.y,
                             first.floor};
    const ovl_cell cell = cell_shear_take(shear, corner);
    least->x = cell.x < least->x ? cell.x : least->x;
    least->y = cell.y < least->y ? cell.y : least->y;
    most->x = cell.x > most->x ? cell.x : most->x;
    most->y = cell.y > most->y ? cell.y : most->y;
  }
}

/* As strcmp, which the page has not in this room. */
static bool is_same(const char *a, const char *b) {
  while (*a != '\0' && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

bool cell_shear_parse_grid(const char *text, ovl_layout *layout) {
  for (int i = 0; i < OVL_LAYOUT_DOUBLE_WIDTH; i++) {
    if (is_same(text, LAYOUTS[i])) {
      *layout = (ovl_layout)i;
      return true;
    }
  }
  return false;
}

const char *cell_shear_layout_name(ovl_layout layout) { return LAYOUTS[layout]; }

enum cell_kind cell_kind_of_world(const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  return info.partition.topology == OVL_HEXAGONS ? CELL_HEXAGONS : CELL_SQUARES;
}

void cell_kind_define(enum cell_kind kind, ovl_bake_def *def) {
  def->topology = kind == CELL_HEXAGONS ? OVL_HEXAGONS : OVL_SQUARES;
}

bool cell_kind_is_step(enum cell_kind kind, ovl_cell from, ovl_cell to) {
  const int32_t dx = to.x - from.x, dy = to.y - from.y;
  const bool is_beside = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0);
  return is_beside && (kind != CELL_HEXAGONS || dx != dy);
}
