// "What if", why a path goes round, and fog of the mode Play, in Chromium:
// node browser_forks.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { join } from 'node:path';
import {
  costOf,
  dropFlat,
  dropMap,
  launch,
  messageOf,
  openPage,
  reaches,
  setEnds,
  settle,
  slide,
  stroke,
  terrainAt,
} from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;

// ---- What if ----

const field = await openPage(browser, `${url}#map=continents&size=320x200&seed=147`);
await settle(field);

/** A flat map, whose path leads straight across it. */
async function begin() {
  await dropFlat(field);
  await setEnds(field, [5, 20], [55, 20]);
}
await begin();
await field.keyboard.press('i');
await field.keyboard.press('2');
await stroke(field, [30, 0], [30, 39]);
await reaches(field, 1);
const figures = () => field.textContent('#status');
checks.says(
  'cells closed in a fork cut the map in two',
  await figures(),
  /closed 40 cells.*Cut off 1,160 cells.*Islands 1 → 2/,
);
checks.equal('the map is as before', await terrainAt(field, [30, 5]), 8);
await field.screenshot({ path: join(pictures, 'what-if.png') });
await field.click('#modes button:text-is("Step")');
await field.click('#modes button:text-is("Compare")');
await field.waitForFunction(() => globalThis.overlandExplorer.current.id === 'compare');
await field.waitForFunction(() => !globalThis.overlandExplorer.session.asksFork);
checks.check('other modes ask the world itself', true);
await field.click('#modes button:text-is("Play")');
await reaches(field, 1);
await field.keyboard.press('Control+z');
await reaches(field, 0);
checks.check('a stroke of what if is undone', !/What if: closed/.test(await figures()));
await field.keyboard.press('Control+y');
await reaches(field, 1);
checks.says('and redone', await figures(), /closed 40 cells/);
await field.click('#panel button:text-is("Clear")');
await reaches(field, 0);
await field.click('#tools [data-tool=undo]');
await reaches(field, 1);
await field.click('#panel button:text-is("Clear")');
await reaches(field, 0);
checks.check('without them it is whole', !/What if: closed/.test(await figures()));
await stroke(field, [30, 0], [30, 39]);
await reaches(field, 1);
await field.click('#panel button:text-is("Build it")');
await settle(field);
checks.equal('they are built', await terrainAt(field, [30, 5]), 0);
await stroke(field, [30, 20], [30, 22], 'right');
await reaches(field, 0);
await field.waitForFunction(() => /Joined/.test(document.getElementById('status').textContent));
checks.says('a gap joins what was cut', await figures(), /Joined 1,163 cells.*Islands 2 → 1/);
await field.screenshot({ path: join(pictures, 'what-if-joined.png') });
await field.keyboard.press('Control+z'); // the gap
await field.keyboard.press('Control+z');
await settle(field);
checks.equal('building is undone', await terrainAt(field, [30, 5]), 8);

// ---- Why a path goes round ----

const opened = async () => {
  await field.waitForFunction(() => !globalThis.overlandExplorer.current.openings.opening);
  await settle(field);
};

await begin();
await field.keyboard.press('b');
await field.keyboard.press('2');
await stroke(field, [30, 8], [31, 32]);
const detour = await costOf(field);
await field.click('text=Why not straight?');
await field.waitForSelector('text=On the straight line');
checks.says(
  'what is on the straight line is said',
  await figures(),
  /On the straight line 2 cells of rock/,
);
await field.click('text=Open them');
await opened();
checks.equal('opened, the path is straight', [detour > 50 * 1120, await costOf(field)], [
  true,
  50 * 1120,
]);
checks.check('and no longer asked about', !(await field.isVisible('text=Why not straight?')));

// Rock, and slow ground behind it: the path is better once both are opened.
await field.keyboard.press('s');
await stroke(field, [16, 8], [44, 32]);
await field.keyboard.press('b');
await stroke(field, [30, 8], [31, 32]);
const bent = await costOf(field);
await field.click('text=Why not straight?');
const place = () => field.locator('#status button').boundingBox();
await field.waitForSelector('text=Open them');
const { x: left } = await place();
await field.click('text=Open them');
await opened();
checks.equal('what lies behind it is opened too', [bent > 50 * 1120, await costOf(field)], [
  true,
  50 * 1120,
]);
await field.keyboard.press('Control+z');
await settle(field);
checks.equal(
  'and undone in one step',
  [await costOf(field), await terrainAt(field, [30, 20])],
  [bent, 0],
);
await field.click('text=Why not straight?');
await field.waitForSelector('text=Open them');
checks.equal('the button keeps its place', (await place()).x, left);
await field.keyboard.press('Control+z');
await field.keyboard.press('Control+z');
await field.keyboard.press('h');
await stroke(field, [29, 0], [32, 39]);
await field.keyboard.press('b');
await stroke(field, [40, 8], [40, 32]);
await field.click('text=Why not straight?');
await field.waitForSelector('text=Open them');
await field.click('text=Open them');
await opened();
checks.check(
  'a straight path is not asked about, though it climbs',
  !/Why not|bends/.test(await field.textContent('#status')),
  await figures(),
);

