// Files that are dropped on the page or opened, and files that the page saves.

import { isBattleFile, parseBattle } from '../engine/battle/battle_file.js';
import { checkSides, formatMap, parseMap, parseScenario, unreadWorld } from '../engine/formats.js';
import { EVENT_KINDS } from '../engine/engine.js';
import { parseSteps } from '../engine/step_file.js';
import { parseTiled } from '../engine/tiled.js';
import { traceLines } from '../engine/trace_lines.js';
import { OUTSIDE, PLAIN, ROCK, TREES, WATER } from '../engine/terrain.js';

const MOST_FILE_BYTES = 256 * 1024 * 1024;
const MOST_TRACE_EVENTS = 1000000;
const PICTURE_MARGIN = 12;
const READ_NAMES =
  '.map, .scen, .world, .tmx and .tmj of Tiled, .json of steps and battles, .png and other pictures';

const megabytes = (bytes) => `${(bytes / (1024 * 1024)).toFixed(1)} MB`;

/** A pixel as a terrain: water and woods by their colour, otherwise the darker the slower. */
function terrainOfPixel(r, g, b, a) {
  if (a < 128) return OUTSIDE;
  if (b > 100 && b > r * 1.25 && b > g * 1.05) return WATER;
  if (g > 60 && g > r * 1.2 && g > b * 1.2) return TREES;
  const light = 0.3 * r + 0.59 * g + 0.11 * b;
  if (light < 96) return ROCK;
  if (light > 176) return PLAIN;
  return Math.round(PLAIN + ((176 - light) / 80) * 40);
}

async function readPicture(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error(`"${file.name}" is no picture that this browser can read.`);
  }
  checkSides(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const terrain = new Uint8Array(bitmap.width * bitmap.height);
  for (let i = 0; i < terrain.length; i++) {
    terrain[i] = terrainOfPixel(data[4 * i], data[4 * i + 1], data[4 * i + 2], data[4 * i + 3]);
  }
  return { width: bitmap.width, height: bitmap.height, terrain };
}

/** Takes files into the page: maps first, then a scenario for the map. */
export async function takeFiles(app, files) {
  const order = (file) => (/\.scen$/i.test(file.name) ? 1 : 0);
  const said = [];
  app.dismissSaying();
  const isTileset = (file) => /\.ts[xj]$/i.test(file.name);
  const isMap = (file) => /\.tm[xj]$/i.test(file.name);
  const tilesets = [...files].some(isMap) ? [...files].filter(isTileset) : [];
  const rest = [...files].filter((file) => !tilesets.includes(file));
  for (const file of rest.sort((a, b) => order(a) - order(b))) {
    try {
      said.push(await takeFile(app, file, tilesets));
    } catch (error) {
      said.push(
        error.message.includes(file.name) ? error.message : `"${file.name}": ${error.message}`,
      );
    }
  }
  const text = said.filter(Boolean).join(' ');
  if (text) app.say(text);
}

async function loadTiled(session, file, tilesets) {
  const texts = await Promise.all(tilesets.map((each) => each.text()));
  const others = new Map(tilesets.map((each, i) => [each.name, texts[i]]));
  const text = await file.text();
  const show = async (choice) => {
    const { map, said, floors, floor } = await parseTiled(text, others, choice.floor);
    await session.load(map, file.name, { floors, floor, reopen: show });
    return said;
  };
  return show({});
}

/** Takes a file; returns a sentence on what of it is not used, or nothing. `tilesets` were dropped with
    it. */
async function takeFile(app, file, tilesets) {
  const { session } = app;
  if (file.size > MOST_FILE_BYTES)
    throw new Error(
      `"${file.name}" has ${megabytes(file.size)}; this page takes files of up to ${megabytes(MOST_FILE_BYTES)}.`,
    );
  if (/\.scen$/i.test(file.name)) {
    return app.takeScenario(parseScenario(await file.text()), file.name);
  } else if (/\.map$/i.test(file.name)) {
    await session.load(parseMap(await file.text()), file.name);
  } else if (/\.tm[xj]$/i.test(file.name)) {
    return loadTiled(session, file, tilesets);
  } else if (/\.ts[xj]$/i.test(file.name)) {
    throw new Error(`"${file.name}" holds tiles of a Tiled map: drop it together with the map.`);
  } else if (/\.(png|gif|jpe?g|webp|bmp)$/i.test(file.name) || file.type.startsWith('image/')) {
    await session.load(await readPicture(file), file.name);
  } else if (/\.json$/i.test(file.name)) {
    const text = await file.text();
    if (isBattleFile(text)) await app.takeBattle(parseBattle(text), file.name);
    else await app.takeSteps(parseSteps(text), file.name);
  } else if (/\.world$/i.test(file.name)) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return unreadWorld(file.name, await session.open(bytes, file.name));
  } else if (/\.legend$/i.test(file.name)) {
    throw new Error(
      `"${file.name}" is a legend, which only the command reads: drop the world that "overland build MAP --legend ${file.name}" makes.`,
    );
  } else {
    throw new Error(
      `"${file.name}" (${megabytes(file.size)}) is no file that the Explorer reads: ${READ_NAMES}.`,
    );
  }
  return null;
}

