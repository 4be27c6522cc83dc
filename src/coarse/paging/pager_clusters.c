/* Clusters of overlays, checked in memory or fetched and checked. */
#include "coarse/paging/pager_clusters.h"

#include "coarse/check/overlay_check.h"

/* The placeholder: a cluster without ports. */
static const uint8_t no_cluster[OVI_CLUSTER_HEADER_BYTES + 8 + 2 * OVI_CLUSTER_MOST_RUNS];

static uint32_t cluster_level(const ovi_layer *layer, uint32_t number) {
  uint32_t level = 1;
  while (number >= layer->overlay.first_clusters[level]) {
    level++;
  }
  return level;
}

static bool cluster_is_valid(ovi_pager *pager, uint32_t profile, uint32_t number,
                             const uint8_t *block) {
  const ovi_layer *layer = &pager->file->layers[profile];
  const uint32_t level = cluster_level(layer, number);
  const uint32_t id = number - layer->overlay.first_clusters[level - 1];
  ovl_fault fault = {.what = ""};
  const ovl_result result = ovi_overlay_block_check(layer, level, id, block, &fault);
  if (result != OVL_OK) {
    ovi_pager_note(pager, result, &fault);
  }
  return result == OVL_OK;
}

/* The region at the upper left of a cluster. */
static uint32_t region_in(const ovi_layer *layer, uint32_t number) {
  const uint32_t level = cluster_level(layer, number);
  const uint32_t id = number - layer->overlay.first_clusters[level - 1];
  const uint32_t row = (uint32_t)ovi_clusters_x(layer, level);
  const uint32_t side = (uint32_t)ovi_overlay_side(level);
  return id / row * side * (uint32_t)layer->partition.regions_x + id % row * side;
}

static const uint8_t *fetch_cluster(ovi_pager *pager, uint32_t profile, uint32_t number,
                                    const uint8_t *entry) {
  const uint64_t key = ovi_page_key(OVI_PAGE_OVERLAYS + profile, number);
  ovi_page *page = ovi_page_find(pager->cache, key);
  if (page == NULL) {
    const uint32_t length = ovi_get_u32(entry + OVI_CLUSTER_LENGTH);
    const uint64_t at = pager->file->overlays[profile].at + ovi_get_u64(entry);
    const uint32_t region = region_in(&pager->file->layers[profile], number);
    page = ovi_pager_fetch(pager, &(ovi_fetching){key, at, &length, 1, region});
    if (page != NULL && !cluster_is_valid(pager, profile, number, ovi_page_bytes(page))) {
      ovi_page_drop(pager->cache, page);
      page = NULL;
    }
  }
  return page != NULL ? ovi_page_bytes(page) : NULL;
}

const uint8_t *ovi_pager_cluster(ovi_source *source, uint32_t profile, uint32_t number) {
  ovi_pager *pager = (ovi_pager *)source;
  const ovi_paged_overlays *overlays = &pager->file->overlays[profile];
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number);
  if (pager->cache != NULL) {
    const uint8_t *block = fetch_cluster(pager, profile, number, entry);
    return block != NULL ? block : no_cluster;
  }
  const uint8_t *block = overlays->data + ovi_get_u64(entry);
  if (!ovi_has_bit(&overlays->checked, number)) {
    if (ovi_pager_has_fault(pager) || !cluster_is_valid(pager, profile, number, block)) {
      return no_cluster;
    }
    ovi_set_shared_bit(&overlays->checked, number);
  }
  return block;
}

uint32_t ovi_pager_cluster_bytes(ovi_source *source, uint32_t profile, uint32_t number) {
  ovi_pager *pager = (ovi_pager *)source;
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number);
  return ovi_pager_cluster(source, profile, number) != no_cluster
             ? ovi_get_u32(entry + OVI_CLUSTER_LENGTH)
             : (uint32_t)sizeof(no_cluster);
}
