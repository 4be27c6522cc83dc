/* Patches: the difference of two versions as a file, to be stored beside the file of the world and
 * applied to the first version again.
 *
 *     "OVLPATCH" | u32 version, u32 links | u64 bytes of all | identity and number of the first
 *     version, u64 each | the same of the second | u32 edits, u32 of zeros | the links and the
 * edits: see difference.h | u64 checksum of all before */
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "version/difference.h"
#include "version/difference_edits.h"

#define PATCH_MAGIC "OVLPATCH"
#define MOST_NUMBER ((uint64_t)1 << 48) /* of a version */

enum {
  PATCH_VERSION = 2,
  AT_VERSION = 8,
  AT_LINKS = 12,
  AT_BYTES = 16,
  AT_FIRST = 24,  /* identity, then number */
  AT_SECOND = 40, /* the same */
  AT_EDITS = 56,
  HEAD_BYTES = 64,
  CHECKSUM_BYTES = 8
};

/* ---- Writing --------------------------------------------------------------------------- */

/* Fills the head and the end of a patch, between which its difference lies. */
static void put_patch_head(const ovi_difference *difference, const ovl_world *from,
                           const ovl_world *to) {
  uint8_t *patch = difference->bytes.bytes;
  const uint64_t checked = difference->bytes.used - CHECKSUM_BYTES;
  memcpy(patch, PATCH_MAGIC, 8);
  ovi_put_u32(patch + AT_VERSION, PATCH_VERSION);
  ovi_put_u32(patch + AT_LINKS, difference->links);
  ovi_put_u64(patch + AT_BYTES, difference->bytes.used);
  ovi_put_u64(patch + AT_FIRST, from->shared.fingerprint);
  ovi_put_u64(patch + AT_FIRST + 8, from->history.version);
  ovi_put_u64(patch + AT_SECOND, to->shared.fingerprint);
  ovi_put_u64(patch + AT_SECOND + 8, to->history.version);
  ovi_put_u32(patch + AT_EDITS, difference->edits);
  ovi_put_u64(patch + checked, ovi_hash64(0, patch, (size_t)checked));
}

ovl_result ovl_world_save_patch(const ovl_world *from, const ovl_world *to, const ovl_save_def *def,
                                ovl_fault *fault) {
  ovl_fault unused;
  ovi_difference difference = {.bytes = {.allocator = from->allocator}};
  ovi_progress progress = {.report = def->progress, .user = def->progress_user};
  const ovi_difference_ends ends = {.from = from, .to = to, .progress = &progress};
  const ovi_argument arguments[] = {{"write", def->write != NULL, 1, 1}};
  fault = ovi_fault_begin(fault, &unused);
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  result = result == OVL_OK ? ovi_worlds_match(from, to, fault) : result;
  if (result == OVL_OK && ovi_buffer_add(&difference.bytes, HEAD_BYTES) == NULL) {
    result = OVL_NO_MEMORY;
  }
  result = result == OVL_OK ? ovi_difference_find(&difference, &ends, fault) : result;
  if (result == OVL_OK && ovi_buffer_add(&difference.bytes, CHECKSUM_BYTES) == NULL) {
    result = OVL_NO_MEMORY;
  }
  if (result == OVL_OK) {
    const ovi_buffer *patch = &difference.bytes;
    put_patch_head(&difference, from, to);
    result =
        def->write(def->write_user, patch->bytes, (size_t)patch->used) ? OVL_OK : OVL_WRITE_FAILED;
  }
  ovi_buffer_release(&difference.bytes);
  return ovi_fault_end(fault, result);
}

/* ---- Reading ---------------------------------------------------------------------------- */

