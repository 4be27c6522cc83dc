// Files that are dropped on the page or opened, and files that the page saves.

import { isBattleFile, parseBattle } from '../engine/battle/battle_file.js';
import { formatMap, parseScenario, unreadWorld } from '../engine/formats.js';
import { EVENT_KINDS } from '../engine/engine.js';
import { cornersOf, frameOf, insetOf, placeOf } from '../engine/hexagons.js';
import { isStepsFile, parseSteps } from '../engine/step_file.js';
import { traceLines } from '../engine/trace_lines.js';
import { PLAIN } from '../engine/terrain.js';
import { loadMap, partFiles } from './map_files.js';

const MOST_FILE_BYTES = 256 * 1024 * 1024;
const MOST_TRACE_EVENTS = 1000000;
const PICTURE_MARGIN = 12;

const megabytes = (bytes) => `${(bytes / (1024 * 1024)).toFixed(1)} MB`;

/** Takes files into the page: maps first, then a scenario for the map. */
export async function takeFiles(app, files) {
  const order = (file) => (/\.scen$/i.test(file.name) ? 1 : 0);
  const said = [];
  app.dismissSaying();
  const [alone, beside] = await partFiles([...files]);
  for (const file of alone.sort((a, b) => order(a) - order(b))) {
    try {
      said.push(await takeFile(app, file, beside));
    } catch (error) {
      said.push(
        error.message.includes(file.name) ? error.message : `"${file.name}": ${error.message}`,
      );
    }
  }
  const text = said.filter(Boolean).join(' ');
  if (text) app.say(text);
}

/** Takes a file; returns a sentence on what of it is not used, or nothing. `beside` were dropped with it,
    and go with a map. */
async function takeFile(app, file, beside) {
  const { session } = app;
  if (file.size > MOST_FILE_BYTES)
    throw new Error(
      `"${file.name}" has ${megabytes(file.size)}; this page takes files of up to ${megabytes(MOST_FILE_BYTES)}.`,
    );
  const begin = await file.slice(0, 400).text();
  if (/\.scen$/i.test(file.name)) {
    return app.takeScenario(parseScenario(await file.text()), file.name);
  } else if (/\.(ts[xj]|ldtkl|legend)$/i.test(file.name)) {
    throw new Error(`"${file.name}" belongs to a map: drop it together with the map.`);
  } else if (isBattleFile(begin)) {
    await app.takeBattle(parseBattle(await file.text()), file.name);
  } else if (isStepsFile(begin)) {
    await app.takeSteps(parseSteps(await file.text()), file.name);
  } else if (/\.world$/i.test(file.name) && begin[0] !== '{') {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return unreadWorld(file.name, await session.open(bytes, file.name));
  } else {
    return loadMap(app, file, beside);
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
  const frame = frameOf(map);
  const [x, y] = [camera.x + frame.left * camera.scale, camera.y + frame.top * camera.scale];
  const left = Math.max(0, x - PICTURE_MARGIN);
  const top = Math.max(0, y - PICTURE_MARGIN);
  const right = Math.min(camera.width, x + frame.width * camera.scale + PICTURE_MARGIN);
  const bottom = Math.min(camera.height, y + frame.height * camera.scale + PICTURE_MARGIN);
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

/** The same of hexagons, each by itself. */
function areasOfHexagons(colours, { width, hexagons }, ground, placeAt) {
  const corners = cornersOf(hexagons);
  const outline = corners.slice(1)
    .map(([x, y], i) => `l${(x - corners[i][0]).toFixed(3)} ${(y - corners[i][1]).toFixed(3)}`)
    .join('');
  const areas = new Map([[ground, '']]);
  colours.forEach((colour, at) => {
    if (colour === 0) return;
    const [x, y] = placeAt(at % width, Math.floor(at / width));
    const area = `M${(x + corners[0][0]).toFixed(2)} ${(y + corners[0][1]).toFixed(2)}${outline}z`;
    areas.set(colour, (areas.get(colour) ?? '') + area);
  });
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
  const frame = frameOf(map);
  const inset = insetOf(map.hexagons);
  const placeAt = (x, y) =>
    placeOf(map.hexagons, x, y).map((at, i) => at + inset[i] - [frame.left, frame.top][i]);
  const areas = map.hexagons
    ? areasOfHexagons(colours, map, ground, placeAt)
    : areasOf(colours, map.width, ground);
  const points = [];
  for (let i = 0; i < (answer?.points.length ?? 0); i += 2)
    points.push(placeAt(answer.points[i], answer.points[i + 1]).join(','));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" width="${Math.round(frame.width * 4)}">`,
    ...(map.hexagons ? [] : [`<rect width="${map.width}" height="${map.height}" fill="${hex(ground)}"/>`]),
    ...[...areas].map(
      ([colour, path]) => `<path fill="${hex(colour)}" shape-rendering="crispEdges" d="${path}"/>`,
    ),
    `<polyline fill="none" stroke="${theme.path}" stroke-width="0.8" stroke-linejoin="round" points="${points.join(' ')}"/>`,
    ...[start, goal].map((cell, i) => {
      const [x, y] = placeAt(...cell);
      return `<circle cx="${x}" cy="${y}" r="1.4" fill="${i === 0 ? theme.start : theme.goal}"/>`;
    }),
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
