/* Saves worlds as files, in slices: copied where the world is its file, else written from the
 * version, block by block.
 *
 * The writer of files knows header, region table and the heads of overlays only after the bytes
 * behind them. So a version is written twice: first to keep these pieces, then to pass all bytes in
 * order. Memory beside them is what the writer of a streamed file needs.
 *
 * Invariant: bytes that were passed to the caller are not passed again, also where a reader was
 * late or failed between them. */
#include "bake/bake.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_stream.h"

enum {
  MOST_KEPT = 2 + OVL_MAX_PROFILES, /* header, table, and the head of each overlay */
  SAVED_PIECE_BYTES = 1 << 20,      /* passed to one call of write */
  FETCHED_BYTES = 1 << 16,          /* read by one call of the reader */
  SAVED_BYTES = 1024                /* that take as long as one expansion */
};

/* A piece that the file has before bytes that were passed earlier. */
typedef struct kept_piece {
  uint64_t at, count; /* in the file */
  uint64_t from;      /* among the bytes that are kept */
} kept_piece;

/* A saving. It is allocated, for it is too large for a stack. */
struct ovl_saving {
  ovl_world *world;
  ovl_write_fn write;
  void *user;
  uint64_t end;     /* of what was passed, or written */
  uint8_t *fetched; /* while a file is copied from a reader; NULL: none is */
  bool is_writing;  /* a version: all is passed for the second time, and written */
  kept_piece kept[MOST_KEPT];
  uint32_t kept_count;
  ovi_buffer bytes; /* of what is kept */
  ovi_bake bake;
  ovi_version_source source;
  ovi_file_writer writer;
  bool is_done;
  ovl_result result; /* not OVL_OK: it can't go on */
  ovl_fault fault;
};

/* ---- Bytes as they are ------------------------------------------------------------------- */

