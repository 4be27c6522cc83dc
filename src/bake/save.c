/* Saves worlds as files: copied where the world is its file, else written from the version, block
 * by block.
 *
 * The writer of files knows header, region table and the heads of overlays only after the bytes
 * behind them. So a version is written twice: first to keep these pieces, then to pass all bytes in
 * order. Memory beside them is what the writer of a streamed file needs. */
#include "bake/bake.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_stream.h"

/* ---- Bytes as they are ------------------------------------------------------------------- */

static ovl_result write_all(const uint8_t *bytes, uint64_t byte_count, ovl_write_fn write,
                            void *user) {
  const uint64_t piece_bytes = 1u << 20;
  for (uint64_t at = 0; at < byte_count; at += piece_bytes) {
    uint64_t rest = byte_count - at;
    if (!write(user, bytes + at, (size_t)(rest < piece_bytes ? rest : piece_bytes))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

/* Copies the file of a world that is read through a reader, piece by piece. */
static ovl_result copy_file(const ovl_world *world, ovl_write_fn write, void *user,
                            ovl_fault *fault) {
  const ovi_paged_file *paged = world->base->paged;
  const uint64_t piece_bytes = 1u << 16;
  const uint64_t all = world->shared.file.count;
  uint8_t *piece = ovi_allocate(world->allocator, piece_bytes);
  ovl_result result = piece != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (uint64_t at = 0; at < all && result == OVL_OK; at += piece_bytes) {
    const size_t bytes = (size_t)(all - at < piece_bytes ? all - at : piece_bytes);
    const ovl_read answer = paged->blocks.read(paged->blocks.read_user, at, piece, bytes);
    result = answer == OVL_READ_LATER     ? OVL_NEEDS_REGIONS
             : answer != OVL_READ_DONE    ? OVL_READ_FAILED
             : !write(user, piece, bytes) ? OVL_WRITE_FAILED
                                          : OVL_OK;
    *fault = (ovl_fault){.what = result == OVL_OK             ? ""
                                 : result == OVL_WRITE_FAILED ? "write"
                                                              : "read",
                         .where = at};
  }
  ovi_release(world->allocator, piece, piece_bytes);
  return result;
}

/* ---- Versions ------------------------------------------------------------------------------ */

enum { MOST_KEPT = 2 + OVL_MAX_PROFILES }; /* header, table, and the head of each overlay */

/* A piece that the file has before bytes that were passed earlier. */
typedef struct kept_piece {
  uint64_t at, count; /* in the file */
  uint64_t from;      /* among the bytes that are kept */
} kept_piece;

typedef struct version_saving {
  ovl_write_fn write; /* NULL: the first time, when nothing is written */
  void *user;
  uint64_t end; /* of what was passed, or written */
  kept_piece kept[MOST_KEPT];
  uint32_t kept_count;
  ovi_buffer bytes;
} version_saving;

static ovl_result keep_piece(version_saving *saving, const ovi_file_piece *piece) {
  uint8_t *out =
      saving->kept_count < MOST_KEPT ? ovi_buffer_add(&saving->bytes, piece->count) : NULL;
  if (out == NULL) {
    return OVL_NO_MEMORY;
  }
  memcpy(out, piece->bytes, (size_t)piece->count);
  saving->kept[saving->kept_count++] =
      (kept_piece){piece->at, piece->count, saving->bytes.used - piece->count};
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
    result = write_all(saving->bytes.bytes + kept->from, kept->count, saving->write, saving->user);
    saving->end += kept->count;
  }
  return result;
}

static ovl_result pass_piece(void *user, const ovi_file_piece *piece) {
  version_saving *saving = user;
  const bool is_late = piece->at < saving->end;
  if (saving->write == NULL) {
    saving->end = is_late ? saving->end : piece->at + piece->count;
    return is_late ? keep_piece(saving, piece) : OVL_OK;
  }
  if (is_late) {
    return OVL_OK;
  }
  ovl_result result = write_kept(saving, piece->at);
  if (result == OVL_OK) {
    result = write_all(piece->bytes, piece->count, saving->write, saving->user);
  }
  saving->end = piece->at + piece->count;
  return result;
}

static ovl_result save_version(const ovl_world *world, ovl_write_fn write, void *user,
                               ovl_fault *fault) {
  ovi_bake bake = ovi_bake_of_version(world->layers);
  bake.allocator = world->allocator;
  bake.fault = fault;
  bake.without_derived = true;
  version_saving saving = {.bytes = {.allocator = world->allocator}};
  const ovi_block_source source = ovi_version_blocks(world->layers);
  const ovi_file_sink sink = {NULL, pass_piece, &saving};
  ovl_result result = ovi_file_write(&bake, &source, &sink);
  if (result == OVL_OK) {
    saving.write = write;
    saving.user = user;
    saving.end = 0;
    result = ovi_file_write(&bake, &source, &sink);
  }
  ovi_buffer_release(&saving.bytes);
  return result;
}

/* Names the callback or the allocator, if nothing else was named. */
static void note_save_fault(ovl_result result, ovl_fault *fault) {
  if (fault->what[0] == 0) {
    fault->what = result == OVL_OK             ? ""
                  : result == OVL_WRITE_FAILED ? "write"
                  : result == OVL_NO_MEMORY    ? "allocator: it has no memory"
                                               : "world";
  }
}

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user,
                          ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  ovl_result result;
  if (!ovi_world_is_edited(world) && ovi_world_is_read(world)) {
    result = copy_file(world, write, user, fault);
  } else if (!ovi_world_is_edited(world)) {
    result = write_all(world->shared.file.bytes, world->shared.file.count, write, user);
  } else {
    ovi_world_begin_call(world);
    result = ovi_world_end_faulty_call(world, save_version(world, write, user, fault), fault);
  }
  note_save_fault(result, fault);
  return result;
}
