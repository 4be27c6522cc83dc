/* Islands of two versions: see island_changes.h. Cells of one piece lie side by side, so that a
 * piece is looked up once for a run of them. */
#include "tools/diff/island_changes.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 64, FIRST_CAPACITY = 1024 };

/* ---- Pieces -------------------------------------------------------------- */

static bool is_free(const struct island_piece *piece) { return piece->cells == 0; }

/* The place of a piece in the table, or the free one where it belongs. */
static struct island_piece *find(const struct island_changes *changes, uint32_t before,
                                 uint32_t after) {
  uint64_t hash = ((uint64_t)before << 32 | after) * UINT64_C(0x9e3779b97f4a7c15);
  for (size_t i = (size_t)(hash >> 20);; i++) {
    struct island_piece *piece = &changes->pieces[i & (changes->capacity - 1)];
    if (is_free(piece) || (piece->island[0] == before && piece->island[1] == after)) {
      return piece;
    }
  }
}

/* Doubles the table. False: no memory. */
static bool grow(struct island_changes *changes) {
  struct island_changes larger = *changes;
  larger.capacity = changes->capacity == 0 ? FIRST_CAPACITY : 2 * changes->capacity;
  larger.pieces = calloc(larger.capacity, sizeof *larger.pieces);
  if (larger.pieces == NULL) {
    return false;
  }
  for (size_t i = 0; i < changes->capacity; i++) {
    const struct island_piece *piece = &changes->pieces[i];
    if (!is_free(piece)) {
      *find(&larger, piece->island[0], piece->island[1]) = *piece;
    }
  }
  free(changes->pieces);
  *changes = larger;
  return true;
}

/* Counts a run of cells of one piece. False: no memory. */
static bool add(struct island_changes *changes, uint32_t before, uint32_t after, uint64_t cells,
                ovl_cell first) {
  if (changes->count * 2 >= changes->capacity && !grow(changes)) {
    return false;
  }
  struct island_piece *piece = find(changes, before, after);
  if (is_free(piece)) {
    *piece = (struct island_piece){.island = {before, after}, .first = first};
    changes->count++;
  }
  piece->cells += cells;
  return true;
}

/* ---- Reading ------------------------------------------------------------- */

static int read_rows(const struct diff_worlds *worlds, int which, ovl_cell corner, int32_t width,
                     int32_t rows, uint32_t *out) {
  ovl_fault fault = {.what = ""};
  const ovl_result result =
      ovl_world_read_cells(worlds->world[which], worlds->profile[which], OVL_CELLS_ISLAND, corner,
                           width, rows, out, (size_t)width, &fault);
  return result == OVL_OK ? EXIT_DONE : command_fail_result(worlds->path[which], result, &fault);
}

static int take_floor(const struct diff_worlds *worlds, const ovl_floor_info *info,
                      struct island_changes *changes) {
  const size_t most = (size_t)info->width * ROWS_AT_ONCE;
  uint32_t *islands = malloc(2 * most * sizeof *islands);
  int code = EXIT_DONE;
  if (islands == NULL) {
    return command_fail_memory("the islands");
  }
  for (int32_t y = 0; y < info->height && code == EXIT_DONE; y += ROWS_AT_ONCE) {
    const int32_t rows = info->height - y < ROWS_AT_ONCE ? info->height - y : ROWS_AT_ONCE;
    const size_t count = (size_t)rows * (size_t)info->width;
    for (int which = 0; which < 2 && code == EXIT_DONE; which++) {
      code = read_rows(worlds, which, floor_cell(info, 0, y), info->width, rows,
                       islands + (size_t)which * most);
    }
    for (size_t i = 0; i < count && code == EXIT_DONE;) {
      const uint32_t before = islands[i], after = islands[most + i];
      size_t end = i + 1;
      while (end < count && islands[end] == before && islands[most + end] == after) {
        end++;
      }
      const ovl_cell first = floor_cell(info, (int32_t)(i % (size_t)info->width),
                                        y + (int32_t)(i / (size_t)info->width));
      const bool is_blocked = before == 0 && after == 0;
      if (!is_blocked && !add(changes, before, after, end - i, first)) {
        code = command_fail_memory("the pieces of islands");
      }
      i = end;
    }
  }
  free(islands);
  return code;
}