static ovl_result write_all(const ovl_saving *saving, const uint8_t *bytes, uint64_t byte_count) {
  for (uint64_t at = 0; at < byte_count; at += SAVED_PIECE_BYTES) {
    const uint64_t rest = byte_count - at;
    if (!saving->write(saving->user, bytes + at,
                       (size_t)(rest < SAVED_PIECE_BYTES ? rest : SAVED_PIECE_BYTES))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

/* Fetches the next bytes of the file from the reader. OVL_OK, or the answer of the reader. */
static ovl_result fetch_file(ovl_saving *saving, uint64_t bytes) {
  const ovi_paged_blocks *file = &saving->world->base->paged->blocks;
  if (saving->fetched == NULL) {
    saving->fetched = ovi_allocate(saving->world->allocator, FETCHED_BYTES);
  }
  if (saving->fetched == NULL) {
    saving->result = OVL_NO_MEMORY;
    return OVL_OK;
  }
  const ovl_read answer = file->read(file->read_user, saving->end, saving->fetched, (size_t)bytes);
  if (answer == OVL_READ_DONE) {
    return OVL_OK;
  }
  saving->fault = (ovl_fault){.what = "read", .where = saving->end};
  return answer == OVL_READ_LATER ? OVL_NEEDS_REGIONS : OVL_READ_FAILED;
}

/* Goes on with the file of a world that was not edited. Returns what the reader answers if it is
 * late or fails. */
static ovl_result copy_file(ovl_saving *saving, uint64_t *budget) {
  const ovl_world *world = saving->world;
  const uint64_t all = world->shared.file.count;
  const uint64_t most = ovi_world_is_read(world) ? FETCHED_BYTES : SAVED_PIECE_BYTES;
  ovl_result read = OVL_OK;
  while (saving->end < all && *budget != 0) {
    const uint64_t rest = all - saving->end;
    const uint64_t bytes = rest < most ? rest : most;
    read = ovi_world_is_read(world) ? fetch_file(saving, bytes) : OVL_OK;
    if (read != OVL_OK || saving->result != OVL_OK) {
      return read;
    }
    saving->result = write_all(
        saving, saving->fetched != NULL ? saving->fetched : world->shared.file.bytes + saving->end,
        bytes);
    if (saving->result != OVL_OK) {
      saving->fault = (ovl_fault){.what = "write", .where = saving->end};
      return OVL_OK;
    }
    saving->end += bytes;
    ovi_slice_pay(budget, 1 + bytes / SAVED_BYTES);
  }
  saving->is_done = saving->end == all;
  return OVL_OK;
}

/* ---- Versions ------------------------------------------------------------------------------ */

static ovl_result keep_piece(ovl_saving *saving, const ovi_file_piece *piece) {
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
static ovl_result write_kept(ovl_saving *saving, uint64_t to) {
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
    result = write_all(saving, saving->bytes.bytes + kept->from, kept->count);
    saving->end += kept->count;
  }
  return result;
}

static ovl_result pass_piece(void *user, const ovi_file_piece *piece) {
  ovl_saving *saving = user;
  const bool is_late = piece->at < saving->end;
  if (!saving->is_writing) {
    saving->end = is_late ? saving->end : piece->at + piece->count;
    return is_late ? keep_piece(saving, piece) : OVL_OK;
  }
  if (is_late) {
    return OVL_OK;
  }
  ovl_result result = write_kept(saving, piece->at);
  if (result == OVL_OK) {
    result = write_all(saving, piece->bytes, piece->count);
  }
  saving->end = piece->at + piece->count;
  return result;
}

static void begin_passing(ovl_saving *saving) {
  const ovi_block_source blocks = ovi_version_blocks(&saving->source, saving->world->layers);
  const ovi_file_sink sink = {NULL, pass_piece, saving};
  saving->end = 0;
  ovi_file_begin(&saving->writer, &saving->bake, &blocks, &sink);
}

/* Blocks that a reader fetches are checked one by one, so the writer checks that neighbours agree.
 */
static void begin_version(ovl_saving *saving) {
  const ovl_world *world = saving->world;
  saving->bake = ovi_bake_of_version(world->layers);
  saving->bake.checks_blocks = ovi_world_is_read(world);
  saving->bake.allocator = world->allocator;
  saving->bake.fault = &saving->fault;
  saving->bake.without_derived = true;
  begin_passing(saving);
}

/* Goes on with a version. Returns why it could not be read. */
static ovl_result save_version(ovl_saving *saving, uint64_t *budget) {
  while (ovi_file_make(&saving->writer, budget)) {
    saving->result = saving->writer.result;
    if (saving->result != OVL_OK || saving->is_writing) {
      saving->is_done = saving->result == OVL_OK;
      return OVL_OK;
    }
    ovi_file_release(&saving->writer);
    saving->is_writing = true;
    begin_passing(saving);
  }
  if (saving->writer.memory.taking.read != OVL_OK) {
    saving->fault = ovi_paged_fault(&saving->world->base->pager);
  }
  return saving->writer.memory.taking.read;
}

/* ---- The calls ------------------------------------------------------------------------------ */

ovl_result ovl_saving_create(const ovl_world *world, ovl_write_fn write, void *user,
                             ovl_saving **saving) {
  ovl_saving *made = ovi_allocate(world->allocator, sizeof *made);
  *saving = made;
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(made, 0, sizeof *made);
  ovl_world_retain(world, &made->world);
  made->write = write;
  made->user = user;
  made->bytes.allocator = world->allocator;
  made->fault.what = "";
  if (ovi_world_is_edited(world)) {
    begin_version(made);
  }
  return OVL_OK;
}

void ovl_saving_destroy(ovl_saving *saving) {
  if (saving == NULL) {
    return;
  }
  ovl_world *world = saving->world;
  if (saving->bake.version != NULL) {
    ovi_file_release(&saving->writer);
  }
  ovi_buffer_release(&saving->bytes);
  ovi_release(world->allocator, saving->fetched, FETCHED_BYTES);
  ovi_release(world->allocator, saving, sizeof *saving);
  ovl_world_close(world); /* which owns the allocator */
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

ovl_result ovl_saving_step(ovl_saving *saving, uint64_t budget, bool *done) {
  ovl_result result = saving->result;
  if (result == OVL_OK && !saving->is_done) {
    saving->fault = (ovl_fault){.what = ""};
    ovi_world_begin_call(saving->world);
    result = ovi_world_is_edited(saving->world) ? save_version(saving, &budget)
                                                : copy_file(saving, &budget);
    result = saving->result != OVL_OK ? saving->result : result;
    note_save_fault(result, &saving->fault);
  }
  *done = saving->is_done;
  return result;
}

const ovl_fault *ovl_saving_fault(const ovl_saving *saving) { return &saving->fault; }

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user,
                          ovl_fault *fault) {
  ovl_fault unused;
  ovl_saving *saving;
  bool done;
  fault = ovi_fault_begin(fault, &unused);
  ovl_result result = ovl_saving_create(world, write, user, &saving);
  if (result == OVL_OK) {
    result = ovl_saving_step(saving, OVI_SLICE_ENDLESS, &done);
    *fault = saving->fault;
  }
  ovl_saving_destroy(saving);
  note_save_fault(result, fault);
  return result;
}
