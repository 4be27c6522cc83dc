// Heights, stamps and forks of the mode Play, in Chromium:
// node browser_play.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  costOf,
  drop,
  launch,
  messageOf,
  openPage,
  PHONE,
  placeOf,
  reaches,
  settle,
  stroke,
  terrainAt,
} from './browser_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
const url = `file://${file}`;
const flat = `type octile\nheight 40\nwidth 60\nmap\n${`${'.'.repeat(60)}\n`.repeat(40)}`;

async function dropMap(page, name, text, width) {
  await drop(page, name, text);
  await page.waitForFunction((w) => globalThis.overlandExplorer.session.map.width === w, width);
  await settle(page);
}

const setEnds = async (page, start, goal) => {
  await page.evaluate(
    ([a, b]) => {
      const app = globalThis.overlandExplorer;
      app.session.setStart(a);
      app.session.setGoal(b);
      app.pinned = true;
    },
    [start, goal],
  );
  await settle(page);
};

const heightAt = (page, cell) =>
  page.evaluate((at) => globalThis.overlandExplorer.session.heightAt(at), cell);

const slide = (page, name, value) =>
  page.evaluate(
    ([label, to]) => {
      const input = document.querySelector(`#panel input[aria-label="${label}"]`);
      input.value = to;
      input.dispatchEvent(new Event('input'));
    },
    [name, value],
  );

// ---- Heights ----

const page = await openPage(browser, url);
await settle(page);
await dropMap(page, 'flat.map', flat, 60);
await setEnds(page, [5, 20], [55, 20]);
const flatCost = await costOf(page);
await page.keyboard.press('h');
for (let i = 0; i < 6; i++) await page.keyboard.press(']');
await stroke(page, [30, 10], [30, 30]);
checks.check(
  'a stroke raises a ridge, round at its sides',
  (await heightAt(page, [30, 20])) === 6 &&
    (await heightAt(page, [27, 20])) > 0 &&
    (await heightAt(page, [27, 20])) < 6 &&
    (await heightAt(page, [20, 20])) === 0,
);
checks.check('the path pays for the climb, or goes round', (await costOf(page)) > flatCost);
await page.waitForTimeout(800); // regions that were rebuilt flash
await page.screenshot({ path: join(pictures, 'heights.png') });
await stroke(page, [30, 20], [30, 20], 'right');
checks.equal('the right button lowers', await heightAt(page, [30, 20]), 0);
await page.keyboard.press('Control+z');
await settle(page);
checks.equal('it is undone', await heightAt(page, [30, 20]), 6);
await page.click('#panel button:text-is("lower")');
await stroke(page, [30, 20], [30, 20]);
checks.equal('a choice lowers, too', await heightAt(page, [30, 20]), 0);
await page.keyboard.press('Control+z');
await page.click('#panel button:text-is("raise")');
await settle(page);
await slide(page, 'A unit up costs', 0);
await settle(page);
checks.equal('a climb that costs nothing', await costOf(page), flatCost);
await slide(page, 'Climbs at most', 1);
await settle(page);
checks.check('a climb that is not possible leads round', (await costOf(page)) > flatCost);
await page.keyboard.press('2');
await stroke(page, [0, 0], [59, 2]);
checks.equal('a rectangle raises evenly', await heightAt(page, [40, 1]), 6);
await page.click('#menu button:text-is("C")');
checks.check(
  'this in C has heights',
  /\.heights = heights/.test(await page.textContent('dialog pre')),
);
await page.keyboard.press('Escape');
const hills = await openPage(
  browser,
  `${url}#map=valley&size=120x80&seed=6&start=10,60&goal=110,10&pin=1`,
);
await settle(hills);
await hills.keyboard.press('h');
await slide(hills, 'Hills, units of height', 8);
for (let i = 0; i < 12; i++) await hills.keyboard.press(']');
await stroke(hills, [40, 20], [70, 60]);
await stroke(hills, [90, 20], [90, 50]);
await hills.evaluate(() => globalThis.overlandExplorer.writeState()); // else once the page is quiet
checks.check('heights stand in the address', /heights=/.test(hills.url()));
const again = await openPage(browser, `${url}${await hills.evaluate(() => location.hash)}`);
await settle(again);
checks.equal('and come back from it', await costOf(again), await costOf(hills));
await hills.screenshot({ path: join(pictures, 'hills.png') });
const drawing = hills.waitForEvent('download');
await hills.selectOption('#menu select', 'SVG');
const svg = readFileSync(await (await drawing).path(), 'utf8');
const fills = (svg.match(/<path fill="#[0-9a-f]{6}"/g) ?? []).length;
checks.check('an SVG is saved, with its hills', fills > 20 && /<polyline/.test(svg), fills);
await hills.click('#menu button:text-is("◐")');
await hills.waitForTimeout(300);
await hills.screenshot({ path: join(pictures, 'hills-dark.png') });
await page.evaluate(async () => {
  const { client } = globalThis.overlandExplorer;
  const data = new DataTransfer();
  data.items.add(new File([await client.call('save')], 'hills.world'));
  const { map } = globalThis.overlandExplorer.session;
  document.body.dispatchEvent(
    new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
  );
  while (globalThis.overlandExplorer.session.map === map)
    await new Promise((resolve) => setTimeout(resolve, 20));
});
await settle(page);
checks.equal('a world file brings heights along', await heightAt(page, [30, 20]), 6);