/* ---- What they mean ------------------------------------------------------ */

/* Orders pieces by their island of a version, the largest first. */
static int compare(const struct island_piece *a, const struct island_piece *b, int version) {
  return a->island[version] != b->island[version]
             ? (a->island[version] < b->island[version] ? -1 : 1)
         : a->cells != b->cells ? (a->cells > b->cells ? -1 : 1)
         : a->island[1 - version] < b->island[1 - version]
             ? -1
             : a->island[1 - version] > b->island[1 - version];
}

static int compare_before(const void *a, const void *b) {
  return compare(*(struct island_piece *const *)a, *(struct island_piece *const *)b, 0);
}

static int compare_after(const void *a, const void *b) {
  return compare(*(struct island_piece *const *)a, *(struct island_piece *const *)b, 1);
}

/* All pieces of an island but the largest were cut off from it, or joined to it. */
static void mark(struct island_piece **list, size_t count, int version) {
  for (size_t i = 1; i < count; i++) {
    if (list[i]->island[version] == list[i - 1]->island[version]) {
      list[i]->is_cut_off = list[i]->is_cut_off || version == 0;
      list[i]->is_joined = list[i]->is_joined || version == 1;
    }
  }
}

static enum cell_change change_of(const struct island_piece *piece) {
  return piece->island[0] != 0 && piece->island[1] == 0   ? CELL_CLOSED
         : piece->island[0] == 0 && piece->island[1] != 0 ? CELL_OPENED
         : piece->is_cut_off                              ? CELL_CUT_OFF
         : piece->is_joined                               ? CELL_JOINED
                                                          : CELL_SAME;
}

/* Pieces that were open and are. */
static int mark_pieces(struct island_changes *changes) {
  struct island_piece **list = malloc((changes->count + 1) * sizeof(struct island_piece *));
  size_t count = 0;
  if (list == NULL) {
    return command_fail_memory("the pieces of islands");
  }
  for (size_t i = 0; i < changes->capacity; i++) {
    struct island_piece *piece = &changes->pieces[i];
    if (!is_free(piece) && piece->island[0] != 0 && piece->island[1] != 0) {
      list[count++] = piece;
    }
  }
  if (count > 0) {
    qsort(list, count, sizeof(struct island_piece *), compare_before);
    mark(list, count, 0);
    qsort(list, count, sizeof(struct island_piece *), compare_after);
    mark(list, count, 1);
  }
  free(list);
  for (size_t i = 0; i < changes->capacity; i++) {
    const struct island_piece *piece = &changes->pieces[i];
    changes->cells[change_of(piece)] += piece->cells;
    changes->pieces_cut += piece->is_cut_off ? 1 : 0;
    changes->pieces_joined += piece->is_joined && !piece->is_cut_off ? 1 : 0;
  }
  return EXIT_DONE;
}

int island_changes_find(const struct diff_worlds *worlds, struct island_changes *changes) {
  ovl_floor_info info;
  int code = EXIT_DONE;
  *changes = (struct island_changes){0};
  for (int32_t floor = 0; code == EXIT_DONE && ovl_world_floor(worlds->world[0], floor, &info);
       floor++) {
    code = take_floor(worlds, &info, changes);
  }
  code = code == EXIT_DONE ? mark_pieces(changes) : code;
  if (code != EXIT_DONE) {
    island_changes_free(changes);
  }
  return code;
}

void island_changes_free(struct island_changes *changes) {
  free(changes->pieces);
  *changes = (struct island_changes){0};
}

enum cell_change island_changes_of(const struct island_changes *changes, uint32_t before,
                                   uint32_t after) {
  return change_of(find(changes, before, after));
}
