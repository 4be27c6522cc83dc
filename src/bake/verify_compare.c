/* Finds the held bytes of each piece: in memory, by the reader of the file, or in a version. */
#include "bake/verify_compare.h"

#include "coarse/format/fault.h"
#include "coarse/overlay/overlay.h"
#include "common/compiler.h"

static const char *verify_section_name(ovi_section section) {
  static const char *const names[OVI_SECTION_COUNT + 1] = {
      "region table", "block of a region", "profiles", "floors", "links",
      "islands",      "overlays",          "labels",   "header"};
  return names[section];
}

/* Bytes that are held, and where they belong in a piece. */
typedef struct verify_span {
  const uint8_t *bytes;
  uint64_t from; /* offset in the piece */
  uint64_t count;
} verify_span;

/* Compares a part of a piece with what is held there. If less is held, it ends too early. */
static ovl_result compare_span(const ovi_verify_compare *compare, const ovi_file_piece *piece,
                               const verify_span *held, uint64_t wanted) {
  const uint8_t *made = piece->bytes + held->from;
  uint64_t at = 0;
  if (held->count < wanted || memcmp(held->bytes, made, (size_t)wanted) != 0) {
    while (at < held->count && at < wanted && held->bytes[at] == made[at]) {
      at++;
    }
    return ovi_check_fail_values(compare->fault, OVL_CORRUPT, verify_section_name(piece->section),
                                 piece->at + held->from + at,
                                 at < held->count ? held->bytes[at] : 0,
                                 at < wanted ? made[at] : 0);
  }
  return OVL_OK;
}

/* ---- A file ------------------------------------------------------------------------------ */

static ovl_result compare_mapped(const ovi_verify_compare *compare, const ovi_file_piece *piece) {
  const ovi_shared *shared = &compare->world->shared;
  const uint64_t end = shared->file.count;
  const uint64_t from = piece->at < end ? piece->at : end;
  const verify_span held = {shared->file.bytes + from, 0,
                            piece->count < end - from ? piece->count : end - from};
  return compare_span(compare, piece, &held, piece->count);
}

/* Reads the file part by part. */
static ovl_result compare_read(ovi_verify_compare *compare, const ovi_file_piece *piece) {
  const ovi_paged_blocks *file = &compare->world->base->paged->blocks;
  const uint64_t end = compare->world->shared.file.count;
  while (compare->compared < piece->count) {
    const uint64_t rest = piece->count - compare->compared;
    const uint64_t wanted = rest < OVI_VERIFY_BUFFER_BYTES ? rest : OVI_VERIFY_BUFFER_BYTES;
    const uint64_t at = piece->at + compare->compared;
    const uint64_t left = at < end ? end - at : 0;
    const verify_span held = {compare->buffer, compare->compared, wanted < left ? wanted : left};
    if (held.count != 0 && !file->read(file->read_user, at, compare->buffer, (size_t)held.count)) {
      return ovi_check_fail(compare->fault, OVL_READ_FAILED, "read", at);
    }
    const ovl_result result = compare_span(compare, piece, &held, wanted);
    if (result != OVL_OK) {
      return result;
    }
    compare->compared += wanted;
  }
  return OVL_OK;
}

/* ---- A version --------------------------------------------------------------------------- */

/* Compares a piece with all that is held for it, which may be longer. */
static ovl_result compare_whole(const ovi_verify_compare *compare, const ovi_file_piece *piece,
                                const verify_span *held) {
  const uint64_t rest = piece->count - held->from;
  const ovl_result result =
      compare_span(compare, piece, held, held->count < rest ? held->count : rest);
  return result == OVL_OK && held->count > rest
             ? ovi_check_fail_values(compare->fault, OVL_CORRUPT,
                                     verify_section_name(piece->section), piece->at + piece->count,
                                     held->bytes[rest], 0)
             : result;
}

/* Fails if a piece goes on where nothing more is held. */
static ovl_result compare_end(const ovi_verify_compare *compare, const ovi_file_piece *piece,
                              uint64_t from) {
  return from < piece->count ? ovi_check_fail_values(compare->fault, OVL_CORRUPT,
                                                     verify_section_name(piece->section),
                                                     piece->at + from, 0, piece->bytes[from])
                             : OVL_OK;
}

/* Compares the blocks of a band. */
static ovl_result compare_blocks(ovi_verify_compare *compare, const ovi_file_piece *piece) {
  const ovi_layer *layer = compare->world->layers;
  const uint32_t row = (uint32_t)layer->partition.regions_x;
  while (compare->passed < row) {
    const uint32_t id = piece->number * row + compare->passed;
    const verify_span held = {ovi_region_block(layer, id), compare->compared,
                              ovi_region_block_bytes(layer, id)};
    const ovl_result result = compare_whole(compare, piece, &held);
    const ovl_result outcome = ovi_layer_outcome(layer);
    ovi_layer_unpin(layer);
    if (result != OVL_OK || outcome != OVL_OK) {
      return outcome != OVL_OK ? outcome : result;
    }
    compare->compared += held.count;
    compare->passed++;
  }
  return compare_end(compare, piece, compare->compared);
}