export function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Saves a text as a file. */
export function saveText(name, text, type = 'application/json') {
  save(name, new Blob([text], { type }));
}

/** Saves the view as a picture: a mode that hides the map has its own. */
export function savePng(app) {
  const canvas = app.current.picture?.() ?? mapPicture(app);
  canvas.toBlob((blob) => save('overland.png', blob), 'image/png');
}

/** The part of the map that is in sight, with a margin for the marks at its edge. */
function mapPicture({ groundCanvas, inkCanvas, camera, session: { map } }) {
  const ratio = groundCanvas.width / camera.width;
  const left = Math.max(0, camera.x - PICTURE_MARGIN);
  const top = Math.max(0, camera.y - PICTURE_MARGIN);
  const right = Math.min(camera.width, camera.x + map.width * camera.scale + PICTURE_MARGIN);
  const bottom = Math.min(camera.height, camera.y + map.height * camera.scale + PICTURE_MARGIN);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round((right - left) * ratio));
  canvas.height = Math.max(1, Math.round((bottom - top) * ratio));
  const context = canvas.getContext('2d');
  for (const each of [groundCanvas, inkCanvas])
    context.drawImage(each, -Math.round(left * ratio), -Math.round(top * ratio));
  return canvas;
}

/** Saves the map and the path as lines and areas: a unit is a cell. */
export function saveSvg(app) {
  save('overland.svg', new Blob([drawSvg(app)], { type: 'image/svg+xml' }));
}

/** Areas of one colour: the text of a path for each. Runs of cells in a row are one rectangle. */
function areasOf(colours, width, ground) {
  const areas = new Map();
  for (let at = 0; at < colours.length; at++) {
    const begin = at;
    const x = begin % width;
    while (at % width < width - 1 && colours[at + 1] === colours[begin]) at++;
    const wide = at - begin + 1;
    const area = `M${x} ${Math.floor(begin / width)}h${wide}v1h${-wide}z`;
    if (colours[begin] !== ground)
      areas.set(colours[begin], (areas.get(colours[begin]) ?? '') + area);
  }
  return areas;
}

/** The text of such a picture, with the colours of the map as it is shown. */
export function drawSvg(app) {
  const { map, answer, start, goal } = app.session;
  const theme = app.theme();
  const hex = (colour) =>
    '#' +
    [0, 8, 16].map((shift) => ((colour >> shift) & 255).toString(16).padStart(2, '0')).join('');
  const colours = new Uint32Array(map.terrain.length);
  app.ground.colourCells(0, 0, map.width, map.height, colours);
  const ground = theme.pixels[PLAIN];
  const areas = areasOf(colours, map.width, ground);
  const points = [];
  for (let i = 0; i < (answer?.points.length ?? 0); i += 2)
    points.push(`${answer.points[i] + 0.5},${answer.points[i + 1] + 0.5}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${map.width} ${map.height}" width="${map.width * 4}">`,
    `<rect width="${map.width}" height="${map.height}" fill="${hex(ground)}"/>`,
    ...[...areas].map(
      ([colour, path]) => `<path fill="${hex(colour)}" shape-rendering="crispEdges" d="${path}"/>`,
    ),
    `<polyline fill="none" stroke="${theme.path}" stroke-width="0.8" stroke-linejoin="round" points="${points.join(' ')}"/>`,
    `<circle cx="${start[0] + 0.5}" cy="${start[1] + 0.5}" r="1.4" fill="${theme.start}"/>`,
    `<circle cx="${goal[0] + 0.5}" cy="${goal[1] + 0.5}" r="1.4" fill="${theme.goal}"/>`,
    '</svg>',
  ].join('\n');
}

export function saveMap(app) {
  const { heights } = app.session.map;
  if (heights) app.say('The format .map has no heights; a .world file has them.');
  else app.session.isSaved = true;
  save('overland.map', new Blob([formatMap(app.session.map)], { type: 'text/plain' }));
}

export async function saveWorld(app) {
  save('overland.world', new Blob([await app.session.client.call('save')]));
  app.session.isSaved = true;
}

/** Saves all events of the search for the path, as the command writes them. */
export async function saveTrace(app) {
  const { session } = app;
  const query = session.present({ record: MOST_TRACE_EVENTS, kinds: EVENT_KINDS });
  const { events } = await session.client.call('path', query);
  if (events.leftOut > 0) {
    const [kept, all] = [events.count, events.count + events.leftOut];
    app.say(`The trace has ${kept} of ${all} events: the page keeps no more.`);
  }
  saveText('overland-trace.jsonl', traceLines(query, events));
}
