// Maps of all formats that the command reads: by its readers, which are part of the module. Files are
// { name, bytes }, the map the first of them; the others are those that it may name.

import { CORNERS, STRAIGHT_COST } from './engine.js';
import { checkSides, MOST_SIDE, MOST_WORLD_SIDE } from './formats.js';
import { ROCK, terrainOf } from './terrain.js';

const CELL_KIND_NUMBERS = ['', 'r', 'q'];
const LEGEND = '\u0001legend'; // the name of the page's own; no file has it

/** A text in the module's memory, which the module frees. */
function allocate(engine, bytes) {
  const address = engine.c.module_allocate(bytes.length);
  if (address === 0) throw new Error('The page has no memory left for this file.');
  engine.bytesAt(address, bytes.length).set(bytes);
  return address;
}

const asText = (text) => new TextEncoder().encode(`${text}\0`);

/** The lines that the readers said, for people who have a page and no command. */
function linesOf(said) {
  const text = new TextDecoder().decode(Uint8Array.from(said));
  return text.split('\n').filter(Boolean)
    .map((line) => line.replace(/^overland: (warning: )?/, ''));
}

/** Calls `use` with the address of the map's name while the module has the files. Throws what the
    readers said if its code is not 0; returns [what `take` makes of the result, lines that were said]. */
function withFiles(engine, files, use, take) {
  const { c } = engine;
  const said = [];
  engine.page.say = (address, count) => said.push(...engine.bytesAt(address, count));
  try {
    for (const { name, bytes } of files)
      c.module_give_file(allocate(engine, asText(name)), allocate(engine, bytes), bytes.length);
    const code = engine.withCopy(asText(files[0].name), use);
    if (code !== 0) throw new Error(linesOf(said).pop() ?? 'The map can not be read.');
    return [take(), linesOf(said)];
  } finally {
    c.module_read_end();
    c.module_take_files_away();
  }
}

/**
 * What a map says of its cells, as `overland legend` drafts it: { width, height, floors, signs, draft }; a
 * sign is { text, name, cells, blocks, isRule, isNote, reason }.
 */
export function surveyMap(engine, files) {
  const { c } = engine;
  const readSigns = (count) =>
    Array.from({ length: count }, (_, i) => {
      const text = engine.text(c.module_read_sign(i));
      const [cells, blocks, isRule, isNote, name, reason] = engine.numbers();
      return {
        ...{ text, cells, name: engine.text(name), reason: engine.text(reason) },
        ...{ blocks: blocks !== 0, isRule: isRule !== 0, isNote: isNote !== 0 },
      };
    });
  const [survey] = withFiles(
    engine,
    files,
    (path) => c.module_read_survey(path),
    () => {
      const [width, height, floors, count] = engine.numbers();
      checkSides(width, height, MOST_WORLD_SIDE);
      const draft = engine.withCopy(asText(files[0].name), (path) => c.module_read_draft(path));
      return { width, height, floors, signs: readSigns(count), draft: engine.text(draft) };
    },
  );
  return survey;
}

/** The floor that was read, in the page's terrains. */
function readFloor(engine, floor, profile, hexagons, most) {
  const { c } = engine;
  const cells = c.module_read_floor(floor);
  const [width, height, heights] = engine.numbers();
  checkSides(width, height, most);
  const terrains = Array.from({ length: 256 }, (_, each) => {
    const name = engine.text(c.module_read_terrain(each, profile));
    const terrain = terrainOf(name, engine.numbers()[0]);
    // What lies beside a map of hexagons is void; a cell out of bounds is one of the map.
    return hexagons && name === 'out-of-bounds' ? ROCK : terrain;
  });
  const map = hexagons ? { width, height, hexagons } : { width, height };
  map.terrain = engine.bytesAt(cells, width * height).map((each) => terrains[each]);
  if (heights !== 0)
    map.heights = new Uint16Array(c.memory.buffer, heights, width * height).slice();
  return map;
}

function readProfile(engine, profile, hexagons) {
  const name = engine.text(engine.c.module_read_profile(profile));
  const [corners, body, climb, drop, climbCost, dropCost] = engine.numbers();
  return {
    ...{ name, corners: CORNERS[corners], climb, drop },
    body: hexagons ? (Math.max(1, body) + 1) / 2 : Math.max(1, body),
    ...{ climbCost: climbCost / STRAIGHT_COST, dropCost: dropCost / STRAIGHT_COST },
  };
}

/**
 * Reads a floor of a map for a profile of a legend, a text or null: { map, file, settings, said }. `file` is
 * what the page shows of it as of a world file, `settings` what its profile asks for, `said` lines.
 */
export function readMap(engine, files, legend, { floor, profile = 0 } = {}, most = MOST_SIDE) {
  const { c } = engine;
  const all =
    legend === null ? files : [...files, { name: LEGEND, bytes: new TextEncoder().encode(legend) }];
  const read = (path) =>
    legend === null
      ? c.module_read_map(path, 0)
      : engine.withCopy(asText(LEGEND), (address) => c.module_read_map(path, address));
  const [found, said] = withFiles(engine, all, read, () => {
    const [floorCount, profileCount, links, goals, ...rest] = engine.numbers().slice(0, 7);
    const hexagons = CELL_KIND_NUMBERS[rest[2]];
    const origin = hexagons ? [0, 0] : rest.slice(0, 2); // of hexagons it follows from their rows
    const floors = Array.from({ length: floorCount }, (_, i) => i).filter((i) =>
      c.module_read_floor(i),
    );
    const profiles = Array.from({ length: profileCount }, (_, i) => readProfile(engine, i, hexagons));
    const chosen = floor ?? floors[0];
    const { name, ...settings } = profiles[profile];
    const names = profiles.map((each) => each.name);
    return {
      map: readFloor(engine, chosen, profile, hexagons, most),
      file: { links, goals, origin, floors, profiles: names, floor: chosen, profile },
      settings,
    };
  });
  return { ...found, said: said.map((line) => line.replaceAll(LEGEND, 'legend')) };
}

/** The bytes of a world of a map that is too large for the page's own: { bytes, said }, as readMap. */
export function bakeMap(engine, files, legend) {
  const { map, settings, said } = readMap(engine, files, legend, {}, MOST_WORLD_SIDE);
  engine.setMap(map, legend === null ? {} : settings, MOST_WORLD_SIDE);
  return { bytes: engine.save(), said };
}
