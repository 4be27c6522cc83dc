/* Finds, gathers and writes the entries of edges' paths. */
#include "coarse/format/edge_paths.h"

#include "common/compiler.h"

/* ---- Reading ---------------------------------------------------------------------------- */

bool ovi_paths_next(ovi_path_cursor *cursor, bool *is_whole) {
  *is_whole = true;
  if (cursor->at == cursor->row_end) {
    if (cursor->at == cursor->end) {
      return false;
    }
    *is_whole = cursor->end - cursor->at > OVI_PATH_ROW_BYTES;
    if (!*is_whole) {
      return false;
    }
    const uint32_t bytes = ovi_get_u16(cursor->at + 1);
    cursor->from = cursor->at[0];
    cursor->at += OVI_PATH_ROW_BYTES;
    *is_whole = bytes != 0 && bytes <= (uint64_t)(cursor->end - cursor->at);
    if (!*is_whole) {
      return false;
    }
    cursor->row_end = cursor->at + bytes;
  }
  const uint64_t left = (uint64_t)(cursor->row_end - cursor->at);
  *is_whole = left > OVI_PATH_ENTRY_BYTES && cursor->at[1] <= left - OVI_PATH_ENTRY_BYTES;
  if (!*is_whole) {
    return false;
  }
  cursor->to = cursor->at[0];
  cursor->path = (ovi_edge_path){cursor->at + OVI_PATH_ENTRY_BYTES, cursor->at[1]};
  cursor->at = cursor->path.runs + cursor->path.count;
  return true;
}

bool ovi_path_find(const uint8_t *paths, uint32_t from, uint32_t to, ovi_edge_path *path) {
  if (paths == NULL) {
    return false;
  }
  const uint8_t *row = paths + 4;
  const uint8_t *end = row + ovi_get_u32(paths);
  while (row != end && row[0] < from) {
    row += OVI_PATH_ROW_BYTES + ovi_get_u16(row + 1);
  }
  if (row == end || row[0] != from) {
    return false;
  }
  const uint8_t *at = row + OVI_PATH_ROW_BYTES;
  end = at + ovi_get_u16(row + 1);
  while (at != end && at[0] < to) {
    at += OVI_PATH_ENTRY_BYTES + at[1];
  }
  if (at == end || at[0] != to) {
    return false;
  }
  *path = (ovi_edge_path){at + OVI_PATH_ENTRY_BYTES, at[1]};
  return true;
}

/* ---- Writing ---------------------------------------------------------------------------- */

void ovi_path_rows_clear(ovi_path_rows *rows) {
  rows->used = 0;
  memset(rows->begins, 0xff, OVI_PATH_PORTS * sizeof(uint32_t));
}

void ovi_path_row_begin(ovi_path_rows *rows, uint32_t port) {
  OVI_ASSERT(port < OVI_PATH_PORTS && rows->begins[port] == UINT32_MAX);
  rows->begins[port] = rows->row = rows->used;
  rows->bytes[rows->used] = (uint8_t)port;
  rows->used += OVI_PATH_ROW_BYTES;
}

void ovi_path_row_add(ovi_path_rows *rows, uint32_t to, ovi_edge_path path) {
  uint8_t *entry = rows->bytes + rows->used;
  OVI_ASSERT(to < OVI_PATH_PORTS && path.count != 0 && path.count <= OVI_PATH_MOST_RUNS);
  entry[0] = (uint8_t)to;
  entry[1] = (uint8_t)path.count;
  memcpy(entry + OVI_PATH_ENTRY_BYTES, path.runs, path.count);
  rows->used += OVI_PATH_ENTRY_BYTES + path.count;
}

void ovi_path_row_end(ovi_path_rows *rows) {
  uint8_t *row = rows->bytes + rows->row;
  const uint32_t bytes = rows->used - rows->row - OVI_PATH_ROW_BYTES;
  if (bytes == 0) {
    rows->begins[row[0]] = UINT32_MAX;
    rows->used = rows->row;
    return;
  }
  ovi_put_u16(row + 1, bytes);
}

uint8_t *ovi_path_rows_write(const ovi_path_rows *rows, uint8_t *out) {
  if (rows->used == 0) {
    return out;
  }
  uint8_t *at = out + 4;
  for (uint32_t port = 0; port < OVI_PATH_PORTS; port++) {
    if (rows->begins[port] != UINT32_MAX) {
      const uint8_t *row = rows->bytes + rows->begins[port];
      const uint32_t bytes = OVI_PATH_ROW_BYTES + ovi_get_u16(row + 1);
      memcpy(at, row, bytes);
      at += bytes;
    }
  }
  OVI_ASSERT((uint64_t)(at - out) == 4 + (uint64_t)rows->used);
  ovi_put_u32(out, rows->used);
  return at + (rows->used & 1);
}
