/* Bakes a world from a map, and saves worlds as files: copied where the world is its file, else
 * written from the version, block by block.
 *
 * The writer of files knows header, region table and the heads of overlays only after the bytes
 * behind them. So a version is written twice: first to keep these pieces, then to pass all bytes in
 * order. Memory beside them is what the writer of a streamed file needs. */
#include "bake/bake_request.h"
#include "coarse/file/bake_file.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_stream.h"
#include "world/world_open.h"

/* ---- Baking ------------------------------------------------------------------------------ */

ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *world = NULL;
  ovl_bake_def chosen = *def;
  ovi_bake_request *request = NULL;
  ovl_result result = OVL_OK;
  if (chosen.tuning.region_cells == 0) {
    result = ovl_bake_choose(&chosen, NULL, NULL, fault);
  }
  if (result == OVL_OK) {
    result = ovi_bake_request_make(&request, &chosen, NULL, fault);
  }
  if (result == OVL_OK) {
    ovi_buffer file = {.allocator = request->bake.allocator};
    result = ovi_bake_world(&request->bake, &file);
    if (result == OVL_OK) {
      result = ovi_world_of_buffer(world, &file, OVI_CHECK_ALL, fault);
    } else {
      ovi_buffer_release(&file);
    }
  }
  ovi_bake_request_release(request);
  return result;
}

/* ---- Saving ------------------------------------------------------------------------------ */

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
 * memory first. */
static ovl_result copy_file(const ovl_world *world, const ovl_save_def *def, ovl_fault *fault) {
  const bool is_read = ovi_world_is_read(world);
  const ovi_paged_blocks *file = is_read ? &world->base->paged->blocks : NULL;
  const uint64_t all = world->shared.file.count;
  const uint64_t most = is_read ? FETCHED_BYTES : SAVED_PIECE_BYTES;
  uint8_t *fetched = is_read ? ovi_allocate(world->allocator, FETCHED_BYTES) : NULL;
  ovl_result result = is_read && fetched == NULL ? OVL_NO_MEMORY : OVL_OK;
  for (uint64_t at = 0; result == OVL_OK && at < all; at += most) {
    const uint64_t bytes = all - at < most ? all - at : most;
    if (is_read && !file->read(file->read_user, at, fetched, (size_t)bytes)) {
      result = ovi_check_fail(fault, OVL_READ_FAILED, "read", at);
    } else if (write_all(def, is_read ? fetched : world->shared.file.bytes + at, bytes) != OVL_OK) {
      result = ovi_check_fail(fault, OVL_WRITE_FAILED, "write", at);
    } else if (def->progress != NULL && !def->progress(def->progress_user, at + bytes, all)) {
      result = OVL_STOPPED;
    }
  }
  ovi_release(world->allocator, fetched, FETCHED_BYTES);
  return result;
}

/* ---- Versions ------------------------------------------------------------------------------ */

/* Passes a piece: the first time keeps it if bytes behind it were passed earlier, the second time
 * writes it after the kept pieces before it. */
