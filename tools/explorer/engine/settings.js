// The settings of a bake, as the page, its address and the engine begin with them.

/** `region`, `spacing` and `overlays` 0, `labels` -1: chosen by the library. */
export const DEFAULT_SETTINGS = {
  mover: 'walker',
  body: 1,
  corners: 'strict',
  region: 0,
  spacing: 0,
  labels: -1,
  overlays: 0,
  rule: null,
};