// ---- Stamps ----

await dropMap(page, 'flat.map', flat, 60);
await page.waitForFunction(() => !globalThis.overlandExplorer.session.map.heights);
await setEnds(page, [30, 20], [55, 20]);
await page.keyboard.press('a');
await page.mouse.click(...(await placeOf(page, [30, 20])));
await settle(page);
checks.equal(
  'a house is put down, with a door',
  [
    await terrainAt(page, [26, 20]),
    await terrainAt(page, [30, 22]),
    await terrainAt(page, [29, 22]),
  ],
  [0, 8, 0],
);
checks.check('one leaves it by the door', (await costOf(page)) > 25 * 1120);
await page.keyboard.press('q');
await page.mouse.click(...(await placeOf(page, [10, 20])));
await settle(page);
checks.equal('it is turned', await terrainAt(page, [7, 20]), 8);
await page.selectOption('#panel select[aria-label=Stamp]', 'river');
await page.click('#panel [aria-label="Times"] [data-value="2"]');
await page.mouse.click(...(await placeOf(page, [45, 20])));
await settle(page);
await page.mouse.move(...(await placeOf(page, [20, 8])));
checks.check(
  'a river, twice as large',
  (await page.evaluate(
    () => globalThis.overlandExplorer.session.map.terrain.filter((t) => t === 240).length,
  )) > 150,
);
await page.waitForTimeout(800);
await page.screenshot({ path: join(pictures, 'stamps.png') });
await page.keyboard.press('Control+z');
await settle(page);
checks.equal(
  'a stamp is undone at once',
  await page.evaluate(() => globalThis.overlandExplorer.session.map.terrain.includes(240)),
  false,
);

// ---- Maps of Tiled ----

await drop(page, 'mall.tmx', readFileSync('maps/mall.tmx', 'utf8'));
await page.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 56);
await settle(page);
const said = await messageOf(page);
checks.check('a map of Tiled: one line says what is not read', /62 objects/.test(said), said);
const solid = () =>
  page.evaluate(
    () => globalThis.overlandExplorer.session.map.terrain.filter((each) => each === 0).length,
  );
const lowest = await solid();
const showsFloor = (floor) =>
  page.waitForFunction(
    (n) => globalThis.overlandExplorer.session.file?.floor === n,
    floor,
  );
await page.selectOption('#panel select[aria-label="Floor of the file"]', '3');
await showsFloor(3);
await settle(page);
checks.check('another floor of it is shown', (await solid()) !== lowest);
checks.equal(
  'and the panel says which',
  await page.inputValue('#panel select[aria-label="Floor of the file"]'),
  '3',
);
await page.screenshot({ path: join(pictures, 'tiled.png') });
await drop(page, 'a.tsx', '<tileset/>');
await page.waitForFunction(() =>
  /drop it together/.test(document.getElementById('toast').textContent),
);

