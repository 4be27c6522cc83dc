/* Patches: the edits of a fork as a file of their own, to be stored beside the file of the world
 * and applied to it again.
 *
 *     "OVLPATCH" | u32 version, u32 calls | u64 bytes of all | u64 identity of the forked version |
 *     calls | u64 checksum of all before
 *
 * A call is u32 edits, u32 of zeros, and the edits. An edit is ten numbers of 32 bits (kind, x, y,
 * floor, w, h, profile, link, value, and flags for stamp and mask), then the stamp, u16 a cell, and
 * the mask, u8 a cell, each padded to 8. All is little-endian. */
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "common/scratch.h"
#include "overland_edit.h"
#include "version/applying.h"

#define PATCH_MAGIC "OVLPATCH"

enum {
  PATCH_VERSION = 1,
  AT_VERSION = 8,
  AT_CALLS = 12,
  AT_BYTES = 16,
  AT_IDENTITY = 24,
  HEAD_BYTES = 32,
  CALL_BYTES = 8,
  EDIT_NUMBERS = 10,
  EDIT_BYTES = 4 * EDIT_NUMBERS,
  HAS_STAMP = 1,
  HAS_MASK = 2,
  MOST_EDITS = 1 << 24
};

/* ---- Writing --------------------------------------------------------------------------- */

static uint64_t call_bytes(const ovi_edit_log *call) {
  uint64_t bytes = CALL_BYTES;
  for (uint64_t i = 0; i < call->count; i++) {
    bytes += EDIT_BYTES + ovi_edit_stamp_bytes(&call->edits[i]);
  }
  return bytes;
}

static uint8_t *put_edit(uint8_t *at, const ovl_edit *edit) {
  const uint64_t cells = ovi_edit_cells(edit);
  const uint32_t parts = (edit->stamp != NULL ? (uint32_t)HAS_STAMP : 0) |
                         (edit->mask != NULL ? (uint32_t)HAS_MASK : 0);
  const uint32_t numbers[EDIT_NUMBERS] = {(uint32_t)edit->kind,
                                          (uint32_t)edit->cell.x,
                                          (uint32_t)edit->cell.y,
                                          (uint32_t)edit->cell.floor,
                                          (uint32_t)edit->w,
                                          (uint32_t)edit->h,
                                          (uint32_t)edit->profile,
                                          edit->link,
                                          edit->value,
                                          parts};
  for (int i = 0; i < EDIT_NUMBERS; i++) {
    ovi_put_u32(at + 4 * i, numbers[i]);
  }
  at += EDIT_BYTES;
  if (edit->stamp != NULL) {
    for (uint64_t i = 0; i < cells; i++) {
      ovi_put_u16(at + 2 * i, edit->stamp[i]);
    }
    at += ovi_padded8(2 * cells);
  }
  if (edit->mask != NULL) {
    memcpy(at, edit->mask, (size_t)cells);
    at += ovi_padded8(cells);
  }
  return at;
}

/* Writes the calls of a log, which is ordered from the newest to the oldest, so that they end at
 * `end` and the oldest comes first. */
static void put_calls(uint8_t *end, const ovi_edit_log *log) {
  for (; log != NULL; log = log->older) {
    end -= call_bytes(log);
    uint8_t *at = end;
    ovi_put_u32(at, (uint32_t)log->count);
    at += CALL_BYTES;
    for (uint64_t i = 0; i < log->count; i++) {
      at = put_edit(at, &log->edits[i]);
    }
  }
}

ovl_result ovl_world_save_patch(const ovl_world *fork, ovl_write_fn write, void *user,
                                ovl_fault *fault) {
  uint64_t bytes = HEAD_BYTES + 8;
  uint32_t calls = 0;
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  if (!fork->fork.is_fork) {
    return ovi_check_fail_values(fault, OVL_BAD_ARGUMENT, "fork: it is none", 0, 0, 1);
  }
  for (const ovi_edit_log *log = fork->fork.log; log != NULL; log = log->older) {
    bytes += call_bytes(log);
    calls++;
  }
  uint8_t *patch = ovi_allocate(fork->allocator, bytes);
  if (patch == NULL) {
    return ovi_check_fail_values(fault, OVL_NO_MEMORY, "allocator: it has no memory", 0, 0, bytes);
  }
  memset(patch, 0, (size_t)bytes);
  memcpy(patch, PATCH_MAGIC, 8);
  ovi_put_u32(patch + AT_VERSION, PATCH_VERSION);
  ovi_put_u32(patch + AT_CALLS, calls);
  ovi_put_u64(patch + AT_BYTES, bytes);
  ovi_put_u64(patch + AT_IDENTITY, fork->fork.identity);
  put_calls(patch + bytes - 8, fork->fork.log);
  ovi_put_u64(patch + bytes - 8, ovi_hash64(0, patch, (size_t)bytes - 8));
  const bool is_written = write(user, patch, (size_t)bytes);
  ovi_release(fork->allocator, patch, bytes);
  return is_written ? OVL_OK : ovi_check_fail(fault, OVL_WRITE_FAILED, "write", 0);
}