// Slow ground beside rock, which is no reason while the rock blocks.
await begin();
await field.keyboard.press('b');
await stroke(field, [40, 4], [40, 36]);
await field.keyboard.press('s');
await stroke(field, [15, 16], [25, 24]);
await field.click('text=Why not straight?');
await field.waitForSelector('text=On the straight line');
checks.check(
  'what does not block is no reason while something does',
  /On the straight line 1 cell of rock/.test(await figures()) && !/slow/.test(await figures()),
  await figures(),
);
checks.equal(
  'the straight line is drawn',
  await field.evaluate(() => globalThis.overlandExplorer.current.openings.found.line),
  [5, 20, 55, 20],
);
await field.screenshot({ path: join(pictures, 'straight.png') });
await field.click('text=Open them');
await opened();
checks.says(
  'slow ground that remains is said',
  await figures(),
  /The path still bends: slow ground costs more straight on/,
);
await field.screenshot({ path: join(pictures, 'straight-rest.png') });
await field.click('text=Open them');
await opened();
checks.equal('opened as well, the path is straight', await costOf(field), 50 * 1120);
const gate = Array.from({ length: 40 }, (_, y) =>
  [...Array(60).keys()].map((x) => (x === 30 && y >= 8 ? '@' : '.')).join(''),
);
await dropMap(field, 'gate.map', gate);
await setEnds(field, [5, 20], [55, 20]);
await field.evaluate(() => {
  const { session } = globalThis.overlandExplorer;
  session.setSettings({ rule: { cost: '', allowed: 'bx != 30 || by < 8' } });
});
await settle(field);
await field.click('text=Why not straight?');
await field.waitForSelector('text=Open them');
await field.click('text=Open them');
const rest = await messageOf(field);
checks.says(
  'where opening does not help, it says what else is in the way',
  rest,
  /^Opened 1 cell; next in the way: the rules of a step\.$/,
);
await opened();
await field.evaluate(() => globalThis.overlandExplorer.session.setSettings({ rule: null }));

// A boat crosses water alone.
const lake = Array(40).fill(`${'W'.repeat(30)}.${'W'.repeat(29)}`);
await field.click('#panel button:text-is("Boat")');
await dropMap(field, 'lake.map', lake);
await setEnds(field, [5, 20], [55, 20]);
await field.click('text=Why not?');
await field.click('text=Open them');
await reaches(field, 0);
checks.equal('a boat gets water', await terrainAt(field, [30, 20]), 240);
await field.click('#panel button:text-is("Walker")');

// "What if" is opened in its fork.
await begin();
await field.keyboard.press('i');
await stroke(field, [30, 0], [30, 39]);
await reaches(field, 1);
await field.click('text=Why not?');
await field.click('text=Open them');
await reaches(field, 0);
checks.says('what if: a cell less is closed', await figures(), /closed 39 cells/);
await field.click('#panel button:text-is("Clear")');
await reaches(field, 0);

// ---- Fog ----

const pocket = Array.from({ length: 40 }, (_, y) =>
  [...Array(60).keys()]
    .map((x) => ((y === 8 || y === 32) && x >= 20 && x <= 40) || (x === 40 && y >= 8 && y <= 32))
    .map((wall) => (wall ? '@' : '.'))
    .join(''),
);
await dropMap(field, 'pocket.map', pocket);
await setEnds(field, [5, 20], [55, 20]);
const around = await costOf(field);
await field.keyboard.press('v');
await field.keyboard.press('o');
await slide(field, 'Sight, cells', 2);
await field.waitForFunction(
  () => globalThis.overlandExplorer.session.answer.costUnits === 50 * 1120,
);
checks.check('in the fog the path leads straight on', around > 50 * 1120);
await field.screenshot({ path: join(pictures, 'fog.png') });
await field.keyboard.press('k');
await field.waitForFunction(() => globalThis.overlandExplorer.current.fog.trail.length > 20);
await field.screenshot({ path: join(pictures, 'fog-walk.png') });
await field.waitForFunction(
  () => globalThis.overlandExplorer.session.start.join() === '55,20',
  null,
  { timeout: 20000 },
);
const trail = await field.evaluate(() => globalThis.overlandExplorer.current.fog.trail);
const visited = Array.from({ length: trail.length / 2 }, (_, i) => [
  trail[2 * i],
  trail[2 * i + 1],
]);
checks.check(
  'it walks into the dead end, and out again',
  visited.some(([x, y]) => x > 25 && x < 40 && y > 8 && y < 32) && visited.length > around / 1120,
  `${visited.length} steps`,
);
checks.equal('it never walks into a wall', visited.filter(([x, y]) => pocket[y][x] === '@'), []);
await setEnds(field, [5, 20], [55, 20]);
checks.check('its next way goes round at once', (await costOf(field)) > 50 * 1120);
await field.keyboard.press('o');
await field.waitForFunction(
  (units) => globalThis.overlandExplorer.session.answer.costUnits === units,
  around,
);
checks.check('without fog the path is the true one', true);

// ---- End ----

checks.equal('nothing is on the console', field.complaints, []);
await browser.close();
checks.finish();
