// Maps of the command's formats that are dropped on the page, with the files that they name.

import { unreadWorld } from '../engine/formats.js';
import { chooseTerrains, isPlain } from './legend_sheet.js';

const NAMING = /\.(t[ms][xj]|json|ldtk|ya?ml|legend)$/i; // files whose text names others
const PART = /\.(ts[xj]|ldtkl|legend)$/i; // files that are no map by themselves
const COMMAND_PICTURES = ['\x89PNG', 'BM', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6'];

/** Parts dropped files: [maps and others that stand by themselves, files that go with a map]. */
export async function partFiles(files) {
  const naming = files.filter(({ name }) => NAMING.test(name));
  const texts = await Promise.all(naming.map((file) => file.text()));
  const isNamed = (file) => texts.some((text, i) => naming[i] !== file && text.includes(file.name));
  const beside = files.filter((file) => PART.test(file.name) || isNamed(file));
  const alone = files.filter((file) => !beside.includes(file));
  return alone.length > 0 ? [alone, beside] : [files, []];
}

/** A picture that the command does not read, as one that it reads: the browser decodes it. */
async function decodePicture(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error(`"${file.name}" is no picture that this browser can read.`);
  }
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const head = new TextEncoder().encode(`P6\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(head.length + 3 * width * height);
  bytes.set(head);
  for (let from = 0, to = head.length; from < data.length; from++)
    if (from % 4 < 3) bytes[to++] = data[from];
  return bytes;
}

async function readFile(file) {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

async function readMapFile(file) {
  const read = await readFile(file);
  const begin = String.fromCharCode(...read.bytes.subarray(0, 4));
  const isPicture = /\.(png|gif|jpe?g|webp|avif|bmp)$/i.test(file.name) || /^image\//.test(file.type);
  if (isPicture && !COMMAND_PICTURES.some((each) => begin.startsWith(each)))
    read.bytes = await decodePicture(file);
  return read;
}

/** Shows a map, one that is too large for the page in the mode World; returns a sentence on what of it is not
    used, or nothing. A legend among the files beside it says what its terrains cost, else the page asks. */
export async function loadMap(app, file, beside) {
  const { session } = app;
  const files = await Promise.all([readMapFile(file), ...beside.map(readFile)]);
  const legendFile = beside.find(({ name }) => /\.legend$/i.test(name));
  const survey = legendFile ? null : await session.client.call('surveyMap', files);
  let legend = legendFile ? await legendFile.text() : null;
  const ask = async (choice) => {
    legend = await chooseTerrains(survey, file.name);
    return legend === null ? null : show(choice);
  };
  const show = async (choice) => {
    let read;
    try {
      read = await session.client.call('readMap', files, legend, choice);
    } catch (error) {
      if (error.isTooLarge) return app.openInWorld(file, (client) => client.call('bakeMap', files, legend));
      throw error;
    }
    const { map, file: found, settings, said } = read;
    if (legendFile) Object.assign(session.settings, settings);
    await session.load(map, file.name, {
      ...found,
      reopen: show,
      choose: survey && legend !== null ? ask : null,
    });
    const lines = [...said.map((line) => `${line}.`), unreadWorld(file.name, found)];
    return lines.filter(Boolean).join(' ');
  };
  return survey && !isPlain(survey) ? ask({}) : show({});
}