/* ---- Reading ---------------------------------------------------------------------------- */

static ovl_result check_head(const ovl_world *base, const uint8_t *bytes, uint64_t count,
                             ovl_fault *fault) {
  const uint64_t magic_bytes = count < 8 ? count : 8;
  if (magic_bytes > 0 && memcmp(bytes, PATCH_MAGIC, (size_t)magic_bytes) != 0) {
    return ovi_check_fail(fault, OVL_NOT_A_WORLD, "magic of a patch", 0);
  }
  if (count < HEAD_BYTES + 8) {
    return ovi_check_fail_values(fault, OVL_WRONG_LENGTH, "head of a patch", 0, count,
                                 HEAD_BYTES + 8);
  }
  if (ovi_get_u32(bytes + AT_VERSION) != PATCH_VERSION) {
    return ovi_check_fail_values(fault, OVL_OTHER_VERSION, "version of a patch", AT_VERSION,
                                 ovi_get_u32(bytes + AT_VERSION), PATCH_VERSION);
  }
  if (ovi_get_u64(bytes + AT_BYTES) != count) {
    return ovi_check_fail_values(fault, OVL_WRONG_LENGTH, "length of a patch", AT_BYTES, count,
                                 ovi_get_u64(bytes + AT_BYTES));
  }
  const uint64_t checksum = ovi_hash64(0, bytes, (size_t)count - 8);
  if (ovi_get_u64(bytes + count - 8) != checksum) {
    return ovi_check_fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of a patch", count - 8,
                                 ovi_get_u64(bytes + count - 8), checksum);
  }
  if (ovi_get_u64(bytes + AT_IDENTITY) != base->shared.fingerprint) {
    return ovi_check_fail_values(fault, OVL_OTHER_WORLD, "world of a patch", AT_IDENTITY,
                                 ovi_get_u64(bytes + AT_IDENTITY), base->shared.fingerprint);
  }
  return OVL_OK;
}

/* A patch that is being read. */
typedef struct patch_reading {
  const uint8_t *bytes;
  uint64_t at, end;
  ovi_scratch scratch; /* of the edits of one call */
  ovl_fault *fault;
} patch_reading;

static ovl_result fail_edit(const patch_reading *reading) {
  return ovi_check_fail(reading->fault, OVL_CORRUPT, "edits of a patch", reading->at);
}

/* Copies the stamp or mask of an edit, `width` bytes a cell. NULL if that fails, with the result.
 */
static void *read_cells(patch_reading *reading, uint64_t cells, uint32_t width,
                        ovl_result *result) {
  const uint64_t bytes = ovi_padded8(width * cells);
  if (bytes > reading->end - reading->at) {
    *result = fail_edit(reading);
    return NULL;
  }
  void *copied = ovi_scratch_take(&reading->scratch, bytes, 1);
  if (copied == NULL) {
    *result = OVL_NO_MEMORY;
    return NULL;
  }
  memcpy(copied, reading->bytes + reading->at, (size_t)bytes);
  reading->at += bytes;
  return copied;
}

static ovl_result read_edit(patch_reading *reading, ovl_edit *edit) {
  uint32_t numbers[EDIT_NUMBERS] = {0};
  if (reading->end - reading->at < EDIT_BYTES) {
    return fail_edit(reading);
  }
  for (int i = 0; i < EDIT_NUMBERS; i++) {
    numbers[i] = ovi_get_u32(reading->bytes + reading->at + 4 * i);
  }
  const uint32_t parts = numbers[9];
  *edit = (ovl_edit){.kind = (ovl_edit_kind)numbers[0],
                     .cell = {(int32_t)numbers[1], (int32_t)numbers[2], (int32_t)numbers[3]},
                     .w = (int32_t)numbers[4],
                     .h = (int32_t)numbers[5],
                     .profile = (int32_t)numbers[6],
                     .link = numbers[7],
                     .value = numbers[8]};
  if (numbers[0] >= OVL_EDIT_COUNT || parts > (HAS_STAMP | HAS_MASK) ||
      (edit->kind != OVL_EDIT_LINK && (edit->w < 1 || edit->h < 1 || edit->w > OVL_MAX_SIDE_CELLS ||
                                       edit->h > OVL_MAX_SIDE_CELLS))) {
    return fail_edit(reading);
  }
  reading->at += EDIT_BYTES;
  ovl_result result = OVL_OK;
  const uint64_t cells = ovi_edit_cells(edit);
  uint16_t *stamp = (parts & HAS_STAMP) != 0 ? read_cells(reading, cells, 2, &result) : NULL;
  for (uint64_t i = 0; stamp != NULL && i < cells; i++) {
    stamp[i] = ovi_get_u16((const uint8_t *)&stamp[i]);
  }
  edit->stamp = stamp;
  if (result == OVL_OK && (parts & HAS_MASK) != 0) {
    edit->mask = read_cells(reading, cells, 1, &result);
  }
  return result;
}

