// Files that are dropped on the page or opened, and files that the page saves.

import { isBattleFile, parseBattle } from '../engine/battle/battle_file.js';
import { formatMap, parseScenario, unreadWorld } from '../engine/formats.js';
import { frameOf } from '../engine/hexagons.js';
import { isStepsFile, parseSteps } from '../engine/step_file.js';
import { loadMap, partFiles } from './map_files.js';

const MOST_FILE_BYTES = 256 * 1024 * 1024;
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
  const begin = await file.slice(0, 400).text();
  const isWorld = /\.world$/i.test(file.name) && begin[0] !== '{';
  if (isWorld && file.size > MOST_FILE_BYTES) return app.openInWorld(file);
  if (file.size > MOST_FILE_BYTES)
    throw new Error(
      `"${file.name}" has ${megabytes(file.size)}; this page takes files of up to ${megabytes(MOST_FILE_BYTES)}.`,
    );
  if (/\.scen$/i.test(file.name)) {
    return app.takeScenario(parseScenario(await file.text()), file.name);
  } else if (/\.(ts[xj]|ldtkl|legend)$/i.test(file.name)) {
    throw new Error(`"${file.name}" belongs to a map: drop it together with the map.`);
  } else if (isBattleFile(begin)) {
    await app.takeBattle(parseBattle(await file.text()), file.name);
  } else if (isStepsFile(begin)) {
    await app.takeSteps(parseSteps(await file.text()), file.name);
  } else if (isWorld) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      return unreadWorld(file.name, await session.open(bytes, file.name));
    } catch (error) {
      if (error.isTooLarge) return app.openInWorld(file);
      throw error;
    }
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
