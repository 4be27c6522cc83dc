// Colours of the map and of what is drawn on it, light and dark. Lines and marks take the colours of
// Okabe and Ito, which colour-blind people tell apart; what they mean is also told by shapes.

import { MARSH, MOST_GROUND, OUTSIDE, PLAIN, ROCK, TREES, WATER } from '../engine/terrain.js';

// Each colour in the light theme and in the dark one.
const COLOURS = {
  high: ['rgba(214, 140, 70, 0.6)', 'rgba(214, 140, 70, 0.6)'],
  plain: [[241, 238, 230], [47, 53, 62]],
  slow: [[190, 152, 100], [133, 100, 55]],
  fast: [[255, 255, 255], [78, 88, 101]],
  rock: [[88, 95, 106], [124, 132, 144]],
  outside: [[66, 72, 82], [9, 10, 13]],
  water: [[158, 200, 226], [30, 74, 104]],
  trees: [[156, 190, 150], [42, 76, 52]],
  marsh: [[205, 214, 176], [68, 80, 52]],
  pattern: ['rgba(30, 36, 46, 0.42)', 'rgba(230, 236, 244, 0.36)'],
  rockPattern: ['rgba(255, 255, 255, 0.3)', 'rgba(12, 16, 22, 0.4)'],
  back: ['#dcd9d0', '#15181d'],
  grid: ['rgba(40, 44, 52, 0.10)', 'rgba(255, 255, 255, 0.07)'],
  region: ['rgba(40, 44, 52, 0.28)', 'rgba(255, 255, 255, 0.22)'],
  waypoint: ['#7a5ea8', '#b79be0'],
  edge: ['rgba(122, 94, 168, 0.35)', 'rgba(183, 155, 224, 0.35)'],
  route: ['#d98200', '#f0b13c'],
  corridor: ['rgba(230, 159, 0, 0.13)', 'rgba(230, 159, 0, 0.15)'],
  window: ['rgba(213, 94, 0, 0.8)', 'rgba(255, 150, 90, 0.85)'],
  fine: [[0, 114, 178, 96], [86, 180, 233, 96]],
  coarse: ['#d98200', '#f0b13c'],
  path: ['#0067b1', '#6fc1ff'],
  halo: ['rgba(255, 255, 255, 0.9)', 'rgba(10, 12, 16, 0.85)'],
  start: ['#00805c', '#2fd3a2'],
  goal: ['#d24a00', '#ff8a4c'],
  ghost: ['rgba(60, 66, 76, 0.55)', 'rgba(220, 225, 232, 0.5)'],
  flash: ['213, 94, 0', '255, 150, 90'],
  open: ['#cc3f8b', '#ff86c3'],
  ring: [[204, 121, 167], [230, 150, 196]],
  mark: ['#ffffff', '#11141a'],
  stepOpen: [[230, 159, 0, 120], [230, 159, 0, 110]],
  stepClosed: [[0, 114, 178, 70], [86, 180, 233, 66]],
  stepFormer: [[0, 114, 178, 34], [86, 180, 233, 34]],
  stepScanned: [[204, 121, 167, 70], [230, 150, 196, 56]],
  stepOpenLine: ['#b87400', '#f0b13c'],
  stepText: ['#1d2127', '#fdf3de'],
  stepClosedText: ['#1d3f59', '#d9eefc'],
  stepTree: ['rgba(30, 52, 74, 0.6)', 'rgba(220, 232, 244, 0.6)'],
  stepBranch: ['#7a3e9d', '#d9a6ff'],
  stepBreak: ['#b3123c', '#ff6f8f'],
  cut: [[213, 94, 0, 130], [255, 138, 76, 120]],
  joined: [[0, 158, 115, 120], [47, 211, 162, 110]],
  fog: [[172, 172, 168, 240], [24, 27, 33, 240]],
  compared: [
    ['#0072b2', '#c96a00', '#00805c', '#b0478c'],
    ['#56b4e9', '#f0a030', '#2fd3a2', '#e890c8'],
  ],
};

const mix = (a, b, t) => a.map((value, i) => Math.round(value + (b[i] - value) * t));

function terrainColour(colours, terrain) {
  if (terrain === ROCK) return colours.rock;
  if (terrain === OUTSIDE) return colours.outside;
  if (terrain === WATER) return colours.water;
  if (terrain === TREES) return colours.trees;
  if (terrain === MARSH) return colours.marsh;
  if (terrain > MOST_GROUND) return colours.rock;
  if (terrain < PLAIN) return mix(colours.plain, colours.fast, (PLAIN - terrain) / (PLAIN - 1));
  return mix(colours.plain, colours.slow, Math.min(1, Math.log2(terrain / PLAIN) / 3.2));
}

/** The colours of a theme, 0 the light one; `pixels` has that of each terrain, as 32 bits. */
function makeTheme(name, number) {
  const colours = Object.fromEntries(
    Object.entries(COLOURS).map(([each, both]) => [each, both[number]]),
  );
  const pixels = new Uint32Array(256);
  for (let terrain = 0; terrain < 256; terrain++) {
    const [r, g, b] = terrainColour(colours, terrain);
    pixels[terrain] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  }
  return { name, ...colours, pixels };
}

const THEMES = { light: makeTheme('light', 0), dark: makeTheme('dark', 1) };

/** The theme in use: what was chosen, or what the system prefers. */
export function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  return dark ? THEMES.dark : THEMES.light;
}

/** The colour of a terrain for style sheets. */
export function terrainStyle(terrain) {
  const pixel = currentTheme().pixels[terrain];
  return `rgb(${pixel & 255}, ${(pixel >> 8) & 255}, ${(pixel >> 16) & 255})`;
}
