/* Saves worlds as files: copied where the world is its file, else written from the version, block
 * by block.
 *
 * The writer of files knows header, region table and the heads of overlays only after the bytes
 * behind them. So a version is written twice: first to keep these pieces, then to pass all bytes in
 * order. Memory beside them is what the writer of a streamed file needs. */
#include "bake/bake.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_edit.h"

enum {
  MOST_KEPT = 2 + OVL_MAX_PROFILES, /* header, table, and the head of each overlay */
  SAVED_PIECE_BYTES = 1 << 20,      /* passed to one call of write */
  FETCHED_BYTES = 1 << 16           /* read by one call of the reader */
};

/* A piece that the file has before bytes that were passed earlier. */
typedef struct kept_piece {
  uint64_t at, count; /* in the file */
  uint64_t from;      /* among the bytes that are kept */
} kept_piece;

/* A version that is saved. */
typedef struct version_saving {
  const ovl_save_def *def;
  uint64_t end;    /* of what was passed, or written */
  bool is_writing; /* all is passed for the second time, and written */
  kept_piece kept[MOST_KEPT];
  uint32_t kept_count;
  ovi_buffer bytes; /* of what is kept */
} version_saving;

static ovl_result write_all(const ovl_save_def *def, const uint8_t *bytes, uint64_t byte_count) {
  for (uint64_t at = 0; at < byte_count; at += SAVED_PIECE_BYTES) {
    const uint64_t rest = byte_count - at;
    if (!def->write(def->write_user, bytes + at,
                    (size_t)(rest < SAVED_PIECE_BYTES ? rest : SAVED_PIECE_BYTES))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

/* ---- Bytes as they are ------------------------------------------------------------------- */

/* Writes the file of a world that was not edited, piece by piece; those of a reader are read into
 * `fetched`. */
static ovl_result copy_pieces(const ovl_world *world, const ovl_save_def *def, uint8_t *fetched,
                              ovl_fault *fault) {
  const uint64_t all = world->shared.file.count;
  const uint64_t most = fetched != NULL ? FETCHED_BYTES : SAVED_PIECE_BYTES;
  uint64_t bytes;
  for (uint64_t at = 0; at < all; at += bytes) {
    bytes = all - at < most ? all - at : most;
    if (fetched != NULL) {
      const ovi_paged_blocks *file = &world->base->paged->blocks;
      if (!file->read(file->read_user, at, fetched, (size_t)bytes)) {
        return ovi_check_fail(fault, OVL_READ_FAILED, "read", at);
      }
    }
    if (write_all(def, fetched != NULL ? fetched : world->shared.file.bytes + at, bytes) !=
        OVL_OK) {
      return ovi_check_fail(fault, OVL_WRITE_FAILED, "write", at);
    }
    if (def->progress != NULL && !def->progress(def->progress_user, at + bytes, all)) {
      return OVL_STOPPED;
    }
  }
  return OVL_OK;
}

static ovl_result copy_file(const ovl_world *world, const ovl_save_def *def, ovl_fault *fault) {
  if (!ovi_world_is_read(world)) {
    return copy_pieces(world, def, NULL, fault);
  }
  uint8_t *fetched = ovi_allocate(world->allocator, FETCHED_BYTES);
  const ovl_result result =
      fetched != NULL ? copy_pieces(world, def, fetched, fault) : OVL_NO_MEMORY;
  ovi_release(world->allocator, fetched, FETCHED_BYTES);
  return result;
}

/* ---- Versions ------------------------------------------------------------------------------ */

static ovl_result keep_piece(version_saving *saving, uint64_t at, const uint8_t *bytes,
                             uint64_t count) {
  uint8_t *out = saving->kept_count < MOST_KEPT ? ovi_buffer_add(&saving->bytes, count) : NULL;
  if (out == NULL) {
    return OVL_NO_MEMORY;
  }
  memcpy(out, bytes, (size_t)count);
  saving->kept[saving->kept_count++] = (kept_piece){at, count, saving->bytes.used - count};
  return OVL_OK;
}

/* Writes the kept pieces that lie between what was written and a place of the file. */
static ovl_result write_kept(version_saving *saving, uint64_t to) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && saving->end < to) {
    uint32_t i = 0;
    while (i < saving->kept_count && saving->kept[i].at != saving->end) {
      i++;
    }
    if (i == saving->kept_count) {
      return OVL_CORRUPT; /* the version is another one than the first time */
    }
    const kept_piece *kept = &saving->kept[i];
    result = write_all(saving->def, saving->bytes.bytes + kept->from, kept->count);
    saving->end += kept->count;
  }
  return result;
}

static ovl_result pass_piece(void *user, uint64_t at, const uint8_t *bytes, uint64_t count) {
  version_saving *saving = user;
  const bool is_earlier = at < saving->end;
  if (!saving->is_writing) {
    saving->end = is_earlier ? saving->end : at + count;
    return is_earlier ? keep_piece(saving, at, bytes, count) : OVL_OK;
  }
  if (is_earlier) {
    return OVL_OK;
  }
  ovl_result result = write_kept(saving, at);
  if (result == OVL_OK) {
    result = write_all(saving->def, bytes, count);
  }
  saving->end = at + count;
  return result;
}

/* Reports the progress of one of the two times. */
static bool report_saved(void *user, uint64_t done, uint64_t total) {
  const version_saving *saving = user;
  return saving->def->progress(saving->def->progress_user, (saving->is_writing ? total : 0) + done,
                               2 * total);
}

/* Blocks that a reader fetches are checked one by one, so the writer checks that neighbours agree.
 */
static ovl_result write_version(version_saving *saving, const ovl_world *world, ovl_fault *fault) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.checks_blocks = ovi_world_is_read(world);
  bake.allocator = world->allocator;
  bake.without_derived = true;
  bake.fault = fault;
  bake.progress = saving->def->progress != NULL ? report_saved : NULL;
  bake.progress_user = saving;
  ovi_version_source version;
  const ovi_block_source blocks = ovi_version_blocks(&version, world->layers);
  const ovi_file_sink sink = {NULL, pass_piece, saving};
  const ovl_result result = ovi_file_write(&bake, &blocks, &sink);
  if (result != OVL_OK) {
    return result;
  }
  saving->is_writing = true;
  saving->end = 0;
  return ovi_file_write(&bake, &blocks, &sink);
}

static ovl_result save_version(const ovl_world *world, const ovl_save_def *def, ovl_fault *fault) {
  version_saving saving = {.def = def, .bytes = {.allocator = world->allocator}};
  ovi_world_view view;
  ovl_result result = ovi_world_view_begin(&view, world) ? write_version(&saving, view.world, fault)
                                                         : OVL_NO_MEMORY;
  result = ovi_world_view_end(&view, result, fault);
  ovi_world_view_release(&view);
  ovi_buffer_release(&saving.bytes);
  return result;
}

/* ---- The call -------------------------------------------------------------------------------- */

ovl_result ovl_world_save(const ovl_world *world, const ovl_save_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const ovi_argument arguments[] = {OVI_RESERVED_ARGUMENT("reserved", def->reserved),
                                    {"write", def->write != NULL, 1, 1}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result =
      ovi_world_is_edited(world) ? save_version(world, def, fault) : copy_file(world, def, fault);
  if (result != OVL_OK && fault->what[0] == 0) {
    fault->what = result == OVL_WRITE_FAILED ? "write"
                  : result == OVL_NO_MEMORY  ? "allocator: it has no memory"
                  : result == OVL_STOPPED    ? "progress: it returned false"
                                             : "world";
  }
  return result;
}