static ovl_result read_call(patch_reading *reading, ovl_edit **edits, uint32_t *count) {
  if (reading->end - reading->at < CALL_BYTES) {
    return fail_edit(reading);
  }
  *count = ovi_get_u32(reading->bytes + reading->at);
  if (*count == 0 || *count > MOST_EDITS || ovi_get_u32(reading->bytes + reading->at + 4) != 0 ||
      (reading->end - reading->at - CALL_BYTES) / EDIT_BYTES < *count) {
    return fail_edit(reading);
  }
  reading->at += CALL_BYTES;
  *edits = ovi_scratch_take(&reading->scratch, *count, sizeof(ovl_edit));
  ovl_result result = *edits != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (uint32_t i = 0; i < *count && result == OVL_OK; i++) {
    result = read_edit(reading, &(*edits)[i]);
  }
  return result;
}

/* Reads a call, and puts it on top of the log of those before. */
static ovl_result log_call(patch_reading *reading, ovi_edit_log **log) {
  ovl_edit *edits = NULL;
  uint32_t count = 0;
  ovl_result result = read_call(reading, &edits, &count);
  if (result == OVL_OK) {
    const ovl_allocator *allocator = reading->scratch.allocator;
    ovi_edit_log *longer = ovi_edit_log_add(allocator, *log, edits, count);
    if (longer != NULL) {
      ovi_edit_log_drop(allocator, *log);
      *log = longer;
    }
    result = longer != NULL ? OVL_OK : OVL_NO_MEMORY;
  }
  ovi_scratch_release(&reading->scratch);
  return result;
}

/* Reads the calls of a patch whose head was checked. *log, NULL without calls, is to be dropped
 * also after errors. */
static ovl_result read_calls(const ovl_world *base, const uint8_t *bytes, uint64_t count,
                             ovi_edit_log **log, ovl_fault *fault) {
  patch_reading reading = {.bytes = bytes,
                           .at = HEAD_BYTES,
                           .end = count - 8,
                           .scratch = {.allocator = base->allocator},
                           .fault = fault};
  const uint32_t calls = ovi_get_u32(bytes + AT_CALLS);
  ovl_result result = OVL_OK;
  *log = NULL;
  for (uint32_t i = 0; i < calls && result == OVL_OK; i++) {
    result = log_call(&reading, log);
  }
  return result == OVL_OK && reading.at != reading.end ? fail_edit(&reading) : result;
}

/* The fault of an edit that can't be applied to the forked version names its bytes. */
static ovl_result fail_bad_edit(const ovi_edit_log *log, ovl_fault *fault) {
  while (log->total - log->count > fault->where) {
    log = log->older;
  }
  const uint64_t before = fault->where - (log->total - log->count);
  uint64_t at = HEAD_BYTES + CALL_BYTES;
  for (uint64_t i = 0; i < before; i++) {
    at += EDIT_BYTES + ovi_edit_stamp_bytes(&log->edits[i]);
  }
  for (const ovi_edit_log *older = log->older; older != NULL; older = older->older) {
    at += call_bytes(older);
  }
  return ovi_check_fail(fault, OVL_CORRUPT, "edits of a patch", at);
}

/* Begins an applying of the calls of a patch to its base. */
static ovl_result begin_patch(const ovl_world *base, ovi_edit_log *log, const ovl_apply_def *def,
                              ovl_applying **applying, ovl_fault *fault) {
  ovl_world *empty = NULL;
  if (ovl_world_fork(base, &empty) != OVL_OK) {
    return OVL_NO_MEMORY;
  }
  const ovi_apply_task task = {.world = empty,
                               .log = log,
                               .log_owner = base,
                               .keeps_versions = true,
                               .on_bad_edit = fail_bad_edit,
                               .def = def};
  const ovl_result result = ovi_applying_begin(&task, applying, fault);
  ovl_world_close(empty);
  return result;
}

ovl_result ovl_applying_create_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                     const ovl_apply_def *def, ovl_applying **applying,
                                     ovl_fault *fault) {
  ovl_fault unused;
  ovi_edit_log *log = NULL;
  fault = ovi_fault_begin(fault, &unused);
  *applying = NULL;
  ovl_result result = check_head(base, bytes, byte_count, fault);
  result = result == OVL_OK ? read_calls(base, bytes, byte_count, &log, fault) : result;
  result = result == OVL_OK ? begin_patch(base, log, def, applying, fault) : result;
  ovi_edit_log_drop(base->allocator, log);
  return result == OVL_NO_MEMORY ? ovi_check_fail(fault, result, "allocator: it has no memory", 0)
                                 : result;
}

ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                const ovl_apply_def *def, ovl_world **fork, ovl_fault *fault) {
  ovl_applying *applying;
  const ovl_result created =
      ovl_applying_create_patch(base, bytes, byte_count, def, &applying, fault);
  return ovi_applying_finish(created, applying, fork, fault);
}