// ---- A world file with a step rule ----

await dropMap(page, 'flat.map', flat, 60);
await setEnds(page, [5, 20], [55, 20]);
const unruled = await costOf(page);
await page.evaluate(() =>
  globalThis.overlandExplorer.session.setSettings({ rule: { cost: 'bx > ax', allowed: '' } }),
);
await settle(page);
const ruled = await costOf(page);
await page.evaluate(async () => {
  const { client, session } = globalThis.overlandExplorer;
  globalThis.saved = await client.call('save');
  session.setSettings({ rule: null });
});
await dropMap(page, 'other.map', 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n', 3);
await page.evaluate(() => {
  const data = new DataTransfer();
  data.items.add(new File([globalThis.saved], 'ruled.world'));
  document.body.dispatchEvent(
    new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
  );
});
await page.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 60);
await setEnds(page, [5, 20], [55, 20]);
checks.equal('its steps cost as the file says', [ruled > unruled, await costOf(page)], [true, ruled]);
await page.click('#panel button:text-is("Leave them out")');
await settle(page);
checks.equal('its rule can be left out', await costOf(page), unruled);
checks.check('and one be typed in again', (await page.$('input[placeholder^="by <"]')) !== null);

// ---- What if ----

const field = await openPage(browser, url);
await settle(field);
await dropMap(field, 'flat.map', flat, 60);
await setEnds(field, [5, 20], [55, 20]);
await field.keyboard.press('i');
await field.keyboard.press('2');
await stroke(field, [30, 0], [30, 39]);
await reaches(field, 1);
const figures = () => field.textContent('#status');
checks.check(
  'cells closed in a fork cut the map in two',
  /closed 40 cells.*Cut off 1,160 cells.*Islands 1 → 2/.test(await figures()),
  await figures(),
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
checks.check('and redone', /closed 40 cells/.test(await figures()), await figures());
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
checks.check(
  'a gap joins what was cut',
  /Joined 1,163 cells.*Islands 2 → 1/.test(await figures()),
  await figures(),
);
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

await dropMap(field, 'a.map', `type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n`, 4);
await dropMap(field, 'flat.map', flat, 60);
await setEnds(field, [5, 20], [55, 20]);
await field.keyboard.press('b');
await field.keyboard.press('2');
await stroke(field, [30, 8], [31, 32]);
const detour = await costOf(field);
await field.click('text=Why not straight?');
await field.waitForSelector('text=On the straight line');
checks.check(
  'what is on the straight line is said',
  /On the straight line 2 cells of rock/.test(await figures()),
  await figures(),
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
await dropMap(field, 'a.map', `type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n`, 4);
await dropMap(field, 'flat.map', flat, 60);
await setEnds(field, [5, 20], [55, 20]);
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
checks.check(
  'slow ground that remains is said',
  /The path still bends: slow ground costs more straight on/.test(await figures()),
  await figures(),
);
await field.screenshot({ path: join(pictures, 'straight-rest.png') });
await field.click('text=Open them');
await opened();
checks.equal('opened as well, the path is straight', await costOf(field), 50 * 1120);
await dropMap(field, 'a.map', `type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n`, 4);
const gate = Array.from({ length: 40 }, (_, y) =>
  [...Array(60).keys()].map((x) => (x === 30 && y >= 8 ? '@' : '.')).join(''),
);
await dropMap(field, 'gate.map', `type octile\nheight 40\nwidth 60\nmap\n${gate.join('\n')}\n`, 60);
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
checks.check(
  'where opening does not help, it says what else is in the way',
  /^Opened 1 cell; next in the way: the rules of a step\.$/.test(rest),
  rest,
);
await opened();
await field.evaluate(() => globalThis.overlandExplorer.session.setSettings({ rule: null }));

// A boat crosses water alone.
const lake = Array.from({ length: 40 }, () => `${'W'.repeat(30)}.${'W'.repeat(29)}`).join('\n');
await dropMap(field, 'a.map', `type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n`, 4);
await field.click('#panel button:text-is("Boat")');
await dropMap(field, 'lake.map', `type octile\nheight 40\nwidth 60\nmap\n${lake}\n`, 60);
await setEnds(field, [5, 20], [55, 20]);
await field.click('text=Why not?');
await field.click('text=Open them');
await reaches(field, 0);
checks.equal('a boat gets water', await terrainAt(field, [30, 20]), 240);
await field.click('#panel button:text-is("Walker")');

// "What if" is opened in its fork.
await dropMap(field, 'flat.map', flat, 60);
await setEnds(field, [5, 20], [55, 20]);
await field.keyboard.press('i');
await stroke(field, [30, 0], [30, 39]);
await reaches(field, 1);
await field.click('text=Why not?');
await field.click('text=Open them');
await reaches(field, 0);
checks.check('what if: a cell less is closed', /closed 39 cells/.test(await figures()), await figures());
await field.click('#panel button:text-is("Clear")');
await reaches(field, 0);

// ---- Fog ----

const pocket = Array.from({ length: 40 }, (_, y) =>
  [...Array(60).keys()]
    .map((x) => ((y === 8 || y === 32) && x >= 20 && x <= 40) || (x === 40 && y >= 8 && y <= 32))
    .map((wall) => (wall ? '@' : '.'))
    .join(''),
).join('\n');
await dropMap(field, 'a.map', `type octile\nheight 3\nwidth 4\nmap\n....\n....\n....\n`, 4);
await dropMap(field, 'pocket.map', `type octile\nheight 40\nwidth 60\nmap\n${pocket}\n`, 60);
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
await field.waitForTimeout(1500);
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
const walls = pocket.split('\n');
checks.equal(
  'it never walks into a wall',
  visited.filter(([x, y]) => walls[y][x] === '@'),
  [],
);
await setEnds(field, [5, 20], [55, 20]);
checks.check('its next way goes round at once', (await costOf(field)) > 50 * 1120);
await field.keyboard.press('o');
await field.waitForFunction(
  (units) => globalThis.overlandExplorer.session.answer.costUnits === units,
  around,
);
checks.check('without fog the path is the true one', true);

// ---- The trace ----

const saved = field.waitForEvent('download');
await field.selectOption('#menu select', 'trace');
const lines = readFileSync(await (await saved).path(), 'utf8').split('\n');
checks.check(
  'the trace is saved, an event a line',
  /"trace":"overland".*"goal":\[55,20\]/.test(lines[0]) && lines.length > 10,
  lines[0],
);

// ---- A phone ----

const phone = await openPage(browser, url, PHONE);
await settle(phone);
const outside = await phone.evaluate(
  () =>
    [...document.querySelectorAll('#tools button')].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return top < 56 || bottom > innerHeight - 8;
    }).length,
);
checks.equal('all tools are on the screen of a phone', outside, 0);
await phone.waitForSelector('#status >> text=Plain A*');
await drop(phone, 'bad.map', 'no map at all');
await messageOf(phone);
checks.check(
  'a message covers neither the figures nor the button',
  await phone.evaluate(() => {
    const [toast, bar] = ['toast', 'status'].map((id) =>
      document.getElementById(id).getBoundingClientRect(),
    );
    return toast.bottom <= bar.top;
  }),
);
await phone.tap('#tools [data-tool=height]');
await phone.touchscreen.tap(...(await placeOf(phone, [160, 100])));
await settle(phone);
checks.check(
  'a tap raises a hill',
  await phone.evaluate(() => globalThis.overlandExplorer.session.map.heights?.some((h) => h > 0)),
);
const hilly = () =>
  phone.evaluate(() => globalThis.overlandExplorer.session.map.heights.some((h) => h > 0));
await phone.tap('#tools [data-tool=undo]');
await settle(phone);
checks.equal('a tap on Undo takes it back', await hilly(), false);
await phone.tap('#tools [data-tool=redo]');
await settle(phone);
checks.equal('and on Redo brings it again', await hilly(), true);
await phone.waitForTimeout(800);
await phone.screenshot({ path: join(pictures, 'play-phone.png') });

// ---- End ----

checks.equal(
  'nothing is on the console',
  [page, hills, again, phone, field].flatMap((each) => each.complaints),
  [],
);
await browser.close();
checks.finish();