static ovl_result pass_piece(void *user, uint64_t at, const uint8_t *bytes, uint64_t count) {
  version_saving *saving = user;
  const bool is_earlier = at < saving->end;
  ovl_result result = OVL_OK;
  if (!saving->is_writing && is_earlier) {
    uint8_t *out = saving->kept_count < MOST_KEPT ? ovi_buffer_add(&saving->bytes, count) : NULL;
    if (out == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(out, bytes, (size_t)count);
    OVI_ASSERT(at + count <= saving->end); /* a piece lies before or behind what was passed */
    saving->kept[saving->kept_count++] = (kept_piece){at, count, saving->bytes.used - count};
  } else if (saving->is_writing && !is_earlier) {
    while (result == OVL_OK && saving->end < at) { /* the kept pieces before it */
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
    result = result == OVL_OK ? write_all(saving->def, bytes, count) : result;
  }
  saving->end = is_earlier ? saving->end : at + count;
  return result;
}

/* A world that was opened through a reader is read through a cache that one call has for itself, so
 * that other calls may read the world meanwhile. Not to be moved. */
typedef struct world_view {
  const ovl_world
      *world;          /* to be read: a copy, or the world itself if it is not read by a reader */
  const ovl_world *of; /* which was viewed */
  ovi_pager pager;     /* of the copy */
  ovi_page_cache cache;
  ovi_memory memory; /* of the copy and of the cache */
} world_view;

/* The copy of a world object, whose layers read through the pager of the view, and the cache. */
static void reserve_view(void *user, ovi_arena *arena) {
  world_view *view = user;
  view->world = ovi_arena_take(arena, 1, view->of->object_bytes);
  ovi_page_cache_reserve(&view->cache, arena, view->of->base->resident_bytes);
}

/* Begins to read a world, with a cache as large as the world's own. False: no memory. The memory
 * has to be released in any case. */
static bool world_view_begin(world_view *view, const ovl_world *world) {
  *view = (world_view){.world = world, .of = world};
  if (!ovi_world_is_read(world)) {
    return true;
  }
  if (!ovi_memory_take(&view->memory, world->allocator, reserve_view, view)) {
    return false;
  }
  ovl_world *copy = (ovl_world *)(uintptr_t)view->world;
  view->pager = ovi_pager_make(world->base->paged, &view->cache);
  ovi_world_copy(copy, world);
  for (uint32_t i = 0; i < copy->shared.profile_count; i++) {
    ovi_layer_set_sources(&copy->layers[i], world->layers[i].store.delta, &view->pager.source);
  }
  ovi_pager_begin(&view->pager);
  return true;
}

/* Reports the progress of one of the two times. */
static bool report_saved(void *user, uint64_t done, uint64_t total) {
  const version_saving *saving = user;
  return saving->def->progress(saving->def->progress_user, (saving->is_writing ? total : 0) + done,
                               2 * total);
}

/* Reads the version through a cache of its own. Blocks that a reader fetches are checked one by
 * one, so the writer checks that neighbours agree. */
static ovl_result save_version(const ovl_world *saved, const ovl_save_def *def, ovl_fault *fault) {
  version_saving saving = {.def = def, .bytes = {.allocator = saved->allocator}};
  world_view view;
  ovl_result result = OVL_NO_MEMORY;
  if (world_view_begin(&view, saved)) {
    const ovl_world *world = view.world;
    ovi_bake bake = ovi_bake_of_version(world->layers);
    bake.checks_blocks = ovi_world_is_read(world);
    bake.allocator = world->allocator;
    bake.without_derived = true;
    bake.fault = fault;
    ovi_progress progress = {.report = def->progress != NULL ? report_saved : NULL,
                             .user = &saving};
    bake.progress = &progress;
    const ovi_block_source blocks = ovi_version_blocks(world->layers);
    const ovi_file_sink sink = {NULL, pass_piece, &saving};
    result = ovi_file_write(&bake, &blocks, &sink);
    if (result == OVL_OK) {
      saving.is_writing = true;
      saving.end = 0;
      progress.done = progress.total = 0;
      result = ovi_file_write(&bake, &blocks, &sink);
    }
  }
  const ovi_pager *pager = view.memory.block != NULL ? &view.pager : &saved->base->pager;
  if (ovi_world_is_paged(saved) && ovi_pager_outcome(pager) != OVL_OK) {
    *fault = ovi_paged_fault(pager);
    result = ovi_paged_result(pager, result);
  }
  ovi_memory_release(&view.memory);
  ovi_buffer_release(&saving.bytes);
  return result;
}

/* ---- The call -------------------------------------------------------------------------------- */

ovl_result ovl_world_save(const ovl_world *world, const ovl_save_def *def, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  if (def->write == NULL) {
    return ovi_argument_fail(fault, "write", 0, 0, 1);
  }
  return ovi_fault_end(fault, ovi_world_is_edited(world) ? save_version(world, def, fault)
                                                         : copy_file(world, def, fault));
}
