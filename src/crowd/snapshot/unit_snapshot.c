/* Units as bytes: their hash, and snapshots that are saved and restored.
 *
 * A snapshot is a header (snapshot_signature, version of the format, length, checksum) and the
 * numbers of unit_walk.c. Its bytes are not believed: they are walked once to check them, with
 * units' own workspace, before they are walked again to replace anything. */
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "crowd/snapshot/unit_walk.h"
#include "crowd/units/unit_flows.h"

enum {
  SNAPSHOT_SIGNATURE_AT = 0, /* 8 bytes */
  SNAPSHOT_FORMAT_AT = 8,
  SNAPSHOT_LENGTH_AT = 12,
  SNAPSHOT_CHECKSUM_AT = 16,
  SNAPSHOT_HEADER_BYTES = 24,
  SNAPSHOT_FORMAT = 1,
  SNAPSHOT_LANE_BYTES = 160,
  SNAPSHOT_FLOW_BYTES = 160,
  SNAPSHOT_TILE_BYTES = 5,
  SNAPSHOT_SIDE_BYTES = 1 + 8 * 5, /* of a side: its enemies */
  SNAPSHOT_ROOM_BYTES = 5 + 5
};

static const uint8_t snapshot_signature[8] = {'O', 'V', 'L', 'U', 'N', 'I', 'T', 'S'};

static ovi_walk snapshot_walk(const ovl_units *units) {
  return (ovi_walk){.units = units, .floor_number = -1, .codec = {.fault = {.what = NULL}}};
}

uint64_t ovl_units_hash(const ovl_units *units) {
  ovi_walk walk = snapshot_walk(units);
  ovi_walk_state(&walk);
  return walk.codec.hash;
}

/* ---- Saving ---- */

size_t ovl_units_save_bytes(const ovl_units *units) {
  return SNAPSHOT_HEADER_BYTES + OVI_RECORD_BYTES + (size_t)units->capacity * OVI_UNIT_BYTES +
         (size_t)OVI_UNIT_SIDES * SNAPSHOT_SIDE_BYTES +
         (size_t)OVI_MOST_ROOMS * SNAPSHOT_ROOM_BYTES +
         (size_t)units->planning.tasks.count * SNAPSHOT_LANE_BYTES +
         (size_t)units->sharing.flow_count *
             (SNAPSHOT_FLOW_BYTES + (size_t)units->sharing.most_tiles * SNAPSHOT_TILE_BYTES) +
         (units->sharing.flow_count != 0 ? OVI_MOST_FLOWS : 1) * (size_t)OVI_GUIDE_BYTES;
}

ovl_result ovl_units_save(const ovl_units *units, void *buffer, size_t bytes, size_t *used) {
  uint8_t *out = buffer;
  ovi_walk walk = snapshot_walk(units);
  walk.codec.out = bytes > SNAPSHOT_HEADER_BYTES ? out + SNAPSHOT_HEADER_BYTES : out;
  walk.codec.end = bytes > SNAPSHOT_HEADER_BYTES ? bytes - SNAPSHOT_HEADER_BYTES : 0;
  ovi_walk_head(&walk);
  ovi_walk_state(&walk);
  *used = SNAPSHOT_HEADER_BYTES + walk.codec.used;
  OVI_ASSERT(*used <= ovl_units_save_bytes(units));
  if (*used > bytes) {
    return OVL_MORE_ROOM;
  }
  memcpy(out + SNAPSHOT_SIGNATURE_AT, snapshot_signature, sizeof snapshot_signature);
  ovi_put_u32(out + SNAPSHOT_FORMAT_AT, SNAPSHOT_FORMAT);
  ovi_put_u32(out + SNAPSHOT_LENGTH_AT, (uint32_t)*used);
  ovi_put_u64(out + SNAPSHOT_CHECKSUM_AT,
              ovi_hash64(SNAPSHOT_FORMAT, out + SNAPSHOT_HEADER_BYTES, walk.codec.used));
  return OVL_OK;
}