/* Checks the head of a patch, and its checksum. */
static ovl_result check_head(const uint8_t *bytes, uint64_t count, ovl_fault *fault) {
  const uint64_t magic_bytes = count < 8 ? count : 8;
  const uint64_t least = HEAD_BYTES + CHECKSUM_BYTES;
  if (magic_bytes > 0 && memcmp(bytes, PATCH_MAGIC, (size_t)magic_bytes) != 0) {
    return ovi_check_fail(fault, OVL_NOT_A_WORLD, "magic of a patch", 0);
  }
  ovl_result result = OVL_OK;
  if (count >= AT_LINKS) {
    result = ovi_check_equal(fault, OVL_OTHER_VERSION, "version of a patch", AT_VERSION,
                             ovi_get_u32(bytes + AT_VERSION), PATCH_VERSION);
  }
  if (result == OVL_OK && count < least) {
    return ovi_check_fail_values(fault, OVL_WRONG_LENGTH, "head of a patch", 0, count, least);
  }
  if (result == OVL_OK) {
    result = ovi_check_equal(fault, OVL_WRONG_LENGTH, "length of a patch", AT_BYTES, count,
                             ovi_get_u64(bytes + AT_BYTES));
  }
  const uint64_t checked = count - CHECKSUM_BYTES;
  return result == OVL_OK
             ? ovi_check_equal(fault, OVL_WRONG_CHECKSUM, "checksum of a patch", checked,
                               ovi_get_u64(bytes + checked), ovi_hash64(0, bytes, (size_t)checked))
             : result;
}

/* Checks that a patch leads from a version to another one. */
static ovl_result check_ends(const ovl_world *base, const uint8_t *bytes, ovl_fault *fault) {
  ovl_result result = ovi_check_equal(fault, OVL_OTHER_WORLD, "world of a patch", AT_FIRST,
                                      ovi_get_u64(bytes + AT_FIRST), base->shared.fingerprint);
  if (result == OVL_OK) {
    result =
        ovi_check_equal(fault, OVL_OTHER_WORLD, "version of the world of a patch", AT_FIRST + 8,
                        ovi_get_u64(bytes + AT_FIRST + 8), base->history.version);
  }
  const uint64_t identity = ovi_get_u64(bytes + AT_SECOND);
  const uint64_t number = ovi_get_u64(bytes + AT_SECOND + 8);
  if (result == OVL_OK && number >= MOST_NUMBER) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "version of a patch", AT_SECOND + 8, number,
                                 MOST_NUMBER);
  }
  if (result == OVL_OK && number != 0) { /* that of a first version does not contain its number */
    result = ovi_check_equal(fault, OVL_CORRUPT, "version of a patch", AT_SECOND + 8,
                             number & OVI_VERSION_NUMBER_MASK, identity & OVI_VERSION_NUMBER_MASK);
  }
  const bool is_same = identity == base->shared.fingerprint;
  const uint64_t changes = (uint64_t)ovi_get_u32(bytes + AT_LINKS) + ovi_get_u32(bytes + AT_EDITS);
  if (result == OVL_OK && is_same && (changes != 0 || number != base->history.version)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "identity of a patch", AT_SECOND);
  }
  return result == OVL_OK ? ovi_check_equal(fault, OVL_CORRUPT, "head of a patch", AT_EDITS + 4,
                                            ovi_get_u32(bytes + AT_EDITS + 4), 0)
                          : result;
}

ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                const ovl_apply_def *def, ovl_world **version, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *version = NULL;
  ovl_result result = check_head(bytes, byte_count, fault);
  result = result == OVL_OK ? check_ends(base, bytes, fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  const uint8_t *patch = bytes;
  const ovi_difference_bytes difference = {.bytes = patch,
                                           .at = HEAD_BYTES,
                                           .end = byte_count - CHECKSUM_BYTES,
                                           .links = ovi_get_u32(patch + AT_LINKS),
                                           .edits = ovi_get_u32(patch + AT_EDITS)};
  const ovi_version_step step = {.is_given = true,
                                 .number = ovi_get_u64(patch + AT_SECOND + 8),
                                 .identity = ovi_get_u64(patch + AT_SECOND)};
  return ovi_difference_apply(&difference, base, &step, def, version, fault);
}