/* Compares a cluster, or the number of levels in the head. Overlays that an edit left outdated are
 * not read, and made anew when the world is saved. */
static ovl_result compare_overlays(const ovi_verify_compare *compare, const ovi_file_piece *piece) {
  const ovi_layer *layer = &compare->world->layers[piece->profile];
  const uint32_t clusters = ovi_cluster_count(layer);
  if (layer->overlay.is_outdated) {
    return OVL_OK;
  }
  if (piece->number == clusters) {
    uint8_t levels[4];
    ovi_put_u32(levels, layer->overlay.levels);
    return compare_span(compare, piece, &(verify_span){levels, 0, sizeof(levels)}, sizeof(levels));
  }
  if (piece->number > clusters) {
    return compare_end(compare, piece, 0);
  }
  const ovi_piece_bytes own = ovi_overlay_piece(layer, piece->number, piece->cluster_piece);
  const verify_span held = {own.bytes, 0, own.count};
  ovl_result result = compare_whole(compare, piece, &held);
  result = result == OVL_OK ? compare_end(compare, piece, held.count) : result;
  ovi_layer_unpin(layer);
  return result;
}

static ovl_result compare_version(ovi_verify_compare *compare, const ovi_file_piece *piece) {
  const ovi_shared *shared = &compare->world->shared;
  uint8_t fingerprint[8];
  switch (piece->section) {
  case OVI_SECTION_BLOCKS:
    return compare_blocks(compare, piece);
  case OVI_SECTION_OVERLAYS:
    return compare_overlays(compare, piece);
  case OVI_SECTION_FLOORS:
    return compare_span(compare, piece, &(verify_span){shared->file.floors, 0, piece->count},
                        piece->count);
  case OVI_SECTION_LINKS:
    return compare_span(compare, piece, &(verify_span){shared->file.links, 0, piece->count},
                        piece->count);
  case OVI_SECTION_COUNT:
    ovi_put_u64(fingerprint, shared->map_fingerprint);
    return compare_span(compare, piece,
                        &(verify_span){fingerprint, OVI_AT_MAP_FINGERPRINT, sizeof(fingerprint)},
                        sizeof(fingerprint));
  default:
    return OVL_OK; /* what follows from the blocks alone */
  }
}

/* ---- Pieces ------------------------------------------------------------------------------ */

/* Compares a piece from where it was. True: it has to wait, and `answer` says why. */
static bool piece_waits(ovi_verify_compare *compare, const ovi_file_piece *piece,
                        ovl_result *result) {
  const ovl_world *world = compare->world;
  *result = ovi_world_is_edited(world) ? compare_version(compare, piece)
            : ovi_world_is_read(world) ? compare_read(compare, piece)
                                       : compare_mapped(compare, piece);
  const ovl_result outcome = ovi_layer_outcome(world->layers);
  if (outcome != OVL_OK) {
    compare->answer = outcome;
    *compare->fault =
        ovi_verify_outcome_fault(world, verify_section_name(piece->section), piece->at);
    *result = OVL_OK;
    return true;
  }
  if (*result == OVL_READ_FAILED) {
    compare->answer = *result;
    *result = OVL_OK;
    return true;
  }
  compare->compared = 0;
  compare->passed = 0;
  return false;
}

static uint64_t waiting_bytes(const ovi_file_piece *piece) {
  return sizeof(ovi_verify_waiting) + piece->count;
}

/* False: no memory. */
static bool add_waiting(ovi_verify_compare *compare, const ovi_file_piece *piece) {
  ovi_verify_waiting *added = ovi_allocate(compare->allocator, waiting_bytes(piece));
  if (added == NULL) {
    return false;
  }
  uint8_t *bytes = (uint8_t *)(added + 1);
  memcpy(bytes, piece->bytes, (size_t)piece->count);
  *added = (ovi_verify_waiting){.piece = *piece};
  added->piece.bytes = bytes;
  if (compare->last != NULL) {
    compare->last->next = added;
  } else {
    compare->first = added;
  }
  compare->last = added;
  return true;
}

static void drop_waiting(ovi_verify_compare *compare) {
  ovi_verify_waiting *dropped = compare->first;
  compare->first = dropped->next;
  compare->last = dropped->next != NULL ? compare->last : NULL;
  ovi_release(compare->allocator, dropped, waiting_bytes(&dropped->piece));
}

ovl_result ovi_verify_piece(void *user, const ovi_file_piece *piece) {
  ovi_verify_compare *compare = user;
  ovl_result result = OVL_OK;
  if (!ovi_verify_waits(compare) && !piece_waits(compare, piece, &result)) {
    return result;
  }
  return add_waiting(compare, piece) ? OVL_OK : OVL_NO_MEMORY;
}

ovl_result ovi_verify_waiting_pieces(ovi_verify_compare *compare) {
  ovl_result result = OVL_OK;
  while (ovi_verify_waits(compare) && result == OVL_OK &&
         !piece_waits(compare, &compare->first->piece, &result)) {
    drop_waiting(compare);
  }
  return result;
}

void ovi_verify_compare_release(ovi_verify_compare *compare) {
  while (compare->first != NULL) {
    drop_waiting(compare);
  }
}