/* ---- Restoring ---- */

static ovl_result snapshot_check_header(ovl_units *units, const uint8_t *in, size_t bytes) {
  if (bytes < SNAPSHOT_HEADER_BYTES ||
      memcmp(in + SNAPSHOT_SIGNATURE_AT, snapshot_signature, sizeof snapshot_signature) != 0) {
    return ovi_units_refuse(units, OVL_CORRUPT, "signature", 0, 0);
  }
  if (ovi_get_u32(in + SNAPSHOT_FORMAT_AT) != SNAPSHOT_FORMAT) {
    return ovi_units_refuse(units, OVL_OTHER_VERSION, "format",
                            ovi_get_u32(in + SNAPSHOT_FORMAT_AT), SNAPSHOT_FORMAT);
  }
  if (ovi_get_u32(in + SNAPSHOT_LENGTH_AT) != bytes) {
    return ovi_units_refuse(units, OVL_CORRUPT, "length", bytes,
                            ovi_get_u32(in + SNAPSHOT_LENGTH_AT));
  }
  const uint64_t checksum =
      ovi_hash64(SNAPSHOT_FORMAT, in + SNAPSHOT_HEADER_BYTES, bytes - SNAPSHOT_HEADER_BYTES);
  if (checksum != ovi_get_u64(in + SNAPSHOT_CHECKSUM_AT)) {
    return ovi_units_refuse(units, OVL_WRONG_CHECKSUM, "checksum", checksum,
                            ovi_get_u64(in + SNAPSHOT_CHECKSUM_AT));
  }
  return OVL_OK;
}

/* Removes all units, and all that is under way. */
static void snapshot_clear(ovl_units *units) {
  for (uint32_t i = 0; i < units->planning.tasks.count; i++) {
    ovi_lane_clear(&units->planning.tasks.lane[i]);
    units->planning.lanes[i].resumes = false;
  }
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    ovi_shared_flow_close(&units->sharing.flows[i]);
  }
  memset(units->turns.side_count, 0, OVI_UNIT_SIDES * sizeof *units->turns.side_count);
  units->turns.sides = 0;
  ovi_number_map_clear(&units->ground.occupied);
  ovi_number_map_clear(&units->ground.claims);
  ovi_number_map_clear(&units->ground.leaving);
  units->ground.room_count = 0;
  units->moving.stepper_count = 0;
  units->moving.move_count = 0;
}

ovl_result ovl_units_restore(ovl_units *units, const void *buffer, size_t bytes,
                             ovl_find_world_fn find, void *user) {
  const ovl_result header = snapshot_check_header(units, buffer, bytes);
  if (header != OVL_OK) {
    return header;
  }
  ovi_walk walk = snapshot_walk(units);
  walk.codec.in = (const uint8_t *)buffer + SNAPSHOT_HEADER_BYTES;
  walk.codec.end = bytes - SNAPSHOT_HEADER_BYTES;
  walk.checks = units;
  walk.named.find = find;
  walk.named.user = user;
  ovi_walk_head(&walk);
  ovi_walk_state(&walk);
  if (walk.codec.fault.what == NULL && walk.codec.at != walk.codec.end) {
    ovi_codec_refuse(&walk.codec, "bytes: there are more than its numbers need", 0, 0);
  }
  if (walk.codec.fault.what != NULL) {
    for (uint32_t i = 0; i < walk.named.count; i++) {
      ovl_world_close(walk.named.worlds[i]);
    }
    units->fault = walk.codec.fault;
    return walk.named.missing != OVL_OK ? walk.named.missing : OVL_CORRUPT;
  }
  snapshot_clear(units);
  walk.codec.at = 0;
  walk.into = units;
  ovi_walk_head(&walk);
  ovi_walk_state(&walk);
  OVI_ASSERT(walk.named.at == walk.named.count && walk.codec.at == walk.codec.end);
  ovl_world_close(walk.named.worlds[0]);
  units->fault = (ovl_fault){.what = ""};
  return OVL_OK;
}
