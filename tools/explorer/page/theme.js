// Colours of the map and of what is drawn on it, light and dark. Lines and marks take the colours of
// Okabe and Ito, which colour-blind people tell apart; what they mean is also told by shapes.

import { MARSH, MOST_GROUND, OUTSIDE, PLAIN, ROCK, TREES, WATER } from '../engine/terrain.js';

const LIGHT = {
  name: 'light',
  high: 'rgba(214, 140, 70, 0.6)',
  plain: [241, 238, 230],
  slow: [190, 152, 100],
  fast: [255, 255, 255],
  rock: [88, 95, 106],
  outside: [66, 72, 82],
  water: [158, 200, 226],
  trees: [156, 190, 150],
  marsh: [205, 214, 176],
  back: '#dcd9d0',
  grid: 'rgba(40, 44, 52, 0.10)',
  region: 'rgba(40, 44, 52, 0.28)',
  waypoint: '#7a5ea8',
  edge: 'rgba(122, 94, 168, 0.35)',
  route: '#d98200',
  corridor: 'rgba(230, 159, 0, 0.13)',
  window: 'rgba(213, 94, 0, 0.8)',
  fine: [0, 114, 178, 96],
  coarse: '#d98200',
  path: '#0067b1',
  halo: 'rgba(255, 255, 255, 0.9)',
  start: '#00805c',
  goal: '#d24a00',
  ghost: 'rgba(60, 66, 76, 0.55)',
  flash: '213, 94, 0',
  open: '#cc3f8b',
  ring: [204, 121, 167],
  mark: '#ffffff',
  stepOpen: [230, 159, 0, 120],
  stepClosed: [0, 114, 178, 70],
  stepFormer: [0, 114, 178, 34],
  stepScanned: [204, 121, 167, 70],
  stepOpenLine: '#b87400',
  stepText: '#1d2127',
  stepClosedText: '#1d3f59',
  stepTree: 'rgba(30, 52, 74, 0.6)',
  stepBranch: '#7a3e9d',
  stepBreak: '#b3123c',
  cut: [213, 94, 0, 130],
  joined: [0, 158, 115, 120],
  fog: [172, 172, 168, 240],
  compared: ['#0072b2', '#c96a00', '#00805c', '#b0478c'],
};

const DARK = {
  name: 'dark',
  high: 'rgba(214, 140, 70, 0.6)',
  plain: [47, 53, 62],
  slow: [133, 100, 55],
  fast: [78, 88, 101],
  rock: [124, 132, 144],
  outside: [9, 10, 13],
  water: [30, 74, 104],
  trees: [42, 76, 52],
  marsh: [68, 80, 52],
  back: '#15181d',
  grid: 'rgba(255, 255, 255, 0.07)',
  region: 'rgba(255, 255, 255, 0.22)',
  waypoint: '#b79be0',
  edge: 'rgba(183, 155, 224, 0.35)',
  route: '#f0b13c',
  corridor: 'rgba(230, 159, 0, 0.15)',
  window: 'rgba(255, 150, 90, 0.85)',
  fine: [86, 180, 233, 96],
  coarse: '#f0b13c',
  path: '#6fc1ff',
  halo: 'rgba(10, 12, 16, 0.85)',
  start: '#2fd3a2',
  goal: '#ff8a4c',
  ghost: 'rgba(220, 225, 232, 0.5)',
  flash: '255, 150, 90',
  open: '#ff86c3',
  ring: [230, 150, 196],
  mark: '#11141a',
  stepOpen: [230, 159, 0, 110],
  stepClosed: [86, 180, 233, 66],
  stepFormer: [86, 180, 233, 34],
  stepScanned: [230, 150, 196, 56],
  stepOpenLine: '#f0b13c',
  stepText: '#fdf3de',
  stepClosedText: '#d9eefc',
  stepTree: 'rgba(220, 232, 244, 0.6)',
  stepBranch: '#d9a6ff',
  stepBreak: '#ff6f8f',
  cut: [255, 138, 76, 120],
  joined: [47, 211, 162, 110],
  fog: [24, 27, 33, 240],
  compared: ['#56b4e9', '#f0a030', '#2fd3a2', '#e890c8'],
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

/** The colours of a theme, with a table of the colour of each terrain as a pixel of 32 bits. */
function makeTheme(colours) {
  const pixels = new Uint32Array(256);
  for (let terrain = 0; terrain < 256; terrain++) {
    const [r, g, b] = terrainColour(colours, terrain);
    pixels[terrain] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  }
  return { ...colours, pixels };
}

const THEMES = { light: makeTheme(LIGHT), dark: makeTheme(DARK) };

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
